"""O que se segue de um registro, em palavras, antes de se gravar."""

from __future__ import annotations

from candidatos.models import Candidatura
from cotas import Apuracao, Chamada, Previsor
from nomeacoes.consultas.estado import EstadoDoCargo, evento_do_motor
from nomeacoes.enums import TipoDoEvento
from nomeacoes.models import Evento


def consequencias(estado: EstadoDoCargo, novo: Evento, depois: Apuracao) -> list[str]:
    """Frases sobre a pessoa do evento, as vagas e quem vem a seguir. `depois`: o cargo com o evento."""
    antes = estado.apuracao
    hoje = Previsor(estado.regras, estado.habilitados, estado.passados)
    ficaria = Previsor(estado.regras, estado.habilitados, [*estado.passados, evento_do_motor(novo)])
    frases = []
    if novo.tipo == TipoDoEvento.EXTINCAO:
        frases.append("Já não se convoca ninguém para o cargo. Quem está nomeado continua como está.")
    mudam = {*antes.vaga_de, *antes.espelhos, *depois.vaga_de, *depois.espelhos}
    quem = {str(novo.candidatura_id)} if novo.candidatura_id else set()
    for pessoa in sorted(mudam | quem, key=int):
        frases += _da_pessoa(pessoa, antes, depois, mostrar=pessoa in quem, espera=ficaria.espera(pessoa))
    frases.append(_da_proxima(hoje.proxima(), ficaria.proxima()))
    return frases


def _da_pessoa(pessoa: str, antes: Apuracao, depois: Apuracao, *, mostrar: bool, espera: bool) -> list[str]:
    """O que muda na vaga da pessoa; se é a do evento, também onde fica."""
    frases = []
    tinha, tera = antes.vaga_de.get(pessoa), depois.vaga_de.get(pessoa)
    if tinha != tera and tinha is not None:
        frases.append(f"{_nome(pessoa)} deixa a vaga {tinha}, que se abre.")
    if tinha != tera and tera is not None:
        frases.append(f"{_nome(pessoa)} volta à vaga {tera}.")
    if pessoa in antes.espelhos and pessoa not in depois.espelhos:
        frases.append(f"Acaba a vaga espelhada de {_nome(pessoa)}.")
    if not mostrar:
        return frases
    if tera is not None or pessoa in depois.espelhos:
        frases.append(f"{_nome(pessoa)} continua na vaga {tera or depois.espelhos[pessoa]}.")
    elif espera:
        frases.append(f"{_nome(pessoa)} fica na lista, à espera da sua vez.")
    else:
        frases.append(f"{_nome(pessoa)} fica fora do concurso.")
    return frases


def _da_proxima(hoje: Chamada | None, depois: Chamada | None) -> str:
    if depois is None:
        return "Depois disto não há quem chamar."
    nome = f"{_nome(depois.candidato)}, para a vaga {depois.vaga}"
    if hoje is not None and (hoje.candidato, hoje.vaga) == (depois.candidato, depois.vaga):
        return f"A próxima chamada continua a ser de {nome}."
    if hoje is None:
        return f"A próxima chamada passa a ser de {nome}."
    return f"A próxima chamada, hoje de {_nome(hoje.candidato)} (vaga {hoje.vaga}), passa a ser de {nome}."


def _nome(candidato: str) -> str:
    pessoa = Candidatura.objects.select_related("inscricao__candidato").get(pk=int(candidato))
    return f"{pessoa.inscricao.candidato} ({pessoa.inscricao})"
