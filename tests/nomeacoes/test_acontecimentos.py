"""Sub judice, condicional, ordem judicial, opção, reintegração, extinção e desfazimento."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse

from concursos.models import Cargo
from nomeacoes import servicos
from nomeacoes.consultas import estado_do_cargo, primeira_divergencia, violacoes_do_cargo
from nomeacoes.consultas.memoria import memoria_publica
from nomeacoes.documentos import atos_com_tudo, pdf_do_ato
from nomeacoes.enums import TipoDoEvento
from nomeacoes.models import Ato, Evento, Nomeacao
from nomeacoes.servicos import Acontecimento
from nucleo.enums import Papel
from nucleo.erros import Recusa
from tests import fabrica
from tests.nomeacoes import mundo
from tests.nomeacoes.navegar import confirmar
from tests.nomeacoes.test_pdf import texto

pytestmark = pytest.mark.django_db

T = TipoDoEvento
PROCESSO = "0001234-56.2026.8.06.0001"


def pedido(cargo: Cargo, tipo: TipoDoEvento, numero: str = "", **campos: Any) -> Acontecimento:
    pessoa = mundo.candidatura(cargo, numero) if numero else None
    return Acontecimento(tipo=tipo, candidatura=pessoa, **mundo.registro(**campos))


def acontecer(cargo: Cargo, tipo: TipoDoEvento, numero: str = "", **campos: Any) -> Evento:
    return servicos.acontecimento_registrar(
        autor=mundo.operador(), cargo=cargo, acontecimento=pedido(cargo, tipo, numero, **campos)
    )


def prever(cargo: Cargo, tipo: TipoDoEvento, numero: str = "", **campos: Any) -> list[str]:
    conferido = servicos.acontecimento_conferir(
        autor=mundo.operador(), cargo=cargo, acontecimento=pedido(cargo, tipo, numero, **campos)
    )
    return list(conferido.frases)


def desfazer(evento: Evento, **campos: Any) -> Evento:
    return servicos.evento_desfazer(autor=mundo.operador(), evento=evento, **mundo.registro(**campos))


def desistir(cargo: Cargo, numero: str) -> Evento:
    return servicos.desistencia_registrar(
        autor=mundo.operador(), candidatura=mundo.candidatura(cargo, numero), **mundo.registro()
    )


def chamados(cargo: Cargo) -> list[tuple[int, str, bool]]:
    """Vaga, inscrição e se é espelhada, de cada nomeação, na ordem."""
    linhas = Nomeacao.objects.filter(vaga__cargo=cargo).order_by("evento__sequencia", "ordem")
    return list(linhas.values_list("vaga__numero", "candidatura__inscricao__numero", "espelho"))


def confere(cargo: Cargo) -> bool:
    """Se o guardado é o que a ordem dá, pelas duas contas."""
    estado = estado_do_cargo(cargo)
    return primeira_divergencia(estado) is None and not violacoes_do_cargo(estado)


def test_falecimento_abre_a_vaga_e_chama_o_seguinte() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 2)
    acontecer(cargo, T.FALECIMENTO, "N01")
    mundo.convocar(cargo, 1)
    assert chamados(cargo)[-1] == (1, "N03", False)
    assert confere(cargo)


def test_espelho_nao_tira_a_vaga_de_ninguem_e_diz_a_ressalva_no_ato(tmp_path: Path) -> None:
    cargo = mundo.cargo()
    acontecer(cargo, T.SUB_JUDICE, "N01", processo=PROCESSO, efeito="espelho")
    evento = mundo.convocar(cargo, 2)
    assert chamados(cargo) == [(1, "N01", True), (1, "N02", False), (2, "N03", False)]
    fundamentos = mundo.atos(evento)[0].contexto["fundamentos"]
    assert f"Decisão judicial, processo nº {PROCESSO}" in [f["citacao"] for f in fundamentos]
    atos = atos_com_tudo().filter(ocupacao__causa__evento=evento).order_by("pk")
    do_espelho, do_seguinte = (texto(pdf_do_ato(ato), tmp_path) for ato in atos[:2])
    assert "vaga espelhada da de nº 1, que não se conta entre as do cargo" in do_espelho
    assert "espelhada" not in do_seguinte
    assert confere(cargo)
    assert "espelhos:" in memoria_publica(cargo).texto


def test_decisao_definitiva_faz_do_espelhado_o_proximo() -> None:
    cargo = mundo.cargo()
    acontecer(cargo, T.SUB_JUDICE, "N01", processo=PROCESSO, efeito="espelho")
    mundo.convocar(cargo, 1)
    previsto = prever(cargo, T.FIM_SUB_JUDICE, "N01", processo=PROCESSO, desfecho="definitiva")
    assert any(frase.startswith("Acaba a vaga espelhada de") for frase in previsto)
    acontecer(cargo, T.FIM_SUB_JUDICE, "N01", processo=PROCESSO, desfecho="definitiva")
    mundo.convocar(cargo, 1)
    assert chamados(cargo)[-1] == (2, "N01", False)
    assert confere(cargo)


def test_decisao_revogada_abre_a_vaga_ate_de_quem_tomou_posse() -> None:
    cargo = mundo.cargo()
    acontecer(cargo, T.SUB_JUDICE, "N01", processo=PROCESSO, efeito="ocupa")
    evento = mundo.convocar(cargo, 1)
    servicos.convocacao_assinar(autor=mundo.autoridade(), evento=evento)
    servicos.posse_registrar(
        autor=mundo.operador(), nomeacao=mundo.aberta(cargo, "N01"), data=mundo.HOJE, documento="Termo nº 1"
    )
    acontecer(cargo, T.FIM_SUB_JUDICE, "N01", processo=PROCESSO, desfecho="revogada")
    assert mundo.ocupantes(cargo) == {}
    assert confere(cargo)


def test_ordem_judicial_passa_a_frente_e_nao_e_pretericao() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 1)
    acontecer(cargo, T.ORDEM_JUDICIAL, "N09", processo=PROCESSO)
    mundo.convocar(cargo, 1)
    assert chamados(cargo) == [(1, "N01", False), (2, "N09", False)]
    assert confere(cargo)


def test_condicional_conserva_a_vaga_ate_se_resolver() -> None:
    cargo = mundo.cargo()
    acontecer(cargo, T.CONDICIONAL, "N01")
    mundo.convocar(cargo, 1)
    with pytest.raises(Recusa, match="situação condicional"):
        servicos.nomeacao_tornar_sem_efeito(
            autor=mundo.operador(), nomeacao=mundo.aberta(cargo, "N01"), **mundo.registro()
        )
    acontecer(cargo, T.FIM_CONDICIONAL, "N01", desfecho="descumprida")
    assert mundo.ocupantes(cargo) == {}
    assert confere(cargo)


def test_opcao_muda_por_qual_reserva_se_chama() -> None:
    cargo = mundo.cargo("aaaadcpaaa", vagas=10, cotas=2, pcd=1)
    acontecer(cargo, T.OPCAO, "N05", lista="pcd")
    mundo.convocar(cargo, 5)
    assert (3, "N06", False) in chamados(cargo)
    assert (5, "N05", False) in chamados(cargo)
    assert confere(cargo)


def test_reintegrado_e_o_proximo_e_quem_tem_a_vaga_fica() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 2)
    desistir(cargo, "N01")
    mundo.convocar(cargo, 1)
    acontecer(cargo, T.REINTEGRACAO, "N01")
    # A vaga 3 é da cota; a 4 é a primeira que a lista geral alcança.
    mundo.convocar(cargo, 2)
    assert chamados(cargo)[-1] == (4, "N01", False)
    assert mundo.ocupantes(cargo)[1][0] == "N03"
    assert confere(cargo)


def test_cargo_extinto_ja_nao_convoca() -> None:
    cargo = mundo.cargo()
    acontecer(cargo, T.EXTINCAO)
    with pytest.raises(Recusa, match="extinto"):
        mundo.convocar(cargo, 1)


# -- Desfazer -------------------------------------------------------------------------------------


def test_desfazer_a_desistencia_enganada_devolve_a_vaga_e_a_minuta() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 2)
    engano = desistir(cargo, "N01")
    previsto = servicos.desfazimento_conferir(autor=mundo.operador(), evento=engano, **mundo.registro())
    assert any("volta à vaga 1" in frase for frase in previsto.frases)
    desfazer(engano)
    assert mundo.ocupantes(cargo)[1][0] == "N01"
    assert mundo.aberta(cargo, "N01").situacao == "convocada"
    assert Ato.objects.filter(nomeacao__candidatura__inscricao__numero="N01", situacao="minuta").exists()
    mundo.convocar(cargo, 1)
    assert confere(cargo)


def test_desfazer_devolve_a_nomeada_quem_ja_tinha_ato_assinado() -> None:
    cargo = mundo.cargo()
    servicos.convocacao_assinar(autor=mundo.autoridade(), evento=mundo.convocar(cargo, 1))
    desfazer(desistir(cargo, "N01"))
    assert mundo.aberta(cargo, "N01").situacao == "nomeada"


def test_nao_se_desfaz_o_que_ja_fez_chamar_outro() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 2)
    engano = desistir(cargo, "N01")
    mundo.convocar(cargo, 1)
    with pytest.raises(Recusa, match="reintegração"):
        desfazer(engano)
    assert Evento.objects.filter(tipo=T.DESFAZIMENTO).count() == 0


@pytest.mark.parametrize(
    ("tipo", "numero", "campos", "trecho"),
    [
        (T.SUB_JUDICE, "N01", {"efeito": "ocupa"}, "número do processo"),
        (T.FIM_SUB_JUDICE, "N01", {"processo": PROCESSO, "desfecho": "revogada"}, "não concorre por decisão"),
        (T.OPCAO, "N01", {"lista": "pcd"}, "duas listas específicas"),
        (T.REINTEGRACAO, "N01", {}, "não saiu"),
        (T.FALECIMENTO, "N01", {"documento": " "}, "documento"),
        (T.FALECIMENTO, "N01", {"motivo": " "}, "motivo"),
        (T.SEM_EFEITO, "N01", {}, "não se registra por aqui"),
        (T.SUB_JUDICE, "N01", {"processo": PROCESSO}, "o que a decisão dá"),
    ],
)
def test_o_que_nao_cabe_diz_por_que(
    tipo: TipoDoEvento, numero: str, campos: dict[str, Any], trecho: str
) -> None:
    cargo = mundo.cargo()
    with pytest.raises(Recusa, match=trecho):
        acontecer(cargo, tipo, numero, **campos)
    assert not Evento.objects.exists()


def test_so_o_operador_registra() -> None:
    cargo = mundo.cargo()
    with pytest.raises(PermissionDenied):
        servicos.acontecimento_registrar(
            autor=mundo.autoridade(), cargo=cargo, acontecimento=pedido(cargo, T.EXTINCAO)
        )


# -- Páginas --------------------------------------------------------------------------------------


@pytest.fixture
def operador(client: Client) -> Client:
    client.force_login(fabrica.usuario(Papel.OPERADOR), backend="django.contrib.auth.backends.ModelBackend")
    return client


def test_pagina_mostra_o_que_se_segue_e_so_depois_grava(operador: Client) -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 2)
    endereco = reverse("nomeacoes:acontecimento", args=[cargo.pk, "falecimento"])
    assert "id_processo" not in operador.get(endereco).content.decode()
    dados = {"inscricao": "N01", "data": str(mundo.HOJE), "motivo": "Óbito.", "documento": "Certidão nº 1"}
    conferida = operador.post(endereco, dados).content.decode()
    assert "deixa a vaga 1, que se abre" in conferida
    assert "<td>na vaga 1</td><td>fora do concurso</td>" in conferida
    assert not Evento.objects.filter(tipo=T.FALECIMENTO).exists()
    assert confirmar(operador, endereco, dados).status_code == 302
    assert Evento.objects.get(tipo=T.FALECIMENTO).documento == "Certidão nº 1"
    indice = operador.get(reverse("nomeacoes:acontecimentos", args=[cargo.pk])).content.decode()
    assert "Desfazer" in indice


def test_pagina_do_desfazer(operador: Client) -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 1)
    engano = desistir(cargo, "N01")
    endereco = reverse("nomeacoes:evento_desfazer", args=[engano.pk])
    dados = {"data": str(mundo.HOJE), "motivo": "Era outra pessoa.", "documento": "Despacho nº 2"}
    assert "volta à vaga 1" in operador.post(endereco, dados).content.decode()
    assert confirmar(operador, endereco, dados).status_code == 302
    pagina = operador.get(reverse("nomeacoes:acontecimentos", args=[cargo.pk])).content.decode()
    assert "desfeito pelo nº 3" in pagina


def test_inscricao_de_outro_cargo_e_registro_que_nao_ha(operador: Client) -> None:
    cargo = mundo.cargo()
    endereco = reverse("nomeacoes:acontecimento", args=[cargo.pk, "ordem_judicial"])
    dados = {
        "inscricao": "N01",
        "apos": "99",
        "processo": PROCESSO,
        **{k: str(v) for k, v in mundo.registro().items()},
    }
    assert "A inscrição 99 não concorre a este cargo" in operador.post(endereco, dados).content.decode()
    assert operador.get(reverse("nomeacoes:acontecimento", args=[cargo.pk, "convocar"])).status_code == 404


def test_quem_a_ordem_judicial_pos_na_lista_tem_ato_e_explicacao(operador: Client) -> None:
    cargo = mundo.cargo()
    de_fora = fabrica.candidatura(cargo=cargo, numero="X99", nome="Pessoa de Fora", nota="10.00")
    lista = cargo.classificacoes.get()
    lista.colocacoes.create(candidatura=de_fora, ordem=99, motivo="Abaixo da nota mínima", nota="10.00")
    acontecer(cargo, T.ORDEM_JUDICIAL, "X99", processo=PROCESSO)
    evento = mundo.convocar(cargo, 1)
    assert chamados(cargo) == [(1, "X99", False)]
    assert mundo.atos(evento)[0].contexto["lugar_geral"] is None
    pdf = pdf_do_ato(atos_com_tudo().get(ocupacao__causa__evento=evento))
    assert pdf.startswith(b"%PDF")
    assert operador.get(reverse("nomeacoes:porque", args=[de_fora.pk])).status_code == 200
    for pagina in ("vagas", "quadro_vivo", "acontecimentos", "convocar", "simulacao", "memoria"):
        assert operador.get(reverse(f"nomeacoes:{pagina}", args=[cargo.pk])).status_code == 200, pagina


def test_paginas_do_cargo_com_espelho_e_cargo_extinto(operador: Client) -> None:
    cargo = mundo.cargo()
    acontecer(cargo, T.SUB_JUDICE, "N01", processo=PROCESSO, efeito="espelho")
    mundo.convocar(cargo, 1)
    acontecer(cargo, T.EXTINCAO)
    vagas = operador.get(reverse("nomeacoes:vagas", args=[cargo.pk])).content.decode()
    assert "vaga espelhada" in vagas
    assert "extinção do cargo" in vagas
    for pessoa in ("N01", "N02", "N05"):
        candidatura = mundo.candidatura(cargo, pessoa)
        assert operador.get(reverse("nomeacoes:porque", args=[candidatura.pk])).status_code == 200
    for pagina in ("quadro_vivo", "simulacao", "memoria", "acontecimentos"):
        assert operador.get(reverse(f"nomeacoes:{pagina}", args=[cargo.pk])).status_code == 200, pagina


def test_a_opcao_so_se_mostra_a_quem_ve_declaracoes(client: Client) -> None:
    cargo = mundo.cargo("aaaadcpaaa", vagas=10, cotas=2, pcd=1)
    acontecer(cargo, T.OPCAO, "N05", lista="pcd")
    for papel, ve in ((Papel.AUTORIDADE, False), (Papel.AUDITOR, True)):
        client.force_login(fabrica.usuario(papel), backend="django.contrib.auth.backends.ModelBackend")
        pagina = client.get(reverse("nomeacoes:vagas", args=[cargo.pk])).content.decode()
        assert ("opção entre as reservas" in pagina) is ve
