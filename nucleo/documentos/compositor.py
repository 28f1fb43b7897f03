"""O compositor em si, sem Django: chamado no processo, ou num processo à parte, que devolve a memória.

O typst lembra tudo o que já compôs e nunca o esquece: um volume de lista custa centenas de MiB, e o seguinte
somaria os seus. Por isso os documentos grandes se compõem num processo que acaba com eles.
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import asdict, dataclass
from functools import cache
from typing import Literal

import typst

PADROES: list[Literal["a-2a", "ua-1"]] = ["a-2a", "ua-1"]


class ErroDeComposicao(RuntimeError):
    """O modelo não produziu um documento perfeito: erro ou aviso do compositor, com o texto dele."""


@dataclass(frozen=True, slots=True)
class Composicao:
    """O que se compõe: `modelo`, nome do arquivo em `pasta`; `entrada`, JSON; `momento`, em segundos."""

    pasta: str
    modelo: str
    entrada: str
    momento: int


@cache
def _fontes() -> typst.Fonts:
    """Só as fontes do próprio compositor: as do sistema mudariam os octetos de máquina a máquina."""
    return typst.Fonts(include_system_fonts=False, include_embedded_fonts=True)


def compilar(composicao: Composicao) -> bytes:
    """O PDF. `ErroDeComposicao`, também por simples aviso."""
    modelo = composicao.modelo
    try:
        pdf, avisos = typst.compile_with_warnings(
            f"{composicao.pasta}/{modelo}",
            root=composicao.pasta,
            font_paths=_fontes(),
            ignore_system_fonts=True,
            format="pdf",
            sys_inputs={"dados": composicao.entrada},
            pdf_standards=[*PADROES],
            timestamp=composicao.momento,
        )
    except typst.TypstError as erro:
        raise ErroDeComposicao(f"{modelo}: {erro.message}") from erro
    if avisos:
        raise ErroDeComposicao(f"{modelo}: " + "; ".join(aviso.message for aviso in avisos))
    if not isinstance(pdf, bytes):
        raise ErroDeComposicao(f"{modelo}: o compositor não devolveu um documento.")
    return pdf


def compilar_a_parte(composicao: Composicao) -> bytes:
    """O mesmo, num processo que acaba com o documento. `ErroDeComposicao` também se ele morre."""
    pedido = json.dumps(asdict(composicao)).encode()
    filho = subprocess.run([sys.executable, __file__], input=pedido, capture_output=True, check=False)  # noqa: S603
    if filho.returncode:
        raise ErroDeComposicao(filho.stderr.decode(errors="replace").strip()[-2000:] or composicao.modelo)
    return filho.stdout


def _principal() -> None:
    try:
        sys.stdout.buffer.write(compilar(Composicao(**json.load(sys.stdin))))
    except ErroDeComposicao as erro:
        sys.exit(str(erro))


if __name__ == "__main__":
    _principal()
