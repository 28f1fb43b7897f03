"""A certidão de classificação: o que diz, o que cala, e a mesma a cada vez."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import outloud
import pdfua
import pikepdf
import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from candidatos.models import Candidato
from concursos.models import Cargo
from nomeacoes import servicos
from nomeacoes.models import Certidao
from nomeacoes.servicos.certidao import certidao_emitir, pdf_da_certidao
from nucleo.auditoria import texto_canonico
from nucleo.enums import Papel
from nucleo.erros import Recusa
from nucleo.models import RegistroTrilha
from nucleo.permissoes import SISTEMA, Pessoa
from tests import fabrica
from tests.nomeacoes import mundo
from tests.nomeacoes.navegar import abrir, entrar
from tests.nomeacoes.test_pdf import NOME_ESTRANHO, texto
from tests.nomeacoes.test_porque import cargo_classificado

pytestmark = pytest.mark.django_db


def emitir(cargo: Cargo, numero: str, *, autor: Pessoa | None = None, completa: bool = False) -> Certidao:
    return certidao_emitir(
        autor=autor or mundo.operador(), candidatura=mundo.candidatura(cargo, numero), completa=completa
    )


def impresso(certidao: Certidao, pasta: Path) -> str:
    with certidao.arquivo.open("rb") as arquivo:
        return texto(arquivo.read(), pasta)


# -- O que diz ------------------------------------------------------------------------------------


def test_diz_pessoa_cargo_lugar_e_desempate(tmp_path: Path) -> None:
    cargo = cargo_classificado()
    certidao = impresso(emitir(cargo, "E2"), tmp_path)
    nome = Candidato.objects.get(inscricoes__numero="E2").nome
    assert (
        f"{nome}, inscrição nº E2, concorre ao cargo de provimento efetivo {cargo.codigo} – Analista"
        in certidao
    )
    assert "com nota final 90,00" in certidao
    assert "2º lugar entre 3, na lista geral" in certidao
    assert (
        "Acima, no 1º lugar, está quem tem a mesma nota final (90,00) e, no desempate, nota maior em Prova "
        "objetiva (60,00 contra 55,50)."
    ) in certidao
    assert "1º) nota maior em Prova objetiva; 2º) maior idade" in certidao


def test_nao_diz_nascimento_de_ninguem(tmp_path: Path) -> None:
    certidao = impresso(emitir(cargo_classificado(), "E2"), tmp_path)
    assert "quem vem no 3º lugar por ter a mesma nota final (90,00) e, no desempate, maior idade." in certidao
    assert "1980" not in certidao
    assert "1985" not in certidao


def test_nao_diz_cpf(tmp_path: Path) -> None:
    cargo = cargo_classificado()
    Candidato.objects.filter(inscricoes__numero="E1").update(cpf="11144477735")
    assert not re.search(r"444\.?777", impresso(emitir(cargo, "E1"), tmp_path))


def test_diz_chamadas_situacao_e_validade(tmp_path: Path) -> None:
    cargo = mundo.cargo()
    certidao = impresso(emitir(cargo, "N04"), tmp_path)
    assert "ninguém foi chamado para este cargo" in certidao
    assert "Aguarda convocação." in certidao
    assert "A validade do concurso vai até" in certidao
    mundo.convocar(cargo, 3)
    certidao = impresso(emitir(cargo, "N03"), tmp_path)
    assert "foram feitas 3 chamadas para este cargo" in certidao
    assert "para a vaga 3." in certidao
    assert "Foi convocada em" in certidao
    assert "com ocupação que conta na cota" in certidao


def test_diz_o_que_a_pessoa_perdeu(tmp_path: Path) -> None:
    cargo = mundo.cargo()
    servicos.desistencia_registrar(
        autor=mundo.operador(), candidatura=mundo.candidatura(cargo, "N04"), **mundo.registro()
    )
    certidao = impresso(emitir(cargo, "N04"), tmp_path)
    assert "Deixou o concurso. Desistência em" in certidao
    assert "Processo nº 1/2026" in certidao


def test_de_quem_nao_foi_aprovado_diz_o_motivo(tmp_path: Path) -> None:
    certidao = impresso(emitir(cargo_classificado(), "E4"), tmp_path)
    assert "Não está entre os aprovados. Motivo:" in certidao
    assert "lugar entre" not in certidao


# -- O que cala -----------------------------------------------------------------------------------


def test_so_a_completa_traz_a_lista_da_cota(tmp_path: Path) -> None:
    cargo = cargo_classificado()
    assert "cota" not in impresso(emitir(cargo, "E3"), tmp_path)
    assert "2º lugar entre 2, na lista da cota" in impresso(emitir(cargo, "E3", completa=True), tmp_path)


def test_a_de_quem_foi_chamado_pela_cota_diz_o_lugar_nela(tmp_path: Path) -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 3)
    certidao = impresso(emitir(cargo, "N03", autor=mundo.autoridade()), tmp_path)
    assert "1º lugar entre 2, na lista da cota" in certidao


def test_a_nao_confirmacao_fica_fora_da_que_circula(tmp_path: Path) -> None:
    cargo = mundo.cargo()
    servicos.nao_confirmacao_registrar(
        autor=mundo.operador(), candidatura=mundo.candidatura(cargo, "N07"), **mundo.registro()
    )
    assert "não confirmada" not in impresso(emitir(cargo, "N07"), tmp_path)
    assert "não confirmada" in impresso(emitir(cargo, "N07", completa=True), tmp_path)


def test_a_completa_so_a_pede_quem_ve_autodeclaracoes() -> None:
    cargo = cargo_classificado()
    with pytest.raises(PermissionDenied):
        emitir(cargo, "E3", autor=mundo.autoridade(), completa=True)
    assert not Certidao.objects.exists()


def test_sem_homologacao_nao_ha_o_que_certificar() -> None:
    cargo = fabrica.cargo_publicado()
    fabrica.candidatura(cargo=cargo, numero="S1")
    fabrica.classificacao(cargo=cargo)
    with pytest.raises(Recusa, match="Só se certifica uma classificação homologada"):
        emitir(cargo, "S1")


# -- A mesma a cada vez ---------------------------------------------------------------------------


def test_guarda_o_que_imprimiu_com_os_hashes_e_a_trilha(tmp_path: Path) -> None:
    certidao = Certidao.objects.get(pk=emitir(mundo.cargo(), "N02").pk)
    with certidao.arquivo.open("rb") as arquivo:
        pdf = arquivo.read()
    assert hashlib.sha256(pdf).hexdigest() == certidao.sha256
    assert hashlib.sha256(texto_canonico(certidao.contexto).encode()).hexdigest() == certidao.resumo
    saiu = texto(pdf, tmp_path)
    assert f"Certidão {certidao.pk}" in saiu
    assert f"Verificação (SHA-256 do conteúdo): {certidao.resumo}" in saiu
    registro = RegistroTrilha.objects.get(acao="nomeacoes.certidao_emitir")
    assert registro.depois["resumo"] == certidao.resumo


def test_recompor_da_os_mesmos_octetos_e_a_que_saiu_nao_muda_com_o_concurso() -> None:
    cargo = mundo.cargo()
    certidao = emitir(cargo, "N02")
    mundo.convocar(cargo, 3)
    guardada = Certidao.objects.get(pk=certidao.pk)
    assert hashlib.sha256(pdf_da_certidao(guardada)).hexdigest() == guardada.sha256


@pytest.mark.parametrize("muda", ["altera", "exclui"])
def test_o_banco_recusa_mudar_a_emitida(muda: str) -> None:
    certidao = emitir(mundo.cargo(), "N02")
    linhas = Certidao.objects.filter(pk=certidao.pk)
    with pytest.raises(IntegrityError, match="Certidão emitida não muda"), transaction.atomic():
        linhas.update(resumo="0" * 64) if muda == "altera" else linhas.delete()


@pytest.mark.parametrize("completa", [False, True])
def test_pdf_acessivel_e_arquivavel(tmp_path: Path, completa: bool) -> None:
    arquivo = tmp_path / "certidao.pdf"
    arquivo.write_bytes(pdf_da_certidao(emitir(cargo_classificado(), "E3", completa=completa)))
    achados = outloud.check(str(arquivo))
    assert (achados.errors, [f.message for f in achados.sorted_findings()]) == (0, [])
    assert [f.message for f in pdfua.validate(str(arquivo)).findings] == []
    with pikepdf.open(arquivo) as pdf, pdf.open_metadata() as metadados:
        assert (metadados["pdfaid:part"], metadados["pdfaid:conformance"]) == ("2", "A")
        assert metadados["pdfuaid:part"] == "1"
        assert len(pdf.pages) == 1


def test_nome_estranho_nao_vira_marcacao(tmp_path: Path) -> None:
    cargo = mundo.cargo()
    Candidato.objects.filter(inscricoes__numero="N01").update(nome=NOME_ESTRANHO)
    certidao = emitir(cargo, "N01", autor=SISTEMA)
    assert "#let *x* $y$" in impresso(certidao, tmp_path)
    assert "Emitida pelo próprio sistema." in impresso(certidao, tmp_path)


# -- As páginas -----------------------------------------------------------------------------------


def _pedir(cliente: Client, cargo: Cargo, numero: str, **dados: str) -> str:
    endereco = reverse("nomeacoes:certidao_emitir", args=[mundo.candidatura(cargo, numero).pk])
    resposta = cliente.post(endereco, dados, follow=True)
    return str(resposta.content.decode())


def test_emite_se_pela_pagina_e_baixa_se_o_mesmo_arquivo() -> None:
    cargo, cliente = mundo.cargo(), entrar(Papel.OPERADOR)
    assert "Certidão emitida" in _pedir(cliente, cargo, "N02")
    certidao = Certidao.objects.get()
    resposta = cliente.get(reverse("nomeacoes:certidao_pdf", args=[certidao.pk]))
    assert resposta["Content-Type"] == "application/pdf"
    assert resposta["Cache-Control"] == "private, no-store"
    assert hashlib.sha256(resposta.getvalue()).hexdigest() == certidao.sha256
    resposta.close()


def test_a_completa_nao_aparece_nem_se_abre_a_quem_nao_ve_autodeclaracoes() -> None:
    cargo = mundo.cargo()
    assert "geral e específicas" in _pedir(entrar(Papel.OPERADOR), cargo, "N07", completa="on")
    certidao = Certidao.objects.get()
    assert certidao.completa
    autoridade = entrar(Papel.AUTORIDADE)
    assert "Nenhuma emitida ainda" in abrir(autoridade, "porque", certidao.candidatura_id)
    abrir(autoridade, "certidao_pdf", certidao.pk, codigo=403)
    resposta = entrar(Papel.AUDITOR).get(reverse("nomeacoes:certidao_pdf", args=[certidao.pk]))
    assert resposta.getvalue().startswith(b"%PDF")
    resposta.close()


def test_certidao_fora_do_alcance_e_404() -> None:
    certidao = emitir(mundo.cargo(), "N02")
    abrir(entrar(Papel.AUDITOR, fabrica.orgao(sigla="OUTRO")), "certidao_pdf", certidao.pk, codigo=404)


def test_o_auditor_nao_emite() -> None:
    cargo = mundo.cargo()
    endereco = reverse("nomeacoes:certidao_emitir", args=[mundo.candidatura(cargo, "N02").pk])
    assert entrar(Papel.AUDITOR).post(endereco).status_code == 403
