"""O registro, no cargo que já tem outros, de que a lista passou a ser a retificada."""

from __future__ import annotations

from candidatos.models import Classificacao
from concursos.servicos.trancas import trancar_cargo
from nomeacoes.consultas import frases_das_violacoes, primeira_divergencia, violacoes_do_cargo
from nomeacoes.enums import TipoDoEvento
from nomeacoes.models import Evento
from nomeacoes.servicos.convocacao import ler_estado
from nucleo.auditoria import registrar
from nucleo.erros import Conflito
from nucleo.permissoes import Autor

DOCUMENTO_MAXIMO = 200


def gravar_retificacao(autor: Autor, nova: Classificacao) -> None:
    """Acrescenta aos registros do cargo a lista que acabou de passar a oficial; se não há nenhum, nada faz.

    Corre na transação de quem retificou. Ninguém perde a vaga e nenhum ato muda: `Conflito` se, reaplicado
    tudo, o que está gravado já não fosse o que a ordem da lei dá.
    """
    cargo, retificacao = trancar_cargo(nova.cargo), nova.retificacao
    ultimo = Evento.objects.filter(cargo=cargo).order_by("-sequencia").first()
    if ultimo is None or retificacao is None:
        return
    evento = Evento.objects.create(
        cargo=cargo,
        sequencia=ultimo.sequencia + 1,
        tipo=TipoDoEvento.RETIFICACAO,
        classificacao=nova,
        data=retificacao.publicada_em,
        motivo=retificacao.motivo,
        documento=f"Retificação nº {retificacao.numero} do resultado, {retificacao.veiculo}"[
            :DOCUMENTO_MAXIMO
        ],
        autor=autor.pessoa,
    )
    estado = ler_estado(cargo)
    divergencia = primeira_divergencia(estado)
    violacoes = frases_das_violacoes(violacoes_do_cargo(estado), estado.regras)
    if divergencia is not None or violacoes:
        frase = divergencia or violacoes[0]
        raise Conflito(f"Nada foi gravado: {frase}. Avise a administração do sistema.", violacoes)
    registrar(
        autor=autor,
        acao="nomeacoes.retificacao",
        objeto=evento,
        depois={"classificacao": nova.versao, "data": evento.data, "documento": evento.documento},
    )
