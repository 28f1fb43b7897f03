"""Relações de inscritos: de todos, e dos que se declararam concorrentes a cada reserva.

As das reservas levam só inscrição e nome, e cada uma é de uma reserva: nunca as palavras de uma declaração,
nem a deficiência. Emite-as, e lê-as, só quem pode ver autodeclarações.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import Q

from candidatos.consultas.busca import ordem_alfabetica
from candidatos.consultas.reservas import PCD, declararam_a_cota
from candidatos.models import Candidatura, Inscricao
from concursos.consultas import nome_do_certame
from concursos.models import Edital
from nucleo.documentos import EspecieDeDocumento, cabecalho, coluna, tabela
from nucleo.erros import Recusa

Contexto = dict[str, Any]
TITULO = "Relação de inscritos"


def contexto_dos_inscritos(edital: Edital, _opcoes: Mapping[str, Any]) -> Contexto:
    """Inscrição, nome e códigos dos cargos de cada inscrito, em ordem alfabética."""
    pares = Candidatura.objects.filter(cargo__edital=edital).order_by("cargo__codigo")
    cargos: dict[int, list[str]] = {}
    for inscricao, codigo in pares.values_list("inscricao", "cargo__codigo").iterator(5000):
        cargos.setdefault(inscricao, []).append(codigo)
    linhas = [[numero, nome, ", ".join(cargos.get(pk, []))] for pk, numero, nome in _em_ordem(edital, Q())]
    colunas = [coluna("Inscrição", 1.6), coluna("Nome", 6), coluna("Cargo", 2)]
    return _contexto(edital, TITULO, tabela("Inscritos, em ordem alfabética", colunas, linhas), "")


def contexto_da_cota(edital: Edital, _opcoes: Mapping[str, Any]) -> Contexto:
    """Inscrição e nome de quem declarou concorrer às vagas da cota."""
    return _da_reserva(edital, declararam_a_cota(edital), "às vagas reservadas da cota")


def contexto_de_pcd(edital: Edital, _opcoes: Mapping[str, Any]) -> Contexto:
    """Inscrição e nome de quem declarou concorrer às vagas de pessoas com deficiência."""
    return _da_reserva(edital, PCD, "às vagas reservadas a pessoas com deficiência")


def _da_reserva(edital: Edital, quais: Q, reserva: str) -> Contexto:
    linhas = [[numero, nome] for _, numero, nome in _em_ordem(edital, quais)]
    colunas = [coluna("Inscrição", 1.6), coluna("Nome", 8)]
    das_que = tabela("Inscritos, em ordem alfabética", colunas, linhas)
    return _contexto(edital, f"{TITULO} que concorrem {reserva}", das_que, reserva)


def _em_ordem(edital: Edital, quais: Q) -> list[tuple[int, str, str]]:
    inscricoes = Inscricao.objects.filter(quais, edital=edital).order_by("pk")
    linhas = inscricoes.values_list("pk", "numero", "candidato__nome")
    return sorted(linhas, key=lambda linha: (ordem_alfabetica(linha[2]), linha[1]))


def _contexto(edital: Edital, titulo: str, dos_inscritos: Contexto, reserva: str) -> Contexto:
    if not dos_inscritos["linhas"]:
        raise Recusa("Ainda não há inscritos que constem desta relação.")
    certame = nome_do_certame(edital.concurso)
    return cabecalho(edital.orgao) | {
        "titulo": f"{titulo} – {certame}",
        "minuta": False,
        "certame": certame,
        "edital": str(edital),
        "reserva": reserva,
        "quantos": len(dos_inscritos["linhas"]),
        "tabelas": {"inscritos": dos_inscritos},
    }


MODELO = "candidatos/documentos/v1/inscritos.html"
INSCRITOS = EspecieDeDocumento(
    "candidatos.inscritos", TITULO, Edital, "candidatos.ver", contexto_dos_inscritos, MODELO
)
INSCRITOS_COTAS = EspecieDeDocumento(
    "candidatos.inscritos_cotas",
    f"{TITULO} que concorrem às vagas da cota",
    Edital,
    "candidatos.autodeclaracao_ver",
    contexto_da_cota,
    MODELO,
)
INSCRITOS_PCD = EspecieDeDocumento(
    "candidatos.inscritos_pcd",
    f"{TITULO} que concorrem às vagas de PcD",
    Edital,
    "candidatos.autodeclaracao_ver",
    contexto_de_pcd,
    MODELO,
)
