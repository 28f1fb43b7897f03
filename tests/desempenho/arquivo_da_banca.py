"""Gerador do arquivo de uma banca: sempre o mesmo para os mesmos pedidos, escrito linha a linha.

Cada linha se calcula do seu número, sem guardar as outras: um milhão delas não ocupa memória. Toda a
gente é inventada; os CPFs são válidos, fora de ordem, e nenhum se repete senão nas segundas inscrições.
"""

from __future__ import annotations

import csv
import zipfile
from bisect import bisect_right
from collections.abc import Iterator
from datetime import date, timedelta
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import escape

from openpyxl import Workbook

TITULOS = (
    "Inscrição", "Nome", "CPF", "Nascimento", "Cargo", "Prova objetiva", "Títulos", "Nota final", "Negro",
    "PcD",
)  # fmt: skip
NOMES = (
    "Ana", "Águeda", "Antônio", "Benedita", "Carlos", "Conceição", "Davi", "Débora", "Eduardo", "Estêvão",
    "Fátima", "Francisco", "Gláucia", "Helena", "Inácio", "Íris", "João", "Joaquim", "José", "Júlia",
    "Lívia", "Luzia", "Márcio", "Maria", "Natália", "Otávio", "Patrícia", "Raimundo", "Verônica", "Zuleica",
)  # fmt: skip
SOBRENOMES = (
    "Alencar", "Assunção", "Barros", "Brandão", "Cavalcante", "Conceição", "Cordeiro", "Corrêa", "Falcão",
    "Ferraz", "Galvão", "Guimarães", "Lacerda", "Leitão", "Magalhães", "Mourão", "Nóbrega", "Oliveira",
    "Paixão", "Pinto", "Queirós", "Ramalho", "Sá", "Santos", "Silva", "Simões", "Souza", "Távora", "Uchôa",
    "Vilaça",
)  # fmt: skip
SILABAS = ("ba", "ce", "dri", "fo", "gua", "ja", "li", "mo", "nei", "pé", "ri", "tã", "vé", "xa", "zu")
# Uma pessoa em cada dez tem um sobrenome raro, feito de sílabas: nem todo nome já se viu antes.
UM_SOBRENOME_RARO_EM = 10
# Uma linha em cada cinquenta é a segunda inscrição, noutro cargo, de quem está vinte e cinco antes.
UMA_REPETIDA_EM, DISTANCIA = 50, 25
CARGOS_DE, CARGOS_ATE, LINHAS_POR_CARGO = 30, 300, 1_000
# O tamanho dos cargos cai com a ordem deles, como em toda lista de inscritos: o maior tem dezenas de
# vezes as linhas do menor.
EXPOENTE = 0.9
# Fatores primos com o módulo: espalham sem repetir.
NUMEROS, PASSO_DO_NUMERO = 10**8, 48_271_003
BASES_DO_CPF, PASSO_DO_CPF = 10**9, 387_420_511
PRIMEIRO_DIA, DIAS = date(1955, 1, 1), 18_262
MEIOS_DECIMOS_DA_OBJETIVA, QUARTOS_DOS_TITULOS = 1_201, 161
DE_CADA_DEZ_NEGROS, UM_PCD_EM = 3, 20
ABA = "Resultado"


class Linha(NamedTuple):
    """Uma linha do arquivo; `objetiva`, `titulos` e `pontos` em centésimos, e a última é a soma."""

    inscricao: str
    nome: str
    cpf: str
    nascimento: date
    cargo: str
    objetiva: int
    titulos: int
    pontos: int
    negro: bool
    pcd: bool


