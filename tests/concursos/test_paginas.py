"""Páginas dos concursos: quem entra em qual, o que mostram e o que fazem."""

import pytest
from django.urls import reverse

from concursos.enums import SituacaoConcurso
from concursos.models import Cargo, Concurso, Edital, Regras, Retificacao
from nucleo.enums import Papel
from tests import fabrica

pytestmark = pytest.mark.django_db


@pytest.fixture
def entrar(client):
    """Função que põe no cliente uma pessoa com o papel, no órgão dado ou em todos."""

    def entrar(papel, orgao=None):
        client.force_login(fabrica.usuario(papel, orgao=orgao))
        return client

    return entrar


def endereco(nome, cargo):
    chaves = {"regras": cargo.regras_id, "regras_excluir": cargo.regras_id}
    chaves |= {"cargo": cargo.pk, "cargo_excluir": cargo.pk}
    return reverse(f"concursos:{nome}", args=[chaves.get(nome, cargo.edital.concurso_id)])


PREPARO = ["editar", "edital_editar", "regras_nova", "regras", "cargo_novo", "cargo"]


@pytest.mark.parametrize("nome", ["edital", *PREPARO, "publicar", "retificar"])
def test_fora_do_alcance_e_404(entrar, nome):
    cargo = fabrica.cargo_em_rascunho()
    papel = Papel.AUTORIDADE if nome in ("publicar", "retificar") else Papel.OPERADOR
    cliente = entrar(papel, fabrica.orgao(sigla="SME"))

    assert cliente.get(endereco(nome, cargo)).status_code == 404


@pytest.mark.parametrize("papel", [Papel.AUTORIDADE, Papel.AUDITOR, Papel.COMISSAO, Papel.ADMINISTRADOR])
@pytest.mark.parametrize("nome", PREPARO)
def test_so_o_operador_prepara(entrar, papel, nome):
    cargo = fabrica.cargo_em_rascunho()

    assert entrar(papel).get(endereco(nome, cargo)).status_code == 403


@pytest.mark.parametrize("papel", [Papel.OPERADOR, Papel.AUDITOR, Papel.COMISSAO])
@pytest.mark.parametrize("nome", ["publicar", "retificar"])
def test_so_a_autoridade_publica_e_retifica(entrar, papel, nome):
    assert entrar(papel).get(endereco(nome, fabrica.cargo_em_rascunho())).status_code == 403


@pytest.mark.parametrize("papel", [Papel.OPERADOR, Papel.AUTORIDADE, Papel.COMISSAO, Papel.AUDITOR])
def test_quem_ve_concursos_le_o_edital(entrar, papel):
    resposta = entrar(papel).get(endereco("edital", fabrica.cargo_em_rascunho()))

    assert resposta.status_code == 200


def test_administrador_nao_ve_concursos(entrar):
    assert entrar(Papel.ADMINISTRADOR).get(reverse("concursos:lista")).status_code == 403


def test_quem_nao_entrou_vai_a_entrada(client):
    resposta = client.get(reverse("concursos:lista"))

    assert resposta.status_code == 302
    assert resposta.url.startswith(reverse("nucleo:entrar"))


@pytest.mark.parametrize("nome", ["regras_excluir", "cargo_excluir"])
def test_excluir_so_por_post(entrar, nome):
    assert entrar(Papel.OPERADOR).get(endereco(nome, fabrica.cargo_em_rascunho())).status_code == 405


# -- Lista ---------------------------------------------------------------------------------------


def test_lista_filtra_por_situacao_e_diz_quantos(entrar):
    fabrica.cargo_publicado()
    fabrica.cargo_em_rascunho()

    resposta = entrar(Papel.AUDITOR).get(reverse("concursos:lista"), {"situacao": "publicado"})

    assert [concurso.situacao for concurso in resposta.context["pagina"]] == ["publicado"]
    assert "1 a 1 de 1" in resposta.content.decode()


