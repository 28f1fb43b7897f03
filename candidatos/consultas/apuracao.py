"""Das entradas de um cargo às suas listas, pelo motor; nada se grava aqui.

No motor, cada candidatura é `str(candidatura.pk)`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from django.utils.formats import number_format

from candidatos.consultas.entradas import Entrada
from candidatos.models import Classificacao, Colocacao
from concursos.consultas import barreira_das_regras, criterios_de_classificacao, regras_da_reserva
from concursos.models import Cargo, Regras
from cotas import (
    Concorrente,
    Criterio,
    CriteriosDeClassificacao,
    Falta,
    Habilitado,
    Lugar,
    NaoAprovado,
    RegrasDaReserva,
    aplicar_barreira,
    classificar,
    montar_listas,
)

SORTEIO = Criterio.ler("sorteio")
INAPTO = "inapto"
ELIMINADO = "Eliminado do concurso"
ALEM_DA_BARREIRA = "Além do lugar até que o edital aprova (cláusula de barreira)"
# De uma colocação, o que `ListasApuradas.linhas` dá, nessa ordem.
CAMPOS = (
    "classificacao_id",
    "candidatura_id",
    "resultado_id",
    "ordem",
    "posicao",
    "posicao_cotas",
    "posicao_pcd",
    "nota",
    "criterio",
    "valor",
    "valor_acima",
    "empatado",
    "fora_da_geral",
    "motivo",
)
SEM_RESULTADO = "Nenhum arquivo trouxe as notas desta candidatura"


@dataclass(frozen=True, slots=True)
class ListasApuradas:
    """Listas de um cargo: lugares da geral, lugares nas específicas, motivos de quem ficou fora.

    `empates` e `faltas` têm a forma em que a `Classificacao` os guarda; as chaves dos dicionários são
    candidaturas.
    """

    entradas: Sequence[Entrada]
    geral: Sequence[Lugar]
    cotas: Mapping[int, int]
    pcd: Mapping[int, int]
    fora_da_geral: Collection[int]
    motivos: Mapping[int, str]
    empates: list[dict[str, Any]]
    faltas: list[dict[str, Any]]
    nota_final: str

    @property
    def aprovados(self) -> int:
        """Quantos estão na lista geral."""
        return len(self.geral)

    def linhas(self, classificacao: int | None) -> Iterator[tuple[Any, ...]]:
        """Uma por candidatura, na ordem de `CAMPOS`: os aprovados na ordem da lista, depois os demais.

        Em tuplas, e não em objetos: são tantas quantos os candidatos. `classificacao`: a chave dela.
        """
        resultados = {e.candidatura: (e.resultado, e.notas.get(self.nota_final, "")) for e in self.entradas}
        cotas, pcd = self.cotas.get, self.pcd.get
        for ordem, lugar in enumerate(self.geral, start=1):
            pk = int(lugar.candidato)
            resultado, nota = resultados[pk]
            yield (
                classificacao,
                pk,
                resultado,
                ordem,
                lugar.posicao,
                cotas(pk),
                pcd(pk),
                nota,
                lugar.criterio or "",
                lugar.valor or "",
                lugar.valor_acima or "",
                lugar.empatado,
                pk in self.fora_da_geral,
                "",
            )
        for ordem, (pk, motivo) in enumerate(self.motivos.items(), start=len(self.geral) + 1):
            resultado, nota = resultados[pk]
            yield (
                classificacao,
                pk,
                resultado,
                ordem,
                None,
                None,
                None,
                nota,
                "",
                "",
                "",
                False,
                False,
                motivo,
            )

    def colocacoes(self, classificacao: Classificacao) -> list[Colocacao]:
        """As mesmas linhas em objetos, por gravar."""
        linhas = self.linhas(classificacao.pk)
        return [Colocacao(**dict(zip(CAMPOS, linha, strict=True))) for linha in linhas]


def apurar_lugares(cargo: Cargo, entradas: Sequence[Entrada]) -> ListasApuradas:
    """Classifica as entradas pelos critérios do edital e monta as listas da cota e de PcD.

    Eliminados e inaptos não concorrem; quem não tem resultado é falta. Empate à espera de sorteio é
    empate, ainda que o edital preveja o sorteio.
    """
    regras, criterios = regras_da_reserva(cargo), criterios_do_cargo(cargo.regras, entradas)
    motivos = fora_antes_das_notas(entradas)
    concorrem = [entrada for entrada in entradas if entrada.candidatura not in motivos]
    resultado = classificar(
        map(_concorrente, concorrem), criterios, edital_publicado_em=regras.edital_publicado_em
    )
    nomes = {prova["chave"]: prova["nome"] for prova in cargo.regras.provas}
    sorteios = {falta.candidato for falta in resultado.faltas if falta.campo == SORTEIO.texto}
    empates = [
        *(empate.candidatos for empate in resultado.empates),
        *_a_espera_de_sorteio(resultado.geral, sorteios),
    ]
    faltas = [
        *_sem_resultado(entradas, motivos),
        *(_falta(falta, nomes) for falta in resultado.faltas if falta.campo != SORTEIO.texto),
        *_etapas_sem_resultado(cargo.regras, concorrem, resultado.geral),
    ]
    motivos |= {int(nao.candidato): _abaixo(nao, nomes) for nao in resultado.nao_aprovados}
    aprovados = {int(lugar.candidato) for lugar in resultado.geral}
    sem_nota = {falta["candidatura"]: falta["mensagem"] for falta in reversed(faltas)}
    motivos |= {
        entrada.candidatura: sem_nota[entrada.candidatura].removesuffix(".")
        for entrada in concorrem
        if entrada.candidatura not in aprovados and entrada.candidatura not in motivos
    }
    habilitados = _habilitados(regras, concorrem, resultado.geral)
    ficam, alem = aplicar_barreira(
        habilitados, [lugar.nota for lugar in resultado.geral], barreira_das_regras(cargo.regras)
    )
    motivos |= dict.fromkeys(map(int, alem), ALEM_DA_BARREIRA)
    geral = [lugar for lugar in resultado.geral if int(lugar.candidato) not in motivos]
    cotas, pcd = _listas_especificas(regras, ficam, geral)
    return ListasApuradas(
        entradas=entradas,
        geral=geral,
        cotas=cotas,
        pcd=pcd,
        fora_da_geral={int(pessoa.id) for pessoa in ficam if not pessoa.geral},
        motivos=motivos,
        empates=[
            {"candidaturas": [int(candidato) for candidato in grupo], "proximo": SORTEIO.texto}
            for grupo in empates
        ],
        faltas=faltas,
        nota_final=criterios.nota_final,
    )


def criterios_do_cargo(regras: Regras, entradas: Iterable[Entrada]) -> CriteriosDeClassificacao:
    """Os do edital; havendo sorteio registrado que ele não previa, é o último critério."""
    criterios = criterios_de_classificacao(regras)
    sorteado = any(entrada.sorteio is not None for entrada in entradas)
    if not sorteado or SORTEIO in criterios.desempate:
        return criterios
    return replace(criterios, desempate=(*criterios.desempate, SORTEIO))


def _concorrente(entrada: Entrada) -> Concorrente:
    return Concorrente(
        id=str(entrada.candidatura),
        notas={prova: Decimal(nota) for prova, nota in entrada.notas.items() if nota},
        nascimento=entrada.nascimento,
        jurado=entrada.jurado,
        sorteio=entrada.sorteio,
        negro=entrada.negro,
        indigena=entrada.indigena,
        pcd=entrada.pcd,
    )


def fora_antes_das_notas(entradas: Iterable[Entrada]) -> dict[int, str]:
    """Quem não concorre, e por quê."""
    motivos = {}
    for entrada in entradas:
        inaptas = sorted(etapa for etapa, resultado in entrada.etapas.items() if resultado == INAPTO)
        if entrada.eliminado:
            motivos[entrada.candidatura] = ELIMINADO
        elif entrada.resultado is None:
            motivos[entrada.candidatura] = SEM_RESULTADO
        elif inaptas:
            motivos[entrada.candidatura] = f"Inapto em {', '.join(inaptas)}"[:200]
    return motivos


def _sem_resultado(entradas: Iterable[Entrada], motivos: Mapping[int, str]) -> list[dict[str, Any]]:
    return [
        {"candidatura": entrada.candidatura, "campo": "resultado", "mensagem": f"{SEM_RESULTADO}."}
        for entrada in entradas
        if motivos.get(entrada.candidatura) == SEM_RESULTADO
    ]


def _etapas_sem_resultado(
    regras: Regras, concorrem: Iterable[Entrada], geral: Iterable[Lugar]
) -> list[dict[str, Any]]:
    """Só dos que as notas aprovam: quem não alcança os mínimos pode não ter ido às etapas."""
    aprovados = {int(lugar.candidato) for lugar in geral}
    return [
        {
            "candidatura": entrada.candidatura,
            "campo": f"etapas.{etapa}",
            "mensagem": f"Falta o resultado da etapa {etapa}.",
        }
        for entrada in concorrem
        if entrada.candidatura in aprovados
        for etapa in regras.etapas
        if etapa not in entrada.etapas
    ]


def _a_espera_de_sorteio(geral: Iterable[Lugar], sem_numero: set[str | None]) -> list[list[str]]:
    """Grupos empatados em que o motor pede o número sorteado de alguém."""
    grupos: dict[int, list[str]] = {}
    for lugar in geral:
        if lugar.empatado:
            grupos.setdefault(lugar.posicao, []).append(lugar.candidato)
    return [grupo for grupo in grupos.values() if not sem_numero.isdisjoint(grupo)]


def _falta(falta: Falta, nomes: Mapping[str, str]) -> dict[str, Any]:
    """A falta como se guarda, com o nome da prova em lugar da chave."""
    mensagem = falta.mensagem.replace(f"nota de {falta.campo}", f"nota de {nomes.get(falta.campo)}")
    return {
        "candidatura": int(falta.candidato) if falta.candidato else None,
        "campo": falta.campo,
        "mensagem": f"{mensagem[0].upper()}{mensagem[1:]}.",
    }


def _abaixo(nao: NaoAprovado, nomes: Mapping[str, str]) -> str:
    nota, minimo = (number_format(valor, force_grouping=True) for valor in (nao.nota, nao.minimo))
    return f"Abaixo da nota mínima em {nomes.get(nao.prova, nao.prova)}: {nota}, e o mínimo é {minimo}"[:200]


def _habilitados(
    regras: RegrasDaReserva, concorrem: Iterable[Entrada], geral: Sequence[Lugar]
) -> list[Habilitado]:
    """Os aprovados pelas notas, em ordem geral, com as listas a que a declaração os leva."""
    por_id = {str(entrada.candidatura): entrada for entrada in concorrem}
    norma = regras.norma
    return [
        Habilitado(
            id=lugar.candidato,
            cotista=norma is not None
            and norma.cotista(negro=por_id[lugar.candidato].negro, indigena=por_id[lugar.candidato].indigena),
            pcd=por_id[lugar.candidato].pcd,
        )
        for lugar in geral
    ]


def _listas_especificas(
    regras: RegrasDaReserva, habilitados: Sequence[Habilitado], geral: Sequence[Lugar]
) -> tuple[dict[int, int], dict[int, int]]:
    """Lugar de cada candidatura na lista da cota e na de PcD; empatados na geral dividem-no."""
    listas = montar_listas(regras, habilitados)
    na_geral = {lugar.candidato: lugar.posicao for lugar in geral}
    return _numerar(listas.cotas, na_geral), _numerar(listas.pcd, na_geral)


def _numerar(lista: Iterable[str], na_geral: Mapping[str, int]) -> dict[int, int]:
    lugares: dict[int, int] = {}
    primeiro: dict[int, int] = {}
    for ordem, candidato in enumerate(lista, start=1):
        lugares[int(candidato)] = primeiro.setdefault(na_geral[candidato], ordem)
    return lugares
