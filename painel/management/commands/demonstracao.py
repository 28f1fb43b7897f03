"""Carrega a demonstração: dois concursos inventados, do edital aos atos, pelos caminhos de verdade."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from candidatos.models import Importacao
from candidatos.servicos import classificacao, homologacao, importacao, pareamento
from concursos import servicos as concursos
from concursos.models import Cargo, Concurso, Edital
from concursos.servicos import DadosDoCargo
from nomeacoes import servicos as nomeacoes
from nomeacoes.models import Evento, Nomeacao
from nucleo.auditoria import registrar
from nucleo.enums import Papel, SituacaoExecucao
from nucleo.erros import Recusa
from nucleo.execucoes import executar
from nucleo.models import Execucao, Municipio, Orgao, Usuario
from nucleo.permissoes import SISTEMA, Pessoa
from painel.management.concursos_inventados import CAXIAS, FORTALEZA, ConcursoInventado

ARQUIVOS = Path(__file__).resolve().parents[2] / "demonstracao"
# Dias antes de hoje.
HOMOLOGACAO, PRIMEIRA, SEGUNDA, PERDA = 75, 60, 40, 20


class Command(BaseCommand):
    """Só age numa instalação sem concurso algum: repetir não faz nada."""

    help = "Carrega dois concursos inventados (Fortaleza e Duque de Caxias), se ainda não há concurso."

    def handle(self, *args: Any, **options: Any) -> None:
        """Registra, publica, importa, classifica, homologa e convoca."""
        if Concurso.objects.exists():
            return
        self.stdout.write("Carregando a demonstração (dados inventados)…")
        operador, autoridade = _pessoa(Papel.OPERADOR), _pessoa(Papel.AUTORIDADE)
        try:
            _carregar(operador, autoridade)
        except Recusa as recusa:
            raise CommandError("\n".join([recusa.mensagem, *recusa.detalhes])) from recusa
        self.stdout.write("Demonstração pronta: um concurso em Fortaleza e um em Duque de Caxias.")


@transaction.atomic
def _carregar(operador: Pessoa, autoridade: Pessoa) -> None:
    """Tudo ou nada: interrompida, a demonstração se carrega inteira na vez seguinte."""
    for inventado in (FORTALEZA, CAXIAS):
        edital = _publicar(inventado, operador, autoridade)
        _importar(edital, inventado, operador)
        _classificar_e_homologar(edital.concurso, inventado, operador, autoridade)
    _convocar_em_fortaleza(operador, autoridade)
    _convocar_em_caxias(operador, autoridade)


def _pessoa(papel: Papel) -> Pessoa:
    """Primeira pessoa com o papel em todos os órgãos."""
    usuario = Usuario.objects.filter(
        is_active=True, atribuicoes__papel=papel, atribuicoes__orgao__isnull=True
    ).first()
    if usuario is None:
        raise CommandError(
            f"Ninguém tem o papel de {papel.label.lower()} em todos os órgãos. Rode antes: manage.py preparar"
        )
    return Pessoa(usuario)


def _ha(dias: int) -> date:
    return timezone.localdate() - timedelta(days=dias)


def concluir(execucao: Execucao) -> None:
    """Leva o trabalho ao fim aqui mesmo: sem a transação confirmada, nenhum trabalhador o vê."""
    filhas = list(execucao.filhas.values_list("pk", flat=True))
    for chave in filhas or [execucao.pk]:
        executar(str(chave))
    execucao.refresh_from_db()
    if execucao.situacao != SituacaoExecucao.CONCLUIDA:
        detalhes = execucao.resultado.get("detalhes", [])
        raise CommandError("\n".join([f"{execucao.titulo}: {execucao.mensagem}", *detalhes]))


# -- Edital --------------------------------------------------------------------------------------


def _orgao(inventado: ConcursoInventado) -> Orgao:
    nome, uf, lei = inventado.municipio
    municipio, _ = Municipio.objects.get_or_create(nome=nome, uf=uf, defaults={"lei": lei})
    sigla, nome_do_orgao = inventado.orgao
    orgao, novo = Orgao.objects.get_or_create(
        municipio=municipio, sigla=sigla, defaults={"nome": nome_do_orgao}
    )
    if novo:
        registrar(autor=SISTEMA, acao="nucleo.orgao_incluir", objeto=orgao, depois={"nome": orgao.nome})
    return orgao


def _publicar(inventado: ConcursoInventado, operador: Pessoa, autoridade: Pessoa) -> Edital:
    concurso = concursos.concurso_criar(
        autor=operador, orgao=_orgao(inventado), dados=inventado.dados, edital=inventado.edital
    )
    edital = concurso.edital
    regras = concursos.regras_criar(autor=operador, edital=edital, dados=inventado.regras)
    for cargo in inventado.cargos:
        total, ampla, cotas, pcd = cargo.quadro
        dados = DadosDoCargo(
            regras=regras,
            codigo=cargo.codigo,
            nome=cargo.nome,
            vagas=total,
            vagas_ampla=ampla,
            vagas_cotas=cotas,
            vagas_pcd=pcd,
            requisito=cargo.requisito,
            vencimento=cargo.vencimento,
            carga_horaria=cargo.carga_horaria,
        )
        concursos.cargo_criar(autor=operador, edital=edital, dados=dados)
    data = inventado.edital.publicado_em
    assert data is not None
    return concursos.edital_publicar(
        autor=autoridade, edital=edital, publicado_em=data, veiculo=inventado.veiculo
    )


# -- Arquivo da banca, classificação e homologação -----------------------------------------------


def _importar(edital: Edital, inventado: ConcursoInventado, operador: Pessoa) -> None:
    """Recebe, pareia pelos títulos, confere e carrega o arquivo, como na página."""
    conteudo = (ARQUIVOS / inventado.arquivo).read_bytes()
    arquivo: Any = SimpleUploadedFile(inventado.arquivo, conteudo, content_type="text/csv")
    recebida = importacao.importacao_receber(autor=operador, edital=edital, arquivo=arquivo)
    amostra = pareamento.importacao_amostrar(autor=operador, importacao=recebida)
    um_so = edital.cargos.get() if len(inventado.cargos) == 1 else None
    escolhido = pareamento.Pareamento(leitura=amostra.leitura, colunas=amostra.proposta, cargo=um_so)
    concluir(pareamento.importacao_parear(autor=operador, importacao=recebida, pareamento=escolhido))
    concluir(importacao.importacao_pedir_carga(autor=operador, importacao=_reler(recebida)))


def _reler(recebida: Importacao) -> Importacao:
    return Importacao.objects.select_related("edital__concurso__orgao").get(pk=recebida.pk)


def _classificar_e_homologar(
    concurso: Concurso, inventado: ConcursoInventado, operador: Pessoa, autoridade: Pessoa
) -> None:
    concluir(classificacao.concurso_classificar(autor=operador, concurso=concurso))
    homologacao.concurso_homologar(
        autor=autoridade,
        concurso=concurso,
        homologado_em=_ha(HOMOLOGACAO),
        veiculo=inventado.veiculo,
    )


# -- Convocações ---------------------------------------------------------------------------------


def _cargo(codigo: str) -> Cargo:
    return Cargo.objects.select_related("edital__concurso__orgao__municipio", "regras").get(codigo=codigo)


CERTIFICACAO = {
    "ordenador": "Joana Prado, Secretária de Finanças",
    "documento": "Declaração nº 21",
    "dotacao": "04.122.0001.2.001 – 3.1.90.11",
}


def _convocar(
    cargo: Cargo, quantidade: int, quem: tuple[Pessoa, Pessoa], *, dias: int, assinar: bool = True
) -> Evento:
    """O operador (o primeiro de `quem`) confirma e certifica; a autoridade confere e assina."""
    operador, autoridade = quem
    plano = nomeacoes.convocacao_planejar(autor=operador, cargo=cargo, quantidade=quantidade)
    evento, minutas = nomeacoes.convocacao_confirmar(
        autor=operador, cargo=cargo, quantidade=quantidade, versao=plano.versao, data=_ha(dias)
    )
    concluir(minutas)
    nomeacoes.certificacao_registrar(autor=operador, evento=evento, data=_ha(dias), **CERTIFICACAO)
    if assinar:
        nomeacoes.convocacao_conferir(autor=autoridade, evento=evento)
        concluir(nomeacoes.convocacao_assinar(autor=autoridade, evento=evento))
    return evento


def _na_vaga(cargo: Cargo, numero: int) -> Nomeacao:
    return Nomeacao.objects.select_related("candidatura", "vaga__cargo").get(
        vaga__cargo=cargo, vaga__numero=numero, encerrada_por__isnull=True
    )


def _perder(nomeacao: Nomeacao, operador: Pessoa, ocorrencia: Mapping[str, str]) -> None:
    nomeacoes.desistencia_registrar(
        autor=operador, candidatura=nomeacao.candidatura, data=_ha(PERDA), **ocorrencia
    )


def _convocar_em_fortaleza(operador: Pessoa, autoridade: Pessoa) -> None:
    """Cinco convocados; mais dois, com um remanejamento na vaga 7; desistência de quem nela entrou pela
    reserva; e a vaga chamada de novo, com a minuta por assinar.
    """
    cargo = _cargo("A01")
    _convocar(cargo, 5, (operador, autoridade), dias=PRIMEIRA)
    _convocar(cargo, 2, (operador, autoridade), dias=SEGUNDA)
    hoje = timezone.localdate()  # Os atos acabam de ser assinados: a posse não vem antes deles.
    for numero in (1, 2):
        nomeacoes.posse_registrar(
            autor=operador, nomeacao=_na_vaga(cargo, numero), data=hoje, documento=f"Termo nº {numero}"
        )
    _perder(
        _na_vaga(cargo, 7), operador, {"motivo": "Assumiu outro cargo.", "documento": "Requerimento nº 812"}
    )
    _convocar(cargo, 1, (operador, autoridade), dias=PERDA, assinar=False)


def _convocar_em_caxias(operador: Pessoa, autoridade: Pessoa) -> None:
    """Seis convocados e a desistência do cotista da quinta vaga, que fica aberta."""
    cargo = _cargo("P01")
    _convocar(cargo, 6, (operador, autoridade), dias=PRIMEIRA)
    _perder(
        _na_vaga(cargo, 5), operador, {"motivo": "Não aceitou a lotação.", "documento": "Requerimento nº 33"}
    )
