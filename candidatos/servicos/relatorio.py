"""O relatório da conferência em XLSX: contas, achados, linhas com a célula marcada, mudanças e o que falta.

Raça e deficiência não se mostram, nem o que elas fariam adivinhar.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from itertools import zip_longest
from tempfile import TemporaryFile
from typing import IO, Any

from django.core.files import File
from django.core.files.storage import Storage
from django.db import transaction
from django.utils import timezone

from candidatos.consultas.plano import conta_do_plano
from candidatos.models import Importacao
from candidatos.servicos.achados import IMPEDE, NAO_MOSTRADO, Achado
from candidatos.servicos.campos import SENSIVEIS
from candidatos.servicos.celulas import Linha, normalizar, texto
from candidatos.servicos.conferencia import arquivo_guardado
from candidatos.servicos.diario import GUARDADOS, Diario, Rolo
from candidatos.servicos.leitura import Leitura, Tabela, abrir_tabela
from candidatos.servicos.livro import LivroXlsx, Marcada, Valor
from nucleo.auditoria import registrar
from nucleo.erros import Recusa
from nucleo.execucoes import Progresso
from nucleo.permissoes import Autor, servico

# As linhas recusadas vão todas (até `GUARDADOS` achados); das que só têm aviso, um CPF mascarado que seja,
# bastam estas: a planilha "Achados" tem o resto, e copiar o arquivo inteiro nada acrescenta.
LINHAS_SO_COM_AVISO = 20_000
# Colunas que ninguém pareou também não se mostram, se o título diz que trazem raça ou deficiência.
_PALAVRAS_SENSIVEIS = frozenset(
    {
        "raca", "racial", "cor", "etnia", "negro", "negra", "negros", "preto", "pardo", "ppp", "indigena",
        "indigenas", "indio", "cota", "cotas", "cotista", "modalidade", "concorrencia", "pcd", "pne",
        "deficiencia", "deficiente",
    }
)  # fmt: skip


@servico
def importacao_relatorio(*, autor: Autor, importacao: Importacao) -> File[bytes]:
    """O relatório da última conferência, aberto para ler. Cada vez que se baixa fica na trilha.

    `Recusa` se o arquivo ainda não foi conferido, ou se o relatório já não está no disco.
    """
    if not importacao.plano or not importacao.relatorio:
        raise Recusa("Ainda não há relatório deste arquivo. Confira-o antes.")
    try:
        aberto = importacao.relatorio.open("rb")
    except FileNotFoundError:
        raise Recusa(
            "O relatório já não está no disco do servidor. Se o arquivo ainda não foi carregado, confira-o "
            "de novo; senão, procure quem cuida do servidor."
        ) from None
    registrar(
        autor=autor,
        acao="candidatos.importacao_relatorio",
        objeto=importacao,
        depois={"relatorio": str(importacao.relatorio.name)},
    )
    return aberto


def _sem_mostrar(feito: int, total: int, mensagem: str = "") -> None:
    """Progresso de quem não o quer."""


def guardar(
    importacao: Importacao,
    plano: dict[str, Any],
    diario: Diario,
    progresso: Progresso = _sem_mostrar,
) -> None:
    """Escreve o relatório e põe-no em `importacao.relatorio`, sem salvar a importação.

    `plano`: o que se guarda em `Importacao.plano`; ganha "codigos", o resumo dos achados por código. Chama-se
    na transação de quem salva: confirmada, os relatórios anteriores são apagados; desfeita, continuam.
    """
    plano["codigos"] = [codigo.em_json() for codigo in diario.codigos()]
    with ExitStack() as abertos:
        saida = abertos.enter_context(TemporaryFile())
        tabela = None
        # Sem achados não há linha a copiar, e abrir de novo uma planilha grande leva segundos.
        if diario.achados.total:
            arquivo = abertos.enter_context(arquivo_guardado(importacao))
            tabela = abrir_tabela(arquivo, Leitura.de_json(importacao.leitura))
        compor(importacao, plano, diario, tabela, saida, progresso)
        saida.seek(0)
        importacao.relatorio.save(f"conferencia-{secrets.token_hex(8)}.xlsx", File(saida), save=False)
    atual, guarda = str(importacao.relatorio.name), importacao.relatorio.storage
    # Um relatório velho que não se consegue apagar não desfaz a conferência, já confirmada.
    transaction.on_commit(partial(_apagar_os_outros, guarda, atual), robust=True)


def _apagar_os_outros(guarda: Storage, atual: str) -> None:
    """Apaga da pasta da importação os relatórios anteriores e os de conferências que não terminaram."""
    pasta, _, nome = atual.rpartition("/")
    for outro in guarda.listdir(pasta)[1]:
        if outro != nome:
            guarda.delete(f"{pasta}/{outro}")


def compor(
    importacao: Importacao,
    plano: Mapping[str, Any],
    diario: Diario,
    tabela: Tabela | None,
    saida: IO[bytes],
    progresso: Progresso = _sem_mostrar,
) -> None:
    """Escreve em `saida` o XLSX do relatório. `tabela`: a do arquivo conferido; nula se não há achados."""
    livro = LivroXlsx(progresso)
    livro.planilha("Resumo", (), _resumo(importacao, plano, diario), larguras=(44, 60, 12, 14, 70))
    livro.planilha("Achados", _TITULOS_DOS_ACHADOS, _achados(diario), larguras=(9, 9, 28, 28, 70, 10, 28))
    colunas = tabela.colunas if tabela else ()
    livro.planilha(
        "Linhas com achados",
        ("Linha", "O que há", *(f"{coluna.letra}: {coluna.titulo or 'sem título'}" for coluna in colunas)),
        _LinhasComAchados(importacao, tabela, diario) if tabela else (),
        larguras=(9, 70, *(20 for _ in colunas)),
    )
    livro.planilha(
        "Mudanças", ("Linha", "Inscrição", "Campo", "Antes", "Depois"), diario.mudancas, (9, 18, 28, 28, 28)
    )
    livro.planilha("Ausentes", ("Inscrição", "Cargo"), diario.ausentes, (18, 60))
    livro.planilha("Filtradas", ("Linha", "Motivo"), diario.filtradas, (9, 70))
    livro.gravar(saida)


# Resumo ---------------------------------------------------------------------------------------------


def _resumo(
    importacao: Importacao, plano: Mapping[str, Any], diario: Diario
) -> Iterator[Sequence[Valor | Marcada]]:
    """Pares de rótulo e valor: o arquivo, as contas, os achados por código e o que não coube."""
    yield from _do_arquivo(importacao)
    yield ()
    yield from _das_contas(plano)
    yield ()
    yield "Achados por código", "O que é o primeiro", "Efeito", "Quantos", ""
    for codigo in diario.codigos():
        yield (
            codigo.codigo,
            codigo.motivo,
            codigo.severidade,
            codigo.quantos,
            f"desde a linha {codigo.primeira}",
        )
    yield ()
    yield "Neste relatório", "", "Houve", "Escritos"
    rolos = {
        "Achados": diario.achados,
        "Mudanças": diario.mudancas,
        "Ausentes": diario.ausentes,
        "Filtradas": diario.filtradas,
    }
    for nome, rolo in rolos.items():
        yield nome, _o_que_ficou_fora(rolo), rolo.total, rolo.guardados
    yield (
        "Linhas com achados",
        f"Todas as que têm achado que impede e, das que só têm aviso, as primeiras {LINHAS_SO_COM_AVISO}.",
    )


def _do_arquivo(importacao: Importacao) -> Iterator[Sequence[Valor]]:
    layout = importacao.layout
    yield "Relatório da conferência", str(importacao.edital.concurso)
    yield "Arquivo", importacao.nome_original
    yield "SHA-256", importacao.sha256
    yield "Tamanho (bytes)", importacao.tamanho
    yield "Espécie", importacao.get_especie_display()
    yield "Layout", f"{layout.nome}, versão {layout.versao}" if layout else "nenhum"
    yield "Lido como", Leitura.de_json(importacao.leitura).em_palavras()
    if importacao.cargo is not None:
        yield "Cargo de todas as linhas", str(importacao.cargo)
    yield "Recebido em", _instante(importacao.recebida_em)
    yield "Recebido por", str(importacao.autor or "o próprio sistema")
    yield "Conferido em", _instante(timezone.now())


def _instante(quando: Any) -> str:
    return f"{timezone.localtime(quando):%d/%m/%Y %H:%M}"


def _das_contas(plano: Mapping[str, Any]) -> Iterator[Sequence[Valor]]:
    parcelas = conta_do_plano(plano)
    yield "Linhas lidas", int(plano["lidas"])
    for parcela, quantas in parcelas:
        yield parcela.capitalize(), quantas
    soma = sum(quantas for _, quantas in parcelas)
    yield f"Soma das {len(parcelas)}", soma, "confere" if soma == plano["lidas"] else "NÃO CONFERE"
    yield "Em branco, saltadas", int(plano.get("em_branco", 0))
    yield "Que repetem o cabeçalho, saltadas", int(plano.get("cabecalhos_repetidos", 0))
    yield "Na base e não no arquivo", int(plano.get("total_ausentes", 0))


def _o_que_ficou_fora(rolo: Rolo) -> str:
    fora = rolo.total - rolo.guardados
    return f"Só os primeiros {GUARDADOS}: {fora} ficaram de fora." if fora else "Todos."


# Achados --------------------------------------------------------------------------------------------

_TITULOS_DOS_ACHADOS = ("Linha", "Coluna", "Título", "Valor lido", "O que se achou", "Efeito", "Código")


def _achados(diario: Diario) -> Iterator[Sequence[Valor]]:
    for _, achados in diario.achados_por_linha():
        for cada in achados:
            yield (
                cada.linha, cada.coluna or "linha inteira", cada.titulo, cada.valor, cada.motivo,
                cada.severidade, cada.codigo,
            )  # fmt: skip


class _LinhasComAchados:
    """As linhas do arquivo que têm achados, como foram lidas, com o que há em cada uma e a célula marcada."""

    def __init__(self, importacao: Importacao, tabela: Tabela, diario: Diario) -> None:
        self._tabela = tabela
        self._diario = diario
        self._letras = [coluna.letra for coluna in tabela.colunas]
        self._ocultas = {
            coluna.indice
            for coluna in tabela.colunas
            if importacao.colunas.get(coluna.letra) in SENSIVEIS
            or _PALAVRAS_SENSIVEIS.intersection(normalizar(coluna.titulo).split())
        }

    def __iter__(self) -> Iterator[Sequence[Valor | Marcada]]:
        so_com_aviso = 0
        for linha, achados in self._pares():
            impede = any(achado.severidade == IMPEDE for achado in achados)
            so_com_aviso += not impede
            if impede or so_com_aviso <= LINHAS_SO_COM_AVISO:
                yield self._da_linha(linha, achados, impede)

    def _pares(self) -> Iterator[tuple[Linha, list[Achado]]]:
        """Encontra no arquivo cada linha com achados; para de ler depois da última."""
        restantes = self._diario.achados_por_linha()
        numero, achados = next(restantes, (0, []))
        for linha in self._tabela:
            # Um achado do cabeçalho, ou de linha saltada, não tem linha de dados a mostrar.
            while achados and numero < linha.numero:
                numero, achados = next(restantes, (0, []))
            if not achados:
                return
            if numero == linha.numero:
                yield linha, achados

    def _da_linha(self, linha: Linha, achados: Sequence[Achado], impede: bool) -> list[Valor | Marcada]:
        efeitos: dict[str, bool] = {}
        for achado in achados:
            efeitos[achado.coluna] = efeitos.get(achado.coluna, False) or achado.severidade == IMPEDE
        celulas: list[Valor | Marcada] = []
        for letra, mostrado in zip_longest(self._letras, self._mostrados(linha)):
            celulas.append(Marcada(mostrado, efeitos[letra]) if letra in efeitos else mostrado)
        # Sem coluna, o achado é da linha inteira: marca-se o número dela.
        numero = Marcada(linha.numero, efeitos[""]) if "" in efeitos else linha.numero
        return [numero, Marcada("; ".join(map(_em_frase, achados)), impede), *celulas]

    def _mostrados(self, linha: Linha) -> list[str]:
        """Textos das células, as do cabeçalho e as que sobram; os que diriam raça ou deficiência, não."""
        lidos = [texto(celula) for celula in linha.celulas]
        largura, ocultas = len(self._letras), self._ocultas
        faltam = max(0, largura - len(lidos))
        while len(lidos) > largura and not lidos[-1]:
            lidos.pop()
        if ocultas and (faltam or len(lidos) > largura):
            # Células a mais ou a menos: a raça ou a deficiência podem ter ido parar na coluna ao lado.
            ocultas = set(range(max(0, min(ocultas) - faltam), max(largura, len(lidos))))
        lidos += [""] * faltam
        return [NAO_MOSTRADO if indice in ocultas else lido for indice, lido in enumerate(lidos)]


def _em_frase(achado: Achado) -> str:
    onde = f"coluna {achado.coluna}" if achado.coluna else "linha inteira"
    return f"{onde}: {achado.motivo} ({achado.severidade})"
