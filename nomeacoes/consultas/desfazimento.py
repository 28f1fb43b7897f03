"""O que impede desfazer um registro, dito em palavras, e o que se segue de desfazer uma convocação."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from django.db.models import QuerySet

from cotas import Apuracao, Chamada
from nomeacoes.consultas.estado import EstadoDoCargo
from nomeacoes.enums import RessalvaDaNomeacao, SituacaoAto, TipoDoEvento
from nomeacoes.fluxo import POR_ASSINAR
from nomeacoes.models import Ato, Evento, Nomeacao

T = TipoDoEvento
# Mais que isto numa frase não se lê.
MAIS_ATOS = 3
# Evento, vaga, pessoa e se é espelhada: o que de uma chamada não muda quando se desfaz outro registro.
Chave = tuple[int, int, str, bool]


def impedimento_da_convocacao(estado: EstadoDoCargo, convocacao: Evento, desfeitos: Collection[int]) -> str:
    """Por que não se desfaz a convocação, e o que fazer; vazia se nada o impede.

    `desfeitos`: índices dos eventos já desfeitos, na realidade ou numa simulação.
    """
    assinados = _assinados(convocacao)
    if assinados:
        return (
            f"{_maiuscula(nome_do_registro(convocacao))} tem {_enumerar(assinados)}, e ato assinado "
            "não se desfaz. Torne sem efeito, na página dela, a nomeação de cada pessoa chamada: a vaga "
            "abre-se e vai à próxima convocação. A quem não devia perder o lugar na lista, registre depois a "
            "reintegração."
        )
    posteriores = [
        evento
        for indice, evento in enumerate(estado.eventos)
        if evento.sequencia > convocacao.sequencia and indice not in desfeitos
    ]
    outra = next((evento for evento in reversed(posteriores) if evento.tipo == T.CONVOCAR), None)
    if outra is not None:
        return (
            f"{_maiuscula(nome_do_registro(outra))} veio depois, e as suas vagas seguem as desta: desfaça-a "
            "antes, da última para a primeira."
        )
    perdas = set(convocacao.nomeacoes.values_list("encerrada_por", flat=True))
    perda = next((e for e in reversed(posteriores) if e.tipo == T.SEM_EFEITO and e.pk in perdas), None)
    if perda is not None:
        return (
            f"{_maiuscula(nome_do_registro(perda))} tornou sem efeito uma nomeação que ela fez, e sem ela "
            "não teria havido nomeação: desfaça-o antes."
        )
    return ""


def frase_do_que_depende(estado: EstadoDoCargo, alvo: Evento, dependente: int) -> str:
    """Que registro posterior não seria o que foi sem o `alvo`, e qual é o remédio."""
    outro = estado.eventos[dependente]
    if outro.tipo == T.CONVOCAR:
        return (
            f"{_maiuscula(nome_do_registro(alvo))} não se desfaz: sem ele {nome_do_registro(outro)} teria "
            "sido outra, e as chamadas que se fizeram não se apagam. Se a convocação também foi engano e "
            "nenhum ato dela está assinado, desfaça-a antes; se não, registre a reintegração da pessoa, ou "
            "outro registro que remedeie."
        )
    return (
        f"{_maiuscula(nome_do_registro(alvo))} não se desfaz: {nome_do_registro(outro)} depende dele. "
        "Desfaça antes esse, se também foi engano."
    )


def nome_do_registro(evento: Evento) -> str:
    """Como se fala dele: "o registro 3 (desistência de 02/03/2026)"; a convocação, "a convocação de …"."""
    if evento.tipo == T.CONVOCAR:
        return f"a convocação de {evento.data:%d/%m/%Y} (registro {evento.sequencia})"
    return f"o registro {evento.sequencia} ({evento.get_tipo_display().lower()} de {evento.data:%d/%m/%Y})"


def frase_da_convocacao_desfeita(convocacao: Evento) -> str:
    """O que se segue de a desfazer, além do que muda a cada pessoa."""
    minutas = Ato.objects.filter(ocupacao__causa__evento=convocacao, situacao__in=POR_ASSINAR).count()
    canceladas = "não há minuta a cancelar"
    if minutas:
        canceladas = f"{minutas} minutas são canceladas" if minutas > 1 else "1 minuta é cancelada"
    return (
        "A convocação fica na história, desfeita: quem ela chamou volta ao seu lugar na lista, "
        f"{canceladas}, e nenhum número de ato se gasta."
    )


def _assinados(convocacao: Evento) -> list[str]:
    atos = Ato.objects.filter(ocupacao__causa__evento=convocacao, situacao=SituacaoAto.ASSINADO)
    return [str(ato) for ato in atos.order_by("posicao")]


# O que as chamadas que ficam dizem ------------------------------------------------------------------


def chamadas_que_mudam(antes: Apuracao, depois: Apuracao) -> Mapping[Chave, Chamada]:
    """As que continuam, mas já com outra ressalva ou outros fundamentos, como seriam sem o registro."""
    eram = {_chave(chamada): chamada for chamada in antes.chamadas}
    return {
        _chave(chamada): chamada
        for chamada in depois.chamadas
        if (era := eram.get(_chave(chamada))) is not None
        and (era.ressalva, era.fundamentos) != (chamada.ressalva, chamada.fundamentos)
    }


def nomeacoes_das_chamadas(estado: EstadoDoCargo, chaves: Iterable[Chave]) -> QuerySet[Nomeacao]:
    """As nomeações que essas chamadas fizeram."""
    dos_eventos = {estado.eventos[evento].pk for evento, *_ in chaves}
    pessoas = {int(quem) for _, _, quem, _ in chaves}
    return Nomeacao.objects.filter(evento__in=dos_eventos, candidatura__in=pessoas)


def _chave(chamada: Chamada) -> Chave:
    return chamada.evento, chamada.vaga, chamada.candidato, chamada.espelho


def atos_que_nao_mudam(estado: EstadoDoCargo, novo: Evento, depois: Apuracao) -> list[str]:
    """Os atos assinados que dizem uma ressalva que, desfeito o registro, já não haveria."""
    if novo.desfaz is None:
        return []
    mudam = chamadas_que_mudam(estado.apuracao, depois)
    frases = []
    for nomeacao in nomeacoes_das_chamadas(estado, list(mudam)).exclude(ressalva=""):
        ato = nomeacao.atos.filter(situacao=SituacaoAto.ASSINADO, ocupacao__sequencia=1).first()
        if ato is not None:
            ressalva = RessalvaDaNomeacao(nomeacao.ressalva).label.lower()
            frases.append(
                f"{ato}, já assinado, saiu com a ressalva “{ressalva}”, e ato assinado não muda: os "
                "registros deixam de a trazer."
            )
    return frases


def _enumerar(atos: list[str]) -> str:
    """ "Ato de nomeação nº 1/2026, Ato de nomeação nº 2/2026 e mais 4 atos assinados"."""
    ditos, sobram = atos[:MAIS_ATOS], len(atos) - MAIS_ATOS
    if sobram > 0:
        return f"{', '.join(ditos)} e mais {sobram} {'ato assinado' if sobram == 1 else 'atos assinados'}"
    *primeiros, ultimo = ditos
    frase = f"{', '.join(primeiros)} e {ultimo}" if primeiros else ultimo
    return f"{frase}, {'assinado' if len(ditos) == 1 else 'assinados'}"


def _maiuscula(frase: str) -> str:
    return frase[:1].upper() + frase[1:]
