"""O layout como arquivo: JSON que se lê, se guarda e se leva a outro órgão; lido com rigor."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from candidatos.enums import EspecieDeArquivo
from candidatos.servicos.campos import COM_VALORES_PAREADOS, Campo
from candidatos.servicos.conteudo_do_layout import (
    NOME_MAXIMO,
    TEXTO_MAXIMO,
    ConteudoDoLayout,
    faltas_do_conteudo,
)
from candidatos.servicos.destinos import destinos_do_campo, falta_do_destino
from candidatos.servicos.leitura import COLUNAS_MAXIMAS, TITULO_MAXIMO, letra_da_coluna
from candidatos.servicos.opcoes import Filtro, Opcoes, OpcoesDaColuna, Soma
from nucleo.erros import Recusa

FORMATO = 1
TAMANHO_MAXIMO = 1024 * 1024
BANCA_MAXIMA = 160
VALORES_MAXIMOS = 5_000

_CHAVES = frozenset({"nomeia_layout", "nome", "banca", "especie", "titulos", "colunas", "opcoes", "valores"})
_OBRIGATORIAS = ("nome", "especie", "titulos", "colunas")
_CHAVES_DAS_OPCOES: Mapping[str, frozenset[str]] = {
    "colunas": frozenset({"regra", "formato", "obrigatoria"}),
    "filtros": frozenset({"letra", "condicao", "valor", "motivo"}),
    "somas": frozenset({"total", "parcelas"}),
}
# O nulo, que o JSON escreve por extenso, e metades soltas de um par: o PostgreSQL não os guarda.
_IMPROPRIOS = re.compile(r"\\u0000|[\ud800-\udfff]")


def em_texto(conteudo: ConteudoDoLayout) -> str:
    """JSON com recuo, pronto para gravar num arquivo."""
    campos = conteudo.em_campos()
    dados = {"nomeia_layout": FORMATO, "nome": campos.pop("nome"), "banca": conteudo.banca} | campos
    return json.dumps(dados, ensure_ascii=False, indent=2) + "\n"


def de_bytes(arquivo: bytes) -> ConteudoDoLayout:
    """O contrário de `em_texto`. `Recusa`, com uma frase por defeito, para o que não é layout ou não fecha.

    Nada do arquivo é executado; chave que não se conhece é recusada, e não ignorada.
    """
    dados = _ler_json(arquivo)
    _exigir(_defeitos_da_forma(dados))
    conteudo = ConteudoDoLayout(
        nome=dados["nome"].strip(),
        banca=dados.get("banca", "").strip(),
        especie=dados["especie"],
        titulos=tuple(dados["titulos"]),
        colunas=dados["colunas"],
        opcoes=_ler_opcoes(dados.get("opcoes", {})),
        valores=dados.get("valores", {}),
    )
    letras = [letra_da_coluna(indice) for indice in range(len(conteudo.titulos))]
    campos = conteudo.campos_citados()
    defeitos = faltas_do_conteudo(conteudo.especie, conteudo.colunas, conteudo.opcoes, letras, campos)
    _exigir(defeitos + _defeitos_dos_valores(conteudo, campos))
    return conteudo


def _exigir(defeitos: list[str]) -> None:
    if defeitos:
        raise Recusa("O arquivo de layout não serve:", defeitos)


def _ler_json(arquivo: bytes) -> dict[str, Any]:
    if len(arquivo) > TAMANHO_MAXIMO:
        raise Recusa("O arquivo de layout passa de 1 MB: não é um layout exportado pelo Nomeia.")
    try:
        dados = json.loads(arquivo.decode("utf-8-sig"), object_pairs_hook=_sem_chave_repetida)
        impropria = _IMPROPRIOS.search(json.dumps(dados, ensure_ascii=False))
    except UnicodeDecodeError:
        raise Recusa("O arquivo de layout não está em UTF-8. Exporte-o de novo.") from None
    except json.JSONDecodeError as erro:
        raise Recusa(
            f"O arquivo de layout não é JSON: há um erro na linha {erro.lineno}, posição {erro.colno}."
        ) from None
    except (ValueError, RecursionError):
        raise Recusa("O arquivo de layout não é um layout exportado pelo Nomeia.") from None
    if impropria:
        raise Recusa("O arquivo de layout tem caracteres que não se podem guardar. Exporte-o de novo.")
    if not isinstance(dados, dict) or "nomeia_layout" not in dados:
        raise Recusa("O arquivo não é um layout exportado pelo Nomeia: falta “nomeia_layout”.")
    if type(dados["nomeia_layout"]) is not int or dados["nomeia_layout"] != FORMATO:
        raise Recusa(f"O layout é de outro formato: esta instalação lê o formato {FORMATO}.")
    return dados


def _sem_chave_repetida(pares: list[tuple[str, Any]]) -> dict[str, Any]:
    dados = dict(pares)
    if len(dados) < len(pares):
        nomes = [nome for nome, _ in pares]
        repetida = next(nome for nome in nomes if nomes.count(nome) > 1)
        raise Recusa(f"O arquivo de layout diz “{repetida}” duas vezes no mesmo lugar.")
    return dados


def _defeitos_da_forma(dados: Mapping[str, Any]) -> list[str]:
    """O que não tem o tipo que se espera; sem isso, o resto pode ler-se sem surpresa."""
    defeitos = [f"“{chave}” não é parte de um layout." for chave in sorted(set(dados) - _CHAVES)]
    defeitos += [f"Falta “{chave}”." for chave in _OBRIGATORIAS if chave not in dados]
    if defeitos:
        return defeitos
    if not _e_texto(dados["nome"], NOME_MAXIMO) or not dados["nome"].strip():
        defeitos.append(f"“nome” deve ser um texto de até {NOME_MAXIMO} caracteres.")
    if not _e_texto(dados.get("banca", ""), BANCA_MAXIMA):
        defeitos.append(f"“banca” deve ser um texto de até {BANCA_MAXIMA} caracteres.")
    if dados["especie"] not in EspecieDeArquivo.values:
        defeitos.append(f"“especie” deve ser {' ou '.join(EspecieDeArquivo.values)}.")
    titulos = dados["titulos"]
    if not isinstance(titulos, list) or not 1 <= len(titulos) <= COLUNAS_MAXIMAS:
        defeitos.append(f"“titulos” deve ser a lista dos títulos das colunas, de 1 a {COLUNAS_MAXIMAS}.")
    elif not all(_e_texto(titulo, TITULO_MAXIMO) for titulo in titulos):
        defeitos.append(f"“titulos”: cada título é um texto de até {TITULO_MAXIMO} caracteres.")
    if not _e_dicionario_de_textos(dados["colunas"]) or not dados["colunas"]:
        defeitos.append("“colunas” deve dizer, para cada letra de coluna, o campo que ela traz.")
    defeitos += _defeitos_da_forma_das_opcoes(dados.get("opcoes", {}))
    return defeitos + _defeitos_da_forma_dos_valores(dados.get("valores", {}))


def _e_texto(valor: Any, maximo: int) -> bool:
    return isinstance(valor, str) and len(valor) <= maximo


def _e_dicionario_de_textos(valor: Any) -> bool:
    return isinstance(valor, dict) and all(_e_texto(cada, TEXTO_MAXIMO) for cada in valor.values())


def _defeitos_da_forma_das_opcoes(opcoes: Any) -> list[str]:
    if not isinstance(opcoes, dict) or not opcoes.keys() <= _CHAVES_DAS_OPCOES.keys():
        return ["“opcoes” só pode ter “colunas”, “filtros” e “somas”."]
    colunas, filtros, somas = opcoes.get("colunas", {}), opcoes.get("filtros", []), opcoes.get("somas", [])
    if not isinstance(colunas, dict) or not isinstance(filtros, list) or not isinstance(somas, list):
        return ["“opcoes”: “colunas” é por letra; “filtros” e “somas” são listas."]
    citados = {f"colunas, {letra}": ("colunas", cada) for letra, cada in colunas.items()}
    citados |= {f"filtro {ordem}": ("filtros", cada) for ordem, cada in enumerate(filtros, start=1)}
    citados |= {f"soma {ordem}": ("somas", cada) for ordem, cada in enumerate(somas, start=1)}
    return [
        f"“opcoes”, {onde}: espera-se {', '.join(sorted(_CHAVES_DAS_OPCOES[parte]))}."
        for onde, (parte, cada) in citados.items()
        if not _tem_a_forma(parte, cada)
    ]


def _tem_a_forma(parte: str, cada: Any) -> bool:
    if not isinstance(cada, dict):
        return False
    if parte == "colunas":
        textos = all(_e_texto(cada.get(chave, ""), TEXTO_MAXIMO) for chave in ("regra", "formato"))
        return (
            cada.keys() <= _CHAVES_DAS_OPCOES[parte]
            and textos
            and isinstance(cada.get("obrigatoria", False), bool)
        )
    if cada.keys() != _CHAVES_DAS_OPCOES[parte]:
        return False
    if parte == "filtros":
        return _e_dicionario_de_textos(cada)
    parcelas = cada["parcelas"]
    return (
        _e_texto(cada["total"], TEXTO_MAXIMO)
        and isinstance(parcelas, list)
        and all(_e_texto(letra, TEXTO_MAXIMO) for letra in parcelas)
    )


def _defeitos_da_forma_dos_valores(valores: Any) -> list[str]:
    espera = "“valores” deve dizer, por campo e por valor lido, “destino” e “motivo”"
    if not isinstance(valores, dict) or not all(isinstance(lidos, dict) for lidos in valores.values()):
        return [f"{espera}."]
    if sum(map(len, valores.values())) > VALORES_MAXIMOS:
        return [f"“valores” tem mais de {VALORES_MAXIMOS} valores."]
    return [
        f"{espera}: veja {campo}, “{lido}”."
        for campo, lidos in valores.items()
        for lido, escolha in lidos.items()
        if not _e_dicionario_de_textos(escolha) or escolha.keys() != {"destino", "motivo"}
    ]


def _ler_opcoes(dados: Mapping[str, Any]) -> Opcoes:
    """Como `Opcoes.de_json`, sem conferir os valores fechados: as faltas dizem-se em português."""
    return Opcoes(
        colunas={letra: OpcoesDaColuna(**cada) for letra, cada in dados.get("colunas", {}).items()},
        filtros=tuple(Filtro(**cada) for cada in dados.get("filtros", [])),
        somas=tuple(Soma(cada["total"], tuple(cada["parcelas"])) for cada in dados.get("somas", [])),
    )


def _defeitos_dos_valores(conteudo: ConteudoDoLayout, campos: Mapping[str, Campo]) -> list[str]:
    defeitos = []
    for chave, lidos in conteudo.valores.items():
        campo = campos.get(chave)
        if chave == "cargo":
            defeitos.append("“valores”: os de cargo são de cada edital e não vão no layout.")
        elif campo is None or campo.tipo not in COM_VALORES_PAREADOS:
            defeitos.append(f"“valores”: o campo “{chave}” não tem valores a parear.")
        else:
            destinos = destinos_do_campo(campo)
            faltas = (falta_do_destino(campo, lido, escolha, destinos) for lido, escolha in lidos.items())
            defeitos += [f"“valores”: {falta}" for falta in faltas if falta]
    return defeitos
