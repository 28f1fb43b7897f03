"""As verdades do domínio, sobre certames gerados ao acaso."""

from collections.abc import Sequence
from datetime import date
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from cotas import (
    LEIS,
    Categoria,
    DuplaContagem,
    Evento,
    Habilitado,
    RegrasDaReserva,
    ReservaPcd,
    TipoEvento,
    apurar,
    categorias_das_vagas,
    quadro_de_vagas,
)
from cotas.ordem import Andamento

EDITAL = date(2023, 8, 31)
DEFINITIVAS = [
    TipoEvento.DESISTENCIA,
    TipoEvento.SEM_EFEITO,
    TipoEvento.ELIMINACAO,
    TipoEvento.FALECIMENTO,
]
PERDAS = [*DEFINITIVAS, TipoEvento.NAO_CONFIRMACAO, TipoEvento.FINAL_DE_FILA]
PCD = ReservaPcd(Fraction(5), teto=Fraction(20))


@st.composite
def certame(draw: st.DrawFn, *, com_pcd: bool) -> tuple[RegrasDaReserva, list[Habilitado]]:
    regras = RegrasDaReserva(
        draw(st.sampled_from(sorted(LEIS))),
        EDITAL,
        draw(st.integers(0, 15)),
        dupla_contagem=draw(st.sampled_from(DuplaContagem)),
        pcd=PCD if com_pcd else None,
    )
    marcas = draw(st.lists(st.tuples(st.booleans(), st.booleans()), max_size=30))
    return regras, [
        Habilitado(f"k{i}", cotista=cotista, pcd=pcd and com_pcd) for i, (cotista, pcd) in enumerate(marcas)
    ]


passos = st.lists(
    st.integers(1, 6) | st.tuples(st.sampled_from(PERDAS), st.integers(0, 29)), min_size=1, max_size=14
)


def convocar(quantidade: int) -> Evento:
    return Evento(TipoEvento.CONVOCAR, quantidade=quantidade)


def chamados(regras: RegrasDaReserva, modo: DuplaContagem, pessoas: Sequence[Habilitado]) -> set[str]:
    do_modo = RegrasDaReserva(regras.lei, EDITAL, regras.vagas, dupla_contagem=modo)
    eventos = [convocar(regras.vagas)] if regras.vagas else []
    return {chamada.candidato for chamada in apurar(do_modo, pessoas, eventos).chamadas}


@settings(max_examples=300)
@given(certame(com_pcd=False))
def test_verdade_1_mesmas_pessoas_nos_dois_primeiros_modos(
    dados: tuple[RegrasDaReserva, list[Habilitado]],
) -> None:
    regras, pessoas = dados
    if len(pessoas) < regras.vagas:
        pessoas += [Habilitado(f"x{i}") for i in range(regras.vagas - len(pessoas))]
    remanejados, cortados, consumidos = (chamados(regras, modo, pessoas) for modo in DuplaContagem)
    assert remanejados == cortados
    assert len(remanejados) == regras.vagas
    cotistas = {p.id for p in pessoas if p.cotista}
    assert len(consumidos & cotistas) <= len(remanejados & cotistas)


