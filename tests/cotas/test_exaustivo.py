"""O motor contra o oráculo: todo certame pequeno, e as séries das duas leis em certames sorteados.

O resumo do terminal diz quantos certames e comparações foram feitos (`tests/conftest.py`).
"""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import yaml

from cotas.apuracao import apurar
from cotas.chamada import Chamada, Evento
from cotas.enums import Arredondamento, Colisao, DuplaContagem, Limiar, RestoCaxias, TipoEvento
from cotas.erros import ErroDeEvento
from cotas.listas import Habilitado
from cotas.ordem import Andamento
from cotas.quadro import quadro_de_vagas
from cotas.regras import RegrasDaReserva, ReservaPcd
from cotas.serie import SerieDeVagas
from tests.cotas import oraculo
from tests.cotas.exaustivo import Placar, conferir, perfis, resultado_do_motor, resultado_do_oraculo

PARTES = 8
CERTAMES_SORTEADOS = 2_000
MAXIMO_DE_VAGAS = 12
FORTALEZA, CAXIAS = "fortaleza-11111-2021", "caxias-2689-2015"
EDITAL = date(2024, 3, 1)  # na vigência das duas leis
CASOS = Path(__file__).parent.parent / "casos" / "convocacao"
DO_ORACULO = {
    TipoEvento.DESISTENCIA: oraculo.SAIDA,
    TipoEvento.SEM_EFEITO: oraculo.SAIDA,
    TipoEvento.ELIMINACAO: oraculo.SAIDA,
    TipoEvento.NAO_CONFIRMACAO: oraculo.NAO_CONFIRMACAO,
    TipoEvento.FINAL_DE_FILA: oraculo.FINAL_DE_FILA,
}
RESERVAS_DE_PCD = (
    None,
    oraculo.ReservaPcd(5, "acima", 20),
    oraculo.ReservaPcd(5, "meio_acima"),
    oraculo.ReservaPcd(10, "acima", 20),
    oraculo.ReservaPcd(10, "meio_acima"),
    oraculo.ReservaPcd(20, "abaixo"),
)

Registrar = Callable[[str, object], None]


def _registrar(record_property: Registrar, placar: Placar) -> None:
    record_property("certames", placar.certames)
    record_property("comparacoes", placar.comparacoes)
    record_property("diferencas", len(placar.diferencas))


@pytest.mark.parametrize("parte", range(PARTES))
def test_quatro_candidatos_toda_serie_todo_vinculo_uma_perda(parte: int, record_property: Registrar) -> None:
    placar = Placar()
    nesta_parte = list(perfis(4))[parte::PARTES]
    for perfil in nesta_parte:
        placar.somar(conferir(perfil, vagas=4, perdas=1))
    _registrar(record_property, placar)
    assert not placar.diferencas, "\n".join(placar.diferencas)
    assert placar.certames == len(nesta_parte) * 3**4 * 3


@pytest.mark.parametrize("lei", [FORTALEZA, CAXIAS])
def test_series_das_leis_em_certames_sorteados(lei: str, record_property: Registrar) -> None:
    placar = Placar()
    sorteador = random.Random(lei)
    for _ in range(CERTAMES_SORTEADOS):
        _Sorteado(lei, sorteador, placar).conferir()
    _registrar(record_property, placar)
    assert placar.certames == CERTAMES_SORTEADOS


