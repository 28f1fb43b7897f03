"""A convocação registrada por engano: o que a desfaz, o que o impede e o que fica."""

from __future__ import annotations

import io
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from concursos.models import Cargo
from cotas import ErroDeEvento
from nomeacoes import servicos
from nomeacoes.consultas import (
    cargos_a_convocar,
    diferenca_do_cargo,
    historia_da_ocupacao,
    resumo_dos_cargos,
    vagas_do_lapso,
)
from nomeacoes.consultas.memoria import memoria_interna, memoria_publica
from nomeacoes.enums import SituacaoAto, TipoDoEvento
from nomeacoes.models import Ato, ContadorAto, Evento, Nomeacao, Ocupacao, PdfDoAto, Vaga
from nucleo.enums import Papel
from nucleo.erros import Conflito, Recusa
from tests import fabrica
from tests.nomeacoes import mundo
from tests.nomeacoes.navegar import abrir, confirmar, entrar
from tests.nomeacoes.test_acontecimentos import (
    PROCESSO,
    acontecer,
    confere,
    desfazer,
    desistir,
)
from tests.nomeacoes.test_reconferencia import cargo_das_notas

pytestmark = pytest.mark.django_db

T = TipoDoEvento


def assinar(evento: Evento) -> None:
    servicos.convocacao_assinar(autor=mundo.autoridade(), evento=evento)


def prever(evento: Evento) -> Any:
    return servicos.desfazimento_conferir(autor=mundo.operador(), evento=evento, **mundo.registro())


# -- O que fica -----------------------------------------------------------------------------------


def test_quem_foi_chamado_volta_a_lista_e_a_minuta_cancela_se() -> None:
    cargo = mundo.cargo()
    engano = mundo.convocar(cargo, 3)
    desfazer(engano)
    assert mundo.ocupantes(cargo) == {}
    assert {ato.situacao for ato in mundo.atos(engano)} == {SituacaoAto.CANCELADO}
    assert confere(cargo)


def test_a_convocacao_seguinte_e_a_que_teria_sido_e_os_numeros_nao_se_gastam() -> None:
    cargo = mundo.cargo()
    desfazer(mundo.convocar(cargo, 3))
    assert not ContadorAto.objects.exists()
    certa = mundo.convocar(cargo, 2)
    assinar(certa)
    assert mundo.ocupantes(cargo) == {1: ("N01", "ampla"), 2: ("N02", "ampla")}
    assert [ato.numero for ato in mundo.atos(certa)] == [1, 2]
    assert confere(cargo)


def test_as_vagas_que_ela_criou_voltam_a_serie() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 1)
    desfazer(mundo.convocar(cargo, 4))
    (linha,) = resumo_dos_cargos(list(cargos_a_convocar(autor=mundo.operador())))
    assert (linha.proxima, linha.abertas) == (2, ())
    # As linhas delas ficam: os números da série não se apagam nem mudam.
    assert Vaga.objects.filter(cargo=cargo).count() == 5


def test_a_vaga_reaberta_que_ela_proveu_volta_a_estar_aberta() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 2)
    desistir(cargo, "N01")
    desfazer(mundo.convocar(cargo, 1))
    (linha,) = resumo_dos_cargos(list(cargos_a_convocar(autor=mundo.operador())))
    assert linha.abertas == (1,)
    assert confere(cargo)


def test_o_remanejado_volta_a_contar_na_cota() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 3)
    engano = mundo.convocar(cargo, 1)
    assert mundo.ocupantes(cargo)[3] == ("N03", "ampla")
    desfazer(engano)
    assert mundo.ocupantes(cargo)[3] == ("N03", "cotas")
    assert confere(cargo)


def test_remanejado_de_novo_a_historia_so_conta_o_que_vale() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 3)
    desfazer(mundo.convocar(cargo, 1))
    mundo.convocar(cargo, 1)
    nomeacao = mundo.aberta(cargo, "N03")
    assert nomeacao.ocupa == "ampla"
    assert Ocupacao.objects.filter(nomeacao=nomeacao).count() == 3
    nome = mundo.candidatura(cargo, "N07").inscricao.candidato.nome
    frases = [passo.frase for passo in historia_da_ocupacao(nomeacao)]
    assert frases == [
        "chamada para a vaga 3; conta na cota",
        f"passa a contar na ampla; a cota que ocupava passa a {nome}, na vaga 4",
    ]
    assert confere(cargo)


def test_a_vaga_de_quem_saiu_depois_de_remanejado_reabre_como_cota() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 3)
    engano = mundo.convocar(cargo, 1)
    desistir(cargo, "N03")
    desfazer(engano)
    mundo.convocar(cargo, 1)
    assert mundo.ocupantes(cargo)[3] == ("N07", "cotas")
    assert confere(cargo)


