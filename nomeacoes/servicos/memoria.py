"""Memória de cálculo: a que se guarda com cada convocação, e as que se entregam de um cargo.

Os atos citam a memória pública logo depois da sua convocação, quando nascem as minutas: é a que se guarda, e
não muda com o que venha depois, nem com os números que esses mesmos atos recebem ao ser assinados.
"""

from __future__ import annotations

from candidatos.consultas.classificacao import classificacao_vigente
from candidatos.enums import SituacaoClassificacao
from concursos.models import Cargo
from nomeacoes.consultas.memoria import Memoria, memoria_interna, memoria_publica
from nomeacoes.models import Evento, MemoriaDaConvocacao
from nucleo.auditoria import registrar
from nucleo.documentos import guardar_pelo_hash
from nucleo.erros import Recusa
from nucleo.permissoes import Autor, servico


@servico
def memoria_publica_exportar(*, autor: Autor, cargo: Cargo) -> Memoria:
    """A memória pública de agora. `Recusa` antes da homologação: até lá a ordem não é oficial."""
    vigente = classificacao_vigente(cargo)
    if vigente is None or vigente.situacao != SituacaoClassificacao.HOMOLOGADA:
        raise Recusa("O resultado deste cargo ainda não foi homologado: não há ordem a publicar.")
    return memoria_publica(cargo)


@servico
def memoria_interna_exportar(*, autor: Autor, cargo: Cargo) -> Memoria:
    """A memória com notas, nascimentos e declarações; a leitura fica na trilha, sem o conteúdo.

    `Recusa` se o cargo não foi classificado.
    """
    if classificacao_vigente(cargo) is None:
        raise Recusa("Este cargo ainda não foi classificado: não há ordem a refazer.")
    memoria = memoria_interna(cargo)
    registrar(
        autor=autor,
        acao="nomeacoes.memoria_interna_exportar",
        objeto=cargo,
        depois={"sha256": memoria.sha256},
    )
    return memoria


def guardar_memoria(evento: Evento) -> MemoriaDaConvocacao:
    """Guarda a memória pública como está depois da convocação, na transação corrente."""
    memoria = memoria_publica(evento.cargo)
    resumo = memoria.sha256
    arquivo = guardar_pelo_hash(memoria.octetos, f"memorias/{resumo[:2]}/{resumo}.yaml", resumo)
    return MemoriaDaConvocacao.objects.create(evento=evento, arquivo=arquivo, sha256=resumo)
