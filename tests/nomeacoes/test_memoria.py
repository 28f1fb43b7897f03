"""Memória de cálculo: o arquivo, sozinho, refaz a ordem; a pública não diz mais do que as listas dizem."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, connection
from django.test import Client
from django.urls import reverse

from candidatos.models import Candidato
from concursos.models import Cargo
from cotas import simular_caso
from nomeacoes import servicos
from nomeacoes.consultas.escrita_do_caso import escrever_caso
from nomeacoes.consultas.memoria import Memoria, memoria_interna, memoria_publica
from nomeacoes.documentos import atos_com_tudo, pdf_do_ato
from nomeacoes.enums import TipoDoEvento
from nomeacoes.management.commands.simular import ler_caso
from nomeacoes.models import Evento, MemoriaDaConvocacao, Nomeacao
from nucleo.enums import Papel
from nucleo.erros import Recusa
from nucleo.models import RegistroTrilha
from nucleo.permissoes import papeis_da_acao
from tests import fabrica
from tests.nomeacoes import mundo
from tests.nomeacoes.certames_ao_acaso import Acaso
from tests.nomeacoes.test_pdf import texto

pytestmark = pytest.mark.django_db

CERTAMES = 500
SEMENTE = 20260724


def simular(arquivos: list[Path]) -> list[dict[str, Any]]:
    """O que `manage.py simular` responde noutro processo, sem banco de dados."""
    pronto = subprocess.run(
        [sys.executable, "manage.py", "simular", "--json", *map(str, arquivos)],
        cwd=settings.RAIZ,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert pronto.returncode == 0, pronto.stderr[:2000]
    return [json.loads(linha) for linha in pronto.stdout.splitlines()]


def lido(memoria: Memoria) -> dict[str, Any]:
    """A memória por um leitor de YAML qualquer."""
    dados: dict[str, Any] = yaml.safe_load(memoria.texto)
    return dados


def _estatisticas() -> None:
    """Nesta transação nada se confirma, e o PostgreSQL julgaria vazias tabelas de milhares de linhas."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")


def test_quinhentos_certames_refazem_se_noutro_processo_iguais(tmp_path: Path) -> None:
    """Gravados no banco, exportados e simulados só pelo arquivo: as duas versões dão o que está guardado."""
    acaso = Acaso(Random(SEMENTE))
    esperados, arquivos = [], []
    for i in range(CERTAMES):
        cargo = acaso.cargo()
        if i % 25 == 0:
            _estatisticas()
        for nome, memoria in (("publica", memoria_publica(cargo)), ("interna", memoria_interna(cargo))):
            arquivos.append(tmp_path / f"{i:03d}-{nome}.yaml")
            arquivos[-1].write_bytes(memoria.octetos)
            esperados.append(lido(memoria)["esperado"])
    respostas = simular(arquivos)
    assert len(respostas) == 2 * CERTAMES
    for arquivo, resposta, esperado in zip(arquivos, respostas, esperados, strict=True):
        for chamada in resposta["chamadas"]:
            del chamada["fundamento"]
        assert {chave: resposta[chave] for chave in esperado} == esperado, arquivo.name
    # O acaso visitou o que importa.
    chamadas = [chamada for esperado in esperados for chamada in esperado["chamadas"]]
    assert len(chamadas) > 5 * CERTAMES
    assert {chamada["ocupa"] for chamada in chamadas} == {"ampla", "cotas", "pcd"}
    assert any(chamada["remanejado"] for chamada in chamadas)
    assert any(chamada["revertida"] for chamada in chamadas)
    assert any(esperado["vagas_abertas"] for esperado in esperados)
    assert Evento.objects.filter(tipo="retificacao").count() > CERTAMES // 10
    assert {esperado["lei_aplicavel"] for esperado in esperados} == {True, False}


# -- O que cada versão diz -------------------------------------------------------------------------