def test_lista_vazia_diz_o_que_fazer(entrar):
    pagina = entrar(Papel.OPERADOR).get(reverse("concursos:lista")).content.decode()

    assert "Registre o primeiro" in pagina
    assert reverse("concursos:novo") in pagina


def test_filtro_que_nao_existe_e_ignorado(entrar):
    fabrica.cargo_publicado()

    resposta = entrar(Papel.AUDITOR).get(reverse("concursos:lista"), {"situacao": "xyz", "ano": "abc"})

    assert resposta.context["pagina"].paginator.count == 1


# -- Rascunho ------------------------------------------------------------------------------------


def test_novo_concurso_com_edital(entrar):
    dados = {
        "orgao": fabrica.orgao().pk,
        "titulo": "Guardas",
        "tipo": "cargo_efetivo",
        "numero": "12",
        "ano": "2023",
        "banca": "",
        "validade_meses": "24",
        "edital_numero": "12/2023",
        "lei": fabrica.FORTALEZA,
        "publicado_em": "2023-08-31",
    }

    resposta = entrar(Papel.OPERADOR).post(reverse("concursos:novo"), dados)

    concurso = Concurso.objects.get()
    assert resposta.url == reverse("concursos:edital", args=[concurso.pk])
    assert (concurso.titulo, concurso.edital.lei) == ("Guardas", fabrica.FORTALEZA)


@pytest.mark.parametrize(
    ("tipo", "data", "lei"),
    [
        ("cargo_efetivo", "2023-08-31", fabrica.CAXIAS),
        ("cargo_efetivo", "", fabrica.CAXIAS),
        ("cargo_efetivo", "2015-04-06", ""),
        ("estagio", "2023-08-31", ""),
    ],
)
def test_novo_concurso_toma_a_lei_em_vigor_no_municipio(entrar, tipo, data, lei):
    orgao = fabrica.orgao(municipio=fabrica.municipio_de_caxias())
    cliente = entrar(Papel.OPERADOR, orgao)
    form = cliente.get(reverse("concursos:novo")).context["form"]
    dados = {campo: form[campo].value() or "" for campo in form.fields}
    dados |= {"titulo": "X", "numero": "1", "edital_numero": "1", "tipo": tipo, "publicado_em": data}
    dados["lei"] = form.fields["lei"].choices[0][0]

    assert form["orgao"].value() == orgao.pk
    assert cliente.post(reverse("concursos:novo"), dados).status_code == 302
    assert Edital.objects.get().lei == lei


def test_novo_concurso_nao_oferece_orgao_de_fora(entrar):
    meu, alheio = fabrica.orgao(), fabrica.orgao(sigla="SME")

    form = entrar(Papel.OPERADOR, meu).get(reverse("concursos:novo")).context["form"]

    assert list(form.fields["orgao"].queryset) == [meu]
    assert alheio not in form.fields["orgao"].queryset


def test_editar_concurso_e_edital(entrar):
    cargo = fabrica.cargo_em_rascunho()
    cliente = entrar(Papel.OPERADOR)
    concurso = {"titulo": "Novo", "tipo": "estagio", "numero": "3", "ano": "2024", "validade_meses": "12"}
    edital = {"numero": "77/2024", "lei": "", "publicado_em": "", "veiculo": ""}

    assert cliente.post(endereco("editar", cargo), concurso).status_code == 302
    assert cliente.post(endereco("edital_editar", cargo), edital).status_code == 302

    atual = Edital.objects.select_related("concurso").get(pk=cargo.edital_id)
    assert (atual.numero, atual.concurso.titulo, atual.publicado_em) == ("77/2024", "Novo", None)


def test_pagina_de_edital_publicado_recusa_com_a_frase_do_servico(entrar):
    cargo = fabrica.cargo_publicado()
    dados = {"numero": "1", "lei": "", "publicado_em": "", "veiculo": ""}

    resposta = entrar(Papel.OPERADOR).post(endereco("edital_editar", cargo), dados)

    assert resposta.status_code == 200
    assert "Não é possível alterar o edital agora" in resposta.content.decode()


