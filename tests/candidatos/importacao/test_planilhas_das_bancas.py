"""Duas planilhas verdadeiras, em parte e inteiras: CPF em número, vaga composta e prova unificada."""

from __future__ import annotations

from io import BytesIO
from typing import Any

from candidatos.enums import RegraDeTexto
from candidatos.models import Autodeclaracao, Candidato, Candidatura, Inscricao
from candidatos.servicos.celulas import texto
from candidatos.servicos.leitura import Leitura, abrir_tabela
from candidatos.servicos.opcoes import Opcoes, OpcoesDaColuna
from candidatos.servicos.pareamento import (
    Pareamento,
    importacao_amostrar,
    importacao_listar_valores,
    importacao_parear,
)
from concursos.models import Cargo
from nucleo.permissoes import Pessoa
from tests import fabrica
from tests.candidatos.importacao.caminho import (
    DADOS,
    carregar,
    conferir,
    ler,
    parear,
    parear_valores,
    receber,
    sem_trabalho,
)

CARGOS_DA_UNIFICADA = {
    "B7-02-B": "Especialista",
    "B7-03-C": "Planejamento",
    "B7-07-A": "Comércio",
    "B7-07-B": "C",
}


def cargos(nota: str, desempate: list[str], codigos: dict[str, str], **campos: Any) -> list[Cargo]:
    """Cargos de um edital cuja única prova é a nota final."""
    primeiro = fabrica.cargo_publicado(
        provas=[{"chave": nota, "nome": nota.replace("_", " "), "minima": "", "maxima": "100"}],
        nota_final=nota,
        desempate=desempate,
        desempate_justificativa="Como no edital verdadeiro.",
        **campos,
    )
    return [
        fabrica.cargo(regras=primeiro.regras, codigo=codigo, nome=nome) for codigo, nome in codigos.items()
    ]


def test_cpf_em_numero_e_vaga_composta(operador: Pessoa, db: None) -> None:
    conteudo = (DADOS / "habilitados_cpf_numerico.xlsx").read_bytes()
    codigos = {f"{numero:03d}": f"Cargo {numero}" for numero in range(1, 28)}
    um, *_ = cargos("pontuacao", ["idoso", "mais_velho"], codigos)
    importacao = receber(operador, um, conteudo, "habilitados.xlsx")
    amostra = importacao_amostrar(autor=operador, importacao=importacao)
    assert amostra.proposta == {
        "A": "inscricao", "B": "nome", "C": "nome_da_mae", "E": "nascimento", "F": "documento", "G": "cpf",
        "H": "email", "I": "telefone", "J": "celular", "K": "endereco", "L": "numero", "M": "complemento",
        "N": "bairro", "O": "cidade", "P": "uf", "Q": "cep", "R": "cargo", "S": "prova:pontuacao",
        "T": "posicao_oficial",
    }  # fmt: skip
    parear(operador, importacao)
    assert conferir(operador, importacao)["recusadas"] == 57
    importacao.refresh_from_db()
    propostos = importacao_listar_valores(autor=operador, importacao=importacao)
    assert {valor.lido[:3] == valor.destino for valor in propostos} == {True}
    destinos = {valor.lido: {"destino": valor.destino, "motivo": ""} for valor in propostos}
    parear_valores(operador, importacao, {"cargo": destinos})
    plano = conferir(operador, importacao)
    assert (plano["lidas"], plano["novas"], plano["recusadas"]) == (57, 57, 0)
    assert plano["contagem"] == {"avisa": 68, "cpf_zeros": 21, "cep_zeros": 47}
    carregar(operador, importacao)
    assert Candidato.objects.filter(cpf__startswith="0").count() == 21
    assert Candidato.objects.filter(cpf="").count() == 0
    assert {len(contato["cep"]) for contato in Inscricao.objects.values_list("contato", flat=True)} == {8}


