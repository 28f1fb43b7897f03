"""O começo do arquivo como a página do pareamento o mostra, com o efeito das opções nas linhas de verdade."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from candidatos.enums import EspecieDeArquivo
from candidatos.models import LayoutImportacao
from candidatos.servicos.campos import Campo, Tipo
from candidatos.servicos.celulas import Celula, Linha, data_em_texto, normalizar, texto
from candidatos.servicos.leitura import Coluna, Leitura
from candidatos.servicos.opcoes import Filtro, Opcoes, OpcoesDaColuna, Soma
from candidatos.servicos.regras_de_texto import aplicar, casa
from candidatos.servicos.somas import SomaConferida
from candidatos.servicos.valores import ValorRecusado, ler_data, ler_nota, nota_em_texto

LINHAS_MOSTRADAS = 5
# Linhas em que se contam os filtros e as somas antes de guardar.
LINHAS_EXAMINADAS = 1_000
# Pedaços de título que só um resultado traz, ainda que a coluna não se proponha para campo nenhum.
_TITULOS_DE_RESULTADO = ("nota", "pont", "total", "prova", "classific", "colocac", "posicao", "resultado")
NAO_SE_LE = "não se lê"


class Exemplo(NamedTuple):
    """Célula como veio e, se as opções a mudam, o que vale; `valido` vazio: vale como veio.

    `linha`: a do arquivo, quando não é a da coluna da tabela.
    """

    lido: str
    valido: str = ""
    linha: int = 0


class Amostra(NamedTuple):
    """Começo do arquivo como foi lido, e o que a página propõe.

    `examinadas`: linhas em que se contam os filtros e as somas, e de que se mostram as primeiras;
    `proposta`: {letra: campo} lembrado do layout ou dos títulos; `escolhidas`: o já pareado com esta mesma
    leitura ou, se não há, a proposta; `especie` e `opcoes`: as que acompanham `escolhidas`; `perdidas`:
    colunas que o layout lembrado pareia com provas ou etapas que este edital não tem.
    """

    leitura: Leitura
    acima: list[Linha]
    colunas: tuple[Coluna, ...]
    examinadas: list[Linha]
    proposta: dict[str, str]
    lembrado: LayoutImportacao | None
    escolhidas: dict[str, str]
    especie: str
    opcoes: Opcoes
    perdidas: tuple[Coluna, ...]

    @property
    def linhas(self) -> list[Linha]:
        """As que se mostram."""
        return self.examinadas[:LINHAS_MOSTRADAS]

    def exemplos(self, coluna: Coluna, campo: Campo | None, opcoes: OpcoesDaColuna) -> list[Exemplo]:
        """A coluna nas linhas mostradas, com o que as opções fazem de cada célula.

        Se todas estão em branco, a última dá lugar à primeira célula preenchida, com a linha dela.
        """
        exemplos = [_exemplo(celula_da(linha, coluna), campo, opcoes) for linha in self.linhas]
        if any(exemplo.lido for exemplo in exemplos):
            return exemplos
        for linha in self.examinadas[LINHAS_MOSTRADAS:]:
            exemplo = _exemplo(celula_da(linha, coluna), campo, opcoes)
            if exemplo.lido:
                return [*exemplos[:-1], exemplo._replace(linha=linha.numero)]
        return exemplos

    def quantas_saem(self, filtros: Sequence[Filtro]) -> int:
        """Das examinadas, as que algum dos filtros deixa de fora; o de coluna que não há não tira nenhuma."""
        por_letra = {coluna.letra: coluna for coluna in self.colunas}
        validos = [filtro for filtro in filtros if filtro.letra in por_letra]
        return sum(
            any(casa(filtro, texto(celula_da(linha, por_letra[filtro.letra]))) for filtro in validos)
            for linha in self.examinadas
        )

    def quantas_nao_somam(self, soma: Soma, opcoes: Opcoes) -> int:
        """Das examinadas, as que a conferência recusaria: de total diferente, ou que não se podem somar."""
        if not {coluna.letra for coluna in self.colunas} >= {soma.total, *soma.parcelas}:
            return 0
        conferida = SomaConferida(soma, self.colunas, opcoes)
        return sum(bool(conferida.diferenca(linha.celulas)) for linha in self.examinadas)


def celula_da(linha: Linha, coluna: Coluna) -> Celula:
    """A célula da coluna; nula se a linha acaba antes."""
    return linha.celulas[coluna.indice] if coluna.indice < len(linha.celulas) else None


def _exemplo(celula: Celula, campo: Campo | None, opcoes: OpcoesDaColuna) -> Exemplo:
    lido = texto(celula)
    if not lido or campo is None:
        return Exemplo(lido)
    parte = aplicar(opcoes.regra, lido) if opcoes.regra else celula
    if campo.tipo in (Tipo.DATA, Tipo.NOTA):
        valido = _com_formato(parte, campo.tipo, opcoes.formato)
        return Exemplo(lido, valido if opcoes.formato or opcoes.regra or valido == NAO_SE_LE else "")
    valido = texto(parte)
    return Exemplo(lido, valido if valido != lido else "")


def _com_formato(celula: Celula, tipo: Tipo, formato: str) -> str:
    try:
        if tipo is Tipo.NOTA:
            return nota_em_texto(ler_nota(celula, formato)).replace(".", ",")
        data = ler_data(celula, formato)
    except ValorRecusado:
        return NAO_SE_LE
    return data_em_texto(data) if data else ""


def especie_proposta(campos: Iterable[str], colunas: Iterable[Coluna]) -> str:
    """Inscritos, se há colunas pareadas e nenhuma é de resultado, nem pelo campo nem pelo título."""
    pareados = list(campos)
    com_notas = any(e_de_resultado(campo) for campo in pareados) or any(
        parte in normalizar(coluna.titulo) for coluna in colunas for parte in _TITULOS_DE_RESULTADO
    )
    return EspecieDeArquivo.INSCRITOS if pareados and not com_notas else EspecieDeArquivo.RESULTADO


def e_de_resultado(campo: str) -> bool:
    """Se o campo é de nota, etapa ou lugar, que a relação de inscritos não traz."""
    return campo.startswith(("prova:", "etapa:", "lista_")) or campo == "posicao_oficial"


def lembradas(
    layout: LayoutImportacao, campos: Mapping[str, Campo], pelos_titulos: Mapping[str, str]
) -> tuple[dict[str, str], list[str]]:
    """As colunas do layout, e as letras das que o edital não deixa usar: falta-lhe a prova ou a etapa.

    Estas recebem o que o título propõe, se o campo ainda está livre; as outras ficam como no layout, que
    as deixou por parear de propósito.
    """
    colunas = {letra: campo for letra, campo in layout.colunas.items() if campo in campos}
    for letra in sorted(set(layout.colunas) - set(colunas)):
        proposto = pelos_titulos.get(letra)
        if proposto and proposto not in colunas.values():
            colunas[letra] = proposto
    return colunas, [letra for letra in layout.colunas if letra not in colunas]
