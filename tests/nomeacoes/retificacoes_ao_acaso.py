"""Retificações do resultado ao acaso: mudam notas, nascimentos e declarações, e entra quem faltava."""

from __future__ import annotations

from datetime import date
from random import Random
from typing import Any

from candidatos.consultas.retificacao import homologadas_dos_cargos, proximo_numero
from candidatos.enums import SituacaoClassificacao
from candidatos.models import (
    Autodeclaracao,
    Candidato,
    Candidatura,
    Classificacao,
    Importacao,
    Inscricao,
    Resultado,
    RetificacaoDoResultado,
    Sorteio,
    ValorAnterior,
)
from concursos.models import Cargo
from nomeacoes.enums import TipoDoEvento
from nomeacoes.models import Evento
from tests import fabrica


def retificar(sorte: Random, cargo: Cargo, ultima: int, classificar: Any) -> Evento:
    """Muda o que o arquivo mudaria e faz valer a lista nova. `classificar`: homologa a que as notas dão."""
    concurso = cargo.edital.concurso
    numero = proximo_numero(concurso)
    importacao = fabrica.importacao(edital=cargo.edital, nome=f"corrigido-{concurso.pk}-{numero}.csv")
    retificacao = RetificacaoDoResultado.objects.create(
        concurso=concurso,
        numero=numero,
        importacao=importacao,
        publicada_em=date(2026, 1, 1),
        veiculo="Diário Oficial nº 9",
        motivo="Recurso provido.",
    )
    _mudar_notas(sorte, cargo, importacao)
    _mudar_pessoas(sorte, cargo, importacao)
    _acrescentar(sorte, cargo, importacao)
    antiga = homologadas_dos_cargos([cargo.pk])[cargo.pk]
    Classificacao.objects.filter(pk=antiga.pk).update(situacao=SituacaoClassificacao.RETIFICADA)
    nova = classificar(cargo, versao=antiga.versao + 1, retificacao=retificacao)
    return Evento.objects.create(
        cargo=cargo,
        sequencia=ultima + 1,
        tipo=TipoDoEvento.RETIFICACAO,
        classificacao=nova,
        data=retificacao.publicada_em,
        motivo=retificacao.motivo,
        documento=f"Retificação nº {numero} do resultado",
    )


def notas(sorte: Random) -> dict[str, str]:
    """Notas ao acaso nas três provas; abaixo de 20 pontos não se aprova."""
    return {
        chave: f"{sorte.randint(1, 8)}{sorte.choice(['0.00', '0.50', '5.05'])}"
        for chave in ("pontos", "objetiva", "negro")
    }


def _mudar_notas(sorte: Random, cargo: Cargo, importacao: Importacao) -> None:
    todas = list(cargo.candidaturas.order_by("pk"))
    for candidatura in sorte.sample(todas, sorte.randint(1, len(todas))):
        vigente = candidatura.resultados.latest("versao")
        Resultado.objects.create(
            candidatura=candidatura,
            versao=vigente.versao + 1,
            importacao=importacao,
            linha=vigente.linha,
            notas=notas(sorte),
            etapas=vigente.etapas,
            jurado=sorte.random() < 0.2,
        )


def _mudar_pessoas(sorte: Random, cargo: Cargo, importacao: Importacao) -> None:
    """O nascimento e a declaração de alguém, com o que eram guardado."""
    pessoa = sorte.choice(list(cargo.candidaturas.select_related("inscricao__candidato").order_by("pk")))
    candidato = pessoa.inscricao.candidato
    declaracao = Autodeclaracao.objects.get(inscricao=pessoa.inscricao)
    antes = {"nascimento": candidato.nascimento}
    ValorAnterior.objects.create(importacao=importacao, candidato=candidato, antes=antes)
    Candidato.objects.filter(pk=candidato.pk).update(nascimento=date(1950, 6, 1))
    ValorAnterior.objects.create(
        importacao=importacao, autodeclaracao=declaracao, antes={"negro": declaracao.negro}
    )
    Autodeclaracao.objects.filter(pk=declaracao.pk).update(negro=not declaracao.negro)


def _acrescentar(sorte: Random, cargo: Cargo, importacao: Importacao) -> None:
    """Quem a banca esqueceu, às vezes."""
    if sorte.random() < 0.5:
        return
    quantos = cargo.candidaturas.count()
    pessoa = Candidato.objects.create(
        nome="Beltrana Inventada", nome_busca="beltrana inventada", nascimento=date(1980, 1, 1)
    )
    inscricao = Inscricao.objects.create(
        edital=cargo.edital, numero=f"0{cargo.pk}-{quantos:02d}", candidato=pessoa
    )
    Autodeclaracao.objects.create(inscricao=inscricao, negro=sorte.random() < 0.35)
    candidatura = Candidatura.objects.create(inscricao=inscricao, cargo=cargo)
    Resultado.objects.create(
        candidatura=candidatura,
        versao=1,
        importacao=importacao,
        linha=quantos + 1,
        notas=notas(sorte),
        etapas={"Aptidão": "apto"},
    )
    # Números que o sorteio de antes, de 1 a 98, não deu.
    Sorteio.objects.create(candidatura=candidatura, numero=100 + quantos, data=date(2026, 1, 1), ata="Ata 2")
