"""Códigos de verificação: o que se imprime num documento e qualquer pessoa pode conferir."""

from __future__ import annotations

import re
import secrets

# Sem as letras que se confundem com algarismos (I, L, O) nem a que forma palavras (U): 80 bits ao acaso.
ALFABETO = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
GRUPOS, LETRAS = 4, 4


def codigo_novo() -> str:
    """Código como "7Q2M-0KXA-9RVT-4HBC"."""
    return "-".join("".join(secrets.choice(ALFABETO) for _ in range(LETRAS)) for _ in range(GRUPOS))


def codigo_normal(texto: str) -> str:
    """O código como se guarda, do que alguém digitou: sem distinguir maiúsculas, traços e espaços.

    O, I e L, que o código não tem, leem-se 0, 1 e 1.
    """
    letras = re.sub(r"[^0-9A-Z]", "", texto.upper()).translate(str.maketrans("OIL", "011"))
    return "-".join(letras[inicio : inicio + LETRAS] for inicio in range(0, len(letras), LETRAS))
