"""O motor da importação contra um oráculo ingénuo, com arquivos e bases ao acaso.

De cada sequência de arquivos prova-se que o motor e o oráculo dizem o mesmo, e que o ensaio e a carga
concordam qualquer que seja o tamanho do lote; que o mesmo arquivo duas vezes não muda nada; que ninguém
se une sem CPF igual e válido; e que desfazer devolve a base.
"""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from django.db import IntegrityError
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from validate_docbr import CPF

from candidatos.enums import EspecieDeArquivo
from candidatos.models import Inscricao
from candidatos.servicos import carga, valores
from candidatos.servicos.gravacao import gravar
from candidatos.servicos.importacao import carga_concluir
from nucleo.erros import Cancelada
from nucleo.permissoes import Pessoa
from tests.candidatos.importacao.motor import (
    CPF_A,
    CPF_B,
    Editais,
    arquivo,
    conferir_um,
    desfazer,
    em_bruto,
    linha,
    montar_editais,
    na_base,
    passar,
    ponto_de_retorno,
    processar_em_lotes,
    receber,
)
from tests.candidatos.importacao.oraculo import COLUNAS, Arquivo, Mundo

LOTES = (1, 2, 3, 7, 5_000)
# Quem aparece nos arquivos: a mesma pessoa em duas inscrições, um homónimo, CPF mascarado, CPF a que
# falta o zero com nascimento impossível, e o mesmo CPF com outro nome.
PERSONAGENS = [
    ("1", "ANA", CPF_A, "02/01/1990", "Não", "a@a.br"),
    ("2", "ANA", CPF_A, "02/01/1990", "Não", "a@a.br"),
    ("03", "ANA", "", "02/01/1990", "Sim", ""),
    ("4", "RUI", "***.456.789-**", "", "Sim", "r@r.br"),
    ("5", "RUI", CPF_B, "31/02/1990", "Não", "r@r.br"),
    ("6", "EVA", CPF_B, "", "Não", ""),
]
TROCAS: dict[str, list[str]] = {
    "inscricao": ["1", "2", "", "3"],
    "nome": ["RUI", "ANA", "EVA", ""],
    "cpf": ["", CPF_A, CPF_B, "529.982.247-24", "111.111.111-11"],
    "nascimento": ["", "02/01/1990", "03/01/1990", "05/03/1193", "ontem"],
    "cargo": ["X", "Y", "Z", ""],
    "objetiva": ["40", "40,0", "60,5", ""],
    "pontos": ["50", "-1", ""],
    "negro": ["Sim", "Não", "talvez"],
    "email": ["", "z@z.br", "a@a.br"],
}


@st.composite
def _linhas(draw: st.DrawFn) -> tuple[str, ...]:
    inscricao, nome, cpf, nascimento, negro, email = draw(st.sampled_from(PERSONAGENS))
    linha = {
        "inscricao": inscricao,
        "nome": nome,
        "cpf": cpf,
        "nascimento": nascimento,
        "cargo": draw(st.sampled_from("XYW")),
        "objetiva": draw(st.sampled_from(["40", "45,50"])),
        "pontos": draw(st.sampled_from(["70", "80,25"])),
        "negro": negro,
        "email": email,
    }
    # Quase sempre nada se troca: os arquivos que não se carregam ensinam pouco.
    campo = draw(st.sampled_from([None, None, "cpf", "nascimento", "email", None, *TROCAS]))
    if campo is not None:
        linha[campo] = draw(st.sampled_from(TROCAS[campo]))
    return tuple(linha[coluna] for coluna in COLUNAS)


ARQUIVOS = st.builds(
    Arquivo,
    edital=st.sampled_from([0, 0, 0, 1]),
    especie=st.sampled_from(
        [EspecieDeArquivo.RESULTADO, EspecieDeArquivo.RESULTADO, EspecieDeArquivo.INSCRITOS]
    ),
    ocultas=st.frozensets(st.sampled_from(["nome", "cpf", "nascimento", "negro", "email"]), max_size=2),
    linhas=st.lists(_linhas(), min_size=1, max_size=8).map(tuple),
).map(lambda a: replace(a, ocultas=a.ocultas - {"nome"}) if a.especie == "inscritos" else a)
SEQUENCIAS = st.lists(st.tuples(ARQUIVOS, st.sampled_from(LOTES)), min_size=1, max_size=3)