def cargos(n: int) -> list[str]:
    """Nomes dos cargos de um arquivo de n linhas: de trinta a trezentos."""
    quantos = min(max(n // LINHAS_POR_CARGO, CARGOS_DE), CARGOS_ATE)
    return [f"Técnico em Gestão {ordem:03d}" for ordem in range(1, quantos + 1)]


def linhas(n: int, *, acrescimo: int = 0) -> Iterator[Linha]:
    """n linhas, cargo a cargo; `acrescimo`, em centésimos, soma-se à objetiva e à nota final de todos."""
    nomes = cargos(n)
    pesos = list(accumulate((ordem + 1) ** -EXPOENTE for ordem in range(len(nomes))))
    fins = [round(peso / pesos[-1] * n) for peso in pesos]
    for i in range(n):
        ordem = bisect_right(fins, i)
        if i % UMA_REPETIDA_EM == UMA_REPETIDA_EM - 1:
            yield _linha(i, i - DISTANCIA, nomes[(ordem + 1) % len(nomes)], acrescimo)
        else:
            yield _linha(i, i, nomes[ordem], acrescimo)


def _linha(i: int, pessoa: int, cargo: str, acrescimo: int) -> Linha:
    sorte, da_linha = _embaralhar(pessoa), _embaralhar(i + BASES_DO_CPF)
    objetiva = da_linha % MEIOS_DECIMOS_DA_OBJETIVA * 5 % (6_000 - acrescimo) + acrescimo
    titulos = da_linha // 2_003 % QUARTOS_DOS_TITULOS * 25
    return Linha(
        inscricao=f"{(i * PASSO_DO_NUMERO + 12_345) % NUMEROS:08d}",
        nome=_nome(sorte),
        cpf=cpf((pessoa * PASSO_DO_CPF + 123_456_789) % BASES_DO_CPF),
        nascimento=PRIMEIRO_DIA + timedelta(days=sorte // 7 % DIAS),
        cargo=cargo,
        objetiva=objetiva,
        titulos=titulos,
        pontos=objetiva + titulos,
        negro=sorte % 10 < DE_CADA_DEZ_NEGROS,
        pcd=sorte // 11 % UM_PCD_EM == 0,
    )


def _embaralhar(i: int) -> int:
    """Inteiro de 64 bits que parece sorteado e depende só de i (as constantes do SplitMix64)."""
    z = (i + 1) * 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & 0xFFFFFFFFFFFFFFFF
    z = (z ^ z >> 27) * 0x94D049BB133111EB & 0xFFFFFFFFFFFFFFFF
    return z ^ z >> 31


def _nome(sorte: int) -> str:
    partes = [
        NOMES[sorte % 30],
        NOMES[sorte // 30 % 30],
        SOBRENOMES[sorte // 900 % 30],
        SOBRENOMES[sorte // 27_000 % 30],
    ]
    if sorte // 810_000 % UM_SOBRENOME_RARO_EM == 0:
        resto = sorte // 8_100_000
        partes[2] = "".join(SILABAS[resto // 15**casa % 15] for casa in range(4)).capitalize()
    return " ".join(partes)


def cpf(base: int) -> str:
    """Onze algarismos com os dois verificadores certos."""
    algarismos = [int(algarismo) for algarismo in f"{base:09d}"]
    for _ in range(2):
        pesos = range(len(algarismos) + 1, 1, -1)
        soma = sum(a * peso for a, peso in zip(algarismos, pesos, strict=True))
        algarismos.append(soma * 10 % 11 % 10)
    return "".join(map(str, algarismos))


# Os formatos --------------------------------------------------------------------------------------


def escrever_csv(destino: Path, n: int, *, codificacao: str, acrescimo: int = 0) -> None:
    """`;`, vírgula decimal, datas dia/mês/ano, Sim e Não; na codificação dada ("cp1252", "utf-8")."""
    with destino.open("w", encoding=codificacao, newline="") as arquivo:
        escritor = csv.writer(arquivo, delimiter=";", lineterminator="\r\n")
        escritor.writerow(TITULOS)
        escritor.writerows(map(_em_texto, linhas(n, acrescimo=acrescimo)))


def _em_texto(linha: Linha) -> tuple[str, ...]:
    notas = (linha.objetiva, linha.titulos, linha.pontos)
    return (
        linha.inscricao,
        linha.nome,
        f"{linha.cpf[:3]}.{linha.cpf[3:6]}.{linha.cpf[6:9]}-{linha.cpf[9:]}",
        f"{linha.nascimento:%d/%m/%Y}",
        linha.cargo,
        *(f"{nota // 100},{nota % 100:02d}" for nota in notas),
        _sim_ou_nao(linha.negro),
        _sim_ou_nao(linha.pcd),
    )


def escrever_xlsx(destino: Path, n: int) -> None:
    """A mesma tabela em planilha: códigos em texto, datas e notas nas suas células próprias."""
    livro = Workbook(write_only=True)
    aba = livro.create_sheet(ABA)
    aba.append(TITULOS)
    for linha in linhas(n):
        notas = (linha.objetiva / 100, linha.titulos / 100, linha.pontos / 100)
        reservas = (_sim_ou_nao(linha.negro), _sim_ou_nao(linha.pcd))
        aba.append((*linha[:5], *notas, *reservas))
    livro.save(destino)


def escrever_ods(destino: Path, n: int) -> None:
    """A mesma tabela no formato do LibreOffice, com o mínimo que ele exige."""
    with zipfile.ZipFile(destino, "w", zipfile.ZIP_DEFLATED) as pacote:
        pacote.writestr(zipfile.ZipInfo("mimetype"), "application/vnd.oasis.opendocument.spreadsheet")
        pacote.writestr("META-INF/manifest.xml", _MANIFESTO)
        with pacote.open("content.xml", "w", force_zip64=True) as conteudo:
            conteudo.write(_INICIO.encode())
            conteudo.write(_linha_ods([_celula_ods(titulo) for titulo in TITULOS]))
            for linha in linhas(n):
                conteudo.write(_linha_ods(_celulas_ods(linha)))
            conteudo.write(_FIM.encode())


def _celulas_ods(linha: Linha) -> list[str]:
    dia = linha.nascimento
    data = f'<table:table-cell office:value-type="date" office:date-value="{dia:%Y-%m-%d}">'
    notas = [
        f'<table:table-cell office:value-type="float" office:value="{nota / 100}">'
        f"<text:p>{nota / 100}</text:p></table:table-cell>"
        for nota in (linha.objetiva, linha.titulos, linha.pontos)
    ]
    return [
        *map(_celula_ods, linha[:3]),
        f"{data}<text:p>{dia:%d/%m/%Y}</text:p></table:table-cell>",
        _celula_ods(linha.cargo),
        *notas,
        _celula_ods(_sim_ou_nao(linha.negro)),
        _celula_ods(_sim_ou_nao(linha.pcd)),
    ]


def _celula_ods(texto: str) -> str:
    dentro = f"<text:p>{escape(texto)}</text:p>"
    return f'<table:table-cell office:value-type="string">{dentro}</table:table-cell>'


def _linha_ods(celulas: list[str]) -> bytes:
    return f"<table:table-row>{''.join(celulas)}</table:table-row>".encode()


def _sim_ou_nao(valor: bool) -> str:
    return "Sim" if valor else "Não"


_ODF = "urn:oasis:names:tc:opendocument:xmlns"
_MANIFESTO = f"""<?xml version="1.0" encoding="UTF-8"?>
<manifest:manifest xmlns:manifest="{_ODF}:manifest:1.0" manifest:version="1.2">
<manifest:file-entry manifest:full-path="/"
 manifest:media-type="application/vnd.oasis.opendocument.spreadsheet"/>
<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>
</manifest:manifest>"""
_INICIO = f"""<?xml version="1.0" encoding="UTF-8"?>
<office:document-content xmlns:office="{_ODF}:office:1.0" xmlns:table="{_ODF}:table:1.0"
 xmlns:text="{_ODF}:text:1.0" office:version="1.2"><office:body><office:spreadsheet>
<table:table table:name="{ABA}">"""
_FIM = "</table:table></office:spreadsheet></office:body></office:document-content>"
