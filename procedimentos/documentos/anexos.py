"""O que o hash de cada peça cobre e o arquivo que se aceita."""

from __future__ import annotations

import hashlib
import io
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import PurePosixPath
from typing import Any

import pikepdf
from django.core.files.storage import default_storage

from nucleo.erros import Recusa
from procedimentos.models import Peca

TAMANHO_MAXIMO = 50 * 1024 * 1024
# Extensão → começo do arquivo: o nome não basta, um HTML pode chamar-se .pdf.
ACEITOS: Mapping[str, bytes] = {
    ".pdf": b"%PDF-",
    ".png": b"\x89PNG\r\n\x1a\n",
    ".jpg": b"\xff\xd8\xff",
    ".jpeg": b"\xff\xd8\xff",
}
_FORA_DO_NOME = re.compile(r"[^\w .,()\-]+")


@dataclass(frozen=True, slots=True)
class Anexo:
    """Arquivo aceito: o conteúdo, o nome limpo e o hash."""

    conteudo: bytes
    nome: str
    sha256: str

    @property
    def caminho(self) -> str:
        """Onde se guarda, pelo hash."""
        return f"procedimentos/{self.sha256[:2]}/{self.sha256}{PurePosixPath(self.nome).suffix.lower()}"


def conteudo_encadeado(peca: Peca) -> dict[str, Any]:
    """O que o hash de uma peça cobre: tudo o que ela diz, menos o próprio elo."""
    return {
        "procedimento": peca.procedimento_id,
        "numero": peca.numero,
        "tipo": peca.tipo,
        "titulo": peca.titulo,
        "texto": peca.texto,
        "dados": peca.dados,
        "arquivo": peca.arquivo,
        "nome_original": peca.nome_original,
        "tamanho": peca.tamanho,
        "sha256": peca.sha256,
        "de_quem": peca.de_quem,
        "autor": peca.autor_id,
        "juntada_em": em_texto(peca.juntada_em),
    }


def em_texto(momento: datetime) -> str:
    """O instante como o hash o cobre, no mesmo fuso em que o banco o devolve."""
    return momento.isoformat()


def sha256_de(conteudo: bytes) -> str:
    """SHA-256 em hexadecimal."""
    return hashlib.sha256(conteudo).hexdigest()


def nome_limpo(nome: str) -> str:
    """O nome do arquivo sem caminho, sem sinais de marcação nem de controle, com até 120 letras."""
    base = PurePosixPath(unicodedata.normalize("NFC", nome).replace("\\", "/")).name
    limpo = _FORA_DO_NOME.sub("_", base).strip(" .")
    extensao = PurePosixPath(limpo).suffix
    return limpo if len(limpo) <= 120 else limpo[: 120 - len(extensao)] + extensao


def aceitar_anexo(nome: str, conteudo: bytes) -> Anexo:
    """O arquivo, conferido. `Recusa` pelo tamanho, pela espécie, ou se não é o que o nome diz."""
    limpo = nome_limpo(nome)
    extensao = PurePosixPath(limpo).suffix.lower()
    if extensao not in ACEITOS:
        raise Recusa(f"O arquivo “{limpo}” não se junta: os autos aceitam PDF, PNG e JPEG.")
    if not conteudo:
        raise Recusa(f"O arquivo “{limpo}” está vazio.")
    if len(conteudo) > TAMANHO_MAXIMO:
        raise Recusa(f"O arquivo “{limpo}” passa de {TAMANHO_MAXIMO // 1024 // 1024} MB. Divida-o em partes.")
    if not conteudo.startswith(ACEITOS[extensao]):
        raise Recusa(f"O arquivo “{limpo}” não é o que o nome diz. Gere-o de novo, em PDF, e junte.")
    if extensao == ".pdf":
        _exigir_pdf_legivel(limpo, conteudo)
    return Anexo(conteudo, limpo, sha256_de(conteudo))


def _exigir_pdf_legivel(nome: str, conteudo: bytes) -> None:
    try:
        with pikepdf.open(io.BytesIO(conteudo)) as pdf:
            paginas = len(pdf.pages)
    except pikepdf.PasswordError as erro:
        raise Recusa(f"O arquivo “{nome}” tem senha. Gere-o sem senha e junte.") from erro
    except pikepdf.PdfError as erro:
        raise Recusa(f"O arquivo “{nome}” está danificado e não abre. Gere-o de novo.") from erro
    if not paginas:
        raise Recusa(f"O arquivo “{nome}” não tem páginas.")


def conteudo_guardado(peca: Peca) -> bytes:
    """Os octetos do arquivo da peça, como estão guardados. `OSError` se não está lá."""
    with default_storage.open(peca.arquivo, "rb") as aberto:
        lido: bytes = aberto.read()
    return lido


def problema_do_conteudo(peca: Peca) -> str:
    """O que há de errado com o arquivo ou o texto da peça; vazio, confere."""
    if not peca.arquivo:
        return "" if sha256_de(peca.texto.encode()) == peca.sha256 else "o texto não é o que se juntou"
    try:
        conteudo = conteudo_guardado(peca)
    except OSError:
        return "o arquivo não está onde foi guardado"
    return "" if sha256_de(conteudo) == peca.sha256 else "o arquivo não é o que se juntou"
