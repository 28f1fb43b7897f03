"""Páginas da vida do ato no navegador: avisos, certificação, publicação e verificação, sem defeito."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse

from nomeacoes import servicos
from nomeacoes.models import Ato, Mandato
from nucleo.enums import Papel
from tests import fabrica
from tests.nomeacoes import mundo, navegar


@pytest.mark.navegador
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("largura", "esquema"), [(1280, "light"), (400, "dark")])
def test_paginas_da_vida_no_navegador(navegador: Any, live_server: Any, largura: int, esquema: str) -> None:
    pleito = mundo.HOJE + timedelta(days=10)
    Mandato.objects.create(
        municipio=fabrica.orgao().municipio,
        fim=pleito + timedelta(days=90),
        pleito=pleito,
        posse_dos_eleitos=pleito + timedelta(days=91),
    )
    cargo = mundo.cargo()
    assinada = mundo.convocar(cargo, 3)
    servicos.convocacao_assinar(autor=mundo.autoridade(), evento=assinada, motivo="Reposição de vacância.")
    ato = Ato.objects.earliest("pk")
    publicacao = {"veiculo": "Diário Oficial", "edicao": "18.220", "data": mundo.HOJE, "pagina": "12"}
    servicos.ato_publicar(autor=mundo.operador(), ato=ato, **publicacao)
    servicos.ato_publicar(
        autor=mundo.operador(), ato=ato, **(publicacao | {"pagina": "13", "motivo": "Página trocada."})
    )
    pronta = mundo.convocar(cargo, 1)
    enderecos = [
        reverse("nomeacoes:convocacao", args=[pronta.pk]),
        reverse("nomeacoes:convocacao", args=[assinada.pk]),
        reverse("nomeacoes:certificar", args=[pronta.pk]),
        reverse("nomeacoes:publicar", args=[assinada.pk]),
        reverse("nomeacoes:ato", args=[ato.pk]),
        reverse("nomeacoes:ato_publicar", args=[ato.pk]),
        reverse("nomeacoes:verificar"),
        reverse("nomeacoes:verificar_codigo", args=[ato.codigo]),
        f"{reverse('nomeacoes:verificar')}?codigo={ato.codigo}&sha256=0",
    ]
    with navegar.aba(navegador, live_server.url, Papel.AUTORIDADE, largura, esquema) as aba:
        for endereco in enderecos:
            assert aba.defeitos(endereco) == [], endereco
