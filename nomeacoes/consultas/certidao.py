"""O que uma certidão de classificação diz: lugares, desempate, chamadas até agora, situação e validade.

É documento que circula: não leva CPF, nem datas de nascimento, nem o nome de outras pessoas.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from candidatos.consultas.explicacao import nome_do_criterio, nota_legivel
from candidatos.models import Candidatura, Colocacao
from concursos.consultas import nome_do_certame
from cotas import TipoCriterio
from nomeacoes.consultas.espera import n
from nomeacoes.consultas.plano import NOME_DA_RESERVA
from nomeacoes.consultas.porque import Porque, Situacao
from nomeacoes.consultas.valem import nomeacoes_que_valem
from nomeacoes.enums import CategoriaDaVaga, SituacaoAto, SituacaoNomeacao, TipoAto
from nomeacoes.models import Certidao, Evento, Nomeacao
from nucleo.documentos import data_por_extenso
from nucleo.permissoes import Autor

# Comparam nascimentos, que a certidão não revela.
DE_NASCIMENTO = (TipoCriterio.IDOSO, TipoCriterio.SESSENTA_OU_MAIS, TipoCriterio.MAIS_VELHO)


def certidoes_ao_alcance(candidatura: Candidatura, *, autor: Autor) -> QuerySet[Certidao]:
    """As já emitidas, da última à primeira; as completas, só a quem pode ver autodeclarações."""
    certidoes = candidatura.certidoes.select_related("emitida_por").defer("contexto")
    if autor.pode("candidatos.autodeclaracao_ver", candidatura.orgao):
        return certidoes
    return certidoes.filter(completa=False)


def contexto_da_certidao(porque: Porque, *, autor: Autor, quando: datetime) -> dict[str, Any]:
    """Tudo o que a certidão imprime, no instante dado.

    `porque` vem de `porque_da_pessoa`, com as listas específicas só se a certidão é a completa.
    """
    cargo, quando = porque.cargo, timezone.localtime(quando)
    edital, concurso = cargo.edital, cargo.edital.concurso
    return {
        "municipio": concurso.orgao.municipio.nome,
        "orgao": concurso.orgao.nome,
        "vinculo": concurso.tipo,
        "certame": nome_do_certame(concurso),
        "edital": {"nome": str(edital), "data": _extenso(edital.publicado_em)},
        "homologacao": {
            "data": _extenso(cargo.homologacao.homologado_em),
            "veiculo": cargo.homologacao.veiculo,
        },
        "cargo": f"{cargo.codigo} – {cargo}",
        "pessoa": _pessoa(porque.candidatura),
        "completa": porque.ve_declaracoes,
        "resultado": _resultado(porque),
        "chamadas": _chamadas(porque, quando),
        "situacao": frase_da_situacao(porque),
        "validade": porque.validade.frase,
        "emissao": {
            "local_e_data": f"{concurso.orgao.municipio.nome}, {data_por_extenso(quando.date())}",
            "hora": f"{quando:%Hh%M}",
            "por": _emissor(autor),
        },
    }


def _extenso(data: Any) -> str:
    return data_por_extenso(data) if data else ""


def _pessoa(candidatura: Candidatura) -> dict[str, str]:
    inscricao = candidatura.inscricao
    return {"nome": inscricao.candidato.nome, "inscricao": inscricao.numero}


def _emissor(autor: Autor) -> dict[str, str]:
    pessoa = autor.pessoa
    if pessoa is None:
        return {"nome": "", "funcao": ""}
    return {"nome": str(pessoa), "funcao": pessoa.funcao}


def _resultado(porque: Porque) -> dict[str, Any]:
    colocacao = porque.colocacao
    if colocacao is None or colocacao.posicao is None:
        return {"aprovada": False, "motivo": colocacao.motivo if colocacao else ""}
    return {
        "aprovada": True,
        "nota": nota_legivel(colocacao.nota),
        "listas": [
            {"nome": lugar.nome, "lugar": lugar.lugar, "total": n(lugar.total)} for lugar in porque.lugares
        ],
        "acima": _frase_de_cima(porque, colocacao),
        "abaixo": _frase_de_baixo(porque),
        "cadeia": [nome_do_criterio(porque.cargo, texto) for texto in porque.cargo.regras.desempate],
    }


def _frase_de_cima(porque: Porque, colocacao: Colocacao) -> str:
    acima = porque.lugares[0].acima
    if acima is None:
        return "É o primeiro lugar da lista geral."
    if not colocacao.criterio:
        return "Está em empate, ainda por resolver, com quem vem imediatamente antes na lista geral."
    return f"Acima, no {n(acima.lugar)}º lugar, está quem tem {_criterio(porque, colocacao)}."


def _frase_de_baixo(porque: Porque) -> str:
    abaixo = porque.lugares[0].abaixo
    if abaixo is None:
        return "É o último lugar da lista geral."
    if not abaixo.colocacao.criterio:
        return "Está em empate, ainda por resolver, com quem vem imediatamente depois na lista geral."
    criterio = _criterio(porque, abaixo.colocacao)
    return f"Está acima de quem vem no {n(abaixo.lugar)}º lugar por ter {criterio}."


def _criterio(porque: Porque, de_baixo: Colocacao) -> str:
    """O que separa `de_baixo` de quem está logo acima, sem datas de nascimento."""
    valores = f" ({de_baixo.valor_acima} contra {de_baixo.valor})"
    if de_baixo.criterio == TipoCriterio.NOTA_FINAL:
        return f"nota final maior{valores}"
    nome = nome_do_criterio(porque.cargo, de_baixo.criterio)
    inicio = f"a mesma nota final ({nota_legivel(de_baixo.nota)}) e, no desempate, "
    return f"{inicio}{nome}{'' if de_baixo.criterio in DE_NASCIMENTO else valores}"


def _chamadas(porque: Porque, quando: datetime) -> str:
    feitas = nomeacoes_que_valem(porque.cargo).select_related("evento", "vaga")
    ate = f"Até {data_por_extenso(quando.date())}, às {quando:%Hh%M},"
    ultima = feitas.order_by("-evento__sequencia", "-ordem").first()
    if ultima is None:
        return f"{ate} ninguém foi chamado para este cargo."
    quantas = feitas.count()
    foram = "foi feita 1 chamada" if quantas == 1 else f"foram feitas {n(quantas)} chamadas"
    data = data_por_extenso(ultima.evento.data)
    return f"{ate} {foram} para este cargo, a última em {data}, para a vaga {n(ultima.vaga.numero)}."


def frase_da_situacao(porque: Porque) -> str:
    """Como está a pessoa no cargo, numa frase que se pode imprimir."""
    if porque.situacao in (Situacao.SEM_LISTA, Situacao.NAO_APROVADA):
        return "Não está entre os aprovados."
    atual = porque.atual
    if atual is not None:
        return _frase_da_nomeacao(atual.nomeacao)
    passado = "".join(f" {_frase_do_registro(registro)}" for registro in porque.registros)
    if porque.situacao is Situacao.SAIU:
        return f"Deixou o concurso.{passado}"
    return f"Aguarda convocação.{passado}"


def _frase_da_nomeacao(nomeacao: Nomeacao) -> str:
    marcas = [nomeacao.get_ressalva_display().lower()] if nomeacao.ressalva else []
    marcas += ["espelhada"] if nomeacao.espelho else []
    qual = ", ".join([str(n(nomeacao.vaga.numero)), *marcas])
    vaga = f"a vaga {qual}, com ocupação que conta na {_conta(nomeacao)}"
    if nomeacao.situacao == SituacaoNomeacao.EMPOSSADA and nomeacao.empossada_em:
        return f"Tomou posse em {data_por_extenso(nomeacao.empossada_em)}, para {vaga}."
    ato = next((ato for ato in nomeacao.atos.all() if _nomeia(ato)), None)
    por = f", pelo {ato}" if ato else ""
    palavra = "Foi nomeada" if nomeacao.situacao == SituacaoNomeacao.NOMEADA else "Foi convocada"
    return f"{palavra} em {data_por_extenso(nomeacao.evento.data)} para {vaga}{por}."


def _nomeia(ato: Any) -> bool:
    return bool(ato.tipo == TipoAto.NOMEACAO and ato.situacao == SituacaoAto.ASSINADO)


def _conta(nomeacao: Nomeacao) -> str:
    return NOME_DA_RESERVA[CategoriaDaVaga(nomeacao.ocupa)]


def _frase_do_registro(registro: Evento) -> str:
    return f"{registro.get_tipo_display()} em {data_por_extenso(registro.data)}, {registro.documento}."
