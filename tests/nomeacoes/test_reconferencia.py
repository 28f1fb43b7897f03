"""Reconferência: quem muda à mão o que está guardado é achado, e o alarme fica até que volte a conferir."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from celery import current_app
from django.conf import settings
from django.db import connection
from django.test import Client
from django.urls import reverse

from candidatos.enums import SituacaoClassificacao
from candidatos.models import Classificacao, Colocacao, Resultado
from concursos.enums import SituacaoConcurso
from concursos.models import Cargo, Concurso
from nomeacoes import servicos
from nomeacoes.consultas.reconferencia import diferenca_do_cargo
from nomeacoes.models import Evento, Nomeacao, Ocupacao, Reconferencia, Vaga
from nomeacoes.tasks import reconferir_todos
from nucleo.auditoria import VERBOS
from nucleo.enums import Papel, SituacaoExecucao
from nucleo.erros import Conflito, Recusa
from nucleo.models import Execucao, RegistroTrilha
from nucleo.permissoes import SISTEMA
from tests import fabrica
from tests.nomeacoes import mundo
from tests.nomeacoes.certames_ao_acaso import Acaso, classificar

pytestmark = pytest.mark.django_db


def cargo_das_notas() -> Cargo:
    """O cargo de sempre (`mundo.DEZ`), homologado com a lista que as notas dão."""
    novo = fabrica.cargo_publicado()
    for lugar, letra in enumerate(mundo.DEZ, start=1):
        fabrica.candidatura(cargo=novo, numero=f"N{lugar:02d}", nota=f"{100 - lugar}.00", negro=letra == "c")
    classificar(novo)
    Concurso.objects.filter(pk=novo.edital.concurso_id).update(
        situacao=SituacaoConcurso.HOMOLOGADO,
        homologado_em=mundo.HOMOLOGADO_EM,
        validade_ate=mundo.HOJE + timedelta(days=640),
    )
    fabrica.homologar_cargos(concurso=Concurso.objects.get(pk=novo.edital.concurso_id))
    return Cargo.objects.select_related("edital__concurso__orgao__municipio", "regras").get(pk=novo.pk)


@pytest.fixture
def cargo() -> Cargo:
    """Oito convocados de uma lista que saiu das notas, com uma desistência e a vaga reposta."""
    novo = cargo_das_notas()
    mundo.convocar(novo, 8)
    servicos.desistencia_registrar(
        autor=mundo.operador(), candidatura=mundo.candidatura(novo, "N02"), **mundo.registro()
    )
    mundo.convocar(novo, 1)
    return novo


def sem_gatilhos(tabela: str) -> None:
    """Tira do banco o que impede a adulteração: quem tem o banco também pode tirá-lo."""
    onde = f" ON {tabela}" if connection.vendor == "postgresql" else ""
    with connection.cursor() as cursor:
        for verbo in VERBOS:
            cursor.execute(f"DROP TRIGGER {tabela}_sem_{verbo.lower()}{onde}")


def test_o_que_nao_se_mexeu_confere(cargo: Cargo) -> None:
    assert diferenca_do_cargo(cargo) == ""


def test_certames_ao_acaso_conferem() -> None:
    acaso = Acaso(Random(31))
    for _ in range(25):
        assert diferenca_do_cargo(acaso.cargo()) == ""


def test_sem_lista_homologada_nao_ha_o_que_conferir() -> None:
    assert diferenca_do_cargo(fabrica.cargo_publicado()) == ""


# -- Chamadas ------------------------------------------------------------------------------------


def _outra_conta(cargo: Cargo) -> None:
    Nomeacao.objects.filter(vaga__cargo=cargo, vaga__numero=4).update(ocupa="cotas")


def _outra_pessoa(cargo: Cargo) -> None:
    Nomeacao.objects.filter(vaga__cargo=cargo, vaga__numero=5).update(
        candidatura=mundo.candidatura(cargo, "N10")
    )


def _outra_categoria(cargo: Cargo) -> None:
    Nomeacao.objects.filter(vaga__cargo=cargo, vaga__numero=6).update(categoria="pcd")


def _reversao(cargo: Cargo) -> None:
    Nomeacao.objects.filter(vaga__cargo=cargo, vaga__numero=3).update(revertida=True)


def _outra_ocupacao(cargo: Cargo) -> None:
    primeira = Ocupacao.objects.filter(nomeacao__vaga__cargo=cargo, nomeacao__vaga__numero=1)
    primeira.update(categoria="cotas")


def _remanejamento_de_outra_causa(cargo: Cargo) -> None:
    causa = Nomeacao.objects.get(vaga__cargo=cargo, vaga__numero=7)
    Ocupacao.objects.filter(nomeacao__vaga__cargo=cargo, sequencia=2).update(causa=causa)


def _vaga_da_serie(cargo: Cargo) -> None:
    sem_gatilhos("nomeacoes_vaga")
    Vaga.objects.filter(cargo=cargo, numero=8).update(categoria="ampla")


def _vaga_a_mais(cargo: Cargo) -> None:
    Vaga.objects.create(cargo=cargo, numero=12, categoria="ampla")


def _evento_apagado(cargo: Cargo) -> None:
    sem_gatilhos("nomeacoes_evento")
    Evento.objects.filter(cargo=cargo, sequencia=3).update(quantidade=2)


@pytest.mark.parametrize(
    ("adulterar", "trechos"),
    [
        (_outra_conta, ["Na vaga 4,", "N07, contando na cota"]),
        (_outra_pessoa, ["Na vaga 5,", "N04", "N10"]),
        (_outra_categoria, ["Na vaga 6,", "reserva de PcD"]),
        (_reversao, ["Na vaga 3,", "revertida"]),
        (_outra_ocupacao, ["Na vaga 1,", "N01, contando na cota"]),
        (_remanejamento_de_outra_causa, ["Na vaga 4,", "remanejamentos"]),
        (_vaga_da_serie, ["A vaga 8 é de cota na série"]),
        (_vaga_a_mais, ["A vaga 12 não devia existir"]),
        (_evento_apagado, ["Na vaga 9,", "10 chamadas"]),
    ],
)
def test_chamada_mudada_a_mao_diz_a_primeira_vaga(
    cargo: Cargo, adulterar: Callable[[Cargo], None], trechos: list[str]
) -> None:
    adulterar(cargo)
    diferenca = diferenca_do_cargo(cargo)
    for trecho in trechos:
        assert trecho in diferenca


def test_evento_que_ja_nao_cabe_tambem_e_diferenca(cargo: Cargo) -> None:
    sem_gatilhos("nomeacoes_evento")
    Evento.objects.filter(cargo=cargo, sequencia=2).update(
        tipo="nao_confirmacao", candidatura=mundo.candidatura(cargo, "N01")
    )
    assert "Os registros não se reaplicam: no 2º," in diferenca_do_cargo(cargo)


# -- Lista ---------------------------------------------------------------------------------------


def test_lugar_mudado_a_mao_diz_a_primeira_linha(cargo: Cargo) -> None:
    sem_gatilhos("candidatos_colocacao")
    linhas = Colocacao.objects.filter(classificacao__cargo=cargo)
    quem, outro = mundo.candidatura(cargo, "N09"), mundo.candidatura(cargo, "N10")
    linhas.filter(candidatura=quem).update(ordem=99)
    linhas.filter(candidatura=outro).update(ordem=9, posicao=9)
    linhas.filter(candidatura=quem).update(ordem=10, posicao=10)
    diferenca = diferenca_do_cargo(cargo)
    assert diferenca.startswith("Na 9ª linha da lista, as notas põem a inscrição N09 e está guardada a N10.")


def test_lugar_na_cota_mudado_a_mao(cargo: Cargo) -> None:
    sem_gatilhos("candidatos_colocacao")
    Colocacao.objects.filter(candidatura=mundo.candidatura(cargo, "N07")).update(posicao_cotas=None)
    assert "da inscrição N07, o lugar na lista da cota não é o que as notas dão" in diferenca_do_cargo(cargo)


def test_nota_mudada_depois_da_homologacao(cargo: Cargo) -> None:
    resultado = Resultado.objects.get(candidatura=mundo.candidatura(cargo, "N10"))
    Resultado.objects.filter(pk=resultado.pk).update(notas=resultado.notas | {"pontos": "99.50"})
    assert "Na 1ª linha da lista, as notas põem a inscrição N10" in diferenca_do_cargo(cargo)


def test_depois_da_retificacao_vale_a_lista_nova() -> None:
    cargo = cargo_das_notas()
    fabrica.resultado(candidatura=mundo.candidatura(cargo, "N10"), nota="99.50")
    assert "Na 1ª linha da lista" in diferenca_do_cargo(cargo)
    Classificacao.objects.filter(cargo=cargo).update(situacao=SituacaoClassificacao.RETIFICADA)
    classificar(cargo, versao=2)
    assert diferenca_do_cargo(cargo) == ""


# -- Alarme --------------------------------------------------------------------------------------


def test_o_alarme_dura_ate_que_volte_a_conferir(cargo: Cargo) -> None:
    assert servicos.cargo_reconferir(autor=SISTEMA, cargo=cargo).confere
    _outra_conta(cargo)
    primeira = servicos.cargo_reconferir(autor=SISTEMA, cargo=cargo)
    segunda = servicos.cargo_reconferir(autor=SISTEMA, cargo=cargo)
    assert not segunda.confere
    assert segunda.difere_desde == primeira.difere_desde
    assert segunda.feita_em > primeira.feita_em
    Nomeacao.objects.filter(vaga__cargo=cargo, vaga__numero=4).update(ocupa="ampla")
    assert servicos.cargo_reconferir(autor=SISTEMA, cargo=cargo).confere
    trilha = RegistroTrilha.objects.filter(acao="nomeacoes.cargo_reconferir").order_by("pk")
    assert [registro.depois for registro in trilha] == [{"confere": False}, {"confere": True}]


def test_dado_que_nem_se_le_e_alarme_e_nao_erro(cargo: Cargo) -> None:
    resultado = Resultado.objects.get(candidatura=mundo.candidatura(cargo, "N01"))
    Resultado.objects.filter(pk=resultado.pk).update(notas={"pontos": "noventa"})
    assert "não se consegue ler" in servicos.cargo_reconferir(autor=SISTEMA, cargo=cargo).diferenca


def test_a_conferencia_da_noite_acha_a_chamada_mudada_e_o_painel_a_mostra(
    cargo: Cargo, client: Client, django_capture_on_commit_callbacks: Any
) -> None:
    _outra_conta(cargo)
    with django_capture_on_commit_callbacks(execute=True):
        reconferir_todos()
    execucao = Execucao.objects.get(especie="nomeacoes.reconferir_cargos")
    assert (execucao.situacao, execucao.autor) == (SituacaoExecucao.CONCLUIDA, None)
    assert "Diferença em 1 de 1" in execucao.mensagem
    client.force_login(fabrica.usuario(Papel.OPERADOR), backend="django.contrib.auth.backends.ModelBackend")
    paginas = [
        reverse("painel:inicio"),
        reverse("painel:concurso", args=[cargo.edital.concurso_id]),
        reverse("nomeacoes:memoria", args=[cargo.pk]),
    ]
    for pagina in paginas:
        assert "Na vaga 4, pela ordem da lei está a inscrição N07" in client.get(pagina).content.decode()
    Nomeacao.objects.filter(vaga__cargo=cargo, vaga__numero=4).update(ocupa="ampla")
    with django_capture_on_commit_callbacks(execute=True):
        client.post(reverse("nomeacoes:reconferir", args=[cargo.pk]))
    for pagina in paginas:
        assert "Na vaga 4" not in client.get(pagina).content.decode()
    assert "Confere:" in client.get(paginas[2]).content.decode()


def test_alarme_de_outro_orgao_nao_aparece(cargo: Cargo, client: Client) -> None:
    _outra_conta(cargo)
    servicos.cargo_reconferir(autor=SISTEMA, cargo=cargo)
    de_fora = fabrica.usuario(Papel.OPERADOR, orgao=fabrica.orgao(sigla="OUTRO"))
    client.force_login(de_fora, backend="django.contrib.auth.backends.ModelBackend")
    assert "Na vaga 4" not in client.get(reverse("painel:inicio")).content.decode()


def test_o_botao_do_concurso_confere_todos_os_cargos(
    cargo: Cargo, client: Client, django_capture_on_commit_callbacks: Any
) -> None:
    client.force_login(fabrica.usuario(Papel.AUDITOR), backend="django.contrib.auth.backends.ModelBackend")
    with django_capture_on_commit_callbacks(execute=True):
        resposta = client.post(reverse("nomeacoes:reconferir_concurso", args=[cargo.edital.concurso_id]))
    assert resposta.status_code == 302
    assert Reconferencia.objects.get(cargo=cargo).confere


def test_muitos_cargos_vao_em_lotes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nomeacoes.servicos.reconferencia.LOTE", 2)
    primeiro = mundo.cargo()
    for _ in range(2):
        outro = fabrica.cargo(regras=primeiro.regras)
        fabrica.candidatura(cargo=outro)
        fabrica.classificacao_homologada(cargo=outro)
    mae = servicos.reconferencia_pedir(autor=SISTEMA, concurso=primeiro.edital.concurso)
    assert [len(filha.parametros["cargos"]) for filha in mae.filhas.order_by("titulo")] == [2, 1]


def test_sem_lista_homologada_recusa_se_o_pedido() -> None:
    with pytest.raises(Recusa, match="Não há lista homologada"):
        servicos.reconferencia_pedir(autor=SISTEMA, concurso=fabrica.cargo_publicado().edital.concurso)


def test_a_convocacao_nao_se_confirma_sobre_o_que_difere(cargo: Cargo) -> None:
    _outra_conta(cargo)
    with pytest.raises(Conflito, match="na vaga 4"):
        mundo.convocar(cargo, 1)


def test_a_agenda_roda_a_tarefa_toda_noite() -> None:
    marcada = settings.CELERY_BEAT_SCHEDULE["reconferir-todos"]
    assert marcada["task"] in current_app.tasks
    assert (marcada["schedule"].hour, marcada["schedule"].minute) == ({3}, {0})
