"""A armação dos documentos: congelados, iguais a cada vez, em volumes, com os nomes sempre como texto."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pikepdf
import pytest
from django.core.exceptions import ImproperlyConfigured, PermissionDenied
from django.db import IntegrityError, transaction

from candidatos.consultas.busca import ordem_alfabetica
from candidatos.enums import EspecieDeDivulgacao
from candidatos.models import Candidato
from concursos.documentos import EDITAL
from nomeacoes.enums import TipoDoEvento
from nomeacoes.models import Evento
from nucleo.auditoria import texto_canonico
from nucleo.documentos import (
    EspecieDeDocumento,
    blocos_do_documento,
    pdf_do_documento,
    publicacao,
    registrar_documento,
    volumes,
)
from nucleo.documentos.corpo import ErroDeModelo
from nucleo.enums import Papel
from nucleo.erros import Recusa
from nucleo.models import ArquivoDoDocumento, Documento, Execucao, Municipio, RegistroTrilha
from nucleo.servicos.documentos import documento_emitir, impressao_do_volume
from tests import fabrica
from tests.documentos.emissao import NOVENTA, PESSOAS, certame, divulgar, emitir, produzir, texto_do_pdf
from tests.nomeacoes import mundo
from tests.nomeacoes.test_acontecimentos import acontecer, desfazer

pytestmark = pytest.mark.django_db

BRASAO = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><circle cx="4" cy="4" r="4"/></svg>'


# -- Congelado ------------------------------------------------------------------------------------


def test_sem_mudanca_e_o_mesmo_documento_e_com_ela_outro() -> None:
    edital = certame()[0].edital
    primeiro = emitir("candidatos.inscritos", edital)
    assert emitir("candidatos.inscritos", edital) == primeiro
    Candidato.objects.filter(nome="Bruno Teixeira").update(nome="Bruna Teixeira")
    segundo = emitir("candidatos.inscritos", edital)
    assert segundo != primeiro
    assert b"Bruno" in produzir(primeiro)["txt"]
    assert b"Bruna" in produzir(segundo)["txt"]


def test_recompor_da_os_mesmos_octetos() -> None:
    documento = emitir("concursos.edital", certame()[0].edital)
    pdf = produzir(documento)["pdf"]
    Municipio.objects.update(nome="Outro")
    lido = Documento.objects.get(pk=documento.pk)
    assert pdf_do_documento(impressao_do_volume(lido, 1)) == pdf


def test_guarda_o_hash_do_contexto_e_o_de_cada_arquivo() -> None:
    documento = Documento.objects.get(pk=emitir("concursos.edital", certame()[0].edital).pk)
    formas = produzir(documento)
    conteudo = {
        "especie": documento.especie,
        "modelo": documento.modelo,
        "esqueleto": documento.esqueleto,
        "contexto": documento.contexto,
    }
    assert hashlib.sha256(texto_canonico(conteudo).encode()).hexdigest() == documento.resumo
    for arquivo in documento.arquivos.all():
        assert hashlib.sha256(formas[arquivo.formato]).hexdigest() == arquivo.sha256
        assert arquivo.sha256 in arquivo.arquivo.name


def test_o_codigo_e_o_hash_saem_nas_tres_formas(tmp_path: Path) -> None:
    documento = emitir("concursos.edital", certame()[0].edital)
    assert re.fullmatch(r"([A-Z0-9]{4}-){3}[A-Z0-9]{4}", documento.codigo)
    formas = produzir(documento)
    for texto in (formas["txt"].decode(), formas["html"].decode(), texto_do_pdf(formas["pdf"], tmp_path)):
        assert documento.codigo in texto
        assert documento.resumo in texto


def test_produzir_duas_vezes_guarda_uma() -> None:
    documento = emitir("concursos.edital", certame()[0].edital)
    assert produzir(documento) == produzir(documento)
    assert ArquivoDoDocumento.objects.count() == 3


@pytest.mark.parametrize("muda", ["altera", "exclui"])
def test_o_banco_recusa_mudar_documento_e_arquivo(muda: str) -> None:
    documento = emitir("concursos.edital", certame()[0].edital)
    produzir(documento)
    arquivos = ArquivoDoDocumento.objects.filter(documento=documento)
    with pytest.raises(IntegrityError, match="Arquivo de documento não muda"), transaction.atomic():
        arquivos.update(sha256="0" * 64) if muda == "altera" else arquivos.delete()
    documentos = Documento.objects.filter(pk=documento.pk)
    with pytest.raises(IntegrityError, match="Documento emitido não muda"), transaction.atomic():
        documentos.update(titulo="Outro") if muda == "altera" else documentos._raw_delete("default")


def test_a_emissao_fica_na_trilha_sem_o_conteudo() -> None:
    documento = emitir("candidatos.inscritos_pcd", certame()[0].edital)
    registro = RegistroTrilha.objects.get(acao="nucleo.documento_emitir")
    assert registro.depois == {
        "especie": "candidatos.inscritos_pcd",
        "resumo": documento.resumo,
        "codigo": documento.codigo,
    }
    parametros = Execucao.objects.get(especie="nucleo.produzir_documento").parametros
    assert parametros == {"documento": str(documento.pk), "volume": 1}


def test_outra_especie_com_o_mesmo_nome_e_erro() -> None:
    registrar_documento(EDITAL)
    outra = EspecieDeDocumento("concursos.edital", "Outro", EDITAL.alvo, "x", EDITAL.contexto, "y")
    with pytest.raises(ImproperlyConfigured):
        registrar_documento(outra)


# -- O que pode e o que não pode sair ------------------------------------------------------------


@pytest.mark.parametrize("especie", ["candidatos.inscritos_cotas", "candidatos.inscritos_pcd"])
def test_a_relacao_das_reservas_so_a_emite_quem_ve_autodeclaracoes(especie: str) -> None:
    edital = certame()[0].edital
    with pytest.raises(PermissionDenied):
        documento_emitir(autor=fabrica.autor(Papel.AUTORIDADE), especie=especie, alvo=edital)
    assert documento_emitir(autor=fabrica.autor(Papel.OPERADOR), especie=especie, alvo=edital)


def test_recusa_o_que_nao_ha_ou_ainda_nao_pode_sair() -> None:
    cargo = fabrica.cargo_publicado()
    with pytest.raises(Recusa, match="Ainda não há inscritos"):
        emitir("candidatos.inscritos", cargo.edital)
    with pytest.raises(Recusa, match="Não há este documento"):
        emitir("candidatos.inscritos", cargo)
    with pytest.raises(Recusa, match="ainda não tem cargos"):
        emitir("concursos.edital", fabrica.edital(concurso=fabrica.concurso()))


def test_edital_em_rascunho_e_minuta(tmp_path: Path) -> None:
    formas = produzir(emitir("concursos.edital", fabrica.cargo_em_rascunho().edital))
    assert "MINUTA, sem valor" in texto_do_pdf(formas["pdf"], tmp_path)
    assert "MINUTA, sem valor." in formas["txt"].decode()


def test_convocacao_exige_prazo_lugar_e_documentos() -> None:
    evento = mundo.convocar(mundo.cargo(), 1)
    with pytest.raises(Recusa, match="até quando e onde"):
        emitir("nomeacoes.convocacao", evento, comparecer_ate=evento.data, local="Aqui", documentos=[" "])
    with pytest.raises(Recusa, match="não pode acabar antes"):
        emitir(
            "nomeacoes.convocacao",
            evento,
            comparecer_ate=mundo.HOMOLOGADO_EM,
            local="Aqui",
            documentos=["Identidade"],
        )


def test_o_edital_de_convocacao_nao_muda_com_o_remanejamento_que_veio_depois() -> None:
    cargo = mundo.cargo()
    evento = mundo.convocar(cargo, 3)
    opcoes = {"comparecer_ate": mundo.HOJE, "local": "Aqui", "documentos": ["Identidade"]}
    antes = emitir("nomeacoes.convocacao", evento, **opcoes)
    mundo.convocar(cargo, 5)
    assert emitir("nomeacoes.convocacao", evento, **opcoes) == antes


def test_convocacao_desfeita_nao_tem_edital() -> None:
    evento = mundo.convocar(mundo.cargo(), 1)
    opcoes = {"comparecer_ate": mundo.HOJE, "local": "Aqui", "documentos": ["Identidade"]}
    desfazer(evento)
    with pytest.raises(Recusa, match="foi desfeita"):
        emitir("nomeacoes.convocacao", Evento.objects.get(pk=evento.pk), **opcoes)


def test_sub_judice_sai_ao_lado_do_nome() -> None:
    cargo = mundo.cargo()
    divulgacao = cargo.edital.concurso.divulgacoes.create(
        especie=EspecieDeDivulgacao.FINAL, numero=1, publicada_em=mundo.HOMOLOGADO_EM, veiculo="Diário"
    )
    divulgacao.classificacoes.set(cargo.classificacoes.all())
    acontecer(cargo, TipoDoEvento.SUB_JUDICE, "N02", processo="0001/2026", efeito="ocupa")
    nome = mundo.candidatura(cargo, "N02").inscricao.candidato.nome
    texto = produzir(emitir("candidatos.resultado", divulgacao))["txt"].decode()
    assert texto.count(f"{nome} (sub judice)") == 2
    assert texto.count("(sub judice)") == 2


# -- Os nomes -------------------------------------------------------------------------------------


def test_nenhum_nome_vira_marcacao_em_nenhuma_forma(tmp_path: Path) -> None:
    formas = produzir(emitir("candidatos.resultado", divulgar(certame(), EspecieDeDivulgacao.FINAL)))
    pdf, html = texto_do_pdf(formas["pdf"], tmp_path), formas["html"].decode()
    for nome in (PESSOAS[0][1], PESSOAS[2][1], PESSOAS[3][1], PESSOAS[5][1], NOVENTA):
        assert nome in pdf
    assert "{{ contexto }} {% load static %} Sófia" in pdf
    assert "Zélia &lt;b&gt;Negrita&lt;/b&gt; &amp; Filhos" in html
    assert "<b>" not in html


@pytest.mark.puro
def test_ordem_alfabetica_portuguesa() -> None:
    nomes = ["Ângelo", "Ana", "Anabela", "Ána", "Ana Zilda", "D'Ávila", "Davi", "Çá", "Cz", "Ana-Rita"]
    assert sorted(nomes, key=ordem_alfabetica) == [
        *("Ana", "Ána", "Ana-Rita", "Ana Zilda", "Anabela", "Ângelo"),
        *("Çá", "Cz", "Davi", "D'Ávila"),
    ]


# -- Volumes ---------------------------------------------------------------------------------------


def test_lista_longa_sai_em_volumes_cada_um_inteiro(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(volumes, "LINHAS_POR_VOLUME", 5)
    documento = emitir("candidatos.resultado", divulgar(certame(), EspecieDeDivulgacao.FINAL))
    # 7 + 3 + 2 do analista, 1 do técnico e 8 do índice.
    assert documento.volumes == 5
    textos = [produzir(documento, n) for n in range(1, 6)]
    linhas = [
        linha
        for cada in textos
        for linha in cada["txt"].decode().splitlines()
        if " | " in linha and not linha.startswith(("Lugar |", "Nome |"))
    ]
    inteiro = produzir_inteiro(documento, monkeypatch)
    assert linhas == inteiro
    segundo = textos[1]["txt"].decode()
    assert "FINAL Nº 1 – CONCURSO PÚBLICO Nº 001/2023 – VOLUME 2 DE 5" in segundo
    assert "C001 – ANALISTA (CONTINUAÇÃO)" in segundo
    assert "Lista geral (continuação)" in segundo
    assert "volume 2 de 5" in texto_do_pdf(textos[1]["pdf"], tmp_path).lower()
    mae = Execucao.objects.get(especie="nucleo.produzir_volumes")
    assert mae.filhas.count() == 5


def produzir_inteiro(documento: Documento, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.setattr(volumes, "LINHAS_POR_VOLUME", 1000)
    impressao = impressao_do_volume(documento, 1)
    tabelas = [bloco for bloco in impressao.blocos if bloco["tipo"] == "tabela"]
    return [" | ".join(linha) for tabela in tabelas for linha in tabela["linhas"]]


def test_a_parte_da_os_mesmos_octetos(monkeypatch: pytest.MonkeyPatch) -> None:
    documento = emitir("candidatos.inscritos", certame()[0].edital)
    impressao = impressao_do_volume(documento, 1)
    no_processo = pdf_do_documento(impressao)
    monkeypatch.setattr(publicacao, "LINHAS_NO_PROCESSO", 0)
    assert pdf_do_documento(impressao) == no_processo


def test_cabecalho_da_tabela_repete_se_e_a_linha_nao_se_parte(tmp_path: Path) -> None:
    cargo = fabrica.cargo_publicado()
    for numero in range(120):
        fabrica.candidatura(cargo=cargo, numero=f"L{numero:03d}", nome=f"{NOVENTA} {numero:03d}")
    pdf = produzir(emitir("candidatos.inscritos", cargo.edital))["pdf"]
    arquivo = tmp_path / "longa.pdf"
    arquivo.write_bytes(pdf)
    with pikepdf.open(arquivo) as aberto:
        paginas = len(aberto.pages)
    texto = texto_do_pdf(pdf, tmp_path)
    assert paginas > 2
    assert texto.count("Inscrição Nome Cargo") == paginas
    assert f"Página {paginas} de {paginas}" in texto
    # Uma linha partida traria, entre as suas palavras, o cabeçalho da página seguinte.
    assert len(re.findall(rf"{NOVENTA} \d{{3}}", texto)) == 120


# -- Os modelos -----------------------------------------------------------------------------------


def test_modelo_com_o_que_os_documentos_nao_tem_e_erro(tmp_path: Path, settings: object) -> None:
    settings.TEMPLATES = [  # type: ignore[attr-defined]
        {"BACKEND": "django.template.backends.django.DjangoTemplates", "DIRS": [tmp_path]}
    ]
    for texto in ("<div>x</div>", "solto", '<table data-tabela="outra"></table>'):
        (tmp_path / "m.html").write_text(texto)
        with pytest.raises(ErroDeModelo):
            blocos_do_documento("m.html", {"tabelas": {}})


def test_o_brasao_da_configuracao_sai_e_guarda_se(tmp_path: Path, settings: object) -> None:
    desenho = tmp_path / "brasao.svg"
    settings.NOMEIA_BRASAO = str(desenho)  # type: ignore[attr-defined]
    with pytest.raises(Recusa, match="brasão configurado não foi achado"):
        emitir("concursos.edital", fabrica.cargo_publicado().edital)
    desenho.write_text(BRASAO)
    documento = emitir("concursos.edital", certame()[0].edital)
    com = produzir(documento)["pdf"]
    desenho.unlink()
    assert pdf_do_documento(impressao_do_volume(documento, 1)) == com
    (tmp_path / "com.pdf").write_bytes(com)
    with pikepdf.open(tmp_path / "com.pdf") as aberto:
        figuras = [
            o for o in aberto.objects if isinstance(o, pikepdf.Dictionary) and o.get("/S") == "/Figure"
        ]
    assert [str(figura.get("/Alt")) for figura in figuras] == ["Brasão do Município de Fortaleza"]
