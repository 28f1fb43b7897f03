"""Os prazos da posse e do exercício de cada pessoa, contados pela regra do município."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from django.db.models import Q, QuerySet
from django.utils import timezone

from concursos.models import Concurso
from nomeacoes.enums import EspecieDePrazo, SituacaoAto, SituacaoNomeacao
from nomeacoes.models import Ato, Nomeacao, ProrrogacaoDePrazo, RegraDePrazo
from nomeacoes.models.prazos import em_palavras
from nucleo.calendario import TipoDePrazo, fim_do_prazo, sem_expediente_em
from nucleo.models import Municipio
from nucleo.permissoes import Pessoa


@dataclass(frozen=True, slots=True)
class Prorrogado:
    """Uma prorrogação e o dia em que passa a acabar o prazo."""

    pedido: ProrrogacaoDePrazo
    fim: date


@dataclass(frozen=True, slots=True)
class Prazo:
    """Um prazo contado. `origem`: de onde corre, em palavras; `cumprido_em`: nulo enquanto não se cumpre."""

    especie: EspecieDePrazo
    regra: RegraDePrazo
    inicio: date
    origem: str
    primeiro_fim: date
    prorrogacoes: tuple[Prorrogado, ...]
    cumprido_em: date | None
    hoje: date

    @property
    def fim(self) -> date:
        """O último dia, com as prorrogações."""
        return self.prorrogacoes[-1].fim if self.prorrogacoes else self.primeiro_fim

    @property
    def dias(self) -> int:
        """Quantos dias faltam; negativo se já passou."""
        return (self.fim - self.hoje).days

    @property
    def vencido(self) -> bool:
        """Se acabou sem se cumprir."""
        return self.cumprido_em is None and self.dias < 0

    @property
    def perto(self) -> bool:
        """Se corre e acaba dentro da antecedência do aviso."""
        return self.cumprido_em is None and 0 <= self.dias <= self.regra.dias_de_aviso

    @property
    def prorrogavel(self) -> bool:
        """Se ainda cabe pedi-lo prorrogado: a regra o admite, e não se cumpriu."""
        regra = self.regra
        cabem = regra.prorrogacoes if regra.prorrogacao else 0
        return self.cumprido_em is None and len(self.prorrogacoes) < cabem

    @property
    def conta(self) -> str:
        """Como se contou: de onde corre, quanto dura, o dispositivo e, se houve, as prorrogações."""
        frases = [
            f"{self.regra.em_palavras} ({self.regra.dispositivo}) {self.origem}, excluído esse dia: "
            f"até {self.primeiro_fim:%d/%m/%Y}."
        ]
        for cada in self.prorrogacoes:
            mais = em_palavras(cada.pedido.quantidade, self.regra.tipo)
            frases.append(f"Prorrogado por {mais}, do fim do anterior: até {cada.fim:%d/%m/%Y}.")
        return " ".join(frases)

    @property
    def situacao(self) -> str:
        """Como está hoje, em palavras."""
        if self.cumprido_em is not None:
            return f"cumprido em {self.cumprido_em:%d/%m/%Y}"
        if self.dias == 0:
            return "acaba hoje"
        if self.dias > 0:
            return "falta 1 dia" if self.dias == 1 else f"faltam {self.dias} dias"
        return "acabou há 1 dia" if self.dias == -1 else f"acabou há {-self.dias} dias"


class Contador:
    """Conta os prazos de várias pessoas, lendo uma vez as regras e os feriados de cada município."""

    def __init__(self, hoje: date) -> None:
        self._hoje = hoje
        self._regras: dict[int, list[RegraDePrazo]] = {}
        self._fechados: dict[int, Callable[[date], bool]] = {}

    def prazos(self, nomeacao: Nomeacao) -> tuple[Prazo, ...]:
        """O da posse e, empossada a pessoa, o do exercício: só os que começaram e têm regra."""
        achados = [self.posse(nomeacao), self.exercicio(nomeacao)]
        return tuple(prazo for prazo in achados if prazo is not None)

    def posse(self, nomeacao: Nomeacao) -> Prazo | None:
        """O da posse; nulo sem ato assinado ou sem regra."""
        comeco = inicio_da_posse(nomeacao)
        if comeco is None:
            return None
        return self._prazo(nomeacao, EspecieDePrazo.POSSE, *comeco, nomeacao.empossada_em)

    def exercicio(self, nomeacao: Nomeacao) -> Prazo | None:
        """O do exercício; nulo antes da posse ou sem regra."""
        if nomeacao.empossada_em is None:
            return None
        exercicio = getattr(nomeacao, "exercicio", None)
        origem = f"da posse, de {nomeacao.empossada_em:%d/%m/%Y}"
        cumprido = None if exercicio is None else exercicio.data
        return self._prazo(nomeacao, EspecieDePrazo.EXERCICIO, nomeacao.empossada_em, origem, cumprido)

    def _prazo(
        self, nomeacao: Nomeacao, especie: EspecieDePrazo, inicio: date, origem: str, cumprido: date | None
    ) -> Prazo | None:
        municipio = nomeacao.orgao.municipio
        regra = self._regra(municipio, especie, inicio)
        if regra is None:
            return None
        tipo, fechado = TipoDePrazo(regra.tipo), self._fechado(municipio)
        primeiro = fim = fim_do_prazo(inicio, regra.quantidade, tipo, fechado)
        prorrogados = []
        for pedido in nomeacao.prorrogacoes.all():
            if pedido.especie == especie:
                fim = fim_do_prazo(fim, pedido.quantidade, tipo, fechado)
                prorrogados.append(Prorrogado(pedido, fim))
        return Prazo(especie, regra, inicio, origem, primeiro, tuple(prorrogados), cumprido, self._hoje)

    def _regra(self, municipio: Municipio, especie: str, inicio: date) -> RegraDePrazo | None:
        """A que vigia quando o prazo começou."""
        if municipio.pk not in self._regras:
            self._regras[municipio.pk] = list(municipio.regras_de_prazo.order_by("-vigente_desde"))
        return next(
            (r for r in self._regras[municipio.pk] if r.especie == especie and r.vigente_desde <= inicio),
            None,
        )

    def _fechado(self, municipio: Municipio) -> Callable[[date], bool]:
        if municipio.pk not in self._fechados:
            self._fechados[municipio.pk] = sem_expediente_em(municipio)
        return self._fechados[municipio.pk]


def inicio_da_posse(nomeacao: Nomeacao) -> tuple[date, str] | None:
    """Dia de que corre o prazo da posse e o que ele é; nulo enquanto o ato de nomeação é minuta.

    É o da publicação do ato e, enquanto ela não se registra, o da assinatura.
    """
    ato = _nomeador(nomeacao)
    if ato is None or ato.assinado_em is None:
        return None
    publicacao = ato.publicacao
    if publicacao is not None:
        return publicacao.data, f"da publicação do ato, de {publicacao.data:%d/%m/%Y}"
    dia = timezone.localdate(ato.assinado_em)
    return dia, f"da assinatura do ato, de {dia:%d/%m/%Y}, cuja publicação ainda não se registrou"


def _nomeador(nomeacao: Nomeacao) -> Ato | None:
    """O ato assinado que nomeou a pessoa."""
    nomeadores = (
        a for a in nomeacao.atos.all() if a.tipo == "nomeacao" and a.situacao == SituacaoAto.ASSINADO
    )
    return next(nomeadores, None)


def nomeacoes_com_prazo() -> QuerySet[Nomeacao]:
    """As que têm posse ou exercício por vir, com tudo o que a contagem lê."""
    espera_posse = Q(situacao=SituacaoNomeacao.NOMEADA)
    espera_exercicio = Q(situacao=SituacaoNomeacao.EMPOSSADA, exercicio__isnull=True)
    return (
        Nomeacao.objects.filter(espera_posse | espera_exercicio)
        .select_related(
            "vaga__cargo__edital__concurso__orgao__municipio",
            "candidatura__inscricao__candidato",
            "evento",
            "exercicio",
        )
        .prefetch_related("atos__publicacoes", "prorrogacoes")
        .order_by("vaga__cargo__codigo", "vaga__numero")
    )


@dataclass(frozen=True, slots=True)
class PrazoDeAlguem:
    """O prazo que corre, ou venceu, de uma pessoa."""

    nomeacao: Nomeacao
    prazo: Prazo


def prazos_por_cumprir(
    concursos: Iterable[Concurso], *, hoje: date, autor: Pessoa | None = None
) -> Mapping[int, list[PrazoDeAlguem]]:
    """Por chave do concurso, os prazos que correm ou venceram, do que acaba primeiro ao último.

    `autor`: se dado, só os dos órgãos dele.
    """
    chaves = [concurso.pk for concurso in concursos]
    contador, achados = Contador(hoje), dict[int, list[PrazoDeAlguem]]()
    nomeacoes = nomeacoes_com_prazo().filter(vaga__cargo__edital__concurso__in=chaves)
    orgaos = None if autor is None else autor.orgaos()
    if orgaos is not None:
        nomeacoes = nomeacoes.filter(vaga__cargo__edital__concurso__orgao__in=orgaos)
    for nomeacao in nomeacoes:
        for prazo in contador.prazos(nomeacao):
            if prazo.cumprido_em is None:
                concurso = nomeacao.vaga.cargo.edital.concurso_id
                achados.setdefault(concurso, []).append(PrazoDeAlguem(nomeacao, prazo))
    for lista in achados.values():
        lista.sort(key=lambda cada: (cada.prazo.fim, cada.nomeacao.pk))
    return achados
