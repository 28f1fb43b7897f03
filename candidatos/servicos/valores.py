"""Do que está na célula ao valor do sistema, à risca: o que não se entende é recusado, nunca adivinhado.

Os widgets do django-import-export não servem à carga: leem "Sim" e "S" como falso, e "75.125" em
pt-BR como 75125, sem aviso. Ver docs/decisoes/0008-importacao.md.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, time
from decimal import Decimal

from validate_docbr import CPF

from candidatos.servicos.celulas import ALGARISMOS_EXATOS, Celula, em_branco, normalizar, texto

INSCRICAO_MAXIMA = 40
NOME_MAXIMO = 200

_NOTA = re.compile(r"-?[0-9]{1,9}(?:[.,][0-9]{1,15})?")
_DATA_BR = re.compile(r"([0-9]{1,2})[/.-]([0-9]{1,2})[/.-]([0-9]{4})(?: 00:00(?::00)?)?")
_DATA_ISO = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})(?:[ T]00:00(?::00(?:\.0+)?)?)?")
_POSICAO = re.compile(r"([0-9]{1,9}) ?[ºª°]?")
_INTEIRO_COM_ZERO = re.compile(r"([0-9]+)[.,]0+")
_SEPARADORES_DO_CPF = re.compile(r"[.\-/\s]")
_CPF = CPF()
_TAMANHO_DO_CPF = 11

SIM = frozenset({"sim", "s"})
NAO = frozenset({"nao", "n"})
ETAPAS = {"apto": "apto", "apta": "apto", "inapto": "inapto", "inapta": "inapto"}
# Quem não está na lista: célula vazia ou traço.
FORA_DA_LISTA = frozenset({"", "-", "–", "—"})


class ValorRecusado(Exception):
    """A célula não diz o que se espera dela; o texto é o motivo, para a pessoa."""


@dataclass(frozen=True, slots=True)
class Destino:
    """O que um valor da coluna da modalidade declara."""

    rotulo: str
    negro: bool = False
    indigena: bool = False
    pcd: bool = False


SEM_EFEITO = "sem_efeito"
MODALIDADES: dict[str, Destino] = {
    "ampla": Destino("Ampla concorrência"),
    "negro": Destino("Cota: negro (preto ou pardo)", negro=True),
    "indigena": Destino("Cota: indígena", indigena=True),
    "negro_indigena": Destino("Cota: negro e indígena", negro=True, indigena=True),
    "pcd": Destino("Pessoa com deficiência", pcd=True),
    "negro_pcd": Destino("Negro e pessoa com deficiência", negro=True, pcd=True),
    "indigena_pcd": Destino("Indígena e pessoa com deficiência", indigena=True, pcd=True),
    SEM_EFEITO: Destino("Sem efeito nesta lista (conta como ampla)"),
}
# Grafias que só têm uma leitura. Todas as outras são pareadas por quem importa.
_GRAFIAS = {
    "ampla": ["ampla concorrência", "ampla", "ac"],
    "negro": ["negro", "negra", "negros", "preto ou pardo", "pretos e pardos", "pretos ou pardos"],
    "indigena": ["indígena", "indígenas"],
    "pcd": ["pcd", "pessoa com deficiência", "pessoas com deficiência", "pcd - pessoa com deficiência"],
}
MODALIDADES_CONHECIDAS = {
    normalizar(grafia): destino for destino, grafias in _GRAFIAS.items() for grafia in grafias
}


def ler_nota(celula: Celula) -> Decimal:
    """Nota exata, com vírgula ou ponto decimal; sem separador de milhar."""
    lido = texto(celula)
    if not lido:
        raise ValorRecusado("a nota está em branco")
    if isinstance(celula, bool | date | time) or not _NOTA.fullmatch(lido):
        raise ValorRecusado("não é uma nota: use só algarismos, com vírgula ou ponto para os decimais")
    return abs(nota) if not (nota := Decimal(lido.replace(",", "."))) else nota


def nota_em_texto(nota: Decimal) -> str:
    """Texto decimal canônico, com ponto e os decimais lidos: "92.00"."""
    return format(nota, "f")


def ler_data(celula: Celula) -> date | None:
    """Data de célula de data, dd/mm/aaaa ou aaaa-mm-dd; nula se em branco."""
    if isinstance(celula, datetime):
        if celula.time() != time():
            raise ValorRecusado("a data traz também hora")
        return celula.date()
    if isinstance(celula, date):
        return celula
    lido = texto(celula)
    if not lido:
        return None
    if not isinstance(celula, str):
        raise ValorRecusado("é um número, não uma data: formate a coluna como data na planilha")
    if achado := _DATA_BR.fullmatch(lido):
        dia, mes, ano = achado.groups()
    elif achado := _DATA_ISO.fullmatch(lido):
        ano, mes, dia = achado.groups()
    else:
        raise ValorRecusado("não é uma data: use dia/mês/ano com quatro algarismos no ano")
    try:
        return date(int(ano), int(mes), int(dia))
    except ValueError:
        raise ValorRecusado("não existe no calendário") from None


def ler_codigo(celula: Celula) -> tuple[str, str]:
    """Código como texto, com os zeros à esquerda, e um aviso ("" se nada há a dizer)."""
    if isinstance(celula, bool | date | time):
        raise ValorRecusado("não é um número de inscrição")
    if isinstance(celula, float) and not (celula.is_integer() and abs(celula) < 10**ALGARISMOS_EXATOS):
        raise ValorRecusado(
            "a planilha guardou o código como número e perdeu algarismos: peça a coluna como texto"
        )
    lido = " ".join(texto(celula).split())
    if not lido:
        raise ValorRecusado("a inscrição está em branco")
    if len(lido) > INSCRICAO_MAXIMA:
        raise ValorRecusado(f"tem mais de {INSCRICAO_MAXIMA} caracteres")
    if achado := _INTEIRO_COM_ZERO.fullmatch(lido):
        return achado[1], f"lido como {achado[1]}: o “,0” é resto de planilha"
    return lido, ""


def ler_nome(celula: Celula) -> str:
    """Nome com espaços simples."""
    if em_branco(celula):
        raise ValorRecusado("o nome está em branco")
    nome = " ".join(texto(celula).split())
    if not isinstance(celula, str) or not any(letra.isalpha() for letra in nome):
        raise ValorRecusado("não é um nome")
    if len(nome) > NOME_MAXIMO:
        raise ValorRecusado(f"tem mais de {NOME_MAXIMO} caracteres")
    return nome


@dataclass(frozen=True, slots=True)
class CpfLido:
    """`numero` vazio: não identifica ninguém. `codigo` e `aviso` vazios: nada há a dizer."""

    numero: str = ""
    codigo: str = ""
    aviso: str = ""


def ler_cpf(celula: Celula) -> CpfLido:
    """CPF de onze algarismos; mascarado ou errado nunca recusa a linha, mas não identifica ninguém."""
    lido = texto(celula)
    if not lido:
        return CpfLido()
    limpo = _SEPARADORES_DO_CPF.sub("", lido)
    if re.fullmatch(r"[0-9*xX#]+", limpo) and not limpo.isdigit():
        return CpfLido(codigo="cpf_mascarado", aviso="CPF mascarado: não identifica ninguém")
    if not (limpo.isascii() and limpo.isdigit()):
        return _sem_uso("cpf_caractere", "traz caractere que não é algarismo")
    if len(limpo) > _TAMANHO_DO_CPF:
        return _sem_uso("cpf_tamanho", f"tem {len(limpo)} algarismos, e não 11")
    numero = limpo.zfill(_TAMANHO_DO_CPF)
    if len(set(numero)) == 1:
        return _sem_uso("cpf_repetido", "repete o mesmo algarismo")
    if not _CPF.validate(numero):
        if len(limpo) < _TAMANHO_DO_CPF:
            return _sem_uso("cpf_tamanho", f"tem {len(limpo)} algarismos, e não 11")
        return _sem_uso("cpf_digito", "tem dígito verificador errado")
    if len(limpo) < _TAMANHO_DO_CPF:
        faltavam = _TAMANHO_DO_CPF - len(limpo)
        zeros = "um zero à esquerda" if faltavam == 1 else f"{faltavam} zeros à esquerda"
        return CpfLido(numero, "cpf_zeros", f"CPF completado com {zeros}, e o dígito verificador confere")
    return CpfLido(numero)


def _sem_uso(codigo: str, defeito: str) -> CpfLido:
    return CpfLido(codigo=codigo, aviso=f"CPF {defeito}: não será usado como identidade")


def ler_sim_nao(celula: Celula) -> bool | None:
    """Verdadeiro ou falso; nulo se o valor não é Sim, S, Não, N nem lógico da planilha."""
    if isinstance(celula, bool):
        return celula
    lido = normalizar(texto(celula))
    return True if lido in SIM else False if lido in NAO else None


def ler_posicao(celula: Celula) -> int | None:
    """Lugar numa lista ("1º", "12"); nulo se em branco ou traço."""
    lido = texto(celula)
    if lido in FORA_DA_LISTA:
        return None
    achado = None if isinstance(celula, bool | date | time) else _POSICAO.fullmatch(lido)
    if achado is None or int(achado[1]) == 0:
        raise ValorRecusado("não é um lugar na lista: espera-se um número, como 1º")
    return int(achado[1])
