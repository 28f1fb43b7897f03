"""O plano guardado de uma importação, como a página o mostra."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from candidatos.consultas.importacao import proximo_passo
from candidatos.enums import SituacaoImportacao
from candidatos.models import Importacao
from concursos.consultas import cargos_homologados
from concursos.enums import AtoSobreConcurso
from concursos.fluxo import permite
from nucleo.models import RegistroTrilha, Usuario

# Na ordem em que somam as linhas lidas.
PARCELAS = ("novas", "alteradas", "inalteradas", "recusadas", "filtradas")


def conta_do_plano(plano: Mapping[str, Any]) -> list[tuple[str, int]]:
    """(parcela, linhas): a soma é a das linhas lidas."""
    return [(parcela, plano.get(parcela, 0)) for parcela in PARCELAS]


def achados_filtrados(plano: Mapping[str, Any], severidade: str, codigo: str) -> list[dict[str, Any]]:
    """Achados guardados no plano, da severidade e do código dados; em branco, todos."""
    return [
        achado
        for achado in plano.get("achados", [])
        if severidade in ("", achado["severidade"]) and codigo in ("", achado["codigo"])
    ]


def passo_na_pagina(importacao: Importacao) -> str:
    """O passo seguinte, como em `proximo_passo`, que a situação do concurso admite.

    Homologado o resultado, o arquivo conferido não se carrega: compara-se ("comparar"), e o que a comparação
    guardou no plano vê-se antes de retificar ("comparado"). Homologados só alguns cargos, compara-se o que
    mexe neles; se a comparação nada achou que decida as listas deles, carrega-se.
    """
    passo, situacao = proximo_passo(importacao), importacao.edital.concurso.situacao
    if passo == "carregar" and retifica_o_resultado(importacao):
        return "comparado" if "retificacao" in importacao.plano else "comparar"
    pedido = AtoSobreConcurso.CLASSIFICAR if passo == "classificar" else AtoSobreConcurso.IMPORTAR
    return passo if passo == "esperar" or permite(situacao, pedido) else ""


def retifica_o_resultado(importacao: Importacao) -> bool:
    """Se o arquivo conferido só entra como retificação, porque muda resultado já homologado."""
    situacao, plano = importacao.edital.concurso.situacao, importacao.plano
    if not permite(situacao, AtoSobreConcurso.RETIFICAR_RESULTADO):
        return False
    if not permite(situacao, AtoSobreConcurso.CARREGAR):
        return True
    nada_muda = plano.get("retificacao", {}).get("cargos") == []
    return not nada_muda and bool(cargos_homologados(plano.get("cargos_que_mudam", [])))


def ja_carregada(importacao: Importacao) -> Importacao | None:
    """A carga vigente do mesmo arquivo, byte a byte, no mesmo edital, se é outra importação."""
    iguais = Importacao.objects.filter(
        edital=importacao.edital, sha256=importacao.sha256, situacao=SituacaoImportacao.CARREGADA
    )
    return iguais.exclude(pk=importacao.pk).order_by("-carregada_em").first()


def quem_carregou(importacao: Importacao) -> Usuario | None:
    """Quem pediu a carga, segundo a trilha; nulo se não houve carga, ou se foi o próprio sistema.

    A que se fez por retificação do resultado é de quem retificou.
    """
    if hasattr(importacao, "retificacao"):
        return importacao.retificacao.autor
    registro = (
        RegistroTrilha.objects.filter(
            objeto_tipo=Importacao._meta.label,
            objeto_id=str(importacao.pk),
            acao__in=("candidatos.importacao_carregar", "candidatos.arquivo_entregar"),
        )
        .select_related("autor")
        .first()
    )
    return registro.autor if registro else None