class _Sorteado:
    """Um certame sorteado sob uma lei, visto pelos dois lados."""

    def __init__(self, lei: str, sorteador: random.Random, placar: Placar) -> None:
        self._sorteador, self._placar = sorteador, placar
        vagas, pcd = sorteador.randint(1, MAXIMO_DE_VAGAS), sorteador.choice(RESERVAS_DE_PCD)
        impressa = tuple(sorted(sorteador.sample(range(1, 16), sorteador.randint(1, 6))))
        self._regras = RegrasDaReserva(
            lei=lei,
            edital_publicado_em=EDITAL,
            vagas=vagas,
            serie=impressa if pcd is None and sorteador.random() < 0.5 else None,
            dupla_contagem=sorteador.choice([*DuplaContagem]),
            colisao=sorteador.choice([*Colisao]),
            limiar=sorteador.choice([*Limiar]),
            resto_caxias=sorteador.choice([*RestoCaxias]),
            pcd=pcd and _pcd_do_motor(pcd),
        )
        parte_cotista, parte_pcd = sorteador.choice([0.1, 0.3, 0.6]), sorteador.choice([0.1, 0.3])
        self._habilitados = [
            Habilitado(f"{n:02}", sorteador.random() < parte_cotista, sorteador.random() < parte_pcd)
            for n in range(1, sorteador.randint(2, 24))
        ]
        self._certame = _certame_do_oraculo(self._regras, pcd)
        self._estado = oraculo.Estado(
            geral=tuple(h.id for h in self._habilitados),
            cotas=tuple(h.id for h in self._habilitados if h.cotista),
            pcd=tuple(h.id for h in self._habilitados if h.pcd),
        )
        self._motor = Andamento(
            self._habilitados,
            SerieDeVagas(self._regras).categoria,
            quadro_de_vagas(self._regras),
            self._regras.dupla_contagem_efetiva,
        )
        self._eventos: list[Evento] = []
        self._chamadas: list[Chamada] = []

    def conferir(self) -> None:
        """Sorteia eventos e compara depois de cada um; ao fim, refaz tudo por `apurar`."""
        self._placar.certames += 1
        for _ in range(self._sorteador.randint(4, 24)):
            if self._sorteador.random() < 0.5:
                self._convocar(self._sorteador.randint(1, 4))
            else:
                pessoa = self._sorteador.choice(self._habilitados).id
                self._perder(self._sorteador.choice([*DO_ORACULO]), pessoa)
        apuracao = apurar(self._regras, self._habilitados, self._eventos)
        assert resultado_do_motor(self._motor, tuple(self._chamadas)) == (
            resultado_do_motor(self._motor, apuracao.chamadas)[0],
            apuracao.ocupacao,
            apuracao.vaga_de,
            apuracao.vagas_abertas,
        )

    def _convocar(self, quantidade: int) -> None:
        feitas: list[oraculo.Chamada] = []
        for _ in range(quantidade):
            self._estado, chamada = oraculo.convocar(self._certame, self._estado)
            if chamada is None:
                break
            feitas.append(chamada)
        self._comparar(feitas, Evento(TipoEvento.CONVOCAR, quantidade=quantidade))

    def _perder(self, tipo: TipoEvento, pessoa: str) -> None:
        evento = Evento(tipo, pessoa)
        if oraculo.admite(self._estado, DO_ORACULO[tipo], pessoa):
            self._estado = oraculo.perder(self._estado, DO_ORACULO[tipo], pessoa)
            self._comparar([], evento)
            return
        with pytest.raises(ErroDeEvento):
            self._motor.aplicar(evento)
        self._conferir_estado([], (), evento)

    def _comparar(self, feitas: list[oraculo.Chamada], evento: Evento) -> None:
        chamadas = self._motor.aplicar(evento)
        self._eventos.append(evento)
        self._chamadas += chamadas
        self._conferir_estado(feitas, chamadas, evento)

    def _conferir_estado(
        self, feitas: list[oraculo.Chamada], chamadas: tuple[Chamada, ...], evento: Evento
    ) -> None:
        self._placar.comparacoes += 1
        esperado, obtido = (
            resultado_do_oraculo(self._estado, feitas),
            resultado_do_motor(self._motor, chamadas),
        )
        assert esperado == obtido, f"{self._regras}\n{self._habilitados}\n{self._eventos}\nem {evento}"


def _pcd_do_motor(pcd: oraculo.ReservaPcd) -> ReservaPcd:
    teto = None if pcd.teto is None else Fraction(pcd.teto)
    return ReservaPcd(Fraction(pcd.percentual), Arredondamento(pcd.arredondamento), teto)