def test_a_vaga_espelhada_tambem_acaba() -> None:
    cargo = mundo.cargo()
    acontecer(cargo, T.SUB_JUDICE, "N01", processo=PROCESSO, efeito="espelho")
    desfazer(mundo.convocar(cargo, 2))
    assert not Nomeacao.objects.filter(encerrada_por=None).exists()
    mundo.convocar(cargo, 1)
    assert mundo.aberta(cargo, "N01").espelho
    assert confere(cargo)


def test_quem_desistiu_depois_dela_continua_fora() -> None:
    cargo = mundo.cargo()
    engano = mundo.convocar(cargo, 2)
    desistir(cargo, "N01")
    desfazer(engano)
    mundo.convocar(cargo, 1)
    assert mundo.ocupantes(cargo) == {1: ("N02", "ampla")}
    assert confere(cargo)


def test_desfazer_depois_a_desistencia_nao_traz_a_nomeacao_de_volta() -> None:
    cargo = mundo.cargo()
    engano = mundo.convocar(cargo, 2)
    desistencia = desistir(cargo, "N01")
    desfazer(engano)
    desfazer(desistencia)
    assert mundo.ocupantes(cargo) == {}
    mundo.convocar(cargo, 1)
    assert mundo.ocupantes(cargo) == {1: ("N01", "ampla")}
    assert confere(cargo)


def test_a_apostila_dela_nao_volta_a_minuta_com_outro_desfazimento() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 3)
    engano = mundo.convocar(cargo, 1)
    desfazer(engano)
    desfazer(desistir(cargo, "N03"))
    apostila = Ato.objects.get(ocupacao__causa__evento=engano, tipo="apostila")
    assert apostila.situacao == SituacaoAto.CANCELADO


def test_a_convocacao_certa_pode_ter_data_anterior_a_da_enganada() -> None:
    cargo = mundo.cargo()
    desfazer(mundo.convocar(cargo, 1, data=mundo.HOJE))
    autor, antes = mundo.autoridade(), mundo.HOJE - timedelta(days=5)
    plano = servicos.convocacao_planejar(autor=autor, cargo=cargo, quantidade=1)
    certa, _ = servicos.convocacao_confirmar(
        autor=autor, cargo=cargo, quantidade=1, versao=plano.versao, data=antes
    )
    assert certa.data == antes


# -- O que o impede -------------------------------------------------------------------------------


def test_com_ato_assinado_nao_se_desfaz_e_diz_o_que_fazer() -> None:
    cargo = mundo.cargo()
    engano = mundo.convocar(cargo, 2)
    servicos.ato_assinar(autor=mundo.autoridade(), ato=mundo.atos(engano)[0])
    with pytest.raises(Recusa) as recusa:
        desfazer(engano)
    assert "Ato de nomeação nº 1/" in recusa.value.mensagem
    assert "Torne sem efeito" in recusa.value.mensagem
    assert len(mundo.ocupantes(cargo)) == 2


def test_com_outra_convocacao_depois_diz_qual_se_desfaz_antes() -> None:
    cargo = mundo.cargo()
    primeira = mundo.convocar(cargo, 1)
    segunda = mundo.convocar(cargo, 1)
    quando = f"{segunda.data:%d/%m/%Y}"
    with pytest.raises(Recusa, match=f"A convocação de {quando} \\(registro 2\\) veio depois"):
        desfazer(primeira)
    desfazer(segunda)
    desfazer(primeira)
    assert mundo.ocupantes(cargo) == {}
    assert confere(cargo)


def test_nomeacao_dela_tornada_sem_efeito_desfaz_se_antes() -> None:
    cargo = mundo.cargo()
    engano = mundo.convocar(cargo, 1)
    sem_efeito = servicos.nomeacao_tornar_sem_efeito(
        autor=mundo.operador(), nomeacao=mundo.aberta(cargo, "N01"), **mundo.registro()
    )
    with pytest.raises(Recusa, match=r"O registro 2 \(nomeação sem efeito de .* desfaça-o antes"):
        desfazer(engano)
    desfazer(sem_efeito)
    desfazer(engano)
    assert confere(cargo)


def test_desfeita_uma_vez_nao_se_desfaz_outra() -> None:
    engano = mundo.convocar(mundo.cargo(), 1)
    desfazer(engano)
    with pytest.raises(Recusa, match="já foi desfeito"):
        desfazer(engano)