@pytest.fixture
def cargo() -> Cargo:
    """N03 cotista e N07 cotista e PcD, numa convocação de quatro, uma desistência e outra convocação."""
    novo = mundo.cargo("aacaaadaaa", vagas=10, cotas=2, pcd=1)
    mundo.convocar(novo, 4)
    servicos.desistencia_registrar(
        autor=mundo.operador(),
        candidatura=mundo.candidatura(novo, "N02"),
        data=mundo.HOJE,
        motivo="Tratamento de saúde de Maria.",
        documento="Laudo nº 7",
    )
    mundo.convocar(novo, 2)
    return novo


def test_a_publica_diz_a_ordem_as_listas_e_o_criterio(cargo: Cargo) -> None:
    candidatos = lido(memoria_publica(cargo))["candidatos"]
    assert [candidato["id"] for candidato in candidatos] == [f"N{i:02d}" for i in range(1, 11)]
    assert candidatos[0] == {"id": "N01"}
    assert candidatos[2] == {"id": "N03", "cotista": True, "criterio": "nota_final"}
    assert candidatos[6] == {"id": "N07", "cotista": True, "pcd": True, "criterio": "nota_final"}


def test_a_publica_nao_diz_pessoa_nota_nascimento_motivo_nem_grupo(cargo: Cargo) -> None:
    pessoa = Candidato.objects.get(inscricoes__numero="N01")
    Candidato.objects.filter(pk=pessoa.pk).update(cpf="52998224725")
    publica = memoria_publica(cargo).texto
    for segredo in (
        *(pessoa.nome, "52998224725", "1990", "99.00", "99,00", "objetiva"),
        *("negro", "indigena", "nascimento", "classificacao", "Laudo", "saúde", "Maria"),
    ):
        assert segredo not in publica, segredo


def test_indigena_e_negro_nao_se_distinguem_na_publica() -> None:
    cargo = mundo.cargo("aic", lei=fabrica.CAXIAS)
    assert memoria_publica(cargo).texto.count("cotista: true") == 2


def test_a_interna_diz_tudo_o_que_decide_e_nenhum_nome(cargo: Cargo) -> None:
    memoria = memoria_interna(cargo)
    dados = lido(memoria)
    assert dados["candidatos"][2] == {
        "id": "N03",
        "negro": True,
        "nascimento": date(1990, 1, 1),
        "pontos": "97.00",
        "objetiva": "97.00",
    }
    assert dados["classificacao"]["nota_final"] == "pontos"
    assert dados["classificacao"]["notas_minimas"] == {"pontos": "50"}
    assert dados["eventos"][1] == {
        "tipo": "desistencia",
        "candidato": "N02",
        "data": mundo.HOJE,
        "ato": "Laudo nº 7",
        "motivo": "Tratamento de saúde de Maria.",
    }
    assert Candidato.objects.get(inscricoes__numero="N01").nome not in memoria.texto


def test_inapto_fica_fora_com_o_motivo() -> None:
    cargo = fabrica.cargo_publicado()
    fabrica.candidatura(cargo=cargo, numero="A1")
    fabrica.candidatura(cargo=cargo, numero="A2", etapas={"Aptidão física": "inapto"})
    dados = lido(memoria_interna(cargo))
    assert [candidato["id"] for candidato in dados["candidatos"]] == ["A1"]
    assert dados["fora"] == [{"id": "A2", "motivo": "Inapto em Aptidão física"}]


def test_eventos_com_data_e_numero_do_ato_assinado(cargo: Cargo) -> None:
    servicos.convocacao_assinar(autor=mundo.autoridade(), evento=cargo.eventos.get(sequencia=1))
    primeiro, desistencia, segundo = lido(memoria_publica(cargo))["eventos"]
    ano = mundo.HOJE.year
    assert primeiro["tipo"] == "convocar"
    assert primeiro["quantidade"] == 4
    assert primeiro["data"] == mundo.CONVOCADO_EM
    # A minuta de quem desistiu cancelou-se e não teve número.
    assert primeiro["ato"] == f"atos de nomeação nº 1/{ano} a 3/{ano}; apostilas nº 1/{ano}"
    assert desistencia == {"tipo": "desistencia", "candidato": "N02", "data": mundo.HOJE}
    assert "ato" not in segundo


