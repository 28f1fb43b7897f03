"""O que um arquivo recebido é, pelo conteúdo aberto por inteiro, e não pelo nome que traz."""

from __future__ import annotations

import io
import warnings

import pikepdf
from PIL import Image

from nucleo.enums import TipoDoArquivo
from nucleo.erros import Recusa

ACEITOS = "Só se recebem PDF, JPEG e PNG"
IMAGENS = {"JPEG": TipoDoArquivo.JPEG, "PNG": TipoDoArquivo.PNG}


def tipo_do_conteudo(conteudo: bytes) -> TipoDoArquivo:
    """O tipo que o conteúdo prova, aberto por inteiro; `Recusa`, com o motivo, se não é dos aceitos."""
    if conteudo[:1024].lstrip().startswith(b"%PDF-"):
        return _pdf(conteudo)
    try:
        with warnings.catch_warnings():
            # Imagem que se expande sem medida: o aviso da biblioteca é uma recusa.
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(conteudo), formats=list(IMAGENS)) as imagem:
                tipo = IMAGENS[imagem.format or ""]
                imagem.load()
    except (Image.DecompressionBombWarning, Image.DecompressionBombError) as erro:
        raise Recusa("A imagem é grande demais. Digitalize-a com resolução menor.") from erro
    except (OSError, SyntaxError, ValueError, KeyError) as erro:
        raise Recusa(
            f"{ACEITOS}, e o conteúdo deste arquivo não é de nenhum deles, ou está partido."
        ) from erro
    return tipo


def _pdf(conteudo: bytes) -> TipoDoArquivo:
    try:
        with pikepdf.open(io.BytesIO(conteudo)) as pdf:
            if len(pdf.pages) == 0:
                raise Recusa("O PDF não tem páginas.")
    except pikepdf.PasswordError as erro:
        raise Recusa("O PDF tem senha. Envie-o sem ela.") from erro
    except pikepdf.PdfError as erro:
        raise Recusa("O PDF está partido e não se lê. Envie-o de novo.") from erro
    return TipoDoArquivo.PDF
