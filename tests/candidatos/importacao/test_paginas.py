"""As páginas da importação: o caminho no navegador, quem vê o quê, e nenhum erro 500."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openpyxl import load_workbook
from pytest_django import DjangoCaptureOnCommitCallbacks

from candidatos.enums import SituacaoImportacao
from candidatos.models import Importacao, Inscricao
from concursos.enums import SituacaoConcurso
from concursos.models import Cargo, Concurso
from nucleo.enums import Papel
from nucleo.models import Execucao, RegistroTrilha, Usuario
from nucleo.permissoes import Pessoa
from tests import fabrica
from tests.candidatos.importacao.caminho import GUARDA, conferir, envio, importar_guarda, parear, receber
from tests.candidatos.importacao.planilhas import planilha


@pytest.fixture
def pessoa(db: None) -> Usuario:
    return fabrica.usuario(Papel.OPERADOR)


@pytest.fixture
def navegador_do_operador(client: Client, pessoa: Usuario) -> Client:
    client.force_login(pessoa)
    return client


def enviar(client: Client, cargo: Cargo, conteudo: bytes | str, nome: str = "resultado.csv") -> Any:
    url = reverse("candidatos:importar", args=[cargo.edital.concurso_id])
    return client.post(url, {"arquivo": envio(conteudo, nome)})


def texto(resposta: Any) -> str:
    """Conteúdo da página sem dobras de espaço, como se lê."""
    return " ".join(resposta.content.decode().split())


def escolhas(resposta: Any) -> dict[str, str]:
    """O formulário das colunas como a página o mostra, para o enviar de volta."""
    form, leitura = resposta.context["form"], resposta.context["amostra"].leitura
    dados = {nome: form.get_initial_for_field(campo, nome) for nome, campo in form.fields.items()}
    cargo = dados.pop("cargo")
    dados |= {"cabecalho": leitura.cabecalho, "aba": leitura.aba, "delimitador": leitura.delimitador}
    return {nome: valor for nome, valor in dados.items() if valor} | ({"cargo": cargo.pk} if cargo else {})


def test_o_caminho_da_guarda(
    navegador_do_operador: Client,
    guarda: Cargo,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    client = navegador_do_operador
    resposta = enviar(client, guarda, GUARDA.read_bytes(), GUARDA.name)
    importacao = Importacao.objects.get()
    colunas = reverse("candidatos:importacao_pareamento", args=[importacao.pk])
    pagina = reverse("candidatos:importacao", args=[importacao.pk])
    assert resposta.url == colunas
    assert "Parear colunas" in texto(client.get(pagina))

    resposta = client.get(colunas)
    assert (
        "Texto em Windows-1252 (latin-1), colunas separadas por ponto e vírgula, títulos na linha 1"
        in texto(resposta)
    )
    assert "CÍCERO GONÇALVES ALBUQUERQUE" in texto(resposta)
    with django_capture_on_commit_callbacks(execute=True):
        assert client.post(colunas, escolhas(resposta)).url == pagina
    mostrada = texto(client.get(pagina))
    assert "83 linhas lidas: 71 novas, 0 alteradas, 0 inalteradas, 12 recusadas." in mostrada
    assert "Parear valores" in mostrada
    assert "Carregar resultados" not in mostrada
    assert "Feminino" not in mostrada

    valores = reverse("candidatos:importacao_valores", args=[importacao.pk])
    assert "Feminino" in texto(client.get(valores))
    resposta = client.post(valores, {"destino_0": "sem_efeito", "motivo_0": ""})
    assert "escreva por que não tem efeito nesta lista" in texto(resposta)
    with django_capture_on_commit_callbacks(execute=True):
        client.post(valores, {"destino_0": "sem_efeito", "motivo_0": "O edital não prevê lista por sexo."})
    assert "Carregar resultados" in texto(client.get(pagina))

    with django_capture_on_commit_callbacks(execute=True):
        client.post(reverse("candidatos:importacao_confirmar", args=[importacao.pk]))
    mostrada = texto(client.get(pagina))
    assert "83 novas, 0 alteradas e 0 inalteradas, de 83 linhas lidas." in mostrada
    assert reverse("candidatos:classificacao", args=[guarda.edital.concurso_id]) in mostrada
    assert Inscricao.objects.count() == 83


def test_conta_do_plano_e_achados_em_paginas(
    navegador_do_operador: Client, operador: Pessoa, guarda: Cargo
) -> None:
    linhas = GUARDA.read_bytes().decode("cp1252").replace("Apto;Apto;Apto;Apto", "Apto;?;Apto;Apto")
    linhas = linhas.replace(",00;", ",xx;")
    importacao = parear(operador, receber(operador, guarda, linhas), cargo=guarda)
    conferir(operador, importacao)
    resposta = navegador_do_operador.get(
        reverse("candidatos:importacao", args=[importacao.pk]), {"pagina": 2}
    )
    achados = resposta.context["achados"]
    assert achados.number == 2
    assert len(achados.object_list) == 50
    assert "Não pode ser carregado" in texto(resposta) or "Há valores que o sistema não conhece" in texto(
        resposta
    )


def conferida(operador: Pessoa, cargo: Cargo, conteudo: bytes | str) -> Importacao:
    importacao = parear(operador, receber(operador, cargo, conteudo), cargo=cargo)
    conferir(operador, importacao)
    importacao.refresh_from_db()
    return importacao


def com_notas_erradas() -> str:
    """O arquivo verdadeiro, com quatro notas que não são números e a lista "Feminino" por parear."""
    linhas = GUARDA.read_bytes().decode("cp1252")
    for nota in ("64,00", "62,00", "60,00", "58,00"):
        linhas = linhas.replace(nota, f"{nota}?", 1)
    return linhas


def ver(client: Client, importacao: Importacao, **filtros: str) -> Any:
    return client.get(reverse("candidatos:importacao", args=[importacao.pk]), filtros)


def test_achados_por_codigo_e_filtrados_no_endereco(
    navegador_do_operador: Client, operador: Pessoa, guarda: Cargo
) -> None:
    importacao = conferida(operador, guarda, com_notas_erradas())
    resposta = ver(navegador_do_operador, importacao)
    codigos = {cada["codigo"]: cada for cada in resposta.context["plano"]["codigos"]}
    notas = codigos["nota_recusado"]
    assert (notas["quantos"], notas["severidade"], notas["primeira"]) == (4, "impede", 2)
    todos = resposta.context["plano"]["total_achados"]
    assert resposta.context["achados"].paginator.count == todos > 4

    so_notas = ver(navegador_do_operador, importacao, codigo="nota_recusado", severidade="impede")
    assert {achado["codigo"] for achado in so_notas.context["achados"]} == {"nota_recusado"}
    assert f"4 de {todos}" in texto(so_notas)
    assert "Limpar" in texto(so_notas)
    nenhum = ver(navegador_do_operador, importacao, codigo="nao_existe")
    assert "Nenhum achado guardado nesta página" in texto(nenhum)


def test_as_contas_somam_na_tela(navegador_do_operador: Client, operador: Pessoa, guarda: Cargo) -> None:
    importacao = conferida(operador, guarda, com_notas_erradas())
    resposta = ver(navegador_do_operador, importacao)
    plano, parcelas = resposta.context["plano"], resposta.context["parcelas"]
    assert [nome for nome, _ in parcelas] == [
        "novas", "alteradas", "inalteradas", "recusadas", "filtradas",
    ]  # fmt: skip
    assert sum(linhas for _, linhas in parcelas) == plano["lidas"] == 83
    soma = " + ".join(str(linhas) for _, linhas in parcelas)
    conta = "Lidas = novas + alteradas + inalteradas + recusadas + filtradas"
    assert f"{conta}: 83 = {soma}" in texto(resposta)


def test_mudanca_por_mudanca_do_antes_ao_depois(
    navegador_do_operador: Client, operador: Pessoa, guarda: Cargo
) -> None:
    importar_guarda(operador, guarda)
    linhas = GUARDA.read_bytes().decode("cp1252")
    primeira = linhas.splitlines()[1]
    mudada = primeira.replace("64,00", "63,50")
    assert mudada != primeira
    outra = conferida(operador, guarda, linhas.replace(primeira, mudada))
    pagina = texto(ver(navegador_do_operador, outra))
    assert '<td class="antes">64,00</td>' in pagina
    assert '<td class="depois">63,50</td>' in pagina
    assert 'id="plano-alteradas">1<' in pagina
    assert 'id="plano-inalteradas">82<' in pagina


def test_ausentes_e_filtradas_listadas_e_onde_esta_o_resto(
    navegador_do_operador: Client, operador: Pessoa, guarda: Cargo
) -> None:
    importacao = conferida(operador, guarda, GUARDA.read_bytes())
    plano = importacao.plano | {
        "filtradas": 3,
        "filtradas_listadas": [{"linha": 9, "motivo": "Inscrição de teste"}],
        "ausentes": ["000777"],
        "total_ausentes": 2,
    }
    Importacao.objects.filter(pk=importacao.pk).update(plano=plano)
    pagina = texto(ver(navegador_do_operador, importacao))
    assert "Inscrição de teste" in pagina
    assert "1 de 3; todas no relatório completo" in pagina
    assert "000777" in pagina
    assert "1 de 2; todas no relatório completo, com o cargo" in pagina


def test_a_pagina_cheia_cabe_em_duzentos_mil_bytes(
    navegador_do_operador: Client, operador: Pessoa, guarda: Cargo
) -> None:
    importacao = conferida(operador, guarda, com_notas_erradas())
    achado, mudanca = importacao.plano["achados"][0], ("nota objetiva", "64,00", "63,50")
    campos = ("linha", "inscricao", "campo", "antes", "depois")
    plano = importacao.plano | {
        "achados": [achado] * 1000,
        "total_achados": 90_000,
        "mudancas": [dict(zip(campos, (100_000, "0799511", *mudanca), strict=True))] * 500,
        "total_mudancas": 90_000,
        "filtradas_listadas": [{"linha": 100_000, "motivo": "Inscrição de teste da banca"}] * 500,
        "filtradas": 90_000,
        "ausentes": ["0799511"] * 500,
        "total_ausentes": 90_000,
    }
    Importacao.objects.filter(pk=importacao.pk).update(plano=plano)
    resposta = ver(navegador_do_operador, importacao)
    assert len(resposta.content) < 200_000
    assert "500 de 90.000; todas no relatório completo" in texto(resposta)


def test_baixar_o_relatorio(navegador_do_operador: Client, operador: Pessoa, guarda: Cargo) -> None:
    linhas = GUARDA.read_bytes().decode("cp1252").replace("64,00", "=1+1", 1)
    importacao = conferida(operador, guarda, linhas)
    resposta = navegador_do_operador.get(reverse("candidatos:importacao_relatorio", args=[importacao.pk]))
    assert resposta["Content-Disposition"] == (
        f'attachment; filename="relatorio-da-importacao-{importacao.pk}.xlsx"'
    )
    livro = load_workbook(BytesIO(resposta.getvalue()))
    titulos, *achados = livro["Achados"].values
    assert titulos == ("Linha", "Coluna", "Título", "Valor lido", "O que se achou", "Efeito", "Código")
    assert achados[0][:4] == (2, "C", "ESP", "=1+1")
    assert livro["Achados"]["D2"].data_type == "s"
    assert livro["Linhas com achados"]["E2"].fill.fgColor.rgb == "FFFFC7CE"
    assert "Feminino" not in {celula for linha in livro["Linhas com achados"].values for celula in linha}
    assert RegistroTrilha.objects.filter(acao="candidatos.importacao_relatorio").count() == 1


def test_sem_conferencia_nao_ha_relatorio(
    navegador_do_operador: Client, operador: Pessoa, guarda: Cargo
) -> None:
    importacao = receber(operador, guarda, GUARDA.read_bytes())
    url = reverse("candidatos:importacao_relatorio", args=[importacao.pk])
    resposta = navegador_do_operador.get(url, follow=True)
    assert "Ainda não há relatório deste arquivo" in texto(resposta)
    assert "Baixar o relatório" not in texto(resposta)


def test_depois_da_carga_diz_quem_carregou_e_com_que_layout(
    navegador_do_operador: Client, operador: Pessoa, guarda: Cargo
) -> None:
    importacao = importar_guarda(operador, guarda)
    assert importacao.layout is not None
    resposta = ver(navegador_do_operador, importacao)
    pagina = texto(resposta)
    assert "O que a carga fez" in pagina
    assert resposta.context["quem_carregou"] == operador.pessoa
    assert str(importacao.layout) in pagina
    assert "Resultado ou lista final" in pagina
    assert reverse("candidatos:classificacao", args=[guarda.edital.concurso_id]) in pagina


def test_desfeita_diz_quando_por_quem_e_por_que(
    navegador_do_operador: Client, operador: Pessoa, pessoa: Usuario, guarda: Cargo
) -> None:
    importacao = importar_guarda(operador, guarda)
    Importacao.objects.filter(pk=importacao.pk).update(
        situacao=SituacaoImportacao.DESFEITA,
        desfeita_em=timezone.now(),
        desfeita_por=pessoa,
        desfeita_motivo="Arquivo trocado",
    )
    pagina = texto(ver(navegador_do_operador, importacao))
    assert f"por {pessoa}: “Arquivo trocado”" in pagina
    assert "O que a carga tinha feito" in pagina
    for ato in ("Descartar o arquivo", "Carregar resultados", "Mudar o pareamento"):
        assert ato not in pagina


def test_homologado_o_concurso_compara_se_em_vez_de_carregar(
    navegador_do_operador: Client, operador: Pessoa, guarda: Cargo
) -> None:
    importacao = conferida(operador, guarda, sem_lista_por_sexo())
    assert "Carregar resultados" in texto(ver(navegador_do_operador, importacao))
    fabrica.classificacao_homologada(cargo=guarda)
    resposta = ver(navegador_do_operador, importacao)
    assert resposta.context["passo"] == "comparar"
    assert "este arquivo não se carrega por cima dele" in texto(resposta)
    assert "Carregar resultados" not in texto(resposta)
    assert "Comparar com o resultado homologado" in texto(resposta)

    Importacao.objects.filter(pk=importacao.pk).update(plano=importacao.plano | {"retificacao": {}})
    comparado = ver(navegador_do_operador, importacao)
    assert comparado.context["passo"] == "comparado"
    assert "Ver a comparação" in texto(comparado)
    assert "Comparar com o resultado homologado" not in texto(comparado)


def test_comparar_com_o_homologado_tambem_e_da_autoridade(
    client: Client, operador: Pessoa, guarda: Cargo
) -> None:
    importacao = conferida(operador, guarda, sem_lista_por_sexo())
    fabrica.classificacao_homologada(cargo=guarda)
    passos = {}
    for papel in (Papel.AUTORIDADE, Papel.AUDITOR):
        client.force_login(fabrica.usuario(papel))
        resposta = ver(client, importacao)
        passos[papel] = resposta.context["passo"]
        assert "Mudar o pareamento" not in texto(resposta)
    assert passos == {Papel.AUTORIDADE: "comparar", Papel.AUDITOR: ""}


def test_encerrado_o_concurso_nada_se_pede(
    navegador_do_operador: Client, operador: Pessoa, guarda: Cargo
) -> None:
    importacao = conferida(operador, guarda, sem_lista_por_sexo())
    carregada = importar_guarda(operador, guarda)
    fabrica.classificacao_homologada(cargo=guarda)
    Concurso.objects.filter(pk=guarda.edital.concurso_id).update(situacao=SituacaoConcurso.ENCERRADO)
    for alvo in (importacao, carregada):
        resposta = ver(navegador_do_operador, alvo)
        assert resposta.context["passo"] == ""
        assert "btn-primary" not in texto(resposta)
    lista = reverse("candidatos:importar", args=[guarda.edital.concurso_id])
    assert "O concurso está encerrado" in texto(navegador_do_operador.get(lista))


def sem_lista_por_sexo() -> str:
    """O arquivo verdadeiro sem "Feminino": nada fica por parear."""
    return GUARDA.read_bytes().decode("cp1252").replace("Feminino", "Ampla Concorrência")


def test_um_so_botao_primario_em_cada_passo(
    navegador_do_operador: Client, operador: Pessoa, guarda: Cargo
) -> None:
    paradas = [
        ("parear", receber(operador, guarda, GUARDA.read_bytes())),
        ("valores", conferida(operador, guarda, GUARDA.read_bytes())),
        ("carregar", conferida(operador, guarda, sem_lista_por_sexo())),
        ("corrigir", conferida(operador, guarda, sem_lista_por_sexo().replace("64,00", "640,0", 1))),
        ("classificar", importar_guarda(operador, guarda)),
    ]
    for passo, importacao in paradas:
        # Cada uma como estava ao ser conferida: as outras não lhe mudam o plano guardado.
        resposta = ver(navegador_do_operador, importacao)
        assert resposta.context["passo"] == passo
        assert texto(resposta).count("btn btn-primary") == 1, passo
        assert ("?severidade=impede#achados" in texto(resposta)) == (passo == "corrigir")


def test_nada_a_fazer(navegador_do_operador: Client, operador: Pessoa, guarda: Cargo) -> None:
    importar_guarda(operador, guarda)
    outra = parear(operador, receber(operador, guarda, GUARDA.read_bytes()), cargo=guarda)
    conferir(operador, outra)
    pagina = texto(navegador_do_operador.get(reverse("candidatos:importacao", args=[outra.pk])))
    assert "Nada a fazer" in pagina
    assert "É o mesmo arquivo, byte a byte" in pagina
    assert "Carregar resultados" not in pagina


def test_outra_linha_de_titulos_e_outra_aba(navegador_do_operador: Client, guarda: Cargo) -> None:
    conteudo = planilha(
        {
            "Capa": [["Prefeitura", "Concurso"], ["x", "y"]],
            "Notas": [["Lista final", "2023"], ["Inscrição", "Nome"], ["7", "ANA"]],
        }
    )
    enviar(navegador_do_operador, guarda, conteudo, "notas.xlsx")
    colunas = reverse("candidatos:importacao_pareamento", args=[Importacao.objects.get().pk])
    assert navegador_do_operador.get(colunas).context["amostra"].leitura.aba == "Capa"
    resposta = navegador_do_operador.get(colunas, {"cabecalho": 2, "aba": "Notas"})
    amostra = resposta.context["amostra"]
    assert [coluna.titulo for coluna in amostra.colunas] == ["Inscrição", "Nome"]
    assert amostra.proposta == {"A": "inscricao", "B": "nome"}
    resposta = navegador_do_operador.get(colunas, {"cabecalho": 99, "aba": "Notas"})
    assert "não tem a linha 99" in texto(resposta)


def test_layout_lembrado_vem_preenchido(
    navegador_do_operador: Client, operador: Pessoa, guarda: Cargo
) -> None:
    parear(operador, receber(operador, guarda, GUARDA.read_bytes()), cargo=guarda, K="")
    nova = receber(operador, guarda, GUARDA.read_bytes())
    resposta = navegador_do_operador.get(reverse("candidatos:importacao_pareamento", args=[nova.pk]))
    assert "vêm preenchidas como em" in texto(resposta)
    assert "coluna_K" not in escolhas(resposta)
    assert escolhas(resposta)["coluna_C"] == "prova:esp"


def test_faltas_do_pareamento_aparecem_na_pagina(navegador_do_operador: Client, guarda: Cargo) -> None:
    enviar(navegador_do_operador, guarda, GUARDA.read_bytes())
    colunas = reverse("candidatos:importacao_pareamento", args=[Importacao.objects.get().pk])
    dados = escolhas(navegador_do_operador.get(colunas)) | {"coluna_I": "", "coluna_D": "nome"}
    pagina = texto(navegador_do_operador.post(colunas, dados))
    assert "Nenhuma coluna traz “Nota: Total de pontos”, que é a nota final" in pagina
    assert "“Nome” foi dado a mais de uma coluna" in pagina
    assert not Execucao.objects.exists()


def test_ver_a_amostra_deixa_registro(navegador_do_operador: Client, guarda: Cargo) -> None:
    enviar(navegador_do_operador, guarda, GUARDA.read_bytes())
    importacao = Importacao.objects.get()
    navegador_do_operador.get(reverse("candidatos:importacao_pareamento", args=[importacao.pk]))
    registro = RegistroTrilha.objects.get(acao="candidatos.importacao_amostrar")
    assert (registro.objeto_id, registro.depois) == (str(importacao.pk), {"linhas": 5})


def test_carga_que_ficou_velha_pede_nova_conferencia(
    navegador_do_operador: Client,
    operador: Pessoa,
    guarda: Cargo,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    importar_guarda(operador, guarda)
    velha = parear(operador, receber(operador, guarda, GUARDA.read_bytes()), cargo=guarda)
    plano = conferir(operador, velha)
    Importacao.objects.filter(pk=velha.pk).update(plano=plano | {"novas": 1, "resumo": "outro"})
    with django_capture_on_commit_callbacks(execute=True):
        navegador_do_operador.post(reverse("candidatos:importacao_confirmar", args=[velha.pk]))
    pagina = texto(navegador_do_operador.get(reverse("candidatos:importacao", args=[velha.pk])))
    assert "A base mudou desde a conferência" in pagina
    assert "Conferir de novo" in pagina
    assert "Carregar resultados" not in pagina


def test_recusa_do_pedido_aparece(navegador_do_operador: Client, operador: Pessoa, guarda: Cargo) -> None:
    importacao = receber(operador, guarda, GUARDA.read_bytes())
    url = reverse("candidatos:importacao_conferir", args=[importacao.pk])
    resposta = navegador_do_operador.post(url, follow=True)
    assert "Diga antes o que cada coluna do arquivo traz" in texto(resposta)


def test_descartar(navegador_do_operador: Client, operador: Pessoa, guarda: Cargo) -> None:
    importacao = receber(operador, guarda, GUARDA.read_bytes())
    navegador_do_operador.post(reverse("candidatos:importacao_descartar", args=[importacao.pk]))
    importacao.refresh_from_db()
    assert importacao.situacao == SituacaoImportacao.DESCARTADA
    lista = reverse("candidatos:importar", args=[guarda.edital.concurso_id])
    assert "Nenhum arquivo recebido" in texto(navegador_do_operador.get(lista))


# Quem vê o quê ----------------------------------------------------------------------------------------

SO_OPERADOR = ["importacao_pareamento", "importacao_valores", "importacao_relatorio"]


@pytest.mark.parametrize("papel", [Papel.AUTORIDADE, Papel.COMISSAO, Papel.AUDITOR])
def test_quem_so_le_ve_o_plano_e_nao_as_modalidades(
    client: Client, operador: Pessoa, guarda: Cargo, papel: str
) -> None:
    importacao = parear(operador, receber(operador, guarda, GUARDA.read_bytes()), cargo=guarda)
    conferir(operador, importacao)
    client.force_login(fabrica.usuario(papel))
    pagina = texto(client.get(reverse("candidatos:importacao", args=[importacao.pk])))
    assert "12 linhas recusadas" in pagina
    for segredo in ("Feminino", "Parear valores", "Descartar o arquivo"):
        assert segredo not in pagina
    assert "Baixar o relatório" not in pagina
    for nome in SO_OPERADOR:
        assert client.get(reverse(f"candidatos:{nome}", args=[importacao.pk])).status_code == 403
    for nome in ("importacao_conferir", "importacao_confirmar", "importacao_descartar"):
        assert client.post(reverse(f"candidatos:{nome}", args=[importacao.pk])).status_code == 403


def test_outro_orgao_nao_acha(client: Client, operador: Pessoa, guarda: Cargo) -> None:
    importacao = receber(operador, guarda, GUARDA.read_bytes())
    client.force_login(fabrica.usuario(Papel.OPERADOR, orgao=fabrica.orgao(sigla="OUTRO")))
    for nome in ("importacao", *SO_OPERADOR):
        assert client.get(reverse(f"candidatos:{nome}", args=[importacao.pk])).status_code == 404
    url = reverse("candidatos:importar", args=[guarda.edital.concurso_id])
    assert client.post(url, {"arquivo": envio("x")}).status_code == 404


# Arquivos maus pelo navegador -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("conteudo", "mensagem"),
    [
        (b"", "O arquivo está vazio"),
        (b"1;2;3\n4;5;6\n", "Não encontramos a linha de títulos"),
        (b"\x00\x01\x02", "O conteúdo não é texto nem planilha"),
        (b"PK\x03\x04", "A planilha está estragada"),
    ],
)
def test_arquivo_mau_e_explicado_na_mesma_pagina(
    navegador_do_operador: Client, guarda: Cargo, conteudo: bytes, mensagem: str
) -> None:
    resposta = enviar(navegador_do_operador, guarda, conteudo)
    assert resposta.status_code == 200
    assert texto(resposta).count(mensagem) == 1
    assert not Importacao.objects.exists()


def test_fora_de_hora_a_pagina_diz_por_que(navegador_do_operador: Client, guarda: Cargo) -> None:
    rascunho = reverse("candidatos:importar", args=[fabrica.cargo_em_rascunho().edital.concurso_id])
    assert "O edital ainda não foi publicado" in texto(navegador_do_operador.get(rascunho))
    fabrica.classificacao_homologada(cargo=guarda)
    homologado = reverse("candidatos:importar", args=[guarda.edital.concurso_id])
    pagina = texto(navegador_do_operador.get(homologado))
    assert "o que mudar entra como retificação do resultado" in pagina
    assert "Enviar arquivo" in pagina


def test_arquivos_recebidos_com_situacao_layout_e_paginas(
    navegador_do_operador: Client, operador: Pessoa, guarda: Cargo, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("candidatos.views.importacao.RECEBIDAS_POR_PAGINA", 1)
    carregada = importar_guarda(operador, guarda)
    receber(operador, guarda, GUARDA.read_bytes(), "lista.ods.csv")
    lista = reverse("candidatos:importar", args=[guarda.edital.concurso_id])
    nova = texto(navegador_do_operador.get(lista))
    assert "lista.ods.csv" in nova
    assert "a parear" in nova
    assert 'accept=".csv,.txt,.xlsx,.ods"' in nova
    velha = texto(navegador_do_operador.get(lista, {"pagina": 2}))
    assert "Carregada" in velha
    assert str(carregada.layout) in velha


def test_sem_arquivo(navegador_do_operador: Client, guarda: Cargo) -> None:
    url = reverse("candidatos:importar", args=[guarda.edital.concurso_id])
    assert "Escolha o arquivo que a banca mandou" in texto(navegador_do_operador.post(url))


def test_envio_de_quatrocentos_megabytes(navegador_do_operador: Client, guarda: Cargo) -> None:
    class Zeros(BytesIO):
        """Quatrocentos megabytes que não se guardam."""

        restam = 400 * 1024 * 1024

        def read(self, tamanho: int | None = -1) -> bytes:
            quantos = min(self.restam, tamanho if tamanho and tamanho > 0 else self.restam)
            self.restam -= quantos
            return bytes(quantos)

    url = reverse("candidatos:importar", args=[guarda.edital.concurso_id])
    envio_grande = {
        "wsgi.input": Zeros(),
        "CONTENT_LENGTH": str(Zeros.restam),
        "CONTENT_TYPE": "multipart/form-data; boundary=x",
    }
    resposta = navegador_do_operador.generic("POST", url, **envio_grande)
    assert resposta.status_code == 413
    assert "300 MB" in texto(resposta).replace("\xa0", " ")
    assert not Importacao.objects.exists()


@given(st.binary(max_size=300), st.sampled_from([b"", b"Inscricao;Nome\n1;", b"PK\x03\x04"]))
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_bytes_ao_acaso_nunca_dao_500(
    navegador_do_operador: Client, guarda: Cargo, resto: bytes, comeco: bytes
) -> None:
    resposta = enviar(navegador_do_operador, guarda, comeco + resto)
    if resposta.status_code == 302:
        resposta = navegador_do_operador.get(resposta.url)
    assert resposta.status_code == 200
