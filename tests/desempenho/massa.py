"""Gente inventada em quantidade, sempre a mesma para o mesmo tamanho, e cargos já classificados com ela."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal
from typing import NamedTuple

from django.utils import timezone

from candidatos.consultas.busca import normalizar_nome
from candidatos.enums import SituacaoClassificacao
from candidatos.models import Autodeclaracao, Candidato, Candidatura, Classificacao, Inscricao, Resultado
from candidatos.servicos.classificacao import cargo_classificar
from concursos.enums import SituacaoConcurso
from concursos.models import Cargo, Concurso
from nucleo.permissoes import SISTEMA
from tests import fabrica
from tests.desempenho.arquivo_da_banca import cpf

SEMENTE = 7
LOTE = 5_000
NOMES = ("Ana", "Águeda", "Benedito", "Conceição", "Davi", "Íris", "João", "Luzia", "Otávio", "Zuleica")
SOBRENOMES = ("Alencar", "Brandão", "Cavalcante", "Mourão", "Nóbrega", "Pinto", "Sá", "Távora", "Uchôa")
# Níveis da nota final, de 50,00 em diante: em 20.000 pessoas, cada um tem cerca de vinte empatados.
NIVEIS = 997
# Primos entre si: dentro de um nível ninguém repete o dia do nascimento, e a cadeia desempata todos.
DIAS, PASSO = 15_000, 701
PRIMEIRO_DIA = date(1955, 1, 1)
VIGESIMO = 20
DIAS_DESDE_A_HOMOLOGACAO, DIAS_DE_VALIDADE = 90, 640


class Inventada(NamedTuple):
    """Uma linha do arquivo da banca. Notas em texto decimal canônico; a final é a soma das outras duas."""

    inscricao: str
    nome: str
    cpf: str
    nascimento: date
    objetiva: str
    titulos: str
    pontos: str
    negro: bool
    pcd: bool

    @property
    def notas(self) -> dict[str, str]:
        """Como o resultado as guarda."""
        return {"objetiva": self.objetiva, "titulos": self.titulos, "pontos": self.pontos}


def pessoas(n: int) -> Iterator[Inventada]:
    """n pessoas, em ordem que não é a da nota; três em dez cotistas, uma em vinte PcD."""
    sorte = random.Random(SEMENTE)
    ordem = list(range(n))
    sorte.shuffle(ordem)
    for lugar, i in enumerate(ordem):
        pontos = Decimal(5000 + i % NIVEIS) / 100
        titulos = Decimal(i % 5)
        sobrenomes = sorte.choice(SOBRENOMES), sorte.choice(SOBRENOMES)
        yield Inventada(
            inscricao=f"{lugar:07d}",
            nome=f"{sorte.choice(NOMES)} {sobrenomes[0]} {sobrenomes[1]} {lugar}º".removesuffix("º"),
            cpf=cpf(100_000_000 + lugar),
            nascimento=PRIMEIRO_DIA + timedelta(days=i // NIVEIS * PASSO % DIAS),
            objetiva=f"{pontos - titulos:.2f}",
            titulos=f"{titulos:.2f}",
            pontos=f"{pontos:.2f}",
            negro=i % 10 < 3,
            pcd=i % VIGESIMO == 0,
        )


def cargo_publicado() -> Cargo:
    """Cargo de cem vagas, vinte de cota e cinco de PcD, pela lei de Fortaleza."""
    return fabrica.cargo_publicado(vagas=100, cotas=20, pcd=5)


def inscrever(cargo: Cargo, n: int) -> None:
    """Grava n pessoas inscritas no cargo, com resultado: direto nos modelos, em lotes."""
    todas = list(pessoas(n))
    candidatos = Candidato.objects.bulk_create(
        [
            Candidato(nome=p.nome, nome_busca=normalizar_nome(p.nome), cpf=p.cpf, nascimento=p.nascimento)
            for p in todas
        ],
        batch_size=LOTE,
    )
    inscricoes = Inscricao.objects.bulk_create(
        [
            Inscricao(edital=cargo.edital, candidato=candidato, numero=p.inscricao)
            for p, candidato in zip(todas, candidatos, strict=True)
        ],
        batch_size=LOTE,
    )
    Autodeclaracao.objects.bulk_create(
        [
            Autodeclaracao(inscricao=inscricao, negro=p.negro, pcd=p.pcd)
            for p, inscricao in zip(todas, inscricoes, strict=True)
        ],
        batch_size=LOTE,
    )
    candidaturas = Candidatura.objects.bulk_create(
        [Candidatura(inscricao=inscricao, cargo=cargo) for inscricao in inscricoes], batch_size=LOTE
    )
    arquivo = fabrica.importacao(edital=cargo.edital)
    Resultado.objects.bulk_create(
        [
            Resultado(candidatura=candidatura, versao=1, importacao=arquivo, linha=linha, notas=p.notas)
            for linha, (p, candidatura) in enumerate(zip(todas, candidaturas, strict=True), start=2)
        ],
        batch_size=LOTE,
    )


def classificar(cargo: Cargo) -> Classificacao:
    """Pelo serviço de verdade."""
    return cargo_classificar(autor=SISTEMA, cargo=cargo, execucao=None, progresso=calado)


def cargo_homologado(n: int) -> Cargo:
    """Cargo com n aprovados, classificado pelo serviço, homologado há noventa dias e dentro da validade."""
    cargo = cargo_publicado()
    inscrever(cargo, n)
    nova = classificar(cargo)
    assert not nova.empates
    assert not nova.faltas
    Classificacao.objects.filter(pk=nova.pk).update(situacao=SituacaoClassificacao.HOMOLOGADA)
    hoje = timezone.localdate()
    Concurso.objects.filter(pk=cargo.edital.concurso_id).update(
        situacao=SituacaoConcurso.HOMOLOGADO,
        homologado_em=hoje - timedelta(days=DIAS_DESDE_A_HOMOLOGACAO),
        homologacao_veiculo="Diário Oficial nº 2",
        validade_ate=hoje + timedelta(days=DIAS_DE_VALIDADE),
    )
    fabrica.homologar_cargos(concurso=Concurso.objects.get(pk=cargo.edital.concurso_id))
    return Cargo.objects.select_related("edital__concurso__orgao__municipio", "regras").get(pk=cargo.pk)


def calado(feito: int, total: int, mensagem: str = "") -> None:
    """Andamento que ninguém lê."""
