"""Cancelamento: quem pode, o que para já, o que para no passo seguinte, e o pedido que chega tarde."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import pytest
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.db import OperationalError, connection
from django.http import Http404
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from nucleo import execucoes
from nucleo.enums import Papel, SituacaoExecucao
from nucleo.erros import Cancelada, Conflito, Recusa
from nucleo.execucoes import andamento as modulo_do_andamento
from nucleo.execucoes import cancelamento as modulo_do_cancelamento
from nucleo.execucoes import cancelar, despachar_orfas, executar, pode_cancelar, situacao_da_execucao
from nucleo.models import Execucao, Municipio, Orgao, RegistroTrilha
from nucleo.permissoes import SISTEMA, Pessoa, acoes
from tests import fabrica
from tests.nucleo.test_execucoes import (  # noqa: F401
    TestConjunto,
    criar,
    especie,
    gravadas,
    orgao,
    pedir_prova,
)
from tests.servidores.ganchos import PROVA

CHAVEIRO = "django.contrib.auth.backends.ModelBackend"
Registrar = Callable[..., str]
RODADAS = 12


@pytest.fixture
def ana(orgao: Orgao) -> Pessoa:  # noqa: F811
    return Pessoa(fabrica.usuario(Papel.OPERADOR, orgao=orgao, nome="Ana Lima"))


def pedida_por(quem: Pessoa, orgao: Orgao, nome: str = PROVA, **campos: Any) -> Execucao:  # noqa: F811
    return criar(orgao, nome, autor=quem.pessoa, **campos)


def tomada_por_outro(execucao: Execucao) -> None:
    Execucao.objects.filter(pk=execucao.pk).update(situacao=SituacaoExecucao.EM_ANDAMENTO, tentativa=1)
    cache.set(f"execucao:{execucao.pk}:1:arrendamento", True, 30)
    execucao.refresh_from_db()


def na_trilha() -> list[tuple[str, str]]:
    registros = RegistroTrilha.objects.filter(acao="nucleo.execucao_cancelar").order_by("pk")
    return [(registro.objeto_id, str(registro.autor)) for registro in registros]


class TestPendente:
    def test_termina_na_hora_e_pode_ser_pedida_de_novo(self, orgao: Orgao, ana: Pessoa) -> None:  # noqa: F811
        execucao = pedida_por(ana, orgao)
        cancelada = cancelar(autor=ana, execucao=execucao)
        assert cancelada.situacao == SituacaoExecucao.CANCELADA
        assert cancelada.mensagem == "Cancelada a pedido de Ana Lima. Nada foi gravado."
        assert cancelada.terminada_em is not None
        assert na_trilha() == [(str(execucao.pk), "Ana Lima")]
        executar(str(execucao.pk))
        assert gravadas() == 0
        outra = pedir_prova(orgao)
        assert outra.pk != execucao.pk
        executar(str(outra.pk))
        outra.refresh_from_db()
        assert outra.situacao == SituacaoExecucao.CONCLUIDA
        assert gravadas() == 2

    def test_tomada_no_meio_do_pedido_para_por_quem_a_tomou(
        self,
        orgao: Orgao,  # noqa: F811
        ana: Pessoa,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        execucao = pedida_por(ana, orgao)

        def tomar_no_meio(chaves: Any, por: int | None) -> None:
            modulo_do_andamento.pedir_que_pare(chaves, por)
            Execucao.objects.filter(pk=execucao.pk).update(
                situacao=SituacaoExecucao.EM_ANDAMENTO, tentativa=1
            )

        monkeypatch.setattr(modulo_do_cancelamento, "pedir_que_pare", tomar_no_meio)
        assert cancelar(autor=ana, execucao=execucao).situacao == SituacaoExecucao.EM_ANDAMENTO
        assert na_trilha() == []
        with pytest.raises(Cancelada):
            modulo_do_andamento.Andamento(execucao)(1, 10)

    def test_com_o_banco_ocupado_para_ao_ser_tomada(
        self,
        orgao: Orgao,  # noqa: F811
        ana: Pessoa,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        execucao = pedida_por(ana, orgao)

        def ocupado(*_: Any) -> None:
            raise OperationalError("database is locked")

        with monkeypatch.context() as trocado:
            trocado.setattr(modulo_do_cancelamento, "cancelar_de_vez", ocupado)
            assert cancelar(autor=ana, execucao=execucao).situacao == SituacaoExecucao.PENDENTE
        executar(str(execucao.pk))
        execucao.refresh_from_db()
        assert execucao.situacao == SituacaoExecucao.CANCELADA
        assert (gravadas(), na_trilha()) == (0, [(str(execucao.pk), "Ana Lima")])

    def test_outro_erro_do_banco_nao_se_cala(
        self,
        orgao: Orgao,  # noqa: F811
        ana: Pessoa,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        def cheio(*_: Any) -> None:
            raise OperationalError("database or disk is full")

        monkeypatch.setattr(modulo_do_cancelamento, "cancelar_de_vez", cheio)
        with pytest.raises(OperationalError):
            cancelar(autor=ana, execucao=pedida_por(ana, orgao))

    def test_sem_cache_a_pendente_termina_assim_mesmo(
        self,
        orgao: Orgao,  # noqa: F811
        ana: Pessoa,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        execucao = pedida_por(ana, orgao)
        monkeypatch.setattr(modulo_do_cancelamento, "pedir_que_pare", sem_cache)
        assert cancelar(autor=ana, execucao=execucao).situacao == SituacaoExecucao.CANCELADA


def sem_cache(*_: Any) -> None:
    raise ConnectionError


class TestEmAndamento:
    def test_para_no_passo_seguinte_e_tudo_se_desfaz(
        self,
        orgao: Orgao,  # noqa: F811
        ana: Pessoa,
        especie: Registrar,  # noqa: F811
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(modulo_do_andamento, "PASSO_DO_ANDAMENTO", 0)
        vistas: list[execucoes.Situacao] = []

        def gravar(execucao: Execucao, progresso: execucoes.Progresso) -> dict[str, Any]:
            Municipio.objects.create(nome="Não fica", uf="CE")
            progresso(3, 10)
            with CaptureQueriesContext(connection) as consultas:
                assert cancelar(autor=ana, execucao=execucao).situacao == SituacaoExecucao.EM_ANDAMENTO
            assert {consulta["sql"].split()[0] for consulta in consultas} == {"SELECT"}
            vistas.append(situacao_da_execucao(execucao))
            progresso(4, 10)
            raise AssertionError("não devia passar daqui")

        execucao = pedida_por(ana, orgao, especie(gravar))
        executar(str(execucao.pk))
        execucao.refresh_from_db()
        assert execucao.situacao == SituacaoExecucao.CANCELADA
        assert execucao.mensagem == "Cancelada a pedido de Ana Lima. Nada foi gravado."
        assert (execucao.feito, execucao.total, execucao.resultado) == (4, 10, {})
        assert not Municipio.objects.filter(nome="Não fica").exists()
        assert na_trilha() == [(str(execucao.pk), "Ana Lima")]
        assert vistas == [
            execucoes.Situacao(3, 10, "Cancelamento a pedido de Ana Lima: o trabalho vai parar.", True)
        ]
        assert despachar_orfas() == 0

    def test_o_pedido_e_lido_no_ritmo_do_andamento_e_sempre_no_fim(
        self,
        orgao: Orgao,  # noqa: F811
        ana: Pessoa,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        execucao = pedida_por(ana, orgao)
        tomada_por_outro(execucao)
        progresso = modulo_do_andamento.Andamento(execucao)
        progresso(1, 100)
        cancelar(autor=ana, execucao=execucao)
        progresso(2, 100)
        with pytest.raises(Cancelada):
            progresso(100, 100)
        monkeypatch.setattr(modulo_do_andamento, "PASSO_DO_ANDAMENTO", 0)
        with pytest.raises(Cancelada):
            progresso(3, 100)

    def test_depois_do_ultimo_passo_chega_tarde_e_a_pagina_o_diz(
        self,
        orgao: Orgao,  # noqa: F811
        ana: Pessoa,
        especie: Registrar,  # noqa: F811
    ) -> None:
        def gravar(execucao: Execucao, progresso: execucoes.Progresso) -> dict[str, Any]:
            Municipio.objects.create(nome="Fica", uf="CE")
            progresso(1, 1)
            cancelar(autor=ana, execucao=execucao)
            return {"mensagem": "Pronto."}

        execucao = pedida_por(ana, orgao, especie(gravar))
        executar(str(execucao.pk))
        execucao.refresh_from_db()
        assert (execucao.situacao, execucao.mensagem) == (SituacaoExecucao.CONCLUIDA, "Pronto.")
        assert Municipio.objects.filter(nome="Fica").exists()
        assert na_trilha() == []
        pagina = entrar(ana).get(reverse("nucleo:execucao", args=[execucao.pk])).content.decode()
        assert "O cancelamento a pedido de Ana Lima chegou tarde: já estava tudo gravado." in pagina

    def test_terminada_nao_se_cancela(self, orgao: Orgao, ana: Pessoa) -> None:  # noqa: F811
        execucao = pedida_por(ana, orgao)
        executar(str(execucao.pk))
        with pytest.raises(Conflito, match="já tinha terminado"):
            cancelar(autor=ana, execucao=execucao)
        execucao.refresh_from_db()
        assert execucao.situacao == SituacaoExecucao.CONCLUIDA

    def test_a_de_trabalhador_morto_termina_na_hora(self, orgao: Orgao, ana: Pessoa) -> None:  # noqa: F811
        execucao = pedida_por(ana, orgao, situacao=SituacaoExecucao.EM_ANDAMENTO, tentativa=1)
        assert "recomeça sozinho" in situacao_da_execucao(execucao).mensagem
        assert cancelar(autor=ana, execucao=execucao).situacao == SituacaoExecucao.CANCELADA
        assert despachar_orfas() == 0

    def test_o_pedido_sobrevive_a_morte_de_quem_executava(self, orgao: Orgao, ana: Pessoa) -> None:  # noqa: F811
        execucao = pedida_por(ana, orgao)
        tomada_por_outro(execucao)
        cancelar(autor=ana, execucao=execucao)
        cache.delete(f"execucao:{execucao.pk}:1:arrendamento")
        assert despachar_orfas() == 1
        execucao.refresh_from_db()
        assert (execucao.situacao, gravadas()) == (SituacaoExecucao.CANCELADA, 0)

    def test_outro_trabalhador_a_retomou_e_o_cancelamento_e_dele(
        self,
        orgao: Orgao,  # noqa: F811
        ana: Pessoa,
        especie: Registrar,  # noqa: F811
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        from nucleo.execucoes import tomada

        verdadeiro = tomada.cancelar_de_vez

        def perder(execucao: Execucao, *resto: Any) -> None:
            Execucao.objects.filter(pk=execucao.pk).update(tentativa=2)
            verdadeiro(execucao, *resto)

        def parar(execucao: Execucao, progresso: execucoes.Progresso) -> dict[str, Any]:
            raise Cancelada(ana.pessoa.pk)

        monkeypatch.setattr(tomada, "cancelar_de_vez", perder)
        execucao = pedida_por(ana, orgao, especie(parar))
        executar(str(execucao.pk))
        execucao.refresh_from_db()
        assert (execucao.situacao, na_trilha()) == (SituacaoExecucao.EM_ANDAMENTO, [])

    def test_perdido_o_cache_o_trabalho_segue(
        self,
        orgao: Orgao,  # noqa: F811
        ana: Pessoa,
        especie: Registrar,  # noqa: F811
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        class SemCache:
            get = set = staticmethod(sem_cache)

        def seguir(execucao: Execucao, progresso: execucoes.Progresso) -> dict[str, Any]:
            cancelar(autor=ana, execucao=execucao)
            with monkeypatch.context() as trocado:
                trocado.setattr(modulo_do_andamento, "cache", SemCache())
                progresso(1, 2)
            cache.clear()
            progresso(2, 2)
            return {}

        execucao = pedida_por(ana, orgao, especie(seguir))
        executar(str(execucao.pk))
        execucao.refresh_from_db()
        assert execucao.situacao == SituacaoExecucao.CONCLUIDA

    def test_sem_cache_o_pedido_e_recusado_e_diz_que_o_trabalho_segue(
        self,
        orgao: Orgao,  # noqa: F811
        ana: Pessoa,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        execucao = pedida_por(ana, orgao)
        tomada_por_outro(execucao)
        monkeypatch.setattr(modulo_do_cancelamento, "pedir_que_pare", sem_cache)
        with pytest.raises(Recusa, match="não chegou a quem executa o trabalho, que continua"):
            cancelar(autor=ana, execucao=execucao)

    def test_o_sistema_tambem_cancela(self, orgao: Orgao) -> None:  # noqa: F811
        cancelada = cancelar(autor=SISTEMA, execucao=criar(orgao))
        assert cancelada.mensagem == "Cancelada a pedido do próprio sistema. Nada foi gravado."
        assert RegistroTrilha.objects.get(acao="nucleo.execucao_cancelar").autor is None

    def test_cancelada_nao_passa_por_recusa(self) -> None:
        assert not issubclass(Cancelada, Recusa)


@pytest.mark.django_db(transaction=True)
def test_corrida_entre_o_cancelamento_e_o_fim_tem_um_desfecho_so(orgao: Orgao, ana: Pessoa) -> None:  # noqa: F811
    for rodada in range(RODADAS):
        execucao = pedida_por(ana, orgao, chave=str(rodada))
        antes = (gravadas(), len(na_trilha()))
        em_paralelo(lambda: executar(str(execucao.pk)), lambda: tentar_cancelar(ana, execucao))  # noqa: B023
        execucao.refresh_from_db()
        novas = (gravadas() - antes[0], len(na_trilha()) - antes[1])
        assert novas == {"concluida": (2, 0), "cancelada": (0, 1)}[execucao.situacao]


def tentar_cancelar(quem: Pessoa, execucao: Execucao) -> None:
    with suppress(Conflito):
        cancelar(autor=quem, execucao=Execucao.objects.get(pk=execucao.pk))


def em_paralelo(*acoes: Callable[[], None]) -> None:
    """Cada uma na sua linha, com conexão própria; o que uma levante faz falhar o teste."""

    def rodar(acao: Callable[[], None]) -> None:
        try:
            acao()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acoes)) as linhas:
        for feita in [linhas.submit(rodar, acao) for acao in acoes]:
            feita.result(30)


class TestConjuntoCancelado:
    def conjunto(self, orgao: Orgao) -> tuple[Execucao, list[Execucao]]:  # noqa: F811
        mae = TestConjunto().conjunto(orgao)
        return mae, list(mae.filhas.order_by("titulo"))

    def situacoes(self, mae: Execucao) -> list[str]:
        return list(mae.filhas.order_by("titulo").values_list("situacao", flat=True))

    def test_leva_consigo_as_pendentes(self, orgao: Orgao) -> None:  # noqa: F811
        mae, filhas = self.conjunto(orgao)
        cancelada = cancelar(autor=SISTEMA, execucao=mae)
        assert cancelada.situacao == SituacaoExecucao.CANCELADA
        assert "Nada foi gravado." in cancelada.mensagem
        assert self.situacoes(mae) == ["cancelada"] * 3
        assert {chave for chave, _ in na_trilha()} == {str(mae.pk), *(str(filha.pk) for filha in filhas)}
        assert TestConjunto().conjunto(orgao).pk != mae.pk

    def test_o_que_ja_estava_pronto_fica_e_a_mensagem_o_diz(
        self,
        orgao: Orgao,  # noqa: F811
        ana: Pessoa,
    ) -> None:
        mae, filhas = self.conjunto(orgao)
        Execucao.objects.filter(pk=mae.pk).update(autor=ana.pessoa)
        mae.refresh_from_db()
        executar(str(filhas[0].pk))
        cancelada = cancelar(autor=ana, execucao=mae)
        assert cancelada.mensagem == (
            "Cancelada a pedido de Ana Lima. Já estavam gravadas, e ficam: 1 de 3 partes."
        )
        assert (cancelada.feito, cancelada.total) == (1, 3)
        assert gravadas() == 1

    def test_com_uma_parte_em_curso_as_outras_param_ao_serem_tomadas(self, orgao: Orgao) -> None:  # noqa: F811
        mae, filhas = self.conjunto(orgao)
        tomada_por_outro(filhas[0])
        with CaptureQueriesContext(connection) as consultas:
            assert cancelar(autor=SISTEMA, execucao=mae).situacao == SituacaoExecucao.EM_ANDAMENTO
        assert {consulta["sql"].split()[0] for consulta in consultas} == {"SELECT"}
        assert situacao_da_execucao(mae).parando
        for filha in filhas[1:]:
            executar(str(filha.pk))
        assert self.situacoes(mae) == ["em_andamento", "cancelada", "cancelada"]
        cache.delete(f"execucao:{filhas[0].pk}:1:arrendamento")
        executar(str(filhas[0].pk))
        mae.refresh_from_db()
        assert (mae.situacao, gravadas()) == (SituacaoExecucao.CANCELADA, 0)

    def test_uma_parte_so_se_cancela_e_as_outras_seguem(self, orgao: Orgao) -> None:  # noqa: F811
        mae, filhas = self.conjunto(orgao)
        cancelar(autor=SISTEMA, execucao=filhas[0])
        for filha in filhas[1:]:
            executar(str(filha.pk))
        mae.refresh_from_db()
        assert mae.situacao == SituacaoExecucao.CANCELADA
        assert mae.mensagem == "Partes canceladas: 1 de 3. Já estavam gravadas, e ficam: 2 de 3 partes."

    def test_uma_que_falhou_prevalece_e_as_canceladas_se_contam(
        self,
        orgao: Orgao,  # noqa: F811
        especie: Registrar,  # noqa: F811
    ) -> None:
        def recusar(execucao: Execucao, progresso: execucoes.Progresso) -> dict[str, Any]:
            raise Recusa("Sem notas.")

        mae, filhas = self.conjunto(orgao)
        Execucao.objects.filter(pk=filhas[0].pk).update(especie=especie(recusar))
        executar(str(filhas[0].pk))
        cancelada = cancelar(autor=SISTEMA, execucao=mae)
        assert cancelada.situacao == SituacaoExecucao.FALHOU
        assert cancelada.mensagem == "1 de 3 partes não se concluíram; canceladas: 2."
        assert cancelada.resultado == {"detalhes": ["Cargo 1: Sem notas."]}


def entrar(quem: Pessoa, **opcoes: Any) -> Client:
    cliente = Client(**opcoes)
    cliente.force_login(quem.pessoa, CHAVEIRO)
    return cliente


def situacao(execucao: Execucao) -> str:
    execucao.refresh_from_db()
    return execucao.situacao


class TestQuemPode:
    CARREGAR = "candidatos.carregar"

    def test_quem_pediu_e_quem_poderia_pedir(self, orgao: Orgao, ana: Pessoa) -> None:  # noqa: F811
        autoridade = Pessoa(fabrica.usuario(Papel.AUTORIDADE, orgao=orgao))
        da_autoridade = pedida_por(autoridade, orgao, "testes.sem_acao", chave="a")
        assert pode_cancelar(autoridade, da_autoridade)
        assert not pode_cancelar(ana, da_autoridade)
        carga = pedida_por(autoridade, orgao, self.CARREGAR, chave="b")
        assert pode_cancelar(ana, carga)
        assert cancelar(autor=ana, execucao=carga).situacao == SituacaoExecucao.CANCELADA
        assert not pode_cancelar(ana, carga)

    def test_papel_que_nao_pede_a_especie_nao_a_cancela(self, orgao: Orgao, ana: Pessoa) -> None:  # noqa: F811
        carga = pedida_por(ana, orgao, self.CARREGAR)
        for papel in set(Papel) - {Papel.OPERADOR}:
            outra = Pessoa(fabrica.usuario(papel, orgao=orgao))
            assert not pode_cancelar(outra, carga), papel
            with pytest.raises(PermissionDenied):
                cancelar(autor=outra, execucao=carga)
        assert situacao(carga) == SituacaoExecucao.PENDENTE

    def test_fora_do_alcance_nao_existe(self, orgao: Orgao, ana: Pessoa) -> None:  # noqa: F811
        carga = pedida_por(ana, orgao, self.CARREGAR)
        de_fora = fabrica.autor(Papel.OPERADOR, orgao=fabrica.orgao(sigla="FORA"))
        assert not pode_cancelar(de_fora, carga)
        with pytest.raises(Http404):
            cancelar(autor=de_fora, execucao=carga)
        endereco = reverse("nucleo:execucao_cancelar", args=[carga.pk])
        assert entrar(de_fora).post(endereco).status_code == 404
        assert situacao(carga) == SituacaoExecucao.PENDENTE

    def test_toda_especie_do_sistema_diz_quem_a_pede(self) -> None:
        from nucleo.execucoes import especies

        do_sistema = {nome for nome in especies._ACOES if not nome.startswith("testes.")}
        assert {self.CARREGAR, "candidatos.classificar", "nomeacoes.produzir_convocacao"} <= do_sistema
        assert {nome for nome in do_sistema if especies.acao_da_especie(nome) not in acoes()} == set()


class TestPagina:
    def test_o_botao_cancela_sem_javascript(self, orgao: Orgao, ana: Pessoa) -> None:  # noqa: F811
        execucao = pedida_por(ana, orgao)
        cliente = entrar(ana, enforce_csrf_checks=True)
        endereco = reverse("nucleo:execucao_cancelar", args=[execucao.pk])
        pagina = cliente.get(reverse("nucleo:execucao", args=[execucao.pk]))
        assert f'action="{endereco}"' in pagina.content.decode()
        assert cliente.get(endereco).status_code == 405
        assert cliente.post(endereco).status_code == 403
        dados = {"csrfmiddlewaretoken": pagina.context["csrf_token"]}
        resposta = cliente.post(endereco, dados, follow=True)
        assert resposta.redirect_chain == [(reverse("nucleo:execucao", args=[execucao.pk]), 302)]
        texto = resposta.content.decode()
        assert "Cancelada a pedido de Ana Lima. Nada foi gravado." in texto
        assert endereco not in texto
        assert "já tinha terminado" in cliente.post(endereco, dados, follow=True).content.decode()

    def test_em_curso_o_botao_some_e_a_pagina_diz_que_vai_parar(self, orgao: Orgao, ana: Pessoa) -> None:  # noqa: F811
        execucao = pedida_por(ana, orgao)
        tomada_por_outro(execucao)
        endereco = reverse("nucleo:execucao_cancelar", args=[execucao.pk])
        texto = entrar(ana).post(endereco, follow=True).content.decode()
        assert "Cancelamento a pedido de Ana Lima: o trabalho vai parar." in texto
        assert endereco not in texto
        assert reverse("nucleo:execucao_estado", args=[execucao.pk]) in texto

    def test_quem_nao_pode_nao_ve_o_botao(self, orgao: Orgao, ana: Pessoa) -> None:  # noqa: F811
        execucao = pedida_por(ana, orgao)
        endereco = reverse("nucleo:execucao_cancelar", args=[execucao.pk])
        for papel, codigo in ((Papel.AUDITOR, 403), (Papel.COMISSAO, 403), (Papel.AUTORIDADE, 403)):
            cliente = entrar(Pessoa(fabrica.usuario(papel, orgao=orgao)))
            pagina = cliente.get(reverse("nucleo:execucao", args=[execucao.pk])).content.decode()
            assert endereco not in pagina, papel
            assert cliente.post(endereco).status_code == codigo, papel
        assert situacao(execucao) == SituacaoExecucao.PENDENTE

    def test_o_que_se_troca_a_cada_segundo_nao_leva_o_botao(self, orgao: Orgao, ana: Pessoa) -> None:  # noqa: F811
        execucao = pedida_por(ana, orgao)
        pedaco = entrar(ana).get(reverse("nucleo:execucao_estado", args=[execucao.pk])).content.decode()
        assert "<form" not in pedaco
        assert f'id="execucao-{execucao.pk}"' in pedaco
