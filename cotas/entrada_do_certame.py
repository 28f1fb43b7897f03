"""Do mapa de um caso aos candidatos e aos eventos do motor."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from cotas import leitura
from cotas.chamada import Evento
from cotas.criterio import Concorrente
from cotas.entrada import DO_CANDIDATO
from cotas.enums import Categoria, Desfecho, EfeitoSubJudice, TipoEvento
from cotas.leitura import Bloco

# Vieram depois das outras: a prova que um caso antigo tenha com um destes nomes continua a ser prova.
DO_CANDIDATO_NA_MEMORIA = ("cotista", "criterio", "fora_da_geral")
DO_EVENTO = ("tipo", "data", "ato", "motivo", "processo")
COM_PESSOA = ("candidato",)
# O que cada tipo leva, além da pessoa a quem acontece.
DE_CADA_TIPO: Mapping[TipoEvento, tuple[str, ...]] = {
    TipoEvento.CONVOCAR: ("quantidade", "candidato"),
    TipoEvento.SUB_JUDICE: (*COM_PESSOA, "efeito"),
    TipoEvento.FIM_SUB_JUDICE: (*COM_PESSOA, "desfecho"),
    TipoEvento.FIM_CONDICIONAL: (*COM_PESSOA, "desfecho"),
    TipoEvento.ORDEM_JUDICIAL: (*COM_PESSOA, "apos", "lista"),
    TipoEvento.OPCAO: (*COM_PESSOA, "lista"),
    TipoEvento.RETIFICACAO: ("candidatos",),
    TipoEvento.EXTINCAO: (),
    TipoEvento.DESFAZIMENTO: ("desfaz",),
}
DE_QUEM_FICOU_FORA = ("id", "motivo")


def _itens(caso: Bloco, chave: str, *, obrigatorio: bool) -> list[Bloco]:
    caminho = f"{caso.caminho}.{chave}" if caso.caminho else chave
    itens = caso.ler(chave, leitura.lista, list[object](), obrigatorio=obrigatorio)
    return [Bloco(item, f"{caminho}[{i}]", caso.falhas) for i, item in enumerate(itens)]


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
        fora_da_geral="fora_da_geral" in da_memoria and _sim_ou_nao(bloco, "fora_da_geral"),
    )


def _sim_ou_nao(bloco: Bloco, chave: str) -> bool:
    return bloco.ler(chave, leitura.booleano, False)


@dataclass(frozen=True, slots=True)
class EventoLido:
    """Um evento do caso; `candidatos`: os da retificação, por classificar como os do começo."""

    evento: Evento
    candidatos: Sequence[Concorrente] | None = None


def ler_eventos(caso: Bloco, provas: Collection[str]) -> list[EventoLido]:
    """Os eventos, na ordem; data, ato e motivo só se conferem. As falhas ficam anotadas."""
    return [_ler_evento(bloco, provas) for bloco in _itens(caso, "eventos", obrigatorio=False)]


def _ler_evento(bloco: Bloco, provas: Collection[str]) -> EventoLido:
    tipo = bloco.ler("tipo", leitura.opcao(TipoEvento), TipoEvento.CONVOCAR, obrigatorio=True)
    # A quantidade, como a pessoa, conhece-se em todos: o motor diz onde não cabe.
    bloco.so_conhece((*DO_EVENTO, "quantidade", "candidato", *DE_CADA_TIPO.get(tipo, ())))
    bloco.ler("data", leitura.data, None)
    bloco.ler("ato", leitura.texto_livre, "")
    bloco.ler("motivo", leitura.texto_livre, "")
    evento = Evento(
        tipo=tipo,
        candidato=bloco.ler("candidato", leitura.texto, None),
        quantidade=bloco.ler("quantidade", leitura.inteiro, None),
        efeito=bloco.ler("efeito", leitura.opcao(EfeitoSubJudice), None),
        desfecho=bloco.ler("desfecho", leitura.opcao(Desfecho), None),
        apos=bloco.ler("apos", leitura.texto, None),
        lista=bloco.ler("lista", leitura.opcao(Categoria), None),
        desfaz=bloco.ler("desfaz", leitura.inteiro, None),
        processo=bloco.ler("processo", leitura.texto_livre, ""),
    )
    if tipo is not TipoEvento.RETIFICACAO:
        return EventoLido(evento)
    return EventoLido(evento, ler_candidatos(bloco, provas))