def test_edital_mostra_impedimentos_com_o_caminho_da_correcao(entrar):
    cargo = fabrica.cargo_em_rascunho()
    Regras.objects.filter(pk=cargo.regras_id).update(desempate=[])

    pagina = entrar(Papel.OPERADOR).get(endereco("edital", cargo)).content.decode()

    assert "Não há critérios de desempate" in pagina
    assert endereco("regras", cargo) in pagina


# -- Regras --------------------------------------------------------------------------------------


def formulario_de_regras(**campos):
    dados = {
        "provas-TOTAL_FORMS": "3",
        "provas-INITIAL_FORMS": "0",
        "provas-0-nome": "Conhecimentos específicos",
        "provas-0-minima": "20,5",
        "provas-1-nome": "Nota final",
        "provas-1-maxima": "100",
        "provas-2-nome": "",
        "nome": "Regras do edital",
        "nota_final_linha": "2",
        "criterio_1": "idoso",
        "criterio_2": "maior:1",
        "criterio_3": "sorteio",
        "data_referencia_idade": "2023-12-10",
        "colisao": "seguinte",
        "limiar": "providas",
        "resto_caxias": "antecipa",
        "nao_confirmacao": "ampla",
        "pcd_percentual": "7,5",
        "pcd_arredondamento": "acima",
        "pcd_minimo": "0",
        "pcd_fonte": "Lei inventada",
        "etapas_texto": "Exame de saúde\n\nTeste físico",
        "serie": "lista",
        "serie_texto": "4, 9",
    }
    return dados | campos


def test_regras_novas_pelo_formulario(entrar):
    cargo = fabrica.cargo_em_rascunho()

    resposta = entrar(Papel.OPERADOR).post(endereco("regras_nova", cargo), formulario_de_regras())

    assert resposta.status_code == 302, resposta.context["form"].errors
    regras = Regras.objects.get(nome="Regras do edital")
    assert regras.provas == [
        {
            "chave": "conhecimentos_especificos",
            "nome": "Conhecimentos específicos",
            "minima": "20.5",
            "maxima": "",
        },
        {"chave": "nota_final", "nome": "Nota final", "minima": "", "maxima": "100"},
    ]
    assert regras.desempate == ["idoso", "maior:conhecimentos_especificos", "sorteio"]
    assert (regras.nota_final, regras.pcd_percentual) == ("nota_final", "7.5")
    assert regras.etapas == ["Exame de saúde", "Teste físico"]
    assert regras.serie_posicoes == [4, 9]


def test_prova_que_admite_nota_negativa(entrar):
    cargo = fabrica.cargo_em_rascunho()
    cliente = entrar(Papel.OPERADOR)
    dados = formulario_de_regras(**{"provas-0-negativa": "on", "provas-0-minima": "-5"})

    assert cliente.post(endereco("regras_nova", cargo), dados).status_code == 302

    regras = Regras.objects.get(nome="Regras do edital")
    assert (regras.provas[0]["negativa"], regras.provas[0]["minima"]) == (True, "-5")
    assert "negativa" not in regras.provas[1]
    form = cliente.get(reverse("concursos:regras", args=[regras.pk])).context["form"]
    assert [bool(linha["negativa"].value()) for linha in form.provas.forms[:2]] == [True, False]
    edital = cliente.get(endereco("edital", cargo)).content.decode()
    assert "Conhecimentos específicos (mínima -5, admite nota negativa); Nota final (máxima 100)" in edital


