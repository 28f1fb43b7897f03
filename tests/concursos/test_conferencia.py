"""Conferência do edital: fracionamento, quintas e percentual, colisões, cadastro, e o que se justifica."""

from __future__ import annotations

from datetime import date

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction

from concursos import servicos
from concursos.consultas import conferir_publicacao, linha_do_cadastro
from concursos.models import Cargo, Edital, JustificativaDoAchado, Regras
from concursos.servicos import Alteracao
from nucleo.erros import Recusa
from nucleo.models import RegistroTrilha
from tests import fabrica

pytestmark = pytest.mark.django_db

DIA = fabrica.PUBLICADO_EM
HOJE = date(2026, 1, 1)
FORTALEZA = "Lei 11.111/2021"
CAXIAS = "Lei 2.689/2015"


def edital_em_rascunho(caxias=False):
    orgao = fabrica.orgao(municipio=fabrica.municipio_de_caxias()) if caxias else None
    return fabrica.edital(concurso=fabrica.concurso(orgao=orgao))


def com_cargos(*quadros, nomes=None, regras=None, caxias=False):
    """Edital com um cargo por quadro (vagas, cotas, pcd), de nomes dados ou todos “Professor”."""
    edital = edital_em_rascunho(caxias)
    suas = (regras or fabrica.regras)(edital=edital)
    for i, (vagas, cotas, pcd) in enumerate(quadros):
        nome = nomes[i] if nomes else "Professor"
        fabrica.cargo(regras=suas, vagas=vagas, cotas=cotas, pcd=pcd, nome=nome, especialidade=f"E{i}")
    return edital


def conferir(edital):
    return conferir_publicacao(Edital.objects.get(pk=edital.pk), publicado_em=DIA, hoje=HOJE)


def unico(achados, onde):
    (este,) = [cada for cada in achados if cada.onde == onde]
    return este


def justificar(autor, edital, chave, texto="A localidade exige lista própria."):
    return servicos.achado_justificar(autor=autor, edital=edital, chave=chave, texto=texto, publicado_em=DIA)


def publicar(autor, edital):
    return servicos.edital_publicar(autor=autor, edital=edital, publicado_em=DIA, veiculo="Diário nº 9")


@pytest.fixture
def fracionado(db):
    """Quatro especialidades de duas vagas: oito vagas, que dariam duas da cota."""
    return com_cargos(*[(2, 0, 0)] * 4)


# -- Fracionamento -------------------------------------------------------------------------------


def test_fortaleza_art_1_fracionamento_do_mesmo_cargo(fracionado):
    achado = unico(conferir(fracionado).impedimentos, "Fracionamento de “Professor”")

    assert achado.mensagem.startswith(
        "As 4 opções de “Professor” somam 8 vagas, que dariam 2 da cota; repartidas, não dão nenhuma."
    )
    assert achado.citacoes == [f"{FORTALEZA}, art. 1º, {p}" for p in ("caput", "§ 1º", "§ 2º")]


def test_caxias_art_1_fracionamento_de_cargos_diversos_soma_no_edital(db):
    edital = com_cargos((2, 0, 0), (2, 0, 0), nomes=["Médico", "Enfermeiro"], caxias=True)

    achado = unico(conferir(edital).impedimentos, "Fracionamento")

    assert "Os 2 cargos do edital somam 4 vagas, que dariam 1 da cota" in achado.mensagem
    assert achado.citacoes == [f"{CAXIAS}, art. 1º, caput", f"{CAXIAS}, art. 1º, § 1º"]


@pytest.mark.parametrize(
    ("vagas", "achados"),
    [([1, 1], 0), ([2, 1], 1), ([2, 2, 2], 1), ([5, 5], 0), ([10], 0)],
)
def test_fracionamento_so_quando_o_total_daria_reserva(db, vagas, achados):
    reserva = {1: 0, 2: 0, 5: 1, 10: 2}
    edital = com_cargos(*[(n, reserva[n], 0) for n in vagas])

    assert len(conferir(edital).impedimentos) == achados


