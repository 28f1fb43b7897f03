"""Publicação do edital: confere tudo, congela as regras e fecha o rascunho."""

from __future__ import annotations

from datetime import date

from django.utils import timezone

from concursos.consultas import conferir_publicacao
from concursos.enums import AtoSobreConcurso, SituacaoConcurso, SituacaoEdital
from concursos.fluxo import exigir_passagem
from concursos.models import Concurso, Edital
from concursos.servicos.mudancas import trancar
from nucleo.auditoria import registrar
from nucleo.erros import Recusa
from nucleo.permissoes import Autor, servico


@servico
def edital_publicar(*, autor: Autor, edital: Edital, publicado_em: date, veiculo: str) -> Edital:
    """Registra a publicação do edital em rascunho e congela as suas regras.

    `Recusa` com um detalhe por impedimento: lei que não é a em vigor nessa data, quadro que não soma
    ou não é o da lei, regras incompletas, cargo que falta ou se repete.
    """
    concurso = trancar(edital.concurso_id, AtoSobreConcurso.PUBLICAR)
    exigir_passagem(concurso.situacao, SituacaoConcurso.PUBLICADO)
    atual = Edital.objects.select_related("concurso__orgao__municipio").get(pk=edital.pk)
    if not veiculo.strip():
        raise Recusa("Informe onde o edital foi publicado, como “Diário Oficial do Município nº 18.000”.")
    exigir_sem_impedimentos(atual, publicado_em, "O edital ainda não pode ser publicado.")
    _congelar(atual, concurso, publicado_em, veiculo.strip())
    registrar(
        autor=autor,
        acao="concursos.edital_publicar",
        objeto=atual,
        antes={"situacao": SituacaoEdital.RASCUNHO},
        depois={
            "situacao": atual.situacao,
            "publicado_em": publicado_em,
            "veiculo": atual.veiculo,
            "lei": atual.lei,
            "quadro": {
                cargo.codigo: [cargo.vagas, cargo.vagas_ampla, cargo.vagas_cotas, cargo.vagas_pcd]
                for cargo in atual.cargos.all()
            },
        },
    )
    return atual


def exigir_sem_impedimentos(edital: Edital, publicado_em: date, mensagem: str) -> None:
    """`Recusa` com todos os impedimentos do edital como está no banco."""
    conferencia = conferir_publicacao(edital, publicado_em=publicado_em, hoje=timezone.localdate())
    if conferencia.impedimentos:
        raise Recusa(mensagem, [str(achado) for achado in conferencia.impedimentos])


def _congelar(edital: Edital, concurso: Concurso, publicado_em: date, veiculo: str) -> None:
    # As regras antes do edital: publicado ele, o gatilho do banco recusa mudá-las.
    for regras in edital.regras.all():
        regras.congeladas_em = timezone.now()
        regras.save(update_fields=["congeladas_em"])
    edital.publicado_em = publicado_em
    edital.veiculo = veiculo
    edital.situacao = SituacaoEdital.PUBLICADO
    edital.save()
    concurso.situacao = SituacaoConcurso.PUBLICADO
    concurso.save(update_fields=["situacao"])
    # Quem recebe o edital de volta vê o concurso como ficou.
    edital.concurso = concurso
