"""Um arquivo guardado contra a base de agora: só para planejar, ou gravando ao mesmo tempo.

O arquivo passa uma vez só, em lotes de alguns milhares de linhas: a memória não cresce com as células
dele. Quem grava faz a mesma conta de quem planeja, na mesma passagem, e no fim compara os resumos.
"""

from __future__ import annotations

import gc
import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from functools import partial
from typing import Any, BinaryIO, NamedTuple

from candidatos.consultas.importacao import candidaturas_dos_cargos, cargos_do_edital
from candidatos.models import Candidatura, Importacao
from candidatos.servicos import regras_de_texto
from candidatos.servicos.achados import Achados, Anotador
from candidatos.servicos.campos import campos_do_edital
from candidatos.servicos.carga import Carga
from candidatos.servicos.celulas import Celula, Linha, texto
from candidatos.servicos.contagem import Categoria, Contagem
from candidatos.servicos.duplicidades import Duplicidades
from candidatos.servicos.gravacao import LOTE, Escrita, banco_da_transacao, conferir_chaves_ja
from candidatos.servicos.interpretacao import Interprete
from candidatos.servicos.leitores import LinhaLida
from candidatos.servicos.leitura import Coluna, Leitura, Tabela, abrir_tabela
from candidatos.servicos.mudancas import MOSTRADAS
from candidatos.servicos.opcoes import Filtro, Opcoes
from candidatos.servicos.plano import Comparacao, Operacao
from concursos.models import Cargo
from nucleo.erros import Recusa
from nucleo.execucoes import Progresso

_BLOCO = 1 << 20
_LEITURA = 1_000


class Processado(NamedTuple):
    """O plano em JSON, para guardar e mostrar; os cargos do arquivo; as faixas de chaves criadas."""

    em_json: dict[str, Any]
    cargos: frozenset[int]
    criados: dict[str, list[list[int]]]


class CargaRecusada(Recusa):
    """Há linha recusada: nada se carrega. Traz o plano inteiro, que diz quais."""

    def __init__(self, processado: Processado) -> None:
        super().__init__(
            f"O arquivo não pode ser carregado: linhas recusadas, {processado.em_json['recusadas']}. "
            "Corrija o pareamento ou peça outro arquivo à banca."
        )
        self.processado = processado


@contextmanager
def arquivo_guardado(importacao: Importacao) -> Iterator[BinaryIO]:
    """Abre o arquivo da importação; `Recusa` se já não está no disco, ou não é o que foi recebido."""
    try:
        aberto = importacao.arquivo.storage.open(str(importacao.arquivo.name), "rb")
    except FileNotFoundError:
        raise Recusa("O arquivo guardado já não está no disco do servidor. Envie-o de novo.") from None
    with aberto as guardado:
        arquivo: BinaryIO = guardado.file  # type: ignore[assignment]
        if sha256_do_arquivo(arquivo) != importacao.sha256:
            raise Recusa(
                "O arquivo guardado já não é o que foi recebido: foi alterado no disco. Envie-o de novo."
            )
        yield arquivo


def sha256_do_arquivo(arquivo: BinaryIO) -> str:
    """SHA-256 em hexadecimal do arquivo inteiro."""
    resumo = hashlib.sha256()
    arquivo.seek(0)
    while bloco := arquivo.read(_BLOCO):
        resumo.update(bloco)
    return resumo.hexdigest()


def processar(
    importacao: Importacao,
    progresso: Progresso,
    *,
    gravar: bool = False,
    anotador: Anotador | None = None,
) -> Processado:
    """Lê, interpreta, confere e compara com a base o arquivo inteiro; se `gravar`, também o escreve.

    Grava na transação de quem chama. `CargaRecusada` se se mandou gravar e há linha recusada: a leitura
    vai até ao fim, para que se saiba tudo o que há, mas quem chama tem de desfazer a transação.
    """
    banco = banco_da_transacao()
    verbo = "Lendo, conferindo e gravando" if gravar else "Lendo e conferindo"
    with arquivo_guardado(importacao) as arquivo, _sem_coletor(), Escrita(banco) as escrita:
        leitura = Leitura.de_json(importacao.leitura)
        passagem = _Passagem(importacao, abrir_tabela(arquivo, leitura), anotador)
        carga = Carga(importacao, banco) if gravar else None
        if gravar:
            conferir_chaves_ja(banco)
        for lidas in passagem.lotes():
            operacoes = passagem.comparar(lidas)
            if carga is not None and not passagem.achados.recusadas:
                escrita.entregar(partial(carga.gravar, operacoes))
            feitas = passagem.contagem.lidas
            progresso(feitas, max(leitura.linhas, feitas), verbo)
        escrita.esperar()
        if carga is not None and not passagem.achados.recusadas:
            carga.concluir()
    processado = passagem.concluir(carga.criados if carga else {})
    if gravar and processado.em_json["recusadas"]:
        raise CargaRecusada(processado)
    return processado


