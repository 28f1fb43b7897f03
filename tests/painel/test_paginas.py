"""Início, página do concurso e busca: alcance, palavras e número de consultas."""

import pytest
from django.urls import reverse

from concursos.models import Concurso
from nucleo.enums import Papel
from nucleo.models import Execucao
from tests import fabrica

pytestmark = pytest.mark.django_db

INICIO = reverse("painel:inicio")
BUSCA = reverse("painel:busca")
CPF = "52998224725"


@pytest.fixture
def entrar(client):
    """Função que põe no cliente uma pessoa com o papel, no órgão dado ou em todos."""

    def entrar(papel, orgao=None):
        client.force_login(fabrica.usuario(papel, orgao=orgao))
        return client

    return entrar


def pagina_do_concurso(cargo):
    return reverse("painel:concurso", args=[cargo.edital.concurso_id])


# -- Início --------------------------------------------------------------------------------------


def test_inicio_mostra_so_o_alcance(entrar):
    meu = fabrica.cargo_publicado()
    fabrica.cargo_publicado(orgao=fabrica.orgao(sigla="SME"))

    linhas = entrar(Papel.OPERADOR, fabrica.orgao()).get(INICIO).context["linhas"]

    assert [linha["concurso"].pk for linha in linhas] == [meu.edital.concurso_id]


def test_inicio_traz_o_botao_do_proximo_passo(entrar):
    cargo = fabrica.cargo_publicado()

    pagina = entrar(Papel.OPERADOR).get(INICIO).content.decode()

    assert reverse("candidatos:importar", args=[cargo.edital.concurso_id]) in pagina
    assert "Importar resultados</a>" in pagina


def test_inicio_diz_de_quem_e_o_ato_a_quem_nao_o_pratica(entrar):
    fabrica.cargo_publicado()

    pagina = entrar(Papel.AUDITOR).get(INICIO).content.decode()

    assert "Próximo passo: importar resultados. Cabe a quem é operador." in pagina
    assert "Importar resultados</a>" not in pagina


def test_inicio_nao_cresce_com_os_concursos(entrar, django_assert_max_num_queries):
    for _ in range(6):
        fabrica.cargo_homologado(membros="aac")
        fabrica.cargo_publicado()
    cliente = entrar(Papel.AUDITOR)

    with django_assert_max_num_queries(25):
        assert len(cliente.get(INICIO).context["linhas"]) == 12


def test_administrador_chega_ao_inicio_e_acha_o_que_e_seu(entrar):
    fabrica.cargo_publicado()

    resposta = entrar(Papel.ADMINISTRADOR).get(INICIO)

    assert resposta.status_code == 200
    assert reverse("admin:index") in resposta.content.decode()
    assert "Concurso de teste" not in resposta.content.decode()


def test_inicio_vazio_diz_o_que_fazer(entrar):
    assert "Registre o concurso e o edital" in entrar(Papel.OPERADOR).get(INICIO).content.decode()


def test_quem_nao_tem_papel_nao_entra_no_painel(entrar):
    assert entrar(None).get(INICIO).status_code == 403


# -- Página do concurso --------------------------------------------------------------------------


@pytest.mark.parametrize("papel", [Papel.OPERADOR, Papel.AUTORIDADE, Papel.COMISSAO, Papel.AUDITOR])
def test_pagina_do_concurso_abre_a_quem_le(entrar, papel):
    assert entrar(papel).get(pagina_do_concurso(fabrica.cargo_homologado(membros="ac"))).status_code == 200


def test_pagina_do_concurso_fora_do_alcance_e_404(entrar):
    cargo = fabrica.cargo_publicado()

    assert (
        entrar(Papel.OPERADOR, fabrica.orgao(sigla="SME")).get(pagina_do_concurso(cargo)).status_code == 404
    )


def test_pagina_do_concurso_nao_e_do_administrador(entrar):
    assert entrar(Papel.ADMINISTRADOR).get(pagina_do_concurso(fabrica.cargo_publicado())).status_code == 403


def test_pagina_do_concurso_tem_as_sete_etapas_e_uma_atual(entrar):
    pagina = entrar(Papel.OPERADOR).get(pagina_do_concurso(fabrica.cargo_publicado())).content.decode()

    assert pagina.count('class="etapa-nome"') == 7
    assert pagina.count('aria-current="step"') == 1


def test_classificar_e_um_formulario_com_protecao(entrar):
    cargo = fabrica.cargo_publicado()
    fabrica.candidatura(cargo=cargo)

    pagina = entrar(Papel.OPERADOR).get(pagina_do_concurso(cargo)).content.decode()

    acao = reverse("candidatos:classificar", args=[cargo.edital.concurso_id])
    assert f'<form method="post" action="{acao}"><input type="hidden" name="csrfmiddlewaretoken"' in pagina


