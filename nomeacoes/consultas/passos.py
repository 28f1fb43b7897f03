"""Passos de uma simulação: como se escrevem, num endereço ou num formulário, e que evento é cada um."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cotas import Categoria, Desfecho, EfeitoSubJudice, TipoEvento
from cotas import Evento as EventoDoMotor
from nomeacoes.enums import RESERVADOS_DA_SIMULACAO, TipoDePasso
from nucleo.erros import Recusa

# O endereço tem de caber no que os servidores aceitam (4.094 bytes na linha do pedido, no nosso), e a
# página, na paciência de quem a lê.
MAXIMO_DE_PASSOS = 12
MAXIMO_DE_PESSOAS = 100
MAXIMO_DO_ENDERECO = 3000
MAXIMO_DE_CHAMADAS = 1000
MAXIMO_DO_REGISTRO = 99_999

P, T = TipoDePasso, TipoEvento
COM_QUANTIDADE = (P.CONVOCAR, P.SUPERVENIENTES)
# Pedem um número: de pessoas, de vagas ou do registro que se desfaz.
COM_NUMERO = (*COM_QUANTIDADE, P.DESFAZER)
# Os das pessoas: o evento que cada uma teria, e como se diz, no singular e no plural.
DAS_PESSOAS: Mapping[TipoDePasso, tuple[EventoDoMotor, str, str]] = {
    P.DESISTENCIA: (EventoDoMotor(T.DESISTENCIA), "Desiste", "Desistem"),
    P.SEM_EFEITO: (
        EventoDoMotor(T.SEM_EFEITO),
        "Fica sem efeito a nomeação de",
        "Ficam sem efeito as nomeações de",
    ),
    P.FINAL_DE_FILA: (
        EventoDoMotor(T.FINAL_DE_FILA),
        "Vai para o final da fila",
        "Vão para o final da fila",
    ),
    P.FALECIMENTO: (EventoDoMotor(T.FALECIMENTO), "Falece", "Falecem"),
    P.REINTEGRACAO: (EventoDoMotor(T.REINTEGRACAO), "Reintegra-se", "Reintegram-se"),
    P.SUB_JUDICE_OCUPA: (
        EventoDoMotor(T.SUB_JUDICE, efeito=EfeitoSubJudice.OCUPA),
        "Concorre sub judice, e ocupa a vaga,",
        "Concorrem sub judice, e ocupam a vaga,",
    ),
    P.SUB_JUDICE_ESPELHO: (
        EventoDoMotor(T.SUB_JUDICE, efeito=EfeitoSubJudice.ESPELHO),
        "Concorre sub judice, com vaga espelhada,",
        "Concorrem sub judice, com vaga espelhada,",
    ),
    P.DECISAO_DEFINITIVA: (
        EventoDoMotor(T.FIM_SUB_JUDICE, desfecho=Desfecho.DEFINITIVA),
        "Torna-se definitiva a decisão de",
        "Tornam-se definitivas as decisões de",
    ),
    P.DECISAO_REVOGADA: (
        EventoDoMotor(T.FIM_SUB_JUDICE, desfecho=Desfecho.REVOGADA),
        "Revoga-se a decisão de",
        "Revogam-se as decisões de",
    ),
    P.PROCESSO_EXTINTO: (
        EventoDoMotor(T.FIM_SUB_JUDICE, desfecho=Desfecho.EXTINTA),
        "Acaba, sem mudar o resultado, o processo de",
        "Acabam, sem mudar o resultado, os processos de",
    ),
    P.CONDICIONAL: (
        EventoDoMotor(T.CONDICIONAL),
        "Fica em situação condicional",
        "Ficam em situação condicional",
    ),
    P.CONDICAO_CUMPRIDA: (
        EventoDoMotor(T.FIM_CONDICIONAL, desfecho=Desfecho.CUMPRIDA),
        "Cumpre a condição",
        "Cumprem a condição",
    ),
    P.CONDICAO_DESCUMPRIDA: (
        EventoDoMotor(T.FIM_CONDICIONAL, desfecho=Desfecho.DESCUMPRIDA),
        "Não cumpre a condição",
        "Não cumprem a condição",
    ),
    P.NAO_CONFIRMACAO: (
        EventoDoMotor(T.NAO_CONFIRMACAO),
        "Não se confirma a autodeclaração de",
        "Não se confirmam as autodeclarações de",
    ),
    P.OPCAO_COTAS: (
        EventoDoMotor(T.OPCAO, lista=Categoria.COTAS),
        "Opta pela reserva da cota",
        "Optam pela reserva da cota",
    ),
    P.OPCAO_PCD: (
        EventoDoMotor(T.OPCAO, lista=Categoria.PCD),
        "Opta pela reserva de PcD",
        "Optam pela reserva de PcD",
    ),
}


@dataclass(frozen=True, slots=True)
class PassoPedido:
    """Um passo pedido. `quantidade`: em convocar e supervenientes, quantas; em desfazer, o nº do registro.

    `inscricoes`: nos das pessoas; na ordem judicial, a de quem se põe e, se houver, a de depois de quem.
    """

    tipo: TipoDePasso
    quantidade: int = 0
    inscricoes: tuple[str, ...] = ()

    @property
    def texto(self) -> str:
        """Como vai no endereço: "convocar:10", "desistencia:0001,0002"."""
        valor = str(self.quantidade) if self.tipo in COM_NUMERO else ",".join(self.inscricoes)
        return f"{self.tipo.value}:{valor}"

    @property
    def reservado(self) -> bool:
        """Se revela uma autodeclaração: não vai no endereço, e só o dá quem as vê."""
        return self.tipo in RESERVADOS_DA_SIMULACAO


def separar_inscricoes(texto: str) -> tuple[str, ...]:
    """Inscrições separadas por espaço, vírgula, ponto e vírgula ou quebra de linha, sem repetir."""
    return tuple(dict.fromkeys(texto.replace(",", " ").replace(";", " ").split()))


def ler_passo(texto: str) -> PassoPedido:
    """O passo escrito num endereço. `Recusa` se não se lê."""
    nome, _, valor = texto.partition(":")
    if nome not in TipoDePasso.values:
        raise Recusa("O endereço traz um passo que não existe. Comece outra simulação.")
    tipo = TipoDePasso(nome)
    if tipo is P.EXTINCAO:
        return PassoPedido(tipo)
    if tipo in COM_NUMERO:
        maximo = MAXIMO_DO_REGISTRO if tipo is P.DESFAZER else MAXIMO_DE_CHAMADAS
        if not (valor.isascii() and valor.isdecimal() and 1 <= int(valor[:9]) <= maximo):
            de_que = "o número de um registro, de " if tipo is P.DESFAZER else "um número de "
            raise Recusa(f"“{tipo.label}” pede {de_que}1 a {maximo}.")
        return PassoPedido(tipo, quantidade=int(valor))
    inscricoes = separar_inscricoes(valor)
    if not inscricoes:
        raise Recusa(f"“{tipo.label}” pede ao menos uma inscrição.")
    if tipo is P.ORDEM_JUDICIAL and len(inscricoes) > 2:
        raise Recusa(
            f"“{tipo.label}” pede a inscrição de uma pessoa e, se não é para o alto da lista, a de depois de "
            "quem ela fica."
        )
    return PassoPedido(tipo, inscricoes=inscricoes)


def exigir_tamanho(passos: Sequence[PassoPedido]) -> None:
    """`Recusa` se são passos, pessoas ou letras demais para uma simulação."""
    pessoas = sum(len(passo.inscricoes) for passo in passos)
    letras = sum(len(passo.texto) for passo in passos)
    if len(passos) > MAXIMO_DE_PASSOS:
        raise Recusa(f"Uma simulação leva até {MAXIMO_DE_PASSOS} passos. Retire algum antes de pôr outro.")
    if pessoas > MAXIMO_DE_PESSOAS or letras > MAXIMO_DO_ENDERECO:
        raise Recusa(f"Uma simulação leva até {MAXIMO_DE_PESSOAS} pessoas escolhidas pela inscrição.")
