"""Vida de um arquivo da banca: recebido, conferido, carregado ou descartado."""

from __future__ import annotations

from typing import Any, BinaryIO

from django.conf import settings
from django.core.files import File
from django.core.files.uploadedfile import UploadedFile
from django.db import IntegrityError
from django.urls import reverse
from django.utils import timezone

from candidatos.consultas.desfazer import cargos_tocados
from candidatos.consultas.entradas import entradas_da_classificacao, resumo_das_entradas
from candidatos.consultas.importacao import cargos_do_edital, em_curso
from candidatos.consultas.retificacao import homologadas_dos_cargos
from candidatos.enums import SituacaoImportacao
from candidatos.fluxo import exigir_passagem_da_importacao
from candidatos.models import Importacao
from candidatos.servicos import relatorio
from candidatos.servicos.campos import TITULOS_CONHECIDOS, campos_do_edital
from candidatos.servicos.conferencia import CargaRecusada, Processado, processar, sha256_do_arquivo
from candidatos.servicos.diario import Diario
from candidatos.servicos.leitura import examinar
from concursos.consultas import cargos_homologados, homologacoes_do_concurso
from concursos.enums import AtoSobreConcurso
from concursos.fluxo import exigir_ato
from concursos.models import Cargo, Concurso, Edital
from nucleo.auditoria import registrar
from nucleo.erros import Conflito, Recusa
from nucleo.execucoes import Progresso, pedir
from nucleo.models import Execucao
from nucleo.permissoes import Autor, servico

CONFERIR = "candidatos.conferir"
CARREGAR = "candidatos.carregar"
NOME_MAXIMO = 255
CONTAGENS = ("lidas", "novas", "alteradas", "inalteradas", "recusadas", "filtradas")


_PLANO_VELHO = (
    "A base mudou desde a conferência deste arquivo, e o plano aprovado já não vale. "
    "Nada foi gravado. Confira de novo e veja o plano de agora."
)


@servico
def importacao_receber(*, autor: Autor, edital: Edital, arquivo: UploadedFile[bytes]) -> Importacao:
    """Examina e guarda o arquivo da banca como veio, com o seu SHA-256; ainda não lê candidatos.

    `Recusa`, sem guardar nada, se o edital não está publicado ou já foi homologado, ou se o arquivo
    está vazio, é grande demais, não é tabela ou não tem linha de títulos (ver `leitura.examinar`).
    """
    exigir_ato(edital.concurso.situacao, AtoSobreConcurso.IMPORTAR)
    tamanho = arquivo.size or 0
    if tamanho > settings.NOMEIA_TAMANHO_MAXIMO:
        limite = settings.NOMEIA_TAMANHO_MAXIMO // (1024 * 1024)
        raise Recusa(f"O arquivo passa do limite de {limite} MB. Divida-o por cargo ou salve como CSV.")
    conteudo: BinaryIO = arquivo.file  # type: ignore[assignment]
    importacao = Importacao(
        edital=edital,
        nome_original=(arquivo.name or "arquivo")[-NOME_MAXIMO:],
        tamanho=tamanho,
        leitura=examinar(conteudo, conhecidos=_titulos_conhecidos(edital)).em_json(),
        sha256=sha256_do_arquivo(conteudo),
        autor=autor.pessoa,
    )
    _guardar(importacao, conteudo)
    importacao.save()
    depois = {"arquivo": importacao.nome_original, "sha256": importacao.sha256, "bytes": tamanho}
    registrar(autor=autor, acao="candidatos.importacao_receber", objeto=importacao, depois=depois)
    return importacao


def _titulos_conhecidos(edital: Edital) -> frozenset[str]:
    campos = campos_do_edital(cargo.regras for cargo in cargos_do_edital(edital))
    return TITULOS_CONHECIDOS.union(*(campo.titulos for campo in campos.values()))


