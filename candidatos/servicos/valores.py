"""Do que está na célula ao valor do sistema, à risca: o que não se entende é recusado, nunca adivinhado.

Os widgets do django-import-export não servem à carga: leem "Sim" e "S" como falso, e "75.125" em
pt-BR como 75125, sem aviso. Ver docs/decisoes/0008-importacao.md.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal

from validate_docbr import CPF

from candidatos.enums import FormatoDeCelula
from candidatos.servicos.celulas import ALGARISMOS_EXATOS, Celula, em_branco, normalizar, texto

INSCRICAO_MAXIMA = 40
NOME_MAXIMO = 200
CONTATO_MAXIMO = 200

# No usual um só separador, que é o decimal: "75.125" não é setenta e cinco mil.
_NOTAS = {
    FormatoDeCelula.USUAL: re.compile(r"-?[0-9]{1,9}(?:[.,][0-9]{1,15})?"),
    FormatoDeCelula.DECIMAL_VIRGULA: re.compile(
        r"-?(?:[0-9]{1,9}|[0-9]{1,3}(?:\.[0-9]{3}){1,2})(?:,[0-9]{1,15})?"
    ),
    FormatoDeCelula.DECIMAL_PONTO: re.compile(
        r"-?(?:[0-9]{1,9}|[0-9]{1,3}(?:,[0-9]{3}){1,2})(?:\.[0-9]{1,15})?"
    ),
}
_DATA_BR = re.compile(r"([0-9]{1,2})[/.-]([0-9]{1,2})[/.-]([0-9]{4})(?: 00:00(?::00)?)?")
_DATA_AMD = re.compile(r"([0-9]{4})[/.-]([0-9]{1,2})[/.-]([0-9]{1,2})(?: 00:00(?::00)?)?")
# Séries da planilha: dias desde 30/12/1899, que é como ela conta por causa de um 29/02/1900 que não houve.
_ORIGEM_DA_SERIE = date(1899, 12, 30)
_SERIES = range(61, 2_958_466)
_DATA_ISO = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})(?:[ T]00:00(?::00(?:\.0+)?)?)?")
_POSICAO = re.compile(r"([0-9]{1,9}) ?[ºª°]?")
_INTEIRO_COM_ZERO = re.compile(r"([0-9]+)[.,]0+")
# "1.000" tanto é o mil com separador como o um com resto de planilha.
_MILHAR_OU_RESTO = re.compile(r"[0-9]{1,3}[.,]000")
_SEPARADORES_DO_CPF = re.compile(r"[.\-/\s]")
_SEM_SEPARADORES = str.maketrans("", "", ".-/ ")
_CPF = CPF()
_TAMANHO_DO_CPF = 11

SIM = frozenset({"sim", "s"})
NAO = frozenset({"nao", "n"})
ETAPAS = {"apto": "apto", "apta": "apto", "inapto": "inapto", "inapta": "inapto"}
# Quem não está na lista: célula vazia ou traço.
FORA_DA_LISTA = frozenset({"", "-", "–", "—"})


class ValorRecusado(Exception):
    """A célula não diz o que se espera dela; o texto é o motivo, para a pessoa."""


class DataInutil(ValorRecusado):
    """O texto não dá uma data possível: fica como veio, e não decide empate. `codigo`: o do achado."""

    def __init__(self, motivo: str, codigo: str) -> None:
        super().__init__(motivo)
        self.codigo = codigo


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


def ler_nota(celula: Celula, formato: str = FormatoDeCelula.USUAL) -> Decimal:
    """Nota exata. No formato usual, vírgula ou ponto decimal e nenhum separador de milhar."""
    lido = texto(celula)
    if not lido:
        raise ValorRecusado("a nota está em branco")
    if isinstance(celula, float | int) and not isinstance(celula, bool):
        formato = FormatoDeCelula.USUAL
    padrao = _NOTAS.get(FormatoDeCelula(formato), _NOTAS[FormatoDeCelula.USUAL])
    if isinstance(celula, bool | date | time) or not padrao.fullmatch(lido):
        raise ValorRecusado("não é uma nota: use só algarismos, com vírgula ou ponto para os decimais")
    if formato == FormatoDeCelula.DECIMAL_VIRGULA:
        lido = lido.replace(".", "")
    elif formato == FormatoDeCelula.DECIMAL_PONTO:
        lido = lido.replace(",", "")
    return abs(nota) if not (nota := Decimal(lido.replace(",", "."))) else nota


def nota_em_texto(nota: Decimal) -> str:
    """Texto decimal canônico, com ponto e os decimais lidos: "92.00"."""
    return format(nota, "f")


def ler_data(celula: Celula, formato: str = FormatoDeCelula.USUAL) -> date | None:
    """Data de célula de data, dia/mês/ano ou aaaa-mm-dd, salvo outro formato; nula se em branco.

    `DataInutil` para o texto que não dá data nenhuma; `ValorRecusado` para número e hora, que são de
    outra coluna ou pedem outro formato.
    """
    if isinstance(celula, datetime):
        if celula.time() != time():
            raise ValorRecusado("a data traz também hora")
        return celula.date()
    if isinstance(celula, date):
        return celula
    lido = texto(celula)
    if not lido:
        return None
    if formato == FormatoDeCelula.SERIE:
        return _data_da_serie(celula, lido)
    if not isinstance(celula, str):
        raise ValorRecusado("é um número, não uma data: formate a coluna como data, ou diga que é de série")
    partes = _partes_da_data(lido, formato)
    if partes is None:
        raise DataInutil(
            "não é uma data: espera-se dia/mês/ano, com quatro algarismos no ano", "nascimento_ilegivel"
        )
    ano, mes, dia = partes
    try:
        return date(ano, mes, dia)
    except ValueError:
        raise DataInutil("não existe no calendário", "nascimento_impossivel") from None


def _partes_da_data(lido: str, formato: str) -> tuple[int, int, int] | None:
    """Ano, mês e dia, na ordem que o formato diz; nulo se o texto não tem essa forma."""
    if achado := (_DATA_AMD if formato == FormatoDeCelula.ANO_MES_DIA else _DATA_ISO).fullmatch(lido):
        ano, mes, dia = achado.groups()
    elif formato != FormatoDeCelula.ANO_MES_DIA and (achado := _DATA_BR.fullmatch(lido)):
        dia, mes, ano = achado.groups()
        if formato == FormatoDeCelula.MES_DIA_ANO:
            dia, mes = mes, dia
    else:
        return None
    return int(ano), int(mes), int(dia)


def _data_da_serie(celula: Celula, lido: str) -> date:
    if isinstance(celula, bool | time | timedelta) or not lido.isdecimal() or int(lido) not in _SERIES:
        raise DataInutil("não é o número de série de uma data", "nascimento_ilegivel")
    return _ORIGEM_DA_SERIE + timedelta(days=int(lido))


def ler_codigo(celula: Celula) -> tuple[str, str]:
    """Código como texto, com os zeros à esquerda, e um aviso ("" se nada há a dizer)."""
    # Quase todo código é isto, e não tem o que limpar.
    if celula.__class__ is str and celula.isascii() and celula.isalnum() and len(celula) <= INSCRICAO_MAXIMA:
        return celula, ""
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
    if any(map(_engana_os_olhos, lido)):
        raise ValorRecusado("traz um sinal que não se vê, ou um algarismo de outra escrita")
    if _MILHAR_OU_RESTO.fullmatch(lido):
        raise ValorRecusado("tanto pode ser mil como um: peça a coluna como texto, sem pontos nem vírgulas")
    if achado := _INTEIRO_COM_ZERO.fullmatch(lido):
        return achado[1], f"lido como {achado[1]}: o “,0” é resto de planilha"
    return lido, ""


def _engana_os_olhos(sinal: str) -> bool:
    """Se com ele dois códigos se veem iguais e são diferentes: a mesma inscrição entraria duas vezes."""
    return not sinal.isascii() and (
        sinal.isdigit() or unicodedata.category(sinal) in {"Cf", "Cc", "Co", "Cn"}
    )


def ler_nome(celula: Celula) -> str:
    """Nome com espaços simples."""
    if em_branco(celula):
        raise ValorRecusado("o nome está em branco")
    nome = " ".join(texto(celula).split())
    if not isinstance(celula, str) or not (nome[0].isalpha() or any(map(str.isalpha, nome))):
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
    if isinstance(celula, str) and cpf_confere(limpo := celula.translate(_SEM_SEPARADORES)):
        return CpfLido(limpo)
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


# Somas ponderadas de cada grupo de três algarismos (pesos 10…2 do primeiro verificador, 11…3 do
# segundo): com elas um CPF certo se prova em seis consultas, dez vezes mais depressa que na biblioteca.
_GRUPOS = tuple(
    {
        f"{n:03d}": (
            sum(int(algarismo) * (10 - inicio - i) for i, algarismo in enumerate(f"{n:03d}")),
            sum(int(algarismo) * (11 - inicio - i) for i, algarismo in enumerate(f"{n:03d}")),
        )
        for n in range(1000)
    }
    for inicio in (0, 3, 6)
)
# Resto da divisão da soma por 11 → algarismo verificador.
_VERIFICADOR = ("0", "0", "9", "8", "7", "6", "5", "4", "3", "2", "1")


def cpf_confere(numero: str) -> bool:
    """Se são onze algarismos, não todos iguais, com os dois verificadores certos.

    Diz sempre o mesmo que `validate_docbr.CPF` (provado nos testes), que na dúvida é quem explica.
    """
    um, dois, tres = _GRUPOS
    try:
        (a, x), (b, y), (c, z) = um[numero[:3]], dois[numero[3:6]], tres[numero[6:9]]
    except KeyError:
        return False
    primeiro = _VERIFICADOR[(a + b + c) % 11]
    segundo = _VERIFICADOR[(x + y + z + 2 * int(primeiro)) % 11]
    return numero[9:] == primeiro + segundo and numero != numero[0] * _TAMANHO_DO_CPF


def _sem_uso(codigo: str, defeito: str) -> CpfLido:
    return CpfLido(codigo=codigo, aviso=f"CPF {defeito}: não será usado como identidade")


_CEP = re.compile(r"([0-9]{5})[-. ]?([0-9]{3})|([0-9]{2})[. ]([0-9]{3})[-. ]?([0-9]{3})")
_TAMANHO_DO_CEP = 8


@dataclass(frozen=True, slots=True)
class CepLido:
    """`cep`: oito algarismos, ou o texto como veio se não é CEP; `codigo` e `aviso` como em `CpfLido`."""

    cep: str = ""
    codigo: str = ""
    aviso: str = ""


def ler_cep(celula: Celula) -> CepLido:
    """CEP de oito algarismos; o de sete, que a planilha guardou como número, recebe o zero que perdeu."""
    lido = " ".join(texto(celula).split())
    if not lido:
        return CepLido()
    if achado := _CEP.fullmatch(lido):
        return CepLido("".join(parte for parte in achado.groups() if parte))
    if lido.isascii() and lido.isdigit() and len(lido) == _TAMANHO_DO_CEP - 1:
        return CepLido(f"0{lido}", "cep_zeros", "CEP completado com um zero à esquerda")
    return CepLido(lido[:CONTATO_MAXIMO], "cep_invalido", "não é um CEP de oito algarismos: fica como veio")


def ler_contato(celula: Celula) -> str:
    """Texto de contato, com espaços simples; o que passa do limite é recusado, para nada se perder."""
    lido = " ".join(texto(celula).split())
    if len(lido) > CONTATO_MAXIMO:
        raise ValorRecusado(f"tem mais de {CONTATO_MAXIMO} caracteres")
    return lido


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
