"""As três leituras da dupla contagem, comparadas sobre os mesmos eventos: a quem a escolha afeta."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from candidatos.models import Candidatura
from concursos.enums import ModoDaDuplaContagem
from cotas import DuplaContagem, ErroDeEvento, apurar
from nomeacoes.consultas.ensaio import Ensaio, regras_com_o_modo

# Mais nomes que isto não se leem numa comparação: o total diz-se sempre.
MAIOR_LISTA = 60

EXPLICACAO = {
    DuplaContagem.REMANEJAMENTO: (
        "o cotista que a lista geral alcança passa a contar na ampla, e a reserva que ocupava vai ao próximo "
        "da lista específica"
    ),
    DuplaContagem.CORTE_FIXO: (
        "nas vagas oferecidas, a reserva não chama os cotistas que estão dentro do número de vagas da ampla"
    ),
    DuplaContagem.CONSUMO: (
        "a vaga reservada vai ao próximo da lista específica e fica com ele, ainda que a geral o alcançasse"
    ),
}

# Candidato → vaga da última chamada que teve.
Chamados = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Leitura:
    """Um modo: quem chamou até hoje, e quem terá chamado depois dos passos.

    `possivel`: se os registros do cargo cabem nele; se não, não chamou ninguém que se compare.
    """

    modo: ModoDaDuplaContagem
    da_regra: bool
    ate_hoje: Chamados
    ao_fim: Chamados
    possivel: bool = True

    @property
    def explicacao(self) -> str:
        """O que esta leitura faz, em palavras."""
        return EXPLICACAO[DuplaContagem(self.modo.value)]


@dataclass(frozen=True, slots=True)
class Par:
    """Duas leituras: quantas pessoas uma chama e a outra não, até hoje e depois dos passos."""

    uma: ModoDaDuplaContagem
    outra: ModoDaDuplaContagem
    so_na_uma_hoje: int
    so_na_outra_hoje: int
    so_na_uma: int
    so_na_outra: int


@dataclass(frozen=True, slots=True)
class Afetada:
    """Alguém que nem todas as leituras chamam. `vagas`: a de cada leitura, na ordem; nula, não chamado."""

    candidatura: Candidatura
    vagas: tuple[int | None, ...]
    desde_hoje: bool


@dataclass(frozen=True, slots=True)
class Comparacao:
    """As leituras, os pares e as pessoas afetadas. `total`: quantas são, mostradas ou não.

    `impossiveis`: os modos em que algum registro deste cargo não caberia.
    """

    leituras: tuple[Leitura, ...]
    pares: tuple[Par, ...]
    afetadas: tuple[Afetada, ...]
    total: int
    impossiveis: tuple[ModoDaDuplaContagem, ...] = ()


def comparar_leituras(ensaio: Ensaio) -> Comparacao:
    """Reaplica, em cada modo e desde o começo, a história do cargo e os passos do ensaio.

    Os eventos são os mesmos nos três; só muda quem cada convocação chama.
    """
    todas = tuple(_ler(ensaio, modo) for modo in DuplaContagem)
    leituras = tuple(leitura for leitura in todas if leitura.possivel)
    pares = tuple(_par(uma, outra) for i, uma in enumerate(leituras) for outra in leituras[i + 1 :])
    afetadas = _afetadas([leitura.ao_fim for leitura in leituras])
    hoje = set(_afetadas([leitura.ate_hoje for leitura in leituras]))
    pessoas = _pessoas(afetadas[:MAIOR_LISTA])
    return Comparacao(
        leituras,
        pares,
        tuple(
            Afetada(pessoas[quem], tuple(leitura.ao_fim.get(quem) for leitura in leituras), quem in hoje)
            for quem in afetadas[:MAIOR_LISTA]
        ),
        len(afetadas),
        tuple(leitura.modo for leitura in todas if not leitura.possivel),
    )


def _ler(ensaio: Ensaio, modo: DuplaContagem) -> Leitura:
    estado = ensaio.estado
    regras = regras_com_o_modo(estado.regras, modo)
    if modo is ensaio.regras.dupla_contagem_efetiva:
        apuracao = ensaio.apuracao()
    else:
        try:
            apuracao = apurar(regras, estado.habilitados, (*ensaio.passados, *ensaio.novos))
        except ErroDeEvento:
            # Um registro (a opção de quem nela já teria vaga, um desfazimento) não caberia nesta leitura.
            return Leitura(ModoDaDuplaContagem(modo.value), False, {}, {}, possivel=False)
    chamadas = apuracao.chamadas
    return Leitura(
        modo=ModoDaDuplaContagem(modo.value),
        da_regra=modo is estado.regras.dupla_contagem_efetiva,
        ate_hoje={c.candidato: c.vaga for c in chamadas if c.evento < len(ensaio.passados)},
        ao_fim={c.candidato: c.vaga for c in chamadas},
    )


def _par(uma: Leitura, outra: Leitura) -> Par:
    return Par(
        uma=uma.modo,
        outra=outra.modo,
        so_na_uma_hoje=len(uma.ate_hoje.keys() - outra.ate_hoje.keys()),
        so_na_outra_hoje=len(outra.ate_hoje.keys() - uma.ate_hoje.keys()),
        so_na_uma=len(uma.ao_fim.keys() - outra.ao_fim.keys()),
        so_na_outra=len(outra.ao_fim.keys() - uma.ao_fim.keys()),
    )


def _afetadas(chamados: Sequence[Chamados]) -> list[str]:
    """Quem alguma leitura chama e outra não, pela vaga em que primeiro aparece."""
    todos = {quem for cada in chamados for quem in cada}
    afetados = [quem for quem in todos if any(quem not in cada for cada in chamados)]
    return sorted(afetados, key=lambda quem: (min(c[quem] for c in chamados if quem in c), int(quem)))


def _pessoas(quem: Sequence[str]) -> Mapping[str, Candidatura]:
    achadas = Candidatura.objects.filter(pk__in=[int(pk) for pk in quem])
    return {str(c.pk): c for c in achadas.select_related("inscricao__candidato")}
