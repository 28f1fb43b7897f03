"""Lugares da banca diante dos nossos, pelo que a página diz; e quem está em duas reservas."""

from __future__ import annotations

import csv
from datetime import date, datetime
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.test import Client
from django.urls import reverse

from candidatos.consultas.comparacao import Comparacao, Especie
from candidatos.consultas.lugares_da_banca import (
    DiferencaExplicada,
    comparacao_do_cargo,
    diferencas_explicadas,
    lugares_iguais,
    resumo_dos_cargos,
)
from candidatos.enums import SituacaoDeclaracao
from candidatos.models import Autodeclaracao, Candidatura, Classificacao, Resultado, Sorteio
from candidatos.servicos.autodeclaracao import duas_reservas_ver
from candidatos.servicos.classificacao import cargo_classificar
from concursos.models import Cargo
from nucleo.enums import Papel
from nucleo.models import RegistroTrilha
from nucleo.permissoes import SISTEMA
from tests import fabrica

pytestmark = pytest.mark.django_db

GUARDA = Path(__file__).parents[1] / "dados/guarda_municipal_83.csv"
PROVAS_DA_GUARDA = [
    {"chave": "esp", "nome": "Específicos", "minima": "", "maxima": "70"},
    {"chave": "ger", "nome": "Gerais", "minima": "", "maxima": "30"},
    {"chave": "pontos", "nome": "Pontos", "minima": "50", "maxima": "100"},
]

PELA_OBJETIVA = "nota final igual (80,25); decide nota maior em Prova objetiva, 64,00 contra 60,00"
EMPATE_NOSSO = (
    "Empate no nosso 1º lugar, que nem as notas nem o edital desfazem: falta o sorteio, ou um dado que o "
    "edital compara. A banca o desfez."
)


def calado(feito: int, total: int, mensagem: str = "") -> None:
    """Andamento que ninguém lê."""


def classificar(cargo: Cargo) -> Classificacao:
    return cargo_classificar(autor=SISTEMA, cargo=cargo, execucao=None, progresso=calado)


def com_lugares(cargo: Cargo, *pessoas: tuple[str, str, int | None]) -> Classificacao:
    """Inscrição, nota na objetiva (a final é 80,25 para todos) e lugar da banca; classifica."""
    for numero, objetiva, oficial in pessoas:
        criar(cargo, numero, {"objetiva": objetiva, "pontos": "80.25"}, oficial)
    return classificar(cargo)


def criar(cargo: Cargo, numero: str, notas: dict[str, str], oficial: int | None, **dados: Any) -> Candidatura:
    nova = fabrica.candidatura(cargo=cargo, numero=numero, nome=f"Pessoa {numero}", notas=notas, **dados)
    nova.resultados.update(posicao_oficial=oficial)
    return nova


def publicado(**regras: Any) -> Cargo:
    return fabrica.cargo_publicado(**({"desempate": ["maior:objetiva"]} | regras))


def explicar(cargo: Cargo, classificacao: Classificacao) -> tuple[Comparacao, list[DiferencaExplicada]]:
    comparacao = comparacao_do_cargo(classificacao)
    return comparacao, diferencas_explicadas(cargo, classificacao, comparacao, comparacao.diferencas)


def frases(cargo: Cargo, classificacao: Classificacao) -> dict[str, str]:
    """A frase de cada diferença, pela inscrição da primeira pessoa dela."""
    _, explicadas = explicar(cargo, classificacao)
    return {str(cada.primeira.candidatura.inscricao): cada.texto for cada in explicadas}


def entrar(client: Client, papel: Papel | None = Papel.OPERADOR, **alcance: Any) -> Client:
    client.force_login(fabrica.usuario(papel, **alcance))
    return client


def texto(resposta: Any) -> str:
    """Conteúdo da resposta com os espaços reduzidos."""
    assert resposta.status_code == 200
    return " ".join(resposta.content.decode().split())


