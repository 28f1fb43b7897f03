"""Cada mania dos arquivos verdadeiros, do envio à base: o que se conta, o que se acha e o que se guarda."""

from __future__ import annotations

from typing import Any

import pytest

from candidatos.consultas.lugares_da_banca import resumo_dos_cargos
from candidatos.models import Candidato, Importacao, Inscricao
from candidatos.servicos.campos import campos_do_edital, propor_colunas
from candidatos.servicos.classificacao import cargo_classificar
from candidatos.servicos.importacao import importacao_carregar
from candidatos.servicos.leitura import Leitura, abrir_tabela
from candidatos.servicos.pareamento import Pareamento, importacao_parear
from concursos.models import Cargo
from nucleo.erros import Recusa
from nucleo.permissoes import Pessoa
from tests import fabrica
from tests.candidatos.importacao.caminho import conferir, importar, parado, receber
from tests.candidatos.importacao.manhas import MANHAS, MANIAS, PLANILHAS, Mania


def _provas(negativa: bool) -> list[dict[str, Any]]:
    return [
        {"chave": "objetiva", "nome": "Objetiva", "minima": "", "maxima": "60", "negativa": negativa},
        {"chave": "titulos", "nome": "Títulos", "minima": "", "maxima": "40"},
        {"chave": "pontos", "nome": "Nota final", "minima": "", "maxima": "100"},
    ]


def _edital(negativa: bool) -> list[Cargo]:
    """Três cargos: M01, E02 e P03."""
    primeiro = fabrica.cargo_publicado(provas=_provas(negativa), desempate=["idoso", "mais_velho"])
    return [
        fabrica.cargo(regras=primeiro.regras, codigo=codigo, nome=codigo) for codigo in ("M01", "E02", "P03")
    ]


def _receber(autor: Pessoa, cargo: Cargo, nome: str) -> Importacao:
    conteudo = PLANILHAS[nome] if nome in PLANILHAS else (MANHAS / nome).read_bytes()
    return receber(autor, cargo, conteudo, nome)


def _ate_ao_plano(autor: Pessoa, cargo: Cargo, mania: Mania) -> tuple[Importacao, dict[str, Any]]:
    importacao = _receber(autor, cargo, mania.arquivo)
    leitura = Leitura.de_json(importacao.leitura)
    with importacao.arquivo.open("rb") as arquivo:
        colunas = abrir_tabela(arquivo.file, leitura).colunas
    pares = propor_colunas(colunas, campos_do_edital([cargo.regras])) | dict(mania.colunas)
    unico = None if "cargo" in pares.values() else cargo
    importacao_parear(
        autor=autor,
        importacao=importacao,
        pareamento=Pareamento(leitura, pares, unico, True, mania.especie, mania.opcoes, mania.valores),
    )
    importacao.refresh_from_db()
    importacao.execucao = None
    importacao.save()
    return importacao, conferir(autor, importacao)


def _guardado(numero: str) -> dict[str, Any]:
    """O que a base diz da inscrição, com as notas da sua primeira candidatura."""
    inscricao = Inscricao.objects.select_related("candidato", "autodeclaracao").get(numero=numero)
    candidaturas = list(inscricao.candidaturas.order_by("cargo__codigo").select_related("cargo"))
    vigente = candidaturas[0].resultados.order_by("-versao").first()
    notas = vigente.notas if vigente else {}
    return {
        "nome": inscricao.candidato.nome,
        "cpf": inscricao.candidato.cpf,
        "nascimento": inscricao.candidato.nascimento,
        "informado": inscricao.candidato.nascimento_informado,
        "inscricoes_da_pessoa": inscricao.candidato.inscricoes.count(),
        "cargos": [candidatura.cargo.codigo for candidatura in candidaturas],
        "objetiva": notas.get("objetiva"),
        "pontos": notas.get("pontos"),
        "negro": inscricao.autodeclaracao.negro,
        "pcd": inscricao.autodeclaracao.pcd,
        "lugar": vigente.posicao_oficial if vigente else None,
        **inscricao.contato,
    }


@pytest.mark.parametrize("mania", MANIAS, ids=str)
def test_cada_mania_do_envio_a_base(operador: Pessoa, db: None, mania: Mania) -> None:
    cargo = _edital(mania.negativa)[0]
    for anterior in mania.antes:
        _carregar(operador, _ate_ao_plano(operador, cargo, anterior)[0])
    importacao, plano = _ate_ao_plano(operador, cargo, mania)
    nomes = ("lidas", "novas", "alteradas", "inalteradas", "recusadas", "filtradas")
    assert tuple(plano[nome] for nome in nomes) == mania.contas
    achados = [(a["linha"], a["coluna"], a["severidade"], a["codigo"]) for a in plano["achados"]]
    assert sorted(achados) == sorted(mania.achados)
    assert {chave: plano[chave] for chave in mania.plano} == mania.plano
    if plano["recusadas"]:
        antes = Candidato.objects.count()
        with pytest.raises(Recusa, match="linhas recusadas"):
            importacao_carregar(autor=operador, importacao=importacao, progresso=parado)
        assert Candidato.objects.count() == antes
        return
    _carregar(operador, importacao)
    for numero, esperado in mania.guardado.items():
        guardado = _guardado(numero)
        assert {chave: guardado.get(chave) for chave in esperado} == esperado
    # O mesmo arquivo outra vez: nada a fazer.
    de_novo = _ate_ao_plano(operador, cargo, mania)[1]
    assert (de_novo["novas"], de_novo["alteradas"], de_novo["recusadas"]) == (0, 0, 0)


def _carregar(autor: Pessoa, importacao: Importacao) -> None:
    importacao_carregar(autor=autor, importacao=importacao, progresso=parado)


def test_cada_arquivo_e_de_uma_mania() -> None:
    presentes = {caminho.name for caminho in MANHAS.iterdir()} | set(PLANILHAS)
    citados = {mania.arquivo for mania in MANIAS} | {a.arquivo for m in MANIAS for a in m.antes}
    assert presentes == citados | {"acentos_perdidos.csv"}


def test_acentos_ja_perdidos_param_a_importacao(operador: Pessoa, db: None) -> None:
    with pytest.raises(Recusa, match="Peça à banca o arquivo original"):
        _receber(operador, _edital(False)[0], "acentos_perdidos.csv")
    assert not Importacao.objects.exists()


def test_nascimento_impossivel_deixa_o_empate_por_resolver(operador: Pessoa, db: None) -> None:
    cargo = _edital(False)[0]
    importar(operador, cargo, (MANHAS / "nascimento_impossivel.csv").read_bytes())
    feita = cargo_classificar(autor=operador, cargo=cargo, execucao=None, progresso=parado)
    sem_data = {
        candidatura: numero
        for candidatura, numero in cargo.candidaturas.values_list("pk", "inscricao__numero")
        if numero != "0004"
    }
    assert {sem_data[falta["candidatura"]] for falta in feita.faltas} == {"0001", "0002", "0003"}
    assert all("nascimento" in falta["campo"] for falta in feita.faltas)


def test_lugares_iguais_da_banca_sao_contados(operador: Pessoa, db: None) -> None:
    cargo = _edital(False)[0]
    importar(operador, cargo, (MANHAS / "lugares_iguais.csv").read_bytes())
    cargo_classificar(autor=operador, cargo=cargo, execucao=None, progresso=parado)
    dos_cargos = {cada.estado.cargo.pk: cada for cada in resumo_dos_cargos(cargo.edital.concurso)}
    assert (dos_cargos[cargo.pk].iguais, dos_cargos[cargo.pk].em_iguais) == (1, 2)
