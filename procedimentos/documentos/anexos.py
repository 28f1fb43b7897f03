"""O que o hash de cada peça cobre e o arquivo que se aceita."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import PurePosixPath
from typing import Any

from django.core.files.storage import default_storage

from nucleo.arquivos import tipo_do_conteudo
from nucleo.enums import TipoDoArquivo
from nucleo.erros import Recusa
from procedimentos.models import Peca

TAMANHO_MAXIMO = 50 * 1024 * 1024
# O que cada extensão promete: um HTML pode chamar-se .pdf.
ACEITOS: Mapping[str, TipoDoArquivo] = {
    ".pdf": TipoDoArquivo.PDF,
    ".png": TipoDoArquivo.PNG,
    ".jpg": TipoDoArquivo.JPEG,
    ".jpeg": TipoDoArquivo.JPEG,
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


def exigir_tamanho(nome: str, tamanho: int) -> None:
    """`Recusa` se o arquivo está vazio ou passa do máximo; pergunta-se antes de o ler."""
    if not tamanho:
        raise Recusa(f"O arquivo “{nome_limpo(nome)}” está vazio.")
    if tamanho > TAMANHO_MAXIMO:
        maximo = TAMANHO_MAXIMO // 1024 // 1024
        raise Recusa(f"O arquivo “{nome_limpo(nome)}” passa de {maximo} MB. Divida-o em partes.")


def aceitar_anexo(nome: str, conteudo: bytes) -> Anexo:
    """O arquivo, conferido. `Recusa` pelo tamanho, pela espécie, ou se não é o que o nome diz."""
    limpo = nome_limpo(nome)
    extensao = PurePosixPath(limpo).suffix.lower()
    if extensao not in ACEITOS:
        raise Recusa(f"O arquivo “{limpo}” não se junta: os autos aceitam PDF, PNG e JPEG.")
    exigir_tamanho(nome, len(conteudo))
    if tipo_do_conteudo(conteudo) is not ACEITOS[extensao]:
        raise Recusa(f"O arquivo “{limpo}” não é o que o nome diz. Gere-o de novo, em PDF, e junte.")
    return Anexo(conteudo, limpo, sha256_de(conteudo))


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