def test_mudar_o_nome_da_prova_nao_muda_a_chave(entrar):
    cargo = fabrica.cargo_em_rascunho()
    cliente = entrar(Papel.OPERADOR)
    form = cliente.get(endereco("regras", cargo)).context["form"]
    dados = {campo: form[campo].value() for campo in form.fields if form[campo].value() is not None}
    dados |= {"provas-TOTAL_FORMS": "3", "provas-INITIAL_FORMS": "3"}
    for linha, prova in enumerate(fabrica.PROVAS):
        dados |= {f"provas-{linha}-{campo}": valor for campo, valor in prova.items()}
    dados["provas-0-nome"] = "Prova escrita"

    assert cliente.post(endereco("regras", cargo), dados).status_code == 302

    atuais = Regras.objects.get(pk=cargo.regras_id)
    assert (atuais.provas[0]["chave"], atuais.provas[0]["nome"]) == ("objetiva", "Prova escrita")
    assert atuais.desempate == fabrica.DESEMPATE


def test_formulario_sem_mudanca_guarda_o_mesmo(entrar):
    cargo = fabrica.cargo_publicado(pcd=1, serie="lista", serie_posicoes=[4, 9], pcd_percentual="7.5")
    form = (
        entrar(Papel.AUTORIDADE)
        .get(endereco("retificar", cargo), {"alvo": f"regras-{cargo.regras_id}"})
        .context["form"]
    )

    assert form["serie_texto"].value() == "4, 9"
    assert form["pcd_percentual"].value() == "7,5"
    assert [form[f"criterio_{n}"].value() for n in (1, 2, 3, 4)] == ["idoso", "maior:1", "mais_velho", None]
    assert form["nota_final_linha"].value() == "3"


@pytest.mark.parametrize(
    ("campos", "frase"),
    [
        ({"serie_texto": "4, nove"}, "“nove” não é um número de vaga"),
        ({"provas-0-minima": "muita"}, "“muita” não é um número"),
        ({"provas-2-minima": "10"}, "Diga de que prova são estas notas"),
        ({"provas-2-negativa": "on"}, "Diga de que prova são estas notas"),
        ({"provas-0-minima": "-1"}, "a nota mínima não pode ser negativa"),
        ({"pcd_percentual": "5%"}, "“5%” não é um número"),
        ({"criterio_2": "maior:3"}, "compara a prova “3”, que as regras não têm"),
        ({"nome": ""}, "Este campo é obrigatório"),
    ],
)
def test_regras_com_engano_voltam_com_a_frase(entrar, campos, frase):
    cargo = fabrica.cargo_em_rascunho()

    resposta = entrar(Papel.OPERADOR).post(endereco("regras_nova", cargo), formulario_de_regras(**campos))

    assert resposta.status_code == 200
    assert frase in resposta.content.decode()
    assert "Há o que corrigir" in resposta.content.decode()


def test_regras_repetem_a_escolha_das_provas_com_o_nome_digitado(entrar):
    cargo = fabrica.cargo_em_rascunho()

    pagina = (
        entrar(Papel.OPERADOR)
        .post(endereco("regras_nova", cargo), formulario_de_regras(nome=""))
        .content.decode()
    )

    assert "Maior nota: Conhecimentos específicos" in pagina


def test_retirar_regras(entrar):
    cargo = fabrica.cargo_em_rascunho()
    soltas = fabrica.regras(edital=cargo.edital)
    cliente = entrar(Papel.OPERADOR)

    cliente.post(reverse("concursos:regras_excluir", args=[soltas.pk]))
    resposta = cliente.post(endereco("regras_excluir", cargo), follow=True)

    assert list(Regras.objects.all()) == [cargo.regras]
    assert "são as dos cargos" in resposta.content.decode()


# -- Cargos --------------------------------------------------------------------------------------


def formulario_de_cargo(cargo, **campos):
    dados = {
        "codigo": "C9",
        "nome": "Fiscal",
        "regras": cargo.regras_id,
        "vagas": "13",
        "vagas_ampla": "10",
        "vagas_cotas": "3",
        "vagas_pcd": "0",
        "cadastro_reserva": "on",
    }
    return dados | campos


