"""Retificação: o único caminho por que um edital publicado muda."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date

from django.utils import timezone

from concursos import fluxo
from concursos.consultas import cargos_homologados_do_alvo, conferir_publicacao
from concursos.enums import AtoSobreConcurso
from concursos.models import Cargo, Concurso, Edital, Regras, Retificacao
from concursos.servicos.cargos import exigir_regras_do_edital
from concursos.servicos.dados import DadosDasRegras, DadosDoCargo, DadosDoEdital
from concursos.servicos.justificativas import justificar
from concursos.servicos.mudancas import Mudanca, diferencas, gravar, preencher, trancar
from concursos.servicos.publicacao import exigir_sem_impedimentos
from concursos.servicos.regras import gravar_regras
from nucleo.auditoria import registrar
from nucleo.erros import Recusa
from nucleo.permissoes import Autor, servico

Alvo = Edital | Cargo | Regras

# O que pode mudar mesmo depois da homologação: não toca vagas, série, lei nem a ordem das listas.
CAMPOS_SEM_EFEITO_NAS_LISTAS: Mapping[str, frozenset[str]] = {
    "edital": frozenset({"numero", "veiculo"}),
    "cargo": frozenset(
        {"codigo", "nome", "especialidade", "localidade", "requisito", "vencimento", "carga_horaria"}
    ),
    "regras": frozenset(
        {
            "nome",
            "desempate_justificativa",
            "serie_justificativa",
            "pcd_fonte",
            "pcd_ausencia_justificativa",
        }
    ),
}


@dataclass(frozen=True, slots=True)
class Alteracao:
    """Registro publicado e como fica. Uma retificação pode trazer várias: regras e quadros, juntos."""

    alvo: Alvo
    dados: DadosDoEdital | DadosDoCargo | DadosDasRegras


@dataclass(frozen=True, slots=True)
class MudancaDoEdital:
    """Linha de uma retificação: em que registro, e o que muda nele."""

    alvo: Alvo
    mudanca: Mudanca

    @property
    def onde(self) -> str:
        """O registro que muda, como se lê."""
        return f"Regras: {self.alvo.nome}" if isinstance(self.alvo, Regras) else str(self.alvo)

    @property
    def afeta_as_listas(self) -> bool:
        """Se muda vagas, série, lei ou a ordem das listas."""
        return self.mudanca.campo not in CAMPOS_SEM_EFEITO_NAS_LISTAS[nome_do_alvo(self.alvo)]


def nome_do_alvo(alvo: Alvo) -> str:
    """ "edital", "cargo" ou "regras"."""
    return str(alvo._meta.model_name)


def mudancas_da_retificacao(alteracoes: Sequence[Alteracao]) -> list[MudancaDoEdital]:
    """O que as alterações mudariam, campo a campo, sem gravar nada: é o que se mostra antes."""
    return [
        MudancaDoEdital(alteracao.alvo, mudanca)
        for alteracao in alteracoes
        for mudanca in diferencas(alteracao.alvo, alteracao.dados)
    ]


@servico
def edital_retificar(
    *,
    autor: Autor,
    edital: Edital,
    publicada_em: date,
    veiculo: str,
    motivo: str,
    alteracoes: Sequence[Alteracao],
    justificativa: str = "",
) -> Retificacao:
    """Registra a retificação e muda o que ela muda, guardando o valor antigo e o novo.

    `Recusa`: nada muda; faltam veículo ou motivo; data anterior ao edital; depois da homologação, o que
    mudaria vagas, série, lei ou listas; ou o edital retificado deixaria de poder ser publicado.
    `justificativa`: dos achados que a retificação deixar e que se podem justificar.
    """
    concurso = trancar(edital.concurso_id, AtoSobreConcurso.RETIFICAR)
    atual = Edital.objects.select_related("concurso__orgao__municipio").get(pk=edital.pk)
    _exigir_publicacao(atual, publicada_em, veiculo, motivo)
    relidas = [Alteracao(_reler(atual, cada.alvo), cada.dados) for cada in alteracoes]
    mudancas = mudancas_da_retificacao(relidas)
    _exigir_permitidas(concurso, mudancas)
    retificacao = Retificacao.objects.create(
        edital=atual,
        numero=atual.retificacoes.count() + 1,
        publicada_em=publicada_em,
        veiculo=veiculo.strip(),
        motivo=motivo.strip(),
        mudancas=[_linha(cada) for cada in mudancas],
        autor=autor.pessoa,
    )
    _aplicar(atual, relidas)
    # A releitura confere o edital como ficou: o que não se poderia publicar também não se retifica.
    retificado = Edital.objects.select_related("concurso__orgao__municipio").get(pk=atual.pk)
    publicado_em = _data_do_edital(atual)
    if justificativa.strip():
        ficam = conferir_publicacao(retificado, publicado_em=publicado_em, hoje=timezone.localdate())
        justificar(autor=autor, edital=retificado, achados=ficam.a_justificar, texto=justificativa.strip())
    exigir_sem_impedimentos(
        retificado, publicado_em, "Com esta retificação, o edital não poderia ter sido publicado."
    )
    retificacao.aplicada_em = timezone.now()
    retificacao.save(update_fields=["aplicada_em"])
    registrar(
        autor=autor,
        acao="concursos.edital_retificar",
        objeto=retificacao,
        antes={_nome_na_trilha(cada): cada.mudanca.antes for cada in mudancas},
        depois={_nome_na_trilha(cada): cada.mudanca.depois for cada in mudancas},
    )
    return retificacao


def _data_do_edital(edital: Edital) -> date:
    if edital.publicado_em is None:
        raise Recusa("O edital não tem data de publicação: não há o que retificar.")
    return edital.publicado_em


def _exigir_publicacao(edital: Edital, publicada_em: date, veiculo: str, motivo: str) -> None:
    faltas = []
    if publicada_em < _data_do_edital(edital):
        faltas.append(f"A retificação não pode ser anterior ao edital, de {edital.publicado_em:%d/%m/%Y}.")
    if publicada_em > timezone.localdate():
        faltas.append(f"{publicada_em:%d/%m/%Y} ainda não chegou. Registre a retificação quando ela sair.")
    if not veiculo.strip():
        faltas.append("Informe onde a retificação foi publicada.")
    if not motivo.strip():
        faltas.append("Escreva o motivo da retificação.")
    if faltas:
        raise Recusa("A retificação não pôde ser registrada.", faltas)


def _reler(edital: Edital, alvo: Alvo) -> Alvo:
    if isinstance(alvo, Edital):
        relido: Alvo = Edital.objects.get(pk=alvo.pk)
        dono = relido.pk
    elif isinstance(alvo, Cargo):
        cargo = Cargo.objects.select_related("regras").get(pk=alvo.pk)
        relido, dono = cargo, cargo.edital_id
    else:
        regras = Regras.objects.get(pk=alvo.pk)
        relido, dono = regras, regras.edital_id
    if dono != edital.pk:
        raise Recusa(f"“{relido}” é de outro edital: retifique-o no seu concurso.")
    return relido


def _exigir_permitidas(concurso: Concurso, mudancas: Sequence[MudancaDoEdital]) -> None:
    if not mudancas:
        raise Recusa("Nada mudou: os valores informados são os que o edital já tem.")
    if any(isinstance(cada.alvo, Edital) and cada.mudanca.campo == "publicado_em" for cada in mudancas):
        raise Recusa("A data de publicação do edital é um fato: não se retifica.")
    aberto = fluxo.permite(concurso.situacao, AtoSobreConcurso.RETIFICAR_LISTAS)
    afetam = [
        cada
        for cada in mudancas
        if cada.afeta_as_listas and (not aberto or cargos_homologados_do_alvo(cada.alvo))
    ]
    if afetam:
        raise Recusa(
            "O resultado já foi homologado: o edital não pode mais mudar vagas, série, lei nem critérios "
            "de classificação, que mudariam a ordem de quem já foi classificado.",
            [f"{cada.onde}: {cada.mudanca.rotulo}" for cada in afetam],
        )


def _aplicar(edital: Edital, alteracoes: Sequence[Alteracao]) -> None:
    for alteracao in alteracoes:
        alvo, dados = alteracao.alvo, alteracao.dados
        if isinstance(dados, DadosDoCargo):
            exigir_regras_do_edital(edital, dados)
        preencher(alvo, dados)
        if isinstance(alvo, Regras):
            alvo.congeladas_em = timezone.now()
            gravar_regras(alvo)
        else:
            gravar(alvo)


def _linha(cada: MudancaDoEdital) -> dict[str, object]:
    alvo = cada.alvo
    return {
        "alvo": nome_do_alvo(alvo),
        "alvo_id": alvo.pk,
        "alvo_nome": cada.onde,
        **asdict(cada.mudanca),
    }


def _nome_na_trilha(cada: MudancaDoEdital) -> str:
    return f"{nome_do_alvo(cada.alvo)} {cada.alvo.pk}: {cada.mudanca.campo}"
