"""Entrega de um arquivo de uma vez, sem páginas: para a informática e para as entregas noturnas.

Faz o mesmo que o caminho guiado: recebe, pareia com um layout conhecido, confere e, se se manda, carrega.
Ensaiada, não deixa nada: nem registro, nem arquivo.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any, BinaryIO

from django.core.files.uploadedfile import UploadedFile
from django.db import transaction

from candidatos.consultas.layouts import layout_lembrado
from candidatos.models import Importacao
from candidatos.servicos import relatorio
from candidatos.servicos.conferencia import CargaRecusada, arquivo_guardado, processar, sha256_do_arquivo
from candidatos.servicos.conteudo_do_layout import ConteudoDoLayout, assinatura, diferencas_de_titulos
from candidatos.servicos.diario import Diario
from candidatos.servicos.importacao import (
    carga_concluir,
    contagens,
    importacao_receber,
    trancar_para_carregar,
)
from candidatos.servicos.leitura import Leitura, abrir_tabela
from candidatos.servicos.pareamento import Pareamento, pareamento_guardar
from concursos.models import Cargo, Edital
from nucleo.auditoria import registrar
from nucleo.erros import Recusa
from nucleo.execucoes import Progresso
from nucleo.permissoes import Autor, servico

SEM_LAYOUT = (
    "Nenhum layout do órgão tem estes títulos: pareie um arquivo igual uma vez pelas páginas, ou indique o "
    "layout."
)


@dataclass(frozen=True, slots=True)
class Entrega:
    """O que a entrega deu. `plano`: como em `Importacao.plano`; `importacao`: nula no ensaio."""

    sha256: str
    layout: str
    plano: dict[str, Any]
    achados: list[dict[str, Any]]
    importacao: Importacao | None = None


class _Ensaio(Exception):
    """Leva o resultado para fora do ponto de retorno, que se desfaz."""

    def __init__(self, entrega: Entrega) -> None:
        super().__init__()
        self.entrega = entrega


@servico
def arquivo_entregar(
    *,
    autor: Autor,
    edital: Edital,
    arquivo: UploadedFile[bytes],
    layout: ConteudoDoLayout | None,
    cargo: Cargo | None,
    sem_reservas: bool,
    gravar: bool,
    progresso: Progresso,
) -> Entrega:
    """Recebe, pareia, confere e, se `gravar`, carrega o arquivo, numa só passagem e transação.

    `layout` nulo: o vigente do órgão com os mesmos títulos. Nada fica (`importacao` nula) se não se manda
    gravar, se há linha recusada ou se não há nada a fazer. `Recusa` para o que não se lê ou não se pareia,
    e depois da homologação, se se manda gravar.
    """
    try:
        with transaction.atomic():
            importacao = importacao_receber(autor=autor, edital=edital, arquivo=arquivo)
            if gravar:
                importacao = trancar_para_carregar(importacao)
            pareamento_guardar(importacao, _pareamento(importacao, layout, cargo, sem_reservas), autor)
            return _processar(autor, importacao, gravar, progresso)
    except _Ensaio as ensaio:
        _apagar_sem_uso(arquivo)
        return ensaio.entrega
    except Exception:
        # Também o erro inesperado: o que se guardou não é de importação nenhuma.
        _apagar_sem_uso(arquivo)
        raise


def _pareamento(
    importacao: Importacao, layout: ConteudoDoLayout | None, cargo: Cargo | None, sem_reservas: bool
) -> Pareamento:
    leitura = Leitura.de_json(importacao.leitura)
    with arquivo_guardado(importacao) as aberto:
        colunas = abrir_tabela(aberto, leitura).colunas
    if layout is None:
        banca = importacao.edital.concurso.banca.strip()
        lembrado = layout_lembrado(importacao.orgao, banca, assinatura(coluna.titulo for coluna in colunas))
        if lembrado is None:
            raise Recusa(SEM_LAYOUT)
        layout = ConteudoDoLayout.de_modelo(lembrado)
    if diferencas := diferencas_de_titulos(layout.titulos, colunas):
        raise Recusa(f"O arquivo não é o do layout “{layout.nome}”: {'; '.join(diferencas)}.", diferencas)
    return Pareamento(
        leitura, layout.colunas, cargo, sem_reservas, layout.especie, layout.opcoes, layout.valores
    )


def _processar(autor: Autor, importacao: Importacao, gravar: bool, progresso: Progresso) -> Entrega:
    with Diario() as diario:
        try:
            processado = processar(importacao, progresso, gravar=gravar, anotador=diario)
        except CargaRecusada as recusada:
            processado = recusada.processado
        plano = processado.em_json
        achados = [asdict(achado) for _, da_linha in diario.achados_por_linha() for achado in da_linha]
        entrega = Entrega(importacao.sha256, str(importacao.layout), plano, achados)
        if not gravar or plano["recusadas"] or not (plano["novas"] or plano["alteradas"]):
            raise _Ensaio(entrega)
        relatorio.guardar(importacao, plano, diario, progresso)
    carga_concluir(importacao, processado)
    registrar(
        autor=autor,
        acao="candidatos.arquivo_entregar",
        objeto=importacao,
        depois=contagens(plano) | {"sha256": importacao.sha256},
    )
    return replace(entrega, importacao=importacao)


def _apagar_sem_uso(arquivo: UploadedFile[bytes]) -> None:
    """Tira da guarda o conteúdo que nenhuma importação usa: o ensaio não deixa rastro."""
    conteudo: BinaryIO = arquivo.file  # type: ignore[assignment]
    if conteudo.closed:
        return
    sem_uso = Importacao(sha256=sha256_do_arquivo(conteudo))
    if not Importacao.objects.filter(sha256=sem_uso.sha256).exists():
        guarda = sem_uso.arquivo.storage
        guarda.delete(sem_uso.arquivo.field.generate_filename(sem_uso, ""))