def test_calcular_propoe_o_quadro_da_lei_sem_gravar(entrar):
    cargo = fabrica.cargo_em_rascunho()
    dados = formulario_de_cargo(cargo, vagas_ampla="", vagas_cotas="", nome="", calcular="1")

    resposta = entrar(Papel.OPERADOR).post(endereco("cargo_novo", cargo), dados)

    form = resposta.context["form"]
    assert [form[campo].value() for campo in ("vagas_ampla", "vagas_cotas", "vagas_pcd")] == [10, 3, 0]
    assert form["codigo"].value() == "C9"
    assert "Há o que corrigir" not in resposta.content.decode()
    assert "Lei 11.111/2021, art. 1º" in resposta.content.decode()
    assert Cargo.objects.count() == 1


def test_calcular_num_cargo_ja_gravado_nao_o_muda(entrar):
    cargo = fabrica.cargo_em_rascunho()
    dados = formulario_de_cargo(cargo, vagas="20", calcular="1")

    form = entrar(Papel.OPERADOR).post(endereco("cargo", cargo), dados).context["form"]

    assert form["vagas_cotas"].value() == 4
    assert Cargo.objects.get().vagas == 10


def test_calcular_sem_total_nao_propoe_nada(entrar):
    cargo = fabrica.cargo_em_rascunho()

    resposta = entrar(Papel.OPERADOR).post(
        endereco("cargo_novo", cargo), formulario_de_cargo(cargo, vagas="dez", calcular="1")
    )

    assert resposta.context["proposta"] is None


def test_gravar_alterar_e_retirar_cargo(entrar):
    cargo = fabrica.cargo_em_rascunho()
    cliente = entrar(Papel.OPERADOR)

    cliente.post(endereco("cargo_novo", cargo), formulario_de_cargo(cargo))
    novo = Cargo.objects.get(codigo="C9")
    cliente.post(reverse("concursos:cargo", args=[novo.pk]), formulario_de_cargo(cargo, nome="Auditor"))
    novo.refresh_from_db()
    assert novo.nome == "Auditor"

    cliente.post(reverse("concursos:cargo_excluir", args=[novo.pk]))
    assert not Cargo.objects.filter(pk=novo.pk).exists()


def test_quadro_digitado_que_nao_soma_volta_com_a_frase(entrar):
    cargo = fabrica.cargo_em_rascunho()

    resposta = entrar(Papel.OPERADOR).post(
        endereco("cargo_novo", cargo), formulario_de_cargo(cargo, vagas_ampla="11")
    )

    assert "O quadro não soma" in resposta.content.decode()


def test_cargo_sem_regras_no_edital_diz_o_caminho(entrar):
    edital = fabrica.edital(concurso=fabrica.concurso())

    pagina = (
        entrar(Papel.OPERADOR)
        .get(reverse("concursos:cargo_novo", args=[edital.concurso_id]))
        .content.decode()
    )

    assert reverse("concursos:regras_nova", args=[edital.concurso_id]) in pagina


# -- Publicação e retificação --------------------------------------------------------------------

PUBLICACAO = {"publicado_em": "2023-08-31", "veiculo": "Diário Oficial nº 9"}


def test_publicar_pela_pagina(entrar):
    cargo = fabrica.cargo_em_rascunho()
    dados = PUBLICACAO | {"confirmacao": cargo.edital.numero}

    resposta = entrar(Papel.AUTORIDADE).post(endereco("publicar", cargo), dados)

    assert resposta.url == reverse("painel:concurso", args=[cargo.edital.concurso_id])
    assert Concurso.objects.get().situacao == SituacaoConcurso.PUBLICADO


