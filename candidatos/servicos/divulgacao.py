"""Resultado preliminar e final, e os recursos entre um e outro."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from django.db.models import Max
from django.utils import timezone

from candidatos.consultas.divulgacao import (
    impedimentos_da_divulgacao,
    recursos_do_concurso,
    ultima_preliminar,
)
from candidatos.enums import EspecieDeDivulgacao, SituacaoClassificacao, SituacaoDoRecurso
from candidatos.models import Candidatura, Classificacao, Divulgacao, Recurso, Resultado
from candidatos.servicos.homologacao import trancar_concurso
from concursos.consultas import decimal_lido, exigir_no_cargo
from concursos.enums import AtoSobreConcurso
from concursos.fluxo import exigir_ato
from concursos.models import Cargo, Concurso, Regras
from nucleo.auditoria import registrar
from nucleo.erros import Conflito, Recusa
from nucleo.permissoes import Autor, servico

S = SituacaoDoRecurso
DEFERIDOS = (S.DEFERIDO, S.DEFERIDO_EM_PARTE)


@servico
def resultado_divulgar(
    *,
    autor: Autor,
    concurso: Concurso,
    especie: EspecieDeDivulgacao,
    publicada_em: date,
    veiculo: str,
    recursos_ate: date | None = None,
) -> Divulgacao:
    """Guarda quais listas se divulgaram, e onde. `recursos_ate`: só do preliminar, o fim do prazo de recurso.

    `Recusa` com tudo o que impede: cargo por classificar, recurso por decidir, data impossível.
    """
    concurso = trancar_concurso(concurso)
    exigir_ato(concurso.situacao, AtoSobreConcurso.CLASSIFICAR)
    _exigir_publicacao(concurso, especie, publicada_em, veiculo)
    if especie is EspecieDeDivulgacao.PRELIMINAR and (recursos_ate is None or recursos_ate < publicada_em):
        raise Recusa("Diga até quando cabem recursos: um dia não anterior ao da publicação.")
    if impedimentos := impedimentos_da_divulgacao(concurso, especie):
        raise Recusa("O resultado ainda não pode ser divulgado.", impedimentos)
    listas = list(
        Classificacao.objects.filter(
            cargo__edital__concurso=concurso, situacao=SituacaoClassificacao.CORRENTE
        )
    )
    _recusar_repetida(concurso, especie, publicada_em, listas)
    ultimo = concurso.divulgacoes.filter(especie=especie).aggregate(maior=Max("numero"))["maior"] or 0
    nova = Divulgacao.objects.create(
        concurso=concurso,
        especie=especie,
        numero=ultimo + 1,
        publicada_em=publicada_em,
        veiculo=veiculo.strip(),
        recursos_ate=recursos_ate if especie is EspecieDeDivulgacao.PRELIMINAR else None,
        autor=autor.pessoa,
    )
    nova.classificacoes.set(listas)
    registrar(
        autor=autor,
        acao="candidatos.resultado_divulgar",
        objeto=nova,
        depois={"especie": especie, "publicada_em": publicada_em, "veiculo": nova.veiculo},
    )
    return nova


@servico
def recurso_registrar(
    *, autor: Autor, candidatura: Candidatura, prova: str, numero: str, recebido_em: date, pedido: str
) -> Recurso:
    """Registra um recurso contra a nota de uma prova no resultado preliminar; `prova`: a chave dela."""
    cargo = candidatura.cargo
    concurso = trancar_concurso(cargo.edital.concurso)
    # Relido: o que veio de fora pode ser de antes da homologação do cargo.
    exigir_no_cargo(Cargo.objects.get(pk=cargo.pk), AtoSobreConcurso.CLASSIFICAR)
    divulgacao = ultima_preliminar(concurso)
    if divulgacao is None:
        raise Recusa("Ainda não se divulgou o resultado preliminar: não há do que recorrer.")
    resultado = _vigente(candidatura)
    if resultado is None or prova not in {cada["chave"] for cada in cargo.regras.provas}:
        raise Recusa("A inscrição não tem nota nessa prova neste cargo.")
    if not pedido.strip() or not numero.strip():
        raise Recusa("Diga o protocolo e o que se pede.")
    if not divulgacao.publicada_em <= recebido_em <= timezone.localdate():
        raise Recusa(
            f"A data do recurso tem de estar entre {divulgacao.publicada_em:%d/%m/%Y}, a do resultado "
            "preliminar, e hoje."
        )
    if divulgacao.recursos.filter(numero=numero.strip()).exists():
        raise Recusa(f"Já há um recurso com o protocolo {numero.strip()}.")
    recurso = Recurso.objects.create(
        divulgacao=divulgacao,
        candidatura=candidatura,
        prova=prova,
        numero=numero.strip(),
        recebido_em=recebido_em,
        pedido=pedido.strip(),
        nota_antes=resultado.notas.get(prova, ""),
        autor=autor.pessoa,
    )
    registrar(
        autor=autor, acao="candidatos.recurso_registrar", objeto=recurso, depois={"protocolo": recurso.numero}
    )
    return recurso


@servico
def recurso_decidir(
    *,
    autor: Autor,
    recurso: Recurso,
    situacao: SituacaoDoRecurso,
    fundamentacao: str,
    decidido_por: str,
    decidido_em: date,
    nota_depois: str = "",
    total_depois: str = "",
) -> Recurso:
    """Decide um recurso. Deferido, as notas novas da prova e a final fazem outra versão do resultado.

    `total_depois`: a nota final que resulta, quando a prova atacada não é ela. `Recusa` se falta a razão ou
    quem decidiu, se a nota não muda ou não cabe na prova, ou se o recurso é intempestivo e se quer conhecer.
    """
    trancar_concurso(recurso.divulgacao.concurso)
    recurso = Recurso.objects.select_related("divulgacao", "candidatura__cargo__regras").get(pk=recurso.pk)
    exigir_no_cargo(recurso.candidatura.cargo, AtoSobreConcurso.CLASSIFICAR)
    if recurso.situacao != S.PENDENTE:
        raise Conflito("Este recurso já foi decidido.")
    _exigir_decisao(recurso, situacao, fundamentacao, decidido_por, decidido_em)
    antes = recurso.nota_antes
    recurso.situacao = situacao
    recurso.fundamentacao, recurso.decidido_por = fundamentacao.strip(), decidido_por.strip()
    recurso.decidido_em = decidido_em
    notas = _notas_novas(recurso, nota_depois, total_depois) if situacao in DEFERIDOS else {}
    recurso.nota_depois = notas.get(recurso.prova, "")
    recurso.save()
    if notas:
        _versionar(recurso, notas)
    registrar(
        autor=autor,
        acao="candidatos.recurso_decidir",
        objeto=recurso,
        antes={"nota": antes},
        depois={"situacao": situacao, "nota": recurso.nota_depois, "decidido_por": recurso.decidido_por},
    )
    return recurso


def _recusar_repetida(
    concurso: Concurso, especie: EspecieDeDivulgacao, publicada_em: date, listas: list[Classificacao]
) -> None:
    """O mesmo resultado, do mesmo dia, enviado outra vez: duas pessoas, ou o botão apertado duas vezes."""
    ultima = concurso.divulgacoes.filter(especie=especie).order_by("-pk").first()
    if ultima is None or ultima.publicada_em != publicada_em:
        return
    if set(ultima.classificacoes.values_list("pk", flat=True)) == {lista.pk for lista in listas}:
        raise Recusa(f"Já se registrou esta divulgação, com as mesmas listas: {ultima}.")


def _exigir_publicacao(
    concurso: Concurso, especie: EspecieDeDivulgacao, publicada_em: date, veiculo: str
) -> None:
    """O resultado sai depois do edital e, o final, depois do preliminar e de cada decisão de recurso."""
    if not veiculo.strip():
        raise Recusa("Diga onde o resultado foi publicado.")
    if publicada_em > timezone.localdate():
        raise Recusa(f"A data {publicada_em:%d/%m/%Y} ainda não chegou: confira o ano.")
    edital = concurso.edital.publicado_em
    if edital and publicada_em < edital:
        raise Recusa(f"O resultado não pode ser anterior à publicação do edital ({edital:%d/%m/%Y}).")
    preliminar = ultima_preliminar(concurso)
    if especie is EspecieDeDivulgacao.PRELIMINAR or preliminar is None:
        return
    decididos = recursos_do_concurso(concurso).aggregate(ultimo=Max("decidido_em"))["ultimo"]
    desde = max(dia for dia in (preliminar.publicada_em, decididos) if dia)
    if publicada_em < desde:
        raise Recusa(
            f"O resultado final não pode ser anterior ao preliminar nem à última decisão ({desde:%d/%m/%Y})."
        )


def _exigir_decisao(
    recurso: Recurso, situacao: SituacaoDoRecurso, fundamentacao: str, decidido_por: str, decidido_em: date
) -> None:
    if situacao is S.PENDENTE:
        raise Recusa("Escolha a decisão.")
    if not fundamentacao.strip() or not decidido_por.strip():
        raise Recusa("Diga por que se decide assim, e quem decidiu.")
    if not recurso.recebido_em <= decidido_em <= timezone.localdate():
        raise Recusa(f"A decisão tem de estar entre o recebimento ({recurso.recebido_em:%d/%m/%Y}) e hoje.")
    ate = recurso.divulgacao.recursos_ate
    if ate is not None and recurso.recebido_em > ate and situacao is not S.NAO_CONHECIDO:
        raise Recusa(
            f"O recurso chegou em {recurso.recebido_em:%d/%m/%Y}, e o prazo acabou em {ate:%d/%m/%Y}: é "
            "intempestivo, e só pode não ser conhecido."
        )


def _notas_novas(recurso: Recurso, nota: str, total: str) -> dict[str, str]:
    """A nota da prova e, se não é ela, a final; `Recusa` se não são notas, se não mudam ou não cabem."""
    regras = recurso.candidatura.cargo.regras
    novas = {recurso.prova: _nota(regras, recurso.prova, nota)}
    if recurso.prova != regras.nota_final:
        novas[regras.nota_final] = _nota(regras, regras.nota_final, total)
    vigente = _vigente(recurso.candidatura)
    if vigente is None or all(
        Decimal(valor) == Decimal(vigente.notas[prova]) for prova, valor in novas.items()
    ):
        raise Recusa("Deferido o recurso, alguma nota muda: escreva as que resultam.")
    return novas


def _nota(regras: Regras, chave: str, texto: str) -> str:
    prova = next(cada for cada in regras.provas if cada["chave"] == chave)
    try:
        valor = decimal_lido(texto)
    except ValueError:
        raise Recusa(f"Escreva a nota de {prova['nome']} como em 72,50.") from None
    maxima = prova.get("maxima")
    if maxima and valor > decimal_lido(maxima):
        raise Recusa(f"A nota de {prova['nome']} não passa de {maxima.replace('.', ',')}.")
    if valor < 0 and not prova.get("negativa"):
        raise Recusa(f"A nota de {prova['nome']} não pode ser negativa.")
    return f"{valor:f}"


def _versionar(recurso: Recurso, notas: dict[str, str]) -> None:
    vigente = _vigente(recurso.candidatura)
    assert vigente is not None
    Resultado.objects.create(
        candidatura=recurso.candidatura,
        versao=vigente.versao + 1,
        recurso=recurso,
        linha=vigente.linha,
        notas={**vigente.notas, **notas},
        etapas=vigente.etapas,
        jurado=vigente.jurado,
        posicao_oficial=vigente.posicao_oficial,
    )


def _vigente(candidatura: Candidatura) -> Resultado | None:
    return candidatura.resultados.order_by("-versao").first()
