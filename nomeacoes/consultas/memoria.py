"""Memória de cálculo de um cargo: o que a ordem leu e o que ficou registrado, no formato dos casos.

`manage.py simular` sobre o arquivo, sem mais nada, refaz a ordem; `esperado` vem do que está guardado, e
não do motor: se os dois diferem, o arquivo o mostra. Na pública, candidatos só pela inscrição, já na ordem
geral, com o critério que os separa de quem está acima; sem notas, nascimentos nem o grupo do cotista.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain
from typing import Any

from django.core.cache import cache
from django.db.models import Max

from candidatos.consultas.apuracao import criterios_do_cargo
from candidatos.enums import SituacaoClassificacao
from candidatos.models import Classificacao
from concursos.consultas import regras_da_reserva
from concursos.models import Cargo, Regras
from cotas import CriteriosDeClassificacao, NaoConfirmacao, RegrasDaReserva
from cotas.entrada import SEM_LEI
from nomeacoes.consultas.candidatos_do_caso import (
    candidatos_internos,
    candidatos_publicos,
    entradas_da_lista,
    nome_da_prova,
    provas_que_decidem,
)
from nomeacoes.consultas.desfecho import desfecho, inscricoes_do_cargo
from nomeacoes.consultas.escrita_do_caso import escrever_caso
from nomeacoes.consultas.estado import ler_eventos, lista_inicial
from nomeacoes.enums import SituacaoAto
from nomeacoes.models import Ato, Evento

# O rodapé de uma lista mostra o resumo do estado presente: passa disto, faz-se a conta de novo.
GUARDA_DO_RESUMO = 10 * 60


@dataclass(frozen=True, slots=True)
class Memoria:
    """O texto de uma memória de cálculo."""

    texto: str

    @property
    def octetos(self) -> bytes:
        """O arquivo, em UTF-8."""
        return self.texto.encode()

    @property
    def sha256(self) -> str:
        """Resumo do arquivo, em hexadecimal."""
        return hashlib.sha256(self.octetos).hexdigest()


def memoria_publica(cargo: Cargo) -> Memoria:
    """A memória que se publica. Candidatos só os aprovados; sem lista vigente, nenhum."""
    regras, eventos, inscricoes = regras_da_reserva(cargo), ler_eventos(cargo), inscricoes_do_cargo(cargo)
    caso = _cabeca(cargo, regras, "pública") | {
        "candidatos": candidatos_publicos(lista_inicial(cargo, eventos), inscricoes)
    }
    retificadas = {lista.pk: candidatos_publicos(lista, inscricoes) for lista in _listas_retificadas(eventos)}
    return Memoria(
        escrever_caso(caso | desfecho(cargo, regras, eventos, inscricoes, retificadas, publica=True))
    )


def memoria_interna(cargo: Cargo) -> Memoria:
    """A memória com tudo o que decide a ordem: notas, nascimentos, declarações, motivos e documentos.

    Tem a proteção do que leva (LGPD, art. 5º, II): quem a pede responde por deixar registro da leitura.
    """
    regras, eventos, inscricoes = regras_da_reserva(cargo), ler_eventos(cargo), inscricoes_do_cargo(cargo)
    entradas = entradas_da_lista(cargo, lista_inicial(cargo, eventos))
    das_retificadas = {lista.pk: entradas_da_lista(cargo, lista) for lista in _listas_retificadas(eventos)}
    criterios = criterios_do_cargo(cargo.regras, [*entradas, *chain(*das_retificadas.values())])
    provas = provas_que_decidem(criterios, [prova["chave"] for prova in cargo.regras.provas])
    concorreram, fora = candidatos_internos(entradas, inscricoes, provas)
    caso = _cabeca(cargo, regras, "interna") | {
        "classificacao": _classificacao(criterios) | _barreira(cargo.regras),
        "candidatos": concorreram,
        "fora": fora,
    }
    retificadas = {
        pk: candidatos_internos(novas, inscricoes, provas)[0] for pk, novas in das_retificadas.items()
    }
    return Memoria(
        escrever_caso(caso | desfecho(cargo, regras, eventos, inscricoes, retificadas, publica=False))
    )


def _listas_retificadas(eventos: Iterable[Evento]) -> list[Classificacao]:
    return [evento.classificacao for evento in eventos if evento.classificacao is not None]


def sha256_da_publica(cargo: Cargo, vigente: Classificacao) -> str:
    """Resumo da memória pública de agora, guardado por pouco tempo: uma lista tem muitas páginas."""
    eventos = Evento.objects.filter(cargo=cargo).aggregate(ultimo=Max("sequencia"))["ultimo"] or 0
    assinados = Ato.objects.filter(nomeacao__vaga__cargo=cargo, situacao=SituacaoAto.ASSINADO).count()
    estado = f"{vigente.pk}:{vigente.calculada_em.timestamp()}:{eventos}:{assinados}:{cargo.vagas}"
    chave = f"memoria:{cargo.pk}:{estado}"
    return str(cache.get_or_set(chave, lambda: memoria_publica(cargo).sha256, GUARDA_DO_RESUMO))


def rodape_da_lista(classificacao: Classificacao) -> str:
    """O que a lista impressa diz da memória pública; nada, antes da homologação ou de versão retificada."""
    if classificacao.situacao != SituacaoClassificacao.HOMOLOGADA:
        return ""
    cargo = Cargo.objects.select_related("regras", "edital__concurso__orgao").get(pk=classificacao.cargo_id)
    return f"Memória de cálculo pública deste cargo (SHA-256): {sha256_da_publica(cargo, classificacao)}"


# --- as regras


def _cabeca(cargo: Cargo, regras: RegrasDaReserva, versao: str) -> dict[str, Any]:
    concurso = cargo.edital.concurso
    da_reserva = {
        "serie": _serie(regras.serie),
        "dupla_contagem": regras.dupla_contagem,
        "colisao": regras.colisao,
        "limiar": regras.limiar,
        "resto_caxias": regras.resto_caxias,
        "pcd": _pcd(cargo, regras),
        "nao_confirmacao": regras.nao_confirmacao
        if regras.nao_confirmacao is NaoConfirmacao.ELIMINA
        else None,
    }
    onde = f"{concurso.orgao.sigla} {concurso.identificacao}, {cargo.codigo} – {cargo}"
    return {
        "titulo": f"Memória de cálculo {versao}: {onde}",
        "lei": regras.lei or SEM_LEI,
        "edital_publicado_em": regras.edital_publicado_em,
        "vinculo": regras.vinculo,
        "vagas": regras.vagas,
    } | {chave: valor for chave, valor in da_reserva.items() if valor is not None}


def _serie(serie: Any) -> Any:
    return list(serie) if isinstance(serie, tuple) else serie


def _pcd(cargo: Cargo, regras: RegrasDaReserva) -> dict[str, Any] | None:
    if regras.pcd is None:
        return None
    teto = {"teto": cargo.regras.pcd_teto} if regras.pcd.teto is not None else {}
    return {
        "percentual": cargo.regras.pcd_percentual,
        "arredondamento": regras.pcd.arredondamento,
        **teto,
        "minimo": regras.pcd.minimo,
        "serie": _serie(regras.pcd.serie),
    }


def _classificacao(criterios: CriteriosDeClassificacao) -> dict[str, Any]:
    bloco: dict[str, Any] = {"nota_final": nome_da_prova(criterios.nota_final)}
    if criterios.notas_minimas:
        bloco["notas_minimas"] = {
            nome_da_prova(chave): f"{nota:f}" for chave, nota in criterios.notas_minimas.items()
        }
    if criterios.data_referencia_idade:
        bloco["data_referencia_idade"] = criterios.data_referencia_idade
    bloco["desempate"] = [
        f"{criterio.tipo}:{nome_da_prova(criterio.prova)}" if criterio.prova else criterio.texto
        for criterio in criterios.desempate
    ]
    return bloco


def _barreira(regras: Regras) -> dict[str, Any]:
    limites = {"geral": regras.barreira_geral, "cotas": regras.barreira_cotas, "pcd": regras.barreira_pcd}
    postos = {lista: limite for lista, limite in limites.items() if limite is not None}
    return {"barreira": postos} if postos else {}