@pytest.fixture
def editais(db: None) -> Editais:
    """Dois editais, cada um com os cargos X, Y e W."""
    return montar_editais()


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(sequencia=SEQUENCIAS)
def test_motor_e_oraculo_concordam_em_qualquer_lote(
    operador: Pessoa, editais: Editais, sequencia: list[tuple[Arquivo, int]]
) -> None:
    with ponto_de_retorno():
        mundo = Mundo()
        for cada, lote in sequencia:
            mundo, _ = conferir_um(operador, editais, mundo, cada, lote)


def test_o_erro_da_gravacao_e_o_que_se_diz(
    operador: Pessoa, editais: Editais, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ao lado da gravação, a leitura tropeçaria na transação já inválida e diria só isso."""
    base = receber(operador, editais, arquivo(linha("1"), linha("2")))
    carga_concluir(base, processar_em_lotes(base, 1, gravar=True))
    antes = em_bruto()
    importacao = receber(operador, editais, arquivo(*[linha(str(numero)) for numero in range(3, 9)]))

    colunas = ("edital_id", "candidato_id", "numero", "contato")

    def sem_notas(self: carga.Carga, candidaturas: object) -> None:
        gravar(self._banco, Inscricao, colunas, [(0, 0, "", "{}")])

    monkeypatch.setattr(carga.Carga, "_criar_resultados", sem_notas)
    with ponto_de_retorno(), pytest.raises(IntegrityError, match="inscricao_numero_preenchido"):
        processar_em_lotes(importacao, 1, gravar=True)
    assert em_bruto() == antes


def test_cancelar_entre_lotes_espera_a_gravacao_e_nada_fica(operador: Pessoa, editais: Editais) -> None:
    importacao = receber(operador, editais, arquivo(*[linha(str(numero)) for numero in range(1, 9)]))
    antes = em_bruto()

    def cancelar(feito: int, total: int, mensagem: str = "") -> None:
        if feito == 5:
            raise Cancelada(None)

    with ponto_de_retorno(), pytest.raises(Cancelada):
        processar_em_lotes(importacao, 1, gravar=True, progresso=cancelar)
    assert em_bruto() == antes
    assert passar(importacao, 2, gravar=True)["novas"] == 8


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(primeiro=ARQUIVOS, segundo=ARQUIVOS)
def test_desfazer_de_tras_para_a_frente_devolve_a_base(
    operador: Pessoa, editais: Editais, primeiro: Arquivo, segundo: Arquivo
) -> None:
    with ponto_de_retorno():
        cargas, retratos = [], [em_bruto()]
        for cada in (primeiro, segundo):
            importacao = receber(operador, editais, cada)
            if not passar(importacao, 2, gravar=False)["recusadas"]:
                carga_concluir(importacao, processar_em_lotes(importacao, 2, gravar=True))
                cargas.append(importacao)
                retratos.append(em_bruto())
        while cargas:
            assert em_bruto() == retratos.pop()
            desfazer(operador, cargas.pop())
        assert em_bruto() == retratos.pop()


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(primeiro=ARQUIVOS, segundo=ARQUIVOS)
def test_desfazer_so_a_carga_de_um_edital_nao_mexe_no_outro(
    operador: Pessoa, editais: Editais, primeiro: Arquivo, segundo: Arquivo
) -> None:
    """Desfeita a primeira, o outro edital fica; desfeitas as duas, a base está como no começo."""
    primeiro, segundo = replace(primeiro, edital=0), replace(segundo, edital=1)
    with ponto_de_retorno():
        cargas = []
        for cada in (primeiro, segundo):
            importacao = receber(operador, editais, cada)
            if passar(importacao, 2, gravar=False)["recusadas"]:
                return
            carga_concluir(importacao, processar_em_lotes(importacao, 2, gravar=True))
            cargas.append(importacao)
        do_outro = [cada for cada in na_base(editais) if cada[0][0] == 1]
        desfazer(operador, cargas[0])
        assert [cada[0] for cada in na_base(editais)] == [cada[0] for cada in do_outro]
        assert passar(cargas[1], 2, gravar=False)["recusadas"] == 0
        desfazer(operador, cargas[1])
        assert not any(em_bruto().values())


@pytest.mark.puro
@given(st.text("0123456789", min_size=9, max_size=9) | st.sampled_from([str(n) * 9 for n in range(10)]))
@example("000000001")
def test_cpf_confere_diz_o_mesmo_que_a_biblioteca(base: str) -> None:
    numeros = [f"{base}{verificadores:02d}" for verificadores in range(100)]
    assert [valores.cpf_confere(numero) for numero in numeros] == [*map(CPF().validate, numeros)]
    assert not valores.cpf_confere(base)
    assert not valores.cpf_confere(f"0{numeros[0]}")


@pytest.mark.puro
@given(st.lists(st.dictionaries(st.text(max_size=5), st.text(max_size=8), max_size=4), max_size=4))
def test_o_json_escrito_e_o_da_biblioteca(dicionarios: list[dict[str, str]]) -> None:
    escritor = carga._Json()
    for dados in [*dicionarios, *dicionarios]:
        assert escritor.texto(dados) == json.dumps(dados)


# Sequências escolhidas: onde o acaso raramente chega, e onde já houve defeito.
DELICADAS = {
    "a segunda inscrição do CPF traz a data que faltava": [
        arquivo(linha("1", cpf=CPF_A, nascimento=""), linha("2", cpf=CPF_A, cargo="Y")),
    ],
    "a segunda inscrição do CPF traz a data que na primeira não existe": [
        arquivo(linha("1", cpf=CPF_A, nascimento="31/02/1990"), linha("2", cpf=CPF_A, cargo="Y")),
    ],
    "a segunda inscrição do CPF traz data que não existe": [
        arquivo(linha("1", cpf=CPF_A), linha("2", cpf=CPF_A, cargo="Y", nascimento="31/02/1990")),
    ],
    "três inscrições do CPF, duas com datas diferentes": [
        arquivo(
            linha("1", cpf=CPF_A, nascimento=""),
            linha("2", cpf=CPF_A, cargo="Y", nascimento="02/01/1990"),
            linha("3", cpf=CPF_A, cargo="W", nascimento="03/01/1990"),
        ),
    ],
    "o mesmo CPF com dois nascimentos impossíveis": [
        arquivo(
            linha("1", cpf=CPF_A, nascimento="31/02/1990"),
            linha("2", cpf=CPF_A, cargo="Y", nascimento="05/03/1193"),
        ),
    ],
    "a mesma inscrição com dois nascimentos impossíveis": [
        arquivo(linha("1", nascimento="31/02/1990"), linha("1", cargo="Y", nascimento="05/03/1193")),
    ],
    "a mesma inscrição com dois contatos": [
        arquivo(linha("1", email="a@a.br"), linha("1", cargo="Y", email="b@b.br")),
        arquivo(linha("1", email="c@c.br"), linha("1", cargo="Y", email="d@d.br")),
    ],
    "a mesma inscrição com o contato só na segunda linha": [
        arquivo(linha("1"), linha("1", cargo="Y", email="b@b.br")),
    ],
    "a pessoa da base ganha CPF e, por ele, outra inscrição": [
        arquivo(linha("1", nascimento="")),
        arquivo(linha("1", cpf=CPF_A), linha("2", cpf=CPF_A, cargo="Y"), linha("3", nome="RUI", cpf=CPF_B)),
    ],
    "a pessoa da base ganha CPF e data, e outra inscrição dela traz data que não existe": [
        arquivo(linha("1", nascimento="")),
        arquivo(linha("1", cpf=CPF_A), linha("2", cpf=CPF_A, cargo="Y", nascimento="31/02/1990")),
    ],
    "o CPF aparece primeiro em inscrição nova e depois em pessoa da base": [
        arquivo(linha("1")),
        arquivo(linha("2", cpf=CPF_A, cargo="Y"), linha("3"), linha("1", cpf=CPF_A)),
    ],
    "duas inscrições da mesma pessoa recebem datas diferentes, sem coluna de CPF": [
        arquivo(linha("1", cpf=CPF_A, nascimento=""), linha("2", cpf=CPF_A, cargo="Y", nascimento="")),
        arquivo(
            linha("1", nascimento="02/01/1990"), linha("2", cargo="Y", nascimento="03/01/1990"), ocultas="cpf"
        ),
    ],
    "duas inscrições da mesma pessoa recebem textos diferentes, sem coluna de CPF": [
        arquivo(linha("1", cpf=CPF_A, nascimento=""), linha("2", cpf=CPF_A, cargo="Y", nascimento="")),
        arquivo(
            linha("1", nascimento="ontem"), linha("2", cargo="Y", nascimento="31/02/1990"), ocultas="cpf"
        ),
    ],
    "duas inscrições da mesma pessoa recebem data e texto, sem coluna de CPF": [
        arquivo(linha("1", cpf=CPF_A, nascimento=""), linha("2", cpf=CPF_A, cargo="Y", nascimento="")),
        arquivo(linha("1"), linha("2", cargo="Y", nascimento="31/02/1990"), ocultas="cpf"),
    ],
    "a pessoa de um CPF já concorre ao cargo com outra inscrição": [
        arquivo(linha("0001", cpf=CPF_A)),
        arquivo(linha("1", cpf=CPF_A)),
    ],
    "as duas inscrições da pessoa passam a concorrer ao mesmo cargo, sem coluna de CPF": [
        arquivo(linha("1", cpf=CPF_A), linha("2", cpf=CPF_A, cargo="Y")),
        arquivo(linha("1", cargo="Y"), ocultas="cpf"),
    ],
    "o CPF volta ao cargo pela primeira das suas inscrições": [
        arquivo(linha("1", cpf=CPF_A, cargo="Y"), linha("2", cpf=CPF_A), linha("1", cpf=CPF_A)),
    ],
    "a pessoa mudou de nome, e o CPF e o nascimento conferem": [
        arquivo(linha("1", cpf=CPF_A), linha("2", nome="EVA", cpf=CPF_A, cargo="Y")),
        arquivo(linha("2", nome="EVA", cpf=CPF_A, cargo="Y", pontos="9")),
        arquivo(linha("2", nome="EVA", cargo="Y")),
    ],
    "a mesma inscrição em dois cargos, separada por outras": [
        arquivo(linha("1", cpf=CPF_A), linha("2"), linha("3"), linha("1", cargo="Y", cpf=CPF_A)),
        arquivo(linha("1", cpf=CPF_A, pontos="80"), linha("4"), linha("1", cargo="Y", cpf=CPF_A, pontos="9")),
    ],
    "a inscrição perdeu os zeros que a base guarda": [
        arquivo(linha("0001"), linha("0002", nome="RUI")),
        arquivo(linha("1", nome="RUI"), linha("0003")),
        arquivo(linha("2", nome="RUI")),
        arquivo(linha("00001")),
    ],
    "duas inscrições novas só diferem nos zeros da que a base guarda": [
        arquivo(linha("00123")),
        arquivo(linha("123", cargo="Y"), linha("0123", nome="RUI", cargo="Y")),
        arquivo(linha("0123", nome="RUI", cargo="Y"), linha("123", cargo="Y")),
    ],
    "uma linha recusada por duas razões": [
        arquivo(linha("1", cpf=CPF_A, cargo="Y"), linha("2", cpf=CPF_A)),
        arquivo(linha("1", cpf=CPF_A), linha("1", cpf=CPF_A)),
    ],
    "duas grafias de zeros no mesmo arquivo são duas inscrições": [
        arquivo(linha("1"), linha("01"), linha("001")),
        arquivo(linha("1"), linha("01"), linha("001")),
    ],
    "a primeira linha só se recusa por um par muito depois": [
        arquivo(linha("1"), linha("2"), linha("3"), linha("4"), linha("1", nome="RUI", cargo="Y")),
    ],
    "resultado sem nomes sobre os inscritos": [
        arquivo(linha("1"), linha("2", nome="RUI"), especie="inscritos"),
        arquivo(linha("2"), linha("1", pontos="9"), ocultas="nome cpf nascimento negro email"),
        arquivo(linha("3"), ocultas="nome"),
    ],
}


@pytest.mark.parametrize("nome", DELICADAS)
def test_sequencia_delicada(operador: Pessoa, editais: Editais, nome: str) -> None:
    for lote in (1, 2):
        with ponto_de_retorno():
            mundo = Mundo()
            for cada in DELICADAS[nome]:
                mundo, _ = conferir_um(operador, editais, mundo, cada, lote)
