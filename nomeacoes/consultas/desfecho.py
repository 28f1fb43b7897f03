"""O que aconteceu a um cargo e o que ficou registrado, na forma em que a memória de cálculo os escreve."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from candidatos.models import Candidatura
from concursos.models import Cargo
from cotas import RegrasDaReserva
from nomeacoes.consultas.valem import nomeacoes_que_valem, ocupacoes_que_valem, vagas_que_valem
from nomeacoes.enums import CategoriaDaVaga, SituacaoAto, TipoAto
from nomeacoes.models import Ato, Evento

# O que só alguns tipos de evento têm, e se escreve como se guarda.
DO_ACONTECIMENTO = ("efeito", "desfecho", "lista", "processo")
NO_PLURAL = {TipoAto.NOMEACAO: "atos de nomeação", TipoAto.APOSTILA: "apostilas"}


class Inscricoes(dict[int, str]):
    """Número da inscrição por candidatura.

    De quem está registrado sem estar na lista, que é adulteração, lê-se na hora: a memória mostra-o.
    """

    def __missing__(self, candidatura: int) -> str:
        """O número que faltava."""
        numero = Candidatura.objects.values_list("inscricao__numero", flat=True).get(pk=candidatura)
        return self.setdefault(candidatura, numero)


def inscricoes_do_cargo(cargo: Cargo) -> Inscricoes:
    """As de todas as candidaturas do cargo, lidas de uma vez."""
    return Inscricoes(Candidatura.objects.filter(cargo=cargo).values_list("pk", "inscricao__numero"))


def desfecho(
    cargo: Cargo,
    regras: RegrasDaReserva,
    eventos: Sequence[Evento],
    inscricoes: Inscricoes,
    retificadas: Mapping[int, Sequence[Mapping[str, Any]]],
    *,
    publica: bool,
) -> dict[str, Any]:
    """As chaves `eventos` e `esperado` do caso. `retificadas`: os candidatos de cada lista que uma fez."""
    atos = _atos_assinados(cargo)
    escritos = [_evento(evento, atos.get(evento.pk, ""), inscricoes, publica) for evento in eventos]
    for escrito, evento in zip(escritos, eventos, strict=True):
        if evento.classificacao_id is not None:
            escrito["candidatos"] = list(retificadas[evento.classificacao_id])
    return {
        "eventos": escritos,
        "esperado": _esperado(cargo, regras, inscricoes),
    }


def _evento(evento: Evento, atos: str, inscricoes: Inscricoes, publica: bool) -> dict[str, Any]:
    """Motivo e documento só na interna: podem falar da saúde de alguém, ou trazer-lhe o nome."""
    o_que: dict[str, Any] = {}
    if evento.quantidade is not None:
        o_que["quantidade"] = evento.quantidade
    if evento.candidatura_id is not None:
        o_que["candidato"] = inscricoes[evento.candidatura_id]
    if evento.desfaz is not None:
        o_que["desfaz"] = evento.desfaz.sequencia
    if evento.apos_id is not None:
        o_que["apos"] = inscricoes[evento.apos_id]
    o_que |= {c: v for c in DO_ACONTECIMENTO if (v := getattr(evento, c))}
    quando = {"tipo": evento.tipo, **o_que, "data": evento.data}
    escrito = {"ato": atos} if publica else {"ato": atos or evento.documento, "motivo": evento.motivo}
    return quando | {chave: texto for chave, texto in escrito.items() if texto}


def _atos_assinados(cargo: Cargo) -> dict[int, str]:
    """Por convocação: "atos de nomeação nº 1/2026 a 3/2026; apostilas nº 7/2026"."""
    numeros: dict[int, dict[tuple[str, int], list[int]]] = defaultdict(lambda: defaultdict(list))
    assinados = Ato.objects.filter(nomeacao__vaga__cargo=cargo, situacao=SituacaoAto.ASSINADO)
    em_ordem = assinados.order_by("-tipo", "ano", "numero")
    for evento, tipo, ano, numero in em_ordem.values_list(
        "ocupacao__causa__evento_id", "tipo", "ano", "numero"
    ):
        numeros[evento][tipo, ano or 0].append(numero or 0)
    return {
        evento: "; ".join(
            f"{NO_PLURAL[TipoAto(tipo)]} nº {', '.join(_faixas(lista, ano))}"
            for (tipo, ano), lista in por_tipo.items()
        )
        for evento, por_tipo in numeros.items()
    }


def _faixas(numeros: Iterable[int], ano: int) -> list[str]:
    faixas: list[list[int]] = []
    for numero in numeros:
        if faixas and faixas[-1][-1] == numero - 1:
            faixas[-1].append(numero)
        else:
            faixas.append([numero])
    return [
        f"{faixa[0]}/{ano}" if len(faixa) == 1 else f"{faixa[0]}/{ano} a {faixa[-1]}/{ano}"
        for faixa in faixas
    ]


def _esperado(cargo: Cargo, regras: RegrasDaReserva, inscricoes: Inscricoes) -> dict[str, Any]:
    """O que está guardado, na forma do que `simular` responde."""
    nomeacoes = nomeacoes_que_valem(cargo).select_related("vaga").order_by("evento__sequencia", "ordem")
    primeiras, remanejados = _das_ocupacoes(cargo)
    chamadas = []
    ocupacao: dict[str, str] = {}
    espelhos: dict[str, int] = {}
    ocupadas: set[int] = set()
    for nomeacao in nomeacoes:
        movido = remanejados.get(nomeacao.pk)
        quem = inscricoes[nomeacao.candidatura_id]
        chamadas.append(
            {
                "vaga": nomeacao.vaga.numero,
                "categoria": nomeacao.categoria,
                "candidato": quem,
                "ocupa": primeiras.get(nomeacao.pk, nomeacao.ocupa),
                "remanejado": None if movido is None else inscricoes[movido],
                "revertida": nomeacao.revertida,
                **({"espelho": True} if nomeacao.espelho else {}),
                **({"ressalva": nomeacao.ressalva} if nomeacao.ressalva else {}),
            }
        )
        if nomeacao.encerrada_por_id is not None:
            continue
        if nomeacao.espelho:
            espelhos[quem] = nomeacao.vaga.numero
        else:
            ocupacao[quem] = nomeacao.ocupa
            ocupadas.add(nomeacao.vaga.numero)
    providas = vagas_que_valem(cargo).filter(nomeacoes__espelho=False).distinct()
    vagas = providas.order_by("numero").values_list("numero", flat=True)
    return {
        "lei_aplicavel": regras.aplicavel,
        "quadro": {
            "total": cargo.vagas,
            "ampla": cargo.vagas_ampla,
            "cotas": cargo.vagas_cotas,
            "pcd": cargo.vagas_pcd,
        },
        "chamadas": chamadas,
        "ocupacao": ocupacao,
        "vagas_abertas": [numero for numero in vagas if numero not in ocupadas],
        **({"espelhos": espelhos} if espelhos else {}),
    }


def _das_ocupacoes(cargo: Cargo) -> tuple[dict[int, str], dict[int, int]]:
    """Por nomeação: em que conta foi chamada; e a candidatura do último que a sua chamada remanejou."""
    primeiras: dict[int, str] = {}
    remanejados: dict[int, int] = {}
    ocupacoes = ocupacoes_que_valem(cargo).order_by("pk")
    for nomeacao, sequencia, categoria, causa, quem in ocupacoes.values_list(
        "nomeacao_id", "sequencia", "categoria", "causa_id", "nomeacao__candidatura_id"
    ):
        if sequencia == 1:
            primeiras[nomeacao] = CategoriaDaVaga(categoria).value
        else:
            remanejados[causa] = quem
    return primeiras, remanejados