def abrir(client: Client, nome: str, pk: int, **filtros: str) -> str:
    return texto(client.get(reverse(f"candidatos:{nome}", args=[pk]), filtros))


# -- O arquivo verdadeiro --------------------------------------------------------------------------


def importar_a_guarda(cargo: Cargo) -> None:
    with GUARDA.open(encoding="cp1252", newline="") as arquivo:
        for linha in csv.DictReader(arquivo, delimiter=";"):
            notas = {chave: linha[chave.upper()].replace(",", ".") for chave in ("esp", "ger", "pontos")}
            nascimento = datetime.strptime(linha["NASC"], "%d/%m/%Y").date()
            oficial = int(linha["POSICAO"].removesuffix("º"))
            criar(cargo, linha["INSCRICAO"], notas, oficial, nascimento=nascimento)


@pytest.fixture
def guarda() -> Cargo:
    """Os 83 da guarda municipal, com os lugares que a banca publicou."""
    cargo = fabrica.cargo_publicado(
        provas=PROVAS_DA_GUARDA, nota_final="pontos", desempate=["maior:esp", "maior:ger", "mais_velho"]
    )
    importar_a_guarda(cargo)
    return cargo


def test_os_83_lugares_da_guarda_conferem(guarda: Cargo) -> None:
    comparacao = comparacao_do_cargo(classificar(guarda))
    assert (comparacao.oficiais, comparacao.conferem, comparacao.diferencas) == (83, 83, [])


def test_sem_quem_a_banca_aprova_em_quinto_os_78_seguintes_sao_uma_causa(guarda: Cargo) -> None:
    quinta = Resultado.objects.get(posicao_oficial=5)
    quinta.notas |= {"pontos": "49.00"}
    quinta.save()
    comparacao, explicadas = explicar(guarda, classificar(guarda))
    assert (comparacao.oficiais, comparacao.conferem, comparacao.divergem) == (83, 4, 79)
    assert [(cada.rotulo, cada.pessoas) for cada in explicadas] == [
        ("Só na lista da banca", 1),
        ("Deslocadas por outra pessoa", 78),
    ]
    assert explicadas[0].texto == (
        "A banca lhe dá lugar, e aqui não está aprovada. "
        "Abaixo da nota mínima em Pontos: 49,00, e o mínimo é 50."
    )
    assert "Antes, a banca põe " in explicadas[1].texto
    assert "no 5º lugar, que não aprovamos" in explicadas[1].texto


# -- Cada espécie de diferença ---------------------------------------------------------------------


def test_ordem_trocada_diz_o_criterio_e_os_dois_valores() -> None:
    cargo = publicado()
    classificacao = com_lugares(cargo, ("N1", "64.00", 2), ("N2", "60.00", 1), ("N3", "50.00", 3))
    assert frases(cargo, classificacao) == {
        "N1": f"Aqui, acima de Pessoa N2 (N2): {PELA_OBJETIVA}. A banca pôs ao contrário.",
        "N2": f"Aqui, quem está acima é Pessoa N1 (N1): {PELA_OBJETIVA}. A banca pôs ao contrário.",
    }


def test_ordem_trocada_pela_nota_final() -> None:
    cargo = publicado()
    for numero, nota, oficial in (("N1", "90.00", 2), ("N2", "80.00", 1)):
        criar(cargo, numero, {"objetiva": "1.00", "pontos": nota}, oficial)
    assert "nota final maior, 90,00 contra 80,00" in frases(cargo, classificar(cargo))["N1"]


def test_ordem_trocada_pelo_sorteio_que_o_edital_nao_previa() -> None:
    cargo = publicado()
    for ordem, numero in enumerate(("N1", "N2"), start=1):
        candidatura = criar(cargo, numero, {"objetiva": "1.00", "pontos": "80.25"}, 3 - ordem)
        Sorteio.objects.create(candidatura=candidatura, numero=ordem, data=date(2024, 2, 1), ata="Ata nº 1")
    assert "decide sorteio, 1 contra 2" in frases(cargo, classificar(cargo))["N1"]


