"""Vocabulário fechado do motor; os valores são os que se escrevem nos casos e nos editais."""

from enum import StrEnum


class Categoria(StrEnum):
    """A quem se destina uma vaga, ou em que conta está quem a ocupa."""

    AMPLA = "ampla"
    COTAS = "cotas"
    PCD = "pcd"


class Serie(StrEnum):
    """Regra que diz quais vagas da ordem de provimento são reservadas."""

    PROPORCIONAL = "proporcional"
    QUINTA_VAGA = "quinta_vaga"


class DuplaContagem(StrEnum):
    """Quem gasta uma vaga reservada quando o cotista também alcança a ampla concorrência."""

    REMANEJAMENTO = "remanejamento"
    CORTE_FIXO = "corte_fixo"
    CONSUMO = "consumo"


class Colisao(StrEnum):
    """Para onde vai a vaga PcD que cai sobre vaga já reservada."""

    SEGUINTE = "seguinte"
    ANTERIOR = "anterior"


class Limiar(StrEnum):
    """Por quais vagas se mede o número mínimo que a lei exige para haver reserva."""

    PROVIDAS = "providas"
    OFERECIDAS = "oferecidas"


class RestoCaxias(StrEnum):
    """O que fazer quando os 20 % arredondados dão uma vaga a mais que as quintas vagas."""

    ANTECIPA = "antecipa"
    IGNORA = "ignora"


class Arredondamento(StrEnum):
    """Como um número fracionário de vagas vira inteiro."""

    ACIMA = "acima"
    MEIO_ACIMA = "meio_acima"
    ABAIXO = "abaixo"


class NaoConfirmacao(StrEnum):
    """O que o edital faz de quem a comissão de heteroidentificação não confirma."""

    AMPLA = "ampla"
    ELIMINA = "elimina"


class EfeitoSubJudice(StrEnum):
    """O que a decisão provisória dá a quem concorre por ela."""

    OCUPA = "ocupa"
    ESPELHO = "espelho"


class Desfecho(StrEnum):
    """Como acaba uma situação provisória: sub judice (as três primeiras) ou condicional (as duas últimas)."""

    DEFINITIVA = "definitiva"
    REVOGADA = "revogada"
    EXTINTA = "extinta"
    CUMPRIDA = "cumprida"
    DESCUMPRIDA = "descumprida"


class Ressalva(StrEnum):
    """Com que ressalva alguém está na lista ou na vaga."""

    SUB_JUDICE = "sub_judice"
    CONDICIONAL = "condicional"
    ORDEM_JUDICIAL = "ordem_judicial"


class Vinculo(StrEnum):
    """Natureza do que se provê."""

    CARGO_EFETIVO = "cargo_efetivo"
    EMPREGO_PUBLICO = "emprego_publico"
    ESTAGIO = "estagio"


class TipoEvento(StrEnum):
    """O que acontece a um certame depois de classificado."""

    CONVOCAR = "convocar"
    DESISTENCIA = "desistencia"
    SEM_EFEITO = "sem_efeito"
    ELIMINACAO = "eliminacao"
    NAO_CONFIRMACAO = "nao_confirmacao"
    FINAL_DE_FILA = "final_de_fila"
    FALECIMENTO = "falecimento"
    REINTEGRACAO = "reintegracao"
    SUB_JUDICE = "sub_judice"
    FIM_SUB_JUDICE = "fim_sub_judice"
    CONDICIONAL = "condicional"
    FIM_CONDICIONAL = "fim_condicional"
    ORDEM_JUDICIAL = "ordem_judicial"
    OPCAO = "opcao"
    RETIFICACAO = "retificacao"
    EXTINCAO = "extincao"
    DESFAZIMENTO = "desfazimento"


class Tratamento(StrEnum):
    """O que o motor faz de um dispositivo da lei."""

    FORMALIZADO = "formalizado"
    NAO_FORMALIZADO = "nao_formalizado"
    VETADO = "vetado"
