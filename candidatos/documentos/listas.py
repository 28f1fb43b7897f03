"""As três listas de um cargo e o índice alfabético, como os documentos as levam."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from candidatos.consultas.busca import ordem_alfabetica
from candidatos.consultas.explicacao import nota_legivel
from candidatos.consultas.marcas import marcas_do_cargo
from candidatos.models import Classificacao
from concursos.models import Cargo
from nucleo.documentos import coluna, tabela

Contexto = dict[str, Any]
Linha = list[str]
LISTAS = {
    "geral": "Lista geral",
    "cotas": "Lista específica da cota",
    "pcd": "Lista específica de pessoas com deficiência",
}


@dataclass(slots=True)
class Listas:
    """O que os documentos dizem de várias classificações: cargos, tabelas e as linhas do índice."""

    cargos: list[Contexto] = field(default_factory=list)
    tabelas: Contexto = field(default_factory=dict)
    indice: list[Linha] = field(default_factory=list)


def listas_das_classificacoes(classificacoes: Iterable[Classificacao]) -> Listas:
    """As três listas de cada uma, na ordem dada, só com aprovados, e o índice alfabético."""
    listas = Listas()
    for classificacao in classificacoes:
        _acrescentar(listas, classificacao)
    listas.indice.sort(key=lambda linha: (ordem_alfabetica(linha[0]), linha[1], linha[2]))
    colunas = [
        coluna("Nome", 6),
        coluna("Inscrição", 1.8),
        coluna("Cargo", 1.4),
        coluna("Lugar na geral", 1.4, "direita"),
    ]
    listas.tabelas["indice"] = tabela("", colunas, listas.indice)
    return listas


def _acrescentar(listas: Listas, classificacao: Classificacao) -> None:
    cargo = classificacao.cargo
    linhas: dict[str, list[Linha]] = {nome: [] for nome in LISTAS}
    for lugares, inscricao, nome, notas in _aprovados(cargo, classificacao):
        for lista, lugar in lugares.items():
            if lugar is not None:
                linhas[lista].append([str(lugar), inscricao, nome, *notas])
        geral = lugares["geral"]
        lugar_no_indice = "só em lista específica" if geral is None else str(geral)
        listas.indice.append([nome, inscricao, cargo.codigo, lugar_no_indice])
    chaves = []
    for lista, titulo in LISTAS.items():
        if linhas[lista]:
            chave = f"{cargo.codigo}:{lista}"
            listas.tabelas[chave] = tabela(titulo, _colunas(cargo), linhas[lista])
            chaves.append(chave)
    vazias = [titulo for lista, titulo in LISTAS.items() if not linhas[lista]]
    listas.cargos.append(
        {
            "nome": f"{cargo.codigo} – {cargo}",
            "listas": chaves,
            "sem_aprovados": vazias,
            "aprovados": len(linhas["geral"]),
        }
    )


def _colunas(cargo: Cargo) -> list[Any]:
    provas = [coluna(nome, 1.5, "direita") for _, nome in _provas(cargo)]
    return [
        coluna("Lugar", 1, "direita"),
        coluna("Inscrição", 1.8),
        coluna("Nome", 5),
        *provas,
        coluna("Nota final", 1.5, "direita"),
    ]


def _provas(cargo: Cargo) -> list[tuple[str, str]]:
    """Chave e nome de cada prova que não é a nota final, na ordem do edital."""
    regras = cargo.regras
    return [(p["chave"], p["nome"]) for p in regras.provas if p["chave"] != regras.nota_final]


def _aprovados(
    cargo: Cargo, classificacao: Classificacao
) -> Iterator[tuple[dict[str, int | None], str, str, Linha]]:
    """Lugares por lista, inscrição, nome com a sua marca, e as notas, na ordem da lista geral."""
    marcas = marcas_do_cargo(cargo)
    chaves = [chave for chave, _ in _provas(cargo)]
    colocacoes = classificacao.colocacoes.filter(posicao__isnull=False).order_by("ordem")
    campos = (
        *("posicao", "posicao_cotas", "posicao_pcd", "fora_da_geral", "nota", "candidatura_id"),
        *("candidatura__inscricao__numero", "candidatura__inscricao__candidato__nome", "resultado__notas"),
    )
    for geral, cotas, pcd, fora, final, quem, inscricao, nome, notas in colocacoes.values_list(
        *campos
    ).iterator(5000):
        lugares = {"geral": None if fora else geral, "cotas": cotas, "pcd": pcd}
        nome = f"{nome} ({marcas[quem]})" if quem in marcas else nome
        legiveis = [nota_legivel((notas or {}).get(chave, "")) for chave in chaves]
        yield lugares, inscricao, nome, [*legiveis, nota_legivel(final)]