def test_o_que_mudou_depois_da_classificacao_nao_se_explica_com_o_de_agora() -> None:
    cargo = publicado(desempate=["mais_velho"])
    com_lugares(cargo, ("N1", "1.00", 2), ("N2", "1.00", 1))
    pessoas = {cada.numero: cada.candidato for cada in cargo.edital.inscricoes.select_related("candidato")}
    for numero, ano in (("N1", 1980), ("N2", 1990)):
        pessoas[numero].nascimento = date(ano, 1, 1)
        pessoas[numero].save()
    classificacao = classificar(cargo)
    assert "decide maior idade, 01/01/1980 contra 01/01/1990" in frases(cargo, classificacao)["N1"]
    pessoas["N1"].nascimento = date(1999, 1, 1)
    pessoas["N1"].save()
    assert "os dados de agora não explicam esta ordem" in frases(cargo, classificacao)["N1"]


def test_empate_nosso_que_a_banca_desfez() -> None:
    cargo = publicado()
    classificacao = com_lugares(cargo, ("N1", "1.00", 1), ("N2", "1.00", 2))
    comparacao, _ = explicar(cargo, classificacao)
    assert (comparacao.conferem, comparacao.divergem) == (1, 1)
    assert frases(cargo, classificacao) == {"N2": EMPATE_NOSSO}


def test_empate_da_banca_que_o_edital_desfaz() -> None:
    cargo = publicado()
    classificacao = com_lugares(cargo, ("N1", "64.00", 1), ("N2", "60.00", 1))
    assert frases(cargo, classificacao) == {
        "N2": f"A banca a empata com Pessoa N1 (N1), no 1º lugar; aqui, essa está acima: {PELA_OBJETIVA}."
    }


def test_aprovadas_a_que_a_banca_nao_deu_lugar() -> None:
    cargo = publicado()
    pessoas = [("N1", "64.00", 1), ("N2", "60.00", None), ("N3", "50.00", 2), ("N4", "40.00", 3)]
    frase = frases(cargo, com_lugares(cargo, *pessoas))
    assert frase["N2"] == "Aprovada aqui; a banca não lhe deu lugar."
    assert frase["N3"] == (
        "A banca as põe um lugar antes, na mesma ordem entre si. "
        "Antes, pomos Pessoa N2 (N2), no 2º lugar, a quem ela não deu lugar."
    )


def test_quem_muda_de_lado_desloca_as_que_passou() -> None:
    cargo = publicado()
    pessoas = [("N1", "64.00", 3), ("N2", "60.00", 1), ("N3", "50.00", 2)]
    frase = frases(cargo, com_lugares(cargo, *pessoas))
    assert frase["N2"] == (
        "A banca as põe um lugar antes, na mesma ordem entre si. "
        "Antes, pomos Pessoa N1 (N1), nosso 1º e 3º da banca."
    )


def test_ausente_e_troca_na_mesma_pessoa_dizem_que_ha_outra_causa() -> None:
    cargo = publicado()
    pessoas = [("N1", "64.00", 2), ("N2", "60.00", 5), ("N3", "50.00", 3), ("N4", "40.00", 4)]
    com_lugares(cargo, *pessoas, ("N5", "30.00", 6), ("N6", "20.00", 7))
    criar(cargo, "N0", {"objetiva": "1.00", "pontos": "10.00"}, 1)
    comparacao, _ = explicar(cargo, classificacao := classificar(cargo))
    assert comparacao.por_especie == {Especie.SO_A_BANCA: 1, Especie.DESLOCAMENTO: 3, Especie.ORDEM: 1}
    assert "que não aprovamos" in frases(cargo, classificacao)["N1"]


