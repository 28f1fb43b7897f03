"""O que cada campo tira de uma célula, e onde o guarda na linha lida.

Funções sem estado: quem as chama (`interpretacao`) lembra as respostas e anota os achados.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Any, TypeAlias

from candidatos.enums import RegraDeTexto
from candidatos.servicos import regras_de_texto
from candidatos.servicos import valores as v
from candidatos.servicos.campos import Campo, Tipo
from candidatos.servicos.celulas import Celula, data_em_texto, em_branco, texto
from concursos.consultas.motor import decimal_lido
from concursos.models import Cargo

# Em concurso público, quem tem menos de 14 ou mais de 110 anos é erro de digitação (1193 por 1993).
IDADE_MINIMA, IDADE_MAXIMA = 14, 110
_NASCIMENTO_MAXIMO = 40

Declaracao: TypeAlias = tuple[bool, bool, bool]


@dataclass(slots=True)
class LinhaLida:
    """Uma candidatura como o arquivo a diz. Nulo: o arquivo não diz (coluna não importada).

    `ordem`: quantas linhas de dados vieram antes. `cargo_id`: chave do cargo, zero enquanto não se sabe
    (ler `cargo.pk` a cada linha custaria mais do que parece). `notas`: {prova: texto decimal canônico}, ou
    `NENHUMA_NOTA` se a linha diz que não há; `posicao`: `NENHUM_LUGAR` se diz que não tem lugar.
    """

    numero: int
    ordem: int
    cargo: Cargo
    cargo_id: int
    inscricao: str = ""
    nome: str = ""
    nome_busca: str = ""
    cpf: str = ""
    nascimento: date | None = None
    nascimento_informado: str = ""
    notas: dict[str, str] = field(default_factory=dict)
    etapas: dict[str, str] = field(default_factory=dict)
    jurado: bool | None = None
    posicao: int | None = None
    declaracao: Declaracao | None = None
    contato: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Lido:
    """O que um leitor tira de uma célula: o valor, e o aviso que o acompanha, se há."""

    valor: Any
    codigo: str = ""
    aviso: str = ""


@dataclass(frozen=True, slots=True)
class Recusado:
    """A célula impede a linha."""

    motivo: str


@dataclass(frozen=True, slots=True)
class SemDestino:
    """Valor que a pessoa ainda não pareou."""

    lido: str


Resposta: TypeAlias = Lido | Recusado | SemDestino


Responder: TypeAlias = Callable[[Celula], Resposta]
Guardar: TypeAlias = Callable[[LinhaLida, Any], None]

EM_BRANCO = "em branco, e o layout diz que é obrigatória"
SEM_CARGO = Cargo()
# O que a linha diz que não há: ao contrário do que ela não diz, substitui o que a base tem.
NENHUMA_NOTA = ""
NENHUM_LUGAR = 0
NENHUMA_RESERVA: Declaracao = (False, False, False)
RESERVAS: Mapping[str, Declaracao] = {
    "negro": (True, False, False),
    "indigena": (False, True, False),
    "pcd": (False, False, True),
}


def responder_com_regra(responder: Callable[[Celula], Resposta], celula: Celula, regra: str) -> Resposta:
    """A resposta, com a regra de texto aplicada antes e a recusa do valor como resposta."""
    if regra != RegraDeTexto.INTEIRO and not em_branco(celula):
        celula = regras_de_texto.aplicar(regra, texto(celula))
    try:
        return responder(celula)
    except v.ValorRecusado as recusado:
        return Recusado(str(recusado))


def exigindo(responder: Responder) -> Responder:
    """O mesmo, mas a célula em branco é recusada: o layout diz que a coluna é obrigatória."""
    return lambda celula: Recusado(EM_BRANCO) if em_branco(celula) else responder(celula)


def nota_da_prova(prova: Mapping[str, Any], nota: Decimal) -> Resposta:
    """A nota, se cabe na escala que o edital dá à prova."""
    if nota < 0 and not prova.get("negativa"):
        return Recusado("é negativa, e o edital não admite nota negativa nesta prova")
    maxima = decimal_lido(prova["maxima"]) if prova.get("maxima") else None
    if maxima is not None and nota > maxima:
        return Recusado(f"passa da nota máxima da prova, {maxima}".replace(".", ","))
    return Lido(v.nota_em_texto(nota))


def nascimento(celula: Celula, formato: str, referencia: date | None, obrigatorio: bool) -> Resposta:
    """(data ou nulo, texto como informado): a que não é possível não decide empate, e fica como veio."""
    try:
        data = v.ler_data(celula, formato)
    except v.DataInutil as inutil:
        como_veio = texto(celula)[:_NASCIMENTO_MAXIMO]
        return Lido((None, como_veio), inutil.codigo, f"{inutil}. Fica como veio, e não decide empate")
    if data is None:
        motivo = "em branco: se houver empate a decidir pela idade, ela fará falta"
        return Lido((None, ""), "nascimento_em_branco", motivo if obrigatorio else "")
    if referencia and not IDADE_MINIMA <= _idade(data, referencia) <= IDADE_MAXIMA:
        motivo = (
            f"improvável: daria {_idade(data, referencia)} anos em {data_em_texto(referencia)}. "
            "Fica como veio, e não decide empate"
        )
        return Lido((None, data_em_texto(data)), "nascimento_improvavel", motivo)
    return Lido((data, ""))


def contato(campo: Campo) -> tuple[Responder, Guardar]:
    """Como se lê e se guarda um campo de contato, o CEP entre eles."""

    def responder(celula: Celula) -> Resposta:
        if campo.tipo is not Tipo.CEP:
            return Lido(v.ler_contato(celula))
        cep = v.ler_cep(celula)
        return Lido(cep.cep, cep.codigo, cep.aviso)

    def guardar(lida: LinhaLida, valor: str) -> None:
        if valor:
            lida.contato[campo.chave] = valor

    return responder, guardar


def guardar_nascimento(lida: LinhaLida, valor: tuple[date | None, str]) -> None:
    """A data, ou o texto que não é data."""
    lida.nascimento, lida.nascimento_informado = valor


def guardar_jurado(lida: LinhaLida, valor: bool) -> None:
    """Se a pessoa foi jurada (Código de Processo Penal, art. 440)."""
    lida.jurado = valor


def guardar_posicao(lida: LinhaLida, valor: int | None) -> None:
    """O lugar que a banca deu, ou que não deu nenhum."""
    lida.posicao = valor or NENHUM_LUGAR


def guardar_reservas(lida: LinhaLida, valor: Declaracao) -> None:
    """Soma as reservas: as colunas que as informam completam-se, nenhuma desdiz outra."""
    if valor is not NENHUMA_RESERVA:
        negro, indigena, pcd = lida.declaracao or NENHUMA_RESERVA
        lida.declaracao = (negro or valor[0], indigena or valor[1], pcd or valor[2])


def data_de_referencia(cargo: Cargo) -> date | None:
    """Dia em que o edital conta a idade, ou o da publicação dele; nulo se não se sabe o cargo."""
    if not cargo.pk:
        return None
    return cargo.regras.data_referencia_idade or cargo.edital.publicado_em


def _idade(nascimento: date, referencia: date) -> int:
    ainda_nao = (referencia.month, referencia.day) < (nascimento.month, nascimento.day)
    return referencia.year - nascimento.year - ainda_nao