def test_reserva_que_so_diminui_e_aviso(db):
    edital = com_cargos((3, 1, 0), (2, 0, 0), (2, 0, 0), (4, 1, 0), (2, 0, 0))

    conferencia = conferir(edital)

    assert conferencia.impedimentos == ()
    aviso = unico(conferencia.avisos, "Fracionamento de “Professor”")
    assert aviso.mensagem.endswith("somam 13 vagas, que dariam 3 da cota; repartidas, o quadro traz 2.")


def test_nome_escrito_de_outro_jeito_e_o_mesmo_cargo(db):
    edital = com_cargos((2, 0, 0), (2, 0, 0), nomes=["Professor  A", "PROFESSOR a"])

    assert [achado.onde for achado in conferir(edital).impedimentos] == ["Fracionamento de “Professor  A”"]


def test_sem_lei_que_reja_nao_ha_fracionamento_da_cota(db):
    edital = fabrica.edital(concurso=fabrica.concurso(), publicado_em=date(2021, 5, 19), lei="")
    regras = fabrica.regras(edital=edital)
    for localidade in "AB":
        fabrica.cargo(regras=regras, vagas=2, cotas=0, localidade=localidade)

    conferencia = conferir_publicacao(edital, publicado_em=date(2021, 5, 19), hoje=HOJE)

    assert conferencia.impedimentos == ()


def meio_acima(**campos):
    return fabrica.regras_com_pcd(pcd_arredondamento="meio_acima", **campos)


def test_constituicao_art_37_viii_fracionamento_da_reserva_de_pcd(db):
    edital = com_cargos((5, 1, 0), (5, 1, 0), regras=meio_acima)

    achado = unico(conferir(edital).impedimentos, "Fracionamento de “Professor”")

    assert "somam 10 vagas, que dariam 1 de PcD; repartidas, não dão nenhuma" in achado.mensagem
    assert achado.citacoes == ["Constituição Federal, art. 37, VIII", "Edital, reserva de PcD: 5 %"]


def test_reservas_de_pcd_diferentes_nao_se_somam(db):
    edital = edital_em_rascunho()
    for percentual in "56":
        regras = meio_acima(edital=edital, pcd_percentual=percentual)
        fabrica.cargo(regras=regras, vagas=5, cotas=1, localidade=percentual)

    assert conferir(edital).impedimentos == ()


# -- Série ---------------------------------------------------------------------------------------


def test_caxias_art_3_par_1_as_duas_regras_e_o_resto_antecipado(db):
    edital = com_cargos((8, 2, 0), caxias=True)
    cargo = edital.cargos.get()

    conferencia = conferir(edital)

    assert conferencia.impedimentos == ()
    (aviso,) = [a for a in conferencia.avisos if a.onde == f"Cargo {cargo.codigo}"]
    assert "a série traz 1 de cotas (o quadro manda 2)" in aviso.mensagem
    assert aviso.mensagem.endswith("antecipa-se para a 8, a última oferecida.")
    assert aviso.citacoes == [
        f"{CAXIAS}, art. 1º, caput",
        f"{CAXIAS}, art. 1º, § 1º",
        f"{CAXIAS}, art. 3º, § 1º",
        "Edital, resto das quintas vagas: antecipa",
    ]


def test_caxias_art_3_par_1_o_resto_ignorado_impede(db):
    edital = com_cargos((8, 2, 0), caxias=True)
    Regras.objects.update(resto_caxias="ignora")

    (achado,) = conferir(edital).impedimentos

    assert "A série das vagas não dá o quadro" in achado.mensagem
    assert f"{CAXIAS}, art. 3º, § 1º" in achado.citacoes


