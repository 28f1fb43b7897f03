"""Leituras das páginas: cargos a convocar, vagas de um cargo, convocações, nomeações e atos."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Count, F, Max, Prefetch, Q, QuerySet

from candidatos.consultas.busca import normalizar_nome
from concursos.consultas import regras_da_reserva
from concursos.enums import SituacaoConcurso
from concursos.models import Cargo
from nomeacoes.consultas.estado import EstadoDoCargo, categorias_na_serie
from nomeacoes.consultas.plano import NOME_DA_RESERVA
from nomeacoes.enums import CategoriaDaVaga, SituacaoAto, TipoDoEvento
from nomeacoes.models import RESERVADOS, Ato, Evento, Nomeacao, Ocupacao, PdfDoAto, Vaga
from nucleo.permissoes import Pessoa

LETRAS = {CategoriaDaVaga.AMPLA: "A", CategoriaDaVaga.COTAS: "C", CategoriaDaVaga.PCD: "P"}
# Medidas da faixa de vagas, em unidades do desenho.
POR_LINHA, PASSO, LADO, ALTURA = 24, 40, 32, 56
# Acima disto a faixa não se lê: mostra-se o fim, onde o trabalho está, e a tabela traz todas.
MAIOR_FAIXA = 240


@dataclass(frozen=True, slots=True)
class CargoAConvocar:
    """Um cargo homologado: próxima vaga da série, vagas abertas e última convocação."""

    cargo: Cargo
    proxima: int
    categoria: CategoriaDaVaga
    abertas: tuple[int, ...]
    providas: int
    ultima: date | None


@dataclass(frozen=True, slots=True)
class Marca:
    """Uma vaga na faixa: lugar no desenho, letra, e o que se lê dela."""

    numero: int
    categoria: str
    letra: str
    aberta: bool
    futura: bool
    x: int
    y: int
    titulo: str

    @property
    def meio(self) -> int:
        """Centro horizontal da marca."""
        return self.x + LADO // 2


@dataclass(frozen=True, slots=True)
class Faixa:
    """A faixa de vagas de um cargo. `omitidas`: quantas, do começo, ficam só na tabela."""

    marcas: tuple[Marca, ...]
    largura: int
    altura: int
    omitidas: int


@dataclass(frozen=True, slots=True)
class LinhaDaVaga:
    """Uma vaga já provida, com a sua história de nomeações, a última em primeiro lugar."""

    vaga: Vaga
    nomeacoes: tuple[Nomeacao, ...]

    @property
    def ocupante(self) -> Nomeacao | None:
        """Quem a ocupa hoje; nulo se está aberta."""
        em_curso = (cada for cada in self.nomeacoes if cada.encerrada_por_id is None)
        return next((cada for cada in em_curso if not cada.espelho), None)

    @property
    def reabre_como(self) -> CategoriaDaVaga | None:
        """Em que conta uma vaga aberta será provida: a que o último ocupante tinha ao perdê-la.

        Nula se nunca teve nenhum: só a espelhada, ou só convocações desfeitas.
        """
        tiveram = (cada for cada in self.nomeacoes if not cada.espelho and not cada.desfeita)
        ultima = next(tiveram, None)
        return None if ultima is None else CategoriaDaVaga(ultima.ocupa)


def cargos_a_convocar(*, autor: Pessoa, concurso: int | None = None) -> QuerySet[Cargo]:
    """Cargos de resultado homologado ao alcance do autor, com as contas de vagas."""
    aberta = Q(
        vagas_providas__nomeacoes__encerrada_por__isnull=True,
        vagas_providas__nomeacoes__isnull=False,
        vagas_providas__nomeacoes__espelho=False,
    )
    provida = Q(
        vagas_providas__nomeacoes__espelho=False,
        vagas_providas__nomeacoes__evento__desfeito_por__isnull=True,
    )
    cargos = (
        Cargo.objects.filter(homologacao__isnull=False)
        .exclude(edital__concurso__situacao=SituacaoConcurso.ENCERRADO)
        .select_related("edital__concurso__orgao", "regras")
        .annotate(
            ultima_vaga=Max("vagas_providas__numero", filter=provida),
            ocupadas=Count("vagas_providas", filter=aberta, distinct=True),
            ultima_convocacao=Max(
                "eventos__data",
                filter=Q(eventos__tipo=TipoDoEvento.CONVOCAR, eventos__desfeito_por__isnull=True),
            ),
        )
        .order_by("-edital__concurso__ano", "-edital__concurso__numero", "codigo")
    )
    if concurso is not None:
        cargos = cargos.filter(edital__concurso=concurso)
    orgaos = autor.orgaos()
    return cargos if orgaos is None else cargos.filter(edital__concurso__orgao__in=orgaos)


def resumo_dos_cargos(cargos: Sequence[Any]) -> list[CargoAConvocar]:
    """O que a lista mostra de cada cargo vindo de `cargos_a_convocar`."""
    abertas: dict[int, list[int]] = {cargo.pk: [] for cargo in cargos}
    que_contam = Nomeacao.objects.filter(espelho=False, evento__desfeito_por__isnull=True)
    vagas = Vaga.objects.filter(cargo__in=cargos, pk__in=que_contam.values("vaga")).exclude(
        pk__in=que_contam.filter(encerrada_por__isnull=True).values("vaga")
    )
    for cargo_id, numero in vagas.order_by("numero").values_list("cargo_id", "numero"):
        abertas[cargo_id].append(numero)
    return [_resumo(cargo, tuple(abertas[cargo.pk])) for cargo in cargos]


def _resumo(cargo: Any, abertas: tuple[int, ...]) -> CargoAConvocar:
    proxima = (cargo.ultima_vaga or 0) + 1
    serie = categorias_na_serie(regras_da_reserva(cargo), proxima)
    return CargoAConvocar(
        cargo=cargo,
        proxima=proxima,
        categoria=CategoriaDaVaga(serie[proxima]),
        abertas=abertas,
        providas=cargo.ocupadas,
        ultima=cargo.ultima_convocacao,
    )


def vagas_do_cargo(cargo: Cargo) -> QuerySet[Vaga]:
    """Vagas já providas alguma vez, na ordem, com as nomeações, as ocupações e os atos de cada uma."""
    atos = Ato.objects.exclude(situacao=SituacaoAto.CANCELADO).order_by("pk")
    ocupacoes = Ocupacao.objects.filter(causa__evento__desfeito_por__isnull=True).order_by("sequencia")
    nomeacoes = (
        Nomeacao.objects.select_related(
            "candidatura__inscricao__candidato", "evento__desfeito_por", "encerrada_por"
        )
        .prefetch_related(Prefetch("atos", atos), Prefetch("ocupacoes", ocupacoes))
        .order_by("-evento__sequencia")
    )
    return (
        Vaga.objects.filter(cargo=cargo).prefetch_related(Prefetch("nomeacoes", nomeacoes)).order_by("numero")
    )


def linhas_das_vagas(vagas: Sequence[Vaga]) -> list[LinhaDaVaga]:
    """Linhas da tabela de vagas, vindas de `vagas_do_cargo`."""
    return [LinhaDaVaga(vaga, tuple(vaga.nomeacoes.all())) for vaga in vagas]


def faixa_das_vagas(estado: EstadoDoCargo) -> Faixa:
    """Faixa de vagas: da primeira até a última oferecida ou provida, a que for maior, e a próxima."""
    ate = max(estado.cargo.vagas, estado.ultima_vaga + 1)
    inicio = max(1, ate - MAIOR_FAIXA + 1)
    serie = categorias_na_serie(estado.regras, ate)
    ocupantes = _ocupantes(estado)
    marcas = tuple(
        _marca(numero, posicao, CategoriaDaVaga(serie[numero]), estado, ocupantes)
        for posicao, numero in enumerate(range(inicio, ate + 1))
    )
    linhas = -(-len(marcas) // POR_LINHA)
    colunas = min(len(marcas), POR_LINHA)
    return Faixa(marcas, colunas * PASSO, linhas * ALTURA, inicio - 1)


def _ocupantes(estado: EstadoDoCargo) -> Mapping[int, str]:
    abertas = Nomeacao.objects.filter(vaga__cargo=estado.cargo, encerrada_por__isnull=True, espelho=False)
    return {
        numero: f"{nome}, conta na {NOME_DA_RESERVA[CategoriaDaVaga(ocupa)]}"
        for numero, nome, ocupa in abertas.values_list(
            "vaga__numero", "candidatura__inscricao__candidato__nome", "ocupa"
        )
    }


def _marca(
    numero: int,
    posicao: int,
    categoria: CategoriaDaVaga,
    estado: EstadoDoCargo,
    ocupantes: Mapping[int, str],
) -> Marca:
    futura = numero > estado.ultima_vaga
    aberta = numero in estado.apuracao.vagas_abertas
    quem = ocupantes.get(numero) or ("aberta" if aberta else "ainda não provida")
    linha, coluna = divmod(posicao, POR_LINHA)
    return Marca(
        numero=numero,
        categoria=str(categoria),
        letra=LETRAS[categoria],
        aberta=aberta or futura,
        futura=futura,
        x=coluna * PASSO + 4,
        y=linha * ALTURA + 4,
        titulo=f"Vaga {numero}, {NOME_DA_RESERVA[categoria]} na série: {quem}",
    )


def convocacoes_ao_alcance(*, autor: Pessoa) -> QuerySet[Evento]:
    """Convocações dos órgãos do autor, da última à primeira."""
    eventos = (
        Evento.objects.filter(tipo=TipoDoEvento.CONVOCAR)
        .select_related("cargo__edital__concurso__orgao__municipio", "cargo__regras", "autor", "desfeito_por")
        .order_by("-data", "-pk")
    )
    orgaos = autor.orgaos()
    return eventos if orgaos is None else eventos.filter(cargo__edital__concurso__orgao__in=orgaos)


def atos_da_convocacao(evento: Evento) -> QuerySet[Ato]:
    """Atos que a convocação causou, na ordem em que se assinam: nomeações, depois apostilas."""
    return (
        atos_para_mostrar()
        .filter(ocupacao__causa__evento=evento)
        .order_by("-tipo", "ocupacao__causa__ordem", "pk")
    )


def atos_para_mostrar() -> QuerySet[Ato]:
    """Atos com a pessoa, a vaga, o cargo e os PDFs."""
    return (
        Ato.objects.select_related(
            "orgao",
            "ocupacao__causa__vaga",
            "ocupacao__causa__candidatura__inscricao__candidato",
            "ocupacao__causa__evento",
            "nomeacao__vaga__cargo__edital__concurso__orgao",
            "nomeacao__candidatura__inscricao__candidato",
            "nomeacao__evento",
            "redigido_por",
            "conferido_por",
            "assinado_por",
        )
        .prefetch_related(Prefetch("pdfs", PdfDoAto.objects.order_by("assinado")), "publicacoes")
        .defer("contexto")
    )


def atos_ao_alcance(*, autor: Pessoa, filtros: Mapping[str, Any] | None = None) -> QuerySet[Ato]:
    """Atos dos órgãos do autor, as minutas primeiro.

    `filtros`: tipo, situacao, ano, concurso (pk) e q (nome ou inscrição).
    """
    filtros = filtros or {}
    atos = atos_para_mostrar().order_by(
        F("ano").desc(nulls_first=True), F("numero").desc(nulls_first=True), "-pk"
    )
    orgaos = autor.orgaos()
    if orgaos is not None:
        atos = atos.filter(orgao__in=orgaos)
    caminhos = {
        "tipo": "tipo",
        "situacao": "situacao",
        "ano": "ano",
        "concurso": "nomeacao__vaga__cargo__edital__concurso",
    }
    for nome, caminho in caminhos.items():
        if filtros.get(nome):
            atos = atos.filter(**{caminho: filtros[nome]})
    return atos.filter(_por_nome_ou_inscricao(filtros.get("q") or ""))


def _por_nome_ou_inscricao(termo: str) -> Q:
    """Nome sem acentos, com todas as palavras, ou começo da inscrição; vazio não filtra."""
    do_nome = Q()
    for palavra in normalizar_nome(termo).split():
        do_nome &= Q(nomeacao__candidatura__inscricao__candidato__nome_busca__contains=palavra)
    da_inscricao = Q(nomeacao__candidatura__inscricao__numero__startswith=termo.strip())
    return do_nome | da_inscricao if termo.strip() else Q()


def nomeacoes_ao_alcance(*, autor: Pessoa) -> QuerySet[Nomeacao]:
    """Nomeações dos órgãos do autor, com pessoa, vaga, cargo, história e atos."""
    nomeacoes = Nomeacao.objects.select_related(
        "vaga__cargo__edital__concurso__orgao__municipio",
        "candidatura__inscricao__candidato",
        "candidatura__cargo__edital__concurso__orgao",
        "evento__desfeito_por",
        "encerrada_por",
        "exercicio",
    ).prefetch_related(
        "prorrogacoes",
        Prefetch(
            "ocupacoes",
            Ocupacao.objects.select_related(
                "causa__vaga", "causa__candidatura__inscricao__candidato", "causa__evento"
            ).order_by("sequencia"),
        ),
        Prefetch("atos", atos_para_mostrar().order_by("pk")),
    )
    orgaos = autor.orgaos()
    return nomeacoes if orgaos is None else nomeacoes.filter(vaga__cargo__edital__concurso__orgao__in=orgaos)


def eventos_do_cargo(cargo: Cargo, *, ve_declaracoes: bool) -> QuerySet[Evento]:
    """Eventos do cargo, do último ao primeiro; os que falam de declarações, só a quem as vê."""
    eventos = (
        Evento.objects.filter(cargo=cargo)
        .select_related("candidatura__inscricao__candidato", "autor", "desfaz", "desfeito_por")
        .select_related("classificacao__retificacao")
        .order_by("-sequencia")
    )
    if ve_declaracoes:
        return eventos
    return eventos.exclude(tipo__in=RESERVADOS).exclude(desfaz__tipo__in=RESERVADOS)
