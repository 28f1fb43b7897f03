"""Simula casos escritos em YAML, sem tocar o banco: o que a lei manda, chamada a chamada."""

from __future__ import annotations

import json
import os
import re
from argparse import ArgumentParser
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import yaml
from django.core.management.base import BaseCommand, OutputWrapper

from cotas import ErroDeCaso, simular_caso

# A leitura em C é muito mais rápida, limita o aninhamento e recusa o que não é texto Unicode.
LEITOR = yaml.CSafeLoader
ETIQUETAS_COMUNS = "tag:yaml.org,2002:"
ETIQUETA_DE_TEXTO = ETIQUETAS_COMUNS + "str"
# Um caso verdadeiro repete pouco por apelido; uma bomba, sem fim.
MAXIMO_DE_REPETICOES = 100_000
INTEIRO = re.compile(r"-?[0-9]{1,40}")
FRACIONARIO = re.compile(r"-?[0-9]{1,40}\.[0-9]{1,40}")
BOOLEANOS = {"true": True, "false": False}
NULOS = ("", "~", "null")
ILEGIVEL = "-"
NAO_SE_ABRE: dict[type[OSError], str] = {
    FileNotFoundError: "não existe",
    IsADirectoryError: "é uma pasta",
    PermissionError: "sem permissão de leitura",
}
CABECALHO = ("vaga", "categoria", "candidato", "conta", "observação")


