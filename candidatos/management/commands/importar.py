"""Importa um arquivo da banca pela linha de comando: por ensaio, salvo `--gravar`."""

from __future__ import annotations

import json
import logging
import sys
from pathlib import Path
from typing import Any, NoReturn

from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import UploadedFile
from django.core.management import BaseCommand, CommandParser

from candidatos.consultas.importacao import frase_do_plano
from candidatos.servicos.entrega import Entrega, arquivo_entregar
from candidatos.servicos.layout import layout_do_arquivo
from concursos.consultas import cargo_nomeado, edital_nomeado
from nucleo.consultas import usuario_nomeado
from nucleo.erros import Recusa
from nucleo.permissoes import SISTEMA, Autor, Pessoa

HA_RECUSADAS = 1
NAO_SE_LE = 2
ERRO_INESPERADO = 3
_INESPERADO = "Houve um erro inesperado e nada foi gravado: veja o registro do sistema."
registro = logging.getLogger(__name__)
_CONTAGENS = (
    "lidas", "novas", "alteradas", "inalteradas", "recusadas", "filtradas", "em_branco",
    "cabecalhos_repetidos",
)  # fmt: skip
_DO_ACHADO = ("linha", "coluna", "severidade", "codigo")


class Command(BaseCommand):
    """Sai com 0 se nada se recusou, 1 se há linha recusada, 2 se não se lê ou não se pareia, 3 se erramos."""

    help = (
        "Confere um arquivo da banca contra a base e diz o que faria; com --gravar, carrega-o, tudo ou nada."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """O arquivo, onde entra, como se lê e o que se faz."""
        parser.add_argument("arquivo", help="caminho do arquivo")
        parser.add_argument("--edital", required=True, help="número do edital, ou a chave dele no sistema")
        parser.add_argument("--layout", help="nome do layout, ou caminho de um exportado; senão, o lembrado")
        parser.add_argument("--cargo", help="código do cargo de todas as linhas")
        parser.add_argument(
            "--sem-reservas", action="store_true", help="o arquivo não diz quem concorre às reservas"
        )
        parser.add_argument("--autor", help="usuário em nome de quem se faz; senão, o próprio sistema")
        parser.add_argument("--gravar", action="store_true", help="carrega, se nada se recusa")
        parser.add_argument("--json", action="store_true", help="um objeto JSON na saída, e nada mais")

    def handle(self, *args: Any, **opcoes: Any) -> None:
        """Entrega o arquivo e escreve o relatório."""
        caminho = Path(opcoes["arquivo"])
        try:
            entrega = _entregar(caminho, opcoes)
        except PermissionDenied:
            self._acabar(caminho, Recusa(f"“{opcoes['autor']}” não pode importar neste órgão."), opcoes)
        except Recusa as recusa:
            self._acabar(caminho, recusa, opcoes)
        except Exception:
            registro.exception("manage.py importar: erro inesperado")
            self._acabar(caminho, Recusa(_INESPERADO), opcoes, ERRO_INESPERADO)
        self._escrever(_relatorio(caminho, entrega), opcoes["json"])
        if entrega.plano["recusadas"]:
            sys.exit(HA_RECUSADAS)

    def _acabar(
        self, caminho: Path, recusa: Recusa, opcoes: dict[str, Any], codigo: int = NAO_SE_LE
    ) -> NoReturn:
        self._escrever(_sem_leitura(caminho, recusa), opcoes["json"])
        sys.exit(codigo)

    def _escrever(self, relatorio: dict[str, Any], em_json: bool) -> None:
        self.stdout.write(json.dumps(relatorio, ensure_ascii=False) if em_json else _em_texto(relatorio))


def _entregar(caminho: Path, opcoes: dict[str, Any]) -> Entrega:
    edital = edital_nomeado(opcoes["edital"])
    autor: Autor = Pessoa(usuario_nomeado(opcoes["autor"])) if opcoes["autor"] else SISTEMA
    cargo = cargo_nomeado(edital, opcoes["cargo"]) if opcoes["cargo"] else None
    layout = layout_do_arquivo(edital.orgao, opcoes["layout"]) if opcoes["layout"] else None
    try:
        aberto = caminho.open("rb")
    except OSError as erro:
        raise Recusa(f"O arquivo não se abre: {erro.strerror}. Confira o caminho.") from None
    with aberto:
        return arquivo_entregar(
            autor=autor,
            edital=edital,
            arquivo=UploadedFile(aberto, caminho.name, size=caminho.stat().st_size),
            layout=layout,
            cargo=cargo,
            sem_reservas=opcoes["sem_reservas"],
            gravar=opcoes["gravar"],
            progresso=_calado,
        )


def _calado(feito: int, total: int, mensagem: str = "") -> None:
    """Aqui ninguém espera diante da tela: o andamento não se escreve."""


def _relatorio(caminho: Path, entrega: Entrega) -> dict[str, Any]:
    plano = entrega.plano
    return {
        "arquivo": caminho.name,
        "sha256": entrega.sha256,
        "layout": entrega.layout,
        "gravado": entrega.importacao is not None,
        "importacao": entrega.importacao.pk if entrega.importacao else None,
        **{chave: plano[chave] for chave in _CONTAGENS},
        "ausentes": plano["total_ausentes"],
        "mudancas": plano["total_mudancas"],
        "contagem": plano["contagem"],
        "achados": [
            {chave: achado[chave] for chave in _DO_ACHADO} | {"mensagem": achado["motivo"]}
            for achado in entrega.achados
        ],
    }


def _sem_leitura(caminho: Path, recusa: Recusa) -> dict[str, Any]:
    """A mesma forma, sem contagens, com o que impede."""
    codigo, linha = getattr(recusa, "codigo", "nao_se_le"), getattr(recusa, "linha", 0)
    mensagens = [recusa.mensagem, *recusa.detalhes]
    return {
        "arquivo": caminho.name,
        "gravado": False,
        "achados": [
            {"linha": linha, "coluna": "", "severidade": "impede", "codigo": codigo, "mensagem": mensagem}
            for mensagem in mensagens
        ],
    }


def _em_texto(relatorio: dict[str, Any]) -> str:
    """O mesmo, em linhas que uma pessoa lê."""
    linhas = [f"{relatorio['arquivo']}: {'carregado' if relatorio['gravado'] else 'nada foi gravado'}."]
    if "lidas" in relatorio:
        linhas += [frase_do_plano(relatorio), f"Na base e não no arquivo: {relatorio['ausentes']}."]
    return "\n".join([*linhas, *map(_achado, relatorio["achados"])])


def _achado(achado: dict[str, Any]) -> str:
    onde = f" linha {achado['linha']}" if achado["linha"] else ""
    coluna = f", coluna {achado['coluna']}" if achado["coluna"] else ""
    return f"{achado['severidade']}{onde}{coluna}: {achado['mensagem']}"
