"""Listas e resultados em arquivo: para ler, ou nas colunas de um layout, para corrigir e devolver.

Todo arquivo que sai deixa registro na trilha, sem o conteúdo. Nas listas o CPF vai mascarado, e as
públicas só trazem inscrição, nome, lugar e lista. O arquivo nas colunas do layout traz CPF inteiro e
autodeclaração: só o obtém quem pode importá-lo.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Any

from candidatos.consultas.busca import buscar_inscricoes, cpf_mascarado
from candidatos.consultas.classificacao import Lista, classificacao_vigente, lista_classificada
from candidatos.consultas.exportacao import (
    Inscrito,
    LinhaDaLista,
    candidaturas_inteiras,
    classificacoes_do_concurso,
    inscritos,
    linhas_da_classificacao,
    linhas_da_lista,
    quantas_candidaturas,
    quantas_colocacoes,
    ultimos_lugares,
)
from candidatos.consultas.importacao import cargos_do_edital
from candidatos.enums import EspecieDeArquivo
from candidatos.models import Classificacao, Importacao, LayoutImportacao
from candidatos.servicos.campos import Tipo, campos_do_edital
from candidatos.servicos.celulas import normalizar
from candidatos.servicos.conferencia import arquivo_guardado
from candidatos.servicos.leitura import Leitura, abrir_tabela
from candidatos.servicos.linhas_do_layout import LinhasDoLayout, Molde
from candidatos.servicos.opcoes import Opcoes
from candidatos.servicos.tabelas import LINHAS_DA_PLANILHA, Valor, escrever_csv, escrever_xlsx
from concursos.models import Cargo, Concurso, Edital
from nucleo.auditoria import registrar
from nucleo.erros import Recusa
from nucleo.permissoes import Pessoa, servico

__all__ = [
    "ArquivoExportado",
    "FormatoDeSaida",
    "candidaturas_exportar",
    "concurso_exportar",
    "escrever_csv",
    "escrever_xlsx",
    "inscritos_exportar",
    "lista_exportar",
]


class FormatoDeSaida(StrEnum):
    """Formatos em que se exporta; o valor é também a extensão."""

    CSV = "csv"
    XLSX = "xlsx"

    @property
    def tipo(self) -> str:
        """Tipo de conteúdo, para o navegador."""
        return _TIPOS[self]


_TIPOS = {
    FormatoDeSaida.CSV: "text/csv; charset=utf-8",
    FormatoDeSaida.XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
NOMES_DAS_LISTAS = {
    Lista.GERAL: "Geral",
    Lista.COTAS: "Cota",
    Lista.PCD: "PcD",
    Lista.NAO_APROVADOS: "Não aprovados",
}


@dataclass(frozen=True, slots=True)
class ArquivoExportado:
    """`blocos`: o conteúdo, lido da base à medida que se envia, uma só vez."""

    nome: str
    formato: FormatoDeSaida
    blocos: Iterator[bytes]


def _arquivo(
    nome: str,
    formato: FormatoDeSaida,
    colunas: Sequence[str],
    linhas: Iterable[Sequence[Valor]],
    quantas: int,
) -> ArquivoExportado:
    if formato is FormatoDeSaida.XLSX and quantas > LINHAS_DA_PLANILHA:
        raise Recusa(f"São {quantas} linhas e uma planilha só guarda {LINHAS_DA_PLANILHA}. Baixe em CSV.")
    escrever = escrever_xlsx if formato is FormatoDeSaida.XLSX else escrever_csv
    limpo = normalizar(nome).replace(" ", "-")
    return ArquivoExportado(f"{limpo}.{formato}", formato, escrever(colunas, linhas))


# Listas, para ler -----------------------------------------------------------------------------------

_DA_LISTA = [
    "Lugar", "Lugar na cota", "Lugar de PcD", "Lugar da banca", "Inscrição", "Nome", "CPF", "Nota final",
    "Situação", "Motivo",
]  # fmt: skip
_PUBLICA = ["Lista", "Lugar", "Inscrição", "Nome"]
_DO_CARGO = ["Código do cargo", "Cargo"]
_DOS_INSCRITOS = ["Inscrição", "Nome", "CPF", "Cargos", "Concurso", "Órgão"]


@servico
def lista_exportar(
    *,
    autor: Pessoa,
    cargo: Cargo,
    lista: Lista,
    formato: FormatoDeSaida,
    termo: str = "",
    divergentes: bool = False,
    publica: bool = False,
) -> ArquivoExportado:
    """Uma lista do cargo, com os filtros da página; `publica`: só lista, lugar, inscrição e nome.

    `Recusa` se o cargo ainda não foi classificado.
    """
    vigente = classificacao_vigente(cargo)
    if vigente is None:
        raise Recusa("Este cargo ainda não foi classificado: não há lista para exportar.")
    quantas = lista_classificada(vigente, lista, termo, divergentes=divergentes).count()
    linhas = linhas_da_lista(vigente, lista, termo, divergentes=divergentes)
    escolhas = {"lista": lista.value, "publica": publica, "filtrada": bool(termo.strip()) or divergentes}
    _anotar(autor, "lista_exportar", cargo, formato, quantas, escolhas)
    return _arquivo(
        f"{cargo.edital.concurso.identificacao} {cargo.codigo} {NOMES_DAS_LISTAS[lista]}"
        + (" pública" if publica else ""),
        formato,
        _PUBLICA if publica else _DA_LISTA,
        (_publica(linha, lista) if publica else _da_lista(linha) for linha in linhas),
        quantas,
    )


@servico
def concurso_exportar(
    *, autor: Pessoa, concurso: Concurso, formato: FormatoDeSaida, publica: bool = False
) -> ArquivoExportado:
    """O resultado de todos os cargos classificados do concurso, na ordem do código.

    `publica`: as listas geral, da cota e de PcD de cada cargo, como se publicam. `Recusa` se nenhum cargo
    foi classificado.
    """
    classificacoes = classificacoes_do_concurso(concurso)
    if not classificacoes:
        raise Recusa("Nenhum cargo deste concurso foi classificado: não há resultado para exportar.")
    quantas = quantas_colocacoes(classificacoes)
    _anotar(autor, "concurso_exportar", concurso, formato, quantas, {"publica": publica})
    return _arquivo(
        f"{concurso.identificacao} {'listas públicas' if publica else 'resultado'}",
        formato,
        _DO_CARGO + (_PUBLICA if publica else _DA_LISTA),
        (
            [classificacao.cargo.codigo, str(classificacao.cargo), *linha]
            for classificacao in classificacoes
            for linha in (_listas_publicas(classificacao) if publica else _todas(classificacao))
        ),
        quantas,
    )


def _listas_publicas(classificacao: Classificacao) -> Iterator[list[Valor]]:
    for lista in (Lista.GERAL, Lista.COTAS, Lista.PCD):
        for linha in linhas_da_lista(classificacao, lista):
            yield _publica(linha, lista)


def _todas(classificacao: Classificacao) -> Iterator[list[Valor]]:
    return map(_da_lista, linhas_da_classificacao(classificacao))


def _publica(linha: LinhaDaLista, lista: Lista) -> list[Valor]:
    lugares = {Lista.GERAL: linha.lugar, Lista.COTAS: linha.lugar_cotas, Lista.PCD: linha.lugar_pcd}
    return [NOMES_DAS_LISTAS[lista], lugares.get(lista), linha.inscricao, linha.nome]


def _da_lista(linha: LinhaDaLista) -> list[Valor]:
    situacao = "Não aprovado" if linha.lugar is None else "Aprovado"
    return [
        linha.lugar,
        linha.lugar_cotas,
        linha.lugar_pcd,
        linha.lugar_banca,
        linha.inscricao,
        linha.nome,
        cpf_mascarado(linha.cpf),
        Decimal(linha.nota) if linha.nota else None,
        f"{situacao}, empatado: falta o sorteio" if linha.empatado else situacao,
        linha.motivo,
    ]


@servico
def inscritos_exportar(
    *, autor: Pessoa, formato: FormatoDeSaida, termo: str = "", concurso: Concurso | None = None
) -> ArquivoExportado:
    """As inscrições que a busca acha no alcance de quem pede, ou as de um concurso; CPF mascarado."""
    inscricoes = buscar_inscricoes(autor=autor, termo=termo)
    if concurso is not None:
        inscricoes = inscricoes.filter(edital__concurso=concurso)
    quantas = inscricoes.count()
    _anotar(
        autor, "inscritos_exportar", concurso or autor.pessoa, formato, quantas, {"filtrada": bool(termo)}
    )
    return _arquivo(
        f"{concurso.identificacao if concurso else ''} inscritos",
        formato,
        _DOS_INSCRITOS,
        map(_do_inscrito, inscritos(inscricoes)),
        quantas,
    )


def _do_inscrito(cada: Inscrito) -> list[Valor]:
    cargos = ", ".join(cada.cargos)
    return [cada.inscricao, cada.nome, cpf_mascarado(cada.cpf), cargos, cada.concurso, cada.orgao]


# Nas colunas do layout ------------------------------------------------------------------------------


@servico
def candidaturas_exportar(
    *,
    autor: Pessoa,
    edital: Edital,
    origem: LayoutImportacao | Importacao,
    formato: FormatoDeSaida,
    cargo: Cargo | None = None,
) -> ArquivoExportado:
    """As candidaturas do edital nas colunas de um layout, ou de um arquivo já carregado.

    O que sai, importado com o mesmo layout, não muda nada. Traz CPF inteiro e autodeclaração. `Recusa` se
    o layout não diz o cargo e o edital tem vários, ou se não guardou os títulos.
    """
    cargos = {cada.pk: cada for cada in cargos_do_edital(edital)}
    so_um = cargo or (origem.cargo if isinstance(origem, Importacao) else None)
    if so_um is None and "cargo" not in origem.colunas.values():
        if len(cargos) != 1:
            raise Recusa("Este layout não tem coluna de cargo: escolha o cargo a exportar.")
        so_um = next(iter(cargos.values()))
    com_resultado = origem.especie == EspecieDeArquivo.RESULTADO
    quantas = quantas_candidaturas(edital, so_um, com_resultado=com_resultado)
    campos = campos_do_edital(cada.regras for cada in cargos.values())
    pede_lugar = any(campos[chave].tipo is Tipo.LISTA for chave in origem.colunas.values() if chave in campos)
    linhas = LinhasDoLayout(
        _molde(origem),
        campos=campos,
        cargos=cargos,
        ultimos=ultimos_lugares(edital) if pede_lugar else {},
    )
    escolhas = {"layout": str(origem)[:120], "cargo": so_um.codigo if so_um else "todos"}
    _anotar(autor, "candidaturas_exportar", edital, formato, quantas, escolhas)
    return _arquivo(
        f"{edital.concurso.identificacao} {so_um.codigo if so_um else ''} {_nome(origem)}",
        formato,
        linhas.titulos,
        map(linhas.linha, candidaturas_inteiras(edital, so_um, com_resultado=com_resultado)),
        quantas,
    )


def _nome(origem: LayoutImportacao | Importacao) -> str:
    nome = origem.nome if isinstance(origem, LayoutImportacao) else origem.nome_original.rpartition(".")[0]
    return nome or "layout"


def _molde(origem: LayoutImportacao | Importacao) -> Molde:
    return Molde(_titulos(origem), origem.colunas, Opcoes.de_json(origem.opcoes), origem.valores)


def _titulos(origem: LayoutImportacao | Importacao) -> list[str]:
    """Os do layout; num arquivo carregado sem layout, os da linha de títulos dele."""
    layout = origem if isinstance(origem, LayoutImportacao) else origem.layout
    if layout is not None and layout.titulos:
        return list(layout.titulos)
    if isinstance(origem, LayoutImportacao):
        raise Recusa("Este layout não guardou os títulos das colunas. Exporte pelo arquivo já carregado.")
    with arquivo_guardado(origem) as arquivo:
        return [coluna.titulo for coluna in abrir_tabela(arquivo, Leitura.de_json(origem.leitura)).colunas]


def _anotar(
    autor: Pessoa, acao: str, objeto: Any, formato: FormatoDeSaida, quantas: int, escolhas: dict[str, Any]
) -> None:
    """Registro na trilha: o que saiu, quantas linhas e por quem; nunca o que se buscou."""
    depois = {"formato": formato.value, "linhas": quantas, **escolhas}
    registrar(autor=autor, acao=f"candidatos.{acao}", objeto=objeto, depois=depois)