def test_o_esperado_vem_do_guardado_e_nao_do_motor(cargo: Cargo) -> None:
    """Chamada mudada à mão sai no arquivo como está no banco: quem o simula vê a diferença."""
    nomeacao = Nomeacao.objects.get(candidatura=mundo.candidatura(cargo, "N01"))
    Nomeacao.objects.filter(pk=nomeacao.pk).update(candidatura=mundo.candidatura(cargo, "N10"), ocupa="cotas")
    esperado = lido(memoria_publica(cargo))["esperado"]
    assert esperado["chamadas"][0]["candidato"] == "N10"
    assert esperado["ocupacao"]["N10"] == "cotas"


@pytest.mark.parametrize("fazer", [memoria_publica, memoria_interna])
def test_o_mesmo_estado_da_os_mesmos_octetos(cargo: Cargo, fazer: Callable[[Cargo], Memoria]) -> None:
    antes = fazer(cargo)
    assert fazer(Cargo.objects.get(pk=cargo.pk)).octetos == antes.octetos
    mundo.convocar(cargo, 1)
    assert fazer(cargo).sha256 != antes.sha256
    assert antes.sha256 == hashlib.sha256(antes.octetos).hexdigest()


@pytest.mark.parametrize(
    "numero", ["0799511", "null", "yes", "12:30", 'a"b\\c', "ção 1", "1_000", "#5", "é: -"]
)
def test_inscricao_estranha_volta_a_mesma(numero: str, tmp_path: Path) -> None:
    cargo = fabrica.cargo_publicado()
    em_ordem = [fabrica.candidatura(cargo=cargo, numero=numero)]
    fabrica.classificacao_homologada(cargo=cargo, em_ordem=em_ordem)
    memoria = memoria_publica(cargo)
    assert lido(memoria)["candidatos"][0]["id"] == numero
    arquivo = tmp_path / "caso.yaml"
    arquivo.write_bytes(memoria.octetos)
    assert simular_caso(ler_caso(arquivo))["classificacao"]["geral"] == [numero]


def test_titulo_com_qualquer_caractere_nao_quebra_o_arquivo() -> None:
    caso: dict[str, Any] = {"titulo": "a\x07\u2028\ue000 \U000e0001 fim", "vazio": [], "nada": None}
    assert yaml.safe_load(escrever_caso(caso)) == caso


# -- Serviços e páginas ----------------------------------------------------------------------------


def test_a_publica_so_existe_depois_da_homologacao() -> None:
    cargo = fabrica.cargo_publicado()
    fabrica.classificacao(cargo=cargo, em_ordem=[fabrica.candidatura(cargo=cargo)])
    with pytest.raises(Recusa, match="ainda não foi homologado"):
        servicos.memoria_publica_exportar(autor=mundo.operador(), cargo=cargo)
    assert servicos.memoria_interna_exportar(autor=mundo.operador(), cargo=cargo).texto


def test_a_interna_pede_classificacao() -> None:
    with pytest.raises(Recusa, match="ainda não foi classificado"):
        servicos.memoria_interna_exportar(autor=mundo.operador(), cargo=fabrica.cargo_publicado())


def test_a_interna_pede_quem_le_autodeclaracoes_e_deixa_registro(cargo: Cargo) -> None:
    with pytest.raises(PermissionDenied):
        servicos.memoria_interna_exportar(autor=mundo.autoridade(), cargo=cargo)
    assert papeis_da_acao("nomeacoes.memoria_interna_exportar") == papeis_da_acao(
        "candidatos.autodeclaracao_ver"
    )
    memoria = servicos.memoria_interna_exportar(autor=mundo.operador(), cargo=cargo)
    registro = RegistroTrilha.objects.get(acao="nomeacoes.memoria_interna_exportar")
    assert registro.depois == {"sha256": memoria.sha256}
    assert registro.objeto_id == str(cargo.pk)


