"""As páginas da posse no navegador de verdade: acessibilidade, política de conteúdo, largura."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from nomeacoes import servicos
from nomeacoes.models import RegraDePrazo
from nucleo.enums import Papel
from tests.nomeacoes import mundo
from tests.nomeacoes.navegar import aba
from tests.nomeacoes.test_documentos_da_posse import exigir, imagem

pytestmark = [pytest.mark.navegador, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize(("largura", "esquema"), [(1280, "light"), (400, "dark")])
def test_paginas_da_posse(
    navegador: Any,
    live_server: Any,
    settings: Any,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    largura: int,
    esquema: str,
) -> None:
    settings.MEDIA_ROOT = tmp_path
    fim = mundo.HOJE - timedelta(days=1)
    monkeypatch.setattr("nomeacoes.consultas.prazos.fim_do_prazo", lambda *_: fim)
    cargo = mundo.cargo()
    servicos.convocacao_assinar(autor=mundo.autoridade(), evento=mundo.convocar(cargo, 3))
    RegraDePrazo.objects.create(
        municipio=cargo.orgao.municipio,
        especie="posse",
        vigente_desde=date(2020, 1, 1),
        quantidade=30,
        prorrogacao=30,
        tipo="corridos",
        dispositivo="Lei nº 6.794/1990, art. 15",
    )
    lista, pessoa = exigir(cargo), mundo.aberta(cargo, "N01")
    servicos.documento_receber(
        autor=mundo.operador(),
        nomeacao=pessoa,
        exigido=lista.itens.get(ordem=1),
        arquivo=SimpleUploadedFile("diploma.png", imagem("PNG")),
    )
    caminhos = [
        reverse(f"nomeacoes:{nome}", args=[pk])
        for nome, pk in (
            ("nomeacao", pessoa.pk),
            ("prorrogar_posse", pessoa.pk),
            ("documentos", pessoa.pk),
            ("lista_de_documentos", cargo.pk),
            ("prazos", cargo.edital.concurso_id),
            ("sem_posse", cargo.pk),
        )
    ]
    with aba(navegador, live_server.url, Papel.OPERADOR, largura, esquema) as esta:
        achados = {caminho: esta.defeitos(caminho) for caminho in [*caminhos, reverse("painel:inicio")]}
    assert {caminho: defeitos for caminho, defeitos in achados.items() if defeitos} == {}
