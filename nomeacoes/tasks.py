"""Trabalhos em segundo plano das nomeações: recebem identificadores e chamam os serviços."""

from __future__ import annotations

from typing import Any

from nomeacoes.documentos import atos_com_tudo
from nomeacoes.servicos import pdf_produzir
from nucleo.execucoes import Progresso, autor_da_execucao
from nucleo.models import Execucao


def produzir_atos(execucao: Execucao, progresso: Progresso) -> dict[str, Any]:
    """Compõe o PDF de cada ato de `parametros["atos"]` que ainda não o tem."""
    autor = autor_da_execucao(execucao)
    atos = list(atos_com_tudo().filter(pk__in=execucao.parametros["atos"]).order_by("pk"))
    produzidos = 0
    for feito, ato in enumerate(atos, start=1):
        if pdf_produzir(autor=autor, ato=ato, execucao=execucao) is not None:
            produzidos += 1
        progresso(feito, len(atos), f"{feito} de {len(atos)} documentos")
    frase = "1 documento pronto." if produzidos == 1 else f"{produzidos} documentos prontos."
    return {"mensagem": frase, "produzidos": produzidos}