def entrar(client: Client, papel: Papel) -> None:
    client.force_login(fabrica.usuario(papel), backend="django.contrib.auth.backends.ModelBackend")


def test_a_pagina_da_os_dois_arquivos_e_o_da_convocacao(cargo: Cargo, client: Client) -> None:
    entrar(client, Papel.OPERADOR)
    pagina = client.get(reverse("nomeacoes:memoria", args=[cargo.pk])).content.decode()
    publica = client.get(reverse("nomeacoes:memoria_publica", args=[cargo.pk]))
    assert publica.content == memoria_publica(cargo).octetos
    assert hashlib.sha256(publica.content).hexdigest() in pagina
    interna = client.post(reverse("nomeacoes:memoria_interna", args=[cargo.pk]))
    assert interna.content == memoria_interna(cargo).octetos
    guardada = MemoriaDaConvocacao.objects.get(evento__cargo=cargo, evento__sequencia=1)
    assert guardada.sha256 in pagina
    baixada = client.get(reverse("nomeacoes:memoria_da_convocacao", args=[guardada.evento_id]))
    assert hashlib.sha256(baixada.getvalue()).hexdigest() == guardada.sha256


def test_a_autoridade_ve_a_pagina_sem_o_botao_da_interna(cargo: Cargo, client: Client) -> None:
    entrar(client, Papel.AUTORIDADE)
    pagina = client.get(reverse("nomeacoes:memoria", args=[cargo.pk])).content.decode()
    assert reverse("nomeacoes:memoria_interna", args=[cargo.pk]) not in pagina
    assert "Baixa-a quem pode ler as autodeclarações" in pagina


def test_antes_da_homologacao_a_pagina_abre_e_o_arquivo_recusa_se(client: Client) -> None:
    entrar(client, Papel.OPERADOR)
    cargo = fabrica.cargo_publicado()
    endereco = reverse("nomeacoes:memoria", args=[cargo.pk])
    assert "Existe depois de homologado" in client.get(endereco).content.decode()
    assert client.get(reverse("nomeacoes:memoria_publica", args=[cargo.pk])).headers["Location"] == endereco
    assert client.post(reverse("nomeacoes:memoria_interna", args=[cargo.pk])).headers["Location"] == endereco
    assert client.post(reverse("nomeacoes:reconferir", args=[cargo.pk])).headers["Location"] == endereco


# -- O resumo nos atos e nas listas ----------------------------------------------------------------


def test_a_convocacao_guarda_a_memoria_de_logo_depois_dela(cargo: Cargo) -> None:
    primeira, segunda = MemoriaDaConvocacao.objects.filter(evento__cargo=cargo).order_by("pk")
    with primeira.arquivo.open("rb") as arquivo:
        guardada = Memoria(arquivo.read().decode())
    assert guardada.sha256 == primeira.sha256
    assert set(lido(guardada)["esperado"]["ocupacao"]) == {"N01", "N02", "N03", "N07"}
    # Nada aconteceu desde a segunda: é a de agora.
    assert segunda.sha256 == memoria_publica(cargo).sha256
    servicos.convocacao_assinar(autor=mundo.autoridade(), evento=segunda.evento)
    assert segunda.sha256 != memoria_publica(cargo).sha256


def test_a_memoria_guardada_nao_muda(cargo: Cargo) -> None:
    guardada = MemoriaDaConvocacao.objects.earliest("pk")
    with pytest.raises(IntegrityError, match="não muda"):
        MemoriaDaConvocacao.objects.filter(pk=guardada.pk).update(sha256="0" * 64)


def test_minuta_e_ato_assinado_citam_a_memoria_da_convocacao(cargo: Cargo) -> None:
    evento = cargo.eventos.get(sequencia=1)
    resumo = evento.memoria.sha256
    assert {ato.contexto["memoria"] for ato in mundo.atos(evento)} == {resumo}
    servicos.convocacao_assinar(autor=mundo.autoridade(), evento=evento)
    for ato in atos_com_tudo().filter(ocupacao__causa__evento=evento, situacao="assinado"):
        assert ato.contexto["memoria"] == resumo
        assert ato.modelo.startswith("v3/")


