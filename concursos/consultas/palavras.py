"""Valores guardados e o certame, como se leem nas páginas e nos documentos."""

from __future__ import annotations

from typing import Any

from django.utils.dateparse import parse_date

from concursos.enums import Tipo
from concursos.models import Concurso

VAZIO = "em branco"


def em_palavras(valor: Any) -> str:
    """Valor de um campo como se lê: listas com vírgulas, sim e não, datas, vazio dito em palavras."""
    if valor is True or valor is False:
        return "sim" if valor else "não"
    if isinstance(valor, list):
        return "; ".join(_da_lista(item) for item in valor) or VAZIO
    if hasattr(valor, "strftime"):
        return f"{valor:%d/%m/%Y}"
    texto = "" if valor is None else str(valor)
    return _data_guardada(texto) or texto or VAZIO


def _data_guardada(texto: str) -> str:
    """A data como se lê, se o texto for uma ("2023-08-31"), ou ""."""
    try:
        data = parse_date(texto)
    except ValueError:
        return ""
    return f"{data:%d/%m/%Y}" if data else ""


def _da_lista(item: Any) -> str:
    return _prova(item) if isinstance(item, dict) else str(item)


def _prova(prova: dict[str, Any]) -> str:
    limites = [
        f"{rotulo} {prova[campo].replace('.', ',')}"
        for rotulo, campo in [("mínima", "minima"), ("máxima", "maxima")]
        if prova.get(campo)
    ]
    if prova.get("negativa"):
        limites.append("admite nota negativa")
    return f"{prova['nome']} ({', '.join(limites)})" if limites else prova["nome"]


def nome_do_certame(concurso: Concurso) -> str:
    """ "Concurso Público nº 001/2024"; para estágio, "Processo Seletivo nº …"."""
    especie = "Processo Seletivo" if concurso.tipo == Tipo.ESTAGIO else "Concurso Público"
    return f"{especie} nº {concurso.identificacao}"
