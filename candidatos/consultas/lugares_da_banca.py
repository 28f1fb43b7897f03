"""Os lugares que a banca publicou diante dos nossos: o que confere, e o porquê de cada diferença.

Só se guarda o lugar que a banca deu na lista geral; os da cota e de PcD que um arquivo traga não se
comparam. As pessoas e as frases leem-se só do que vai a uma página.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import pairwise

from django.db.models import Count, Q
from django.utils.formats import number_format

from candidatos.consultas.apuracao import SORTEIO
from candidatos.consultas.classificacao import EstadoDoCargo, estado_dos_cargos
from candidatos.consultas.comparacao import Causas, Comparacao, Diferenca, Especie, Linha, Numeracao, comparar
from candidatos.consultas.explicacao import nome_do_criterio, nota_legivel
from candidatos.models import Classificacao, Colocacao
from concursos.consultas import criterios_de_classificacao
from concursos.models import Cargo, Concurso
from cotas import Concorrente, Lugar, TipoCriterio, classificar

# Numa causa ou num grupo citam-se as primeiras pessoas; as demais contam-se.
CITADAS = 3
DO_GRUPO = 20
USUAL = Numeracao()
MUDOU = "os dados de agora não explicam esta ordem: mudaram depois da classificação; classifique de novo"

ROTULOS = {
    Especie.ORDEM: "Ordem trocada",
    Especie.DESLOCAMENTO: "Deslocadas por outra pessoa",
    Especie.EMPATE: "Empate desfeito de um só lado",
    Especie.NUMERACAO: "Numeração da banca",
    Especie.SO_A_BANCA: "Só na lista da banca",
    Especie.SO_NOS: "Sem lugar na banca",
}


@dataclass(frozen=True, slots=True)
class ResumoDoCargo:
    """Um cargo do concurso. `sem_lugar`: aprovados a que a banca não deu lugar; `iguais`: grupos a que ela
    deu o mesmo, e `em_iguais` pessoas neles. Contagens nulas se a banca não deu lugares.
    """

    estado: EstadoDoCargo
    sem_lugar: int = 0
    iguais: int = 0
    em_iguais: int = 0


@dataclass(frozen=True, slots=True)
class DiferencaExplicada:
    """Uma diferença com as pessoas das pontas (as mesmas, se é uma só) e a frase que a explica."""

    diferenca: Diferenca
    rotulo: str
    primeira: Colocacao
    ultima: Colocacao
    texto: str

    @property
    def pessoas(self) -> int:
        """Quantas pessoas a diferença abrange."""
        return len(self.diferenca.linhas)


@dataclass(frozen=True, slots=True)
class LugarIgual:
    """Pessoas a que a banca deu o mesmo lugar. `separacoes`: o que, aqui, separa cada uma da seguinte."""

    oficial: int
    total: int
    pessoas: Sequence[Colocacao]
    separacoes: Sequence[str]
    empatadas: bool

    @property
    def ocultas(self) -> int:
        """Quantas não se mostram."""
        return self.total - len(self.pessoas)


def resumo_dos_cargos(concurso: Concurso) -> list[ResumoDoCargo]:
    """Um por cargo, na ordem do código, em número fixo de consultas."""
    estados = estado_dos_cargos(concurso)
    vigentes = [estado.classificacao for estado in estados if estado.classificacao]
    iguais, em_iguais = _contagem_dos_iguais(vigentes)
    sem_lugar = _sem_lugar_na_banca(vigentes)
    return [
        ResumoDoCargo(estado, sem_lugar[pk], iguais[pk], em_iguais[pk])
        if estado.oficiais and (pk := estado.classificacao.pk if estado.classificacao else 0)
        else ResumoDoCargo(estado)
        for estado in estados
    ]


def _contagem_dos_iguais(vigentes: Iterable[Classificacao]) -> tuple[Counter[int], Counter[int]]:
    """Por classificação: grupos de mesmo lugar na banca e pessoas neles."""
    linhas = (
        Colocacao.objects.filter(classificacao__in=list(vigentes), resultado__posicao_oficial__isnull=False)
        .order_by()
        .values_list("classificacao", "resultado__posicao_oficial")
        .annotate(quantos=Count("pk"))
        .filter(quantos__gt=1)
    )
    grupos: Counter[int] = Counter()
    pessoas: Counter[int] = Counter()
    for classificacao, _, quantos in linhas:
        grupos[classificacao] += 1
        pessoas[classificacao] += quantos
    return grupos, pessoas


def _sem_lugar_na_banca(vigentes: Iterable[Classificacao]) -> Counter[int]:
    sem_lugar = Q(posicao__isnull=False, resultado__posicao_oficial__isnull=True)
    linhas = (
        Colocacao.objects.filter(sem_lugar, classificacao__in=list(vigentes))
        .order_by()
        .values_list("classificacao")
        .annotate(quantos=Count("pk"))
    )
    return Counter(dict(linhas))


def comparacao_do_cargo(classificacao: Classificacao) -> Comparacao:
    """A lista inteira comparada com a da banca, em uma consulta, sem ler pessoas."""
    linhas = classificacao.colocacoes.order_by().values_list(
        "candidatura_id", "ordem", "posicao", "resultado__posicao_oficial"
    )
    return comparar(map(Linha._make, linhas.iterator()))


def diferencas_explicadas(
    cargo: Cargo, classificacao: Classificacao, comparacao: Comparacao, diferencas: Sequence[Diferenca]
) -> list[DiferencaExplicada]:
    """As diferenças de uma página, em duas consultas."""
    citadas = {linha.candidatura for diferenca in diferencas for linha in _citadas(diferenca)}
    frases = _Frases(cargo, classificacao, citadas, comparacao.numeracao)
    return [
        DiferencaExplicada(
            diferenca,
            ROTULOS[diferenca.especie],
            frases.pessoas[diferenca.linhas[0].candidatura],
            frases.pessoas[diferenca.linhas[-1].candidatura],
            frases.da_diferenca(diferenca),
        )
        for diferenca in diferencas
    ]


def _citadas(diferenca: Diferenca) -> list[Linha]:
    vizinhas = [diferenca.vizinho] if diferenca.vizinho else []
    causas = diferenca.causas
    pontas = [diferenca.linhas[0], diferenca.linhas[-1]]
    return [*pontas, *vizinhas, *causas.banca[:CITADAS], *causas.nossas[:CITADAS]]


def lugares_iguais(
    cargo: Cargo, classificacao: Classificacao, grupos: Sequence[tuple[Linha, ...]]
) -> list[LugarIgual]:
    """Grupos de mesmo lugar na banca, com as primeiras pessoas de cada um na nossa ordem."""
    mostrados = [grupo[:DO_GRUPO] for grupo in grupos]
    frases = _Frases(cargo, classificacao, {linha.candidatura for grupo in mostrados for linha in grupo})
    return [
        LugarIgual(
            oficial=grupo[0].oficial or 0,
            total=len(grupo),
            pessoas=[frases.pessoas[linha.candidatura] for linha in mostrado],
            separacoes=[frases.entre(acima, abaixo) for acima, abaixo in pairwise(mostrado)],
            empatadas=len({linha.posicao for linha in grupo} - {None}) == 1
            and all(linha.posicao for linha in grupo),
        )
        for grupo, mostrado in zip(grupos, mostrados, strict=True)
    ]


class _Frases:
    """As frases sobre um conjunto de candidaturas, lidas de uma vez com o que as separa."""

    def __init__(
        self,
        cargo: Cargo,
        classificacao: Classificacao,
        candidaturas: Collection[int],
        numeracao: Numeracao = USUAL,
    ) -> None:
        self.cargo = cargo
        self.numeracao = numeracao
        self.criterios = criterios_de_classificacao(cargo.regras)
        self.pessoas = {
            colocacao.candidatura_id: colocacao
            for colocacao in classificacao.colocacoes.filter(
                candidatura__in=list(candidaturas)
            ).select_related("candidatura__inscricao__candidato", "candidatura__sorteio", "resultado")
        }

    def da_diferenca(self, diferenca: Diferenca) -> str:
        """Por que o lugar da banca não é o nosso."""
        primeira = diferenca.linhas[0]
        match diferenca.especie:
            case Especie.SO_A_BANCA:
                motivo = self.pessoas[primeira.candidatura].motivo
                return f"A banca lhe dá lugar, e aqui não está aprovada. {motivo}."
            case Especie.SO_NOS:
                quem = "Aprovada" if len(diferenca.linhas) == 1 else "Aprovadas"
                return f"{quem} aqui; a banca não {_lhe(diferenca)} deu lugar."
            case Especie.ORDEM if diferenca.vizinho:
                return self._da_ordem(primeira, diferenca.vizinho)
            case Especie.EMPATE:
                return self._do_empate(diferenca)
            case Especie.NUMERACAO:
                return self._da_numeracao(diferenca)
        return self._do_deslocamento(diferenca)

    def _da_ordem(self, linha: Linha, vizinho: Linha) -> str:
        acima = (linha.posicao or 0) < (vizinho.posicao or 0)
        ponta, outra = (linha, vizinho) if acima else (vizinho, linha)
        onde = "acima de" if acima else "quem está acima é"
        return f"Aqui, {onde} {self.citar(vizinho)}: {self.entre(ponta, outra)}. A banca pôs ao contrário."

    def entre(self, acima: Linha, abaixo: Linha) -> str:
        """O primeiro critério da cadeia que separa as duas, com os dois valores, sem ponto final.

        O motor classifica só as duas; o que mudou depois da classificação di-lo.
        """
        if acima.posicao is None or abaixo.posicao is None:
            fora = next(linha for linha in (abaixo, acima) if linha.posicao is None)
            motivo = self.pessoas[fora.candidatura].motivo
            return f"{self.citar(fora)} não está aprovada: {motivo[:1].lower()}{motivo[1:]}"
        if acima.posicao == abaixo.posicao:
            return "empate que o edital não desfaz: falta o sorteio, ou um dado que ele compara"
        lugar = self._lugar_da_segunda(acima, abaixo)
        if lugar is None or not lugar.criterio:
            return MUDOU
        valores = f"{lugar.valor_acima} contra {lugar.valor}"
        if lugar.criterio == TipoCriterio.NOTA_FINAL:
            return f"nota final maior, {valores}"
        nota = nota_legivel(f"{lugar.nota:f}")
        return f"nota final igual ({nota}); decide {nome_do_criterio(self.cargo, lugar.criterio)}, {valores}"

    def _lugar_da_segunda(self, acima: Linha, abaixo: Linha) -> Lugar | None:
        """O lugar da segunda quando o motor classifica só as duas; nulo se ele não a põe depois."""
        dupla = [self._concorrente(linha) for linha in (acima, abaixo)]
        criterios = self.criterios
        if SORTEIO not in criterios.desempate and all(cada.sorteio is not None for cada in dupla):
            criterios = replace(criterios, desempate=(*criterios.desempate, SORTEIO))
        publicado_em = self.cargo.edital.publicado_em
        if publicado_em is None:
            return None
        geral = classificar(dupla, criterios, edital_publicado_em=publicado_em).geral
        if [lugar.candidato for lugar in geral] != [cada.id for cada in dupla]:
            return None
        return geral[-1]

    def _concorrente(self, linha: Linha) -> Concorrente:
        colocacao = self.pessoas[linha.candidatura]
        sorteio = getattr(colocacao.candidatura, "sorteio", None)
        resultado = colocacao.resultado
        notas = resultado.notas if resultado else {}
        return Concorrente(
            id=str(linha.candidatura),
            notas={prova: Decimal(nota) for prova, nota in notas.items() if nota},
            nascimento=colocacao.candidatura.inscricao.candidato.nascimento,
            jurado=bool(resultado and resultado.jurado),
            sorteio=sorteio.numero if sorteio else None,
        )

    def _do_empate(self, diferenca: Diferenca) -> str:
        primeira, vizinho = diferenca.linhas[0], diferenca.vizinho
        if vizinho is None:
            return (
                f"Empate no nosso {_n(primeira.posicao)}º lugar, que nem as notas nem o edital desfazem: "
                "falta o sorteio, ou um dado que o edital compara. A banca o desfez."
            )
        return (
            f"A banca {_a(diferenca)} empata com {self.citar(vizinho)}, no {_n(primeira.oficial)}º lugar; "
            f"aqui, essa está acima: {self.entre(vizinho, primeira)}."
        )

    def _da_numeracao(self, diferenca: Diferenca) -> str:
        """Uma só frase por cargo: o que a banca pula e o que repete."""
        conta, frases = self.numeracao, []
        if conta.pulados == 1:
            frases.append(f"A banca pula o {_n(conta.primeiro_salto)}º lugar: falta no arquivo quem o tem.")
        elif conta.pulados:
            saltos = "de uma vez" if conta.saltos == 1 else f"em {_n(conta.saltos)} saltos"
            frases.append(
                f"A banca pula {_n(conta.pulados)} números, {saltos}, a partir do "
                f"{_n(conta.primeiro_salto)}º: falta gente no arquivo, ou o lugar é de uma lista maior que a "
                "do cargo."
            )
        if conta.repetidos:
            frases.append("Depois de um lugar repetido, a banca não pula o seguinte (1º, 1º, 2º).")
        return " ".join([*frases, "A ordem é a mesma; só o número muda."])

    def _do_deslocamento(self, diferenca: Diferenca) -> str:
        quanto, primeira = abs(diferenca.deslocamento), diferenca.linhas[0]
        lugares = "um lugar" if quanto == 1 else f"{_n(quanto)} lugares"
        onde = "depois" if diferenca.deslocamento > 0 else "antes"
        juntas = "" if len(diferenca.linhas) == 1 else ", na mesma ordem entre si"
        so_isto = (primeira.oficial or 0) - (primeira.posicao or 0) == diferenca.deslocamento
        outras = "" if so_isto else " O resto da distância tem outra causa, que está em outra linha."
        porque = self._das_causas(diferenca.causas)
        return f"A banca {_a(diferenca)} põe {lugares} {onde}{juntas}. {porque}{outras}"

    def _das_causas(self, causas: Causas) -> str:
        frases = []
        if causas.banca:
            frases.append(f"Antes, a banca põe {self._enumerar(causas.banca)}.")
        if causas.nossas:
            frases.append(f"Antes, pomos {self._enumerar(causas.nossas)}.")
        return " ".join(frases)

    def _enumerar(self, linhas: Sequence[Linha]) -> str:
        textos = [f"{self.citar(linha)}, {self._situacao(linha)}" for linha in linhas[:CITADAS]]
        if (resto := len(linhas) - CITADAS) > 0:
            textos.append(f"mais {_n(resto)}")
        return "; ".join(textos)

    def _situacao(self, linha: Linha) -> str:
        if linha.posicao is None:
            return f"no {_n(linha.oficial)}º lugar, que não aprovamos"
        if linha.oficial is None:
            return f"no {_n(linha.posicao)}º lugar, a quem ela não deu lugar"
        return f"nosso {_n(linha.posicao)}º e {_n(linha.oficial)}º da banca"

    def citar(self, linha: Linha) -> str:
        """Nome e inscrição."""
        inscricao = self.pessoas[linha.candidatura].candidatura.inscricao
        return f"{inscricao.candidato.nome} ({inscricao.numero})"


def _n(numero: int | None) -> str:
    """Como se imprime: 1.742."""
    return number_format(numero or 0, force_grouping=True)


def _lhe(diferenca: Diferenca) -> str:
    return "lhe" if len(diferenca.linhas) == 1 else "lhes"


def _a(diferenca: Diferenca) -> str:
    return "a" if len(diferenca.linhas) == 1 else "as"
