"""Um caso inteiro, de ponta a ponta: classificar, apurar e devolver o resultado como dados simples."""

from collections.abc import Mapping, Sequence
from typing import Any

from cotas.apuracao import Apuracao, apurar
from cotas.chamada import Chamada
from cotas.classificacao import ResultadoDaClassificacao, classificar
from cotas.criterio import Concorrente, CriteriosDeClassificacao
from cotas.desempate import Empate
from cotas.entrada import SEM_LEI, ler_criterios, ler_regras, provas_nomeadas
from cotas.entrada_do_certame import ler_candidatos, ler_eventos
from cotas.erros import ErroDeCaso, ErroDeEvento, ErroDeRegra
from cotas.leis.base import Lei
from cotas.leitura import Bloco, conferir
from cotas.listas import Habilitado
from cotas.regras import RegrasDaReserva


def simular_caso(dados: Mapping[Any, Any]) -> dict[str, Any]:
    """O resultado de um caso já decomposto: lei, quadro, listas, chamadas, ocupação, vagas abertas.

    Números com parte decimal devem vir como Decimal ou texto. ErroDeCaso com todos os caminhos em que o
    caso não se lê ou não se decide.
    """
    caso = Bloco(dados, "", [])
    conferir(caso.falhas)
    regras = ler_regras(caso)
    bloco = caso.bloco("classificacao")
    criterios = None if bloco is None else ler_criterios(bloco)
    conferir(caso.falhas)
    candidatos = ler_candidatos(caso, provas_nomeadas(criterios))
    eventos = ler_eventos(caso)
    conferir(caso.falhas)
    ordenados = candidatos if criterios is None else _ordenar(candidatos, criterios, regras)
    try:
        apuracao = apurar(regras, _habilitar(ordenados, regras), eventos)
    except ErroDeEvento as erro:
        raise ErroDeCaso((f"eventos[{erro.indice}].{erro.campo}", erro.mensagem)) from None
    except ErroDeRegra as erro:
        raise ErroDeCaso((erro.campo, erro.mensagem)) from None
    return _resultado(regras, apuracao)


def _ordenar(
    candidatos: Sequence[Concorrente], criterios: CriteriosDeClassificacao, regras: RegrasDaReserva
) -> list[Concorrente]:
    resultado = classificar(candidatos, criterios, edital_publicado_em=regras.edital_publicado_em)
    conferir(_falhas_da_classificacao(candidatos, resultado))
    por_id = {candidato.id: candidato for candidato in candidatos}
    return [por_id[lugar.candidato] for lugar in resultado.geral]


def _falhas_da_classificacao(
    candidatos: Sequence[Concorrente], resultado: ResultadoDaClassificacao
) -> list[tuple[str, str]]:
    indice = {candidato.id: i for i, candidato in enumerate(candidatos)}
    falhas = [
        (
            f"classificacao.{falta.campo}"
            if falta.candidato is None
            else f"candidatos[{indice[falta.candidato]}].{falta.campo}",
            falta.mensagem,
        )
        for falta in resultado.faltas
    ]
    if resultado.empates:
        falhas.append(("classificacao.desempate", _mensagem_dos_empates(resultado.empates)))
    return falhas


def _mensagem_dos_empates(empates: Sequence[Empate]) -> str:
    grupos = (f"{', '.join(e.candidatos)} (pode resolver: {e.proximo_criterio})" for e in empates)
    return f"empate que a cadeia não resolve entre {'; entre '.join(grupos)}"


def _habilitar(ordenados: Sequence[Concorrente], regras: RegrasDaReserva) -> list[Habilitado]:
    return [Habilitado(c.id, cotista=_concorre_as_cotas(c, regras.norma), pcd=c.pcd) for c in ordenados]


def _concorre_as_cotas(candidato: Concorrente, lei: Lei | None) -> bool:
    """Se está na lista de cotas: porque o caso o diz, ou porque a lei ampara o grupo que declarou."""
    if lei is None:
        return False
    return candidato.cotista or lei.cotista(negro=candidato.negro, indigena=candidato.indigena)


def _resultado(regras: RegrasDaReserva, apuracao: Apuracao) -> dict[str, Any]:
    quadro, listas = apuracao.quadro, apuracao.listas
    return {
        "lei": regras.lei or SEM_LEI,
        "lei_aplicavel": regras.aplicavel,
        "quadro": {
            "total": quadro.total,
            "ampla": quadro.ampla,
            "cotas": quadro.cotas,
            "pcd": quadro.pcd,
        },
        "classificacao": {
            "geral": list(listas.geral),
            "cotas": list(listas.cotas),
            "pcd": list(listas.pcd),
        },
        "chamadas": [_chamada(chamada) for chamada in apuracao.chamadas],
        "ocupacao": {pessoa: str(conta) for pessoa, conta in apuracao.ocupacao.items()},
        "vagas_abertas": list(apuracao.vagas_abertas),
    }


def _chamada(chamada: Chamada) -> dict[str, Any]:
    return {
        "vaga": chamada.vaga,
        "categoria": str(chamada.categoria),
        "candidato": chamada.candidato,
        "ocupa": str(chamada.ocupa),
        "remanejado": chamada.remanejado,
        "revertida": chamada.revertida,
        "fundamento": list(dict.fromkeys(f.citacao for f in chamada.fundamentos)),
    }