def _certame_do_oraculo(regras: RegrasDaReserva, pcd: oraculo.ReservaPcd | None) -> oraculo.Certame:
    """As mesmas regras lidas pelo oráculo: a série até depois da última vaga, e as vagas de ampla."""
    vagas, ate = regras.vagas, 4 * MAXIMO_DE_VAGAS
    if regras.lei == FORTALEZA and regras.limiar is Limiar.OFERECIDAS and vagas < 3:
        cotas = []
    elif isinstance(regras.serie, tuple):
        cotas = list(regras.serie)
    elif regras.lei == FORTALEZA:
        cotas = oraculo.posicoes_de_fortaleza(vagas, regras.limiar.value, ate)
    else:
        cotas = oraculo.posicoes_de_caxias(vagas, regras.resto_caxias.value, ate)
    serie = oraculo.serie_com_pcd(cotas, pcd, vagas, regras.colisao.value, ate)
    ampla = vagas - oraculo.vagas_de_cotas(vagas) - (pcd.vagas(vagas) if pcd else 0)
    return oraculo.Certame(serie, regras.dupla_contagem_efetiva.value, ampla, vagas)


@pytest.mark.parametrize("arquivo", sorted(CASOS.glob("*.yaml")), ids=lambda arquivo: arquivo.stem)
def test_oraculo_acerta_os_casos_escritos_a_mao(arquivo: Path) -> None:
    """O oráculo também se confere: os casos foram resolvidos à mão, sem ele."""
    caso = yaml.safe_load(arquivo.read_text(encoding="utf-8"))
    esperado = caso["esperado"]
    certame, estado = _certame_do_caso(caso), _estado_do_caso(caso)
    chamadas = []
    for evento in caso["eventos"]:
        if evento["tipo"] != "convocar":
            tipo = DO_ORACULO[TipoEvento(evento["tipo"])]
            estado = oraculo.perder(estado, tipo, evento["candidato"])
            continue
        for _ in range(evento["quantidade"]):
            estado, chamada = oraculo.convocar(certame, estado)
            chamadas += [] if chamada is None else [chamada._asdict()]
    assert chamadas == esperado["chamadas"]
    assert {o.pessoa: o.ocupa for o in estado.ocupantes} == esperado["ocupacao"]
    assert sorted(vaga for vaga, _ in estado.abertas) == esperado["vagas_abertas"]


def _certame_do_caso(caso: dict[str, Any]) -> oraculo.Certame:
    vagas, ate, escrita = caso["vagas"], 60, caso.get("serie")
    fortaleza = caso["lei"] == FORTALEZA
    if not caso["esperado"]["lei_aplicavel"]:
        cotas = []
    elif isinstance(escrita, list):
        cotas = escrita
    elif fortaleza:
        cotas = oraculo.posicoes_de_fortaleza(vagas, caso.get("limiar", "providas"), ate)
    else:
        cotas = oraculo.posicoes_de_caxias(vagas, caso.get("resto_caxias", "antecipa"), ate)
    lido = caso.get("pcd")
    pcd = lido and oraculo.ReservaPcd(int(lido["percentual"]), lido["arredondamento"], int(lido["teto"]))
    serie = oraculo.serie_com_pcd(cotas, pcd, vagas, caso.get("colisao", "seguinte"), ate)
    modo = caso.get("dupla_contagem", oraculo.REMANEJAMENTO if fortaleza else oraculo.CONSUMO)
    return oraculo.Certame(serie, modo, caso["esperado"]["quadro"]["ampla"], vagas)


def _estado_do_caso(caso: dict[str, Any]) -> oraculo.Estado:
    candidatos, aplicavel = caso["candidatos"], caso["esperado"]["lei_aplicavel"]
    grupo = ("negro",) if caso["lei"] == FORTALEZA else ("negro", "indigena")
    return oraculo.Estado(
        geral=tuple(c["id"] for c in candidatos),
        cotas=tuple(c["id"] for c in candidatos if aplicavel and any(c.get(g) for g in grupo)),
        pcd=tuple(c["id"] for c in candidatos if c.get("pcd")),
    )