def test_pagina_do_concurso_nao_cresce_com_cargos_nem_candidatos(entrar, django_assert_max_num_queries):
    cargo = fabrica.cargo_homologado(membros="acacacac")
    edital = cargo.edital
    for nome in ("B", "C", "D", "E"):
        novo = fabrica.cargo(regras=cargo.regras, nome=nome)
        for _ in range(3):
            fabrica.candidatura(cargo=novo)
        fabrica.classificacao(cargo=novo, situacao="homologada")
    cliente = entrar(Papel.AUDITOR)

    with django_assert_max_num_queries(30):
        resposta = cliente.get(pagina_do_concurso(cargo))

    assert len(resposta.context["cargos"]) == edital.cargos.count() == 5


def test_rascunho_mostra_o_impedimento_com_o_caminho(entrar):
    cargo = fabrica.cargo_em_rascunho(cotas=1)

    pagina = entrar(Papel.OPERADOR).get(pagina_do_concurso(cargo)).content.decode()

    assert "O edital tem 1 impedimento à publicação." in pagina
    assert f"{reverse('concursos:edital', args=[cargo.edital.concurso_id])}#conferencia" in pagina


# -- Busca ---------------------------------------------------------------------------------------


@pytest.fixture
def pessoa():
    cargo = fabrica.cargo_publicado()
    return fabrica.candidatura(cargo=cargo, numero="0012345", nome="José Antônio Conceição", cpf=CPF)


def achados(resposta):
    return [inscricao.numero for inscricao in resposta.context["pagina"]]


@pytest.mark.parametrize("termo", ["jose antonio", "JOSÉ", "conceicao", "0012345", "0012"])
def test_busca_por_nome_sem_acentos_ou_inscricao(entrar, pessoa, termo):
    fabrica.candidatura(cargo=pessoa.cargo, nome="Maria Outra", numero="777")

    resposta = entrar(Papel.OPERADOR).post(BUSCA, {"q": termo}, follow=True)

    assert achados(resposta) == ["0012345"]


def test_nome_vai_ao_endereco_para_se_guardar(entrar, pessoa):
    resposta = entrar(Papel.OPERADOR).post(BUSCA, {"q": "José & Cia"})

    assert resposta.url == f"{BUSCA}?q=Jos%C3%A9+%26+Cia"


@pytest.mark.parametrize("termo", [CPF, "529.982.247-25", " 529 982 247 25 "])
def test_cpf_nunca_vai_ao_endereco(entrar, pessoa, termo):
    resposta = entrar(Papel.OPERADOR).post(BUSCA, {"q": termo})

    assert resposta.status_code == 200
    assert achados(resposta) == ["0012345"]
    assert CPF not in resposta.content.decode()
    assert "***.982.247-**" in resposta.content.decode()


def test_cpf_digitado_no_endereco_nao_se_procura(entrar, pessoa):
    resposta = entrar(Papel.OPERADOR).get(BUSCA, {"q": CPF})

    assert "pagina" not in resposta.context
    assert CPF not in resposta.content.decode()
    assert "O CPF não se procura pelo endereço" in resposta.content.decode()


def test_busca_so_no_alcance(entrar, pessoa):
    resposta = entrar(Papel.OPERADOR, fabrica.orgao(sigla="SME")).get(BUSCA, {"q": "jose"})

    assert achados(resposta) == []
    assert "Ninguém encontrado" in resposta.content.decode()


def test_busca_nao_e_do_administrador(entrar):
    assert entrar(Papel.ADMINISTRADOR).get(BUSCA).status_code == 403


def test_busca_vazia_so_mostra_o_campo(entrar):
    resposta = entrar(Papel.AUDITOR).get(BUSCA)

    assert resposta.status_code == 200
    assert "pagina" not in resposta.context


def test_busca_nao_cresce_com_os_achados(entrar, django_assert_max_num_queries):
    cargo = fabrica.cargo_publicado()
    for _ in range(20):
        fabrica.candidatura(cargo=cargo, nome="Ana Igual")
    cliente = entrar(Papel.AUDITOR)

    with django_assert_max_num_queries(10):
        assert len(achados(cliente.get(BUSCA, {"q": "ana"}))) == 20


def test_topo_busca_por_post(entrar):
    pagina = entrar(Papel.AUDITOR).get(INICIO).content.decode()

    assert f'action="{BUSCA}" method="post"' in pagina
    assert Concurso.objects.count() == 0


def test_inicio_mostra_os_trabalhos_do_alcance(entrar):
    for sigla, titulo in (("SEPOG", "Classificar o meu"), ("SME", "Classificar o alheio")):
        Execucao.objects.create(
            especie="candidatos.classificar", chave=sigla, titulo=titulo, orgao=fabrica.orgao(sigla=sigla)
        )

    pagina = entrar(Papel.OPERADOR, fabrica.orgao()).get(INICIO).content.decode()

    assert "Classificar o meu" in pagina
    assert "Classificar o alheio" not in pagina