@pytest.mark.parametrize("vagas", [5, 10, 11, 12])
def test_caxias_quintas_exatas_nada_dizem(db, vagas):
    edital = com_cargos((vagas, vagas // 5, 0), caxias=True)

    assert not [aviso for aviso in conferir(edital).avisos if aviso.onde.startswith("Cargo")]


def test_colisao_calculada_e_aviso_com_a_regra_do_edital(db):
    edital = com_cargos((10, 2, 1), caxias=True, regras=fabrica.regras_com_pcd)
    cargo = edital.cargos.get()

    (aviso,) = [a for a in conferir(edital).avisos if a.onde == f"Cargo {cargo.codigo}"]

    assert aviso.mensagem == "As vagas de PcD que caíram sobre outra reservada mudam de lugar: a 5 passa à 6."
    assert aviso.citacoes == ["Edital, colisão de reservas: seguinte"]


def test_edital_que_imprime_a_mesma_vaga_para_as_duas_reservas(autoridade):
    edital = com_cargos((10, 2, 1), regras=fabrica.regras_com_pcd)
    Regras.objects.update(serie="lista", serie_posicoes=[3, 8, 13, 18], pcd_posicoes=[8])

    (achado,) = conferir(edital).impedimentos
    assert "imprime a mesma vaga para as duas reservas" in achado.mensagem
    assert "a 8 passa à 9" in achado.mensagem

    justificar(autoridade, edital, achado.chave)
    assert conferir(edital).impedimentos == ()


# -- Cadastro de reserva -------------------------------------------------------------------------


def test_fortaleza_art_1_par_1_limiar_das_oferecidas_tira_a_cota_do_cadastro(db):
    edital = com_cargos((2, 0, 0))
    Regras.objects.update(limiar="oferecidas")

    (achado,) = conferir(edital).impedimentos

    assert "nenhuma vaga do cadastro de reserva será da cota" in achado.mensagem
    assert achado.citacoes == [f"{FORTALEZA}, art. 1º, § 1º", "Edital, limiar: oferecidas"]


@pytest.mark.parametrize(("vagas", "cotas", "cadastro"), [(3, 1, True), (2, 0, False)])
def test_limiar_das_oferecidas_sem_efeito_nao_impede(db, vagas, cotas, cadastro):
    edital = com_cargos((vagas, cotas, 0))
    Regras.objects.update(limiar="oferecidas")
    Cargo.objects.update(cadastro_reserva=cadastro)

    assert conferir(edital).impedimentos == ()


@pytest.mark.parametrize(
    ("posicoes", "cadastro", "impede"),
    [([3, 8], True, True), ([3, 8, 13], True, False), ([3, 8], False, False)],
)
def test_serie_impressa_que_acaba_antes_do_cadastro(db, posicoes, cadastro, impede):
    edital = com_cargos((10, 2, 0))
    Regras.objects.update(serie="lista", serie_posicoes=posicoes)
    Cargo.objects.update(cadastro_reserva=cadastro)

    frases = [achado.mensagem for achado in conferir(edital).impedimentos]

    assert [frase.startswith("Depois da vaga 8, a última da série impressa") for frase in frases] == (
        [True] if impede else []
    )


def test_so_cadastro_diz_quais_serao_da_cota(db):
    edital = com_cargos((0, 0, 0))

    conferencia = conferir(edital)

    assert conferencia.impedimentos == ()
    (aviso,) = [a for a in conferencia.avisos if "só forma cadastro" in a.mensagem]
    assert "as de número 3, 8, 13…" in aviso.mensagem
    assert aviso.citacoes == [f"{FORTALEZA}, art. 6º"]


def test_tabela_do_cadastro_continua_a_numeracao(db):
    edital = com_cargos((10, 2, 1), regras=fabrica.regras_com_pcd)
    cargo = Cargo.objects.select_related("regras", "edital__concurso").get(edital=edital)

    linha = linha_do_cadastro(cargo)

    assert (linha.cotas, linha.pcd) == ((13, 18, 23), (21, 41, 61))
    cargo.cadastro_reserva = False
    assert linha_do_cadastro(cargo) is None


# -- Justificar ----------------------------------------------------------------------------------


def test_achado_sem_justificativa_impede_publicar(autoridade, fracionado):
    with pytest.raises(Recusa) as recusa:
        publicar(autoridade, fracionado)

    assert [frase[:13] for frase in recusa.value.detalhes] == ["Fracionamento"]


def test_justificado_por_escrito_publica_e_fica_guardado(operador, autoridade, fracionado):
    (achado,) = conferir(fracionado).a_justificar

    escrita = justificar(operador, fracionado, achado.chave)

    conferencia = conferir(fracionado)
    assert conferencia.impedimentos == ()
    assert [cada.justificativa for cada in conferencia.justificados] == [escrita]
    assert (escrita.autor, escrita.achado) == (operador.pessoa, str(achado))
    assert publicar(autoridade, fracionado).publicado
    registro = RegistroTrilha.objects.get(acao="concursos.achado_justificar")
    assert registro.depois["justificativa"] == escrita.texto


def test_mudados_os_numeros_a_justificativa_ja_nao_vale(operador, fracionado):
    (achado,) = conferir(fracionado).a_justificar
    justificar(operador, fracionado, achado.chave)

    fabrica.cargo(regras=fracionado.regras.get(), vagas=2, cotas=0, nome="Professor", especialidade="E9")

    (novo,) = conferir(fracionado).a_justificar
    assert "somam 10 vagas" in novo.mensagem
    with pytest.raises(Recusa, match="já não existe como você o viu"):
        justificar(operador, fracionado, achado.chave)


def test_a_ultima_justificativa_vale_e_a_anterior_fica(operador, fracionado):
    (achado,) = conferir(fracionado).a_justificar
    justificar(operador, fracionado, achado.chave, "Primeira.")
    justificar(operador, fracionado, achado.chave, "Segunda.")

    (justificado,) = conferir(fracionado).justificados

    assert justificado.justificativa.texto == "Segunda."
    assert JustificativaDoAchado.objects.count() == 2


def test_justificativa_em_branco_e_recusada(operador, fracionado):
    (achado,) = conferir(fracionado).a_justificar

    with pytest.raises(Recusa, match="Escreva a justificativa"):
        justificar(operador, fracionado, achado.chave, "  ")


def test_o_que_a_lei_nao_deixa_justificar_so_se_corrige(operador, rascunho):
    Cargo.objects.filter(pk=rascunho.pk).update(vagas_ampla=9, vagas_cotas=1)

    (achado,) = conferir(rascunho.edital).impedimentos

    assert achado.chave == ""
    assert f"{FORTALEZA}, art. 1º, § 2º" in achado.citacoes
    with pytest.raises(Recusa, match="já não existe"):
        justificar(operador, rascunho.edital, achado.chave)


def test_auditor_nao_justifica(fracionado):
    (achado,) = conferir(fracionado).a_justificar

    with pytest.raises(PermissionDenied):
        justificar(fabrica.autor("auditor"), fracionado, achado.chave)


def test_publicado_ja_nao_se_justifica(operador, autoridade, fracionado):
    (achado,) = conferir(fracionado).a_justificar
    justificar(operador, fracionado, achado.chave)
    publicar(autoridade, fracionado)

    with pytest.raises(Recusa, match="Não é possível alterar o edital agora"):
        justificar(operador, fracionado, achado.chave)


def test_o_banco_nao_deixa_mudar_a_justificativa(operador, fracionado):
    (achado,) = conferir(fracionado).a_justificar
    escrita = justificar(operador, fracionado, achado.chave)

    for mudanca in (lambda lista: lista.update(texto="Outra."), lambda lista: lista.delete()):
        with pytest.raises(IntegrityError, match="Justificativa escrita não muda"), transaction.atomic():
            mudanca(JustificativaDoAchado.objects.filter(pk=escrita.pk))


# -- Retificação ---------------------------------------------------------------------------------


def retificar_para_duas(autor, edital, dados_do_cargo, **campos):
    cargos = list(edital.cargos.select_related("regras"))
    return servicos.edital_retificar(
        autor=autor,
        edital=edital,
        publicada_em=DIA,
        veiculo="Diário nº 10",
        motivo="Redução das vagas.",
        alteracoes=[
            Alteracao(cargo, dados_do_cargo(cargo, vagas=2, vagas_ampla=2, vagas_cotas=0)) for cargo in cargos
        ],
        **campos,
    )


def test_retificacao_que_fraciona_pede_justificativa(autoridade, dados_do_cargo):
    edital = com_cargos((3, 1, 0), (3, 1, 0))
    publicar(autoridade, edital)

    with pytest.raises(Recusa) as recusa:
        retificar_para_duas(autoridade, edital, dados_do_cargo)
    assert "repartidas, não dão nenhuma" in recusa.value.detalhes[0]

    retificar_para_duas(autoridade, edital, dados_do_cargo, justificativa="Corte do orçamento.")
    assert [j.texto for j in JustificativaDoAchado.objects.all()] == ["Corte do orçamento."]


# -- Páginas -------------------------------------------------------------------------------------


def test_justifica_se_na_pagina_do_edital_e_la_fica(client, fracionado):
    pessoa = fabrica.usuario("operador", nome="Rita Moura")
    client.force_login(pessoa)
    url = f"/concursos/{fracionado.concurso_id}/edital/"
    pagina = client.get(url).content.decode()
    (achado,) = conferir(fracionado).a_justificar
    assert "Justificar por escrito" in pagina
    assert f"({'; '.join(achado.citacoes)})" in pagina

    resposta = client.post(
        f"{url}justificar/", {"chave": achado.chave, "texto": "Uma lista por escola.", "conferida_em": ""}
    )

    assert resposta.url == f"{url}#conferencia"
    pagina = client.get(url).content.decode()
    assert "Justificados por escrito" in pagina
    assert "Uma lista por escola." in pagina
    assert "Rita Moura" in pagina
    publicar(fabrica.autor("autoridade"), fracionado)
    pagina = client.get(url).content.decode()
    assert "Achados justificados" in pagina
    assert "Uma lista por escola." in pagina


def test_pagina_justifica_para_a_data_conferida(client, fracionado):
    client.force_login(fabrica.usuario("autoridade"))
    (achado,) = conferir(fracionado).a_justificar

    resposta = client.post(
        f"/concursos/{fracionado.concurso_id}/edital/justificar/",
        {"chave": achado.chave, "texto": "Por escola.", "conferida_em": "2023-09-15"},
    )

    assert resposta.url == f"/concursos/{fracionado.concurso_id}/edital/publicar/?data=2023-09-15#conferencia"
    assert JustificativaDoAchado.objects.count() == 1


@pytest.mark.parametrize("campos", [{"chave": "fracionamento:x", "texto": "Por escola."}, {"chave": "x"}])
def test_pagina_diz_por_que_nao_guardou(client, fracionado, campos):
    client.force_login(fabrica.usuario("operador"))
    url = f"/concursos/{fracionado.concurso_id}/edital/"

    resposta = client.post(f"{url}justificar/", campos, follow=True)

    (mensagem,) = resposta.context["messages"]
    assert mensagem.level_tag == "error"
    assert not JustificativaDoAchado.objects.exists()


def test_pagina_mostra_a_tabela_do_cadastro(client, rascunho):
    client.force_login(fabrica.usuario("auditor"))

    pagina = client.get(f"/concursos/{rascunho.edital.concurso_id}/edital/").content.decode()

    assert "13, 18, 23…" in pagina
    assert "Justificar por escrito" not in pagina
