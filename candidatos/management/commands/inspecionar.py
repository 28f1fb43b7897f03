"""Diz o que um arquivo da banca é, sem edital e sem tocar o banco: para a informática e para scripts."""

from __future__ import annotations

import json
import sys
from typing import Any

from django.core.management import BaseCommand, CommandParser

from candidatos.servicos.inspecao import ilegivel, inspecionar, se_le
from candidatos.servicos.leitura_csv import DELIMITADORES
from nucleo.erros import Recusa

NAO_SE_LE = 2
_NAO_SE_ABRE: dict[type[OSError], str] = {
    FileNotFoundError: "não existe",
    IsADirectoryError: "é uma pasta",
    PermissionError: "falta permissão para o ler",
}


class Command(BaseCommand):
    """Sai com 0 se o arquivo se lê, ainda que haja achados, e com 2 se não se lê."""

    help = "Diz codificação, delimitador, sinal decimal, títulos, colunas e achados de um CSV, XLSX ou ODS."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """O arquivo, a forma da resposta e o que se quer trocar na leitura proposta."""
        parser.add_argument("arquivo", help="caminho do arquivo")
        parser.add_argument("--json", action="store_true", help="um objeto JSON na saída, e nada mais")
        parser.add_argument("--aba", default="", help="nome da aba da planilha")
        parser.add_argument("--cabecalho", type=int, default=0, help="linha dos títulos, a partir de 1")
        escolhas = ["tab", *DELIMITADORES]
        parser.add_argument("--delimitador", choices=escolhas, help="o que separa as colunas do texto")

    def handle(self, *args: Any, **opcoes: Any) -> None:
        """Inspeciona e escreve."""
        caminho = opcoes["arquivo"]
        delimitador = {None: "", "tab": "\t"}.get(opcoes["delimitador"], opcoes["delimitador"])
        escolhas = {"aba": opcoes["aba"], "delimitador": delimitador, "cabecalho": opcoes["cabecalho"]}
        try:
            with open(caminho, "rb") as arquivo:
                inspecao = inspecionar(arquivo, caminho, **escolhas)
        except OSError as erro:
            motivo = next((dito for tipo, dito in _NAO_SE_ABRE.items() if isinstance(erro, tipo)), str(erro))
            inspecao = ilegivel(caminho, Recusa(f"O arquivo não se abre: {motivo}. Confira o caminho."))
        escrito = json.dumps(inspecao, ensure_ascii=False) if opcoes["json"] else _em_texto(inspecao)
        self.stdout.write(escrito)
        if not se_le(inspecao):
            sys.exit(NAO_SE_LE)


def _em_texto(inspecao: dict[str, Any]) -> str:
    """O mesmo, em linhas que uma pessoa lê."""
    achados = [_achado(achado) for achado in inspecao["achados"]]
    if not se_le(inspecao):
        return "\n".join([f"{inspecao['arquivo']}: não se lê.", *achados])
    colunas = [_coluna(inspecao, coluna) for coluna in inspecao["colunas"]]
    return "\n".join([*_forma(inspecao), "Colunas:", *colunas, "Achados:", *(achados or ["  nenhum"])])


def _forma(inspecao: dict[str, Any]) -> list[str]:
    forma = [f"{inspecao['arquivo']}: {inspecao['formato'].upper()}", f"SHA-256: {inspecao['sha256']}"]
    if inspecao["aba"]:
        forma.append(f"Aba: {inspecao['aba']} (de: {', '.join(inspecao['abas'])})")
    else:
        delimitador = DELIMITADORES[inspecao["delimitador"]]
        forma.append(f"Codificação: {inspecao['codificacao']}; delimitador: {delimitador}")
    return [
        *forma,
        f"Sinal decimal: {inspecao['decimal'] or 'não se vê'}",
        f"Títulos na linha {inspecao['linha_cabecalho']}",
        f"Linhas de dados: {inspecao['linhas']}; cabeçalhos repetidos: {inspecao['cabecalhos_repetidos']}; "
        f"linhas vazias: {inspecao['linhas_vazias']}",
    ]


def _coluna(inspecao: dict[str, Any], coluna: dict[str, Any]) -> str:
    campo = inspecao["layout_proposto"].get(coluna["letra"])
    proposto = f" → {campo}" if campo else ""
    return f"  {coluna['letra']:>3}  {coluna['titulo'] or '(sem título)'}{proposto}{_exemplos(coluna)}"


def _exemplos(coluna: dict[str, Any]) -> str:
    if coluna["exemplos_omitidos"]:
        return "  (exemplos omitidos: pode haver dado sensível)"
    return f"  ex.: {' | '.join(coluna['exemplos'])}" if coluna["exemplos"] else ""


def _achado(achado: dict[str, Any]) -> str:
    onde = f" (linha {achado['linha']})" if achado["linha"] else ""
    return f"  {achado['severidade']}: {achado['mensagem']}{onde}"
