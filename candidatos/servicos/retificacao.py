"""Retificação do resultado: um arquivo novo corrige o que já se homologou, e as duas listas ficam.

Primeiro compara-se: o arquivo carrega-se e classifica-se numa transação que se desfaz, e guarda-se só a
comparação. Depois a autoridade retifica: refaz-se a mesma conta e, sendo o mesmo o que se viu, grava-se.
"""

from __future__ import annotations

from datetime import date
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Max
from django.urls import reverse
from django.utils import timezone

from candidatos.consultas.apuracao import CAMPOS
from candidatos.consultas.classificacao import ultima_versao
from candidatos.consultas.retificacao import proximo_numero
from candidatos.enums import SituacaoClassificacao, SituacaoImportacao
from candidatos.fluxo import exigir_passagem_da_importacao
from candidatos.models import Classificacao, Colocacao, Importacao, RetificacaoDoResultado
from candidatos.servicos.comparacao_do_resultado import (
    MUDOU,
    Apuracao,
    ComparacaoDoResultado,
    apuracoes,
    carregar_e_conferir,
)
from candidatos.servicos.ganchos_da_retificacao import avisar_da_lista_nova, impedimentos_da_retificacao
from candidatos.servicos.gravacao import banco_da_transacao, gravar
from candidatos.servicos.homologacao import trancar_concurso
from candidatos.servicos.importacao import contagens, exigir_parada, travar
from concursos.consultas import homologacoes_do_concurso
from concursos.enums import AtoSobreConcurso
from concursos.fluxo import exigir_ato
from concursos.models import Cargo, Concurso
from concursos.servicos.trancas import trancar_cargo
from nucleo.auditoria import registrar
from nucleo.erros import Conflito, Recusa
from nucleo.execucoes import Progresso, pedir
from nucleo.models import Execucao
from nucleo.permissoes import Autor, servico

COMPARAR = "candidatos.comparar_retificacao"
RETIFICAR = "candidatos.retificar_resultado"


class Ato(NamedTuple):
    """O que identifica a retificação: data e lugar da publicação, e por que se retifica."""

    publicada_em: date
    veiculo: str
    motivo: str


# Comparar -----------------------------------------------------------------------------------------


@servico
def retificacao_pedir_comparacao(*, autor: Autor, importacao: Importacao) -> Execucao:
    """Pede a comparação do arquivo conferido com o resultado homologado.

    `Recusa` se nenhum resultado está homologado, se o arquivo não foi conferido ou tem linha recusada.
    """
    importacao = travar(importacao)
    _exigir_que_se_retifique(importacao)
    exigir_parada(importacao)
    return _pedir(autor, importacao, COMPARAR, "Comparar com o resultado homologado:")


@servico
def retificacao_comparar(*, autor: Autor, importacao: Importacao, progresso: Progresso) -> Importacao:
    """Carrega o arquivo e classifica os cargos que ele toca, guarda a comparação e desfaz tudo o mais.

    `Conflito` se a base mudou desde a conferência.
    """
    importacao = travar(importacao)
    trancar_concurso(importacao.edital.concurso)
    importacao.edital.concurso.refresh_from_db()
    _exigir_que_se_retifique(importacao)
    comparacao = ComparacaoDoResultado()
    with transaction.atomic():
        # Outra instância: nada do que a carga lhe fizer sobrevive à transação que se desfaz.
        alvo = travar(importacao)
        for apuracao in apuracoes(alvo, carregar_e_conferir(alvo, progresso), progresso):
            comparacao.somar(apuracao)
        transaction.set_rollback(True)
    importacao.plano["retificacao"] = comparacao.em_json()
    importacao.save(update_fields=["plano"])
    registrar(
        autor=autor,
        acao="candidatos.retificacao_comparar",
        objeto=importacao,
        depois={"cargos": len(comparacao.cargos), "mudam": comparacao.total},
    )
    return importacao