def test_prova_unificada_com_titulos_quase_iguais(operador: Pessoa, db: None) -> None:
    conteudo = (DADOS / "unificado.xlsx").read_bytes()
    um, *_ = cargos("nota_final", ["sorteio"], CARGOS_DA_UNIFICADA)
    importacao = receber(operador, um, conteudo, "unificado.xlsx")
    amostra = importacao_amostrar(autor=operador, importacao=importacao)
    assert [coluna.nome for coluna in amostra.colunas[12:19]] == [
        "coluna M (Class PCD)",
        "coluna N (Class Negra)",
        "coluna O (Class Indígena)",
        "coluna P (Class AC)",
        "coluna Q (Class PCD2)",
        "coluna R (Class Negra3)",
        "coluna S (Class Indígena)",
    ]
    # "Cargo" e "Cód. Cargo" dizem ambos cargo: nenhum é proposto.
    assert amostra.proposta == {"I": "nome", "J": "inscricao", "K": "prova:nota_final"}
    parear(operador, importacao, D="cargo", M="lista_pcd", N="lista_negro", O="lista_indigena")
    carregar(operador, importacao)
    assert (Inscricao.objects.count(), Candidato.objects.count(), Candidatura.objects.count()) == (54, 54, 58)
    em_varios = Inscricao.objects.filter(candidaturas__cargo__codigo="B7-07-A").filter(
        candidaturas__cargo__codigo="B7-07-B"
    )
    assert em_varios.exists()
    assert Autodeclaracao.objects.filter(negro=True, pcd=True).exists()


def test_as_615_linhas_dizem_os_zeros_repostos(operador: Pessoa, db: None) -> None:
    conteudo = (DADOS / "habilitados_cpf_numerico_615.xlsx").read_bytes()
    codigos = {codigo: f"Cargo {codigo}" for codigo in codigos_da_coluna(conteudo, "R", separador=" - ")}
    um, *_ = cargos("pontuacao", ["idoso", "mais_velho"], codigos)
    importacao = receber(operador, um, conteudo, "habilitados.xlsx")
    proposta = importacao_amostrar(autor=operador, importacao=importacao).proposta
    so_o_codigo = Opcoes(colunas={"R": OpcoesDaColuna(regra=RegraDeTexto.ANTES_DO_TRACO)})
    escolhas = Pareamento(Leitura.de_json(importacao.leitura), proposta, None, True, opcoes=so_o_codigo)
    importacao_parear(autor=operador, importacao=importacao, pareamento=escolhas)
    plano = conferir(operador, sem_trabalho(importacao))
    assert (plano["lidas"], plano["novas"], plano["recusadas"]) == (615, 615, 0)
    assert plano["contagem"] == {"avisa": 585, "cpf_zeros": 21, "cep_zeros": 564}


def test_a_unificada_inteira_nao_funde_homonimos(operador: Pessoa, db: None) -> None:
    conteudo = (DADOS / "unificado_43_cargos_20430.xlsx").read_bytes()
    codigos = {codigo: f"Cargo {codigo}" for codigo in codigos_da_coluna(conteudo, "D")}
    um, *_ = cargos("nota_final", ["sorteio"], codigos)
    importacao = receber(operador, um, conteudo, "unificado.xlsx")
    trocas = {"D": "cargo", "M": "lista_pcd", "N": "lista_negro", "O": "lista_indigena"}
    parear(operador, importacao, **trocas)
    carregada = carregar(operador, importacao)
    assert (carregada.plano["inscricoes"], carregada.plano["cargos"]) == (4_785, 43)
    contas = (Inscricao.objects.count(), Candidato.objects.count(), Candidatura.objects.count())
    assert contas == (4_785, 4_785, 20_430)
    nomes = Candidato.objects.values("nome_busca").distinct().count()
    assert nomes < contas[1]
    declaracoes = Autodeclaracao.objects.values_list("negro", "indigena", "pcd")
    assert sum(sum(reservas) > 1 for reservas in declaracoes) == 40


def codigos_da_coluna(conteudo: bytes, letra: str, separador: str = "") -> list[str]:
    """Os valores diferentes da coluna, ou o que vem antes do separador, em ordem."""
    leitura = ler(conteudo)
    tabela = abrir_tabela(BytesIO(conteudo), leitura)
    indice = next(coluna.indice for coluna in tabela.colunas if coluna.letra == letra)
    lidos = {texto(linha.celulas[indice]) for linha in tabela}
    return sorted({lido.partition(separador)[0] if separador else lido for lido in lidos})
