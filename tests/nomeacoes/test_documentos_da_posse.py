"""Documentos da posse: a lista em versões, o arquivo tipado pelo conteúdo, a conferência e quem o abre."""

from __future__ import annotations

import io
from collections.abc import Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError
from django.urls import reverse
from PIL import Image

from concursos.models import Cargo
from nomeacoes import servicos
from nomeacoes.consultas.documentos_da_posse import documentos_da_posse, lista_da_nomeacao
from nomeacoes.models import DocumentoRecebido, ListaDeDocumentos, Nomeacao
from nucleo.arquivos import tipo_do_conteudo
from nucleo.enums import Papel
from nucleo.erros import Conflito, Recusa
from nucleo.models import RegistroTrilha
from tests.nomeacoes import mundo
from tests.nomeacoes.navegar import abrir, entrar

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def arquivos(settings: Any, tmp_path: Path) -> Path:
    settings.MEDIA_ROOT = tmp_path
    return tmp_path


def pdf(senha: str = "", paginas: int = 1) -> bytes:
    saida = io.BytesIO()
    novo = pikepdf.new()
    for _ in range(paginas):
        novo.add_blank_page()
    novo.save(saida, encryption=pikepdf.Encryption(owner="x", user=senha) if senha else False)
    return saida.getvalue()


def imagem(formato: str, tamanho: tuple[int, int] = (20, 20)) -> bytes:
    saida = io.BytesIO()
    Image.new("RGB", tamanho, "white").save(saida, formato)
    return saida.getvalue()


def exigir(cargo: Cargo, obrigatorios: Sequence[str] = ("Diploma", "Identidade"), **campos: Any) -> Any:
    return servicos.documentos_exigir(
        **{
            "autor": mundo.operador(),
            "cargo": cargo,
            "vigente_desde": mundo.HOMOLOGADO_EM,
            "fundamento": "Edital nº 1/2026, item 14.2",
            "obrigatorios": obrigatorios,
            "facultativos": ["Certidão de casamento"],
        }
        | campos
    )


def nomeado(com_lista: bool = True) -> Nomeacao:
    cargo = mundo.cargo()
    servicos.convocacao_assinar(autor=mundo.autoridade(), evento=mundo.convocar(cargo, 1))
    if com_lista:
        exigir(cargo)
    return mundo.aberta(cargo, "N01")


def receber(
    nomeacao: Nomeacao, ordem: int = 1, conteudo: bytes = b"", nome: str = "diploma.pdf"
) -> DocumentoRecebido:
    lista = lista_da_nomeacao(nomeacao)
    assert lista is not None
    return servicos.documento_receber(
        autor=mundo.operador(),
        nomeacao=nomeacao,
        exigido=lista.itens.get(ordem=ordem),
        arquivo=SimpleUploadedFile(nome, conteudo or pdf()),
    )


def conferir(documento: DocumentoRecebido, aceito: bool = True, motivo: str = "") -> Any:
    return servicos.documento_conferir(
        autor=mundo.operador(), documento=documento, aceito=aceito, motivo=motivo
    )


def empossar(nomeacao: Nomeacao) -> Nomeacao:
    return servicos.posse_registrar(
        autor=mundo.operador(), nomeacao=nomeacao, data=mundo.HOJE, documento="Termo nº 1"
    )


def situacoes(nomeacao: Nomeacao) -> list[str]:
    return [item.situacao for item in documentos_da_posse(nomeacao)]


def test_o_tipo_vem_do_conteudo_e_nao_do_nome() -> None:
    assert tipo_do_conteudo(pdf()) == "pdf"
    assert tipo_do_conteudo(imagem("JPEG")) == "jpeg"
    assert tipo_do_conteudo(imagem("PNG")) == "png"
    assert receber(nomeado(), conteudo=imagem("PNG"), nome="diploma.pdf").tipo == "png"


@pytest.mark.parametrize(
    ("conteudo", "frase"),
    [
        (b"MZ\x90\x00 programa", "Só se recebem PDF, JPEG e PNG"),
        (b"<html><script>alert(1)</script></html>", "Só se recebem PDF, JPEG e PNG"),
        (imagem("GIF"), "Só se recebem PDF, JPEG e PNG"),
        (imagem("PNG", (200, 200))[:-60], "está partido"),
        (b"%PDF-1.7 nada mais", "O PDF está partido"),
        (pdf(senha="segredo"), "O PDF tem senha"),
        (pdf(paginas=0), "O PDF não tem páginas"),
    ],
)
def test_conteudo_que_nao_serve_recusa_se_com_o_motivo(conteudo: bytes, frase: str) -> None:
    with pytest.raises(Recusa, match=frase):
        tipo_do_conteudo(conteudo)


