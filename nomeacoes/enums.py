"""Valores fechados da convocação, da nomeação e dos atos."""

from django.db import models

from cotas import Categoria, Desfecho, EfeitoSubJudice, Ressalva, TipoEvento


class CategoriaDaVaga(models.TextChoices):
    """Lista a que a vaga pertence, ou em que a pessoa é contada."""

    AMPLA = Categoria.AMPLA.value, "Ampla concorrência"
    COTAS = Categoria.COTAS.value, "Cota"
    PCD = Categoria.PCD.value, "Pessoa com deficiência"


class TipoDoEvento(models.TextChoices):
    """O que acontece a um cargo depois da homologação."""

    CONVOCAR = TipoEvento.CONVOCAR.value, "Convocação"
    DESISTENCIA = TipoEvento.DESISTENCIA.value, "Desistência"
    SEM_EFEITO = TipoEvento.SEM_EFEITO.value, "Nomeação sem efeito"
    ELIMINACAO = TipoEvento.ELIMINACAO.value, "Eliminação"
    NAO_CONFIRMACAO = TipoEvento.NAO_CONFIRMACAO.value, "Autodeclaração não confirmada"
    FINAL_DE_FILA = TipoEvento.FINAL_DE_FILA.value, "Final de fila"
    FALECIMENTO = TipoEvento.FALECIMENTO.value, "Falecimento"
    REINTEGRACAO = TipoEvento.REINTEGRACAO.value, "Reintegração no concurso"
    SUB_JUDICE = TipoEvento.SUB_JUDICE.value, "Sub judice"
    FIM_SUB_JUDICE = TipoEvento.FIM_SUB_JUDICE.value, "Fim do sub judice"
    CONDICIONAL = TipoEvento.CONDICIONAL.value, "Situação condicional"
    FIM_CONDICIONAL = TipoEvento.FIM_CONDICIONAL.value, "Fim da situação condicional"
    ORDEM_JUDICIAL = TipoEvento.ORDEM_JUDICIAL.value, "Ordem judicial"
    OPCAO = TipoEvento.OPCAO.value, "Opção entre as reservas"
    RETIFICACAO = TipoEvento.RETIFICACAO.value, "Retificação do resultado"
    EXTINCAO = TipoEvento.EXTINCAO.value, "Extinção do cargo"
    DESFAZIMENTO = TipoEvento.DESFAZIMENTO.value, "Desfazimento de registro"


class EfeitoDaDecisao(models.TextChoices):
    """O que a decisão provisória dá a quem concorre sub judice."""

    OCUPA = EfeitoSubJudice.OCUPA.value, "Ocupa a vaga, com a ressalva"
    ESPELHO = EfeitoSubJudice.ESPELHO.value, "Vaga espelhada: ninguém perde a sua"


class DesfechoDaRessalva(models.TextChoices):
    """Como acaba o sub judice ou a situação condicional."""

    DEFINITIVA = Desfecho.DEFINITIVA.value, "Decisão definitiva a favor"
    REVOGADA = Desfecho.REVOGADA.value, "Decisão revogada"
    EXTINTA = Desfecho.EXTINTA.value, "Processo extinto sem mudar o resultado do edital"
    CUMPRIDA = Desfecho.CUMPRIDA.value, "Condição cumprida"
    DESCUMPRIDA = Desfecho.DESCUMPRIDA.value, "Condição descumprida"


class RessalvaDaNomeacao(models.TextChoices):
    """Com que ressalva alguém foi chamado."""

    SUB_JUDICE = Ressalva.SUB_JUDICE.value, "Sub judice"
    CONDICIONAL = Ressalva.CONDICIONAL.value, "Condicional"
    ORDEM_JUDICIAL = Ressalva.ORDEM_JUDICIAL.value, "Por ordem judicial"


class SituacaoNomeacao(models.TextChoices):
    """Vida de uma nomeação; as passagens permitidas estão em `fluxo`."""

    CONVOCADA = "convocada", "Convocada"
    NOMEADA = "nomeada", "Nomeada"
    EMPOSSADA = "empossada", "Empossada"
    ENCERRADA = "encerrada", "Encerrada"


class EspecieDePrazo(models.TextChoices):
    """O que se faz dentro do prazo."""

    POSSE = "posse", "Posse"
    EXERCICIO = "exercicio", "Exercício"


class TipoAto(models.TextChoices):
    """Espécie do ato: cada uma tem a sua numeração por órgão e ano."""

    NOMEACAO = "nomeacao", "Ato de nomeação"
    APOSTILA = "apostila", "Apostila de remanejamento"


class SituacaoAto(models.TextChoices):
    """A minuta pode ser refeita; assinado, o ato não muda mais. A publicação tem tabela própria."""

    MINUTA = "minuta", "Minuta"
    CONFERIDO = "conferido", "Minuta conferida"
    ASSINADO = "assinado", "Assinado"
    CANCELADO = "cancelado", "Minuta cancelada"


class TipoDePasso(models.TextChoices):
    """O que se experimenta numa simulação, sem gravar.

    Os de `RESERVADOS_DA_SIMULACAO` revelam uma autodeclaração: nunca vão no endereço.
    """

    CONVOCAR = "convocar", "Convocar"
    SUPERVENIENTES = "supervenientes", "Surgirem vagas além das oferecidas"
    DESISTENCIA = TipoEvento.DESISTENCIA.value, "Desistirem"
    SEM_EFEITO = TipoEvento.SEM_EFEITO.value, "Ficarem sem efeito as nomeações"
    FINAL_DE_FILA = TipoEvento.FINAL_DE_FILA.value, "Irem para o final da fila"
    FALECIMENTO = TipoEvento.FALECIMENTO.value, "Falecerem"
    REINTEGRACAO = TipoEvento.REINTEGRACAO.value, "Serem reintegradas no concurso"
    SUB_JUDICE_OCUPA = "sub_judice_ocupa", "Concorrerem sub judice, ocupando a vaga"
    SUB_JUDICE_ESPELHO = "sub_judice_espelho", "Concorrerem sub judice, com vaga espelhada"
    DECISAO_DEFINITIVA = "decisao_definitiva", "A decisão judicial tornar-se definitiva"
    DECISAO_REVOGADA = "decisao_revogada", "A decisão judicial ser revogada"
    PROCESSO_EXTINTO = "processo_extinto", "O processo acabar sem mudar o resultado"
    ORDEM_JUDICIAL = TipoEvento.ORDEM_JUDICIAL.value, "Ordem judicial que põe na lista"
    CONDICIONAL = TipoEvento.CONDICIONAL.value, "Ficarem em situação condicional"
    CONDICAO_CUMPRIDA = "condicao_cumprida", "Cumprirem a condição"
    CONDICAO_DESCUMPRIDA = "condicao_descumprida", "Não cumprirem a condição"
    EXTINCAO = TipoEvento.EXTINCAO.value, "Extinguir-se o cargo"
    DESFAZER = "desfazer", "Desfazer um registro, ou uma convocação"
    NAO_CONFIRMACAO = TipoEvento.NAO_CONFIRMACAO.value, "Não se confirmarem as autodeclarações"
    OPCAO_COTAS = "opcao_cotas", "Optarem pela reserva da cota"
    OPCAO_PCD = "opcao_pcd", "Optarem pela reserva de PcD"


RESERVADOS_DA_SIMULACAO = frozenset(
    {TipoDePasso.NAO_CONFIRMACAO, TipoDePasso.OPCAO_COTAS, TipoDePasso.OPCAO_PCD}
)