def test_publicar_exige_o_numero_digitado(entrar):
    cargo = fabrica.cargo_em_rascunho()

    resposta = entrar(Papel.AUTORIDADE).post(endereco("publicar", cargo), PUBLICACAO | {"confirmacao": "0"})

    assert "O número digitado não é o do edital" in resposta.content.decode()
    assert not Edital.objects.get().publicado


def test_publicar_mostra_os_impedimentos(entrar):
    cargo = fabrica.cargo_em_rascunho()
    Regras.objects.filter(pk=cargo.regras_id).update(desempate=[])
    cliente = entrar(Papel.AUTORIDADE)

    antes = cliente.get(endereco("publicar", cargo)).content.decode()
    depois = cliente.post(endereco("publicar", cargo), PUBLICACAO | {"confirmacao": cargo.edital.numero})

    assert "Não há critérios de desempate" in antes
    assert "O edital ainda não pode ser publicado." in depois.content.decode()
    assert not Edital.objects.get().publicado


def test_conferir_noutra_data_muda_a_lei_devida(entrar):
    cargo = fabrica.cargo_em_rascunho()

    resposta = entrar(Papel.AUTORIDADE).get(endereco("publicar", cargo), {"data": "2021-05-19"})

    assert "não rege edital de cargo efetivo publicado em 19/05/2021" in resposta.content.decode()


@pytest.mark.parametrize("data", ["2021-02-31", "ontem"])
def test_data_que_nao_existe_confere_a_prevista(entrar, data):
    cargo = fabrica.cargo_em_rascunho()

    resposta = entrar(Papel.AUTORIDADE).get(endereco("publicar", cargo), {"data": data})

    assert resposta.context["data"] == fabrica.PUBLICADO_EM


def test_publicado_nao_se_publica_de_novo(entrar):
    cargo = fabrica.cargo_publicado()

    resposta = entrar(Papel.AUTORIDADE).get(endereco("publicar", cargo), follow=True)

    assert "Não é possível publicar o edital agora" in resposta.content.decode()


def formulario_de_retificacao(cargo, **campos):
    dados = {campo: getattr(cargo, campo) for campo in ("codigo", "nome", "vagas", "vagas_ampla")}
    dados |= {campo: getattr(cargo, campo) for campo in ("vagas_cotas", "vagas_pcd", "requisito")}
    dados |= {
        "alvo": f"cargo-{cargo.pk}",
        "regras": cargo.regras_id,
        "cadastro_reserva": "on",
        "vencimento": "R$ 5.000,00",
        "carga_horaria": cargo.carga_horaria,
        "publicada_em": "2023-09-15",
        "veiculo_da_retificacao": "Diário nº 10",
        "motivo": "Erro material.",
        "passo": "rever",
    }
    return dados | campos


def test_retificar_mostra_antes_e_depois_sem_gravar(entrar):
    cargo = fabrica.cargo_publicado()

    resposta = entrar(Papel.AUTORIDADE).post(endereco("retificar", cargo), formulario_de_retificacao(cargo))

    pagina = resposta.content.decode()
    assert [(m.mudanca.antes, m.mudanca.depois) for m in resposta.context["mudancas"]] == [
        ("R$ 4.000,00", "R$ 5.000,00")
    ]
    assert 'name="vencimento" value="R$ 5.000,00"' in pagina
    assert not Retificacao.objects.exists()


def test_retificar_regras_de_muitos_cargos_cabe_num_envio(entrar):
    cargo = fabrica.cargo_publicado()
    quadros = {f"quadro-{numero}-{campo}": "1" for numero in range(300) for campo in ("a", "b", "c", "d")}
    dados = formulario_de_retificacao(cargo) | quadros

    assert entrar(Papel.AUTORIDADE).post(endereco("retificar", cargo), dados).status_code == 200


def test_retificar_confirma_o_que_se_viu(entrar):
    cargo = fabrica.cargo_publicado()
    dados = formulario_de_retificacao(cargo, passo="confirmar")

    resposta = entrar(Papel.AUTORIDADE).post(endereco("retificar", cargo), dados, follow=True)

    assert "Retificação nº 1" in resposta.content.decode()
    assert Cargo.objects.get().vencimento == "R$ 5.000,00"


