"""Layouts de importação: cada mudança é uma versão nova, e o arquivo aponta para a versão que usou."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from django.core.files.uploadedfile import UploadedFile

from candidatos.consultas.layouts import layout_vigente, layouts_com_nome
from candidatos.models import LayoutImportacao
from candidatos.servicos import layout_arquivo
from candidatos.servicos.conteudo_do_layout import NOME_MAXIMO, ConteudoDoLayout
from nucleo.auditoria import registrar
from nucleo.erros import Conflito, Recusa
from nucleo.models import Orgao
from nucleo.permissoes import Autor, servico


@servico
def layout_renomear(*, autor: Autor, layout: LayoutImportacao, nome: str) -> LayoutImportacao:
    """Dá outro nome ao layout, numa versão nova; `Recusa` se outro layout do órgão já o tem.

    `Conflito` se `layout` já não é a versão vigente.
    """
    _trancar(layout.orgao)
    vigente = layout_vigente(layout.orgao, layout.banca, layout.assinatura)
    if vigente is None or vigente.pk != layout.pk:
        raise Conflito("Este layout ganhou uma versão nova. Abra-o de novo.")
    nome = " ".join(nome.split())
    if not nome or len(nome) > NOME_MAXIMO:
        raise Recusa(f"Escreva um nome de até {NOME_MAXIMO} caracteres.")
    if any(outro.pk != layout.pk for outro in layouts_com_nome(layout.orgao, nome)):
        raise Recusa(f"Já há neste órgão um layout chamado “{nome}”. Escolha outro nome.")
    novo = versao_guardar(
        layout.orgao, replace(ConteudoDoLayout.de_modelo(layout), nome=nome), pessoa=autor.pessoa
    )
    registrar(
        autor=autor,
        acao="candidatos.layout_renomear",
        objeto=novo,
        antes={"nome": layout.nome},
        depois={"nome": novo.nome, "versao": novo.versao},
    )
    return novo


@servico
def layout_exportar(*, autor: Autor, layout: LayoutImportacao) -> str:
    """O layout como arquivo JSON, que outro órgão ou outra instalação importa."""
    registrar(autor=autor, acao="candidatos.layout_exportar", objeto=layout, depois={"versao": layout.versao})
    return layout_arquivo.em_texto(ConteudoDoLayout.de_modelo(layout))


@servico
def layout_importar(*, autor: Autor, orgao: Orgao, arquivo: UploadedFile[bytes]) -> LayoutImportacao:
    """Guarda no órgão o layout de um arquivo exportado; se é igual ao vigente, devolve o vigente.

    `Recusa`, com uma frase por defeito, se o arquivo não é um layout ou não fecha.
    """
    if (arquivo.size or 0) > layout_arquivo.TAMANHO_MAXIMO:
        raise Recusa("O arquivo passa de 1 MB: não é um layout exportado pelo Nomeia.")
    conteudo = layout_arquivo.de_bytes(arquivo.read())
    layout = versao_guardar(orgao, conteudo, pessoa=autor.pessoa)
    registrar(
        autor=autor,
        acao="candidatos.layout_importar",
        objeto=layout,
        depois={"nome": layout.nome, "banca": layout.banca, "versao": layout.versao},
    )
    return layout


def layout_do_arquivo(orgao: Orgao, nome_ou_caminho: str) -> ConteudoDoLayout:
    """O layout que a linha de comando nomeia: o vigente do órgão com esse nome, ou um arquivo exportado.

    `Recusa` se não há nem um nem outro, ou se o nome é de dois layouts.
    """
    achados = layouts_com_nome(orgao, nome_ou_caminho)
    if len(achados) > 1:
        bancas = " e ".join(sorted(f"“{layout.banca or 'sem banca'}”" for layout in achados))
        raise Recusa(
            f"Há dois layouts chamados “{nome_ou_caminho}” ({bancas}). Renomeie um, ou exporte o que quer "
            "e dê o caminho do arquivo."
        )
    if achados:
        return ConteudoDoLayout.de_modelo(achados[0])
    try:
        with Path(nome_ou_caminho).open("rb") as arquivo:
            return layout_arquivo.de_bytes(arquivo.read(layout_arquivo.TAMANHO_MAXIMO + 1))
    except OSError:
        raise Recusa(
            f"Não há no órgão {orgao.sigla} layout chamado “{nome_ou_caminho}”, nem arquivo que se leia "
            "nesse caminho."
        ) from None


def versao_guardar(orgao: Orgao, conteudo: ConteudoDoLayout, *, pessoa: Any) -> LayoutImportacao:
    """A versão vigente, se diz o mesmo que `conteudo`; senão, uma versão nova, que passa a ser a vigente.

    Corre dentro da transação do serviço que chama, que já conferiu a permissão.
    """
    _trancar(orgao)
    vigente = layout_vigente(orgao, conteudo.banca, conteudo.assinatura)
    campos = conteudo.em_campos() | {"nome": _nome_livre(orgao, conteudo)}
    if vigente is not None and _diz_o_mesmo(vigente, campos):
        return vigente
    return LayoutImportacao.objects.create(
        orgao=orgao,
        banca=conteudo.banca,
        assinatura=conteudo.assinatura,
        versao=vigente.versao + 1 if vigente else 1,
        autor=pessoa,
        **campos,
    )


def _diz_o_mesmo(vigente: LayoutImportacao, campos: Mapping[str, Any]) -> bool:
    """Os títulos não contam: a assinatura é a mesma, e só podem diferir em caixa e acentos."""
    return all(getattr(vigente, campo) == campos[campo] for campo in campos.keys() - {"titulos"})


def _nome_livre(orgao: Orgao, conteudo: ConteudoDoLayout) -> str:
    """O nome dado ou, se outro layout do órgão já o tem, o mesmo com um número."""
    nome, ordem = conteudo.nome[:NOME_MAXIMO], 1
    while any(
        (outro.banca, outro.assinatura) != (conteudo.banca, conteudo.assinatura)
        for outro in layouts_com_nome(orgao, nome)
    ):
        ordem += 1
        sufixo = f" ({ordem})"
        nome = conteudo.nome[: NOME_MAXIMO - len(sufixo)] + sufixo
    return nome


def _trancar(orgao: Orgao) -> None:
    """Um de cada vez por órgão: duas versões nascidas juntas não disputam o mesmo número."""
    Orgao.objects.select_for_update().get(pk=orgao.pk)
