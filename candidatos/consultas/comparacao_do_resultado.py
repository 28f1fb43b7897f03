"""O resultado antigo ao lado do novo: quem muda de lugar, e quanto.

Serve antes do ato, sobre a conta que se desfaz, e depois dele, sobre as duas classificações guardadas.
Os lugares na lista da cota e na de PcD dizem o que a pessoa declarou: quem não pode ver
autodeclarações não vê esses lugares, nem a linha de quem só neles mudou.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from typing import Any, NamedTuple

from candidatos.models import (
    Candidatura,
    Classificacao,
    Colocacao,
    Importacao,
)
from concursos.models import Cargo

# O plano guarda no máximo tantas linhas; as contagens são de todas, e a página do ato também.
GUARDADAS = 20_000


class Lugar(NamedTuple):
    """Onde alguém está nas listas de um cargo. `geral` nulo: não aprovado, e `motivo` diz por quê."""

    geral: int | None
    cotas: int | None
    pcd: int | None
    nota: str
    motivo: str


class Efeito(StrEnum):
    """O que a retificação faz a alguém, como vai no endereço."""

    APROVADO = "aprovado"
    DEIXA = "deixa"
    SOBE = "sobe"
    DESCE = "desce"
    MESMO = "mesmo"


class Par(NamedTuple):
    """Lugar de uma candidatura na lista antiga e na nova; nulo: não estava, ou não está."""

    candidatura: int
    antes: Lugar | None
    depois: Lugar | None

    @property
    def muda(self) -> bool:
        """Se alguma coisa é diferente."""
        return self.antes != self.depois

    @property
    def so_nas_reservas(self) -> bool:
        """Se a única diferença é um lugar na lista da cota ou na de PcD."""
        return self.muda and _sem_reservas(self.antes) == _sem_reservas(self.depois)

    @property
    def efeito(self) -> Efeito:
        """Sobe quem passa a um lugar de número menor."""
        antes = self.antes.geral if self.antes else None
        depois = self.depois.geral if self.depois else None
        if antes is None or depois is None:
            return Efeito.APROVADO if depois else Efeito.DEIXA if antes else Efeito.MESMO
        return Efeito.SOBE if depois < antes else Efeito.DESCE if depois > antes else Efeito.MESMO

    @property
    def frase(self) -> str:
        """O movimento em palavras: "Sobe 3 lugares"."""
        if self.efeito in (Efeito.SOBE, Efeito.DESCE):
            quantos = abs(self.passos)
            return f"{self.efeito.capitalize()} {quantos} {'lugar' if quantos == 1 else 'lugares'}"
        if self.efeito is not Efeito.MESMO:
            return "Passa a aprovado" if self.efeito is Efeito.APROVADO else "Deixa de ser aprovado"
        if self.antes is None:
            return "Entra, sem ser aprovado"
        if not self.muda:
            return "Não muda"
        if self.so_nas_reservas:
            return "Muda só nas listas específicas"
        return "Mesmo lugar, com outra nota" if self.depois and self.depois.geral else "Continua não aprovado"

    @property
    def passos(self) -> int:
        """Quantos lugares anda na lista geral: positivo sobe, negativo desce; zero se não estava nas duas."""
        if not (self.antes and self.depois and self.antes.geral and self.depois.geral):
            return 0
        return self.antes.geral - self.depois.geral


def _sem_reservas(lugar: Lugar | None) -> Lugar | None:
    return lugar._replace(cotas=None, pcd=None) if lugar else None


@dataclass(frozen=True, slots=True)
class Contas:
    """Contas de um cargo, em candidaturas; `maior_subida` e `maior_descida` em lugares.

    `mudam` conta quem muda de lugar na geral, de nota final ou de motivo; `so_nas_reservas`, à parte,
    quem só muda de lugar na lista da cota ou na de PcD.
    """

    candidatos: tuple[int, int]
    aprovados: tuple[int, int]
    mudam: int
    novos_aprovados: int
    deixam: int
    sobem: int
    descem: int
    maior_subida: int
    maior_descida: int
    so_nas_reservas: int


def lugar_da_colocacao(colocacao: Colocacao) -> Lugar:
    """O lugar que uma colocação guarda, ou guardaria."""
    return Lugar(
        colocacao.posicao, colocacao.posicao_cotas, colocacao.posicao_pcd, colocacao.nota, colocacao.motivo
    )


def lugares_da(classificacao: Classificacao | None) -> dict[int, Lugar]:
    """Lugares guardados, por candidatura; vazio sem classificação."""
    if classificacao is None:
        return {}
    linhas = classificacao.colocacoes.order_by().values_list(
        "candidatura_id", "posicao", "posicao_cotas", "posicao_pcd", "nota", "motivo"
    )
    return {linha[0]: Lugar(*linha[1:]) for linha in linhas}


def comparar(antes: Mapping[int, Lugar], depois: Mapping[int, Lugar]) -> list[Par]:
    """Uma linha por candidatura, na ordem da lista nova; quem saiu dela vem no fim, na ordem da antiga."""
    pares = [Par(chave, antes.get(chave), depois.get(chave)) for chave in antes.keys() | depois.keys()]
    return sorted(pares, key=_ordem)


def _ordem(par: Par) -> tuple[float, float, int]:
    ultimo = float("inf")
    antes = par.antes.geral if par.antes else None
    depois = par.depois.geral if par.depois else None
    return depois or ultimo, antes or ultimo, par.candidatura


def contar(pares: Iterable[Par]) -> Contas:
    """As contas de todas as linhas de um cargo."""
    efeitos: Counter[Efeito] = Counter()
    mudam = so_nas_reservas = subida = descida = 0
    candidatos, aprovados = [0, 0], [0, 0]
    for par in pares:
        for lado, lugar in enumerate((par.antes, par.depois)):
            candidatos[lado] += lugar is not None
            aprovados[lado] += lugar is not None and lugar.geral is not None
        so_nas_reservas += par.so_nas_reservas
        mudam += par.muda and not par.so_nas_reservas
        efeitos[par.efeito] += 1
        subida, descida = max(subida, par.passos), max(descida, -par.passos)
    return Contas(
        candidatos=(candidatos[0], candidatos[1]),
        aprovados=(aprovados[0], aprovados[1]),
        mudam=mudam,
        novos_aprovados=efeitos[Efeito.APROVADO],
        deixam=efeitos[Efeito.DEIXA],
        sobem=efeitos[Efeito.SOBE],
        descem=efeitos[Efeito.DESCE],
        maior_subida=subida,
        maior_descida=descida,
        so_nas_reservas=so_nas_reservas,
    )


def como_se_ve(par: Par, *, reservas: bool) -> Par:
    """O par sem os lugares na lista da cota e na de PcD, se quem vê não pode saber deles."""
    return par if reservas else Par(par.candidatura, _sem_reservas(par.antes), _sem_reservas(par.depois))


def visiveis(pares: Iterable[Par], *, reservas: bool, efeito: str = "", todos: bool = False) -> list[Par]:
    """As linhas que a página mostra, na mesma ordem.

    `efeito`: só as dele; `todos`: também quem não muda.
    """
    vistos = (como_se_ve(par, reservas=reservas) for par in pares)
    return [par for par in vistos if (todos or par.muda) and efeito in ("", par.efeito)]


# A comparação guardada no plano ------------------------------------------------------------------


@dataclass(slots=True)
class CargoComparado:
    """O que a retificação faria a um cargo. `versao`: a homologada com que se comparou; zero se não há.

    `pendencias`: empates e faltas, em frases, que impedem o ato.
    """

    cargo: int
    versao: int
    contas: Contas
    pendencias: list[str]
    mudam: list[Par]


@dataclass(frozen=True, slots=True)
class Linha:
    """Uma linha da página. `inscricao`: chave dela; nula na de quem só nasce com a carga."""

    numero: str
    nome: str
    inscricao: int | None
    par: Par


def assinatura_da_comparacao(
    anterior: str, comparado: CargoComparado, numeros: Mapping[int, str], efeitos: object
) -> str:
    """SHA-256 do que se comparou até aqui: a `anterior`, vazia no primeiro cargo, mais este cargo.

    `efeitos`: os sobre quem já foi chamado, que mudam se depois houver outro registro.

    Leva o número de cada inscrição em lugar da chave da candidatura, que só nasce com a carga: a mesma
    base e o mesmo arquivo dão o mesmo nas duas vezes em que se processam.
    """
    resumo = hashlib.sha256(anterior.encode())
    resumo.update(repr((comparado.cargo, comparado.versao, comparado.contas, comparado.pendencias)).encode())
    for par in sorted(comparado.mudam, key=lambda par: numeros[par.candidatura]):
        resumo.update(repr((numeros[par.candidatura], par.antes, par.depois)).encode())
    if efeitos is not None:
        resumo.update(repr(efeitos).encode())
    return resumo.hexdigest()


def cargo_em_json(
    comparado: CargoComparado, pessoas: Mapping[int, tuple[str, str]], espaco: int
) -> dict[str, Any]:
    """O cargo como se guarda no plano, com as primeiras `espaco` linhas.

    `pessoas`: (número da inscrição, nome) de cada candidatura que muda.
    """
    return {
        "cargo": comparado.cargo,
        "versao": comparado.versao,
        "contas": asdict(comparado.contas),
        "pendencias": comparado.pendencias,
        "mudancas": [
            [*pessoas[par.candidatura], par.candidatura, par.antes, par.depois]
            for par in comparado.mudam[:espaco]
        ],
        "total": len(comparado.mudam),
    }


def contas_do_json(dados: Mapping[str, Any]) -> Contas:
    """O contrário de `asdict`."""
    pares = {nome: tuple(valor) for nome, valor in dados.items() if isinstance(valor, list)}
    return Contas(**{**dados, **pares})


@dataclass(frozen=True, slots=True)
class CargoNaPagina:
    """Um cargo comparado: o que já se contou e o que impede."""

    cargo: Cargo
    contas: Contas
    pendencias: Sequence[str] = ()


def comparacao_guardada(importacao: Importacao) -> list[CargoNaPagina]:
    """Os cargos da comparação guardada no plano, na ordem do código; vazia se não se comparou."""
    guardados = {cada["cargo"]: cada for cada in _guardada(importacao)}
    return [
        CargoNaPagina(cargo, contas_do_json(guardados[cargo.pk]["contas"]), guardados[cargo.pk]["pendencias"])
        for cargo in Cargo.objects.filter(pk__in=guardados).order_by("codigo")
    ]


def linhas_guardadas(importacao: Importacao, cargo: Cargo, *, reservas: bool, efeito: str) -> list[Linha]:
    """As linhas guardadas de um cargo que quem pede pode ver; a inscrição preenche-se na página."""
    guardadas: list[Any] = next(
        (cada["mudancas"] for cada in _guardada(importacao) if cada["cargo"] == cargo.pk), []
    )
    linhas = []
    for numero, nome, chave, antes, depois in guardadas:
        guardado = Par(chave, antes and Lugar(*antes), depois and Lugar(*depois))
        for par in visiveis([guardado], reservas=reservas, efeito=efeito):
            linhas.append(Linha(numero, nome, None, par))
    return linhas


def faltam_linhas(importacao: Importacao, cargo: Cargo) -> bool:
    """Se o cargo tem mais mudanças do que as que o plano guarda."""
    return any(
        cada["cargo"] == cargo.pk and cada["total"] > len(cada["mudancas"]) for cada in _guardada(importacao)
    )


def _guardada(importacao: Importacao) -> list[dict[str, Any]]:
    cargos: list[dict[str, Any]] = importacao.plano.get("retificacao", {}).get("cargos", [])
    return cargos


def com_as_inscricoes(linhas: Sequence[Linha]) -> list[Linha]:
    """As linhas de uma página, com a chave da inscrição de quem já está na base."""
    chaves = dict(
        Candidatura.objects.filter(pk__in=[linha.par.candidatura for linha in linhas]).values_list(
            "pk", "inscricao"
        )
    )
    return [replace(linha, inscricao=chaves.get(linha.par.candidatura)) for linha in linhas]


def frase_da_comparacao(importacao: Importacao) -> str:
    """O que se comparou, em uma frase."""
    cargos = _guardada(importacao)
    if not cargos:
        return "Comparado: o arquivo não muda nada que decida as listas."
    contas = [contas_do_json(cargo["contas"]) for cargo in cargos]
    mudam = sum(cada.mudam for cada in contas)
    quantos = "muda 1 candidato" if mudam == 1 else f"mudam {mudam} candidatos"
    frase = f"Comparado: {quantos_cargos(len(cargos))}, em que {quantos}."
    return f"{frase} Há o que impede a retificação." if any(cada["pendencias"] for cada in cargos) else frase


def quantos_cargos(quantos: int) -> str:
    """O número com o nome: "2 cargos"."""
    return "1 cargo" if quantos == 1 else f"{quantos} cargos"
