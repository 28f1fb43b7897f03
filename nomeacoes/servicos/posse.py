"""Prazos da posse e do exercício: a prorrogação a pedido e o exercício."""

from __future__ import annotations

from datetime import date

from django.utils import timezone

from concursos.servicos.trancas import trancar_cargo
from nomeacoes.consultas.prazos import Contador, Prazo
from nomeacoes.enums import EspecieDePrazo, SituacaoNomeacao
from nomeacoes.models import Exercicio, Nomeacao, ProrrogacaoDePrazo
from nucleo.auditoria import registrar
from nucleo.erros import Recusa
from nucleo.permissoes import Autor, servico


@servico
def prazo_prorrogar(
    *, autor: Autor, nomeacao: Nomeacao, especie: EspecieDePrazo, data: date, motivo: str, documento: str
) -> ProrrogacaoDePrazo:
    """Registra o pedido que prorroga o prazo da posse ou do exercício pela quantidade da regra.

    `data`: a do requerimento. `Recusa` se o prazo não corre, já se cumpriu, a regra não o prorroga (mais),
    ou o pedido veio depois do fim dele.
    """
    nomeacao = _relida(nomeacao)
    if not motivo.strip():
        raise Recusa("Diga o motivo do pedido: ele fica no registro.")
    if not documento.strip():
        raise Recusa("Diga o requerimento: o processo, o protocolo ou a data dele.")
    prazo = _que_se_prorroga(nomeacao, especie)
    _exigir_no_prazo(data, prazo)
    nova = ProrrogacaoDePrazo.objects.create(
        nomeacao=nomeacao,
        especie=especie,
        sequencia=len(prazo.prorrogacoes) + 1,
        quantidade=prazo.regra.prorrogacao,
        requerida_em=data,
        motivo=motivo.strip(),
        documento=documento.strip(),
        autor=autor.pessoa,
    )
    registrar(
        autor=autor,
        acao="nomeacoes.prazo_prorrogar",
        objeto=nova,
        antes={"fim": prazo.fim},
        depois={"prazo": especie, "fim": _fim(nomeacao, especie), "documento": nova.documento},
    )
    return nova


@servico
def exercicio_registrar(*, autor: Autor, nomeacao: Nomeacao, data: date, documento: str) -> Exercicio:
    """Quem tomou posse entrou em exercício. `Recusa` sem posse, repetido, pela data ou sem documento."""
    nomeacao = _relida(nomeacao)
    if nomeacao.situacao != SituacaoNomeacao.EMPOSSADA or nomeacao.empossada_em is None:
        raise Recusa("Só entra em exercício quem tomou posse: registre-a antes.")
    if hasattr(nomeacao, "exercicio"):
        raise Recusa(f"O exercício já está registrado, de {nomeacao.exercicio.data:%d/%m/%Y}.")
    if not documento.strip():
        raise Recusa("Diga qual documento comprova o exercício: termo, ofício ou folha de ponto.")
    if data > timezone.localdate():
        raise Recusa("A data está no futuro.")
    if data < nomeacao.empossada_em:
        raise Recusa(f"A data é anterior à posse, de {nomeacao.empossada_em:%d/%m/%Y}.")
    exigir_dentro_do_prazo(nomeacao, EspecieDePrazo.EXERCICIO, data)
    exercicio = Exercicio.objects.create(
        nomeacao=nomeacao, data=data, documento=documento.strip(), autor=autor.pessoa
    )
    registrar(
        autor=autor,
        acao="nomeacoes.exercicio_registrar",
        objeto=exercicio,
        depois={"data": data, "documento": exercicio.documento},
    )
    return exercicio


def exigir_dentro_do_prazo(nomeacao: Nomeacao, especie: EspecieDePrazo, data: date) -> None:
    """`Recusa` se a data passa do fim do prazo; sem regra, ou com a vaga sob ressalva, nada se exige.

    A ressalva é decisão da Justiça, ou condição por cumprir: a vaga espera por ela.
    """
    contador = Contador(timezone.localdate())
    prazo = contador.posse(nomeacao) if especie == EspecieDePrazo.POSSE else contador.exercicio(nomeacao)
    if prazo is None or nomeacao.ressalva or data <= prazo.fim:
        return
    saida = f"registre a prorrogação pedida até {prazo.fim:%d/%m/%Y}" if prazo.prorrogavel else ""
    if especie == EspecieDePrazo.POSSE:
        saida = f"{saida}, ou torne sem efeito a nomeação" if saida else "torne sem efeito a nomeação"
    raise Recusa(
        f"O prazo de {especie.label.lower()} acabou em {prazo.fim:%d/%m/%Y} ({prazo.regra.dispositivo})"
        + (f": {saida}." if saida else ".")
    )


def exigir_prazo_acabado(nomeacao: Nomeacao, data: date) -> None:
    """`Recusa` se, na data, o prazo da posse ainda corre; sem regra ou sem ato assinado, nada se exige."""
    prazo = Contador(timezone.localdate()).posse(nomeacao)
    if prazo is not None and data <= prazo.fim:
        raise Recusa(
            f"O prazo da posse corre até {prazo.fim:%d/%m/%Y} ({prazo.regra.dispositivo}): antes disso a "
            "nomeação não fica sem efeito. Se a pessoa desistiu, registre a desistência."
        )


def _relida(nomeacao: Nomeacao) -> Nomeacao:
    trancar_cargo(nomeacao.vaga.cargo)
    return (
        Nomeacao.objects.select_related("vaga__cargo__edital__concurso__orgao__municipio", "exercicio")
        .prefetch_related("atos__publicacoes", "prorrogacoes")
        .get(pk=nomeacao.pk)
    )


def _fim(nomeacao: Nomeacao, especie: EspecieDePrazo) -> date | None:
    prazos = Contador(timezone.localdate()).prazos(_relida(nomeacao))
    return next((prazo.fim for prazo in prazos if prazo.especie == especie), None)


def _que_se_prorroga(nomeacao: Nomeacao, especie: EspecieDePrazo) -> Prazo:
    if nomeacao.situacao == SituacaoNomeacao.ENCERRADA:
        raise Recusa("Esta nomeação já está encerrada: não há prazo que corra.")
    prazos = Contador(timezone.localdate()).prazos(nomeacao)
    prazo = next((prazo for prazo in prazos if prazo.especie == especie), None)
    if prazo is None:
        raise Recusa(
            f"O prazo de {especie.label.lower()} não corre: falta o ato assinado, a posse, ou a regra "
            "do município."
        )
    if prazo.cumprido_em is not None:
        raise Recusa(f"O prazo já se cumpriu, em {prazo.cumprido_em:%d/%m/%Y}.")
    if not prazo.prorrogavel:
        raise Recusa(
            f"O prazo já se prorrogou tanto quanto cabe ({prazo.regra.dispositivo})."
            if prazo.prorrogacoes
            else f"O prazo não se prorroga ({prazo.regra.dispositivo})."
        )
    return prazo


def _exigir_no_prazo(data: date, prazo: Prazo) -> None:
    if data > timezone.localdate():
        raise Recusa("A data está no futuro.")
    if data < prazo.inicio:
        raise Recusa(f"O pedido é anterior ao começo do prazo, de {prazo.inicio:%d/%m/%Y}.")
    if data > prazo.fim:
        raise Recusa(f"O pedido veio depois do fim do prazo, de {prazo.fim:%d/%m/%Y}: já não se prorroga.")
