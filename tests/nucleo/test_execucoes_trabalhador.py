"""Trabalhos em processos de verdade: do pedido ao fim, e a morte do trabalhador nos dois pontos."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from django.db import connection, transaction

from nucleo import execucoes
from nucleo.enums import SituacaoExecucao
from nucleo.execucoes import executar, pedir_conjunto
from nucleo.models import Execucao, Orgao, RegistroTrilha
from nucleo.permissoes import SISTEMA
from tests.nucleo.test_execucoes import criar, especie, gravadas, orgao, pedir_prova  # noqa: F401
from tests.servidores.ganchos import PROVA
from tests.servidores.trabalhador import SINAIS, Trabalhador, provar_morte

so_no_postgres = pytest.mark.skipif(
    "connection.vendor == 'sqlite'", reason="o SQLite tem um só escritor: as duas transações não se cruzam"
)


def pedir_confirmado(orgao: Orgao, linhas: int = 3) -> Execucao:  # noqa: F811
    with transaction.atomic():
        return pedir_prova(orgao, linhas)


@pytest.mark.trabalhador
class TestTrabalhador:
    def test_do_pedido_ao_fim(self, trabalhador: Trabalhador, orgao: Orgao) -> None:  # noqa: F811
        trabalhador.subir()
        execucao = trabalhador.esperar_fim(pedir_confirmado(orgao))
        assert (execucao.situacao, execucao.mensagem) == (SituacaoExecucao.CONCLUIDA, "3 linhas gravadas.")
        assert gravadas() == 3

    @pytest.mark.parametrize("sinal", SINAIS)
    def test_morte_do_trabalhador(self, trabalhador: Trabalhador, orgao: Orgao, sinal: str) -> None:  # noqa: F811
        def verificar(execucao: Execucao) -> None:
            assert execucao.mensagem == "3 linhas gravadas."
            assert gravadas() == 3

        provar_morte(
            trabalhador,
            sinal=sinal,
            especie=PROVA,
            pedir=lambda: pedir_confirmado(orgao),
            intacto=lambda: gravadas() == 0,
            verificar=verificar,
        )

    @pytest.mark.parametrize("sinal", SINAIS)
    def test_morte_no_meio_de_um_conjunto(
        self,
        trabalhador: Trabalhador,
        orgao: Orgao,  # noqa: F811
        sinal: str,
    ) -> None:
        def verificar(mae: Execucao) -> None:
            assert mae.mensagem == "3 de 3 partes concluídas."
            for filha in mae.filhas.all():
                linhas = RegistroTrilha.objects.filter(depois__execucao=str(filha.pk)).count()
                assert linhas == filha.parametros["linhas"]

        def pedir() -> Execucao:
            filhas = [(PROVA, f"c{n}", f"Parte {n}", {"orgao": orgao.pk, "linhas": n}) for n in (1, 2, 3)]
            return pedir_conjunto(
                autor=SISTEMA,
                especie="testes.conjunto",
                chave="c",
                titulo="Conjunto",
                orgao=orgao,
                destino="",
                filhas=filhas,
            )

        provar_morte(
            trabalhador,
            sinal=sinal,
            especie=PROVA,
            pedir=pedir,
            intacto=lambda: gravadas() == 0,
            verificar=verificar,
        )


def em_paralelo(*pks: Any) -> None:
    """Executa cada uma numa linha própria, com conexão própria, e espera todas."""

    def rodar(pk: Any) -> None:
        try:
            executar(str(pk))
        finally:
            connection.close()

    linhas = [threading.Thread(target=rodar, args=[pk]) for pk in pks]
    for linha in linhas:
        linha.start()
    for linha in linhas:
        linha.join(30)


@so_no_postgres
@pytest.mark.django_db(transaction=True)
class TestSimultaneas:
    def test_as_duas_ultimas_filhas_terminam_juntas_e_a_mae_termina(
        self,
        orgao: Orgao,  # noqa: F811
        especie: Any,  # noqa: F811
    ) -> None:
        encontro = threading.Barrier(2, timeout=20)

        def encontrar(execucao: Execucao, progresso: execucoes.Progresso) -> dict[str, Any]:
            encontro.wait()
            return {}

        nome = especie(encontrar)
        mae = criar(orgao, "testes.conjunto", situacao=SituacaoExecucao.EM_ANDAMENTO)
        filhas = [criar(orgao, nome, chave=chave, mae=mae) for chave in "ab"]
        em_paralelo(*(filha.pk for filha in filhas))
        mae.refresh_from_db()
        assert (mae.situacao, mae.feito) == (SituacaoExecucao.CONCLUIDA, 2)

    def test_dois_trabalhadores_disputam_e_um_executa(
        self,
        orgao: Orgao,  # noqa: F811
        especie: Any,  # noqa: F811
    ) -> None:
        rodadas: list[int] = []

        def contar(execucao: Execucao, progresso: execucoes.Progresso) -> dict[str, Any]:
            rodadas.append(execucao.tentativa)
            threading.Event().wait(0.2)
            return {}

        execucao = criar(orgao, especie(contar))
        em_paralelo(*[execucao.pk] * 4)
        execucao.refresh_from_db()
        assert rodadas == [1]
        assert (execucao.situacao, execucao.tentativa) == (SituacaoExecucao.CONCLUIDA, 1)
