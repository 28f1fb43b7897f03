"""Configuração do núcleo: o único código Django que os demais apps partilham."""

from django.apps import AppConfig, apps
from django.contrib.admin import apps as administracao


class NucleoConfig(AppConfig):
    """Município, órgão, pessoas e seus papéis, execuções, trilha, documentos e prazos."""

    default = True
    name = "nucleo"
    verbose_name = "Administração"

    def ready(self) -> None:
        """Registra as tarefas da fila, as ações do núcleo por papel e as suas entradas no menu."""
        import nucleo.tasks  # quem pede um trabalho acha a tarefa pelo nome
        from nucleo.enums import Papel
        from nucleo.execucoes import registrar_conjunto, registrar_especie
        from nucleo.menu import registrar_item
        from nucleo.permissoes import registrar_acoes
        from nucleo.servicos import documentos

        todos = list(Papel)
        leitores = [Papel.OPERADOR, Papel.AUTORIDADE, Papel.COMISSAO, Papel.AUDITOR]
        cadastro = [Papel.OPERADOR, Papel.AUTORIDADE, Papel.AUDITOR, Papel.ADMINISTRADOR]
        registrar_acoes(
            {
                "nucleo.administracao_ver": todos,
                "nucleo.senha_trocar": todos,
                "nucleo.execucao_ver": leitores,
                "nucleo.execucao_cancelar": [Papel.OPERADOR, Papel.AUTORIDADE],
                "nucleo.documento_ver": leitores,
                "nucleo.documento_emitir": [Papel.OPERADOR, Papel.AUTORIDADE],
                "nucleo.documento_produzir": [Papel.OPERADOR, Papel.AUTORIDADE],
                "nucleo.trilha_ver": [Papel.AUDITOR],
                "nucleo.historico_ver": [Papel.AUDITOR],
                "nucleo.municipio_ver": cadastro,
                "nucleo.municipio_administrar": [Papel.ADMINISTRADOR],
                "nucleo.orgao_ver": cadastro,
                "nucleo.orgao_administrar": [Papel.ADMINISTRADOR],
                "nucleo.usuario_ver": [Papel.AUDITOR, Papel.ADMINISTRADOR],
                "nucleo.usuario_administrar": [Papel.ADMINISTRADOR],
                "nucleo.usuario_criar": [Papel.ADMINISTRADOR],
                "nucleo.atribuicao_conceder": [Papel.ADMINISTRADOR],
                "nucleo.atribuicao_retirar": [Papel.ADMINISTRADOR],
                "nucleo.bloqueio_ver": [Papel.AUDITOR, Papel.ADMINISTRADOR],
                "nucleo.bloqueio_administrar": [Papel.ADMINISTRADOR],
            }
        )
        registrar_especie(documentos.ESPECIE, nucleo.tasks.produzir_documento, "nucleo.documento_emitir")
        registrar_conjunto(documentos.ESPECIE_DO_CONJUNTO, "nucleo.documento_emitir")
        # O django-axes não se apresenta em português, e o nome não passa pela tradução.
        apps.get_app_config("axes").verbose_name = "Entradas no sistema"
        registrar_item("Execuções", "nucleo:execucoes", "list-checks", "nucleo.execucao_ver", 70)
        registrar_item("Trilha", "nucleo:trilha", "footprints", "nucleo.trilha_ver", 80)
        registrar_item("Administração", "admin:index", "settings", "nucleo.administracao_ver", 90)


class AdministracaoConfig(administracao.AdminConfig):
    """Administração do Django com a nossa casa: acesso pela tabela de papéis."""

    default = False
    default_site = "nucleo.administracao.SiteDaAdministracao"
    verbose_name = "Administração do Django"