def _guardar(importacao: Importacao, conteudo: BinaryIO) -> None:
    """Guarda pelo SHA-256: o mesmo conteúdo, enviado de novo, ocupa um arquivo só.

    O que lá está pela metade (um envio interrompido), ou mudado no disco, é trocado: senão, enviar de
    novo, que é o que se pede à pessoa, não adiantaria.
    """
    campo, guarda = importacao.arquivo.field, importacao.arquivo.storage
    caminho = campo.generate_filename(importacao, importacao.nome_original)
    importacao.arquivo.name = caminho
    if guarda.exists(caminho):
        with guarda.open(caminho, "rb") as aberto:
            guardado: BinaryIO = aberto.file  # type: ignore[assignment]
            if sha256_do_arquivo(guardado) == importacao.sha256:
                return
        guarda.delete(caminho)
    conteudo.seek(0)
    importacao.arquivo.name = guarda.save(caminho, File(conteudo))


@servico
def importacao_pedir_conferencia(*, autor: Autor, importacao: Importacao) -> Execucao:
    """Pede a conferência do arquivo já pareado; `Recusa` se falta parear ou há trabalho em curso."""
    importacao = travar(importacao)
    exigir_passagem_da_importacao(importacao.situacao, SituacaoImportacao.CONFERIDA)
    exigir_parada(importacao)
    if not importacao.colunas:
        raise Recusa("Diga antes o que cada coluna do arquivo traz.")
    return _pedir(autor, importacao, CONFERIR, "Conferir")


@servico
def importacao_conferir(*, autor: Autor, importacao: Importacao, progresso: Progresso) -> Importacao:
    """Calcula e guarda o plano do arquivo e o seu relatório; não grava candidato nenhum."""
    importacao = travar(importacao)
    exigir_passagem_da_importacao(importacao.situacao, SituacaoImportacao.CONFERIDA)
    with Diario() as diario:
        importacao.plano = processar(importacao, progresso, anotador=diario).em_json
        relatorio.guardar(importacao, importacao.plano, diario, progresso)
    importacao.situacao = SituacaoImportacao.CONFERIDA
    importacao.save()
    registrar(
        autor=autor,
        acao="candidatos.importacao_conferir",
        objeto=importacao,
        depois=contagens(importacao.plano),
    )
    return importacao


@servico
def importacao_pedir_carga(*, autor: Autor, importacao: Importacao) -> Execucao:
    """Confirma o plano que está na tela e pede a carga.

    `Recusa` se o plano tem linha recusada ou nada a fazer, ou se o resultado já foi homologado.
    """
    importacao = travar(importacao)
    exigir_ato(importacao.edital.concurso.situacao, AtoSobreConcurso.CARREGAR)
    exigir_passagem_da_importacao(importacao.situacao, SituacaoImportacao.CARREGADA)
    exigir_parada(importacao)
    _exigir_plano_que_se_carrega(importacao.plano)
    return _pedir(autor, importacao, CARREGAR, "Carregar")


@servico
def importacao_carregar(*, autor: Autor, importacao: Importacao, progresso: Progresso) -> Importacao:
    """Refaz o plano sobre a base de agora e, sendo o aprovado, grava tudo ou nada.

    `Conflito` se a base, as regras ou o arquivo mudaram desde a conferência; `Recusa` depois da
    homologação, ou se mudaria o que decide a lista de um cargo já homologado. Deixa um registro na trilha,
    com contagens e SHA-256.
    """
    importacao = trancar_para_carregar(importacao)
    exigir_passagem_da_importacao(importacao.situacao, SituacaoImportacao.CARREGADA)
    _exigir_plano_que_se_carrega(importacao.plano)
    try:
        processado = processar(importacao, progresso, gravar=True)
    except (CargaRecusada, IntegrityError):
        # A restrição do banco é a última a saber que outra carga gravou a mesma pessoa ao mesmo tempo.
        raise Conflito(_PLANO_VELHO) from None
    em_json = processado.em_json
    if em_json["resumo"] != importacao.plano["resumo"]:
        raise Conflito(_PLANO_VELHO)
    carga_concluir(importacao, processado)
    registrar(
        autor=autor,
        acao="candidatos.importacao_carregar",
        objeto=importacao,
        depois=contagens(em_json) | {"sha256": importacao.sha256},
    )
    return importacao