def _exigir_que_se_retifique(importacao: Importacao) -> None:
    concurso = importacao.edital.concurso
    exigir_ato(concurso.situacao, AtoSobreConcurso.RETIFICAR_RESULTADO)
    if not homologacoes_do_concurso(concurso).exists():
        raise Recusa("Não é possível retificar o resultado agora: ele ainda não foi homologado.")
    if importacao.situacao != SituacaoImportacao.CONFERIDA:
        exigir_passagem_da_importacao(importacao.situacao, SituacaoImportacao.CARREGADA)
    plano = importacao.plano
    if plano["pendencias"] or plano["recusadas"]:
        raise Recusa("O arquivo tem linhas recusadas: corrija o pareamento ou peça outro à banca.")
    if not plano["novas"] and not plano["alteradas"]:
        raise Recusa("Nada a retificar: tudo o que o arquivo traz já está na base.")


# Retificar ----------------------------------------------------------------------------------------


@servico
def resultado_pedir_retificacao(
    *, autor: Autor, importacao: Importacao, publicada_em: date, veiculo: str, motivo: str
) -> Execucao:
    """Confirma a comparação que está na tela e pede a retificação; os dados do ato ficam no plano.

    `Recusa` como em `resultado_retificar`, salvo o que só a conta refeita diz.
    """
    importacao = travar(importacao)
    ato = Ato(publicada_em, veiculo.strip(), motivo.strip())
    _exigir_que_se_retifique(importacao)
    exigir_parada(importacao)
    _exigir_ato_valido(importacao.edital.concurso, ato)
    _exigir_sem_impedimento(importacao, publicada_em)
    importacao.plano["retificacao"]["ato"] = ato._asdict()
    importacao.save(update_fields=["plano"])
    return _pedir(autor, importacao, RETIFICAR, "Retificar o resultado:")


@servico
def resultado_retificar(
    *, autor: Autor, importacao: Importacao, progresso: Progresso
) -> RetificacaoDoResultado:
    """Carrega o arquivo e torna oficial a lista nova de cada cargo que ele muda, tudo ou nada.

    A homologada passa a retificada, e fica; os cargos que o arquivo não muda ficam com a que têm. A
    validade do concurso continua contada da homologação. De quem já foi chamado nada muda: os andares de
    cima só registram que a lista é outra. `Conflito` se a conta, ou o que ela faria a quem já foi chamado,
    já não é o que se viu; `Recusa` se a data não cabe ou se há empates ou faltas.
    """
    importacao = travar(importacao)
    concurso = trancar_concurso(importacao.edital.concurso)
    importacao.edital.concurso = concurso
    _exigir_que_se_retifique(importacao)
    ato = _ato_pedido(importacao)
    _exigir_ato_valido(concurso, ato)
    _exigir_sem_impedimento(importacao, ato.publicada_em)
    vista = importacao.plano["retificacao"]
    retificacao = RetificacaoDoResultado.objects.create(
        concurso=concurso,
        numero=proximo_numero(concurso),
        importacao=importacao,
        autor=autor.pessoa,
        **ato._asdict(),
    )
    comparacao, versoes = ComparacaoDoResultado(), _Versoes(retificacao)
    processado = carregar_e_conferir(importacao, progresso)
    for apuracao in apuracoes(importacao, processado, progresso):
        # Daqui ao fim da transação não há convocação nem outro registro no cargo.
        trancar_cargo(apuracao.cargo)
        comparacao.somar(apuracao)
        versoes.gravar(autor, apuracao)
    if comparacao.assinatura != vista["assinatura"]:
        raise Conflito(MUDOU.format(feito="comparado"))
    _concluir(importacao, vista)
    registrar(
        autor=autor,
        acao="candidatos.resultado_retificar",
        objeto=retificacao,
        antes={"classificacoes": versoes.antes},
        depois={
            **ato._asdict(),
            "numero": retificacao.numero,
            "classificacoes": versoes.depois,
            "mudam": comparacao.total,
            **contagens(processado.em_json),
            "sha256": importacao.sha256,
        },
    )
    return retificacao


def _concluir(importacao: Importacao, vista: dict[str, Any]) -> None:
    """O arquivo fica carregado; as linhas da comparação saem: dali em diante dizem-nas as duas listas."""
    vista = {chave: valor for chave, valor in vista.items() if chave != "ato"}
    vista["cargos"] = [{**cargo, "mudancas": []} for cargo in vista["cargos"]]
    importacao.plano["retificacao"] = vista
    importacao.situacao = SituacaoImportacao.CARREGADA
    importacao.carregada_em = timezone.now()
    importacao.save()