def test_o_registro_de_que_outro_depende_diz_se_em_palavras() -> None:
    cargo = mundo.cargo()
    engano = acontecer(cargo, T.SUB_JUDICE, "N05", processo=PROCESSO, efeito="ocupa")
    acontecer(cargo, T.FIM_SUB_JUDICE, "N05", processo=PROCESSO, desfecho="extinta")
    with pytest.raises(Recusa) as recusa:
        desfazer(engano)
    assert "o registro 2 (fim do sub judice de " in recusa.value.mensagem
    assert str(mundo.candidatura(cargo, "N05").pk) not in recusa.value.mensagem.split()


def test_o_motor_diz_que_evento_depende() -> None:
    cargo = mundo.cargo()
    desistencia = desistir(cargo, "N01")
    mundo.convocar(cargo, 1)
    with pytest.raises(Recusa, match=r"sem ele a convocação de .* \(registro 2\)") as recusa:
        desfazer(desistencia)
    assert isinstance(recusa.value.__cause__, ErroDeEvento)
    assert recusa.value.__cause__.dependente == 1


def test_assinada_entre_o_que_se_viu_e_a_confirmacao_nada_se_grava() -> None:
    cargo = mundo.cargo()
    engano = mundo.convocar(cargo, 1)
    versao = prever(engano).versao
    assinar(engano)
    with pytest.raises(Recusa, match="assinado"):
        desfazer(engano, versao=versao)
    assert not Evento.objects.filter(tipo=T.DESFAZIMENTO).exists()


def test_outro_registro_no_meio_e_conflito() -> None:
    cargo = mundo.cargo()
    engano = mundo.convocar(cargo, 1)
    versao = prever(engano).versao
    desistir(cargo, "N05")
    with pytest.raises(Conflito):
        desfazer(engano, versao=versao)


# -- Conferência, memória e trilha ----------------------------------------------------------------


def test_a_reconferencia_continua_a_conferir() -> None:
    cargo = cargo_das_notas()
    mundo.convocar(cargo, 2)
    desfazer(mundo.convocar(cargo, 3))
    assert diferenca_do_cargo(cargo) == ""


@pytest.mark.parametrize("memoria", [memoria_publica, memoria_interna])
def test_a_memoria_reaplica_se_igual(memoria: Any, tmp_path: Path) -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 3)
    desfazer(mundo.convocar(cargo, 2))
    desistir(cargo, "N02")
    mundo.convocar(cargo, 3)
    arquivo = tmp_path / "caso.yaml"
    arquivo.write_text(memoria(cargo).texto, encoding="utf-8")
    saida = io.StringIO()
    call_command("simular", str(arquivo), stdout=saida)
    assert "desfazimento" in arquivo.read_text(encoding="utf-8")


def test_adulterada_depois_de_desfeita_a_vigia_ve() -> None:
    cargo = mundo.cargo()
    desfazer(mundo.convocar(cargo, 2))
    mundo.convocar(cargo, 2)
    outra = mundo.candidatura(cargo, "N09")
    Nomeacao.objects.filter(encerrada_por=None, vaga__numero=2).update(candidatura=outra)
    assert not confere(cargo)


def test_depois_da_validade_a_reposicao_desfeita_devolve_o_direito() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 2)
    fim = mundo.HOJE - timedelta(days=10)
    fabrica.datar(cargo.edital.concurso, homologado_em=mundo.HOMOLOGADO_EM, validade_ate=fim)
    cargo = Cargo.objects.select_related("edital__concurso__orgao__municipio", "regras").get(pk=cargo.pk)
    desistir(cargo, "N01")
    reposta = mundo.convocar(cargo, 1)
    assert vagas_do_lapso([cargo]) == {}
    desfazer(reposta)
    assert vagas_do_lapso([cargo]) == {cargo.pk: {1}}


# -- A ressalva do que se desfez ------------------------------------------------------------------


def test_desfeito_o_sub_judice_a_nomeacao_ja_nao_o_diz() -> None:
    cargo = mundo.cargo()
    engano = acontecer(cargo, T.SUB_JUDICE, "N01", processo=PROCESSO, efeito="ocupa")
    evento = mundo.convocar(cargo, 2)
    assert mundo.aberta(cargo, "N01").ressalva == "sub_judice"
    desfazer(engano)
    nomeacao = mundo.aberta(cargo, "N01")
    assert nomeacao.ressalva == ""
    assert PROCESSO not in str(nomeacao.fundamentos)
    assert PROCESSO not in str(nomeacao.ocupacoes.get().fundamentos)
    minuta = mundo.atos(evento)[0]
    assert PROCESSO not in str(minuta.contexto)
    assert confere(cargo)