def test_numero_que_a_banca_pula() -> None:
    cargo = publicado()
    frase = frases(cargo, com_lugares(cargo, ("N1", "64.00", 1), ("N2", "60.00", 3), ("N3", "50.00", 4)))
    assert frase == {
        "N2": "A banca pula o 2º lugar: falta no arquivo quem o tem. A ordem é a mesma; só o número muda."
    }


def test_lugares_de_uma_lista_maior() -> None:
    cargo = publicado()
    frase = frases(cargo, com_lugares(cargo, ("N1", "64.00", 1226), ("N2", "60.00", 1229)))
    assert "A banca pula 1.227 números, em 2 saltos, a partir do 1º" in frase["N1"]


def test_lugar_repetido_sem_pular_o_seguinte() -> None:
    cargo = publicado()
    frase = frases(cargo, com_lugares(cargo, ("N1", "64.00", 1), ("N2", "60.00", 1), ("N3", "50.00", 2)))
    assert "Depois de um lugar repetido, a banca não pula o seguinte" in frase["N3"]


# -- Lugares iguais ---------------------------------------------------------------------------------


def test_lugares_iguais_trazem_as_pessoas_e_o_que_as_separa_aqui() -> None:
    cargo = publicado()
    pessoas = [("N1", "64.00", 1), ("N2", "60.00", 1), ("N3", "50.00", 3), ("N4", "50.00", 3)]
    classificacao = com_lugares(cargo, *pessoas)
    primeiro, terceiro = lugares_iguais(cargo, classificacao, comparacao_do_cargo(classificacao).iguais)
    assert [str(cada.candidatura.inscricao) for cada in primeiro.pessoas] == ["N1", "N2"]
    assert primeiro.separacoes == [PELA_OBJETIVA]
    assert (primeiro.oficial, primeiro.empatadas, terceiro.oficial, terceiro.empatadas) == (1, False, 3, True)


def test_lugar_igual_com_quem_nao_aprovamos() -> None:
    cargo = publicado()
    com_lugares(cargo, ("N1", "64.00", 1))
    criar(cargo, "N2", {"objetiva": "1.00", "pontos": "49.99"}, 1)
    classificacao = classificar(cargo)
    (grupo,) = lugares_iguais(cargo, classificacao, comparacao_do_cargo(classificacao).iguais)
    assert grupo.separacoes == [
        "Pessoa N2 (N2) não está aprovada: abaixo da nota mínima em Nota final: 49,99, e o mínimo é 50"
    ]
    assert not grupo.empatadas


def test_uma_causa_de_muita_gente_cita_as_primeiras() -> None:
    cargo = publicado()
    sem_lugar = [(f"N{numero}", f"{60 - numero}.00", None) for numero in range(5)]
    frase = frases(cargo, com_lugares(cargo, *sem_lugar, ("N5", "1.00", 1)))
    assert frase["N0"] == "Aprovadas aqui; a banca não lhes deu lugar."
    assert frase["N5"] == (
        "A banca a põe 5 lugares antes. Antes, pomos Pessoa N0 (N0), no 1º lugar, a quem ela não deu lugar; "
        "Pessoa N1 (N1), no 2º lugar, a quem ela não deu lugar; Pessoa N2 (N2), no 3º lugar, a quem ela não "
        "deu lugar; mais 2."
    )


def test_um_lugar_de_muita_gente_mostra_as_primeiras() -> None:
    cargo = publicado()
    classificacao = com_lugares(cargo, *((f"N{numero:02d}", "1.00", 1) for numero in range(25)))
    (grupo,) = lugares_iguais(cargo, classificacao, comparacao_do_cargo(classificacao).iguais)
    assert (grupo.total, len(grupo.pessoas), grupo.ocultas) == (25, 20, 5)


# -- Páginas ----------------------------------------------------------------------------------------


@pytest.fixture
def trocado() -> Cargo:
    """Três pessoas, as duas primeiras trocadas, mais duas no mesmo lugar da banca."""
    cargo = publicado()
    pessoas = [("N1", "64.00", 2), ("N2", "60.00", 1), ("N3", "50.00", 3), ("N4", "40.00", 3)]
    com_lugares(cargo, *pessoas, ("N5", "30.00", None))
    return cargo


