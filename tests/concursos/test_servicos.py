"""Serviços do rascunho: criar, alterar e retirar, um comportamento por teste."""

from datetime import date

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404

from concursos import servicos
from concursos.enums import SituacaoConcurso
from concursos.models import Cargo, Concurso, Regras
from concursos.servicos import DadosDoConcurso, DadosDoEdital
from nucleo.enums import Papel
from nucleo.erros import Recusa
from nucleo.models import RegistroTrilha
from tests import fabrica

pytestmark = pytest.mark.django_db

DADOS = DadosDoConcurso(numero=7, ano=2024, titulo="Analistas")
EDITAL = DadosDoEdital(numero="7/2024", lei=fabrica.FORTALEZA, publicado_em=date(2024, 1, 15))


def criar(autor, **campos):
    return servicos.concurso_criar(
        autor=autor, **({"orgao": fabrica.orgao(), "dados": DADOS, "edital": EDITAL} | campos)
    )


def test_concurso_nasce_em_elaboracao_com_o_edital_em_rascunho(operador):
    concurso = criar(operador)

    assert concurso.situacao == SituacaoConcurso.EM_ELABORACAO
    assert not concurso.edital.publicado
    assert (concurso.edital.numero, concurso.edital.lei) == ("7/2024", fabrica.FORTALEZA)


def test_criacao_fica_na_trilha_com_quem_a_fez(operador):
    concurso = criar(operador)

    registro = RegistroTrilha.objects.get(acao="concursos.concurso_criar")
    assert (registro.autor, registro.objeto_id) == (operador.pessoa, str(concurso.pk))
    assert registro.depois["titulo"] == "Analistas"


def test_numero_repetido_no_orgao_e_recusado_e_nada_fica(operador):
    criar(operador)

    with pytest.raises(Recusa) as recusa:
        criar(operador)

    assert "Já há um concurso com este número" in recusa.value.detalhes[0]
    assert Concurso.objects.count() == 1


def test_concurso_sem_numero_de_edital_nao_fica_pela_metade(operador):
    with pytest.raises(Recusa) as recusa:
        criar(operador, edital=DadosDoEdital(numero=""))

    assert recusa.value.detalhes == ["Número do edital: Este campo não pode estar vazio."]
    assert not Concurso.objects.exists()


def test_operador_de_outro_orgao_nao_alcanca_o_orgao(db):
    doutro = fabrica.autor(Papel.OPERADOR, orgao=fabrica.orgao(sigla="SME"))

    with pytest.raises(Http404):
        criar(doutro)


def test_autoridade_nao_prepara_edital(autoridade):
    with pytest.raises(PermissionDenied):
        criar(autoridade)


def test_alterar_concurso_guarda_so_o_que_mudou(operador, rascunho):
    concurso = rascunho.edital.concurso
    dados = DadosDoConcurso(
        numero=concurso.numero, ano=concurso.ano, titulo="Outro título", banca=concurso.banca
    )

    servicos.concurso_alterar(autor=operador, concurso=concurso, dados=dados)

    registro = RegistroTrilha.objects.get(acao="concursos.concurso_alterar")
    assert registro.antes == {"titulo": "Concurso de teste"}
    assert registro.depois == {"titulo": "Outro título"}


def test_alterar_edital_muda_a_lei(operador, rascunho):
    servicos.edital_alterar(
        autor=operador, edital=rascunho.edital, dados=DadosDoEdital(numero="9/2024", lei="")
    )

    rascunho.edital.refresh_from_db()
    assert (rascunho.edital.numero, rascunho.edital.lei) == ("9/2024", "")


@pytest.mark.parametrize(
    "chamar",
    [
        lambda autor, cargo, _: servicos.concurso_alterar(
            autor=autor, concurso=cargo.edital.concurso, dados=DADOS
        ),
        lambda autor, cargo, _: servicos.edital_alterar(autor=autor, edital=cargo.edital, dados=EDITAL),
        lambda autor, cargo, regras: servicos.regras_criar(autor=autor, edital=cargo.edital, dados=regras),
        lambda autor, cargo, regras: servicos.regras_alterar(autor=autor, regras=cargo.regras, dados=regras),
        lambda autor, cargo, _: servicos.regras_excluir(autor=autor, regras=cargo.regras),
        lambda autor, cargo, _: servicos.cargo_excluir(autor=autor, cargo=cargo),
    ],
)
def test_edital_publicado_nao_muda_por_servico_de_rascunho(operador, regras_completas, chamar):
    publicado = fabrica.cargo_publicado()

    with pytest.raises(Recusa, match="Não é possível alterar o edital agora"):
        chamar(operador, publicado, regras_completas)


def test_cargo_de_edital_publicado_nao_se_cria_nem_se_altera(operador, dados_do_cargo):
    publicado = fabrica.cargo_publicado()
    dados = dados_do_cargo(publicado, codigo="NOVO")

    with pytest.raises(Recusa, match="alterar o edital"):
        servicos.cargo_criar(autor=operador, edital=publicado.edital, dados=dados)
    with pytest.raises(Recusa, match="alterar o edital"):
        servicos.cargo_alterar(autor=operador, cargo=publicado, dados=dados)