def test_imagem_que_se_expande_sem_medida(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", 1000)
    for tamanho in ((40, 40), (100, 100)):
        with pytest.raises(Recusa, match="A imagem é grande demais"):
            tipo_do_conteudo(imagem("PNG", tamanho))


def test_vazio_e_grande_recusam_se_sem_guardar_nada(settings: Any, arquivos: Path) -> None:
    nomeacao = nomeado()
    antes = set(arquivos.rglob("*"))
    settings.NOMEIA_DOCUMENTO_MAXIMO = 1024 * 1024
    with pytest.raises(Recusa, match="limite de 1 MB"):
        receber(nomeacao, conteudo=b"x" * (1024 * 1024 + 1))
    with pytest.raises(Recusa, match="está vazio"):
        servicos.documento_receber(
            autor=mundo.operador(),
            nomeacao=nomeacao,
            exigido=ListaDeDocumentos.objects.get().itens.get(ordem=1),
            arquivo=SimpleUploadedFile("x.pdf", b""),
        )
    assert set(arquivos.rglob("*")) == antes
    assert not DocumentoRecebido.objects.exists()


def test_guarda_como_veio_com_hash_e_trilha_sem_nome_de_documento(arquivos: Path) -> None:
    conteudo = pdf()
    documento = receber(nomeado(), conteudo=conteudo)
    assert (arquivos / documento.arquivo.name).read_bytes() == conteudo
    assert (arquivos / documento.arquivo.name).stat().st_mode & 0o077 == 0
    trilha = RegistroTrilha.objects.get(acao="nomeacoes.documento_receber")
    assert trilha.depois["sha256"] == documento.sha256
    assert "Diploma" not in f"{trilha.objeto_nome}{trilha.depois}"


def test_so_se_toma_posse_com_os_obrigatorios_aceitos() -> None:
    nomeacao = nomeado()
    with pytest.raises(Recusa, match="Faltam documentos aceitos") as recusa:
        empossar(nomeacao)
    assert recusa.value.detalhes == ["Diploma", "Identidade"]
    primeiro, segundo = receber(nomeacao, 1), receber(nomeacao, 2)
    assert situacoes(nomeacao) == ["por conferir", "por conferir", "não entregue"]
    conferir(primeiro)
    conferir(segundo, aceito=False, motivo="Ilegível.")
    assert situacoes(nomeacao) == ["aceito", "recusado", "não entregue"]
    with pytest.raises(Recusa, match="Faltam documentos aceitos"):
        empossar(nomeacao)
    conferir(receber(nomeacao, 2, imagem("JPEG")))
    assert empossar(nomeacao).empossada_em == mundo.HOJE
    with pytest.raises(Recusa, match="já tomou posse"):
        receber(nomeacao, 3)


def test_sem_lista_ou_com_ressalva_a_posse_nao_espera() -> None:
    assert empossar(nomeado(com_lista=False)).empossada_em
    nomeacao = nomeado()
    nomeacao.ressalva = "sub_judice"
    nomeacao.save()
    assert empossar(nomeacao).empossada_em


def test_arquivo_novo_pede_nova_conferencia_e_o_velho_ja_nao_se_confere() -> None:
    nomeacao = nomeado()
    velho = receber(nomeacao)
    conferir(velho)
    receber(nomeacao, 1, imagem("PNG"))
    assert situacoes(nomeacao)[0] == "por conferir"
    with pytest.raises(Conflito, match="outro arquivo"):
        conferir(velho)


def test_recusar_pede_motivo_e_nada_se_muda_nem_exclui() -> None:
    documento = receber(nomeado())
    with pytest.raises(Recusa, match="Diga por que"):
        conferir(documento, aceito=False, motivo=" ")
    with pytest.raises(IntegrityError, match="não se muda"):
        documento.delete()


def test_rege_a_versao_que_vigia_na_convocacao() -> None:
    nomeacao = nomeado()
    cargo = nomeacao.vaga.cargo
    exigir(cargo, ["Só este"], vigente_desde=mundo.CONVOCADO_EM + timedelta(days=1), fundamento="Retificação")
    lista = lista_da_nomeacao(nomeacao)
    assert lista is not None
    assert lista.versao == 1
    mundo.convocar(cargo, 1, data=mundo.HOJE)
    nova = lista_da_nomeacao(mundo.aberta(cargo, "N02"))
    assert nova is not None
    assert nova.versao == 2
    with pytest.raises(Recusa, match="não é da lista"):
        servicos.documento_receber(
            autor=mundo.operador(),
            nomeacao=nomeacao,
            exigido=nova.itens.get(ordem=1),
            arquivo=SimpleUploadedFile("x.pdf", pdf()),
        )


@pytest.mark.parametrize(
    ("campos", "frase"),
    [
        ({"fundamento": " "}, "item do edital"),
        ({"obrigatorios": [], "facultativos": []}, "ao menos um"),
        ({"obrigatorios": ["A", "A"]}, "duas vezes"),
        ({"obrigatorios": ["A" * 201]}, "passa de 200"),
        ({"vigente_desde": date(2001, 1, 1)}, "não pode vir antes"),
    ],
)
def test_lista_que_nao_serve(campos: dict[str, Any], frase: str) -> None:
    cargo = mundo.cargo()
    exigir(cargo)
    with pytest.raises(Recusa, match=frase):
        exigir(cargo, **campos)


def test_abrir_deixa_trilha_e_so_abre_quem_pode() -> None:
    conteudo = pdf()
    documento = receber(nomeado(), conteudo=conteudo)
    endereco = reverse("nomeacoes:documento_abrir", args=[documento.pk])
    for papel in (Papel.AUTORIDADE, Papel.COMISSAO, Papel.ADMINISTRADOR):
        assert entrar(papel).post(endereco).status_code == 403
    auditor = entrar(Papel.AUDITOR)
    assert auditor.get(endereco).status_code == 405
    resposta = auditor.post(endereco)
    assert resposta.content == conteudo
    assert resposta["Content-Disposition"].startswith('attachment; filename="diploma-')
    assert (resposta["X-Content-Type-Options"], resposta["Cache-Control"]) == ("nosniff", "no-store, private")
    assert RegistroTrilha.objects.filter(acao="nomeacoes.documento_abrir").count() == 1


def test_arquivo_mudado_ou_perdido_no_disco_nao_se_entrega(arquivos: Path) -> None:
    documento = receber(nomeado())
    caminho = arquivos / documento.arquivo.name
    caminho.write_bytes(b"outro")
    with pytest.raises(Recusa, match="não é o que se recebeu"):
        servicos.documento_abrir(autor=mundo.operador(), documento=documento)
    caminho.unlink()
    with pytest.raises(Recusa, match="não está no disco"):
        servicos.documento_abrir(autor=mundo.operador(), documento=documento)


def test_pelas_paginas_da_lista_ao_aceite() -> None:
    nomeacao = nomeado(com_lista=False)
    cargo, operador = nomeacao.vaga.cargo, entrar(Papel.OPERADOR)
    assert "não tem lista de documentos" in abrir(operador, "documentos", nomeacao.pk)
    dados = {
        "data": f"{mundo.HOMOLOGADO_EM:%Y-%m-%d}",
        "fundamento": "Edital, item 14",
        "obrigatorios": "Diploma\n\n  Identidade  civil\n",
        "facultativos": "",
    }
    resposta = operador.post(reverse("nomeacoes:lista_de_documentos", args=[cargo.pk]), dados)
    assert resposta.status_code == 302
    pagina = abrir(operador, "lista_de_documentos", cargo.pk)
    assert "<li>Identidade civil</li>" in pagina
    endereco = reverse("nomeacoes:documentos", args=[nomeacao.pk])
    exigido = ListaDeDocumentos.objects.get().itens.get(ordem=1)
    ruim = operador.post(endereco, {"exigido": exigido.pk, "arquivo": SimpleUploadedFile("a.pdf", b"MZ")})
    assert "Só se recebem PDF, JPEG e PNG" in ruim.content.decode()
    bom = operador.post(endereco, {"exigido": exigido.pk, "arquivo": SimpleUploadedFile("a.pdf", pdf())})
    assert bom.status_code == 302
    documento = DocumentoRecebido.objects.get()
    operador.post(reverse("nomeacoes:documento_conferir", args=[documento.pk]), {"decisao": "aceitar"})
    pagina = abrir(operador, "documentos", nomeacao.pk)
    assert documento.sha256 in pagina
    assert "Aceito <span" in pagina
    assert entrar(Papel.AUDITOR).post(endereco, {}).status_code == 403
