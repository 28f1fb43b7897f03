"""Leitura da autodeclaração: dado sensível, com permissão própria e registro de cada leitura."""

from __future__ import annotations

from dataclasses import dataclass

from django.core.paginator import Page, Paginator

from candidatos.consultas.reservas import (
    EmDuasReservas,
    descrever,
    inscricoes_em_duas_reservas,
    na_cota_e_em_pcd,
)
from candidatos.models import Autodeclaracao, Inscricao
from concursos.models import Concurso
from nucleo.auditoria import registrar
from nucleo.permissoes import Autor, servico

POR_PAGINA = 50


@servico
def autodeclaracao_ver(*, autor: Autor, inscricao: Inscricao) -> Autodeclaracao | None:
    """A autodeclaração da inscrição, ou nulo se não há; a leitura fica na trilha, sem o conteúdo."""
    registrar(autor=autor, acao="candidatos.autodeclaracao_ver", objeto=inscricao)
    return Autodeclaracao.objects.filter(inscricao=inscricao).first()


@dataclass(frozen=True, slots=True)
class FolhaDeReservas:
    """Uma página das inscrições em mais de uma reserva; `na_cota_e_em_pcd` conta-as em todas as páginas."""

    pagina: Page[Inscricao]
    linhas: list[EmDuasReservas]
    na_cota_e_em_pcd: int


@servico
def duas_reservas_ver(*, autor: Autor, concurso: Concurso, pagina: str | None = None) -> FolhaDeReservas:
    """Quem declarou o que dá lugar em mais de uma reserva, por páginas; número que não há dá a mais próxima.

    Cada leitura fica na trilha do concurso com o número da página, e sem pessoas nem quantas são: dizê-las
    ali seria repetir o dado.
    """
    inscricoes = inscricoes_em_duas_reservas(concurso)
    folha: Page[Inscricao] = Paginator(inscricoes, POR_PAGINA).get_page(pagina)
    registrar(
        autor=autor, acao="candidatos.duas_reservas_ver", objeto=concurso, depois={"pagina": folha.number}
    )
    return FolhaDeReservas(
        pagina=folha,
        linhas=[descrever(inscricao) for inscricao in folha.object_list],
        na_cota_e_em_pcd=na_cota_e_em_pcd(inscricoes, concurso),
    )
