"""Trabalhos em segundo plano, no próprio processo: os dois desfechos e o que se perde ou repete."""

from __future__ import annotations

import threading
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.core.exceptions import ImproperlyConfigured
from django.db import transaction
from django.utils import timezone
from kombu.exceptions import OperationalError

from nucleo import execucoes
from nucleo.enums import Administracao, SituacaoExecucao
from nucleo.erros import Conflito, Recusa
from nucleo.execucoes import despachar_orfas, executar, pedir, pedir_conjunto, situacao_da_execucao
from nucleo.models import Execucao, Municipio, Orgao, RegistroTrilha, Usuario
from nucleo.permissoes import SISTEMA, Pessoa
from nucleo.tasks import executar as tarefa
from tests.servidores.ganchos import PROVA

SENSATO = "testes.sensato"


@pytest.fixture
def orgao(db: None) -> Orgao:
    municipio = Municipio.objects.create(nome="Vila Nova", uf="CE")
    return Orgao.objects.create(
        municipio=municipio, nome="Secretaria de Teste", sigla="SET", administracao=Administracao.DIRETA
    )


@pytest.fixture
def especie(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Registra, só neste teste, um executor com o nome SENSATO."""
    from nucleo.execucoes import especies

    def registrar(executor: Any, nome: str = SENSATO) -> str:
        monkeypatch.setitem(especies._EXECUTORES, nome, executor)
        return nome

    return registrar


def criar(orgao: Orgao, especie: str = PROVA, **campos: Any) -> Execucao:
    """Execução como `pedir` a deixa, sem envio."""
    dados = {"chave": "c", "titulo": "Prova", "parametros": {"orgao": orgao.pk, "linhas": 2}, **campos}
    dados.setdefault("enviada_em", timezone.now())
    return Execucao.objects.create(especie=especie, orgao=orgao, **dados)


def pedir_prova(orgao: Orgao, linhas: int = 2, chave: str = "c") -> Execucao:
    return pedir(
        autor=SISTEMA,
        especie=PROVA,
        chave=chave,
        titulo="Prova",
        parametros={"orgao": orgao.pk, "linhas": linhas},
        orgao=orgao,
    )


def gravadas() -> int:
    return RegistroTrilha.objects.filter(acao=PROVA).count()


class TestPedido:
    def test_so_vai_para_a_fila_quando_a_transacao_se_confirma(
        self, orgao: Orgao, django_capture_on_commit_callbacks: Any
    ) -> None:
        with django_capture_on_commit_callbacks() as envios:
            execucao = pedir_prova(orgao)
        assert execucao.situacao == SituacaoExecucao.PENDENTE
        assert gravadas() == 0
        for enviar in envios:
            enviar()
        execucao.refresh_from_db()
        assert execucao.situacao == SituacaoExecucao.CONCLUIDA
        assert (execucao.mensagem, execucao.resultado) == ("2 linhas gravadas.", {"linhas": 2})
        assert (execucao.feito, execucao.total, execucao.tentativa) == (2, 2, 1)
        assert execucao.terminada_em >= execucao.iniciada_em
        assert gravadas() == 2

    @pytest.mark.django_db(transaction=True)
    def test_transacao_desfeita_nao_deixa_nem_envia_execucao(self, orgao: Orgao) -> None:
        with transaction.atomic():
            pedir_prova(orgao)
            transaction.set_rollback(True)
        assert not Execucao.objects.exists()
        assert gravadas() == 0

    def test_a_viva_de_mesma_especie_e_chave_volta(self, orgao: Orgao) -> None:
        primeira = pedir_prova(orgao)
        assert pedir_prova(orgao) == primeira
        assert pedir_prova(orgao, chave="outra") != primeira

    def test_terminada_a_primeira_cria_outra(
        self, orgao: Orgao, django_capture_on_commit_callbacks: Any
    ) -> None:
        with django_capture_on_commit_callbacks(execute=True):
            primeira = pedir_prova(orgao)
        assert pedir_prova(orgao) != primeira

    def test_especie_desconhecida_e_erro_de_configuracao(self, orgao: Orgao) -> None:
        with pytest.raises(ImproperlyConfigured, match=r"testes\.nenhuma"):
            pedir(autor=SISTEMA, especie="testes.nenhuma", chave="c", titulo="", parametros={}, orgao=orgao)

    def test_registrar_duas_vezes_e_erro_de_configuracao(self) -> None:
        with pytest.raises(ImproperlyConfigured, match="já tem executor"):
            execucoes.registrar_especie(PROVA, lambda execucao, progresso: {})

    def test_fila_muda_deixa_a_execucao_por_enviar(
        self,
        orgao: Orgao,
        monkeypatch: pytest.MonkeyPatch,
        django_capture_on_commit_callbacks: Any,
    ) -> None:
        def cair(**_: Any) -> None:
            raise OperationalError

        with monkeypatch.context() as trocado:
            trocado.setattr(tarefa, "apply_async", cair)
            with django_capture_on_commit_callbacks(execute=True):
                execucao = pedir_prova(orgao)
        execucao.refresh_from_db()
        assert (execucao.situacao, execucao.enviada_em) == (SituacaoExecucao.PENDENTE, None)
        assert despachar_orfas() == 1
        assert gravadas() == 2

    def test_a_mensagem_da_fila_leva_so_o_identificador(
        self,
        orgao: Orgao,
        monkeypatch: pytest.MonkeyPatch,
        django_capture_on_commit_callbacks: Any,
    ) -> None:
        mandadas: list[dict[str, Any]] = []
        monkeypatch.setattr(tarefa, "apply_async", lambda **opcoes: mandadas.append(opcoes))
        with django_capture_on_commit_callbacks(execute=True):
            execucao = pedir_prova(orgao)
        assert mandadas == [{"args": [str(execucao.pk)]}]


class TestDesfechos:
    def test_recusa_falha_com_a_frase_e_os_detalhes_e_desfaz_o_gravado(
        self, orgao: Orgao, especie: Any
    ) -> None:
        def recusar(execucao: Execucao, progresso: execucoes.Progresso) -> dict[str, Any]:
            Municipio.objects.create(nome="Não fica", uf="CE")
            progresso(1, 3)
            raise Recusa("Falta a coluna NOTA.", ["linha 1"])

        execucao = criar(orgao, especie(recusar))
        executar(str(execucao.pk))
        execucao.refresh_from_db()
        assert execucao.situacao == SituacaoExecucao.FALHOU
        assert execucao.mensagem == "Falta a coluna NOTA."
        assert execucao.resultado == {"detalhes": ["linha 1"]}
        assert (execucao.feito, execucao.total) == (1, 3)
        assert not Municipio.objects.filter(nome="Não fica").exists()

    def test_erro_inesperado_falha_com_codigo_que_esta_no_registro(
        self, orgao: Orgao, especie: Any, caplog: pytest.LogCaptureFixture
    ) -> None:
        def quebrar(execucao: Execucao, progresso: execucoes.Progresso) -> dict[str, Any]:
            raise ValueError("CPF 111.222.333-44")

        execucao = criar(orgao, especie(quebrar))
        executar(str(execucao.pk))
        execucao.refresh_from_db()
        assert execucao.situacao == SituacaoExecucao.FALHOU
        assert "erro inesperado" in execucao.mensagem
        assert "111.222" not in execucao.mensagem
        codigo = execucao.mensagem.rstrip(".").split()[-1]
        assert codigo in caplog.text

    def test_quem_perdeu_o_papel_le_que_nao_tem_permissao(self, orgao: Orgao, especie: Any) -> None:
        from django.core.exceptions import PermissionDenied

        def negar(execucao: Execucao, progresso: execucoes.Progresso) -> dict[str, Any]:
            raise PermissionDenied

        execucao = criar(orgao, especie(negar))
        executar(str(execucao.pk))
        execucao.refresh_from_db()
        assert "não tem permissão" in execucao.mensagem

    def test_sinais_cercam_a_confirmacao(self, orgao: Orgao) -> None:
        vistos: list[tuple[str, str]] = []

        def anotar(sinal: str) -> Any:
            def ouvir(execucao: Execucao, **_: Any) -> None:
                atual = Execucao.objects.get(pk=execucao.pk)
                vistos.append((sinal, atual.situacao))

            return ouvir

        antes, depois = anotar("antes"), anotar("depois")
        execucoes.antes_do_commit.connect(antes)
        execucoes.depois_do_commit.connect(depois)
        executar(str(criar(orgao).pk))
        assert vistos == [("antes", "concluida"), ("depois", "concluida")]

    def test_autor_da_execucao_e_quem_pediu_ou_o_sistema(self, orgao: Orgao) -> None:
        pessoa = Usuario.objects.create(username="ana", nome="Ana")
        autor = execucoes.autor_da_execucao(criar(orgao, autor=pessoa))
        assert isinstance(autor, Pessoa)
        assert autor.pessoa == pessoa
        assert execucoes.autor_da_execucao(criar(orgao, chave="d")) is SISTEMA


class TestUmaSoVez:
    def test_entrega_repetida_depois_do_fim_nao_faz_nada(self, orgao: Orgao) -> None:
        execucao = criar(orgao)
        tarefa.delay(str(execucao.pk))
        tarefa.delay(str(execucao.pk))
        execucao.refresh_from_db()
        assert (gravadas(), execucao.tentativa) == (2, 1)

    def test_identificador_que_nao_existe_nao_faz_nada(self, db: None) -> None:
        executar("00000000-0000-0000-0000-000000000000")
        assert gravadas() == 0

    def test_entrega_repetida_durante_o_trabalho_nao_faz_nada(self, orgao: Orgao, especie: Any) -> None:
        rodadas: list[int] = []

        def reentrar(execucao: Execucao, progresso: execucoes.Progresso) -> dict[str, Any]:
            rodadas.append(execucao.tentativa)
            executar(str(execucao.pk))
            return {}

        execucao = criar(orgao, especie(reentrar))
        executar(str(execucao.pk))
        execucao.refresh_from_db()
        assert rodadas == [1]
        assert (execucao.situacao, execucao.mensagem) == (SituacaoExecucao.CONCLUIDA, "Concluído.")

    def test_quem_perde_a_troca_nao_executa(self, orgao: Orgao, monkeypatch: pytest.MonkeyPatch) -> None:
        from nucleo.execucoes import tomada

        execucao = criar(orgao)

        def outro_toma(pk: Any, tentativa: int) -> None:
            Execucao.objects.filter(pk=pk).update(situacao=SituacaoExecucao.EM_ANDAMENTO, tentativa=tentativa)

        monkeypatch.setattr(tomada, "renovar", outro_toma)
        executar(str(execucao.pk))
        assert gravadas() == 0

    def test_cerca_o_morto_que_volta_e_conclui_nao_grava_nada(self, orgao: Orgao, especie: Any) -> None:
        def demorar(execucao: Execucao, progresso: execucoes.Progresso) -> dict[str, Any]:
            Municipio.objects.create(nome="Do morto", uf="CE")
            Execucao.objects.filter(pk=execucao.pk).update(tentativa=2)
            return {}

        execucao = criar(orgao, especie(demorar))
        executar(str(execucao.pk))
        execucao.refresh_from_db()
        assert execucao.situacao == SituacaoExecucao.EM_ANDAMENTO
        assert not Municipio.objects.filter(nome="Do morto").exists()

    def test_cerca_o_morto_que_volta_e_falha_nao_marca_a_falha(
        self, orgao: Orgao, especie: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        from nucleo.execucoes import tomada

        def recusar(execucao: Execucao, progresso: execucoes.Progresso) -> dict[str, Any]:
            raise Recusa("tarde demais")

        def outro_toma(execucao: Execucao, erro: Exception) -> tuple[str, list[str]]:
            Execucao.objects.filter(pk=execucao.pk).update(tentativa=2)
            return str(erro), []

        monkeypatch.setattr(tomada, "_explicar", outro_toma)
        execucao = criar(orgao, especie(recusar))
        executar(str(execucao.pk))
        execucao.refresh_from_db()
        assert (execucao.situacao, execucao.mensagem) == (SituacaoExecucao.EM_ANDAMENTO, "")

    def test_derruba_o_trabalhador_sempre_falha_depois_de_cinco_vezes(self, orgao: Orgao) -> None:
        execucao = criar(orgao, situacao=SituacaoExecucao.EM_ANDAMENTO, tentativa=5)
        executar(str(execucao.pk))
        execucao.refresh_from_db()
        assert execucao.situacao == SituacaoExecucao.FALHOU
        assert "interrompido 5 vezes" in execucao.mensagem
        assert gravadas() == 0


class TestAndamento:
    def test_progresso_e_lido_do_cache_enquanto_roda(self, orgao: Orgao, especie: Any) -> None:
        vistas: list[execucoes.Situacao] = []

        def andar(execucao: Execucao, progresso: execucoes.Progresso) -> dict[str, Any]:
            progresso(41_200, 100_000, "conferindo linhas")
            vistas.append(situacao_da_execucao(Execucao.objects.get(pk=execucao.pk)))
            return {"mensagem": "Pronto."}

        execucao = criar(orgao, especie(andar))
        assert situacao_da_execucao(execucao).mensagem.startswith("Na fila")
        executar(str(execucao.pk))
        execucao.refresh_from_db()
        assert vistas == [execucoes.Situacao(41_200, 100_000, "conferindo linhas")]
        assert situacao_da_execucao(execucao) == execucoes.Situacao(41_200, 100_000, "Pronto.")

    def test_arrendamento_e_renovado_enquanto_roda_e_solto_no_fim(
        self, orgao: Orgao, especie: Any, settings: Any
    ) -> None:
        settings.EXECUCAO_ARRENDAMENTO = 0.15
        vivo: list[bool] = []

        def demorar(execucao: Execucao, progresso: execucoes.Progresso) -> dict[str, Any]:
            threading.Event().wait(0.5)
            vivo.append(cache.get(f"execucao:{execucao.pk}:1:arrendamento") is not None)
            return {}

        execucao = criar(orgao, especie(demorar))
        executar(str(execucao.pk))
        assert vivo == [True]
        assert cache.get(f"execucao:{execucao.pk}:1:arrendamento") is None

    def test_cache_fora_do_ar_nao_derruba_o_trabalho(
        self, orgao: Orgao, monkeypatch: pytest.MonkeyPatch, especie: Any
    ) -> None:
        from nucleo.execucoes import andamento

        class SemCache:
            def set(self, *_: Any) -> None:
                raise ConnectionError

        def andar(execucao: Execucao, progresso: execucoes.Progresso) -> dict[str, Any]:
            with monkeypatch.context() as trocado:
                trocado.setattr(andamento, "cache", SemCache())
                progresso(1, 1)
            return {}

        execucao = criar(orgao, especie(andar))
        executar(str(execucao.pk))
        execucao.refresh_from_db()
        assert (execucao.situacao, execucao.feito) == (SituacaoExecucao.CONCLUIDA, 1)


class TestConjunto:
    def conjunto(self, orgao: Orgao, linhas: tuple[int, ...] = (1, 2, 3)) -> Execucao:
        return pedir_conjunto(
            autor=SISTEMA,
            especie="testes.conjunto",
            chave="c",
            titulo="Classificar tudo",
            orgao=orgao,
            destino="/",
            filhas=[(PROVA, f"c{n}", f"Cargo {n}", {"orgao": orgao.pk, "linhas": n}) for n in linhas],
        )

    def test_a_mae_termina_com_a_ultima_filha(
        self, orgao: Orgao, django_capture_on_commit_callbacks: Any
    ) -> None:
        with django_capture_on_commit_callbacks(execute=True):
            mae = self.conjunto(orgao)
            assert situacao_da_execucao(mae) == execucoes.Situacao(0, 3, "0 de 3 partes prontas.")
        mae.refresh_from_db()
        assert mae.situacao == SituacaoExecucao.CONCLUIDA
        assert (mae.feito, mae.total, mae.mensagem) == (3, 3, "3 de 3 partes concluídas.")
        assert gravadas() == 6

    def test_de_uma_parte_so_conta_uma_parte(
        self, orgao: Orgao, django_capture_on_commit_callbacks: Any
    ) -> None:
        with django_capture_on_commit_callbacks(execute=True):
            mae = self.conjunto(orgao, linhas=(2,))
        mae.refresh_from_db()
        assert mae.mensagem == "1 parte concluída."

    def test_a_mae_vive_enquanto_uma_filha_vive(self, orgao: Orgao) -> None:
        mae = self.conjunto(orgao)
        primeira, *_ = mae.filhas.order_by("titulo")
        executar(str(primeira.pk))
        mae.refresh_from_db()
        assert mae.situacao == SituacaoExecucao.EM_ANDAMENTO
        assert situacao_da_execucao(mae).feito == 1

    def test_a_mae_falha_se_uma_filha_falha_e_diz_qual(
        self, orgao: Orgao, especie: Any, django_capture_on_commit_callbacks: Any
    ) -> None:
        def recusar(execucao: Execucao, progresso: execucoes.Progresso) -> dict[str, Any]:
            raise Recusa("Sem notas.")

        with django_capture_on_commit_callbacks(execute=True):
            mae = pedir_conjunto(
                autor=SISTEMA,
                especie="testes.conjunto",
                chave="c",
                titulo="Classificar tudo",
                orgao=orgao,
                destino="/",
                filhas=[
                    (especie(recusar), "a", "Cargo A", {}),
                    (PROVA, "b", "Cargo B", {"orgao": orgao.pk, "linhas": 1}),
                ],
            )
        mae.refresh_from_db()
        assert mae.situacao == SituacaoExecucao.FALHOU
        assert mae.mensagem == "1 de 2 partes não se concluíram."
        assert mae.resultado == {"detalhes": ["Cargo A: Sem notas."]}
        assert gravadas() == 1

    def test_a_mae_viva_volta_como_esta(self, orgao: Orgao) -> None:
        mae = self.conjunto(orgao)
        assert self.conjunto(orgao) == mae
        assert mae.filhas.count() == 3

    def test_filha_ja_em_curso_e_conflito_e_nada_fica(self, orgao: Orgao) -> None:
        pedir_prova(orgao, chave="c2")
        with pytest.raises(Conflito, match="já está em andamento"):
            self.conjunto(orgao)
        assert not Execucao.objects.filter(especie="testes.conjunto").exists()

    def test_conjunto_vazio_e_recusado(self, orgao: Orgao) -> None:
        with pytest.raises(Recusa, match="não há nada a fazer"):
            self.conjunto(orgao, ())


class TestOrfas:
    def test_pendente_recente_espera(self, orgao: Orgao) -> None:
        criar(orgao)
        assert despachar_orfas() == 0

    @pytest.mark.parametrize("atraso", [None, timedelta(minutes=5)])
    def test_pendente_nunca_enviada_ou_antiga_e_enviada(self, orgao: Orgao, atraso: timedelta | None) -> None:
        criar(orgao, enviada_em=atraso and timezone.now() - atraso)
        assert despachar_orfas() == 1
        assert gravadas() == 2

    def test_tomada_por_trabalhador_vivo_espera(self, orgao: Orgao) -> None:
        execucao = criar(orgao, situacao=SituacaoExecucao.EM_ANDAMENTO, tentativa=1)
        cache.set(f"execucao:{execucao.pk}:1:arrendamento", True, 30)
        assert despachar_orfas() == 0
        cache.delete(f"execucao:{execucao.pk}:1:arrendamento")
        assert despachar_orfas() == 1
        execucao.refresh_from_db()
        assert (execucao.situacao, execucao.tentativa) == (SituacaoExecucao.CONCLUIDA, 2)
        assert gravadas() == 2

    def test_o_reenvio_nao_se_repete_a_cada_varredura(
        self, orgao: Orgao, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(tarefa, "apply_async", lambda **_: None)
        criar(orgao, enviada_em=None)
        assert [despachar_orfas(), despachar_orfas()] == [1, 0]

    def test_a_mae_nunca_e_orfa(self, orgao: Orgao) -> None:
        TestConjunto().conjunto(orgao, (1,))
        assert despachar_orfas() == 0
