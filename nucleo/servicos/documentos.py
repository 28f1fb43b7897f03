"""Emissão dos documentos: congela o contexto, põe a produção na fila, e produz volume a volume."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from django.db import models
from django.urls import reverse
from django.utils import timezone

from nucleo.auditoria import registrar, texto_canonico
from nucleo.codigos import codigo_novo
from nucleo.documentos import (
    EspecieDeDocumento,
    Impressao,
    blocos_do_documento,
    em_html,
    em_texto,
    especie_de_documento,
    guardar_pelo_hash,
    imprimivel,
    pdf_do_documento,
    quantos_volumes,
    volume_do_documento,
)
from nucleo.documentos.brasao import brasao_guardado, guardar_brasao
from nucleo.enums import FormatoDoDocumento
from nucleo.erros import Recusa
from nucleo.execucoes import pedir, pedir_conjunto
from nucleo.models import ArquivoDoDocumento, Documento, Execucao
from nucleo.permissoes import Autor, exigir, servico

ESPECIE = "nucleo.produzir_documento"
# Mãe dos volumes de um documento: termina com o último.
ESPECIE_DO_CONJUNTO = "nucleo.produzir_volumes"
ESQUELETO = "v1"


@servico
def documento_emitir(
    *, autor: Autor, especie: str, alvo: models.Model, opcoes: Mapping[str, Any] | None = None
) -> Documento:
    """Congela o que o documento diz agora e pede a sua produção; se nada mudou, devolve o que já se emitiu.

    `Recusa` se o documento ainda não pode sair. `PermissionDenied` se o autor não pode ver o que ele leva.
    """
    qual = _especie(especie, alvo)
    exigir(autor, qual.acao, [alvo])
    contexto = imprimivel(qual.contexto(alvo, opcoes or {})) | {"brasao": guardar_brasao()}
    resumo = _resumo(qual, contexto)
    blocos = blocos_do_documento(qual.modelo, contexto)
    documento, novo = Documento.objects.get_or_create(
        especie=qual.nome,
        alvo=alvo.pk,
        resumo=resumo,
        defaults={
            "orgao": alvo.orgao,  # type: ignore[attr-defined]
            "titulo": contexto["titulo"],
            "modelo": qual.modelo,
            "esqueleto": ESQUELETO,
            "contexto": contexto,
            "codigo": codigo_novo(),
            "volumes": quantos_volumes(blocos),
            "emitido_por": autor.pessoa,
            "emitido_em": timezone.now(),
        },
    )
    if novo:
        registrar(
            autor=autor,
            acao="nucleo.documento_emitir",
            objeto=documento,
            depois={"especie": qual.nome, "resumo": resumo, "codigo": documento.codigo},
        )
    if documento.arquivos.count() < documento.volumes * len(FormatoDoDocumento):
        _pedir_producao(autor, documento)
    return documento


@servico
def documento_produzir(*, autor: Autor, documento: Documento, volume: int) -> list[ArquivoDoDocumento]:
    """Compõe e guarda as três formas de um volume; as que já existem voltam como estão."""
    prontos = list(documento.arquivos.filter(volume=volume))
    if len(prontos) == len(FormatoDoDocumento):
        return prontos
    impressao = impressao_do_volume(documento, volume)
    formas = {
        FormatoDoDocumento.PDF: pdf_do_documento(impressao),
        FormatoDoDocumento.TEXTO: em_texto(impressao).encode(),
        FormatoDoDocumento.HTML: em_html(impressao).encode(),
    }
    return [_guardar(documento, volume, formato, octetos) for formato, octetos in formas.items()]


def impressao_do_volume(documento: Documento, volume: int) -> Impressao:
    """O volume de um documento emitido, como se compõe."""
    contexto = documento.contexto
    return Impressao(
        contexto=contexto,
        blocos=volume_do_documento(blocos_do_documento(documento.modelo, contexto), volume),
        esqueleto=documento.esqueleto,
        codigo=documento.codigo,
        resumo=documento.resumo,
        emitido_em=documento.emitido_em,
        volume=volume,
        volumes=documento.volumes,
        brasao=brasao_guardado(contexto["brasao"]),
    )


def _especie(nome: str, alvo: models.Model) -> EspecieDeDocumento:
    especie = especie_de_documento(nome)
    if especie is None or not isinstance(alvo, especie.alvo):
        raise Recusa("Não há este documento.")
    return especie


def _resumo(especie: EspecieDeDocumento, contexto: Mapping[str, Any]) -> str:
    conteudo = {
        "especie": especie.nome,
        "modelo": especie.modelo,
        "esqueleto": ESQUELETO,
        "contexto": contexto,
    }
    return hashlib.sha256(texto_canonico(conteudo).encode()).hexdigest()


def _guardar(
    documento: Documento, volume: int, formato: FormatoDoDocumento, octetos: bytes
) -> ArquivoDoDocumento:
    sha256 = hashlib.sha256(octetos).hexdigest()
    nome = f"documentos/{sha256[:2]}/{sha256}.{formato}"
    # Dois trabalhos podem compor o mesmo volume: um só o guarda.
    return ArquivoDoDocumento.objects.get_or_create(
        documento=documento,
        volume=volume,
        formato=formato,
        defaults={"arquivo": guardar_pelo_hash(octetos, nome, sha256), "sha256": sha256},
    )[0]


def _pedir_producao(autor: Autor, documento: Documento) -> Execucao:
    chave, destino = str(documento.pk), reverse("nucleo:documento", args=[documento.pk])
    titulo = f"Documento: {documento.titulo}"[:190]
    volumes = [(n, {"documento": chave, "volume": n}) for n in range(1, documento.volumes + 1)]
    if len(volumes) == 1:
        return pedir(
            autor=autor,
            especie=ESPECIE,
            chave=f"{chave}:1",
            titulo=titulo,
            parametros=volumes[0][1],
            orgao=documento.orgao,
            destino=destino,
        )
    return pedir_conjunto(
        autor=autor,
        especie=ESPECIE_DO_CONJUNTO,
        chave=chave,
        titulo=titulo,
        orgao=documento.orgao,
        destino=destino,
        filhas=[(ESPECIE, f"{chave}:{n}", f"{titulo} ({n})", parametros) for n, parametros in volumes],
    )