def test_resumo_do_concurso(client: Client, trocado: Cargo) -> None:
    outro = fabrica.cargo(regras=trocado.regras)
    (resumo, vazio) = resumo_dos_cargos(trocado.edital.concurso)
    assert (resumo.sem_lugar, resumo.iguais, resumo.em_iguais) == (1, 1, 2)
    assert (vazio.estado.cargo, vazio.sem_lugar) == (outro, 0)
    pagina = abrir(entrar(client), "lugares_da_banca", trocado.edital.concurso_id)
    assert "1 de 4 lugares conferem com a banca" in pagina
    assert "1 de 2 cargos com lugares da banca" in pagina
    assert "1 lugar, 2 pessoas" in pagina
    assert "lista geral" in pagina


def test_resumo_sem_lugares_diz_o_que_fazer(client: Client) -> None:
    cargo = publicado()
    fabrica.candidatura(cargo=cargo)
    pagina = abrir(entrar(client), "lugares_da_banca", cargo.edital.concurso_id)
    assert "diga qual coluna traz o lugar oficial" in pagina
    assert "1 cargo por classificar" in pagina


def test_pagina_do_cargo_explica_as_diferencas(client: Client, trocado: Cargo) -> None:
    pagina = abrir(entrar(client), "lugares_do_cargo", trocado.pk)
    assert "1 de 4 lugares conferem com a banca; 3 divergem" in pagina
    assert "ordem trocada, 2" in pagina
    assert "A banca pôs ao contrário." in pagina
    assert "a banca não lhe deu lugar" in pagina


def test_aba_dos_lugares_iguais(client: Client, trocado: Cargo) -> None:
    pagina = abrir(entrar(client), "lugares_do_cargo", trocado.pk, ver="iguais")
    assert "Nota final igual (80,25); decide nota maior em Prova objetiva, 50,00 contra 40,00" in pagina
    assert "N1</span>" not in pagina


def test_lugares_iguais_empatados_tambem_aqui(client: Client) -> None:
    cargo = publicado()
    com_lugares(cargo, ("N1", "1.00", 1), ("N2", "1.00", 1))
    pagina = abrir(entrar(client), "lugares_do_cargo", cargo.pk, ver="iguais")
    assert "nem a banca nem o edital as separam" in pagina


@pytest.mark.parametrize(
    ("ver", "frase"),
    [("", "Todos os lugares conferem"), ("iguais", "A banca não deu o mesmo lugar a duas pessoas")],
)
def test_cargo_em_que_tudo_confere(client: Client, ver: str, frase: str) -> None:
    cargo = publicado()
    com_lugares(cargo, ("N1", "64.00", 1), ("N2", "60.00", 2))
    pagina = abrir(entrar(client), "lugares_do_cargo", cargo.pk, ver=ver)
    assert frase in pagina
    assert "2 de 2 lugares conferem com a banca; 0 divergem" in pagina


def test_cargo_sem_lugares_ou_por_classificar_diz_o_que_fazer(client: Client) -> None:
    cargo = publicado()
    assert "ainda não foi classificado" in abrir(entrar(client), "lugares_do_cargo", cargo.pk)
    com_lugares(cargo, ("N1", "64.00", None))
    assert "O arquivo não traz o lugar da banca" in abrir(client, "lugares_do_cargo", cargo.pk)


def test_as_listas_levam_a_comparacao(client: Client, trocado: Cargo) -> None:
    do_cargo = reverse("candidatos:lugares_do_cargo", args=[trocado.pk])
    assert do_cargo in abrir(entrar(client), "lista", trocado.pk)
    pagina = abrir(client, "classificacao", trocado.edital.concurso_id)
    assert do_cargo in pagina
    assert reverse("candidatos:lugares_da_banca", args=[trocado.edital.concurso_id]) in pagina


