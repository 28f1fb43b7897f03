"""O rito, numa tabela: cada passo, de que fase a que fase, o que se prova antes, quem o pratica e por quê.

É a única fonte: dela saem os botões, a conferência de cada serviço, os pares de fases que o banco aceita e o
fluxograma do manual. Nenhuma das leis de cotas diz os passos: pedem procedimento com contraditório e ampla defesa
(Fortaleza, art. 2º, parágrafo único; Caxias, art. 2º). O rito é o da Lei 9.784/1999, por analogia.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from procedimentos.enums import Assunto, Contagem, EspecieDePrazo, Fase, Resultado

F = Fase


class Quem(StrEnum):
    """A quem cabe um passo, neste procedimento; o valor completa “cabe …”."""

    PROTOCOLO = "ao protocolo"
    AUTORIDADE = "à autoridade que instaura"
    PRESIDENTE = "ao presidente da comissão"
    MEMBRO = "a um membro da comissão"
    DECISOR = "à autoridade que decide"
    RECURSAL = "à autoridade que julga o recurso"


class Passo(StrEnum):
    """O que se pratica nos autos; o valor é também o do endereço."""

    ABRIR = "abrir"
    ARQUIVAR = "arquivar"
    INSTAURAR = "instaurar"
    DECLARAR = "declarar-impedimentos"
    SUBSTITUIR = "substituir-membro"
    JUNTAR = "juntar-documento"
    RESTRINGIR = "restringir-peca"
    CITAR = "citar"
    PROVAR_CITACAO = "provar-citacao"
    FRUSTRAR = "certificar-frustrada"
    PRORROGAR = "prorrogar-prazo"
    SUSPENDER = "suspender-prazo"
    RETOMAR = "retomar-prazo"
    DEFENDER = "protocolar-defesa"
    DECURSO_DA_DEFESA = "certificar-decurso-da-defesa"
    REQUERER_PROVA = "requerer-prova"
    DECIDIR_PROVA = "decidir-prova"
    PRODUZIR_PROVA = "juntar-prova"
    DESIGNAR_AUDIENCIA = "designar-audiencia"
    PROVAR_AUDIENCIA = "provar-intimacao-da-audiencia"
    REALIZAR_AUDIENCIA = "registrar-audiencia"
    REUNIR = "registrar-sessao"
    ENCERRAR_INSTRUCAO = "encerrar-instrucao"
    INTIMAR_ALEGACOES = "intimar-a-alegar"
    PROVAR_ALEGACOES = "provar-intimacao-a-alegar"
    ALEGAR = "protocolar-alegacoes"
    DECURSO_DAS_ALEGACOES = "certificar-decurso-das-alegacoes"
    RELATAR = "relatar"
    OPINAR = "juntar-parecer"
    DECIDIR = "decidir"
    JULGAR_IMPROCEDENTE = "julgar-improcedente"
    INTIMAR_DECISAO = "intimar-da-decisao"
    PROVAR_DECISAO = "provar-intimacao-da-decisao"
    RECORRER = "protocolar-recurso"
    DECURSO_DO_RECURSO = "certificar-decurso-do-recurso"
    RECONSIDERAR = "reconsiderar"
    MANTER = "manter-decisao"
    NEGAR_RECURSO = "confirmar-decisao"
    PROVER_RECURSO = "prover-recurso"
    CUMPRIR = "cumprir"


@dataclass(frozen=True, slots=True)
class Regra:
    """Uma linha da tabela. `para` nula: a fase não muda. `prova`: o que se exige, em palavras."""

    rotulo: str
    de: frozenset[Fase]
    para: Fase | None
    quem: tuple[Quem, ...]
    prova: str
    fonte: str


FINAIS = frozenset({F.ARQUIVADO, F.IMPROCEDENTE, F.CUMPRIDO})
# Encerrado por cumprir já está julgado: não corre mais, e outro sobre os mesmos fatos não cabe.
CORREM = frozenset(Fase) - FINAIS - {F.ENCERRADO}
JULGADOS = frozenset({F.ENCERRADO, F.IMPROCEDENTE, F.CUMPRIDO})
COM_COMISSAO = frozenset({F.INSTAURADO, F.DEFESA, F.INSTRUCAO, F.A_ALEGAR, F.ALEGACOES, F.RELATORIO})
ATE_DECIDIR = COM_COMISSAO | {F.DECISAO}
COM_PRAZO = frozenset(
    {F.DEFESA, F.ALEGACOES, F.RELATORIO, F.DECISAO, F.RECURSO, F.RECONSIDERACAO, F.JULGAMENTO}
)
DA_COMISSAO = (Quem.PRESIDENTE, Quem.MEMBRO)
P, Q = Passo, Quem


def _regra(
    rotulo: str, de: Iterable[Fase], para: Fase | None, quem: tuple[Quem, ...], prova: str, fonte: str
) -> Regra:
    return Regra(rotulo, frozenset(de), para, quem, prova, fonte)


L = "Lei 9.784/1999"
LEIS = "Fortaleza, art. 2º, p.ú.; Caxias, art. 2º"

# fmt: off
PASSOS: Mapping[Passo, Regra] = {
    P.ABRIR: _regra("Autuar a notícia", (), F.TRIAGEM, (Q.PROTOCOLO,), "a notícia escrita e a declaração; nenhum outro procedimento em curso sobre ela, nem julgado pelos mesmos fatos", f"{L}, arts. 5º e 6º"),
    P.ARQUIVAR: _regra("Arquivar", {F.TRIAGEM}, F.ARQUIVADO, (Q.AUTORIDADE,), "as razões", f"{L}, art. 50, VIII"),
    P.INSTAURAR: _regra("Instaurar", {F.TRIAGEM}, F.INSTAURADO, (Q.AUTORIDADE,), "fatos, fundamento, comissão de três ou mais, ímpar, com presidente, secretário e suplente; decide e julga o recurso quem não é dela", f"{L}, art. 5º; {LEIS}"),
    P.DECLARAR: _regra("Declarar sobre impedimentos", COM_COMISSAO, None, DA_COMISSAO, "a resposta do próprio membro a cada impedimento", f"{L}, arts. 18 a 20"),
    P.SUBSTITUIR: _regra("Substituir membro", COM_COMISSAO, None, (Q.AUTORIDADE,), "o motivo; o suplente assume a função", f"{L}, arts. 18 a 20"),
    P.JUNTAR: _regra("Juntar documento", ATE_DECIDIR, None, (Q.PROTOCOLO, *DA_COMISSAO), "quem o apresentou", f"{L}, arts. 3º, III, e 38"),
    P.RESTRINGIR: _regra("Restringir ou desentranhar peça", ATE_DECIDIR, None, (Q.PRESIDENTE,), "as razões; a peça guarda o número e o hash", f"{L}, art. 46"),
    P.CITAR: _regra("Citar", {F.INSTAURADO}, None, (Q.PRESIDENTE,), "todos os membros declararam não ter impedimento; por edital, só depois de duas tentativas frustradas", f"{L}, art. 26"),
    P.PROVAR_CITACAO: _regra("Provar a citação", {F.INSTAURADO}, F.DEFESA, (Q.PROTOCOLO,), "citação expedida e a prova da ciência, com a data", f"{L}, arts. 26, §§ 3º a 5º, e 66"),
    P.FRUSTRAR: _regra("Certificar comunicação frustrada", {F.INSTAURADO, F.INSTRUCAO, F.A_ALEGAR, F.DECIDIDO}, None, (Q.PROTOCOLO,), "a certidão ou o aviso devolvido", f"{L}, art. 26"),
    P.PRORROGAR: _regra("Prorrogar prazo", COM_PRAZO, None, (Q.PRESIDENTE, Q.DECISOR, Q.RECURSAL), "o motivo; prazo aberto, ainda não certificado o decurso", f"{L}, arts. 49 e 59, § 2º"),
    P.SUSPENDER: _regra("Suspender prazo", COM_PRAZO, None, (Q.PRESIDENTE, Q.DECISOR, Q.RECURSAL), "o motivo de força maior, provado", f"{L}, art. 67"),
    P.RETOMAR: _regra("Retomar prazo", COM_PRAZO, None, (Q.PRESIDENTE, Q.DECISOR, Q.RECURSAL), "o prazo suspenso", f"{L}, art. 67"),
    P.DEFENDER: _regra("Protocolar defesa", {F.DEFESA}, F.INSTRUCAO, (Q.PROTOCOLO,), "a peça da parte ou do advogado com procuração, e os argumentos dela, um a um", f"Constituição, art. 5º, LV; {L}, art. 3º, III; {LEIS}"),
    P.DECURSO_DA_DEFESA: _regra("Certificar decurso da defesa", {F.DEFESA}, F.INSTRUCAO, DA_COMISSAO, "o prazo vencido, não suspenso; não é confissão", f"{L}, art. 27"),
    P.REQUERER_PROVA: _regra("Requerer prova", {F.INSTRUCAO}, None, (Q.PROTOCOLO, *DA_COMISSAO), "o que se quer provar", f"{L}, art. 38"),
    P.DECIDIR_PROVA: _regra("Decidir sobre prova", {F.INSTRUCAO}, None, (Q.PRESIDENTE,), "as razões; só se recusa a ilícita, impertinente, desnecessária ou protelatória", f"{L}, art. 38, § 2º"),
    P.PRODUZIR_PROVA: _regra("Juntar prova deferida", {F.INSTRUCAO}, None, DA_COMISSAO, "a prova deferida", f"{L}, arts. 29 e 36"),
    P.DESIGNAR_AUDIENCIA: _regra("Designar audiência", {F.INSTRUCAO}, None, (Q.PRESIDENTE,), "data, hora e lugar, com três dias úteis de antecedência", f"{L}, art. 41"),
    P.PROVAR_AUDIENCIA: _regra("Provar a intimação da audiência", {F.INSTRUCAO}, None, (Q.PROTOCOLO,), "a prova da ciência, três dias úteis antes", f"{L}, arts. 26 e 41"),
    P.REALIZAR_AUDIENCIA: _regra("Registrar audiência", {F.INSTRUCAO}, None, (Q.PRESIDENTE,), "a intimação provada e a ata, no dia designado ou depois", f"{L}, art. 41"),
    P.REUNIR: _regra("Registrar sessão da comissão", {F.INSTRUCAO}, None, (Q.PRESIDENTE,), "o parecer e o voto de cada membro, com a divergência", f"{L}, art. 22"),
    P.ENCERRAR_INSTRUCAO: _regra("Encerrar a instrução", {F.INSTRUCAO}, F.A_ALEGAR, (Q.PRESIDENTE,), "nenhum requerimento por decidir, prova deferida por juntar nem audiência por fazer", f"{L}, art. 44"),
    P.INTIMAR_ALEGACOES: _regra("Intimar a alegar", {F.A_ALEGAR}, None, (Q.PRESIDENTE,), "o meio; por edital, só depois de duas tentativas frustradas", f"{L}, arts. 26 e 44"),
    P.PROVAR_ALEGACOES: _regra("Provar a intimação a alegar", {F.A_ALEGAR}, F.ALEGACOES, (Q.PROTOCOLO,), "a prova da ciência, com a data", f"{L}, arts. 26 e 66"),
    P.ALEGAR: _regra("Protocolar alegações finais", {F.ALEGACOES}, F.RELATORIO, (Q.PROTOCOLO,), "a peça da parte e os argumentos dela, um a um", f"{L}, art. 44"),
    P.DECURSO_DAS_ALEGACOES: _regra("Certificar decurso das alegações", {F.ALEGACOES}, F.RELATORIO, DA_COMISSAO, "o prazo vencido, não suspenso", f"{L}, art. 44"),
    P.RELATAR: _regra("Apresentar relatório", {F.RELATORIO}, F.DECISAO, (Q.PRESIDENTE,), "fatos, provas, proposta e o voto de cada membro", f"{L}, art. 47"),
    P.OPINAR: _regra("Juntar parecer jurídico", {F.DECISAO}, None, (Q.PROTOCOLO,), "quem o assina", f"{L}, art. 42"),
    P.DECIDIR: _regra("Decidir pela procedência", {F.DECISAO}, F.DECIDIDO, (Q.DECISOR,), "as razões e a resposta a cada argumento da defesa", f"{L}, arts. 48 a 50; {LEIS}"),
    P.JULGAR_IMPROCEDENTE: _regra("Julgar improcedente", {F.DECISAO}, F.IMPROCEDENTE, (Q.DECISOR,), "as razões", f"{L}, arts. 48 a 50"),
    P.INTIMAR_DECISAO: _regra("Intimar da decisão", {F.DECIDIDO}, None, (Q.PRESIDENTE, Q.PROTOCOLO), "o meio; por edital, só depois de duas tentativas frustradas", f"{L}, art. 26"),
    P.PROVAR_DECISAO: _regra("Provar a intimação da decisão", {F.DECIDIDO}, F.RECURSO, (Q.PROTOCOLO,), "a prova da ciência, com a data", f"{L}, arts. 26, 59 e 66"),
    P.RECORRER: _regra("Protocolar recurso", {F.RECURSO}, F.RECONSIDERACAO, (Q.PROTOCOLO,), "a peça da parte e os argumentos dela; dentro do prazo ou antes da certidão", f"{L}, arts. 56 a 60"),
    P.DECURSO_DO_RECURSO: _regra("Certificar decurso do recurso", {F.RECURSO}, F.ENCERRADO, (Q.PROTOCOLO, *DA_COMISSAO), "o prazo vencido, não suspenso", f"{L}, art. 59"),
    P.RECONSIDERAR: _regra("Reconsiderar para improcedente", {F.RECONSIDERACAO}, F.IMPROCEDENTE, (Q.DECISOR,), "as razões", f"{L}, art. 56, § 1º"),
    P.MANTER: _regra("Manter a decisão", {F.RECONSIDERACAO}, F.JULGAMENTO, (Q.DECISOR,), "as razões", f"{L}, art. 56, § 1º"),
    P.NEGAR_RECURSO: _regra("Negar provimento, ou prover em parte", {F.JULGAMENTO}, F.ENCERRADO, (Q.RECURSAL,), "as razões e a resposta a cada argumento; nunca para pior", f"{L}, art. 64"),
    P.PROVER_RECURSO: _regra("Dar provimento", {F.JULGAMENTO}, F.IMPROCEDENTE, (Q.RECURSAL,), "as razões", f"{L}, art. 64"),
    P.CUMPRIR: _regra("Cumprir a decisão", {F.ENCERRADO}, F.CUMPRIDO, (Q.AUTORIDADE,), "o procedimento encerrado, com o prazo do recurso vencido ou o recurso julgado", LEIS),
}
# fmt: on


def passagens() -> frozenset[tuple[Fase, Fase]]:
    """Os pares de fases que a tabela permite: os mesmos que o banco aceita (migração 0002)."""
    return frozenset((de, regra.para) for regra in PASSOS.values() if regra.para for de in regra.de)


def passos_da_fase(fase: str) -> list[Passo]:
    """Os passos que cabem na fase, na ordem da tabela."""
    return [passo for passo, regra in PASSOS.items() if Fase(fase) in regra.de]


@dataclass(frozen=True, slots=True)
class RegraDePrazo:
    """Duração de um prazo e de onde vem."""

    quantidade: int
    contagem: Contagem
    fonte: str


# Valem onde o município não registrou os seus: nem as leis de cotas nem, quase sempre, lei local os fixam.
# fmt: off
PRAZOS: Mapping[EspecieDePrazo, RegraDePrazo] = {
    EspecieDePrazo.DEFESA: RegraDePrazo(10, Contagem.CORRIDOS, f"{L}, art. 44, por analogia: não há prazo próprio de defesa, e o geral, de cinco dias (art. 24), a apertaria"),
    EspecieDePrazo.ALEGACOES: RegraDePrazo(10, Contagem.CORRIDOS, f"{L}, art. 44, por analogia"),
    EspecieDePrazo.RELATORIO: RegraDePrazo(15, Contagem.CORRIDOS, f"{L}, art. 42, por analogia"),
    EspecieDePrazo.DECISAO: RegraDePrazo(30, Contagem.CORRIDOS, f"{L}, art. 49, por analogia"),
    EspecieDePrazo.RECURSO: RegraDePrazo(10, Contagem.CORRIDOS, f"{L}, art. 59, por analogia"),
    EspecieDePrazo.RECONSIDERACAO: RegraDePrazo(5, Contagem.CORRIDOS, f"{L}, art. 56, § 1º, por analogia"),
    EspecieDePrazo.JULGAMENTO: RegraDePrazo(30, Contagem.CORRIDOS, f"{L}, art. 59, § 1º, por analogia"),
}
# fmt: on
# O prazo que corre em cada fase.
PRAZO_DA_FASE: Mapping[Fase, EspecieDePrazo] = {
    F.DEFESA: EspecieDePrazo.DEFESA,
    F.ALEGACOES: EspecieDePrazo.ALEGACOES,
    F.RELATORIO: EspecieDePrazo.RELATORIO,
    F.DECISAO: EspecieDePrazo.DECISAO,
    F.RECURSO: EspecieDePrazo.RECURSO,
    F.RECONSIDERACAO: EspecieDePrazo.RECONSIDERACAO,
    F.JULGAMENTO: EspecieDePrazo.JULGAMENTO,
}
# Os da administração começam quando se lhe abre a vez, e não com a ciência de ninguém.
DA_ADMINISTRACAO = frozenset({F.RELATORIO, F.DECISAO, F.RECONSIDERACAO, F.JULGAMENTO})

ASSUNTO_DO_PASSO: Mapping[Passo, Assunto] = {
    Passo.CITAR: Assunto.CITACAO,
    Passo.PROVAR_CITACAO: Assunto.CITACAO,
    Passo.PROVAR_AUDIENCIA: Assunto.AUDIENCIA,
    Passo.INTIMAR_ALEGACOES: Assunto.ALEGACOES,
    Passo.PROVAR_ALEGACOES: Assunto.ALEGACOES,
    Passo.INTIMAR_DECISAO: Assunto.DECISAO,
    Passo.PROVAR_DECISAO: Assunto.DECISAO,
}
# Dos passos de comunicação, os que provam a ciência do que outro expediu.
PROVAM = frozenset({P.PROVAR_CITACAO, P.PROVAR_AUDIENCIA, P.PROVAR_ALEGACOES, P.PROVAR_DECISAO})

TENTATIVAS_ANTES_DO_EDITAL = 2
ANTECEDENCIA_DA_AUDIENCIA = 3
MINIMO_DA_COMISSAO = 3
# Anos para anular o que favorece alguém de boa-fé (Lei 9.784/1999, art. 54); contam-se da ciência do fato.
ANOS_DA_DECADENCIA = 5

GRAVIDADE: Mapping[Resultado, int] = {
    Resultado.IMPROCEDENTE: 0,
    Resultado.NAO_CONFIRMADA: 1,
    Resultado.FALSA: 2,
}


def agrava(de: str, para: str) -> bool:
    """Se a decisão do recurso seria pior que a recorrida."""
    return GRAVIDADE[Resultado(para)] > GRAVIDADE[Resultado(de)]


def problemas_da_comissao(efetivos: int, presidentes: int, secretarios: int, suplentes: int) -> list[str]:
    """O que falta a uma comissão; vazia, está regular. `efetivos` inclui presidente e secretário."""
    faltas = []
    if efetivos < MINIMO_DA_COMISSAO:
        faltas.append(f"A comissão tem {efetivos} membros efetivos: são {MINIMO_DA_COMISSAO} ou mais.")
    if efetivos % 2 == 0:
        faltas.append("A comissão tem número par de membros efetivos: tem de ser ímpar.")
    if presidentes != 1:
        faltas.append("A comissão tem um presidente, e só um.")
    if secretarios != 1:
        faltas.append("A comissão tem um secretário, e só um.")
    if not suplentes:
        faltas.append("A comissão tem ao menos um suplente.")
    return faltas