class _Versoes:
    """As versões que a retificação faz; `antes` e `depois`: versão por código do cargo, para a trilha."""

    def __init__(self, retificacao: RetificacaoDoResultado) -> None:
        self._retificacao = retificacao
        self.antes: dict[str, int] = {}
        self.depois: dict[str, int] = {}

    def gravar(self, autor: Autor, apuracao: Apuracao) -> None:
        """A homologada passa a retificada, e a nova toma o seu lugar."""
        cargo, antiga = apuracao.cargo, apuracao.homologada
        if antiga is not None:
            antiga.situacao = SituacaoClassificacao.RETIFICADA
            antiga.save(update_fields=["situacao"])
            self.antes[cargo.codigo] = antiga.versao
        nova = Classificacao.objects.create(
            cargo=cargo,
            versao=ultima_versao(cargo) + 1,
            situacao=SituacaoClassificacao.HOMOLOGADA,
            entradas=apuracao.resumo,
            retificacao=self._retificacao,
        )
        gravar(banco_da_transacao(), Colocacao, CAMPOS, apuracao.listas.linhas(nova.pk))
        self.depois[cargo.codigo] = nova.versao
        avisar_da_lista_nova(autor, nova)


def _ato_pedido(importacao: Importacao) -> Ato:
    guardado = importacao.plano.get("retificacao", {}).get("ato")
    if guardado is None:
        raise Recusa("Diga a data, onde se publicou e por que se retifica.")
    return Ato(**{**guardado, "publicada_em": date.fromisoformat(guardado["publicada_em"])})


def _exigir_ato_valido(concurso: Concurso, ato: Ato) -> None:
    if not ato.veiculo:
        raise Recusa("Diga onde a retificação foi publicada.")
    if not ato.motivo:
        raise Recusa("Diga por que se retifica o resultado.")
    if ato.publicada_em > timezone.localdate():
        raise Recusa(f"A data {ato.publicada_em:%d/%m/%Y} ainda não chegou: confira o ano.")
    ultima = concurso.retificacoes_do_resultado.aggregate(maior=Max("publicada_em"))["maior"]
    if ultima and ato.publicada_em < ultima:
        raise Recusa(f"Já há uma retificação deste resultado publicada em {ultima:%d/%m/%Y}, depois desta.")


def _exigir_sem_impedimento(importacao: Importacao, publicada_em: date) -> None:
    """Pela comparação guardada: data, empates e faltas, ou o que os andares de cima não deixam mudar."""
    vista = importacao.plano.get("retificacao")
    if not vista:
        raise Recusa("Compare antes o arquivo com o resultado homologado.")
    if not vista["cargos"]:
        raise Recusa("Nada a retificar: o arquivo não muda o que decide as listas.")
    quais = [cargo["cargo"] for cargo in vista["cargos"]]
    cargos = Cargo.objects.filter(pk__in=quais).select_related("homologacao").order_by("codigo")
    homologado = max(cargo.homologacao.homologado_em for cargo in cargos)
    if publicada_em < homologado:
        raise Recusa(f"A retificação não pode ser anterior à homologação ({homologado:%d/%m/%Y}).")
    frases = [frase for cargo in vista["cargos"] for frase in cargo["pendencias"]]
    frases += impedimentos_da_retificacao(importacao)
    if frases:
        raise Recusa("O resultado não pode ser retificado com este arquivo.", frases)


def _pedir(autor: Autor, importacao: Importacao, especie: str, verbo: str) -> Execucao:
    importacao.execucao = pedir(
        autor=autor,
        especie=especie,
        chave=str(importacao.pk),
        titulo=f"{verbo} {importacao.nome_original}"[:200],
        parametros={"importacao": importacao.pk},
        orgao=importacao.orgao,
        destino=reverse("candidatos:retificacao_previa", args=[importacao.pk]),
    )
    importacao.save(update_fields=["execucao"])
    return importacao.execucao
