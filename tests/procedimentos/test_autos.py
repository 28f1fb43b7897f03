"""Os autos: cadeia, arquivos, volume em PDF e a sua conferência."""

from __future__ import annotations

import io
from itertools import pairwise

import pikepdf
import pytest
from django.core.files.storage import default_storage
from django.core.management import CommandError, call_command
from django.db import connection

from nucleo.auditoria import ORIGEM
from nucleo.erros import Recusa
from nucleo.models import RegistroTrilha
from procedimentos import servicos
from procedimentos.documentos import aceitar_anexo, nome_limpo
from procedimentos.documentos.anexos import TAMANHO_MAXIMO
from procedimentos.enums import Acesso
from procedimentos.fluxo import Passo
from procedimentos.models import Peca
from tests.procedimentos.mundo import PDF, Causa, arquivo

pytestmark = pytest.mark.django_db

PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154789c63606060000000"
    "040001f61738550000000049454e44ae426082"
)


@pytest.fixture
def com_arquivos(causa: Causa, tmp_path, settings) -> Causa:
    settings.MEDIA_ROOT = tmp_path
    causa.ate_instrucao()
    for nome, conteudo in (("laudo.pdf", PDF), ("foto.png", PNG)):
        causa.praticar(
            Passo.JUNTAR, causa.operador, titulo=nome, de_quem="A parte", arquivo=arquivo(nome, conteudo)
        )
    return causa


def test_pecas_em_sequencia_e_encadeadas_desde_a_primeira(com_arquivos: Causa) -> None:
    pecas = list(com_arquivos.procedimento.pecas.order_by("numero"))
    assert [p.numero for p in pecas] == list(range(1, len(pecas) + 1))
    assert pecas[0].hash_anterior == ORIGEM
    assert all(depois.hash_anterior == antes.hash for antes, depois in pairwise(pecas))
    call_command("verificar_autos")


def test_octeto_mudado_no_arquivo_e_achado(com_arquivos: Causa) -> None:
    peca = Peca.objects.get(titulo="laudo.pdf")
    caminho = default_storage.path(peca.arquivo)
    with open(caminho, "r+b") as aberto:
        aberto.seek(20)
        aberto.write(b"X")
    with pytest.raises(CommandError, match=f"peça {peca.numero}: o arquivo não é o que se juntou"):
        call_command("verificar_autos")
    default_storage.delete(peca.arquivo)
    with pytest.raises(CommandError, match="não está onde foi guardado"):
        call_command("verificar_autos")


@pytest.mark.skipif("connection.vendor != 'sqlite'")
def test_peca_mudada_por_fora_rompe_a_cadeia(causa: Causa) -> None:
    causa.ate_defesa()
    with connection.cursor() as cursor:
        cursor.execute("DROP TRIGGER procedimentos_peca_sem_update")
        cursor.execute("UPDATE procedimentos_peca SET texto = 'Outro.' WHERE numero = 2")
    with pytest.raises(CommandError, match="peça 2: o conteúdo não corresponde"):
        call_command("verificar_autos")


def test_o_volume_tem_indice_folhas_e_marcadores(com_arquivos: Causa) -> None:
    pdf = servicos.autos_compor(autor=com_arquivos.operador, procedimento=com_arquivos.procedimento)
    total = com_arquivos.procedimento.pecas.count()
    with pikepdf.open(io.BytesIO(pdf)) as volume:
        with volume.open_outline() as marcadores:
            titulos = [item.title for item in marcadores.root]
        # O índice, um rosto por peça, as duas páginas do laudo e a da foto.
        assert len(volume.pages) == 1 + total + 3
    assert titulos[0] == "Índice"
    assert titulos[1] == "1. Denúncia identificada"
    assert len(titulos) == 1 + total
    assert RegistroTrilha.objects.filter(acao="procedimentos.autos_compor").exists()


def test_a_peca_restrita_sai_do_volume_de_quem_nao_a_le(com_arquivos: Causa) -> None:
    peca = Peca.objects.get(titulo="laudo.pdf")
    com_arquivos.praticar(
        Passo.RESTRINGIR, com_arquivos.presidente, peca=peca, acesso=Acesso.RESTRITA, razoes="De terceiro."
    )
    paginas = {}
    for autor in (com_arquivos.operador, com_arquivos.presidente):
        pdf = servicos.autos_compor(autor=autor, procedimento=com_arquivos.procedimento)
        with pikepdf.open(io.BytesIO(pdf)) as volume:
            paginas[autor] = len(volume.pages)
    assert paginas[com_arquivos.presidente] - paginas[com_arquivos.operador] == 2


@pytest.mark.parametrize(
    ("nome", "conteudo", "palavra"),
    [
        ("pagina.pdf", b"<html><script>alert(1)</script></html>", "não é de nenhum deles"),
        ("pagina.html", b"<html></html>", "não se junta"),
        ("vazio.pdf", b"", "está vazio"),
        ("cortado.pdf", b"%PDF-1.7 e nada mais", "está partido"),
        ("foto.png", PDF, "não é o que o nome diz"),
        ("grande.pdf", b"%PDF-" + b"0" * TAMANHO_MAXIMO, "passa de 50 MB"),
    ],
)
def test_arquivo_disfarcado_ou_que_nao_serve(nome: str, conteudo: bytes, palavra: str) -> None:
    with pytest.raises(Recusa, match=palavra):
        aceitar_anexo(nome, conteudo)


@pytest.mark.parametrize(
    ("nome", "limpo"),
    [
        ("../../etc/laudo.pdf", "laudo.pdf"),
        ("C:\\pasta\\laudo.pdf", "laudo.pdf"),
        ('<script>"a".pdf', "_script_a_.pdf"),
        ("laudo médico (2).pdf", "laudo médico (2).pdf"),
        ("a" * 300 + ".pdf", "a" * 116 + ".pdf"),
    ],
)
def test_nome_do_arquivo_limpo(nome: str, limpo: str) -> None:
    assert nome_limpo(nome) == limpo


def test_arquivo_recusado_nao_deixa_peca(causa: Causa) -> None:
    causa.ate_instrucao()
    antes = causa.procedimento.pecas.count()
    with pytest.raises(Recusa):
        causa.praticar(
            Passo.JUNTAR,
            causa.operador,
            titulo="x",
            de_quem="y",
            arquivo=arquivo("x.pdf", b"<html></html>"),
        )
    assert causa.procedimento.pecas.count() == antes