def test_quadro_que_nao_soma_e_recusado_com_palavras(operador, rascunho, dados_do_cargo):
    with pytest.raises(Recusa) as recusa:
        servicos.cargo_alterar(autor=operador, cargo=rascunho, dados=dados_do_cargo(rascunho, vagas=11))

    assert recusa.value.detalhes == [
        "O quadro não soma: o total tem de ser a ampla mais a cota mais a de PcD. Corrija um dos números."
    ]


def test_codigo_repetido_no_edital_e_recusado(operador, rascunho, dados_do_cargo):
    with pytest.raises(Recusa) as recusa:
        servicos.cargo_criar(autor=operador, edital=rascunho.edital, dados=dados_do_cargo(rascunho))

    assert recusa.value.detalhes == ["Já há um cargo com este código no edital. Use outro código."]


def test_cargo_nao_aceita_regras_de_outro_edital(operador, rascunho, dados_do_cargo):
    alheias = fabrica.cargo_em_rascunho().regras

    with pytest.raises(Recusa, match="são de outro edital"):
        servicos.cargo_alterar(autor=operador, cargo=rascunho, dados=dados_do_cargo(rascunho, regras=alheias))


def test_cargo_excluido_deixa_o_quadro_na_trilha(operador, rascunho):
    servicos.cargo_excluir(autor=operador, cargo=rascunho)

    assert not Cargo.objects.exists()
    registro = RegistroTrilha.objects.get(acao="concursos.cargo_excluir")
    assert registro.antes["quadro"] == {"vagas": 10, "ampla": 8, "cotas": 2, "pcd": 0}


def test_regras_incompletas_ficam_em_rascunho(operador, rascunho, dados_das_regras):
    servicos.regras_alterar(
        autor=operador, regras=rascunho.regras, dados=dados_das_regras(rascunho.regras, desempate=[])
    )

    rascunho.regras.refresh_from_db()
    assert rascunho.regras.desempate == []


def test_regras_em_uso_nao_se_retiram(operador, rascunho):
    with pytest.raises(Recusa, match=f"são as dos cargos {rascunho.codigo}"):
        servicos.regras_excluir(autor=operador, regras=rascunho.regras)


def test_regras_sem_uso_se_retiram(operador, rascunho):
    soltas = fabrica.regras(edital=rascunho.edital)

    servicos.regras_excluir(autor=operador, regras=soltas)

    assert not Regras.objects.filter(pk=soltas.pk).exists()


PROVAS_REPETIDAS = [{"chave": "a", "nome": "A"}, {"chave": "a", "nome": "B"}]


@pytest.mark.parametrize(
    ("campos", "defeito"),
    [
        (
            {"provas": PROVAS_REPETIDAS, "nota_final": "a", "desempate": []},
            "mais de uma prova com a chave “a”",
        ),
        ({"nota_final": "inexistente"}, "“inexistente”, não é nenhuma das provas"),
        ({"desempate": ["idoso", "maior:redacao"]}, "compara a prova “redacao”, que as regras não têm"),
        ({"desempate": ["idoso", "idoso"]}, "“idoso” está repetido"),
        ({"desempate": ["beleza"]}, "“beleza” não é conhecido"),
        ({"serie": "lista", "serie_posicoes": []}, "a lista está vazia"),
        ({"serie": "lista", "serie_posicoes": [9, 4]}, "números crescentes"),
        ({"serie_posicoes": [4, 9]}, "mas a série não é a lista"),
        ({"pcd_percentual": "cinco"}, "“cinco”, não é um número"),
        ({"pcd_percentual": "101", "pcd_fonte": "Lei"}, "deve ser maior que 0 e no máximo 100"),
        ({"pcd_teto": "20"}, "mas não há percentual"),
        (
            {"provas": [{"chave": "Á", "nome": "Á"}], "nota_final": "", "desempate": []},
            "só letras minúsculas",
        ),
        (
            {"provas": [{"chave": "a", "nome": "A", "minima": "x"}], "nota_final": "a", "desempate": []},
            "a nota mínima, “x”, não é um número",
        ),
        (
            {
                "provas": [{"chave": "a", "nome": "A", "minima": "9", "maxima": "5"}],
                "nota_final": "a",
                "desempate": [],
            },
            "a nota mínima, 9, passa da máxima, 5",
        ),
        (
            {"provas": [{"chave": "a", "nome": "A", "negativa": "não"}], "nota_final": "a", "desempate": []},
            "diga se admite nota negativa",
        ),
        (
            {"provas": [{"chave": "a", "nome": "A", "minima": "-1"}], "nota_final": "a", "desempate": []},
            "não pode ser negativa",
        ),
    ],
)
def test_regras_malformadas_nem_em_rascunho(operador, rascunho, dados_das_regras, campos, defeito):
    dados = dados_das_regras(rascunho.regras, **campos)

    with pytest.raises(Recusa) as recusa:
        servicos.regras_alterar(autor=operador, regras=rascunho.regras, dados=dados)

    assert any(defeito in detalhe for detalhe in recusa.value.detalhes), recusa.value.detalhes
