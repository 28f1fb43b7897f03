"""Um passo da medida da importação, num processo só dele: o pico de memória é o do passo.

Recebe em JSON o passo e os argumentos, num argumento da linha de comando, e escreve em JSON o que mediu.
O banco e a pasta vêm do ambiente (DATABASE_URL, NOMEIA_DADOS), com a configuração do produto.

    python -m tests.desempenho.passos_da_importacao '{"passo": "conferir", "importacao": 1}'
"""

from __future__ import annotations

import cProfile
import gc
import json
import os
import sys
from collections.abc import Callable
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.core.files.uploadedfile import UploadedFile  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection, transaction  # noqa: E402

from candidatos.models import (  # noqa: E402
    Autodeclaracao,
    Candidato,
    Candidatura,
    Importacao,
    Inscricao,
    Resultado,
)
from candidatos.servicos.campos import campos_do_edital, propor_colunas  # noqa: E402
from candidatos.servicos.conferencia import processar  # noqa: E402
from candidatos.servicos.gravacao import Escrita  # noqa: E402
from candidatos.servicos.importacao import (  # noqa: E402
    importacao_carregar,
    importacao_conferir,
    importacao_receber,
)
from candidatos.servicos.leitura import Leitura, abrir_tabela  # noqa: E402
from concursos.enums import SituacaoConcurso  # noqa: E402
from concursos.models import Edital  # noqa: E402
from nucleo.models import Usuario  # noqa: E402
from nucleo.permissoes import Pessoa  # noqa: E402
from tests import fabrica  # noqa: E402
from tests.desempenho import arquivo_da_banca, carga_nua, pelo_import_export  # noqa: E402
from tests.desempenho.massa import calado  # noqa: E402
from tests.desempenho.medida import Medida, medir  # noqa: E402

TABELAS = (Candidato, Inscricao, Autodeclaracao, Candidatura, Resultado)
CAMPOS_PAREADOS = len(arquivo_da_banca.TITULOS)


def migrar() -> dict[str, Any]:
    """O banco vazio, com o esquema de agora e quem importa."""
    call_command("migrate", verbosity=0)
    fabrica.autor()
    return {}


def publicar(linhas: int) -> dict[str, Any]:
    """Um edital publicado com os cargos de um arquivo de tantas linhas."""
    concurso = fabrica.concurso(situacao=SituacaoConcurso.PUBLICADO)
    edital = fabrica.edital(concurso=concurso, publicado=True)
    regras = fabrica.regras_com_pcd(edital=edital)
    for nome in arquivo_da_banca.cargos(linhas):
        fabrica.cargo(regras=regras, nome=nome, vagas=100, cotas=20, pcd=5)
    return {"edital": edital.pk}


def receber(edital: int, arquivo: str) -> dict[str, Any]:
    """Recebe o arquivo pelo serviço, medido, e pareia-o com o que o sistema propõe."""
    medida = _medida(lambda: _receber(edital, Path(arquivo)))
    importacao = _parear(Importacao.objects.latest("pk"))
    return {"medida": medida, "importacao": importacao.pk}


def importar(importacao: int, perfil: str = "") -> dict[str, Any]:
    """Lê, confere, compara e grava numa passagem e numa transação."""
    return _processar(importacao, grava=True, perfil=perfil)


def conferir(importacao: int, perfil: str = "") -> dict[str, Any]:
    """O mesmo, sem gravar."""
    return _processar(importacao, grava=False, perfil=perfil)


def servico(edital: int, arquivo: str) -> dict[str, Any]:
    """O caminho inteiro da pessoa, pelos serviços: receber, conferir e carregar."""
    autor = _autor()
    recebida = _medida(lambda: _receber(edital, Path(arquivo)))
    importacao = _parear(Importacao.objects.latest("pk"))
    conferida = _medida(lambda: importacao_conferir(autor=autor, importacao=importacao, progresso=calado))
    carregada = _medida(lambda: importacao_carregar(autor=autor, importacao=importacao, progresso=calado))
    passos = {"receber": recebida, "conferir": conferida, "carregar": carregada}
    return {"medida": _soma(passos.values()), "passos": passos, "tabelas": _contar()}


def extrair(pasta: str) -> dict[str, Any]:
    """Guarda em disco as linhas que a importação gravou."""
    return {"tabelas": carga_nua.extrair(TABELAS, Path(pasta))}


def nua_da_memoria(pasta: str, como_a_carga: bool = True) -> dict[str, Any]:
    """Grava as linhas, que já estão na memória; o coletor não as percorre.

    `como_a_carga`: no SQLite, com a memória de páginas que a carga dá a si mesma, e não a de fábrica.
    """
    copias = carga_nua.lidas(TABELAS, Path(pasta))
    if como_a_carga:
        _dar_memoria()
    gc.collect()
    gc.freeze()
    return {"medida": _medida(lambda: carga_nua.gravar(copias)), "tabelas": _contar()}