class Acompanhado:
    """Um andamento com uma contabilidade à parte, que só olha o que saiu dele."""

    def __init__(self, regras: RegrasDaReserva, pessoas: Sequence[Habilitado]) -> None:
        self.categorias = categorias_das_vagas(regras, 100)
        self.modo = regras.dupla_contagem_efetiva
        self.quadro = quadro_de_vagas(regras)
        self.andamento = Andamento(pessoas, lambda n: self.categorias[n - 1], self.quadro, self.modo)
        self.geral = [p.id for p in pessoas]
        self.da_lista = {
            Categoria.AMPLA: set(self.geral),
            Categoria.COTAS: {p.id for p in pessoas if p.cotista},
            Categoria.PCD: {p.id for p in pessoas if p.pcd},
        }
        self.conta: dict[str, Categoria] = {}
        self.vaga: dict[str, int] = {}
        self.abertas: dict[int, Categoria] = {}
        self.adiados: set[str] = set()
        self.providas = 0

    def perder(self, tipo: TipoEvento, pessoa: str) -> bool:
        """Aplica a perda, se cabe, e confere que só a pessoa mudou. Diz se coube."""
        if pessoa not in self.geral or (tipo is TipoEvento.FINAL_DE_FILA and pessoa in self.adiados):
            return False
        if tipo is TipoEvento.NAO_CONFIRMACAO and pessoa not in self.da_lista[Categoria.COTAS]:
            return False
        assert self.andamento.aplicar(Evento(tipo, pessoa)) == ()
        perde = tipo is not TipoEvento.NAO_CONFIRMACAO or self.conta.get(pessoa) is Categoria.COTAS
        if perde and pessoa in self.conta:
            # Verdade 4: a vaga volta na conta que a pessoa tinha nesse momento.
            self.abertas[self.vaga.pop(pessoa)] = self.conta.pop(pessoa)
        if tipo is TipoEvento.NAO_CONFIRMACAO:
            self.da_lista[Categoria.COTAS].discard(pessoa)
        else:
            self.geral.remove(pessoa)
        if tipo is TipoEvento.FINAL_DE_FILA:
            self.geral.append(pessoa)
            self.adiados.add(pessoa)
        assert self.andamento.ocupacao == self.conta  # Verdade 3: ninguém mais perde a vaga.
        return True

    def convocar(self, quantidade: int) -> None:
        """Convoca e confere cada chamada."""
        for chamada in self.andamento.aplicar(convocar(quantidade)):
            if self.abertas:
                assert chamada.vaga == min(self.abertas)
                assert chamada.categoria is self.abertas.pop(chamada.vaga)
            else:
                self.providas += 1
                assert chamada.vaga == self.providas
                assert chamada.categoria is self.categorias[chamada.vaga - 1]
            assert chamada.candidato not in self.conta
            assert chamada.vaga not in self.vaga.values()
            self._conferir_preteridos(chamada.candidato, chamada.ocupa)
            for movido in chamada.remanejamentos:
                assert self.conta[movido.candidato] is movido.de is not Categoria.AMPLA
                self.conta[movido.candidato] = Categoria.AMPLA
            self.conta[chamada.candidato], self.vaga[chamada.candidato] = chamada.ocupa, chamada.vaga
        assert self.andamento.ocupacao == self.conta
        assert self.andamento.vaga_de == self.vaga
        assert self.andamento.vagas_abertas == tuple(sorted(self.abertas))

    def _conferir_preteridos(self, chamado: str, lista: Categoria) -> None:
        """Verdade 3: dentro da lista, ninguém sem vaga fica para trás, salvo os que o corte guarda."""
        acima = self.geral[: self.geral.index(chamado)]
        preteridos = [p for p in acima if p in self.da_lista[lista] and p not in self.conta]
        guarda = self.modo is DuplaContagem.CORTE_FIXO and lista is not Categoria.AMPLA
        assert set(preteridos) <= set(self.geral[: self.quadro.ampla] if guarda else ())


@settings(max_examples=400)
@given(certame(com_pcd=True), passos)
def test_verdades_3_e_4(dados: tuple[RegrasDaReserva, list[Habilitado]], sequencia: list[object]) -> None:
    acompanhado = Acompanhado(*dados)
    for passo in sequencia:
        if isinstance(passo, int):
            acompanhado.convocar(passo)
        elif isinstance(passo, tuple):
            acompanhado.perder(passo[0], f"k{passo[1]}")


@settings(max_examples=400)
@given(certame(com_pcd=False), passos)
def test_verdade_2_conjunto_no_remanejamento(
    dados: tuple[RegrasDaReserva, list[Habilitado]], sequencia: list[object]
) -> None:
    regras, pessoas = dados
    regras = RegrasDaReserva(regras.lei, EDITAL, regras.vagas, dupla_contagem=DuplaContagem.REMANEJAMENTO)
    acompanhado = Acompanhado(regras, pessoas)
    for passo in sequencia:
        if isinstance(passo, int):
            acompanhado.convocar(passo)
        elif isinstance(passo, tuple) and passo[0] in DEFINITIVAS:
            acompanhado.perder(passo[0], f"k{passo[1]}")
        if not acompanhado.abertas:
            assert set(acompanhado.conta) == no_conjunto(acompanhado)


def no_conjunto(acompanhado: Acompanhado) -> set[str]:
    """Os primeiros AC(n) da geral e cotas(n) dos cotistas restantes; o que falta vem da geral."""
    n = acompanhado.providas
    de_cotas = acompanhado.categorias[:n].count(Categoria.COTAS)
    na_ampla = acompanhado.geral[: n - de_cotas]
    restantes = [p for p in acompanhado.geral[n - de_cotas :] if p in acompanhado.da_lista[Categoria.COTAS]]
    dentro = [*na_ampla, *restantes[:de_cotas]]
    sobra = [p for p in acompanhado.geral if p not in dentro]
    return {*dentro, *sobra[: n - len(dentro)]}
