"""Escrita de um plano de importação, em lotes e numa só transação.

Aqui não se usa a importação do django-import-export: no modo em lote ela leva 22 s para 100.000
linhas de uma só tabela, e a carga preenche cinco. A história linha a linha também não se escreve:
um registro na trilha responde pelo arquivo, que fica guardado com o seu SHA-256.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, TypeVar

from django.db import models
from simple_history.utils import bulk_update_with_history

from candidatos.consultas.busca import normalizar_nome
from candidatos.models import Autodeclaracao, Candidato, Candidatura, Importacao, Inscricao, Resultado
from candidatos.servicos.interpretacao import LinhaLida
from candidatos.servicos.plano import Operacao
from candidatos.servicos.valores import nota_em_texto

M = TypeVar("M", bound=models.Model)

# Listas, e não um iterador inteiro: o executemany do SQLite guardaria tudo na memória.
LOTE = 5_000


class Carga:
    """Grava as operações de um plano; `avancar` recebe quantos registros já foram gravados."""

    def __init__(
        self, importacao: Importacao, operacoes: Sequence[Operacao], avancar: Callable[[int], None]
    ) -> None:
        self._importacao = importacao
        self._operacoes = operacoes
        self._avancar = avancar
        self._gravados = 0
        self._inscricoes: dict[str, int] = {
            cada.lida.inscricao: cada.inscricao.inscricao for cada in operacoes if cada.inscricao
        }

    def gravar(self) -> None:
        """Pessoas, inscrições, declarações, candidaturas e resultados, nesta ordem."""
        self._atualizar_pessoas()
        novas = self._inscricoes_novas()
        self._criar_inscricoes(novas, self._pessoas_das(novas))
        self._gravar_declaracoes(novas)
        self._gravar_resultados(self._candidaturas())

    def _inscricoes_novas(self) -> list[Operacao]:
        """Uma operação por inscrição que ainda não existe: a primeira linha dela."""
        vistas: dict[str, Operacao] = {}
        for cada in self._operacoes:
            if cada.inscricao is None:
                vistas.setdefault(cada.lida.inscricao, cada)
        return list(vistas.values())

    def _atualizar_pessoas(self) -> None:
        """Completa CPF e nascimento que faltavam a quem já estava cadastrado."""
        mudam = {
            cada.pessoa.candidato: cada.lida for cada in self._operacoes if cada.pessoa and cada.muda_pessoa
        }
        if not mudam:
            return
        pessoas = list(Candidato.objects.filter(pk__in=mudam))
        for pessoa in pessoas:
            lida = mudam[pessoa.pk]
            pessoa.cpf = pessoa.cpf or lida.cpf
            pessoa.nascimento = pessoa.nascimento or lida.nascimento
        bulk_update_with_history(pessoas, Candidato, ["cpf", "nascimento"], batch_size=LOTE)

    def _pessoas_das(self, novas: Sequence[Operacao]) -> list[int]:
        """Identificador da pessoa de cada inscrição nova; cria as que faltam, uma por CPF."""
        ja_tem = {
            cada.lida.cpf: cada.pessoa.candidato for cada in self._operacoes if cada.pessoa and cada.lida.cpf
        }
        por_cpf: dict[str, Candidato] = {}
        pessoas: list[Candidato | int] = []
        for cada in novas:
            conhecida = cada.pessoa.candidato if cada.pessoa else ja_tem.get(cada.lida.cpf)
            if conhecida is not None:
                pessoas.append(conhecida)
            elif cada.lida.cpf:
                pessoas.append(por_cpf.setdefault(cada.lida.cpf, _pessoa(cada.lida)))
            else:
                pessoas.append(_pessoa(cada.lida))
        criar = {id(pessoa): pessoa for pessoa in pessoas if isinstance(pessoa, Candidato)}
        self._criar(Candidato, criar.values())
        return [pessoa.pk if isinstance(pessoa, Candidato) else pessoa for pessoa in pessoas]

    def _criar_inscricoes(self, novas: Sequence[Operacao], pessoas: Sequence[int]) -> None:
        edital = self._importacao.edital_id
        criadas = self._criar(
            Inscricao,
            (
                Inscricao(edital_id=edital, candidato_id=pessoa, numero=cada.lida.inscricao)
                for cada, pessoa in zip(novas, pessoas, strict=True)
            ),
        )
        self._inscricoes |= {inscricao.numero: inscricao.pk for inscricao in criadas}

    def _gravar_declaracoes(self, novas: Sequence[Operacao]) -> None:
        """Cria a declaração de cada inscrição nova e muda as que o plano diz que mudam."""
        self._criar(
            Autodeclaracao,
            (
                Autodeclaracao(inscricao_id=self._inscricoes[cada.lida.inscricao], **_declaracao(cada.lida))
                for cada in novas
            ),
        )
        mudam = {
            cada.inscricao.inscricao: _declaracao(cada.lida)
            for cada in self._operacoes
            if cada.inscricao and cada.muda_declaracao
        }
        guardadas = {cada.inscricao_id: cada for cada in Autodeclaracao.objects.filter(inscricao__in=mudam)}
        for inscricao, declaracao in mudam.items():
            guardada = guardadas.setdefault(inscricao, Autodeclaracao(inscricao_id=inscricao))
            for reserva, valor in declaracao.items():
                setattr(guardada, reserva, valor)
        Autodeclaracao.objects.bulk_create([cada for cada in guardadas.values() if cada.pk is None])
        Autodeclaracao.objects.bulk_update(
            [cada for cada in guardadas.values() if cada.pk], ["negro", "indigena", "pcd"], batch_size=LOTE
        )

    def _candidaturas(self) -> Iterator[tuple[int, Operacao]]:
        """(candidatura, operação) de cada linha cujo resultado muda; cria as candidaturas novas."""
        novas = [cada for cada in self._operacoes if cada.candidatura is None]
        criadas = self._criar(
            Candidatura,
            (
                Candidatura(inscricao_id=self._inscricoes[cada.lida.inscricao], cargo_id=cada.lida.cargo.pk)
                for cada in novas
            ),
        )
        yield from zip((cada.pk for cada in criadas), novas, strict=True)
        for cada in self._operacoes:
            if cada.candidatura is not None and cada.muda_resultado:
                yield cada.candidatura.candidatura, cada

    def _gravar_resultados(self, candidaturas: Iterator[tuple[int, Operacao]]) -> None:
        self._criar(Resultado, (self._resultado(chave, cada) for chave, cada in candidaturas))

    def _resultado(self, candidatura: int, operacao: Operacao) -> Resultado:
        """Versão nova: o que o arquivo traz, sobre o que já havia."""
        lida, antes = operacao.lida, operacao.candidatura
        notas = {prova: nota_em_texto(nota) for prova, nota in lida.notas.items()}
        return Resultado(
            candidatura_id=candidatura,
            versao=antes.versao + 1 if antes else 1,
            importacao_id=self._importacao.pk,
            linha=lida.numero,
            notas=(antes.notas if antes else {}) | notas,
            etapas=(antes.etapas if antes else {}) | lida.etapas,
            jurado=_ou(lida.jurado, antes.jurado if antes else False),
            posicao_oficial=_ou(lida.posicao, antes.posicao if antes else None),
        )

    def _criar(self, modelo: type[M], objetos: Iterable[M]) -> list[M]:
        criados: list[M] = []
        restantes = iter(objetos)
        while lote := list(islice(restantes, LOTE)):
            criados += modelo._default_manager.bulk_create(lote)
            self._gravados += len(lote)
            self._avancar(self._gravados)
        return criados


def _pessoa(lida: LinhaLida) -> Candidato:
    return Candidato(
        nome=lida.nome, nome_busca=normalizar_nome(lida.nome), cpf=lida.cpf, nascimento=lida.nascimento
    )


def _declaracao(lida: LinhaLida) -> dict[str, bool]:
    negro, indigena, pcd = lida.declaracao or (False, False, False)
    return {"negro": negro, "indigena": indigena, "pcd": pcd}


def _ou(valor: Any, guardado: Any) -> Any:
    return guardado if valor is None else valor