class Command(BaseCommand):
    """`simular ARQUIVO... [--json]`: sai com 1 se algum caso não se lê ou não se decide."""

    help = "Simula casos de convocação escritos em YAML, sem tocar o banco de dados."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Arquivos e a forma da resposta."""
        parser.add_argument("arquivos", nargs="+", metavar="ARQUIVO")
        parser.add_argument("--json", action="store_true", help="um objeto JSON por linha")

    def handle(self, *args: Any, arquivos: list[str], **opcoes: Any) -> None:
        """Responde por todos os que se decidem e só depois diz os erros dos outros."""
        _em_utf8(self.stdout)
        _em_utf8(self.stderr)
        erros: list[str] = []
        for arquivo in arquivos:
            nome = os.fsencode(arquivo).decode("utf-8", "backslashreplace")
            try:
                dados = ler_caso(Path(arquivo))
                resultado = {"arquivo": nome, **simular_caso(dados)}
            except ErroDeCaso as erro:
                erros += [f"{nome}: {caminho}: {mensagem}" for caminho, mensagem in erro.falhas]
                continue
            linhas = (
                [json.dumps(resultado, ensure_ascii=False)] if opcoes["json"] else quadro(dados, resultado)
            )
            for linha in linhas:
                self.stdout.write(linha)
        for linha in erros:
            self.stderr.write(linha)
        if erros:
            raise SystemExit(1)


def _em_utf8(fluxo: OutputWrapper) -> None:
    """A saída é UTF-8 mesmo onde o ambiente diz outra coisa; o que não é arquivo fica como está."""
    if reconfigurar := getattr(fluxo, "reconfigure", None):
        reconfigurar(encoding="utf-8", errors="backslashreplace")


def ler_caso(arquivo: Path) -> Any:
    """O conteúdo de um caso: mapas, listas, textos, inteiros, Decimal, booleanos, nulos. ErroDeCaso."""
    try:
        texto = arquivo.read_text(encoding="utf-8-sig")
        raiz = yaml.compose(texto, Loader=LEITOR)
    except OSError as erro:
        por_que = NAO_SE_ABRE.get(type(erro), erro.strerror)
        raise ErroDeCaso((ILEGIVEL, f"não se pode abrir o arquivo: {por_que}")) from None
    except UnicodeDecodeError:
        raise ErroDeCaso((ILEGIVEL, "o arquivo não está em UTF-8")) from None
    except (yaml.YAMLError, ValueError, RecursionError) as erro:
        raise ErroDeCaso((ILEGIVEL, _mensagem_do_yaml(erro))) from None
    if raiz is None:
        raise ErroDeCaso((ILEGIVEL, "o arquivo está vazio"))
    try:
        return _Construcao().valor(raiz, "")
    except RecursionError:
        raise ErroDeCaso((ILEGIVEL, "o arquivo tem listas ou mapas dentro de outros em demasia")) from None


def _mensagem_do_yaml(erro: Exception) -> str:
    marca = getattr(erro, "problem_mark", None)
    onde = f", perto da linha {marca.line + 1}" if marca else ""
    return f"o arquivo não é um YAML válido{onde}"


class _Construcao:
    """Dos nós do YAML aos valores, sem adivinhar: só números, true, false e nulo deixam de ser texto.

    Números nascem do texto escrito, exatos. Um apelido (&, *) repete o valor, mas não dentro de si
    mesmo nem sem conta.
    """

    def __init__(self) -> None:
        self._vistos: set[int] = set()
        self._abertos: set[int] = set()
        self._repeticoes = 0

    def valor(self, no: yaml.Node, caminho: str) -> Any:
        """O valor de um nó, que está em `caminho`."""
        if id(no) in self._abertos:
            raise _falha(caminho, "o apelido (*) está dentro do próprio valor que repete")
        self._repeticoes += id(no) in self._vistos
        if self._repeticoes > MAXIMO_DE_REPETICOES:
            raise _falha("", "os apelidos (& e *) repetem valores em demasia")
        self._vistos.add(id(no))
        self._abertos.add(id(no))
        valor = self._valor(no, caminho)
        self._abertos.remove(id(no))
        return valor

    def _valor(self, no: yaml.Node, caminho: str) -> Any:
        if not no.tag.startswith(ETIQUETAS_COMUNS):
            raise _falha(caminho, "etiquetas (!) não são aceitas")
        if isinstance(no, yaml.MappingNode):
            return self._mapa(no, caminho)
        if isinstance(no, yaml.ScalarNode):
            return _escalar(no)
        return [self.valor(item, f"{caminho}[{i}]") for i, item in enumerate(no.value)]

    def _mapa(self, no: yaml.MappingNode, caminho: str) -> dict[str, Any]:
        mapa: dict[str, Any] = {}
        for no_da_chave, no_do_valor in no.value:
            if not isinstance(no_da_chave, yaml.ScalarNode):
                raise _falha(caminho, "as chaves devem ser texto")
            chave = no_da_chave.value
            legivel = chave if chave.isprintable() else ascii(chave)
            abaixo = f"{caminho}.{legivel}" if caminho else legivel
            if chave in mapa:
                raise _falha(abaixo, "chave repetida")
            mapa[chave] = self.valor(no_do_valor, abaixo)
        return mapa


def _falha(caminho: str, mensagem: str) -> ErroDeCaso:
    return ErroDeCaso((caminho or ILEGIVEL, mensagem))


def _escalar(no: yaml.ScalarNode) -> str | int | Decimal | bool | None:
    escrito: str = no.value
    if no.style or no.tag == ETIQUETA_DE_TEXTO:
        return escrito
    if escrito.lower() in NULOS:
        return None
    if escrito.lower() in BOOLEANOS:
        return BOOLEANOS[escrito.lower()]
    if INTEIRO.fullmatch(escrito):
        return int(escrito)
    return Decimal(escrito) if FRACIONARIO.fullmatch(escrito) else escrito


def quadro(dados: Any, resultado: dict[str, Any]) -> Iterator[str]:
    """O resultado em linhas para pessoas: quadro, chamadas em colunas, vagas abertas."""
    titulo = " ".join(str(dados.get("titulo") or "").split())
    rege = "rege este edital" if resultado["lei_aplicavel"] else "não rege este edital"
    vagas = ", ".join(f"{nome} {numero}" for nome, numero in resultado["quadro"].items())
    yield f"{resultado['arquivo']}  {titulo}".rstrip()
    yield f"{resultado['lei']}: {rege}. Vagas: {vagas}."
    if not resultado["chamadas"]:
        yield f"Nenhuma chamada. Lista geral: {', '.join(resultado['classificacao']['geral'])}."
        yield ""
        return
    yield from _tabela(resultado)
    yield ""


def _tabela(resultado: dict[str, Any]) -> Iterator[str]:
    tabela = [CABECALHO, *(_linha(chamada) for chamada in resultado["chamadas"])]
    larguras = [max(map(len, coluna)) for coluna in zip(*tabela, strict=True)]
    for linha in tabela:
        yield "  ".join(
            celula.ljust(largura) for celula, largura in zip(linha, larguras, strict=True)
        ).rstrip()
    abertas = ", ".join(map(str, resultado["vagas_abertas"])) or "nenhuma"
    yield f"Vagas abertas: {abertas}."


def _linha(chamada: dict[str, Any]) -> tuple[str, ...]:
    notas = ["reverteu à ampla"] if chamada["revertida"] else []
    if chamada["remanejado"]:
        notas.append(f"{chamada['remanejado']} passou à ampla")
    colunas = (str(chamada["vaga"]), chamada["categoria"], chamada["candidato"], chamada["ocupa"])
    return (*colunas, "; ".join(notas))
