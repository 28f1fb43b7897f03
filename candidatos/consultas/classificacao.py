"""Estado da classificação de um concurso e listas classificadas de um cargo."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Case, Count, Exists, F, IntegerField, Max, OuterRef, Q, QuerySet, Sum, When

from candidatos.consultas.busca import normalizar_nome
from candidatos.enums import ResultadoDaAvaliacao, SituacaoClassificacao
from candidatos.models import AvaliacaoDaDeclaracao, Candidatura, Classificacao, Colocacao, Resultado
from concursos.consultas import homologacao_do_cargo
from concursos.models import Cargo, Concurso, HomologacaoDoCargo
from cotas import Habilitado

# A homologada prevalece sobre uma corrente: nenhuma se calcula depois dela.
VIGENTES = [SituacaoClassificacao.HOMOLOGADA, SituacaoClassificacao.CORRENTE]


class Lista(StrEnum):
    """Listas de um cargo, como vão no endereço."""

    GERAL = "geral"
    COTAS = "cotas"
    PCD = "pcd"
    NAO_APROVADOS = "nao_aprovados"

    @property
    def nome(self) -> str:
        """Como se chama numa frase."""
        return NOMES[self]


NOMES = {
    Lista.GERAL: "lista geral",
    Lista.COTAS: "lista da cota",
    Lista.PCD: "lista de PcD",
    Lista.NAO_APROVADOS: "não aprovados",
}


# Um arquivo errado pode deixar milhares de faltas iguais: a página mostra as primeiras.
FALTAS_MOSTRADAS = 50
# Por cargo: um concurso de quarenta cargos sem desempate tem milhares de empatados.
EMPATES_MOSTRADOS = 5
EMPATADOS_MOSTRADOS = 10
CAMPO_DO_LUGAR = {Lista.GERAL: "posicao", Lista.COTAS: "posicao_cotas", Lista.PCD: "posicao_pcd"}


@dataclass(frozen=True, slots=True)
class EstadoDoCargo:
    """Como está a classificação de um cargo. Contagens em candidaturas; `classificacao` nula: nunca feita.

    `esperas`: o que, fora da lista, falta para a homologar, em frases (`estados_com_esperas`).
    """

    cargo: Cargo
    candidaturas: int
    classificacao: Classificacao | None
    aprovados: int = 0
    oficiais: int = 0
    conferem: int = 0
    desatualizada: bool = False
    esperas: tuple[str, ...] = ()

    @property
    def homologacao(self) -> HomologacaoDoCargo | None:
        """A do resultado do cargo, se já foi homologado."""
        return homologacao_do_cargo(self.cargo)

    @property
    def pronto(self) -> bool:
        """Se nada do que a página vê impede homologá-lo."""
        return bool(self.candidaturas) and self.homologacao is None and not self.pendente

    @property
    def divergem(self) -> int:
        """Lugares que não são os da banca."""
        return self.oficiais - self.conferem

    @property
    def por_classificar(self) -> bool:
        """Se nunca foi classificado, ou se o que mudou depois pede que o seja outra vez."""
        return self.classificacao is None or self.desatualizada

    @property
    def pendente(self) -> bool:
        """Se ainda há o que fazer antes de homologar."""
        atual = self.classificacao
        return atual is None or self.desatualizada or bool(atual.empates or atual.faltas or self.esperas)


def classificacao_vigente(cargo: Cargo) -> Classificacao | None:
    """A homologada ou, antes dela, a corrente; nulo se o cargo nunca foi classificado."""
    vigentes = Classificacao.objects.filter(cargo=cargo, situacao__in=VIGENTES).defer("entradas")
    return max(vigentes, key=_homologada, default=None)


def estado_dos_cargos(concurso: Concurso) -> list[EstadoDoCargo]:
    """Um estado por cargo do concurso, na ordem do código, em número fixo de consultas."""
    cargos = list(
        Cargo.objects.filter(edital__concurso=concurso)
        .annotate(quantas=Count("candidaturas"))
        .select_related("edital__concurso", "homologacao", "regras")
        .order_by("codigo")
    )
    todas = Classificacao.objects.filter(cargo__in=cargos, situacao__in=VIGENTES).defer("entradas")
    # A homologada vem por último e fica.
    vigentes = {cada.cargo_id: cada for cada in sorted(todas, key=_homologada)}
    contagens = contagens_das_classificacoes(vigentes.values())
    antigas = desatualizadas(vigentes.values())
    return [
        EstadoDoCargo(cargo, cargo.quantas, atual, *contagens[atual.pk], atual.pk in antigas)
        if (atual := vigentes.get(cargo.pk))
        else EstadoDoCargo(cargo, cargo.quantas, None)
        for cargo in cargos
    ]


def desatualizadas(classificacoes: Iterable[Classificacao]) -> set[int]:
    """As que são anteriores a um arquivo, a um recurso deferido ou a uma avaliação que mudou o cargo.

    Barato, para as páginas; a homologação confere todas as entradas (`resumo_das_entradas`).
    """
    depois = Resultado.objects.filter(
        candidatura__cargo=OuterRef("cargo"), importacao__carregada_em__gt=OuterRef("calculada_em")
    )
    mais_nova = Resultado.objects.filter(candidatura=OuterRef("candidatura"), versao__gt=OuterRef("versao"))
    na_lista = Colocacao.objects.filter(classificacao=OuterRef(OuterRef("pk")), resultado=OuterRef("pk"))
    de_recurso = Resultado.objects.filter(
        ~Exists(mais_nova), ~Exists(na_lista), candidatura__cargo=OuterRef("cargo"), recurso__isnull=False
    )
    # A confirmada não muda a lista, salvo a que decide recurso contra a que não o foi.
    avaliada = AvaliacaoDaDeclaracao.objects.filter(
        ~Q(resultado=ResultadoDaAvaliacao.CONFIRMADA) | Q(em_recurso=True),
        inscricao__candidaturas__cargo=OuterRef("cargo"),
        registrada_em__gt=OuterRef("calculada_em"),
    )
    antigas = Classificacao.objects.filter(
        Exists(depois) | Exists(de_recurso) | Exists(avaliada),
        pk__in=[cada.pk for cada in classificacoes],
        situacao=SituacaoClassificacao.CORRENTE,
    )
    return set(antigas.values_list("pk", flat=True))


def _homologada(classificacao: Classificacao) -> bool:
    return classificacao.situacao == SituacaoClassificacao.HOMOLOGADA


def contagens_das_classificacoes(classificacoes: Iterable[Classificacao]) -> dict[int, tuple[int, int, int]]:
    """Por classificação: aprovados, lugares que a banca publicou, e quantos deles conferem."""
    igual = Case(
        When(posicao=F("resultado__posicao_oficial"), then=1), default=0, output_field=IntegerField()
    )
    linhas = (
        Colocacao.objects.filter(classificacao__in=list(classificacoes))
        .order_by()
        .values_list("classificacao")
        .annotate(
            aprovados=Count("posicao"), oficiais=Count("resultado__posicao_oficial"), conferem=Sum(igual)
        )
    )
    contagens = {pk: (aprovados, oficiais, iguais) for pk, aprovados, oficiais, iguais in linhas}
    return {cada.pk: contagens.get(cada.pk, (0, 0, 0)) for cada in classificacoes}


def habilitados_em_ordem(cargo: Cargo) -> list[Habilitado]:
    """Aprovados da lista vigente, na ordem geral, na forma do motor.

    `Habilitado.id` é `str(candidatura.pk)`. Quem é cotista ou PcD lê-se das listas já calculadas:
    o que mudar depois da homologação é evento. Vazio se o cargo não foi classificado.
    """
    vigente = classificacao_vigente(cargo)
    return [] if vigente is None else habilitados_da_classificacao(vigente)


def habilitados_da_classificacao(classificacao: Classificacao) -> list[Habilitado]:
    """Os aprovados de uma versão da lista, vigente ou não, como em `habilitados_em_ordem`."""
    linhas = (
        classificacao.colocacoes.filter(posicao__isnull=False)
        .order_by("ordem")
        .values_list("candidatura_id", "posicao_cotas", "posicao_pcd", "fora_da_geral")
    )
    return [
        Habilitado(id=str(pk), cotista=cotas is not None, pcd=pcd is not None, geral=not fora)
        for pk, cotas, pcd, fora in linhas
    ]


def habilitado_da_colocacao(colocacao: Colocacao) -> Habilitado:
    """Quem a colocação, gravada ou por gravar, põe na lista, como em `habilitados_em_ordem`."""
    return Habilitado(
        id=str(colocacao.candidatura_id),
        cotista=colocacao.posicao_cotas is not None,
        pcd=colocacao.posicao_pcd is not None,
        geral=not colocacao.fora_da_geral,
    )


def lista_classificada(
    classificacao: Classificacao, lista: Lista, termo: str = "", *, divergentes: bool = False
) -> QuerySet[Colocacao]:
    """Colocações de uma lista, na ordem dela, com a pessoa.

    `termo` filtra por nome ou inscrição; `divergentes`, pelos lugares que não são os da banca.
    """
    colocacoes = (
        classificacao.colocacoes.select_related("candidatura__inscricao__candidato", "resultado")
        .filter(_da_lista(lista))
        .order_by("ordem")
    )
    if termo.strip():
        colocacoes = colocacoes.filter(_por_nome_ou_inscricao(termo))
    if divergentes:
        colocacoes = colocacoes.filter(resultado__posicao_oficial__isnull=False).exclude(
            posicao__isnull=False, posicao=F("resultado__posicao_oficial")
        )
    return colocacoes


def contagem_das_listas(classificacao: Classificacao) -> dict[Lista, int]:
    """Quantas pessoas há em cada lista."""
    conta = classificacao.colocacoes.aggregate(
        geral=Count("posicao", filter=Q(fora_da_geral=False)),
        aprovados=Count("posicao"),
        cotas=Count("posicao_cotas"),
        pcd=Count("posicao_pcd"),
        todas=Count("pk"),
    )
    return {
        Lista.GERAL: conta["geral"],
        Lista.COTAS: conta["cotas"],
        Lista.PCD: conta["pcd"],
        Lista.NAO_APROVADOS: conta["todas"] - conta["aprovados"],
    }


@dataclass(frozen=True, slots=True)
class EmpateMostrado:
    """As primeiras pessoas de um empate; `ocultas`: quantas outras não vão à página."""

    pessoas: list[Candidatura]
    ocultas: int


@dataclass(frozen=True, slots=True)
class Pendencias:
    """Empates e faltas de um cargo, com as pessoas; `ocultas`: quantas faltas não vão à página.

    `empates` e `empatados` contam todos; `grupos`, só os primeiros: os outros estão na página do sorteio.
    """

    estado: EstadoDoCargo
    grupos: list[EmpateMostrado]
    empates: int
    empatados: int
    faltas: list[tuple[Candidatura | None, str]]
    ocultas: int

    @property
    def empates_ocultos(self) -> int:
        """Quantos empates não vão à página."""
        return self.empates - len(self.grupos)


def pendencias_dos_cargos(estados: Iterable[EstadoDoCargo]) -> list[Pendencias]:
    """O que impede a homologação em cada cargo, com as pessoas lidas em uma consulta."""
    abertos = [(estado, estado.classificacao) for estado in estados if estado.classificacao]
    abertos = [(estado, atual) for estado, atual in abertos if atual.empates or atual.faltas]
    pessoas = _candidaturas(
        pk
        for _, atual in abertos
        for pk in (
            *(pk for empate in _primeiros_empates(atual) for pk in empate[:EMPATADOS_MOSTRADOS]),
            *(falta["candidatura"] for falta in atual.faltas[:FALTAS_MOSTRADAS]),
        )
        if pk is not None
    )
    return [
        Pendencias(
            estado,
            [
                EmpateMostrado(
                    [pessoas[pk] for pk in empate[:EMPATADOS_MOSTRADOS]],
                    max(0, len(empate) - EMPATADOS_MOSTRADOS),
                )
                for empate in _primeiros_empates(atual)
            ],
            len(atual.empates),
            sum(len(empate["candidaturas"]) for empate in atual.empates),
            [
                (pessoas.get(falta["candidatura"]), falta["mensagem"])
                for falta in atual.faltas[:FALTAS_MOSTRADAS]
            ],
            max(0, len(atual.faltas) - FALTAS_MOSTRADAS),
        )
        for estado, atual in abertos
    ]


def _primeiros_empates(classificacao: Classificacao) -> list[list[int]]:
    return [empate["candidaturas"] for empate in classificacao.empates[:EMPATES_MOSTRADOS]]


def grupos_empatados(classificacao: Classificacao) -> list[list[Candidatura]]:
    """Candidaturas de cada empate guardado, com pessoa e sorteio já registrado, em uma consulta."""
    grupos = [empate["candidaturas"] for empate in classificacao.empates]
    pessoas = _candidaturas(pk for grupo in grupos for pk in grupo)
    return [[pessoas[pk] for pk in grupo] for grupo in grupos]


def _candidaturas(chaves: Iterable[int]) -> dict[int, Candidatura]:
    return Candidatura.objects.select_related("inscricao__candidato").in_bulk(set(chaves))


def ultima_versao(cargo: Cargo) -> int:
    """Número da última classificação do cargo; zero se não há."""
    return Classificacao.objects.filter(cargo=cargo).aggregate(maior=Max("versao"))["maior"] or 0


def _da_lista(lista: Lista) -> Q:
    if lista is Lista.NAO_APROVADOS:
        return Q(posicao__isnull=True)
    na_lista = Q(**{f"{CAMPO_DO_LUGAR[lista]}__isnull": False})
    return na_lista & Q(fora_da_geral=False) if lista is Lista.GERAL else na_lista


def _por_nome_ou_inscricao(termo: str) -> Q:
    return Q(candidatura__inscricao__numero__startswith=termo.strip()) | Q(
        candidatura__inscricao__candidato__nome_busca__contains=normalizar_nome(termo)
    )


def frase_da_classificacao(classificacao: Classificacao) -> str:
    """Resultado em uma frase: "83 classificados de 90; 1 empate à espera de sorteio"."""
    contagens = contagem_das_listas(classificacao)
    todas = contagens[Lista.GERAL] + contagens[Lista.NAO_APROVADOS]
    partes = [f"{contagens[Lista.GERAL]} aprovados de {todas} candidatos"]
    if empates := len(classificacao.empates):
        partes.append(f"{empates} {'empate' if empates == 1 else 'empates'} à espera de sorteio")
    if faltas := len(classificacao.faltas):
        partes.append("falta 1 dado" if faltas == 1 else f"faltam {faltas} dados")
    return "; ".join(partes) + "."
