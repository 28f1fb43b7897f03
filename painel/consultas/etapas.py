"""Em que etapa está o concurso e qual é o próximo passo: um só, com o nome do ato."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from django.urls import reverse
from django.utils import timezone

from concursos.consultas import Conferencia
from concursos.enums import SituacaoConcurso
from concursos.models import Concurso
from nomeacoes.enums import SituacaoNomeacao
from nomeacoes.models import Nomeacao
from nucleo.permissoes import Pessoa, papeis_da_acao
from painel.consultas.fatos import Fatos

EM_ELABORACAO = SituacaoConcurso.EM_ELABORACAO
POR_FAZER = "por fazer"


@dataclass(frozen=True, slots=True)
class Etapa:
    """Uma etapa do concurso. `situacao`: "feita", "atual" ou "futura"; `detalhe`: como está, em palavras."""

    nome: str
    feita: bool
    detalhe: str
    url: str
    data: date | None = None
    situacao: str = "futura"


@dataclass(frozen=True, slots=True)
class Passo:
    """O que vem a seguir: o ato, a página em que se pratica e a ação que o permite.

    `post`: pratica-se já, por um botão. `impedimento` diz numa frase o que o barra, e `saida` onde se
    resolve. `cabe_a`: de quem é o ato, quando quem olha não o pode praticar.
    """

    rotulo: str
    url: str
    acao: str
    post: bool = False
    impedimento: str = ""
    saida: str = ""
    cabe_a: str = ""

    @property
    def pode(self) -> bool:
        """Se quem olha pode praticá-lo."""
        return not self.cabe_a


def _dia(momento: datetime | None) -> date | None:
    return timezone.localtime(momento).date() if momento else None


def _quantos(numero: int, um: str, varios: str) -> str:
    return f"{numero:,} {um if numero == 1 else varios}".replace(",", ".")


def _de(feitos: int, todos: int, um: str, varios: str) -> str:
    """ "3 de 10 vagas", ou que está por fazer quando não há de que contar."""
    return f"{feitos:,} de ".replace(",", ".") + _quantos(todos, um, varios) if todos else POR_FAZER


def etapas_do_concurso(concurso: Concurso, fatos: Fatos, *, autor: Pessoa) -> list[Etapa]:
    """As sete etapas em ordem; a primeira por fazer é a atual. Só há link para onde `autor` entra."""
    etapas = [
        _edital(concurso, fatos),
        *_importacao(concurso, fatos, autor),
        _classificacao(concurso, fatos),
        _homologacao(concurso, fatos),
        *_provimento(concurso, fatos),
    ]
    return _situar(etapas)


def _situar(etapas: Sequence[Etapa]) -> list[Etapa]:
    situadas, ja_ha_atual = [], False
    for etapa in etapas:
        # Uma etapa feita depois de outra por fazer continua futura: as etapas se cumprem em ordem.
        situacao = "feita" if etapa.feita and not ja_ha_atual else "futura" if ja_ha_atual else "atual"
        ja_ha_atual = ja_ha_atual or situacao == "atual"
        situadas.append(replace(etapa, situacao=situacao))
    return situadas


def _edital(concurso: Concurso, fatos: Fatos) -> Etapa:
    publicado = concurso.situacao != EM_ELABORACAO
    return Etapa(
        nome="Edital",
        feita=publicado,
        detalhe="publicado" if publicado else f"rascunho, {_quantos(fatos.cargos, 'cargo', 'cargos')}",
        url=reverse("concursos:edital", args=[concurso.pk]),
        data=concurso.edital.publicado_em if publicado else None,
    )


def _importacao(concurso: Concurso, fatos: Fatos, autor: Pessoa) -> list[Etapa]:
    recebe = autor.pode("candidatos.importacao_receber", concurso.orgao)
    aberta = concurso.situacao != EM_ELABORACAO and recebe
    url = reverse("candidatos:importar", args=[concurso.pk]) if aberta else ""
    todas = fatos.candidaturas > 0 and fatos.com_resultado >= fatos.candidaturas
    return [
        Etapa(
            nome="Inscrições",
            feita=fatos.inscritos > 0,
            detalhe=_quantos(fatos.inscritos, "inscrito", "inscritos") if fatos.inscritos else POR_FAZER,
            url=url,
            data=_dia(fatos.primeira_carga),
        ),
        Etapa(
            nome="Resultados",
            feita=todas and fatos.importacao_aberta is None,
            detalhe=_de(fatos.com_resultado, fatos.candidaturas, "candidatura", "candidaturas"),
            url=url,
            data=_dia(fatos.ultima_carga),
        ),
    ]


def _classificacao(concurso: Concurso, fatos: Fatos) -> Etapa:
    if fatos.pendentes:
        detalhe = f"{_quantos(fatos.pendentes, 'cargo', 'cargos')} com pendência"
    elif fatos.desatualizada and concurso.situacao == SituacaoConcurso.PUBLICADO:
        detalhe = "desatualizada"
    else:
        detalhe = _de(fatos.classificados, fatos.cargos_com_candidatos, "cargo", "cargos")
    return Etapa(
        nome="Classificação",
        feita=concurso.homologado_em is not None or _lista_pronta(fatos),
        detalhe=detalhe,
        url=reverse("candidatos:classificacao", args=[concurso.pk]),
        data=_dia(fatos.classificado_em),
    )


def _lista_pronta(fatos: Fatos) -> bool:
    todos = 0 < fatos.cargos_com_candidatos <= fatos.classificados
    return todos and not fatos.pendentes and not fatos.desatualizada


def _homologacao(concurso: Concurso, fatos: Fatos) -> Etapa:
    fim = concurso.prorrogado_ate or concurso.validade_ate
    if fim is not None:
        detalhe = f"válido até {fim:%d/%m/%Y}"
    elif fatos.homologados:
        detalhe = _de(fatos.homologados, fatos.cargos_com_candidatos, "cargo", "cargos")
    else:
        detalhe = POR_FAZER
    return Etapa(
        nome="Homologação",
        feita=concurso.homologado_em is not None,
        detalhe=detalhe,
        url=reverse("candidatos:classificacao", args=[concurso.pk]) if detalhe != POR_FAZER else "",
        data=concurso.homologado_em or fatos.homologado_em,
    )


def _provimento(concurso: Concurso, fatos: Fatos) -> list[Etapa]:
    homologado = concurso.homologado_em is not None
    # Homologado só em parte, já se convoca para os cargos que o foram.
    aberta = homologado or fatos.homologados > 0
    url = reverse("nomeacoes:convocacoes") + f"?concurso={concurso.pk}" if aberta else ""
    return [
        Etapa(
            nome="Convocações",
            feita=homologado and fatos.providas > 0 and fatos.providas >= fatos.vagas and not fatos.minutas,
            detalhe=_de(fatos.providas, fatos.vagas, "vaga", "vagas"),
            url=url,
            data=fatos.primeira_convocacao,
        ),
        Etapa(
            nome="Posse",
            feita=homologado and 0 < fatos.vagas <= fatos.empossadas,
            detalhe=_de(fatos.empossadas, fatos.providas, "nomeação", "nomeações"),
            url=url,
            data=fatos.ultima_posse,
        ),
    ]


def proximo_passo(
    concurso: Concurso, fatos: Fatos, *, autor: Pessoa, conferencia: Conferencia | None = None
) -> Passo | None:
    """O ato que vem a seguir; nulo quando nada há a fazer. `conferencia`: a do edital em rascunho."""
    if concurso.situacao == EM_ELABORACAO:
        passo: Passo | None = _passo_do_edital(concurso, conferencia)
    elif concurso.situacao == SituacaoConcurso.PUBLICADO:
        # Homologado só em parte, o que já se convocou assina-se antes de cuidar dos demais cargos.
        passo = _passo_das_minutas(fatos) or _passo_da_lista(concurso, fatos)
    elif concurso.situacao == SituacaoConcurso.HOMOLOGADO:
        passo = _passo_das_minutas(fatos) or _passo_do_provimento(concurso, fatos)
    else:
        passo = None
    if passo is None or autor.pode(passo.acao, concurso.orgao):
        return passo
    return replace(passo, cabe_a=_de_quem(passo.acao))


def _de_quem(acao: str) -> str:
    return " ou ".join(sorted(papel.label.lower() for papel in papeis_da_acao(acao)))


def _passo_do_edital(concurso: Concurso, conferencia: Conferencia | None) -> Passo:
    edital = reverse("concursos:edital", args=[concurso.pk])
    if conferencia is None or conferencia.impedimentos:
        quantos = len(conferencia.impedimentos) if conferencia else 0
        return Passo(
            "Completar o edital",
            edital,
            "concursos.edital_alterar",
            impedimento=f"O edital tem {_quantos(quantos, 'impedimento', 'impedimentos')} à publicação."
            if quantos
            else "",
            saida=f"{edital}#conferencia" if quantos else "",
        )
    return Passo(
        "Publicar edital", reverse("concursos:publicar", args=[concurso.pk]), "concursos.edital_publicar"
    )


def _passo_da_lista(concurso: Concurso, fatos: Fatos) -> Passo:
    classificacao = reverse("candidatos:classificacao", args=[concurso.pk])
    if fatos.importacao_aberta is not None:
        return Passo(
            "Continuar a importação",
            reverse("candidatos:importacao", args=[fatos.importacao_aberta]),
            "candidatos.importacao_receber",
        )
    if not fatos.inscritos or fatos.com_resultado < fatos.candidaturas:
        return Passo(
            "Importar resultados",
            reverse("candidatos:importar", args=[concurso.pk]),
            "candidatos.importacao_receber",
        )
    if fatos.classificados < fatos.cargos_com_candidatos or fatos.desatualizada:
        return Passo(
            "Classificar",
            reverse("candidatos:classificar", args=[concurso.pk]),
            "candidatos.concurso_classificar",
            post=True,
        )
    if fatos.pendentes:
        return Passo(
            "Resolver pendências",
            classificacao,
            "candidatos.sorteio_registrar",
            impedimento=f"{_quantos(fatos.pendentes, 'cargo tem', 'cargos têm')} empate sem desempate, "
            "ou dado que falta: não se pode homologar.",
            saida=classificacao,
        )
    return Passo(
        "Homologar resultado",
        reverse("candidatos:homologar", args=[concurso.pk]),
        "candidatos.concurso_homologar",
    )


def _passo_das_minutas(fatos: Fatos) -> Passo | None:
    if fatos.evento_a_assinar is None:
        return None
    return Passo(
        "Assinar atos",
        reverse("nomeacoes:convocacao", args=[fatos.evento_a_assinar]),
        "nomeacoes.convocacao_assinar",
    )


def _passo_do_provimento(concurso: Concurso, fatos: Fatos) -> Passo | None:
    if fatos.a_convocar:
        return Passo("Convocar", _onde_convocar(concurso, fatos), "nomeacoes.convocacao_planejar")
    nomeacao = _a_empossar(concurso) if fatos.empossadas < fatos.providas else None
    if nomeacao is not None:
        return Passo(
            "Registrar posse", reverse("nomeacoes:posse", args=[nomeacao.pk]), "nomeacoes.posse_registrar"
        )
    return None


def _onde_convocar(concurso: Concurso, fatos: Fatos) -> str:
    """O plano do cargo, se é um só; senão, a lista dos cargos a convocar."""
    cargo = concurso.edital.cargos.first() if fatos.cargos == 1 else None
    if cargo is not None:
        return reverse("nomeacoes:convocar", args=[cargo.pk])
    return reverse("nomeacoes:convocacoes") + f"?concurso={concurso.pk}"


def _a_empossar(concurso: Concurso) -> Nomeacao | None:
    return (
        Nomeacao.objects.filter(vaga__cargo__edital__concurso=concurso, situacao=SituacaoNomeacao.NOMEADA)
        .order_by("evento", "ordem")
        .first()
    )
