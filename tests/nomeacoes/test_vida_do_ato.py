"""Vida do ato: orçamento, conferência por outra pessoa, avisos com motivo, publicação e correção."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import DatabaseError, IntegrityError, transaction
from django.urls import reverse

from nomeacoes import servicos
from nomeacoes.models import (
    Ato,
    CertificacaoOrcamentaria,
    DispensaDosQuatroOlhos,
    Evento,
    JustificativaDoAto,
    Mandato,
    PublicacaoDoAto,
)
from nomeacoes.servicos.exigencias import FaltaMotivo
from nucleo.enums import Papel
from nucleo.erros import Conflito, Recusa
from nucleo.models import RegistroTrilha
from tests import fabrica
from tests.nomeacoes import mundo
from tests.nomeacoes.navegar import abrir, entrar

pytestmark = pytest.mark.django_db

DIARIO: dict[str, Any] = {
    "veiculo": "Diário Oficial do Município",
    "edicao": "18.220",
    "data": mundo.HOJE,
    "pagina": "12",
}


def assinada(quantidade: int = 1, **campos: Any) -> Evento:
    evento = mundo.convocar(mundo.cargo(**campos), quantidade)
    servicos.convocacao_assinar(autor=mundo.autoridade(), evento=evento)
    return evento


def fim_de_mandato(**campos: Any) -> Mandato:
    """Mandato que acaba daqui a um mês: hoje está nos últimos 180 dias."""
    dados = {"municipio": fabrica.orgao().municipio, "fim": mundo.HOJE + timedelta(days=30)}
    return Mandato.objects.create(**(dados | campos))


# -- Quatro olhos ---------------------------------------------------------------------------------


def test_quem_redige_nao_assina() -> None:
    autor = mundo.autoridade()
    evento = mundo.convocar(mundo.cargo(), 1, autor=autor)
    with pytest.raises(Recusa, match="não o pode assinar"):
        servicos.convocacao_assinar(autor=autor, evento=evento)
    with pytest.raises(Recusa, match="não o pode assinar"):
        servicos.ato_assinar(autor=autor, ato=Ato.objects.get())


def test_quem_redige_nao_confere() -> None:
    autor = mundo.operador()
    evento = mundo.convocar(mundo.cargo(), 1, autor=autor, pronta=False)
    with pytest.raises(Recusa, match="não o pode conferir"):
        servicos.convocacao_conferir(autor=autor, evento=evento)
    assert Ato.objects.get().situacao == "minuta"


def test_quem_confere_pode_assinar_o_que_outra_pessoa_redigiu() -> None:
    autor = mundo.autoridade()
    evento = mundo.convocar(mundo.cargo(), 1, autor=mundo.operador(), pronta=False)
    mundo.certificar(evento)
    servicos.convocacao_conferir(autor=autor, evento=evento)
    servicos.convocacao_assinar(autor=autor, evento=evento)
    ato = Ato.objects.get()
    assert (ato.situacao, ato.conferido_por, ato.assinado_por) == ("assinado", autor.pessoa, autor.pessoa)


def test_com_dispensa_uma_pessoa_so_assina_com_motivo_que_fica_no_ato() -> None:
    autor = mundo.autoridade()
    evento = mundo.convocar(mundo.cargo(), 1, autor=autor, pronta=False)
    mundo.certificar(evento)
    DispensaDosQuatroOlhos.objects.create(orgao=evento.orgao, motivo="Um só servidor.", ate=mundo.HOJE)
    servicos.convocacao_conferir(autor=autor, evento=evento)
    trilha = RegistroTrilha.objects.get(acao="nomeacoes.convocacao_conferir")
    assert trilha.depois["dispensa_dos_quatro_olhos"] == "Um só servidor."
    with pytest.raises(FaltaMotivo) as falta:
        servicos.convocacao_assinar(autor=autor, evento=evento)
    assert "dispensa" in falta.value.detalhes[0]
    servicos.convocacao_assinar(autor=autor, evento=evento, motivo="Urgência na saúde.")
    justificativa = JustificativaDoAto.objects.get()
    assert justificativa.motivo == "Urgência na saúde."
    assert justificativa.avisos[0]["dispositivo"].startswith("Quatro olhos")


def test_dispensa_vencida_nao_vale() -> None:
    autor = mundo.autoridade()
    evento = mundo.convocar(mundo.cargo(), 1, autor=autor)
    ontem = mundo.HOJE - timedelta(days=1)
    DispensaDosQuatroOlhos.objects.create(orgao=evento.orgao, motivo="Um só servidor.", ate=ontem)
    with pytest.raises(Recusa, match="não o pode assinar"):
        servicos.convocacao_assinar(autor=autor, evento=evento, motivo="Porque sim.")


# -- Conferência e orçamento ----------------------------------------------------------------------


def test_nao_se_assina_o_que_nao_se_conferiu() -> None:
    evento = mundo.convocar(mundo.cargo(), 2, pronta=False)
    mundo.certificar(evento)
    servicos.ato_conferir(autor=mundo.operador(), ato=mundo.atos(evento)[0])
    with pytest.raises(Recusa, match="Falta conferir 1 minuta"):
        servicos.convocacao_assinar(autor=mundo.autoridade(), evento=evento)
    assert not Ato.objects.filter(situacao="assinado").exists()


def test_conferir_duas_vezes() -> None:
    evento = mundo.convocar(mundo.cargo(), 1)
    with pytest.raises(Recusa, match="Não há minuta a conferir"):
        servicos.convocacao_conferir(autor=mundo.operador(), evento=evento)
    with pytest.raises(Conflito, match="minuta conferida"):
        servicos.ato_conferir(autor=mundo.operador(), ato=Ato.objects.get())


def test_conferida_que_se_cancela_e_volta_e_minuta_de_novo() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 1)
    desistencia = servicos.desistencia_registrar(
        autor=mundo.operador(), candidatura=mundo.candidatura(cargo, "N01"), **mundo.registro()
    )
    ato = Ato.objects.get()
    assert (ato.situacao, ato.conferido_por) == ("cancelado", None)
    servicos.evento_desfazer(autor=mundo.operador(), evento=desistencia, **mundo.registro())
    ato.refresh_from_db()
    assert (ato.situacao, ato.conferido_por) == ("minuta", None)


def test_sem_orcamento_certificado_nao_se_nomeia() -> None:
    evento = mundo.convocar(mundo.cargo(), 1, pronta=False)
    servicos.convocacao_conferir(autor=mundo.operador(), evento=evento)
    with pytest.raises(Recusa, match="certificação orçamentária"):
        servicos.convocacao_assinar(autor=mundo.autoridade(), evento=evento)
    mundo.certificar(evento)
    servicos.convocacao_assinar(autor=mundo.autoridade(), evento=evento)


@pytest.mark.parametrize(
    ("campo", "valor", "frase"),
    [
        ("ordenador", "  ", "Informe o ordenador"),
        ("documento", "", "Informe a declaração"),
        ("dotacao", "", "Informe a dotação"),
        ("data", mundo.HOJE + timedelta(days=1), "está no futuro"),
    ],
)
def test_certificacao_incompleta_ou_do_futuro(campo: str, valor: Any, frase: str) -> None:
    evento = mundo.convocar(mundo.cargo(), 1, pronta=False)
    dados = {"ordenador": "Ana", "documento": "D 1", "data": mundo.HOJE, "dotacao": "1.1"} | {campo: valor}
    with pytest.raises(Recusa, match=frase):
        servicos.certificacao_registrar(autor=mundo.operador(), evento=evento, **dados)


# -- Avisos ---------------------------------------------------------------------------------------


def test_no_fim_do_mandato_so_se_assina_com_motivo() -> None:
    evento = mundo.convocar(mundo.cargo(), 4)
    fim_de_mandato()
    with pytest.raises(FaltaMotivo, match="escreva o motivo") as falta:
        servicos.convocacao_assinar(autor=mundo.autoridade(), evento=evento, motivo="   ")
    assert falta.value.detalhes[0].startswith("Lei Complementar 101/2000, art. 21, II: O mandato termina")
    assert not Ato.objects.filter(situacao="assinado").exists()
    servicos.convocacao_assinar(autor=mundo.autoridade(), evento=evento, motivo="Reposição de vacância.")
    assert JustificativaDoAto.objects.count() == 4  # a apostila não nomeia ninguém
    assert all("Reposição de vacância" not in str(ato.contexto) for ato in Ato.objects.all())
    trilha = RegistroTrilha.objects.get(acao="nomeacoes.convocacao_assinar")
    assert trilha.depois["motivo"] == "Reposição de vacância."


def test_periodo_eleitoral_avisa_pela_homologacao_do_cargo() -> None:
    pleito = mundo.HOJE + timedelta(days=60)  # o período começou há uns trinta dias
    Mandato.objects.create(
        municipio=fabrica.orgao().municipio, pleito=pleito, posse_dos_eleitos=pleito + timedelta(days=90)
    )
    antes = mundo.cargo()
    servicos.convocacao_assinar(autor=mundo.autoridade(), evento=mundo.convocar(antes, 1))
    depois = mundo.cargo()
    fabrica.datar(
        depois.edital.concurso,
        homologado_em=mundo.HOJE - timedelta(days=5),
        validade_ate=mundo.HOJE + timedelta(days=640),
    )
    depois.refresh_from_db()
    evento = mundo.convocar(depois, 1, data=mundo.HOJE)
    with pytest.raises(FaltaMotivo):
        servicos.convocacao_assinar(autor=mundo.autoridade(), evento=evento)


def test_mandato_de_outro_orgao_nao_avisa() -> None:
    fim_de_mandato(orgao=fabrica.orgao(sigla="CAMARA"))
    assinada()
    assert not JustificativaDoAto.objects.exists()


@pytest.mark.parametrize(
    "campos",
    [
        {"fim": None},
        {"pleito": mundo.HOJE},
        {"pleito": mundo.HOJE, "posse_dos_eleitos": mundo.HOJE},
        {"posse_dos_eleitos": mundo.HOJE},
    ],
)
def test_mandato_sem_sentido_nao_se_grava(campos: dict[str, Any]) -> None:
    dados = {"municipio": fabrica.orgao().municipio, "fim": mundo.HOJE} | campos
    with pytest.raises(ValidationError):
        Mandato(**dados).full_clean()
    with pytest.raises(IntegrityError), transaction.atomic():
        Mandato.objects.create(**dados)


# -- Publicação -----------------------------------------------------------------------------------


def test_publicar_a_convocacao_inteira_nao_muda_ato_nem_cadeia() -> None:
    evento = assinada(4)
    antes = list(Ato.objects.order_by("pk").values())
    publicacoes = servicos.convocacao_publicar(autor=mundo.operador(), evento=evento, **DIARIO)
    assert len(publicacoes) == 5
    assert list(Ato.objects.order_by("pk").values()) == antes
    with pytest.raises(Recusa, match="Não há ato assinado à espera"):
        servicos.convocacao_publicar(autor=mundo.operador(), evento=evento, **DIARIO)


def test_corrigir_a_publicacao_pede_motivo_e_guarda_a_de_antes() -> None:
    assinada()
    ato = Ato.objects.get()
    servicos.ato_publicar(autor=mundo.operador(), ato=ato, **DIARIO)
    certa = DIARIO | {"pagina": "13"}
    with pytest.raises(Recusa, match="diga por que a corrige"):
        servicos.ato_publicar(autor=mundo.operador(), ato=ato, **certa)
    servicos.ato_publicar(autor=mundo.operador(), ato=ato, motivo="Página trocada.", **certa)
    ato = Ato.objects.get()
    assert ato.publicacao is not None
    assert (ato.publicacao.pagina, ato.publicacao.motivo) == ("13", "Página trocada.")
    assert [p.pagina for p in ato.publicacoes.all()] == ["12", "13"]


@pytest.mark.parametrize(
    ("campo", "valor", "frase"),
    [
        ("data", mundo.HOJE + timedelta(days=1), "está no futuro"),
        ("data", mundo.HOJE - timedelta(days=1), "anterior à assinatura"),
        ("edicao", " ", "Informe o número da edição"),
        ("pagina", "", "Informe a página"),
    ],
)
def test_publicacao_que_nao_pode_ser(campo: str, valor: Any, frase: str) -> None:
    evento = assinada()
    with pytest.raises(Recusa, match=frase):
        servicos.convocacao_publicar(autor=mundo.operador(), evento=evento, **(DIARIO | {campo: valor}))


def test_minuta_nao_se_publica() -> None:
    mundo.convocar(mundo.cargo(), 1)
    with pytest.raises(Recusa, match="Só se publica ato assinado"):
        servicos.ato_publicar(autor=mundo.operador(), ato=Ato.objects.get(), **DIARIO)


def test_o_banco_recusa_mudar_o_que_se_registrou() -> None:
    fim_de_mandato()
    evento = mundo.convocar(mundo.cargo(), 1)
    servicos.convocacao_assinar(autor=mundo.autoridade(), evento=evento, motivo="Reposição.")
    servicos.convocacao_publicar(autor=mundo.operador(), evento=evento, **DIARIO)
    mudancas = {PublicacaoDoAto: "pagina", CertificacaoOrcamentaria: "dotacao", JustificativaDoAto: "motivo"}
    for modelo, campo in mudancas.items():
        with pytest.raises(DatabaseError), transaction.atomic():
            modelo.objects.update(**{campo: "outra"})
        with pytest.raises(DatabaseError), transaction.atomic():
            modelo.objects.all().delete()
    with pytest.raises(DatabaseError, match="Ato assinado"), transaction.atomic():
        Ato.objects.update(codigo="0000-0000-0000-0000")


@pytest.mark.parametrize("papel", [Papel.COMISSAO, Papel.AUDITOR, Papel.ADMINISTRADOR])
def test_quem_so_le_nao_confere_nem_publica(papel: Papel) -> None:
    evento = mundo.convocar(mundo.cargo(), 1, pronta=False)
    with pytest.raises(PermissionDenied):
        servicos.convocacao_conferir(autor=fabrica.autor(papel), evento=evento)
    with pytest.raises(PermissionDenied):
        servicos.convocacao_publicar(autor=fabrica.autor(papel), evento=evento, **DIARIO)


# -- Páginas --------------------------------------------------------------------------------------


def test_da_minuta_a_publicacao_pelas_paginas() -> None:
    operador, autoridade = entrar(Papel.OPERADOR), entrar(Papel.AUTORIDADE)
    evento = mundo.convocar(mundo.cargo(), 4, pronta=False)
    assert "Conferir 5 minutas" in abrir(autoridade, "convocacao", evento.pk)
    autoridade.post(reverse("nomeacoes:conferir", args=[evento.pk]))
    assert "Registrar certificação orçamentária" in abrir(autoridade, "convocacao", evento.pk)
    dados = {"ordenador": "Ana", "documento": "D 8/2026", "data": mundo.HOJE.isoformat(), "dotacao": "1.1"}
    abrir(operador, "certificar", evento.pk)
    assert operador.post(reverse("nomeacoes:certificar", args=[evento.pk]), dados).status_code == 302
    assert "Assinar 5 atos" in abrir(autoridade, "convocacao", evento.pk)
    autoridade.post(reverse("nomeacoes:assinar", args=[evento.pk]))
    assert "Registrar publicação" in abrir(operador, "convocacao", evento.pk)
    assert "5 atos assinados sem publicação" in abrir(operador, "publicar", evento.pk)
    diario = DIARIO | {"data": mundo.HOJE.isoformat()}
    assert operador.post(reverse("nomeacoes:publicar", args=[evento.pk]), diario).status_code == 302
    assert "Publicado" in abrir(operador, "convocacao", evento.pk)
    ato = Ato.objects.order_by("pk").first()
    assert ato is not None
    abrir(operador, "ato_publicar", ato.pk)
    correcao = diario | {"pagina": "13", "motivo": "Página trocada."}
    operador.post(reverse("nomeacoes:ato_publicar", args=[ato.pk]), correcao)
    pagina = abrir(operador, "ato", ato.pk)
    assert "p. 13" in pagina
    assert "Página trocada." in pagina


def test_quem_confirmou_ve_por_que_nao_assina() -> None:
    autoridade = entrar(Papel.AUTORIDADE)
    cargo = mundo.cargo()
    plano = servicos.convocacao_planejar(autor=mundo.operador(), cargo=cargo, quantidade=1)
    dados = {"quantidade": 1, "versao": plano.versao, "data": mundo.HOJE.isoformat()}
    autoridade.post(reverse("nomeacoes:convocar", args=[cargo.pk]), dados)
    pagina = abrir(autoridade, "convocacao", Evento.objects.get().pk)
    assert "quem redige os atos não os confere nem assina" in pagina
    assert "Conferir 1 minuta" not in pagina
    assert "Conferir esta minuta" not in abrir(autoridade, "ato", Ato.objects.get().pk)


def test_os_avisos_e_o_motivo_pelas_paginas() -> None:
    fim_de_mandato()
    autoridade = entrar(Papel.AUTORIDADE)
    evento = mundo.convocar(mundo.cargo(), 1)
    ato = Ato.objects.get()
    for nome, pk in (("convocacao", evento.pk), ("ato", ato.pk)):
        pagina = abrir(autoridade, nome, pk)
        assert "Ler os avisos e assinar" in pagina
        assert "art. 21, II" in pagina
    sem = autoridade.post(reverse("nomeacoes:assinar", args=[evento.pk]), follow=True)
    assert "escreva o motivo" in sem.content.decode()
    autoridade.post(reverse("nomeacoes:ato_assinar", args=[ato.pk]), {"motivo": "Reposição <b>."})
    pagina = abrir(autoridade, "ato", ato.pk)
    assert "Motivo da assinatura" in pagina
    assert "Reposição &lt;b&gt;." in pagina