@contextmanager
def _sem_coletor() -> Iterator[None]:
    """Suspende o coletor de ciclos: a passagem não faz nenhum, e procurá-los custa um quinto do tempo."""
    ligado = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if ligado:
            gc.enable()


class _Passagem:
    """Uma passagem pelo arquivo: o que o interpreta, o que o confere e o que se contou."""

    def __init__(self, importacao: Importacao, tabela: Tabela, anotador: Anotador | None) -> None:
        self._importacao = importacao
        self._tabela = tabela
        self._cargos = cargos_do_edital(importacao.edital)
        self.achados = Achados(anotador)
        self.contagem = Contagem()
        opcoes = Opcoes.de_json(importacao.opcoes)
        self._filtros = _Filtros(opcoes.filtros, tabela.colunas)
        self._interprete = Interprete(
            colunas=tabela.colunas,
            pareamento=importacao.colunas,
            valores=importacao.valores,
            campos=campos_do_edital(cargo.regras for cargo in self._cargos),
            cargos=self._cargos,
            cargo=next((cargo for cargo in self._cargos if cargo.pk == importacao.cargo_id), None),
            especie=importacao.especie,
            opcoes=opcoes,
            achados=self.achados,
        )
        self._comparacao = Comparacao(
            importacao.edital,
            importacao.especie,
            self.achados,
            self.contagem,
            self._interprete.informadas,
        )
        self._duplicidades = Duplicidades(
            importacao.edital, self.achados, self.contagem, self._comparacao.e_nova
        )

    def lotes(self) -> Iterator[list[LinhaLida]]:
        """As linhas interpretadas, em lotes de `LOTE` ou pouco mais; as filtradas só se contam.

        Lê-se aos mil, que cabem na memória do processador, e compara-se e grava-se aos milhares.
        """
        lidas: list[LinhaLida] = []
        ler, abrir = self._interprete.ler, self.contagem.abrir
        for lote in self._tabela.lotes(min(LOTE, _LEITURA)):
            if self._filtros:
                lidas += [lida for linha in lote if (lida := self._ler(linha)) is not None]
            else:
                lidas += [ler(linha, abrir(linha.numero)) for linha in lote]
            if len(lidas) >= LOTE:
                yield lidas
                lidas = []
        yield lidas

    def comparar(self, lidas: Sequence[LinhaLida]) -> Sequence[Operacao]:
        """As operações do lote."""
        return self._duplicidades.conferir(self._comparacao.comparar(lidas))

    def _ler(self, linha: Linha) -> LinhaLida | None:
        """A linha interpretada; nula se um filtro a deixa de fora."""
        ordem = self.contagem.abrir(linha.numero)
        if motivo := self._filtros.motivo(linha.celulas):
            self.contagem.marcar(ordem, Categoria.FILTRADA)
            self._filtros.anotar(linha.numero, motivo)
            if self.achados.anotador is not None:
                self.achados.anotador.filtrada(linha.numero, motivo)
            return None
        return self._interprete.ler(linha, ordem)

    def concluir(self, criados: dict[str, list[list[int]]]) -> Processado:
        """O plano em JSON; lidas = novas + alteradas + inalteradas + recusadas + filtradas."""
        for coluna, motivo in self._interprete.datas.trocados():
            self.achados.impede(self.contagem.numeros[0], coluna, None, motivo, "formato_da_data")
            self.contagem.recusar(0)
        ausentes, total_ausentes, resumo_dos_ausentes = self._ausentes(criados)
        mudancas = self._comparacao.mudancas
        em_json: dict[str, Any] = {
            **self.contagem.em_json(),
            "inscricoes": self._comparacao.inscricoes,
            "cargos": len(self._comparacao.cargos),
            "cargos_que_mudam": sorted(self._comparacao.cargos_que_mudam),
            "em_branco": self._tabela.em_branco,
            "cabecalhos_repetidos": self._tabela.cabecalhos_repetidos,
            "filtradas_listadas": self._filtros.listadas,
            "ausentes": ausentes,
            "total_ausentes": total_ausentes,
            "mudancas": [mudanca._asdict() for mudanca in mudancas.guardadas],
            "total_mudancas": mudancas.total,
            "achados": list(self.achados.em_ordem()),
            "total_achados": self.achados.total,
            "contagem": dict(sorted(self.achados.contagem.items())),
            "pendencias": {
                campo: {lido: asdict(pendencia) for lido, pendencia in valores.items()}
                for campo, valores in self._interprete.pendencias.items()
            },
        }
        em_json["resumo"] = self._resumo(resumo_dos_ausentes)
        return Processado(em_json, frozenset(self._comparacao.cargos), criados)

    def _ausentes(self, criados: dict[str, list[list[int]]]) -> tuple[list[str], int, str]:
        """Candidaturas dos mesmos cargos que a base tem e o arquivo não: as primeiras, quantas, resumo."""
        resumo = hashlib.sha256()
        na_base = candidaturas_dos_cargos(self._comparacao.cargos)
        for primeira, ultima in criados.get(Candidatura._meta.label, []):
            na_base = na_base.exclude(pk__range=(primeira, ultima))
        presentes = set(self._comparacao.presentes)
        if na_base.count() == len(presentes):
            return [], 0, resumo.hexdigest()
        ausentes, total = [], 0
        for pk, numero, cargo in na_base.values_list("pk", "inscricao__numero", "cargo__codigo").iterator():
            if pk in presentes:
                continue
            total += 1
            resumo.update(f"{pk},".encode())
            if total <= MOSTRADAS:
                ausentes.append(numero)
            if self.achados.anotador is not None:
                self.achados.anotador.ausente(numero, cargo)
        return ausentes, total, resumo.hexdigest()

    def _resumo(self, ausentes: str) -> str:
        """SHA-256 do que o plano faria: dois iguais escrevem o mesmo sobre a mesma base.

        O arquivo e o modo de o ler determinam tudo o que é novo; do que já estava na base entra cada
        coisa que se comparou e muda.
        """
        dados = self._importacao
        resumo = hashlib.sha256(dados.sha256.encode())
        modo = (dados.leitura, dados.colunas, dados.opcoes, dados.valores, dados.especie, dados.cargo_id)
        resumo.update(repr((modo, [_do_cargo(cargo) for cargo in self._cargos])).encode())
        resumo.update(self.contagem.octetos)
        partes = (self.achados.resumo, self._comparacao.resumo.hexdigest(), ausentes)
        resumo.update(repr(partes).encode())
        return resumo.hexdigest()


