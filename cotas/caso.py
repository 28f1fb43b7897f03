"""Um caso inteiro, de ponta a ponta: classificar, apurar e devolver o resultado como dados simples."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from cotas.apuracao import Apuracao, apurar
from cotas.barreira import Barreira, aplicar_barreira
from cotas.chamada import Chamada
from cotas.classificacao import ResultadoDaClassificacao, classificar
from cotas.criterio import Concorrente, CriteriosDeClassificacao
from cotas.desempate import Empate
from cotas.entrada import SEM_LEI, ler_barreira, ler_criterios, ler_regras, provas_nomeadas
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
    provas = provas_nomeadas(criterios)
    candidatos = ler_candidatos(caso, provas)
    lidos = ler_eventos(caso, provas)
    conferir(caso.falhas)
    lista = _Lista(regras, criterios, Barreira() if bloco is None else ler_barreira(bloco))
    habilitados = lista.habilitar(candidatos, "")
    eventos = [
        lido.evento
        if lido.candidatos is None
        else replace(lido.evento, habilitados=tuple(lista.habilitar(lido.candidatos, f"eventos[{i}].")))
        for i, lido in enumerate(lidos)
    ]
    try:
        apuracao = apurar(regras, habilitados, eventos)
    except ErroDeEvento as erro:
        raise ErroDeCaso((f"eventos[{erro.indice}].{erro.campo}", erro.mensagem)) from None
    except ErroDeRegra as erro:
        raise ErroDeCaso((erro.campo, erro.mensagem)) from None
    return _resultado(regras, apuracao)


@dataclass(frozen=True, slots=True)
class _Lista:
    """Como os candidatos de um caso, os do começo e os de cada retificação, se tornam lista."""

    regras: RegrasDaReserva
    criterios: CriteriosDeClassificacao | None
    barreira: Barreira

    def habilitar(self, candidatos: Sequence[Concorrente], caminho: str) -> list[Habilitado]:
        """Em ordem geral, com as listas de cada um. Sem classificação, a ordem é a dada, sem barreira."""
        if self.criterios is None:
            return [self._habilitado(candidato) for candidato in candidatos]
        publicado_em = self.regras.edital_publicado_em
        resultado = classificar(candidatos, self.criterios, edital_publicado_em=publicado_em)
        conferir(_falhas_da_classificacao(candidatos, resultado, caminho))
        por_id = {candidato.id: candidato for candidato in candidatos}
        em_ordem = [self._habilitado(por_id[lugar.candidato]) for lugar in resultado.geral]
        return aplicar_barreira(em_ordem, [lugar.nota for lugar in resultado.geral], self.barreira)[0]

    def _habilitado(self, candidato: Concorrente) -> Habilitado:
        cotista = _concorre_as_cotas(candidato, self.regras.norma)
        return Habilitado(candidato.id, cotista, candidato.pcd, geral=not candidato.fora_da_geral)


def _falhas_da_classificacao(
    candidatos: Sequence[Concorrente], resultado: ResultadoDaClassificacao, caminho: str
) -> list[tuple[str, str]]:
    """`caminho`: onde os candidatos estão no caso, "" para os do começo."""
    indice = {candidato.id: i for i, candidato in enumerate(candidatos)}
    falhas = [
        (
            f"classificacao.{falta.campo}"
            if falta.candidato is None
            else f"{caminho}candidatos[{indice[falta.candidato]}].{falta.campo}",
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
        **({"espelhos": dict(apuracao.espelhos)} if apuracao.espelhos else {}),
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
        **({"espelho": True} if chamada.espelho else {}),
        **({"ressalva": str(chamada.ressalva)} if chamada.ressalva else {}),
    }
