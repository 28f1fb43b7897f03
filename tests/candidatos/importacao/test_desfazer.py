"""Desfazer uma carga: a base volta a ser o que era, e o mesmo arquivo pode entrar outra vez."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from itertools import count
from typing import Any

import pytest
from django.db import connection
from django.db.models import Model
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from candidatos.enums import SituacaoClassificacao, SituacaoDeclaracao, SituacaoImportacao
from candidatos.models import (
    Autodeclaracao,
    Candidato,
    Candidatura,
    Classificacao,
    Colocacao,
    Importacao,
    Inscricao,
    Resultado,
    Sorteio,
    ValorAnterior,
)
from candidatos.servicos.classificacao import cargo_classificar, sorteio_registrar
from candidatos.servicos.desfazer import Desfeita, importacao_desfazer, importacao_pedir_desfazer
from candidatos.servicos.homologacao import concurso_homologar
from concursos.models import Cargo
from nucleo.enums import Papel
from nucleo.erros import Recusa
from nucleo.models import RegistroTrilha
from tests import fabrica
from tests.candidatos.importacao.caminho import importar, parado, retrato

pytestmark = pytest.mark.django_db
MODELOS = (
    Candidato,
    Inscricao,
    Autodeclaracao,
    Candidatura,
    Resultado,
    Sorteio,
    Classificacao,
    Colocacao,
    ValorAnterior,
)
_nomes = count(1)


def base() -> dict[str, list[Any]]:
    """Tudo o que há de candidatos, sem as importações nem a trilha, que guardam que houve a carga."""
    return {modelo.__name__: list(modelo._default_manager.order_by("pk").values_list()) for modelo in MODELOS}


class Carga:
    """Uma carga feita à mão, como a do contrato: linhas novas, o que mudou, e o registro de ambas."""

    def __init__(self, cargo: Cargo) -> None:
        self.cargo = cargo
        self.importacao = fabrica.importacao(edital=cargo.edital, nome=f"arquivo {next(_nomes)}.csv")

    def criar(self, *objetos: Model) -> None:
        for objeto in objetos:
            blocos = self.importacao.criados.setdefault(objeto._meta.label, [])
            blocos.append([objeto.pk, objeto.pk])

    def inscrever(self, numero: str, nota: str = "70.00", pessoa: Candidato | None = None) -> Candidatura:
        if pessoa is None:
            pessoa = fabrica.candidato()
            self.criar(pessoa)
        inscricao = fabrica.inscricao(edital=self.cargo.edital, numero=numero, candidato=pessoa, negro=True)
        candidatura = Candidatura.objects.create(inscricao=inscricao, cargo=self.cargo)
        self.criar(inscricao, inscricao.autodeclaracao, candidatura)
        self.notas(candidatura, nota)
        return candidatura

    def notas(self, candidatura: Candidatura, nota: str) -> None:
        resultado = fabrica.resultado(candidatura=candidatura, nota=nota)
        Resultado.objects.filter(pk=resultado.pk).update(importacao=self.importacao)
        self.criar(resultado)

    def mudar(self, objeto: Candidato | Inscricao | Autodeclaracao, **campos: Any) -> None:
        antes = {campo: getattr(objeto, campo) for campo in campos}
        ValorAnterior.objects.create(
            importacao=self.importacao, antes=antes, **{type(objeto).__name__.lower(): objeto}
        )
        for campo, valor in campos.items():
            setattr(objeto, campo, valor)
        objeto.save()

    def pronta(self) -> Importacao:
        self.importacao.carregada_em = timezone.now()
        self.importacao.desfeita_motivo = "Arquivo trocado pela banca."
        self.importacao.save()
        return self.importacao


def desfazer(importacao: Importacao) -> Desfeita:
    return importacao_desfazer(autor=fabrica.autor(), importacao=importacao, progresso=parado)


@pytest.fixture
def cargo() -> Cargo:
    return fabrica.cargo_publicado()


def primeira(cargo: Cargo) -> Importacao:
    carga = Carga(cargo)
    for numero, nota in (("A1", "90.00"), ("A2", "80.00"), ("A3", "70.00")):
        carga.inscrever(numero, nota)
    return carga.pronta()


def classificar(cargo: Cargo) -> Classificacao:
    return cargo_classificar(autor=fabrica.autor(), cargo=cargo, execucao=None, progresso=parado)


# -- A base volta ao que era ----------------------------------------------------------------------


def test_a_primeira_carga_sai_inteira(cargo: Cargo) -> None:
    antes = base()
    desfeita = desfazer(primeira(cargo))
    assert base() == antes
    assert (desfeita.feito.inscricoes, desfeita.feito.resultados) == (3, 3)


def test_a_segunda_carga_sai_e_a_primeira_fica(cargo: Cargo) -> None:
    primeira(cargo)
    antes = base()
    segunda = Carga(cargo)
    mudada = cargo.candidaturas.get(inscricao__numero="A1")
    segunda.notas(mudada, "55.50")
    pessoa, inscricao = mudada.inscricao.candidato, mudada.inscricao
    segunda.mudar(pessoa, cpf="52998224725", nascimento=None, nascimento_informado="31/02/1990")
    segunda.mudar(inscricao, contato={"email": "nova@exemplo.br"})
    segunda.mudar(inscricao.autodeclaracao, negro=False, indigena=False, pcd=True)
    segunda.inscrever("A4")
    segunda.inscrever("A5", pessoa=pessoa)

    desfeita = desfazer(segunda.pronta())

    assert base() == antes
    assert (desfeita.feito.restaurados, desfeita.feito.inscricoes, desfeita.feito.pessoas) == (3, 2, 1)


def test_a_pessoa_volta_com_historia(cargo: Cargo) -> None:
    pessoa = fabrica.candidato(nascimento=None)
    carga = Carga(cargo)
    carga.mudar(pessoa, nascimento=date(1990, 5, 1))
    desfazer(carga.pronta())
    assert [cada.nascimento for cada in pessoa.historia.order_by("history_id")][-2:] == [
        date(1990, 5, 1),
        None,
    ]


def test_as_pessoas_voltam_linha_a_linha(cargo: Cargo) -> None:
    """Um UPDATE com um ramo por pessoa levava minutos em cem mil; um por linha, em lote, leva segundos."""
    carga = Carga(cargo)
    pessoas = [fabrica.candidato(nascimento=None) for _ in range(3)]
    for pessoa in pessoas:
        carga.mudar(pessoa, nascimento=date(1990, 5, 1))
    importacao = carga.pronta()
    with CaptureQueriesContext(connection) as feitas:
        desfazer(importacao)
    tabela = f'UPDATE "{Candidato._meta.db_table}"'
    mudancas = [feita["sql"] for feita in feitas.captured_queries if tabela in feita["sql"]]
    assert mudancas
    assert not any("CASE" in sql for sql in mudancas)
    assert set(Candidato.objects.values_list("nascimento", flat=True)) == {None}


def test_pessoa_que_se_inscreveu_em_outro_edital_fica(cargo: Cargo) -> None:
    importacao = primeira(cargo)
    pessoa = Candidato.objects.get(inscricoes__numero="A1")
    alheia = fabrica.inscricao(edital=fabrica.cargo_publicado().edital, candidato=pessoa)
    desfazer(importacao)
    assert list(Candidato.objects.all()) == [pessoa]
    assert list(Inscricao.objects.all()) == [alheia]


def test_desfeitas_as_duas_cargas_a_pessoa_nao_fica_sem_inscricao(cargo: Cargo) -> None:
    importacao = primeira(cargo)
    outra = Carga(fabrica.cargo_publicado())
    outra.inscrever("B1", pessoa=Candidato.objects.get(inscricoes__numero="A1"))
    outra.pronta()
    desfazer(importacao)
    desfazer(outra.importacao)
    assert not Candidato.objects.exists()


def test_o_que_outro_edital_mudou_depois_fica_e_volta_ao_de_antes_dos_dois(cargo: Cargo) -> None:
    pessoa = fabrica.candidato(nascimento=None)
    uma, outra = Carga(cargo), Carga(fabrica.cargo_publicado())
    uma.mudar(pessoa, nascimento=None, nascimento_informado="31/02/1990", cpf="52998224725")
    uma.pronta()
    outra.mudar(pessoa, nascimento=date(1990, 2, 28), nascimento_informado="")
    outra.pronta()

    desfazer(uma.importacao)
    pessoa.refresh_from_db()
    assert (pessoa.nascimento, pessoa.cpf) == (date(1990, 2, 28), "")

    desfazer(outra.importacao)
    pessoa.refresh_from_db()
    assert (pessoa.nascimento, pessoa.nascimento_informado) == (None, "")


# -- Pelo caminho inteiro, do arquivo à base -------------------------------------------------------

TITULOS = "Inscrição;Nome;CPF;Nascimento;E-mail;Negro;PCD;objetiva;pontos"
UMA = f"""{TITULOS}
001;ANA SÁ;;31/02/1990;ana@exemplo.br;Sim;Não;40,00;50,00
002;RUI LIMA;;02/01/1991;;Não;Não;41,00;61,00
003;EVA REIS;529.982.247-25;03/01/1992;;Não;Não;42,00;72,00
"""
OUTRA = f"""{TITULOS}
001;ANA SÁ;111.444.777-35;02/01/1990;nova@exemplo.br;Não;Sim;45,00;95,00
002;RUI LIMA;;02/01/1991;rui@exemplo.br;Sim;Não;41,00;61,00
003;EVA REIS;529.982.247-25;03/01/1992;;Não;Não;42,00;72,00
004;IVO SÁ;;05/01/1993;;Sim;Não;30,00;80,00
"""


def arquivo(cargo: Cargo, conteudo: str) -> Importacao:
    importacao = importar(fabrica.autor(), cargo, conteudo)
    importacao.desfeita_motivo = "Arquivo trocado pela banca."
    importacao.save()
    return importacao


def candidatos() -> dict[str, list[Any]]:
    """O retrato dos candidatos, sem os arquivos nem a trilha: esses guardam que houve a carga."""
    fotografia = retrato() | base()
    return {nome: fotografia[nome] for nome in fotografia if nome not in ("Importacao", "RegistroTrilha")}


def test_desfazer_a_primeira_deixa_a_base_vazia_e_o_arquivo_entra_de_novo(cargo: Cargo) -> None:
    vazia = candidatos()
    importacao = arquivo(cargo, UMA)
    cheia = candidatos()
    assert cheia != vazia
    desfazer(importacao)
    assert candidatos() == vazia
    arquivo(cargo, UMA)
    numeros = list(Inscricao.objects.order_by("numero").values_list("numero", "candidato__nome"))
    assert numeros == [("001", "ANA SÁ"), ("002", "RUI LIMA"), ("003", "EVA REIS")]


def test_desfazer_a_segunda_devolve_o_que_ela_mudou(cargo: Cargo) -> None:
    arquivo(cargo, UMA)
    antes = candidatos()
    segunda = arquivo(cargo, OUTRA)
    ana = Candidato.objects.get(nome="ANA SÁ")
    assert (ana.cpf, ana.nascimento) == ("11144477735", date(1990, 1, 2))
    assert ValorAnterior.objects.count() == 5
    desfazer(segunda)
    assert candidatos() == antes
    arquivo(cargo, OUTRA)
    assert Resultado.objects.get(candidatura__inscricao__numero="001", versao=2).notas["pontos"] == "95.00"


def test_desfazer_depois_de_classificar_as_duas(cargo: Cargo) -> None:
    arquivo(cargo, UMA)
    classificar(cargo)
    antes = candidatos()
    segunda = arquivo(cargo, OUTRA)
    classificar(cargo)
    desfazer(segunda)
    assert candidatos() == antes


# -- Classificações e sorteios --------------------------------------------------------------------


def test_saem_as_classificacoes_que_leram_a_carga(cargo: Cargo) -> None:
    antes = base()
    importacao = primeira(cargo)
    classificar(cargo), classificar(cargo)
    desfeita = desfazer(importacao)
    assert base() == antes
    assert (desfeita.feito.classificacoes, desfeita.a_classificar) == (2, [])


def test_a_classificacao_de_antes_volta_a_ser_a_corrente(cargo: Cargo) -> None:
    primeira(cargo)
    de_antes = classificar(cargo)
    antes = base()
    segunda = Carga(cargo)
    segunda.notas(cargo.candidaturas.get(inscricao__numero="A3"), "99.00")
    segunda.pronta()
    classificar(cargo)
    desfeita = desfazer(segunda.importacao)
    assert base() == antes
    assert cargo.classificacoes.get() == de_antes
    assert desfeita.a_classificar == []


def test_a_classificacao_que_leria_outra_coisa_nao_volta(cargo: Cargo) -> None:
    primeira(cargo)
    classificar(cargo)
    segunda = Carga(cargo)
    segunda.notas(cargo.candidaturas.get(inscricao__numero="A3"), "99.00")
    segunda.pronta()
    classificar(cargo)
    Candidato.objects.filter(inscricoes__numero="A1").update(nascimento=date(1940, 1, 1))
    desfeita = desfazer(segunda.importacao)
    assert desfeita.a_classificar == [cargo]
    assert cargo.classificacoes.get().situacao == SituacaoClassificacao.SUBSTITUIDA


def test_a_que_so_leu_uma_declaracao_da_carga_tambem_sai(cargo: Cargo) -> None:
    primeira(cargo)
    segunda = Carga(cargo)
    declaracao = Autodeclaracao.objects.get(inscricao__numero="A2")
    segunda.mudar(declaracao, negro=False, indigena=False, pcd=False)
    segunda.pronta()
    classificar(cargo)
    assert desfazer(segunda.importacao).feito.classificacoes == 1


def test_o_sorteio_das_que_saem_fica_na_trilha(cargo: Cargo) -> None:
    antes = base()
    carga = Carga(cargo)
    empatadas = [carga.inscrever(numero, "80.00") for numero in ("A1", "A2")]
    importacao = carga.pronta()
    classificar(cargo)
    sorteio_registrar(
        autor=fabrica.autor(),
        cargo=cargo,
        numeros={empatada.pk: lugar for lugar, empatada in enumerate(empatadas, start=1)},
        data=date(2024, 1, 10),
        ata="Ata nº 7/2024",
    )
    desfazer(importacao)
    assert base() == antes
    guardados = RegistroTrilha.objects.get(acao="candidatos.importacao_desfazer").antes["sorteios"]
    assert [(cada["inscricao"], cada["numero"], cada["data"], cada["ata"]) for cada in guardados] == [
        ("A1", 1, "2024-01-10", "Ata nº 7/2024"),
        ("A2", 2, "2024-01-10", "Ata nº 7/2024"),
    ]


# -- O que fica registrado ------------------------------------------------------------------------


def test_fica_quem_quando_e_por_que(cargo: Cargo) -> None:
    autor = fabrica.autor()
    importacao = primeira(cargo)
    importacao_desfazer(autor=autor, importacao=importacao, progresso=parado)
    importacao.refresh_from_db()
    assert importacao.situacao == SituacaoImportacao.DESFEITA
    assert importacao.desfeita_por == autor.pessoa
    assert importacao.desfeita_em is not None
    registro = RegistroTrilha.objects.get(acao="candidatos.importacao_desfazer")
    assert registro.depois["motivo"] == "Arquivo trocado pela banca."
    assert (registro.depois["inscricoes"], registro.depois["resultados"]) == (3, 3)


def test_o_trabalho_diz_quanto_andou(cargo: Cargo) -> None:
    andou: list[tuple[int, int]] = []

    def progresso(feito: int, total: int, mensagem: str = "") -> None:
        andou.append((feito, total))

    importacao_desfazer(autor=fabrica.autor(), importacao=primeira(cargo), progresso=progresso)
    assert andou[-1] == (15, 15)


def test_pedir_guarda_o_motivo_fora_do_trabalho(cargo: Cargo) -> None:
    importacao = primeira(cargo)
    execucao = importacao_pedir_desfazer(autor=fabrica.autor(), importacao=importacao, motivo=" Troca. ")
    importacao.refresh_from_db()
    assert importacao.desfeita_motivo == "Troca."
    assert execucao.parametros == {"importacao": importacao.pk}


# -- O que impede ---------------------------------------------------------------------------------


def nao_muda_nada(acao: Callable[[], Any], motivo: str) -> None:
    antes = base()
    with pytest.raises(Recusa, match=motivo):
        acao()
    assert base() == antes


def test_so_se_desfaz_a_ultima(cargo: Cargo) -> None:
    importacao = primeira(cargo)
    segunda = Carga(cargo)
    segunda.inscrever("A9")
    segunda.pronta()
    nao_muda_nada(lambda: desfazer(importacao), f"{segunda.importacao.nome_original}.*desfaça antes")
    desfazer(segunda.importacao)
    desfazer(importacao)
    assert not Inscricao.objects.exists()


def test_declaracao_examinada_impede_sem_dizer_de_quem(cargo: Cargo) -> None:
    importacao = primeira(cargo)
    Autodeclaracao.objects.filter(inscricao__numero="A1").update(situacao=SituacaoDeclaracao.CONFIRMADA)
    with pytest.raises(Recusa) as recusa:
        desfazer(importacao)
    assert recusa.value.mensagem.startswith("Já houve exame de 1 autodeclaração")
    assert "A1" not in recusa.value.mensagem


def test_declaracao_mudada_e_examinada_tambem_impede(cargo: Cargo) -> None:
    primeira(cargo)
    segunda = Carga(cargo)
    declaracao = Autodeclaracao.objects.get(inscricao__numero="A2")
    segunda.mudar(declaracao, negro=True, indigena=False, pcd=True)
    segunda.pronta()
    Autodeclaracao.objects.filter(pk=declaracao.pk).update(situacao=SituacaoDeclaracao.NAO_CONFIRMADA)
    nao_muda_nada(lambda: desfazer(segunda.importacao), "Já houve exame")


def test_depois_da_homologacao_nao_se_desfaz(cargo: Cargo) -> None:
    importacao = primeira(cargo)
    classificar(cargo)
    concurso_homologar(
        autor=fabrica.autor(Papel.AUTORIDADE),
        concurso=cargo.edital.concurso,
        homologado_em=date(2024, 3, 1),
        veiculo="Diário Oficial",
    )
    importacao.refresh_from_db()
    nao_muda_nada(lambda: desfazer(importacao), "o concurso está já homologado")


def test_uma_vez_so(cargo: Cargo) -> None:
    importacao = primeira(cargo)
    desfazer(importacao)
    nao_muda_nada(lambda: desfazer(importacao), "Só se desfaz a carga de um arquivo carregado")


def test_sem_motivo_nao_se_pede(cargo: Cargo) -> None:
    importacao = primeira(cargo)
    with pytest.raises(Recusa, match="Diga por que"):
        importacao_pedir_desfazer(autor=fabrica.autor(), importacao=importacao, motivo="  ")
