"""Emissão da certidão de classificação: compõe, guarda como saiu e deixa na trilha."""

from __future__ import annotations

import hashlib
import uuid

from django.utils import timezone

from candidatos.models import Candidatura
from nomeacoes.consultas.certidao import contexto_da_certidao
from nomeacoes.consultas.porque import Situacao, candidaturas_com_cargo, porque_da_pessoa
from nomeacoes.documentos import PASTA
from nomeacoes.models import Certidao
from nucleo.auditoria import registrar, texto_canonico
from nucleo.documentos import compor_pdf, guardar_pelo_hash
from nucleo.erros import Recusa
from nucleo.permissoes import Autor, exigir, servico

# Com versão própria: a dos atos muda sem esta.
MODELO = "certidao_v1/certidao.typ"


@servico
def certidao_emitir(*, autor: Autor, candidatura: Candidatura, completa: bool) -> Certidao:
    """Certifica a classificação como está agora. `completa`: com os lugares nas listas específicas.

    `Recusa` se a lista do cargo ainda não foi homologada. `PermissionDenied` se o autor pede a completa
    e não pode ver autodeclarações.
    """
    if completa:
        exigir(autor, "candidatos.autodeclaracao_ver", [candidatura])
    quando = timezone.now()
    candidatura = candidaturas_com_cargo().get(pk=candidatura.pk)
    porque = porque_da_pessoa(candidatura, ve_declaracoes=completa, hoje=timezone.localdate(quando))
    if porque.validade.fim is None or porque.situacao is Situacao.SEM_LISTA:
        raise Recusa("Só se certifica uma classificação homologada, e a deste cargo ainda não é.")
    contexto = contexto_da_certidao(porque, autor=autor, quando=quando)
    certidao = Certidao(
        pk=uuid.uuid4(),
        candidatura=candidatura,
        completa=completa,
        modelo=MODELO,
        contexto=contexto,
        resumo=hashlib.sha256(texto_canonico(contexto).encode()).hexdigest(),
        emitida_por=autor.pessoa,
        emitida_em=quando,
    )
    pdf = pdf_da_certidao(certidao)
    certidao.sha256 = hashlib.sha256(pdf).hexdigest()
    nome = f"certidoes/{certidao.sha256[:2]}/{certidao.sha256}.pdf"
    certidao.arquivo.name = guardar_pelo_hash(pdf, nome, certidao.sha256)
    certidao.save(force_insert=True)
    registrar(
        autor=autor,
        acao="nomeacoes.certidao_emitir",
        objeto=certidao,
        depois={"candidatura": candidatura.pk, "resumo": certidao.resumo, "completa": completa},
    )
    return certidao


def pdf_da_certidao(certidao: Certidao) -> bytes:
    """O PDF, com os mesmos octetos a cada vez."""
    pasta, modelo = certidao.modelo.split("/")
    return compor_pdf(
        pasta=PASTA / pasta,
        modelo=modelo,
        dados=certidao.contexto | {"id": str(certidao.pk), "resumo": certidao.resumo},
        momento=certidao.emitida_em,
    )
