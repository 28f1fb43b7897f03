"""O que cada coluna traz e o que cada valor significa, lembrado por layout no órgão."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from candidatos.consultas.importacao import cargos_do_edital
from candidatos.enums import SituacaoImportacao
from candidatos.fluxo import exigir_passagem_da_importacao
from candidatos.models import Importacao, LayoutImportacao
from candidatos.servicos import valores as v
from candidatos.servicos.campos import (
    COM_VALORES_PAREADOS,
    Campo,
    Tipo,
    campos_do_edital,
    faltas_do_pareamento,
    propor_colunas,
    reservas_sem_coluna,
)
from candidatos.servicos.celulas import Linha, normalizar
from candidatos.servicos.conferencia import arquivo_guardado
from candidatos.servicos.importacao import exigir_parada, importacao_pedir_conferencia, travar
from candidatos.servicos.leitura import Coluna, Leitura, abrir_tabela, linhas_cruas
from concursos.enums import AtoSobreConcurso
from concursos.fluxo import exigir_ato
from concursos.models import Cargo
from nucleo.auditoria import registrar
from nucleo.erros import Recusa
from nucleo.models import Execucao
from nucleo.permissoes import Autor, servico

LINHAS_MOSTRADAS = 5
# Linhas acima do cabeçalho que se mostram, para a pessoa escolher outra.
LINHAS_ACIMA = 12
Valores = Mapping[str, Mapping[str, Mapping[str, str]]]


class Amostra(NamedTuple):
    """Começo do arquivo como foi lido; `proposta`: {letra: campo} lembrado do layout ou dos títulos."""

    leitura: Leitura
    acima: list[Linha]
    colunas: tuple[Coluna, ...]
    linhas: list[Linha]
    proposta: dict[str, str]
    lembrado: LayoutImportacao | None


@dataclass(frozen=True, slots=True)
class Pareamento:
    """Escolhas de quem importa. `colunas`: {letra: campo}; `cargo`: o de todas as linhas, se for um só.

    `sem_reservas`: confirma que o arquivo não diz quem concorre às reservas do edital.
    """

    leitura: Leitura
    colunas: Mapping[str, str]
    cargo: Cargo | None = None
    sem_reservas: bool = False


@servico
def importacao_amostrar(*, autor: Autor, importacao: Importacao, leitura: Leitura | None = None) -> Amostra:
    """Primeiras linhas do arquivo, com a leitura guardada ou outra que a pessoa experimenta.

    A amostra traz dados de candidatos, a modalidade entre eles: cada vez que se mostra fica na trilha.
    """
    leitura = leitura or Leitura.de_json(importacao.leitura)
    with arquivo_guardado(importacao) as arquivo:
        acima = list(islice(linhas_cruas(arquivo, leitura), LINHAS_ACIMA))
        tabela = abrir_tabela(arquivo, leitura)
        linhas = list(islice(tabela, LINHAS_MOSTRADAS))
    campos = campos_do_edital(cargo.regras for cargo in cargos_do_edital(importacao.edital))
    lembrado = LayoutImportacao.objects.filter(
        orgao=importacao.orgao, assinatura=assinatura(tabela.colunas)
    ).first()
    proposta = _lembradas(lembrado, campos) if lembrado else propor_colunas(tabela.colunas, campos)
    registrar(
        autor=autor, acao="candidatos.importacao_amostrar", objeto=importacao, depois={"linhas": len(linhas)}
    )
    acima = [linha for linha in acima if linha.numero <= leitura.cabecalho]
    return Amostra(leitura, acima, tabela.colunas, linhas, proposta, lembrado)


def assinatura(colunas: Iterable[Coluna]) -> str:
    """SHA-256 dos títulos em ordem: o mesmo layout, ainda que mude a caixa ou o acento."""
    return hashlib.sha256("\x1f".join(normalizar(coluna.titulo) for coluna in colunas).encode()).hexdigest()


def _lembradas(layout: LayoutImportacao, campos: Mapping[str, Campo]) -> dict[str, str]:
    """As colunas do layout; as de provas e etapas que este edital não tem ficam por parear."""
    return {letra: campo for letra, campo in layout.colunas.items() if campo in campos}


@servico
def importacao_parear(*, autor: Autor, importacao: Importacao, pareamento: Pareamento) -> Execucao:
    """Guarda o pareamento, lembra-o para o próximo arquivo do mesmo layout e pede a conferência.

    `Recusa`, com uma frase por falta, se um campo que as regras pedem ficou sem coluna.
    """
    importacao = travar(importacao)
    exigir_ato(importacao.edital.concurso.situacao, AtoSobreConcurso.IMPORTAR)
    exigir_passagem_da_importacao(importacao.situacao, SituacaoImportacao.RECEBIDA)
    exigir_parada(importacao)
    with arquivo_guardado(importacao) as arquivo:
        colunas = abrir_tabela(arquivo, pareamento.leitura).colunas
    _conferir_pareamento(importacao, pareamento, {coluna.letra for coluna in colunas})
    layout = _lembrar(importacao, assinatura(colunas), pareamento.colunas)
    antes = importacao.colunas
    importacao.leitura = pareamento.leitura.em_json()
    importacao.colunas = dict(pareamento.colunas)
    importacao.cargo = pareamento.cargo
    importacao.sem_reservas = pareamento.sem_reservas
    importacao.layout = layout
    importacao.valores = _somar(_valores_lembrados(importacao, layout), importacao.valores)
    importacao.situacao = SituacaoImportacao.RECEBIDA
    importacao.plano = {}
    importacao.save()
    registrar(
        autor=autor,
        acao="candidatos.importacao_parear",
        objeto=importacao,
        antes={"colunas": antes},
        depois={"colunas": importacao.colunas, "linha_de_titulos": pareamento.leitura.cabecalho},
    )
    return importacao_pedir_conferencia(autor=autor, importacao=importacao)


def _conferir_pareamento(importacao: Importacao, pareamento: Pareamento, letras: set[str]) -> None:
    cargos = cargos_do_edital(importacao.edital)
    alvos = [pareamento.cargo] if pareamento.cargo else cargos
    if any(cargo.edital_id != importacao.edital_id for cargo in alvos):
        raise Recusa("O cargo escolhido não é deste edital.")
    regras = list({cargo.regras_id: cargo.regras for cargo in alvos}.values())
    campos = campos_do_edital(cargo.regras for cargo in cargos)
    escolhidos = list(pareamento.colunas.values())
    desconhecidos = (set(pareamento.colunas) - letras) | (set(escolhidos) - set(campos))
    if desconhecidos:
        raise Recusa(
            f"O pareamento fala do que o arquivo ou o edital não têm: {', '.join(sorted(desconhecidos))}."
        )
    faltas = [
        f"“{campos[campo].rotulo}” foi dado a mais de uma coluna. Deixe uma só."
        for campo in sorted(set(escolhidos))
        if escolhidos.count(campo) > 1
    ]
    faltas += faltas_do_pareamento(escolhidos, campos, regras, pareamento.cargo)
    sem_coluna = reservas_sem_coluna(escolhidos, alvos)
    if sem_coluna and not pareamento.sem_reservas:
        faltas.append(
            f"O edital reserva vagas ({' e '.join(sem_coluna)}) e nenhuma coluna diz quem concorre a elas. "
            "Escolha a coluna, ou confirme que o arquivo não o diz e que todos entram só na lista geral."
        )
    if faltas:
        raise Recusa("O pareamento ainda não está completo:", faltas)


def _lembrar(importacao: Importacao, titulos: str, colunas: Mapping[str, str]) -> LayoutImportacao:
    nome = f"{importacao.edital.concurso.banca or 'Banca'}: {importacao.nome_original}"[:120]
    layout, novo = LayoutImportacao.objects.get_or_create(
        orgao=importacao.orgao,
        assinatura=titulos,
        defaults={"colunas": dict(colunas), "nome": nome},
    )
    if not novo and layout.colunas != dict(colunas):
        layout.colunas = dict(colunas)
        layout.save()
    return layout


def _valores_lembrados(importacao: Importacao, layout: LayoutImportacao) -> Valores:
    """Valores do layout. Os de cargo só valem no mesmo edital: noutro, o código pode ser de outro cargo."""
    lembrados = {campo: lidos for campo, lidos in layout.valores.items() if campo != "cargo"}
    anterior = (
        Importacao.objects.filter(edital=importacao.edital, layout=layout).exclude(pk=importacao.pk).first()
    )
    if anterior is not None and "cargo" in anterior.valores:
        lembrados["cargo"] = anterior.valores["cargo"]
    return lembrados


def destinos_do_campo(campo: Campo, cargos: Iterable[Cargo]) -> dict[str, str]:
    """{destino: rótulo} que um valor do campo pode ter."""
    if campo.tipo is Tipo.MODALIDADE:
        return {chave: destino.rotulo for chave, destino in v.MODALIDADES.items()}
    if campo.tipo is Tipo.ETAPA:
        return {"apto": "Apto", "inapto": "Inapto"}
    if campo.tipo is Tipo.CARGO:
        return {cargo.codigo: f"{cargo.codigo} – {cargo}" for cargo in cargos}
    return {"sim": "Sim", "nao": "Não"}


@dataclass(frozen=True, slots=True)
class ValorAParear:
    """Valor que espera destino, ou que já o tem e pode mudar. `linhas` zero: já tinha destino."""

    campo: Campo
    lido: str
    destinos: Mapping[str, str]
    destino: str = ""
    motivo: str = ""
    linhas: int = 0
    primeira: int = 0

    @property
    def mostrado(self) -> str:
        """O valor, ou "em branco"."""
        return self.lido or "em branco"

    @property
    def pede_motivo(self) -> bool:
        """Só a modalidade pode ficar sem efeito, e com motivo."""
        return self.campo.tipo is Tipo.MODALIDADE


@servico
def importacao_listar_valores(*, autor: Autor, importacao: Importacao) -> list[ValorAParear]:
    """Valores sem destino e os já pareados. Os da modalidade dizem de reservas: só para quem importa."""
    cargos = cargos_do_edital(importacao.edital)
    campos = campos_do_edital(cargo.regras for cargo in cargos)
    listados = []
    for chave, campo in campos.items():
        destinos = destinos_do_campo(campo, cargos) if campo.tipo in COM_VALORES_PAREADOS else {}
        pendentes = importacao.plano.get("pendencias", {}).get(chave, {})
        guardados = importacao.valores.get(chave, {}) if chave in importacao.colunas.values() else {}
        for lido, pendencia in pendentes.items():
            destino = proposta_de_destino(campo, lido, cargos)
            listados.append(ValorAParear(campo, lido, destinos, destino, **pendencia))
        for lido, escolha in guardados.items():
            if lido not in pendentes:
                listados.append(ValorAParear(campo, lido, destinos, escolha["destino"], escolha["motivo"]))
    return listados


def proposta_de_destino(campo: Campo, lido: str, cargos: Iterable[Cargo]) -> str:
    """Código do cargo que o texto composto traz no começo ("001 - Administração - Centro"), ou ""."""
    if campo.tipo is not Tipo.CARGO:
        return ""
    comeco = normalizar(lido).partition(" ")[0]
    return next((cargo.codigo for cargo in cargos if normalizar(cargo.codigo) == comeco), "")


@servico
def importacao_parear_valores(*, autor: Autor, importacao: Importacao, valores: Valores) -> Execucao:
    """Dá destino aos valores que o sistema não conhece e pede nova conferência.

    `valores`: {campo: {valor lido: {"destino", "motivo"}}}. "Sem efeito nesta lista" exige motivo.
    """
    importacao = travar(importacao)
    exigir_ato(importacao.edital.concurso.situacao, AtoSobreConcurso.IMPORTAR)
    exigir_passagem_da_importacao(importacao.situacao, SituacaoImportacao.RECEBIDA)
    exigir_parada(importacao)
    _conferir_valores(importacao, valores)
    importacao.valores = _somar(importacao.valores, valores)
    importacao.situacao = SituacaoImportacao.RECEBIDA
    importacao.plano = {}
    importacao.save()
    if importacao.layout is not None:
        importacao.layout.valores = _somar(importacao.layout.valores, valores)
        importacao.layout.save()
    # Só quantos: o que cada valor significa fica no layout e na sua história, não na trilha.
    registrar(
        autor=autor,
        acao="candidatos.importacao_parear_valores",
        objeto=importacao,
        depois={"valores": {campo: len(lidos) for campo, lidos in valores.items()}},
    )
    return importacao_pedir_conferencia(autor=autor, importacao=importacao)


def _conferir_valores(importacao: Importacao, valores: Valores) -> None:
    cargos = cargos_do_edital(importacao.edital)
    campos = campos_do_edital(cargo.regras for cargo in cargos)
    faltas = []
    for chave, lidos in valores.items():
        campo = campos.get(chave)
        if campo is None or campo.tipo not in COM_VALORES_PAREADOS:
            raise Recusa("Um dos campos não tem valores a parear. Abra a página de novo.")
        destinos = destinos_do_campo(campo, cargos)
        for lido, escolha in lidos.items():
            if escolha.get("destino") not in destinos:
                faltas.append(f"{campo.rotulo}, “{lido or 'em branco'}”: diga o que significa.")
            elif escolha["destino"] == v.SEM_EFEITO and not escolha.get("motivo", "").strip():
                faltas.append(
                    f"{campo.rotulo}, “{lido or 'em branco'}”: escreva por que não tem efeito nesta lista."
                )
    if faltas:
        raise Recusa("Faltam destinos:", faltas)


def _somar(guardados: Valores, novos: Valores) -> dict[str, dict[str, Mapping[str, str]]]:
    return {campo: {**guardados.get(campo, {}), **novos.get(campo, {})} for campo in {*guardados, *novos}}