def test_retificar_recusado_volta_ao_formulario_com_a_frase(entrar):
    cargo = fabrica.cargo_publicado(situacao=SituacaoConcurso.HOMOLOGADO)
    dados = formulario_de_retificacao(cargo, vagas=20, vagas_ampla=16, vagas_cotas=4, passo="confirmar")

    resposta = entrar(Papel.AUTORIDADE).post(endereco("retificar", cargo), dados)

    assert "O resultado já foi homologado" in resposta.content.decode()
    assert Cargo.objects.get().vagas == 10


def test_voltar_e_corrigir_guarda_o_digitado(entrar):
    cargo = fabrica.cargo_publicado()

    resposta = entrar(Papel.AUTORIDADE).post(
        endereco("retificar", cargo), formulario_de_retificacao(cargo, passo="corrigir")
    )

    assert resposta.context["form"]["vencimento"].value() == "R$ 5.000,00"


@pytest.mark.parametrize("alvo", ["cargo-0", "regras-0", "cargo-x", "outro", "regras-"])
def test_alvo_que_nao_existe_e_404(entrar, alvo):
    cargo = fabrica.cargo_publicado()

    assert entrar(Papel.AUTORIDADE).get(endereco("retificar", cargo), {"alvo": alvo}).status_code == 404


def test_retificar_sem_alvo_oferece_as_partes_do_edital(entrar):
    cargo = fabrica.cargo_publicado()

    pagina = entrar(Papel.AUTORIDADE).get(endereco("retificar", cargo)).content.decode()

    assert f"?alvo=cargo-{cargo.pk}" in pagina
    assert f"?alvo=regras-{cargo.regras_id}" in pagina


def test_retificacao_das_regras_traz_o_quadro_dos_cargos(entrar):
    cargo = fabrica.cargo_publicado()

    resposta = entrar(Papel.AUTORIDADE).get(
        endereco("retificar", cargo), {"alvo": f"regras-{cargo.regras_id}"}
    )

    assert [quadro.instance.pk for quadro in resposta.context["quadros"]] == [cargo.pk]


def test_ano_e_chaves_nao_ganham_ponto_de_milhar(entrar):
    cargo = fabrica.cargo_em_rascunho()
    Concurso.objects.update(ano=2023)

    pagina = entrar(Papel.OPERADOR).get(endereco("editar", cargo)).content.decode()

    assert 'value="2023"' in pagina
    assert "2.023" not in pagina


def test_interpretacoes_explicam_cada_opcao(entrar):
    pagina = entrar(Papel.OPERADOR).get(reverse("concursos:interpretacoes")).content.decode()

    for ancora in ("serie", "dupla-contagem", "colisao", "limiar", "resto-caxias"):
        assert f'id="{ancora}"' in pagina


def test_edital_vazio_leva_a_registrar_regras_e_cargos(entrar):
    edital = fabrica.cargo_em_rascunho().edital
    Cargo.objects.all().delete()
    Regras.objects.all().delete()

    mostrada = entrar(Papel.OPERADOR).get(reverse("concursos:edital", args=[edital.concurso_id]))
    conferencia = mostrada.content.decode().split('id="conferencia"')[1].split("Quadro de vagas")[0]

    assert reverse("concursos:regras_nova", args=[edital.concurso_id]) in conferencia
    assert reverse("concursos:cargo_novo", args=[edital.concurso_id]) in conferencia


def test_regra_que_o_edital_cala_diz_qual_e_a_da_lei(entrar):
    mostrada = entrar(Papel.AUDITOR).get(endereco("edital", fabrica.cargo_publicado())).content.decode()

    assert "A da lei: proporcional" in mostrada
    assert "O da lei: remanejamento" in mostrada
