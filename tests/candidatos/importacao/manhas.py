"""A tabela das manias: cada arquivo, o que ele tem de estranho e o que se espera dele.

Os arquivos de texto estão em tests/dados/importacao/manhas; as manias que são do tipo da célula (número,
data) montam-se aqui como planilhas. As pessoas são inventadas.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from candidatos.enums import CondicaoDoFiltro, EspecieDeArquivo, FormatoDeCelula
from candidatos.servicos.opcoes import Filtro, Opcoes, OpcoesDaColuna, Soma
from tests.candidatos.importacao.planilhas import com_folha, folha_com_celulas, planilha

MANHAS = Path(__file__).parents[2] / "dados" / "importacao" / "manhas"
IMPEDE, AVISA = "impede", "avisa"
INSCRITOS, RESULTADO = EspecieDeArquivo.INSCRITOS, EspecieDeArquivo.RESULTADO
TITULOS = ["Inscrição", "Nome", "CPF", "Nascimento", "Objetiva", "Nota final"]


def _planilha(*linhas: Sequence[Any], titulos: Sequence[str] = TITULOS) -> bytes:
    return planilha({"Dados": [titulos, *linhas]})


def _ate_a_ultima_linha() -> bytes:
    """XLSX com uma pessoa e formato até à linha 1.048.576, como sai de uma coluna inteira formatada."""
    textos = ["0001", "ANA LIMA", "", "02/01/1990", "40", "80"]
    linhas = [
        "".join(f'<c r="{letra}{n}" t="inlineStr"><is><t>{texto}</t></is></c>' for letra, texto in celulas)
        for n, linha in enumerate([TITULOS, textos], start=1)
        for celulas in [zip("ABCDEF", linha, strict=True)]
    ]
    dados = "".join(f'<row r="{n}">{celulas}</row>' for n, celulas in enumerate(linhas, start=1))
    vazias = "".join(f'<row r="{n}" s="1"><c r="A{n}" s="1"/></row>' for n in (3, 500_000, 2**20))
    return com_folha(folha_com_celulas().replace("<sheetData>", f"<sheetData>{dados}{vazias}"))


PLANILHAS = {
    "zeros_perdidos.xlsx": _planilha(
        [1, "ANA LIMA", 1234567890, "02/01/1990", 40, 80, 7908301],
        [2, "RUI COSTA", 52998224725, "03/02/1991", 30, 70.5, 60000001],
        titulos=[*TITULOS, "CEP"],
    ),
    "inscricoes_sem_zeros.xlsx": _planilha(
        [1, "ANA LIMA", "", "02/01/1990", 40, 80], [2, "OUTRA PESSOA", "", "03/02/1991", 30, 70]
    ),
    "datas_em_serie.xlsx": _planilha(
        ["0001", "ANA LIMA", "", 33000, 40, 80], ["0002", "RUI COSTA", "", date(1991, 2, 3), 30, 70]
    ),
    "ate_a_ultima_linha.xlsx": _ate_a_ultima_linha(),
    "codigos_flutuantes.xlsx": _planilha(
        [123.0, "ANA LIMA", "", "02/01/1990", 40.5, 80], ["124.0", "RUI COSTA", "", "03/02/1991", 30, 70]
    ),
}


@dataclass(frozen=True)
class Mania:
    """Uma linha da tabela. `contas`: lidas, novas, alteradas, inalteradas, recusadas, filtradas.

    `achados`: (linha, coluna, severidade, código), sem ordem; `guardado`: {inscrição: {o que se guardou}},
    só o que importa; `antes`: arquivo carregado primeiro; `plano`: outras contas da conferência.
    """

    arquivo: str
    mania: str
    contas: tuple[int, int, int, int, int, int]
    achados: Sequence[tuple[int, str, str, str]] = ()
    guardado: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    colunas: Mapping[str, str] = field(default_factory=dict)
    opcoes: Opcoes = field(default_factory=Opcoes)
    valores: Mapping[str, Mapping[str, Mapping[str, str]]] = field(default_factory=dict)
    especie: str = RESULTADO
    antes: Sequence[Mania] = ()
    plano: Mapping[str, int] = field(default_factory=dict)
    negativa: bool = False

    def __str__(self) -> str:
        return f"{self.arquivo}: {self.mania}"


def _opcoes(**das_colunas: OpcoesDaColuna) -> Opcoes:
    return Opcoes(colunas=das_colunas)


def _ausente(destino: str) -> dict[str, dict[str, dict[str, str]]]:
    escolha = {lido: {"destino": destino, "motivo": ""} for lido in ("Ausente", "ausente")}
    return {f"prova:{prova}": escolha for prova in ("objetiva", "titulos", "pontos")}


JOSE: dict[str, dict[str, Any]] = {
    "0001": {"nome": "JOSÉ CONCEIÇÃO", "objetiva": "40.00", "pontos": "80.00"},
    "0002": {"nome": "ÂNGELA ARAÚJO", "nascimento": date(1991, 2, 3), "pontos": "70.00"},
}
INSCRITOS_ANTES = Mania("inscritos_sem_notas.csv", "", (2, 2, 0, 0, 0, 0), especie=INSCRITOS)
COM_ZEROS_ANTES = Mania("inscricoes_com_zeros.csv", "", (2, 2, 0, 0, 0, 0))
DUAS = (2, 2, 0, 0, 0, 0)
SERIE = OpcoesDaColuna(formato=FormatoDeCelula.SERIE)
OBRIGATORIA = OpcoesDaColuna(obrigatoria=True)

MANIAS = [
    # Zeros à esquerda e códigos -----------------------------------------------------------------
    Mania(
        "zeros_perdidos.xlsx", "CPF e CEP em células de número perdem os zeros: completam-se, e diz-se", DUAS,
        achados=[(2, "C", AVISA, "cpf_zeros"), (2, "G", AVISA, "cep_zeros")],
        guardado={
            "1": {"cpf": "01234567890", "cep": "07908301", "objetiva": "40"},
            "2": {"cpf": "52998224725", "cep": "60000001", "pontos": "70.5"},
        },
    ),
    Mania(
        "contato_e_cep.csv", "o CEP impossível fica como veio", (3, 3, 0, 0, 0, 0),
        achados=[(3, "F", AVISA, "cep_zeros"), (4, "F", AVISA, "cep_invalido")],
        guardado={"0001": {"cep": "60000001"}, "0002": {"cep": "07908301"}, "0003": {"cep": "790"}},
    ),
    Mania(
        "inscricoes_sem_zeros.xlsx", "a inscrição 1 não é a 0001, mas com o mesmo nome seria duas vezes ela",
        (2, 1, 0, 0, 1, 0),
        achados=[(2, "", IMPEDE, "inscricao_sem_zeros"), (3, "", AVISA, "inscricao_sem_zeros")],
        antes=[COM_ZEROS_ANTES], plano={"total_ausentes": 2},
    ),
    Mania(
        "codigo_flutuante.csv", "“123.0” em texto é a inscrição 123, e diz-se", DUAS,
        achados=[(2, "A", AVISA, "inscricao_com_resto"), (3, "A", AVISA, "inscricao_com_resto")],
        guardado={"123": {"nome": "ANA LIMA"}, "124": {"nome": "RUI COSTA"}},
    ),
    Mania(
        "codigos_flutuantes.xlsx", "123.0 em número é 123, sem mais; em texto, diz-se", DUAS,
        achados=[(3, "A", AVISA, "inscricao_com_resto")],
        guardado={"123": {"objetiva": "40.5"}, "124": {"nome": "RUI COSTA"}},
    ),
    Mania(
        "codigo_com_milhar.csv", "“1.000” tanto é mil como um: recusa-se", (2, 1, 0, 0, 1, 0),
        achados=[(2, "A", IMPEDE, "inscricao_recusado")],
    ),
    # CPF ----------------------------------------------------------------------------------------
    Mania(
        "cpf_mascarado.csv", "o CPF mascarado não identifica nem une ninguém", (3, 3, 0, 0, 0, 0),
        achados=[(2, "C", AVISA, "cpf_mascarado"), (3, "C", AVISA, "cpf_mascarado")],
        guardado={
            "0001": {"cpf": "", "inscricoes_da_pessoa": 1},
            "0002": {"cpf": "", "inscricoes_da_pessoa": 1},
            "0003": {"cpf": "52998224725"},
        },
    ),
    Mania(
        "cpf_com_defeito.csv", "os quatro defeitos de um CPF, cada um com o seu nome", (4, 4, 0, 0, 0, 0),
        achados=[
            (2, "C", AVISA, "cpf_caractere"),
            (3, "C", AVISA, "cpf_tamanho"),
            (4, "C", AVISA, "cpf_digito"),
            (5, "C", AVISA, "cpf_repetido"),
        ],
        guardado={numero: {"cpf": ""} for numero in ("0001", "0002", "0003", "0004")},
    ),
    # Nascimento ---------------------------------------------------------------------------------
    Mania(
        "nascimento_impossivel.csv", "o nascimento que não pode ser fica como veio", (4, 4, 0, 0, 0, 0),
        achados=[
            (2, "D", AVISA, "nascimento_impossivel"),
            (3, "D", AVISA, "nascimento_improvavel"),
            (4, "D", AVISA, "nascimento_ilegivel"),
        ],
        guardado={
            "0001": {"nascimento": None, "informado": "31/02/1990"},
            "0002": {"nascimento": None, "informado": "05/03/1193"},
            "0003": {"nascimento": None, "informado": "ignorado"},
            "0004": {"nascimento": date(1950, 1, 2), "informado": ""},
        },
    ),
    Mania(
        "datas_em_serie.xlsx", "o número de série só é data se alguém o diz", (2, 1, 0, 0, 1, 0),
        achados=[(2, "D", IMPEDE, "data_recusado")],
    ),
    Mania(
        "datas_em_serie.xlsx", "dito o formato, a série e a data convivem", DUAS,
        opcoes=_opcoes(D=SERIE),
        guardado={"0001": {"nascimento": date(1990, 5, 7)}, "0002": {"nascimento": date(1991, 2, 3)}},
    ),
    # Notas --------------------------------------------------------------------------------------
    Mania(
        "virgula_e_ponto.csv", "vírgula e ponto decimais no mesmo arquivo", DUAS,
        guardado={"0001": {"objetiva": "40.50", "pontos": "80.25"}, "0002": {"objetiva": "30.25"}},
    ),
    Mania(
        "virgula_e_ponto.csv", "dito que só a vírgula é decimal, o ponto não passa", (2, 1, 0, 0, 1, 0),
        opcoes=_opcoes(E=OpcoesDaColuna(formato=FormatoDeCelula.DECIMAL_VIRGULA)),
        achados=[(3, "E", IMPEDE, "nota_recusado")],
    ),
    Mania(
        "nota_negativa.csv", "a nota negativa é recusada se o edital não a admite", (2, 1, 0, 0, 1, 0),
        achados=[(2, "E", IMPEDE, "nota_recusado")],
    ),
    Mania(
        "nota_negativa.csv", "e guardada se o edital a admite", DUAS, negativa=True,
        guardado={"0001": {"objetiva": "-3.25"}},
    ),
    Mania(
        "pagina_colada.csv", "o número da página colado à nota: as parcelas não somam o total",
        (3, 2, 0, 0, 1, 0),
        opcoes=Opcoes(somas=(Soma("F", ("D", "E")),)),
        achados=[(3, "F", IMPEDE, "soma_nao_confere")],
    ),
    Mania(
        "ausente.csv", "“Ausente” espera que alguém diga o que vale", (3, 1, 0, 0, 2, 0),
        achados=[
            (3, "D", IMPEDE, "valor_sem_destino"),
            (3, "E", IMPEDE, "valor_sem_destino"),
            (3, "F", IMPEDE, "valor_sem_destino"),
            (4, "D", IMPEDE, "valor_sem_destino"),
        ],
    ),
    Mania(
        "ausente.csv", "“Ausente” vale zero", (3, 3, 0, 0, 0, 0), valores=_ausente("zero"),
        guardado={"0002": {"objetiva": "0", "pontos": "0"}, "0003": {"objetiva": "0", "pontos": "40.00"}},
    ),
    Mania(
        "ausente.csv", "“Ausente” é falta à prova", (3, 3, 0, 0, 0, 0), valores=_ausente("sem_nota"),
        guardado={"0002": {"objetiva": None, "pontos": None}, "0003": {"pontos": "40.00"}},
    ),
    Mania(
        "ausente.csv", "“Ausente” vale zero também na conferência da soma", (3, 3, 0, 0, 0, 0),
        valores=_ausente("zero"), opcoes=Opcoes(somas=(Soma("F", ("D", "E")),)),
        guardado={"0002": {"pontos": "0"}, "0003": {"objetiva": "0", "pontos": "40.00"}},
    ),
    # Texto, delimitadores e cabeçalhos ----------------------------------------------------------
    *[
        Mania(nome, mania, DUAS, guardado=JOSE)
        for nome, mania in [
            ("cp1252.csv", "Windows-1252"),
            ("utf8_com_marca.csv", "UTF-8 com marca"),
            ("utf16.csv", "UTF-16"),
            ("ponto_e_virgula.csv", "ponto e vírgula"),
            ("tabulacao.tsv", "tabulação"),
            ("titulos_acima.csv", "linhas de título acima do cabeçalho"),
        ]
    ],
    Mania(
        "virgula.csv", "vírgula que separa e vírgula entre aspas", DUAS,
        guardado={"0001": {"nome": "CONCEIÇÃO, JOSÉ", "objetiva": "40.00"}, "0002": {"pontos": "70.00"}},
    ),
    Mania(
        "titulos_iguais_e_vazio.csv", "dois títulos iguais e um vazio: pareia-se pela letra", DUAS,
        colunas={"D": "prova:objetiva", "F": "prova:pontos"},
        guardado={"0001": {"objetiva": "40.00", "pontos": "80.00"}, "0002": {"pontos": "70.00"}},
    ),
    Mania(
        "cabecalho_repetido.csv", "o cabeçalho de cada página e as linhas vazias saem, contados",
        (3, 3, 0, 0, 0, 0), plano={"cabecalhos_repetidos": 2, "em_branco": 2},
        guardado={"0003": {"nome": "EVA REIS"}},
    ),
    Mania(
        "ate_a_ultima_linha.xlsx", "formato até à linha 1.048.576 não é dado", (1, 1, 0, 0, 0, 0),
        guardado={"0001": {"pontos": "80"}},
    ),
    # Pessoas, cargos e lugares ------------------------------------------------------------------
    Mania(
        "uma_pessoa_em_dois_cargos.csv", "uma inscrição em dois cargos e outra num terceiro: uma só pessoa",
        (3, 3, 0, 0, 0, 0),
        guardado={
            "0001": {"cargos": ["E02", "M01"], "inscricoes_da_pessoa": 2},
            "0002": {"cargos": ["P03"], "inscricoes_da_pessoa": 2},
        },
    ),
    Mania(
        "homonimos.csv", "homónimos, mesmo nascidos no mesmo dia, não são a mesma pessoa", (4, 4, 0, 0, 0, 0),
        achados=[(4, "C", AVISA, "cpf_mascarado"), (5, "C", AVISA, "cpf_mascarado")],
        guardado={numero: {"inscricoes_da_pessoa": 1} for numero in ("0001", "0002", "0003", "0004")},
    ),
    Mania(
        "lugar_ordinal.csv", "“1º” é lugar e “-” é nenhum", (3, 3, 0, 0, 0, 0),
        guardado={"0001": {"lugar": 1}, "0002": {"lugar": 2}, "0003": {"lugar": None, "pontos": "60.00"}},
    ),
    Mania(
        "lugar_que_nao_se_entende.csv", "“1.o” e “0” não são lugares", (2, 0, 0, 0, 2, 0),
        achados=[(2, "F", IMPEDE, "posicao_recusado"), (3, "F", IMPEDE, "posicao_recusado")],
    ),
    Mania(
        "lugares_iguais.csv", "lugares iguais da banca entram como vieram", (3, 3, 0, 0, 0, 0),
        guardado={"0001": {"lugar": 1}, "0002": {"lugar": 1}, "0003": {"lugar": 3}},
    ),
    # O que entra e o que não --------------------------------------------------------------------
    Mania(
        "testes_e_nao_pagos.csv", "registros de teste e inscrições por pagar ficam de fora, contados",
        (4, 2, 0, 0, 0, 2),
        opcoes=Opcoes(
            filtros=(
                Filtro("B", CondicaoDoFiltro.COMECA, "teste", "Registro de teste"),
                Filtro("F", CondicaoDoFiltro.DIFERENTE, "pago", "Taxa não paga"),
            )
        ),
        guardado={"0001": {"pontos": "80.00"}, "0003": {"pontos": "60.00"}},
    ),
    Mania(
        "inscritos_sem_notas.csv", "a relação de inscritos não traz notas", DUAS, especie=INSCRITOS,
        guardado={"0001": {"telefone": "(85) 3000-0001", "pontos": None}, "0002": {"pontos": None}},
    ),
    Mania(
        "resultado_sem_nomes.csv", "o resultado sem nomes encontra os inscritos", (2, 0, 2, 0, 0, 0),
        antes=[INSCRITOS_ANTES],
        guardado={"0001": {"nome": "ANA LIMA", "pontos": "80.00"}, "0002": {"pontos": "70.00"}},
    ),
    Mania(
        "so_a_lista_de_pcd.csv", "o que só diz de PcD não apaga a outra declaração", (2, 0, 2, 0, 0, 0),
        antes=[Mania("inscritos_com_reservas.csv", "", DUAS, especie=INSCRITOS)],
        guardado={"0001": {"negro": True, "pcd": False}, "0002": {"negro": False, "pcd": True}},
    ),
    Mania(
        "resultado_de_quem_nao_se_inscreveu.csv", "e recusa quem não está entre eles", (2, 0, 1, 0, 1, 0),
        antes=[INSCRITOS_ANTES], achados=[(3, "", IMPEDE, "inscricao_desconhecida")],
        plano={"total_ausentes": 1},
    ),
    Mania(
        "em_branco_obrigatoria.csv", "em branco, avisa-se só do que o desempate pede", DUAS,
        achados=[(3, "C", AVISA, "nascimento_em_branco")],
    ),
    Mania(
        "em_branco_obrigatoria.csv", "coluna que o layout diz obrigatória, em branco, impede",
        (2, 1, 0, 0, 1, 0), opcoes=_opcoes(C=OBRIGATORIA, F=OBRIGATORIA),
        achados=[(3, "C", IMPEDE, "data_recusado"), (3, "F", IMPEDE, "contato_recusado")],
    ),
]  # fmt: skip
