"""O edital e a sua retificação: o que dizem, lido do que está registrado."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from concursos.consultas import (
    edital_completo,
    em_palavras,
    lei_que_rege,
    linha_do_cadastro,
    nome_do_certame,
    nome_do_criterio,
)
from concursos.models import Cargo, Edital, Regras, Retificacao
from nucleo.documentos import EspecieDeDocumento, cabecalho, coluna, data_por_extenso, tabela
from nucleo.erros import Recusa

Contexto = dict[str, Any]
SIM, NAO, NADA = "Sim", "Não", "Não há"


def contexto_do_edital(edital: Edital, _opcoes: Mapping[str, Any]) -> Contexto:
    """O edital de abertura, como está registrado; em rascunho, é minuta. `Recusa` se não tem cargos."""
    edital = edital_completo(concurso=edital.concurso)
    cargos = sorted(edital.cargos.all(), key=lambda cargo: cargo.codigo)
    if not cargos:
        raise Recusa("O edital ainda não tem cargos: acrescente-os antes de o emitir.")
    concurso = edital.concurso
    publicado_em = edital.publicado_em
    return cabecalho(concurso.orgao) | {
        "titulo": f"{edital} – {nome_do_certame(concurso)}",
        "minuta": not edital.publicado,
        "certame": nome_do_certame(concurso),
        "objeto": concurso.titulo,
        "vinculo": concurso.tipo,
        "banca": concurso.banca,
        "validade_meses": concurso.validade_meses,
        "publicacao": _publicacao(publicado_em, edital.veiculo if edital.publicado else ""),
        "lei": _lei(edital, publicado_em),
        "tem_cadastro": any(cargo.cadastro_reserva for cargo in cargos),
        "regras": [_regras(regras, cargos) for regras in edital.regras.all()],
        "retificado": [str(cada.numero) for cada in edital.retificacoes.all()],
        "tabelas": _tabelas(edital, cargos),
    }


def contexto_da_retificacao(retificacao: Retificacao, _opcoes: Mapping[str, Any]) -> Contexto:
    """A retificação publicada: onde se lê e leia-se, campo a campo."""
    edital, concurso = retificacao.edital, retificacao.edital.concurso
    colunas = [coluna("Onde", 2.4), coluna("Item", 2), coluna("Onde se lê", 3), coluna("Leia-se", 3)]
    mudancas = [
        [cada["alvo_nome"], cada["rotulo"], em_palavras(cada["antes"]), em_palavras(cada["depois"])]
        for cada in retificacao.mudancas
    ]
    return cabecalho(concurso.orgao) | {
        "titulo": f"{retificacao} – {nome_do_certame(concurso)}",
        "minuta": False,
        "edital": str(edital),
        "edital_publicacao": _publicacao(edital.publicado_em, edital.veiculo),
        "publicacao": _publicacao(retificacao.publicada_em, retificacao.veiculo),
        "motivo": retificacao.motivo,
        "tabelas": {"mudancas": tabela("O que se retifica", colunas, mudancas)},
    }


def _publicacao(data: date | None, veiculo: str) -> Contexto:
    return {"data": data_por_extenso(data) if data else "", "veiculo": veiculo}


def _lei(edital: Edital, publicado_em: date | None) -> Contexto | None:
    lei = lei_que_rege(edital, publicado_em) if publicado_em else None
    return None if lei is None else {"chave": edital.lei, "titulo": lei.titulo}


def _tabelas(edital: Edital, cargos: Sequence[Cargo]) -> Contexto:
    tabelas = {"quadro": _quadro(cargos), "cargos": _dos_cargos(cargos)}
    cadastro = [
        [cada.cargo.codigo, str(cada.cargo), _numeros(cada.cotas), _numeros(cada.pcd)]
        for cargo in cargos
        if (cada := linha_do_cadastro(cargo, publicado_em=edital.publicado_em))
    ]
    colunas = [coluna("Código", 1.4), coluna("Cargo", 5), coluna("Da cota", 2), coluna("De PcD", 2)]
    tabelas["cadastro"] = tabela("Próximas vagas reservadas, além das oferecidas", colunas, cadastro)
    for regras in edital.regras.all():
        tabelas[f"provas_{regras.pk}"] = _provas(regras)
    return tabelas


def _quadro(cargos: Sequence[Cargo]) -> Contexto:
    numeros = [coluna(nome, 1.5, "direita") for nome in ("Ampla", "Cota", "PcD", "Total")]
    colunas = [
        coluna("Código", 1.4),
        coluna("Cargo", 5),
        *numeros,
        coluna("Cadastro de reserva", 2, "centro"),
    ]
    linhas = [
        [
            cargo.codigo,
            str(cargo),
            *map(str, (cargo.vagas_ampla, cargo.vagas_cotas, cargo.vagas_pcd, cargo.vagas)),
            SIM if cargo.cadastro_reserva else NAO,
        ]
        for cargo in cargos
    ]
    somas = [
        str(sum(getattr(cargo, campo) for cargo in cargos))
        for campo in ("vagas_ampla", "vagas_cotas", "vagas_pcd", "vagas")
    ]
    return tabela("Quadro de vagas", colunas, [*linhas, ["", "Total", *somas, ""]])


def _dos_cargos(cargos: Sequence[Cargo]) -> Contexto:
    colunas = [
        coluna("Código", 1.4),
        coluna("Cargo", 3.4),
        coluna("Requisito", 4),
        coluna("Vencimento", 2),
        coluna("Carga horária", 2),
    ]
    linhas = [
        [cargo.codigo, str(cargo), cargo.requisito, cargo.vencimento, cargo.carga_horaria] for cargo in cargos
    ]
    return tabela("Requisitos e condições", colunas, linhas)


def _provas(regras: Regras) -> Contexto:
    colunas = [coluna("Prova", 5), coluna("Nota mínima", 2, "direita"), coluna("Nota máxima", 2, "direita")]
    linhas = [
        [prova["nome"], *(_nota(prova.get(campo, "")) for campo in ("minima", "maxima"))]
        for prova in regras.provas
    ]
    return tabela(f"Provas – {regras.nome}", colunas, linhas)


def _nota(texto: str) -> str:
    return texto.replace(".", ",") or NADA


def _numeros(vagas: Sequence[int]) -> str:
    return ", ".join(map(str, vagas)) or NADA


def _regras(regras: Regras, cargos: Sequence[Cargo]) -> Contexto:
    """O que o anexo diz de um conjunto de regras: os cargos, a nota final, o desempate e a barreira."""
    nomes = {prova["chave"]: prova["nome"] for prova in regras.provas}
    limites = (
        ("geral", regras.barreira_geral),
        ("da cota", regras.barreira_cotas),
        ("de PcD", regras.barreira_pcd),
    )
    referencia = regras.data_referencia_idade
    return {
        "nome": regras.nome,
        "provas": f"provas_{regras.pk}",
        "cargos": ", ".join(cargo.codigo for cargo in cargos if cargo.regras_id == regras.pk),
        "nota_final": nomes.get(regras.nota_final, ""),
        "etapas": list(regras.etapas),
        "desempate": [nome_do_criterio(criterio, nomes) for criterio in regras.desempate],
        "referencia": data_por_extenso(referencia) if referencia else "",
        "barreira": [f"lista {lista}: até o {lugar}º lugar" for lista, lugar in limites if lugar],
        "heteroidentificacao": regras.heteroidentificacao and regras.heteroidentificacao_fonte,
        "nao_confirmacao": regras.get_nao_confirmacao_display().lower(),
        "biopsicossocial": regras.biopsicossocial,
        "pcd": _pcd(regras),
    }


def _pcd(regras: Regras) -> Contexto:
    return {
        "percentual": regras.pcd_percentual.replace(".", ","),
        "arredondamento": regras.get_pcd_arredondamento_display().lower(),
        "teto": regras.pcd_teto.replace(".", ","),
        "minimo": regras.pcd_minimo,
        "fonte": regras.pcd_fonte,
        "ausencia": regras.pcd_ausencia_justificativa,
    }


EDITAL = EspecieDeDocumento(
    nome="concursos.edital",
    rotulo="Edital",
    alvo=Edital,
    acao="concursos.ver",
    contexto=contexto_do_edital,
    modelo="concursos/documentos/v1/edital.html",
)
RETIFICACAO = EspecieDeDocumento(
    nome="concursos.retificacao",
    rotulo="Edital de retificação",
    alvo=Retificacao,
    acao="concursos.ver",
    contexto=contexto_da_retificacao,
    modelo="concursos/documentos/v1/retificacao.html",
)
