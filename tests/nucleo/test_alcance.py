"""Endereço × alcance: o objeto que existe, mas é de outro órgão, não existe para quem pede."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from candidatos.models import Divulgacao, LayoutImportacao, RetificacaoDoResultado
from nomeacoes.models import Ato, Certidao, DocumentoRecebido, ListaDeDocumentos, Nomeacao
from nucleo.enums import Papel
from nucleo.models import Documento, Execucao
from nucleo.permissoes import acoes
from tests import fabrica
from tests.nomeacoes import mundo
from tests.nucleo.test_enderecos import COM_PAPEL, Endereco
from tests.procedimentos.mundo import Causa

pytestmark = pytest.mark.django_db

DE_OBJETO = [endereco for endereco in COM_PAPEL if endereco.tem_argumentos]


@pytest.fixture
def alheios() -> Mapping[str, Mapping[str, Any]]:
    """Argumentos, pelo começo do endereço, que alcançam objetos verdadeiros de um só órgão."""
    cargo = mundo.cargo()
    evento = mundo.convocar(cargo, 3)
    concurso = cargo.edital.concurso
    importacao = fabrica.importacao(edital=cargo.edital)
    layout = LayoutImportacao.objects.create(orgao=cargo.orgao, nome="Banca", assinatura="x")
    retificacao = RetificacaoDoResultado.objects.create(
        concurso=concurso,
        numero=1,
        importacao=importacao,
        publicada_em=fabrica.HOMOLOGADO_EM,
        veiculo="Diário Oficial nº 3",
        motivo="Erro material.",
    )
    nomeacao = Nomeacao.objects.earliest("pk")
    certidao = Certidao.objects.create(
        candidatura=nomeacao.candidatura,
        completa=False,
        modelo="certidao_v1",
        contexto={},
        resumo="a" * 64,
        arquivo="certidoes/inventada",
        sha256="a" * 64,
        emitida_em=timezone.now(),
    )
    divulgacao = Divulgacao.objects.create(
        concurso=concurso,
        especie="preliminar",
        numero=1,
        publicada_em=fabrica.HOMOLOGADO_EM,
        veiculo="Diário Oficial nº 1",
        recursos_ate=fabrica.HOMOLOGADO_EM,
    )
    documento = Documento.objects.create(
        especie="concursos.edital",
        alvo=cargo.edital_id,
        orgao=concurso.orgao,
        titulo="Edital",
        modelo="v1",
        esqueleto="v1",
        contexto={},
        resumo="a" * 64,
        codigo="AAAA-AAAA-AAAA",
        emitido_em=timezone.now(),
    )
    recurso = divulgacao.recursos.create(
        candidatura=nomeacao.candidatura,
        prova="pontos",
        numero="1",
        recebido_em=fabrica.HOMOLOGADO_EM,
        pedido="Revisão.",
        nota_antes="70.00",
    )
    lista = ListaDeDocumentos.objects.create(
        cargo=cargo, versao=1, vigente_desde=fabrica.HOMOLOGADO_EM, fundamento="Edital"
    )
    da_posse = DocumentoRecebido.objects.create(
        nomeacao=nomeacao,
        exigido=lista.itens.create(ordem=1, nome="Diploma"),
        sequencia=1,
        nome_original="diploma.pdf",
        tipo="pdf",
        tamanho=1,
        arquivo="posse/inventado",
        sha256="a" * 64,
    )
    causa = Causa(cargo)
    causa.abrir()
    return {
        "documentos-da-posse": {"pk": da_posse.pk},
        "documentos": {"pk": documento.pk},
        "emissoes": {"documento": "concursos.edital", "pk": cargo.edital_id},
        "divulgacoes": {"pk": divulgacao.pk},
        "recursos": {"pk": recurso.pk},
        "historico": {"modelo": "concursos.concurso", "pk": concurso.pk},
        "execucoes": {"pk": Execucao.objects.earliest("criada_em").pk},
        "eventos": {"pk": evento.pk},
        "concursos/regras": {"pk": cargo.regras_id},
        "concursos/cargos": {"pk": cargo.pk},
        "concursos": {"pk": concurso.pk},
        "cargos": {"pk": cargo.pk},
        "importacoes": {"pk": importacao.pk},
        "layouts": {"pk": layout.pk},
        "retificacoes": {"pk": retificacao.pk},
        "inscricoes": {"pk": nomeacao.candidatura.inscricao_id},
        "candidaturas": {"pk": nomeacao.candidatura_id},
        "certidoes": {"pk": certidao.pk},
        "convocacoes": {"pk": evento.pk},
        "nomeacoes": {"pk": nomeacao.pk},
        "atos": {"pk": Ato.objects.earliest("pk").pk},
        "procedimentos": {"pk": causa.procedimento.pk, "passo": "arquivar"},
        "pecas": {"pk": causa.procedimento.pecas.get().pk},
    }


def _caminho(endereco: Endereco, alheios: Mapping[str, Mapping[str, Any]]) -> str:
    comeco = next(comeco for comeco in alheios if endereco.caminho.startswith(f"/{comeco}/"))
    argumentos = alheios[comeco]
    if comeco == "procedimentos" and "<str:passo>" not in endereco.rota:
        argumentos = {"pk": argumentos["pk"]}
    if "vagas/<int:numero>/" in endereco.rota:
        argumentos = {**argumentos, "numero": 1}
    if "<str:especie>" in endereco.rota:
        divulga = "divulgar/" in endereco.rota
        argumentos = {**argumentos, "especie": "final" if divulga else "biopsicossocial"}
    if "<str:formato>" in endereco.rota:
        argumentos = {**argumentos, "volume": 1, "formato": "pdf"}
    if "<str:tipo>" in endereco.rota:
        argumentos = {**argumentos, "tipo": "condicional"}
    return reverse(endereco.nome, kwargs=argumentos)


def _pedir(cliente: Client, caminho: str) -> set[int]:
    """Respostas de um GET e de um POST vazio; o 405 de um método que a página não aceita não conta."""
    return {cliente.get(caminho).status_code, cliente.post(caminho).status_code} - {405}


def _entrar(usuario: Any) -> Client:
    cliente = Client()
    cliente.force_login(usuario, backend="django.contrib.auth.backends.ModelBackend")
    return cliente


@pytest.mark.parametrize("papel", list(Papel))
def test_objeto_de_outro_orgao_nao_existe(papel: Papel, alheios: Mapping[str, Mapping[str, Any]]) -> None:
    cliente = _entrar(fabrica.usuario(papel, orgao=fabrica.orgao(sigla="OUTRO")))
    for endereco in DE_OBJETO:
        esperado = 404 if papel in acoes()[endereco.view.acao] else 403
        assert _pedir(cliente, _caminho(endereco, alheios)) == {esperado}, endereco.nome


@pytest.mark.parametrize("papel", list(Papel))
def test_ler_num_orgao_nao_da_o_papel_que_se_tem_noutro(
    papel: Papel, alheios: Mapping[str, Mapping[str, Any]]
) -> None:
    """Quem vê o objeto como comissão, e só noutro órgão tem o papel da ação, recebe 403."""
    pessoa = fabrica.usuario(papel, orgao=fabrica.orgao(sigla="OUTRO"))
    pessoa.atribuicoes.create(papel=Papel.COMISSAO, orgao=Nomeacao.objects.earliest("pk").orgao)
    cliente = _entrar(pessoa)
    for endereco in DE_OBJETO:
        if Papel.COMISSAO not in acoes()[endereco.view.acao]:
            assert _pedir(cliente, _caminho(endereco, alheios)) == {403}, endereco.nome
