"""Configuração do app dos procedimentos."""

from django.apps import AppConfig


class ProcedimentosConfig(AppConfig):
    """Procedimento sobre declaração falsa: a apuração, com contraditório e ampla defesa."""

    name = "procedimentos"
    verbose_name = "Procedimentos"

    def ready(self) -> None:
        """Registra as ações, as dos passos tiradas da tabela do rito, e a entrada no menu."""
        from nucleo.enums import Papel
        from nucleo.menu import registrar_item
        from nucleo.permissoes import acao_do_servico, registrar_acoes
        from procedimentos.consultas.alcance import PAPEL_DE
        from procedimentos.fluxo import PASSOS
        from procedimentos.servicos import DO_PASSO

        atuam = [Papel.OPERADOR, Papel.AUTORIDADE, Papel.COMISSAO]
        leem = [*atuam, Papel.AUDITOR]
        papeis: dict[str, set[Papel]] = {}
        for passo, servico in DO_PASSO.items():
            papeis.setdefault(acao_do_servico(getattr(servico, "func", servico)), set()).update(
                PAPEL_DE[quem] for quem in PASSOS[passo].quem
            )
        registrar_acoes(
            {
                **papeis,
                "procedimentos.ver": leem,
                "procedimentos.praticar": atuam,
                "procedimentos.protocolar": [Papel.OPERADOR],
                "procedimentos.autoridade": [Papel.AUTORIDADE],
                "procedimentos.comissao": [Papel.COMISSAO],
                "procedimentos.auditar": [Papel.AUDITOR],
                "procedimentos.peca_ler": leem,
                "procedimentos.autos_compor": leem,
                "procedimentos.cumprimento_conferir": [Papel.AUTORIDADE],
            }
        )
        registrar_item("Procedimentos", "procedimentos:procedimentos", "scale", "procedimentos.ver", 55)
