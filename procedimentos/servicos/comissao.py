"""A comissão: cada um declara se tem impedimento, e o suplente assume quando alguém sai."""

from __future__ import annotations

from collections.abc import Collection

from nucleo.erros import Recusa
from nucleo.models import Usuario
from nucleo.permissoes import Autor, Pessoa, servico
from procedimentos.enums import Funcao, Impedimento, TipoDePeca
from procedimentos.fluxo import Passo
from procedimentos.models import Membro, Peca, Procedimento
from procedimentos.servicos.autuacao import Autuacao


@servico
def impedimento_declarar(
    *, autor: Autor, procedimento: Procedimento, impedimentos: Collection[str], detalhe: str = ""
) -> Peca:
    """O próprio membro responde a cada impedimento; com algum, deixa de atuar até ser substituído."""
    autuacao = Autuacao(autor, procedimento, Passo.DECLARAR)
    membro = autuacao.procedimento.membros.get(usuario=autuacao.pessoa, saiu_por=None)
    if membro.impedido:
        raise Recusa("Você já declarou impedimento: a declaração não se retira.")
    tem = [Impedimento(valor) for valor in impedimentos]
    if tem and not detalhe.strip():
        raise Recusa("Diga em que consiste o impedimento.")
    respostas = "\n".join(f"{i.label}: {'sim' if i in tem else 'não'}." for i in Impedimento)
    membro.declaracao = autuacao.juntar(
        TipoDePeca.IMPEDIMENTO,
        f"Declaração de {autuacao.pessoa}"[:200],
        f"Declaro, sobre cada impedimento:\n{respostas}\n{detalhe.strip()}",
        dados={"impedimentos": [i.value for i in tem]},
    )
    membro.impedido = bool(tem)
    membro.save(update_fields=["declaracao", "impedido"])
    return membro.declaracao


@servico
def membro_substituir(
    *,
    autor: Autor,
    procedimento: Procedimento,
    membro: Membro,
    suplente: Membro,
    motivo: str,
    novo_suplente: Usuario | None = None,
) -> Peca:
    """O suplente assume a função de quem sai. `Recusa` se não são desta comissão, ou sem motivo."""
    autuacao = Autuacao(autor, procedimento, Passo.SUBSTITUIR)
    alvo = autuacao.procedimento
    sai = alvo.membros.filter(pk=membro.pk, saiu_por=None).first()
    entra = alvo.membros.filter(pk=suplente.pk, saiu_por=None, funcao=Funcao.SUPLENTE).first()
    if sai is None or entra is None or sai.pk == entra.pk:
        raise Recusa("Escolha quem sai e um suplente desta comissão que ainda não assumiu.")
    if not motivo.strip():
        raise Recusa("Escreva o motivo da substituição.")
    if novo_suplente is not None:
        _exigir_que_possa_ser_suplente(alvo, novo_suplente)
    funcao = Funcao(sai.funcao)
    peca = autuacao.juntar(
        TipoDePeca.SUBSTITUICAO,
        f"Substituição de {sai.usuario}"[:200],
        f"Sai {sai.usuario}, {funcao.label.lower()}; assume {entra.usuario}. Motivo: {motivo.strip()}"
        + (f"\nNovo suplente: {novo_suplente}." if novo_suplente else ""),
        dados={"sai": sai.usuario_id, "entra": entra.usuario_id, "funcao": funcao},
    )
    sai.saiu_por = peca
    sai.save(update_fields=["saiu_por"])
    if funcao != Funcao.SUPLENTE:
        entra.funcao = funcao
        entra.save(update_fields=["funcao"])
    if novo_suplente is not None:
        Membro.objects.create(procedimento=alvo, usuario=novo_suplente, funcao=Funcao.SUPLENTE)
    return peca


def _exigir_que_possa_ser_suplente(procedimento: Procedimento, pessoa: Usuario) -> None:
    if procedimento.membros.filter(usuario=pessoa).exists():
        raise Recusa(f"{pessoa} é ou já foi da comissão.")
    if pessoa.pk in (procedimento.decide_id, procedimento.julga_recurso_id):
        raise Recusa(f"{pessoa} decide ou julga o recurso: não é da comissão.")
    if not Pessoa(pessoa).pode("procedimentos.comissao", procedimento.orgao):
        raise Recusa(f"{pessoa} não tem o papel de comissão neste órgão.")
