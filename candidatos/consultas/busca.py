"""Busca de inscrições por nome sem acentos ou por número, no alcance de quem pergunta."""

from __future__ import annotations

import re
import unicodedata

from django.db.models import Q, QuerySet

from candidatos.models import Inscricao
from nucleo.permissoes import Pessoa

ALGARISMOS_DO_CPF = 11
APOSTROFOS = re.compile("['’‘`´]")
# Só algarismos e a pontuação de um CPF.
FORMA_DE_CPF = re.compile(r"[\d.\-\s]+")


def normalizar_nome(nome: str) -> str:
    """Minúsculas, sem acentos e com espaços simples: a forma de `Candidato.nome_busca`."""
    letras = unicodedata.normalize("NFKD", nome.casefold())
    return " ".join("".join(letra for letra in letras if not unicodedata.combining(letra)).split())


def ordem_alfabetica(nome: str) -> tuple[str, str]:
    """Chave da ordem alfabética portuguesa, palavra por palavra, igual em qualquer banco.

    Letras antes de acentos ("Ana", "Ána", "Anabela"); apóstrofo não conta e hífen separa palavras. Em empate,
    quem não tem acento vem antes.
    """
    sem_apostrofo = APOSTROFOS.sub("", nome)
    palavras = re.sub(r"[^\w]+", " ", normalizar_nome(sem_apostrofo))
    return palavras.strip(), unicodedata.normalize("NFD", nome.casefold())


def inscricoes_ao_alcance(autor: Pessoa) -> QuerySet[Inscricao]:
    """Inscrições dos órgãos do autor, com a pessoa e o concurso."""
    inscricoes = Inscricao.objects.select_related("candidato", "edital__concurso__orgao")
    orgaos = autor.orgaos()
    return inscricoes if orgaos is None else inscricoes.filter(edital__concurso__orgao__in=orgaos)


def buscar_inscricoes(*, autor: Pessoa, termo: str) -> QuerySet[Inscricao]:
    """Inscrições cujo nome contém as palavras, cujo número começa pelo termo, ou de CPF igual.

    Sem termo, todas. CPF só se busca inteiro, com ou sem pontos.
    """
    inscricoes = inscricoes_ao_alcance(autor).order_by("candidato__nome_busca", "pk")
    termo = termo.strip()
    if not termo:
        return inscricoes
    achado = Q(numero__startswith=termo)
    algarismos = "".join(letra for letra in termo if letra.isdigit())
    if len(algarismos) == ALGARISMOS_DO_CPF:
        achado |= Q(candidato__cpf=algarismos)
    do_nome = Q()
    for palavra in normalizar_nome(termo).split():
        do_nome &= Q(candidato__nome_busca__contains=palavra)
    return inscricoes.filter(achado | do_nome)


def parece_cpf(termo: str) -> bool:
    """Se o termo tem a forma de um CPF: onze algarismos, com ou sem pontos e traço."""
    return bool(FORMA_DE_CPF.fullmatch(termo)) and len(re.sub(r"\D", "", termo)) == ALGARISMOS_DO_CPF


def cpf_mascarado(cpf: str) -> str:
    """CPF como se mostra: "***.456.789-**"; vazio se não há."""
    return f"***.{cpf[3:6]}.{cpf[6:9]}-**" if cpf else ""