def test_outro_orgao_nao_ve_a_comparacao(client: Client, trocado: Cargo) -> None:
    entrar(client, orgao=fabrica.orgao(sigla="OUTRO"))
    for nome, pk in (("lugares_do_cargo", trocado.pk), ("lugares_da_banca", trocado.edital.concurso_id)):
        assert client.get(reverse(f"candidatos:{nome}", args=[pk])).status_code == 404


def test_as_paginas_tem_consultas_contadas(client: Client, django_assert_max_num_queries: Any) -> None:
    cargo = publicado()
    pessoas = [(f"N{numero:03d}", f"{numero}.00", numero) for numero in range(1, 121)]
    com_lugares(cargo, *pessoas)
    entrar(client)
    with django_assert_max_num_queries(14):
        pagina = abrir(client, "lugares_do_cargo", cargo.pk)
    assert "1 a 50 de 120" in pagina
    assert "51 a 100 de 120" in abrir(client, "lugares_do_cargo", cargo.pk, pagina="2")
    with django_assert_max_num_queries(14):
        abrir(client, "lugares_da_banca", cargo.edital.concurso_id)


# -- Duas reservas ----------------------------------------------------------------------------------


@pytest.fixture
def reservas() -> Cargo:
    """Em duas: N1 (negro e PcD, em dois cargos), N2 (negro e indígena). As outras, não."""
    cargo = fabrica.cargo_publicado(pcd=1)
    outro = fabrica.cargo(regras=cargo.regras, nome="Médico", cotas=2)
    for numero, membros in (
        ("N1", {"negro": True, "pcd": True}),
        ("N2", {"negro": True, "indigena": True}),
        ("N3", {"negro": True}),
        ("N4", {"pcd": True}),
        ("N5", {"negro": True, "pcd": True}),
        ("N6", {"negro": True, "pcd": True}),
    ):
        criada = fabrica.candidatura(cargo=cargo, numero=numero, nome=f"Pessoa {numero}", **membros)
        if numero == "N1":
            Candidatura.objects.create(inscricao=criada.inscricao, cargo=outro)
    for numero, situacao in (
        ("N5", SituacaoDeclaracao.NAO_CONFIRMADA),
        ("N6", SituacaoDeclaracao.FALSA),
    ):
        Autodeclaracao.objects.filter(inscricao__numero=numero).update(situacao=situacao)
    return cargo


def test_quem_esta_em_duas_reservas(client: Client, reservas: Cargo) -> None:
    pagina = abrir(entrar(client), "duas_reservas", reservas.edital.concurso_id)
    assert [numero for numero in ("N1", "N2", "N3", "N4", "N5", "N6") if f">{numero}</a>" in pagina] == [
        "N1",
        "N2",
    ]
    assert "2 inscrições com mais de uma declaração; 1 concorre, pela lei do edital, à cota e" in pagina
    assert "<td>Negro e PcD</td> <td>Lista da cota e de PcD</td>" in pagina
    assert "<td>Negro e indígena</td> <td>Só a lista da cota</td>" in pagina
    # De quem está em vários cargos, só os códigos; de quem está num, o nome também.
    codigos = list(Cargo.objects.order_by("pk").values_list("codigo", flat=True))
    assert f"<td>{', '.join(codigos)}</td>" in pagina
    assert f"<td>{reservas.codigo} – {reservas}</td>" in pagina


def test_indigena_e_pcd_so_tem_cota_onde_a_lei_a_da() -> None:
    for municipio, concorrem in ((None, 0), (fabrica.municipio_de_caxias(), 1)):
        orgao = fabrica.orgao(municipio=municipio, sigla="RH") if municipio else None
        cargo = fabrica.cargo_publicado(orgao=orgao, pcd=1)
        fabrica.candidatura(cargo=cargo, indigena=True, pcd=True)
        folha = duas_reservas_ver(autor=SISTEMA, concurso=cargo.edital.concurso)
        assert (folha.pagina.paginator.count, folha.na_cota_e_em_pcd) == (1, concorrem)
        assert folha.linhas[0].cota == bool(concorrem)


