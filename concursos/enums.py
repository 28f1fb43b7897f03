"""Valores fechados dos concursos."""

from django.db import models

from cotas import (
    Arredondamento,
    Colisao,
    DuplaContagem,
    Limiar,
    NaoConfirmacao,
    RestoCaxias,
    Vinculo,
)


class Tipo(models.TextChoices):
    """O que se provê com o concurso."""

    CARGO_EFETIVO = Vinculo.CARGO_EFETIVO.value, "Cargo efetivo"
    EMPREGO_PUBLICO = Vinculo.EMPREGO_PUBLICO.value, "Emprego público"
    ESTAGIO = Vinculo.ESTAGIO.value, "Estágio"


class SituacaoConcurso(models.TextChoices):
    """Vida do concurso; as passagens permitidas estão em `fluxo`."""

    EM_ELABORACAO = "em_elaboracao", "Em elaboração"
    PUBLICADO = "publicado", "Edital publicado"
    HOMOLOGADO = "homologado", "Homologado"
    ENCERRADO = "encerrado", "Encerrado"


class AtoSobreConcurso(models.TextChoices):
    """O que se faz com um concurso; `fluxo` diz em que situação cabe. O rótulo completa “é possível…”."""

    ALTERAR = "alterar", "alterar o edital"
    PUBLICAR = "publicar", "publicar o edital"
    RETIFICAR = "retificar", "retificar o edital"
    RETIFICAR_LISTAS = "retificar_listas", "retificar vagas, série, lei ou critérios de classificação"
    IMPORTAR = "importar", "importar arquivos"
    CARREGAR = "carregar", "carregar ou desfazer um arquivo"
    RETIFICAR_RESULTADO = "retificar_resultado", "retificar o resultado"
    CLASSIFICAR = "classificar", "classificar"
    HOMOLOGAR = "homologar", "homologar o resultado"
    CONVOCAR = "convocar", "convocar"
    PRORROGAR = "prorrogar", "prorrogar a validade"


class SituacaoEdital(models.TextChoices):
    """Edital em rascunho pode mudar; publicado, só por retificação."""

    RASCUNHO = "rascunho", "Rascunho"
    PUBLICADO = "publicado", "Publicado"


class SerieDoEdital(models.TextChoices):
    """Como as vagas reservadas se distribuem na ordem de provimento."""

    DA_LEI = "", "A da lei"
    PROPORCIONAL = "proporcional", "Proporcional"
    QUINTA_VAGA = "quinta_vaga", "Cada quinta vaga"
    LISTA = "lista", "Lista impressa no edital"


class ModoDaDuplaContagem(models.TextChoices):
    """Quem consome a vaga reservada."""

    DA_LEI = "", "O da lei"
    REMANEJAMENTO = DuplaContagem.REMANEJAMENTO.value, "Remanejamento"
    CORTE_FIXO = DuplaContagem.CORTE_FIXO.value, "Corte fixo"
    CONSUMO = DuplaContagem.CONSUMO.value, "Consumo"


class SentidoDaColisao(models.TextChoices):
    """Para onde vai a vaga de PcD que cai sobre uma da cota."""

    SEGUINTE = Colisao.SEGUINTE.value, "Vaga livre seguinte"
    ANTERIOR = Colisao.ANTERIOR.value, "Vaga livre anterior"


class MedidaDoLimiar(models.TextChoices):
    """Sobre que vagas se mede o limiar de três (Fortaleza, art. 1º, § 1º)."""

    PROVIDAS = Limiar.PROVIDAS.value, "Vagas providas até então"
    OFERECIDAS = Limiar.OFERECIDAS.value, "Vagas oferecidas no edital"


class RestoDasQuintas(models.TextChoices):
    """O que fazer quando 20% dão uma vaga a mais que as quintas (Caxias)."""

    ANTECIPA = RestoCaxias.ANTECIPA.value, "Antecipa a quinta seguinte"
    IGNORA = RestoCaxias.IGNORA.value, "Ignora o resto"


class EfeitoDaNaoConfirmacao(models.TextChoices):
    """O que o edital faz de quem a comissão de heteroidentificação não confirma."""

    AMPLA = NaoConfirmacao.AMPLA.value, "Segue só na ampla concorrência"
    ELIMINA = NaoConfirmacao.ELIMINA.value, "É eliminado do concurso"


class ArredondamentoPcd(models.TextChoices):
    """Arredondamento da reserva de PcD, como o edital a fixa."""

    ACIMA = Arredondamento.ACIMA.value, "Para cima"
    MEIO_ACIMA = Arredondamento.MEIO_ACIMA.value, "Meio para cima"
    ABAIXO = Arredondamento.ABAIXO.value, "Para baixo"
