"""Documentos da posse: a lista do cargo, o recebimento de um arquivo, a conferência e a abertura."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import date

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile

from concursos.models import Cargo
from concursos.servicos.trancas import trancar_cargo
from nomeacoes.consultas.documentos_da_posse import faltam_para_a_posse, lista_da_nomeacao
from nomeacoes.enums import SituacaoNomeacao
from nomeacoes.models import (
    ConferenciaDoDocumento,
    DocumentoExigido,
    DocumentoRecebido,
    ListaDeDocumentos,
    Nomeacao,
)
from nucleo.arquivos import tipo_do_conteudo
from nucleo.auditoria import registrar
from nucleo.documentos import guardar_pelo_hash
from nucleo.erros import Conflito, Recusa
from nucleo.permissoes import Autor, servico

NOME_MAXIMO, DOCUMENTO_MAXIMO = 255, 200


@servico
def documentos_exigir(
    *,
    autor: Autor,
    cargo: Cargo,
    vigente_desde: date,
    fundamento: str,
    obrigatorios: Sequence[str],
    facultativos: Sequence[str] = (),
) -> ListaDeDocumentos:
    """Nova versão da lista do cargo; a de antes rege quem foi convocado antes dela.

    `Recusa` sem fundamento ou sem documentos, com nome repetido ou longo, ou anterior à versão de antes.
    """
    cargo = trancar_cargo(cargo)
    nomes = [*obrigatorios, *facultativos]
    _exigir_nomes(nomes)
    if not fundamento.strip():
        raise Recusa("Diga o item do edital ou da retificação que pede os documentos.")
    anterior = ListaDeDocumentos.objects.filter(cargo=cargo).order_by("-versao").first()
    if anterior is not None and vigente_desde < anterior.vigente_desde:
        raise Recusa(
            f"A versão {anterior.versao} vigora desde {anterior.vigente_desde:%d/%m/%Y}: a nova não pode "
            "vir antes."
        )
    lista = ListaDeDocumentos.objects.create(
        cargo=cargo,
        versao=1 if anterior is None else anterior.versao + 1,
        vigente_desde=vigente_desde,
        fundamento=fundamento.strip(),
        autor=autor.pessoa,
    )
    DocumentoExigido.objects.bulk_create(
        DocumentoExigido(lista=lista, ordem=ordem, nome=nome, obrigatorio=ordem <= len(obrigatorios))
        for ordem, nome in enumerate(nomes, start=1)
    )
    depois = {"versao": lista.versao, "vigente_desde": vigente_desde, "documentos": len(nomes)}
    registrar(autor=autor, acao="nomeacoes.documentos_exigir", objeto=lista, depois=depois)
    return lista


def _exigir_nomes(nomes: Sequence[str]) -> None:
    if not nomes:
        raise Recusa("Diga ao menos um documento.")
    longo = next((nome for nome in nomes if len(nome) > DOCUMENTO_MAXIMO), None)
    if longo is not None:
        raise Recusa(f"O nome de um documento passa de {DOCUMENTO_MAXIMO} letras: “{longo[:40]}…”.")
    repetido = next((nome for nome in nomes if nomes.count(nome) > 1), None)
    if repetido is not None:
        raise Recusa(f"O documento “{repetido}” está duas vezes na lista.")


@servico
def documento_receber(
    *, autor: Autor, nomeacao: Nomeacao, exigido: DocumentoExigido, arquivo: UploadedFile[bytes]
) -> DocumentoRecebido:
    """Guarda o arquivo como veio, com o seu SHA-256, o tipo dito pelo conteúdo e não pelo nome.

    `Recusa`, sem guardar nada, se está vazio, é grande demais, não é PDF, JPEG ou PNG que se leia, tem
    senha, o documento não é da lista da pessoa, ou ela já tomou posse ou perdeu a vaga.
    """
    trancar_cargo(nomeacao.vaga.cargo)
    nomeacao = Nomeacao.objects.select_related("vaga__cargo", "evento").get(pk=nomeacao.pk)
    _exigir_em_curso(nomeacao)
    lista = lista_da_nomeacao(nomeacao)
    if lista is None or exigido.lista_id != lista.pk:
        raise Recusa("O documento não é da lista que rege esta posse.")
    _exigir_tamanho(arquivo.size or 0)
    conteudo = arquivo.read()
    sha256 = hashlib.sha256(conteudo).hexdigest()
    tipo = tipo_do_conteudo(conteudo)
    novo = DocumentoRecebido(
        nomeacao=nomeacao,
        exigido=exigido,
        sequencia=DocumentoRecebido.objects.filter(nomeacao=nomeacao, exigido=exigido).count() + 1,
        nome_original=(arquivo.name or "arquivo")[-NOME_MAXIMO:],
        tipo=tipo,
        tamanho=len(conteudo),
        sha256=sha256,
        recebido_por=autor.pessoa,
    )
    novo.arquivo.name = guardar_pelo_hash(conteudo, f"posse/{sha256[:2]}/{sha256}.{tipo.value}", sha256)
    novo.save()
    registrar(
        autor=autor,
        acao="nomeacoes.documento_receber",
        objeto=novo,
        depois={"sha256": sha256, "bytes": novo.tamanho, "tipo": tipo.value},
    )
    return novo


def _exigir_tamanho(tamanho: int) -> None:
    if tamanho == 0:
        raise Recusa("O arquivo está vazio.")
    if tamanho > settings.NOMEIA_DOCUMENTO_MAXIMO:
        limite = settings.NOMEIA_DOCUMENTO_MAXIMO // (1024 * 1024)
        raise Recusa(f"O arquivo passa do limite de {limite} MB. Digitalize-o com resolução menor.")


def _exigir_em_curso(nomeacao: Nomeacao) -> None:
    if nomeacao.situacao == SituacaoNomeacao.EMPOSSADA:
        raise Recusa("A pessoa já tomou posse: os documentos dela já não mudam.")
    if nomeacao.situacao == SituacaoNomeacao.ENCERRADA:
        raise Recusa("Esta nomeação já está encerrada: nada mais se recebe nela.")


@servico
def documento_conferir(
    *, autor: Autor, documento: DocumentoRecebido, aceito: bool, motivo: str = ""
) -> ConferenciaDoDocumento:
    """Aceita ou recusa, com motivo, o último arquivo recebido. `Conflito` se já há outro mais novo."""
    trancar_cargo(documento.nomeacao.vaga.cargo)
    documento = DocumentoRecebido.objects.select_related("nomeacao__vaga__cargo").get(pk=documento.pk)
    _exigir_em_curso(documento.nomeacao)
    mais_novo = DocumentoRecebido.objects.filter(
        nomeacao=documento.nomeacao_id, exigido=documento.exigido_id, sequencia__gt=documento.sequencia
    )
    if mais_novo.exists():
        raise Conflito("Recebeu-se outro arquivo deste documento depois deste. Confira o mais novo.")
    if not aceito and not motivo.strip():
        raise Recusa("Diga por que o documento se recusa: a pessoa precisa saber o que trazer.")
    conferencia = ConferenciaDoDocumento.objects.create(
        documento=documento,
        aceito=aceito,
        motivo="" if aceito else motivo.strip()[:500],
        conferido_por=autor.pessoa,
    )
    registrar(
        autor=autor,
        acao="nomeacoes.documento_conferir",
        objeto=documento,
        depois={"aceito": aceito, "sha256": documento.sha256},
    )
    return conferencia


@servico
def documento_abrir(*, autor: Autor, documento: DocumentoRecebido) -> bytes:
    """O conteúdo, como veio; a leitura fica na trilha. `Recusa` se o guardado já não é o que se recebeu."""
    try:
        with documento.arquivo.storage.open(documento.arquivo.name or "") as arquivo:
            conteudo: bytes = arquivo.read()
    except FileNotFoundError as erro:
        raise Recusa("O arquivo não está no disco. Avise a administração do sistema.") from erro
    if hashlib.sha256(conteudo).hexdigest() != documento.sha256:
        raise Recusa("O arquivo guardado não é o que se recebeu. Avise a administração do sistema.")
    depois = {"sha256": documento.sha256}
    registrar(autor=autor, acao="nomeacoes.documento_abrir", objeto=documento, depois=depois)
    return conteudo


def exigir_documentos(nomeacao: Nomeacao) -> None:
    """`Recusa` se falta aceitar documento obrigatório; a vaga sob ressalva não espera por eles."""
    faltam = [] if nomeacao.ressalva else faltam_para_a_posse(nomeacao)
    if faltam:
        raise Recusa("Faltam documentos aceitos para a posse.", faltam)