def test_o_pdf_da_minuta_que_dizia_a_ressalva_faz_se_de_novo() -> None:
    cargo = mundo.cargo()
    engano = acontecer(cargo, T.SUB_JUDICE, "N01", processo=PROCESSO, efeito="ocupa")
    evento = mundo.convocar(cargo, 2)
    for ato in mundo.atos(evento):
        servicos.pdf_produzir(autor=mundo.operador(), ato=ato)
    desfazer(engano)
    assert list(PdfDoAto.objects.values_list("ato__nomeacao__vaga__numero", flat=True)) == [2]


def test_o_ato_ja_assinado_fica_como_saiu_e_a_previsao_diz_o() -> None:
    cargo = mundo.cargo()
    engano = acontecer(cargo, T.SUB_JUDICE, "N01", processo=PROCESSO, efeito="ocupa")
    evento = mundo.convocar(cargo, 1)
    assinar(evento)
    assert any("saiu com a ressalva “sub judice”" in frase for frase in prever(engano).frases)
    desfazer(engano)
    assert PROCESSO in str(mundo.atos(evento)[0].contexto)
    assert mundo.aberta(cargo, "N01").ressalva == ""
    assert confere(cargo)


# -- Páginas --------------------------------------------------------------------------------------


def test_a_pagina_diz_o_que_se_segue_e_so_depois_desfaz() -> None:
    operador, cargo = entrar(Papel.OPERADOR), mundo.cargo()
    mundo.convocar(cargo, 3)
    engano = mundo.convocar(cargo, 1)
    assert "Desfazer" in abrir(operador, "acontecimentos", cargo.pk)
    endereco = reverse("nomeacoes:evento_desfazer", args=[engano.pk])
    dados = {campo: str(valor) for campo, valor in mundo.registro().items()}
    conferida = operador.post(endereco, dados).content.decode()
    assert "2 minutas são canceladas, e nenhum número de ato se gasta" in conferida
    assert "<td>na vaga 4</td><td>na lista: a próxima chamada é a sua</td>" in conferida
    assert "<td>na vaga 3, conta na ampla concorrência</td><td>na vaga 3, conta na cota</td>" in conferida
    assert not Evento.objects.filter(tipo=T.DESFAZIMENTO).exists()
    assert confirmar(operador, endereco, dados).status_code == 302
    assert mundo.ocupantes(cargo)[3] == ("N03", "cotas")


@pytest.fixture
def desfeita() -> Evento:
    engano = mundo.convocar(mundo.cargo(), 3)
    desfazer(engano)
    return engano


@pytest.mark.parametrize(
    ("pagina", "frase"),
    [
        ("vagas", "desfeita pelo registro 2"),
        ("quadro_vivo", "convocação desfeita"),
        ("acontecimentos", "desfeito pelo nº 2"),
        ("memoria", "Memória"),
        ("simulacao", "Simulação"),
        ("convocar", "Quantas pessoas"),
    ],
)
def test_as_paginas_do_cargo_contam_que_se_desfez(desfeita: Evento, pagina: str, frase: str) -> None:
    assert frase in abrir(entrar(Papel.OPERADOR), pagina, desfeita.cargo_id)


def test_as_paginas_da_convocacao_e_da_nomeacao_dizem_que_se_desfez(desfeita: Evento) -> None:
    operador = entrar(Papel.OPERADOR)
    assert "Desfeita pelo registro 2" in abrir(operador, "convocacao", desfeita.pk)
    nomeacao = desfeita.nomeacoes.first()
    assert nomeacao is not None
    assert "Convocação desfeita" in abrir(operador, "nomeacao", nomeacao.pk)


def test_o_por_que_da_pessoa_e_da_vaga_depois_de_desfeita(desfeita: Evento, client: Client) -> None:
    operador, cargo = entrar(Papel.OPERADOR), desfeita.cargo
    pessoa = abrir(operador, "porque", mundo.candidatura(cargo, "N01").pk)
    assert "É a vez desta pessoa" in pessoa
    assert "convocação desfeita" in pessoa
    vaga = abrir(operador, "porque_da_vaga", cargo.pk, 1)
    assert "Ninguém ainda: não foi provida" in vaga


def test_na_aba_de_quem_assina_nao_ha_o_que_assinar(desfeita: Evento) -> None:
    pagina = abrir(entrar(Papel.AUTORIDADE), "convocacao", desfeita.pk)
    assert "Assinar" not in pagina
    with pytest.raises(Recusa, match="Não há minuta"):
        assinar(desfeita)


def test_so_o_operador_desfaz(desfeita: Evento) -> None:
    resposta = entrar(Papel.AUTORIDADE).get(reverse("nomeacoes:evento_desfazer", args=[desfeita.pk]))
    assert resposta.status_code == 403
