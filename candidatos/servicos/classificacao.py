"""Classificação de um concurso, cargo por cargo, e sorteio que desempata."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping
from datetime import date

from django.urls import reverse
from django.utils import timezone

from candidatos.consultas.apuracao import CAMPOS, apurar_lugares
from candidatos.consultas.classificacao import classificacao_vigente, grupos_empatados, ultima_versao
from candidatos.consultas.entradas import entradas_da_classificacao, resumo_das_entradas
from candidatos.enums import SituacaoClassificacao
from candidatos.models import Candidatura, Classificacao, Colocacao, Sorteio
from candidatos.servicos.gravacao import banco_da_transacao, gravar
from concursos.consultas import exigir_no_cargo
from concursos.enums import AtoSobreConcurso
from concursos.fluxo import exigir_ato
from concursos.models import Cargo, Concurso, Edital
from nucleo.auditoria import registrar
from nucleo.erros import Recusa
from nucleo.execucoes import Progresso, pedir_conjunto
from nucleo.models import Execucao
from nucleo.permissoes import Autor, servico


@servico
def concurso_classificar(
    *, autor: Autor, concurso: Concurso, cargos: Collection[Cargo] | None = None
) -> Execucao:
    """Pede a classificação dos cargos dados, ou de todos os que têm candidatos: um trabalho por cargo.

    Os de resultado já homologado ficam de fora. `Recusa` se o edital não foi publicado, se todo o resultado
    já foi homologado ou se não há candidatos.
    """
    edital = Edital.objects.select_related("concurso").filter(concurso=concurso).first()
    if edital is None:
        raise Recusa("O concurso ainda não tem edital.")
    # Só se classifica com edital publicado: as regras já estão congeladas.
    exigir_ato(edital.concurso.situacao, AtoSobreConcurso.CLASSIFICAR)
    com_candidatos = Cargo.objects.filter(edital=edital, candidaturas__isnull=False).distinct()
    alvos = com_candidatos.filter(homologacao__isnull=True).order_by("codigo")
    if cargos is not None:
        alvos = alvos.filter(pk__in=[cargo.pk for cargo in cargos])
    if not alvos:
        raise Recusa("Não há candidatos para classificar: importe os resultados da banca.")
    chaves = ",".join(str(cargo.pk) for cargo in alvos)
    # Pelo resumo: cortada, a chave de muitos cargos confundiria um pedido com outro.
    quais = "todos" if cargos is None else hashlib.sha256(chaves.encode()).hexdigest()
    return pedir_conjunto(
        autor=autor,
        especie="candidatos.classificar",
        chave=f"{concurso.pk}:{quais}",
        titulo=f"Classificar o concurso {concurso.identificacao}",
        orgao=concurso.orgao,
        destino=reverse("candidatos:classificacao", args=[concurso.pk]),
        filhas=[
            ("candidatos.classificar_cargo", str(cargo.pk), f"Classificar {cargo}"[:200], {"cargo": cargo.pk})
            for cargo in alvos
        ],
    )


@servico
def cargo_classificar(
    *, autor: Autor, cargo: Cargo, execucao: Execucao | None, progresso: Progresso
) -> Classificacao:
    """Classifica o cargo e guarda a lista como versão nova; a corrente passa a substituída.

    Empates que a cadeia não resolve e dados que faltam não impedem a lista: ficam guardados nela e
    impedem a homologação. `Recusa` se o resultado já foi homologado.
    """
    Cargo.objects.select_for_update().get(pk=cargo.pk)
    cargo = Cargo.objects.select_related("regras", "edital__concurso__orgao").get(pk=cargo.pk)
    exigir_no_cargo(cargo, AtoSobreConcurso.CLASSIFICAR)
    entradas = entradas_da_classificacao(cargo)
    progresso(0, len(entradas), f"{cargo}: comparando notas")
    apurada = apurar_lugares(cargo, entradas)
    anterior = Classificacao.objects.filter(cargo=cargo, situacao=SituacaoClassificacao.CORRENTE)
    anterior.update(situacao=SituacaoClassificacao.SUBSTITUIDA)
    nova = Classificacao.objects.create(
        cargo=cargo,
        versao=ultima_versao(cargo) + 1,
        empates=apurada.empates,
        faltas=apurada.faltas,
        entradas=resumo_das_entradas(cargo, entradas),
        execucao=execucao,
    )
    gravar(banco_da_transacao(), Colocacao, CAMPOS, apurada.linhas(nova.pk))
    progresso(len(entradas), len(entradas), f"{cargo}: lista gravada")
    registrar(
        autor=autor,
        acao="candidatos.cargo_classificar",
        objeto=nova,
        depois={
            "versao": nova.versao,
            "candidaturas": len(entradas),
            "aprovados": apurada.aprovados,
            "empates": len(nova.empates),
            "faltas": len(nova.faltas),
        },
    )
    return nova


@servico
def sorteio_registrar(
    *, autor: Autor, cargo: Cargo, numeros: Mapping[int, int], data: date, ata: str
) -> Execucao:
    """Registra o sorteio público dos empatados do cargo e pede nova classificação.

    `numeros`: número sorteado por candidatura, de todos os empatados; menor número, melhor lugar.
    O edital que não prevê sorteio recebe-o como último critério. `Recusa` se falta ou sobra
    candidatura, se um número se repete no grupo, se a data é futura ou se já houve homologação.
    """
    # Trancado como na classificação e na homologação: o empate que se confere é o que se resolve.
    Cargo.objects.select_for_update().get(pk=cargo.pk)
    cargo = Cargo.objects.select_related("edital__concurso__orgao").get(pk=cargo.pk)
    exigir_no_cargo(cargo, AtoSobreConcurso.CLASSIFICAR)
    _conferir_sorteio(cargo, numeros, data, ata)
    antes = dict(
        Sorteio.objects.filter(candidatura__in=numeros).values_list(
            "candidatura__inscricao__numero", "numero"
        )
    )
    for candidatura, numero in numeros.items():
        Sorteio.objects.update_or_create(
            candidatura_id=candidatura,
            defaults={"numero": numero, "data": data, "ata": ata.strip(), "autor": autor.pessoa},
        )
    inscricoes = dict(Candidatura.objects.filter(pk__in=numeros).values_list("pk", "inscricao__numero"))
    registrar(
        autor=autor,
        acao="candidatos.sorteio_registrar",
        objeto=cargo,
        antes={"numeros": antes},
        depois={
            "numeros": {inscricoes[pk]: numero for pk, numero in numeros.items()},
            "data": data,
            "ata": ata.strip(),
        },
    )
    return concurso_classificar(autor=autor, concurso=cargo.edital.concurso, cargos=[cargo])


def _conferir_sorteio(cargo: Cargo, numeros: Mapping[int, int], data: date, ata: str) -> None:
    if not ata.strip():
        raise Recusa("Diga em que ata o sorteio foi registrado.")
    if data > timezone.localdate():
        raise Recusa(f"A data do sorteio, {data:%d/%m/%Y}, ainda não chegou.")
    vigente = classificacao_vigente(cargo)
    grupos = grupos_empatados(vigente) if vigente else []
    if not grupos:
        raise Recusa("Este cargo não tem empates à espera de sorteio.")
    if set(numeros) != {candidatura.pk for grupo in grupos for candidatura in grupo}:
        raise Recusa("Dê um número a cada um dos empatados, e só a eles.")
    for grupo in grupos:
        sorteados = [numeros[candidatura.pk] for candidatura in grupo]
        if min(sorteados) < 1 or len(set(sorteados)) < len(sorteados):
            nomes = ", ".join(str(candidatura.inscricao) for candidatura in grupo)
            raise Recusa(f"Empatados entre si precisam de números diferentes, a partir de 1: {nomes}.")
