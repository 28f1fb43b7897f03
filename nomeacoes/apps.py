"""Configuração do app das nomeações."""

from django.apps import AppConfig


class NomeacoesConfig(AppConfig):
    """Vaga, convocação, nomeação, ato e posse."""

    name = "nomeacoes"
    verbose_name = "Nomeações"

    def ready(self) -> None:
        """Registra as ações por papel, as espécies de trabalho, o pé das listas e as entradas no menu."""
        from candidatos.consultas.efeitos_da_retificacao import registrar_calculo_dos_efeitos
        from candidatos.consultas.ligacoes import registrar_ligacao
        from candidatos.consultas.marcas import registrar_marca
        from candidatos.consultas.rodape import registrar_rodape
        from candidatos.servicos.ganchos_da_retificacao import registrar_gravacao, registrar_impedimento
        from nomeacoes.consultas.acervo import marcas_judiciais
        from nomeacoes.consultas.memoria import rodape_da_lista
        from nomeacoes.consultas.retificacao import efeitos_sobre_as_chamadas, impedimento_da_retificacao
        from nomeacoes.documentos.convocacao import CONVOCACAO
        from nomeacoes.servicos import reconferencia
        from nomeacoes.servicos.producao import ESPECIE, ESPECIE_DO_CONJUNTO
        from nomeacoes.servicos.retificacao import gravar_retificacao
        from nomeacoes.tasks import produzir_atos, reconferir_cargos
        from nucleo.documentos import registrar_documento
        from nucleo.enums import Papel
        from nucleo.execucoes import registrar_conjunto, registrar_especie
        from nucleo.menu import registrar_item
        from nucleo.permissoes import registrar_acoes

        leitores = [Papel.OPERADOR, Papel.AUTORIDADE, Papel.COMISSAO, Papel.AUDITOR]
        prepara = [Papel.OPERADOR, Papel.AUTORIDADE]
        registrar_acoes(
            {
                "nomeacoes.ver": leitores,
                "nomeacoes.convocacao_planejar": prepara,
                # Quem confirma redige as minutas, e por isso não as confere nem assina.
                "nomeacoes.convocacao_confirmar": prepara,
                "nomeacoes.certificacao_registrar": prepara,
                "nomeacoes.convocacao_conferir": prepara,
                "nomeacoes.ato_conferir": prepara,
                "nomeacoes.convocacao_publicar": prepara,
                "nomeacoes.ato_publicar": prepara,
                "nomeacoes.mandato_ver": [*leitores, Papel.ADMINISTRADOR],
                "nomeacoes.mandato_administrar": [Papel.ADMINISTRADOR],
                "nomeacoes.convocacao_assinar": [Papel.AUTORIDADE],
                "nomeacoes.ato_assinar": [Papel.AUTORIDADE],
                "nomeacoes.atos_pedir_producao": prepara,
                "nomeacoes.pdf_produzir": prepara,
                "nomeacoes.desistencia_registrar": [Papel.OPERADOR],
                "nomeacoes.nomeacao_tornar_sem_efeito": [Papel.OPERADOR],
                "nomeacoes.posse_registrar": [Papel.OPERADOR],
                "nomeacoes.prazo_prorrogar": [Papel.OPERADOR],
                "nomeacoes.exercicio_registrar": [Papel.OPERADOR],
                "nomeacoes.documentos_exigir": [Papel.OPERADOR],
                "nomeacoes.documento_receber": [Papel.OPERADOR],
                "nomeacoes.documento_conferir": [Papel.OPERADOR],
                # São documentos pessoais: só quem os confere e quem fiscaliza.
                "nomeacoes.documentos_da_posse_ver": [Papel.OPERADOR, Papel.AUDITOR],
                "nomeacoes.documento_abrir": [Papel.OPERADOR, Papel.AUDITOR],
                "nomeacoes.sem_posse_planejar": prepara,
                "nomeacoes.sem_posse_confirmar": [Papel.OPERADOR],
                "nomeacoes.regra_de_prazo_ver": [*leitores, Papel.ADMINISTRADOR],
                "nomeacoes.regra_de_prazo_administrar": [Papel.ADMINISTRADOR],
                "nomeacoes.final_de_fila_registrar": [Papel.OPERADOR],
                "nomeacoes.nao_confirmacao_registrar": [Papel.OPERADOR],
                "nomeacoes.acontecimento_conferir": [Papel.OPERADOR],
                "nomeacoes.acontecimento_registrar": [Papel.OPERADOR],
                "nomeacoes.desfazimento_conferir": [Papel.OPERADOR],
                "nomeacoes.evento_desfazer": [Papel.OPERADOR],
                "nomeacoes.certidao_emitir": prepara,
                "nomeacoes.memoria_publica_exportar": leitores,
                # Os mesmos que leem as autodeclarações: a memória interna leva-as.
                "nomeacoes.memoria_interna_exportar": [Papel.OPERADOR, Papel.COMISSAO, Papel.AUDITOR],
                "nomeacoes.reconferencia_pedir": [*prepara, Papel.AUDITOR],
                "nomeacoes.cargo_reconferir": [*prepara, Papel.AUDITOR],
            }
        )
        registrar_especie(ESPECIE, produzir_atos, "nomeacoes.atos_pedir_producao")
        registrar_conjunto(ESPECIE_DO_CONJUNTO, "nomeacoes.atos_pedir_producao")
        pedir_reconferencia = "nomeacoes.reconferencia_pedir"
        registrar_especie(reconferencia.ESPECIE, reconferir_cargos, pedir_reconferencia)
        registrar_conjunto(reconferencia.ESPECIE_DO_CONJUNTO, pedir_reconferencia)
        registrar_calculo_dos_efeitos(efeitos_sobre_as_chamadas)
        registrar_impedimento(impedimento_da_retificacao)
        registrar_gravacao(gravar_retificacao)
        registrar_ligacao("Por quê?", "nomeacoes:porque", "nomeacoes.ver")
        registrar_rodape(rodape_da_lista)
        registrar_marca(marcas_judiciais)
        registrar_documento(CONVOCACAO)
        registrar_item("Convocações", "nomeacoes:convocacoes", "megaphone", "nomeacoes.ver", 40)
        registrar_item("Atos", "nomeacoes:atos", "file-check", "nomeacoes.ver", 50)
