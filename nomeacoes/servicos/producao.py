"""PDF dos atos: o pedido, que vai para a fila, e a produção, que a fila executa."""

from __future__ import annotations

import hashlib

from nomeacoes.consultas import atos_sem_pdf
from nomeacoes.documentos import pdf_do_ato
from nomeacoes.enums import SituacaoAto
from nomeacoes.models import Ato, Evento, PdfDoAto
from nucleo.documentos import guardar_pelo_hash
from nucleo.erros import Recusa
from nucleo.execucoes import pedir, pedir_conjunto
from nucleo.models import Execucao
from nucleo.permissoes import Autor, servico

ESPECIE = "nomeacoes.produzir_atos"
# Mãe de vários lotes: não tem executor próprio, termina com a última filha.
ESPECIE_DO_CONJUNTO = "nomeacoes.produzir_convocacao"
# Um lote é uma transação: no SQLite, enquanto ela dura, ninguém mais grava.
LOTE = 100


@servico
def atos_pedir_producao(*, autor: Autor, evento: Evento) -> Execucao:
    """Põe na fila os PDFs que faltam aos atos de uma convocação. `Recusa` se não falta nenhum."""
    for assinado in (True, False):
        if atos_sem_pdf(evento, assinado=assinado).exists():
            return pedir_producao(autor=autor, evento=evento, assinado=assinado)
    raise Recusa("Todos os atos desta convocação já têm o seu PDF.")


def pedir_producao(*, autor: Autor, evento: Evento, assinado: bool) -> Execucao:
    """Pede, na transação corrente, os PDFs que faltam às minutas ou aos atos assinados da convocação."""
    atos = list(atos_sem_pdf(evento, assinado=assinado).values_list("pk", flat=True))
    lotes = [atos[inicio : inicio + LOTE] for inicio in range(0, len(atos), LOTE)]
    estado = "atos assinados" if assinado else "minutas"
    titulo = f"PDF: {estado} da convocação de {evento.data:%d/%m/%Y} – {evento.cargo}"[:200]
    chave = f"evento:{evento.pk}:{'assinado' if assinado else 'minuta'}"
    destino = f"/convocacoes/{evento.pk}/"
    if len(lotes) == 1:
        return pedir(
            autor=autor,
            especie=ESPECIE,
            chave=f"{chave}:{lotes[0][0]}-{lotes[0][-1]}",
            titulo=titulo,
            parametros={"atos": lotes[0]},
            orgao=evento.orgao,
            destino=destino,
        )
    return pedir_conjunto(
        autor=autor,
        especie=ESPECIE_DO_CONJUNTO,
        chave=chave,
        titulo=titulo,
        orgao=evento.orgao,
        destino=destino,
        filhas=[
            (ESPECIE, f"{chave}:{lote[0]}-{lote[-1]}", f"{titulo} ({posicao})"[:200], {"atos": lote})
            for posicao, lote in enumerate(lotes, start=1)
        ],
    )


@servico
def pdf_produzir(*, autor: Autor, ato: Ato, execucao: Execucao | None = None) -> PdfDoAto | None:
    """Compõe e guarda o PDF do estado em que o ato está; o que já existe volta como está.

    Nulo para minuta cancelada: não se compõe mais.
    """
    if ato.situacao == SituacaoAto.CANCELADO:
        return None
    assinado = ato.situacao == SituacaoAto.ASSINADO
    pronto = PdfDoAto.objects.filter(ato=ato, assinado=assinado).first()
    if pronto is not None:
        return pronto
    pdf = pdf_do_ato(ato)
    sha256 = hashlib.sha256(pdf).hexdigest()
    # Dois trabalhos podem compor o mesmo ato (a minuta foi assinada no meio): um só o guarda.
    return PdfDoAto.objects.get_or_create(
        ato=ato,
        assinado=assinado,
        defaults={
            "arquivo": guardar_pelo_hash(pdf, f"atos/{sha256[:2]}/{sha256}.pdf", sha256),
            "sha256": sha256,
            "execucao": execucao,
        },
    )[0]