@pytest.mark.parametrize("assinado", [True, False])
def test_o_documento_imprime_o_resumo(cargo: Cargo, assinado: bool, tmp_path: Path) -> None:
    evento = cargo.eventos.get(sequencia=1)
    if assinado:
        servicos.convocacao_assinar(autor=mundo.autoridade(), evento=evento)
    ato = atos_com_tudo().filter(ocupacao__causa__evento=evento).earliest("pk")
    impresso = "".join(texto(pdf_do_ato(ato), tmp_path).split())
    assert f"MemóriadecálculopúblicadaconvocaçãoSHA-256:{evento.memoria.sha256}" in re.sub(
        r"[()]", "", impresso
    )


def test_ato_do_modelo_antigo_compoe_se_como_era(cargo: Cargo, tmp_path: Path) -> None:
    """Minuta de antes da memória, ou ato já assinado: o modelo é o que o ato guarda, e não a cita."""
    ato = atos_com_tudo().filter(nomeacao__vaga__cargo=cargo).earliest("pk")
    ato.modelo = ato.modelo.replace("v3/", "v1/")
    impresso = texto(pdf_do_ato(ato), tmp_path)
    assert "ATO DE NOMEAÇÃO" in impresso
    assert "Memória" not in impresso


def test_ato_de_convocacao_sem_memoria_guardada_nao_a_cita(cargo: Cargo, tmp_path: Path) -> None:
    ato = atos_com_tudo().filter(nomeacao__vaga__cargo=cargo).earliest("pk")
    ato.contexto |= {"memoria": None}
    assert "Memória" not in texto(pdf_do_ato(ato), tmp_path)


def test_a_lista_impressa_traz_o_resumo_da_publica(cargo: Cargo, client: Client) -> None:
    entrar(client, Papel.OPERADOR)
    pagina = client.get(reverse("candidatos:lista", args=[cargo.pk])).content.decode()
    frase = f"Memória de cálculo pública deste cargo (SHA-256): {memoria_publica(cargo).sha256}"
    assert f'<p class="so-impressao">{frase}</p>' in pagina
    mundo.convocar(cargo, 1)
    depois = client.get(reverse("candidatos:lista", args=[cargo.pk])).content.decode()
    assert memoria_publica(cargo).sha256 in depois
    assert frase not in depois


def test_lista_por_homologar_nao_tem_memoria_publica(client: Client) -> None:
    entrar(client, Papel.OPERADOR)
    cargo = fabrica.cargo_publicado()
    fabrica.classificacao(cargo=cargo, em_ordem=[fabrica.candidatura(cargo=cargo)])
    assert "SHA-256" not in client.get(reverse("candidatos:lista", args=[cargo.pk])).content.decode()


def test_a_opcao_na_memoria_publica_so_diz_o_que_as_listas_ja_dizem() -> None:
    cargo = mundo.cargo("aaaadcpaaa", vagas=10, cotas=2, pcd=1)
    acontecimento = servicos.Acontecimento(
        tipo=TipoDoEvento.OPCAO,
        candidatura=mundo.candidatura(cargo, "N05"),
        lista="pcd",
        **mundo.registro(motivo="Requerimento."),
    )
    servicos.acontecimento_registrar(autor=mundo.operador(), cargo=cargo, acontecimento=acontecimento)
    caso = yaml.safe_load(memoria_publica(cargo).texto)
    assert caso["eventos"] == [
        {"tipo": "opcao", "candidato": "N05", "lista": "pcd", "data": acontecimento.data}
    ]
    da_pessoa = next(candidato for candidato in caso["candidatos"] if candidato["id"] == "N05")
    assert (da_pessoa["cotista"], da_pessoa["pcd"]) == (True, True)
