"""Configuração do painel: páginas que atravessam os apps; ninguém o importa."""

from django.apps import AppConfig

from nucleo.enums import Papel
from nucleo.menu import registrar_item
from nucleo.permissoes import registrar_acoes

LEEM = [Papel.OPERADOR, Papel.AUTORIDADE, Papel.COMISSAO, Papel.AUDITOR]


class PainelConfig(AppConfig):
    """Painel, página do concurso e busca."""

    name = "painel"
    verbose_name = "Painel"

    def ready(self) -> None:
        """Registra as ações por papel e a primeira entrada do menu."""
        # Todos chegam ao início; o administrador, que não vê concursos, encontra nele o que é seu.
        registrar_acoes({"painel.inicio": list(Papel), "painel.ver": LEEM, "painel.buscar": LEEM})
        registrar_item("Painel", "painel:inicio", "layout-dashboard", "painel.inicio", 10)
