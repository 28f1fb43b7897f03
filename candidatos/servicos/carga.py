"""Escrita de um plano de importação, lote a lote, numa só transação.

Aqui não se usa a importação do django-import-export (decisão 0008): as linhas já vêm provadas e vão por
COPY ou executemany (`gravacao`). A história linha a linha do que é novo não se escreve: um registro na
trilha responde pelo arquivo, que fica guardado com o seu SHA-256.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any, NamedTuple

from django.db.backends.base.base import BaseDatabaseWrapper

from candidatos.enums import EspecieDeArquivo, SituacaoDeclaracao
from candidatos.models import (
    Autodeclaracao,
    Candidato,
    Candidatura,
    Importacao,
    Inscricao,
    Resultado,
    ValorAnterior,
)
from candidatos.servicos.gravacao import (
    LOTE,
    atualizar,
    atualizar_objetos,
    em_faixas,
    gravar,
    historiar,
    reservar,
)
from candidatos.servicos.leitores import NENHUMA_NOTA, LinhaLida
from candidatos.servicos.plano import Operacao

_RESERVAS = ("negro", "indigena", "pcd")
_SITUACOES = ("situacao", "situacao_pcd")
_POR_EXAMINAR = (SituacaoDeclaracao.DECLARADA.value,) * len(_SITUACOES)
_PESSOA = ("cpf", "nascimento", "nascimento_informado")


class Carga:
    """Grava as operações de um plano; no fim, `criados` tem as faixas de chaves que ela criou."""

    def __init__(self, importacao: Importacao, banco: BaseDatabaseWrapper) -> None:
        self._importacao = importacao
        self._banco = banco
        self._com_notas = importacao.especie == EspecieDeArquivo.RESULTADO
        self.criados: dict[str, list[list[int]]] = {}
        # Por índice da inscrição no arquivo: a chave dela e a da pessoa; zero, ainda não se sabe.
        self._inscricoes = array("q")
        self._pessoas = array("q")
        self._mudam: list[Operacao] = []
        self._completam: list[Operacao] = []
        self._json = _Json()

    def gravar(self, operacoes: Sequence[Operacao]) -> None:
        """Um lote: pessoas, inscrições, declarações, candidaturas e resultados, nesta ordem."""
        self._conhecer(operacoes)
        novas = [cada for cada in operacoes if cada.inscricao is None and cada.primeira]
        self._criar_pessoas(novas)
        self._criar_inscricoes(novas)
        candidaturas = self._criar_candidaturas(operacoes)
        if self._com_notas:
            self._criar_resultados(candidaturas)
        # As mudanças esperam o fim: a base que se compara é a de antes do arquivo.
        self._mudam += [
            cada
            for cada in operacoes
            if cada.pessoa is not None and (cada.muda_pessoa or cada.muda_contato or cada.muda_declaracao)
        ]
        self._completam += [cada for cada in operacoes if cada.pessoa is None and cada.muda_pessoa]

    def concluir(self) -> None:
        """Aplica as mudanças no que já estava na base, guardando o que havia."""
        self._completar_pessoas()
        self._mudar_pessoas()
        self._mudar_contatos()
        self._mudar_declaracoes()
        self._mudam.clear()

    def _conhecer(self, operacoes: Sequence[Operacao]) -> None:
        faltam = max((cada.indice for cada in operacoes), default=-1) + 1 - len(self._inscricoes)
        if faltam > 0:
            self._inscricoes.extend([0] * faltam)
            self._pessoas.extend([0] * faltam)
        for cada in operacoes:
            if cada.pessoa is None:
                continue
            self._pessoas[cada.indice] = cada.pessoa.candidato
            if cada.inscricao is not None:
                self._inscricoes[cada.indice] = cada.inscricao.inscricao

    def _reservar(self, modelo: type[Any], quantas: int) -> Sequence[int]:
        chaves = reservar(self._banco, modelo, quantas)
        em_faixas(chaves, self.criados.setdefault(modelo._meta.label, []))
        return chaves

    def _criar_pessoas(self, novas: Sequence[Operacao]) -> None:
        """Uma por inscrição nova, salvo a de CPF que já tem pessoa: na base, ou numa linha anterior."""
        criar = []
        for cada in novas:
            if cada.pessoa is not None:
                continue
            if cada.dono == cada.indice:
                criar.append(cada)
        chaves = self._reservar(Candidato, len(criar))
        for cada, chave in zip(criar, chaves, strict=True):
            self._pessoas[cada.indice] = chave
        for cada in novas:
            if cada.pessoa is None and cada.dono != cada.indice:
                self._pessoas[cada.indice] = self._pessoas[cada.dono]
        gravar(
            self._banco,
            Candidato,
            ("id", "nome", "nome_busca", "cpf", "nascimento", "nascimento_informado"),
            [
                (
                    chave,
                    cada.lida.nome,
                    cada.lida.nome_busca,
                    cada.lida.cpf,
                    cada.lida.nascimento.isoformat() if cada.lida.nascimento else None,
                    cada.lida.nascimento_informado,
                )
                for cada, chave in zip(criar, chaves, strict=True)
            ],
        )

    def _criar_inscricoes(self, novas: Sequence[Operacao]) -> None:
        edital, em_json = self._importacao.edital_id, self._json.texto
        chaves = self._reservar(Inscricao, len(novas))
        for cada, chave in zip(novas, chaves, strict=True):
            self._inscricoes[cada.indice] = chave
        gravar(
            self._banco,
            Inscricao,
            ("id", "edital_id", "candidato_id", "numero", "contato"),
            [
                (chave, edital, self._pessoas[cada.indice], cada.lida.inscricao, em_json(cada.lida.contato))
                for cada, chave in zip(novas, chaves, strict=True)
            ],
        )
        declaracoes = self._reservar(Autodeclaracao, len(novas))
        gravar(
            self._banco,
            Autodeclaracao,
            ("id", "inscricao_id", *_RESERVAS, *_SITUACOES),
            [
                (declaracao, chave, *(cada.lida.declaracao or (False, False, False)), *_POR_EXAMINAR)
                for cada, chave, declaracao in zip(novas, chaves, declaracoes, strict=True)
            ],
        )

    def _criar_candidaturas(self, operacoes: Sequence[Operacao]) -> list[tuple[int, Operacao]]:
        """(candidatura, operação) de cada linha cujo resultado muda; cria as candidaturas novas."""
        novas = [cada for cada in operacoes if cada.candidatura is None]
        chaves = self._reservar(Candidatura, len(novas))
        gravar(
            self._banco,
            Candidatura,
            ("id", "inscricao_id", "cargo_id"),
            [
                (chave, self._inscricoes[cada.indice], cada.lida.cargo_id)
                for cada, chave in zip(novas, chaves, strict=True)
            ],
        )
        antigas = [
            (cada.candidatura.candidatura, cada)
            for cada in operacoes
            if cada.candidatura is not None and cada.muda_resultado
        ]
        return [*zip(chaves, novas, strict=True), *antigas]

    def _criar_resultados(self, candidaturas: Sequence[tuple[int, Operacao]]) -> None:
        """Versões novas: o que o arquivo traz, sobre o que já havia."""
        chaves = self._reservar(Resultado, len(candidaturas))
        gravar(
            self._banco,
            Resultado,
            (
                "id", "candidatura_id", "versao", "importacao_id", "linha", "notas", "etapas", "jurado",
                "posicao_oficial",
            ),
            [
                (chave, candidatura, *self._resultado(operacao))
                for chave, (candidatura, operacao) in zip(chaves, candidaturas, strict=True)
            ],
        )  # fmt: skip

    def _resultado(self, operacao: Operacao) -> tuple[Any, ...]:
        lida, antes, em_json = operacao.lida, operacao.candidatura, self._json.texto
        if antes is None:
            notas, etapas, versao = lida.notas, lida.etapas, 1
        else:
            notas, etapas, versao = antes.notas | lida.notas, antes.etapas | lida.etapas, antes.versao + 1
        if NENHUMA_NOTA in notas.values():
            notas = {prova: nota for prova, nota in notas.items() if nota != NENHUMA_NOTA}
        return (
            versao,
            self._importacao.pk,
            lida.numero,
            em_json(notas),
            em_json(etapas),
            lida.jurado if lida.jurado is not None else bool(antes and antes.jurado),
            (antes.posicao if antes else None) if lida.posicao is None else lida.posicao or None,
        )

    # Mudanças no que já estava na base -------------------------------------------------------------

    def _completar_pessoas(self) -> None:
        """Às que esta carga criou, o nascimento que só outra inscrição do mesmo CPF trazia."""
        completam = _dados([(self._pessoas[cada.indice], cada.lida) for cada in self._completam])
        for lote in _lotes(completam):
            pessoas = list(Candidato.objects.filter(pk__in=lote))
            for pessoa in pessoas:
                _completar(pessoa, completam[pessoa.pk])
            atualizar_objetos(self._banco, pessoas, _PESSOA)

    def _mudar_pessoas(self) -> None:
        """Completa CPF e nascimento que faltavam a quem já estava cadastrado."""
        mudam = _dados(
            [(cada.pessoa.candidato, cada.lida) for cada in self._mudam if cada.pessoa and cada.muda_pessoa]
        )
        for lote in _lotes(mudam):
            pessoas = list(Candidato.objects.filter(pk__in=lote))
            self._guardar_antes("candidato", pessoas, _PESSOA)
            for pessoa in pessoas:
                _completar(pessoa, mudam[pessoa.pk])
            atualizar_objetos(self._banco, pessoas, _PESSOA)
            historiar(pessoas)

    def _mudar_contatos(self) -> None:
        mudam = {
            cada.inscricao.inscricao: cada.lida.contato
            for cada in self._mudam
            if cada.inscricao and cada.muda_contato
        }
        for lote in _lotes(mudam):
            inscricoes = list(Inscricao.objects.filter(pk__in=lote))
            self._guardar_antes("inscricao", inscricoes, ("contato",))
            em_json = self._json.texto
            atualizar(
                self._banco,
                Inscricao,
                ("contato",),
                [(em_json(cada.contato | mudam[cada.pk]), cada.pk) for cada in inscricoes],
            )

    def _mudar_declaracoes(self) -> None:
        """Muda as que o plano diz que mudam; cria a de quem ainda não tinha."""
        mudam = {
            cada.inscricao.inscricao: cada.lida.declaracao or (False, False, False)
            for cada in self._mudam
            if cada.inscricao and cada.muda_declaracao
        }
        for lote in _lotes(mudam):
            guardadas = list(Autodeclaracao.objects.filter(inscricao__in=lote))
            self._guardar_antes("autodeclaracao", guardadas, _RESERVAS)
            atualizar(
                self._banco,
                Autodeclaracao,
                _RESERVAS,
                [(*mudam[cada.inscricao_id], cada.pk) for cada in guardadas],
            )
            faltam = sorted(set(lote) - {guardada.inscricao_id for guardada in guardadas})
            chaves = self._reservar(Autodeclaracao, len(faltam))
            gravar(
                self._banco,
                Autodeclaracao,
                ("id", "inscricao_id", *_RESERVAS, *_SITUACOES),
                [
                    (chave, inscricao, *mudam[inscricao], *_POR_EXAMINAR)
                    for chave, inscricao in zip(chaves, faltam, strict=True)
                ],
            )

    def _guardar_antes(self, alvo: str, objetos: Sequence[Any], campos: Sequence[str]) -> None:
        """O que cada um tinha, para se poder desfazer a importação."""
        ValorAnterior.objects.bulk_create(
            [
                ValorAnterior(
                    importacao=self._importacao,
                    antes={campo: getattr(objeto, campo) for campo in campos},
                    **{f"{alvo}_id": objeto.pk},
                )
                for objeto in objetos
            ],
            batch_size=LOTE,
        )


class _Dados(NamedTuple):
    """O que as linhas de uma pessoa dizem dela, juntas; o plano já provou que não se contradizem."""

    cpf: str = ""
    nascimento: date | None = None
    informado: str = ""


def _dados(linhas: Iterable[tuple[int, LinhaLida]]) -> dict[int, _Dados]:
    """{pessoa: dados}, somando as linhas de cada uma."""
    somados: dict[int, _Dados] = {}
    for pessoa, lida in linhas:
        antes = somados.get(pessoa, _Dados())
        somados[pessoa] = _Dados(
            antes.cpf or lida.cpf,
            antes.nascimento or lida.nascimento,
            antes.informado or lida.nascimento_informado,
        )
    return somados


def _completar(pessoa: Candidato, dados: _Dados) -> None:
    """Só o que lhe falta; o texto que não é data cede sempre à data."""
    pessoa.cpf = pessoa.cpf or dados.cpf
    if pessoa.nascimento is None:
        pessoa.nascimento = dados.nascimento
        pessoa.nascimento_informado = (
            "" if dados.nascimento else dados.informado or pessoa.nascimento_informado
        )


class _Json:
    """Texto JSON de dicionários pequenos de texto, com as partes que se repetem já escritas."""

    def __init__(self) -> None:
        self._partes: dict[tuple[str, str], str] = {}

    def texto(self, dados: dict[str, str]) -> str:
        """O mesmo que `json.dumps(dados)`."""
        partes, conhecidas = [], self._partes
        for par in dados.items():
            parte = conhecidas.get(par)
            if parte is None:
                parte = json.dumps(dict([par]))[1:-1]
                if len(conhecidas) < _PARTES_LEMBRADAS:
                    conhecidas[par] = parte
            partes.append(parte)
        return "{" + ", ".join(partes) + "}"


_PARTES_LEMBRADAS = 50_000


def _lotes(chaves: dict[int, Any]) -> Iterable[list[int]]:
    todas = sorted(chaves)
    for inicio in range(0, len(todas), LOTE):
        yield todas[inicio : inicio + LOTE]
