"""Sorteio dos que a lista comparada deixa empatados: guarda-se com o arquivo, e só vale com a retificação.

Quem só entra com o arquivo ainda não está na base; por isso os números se guardam por inscrição, no plano, e
se aplicam na transação que compara ou que retifica.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from django.utils import timezone

from candidatos.consultas.retificacao import empates_da_comparacao
from candidatos.enums import SituacaoImportacao
from candidatos.fluxo import exigir_passagem_da_importacao
from candidatos.models import Candidatura, Importacao, Sorteio
from candidatos.servicos.importacao import exigir_parada, travar
from concursos.models import Cargo
from nucleo.auditoria import registrar
from nucleo.erros import Recusa
from nucleo.permissoes import Autor, servico


@servico
def retificacao_sortear(
    *, autor: Autor, importacao: Importacao, numeros: Mapping[tuple[int, str], int], data: date, ata: str
) -> Importacao:
    """Guarda o sorteio dos empatados da comparação; para o ver na lista, compara-se de novo.

    `numeros`: por cargo e inscrição, de todos os empatados; menor número, melhor lugar. `Recusa` se falta ou
    sobra alguém, se um número se repete no grupo, ou se a data é futura.
    """
    importacao = travar(importacao)
    if importacao.situacao != SituacaoImportacao.CONFERIDA:
        exigir_passagem_da_importacao(importacao.situacao, SituacaoImportacao.CARREGADA)
    exigir_parada(importacao)
    _conferir(importacao, numeros, data, ata)
    sorteios = importacao.plano.setdefault("sorteios", {})
    for cargo in {cargo for cargo, _ in numeros}:
        # Os grupos de antes ficam: uma comparação nova pode trazer outros empates no mesmo cargo.
        do_cargo = sorteios.setdefault(str(cargo), {})
        for (de, inscricao), numero in numeros.items():
            if de == cargo:
                do_cargo[inscricao] = {"numero": numero, "data": data.isoformat(), "ata": ata.strip()}
    importacao.save(update_fields=["plano"])
    registrar(
        autor=autor,
        acao="candidatos.retificacao_sortear",
        objeto=importacao,
        depois={
            "numeros": {inscricao: numero for (_, inscricao), numero in numeros.items()},
            "data": data,
            "ata": ata.strip(),
        },
    )
    return importacao


def _conferir(importacao: Importacao, numeros: Mapping[tuple[int, str], int], data: date, ata: str) -> None:
    if not ata.strip():
        raise Recusa("Diga em que ata o sorteio foi registrado.")
    if data > timezone.localdate():
        raise Recusa(f"A data do sorteio, {data:%d/%m/%Y}, ainda não chegou.")
    grupos = empates_da_comparacao(importacao)
    if not grupos:
        raise Recusa("A comparação não tem empates à espera de sorteio.")
    if set(numeros) != {(grupo.cargo.pk, numero) for grupo in grupos for numero, _ in grupo.pessoas}:
        raise Recusa("Dê um número a cada um dos empatados, e só a eles.")
    for grupo in grupos:
        sorteados = [numeros[grupo.cargo.pk, numero] for numero, _ in grupo.pessoas]
        if min(sorteados) < 1 or len(set(sorteados)) < len(sorteados):
            quem = ", ".join(numero for numero, _ in grupo.pessoas)
            raise Recusa(f"Empatados entre si precisam de números diferentes, a partir de 1: {quem}.")


def aplicar_sorteio(importacao: Importacao, cargo: Cargo) -> None:
    """Grava, na transação corrente, os números guardados do cargo; o que cada um tinha antes fica no plano.

    A lista que se retifica refaz-se com os números de antes (`candidatos.consultas.entradas`).
    """
    guardados = importacao.plano.get("sorteios", {}).get(str(cargo.pk), {})
    if not guardados:
        return
    antes = importacao.plano.setdefault("sorteios_antes", {})
    candidaturas = Candidatura.objects.filter(cargo=cargo, inscricao__numero__in=guardados)
    for candidatura in candidaturas.select_related("inscricao", "sorteio"):
        tinha = getattr(candidatura, "sorteio", None)
        antes[str(candidatura.pk)] = tinha.numero if tinha else None
        dado = guardados[candidatura.inscricao.numero]
        Sorteio.objects.update_or_create(
            candidatura=candidatura,
            defaults={
                "numero": dado["numero"],
                "data": date.fromisoformat(dado["data"]),
                "ata": dado["ata"],
            },
        )
