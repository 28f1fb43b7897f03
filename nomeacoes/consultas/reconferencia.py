"""O que está guardado de um cargo, confrontado com o que as notas, as regras e os eventos dão hoje.

A lista homologada compara-se com a classificação refeita das notas; as chamadas, as ocupações e as vagas, com
os eventos reaplicados sobre a lista. As frases dizem o primeiro lugar e a primeira vaga que diferem, pela
inscrição.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django.db.models import QuerySet

from candidatos.consultas.apuracao import apurar_lugares
from candidatos.consultas.entradas import Entrada, entradas_da_classificacao, entradas_da_versao
from candidatos.enums import SituacaoClassificacao
from candidatos.models import Classificacao, Colocacao
from concursos.models import Cargo, Concurso
from cotas import Chamada, ErroDeEvento
from nomeacoes.consultas.desfecho import Inscricoes
from nomeacoes.consultas.estado import (
    EstadoDoCargo,
    categorias_na_serie,
    estado_do_cargo,
    ler_eventos,
    lista_inicial,
)
from nomeacoes.consultas.plano import NOME_DA_RESERVA
from nomeacoes.consultas.valem import nomeacoes_que_valem, ocupacoes_que_valem, vagas_que_valem
from nomeacoes.enums import CategoriaDaVaga
from nomeacoes.models import Nomeacao, Reconferencia

# O que a classificação guarda de cada um, e como se diz que difere.
DA_COLOCACAO = {
    "posicao": "o lugar na lista geral",
    "posicao_cotas": "o lugar na lista da cota",
    "posicao_pcd": "o lugar na lista de PcD",
    "nota": "a nota final",
    "criterio": "o critério que separa de quem está acima",
    "valor": "o valor do critério",
    "valor_acima": "o valor do critério em quem está acima",
    "motivo": "o motivo de não estar aprovado",
}


def diferenca_do_cargo(cargo: Cargo) -> str:
    """Frases sobre o primeiro lugar e a primeira vaga que diferem; vazia se tudo confere.

    Vale a lista homologada vigente; sem ela não há o que conferir. Das que ela retificou conferem-se as por
    que já se chamou.
    """
    vigente = Classificacao.objects.filter(cargo=cargo, situacao=SituacaoClassificacao.HOMOLOGADA).first()
    if vigente is None:
        return ""
    frases = [
        primeiro_lugar_divergente(cargo, vigente, entradas_da_classificacao(cargo)),
        *(_da_retificada(cargo, lista) for lista in _retificadas_com_chamadas(cargo, vigente)),
        _primeira_vaga(cargo),
    ]
    return " ".join(f"{frase[0].upper()}{frase[1:]}." for frase in frases if frase)


def concursos_a_reconferir() -> QuerySet[Concurso]:
    """Os que têm alguma lista homologada, encerrados inclusive: o registro deles também se guarda."""
    homologadas = Classificacao.objects.filter(situacao=SituacaoClassificacao.HOMOLOGADA)
    return Concurso.objects.filter(pk__in=homologadas.values("cargo__edital__concurso")).select_related(
        "orgao"
    )


def reconferencias_que_diferem(
    *, orgaos: set[int] | None = None, concurso: Concurso | None = None
) -> QuerySet[Reconferencia]:
    """Cargos cujo guardado não é o que a última conferência refez, do alarme mais antigo ao mais novo.

    `orgaos`: chaves dos que se alcançam; nulo são todos.
    """
    diferem = Reconferencia.objects.exclude(diferenca="").select_related(
        "cargo__edital__concurso__orgao", "cargo__regras"
    )
    if orgaos is not None:
        diferem = diferem.filter(cargo__edital__concurso__orgao__in=orgaos)
    if concurso is not None:
        diferem = diferem.filter(cargo__edital__concurso=concurso)
    return diferem.order_by("difere_desde", "pk")


def _primeira_vaga(cargo: Cargo) -> str | None:
    try:
        return primeira_divergencia(estado_do_cargo(cargo))
    except ErroDeEvento as erro:
        return f"os registros não se reaplicam: no {erro.indice + 1}º, {erro.mensagem}"


def _retificadas_com_chamadas(cargo: Cargo, vigente: Classificacao) -> list[Classificacao]:
    """As listas que já não valem e sobre que os eventos se reaplicam, da mais antiga à mais nova."""
    eventos = ler_eventos(cargo)
    listas = [lista_inicial(cargo, eventos), *(evento.classificacao for evento in eventos)]
    return [lista for lista in listas if lista is not None and lista.pk != vigente.pk]


def _da_retificada(cargo: Cargo, lista: Classificacao) -> str | None:
    frase = primeiro_lugar_divergente(cargo, lista, entradas_da_versao(lista))
    return frase and f"na lista de versão {lista.versao}, já retificada, {frase}"


def primeiro_lugar_divergente(
    cargo: Cargo, vigente: Classificacao, entradas: Sequence[Entrada]
) -> str | None:
    """Frase sobre a primeira linha da lista guardada que não é a que as entradas dão; nula se confere."""
    apurada = apurar_lugares(cargo, entradas)
    refeitas = apurada.colocacoes(vigente)
    guardadas = list(Colocacao.objects.filter(classificacao=vigente).order_by("ordem"))
    inscricoes = Inscricoes()
    for refeita, guardada in zip(refeitas, guardadas, strict=False):
        if frase := _da_linha(refeita, guardada, inscricoes):
            return frase
    if len(refeitas) != len(guardadas):
        return f"a lista guardada tem {len(guardadas)} candidatos e as notas dão {len(refeitas)}"
    if apurada.empates or apurada.faltas:
        return "as notas deixam empate ou falta que a lista homologada não tinha"
    return None


def _da_linha(refeita: Colocacao, guardada: Colocacao, inscricoes: Inscricoes) -> str | None:
    onde = f"na {refeita.ordem}ª linha da lista"
    if refeita.candidatura_id != guardada.candidatura_id:
        certa, outra = inscricoes[refeita.candidatura_id], inscricoes[guardada.candidatura_id]
        return f"{onde}, as notas põem a inscrição {certa} e está guardada a {outra}"
    for campo, nome in DA_COLOCACAO.items():
        if getattr(refeita, campo) != getattr(guardada, campo):
            return (
                f"{onde}, da inscrição {inscricoes[refeita.candidatura_id]}, {nome} não é o que as notas dão"
            )
    return None


def primeira_divergencia(estado: EstadoDoCargo) -> str | None:
    """Frase sobre a primeira vaga em que o que está guardado difere do que o motor diz; nula se confere.

    Compara, chamada por chamada, pessoa, vaga, conta e remanejados; depois quem ocupa cada vaga hoje e em que
    conta; por fim a categoria das vagas na série.
    """
    guardadas = list(
        nomeacoes_que_valem(estado.cargo)
        .select_related("vaga", "evento")
        .prefetch_related("ocupacoes")
        .order_by("evento__sequencia", "ordem")
    )
    inscricoes = Inscricoes()
    for frases in (
        _chamadas_divergentes(estado, guardadas, inscricoes),
        _ocupacoes_divergentes(estado, guardadas, inscricoes),
        _vagas_divergentes(estado),
    ):
        if frase := next(frases, None):
            return frase
    return None


def _chamadas_divergentes(
    estado: EstadoDoCargo, guardadas: list[Nomeacao], inscricoes: Inscricoes
) -> Iterator[str]:
    remanejados = _remanejados(estado.cargo)
    chamadas = estado.apuracao.chamadas
    for chamada, nomeacao in zip(chamadas, guardadas, strict=False):
        certo, guardado = _da_chamada(estado, chamada), _da_nomeacao(nomeacao)
        if certo != guardado:
            yield (
                f"na vaga {min(chamada.vaga, nomeacao.vaga.numero)}, a ordem da lei é "
                f"{_dizer(certo, inscricoes)}, e está registrada {_dizer(guardado, inscricoes)}"
            )
        if [r.candidato for r in chamada.remanejamentos] != remanejados.get(nomeacao.pk, []):
            yield f"na vaga {chamada.vaga}, os remanejamentos registrados não são os da ordem da lei"
    if len(chamadas) != len(guardadas):
        sobra = chamadas[len(guardadas) :]
        vaga = sobra[0].vaga if sobra else guardadas[len(chamadas)].vaga.numero
        yield (
            f"na vaga {vaga}, os registros deixam de acompanhar a ordem da lei: "
            f"há {len(guardadas)} nomeações e {len(chamadas)} chamadas"
        )


def _da_chamada(estado: EstadoDoCargo, chamada: Chamada) -> tuple[Any, ...]:
    sequencia = estado.eventos[chamada.evento].sequencia
    ocupa, categoria = str(chamada.ocupa), str(chamada.categoria)
    quem = int(chamada.candidato)
    return sequencia, chamada.vaga, quem, ocupa, categoria, chamada.revertida, chamada.espelho


def _da_nomeacao(nomeacao: Nomeacao) -> tuple[Any, ...]:
    """`ocupa` é o da chamada, que está na primeira ocupação."""
    ocupacoes = sorted(nomeacao.ocupacoes.all(), key=lambda ocupacao: ocupacao.sequencia)
    ocupa = ocupacoes[0].categoria if ocupacoes else ""
    sequencia, vaga, quem = nomeacao.evento.sequencia, nomeacao.vaga.numero, nomeacao.candidatura_id
    return sequencia, vaga, quem, ocupa, nomeacao.categoria, nomeacao.revertida, nomeacao.espelho


def _dizer(chamada: tuple[Any, ...], inscricoes: Inscricoes) -> str:
    sequencia, vaga, quem, ocupa, categoria, revertida, espelho = chamada
    conta = f"na {NOME_DA_RESERVA[CategoriaDaVaga(ocupa)]}" if ocupa else "em conta nenhuma"
    marcas = f"{', revertida' if revertida else ''}{', espelhada' if espelho else ''}"
    da_vaga = f"{NOME_DA_RESERVA[CategoriaDaVaga(categoria)]}{marcas}"
    return (
        f"a inscrição {inscricoes[quem]}, contando {conta}, vaga {vaga} ({da_vaga}), no registro {sequencia}"
    )


def _remanejados(cargo: Cargo) -> dict[int, list[str]]:
    """Por nomeação, as candidaturas que a sua chamada remanejou, na ordem em que se gravaram."""
    movidos: dict[int, list[str]] = {}
    seguintes = ocupacoes_que_valem(cargo).filter(sequencia__gt=1).order_by("pk")
    for causa, quem in seguintes.values_list("causa_id", "nomeacao__candidatura_id"):
        movidos.setdefault(causa, []).append(str(quem))
    return movidos


def _ocupacoes_divergentes(
    estado: EstadoDoCargo, guardadas: list[Nomeacao], inscricoes: Inscricoes
) -> Iterator[str]:
    """Uma frase por vaga cuja ocupação de hoje não é a do motor, na ordem dos números."""
    apuracao = estado.apuracao
    do_motor = {vaga: (int(quem), str(apuracao.ocupacao[quem])) for quem, vaga in apuracao.vaga_de.items()}
    do_banco: dict[int, tuple[int, str]] = {}
    for nomeacao in guardadas:
        if nomeacao.encerrada_por_id is None and not nomeacao.espelho:
            do_banco[nomeacao.vaga.numero] = (nomeacao.candidatura_id, nomeacao.ocupa)
    for vaga in sorted(do_motor.keys() | do_banco.keys()):
        certo, guardado = do_motor.get(vaga), do_banco.get(vaga)
        if certo != guardado:
            yield (
                f"na vaga {vaga}, pela ordem da lei {_ocupante(certo, inscricoes)}, e pelo registro "
                f"{_ocupante(guardado, inscricoes)}"
            )


def _ocupante(quem: tuple[int, str] | None, inscricoes: Inscricoes) -> str:
    if quem is None:
        return "não está ninguém"
    return f"está a inscrição {inscricoes[quem[0]]}, contando na {NOME_DA_RESERVA[CategoriaDaVaga(quem[1])]}"


def _vagas_divergentes(estado: EstadoDoCargo) -> Iterator[str]:
    """Vagas que ninguém chamou, que faltam, ou cuja categoria não é a da série."""
    guardadas = dict(vagas_que_valem(estado.cargo).values_list("numero", "categoria"))
    ultima = max([estado.ultima_vaga, *guardadas])
    serie = categorias_na_serie(estado.regras, ultima)
    chamadas = {chamada.vaga for chamada in estado.apuracao.chamadas}
    for vaga in range(1, ultima + 1):
        if (vaga in guardadas) != (vaga in chamadas):
            yield f"a vaga {vaga} {'não devia existir' if vaga in guardadas else 'não está registrada'}"
        elif vaga in guardadas and guardadas[vaga] != str(serie[vaga]):
            certa = NOME_DA_RESERVA[CategoriaDaVaga(serie[vaga])]
            yield f"a vaga {vaga} é de {certa} na série, e não é o que está registrado"
