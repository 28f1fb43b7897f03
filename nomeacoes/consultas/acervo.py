"""O que os atos e a história das nomeações de um cargo leem, lido de uma vez."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from candidatos.models import Colocacao
from concursos.models import Cargo
from nomeacoes.consultas.estado import lista_inicial
from nomeacoes.consultas.valem import nomeacoes_que_valem
from nomeacoes.enums import CategoriaDaVaga, TipoAto, TipoDoEvento
from nomeacoes.models import JUDICIAIS, Ato, Evento, Nomeacao, Ocupacao


@dataclass(frozen=True, slots=True)
class Acervo:
    """Leituras de um cargo, por identificador.

    `colocacoes`: por nomeação, na lista que valia ao chamar; `ocupacoes`: as de cada nomeação, em sequência,
    sem os remanejamentos de convocação desfeita; `causadas`: os que cada chamada provocou, na ordem;
    `reabertas`: nomeações em vaga que já tivera ocupante; `nomeadores`: o ato de nomeação de cada nomeação,
    que a assinatura atualiza; `ressalvas`: por candidatura, {"tipo": "sub_judice" ou "ordem_judicial",
    "processo"} da que está aberta.
    """

    colocacoes: Mapping[int, Colocacao]
    ocupacoes: Mapping[int, list[Ocupacao]]
    causadas: Mapping[int, list[Ocupacao]]
    reabertas: frozenset[int]
    nomeadores: dict[int, Ato]
    ressalvas: Mapping[int, Mapping[str, str]]

    def anterior(self, ocupacao: Ocupacao) -> CategoriaDaVaga:
        """Em que a pessoa contava antes desta ocupação, que não é a primeira."""
        da_nomeacao = self.ocupacoes[ocupacao.nomeacao_id]
        antes = [cada for cada in da_nomeacao if cada.sequencia < ocupacao.sequencia]
        return CategoriaDaVaga(antes[-1].categoria)

    def passa(self, ocupacao: Ocupacao) -> bool:
        """Se a reserva que o remanejamento libera passou a quem foi chamado, ou reverteu à ampla.

        Passa a do último remanejado pela chamada, quando quem ela chamou ocupa essa mesma reserva.
        """
        ultima = self.causadas[ocupacao.causa_id][-1]
        da_chamada = self.ocupacoes[ocupacao.causa_id][0]
        return ultima.pk == ocupacao.pk and da_chamada.categoria == self.anterior(ocupacao)

    def lugar(self, nomeacao_id: int, lista: str) -> int | None:
        """Lugar de quem se chamou na lista dada, na classificação que valia então; nulo se não tinha."""
        colocacao = self.colocacoes.get(nomeacao_id)
        if colocacao is None:
            return None
        lugares = {
            CategoriaDaVaga.AMPLA: colocacao.posicao,
            CategoriaDaVaga.COTAS: colocacao.posicao_cotas,
            CategoriaDaVaga.PCD: colocacao.posicao_pcd,
        }
        return lugares[CategoriaDaVaga(lista)]


def ler_acervo(cargo: Cargo) -> Acervo:
    """Lê, em poucas consultas, o que todas as nomeações do cargo pedem."""
    ocupacoes: dict[int, list[Ocupacao]] = defaultdict(list)
    causadas: dict[int, list[Ocupacao]] = defaultdict(list)
    da_tabela = (
        Ocupacao.objects.filter(nomeacao__vaga__cargo=cargo)
        .exclude(sequencia__gt=1, causa__evento__desfeito_por__isnull=False)
        .select_related(
            "nomeacao__vaga",
            "nomeacao__candidatura__inscricao__candidato",
            "causa__vaga",
            "causa__candidatura__inscricao__candidato",
        )
        .order_by("pk")
    )
    for ocupacao in da_tabela:
        ocupacoes[ocupacao.nomeacao_id].append(ocupacao)
        if ocupacao.sequencia > 1:
            causadas[ocupacao.causa_id].append(ocupacao)
    nomeadores = Ato.objects.filter(nomeacao__vaga__cargo=cargo, tipo=TipoAto.NOMEACAO)
    return Acervo(
        colocacoes=_colocacoes(cargo),
        ocupacoes=ocupacoes,
        causadas=causadas,
        reabertas=_reabertas(cargo),
        nomeadores={ato.nomeacao_id: ato for ato in nomeadores},
        ressalvas=ressalvas_judiciais(cargo),
    )


def ressalvas_judiciais(cargo: Cargo) -> Mapping[int, Mapping[str, str]]:
    """As que a Justiça ainda não resolveu; de quem tem as duas, a da ordem, como diz o motor."""
    eventos = Evento.objects.filter(cargo=cargo, tipo__in=JUDICIAIS, desfeito_por__isnull=True)
    ressalvas: dict[int, Mapping[str, str]] = {}
    for quem, tipo, processo in eventos.order_by("sequencia").values_list("candidatura", "tipo", "processo"):
        if tipo == TipoDoEvento.FIM_SUB_JUDICE:
            ressalvas.pop(quem, None)
        elif tipo == TipoDoEvento.ORDEM_JUDICIAL or quem not in ressalvas:
            ressalvas[quem] = {"tipo": tipo, "processo": processo}
    return ressalvas


def marcas_judiciais(cargo: Cargo) -> Mapping[int, str]:
    """O que as listas publicadas escrevem ao lado do nome de quem depende da Justiça."""
    palavras = {TipoDoEvento.ORDEM_JUDICIAL: "por ordem judicial"}
    return {
        quem: palavras.get(TipoDoEvento(ressalva["tipo"]), "sub judice")
        for quem, ressalva in ressalvas_judiciais(cargo).items()
    }


def _colocacoes(cargo: Cargo) -> Mapping[int, Colocacao]:
    """Só de quem foi chamado alguma vez: a lista inteira pode ter centenas de milhares."""
    retificacoes = list(
        Evento.objects.filter(cargo=cargo, classificacao__isnull=False)
        .select_related("classificacao")
        .order_by("sequencia")
    )
    valiam = [(0, lista_inicial(cargo, retificacoes))]
    valiam += [(evento.sequencia, evento.classificacao) for evento in retificacoes]
    chamadas: dict[int, list[tuple[int, int]]] = defaultdict(list)
    feitas = Nomeacao.objects.filter(vaga__cargo=cargo)
    for pk, quem, sequencia in feitas.values_list("pk", "candidatura", "evento__sequencia"):
        lista = next(lista for desde, lista in reversed(valiam) if desde < sequencia)
        if lista is not None:
            chamadas[lista.pk].append((pk, quem))
    colocacoes: dict[int, Colocacao] = {}
    for chave, feitas_por_ela in chamadas.items():
        de_chamados = Colocacao.objects.filter(
            classificacao=chave, candidatura__in=feitas.values("candidatura")
        )
        de_quem = {colocacao.candidatura_id: colocacao for colocacao in de_chamados}
        colocacoes |= {pk: de_quem[quem] for pk, quem in feitas_por_ela if quem in de_quem}
    return colocacoes


def _reabertas(cargo: Cargo) -> frozenset[int]:
    vistas: set[int] = set()
    reabertas: set[int] = set()
    em_ordem = nomeacoes_que_valem(cargo).filter(espelho=False).order_by("evento__sequencia", "ordem")
    for pk, vaga in em_ordem.values_list("pk", "vaga"):
        if vaga in vistas:
            reabertas.add(pk)
        vistas.add(vaga)
    return frozenset(reabertas)
