"""Instrução: requerimentos de prova com decisão, audiência com aviso, sessão com votos, encerramento."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, time

from nucleo.erros import Recusa
from nucleo.permissoes import Autor, servico
from procedimentos.consultas import audiencia_aberta, comunicacao_pendente, efetivos
from procedimentos.enums import Assunto, Meio, Resultado, SituacaoDaComunicacao, TipoDePeca
from procedimentos.fluxo import ANTECEDENCIA_DA_AUDIENCIA, Passo
from procedimentos.models import Audiencia, Membro, Peca, PedidoDeProva, Procedimento
from procedimentos.servicos.autuacao import Arquivo, Autuacao, contar
from procedimentos.servicos.comunicacoes import expedir


@dataclass(frozen=True, slots=True)
class Voto:
    """O voto de um membro e as suas razões."""

    membro: Membro
    voto: Resultado
    razoes: str


def apurar_votos(autuacao: Autuacao, votos: Sequence[Voto]) -> tuple[Resultado, list[dict[str, str]]]:
    """O que a maioria votou e os votos como a peça os guarda.

    `Recusa` se falta o voto de quem compõe a comissão, se falta razão, ou se não há maioria absoluta.
    """
    autuacao.exigir_comissao_desimpedida()
    compoem = {membro.pk: membro for membro in efetivos(autuacao.procedimento)}
    if {voto.membro.pk for voto in votos} != set(compoem) or len(votos) != len(compoem):
        raise Recusa("Vota cada membro da comissão, uma vez: faltam ou sobram votos.")
    if any(not voto.razoes.strip() for voto in votos):
        raise Recusa("Cada voto tem as suas razões.")
    for resultado in Resultado:
        if sum(voto.voto == resultado for voto in votos) * 2 > len(votos):
            escritos = [
                {"membro": str(v.membro.usuario), "voto": Resultado(v.voto).value, "razoes": v.razoes.strip()}
                for v in votos
            ]
            return resultado, escritos
    raise Recusa("Nenhuma conclusão tem a maioria dos votos: delibere-se de novo.")


def votos_em_texto(votos: Sequence[dict[str, str]]) -> str:
    """Um voto por linha, com as razões."""
    return "\n".join(f"{v['membro']}: {Resultado(v['voto']).label}. {v['razoes']}" for v in votos)


@servico
def prova_requerer(
    *, autor: Autor, procedimento: Procedimento, de_quem: str, texto: str, arquivo: Arquivo = None
) -> PedidoDeProva:
    """Junta o requerimento de prova: testemunha, documento, diligência."""
    autuacao = Autuacao(autor, procedimento, Passo.REQUERER_PROVA)
    if not texto.strip() or not de_quem.strip():
        raise Recusa("Diga quem requer e o que quer provar.")
    peca = autuacao.juntar(
        TipoDePeca.REQUERIMENTO, "Requerimento de prova", texto, arquivo=arquivo, de_quem=de_quem
    )
    return PedidoDeProva.objects.create(procedimento=autuacao.procedimento, peca=peca)


@servico
def prova_decidir(
    *, autor: Autor, procedimento: Procedimento, pedido: PedidoDeProva, deferido: bool, razoes: str
) -> Peca:
    """Defere ou indefere, com razões (Lei 9.784/1999, art. 38, § 2º)."""
    autuacao = Autuacao(autor, procedimento, Passo.DECIDIR_PROVA)
    achado = autuacao.procedimento.pedidos.filter(pk=pedido.pk, decisao=None).select_related("peca").first()
    if achado is None:
        raise Recusa("Este requerimento já foi decidido.")
    if not razoes.strip():
        raise Recusa("Escreva as razões da decisão sobre a prova.")
    palavra = "Defere" if deferido else "Indefere"
    achado.decisao = autuacao.juntar(
        TipoDePeca.DESPACHO_DE_PROVA,
        f"{palavra} o requerimento da peça {achado.peca.numero}",
        razoes,
        dados={"pedido": achado.peca.numero, "deferido": deferido},
    )
    achado.deferido = deferido
    achado.save(update_fields=["deferido", "decisao"])
    return achado.decisao


@servico
def prova_produzir(
    *, autor: Autor, procedimento: Procedimento, pedido: PedidoDeProva, texto: str, arquivo: Arquivo = None
) -> Peca:
    """Junta a prova deferida, ou a certidão de que não se pôde produzir."""
    autuacao = Autuacao(autor, procedimento, Passo.PRODUZIR_PROVA)
    achado = (
        autuacao.procedimento.pedidos.filter(pk=pedido.pk, deferido=True, prova=None)
        .select_related("peca")
        .first()
    )
    if achado is None:
        raise Recusa("Só se junta prova deferida e ainda não juntada.")
    achado.prova = autuacao.juntar(
        TipoDePeca.PROVA, f"Prova requerida na peça {achado.peca.numero}", texto, arquivo=arquivo
    )
    achado.save(update_fields=["prova"])
    return achado.prova


@servico
def audiencia_designar(
    *,
    autor: Autor,
    procedimento: Procedimento,
    data: date,
    hora: time,
    lugar: str,
    meio: Meio,
    aceite: str = "",
) -> Audiencia:
    """Designa a audiência e expede a intimação; a que estava por fazer fica substituída."""
    autuacao = Autuacao(autor, procedimento, Passo.DESIGNAR_AUDIENCIA)
    alvo = autuacao.procedimento
    if contar(alvo, autuacao.hoje, ANTECEDENCIA_DA_AUDIENCIA, "uteis") > data:
        raise Recusa(
            f"A parte é intimada {ANTECEDENCIA_DA_AUDIENCIA} dias úteis antes: escolha data posterior."
        )
    if comunicacao_pendente(alvo, Assunto.AUDIENCIA) is not None:
        raise Recusa("A intimação da audiência anterior espera a prova, ou a certidão de que se frustrou.")
    quando = f"{data:%d/%m/%Y}, às {hora:%H:%M}, em {lugar.strip()}"
    peca = autuacao.juntar(
        TipoDePeca.DOCUMENTO, "Designação de audiência", f"Audiência em {quando}.", dados={"data": data}
    )
    anterior = audiencia_aberta(alvo)
    if anterior is not None:
        anterior.encerrada_por = peca
        anterior.save(update_fields=["encerrada_por"])
    nova = Audiencia.objects.create(
        procedimento=alvo, data=data, hora=hora, lugar=lugar.strip(), designacao=peca
    )
    expedir(
        autuacao,
        Assunto.AUDIENCIA,
        meio,
        f"Intima-se para a audiência de {quando}.",
        aceite=aceite,
        audiencia=nova,
    )
    return nova


@servico
def audiencia_registrar(
    *, autor: Autor, procedimento: Procedimento, ata: str, gravacao: str = "", arquivo: Arquivo = None
) -> Peca:
    """Junta a ata da audiência. `Recusa` sem intimação provada ou antes da data."""
    autuacao = Autuacao(autor, procedimento, Passo.REALIZAR_AUDIENCIA)
    audiencia = audiencia_aberta(autuacao.procedimento)
    if audiencia is None:
        raise Recusa("Não há audiência designada.")
    if autuacao.hoje < audiencia.data:
        raise Recusa(f"A audiência é em {audiencia.data:%d/%m/%Y}.")
    if not audiencia.comunicacoes.filter(situacao=SituacaoDaComunicacao.CIENTE).exists():
        raise Recusa("A parte não foi intimada desta audiência: designe outra data.")
    audiencia.encerrada_por = autuacao.juntar(
        TipoDePeca.AUDIENCIA,
        f"Ata da audiência de {audiencia.data:%d/%m/%Y}",
        ata if not gravacao.strip() else f"{ata.strip()}\n\nGravação: {gravacao.strip()}",
        arquivo=arquivo,
        dados={"data": audiencia.data, "gravacao": gravacao.strip()},
    )
    audiencia.save(update_fields=["encerrada_por"])
    return audiencia.encerrada_por


@servico
def sessao_registrar(*, autor: Autor, procedimento: Procedimento, texto: str, votos: Sequence[Voto]) -> Peca:
    """Ata da sessão da comissão sobre a declaração, com o parecer individual de cada membro."""
    autuacao = Autuacao(autor, procedimento, Passo.REUNIR)
    maioria, escritos = apurar_votos(autuacao, votos)
    return autuacao.juntar(
        TipoDePeca.SESSAO,
        "Sessão da comissão",
        f"{texto.strip()}\n\nPareceres:\n{votos_em_texto(escritos)}\n\nMaioria: {maioria.label}.",
        dados={"votos": escritos, "maioria": maioria},
    )


@servico
def instrucao_encerrar(*, autor: Autor, procedimento: Procedimento, texto: str) -> Peca:
    """Encerra a instrução. `Recusa` com requerimento por decidir, prova por juntar ou audiência por fazer."""
    autuacao = Autuacao(autor, procedimento, Passo.ENCERRAR_INSTRUCAO)
    alvo = autuacao.procedimento
    faltas = [
        f"O requerimento da peça {pedido.peca.numero} espera a {'prova' if pedido.deferido else 'decisão'}."
        for pedido in alvo.pedidos.exclude(deferido=False).filter(prova=None).select_related("peca")
    ]
    audiencia = audiencia_aberta(alvo)
    if audiencia is not None:
        faltas.append(f"A audiência de {audiencia.data:%d/%m/%Y} está por fazer.")
    if faltas:
        raise Recusa(faltas[0] if len(faltas) == 1 else "A instrução não se encerra ainda.", faltas)
    peca = autuacao.juntar(TipoDePeca.FIM_DA_INSTRUCAO, "Encerramento da instrução", texto)
    autuacao.passar()
    return peca
