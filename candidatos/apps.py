"""Configuração do app dos candidatos."""

from django.apps import AppConfig

from nucleo.enums import Papel
from nucleo.menu import registrar_item
from nucleo.permissoes import registrar_acoes

LEEM = [Papel.OPERADOR, Papel.AUTORIDADE, Papel.COMISSAO, Papel.AUDITOR]
LEEM_DECLARACOES = [Papel.OPERADOR, Papel.COMISSAO, Papel.AUDITOR]

ACOES = {
    "candidatos.ver": LEEM,
    "candidatos.autodeclaracao_ver": LEEM_DECLARACOES,
    "candidatos.duas_reservas_ver": LEEM_DECLARACOES,
    "candidatos.avaliacoes_ver": LEEM_DECLARACOES,
    "candidatos.avaliacoes_conferir": [Papel.OPERADOR, Papel.COMISSAO],
    "candidatos.avaliacoes_registrar": [Papel.OPERADOR, Papel.COMISSAO],
    "candidatos.resultado_divulgar": [Papel.AUTORIDADE],
    "candidatos.recurso_registrar": [Papel.OPERADOR],
    "candidatos.recurso_decidir": [Papel.OPERADOR, Papel.COMISSAO],
    "candidatos.importacao_receber": [Papel.OPERADOR],
    "candidatos.importacao_amostrar": [Papel.OPERADOR],
    "candidatos.importacao_parear": [Papel.OPERADOR],
    "candidatos.importacao_listar_valores": [Papel.OPERADOR],
    "candidatos.importacao_parear_valores": [Papel.OPERADOR],
    "candidatos.importacao_pedir_conferencia": [Papel.OPERADOR],
    "candidatos.importacao_conferir": [Papel.OPERADOR],
    "candidatos.importacao_relatorio": [Papel.OPERADOR],
    "candidatos.importacao_pedir_carga": [Papel.OPERADOR],
    "candidatos.importacao_carregar": [Papel.OPERADOR],
    "candidatos.importacao_descartar": [Papel.OPERADOR],
    "candidatos.arquivo_entregar": [Papel.OPERADOR],
    "candidatos.importacao_pedir_desfazer": [Papel.OPERADOR],
    "candidatos.importacao_desfazer": [Papel.OPERADOR],
    "candidatos.lista_exportar": LEEM,
    "candidatos.concurso_exportar": LEEM,
    "candidatos.inscritos_exportar": LEEM,
    "candidatos.candidaturas_exportar": [Papel.OPERADOR],
    "candidatos.layout_exportar": [Papel.OPERADOR, Papel.AUDITOR],
    "candidatos.layout_importar": [Papel.OPERADOR],
    "candidatos.layout_renomear": [Papel.OPERADOR],
    "candidatos.concurso_classificar": [Papel.OPERADOR],
    "candidatos.cargo_classificar": [Papel.OPERADOR],
    "candidatos.sorteio_registrar": [Papel.OPERADOR],
    "candidatos.concurso_homologar": [Papel.AUTORIDADE],
    "candidatos.concurso_prorrogar": [Papel.AUTORIDADE],
    "candidatos.retificacao_pedir_comparacao": [Papel.OPERADOR, Papel.AUTORIDADE],
    "candidatos.retificacao_sortear": [Papel.OPERADOR],
    "candidatos.retificacao_comparar": [Papel.OPERADOR, Papel.AUTORIDADE],
    "candidatos.resultado_pedir_retificacao": [Papel.AUTORIDADE],
    "candidatos.resultado_retificar": [Papel.AUTORIDADE],
}


class CandidatosConfig(AppConfig):
    """Candidato, inscrição, autodeclaração, importação de arquivos e classificação."""

    name = "candidatos"
    verbose_name = "Candidatos"

    def ready(self) -> None:
        """Registra as ações por papel, os documentos, os trabalhos e a entrada no menu."""
        from candidatos import tasks
        from candidatos.documentos import ESPECIES
        from nucleo.documentos import registrar_documento
        from nucleo.execucoes import registrar_conjunto, registrar_especie

        registrar_acoes(ACOES)
        for especie in ESPECIES:
            registrar_documento(especie)
        registrar_item("Candidatos", "candidatos:candidatos", "users", "candidatos.ver", 30)
        registrar_especie("candidatos.conferir", tasks.conferir, "candidatos.importacao_pedir_conferencia")
        registrar_especie("candidatos.carregar", tasks.carregar, "candidatos.importacao_pedir_carga")
        registrar_especie("candidatos.desfazer", tasks.desfazer, "candidatos.importacao_pedir_desfazer")
        comparar, retificar = "retificacao_pedir_comparacao", "resultado_pedir_retificacao"
        registrar_especie("candidatos.comparar_retificacao", tasks.comparar, f"candidatos.{comparar}")
        registrar_especie("candidatos.retificar_resultado", tasks.retificar, f"candidatos.{retificar}")
        classificar = "candidatos.concurso_classificar"
        registrar_especie("candidatos.classificar_cargo", tasks.classificar_cargo, classificar)
        registrar_conjunto("candidatos.classificar", classificar)