def test_edital_sem_lei_de_cotas_nao_da_cota() -> None:
    cargo = fabrica.cargo_publicado(pcd=1, lei="")
    fabrica.candidatura(cargo=cargo, negro=True, pcd=True)
    folha = duas_reservas_ver(autor=SISTEMA, concurso=cargo.edital.concurso)
    assert (len(folha.linhas), folha.na_cota_e_em_pcd, folha.linhas[0].cota) == (1, 0, False)


def test_cada_leitura_fica_na_trilha_sem_pessoas_nem_contagem(client: Client, reservas: Cargo) -> None:
    concurso = reservas.edital.concurso
    entrar(client)
    for _ in range(2):
        abrir(client, "duas_reservas", concurso.pk)
    registros = RegistroTrilha.objects.filter(acao="candidatos.duas_reservas_ver")
    assert [(cada.objeto_id, cada.antes, cada.depois) for cada in registros] == [
        (str(concurso.pk), {}, {"pagina": 1})
    ] * 2


def test_sem_ninguem_a_leitura_tambem_fica_registrada(client: Client) -> None:
    cargo = publicado()
    assert "Nenhuma inscrição está em duas reservas" in abrir(
        entrar(client), "duas_reservas", cargo.edital.concurso_id
    )
    assert RegistroTrilha.objects.filter(acao="candidatos.duas_reservas_ver").count() == 1


def test_concurso_sem_edital_nao_tem_ninguem() -> None:
    folha = duas_reservas_ver(autor=SISTEMA, concurso=fabrica.concurso())
    assert (folha.linhas, folha.na_cota_e_em_pcd) == ([], 0)


def test_a_autoridade_nao_ve_nem_quantas_sao(client: Client, reservas: Cargo) -> None:
    concurso = reservas.edital.concurso
    entrar(client, Papel.AUTORIDADE)
    endereco = reverse("candidatos:duas_reservas", args=[concurso.pk])
    assert client.get(endereco).status_code == 403
    pagina = abrir(client, "lugares_da_banca", concurso.pk)
    assert endereco not in pagina
    assert "duas reservas" not in pagina
    assert not RegistroTrilha.objects.filter(acao="candidatos.duas_reservas_ver").exists()


def test_o_resumo_leva_as_duas_reservas_sem_dizer_quantas(client: Client, reservas: Cargo) -> None:
    pagina = abrir(entrar(client), "lugares_da_banca", reservas.edital.concurso_id)
    assert reverse("candidatos:duas_reservas", args=[reservas.edital.concurso_id]) in pagina
    assert "2 inscrições" not in pagina


def test_a_porta_das_duas_reservas(reservas: Cargo) -> None:
    concurso = reservas.edital.concurso
    with pytest.raises(PermissionDenied):
        duas_reservas_ver(autor=fabrica.autor(Papel.AUTORIDADE), concurso=concurso)
    with pytest.raises(Http404):
        duas_reservas_ver(autor=fabrica.autor(orgao=fabrica.orgao(sigla="OUTRO")), concurso=concurso)


def test_duas_reservas_por_paginas(django_assert_max_num_queries: Any) -> None:
    cargo = fabrica.cargo_publicado(pcd=1)
    for _ in range(51):
        fabrica.candidatura(cargo=cargo, negro=True, pcd=True)
    with django_assert_max_num_queries(10):
        folha = duas_reservas_ver(autor=SISTEMA, concurso=cargo.edital.concurso, pagina="2")
    assert (len(folha.linhas), folha.pagina.paginator.count) == (1, 51)
    assert RegistroTrilha.objects.get(acao="candidatos.duas_reservas_ver").depois == {"pagina": 2}
