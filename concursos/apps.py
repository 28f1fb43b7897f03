"""Configuração do app dos concursos."""

from django.apps import AppConfig

from nucleo.enums import Papel
from nucleo.menu import registrar_item
from nucleo.permissoes import registrar_acoes

LEEM = [Papel.OPERADOR, Papel.AUTORIDADE, Papel.COMISSAO, Papel.AUDITOR]
PREPARAM = [Papel.OPERADOR]
PUBLICAM = [Papel.AUTORIDADE]

ACOES = {
    "concursos.ver": LEEM,
    "concursos.concurso_criar": PREPARAM,
    "concursos.concurso_alterar": PREPARAM,
    "concursos.edital_alterar": PREPARAM,
    "concursos.regras_criar": PREPARAM,
    "concursos.regras_alterar": PREPARAM,
    "concursos.regras_excluir": PREPARAM,
    "concursos.cargo_criar": PREPARAM,
    "concursos.cargo_alterar": PREPARAM,
    "concursos.cargo_excluir": PREPARAM,
    "concursos.quadro_conferir": PREPARAM,
    "concursos.quadro_importar": PREPARAM,
    "concursos.achado_justificar": [*PREPARAM, *PUBLICAM],
    "concursos.edital_publicar": PUBLICAM,
    "concursos.edital_retificar": PUBLICAM,
}


class ConcursosConfig(AppConfig):
    """Concurso, edital, retificação, cargo, quadro de vagas e regras."""

    name = "concursos"
    verbose_name = "Concursos"

    def ready(self) -> None:
        """Registra as ações deste app por papel, os seus documentos e a sua entrada no menu."""
        from concursos.documentos import EDITAL, RETIFICACAO
        from nucleo.documentos import registrar_documento

        registrar_acoes(ACOES)
        registrar_documento(EDITAL)
        registrar_documento(RETIFICACAO)
        registrar_item("Concursos", "concursos:lista", "scroll-text", "concursos.ver", 20)
