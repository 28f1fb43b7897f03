"""Páginas da classificação, das listas, da busca e da inscrição, pelo que a pessoa vê."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from candidatos.models import Candidatura, Classificacao
from candidatos.servicos.classificacao import cargo_classificar
from concursos.models import Cargo
from nucleo.enums import Papel
from nucleo.models import Execucao, RegistroTrilha
from nucleo.permissoes import SISTEMA
from tests import fabrica

pytestmark = pytest.mark.django_db


def calado(feito: int, total: int, mensagem: str = "") -> None:
    """Andamento que ninguém lê."""


def classificar(cargo: Cargo) -> Classificacao:
    return cargo_classificar(autor=SISTEMA, cargo=cargo, execucao=None, progresso=calado)


def entrar(client: Client, papel: Papel | None = Papel.OPERADOR, **alcance: Any) -> Client:
    client.force_login(fabrica.usuario(papel, **alcance))
    return client


def texto(resposta: Any) -> str:
    """Conteúdo da resposta com os espaços reduzidos."""
    return " ".join(resposta.content.decode().split())


@pytest.fixture
def cargo() -> Cargo:
    """Quatro aprovados, a segunda cotista e o quarto cotista e PcD, e uma reprovada; com lugar da banca."""
    novo = fabrica.cargo_publicado(pcd=1, desempate=["maior:objetiva", "mais_velho"])
    for lugar, (nome, objetiva, membros) in enumerate(
        [
            ("Ângela Muniz", "66.00", {}),
            ("Beatriz Sá", "65.00", {"negro": True}),
            ("Caio Prado", "60.00", {}),
            ("Davi Luz", "60.00", {"negro": True, "pcd": True}),
        ],
        start=1,
    ):
        candidatura = fabrica.candidatura(
            cargo=novo,
            numero=f"N{lugar}",
            nome=nome,
            notas={"objetiva": objetiva, "titulos": "0.00", "pontos": "90.00"},
            nascimento=date(1980 + lugar, 5, 2),
            cpf="12345678909" if lugar == 1 else "",
            **membros,
        )
        candidatura.resultados.update(posicao_oficial=lugar)
    fabrica.candidatura(cargo=novo, numero="N5", nome="Enzo Reis", nota="10.00")
    classificar(novo)
    return novo


def abrir_lista(client: Client, cargo: Cargo, **filtros: str) -> str:
    return texto(client.get(reverse("candidatos:lista", args=[cargo.pk]), filtros))


def inscricoes_mostradas(pagina: str) -> list[str]:
    return [numero for numero in ("N1", "N2", "N3", "N4", "N5") if f">{numero}</a>" in pagina]


# -- Lista ----------------------------------------------------------------------------------------


def test_lista_geral_traz_todos_os_aprovados_e_a_conta(client: Client, cargo: Cargo) -> None:
    pagina = abrir_lista(entrar(client), cargo)
    assert inscricoes_mostradas(pagina) == ["N1", "N2", "N3", "N4"]
    assert "4 de 4 lugares conferem com a banca" in pagina


def test_cada_lugar_diz_por_que_esta_acima_do_seguinte(client: Client, cargo: Cargo) -> None:
    pagina = abrir_lista(entrar(client), cargo)
    assert "Mesma nota final (90,00); acima por nota maior em Prova objetiva: 66,00 contra 65,00" in pagina
    assert "Mesma nota final (90,00); acima por maior idade: 02/05/1983 contra 02/05/1984" in pagina


def test_lista_da_cota_explica_contra_o_seguinte_da_propria_lista(client: Client, cargo: Cargo) -> None:
    pagina = abrir_lista(entrar(client), cargo, lista="cotas")
    assert inscricoes_mostradas(pagina) == ["N2", "N4"]
    assert "acima por nota maior em Prova objetiva: 65,00 contra 60,00" in pagina


def test_lista_de_pcd_traz_o_lugar_nela_e_na_geral(client: Client, cargo: Cargo) -> None:
    pagina = abrir_lista(entrar(client), cargo, lista="pcd")
    assert '<td class="numero">1º</td> <td class="numero">4º</td>' in pagina


def test_nao_aprovados_trazem_o_motivo(client: Client, cargo: Cargo) -> None:
    pagina = abrir_lista(entrar(client), cargo, lista="nao_aprovados")
    assert inscricoes_mostradas(pagina) == ["N5"]
    assert "Abaixo da nota mínima" in pagina


def test_busca_na_lista_sem_acentos(client: Client, cargo: Cargo) -> None:
    pagina = abrir_lista(entrar(client), cargo, q="ANGELA")
    assert inscricoes_mostradas(pagina) == ["N1"]
    assert "1 de 4" in pagina


def test_so_os_que_divergem_da_banca(client: Client, cargo: Cargo) -> None:
    Candidatura.objects.get(inscricao__numero="N3").resultados.update(posicao_oficial=9)
    pagina = abrir_lista(entrar(client), cargo, banca="divergentes")
    assert inscricoes_mostradas(pagina) == ["N3"]
    assert "3 de 4 lugares conferem com a banca" in pagina


def test_cargo_por_classificar_diz_o_que_fazer(client: Client) -> None:
    pagina = abrir_lista(entrar(client), fabrica.cargo_publicado())
    assert "Este cargo ainda não foi classificado" in pagina


def test_lista_desconhecida_mostra_a_geral(client: Client, cargo: Cargo) -> None:
    assert len(inscricoes_mostradas(abrir_lista(entrar(client), cargo, lista="outra"))) == 4


def test_lista_de_outro_orgao_nao_existe(client: Client, cargo: Cargo) -> None:
    entrar(client, Papel.OPERADOR, orgao=fabrica.orgao(sigla="OUTRO"))
    assert client.get(reverse("candidatos:lista", args=[cargo.pk])).status_code == 404


def test_administrador_nao_ve_candidatos(client: Client, cargo: Cargo) -> None:
    entrar(client, Papel.ADMINISTRADOR)
    assert client.get(reverse("candidatos:lista", args=[cargo.pk])).status_code == 403


@pytest.mark.parametrize("lista", ["geral", "cotas"])
def test_consultas_da_lista_nao_crescem_com_ela(
    client: Client, lista: str, django_assert_max_num_queries: Any
) -> None:
    cargo = fabrica.cargo_publicado()
    for lugar in range(40):
        fabrica.candidatura(cargo=cargo, nota=f"{60 + lugar}.00", negro=lugar % 2 == 0)
    classificar(cargo)
    entrar(client)
    with django_assert_max_num_queries(18):
        abrir_lista(client, cargo, lista=lista)


# -- Classificação do concurso --------------------------------------------------------------------


def abrir_classificacao(client: Client, cargo: Cargo) -> str:
    return texto(client.get(reverse("candidatos:classificacao", args=[cargo.edital.concurso_id])))


def test_classificacao_sem_pendencia_oferece_homologar_a_autoridade(client: Client, cargo: Cargo) -> None:
    pagina = abrir_classificacao(entrar(client, Papel.AUTORIDADE), cargo)
    assert reverse("candidatos:homologar", args=[cargo.edital.concurso_id]) in pagina


def test_classificacao_mostra_a_conta_da_banca(client: Client, cargo: Cargo) -> None:
    assert "4 de 4 lugares conferem com a banca" in abrir_classificacao(entrar(client), cargo)


def test_empate_aparece_com_as_pessoas_e_o_caminho_do_sorteio(client: Client, cargo: Cargo) -> None:
    fabrica.candidatura(
        cargo=cargo,
        numero="N6",
        notas={"objetiva": "66.00", "titulos": "0.00", "pontos": "90.00"},
        nascimento=date(1981, 5, 2),
    )
    classificar(cargo)
    pagina = abrir_classificacao(entrar(client), cargo)
    assert "Empate sem desempate" in pagina
    assert reverse("candidatos:sorteio", args=[cargo.pk]) in pagina
    assert "Ângela Muniz" in pagina


def test_de_muitos_empates_a_pagina_conta_todos_e_mostra_os_primeiros(client: Client) -> None:
    """Sete empates: o primeiro de doze pessoas, os outros de duas."""
    cargo = fabrica.cargo_publicado(desempate=["mais_velho"])
    for empate, pessoas in enumerate([12, 2, 2, 2, 2, 2, 2]):
        for pessoa in range(pessoas):
            fabrica.candidatura(
                cargo=cargo,
                numero=f"E{empate}P{pessoa:02d}",
                notas={"objetiva": "60.00", "titulos": "0.00", "pontos": f"{95 - empate}.00"},
                nascimento=date(1980, 5, 2),
            )
    classificar(cargo)
    pagina = abrir_classificacao(entrar(client), cargo)
    assert "não separa 24 pessoas, em 7 empates" in pagina
    assert [pagina.count(f">E{empate}P") for empate in range(7)] == [10, 2, 2, 2, 2, 0, 0]
    assert "; e mais 2</li>" in pagina
    assert "e mais 2 empates: todos na página do sorteio." in pagina


def test_falta_aparece_com_a_pessoa(client: Client, cargo: Cargo) -> None:
    fabrica.candidatura(cargo=cargo, nome="Flora Dias").resultados.all().delete()
    classificar(cargo)
    pagina = abrir_classificacao(entrar(client), cargo)
    assert "Faltam dados" in pagina
    assert "Flora Dias" in pagina


def test_pedir_a_classificacao_leva_ao_andamento(client: Client, cargo: Cargo) -> None:
    entrar(client)
    resposta = client.post(reverse("candidatos:classificar", args=[cargo.edital.concurso_id]))
    mae = Execucao.objects.get(especie="candidatos.classificar")
    assert resposta["Location"] == reverse("nucleo:execucao", args=[mae.pk])


def test_classificar_pela_pagina_so_por_post(client: Client, cargo: Cargo) -> None:
    entrar(client)
    assert client.get(reverse("candidatos:classificar", args=[cargo.edital.concurso_id])).status_code == 405


# -- Homologação e sorteio ------------------------------------------------------------------------


def test_pagina_de_homologar_lista_os_impedimentos(client: Client) -> None:
    cargo = fabrica.cargo_publicado()
    fabrica.candidatura(cargo=cargo)
    entrar(client, Papel.AUTORIDADE)
    pagina = texto(client.get(reverse("candidatos:homologar", args=[cargo.edital.concurso_id])))
    assert "Analista: ainda não foi classificado." in pagina


def test_homologar_pela_pagina(client: Client, cargo: Cargo) -> None:
    entrar(client, Papel.AUTORIDADE)
    resposta = client.post(
        reverse("candidatos:homologar", args=[cargo.edital.concurso_id]),
        {"cargos": [cargo.pk], "homologado_em": "2024-03-01", "veiculo": "Diário Oficial nº 1"},
        follow=True,
    )
    assert "Resultado homologado." in texto(resposta)


def test_homologar_com_data_ruim_diz_o_motivo(client: Client, cargo: Cargo) -> None:
    entrar(client, Papel.AUTORIDADE)
    resposta = client.post(
        reverse("candidatos:homologar", args=[cargo.edital.concurso_id]),
        {"cargos": [cargo.pk], "homologado_em": "2020-03-01", "veiculo": "Diário Oficial nº 1"},
    )
    assert "não pode ser anterior à publicação do edital" in texto(resposta)


def test_sorteio_pela_pagina_pede_nova_classificacao(client: Client) -> None:
    cargo = fabrica.cargo_publicado(desempate=["maior:objetiva"])
    empatadas = [fabrica.candidatura(cargo=cargo, numero=numero) for numero in ("N1", "N2")]
    classificar(cargo)
    entrar(client)
    resposta = client.post(
        reverse("candidatos:sorteio", args=[cargo.pk]),
        {"realizado_em": "2024-02-01", "ata": "Ata nº 1"}
        | {f"numero_{cada.pk}": str(ordem) for ordem, cada in enumerate(empatadas, start=1)},
    )
    assert resposta["Location"].startswith("/execucoes/")


def test_sorteio_com_numeros_iguais_diz_o_motivo(client: Client) -> None:
    cargo = fabrica.cargo_publicado(desempate=["maior:objetiva"])
    empatadas = [fabrica.candidatura(cargo=cargo, numero=numero) for numero in ("N1", "N2")]
    classificar(cargo)
    entrar(client)
    resposta = client.post(
        reverse("candidatos:sorteio", args=[cargo.pk]),
        {"realizado_em": "2024-02-01", "ata": "Ata nº 1"} | {f"numero_{cada.pk}": "1" for cada in empatadas},
    )
    assert "números diferentes" in texto(resposta)


# -- Candidatos e inscrição -----------------------------------------------------------------------


def buscar(client: Client, termo: str) -> list[str]:
    return inscricoes_mostradas(texto(client.get(reverse("candidatos:candidatos"), {"q": termo})))


@pytest.mark.parametrize(
    ("termo", "achados"),
    [("angela", ["N1"]), ("muniz ângela", ["N1"]), ("N3", ["N3"]), ("xyz", [])],
)
def test_busca_por_nome_ou_inscricao(client: Client, cargo: Cargo, termo: str, achados: list[str]) -> None:
    assert buscar(entrar(client), termo) == achados


@pytest.mark.parametrize("cpf", ["123.456.789-09", "12345678909"])
def test_cpf_no_endereco_nao_se_procura(client: Client, cargo: Cargo, cpf: str) -> None:
    pagina = texto(entrar(client).get(reverse("candidatos:candidatos"), {"q": cpf}))
    assert "O CPF não se procura aqui" in pagina
    assert cpf not in pagina


def test_busca_so_no_alcance(client: Client, cargo: Cargo) -> None:
    entrar(client, Papel.OPERADOR, orgao=fabrica.orgao(sigla="OUTRO"))
    assert buscar(client, "angela") == []


def abrir_inscricao(client: Client, numero: str) -> str:
    pk = Candidatura.objects.get(inscricao__numero=numero).inscricao_id
    return texto(client.get(reverse("candidatos:inscricao", args=[pk])))


def test_inscricao_mostra_o_cpf_mascarado(client: Client, cargo: Cargo) -> None:
    pagina = abrir_inscricao(entrar(client), "N1")
    assert "***.456.789-**" in pagina
    assert "12345678909" not in pagina


def test_inscricao_mostra_notas_por_versao(client: Client, cargo: Cargo) -> None:
    fabrica.resultado(candidatura=Candidatura.objects.get(inscricao__numero="N1"), nota="91.50")
    pagina = abrir_inscricao(entrar(client), "N1")
    assert "91,50" in pagina
    assert "90,00" in pagina


def test_inscricao_nao_mostra_a_autodeclaracao_sem_pedir(client: Client, cargo: Cargo) -> None:
    pagina = abrir_inscricao(entrar(client), "N2")
    assert "Ver a autodeclaração" in pagina
    assert "preto ou pardo" not in pagina


def test_ver_a_autodeclaracao_deixa_registro_sem_o_conteudo(client: Client, cargo: Cargo) -> None:
    inscricao = Candidatura.objects.get(inscricao__numero="N2").inscricao
    entrar(client)
    pagina = texto(client.post(reverse("candidatos:autodeclaracao", args=[inscricao.pk])))
    registro = RegistroTrilha.objects.get(acao="candidatos.autodeclaracao_ver")
    assert "preto ou pardo" in pagina
    assert (registro.objeto_id, registro.antes, registro.depois) == (str(inscricao.pk), {}, {})


def test_autoridade_nao_ve_a_autodeclaracao(client: Client, cargo: Cargo) -> None:
    inscricao = Candidatura.objects.get(inscricao__numero="N2").inscricao
    entrar(client, Papel.AUTORIDADE)
    assert client.post(reverse("candidatos:autodeclaracao", args=[inscricao.pk])).status_code == 403
    assert not RegistroTrilha.objects.filter(acao="candidatos.autodeclaracao_ver").exists()
