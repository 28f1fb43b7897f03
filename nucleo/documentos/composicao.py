"""Composição de PDFs a partir de modelos versionados.

O PDF sai em PDF/A-2a (guarda) e PDF/UA-1 (leitor de tela) de uma vez, com os mesmos octetos para
os mesmos dados. Os dados chegam ao modelo como JSON: nunca se monta o texto-fonte com eles.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder

from nucleo.documentos.compositor import Composicao, compilar, compilar_a_parte
from nucleo.documentos.textos import imprimivel


def compor_pdf(
    *, pasta: Path, modelo: str, dados: Mapping[str, Any], momento: datetime, a_parte: bool = False
) -> bytes:
    """Compõe `pasta/modelo` com `dados` e devolve o PDF.

    Entradas: `pasta`, a única que o modelo pode ler; `modelo`, nome do arquivo `.typ`; `dados`,
    mapeamento que o modelo lê em `sys.inputs.dados` (JSON); `momento`, data gravada no PDF, com
    fuso; `a_parte`: num processo só para este documento, que devolve a memória. Iguais as entradas, iguais
    os octetos. Erros: `ErroDeComposicao`, também por simples aviso.
    """
    entrada = json.dumps(imprimivel(dados), cls=DjangoJSONEncoder, ensure_ascii=False, sort_keys=True)
    composicao = Composicao(str(pasta), modelo, entrada, int(momento.timestamp()))
    return compilar_a_parte(composicao) if a_parte else compilar(composicao)