@servico
def importacao_descartar(*, autor: Autor, importacao: Importacao) -> Importacao:
    """Põe de lado um arquivo que não foi carregado; o arquivo e o registro ficam guardados."""
    importacao = travar(importacao)
    exigir_passagem_da_importacao(importacao.situacao, SituacaoImportacao.DESCARTADA)
    exigir_parada(importacao)
    antes = importacao.situacao
    importacao.situacao = SituacaoImportacao.DESCARTADA
    importacao.save()
    registrar(
        autor=autor,
        acao="candidatos.importacao_descartar",
        objeto=importacao,
        antes={"situacao": antes},
        depois={"situacao": importacao.situacao},
    )
    return importacao


# Apoio, também do pareamento ----------------------------------------------------------------------


def travar(importacao: Importacao) -> Importacao:
    """Tranca a linha e a relê, com o concurso de agora."""
    Importacao.objects.select_for_update().get(pk=importacao.pk)
    return Importacao.objects.select_related("edital__concurso__orgao", "execucao").get(pk=importacao.pk)


def trancar_para_carregar(importacao: Importacao) -> Importacao:
    """Tranca também o concurso, que não se homologa enquanto se grava; `Recusa` se já foi homologado."""
    importacao = travar(importacao)
    Concurso.objects.select_for_update().get(pk=importacao.edital.concurso_id)
    importacao.edital.concurso.refresh_from_db()
    exigir_ato(importacao.edital.concurso.situacao, AtoSobreConcurso.CARREGAR)
    return importacao


def carga_concluir(importacao: Importacao, processado: Processado) -> None:
    """Marca a importação como carregada, com o plano que se gravou e o que a carga criou.

    `Recusa`, que desfaz tudo, se ela mudou o que decide a lista de um cargo já homologado.
    """
    importacao.plano = importacao.plano | processado.em_json
    importacao.criados = processado.criados
    _exigir_homologadas_intactas(importacao)
    importacao.situacao = SituacaoImportacao.CARREGADA
    importacao.carregada_em = timezone.now()
    importacao.save()


def _exigir_homologadas_intactas(importacao: Importacao) -> None:
    # Quase sempre nenhum está homologado, e procurar os tocados custa uma volta pela carga.
    if not homologacoes_do_concurso(importacao.edital.concurso).exists():
        return
    cargos = cargos_homologados(cargos_tocados(importacao))
    homologadas = homologadas_dos_cargos(cargo.pk for cargo in cargos)
    mudados = [
        f"{cargo.codigo} – {cargo}"
        for cargo in Cargo.objects.filter(pk__in=homologadas).select_related("regras", "edital__concurso")
        if homologadas[cargo.pk].entradas != resumo_das_entradas(cargo, entradas_da_classificacao(cargo))
    ]
    if mudados:
        raise Recusa(
            "Nada foi gravado: o arquivo muda o resultado já homologado destes cargos. Compare-o com o "
            "homologado, e o que mudar entra como retificação do resultado; ou carregue um arquivo sem eles.",
            mudados,
        )


def exigir_parada(importacao: Importacao) -> None:
    """`Conflito` se há conferência ou carga do arquivo em curso."""
    if em_curso(importacao):
        raise Conflito("Há um trabalho em curso sobre este arquivo. Espere que termine.")


def contagens(plano: dict[str, Any]) -> dict[str, int]:
    """As contagens do plano, sem dado de ninguém."""
    return {chave: plano[chave] for chave in CONTAGENS}


def _exigir_plano_que_se_carrega(plano: dict[str, Any]) -> None:
    if plano["recusadas"]:
        raise Recusa(
            f"O arquivo não pode ser carregado: linhas recusadas, {plano['recusadas']}. Corrija o pareamento "
            "ou peça outro arquivo à banca."
        )
    if not plano["novas"] and not plano["alteradas"]:
        raise Recusa("Nada a fazer: tudo o que o arquivo traz já está na base.")


def _pedir(autor: Autor, importacao: Importacao, especie: str, verbo: str) -> Execucao:
    execucao = pedir(
        autor=autor,
        especie=especie,
        chave=str(importacao.pk),
        titulo=f"{verbo} {importacao.nome_original}"[:200],
        parametros={"importacao": importacao.pk},
        orgao=importacao.orgao,
        destino=reverse("candidatos:importacao", args=[importacao.pk]),
    )
    importacao.execucao = execucao
    importacao.save(update_fields=["execucao"])
    return execucao
