"""Do mapa de um caso aos candidatos e aos eventos do motor."""

from collections.abc import Collection

from cotas import leitura
from cotas.chamada import Evento
from cotas.criterio import Concorrente
from cotas.entrada import DO_CANDIDATO
from cotas.enums import TipoEvento
from cotas.leitura import Bloco

# Vieram depois das outras: a prova que um caso antigo tenha com um destes nomes continua a ser prova.
DO_CANDIDATO_NA_MEMORIA = ("cotista", "criterio")
DO_EVENTO = ("tipo", "quantidade", "candidato", "data", "ato", "motivo")
DE_QUEM_FICOU_FORA = ("id", "motivo")


def _itens(caso: Bloco, chave: str, *, obrigatorio: bool) -> list[Bloco]:
    itens = caso.ler(chave, leitura.lista, list[object](), obrigatorio=obrigatorio)
    return [Bloco(item, f"{chave}[{i}]", caso.falhas) for i, item in enumerate(itens)]


def ler_candidatos(caso: Bloco, provas: Collection[str]) -> list[Concorrente]:
    """Os candidatos, na ordem em que estão; as falhas ficam anotadas.

    De quem ficou `fora`, antes das notas, só se confere a forma e que não seja também candidato.
    """
    vistos: set[str] = set()
    candidatos = []
    for bloco in _itens(caso, "candidatos", obrigatorio=True):
        candidato = _ler_candidato(bloco, provas)
        _exigir_novo(bloco, candidato.id, vistos)
        candidatos.append(candidato)
    for bloco in _itens(caso, "fora", obrigatorio=False):
        bloco.so_conhece(DE_QUEM_FICOU_FORA)
        bloco.ler("motivo", leitura.texto_livre, "")
        _exigir_novo(bloco, bloco.ler("id", leitura.texto, "", obrigatorio=True), vistos)
    return candidatos


def _exigir_novo(bloco: Bloco, quem: str, vistos: set[str]) -> None:
    if quem and quem in vistos:
        bloco.falhar("id", f"{quem} já aparece acima")
    vistos.add(quem)


def _ler_candidato(bloco: Bloco, provas: Collection[str]) -> Concorrente:
    da_memoria = [chave for chave in DO_CANDIDATO_NA_MEMORIA if chave not in provas]
    bloco.so_conhece((*DO_CANDIDATO, *da_memoria, *provas))
    if "criterio" in da_memoria:
        bloco.ler("criterio", leitura.texto_livre, "")
    notas = {prova: bloco.ler(prova, leitura.numero, None) for prova in provas}
    return Concorrente(
        id=bloco.ler("id", leitura.texto, "", obrigatorio=True),
        notas={prova: nota for prova, nota in notas.items() if nota is not None},
        nascimento=bloco.ler("nascimento", leitura.data, None),
        jurado=_sim_ou_nao(bloco, "jurado"),
        sorteio=bloco.ler("sorteio", leitura.inteiro, None),
        cotista="cotista" in da_memoria and _sim_ou_nao(bloco, "cotista"),
        negro=_sim_ou_nao(bloco, "negro"),
        indigena=_sim_ou_nao(bloco, "indigena"),
        pcd=_sim_ou_nao(bloco, "pcd"),
    )


def _sim_ou_nao(bloco: Bloco, chave: str) -> bool:
    return bloco.ler(chave, leitura.booleano, False)


def ler_eventos(caso: Bloco) -> list[Evento]:
    """Os eventos, na ordem; data, ato e motivo só se conferem. As falhas ficam anotadas."""
    return [_ler_evento(bloco) for bloco in _itens(caso, "eventos", obrigatorio=False)]


def _ler_evento(bloco: Bloco) -> Evento:
    bloco.so_conhece(DO_EVENTO)
    bloco.ler("data", leitura.data, None)
    bloco.ler("ato", leitura.texto_livre, "")
    bloco.ler("motivo", leitura.texto_livre, "")
    return Evento(
        tipo=bloco.ler("tipo", leitura.opcao(TipoEvento), TipoEvento.CONVOCAR, obrigatorio=True),
        candidato=bloco.ler("candidato", leitura.texto, None),
        quantidade=bloco.ler("quantidade", leitura.inteiro, None),
    )