def _do_cargo(cargo: Cargo) -> tuple[Any, ...]:
    """O que do cargo decide a leitura das linhas."""
    regras = cargo.regras
    return (
        cargo.pk, cargo.codigo, str(cargo), regras.provas, regras.etapas, regras.nota_final,
        regras.desempate, regras.data_referencia_idade,
    )  # fmt: skip


class _Filtros:
    """Filtros do layout sobre as linhas; lembra o que cada valor deu."""

    def __init__(self, filtros: Sequence[Filtro], colunas: Sequence[Coluna]) -> None:
        indices = {coluna.letra: coluna.indice for coluna in colunas}
        self._filtros = [(indices[filtro.letra], filtro) for filtro in filtros if filtro.letra in indices]
        self._lembrados: dict[tuple[int, str], bool] = {}
        self.listadas: list[dict[str, Any]] = []

    def __bool__(self) -> bool:
        return bool(self._filtros)

    def motivo(self, celulas: Sequence[Celula]) -> str:
        """Motivo do primeiro filtro que casa com a linha, ou ""."""
        for ordem, (indice, filtro) in enumerate(self._filtros):
            lido = texto(celulas[indice]) if indice < len(celulas) else ""
            casa = self._lembrados.get((ordem, lido))
            if casa is None:
                casa = self._lembrados[(ordem, lido)] = regras_de_texto.casa(filtro, lido)
            if casa:
                return filtro.motivo
        return ""

    def anotar(self, linha: int, motivo: str) -> None:
        """Guarda as primeiras, para a página."""
        if len(self.listadas) < MOSTRADAS:
            self.listadas.append({"linha": linha, "motivo": motivo})
