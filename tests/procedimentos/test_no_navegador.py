"""As páginas dos procedimentos no navegador: sem defeito de acesso, de largura ou de política de conteúdo."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from nucleo.enums import Papel
from procedimentos.fluxo import Passo
from procedimentos.models import Peca
from tests.nomeacoes import mundo as nomeacoes
from tests.nomeacoes import navegar
from tests.procedimentos.mundo import Causa

pytestmark = [pytest.mark.navegador, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize(("largura", "esquema"), [(1280, "light"), (400, "dark")])
def test_sem_defeito_e_com_o_protocolo_da_defesa(
    navegador: Any, live_server: Any, largura: int, esquema: str
) -> None:
    causa = Causa(nomeacoes.cargo()).ate_defesa()
    base = f"/procedimentos/{causa.procedimento.pk}/"
    with navegar.aba(navegador, live_server.url, Papel.OPERADOR, largura, esquema) as aba:
        caminhos = [
            "/procedimentos/",
            "/procedimentos/novo/",
            base,
            f"/pecas/{Peca.objects.earliest('pk').pk}/",
        ]
        assert [defeito for caminho in caminhos for defeito in aba.defeitos(caminho)] == []
        assert aba.defeitos(f"{base}passos/{Passo.DEFENDER}/") == []
        aba.pagina.fill("#id_de_quem", "A parte")
        aba.pagina.fill("#id_texto", "Não é verdade.")
        aba.pagina.fill("#id_argumentos_da_parte", "<script>alert(1)</script>")
        aba.pagina.get_by_role("button", name="Protocolar defesa").click()
        assert "Instrução" in aba.pagina.locator("main").inner_text()
        assert Axe().run(aba.pagina).response["violations"] == []
