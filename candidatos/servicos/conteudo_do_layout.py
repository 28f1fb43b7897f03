"""O que um layout diz, fora do banco: o que se compara, se exporta, se importa e se confere."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from candidatos.enums import CondicaoDoFiltro, EspecieDeArquivo, FormatoDeCelula, RegraDeTexto
from candidatos.models import LayoutImportacao
from candidatos.servicos.campos import Campo, Tipo, campos_do_edital
from candidatos.servicos.celulas import normalizar
from candidatos.servicos.destinos import Valores
from candidatos.servicos.leitura import Coluna, letra_da_coluna
from candidatos.servicos.opcoes import Filtro, Opcoes, OpcoesDaColuna, Soma

NOME_MAXIMO = 120
TEXTO_MAXIMO = 300
FILTROS_MAXIMOS = 20
SOMAS_MAXIMAS = 10

# As provas e etapas são de cada edital: fora dele só se sabe que a chave tem a forma de uma.
_DO_EDITAL = re.compile(r"(prova|etapa):(\S(?:.{0,118}\S)?)")
_DE_DATA = frozenset({FormatoDeCelula.MES_DIA_ANO, FormatoDeCelula.ANO_MES_DIA, FormatoDeCelula.SERIE})
_DE_NOTA = frozenset({FormatoDeCelula.DECIMAL_VIRGULA, FormatoDeCelula.DECIMAL_PONTO})
FORMATOS_DO_TIPO: Mapping[Tipo, frozenset[str]] = {
    Tipo.DATA: frozenset({FormatoDeCelula.USUAL, *_DE_DATA}),
    Tipo.NOTA: frozenset({FormatoDeCelula.USUAL, *_DE_NOTA}),
}
SO_O_USUAL: frozenset[str] = frozenset({FormatoDeCelula.USUAL})


@dataclass(frozen=True, slots=True)
class ConteudoDoLayout:
    """Layout sem versão nem dono. `titulos`: os das colunas, em ordem; `valores`: sem os de cargo."""

    nome: str
    banca: str
    especie: str
    titulos: tuple[str, ...]
    colunas: Mapping[str, str]
    opcoes: Opcoes = field(default_factory=Opcoes)
    valores: Valores = field(default_factory=dict)

    @classmethod
    def de_modelo(cls, layout: LayoutImportacao) -> ConteudoDoLayout:
        """O que a versão guardada diz."""
        return cls(
            nome=layout.nome,
            banca=layout.banca,
            especie=layout.especie,
            titulos=tuple(layout.titulos),
            colunas=dict(layout.colunas),
            opcoes=Opcoes.de_json(layout.opcoes),
            valores=layout.valores,
        )

    def em_campos(self) -> dict[str, Any]:
        """{campo do modelo: valor} do que distingue uma versão da outra."""
        return {
            "nome": self.nome,
            "especie": self.especie,
            "titulos": list(self.titulos),
            "colunas": dict(self.colunas),
            "opcoes": self.opcoes.em_json(),
            "valores": {campo: dict(lidos) for campo, lidos in self.valores.items() if campo != "cargo"},
        }

    def campos_citados(self) -> dict[str, Campo]:
        """Os campos fixos e as provas e etapas de que o layout fala, sejam de que edital forem, por chave."""
        campos = campos_do_edital([])
        for chave in {*self.colunas.values(), *self.valores}:
            if achada := _DO_EDITAL.fullmatch(chave):
                de_prova = achada[1] == "prova"
                rotulo = f"Nota da prova “{achada[2]}”" if de_prova else f"Etapa “{achada[2]}”"
                campos[chave] = Campo(chave, rotulo, Tipo.NOTA if de_prova else Tipo.ETAPA, "Do edital")
        return campos

    @property
    def assinatura(self) -> str:
        """A dos seus títulos."""
        return assinatura(self.titulos)


def assinatura(titulos: Iterable[str]) -> str:
    """SHA-256 dos títulos em ordem: o mesmo layout, ainda que mude a caixa ou o acento.

    As colunas sem título do fim não contam: só aparecem se as primeiras linhas têm dados nelas.
    """
    return hashlib.sha256("\x1f".join(map(normalizar, titulos)).rstrip("\x1f").encode()).hexdigest()


def diferencas_de_titulos(titulos: Sequence[str], colunas: Sequence[Coluna]) -> list[str]:
    """Uma frase por coluna em que o arquivo não tem o título que o layout espera; vazia se serve."""
    letras = [letra_da_coluna(indice) for indice in range(max(len(titulos), len(colunas)))]
    lidos = [coluna.titulo for coluna in colunas]
    return [
        f"Coluna {letra}: o layout espera {_entre_aspas(titulos, indice)} e o arquivo traz "
        f"{_entre_aspas(lidos, indice)}."
        for indice, letra in enumerate(letras)
        if _titulo(titulos, indice) != _titulo(lidos, indice)
    ]


def _titulo(titulos: Sequence[str], indice: int) -> str | None:
    return normalizar(titulos[indice]) if indice < len(titulos) else None


def _entre_aspas(titulos: Sequence[str], indice: int) -> str:
    if indice >= len(titulos):
        return "coluna nenhuma"
    return f"“{titulos[indice]}”" if titulos[indice] else "coluna sem título"


def faltas_do_conteudo(
    especie: str,
    colunas: Mapping[str, str],
    opcoes: Opcoes,
    letras: Collection[str],
    campos: Mapping[str, Campo],
) -> list[str]:
    """Uma frase por coisa que não fecha: espécie, coluna ou campo que não há, opção que não cabe.

    `letras`: as das colunas do arquivo; `campos`: os que as colunas podem trazer, por chave.
    """
    faltas = []
    if especie not in EspecieDeArquivo.values:
        faltas.append(f"A espécie de arquivo “{especie}” não existe: use inscritos ou resultado.")
    faltas += [
        f"O pareamento fala da coluna {letra}, que o arquivo não tem."
        for letra in colunas
        if letra not in letras
    ]
    escolhidos = list(colunas.values())
    faltas += [
        f"O pareamento fala do campo “{campo}”, que não se conhece aqui."
        for campo in sorted(set(escolhidos) - set(campos))
    ]
    faltas += [
        f"“{campos[campo].rotulo}” foi dado a mais de uma coluna. Deixe uma só."
        for campo in sorted(set(escolhidos) & set(campos))
        if escolhidos.count(campo) > 1
    ]
    for letra, cada in opcoes.colunas.items():
        faltas += _faltas_da_coluna(letra, cada, campos.get(colunas.get(letra, "")), letras)
    faltas += _faltas_dos_filtros(opcoes.filtros, letras)
    faltas += _faltas_das_somas(opcoes.somas, letras)
    return faltas


def _faltas_da_coluna(
    letra: str, opcoes: OpcoesDaColuna, campo: Campo | None, letras: Collection[str]
) -> list[str]:
    if letra not in letras:
        return [f"As opções falam da coluna {letra}, que o arquivo não tem."]
    faltas = []
    if opcoes.regra not in RegraDeTexto.values:
        faltas.append(f"Coluna {letra}: a regra de texto “{opcoes.regra}” não existe.")
    cabem = FORMATOS_DO_TIPO.get(campo.tipo, SO_O_USUAL) if campo else SO_O_USUAL
    if opcoes.formato not in cabem:
        traz = f"traz “{campo.rotulo}”" if campo else "não é importada"
        faltas.append(f"Coluna {letra}: o formato “{opcoes.formato}” não serve, porque a coluna {traz}.")
    if opcoes.obrigatoria and campo is None:
        faltas.append(f"Coluna {letra}: não pode ser obrigatória, porque não é importada.")
    return faltas


def _faltas_dos_filtros(filtros: Sequence[Filtro], letras: Collection[str]) -> list[str]:
    if len(filtros) > FILTROS_MAXIMOS:
        return [f"São {len(filtros)} filtros, e o limite é {FILTROS_MAXIMOS}."]
    faltas = []
    for ordem, filtro in enumerate(filtros, start=1):
        if filtro.letra not in letras:
            inexistente = f", que não há no arquivo uma “{filtro.letra}”" if filtro.letra else ""
            faltas.append(f"Filtro {ordem}: escolha a coluna{inexistente}.")
        if filtro.condicao not in CondicaoDoFiltro.values:
            faltas.append(f"Filtro {ordem}: a condição “{filtro.condicao}” não existe.")
        elif filtro.condicao != CondicaoDoFiltro.EM_BRANCO and not filtro.valor.strip():
            faltas.append(f"Filtro {ordem}: escreva o valor com que se compara.")
        if not filtro.motivo.strip():
            faltas.append(f"Filtro {ordem}: escreva por que as linhas não entram.")
        if max(len(filtro.valor), len(filtro.motivo)) > TEXTO_MAXIMO:
            faltas.append(f"Filtro {ordem}: o valor e o motivo cabem em {TEXTO_MAXIMO} caracteres.")
    return faltas


def _faltas_das_somas(somas: Sequence[Soma], letras: Collection[str]) -> list[str]:
    if len(somas) > SOMAS_MAXIMAS:
        return [f"São {len(somas)} conferências de soma, e o limite é {SOMAS_MAXIMAS}."]
    faltas = []
    for ordem, soma in enumerate(somas, start=1):
        estranhas = sorted({soma.total, *soma.parcelas} - set(letras))
        if estranhas:
            faltas.append(f"Soma {ordem}: escolha colunas que o arquivo tem ({', '.join(estranhas)} não há).")
        if len(set(soma.parcelas)) < 2:
            faltas.append(f"Soma {ordem}: escolha duas parcelas ou mais.")
        if len(set(soma.parcelas)) < len(soma.parcelas):
            faltas.append(f"Soma {ordem}: há parcela repetida.")
        if soma.total in soma.parcelas:
            faltas.append(f"Soma {ordem}: a coluna {soma.total} não pode ser total e parcela.")
    return faltas
