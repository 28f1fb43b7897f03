"""Quadro vivo: as marcas, a tabela que diz o mesmo, o que vem a seguir e o cumprimento da reserva."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client

from concursos.models import Cargo
from nomeacoes import consultas, servicos
from nomeacoes.consultas.cumprimento import MAIOR_GRAFICO, por_cento
from nomeacoes.consultas.quadro_vivo import MAIOR_QUADRO, Situacao
from nucleo.enums import Papel
from tests import fabrica
from tests.nomeacoes import mundo, navegar
from tests.nomeacoes.navegar import abrir, entrar

pytestmark = pytest.mark.django_db

LIMITE_DA_PAGINA = 200_000


@pytest.fixture
def auditor() -> Client:
    return entrar(Papel.AUDITOR)


def quadro(cargo: Cargo) -> consultas.QuadroVivo:
    return consultas.quadro_vivo(consultas.estado_do_cargo(cargo))


def desistir(cargo: Cargo, numero: str) -> None:
    servicos.desistencia_registrar(
        autor=mundo.operador(), candidatura=mundo.candidatura(cargo, numero), **mundo.registro()
    )


def em_linhas(cargo: Cargo) -> list[tuple[Any, ...]]:
    """(vaga, letras, situação, inscrição de quem ocupa, inscrição de quem viria)."""
    return [
        (v.numero, v.letras, str(v.situacao), v.quem and v.quem.inscricao, v.viria and v.viria.inscricao)
        for v in quadro(cargo).vagas
    ]


# -- O quadro -------------------------------------------------------------------------------------


def test_sem_convocacao_traz_as_oferecidas_e_quem_viria_em_cada_uma() -> None:
    """Série de 10 com cotas nas vagas 3 e 8; os cotistas são N03 e N07 (DEZ)."""
    linhas = em_linhas(mundo.cargo())
    assert len(linhas) == 10
    assert [linha[1] for linha in linhas] == ["A", "A", "C", "A", "A", "A", "A", "C", "A", "A"]
    assert {linha[2] for linha in linhas} == {"futura"}
    # Na vaga 4 a geral alcança N03, que se remaneja, e a reserva dele passa a N07.
    assert [linha[4] for linha in linhas[:5]] == ["N01", "N02", "N03", "N07", "N04"]


def test_quem_ocupa_conta_noutra_lista_e_a_marca_o_diz() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 4)
    assert em_linhas(cargo)[2:4] == [
        (3, "C→A", "ocupada", "N03", None),
        (4, "A→C", "ocupada", "N07", None),
    ]


def test_vaga_perdida_fica_aberta_com_quem_a_preencheria() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 3)
    desistir(cargo, "N02")
    assert em_linhas(cargo)[1] == (2, "A", "aberta", None, "N07")
    contas = quadro(cargo)
    assert (contas.ocupadas, contas.abertas, contas.futuras) == (2, 1, 7)


def test_o_que_se_anuncia_e_o_que_a_convocacao_faz() -> None:
    cargo = mundo.cargo("aacaaacaaacc", vagas=10)
    mundo.convocar(cargo, 2)
    desistir(cargo, "N01")
    anunciado = {v.numero: v.viria.inscricao for v in quadro(cargo).vagas if v.viria}
    mundo.convocar(cargo, len(anunciado))
    quem = {vaga: inscricao for vaga, (inscricao, _) in mundo.ocupantes(cargo).items()}
    assert {vaga: quem[vaga] for vaga in anunciado} == anunciado
    assert len(anunciado) == 9


def test_providas_as_oferecidas_mostra_mais_dez() -> None:
    cargo = mundo.cargo("a" * 14, vagas=10)
    mundo.convocar(cargo, 10)
    vagas = quadro(cargo).vagas
    assert len(vagas) == 20
    assert [v.oferecida for v in vagas[9:11]] == [True, False]
    assert [v.viria and v.viria.inscricao for v in vagas[10:15]] == ["N11", "N12", "N13", "N14", None]
    assert "não têm a quem chamar" in vagas[14].frase


def test_quadro_enorme_mostra_o_fim_onde_o_trabalho_esta() -> None:
    cargo = mundo.cargo("a" * 5, vagas=1000, cotas=200)
    vivo = quadro(cargo)
    assert len(vivo.vagas) == 200
    assert vivo.por_prover == 1000
    assert len(vivo.marcas) <= MAIOR_QUADRO
    assert vivo.contar(Situacao.FUTURA) == 200


# -- A página -------------------------------------------------------------------------------------


def test_cada_marca_leva_a_sua_linha_e_diz_quem(auditor: Client) -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 4)
    pagina = abrir(auditor, "quadro_vivo", cargo.pk)
    nome = mundo.candidatura(cargo, "N07").inscricao.candidato.nome
    assert f"<title>{nome}</title>" in pagina
    assert f"ampla concorrência na série: {nome}, conta na cota</span>" in pagina
    destinos = re.findall(r'class="marca [^"]*" href="#(vaga-\d+)"', pagina)
    assert len(destinos) == 10
    assert all(pagina.count(f'id="{destino}"') == 1 for destino in destinos)


def test_categoria_nao_depende_so_da_cor(auditor: Client) -> None:
    cargo = mundo.cargo("aapaadaaca", vagas=10, cotas=2, pcd=1)
    pagina = abrir(auditor, "quadro_vivo", cargo.pk)
    for classe, letra in (("ampla", "A"), ("cotas", "C"), ("pcd", "P")):
        marca = re.search(rf'class="marca {classe} futura".*?<text[^>]*>([^<]*)</text>', pagina)
        assert marca is not None
        assert marca[1] == letra
    assert pagina.count('<pattern id="trama-pcd"') == 1


def test_a_tabela_diz_o_mesmo_que_as_marcas(auditor: Client) -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 4)
    desistir(cargo, "N02")
    pagina = abrir(auditor, "quadro_vivo", cargo.pk)
    assert "1 a 10 de 10 vagas: 3 ocupadas, 1 aberta, 6 por prover" in pagina
    linha = pagina[pagina.index('<tr id="vaga-2"') : pagina.index('<tr id="vaga-3"')]
    assert "<strong>Aberta</strong>" in linha
    assert "desistência em" in linha
    viria = mundo.candidatura(cargo, "N04").inscricao.candidato.nome
    assert f"seria de {viria}" in linha


def test_nada_embutido_que_a_politica_de_conteudo_recuse(auditor: Client) -> None:
    pagina = abrir(auditor, "quadro_vivo", mundo.cargo().pk)
    assert not re.search(r"<style|\sstyle=|<script(?![^>]*src=)|\son\w+=", pagina)


def test_trezentas_vagas_cabem_em_duzentos_mil_bytes(auditor: Client) -> None:
    cargo = mundo.cargo("aacaa" * 66, vagas=300, cotas=60)
    mundo.convocar(cargo, 290)
    for numero in ("N02", "N05", "N09"):
        desistir(cargo, numero)
    pagina = abrir(auditor, "quadro_vivo", cargo.pk, pagina=2)
    assert pagina.count('class="marca ') == 300
    assert pagina.count('<tr id="vaga-') == 40
    assert 'href="#vaga-41"' in pagina
    assert 'href="?pagina=1#vaga-40"' in pagina
    assert len(pagina.encode()) < LIMITE_DA_PAGINA


def test_as_consultas_nao_crescem_com_as_vagas(auditor: Client, django_assert_max_num_queries: Any) -> None:
    cargo = mundo.cargo("aacaa" * 12, vagas=60, cotas=12)
    mundo.convocar(cargo, 60)
    with django_assert_max_num_queries(30):
        abrir(auditor, "quadro_vivo", cargo.pk)


def test_edital_em_rascunho_explica(auditor: Client) -> None:
    pagina = abrir(auditor, "quadro_vivo", fabrica.cargo_em_rascunho().pk)
    assert "O edital ainda não foi publicado" in pagina


def test_fora_do_alcance_e_404() -> None:
    de_outro = entrar(Papel.AUDITOR, fabrica.orgao(sigla="OUTRO"))
    abrir(de_outro, "quadro_vivo", mundo.cargo().pk, codigo=404)


def test_as_paginas_do_cargo_e_da_convocacao_levam_ao_quadro(auditor: Client) -> None:
    cargo = mundo.cargo()
    evento = mundo.convocar(cargo, 1)
    destino = f'href="/cargos/{cargo.pk}/quadro/"'
    assert destino in abrir(auditor, "vagas", cargo.pk)
    assert destino in abrir(auditor, "convocacao", evento.pk)


# -- Cumprimento no tempo -------------------------------------------------------------------------


def momentos(cargo: Cargo) -> list[tuple[int, int, int]]:
    """(ocupadas, na cota, pela série) de cada momento."""
    (grafico,) = consultas.graficos_do_cumprimento(consultas.estado_do_cargo(cargo))
    return [(p.momento.ocupadas, p.momento.na_reserva, p.momento.da_serie) for p in grafico.pontos]


def test_cada_chamada_e_um_momento_e_o_remanejamento_nao_muda_a_conta_da_cota() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 5)
    assert momentos(cargo) == [(1, 0, 0), (2, 0, 0), (3, 1, 1), (4, 1, 1), (5, 1, 1)]


def test_a_perda_de_quem_ocupa_a_cota_aparece_ate_a_reposicao() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 3)
    desistir(cargo, "N03")
    assert momentos(cargo)[-1] == (2, 0, 0)
    mundo.convocar(cargo, 1, data=mundo.HOJE)
    assert momentos(cargo)[-1] == (3, 1, 1)


def test_falta_de_cotistas_deixa_diferenca_negativa(auditor: Client) -> None:
    cargo = mundo.cargo("a" * 10)
    mundo.convocar(cargo, 8)
    assert momentos(cargo)[-1] == (8, 0, 2)
    pagina = abrir(auditor, "quadro_vivo", cargo.pk)
    assert '<td class="numero">2 (25 %)</td><td class="numero">-2</td>' in pagina


def test_o_ultimo_momento_e_o_estado_de_hoje() -> None:
    cargo = mundo.cargo("aacaaacaaacc")
    mundo.convocar(cargo, 9)
    for numero in ("N01", "N03", "N07"):
        desistir(cargo, numero)
    mundo.convocar(cargo, 2, data=mundo.HOJE)
    ocupantes = mundo.ocupantes(cargo).values()
    assert momentos(cargo)[-1][:2] == (len(ocupantes), sum(conta == "cotas" for _, conta in ocupantes))


def test_um_grafico_por_reserva_e_nenhum_sem_chamada(auditor: Client) -> None:
    cargo = mundo.cargo("aapaadaaca", vagas=10, cotas=2, pcd=1)
    assert "<polyline" not in abrir(auditor, "quadro_vivo", cargo.pk)
    mundo.convocar(cargo, 6)
    pagina = abrir(auditor, "quadro_vivo", cargo.pk)
    assert pagina.count('class="cumprida"') == 2
    assert "Cumprimento da cota no tempo" in pagina
    assert "O percentual da regra é de 5 %" in pagina


def test_historia_longa_mostra_uma_parte_e_diz_quanta(auditor: Client) -> None:
    cargo = mundo.cargo("a" * 60, vagas=60, cotas=12)
    mundo.convocar(cargo, 60)
    (grafico,) = consultas.graficos_do_cumprimento(consultas.estado_do_cargo(cargo))
    ordens = [ponto.momento.ordem for ponto in grafico.pontos]
    assert (len(ordens), ordens[0], ordens[-1]) == (MAIOR_GRAFICO, 1, 60)
    assert ordens == sorted(set(ordens))
    assert f"{MAIOR_GRAFICO} de 60 momentos" in abrir(auditor, "quadro_vivo", cargo.pk)


def test_o_desenho_poe_mais_alto_o_que_e_maior_e_nao_sai_da_folha() -> None:
    cargo = mundo.cargo("c" * 10, vagas=10)
    mundo.convocar(cargo, 10)
    (grafico,) = consultas.graficos_do_cumprimento(consultas.estado_do_cargo(cargo))
    por_parte = sorted(grafico.pontos, key=lambda ponto: ponto.momento.parte)
    assert [p.y for p in por_parte] == sorted((p.y for p in por_parte), reverse=True)
    assert all(0 <= p.y <= 240 and 0 <= p.x <= 720 for p in grafico.pontos)


@pytest.mark.parametrize(
    ("fracao", "texto"),
    [((1, 3), "33,3 %"), ((2, 3), "66,7 %"), ((1, 5), "20 %"), ((1, 16), "6,3 %"), ((0, 1), "0 %")],
)
def test_por_cento_com_uma_casa_meio_para_cima(fracao: tuple[int, int], texto: str) -> None:
    assert por_cento(Fraction(*fracao)) == texto


# -- No navegador ---------------------------------------------------------------------------------


@pytest.mark.navegador
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("largura", "esquema"), [(1280, "light"), (400, "dark")])
def test_no_navegador_cabe_na_largura_e_nao_tem_defeito(
    navegador: Any, live_server: Any, largura: int, esquema: str
) -> None:
    cargo = mundo.cargo("aapaadaacaac", vagas=10, cotas=2, pcd=1)
    mundo.convocar(cargo, 7)
    desistir(cargo, "N01")
    with navegar.aba(navegador, live_server.url, Papel.AUDITOR, largura, esquema) as aba:
        assert aba.defeitos(f"/cargos/{cargo.pk}/quadro/") == []
        pagina = aba.pagina
        marca = pagina.locator(".quadro a").nth(2)
        assert not pagina.locator(".quadro span").nth(2).bounding_box()["width"] > 2
        pagina.locator(".quadro a").nth(1).focus()
        pagina.keyboard.press("Tab")
        dica = marca.locator("span").bounding_box()
        assert dica["width"] > 100
        assert dica["x"] >= 0
        assert dica["x"] + dica["width"] <= largura
        pagina.keyboard.press("Enter")
        assert pagina.url.endswith("#vaga-3")
        assert pagina.locator("tr:target th").inner_text() == "3"