def nua_do_disco(pasta: str) -> dict[str, Any]:
    """Grava as linhas, lidas do disco lote a lote."""
    _dar_memoria()
    return {
        "medida": _medida(lambda: carga_nua.gravar_do_disco(TABELAS, Path(pasta))),
        "tabelas": _contar(),
    }


def nua_em_texto(pasta: str) -> dict[str, Any]:
    """Só PostgreSQL: o texto do COPY, do disco ao servidor."""
    return {"medida": _medida(lambda: carga_nua.gravar_texto(TABELAS, Path(pasta))), "tabelas": _contar()}


def import_export(importacao: int, arquivo: str, codificacao: str, modo: str) -> dict[str, Any]:
    """A cadeia do django-import-export (ver `pelo_import_export`)."""
    guardada = Importacao.objects.get(pk=importacao)
    medida = _medida(lambda: pelo_import_export.importar(Path(arquivo), codificacao, guardada, modo))
    return {"medida": medida, "tabelas": _contar()}


# Apoio ---------------------------------------------------------------------------------------------


def _processar(importacao: int, *, grava: bool, perfil: str) -> dict[str, Any]:
    guardada = Importacao.objects.select_related("edital__concurso__orgao").get(pk=importacao)

    def executar() -> dict[str, Any]:
        with _perfilado(perfil), transaction.atomic():
            return processar(guardada, calado, gravar=grava).em_json

    medida = medir(executar)
    plano = medida.resultado
    contagens = ("lidas", "novas", "alteradas", "inalteradas", "recusadas", "total_achados")
    return {
        "medida": _sem_resultado(medida),
        "plano": {chave: plano[chave] for chave in contagens},
        "tabelas": _contar(),
    }


@contextmanager
def _perfilado(destino: str) -> Any:
    if not destino:
        yield
        return
    perfil = cProfile.Profile()
    with perfil:
        yield
    perfil.dump_stats(destino)


def _dar_memoria() -> None:
    """Ao SQLite, a mesma que a carga: o termo de comparação não perde por ter menos."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA cache_size = -{Escrita.MEMORIA_DO_SQLITE_KIB:d}")


def _receber(edital: int, arquivo: Path) -> Importacao:
    """Como chega um envio grande pelo navegador: num arquivo aberto, não na memória."""
    with arquivo.open("rb") as aberto:
        enviado = UploadedFile(aberto, arquivo.name, size=arquivo.stat().st_size)
        return importacao_receber(autor=_autor(), edital=Edital.objects.get(pk=edital), arquivo=enviado)


def _autor() -> Pessoa:
    return Pessoa(Usuario.objects.get())


def _parear(importacao: Importacao) -> Importacao:
    """Grava o pareamento proposto sem o serviço, que poria a conferência na fila."""
    with importacao.arquivo.open("rb") as arquivo:
        colunas = abrir_tabela(arquivo.file, Leitura.de_json(importacao.leitura)).colunas
    regras = [cargo.regras for cargo in importacao.edital.cargos.select_related("regras")]
    importacao.colunas = propor_colunas(colunas, campos_do_edital(regras))
    assert len(importacao.colunas) == CAMPOS_PAREADOS, importacao.colunas
    importacao.save()
    return importacao


def _contar() -> dict[str, int]:
    return {modelo._meta.db_table: modelo._default_manager.count() for modelo in TABELAS}


def _medida(executar: Callable[[], Any]) -> dict[str, Any]:
    return _sem_resultado(medir(executar))


def _sem_resultado(medida: Medida[Any]) -> dict[str, Any]:
    return {chave: getattr(medida, chave) for chave in ("parede", "cpu", "pico", "total")}


def _soma(medidas: Any) -> dict[str, Any]:
    """Os tempos somam-se; a memória é a do passo que mais precisou."""
    todas = list(medidas)
    cpus = [cada["cpu"] for cada in todas]
    return {
        "parede": sum(cada["parede"] for cada in todas),
        "cpu": None if None in cpus else sum(cpus),
        "pico": max(cada["pico"] for cada in todas),
        "total": max(cada["total"] for cada in todas),
    }


PASSOS: dict[str, Callable[..., dict[str, Any]]] = {
    funcao.__name__: funcao
    for funcao in (
        migrar, publicar, receber, importar, conferir, servico, extrair, nua_da_memoria, nua_do_disco,
        nua_em_texto, import_export,
    )
}  # fmt: skip


def main() -> None:
    """Executa o passo pedido e escreve o que mediu na última linha da saída."""
    pedido = json.loads(sys.argv[1])
    connection.ensure_connection()
    print(json.dumps(PASSOS[pedido.pop("passo")](**pedido)))


if __name__ == "__main__":
    main()
