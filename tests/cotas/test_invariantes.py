"""A conferência da ordem: calada em todo mundo que o motor produz, e certa de quem os outros preterem."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest

from cotas import (
    Categoria,
    DuplaContagem,
    Evento,
    Habilitado,
    Provimento,
    RegrasDaReserva,
    TipoDeViolacao,
    TipoEvento,
    Violacao,
    fundamentos_da_lista,
)
from cotas.ordem import Andamento
from cotas.quadro import Quadro
from tests.cotas.certames import eventos, habilitados
from tests.cotas.mundos_registrados import EDITAL, OUTROS, Mundo, Registro, conferir_registro, sortear, viver
from tests.cotas.test_custo import passos

AMPLA, COTAS, PCD = Categoria
FORTALEZA, CAXIAS = "fortaleza-11111-2021", "caxias-2689-2015"
SORTEADOS = 1_500
VINCULOS = [*product([False, True], repeat=2)]
CONVOCAR_UM = Evento(TipoEvento.CONVOCAR, quantidade=1)
TIPOS_DE_PERDA = (TipoEvento.DESISTENCIA, TipoEvento.NAO_CONFIRMACAO, TipoEvento.FINAL_DE_FILA)


def motivos(mundo: Mundo) -> set[TipoDeViolacao]:
    return {violacao.motivo for violacao in mundo.conferir()}


def mundo(nomes: str, *textos: str, vagas: int = 10, lei: str = FORTALEZA, **regras: object) -> Mundo:
    """ "a1 n2 a3" sob uma lei, e o que aconteceu: "convocar 3", "desistencia n2"…"""
    return viver(
        RegrasDaReserva(lei, EDITAL, vagas, **regras), habilitados(nomes.split(), lei), eventos(textos)
    )


# --- nada a dizer do que o motor produz


def test_mundos_sorteados_sob_as_leis_nao_tem_violacao() -> None:
    vistos = 0
    for semente in range(SORTEADOS):
        sorteado = sortear(random.Random(semente))
        assert sorteado.conferir() == (), f"semente {semente}: {sorteado}"
        vistos += len(sorteado.provimentos)
    assert vistos > 5 * SORTEADOS


def test_mundos_sorteados_com_tudo_o_que_acontece_nao_tem_violacao() -> None:
    """Sub judice, espelhos, ordens, opções, retificações e reintegrações: duas contas que não se leem."""
    vistos, espelhos = 0, 0
    tipos: set[TipoEvento] = set()
    for semente in range(SORTEADOS):
        sorteado = sortear(random.Random(semente), raros=0.35)
        assert sorteado.conferir() == (), f"semente {semente}: {sorteado}"
        vistos += len(sorteado.provimentos)
        espelhos += sum(p.espelho for p in sorteado.provimentos)
        tipos |= {evento.tipo for evento in sorteado.eventos}
    assert vistos > 4 * SORTEADOS
    assert espelhos > 50
    assert {*OUTROS} <= tipos


@pytest.mark.parametrize("modo", DuplaContagem)
def test_todo_certame_pequeno_com_uma_perda_nao_tem_violacao(modo: DuplaContagem) -> None:
    vistos = 0
    for perfil, serie in product(product(VINCULOS, repeat=3), product(Categoria, repeat=2)):
        pessoas = [Habilitado(n, c, p) for n, (c, p) in zip("ABC", perfil, strict=True)]
        vistos += _conferir_toda_perda(pessoas, serie, modo)
    assert vistos > 10_000


def _conferir_toda_perda(pessoas: list[Habilitado], serie: tuple[Categoria, ...], modo: DuplaContagem) -> int:
    """Chama um a um e, em cada ponto, experimenta cada perda e chama os que restam."""

    def categoria(vaga: int) -> Categoria:
        return serie[vaga - 1] if vaga <= len(serie) else AMPLA

    quadro = Quadro(len(serie), serie.count(AMPLA), serie.count(COTAS), serie.count(PCD))
    motor, registro, vistos = Andamento(pessoas, categoria, quadro, modo), Registro(), 0
    for _ in range(len(pessoas) + 1):
        for tipo, pessoa in _perdas(pessoas):
            outro, escrito = motor.copia(), registro.copia()
            escrito.aplicar(outro, Evento(tipo, pessoa.id))
            while escrito.aplicar(outro, CONVOCAR_UM):
                pass
            achadas = conferir_registro(escrito, pessoas, categoria, quadro, modo)
            assert achadas == (), f"{modo} {serie} {pessoas} {escrito.eventos} {escrito.provimentos}"
            vistos += 1
        registro.aplicar(motor, CONVOCAR_UM)
    return vistos


def _perdas(pessoas: list[Habilitado]) -> Iterator[tuple[TipoEvento, Habilitado]]:
    for tipo, pessoa in product(TIPOS_DE_PERDA, pessoas):
        if tipo is not TipoEvento.NAO_CONFIRMACAO or pessoa.cotista:
            yield tipo, pessoa


# --- tudo o que se adultera aparece


def test_trocar_quem_ocupa_por_quem_espera_diz_quem_ficou_sem_a_vez() -> None:
    trocas = 0
    for semente in range(SORTEADOS):
        certo = sortear(random.Random(semente))
        com_vaga = {p.candidato for p in certo.provimentos}
        de_fora = [h.id for h in certo.habilitados if h.id not in com_vaga]
        if not de_fora or not certo.em_curso():
            continue
        sorte = random.Random(-semente)
        onde = sorte.choice(certo.em_curso())
        preterido, beneficiado = certo.provimentos[onde], sorte.choice(de_fora)
        achadas = certo.com(onde, candidato=beneficiado).conferir()
        da_vaga = [v for v in achadas if v.motivo is TipoDeViolacao.PRETERICAO]
        assert (preterido.candidato, beneficiado) in {(v.candidato, v.beneficiado) for v in da_vaga}
        trocas += 1
    assert trocas > 100


def test_trocar_duas_pessoas_de_vaga_aparece() -> None:
    trocas = 0
    for semente in range(SORTEADOS):
        certo = sortear(random.Random(semente))
        if len(certo.em_curso()) < 2:
            continue
        uma, outra = random.Random(-semente).sample(certo.em_curso(), 2)
        quem, com_quem = certo.provimentos[uma].candidato, certo.provimentos[outra].candidato
        assert certo.com(uma, candidato=com_quem).com(outra, candidato=quem).conferir()
        trocas += 1
    assert trocas > 100


def test_pular_uma_chamada_aparece_e_diz_quem_se_pulou() -> None:
    pulos = 0
    for semente in range(SORTEADOS):
        certo = sortear(random.Random(semente))
        if not certo.provimentos or certo.provimentos[-1].evento != len(certo.eventos) - 1:
            continue
        ultimo = certo.provimentos[-1]
        vagas = {n: c for n, c in certo.vagas.items() if n in {p.vaga for p in certo.provimentos[:-1]}}
        achadas = replace(certo, provimentos=certo.provimentos[:-1], vagas=vagas).conferir()
        pulados = [v for v in achadas if v.motivo is TipoDeViolacao.SEM_CHAMADA]
        assert [v.vaga for v in pulados] == [ultimo.vaga], semente
        # Em remanejamento em cadeia, que só há com duas reservas, diz-se o primeiro a perder a vez.
        if len(ultimo.movidos) <= 1:
            assert pulados[0].candidato == ultimo.candidato, semente
        pulos += 1
    assert pulos > 100


def test_mudar_qualquer_campo_de_qualquer_provimento_aparece() -> None:
    mudancas = 0
    for semente in range(15):
        certo = sortear(random.Random(semente))
        for onde, provimento in enumerate(certo.provimentos):
            for campos in _outros_valores(provimento, certo):
                assert certo.com(onde, **campos).conferir(), f"semente {semente}: {provimento} com {campos}"
                mudancas += 1
    assert mudancas > 2_000


def _outros_valores(provimento: Provimento, certo: Mundo) -> Iterator[dict[str, object]]:
    for campo in ("categoria", "chamado_na", "conta"):
        yield from ({campo: c} for c in Categoria if c is not getattr(provimento, campo))
    yield from ({"candidato": h.id} for h in certo.habilitados if h.id != provimento.candidato)
    yield from ({"vaga": n} for n in (*certo.vagas, len(certo.vagas) + 1) if n != provimento.vaga)
    yield from ({"evento": i} for i in range(-1, len(certo.eventos) + 1) if i != provimento.evento)
    yield from ({"fim": i} for i in (None, *range(len(certo.eventos) + 1)) if i != provimento.fim)
    if provimento.movidos:
        yield {"movidos": provimento.movidos[1:]}
    yield {"movidos": (*provimento.movidos, provimento.candidato)}


# --- cada espécie, com nome


SEIS = "a1 a2 a3 a4 n5 n6"


def test_quem_esta_a_frente_na_geral_e_o_prejudicado() -> None:
    certo = mundo(SEIS, "convocar 2")
    assert certo.com(1, candidato="a4").conferir() == (
        Violacao(TipoDeViolacao.PRETERICAO, 2, "a2", AMPLA, "a4"),
    )


def test_vaga_da_cota_dada_a_ampla_prejudica_o_cotista() -> None:
    certo = mundo(SEIS, "convocar 3")
    adulterado = certo.com(2, candidato="a3", chamado_na=AMPLA, conta=AMPLA)
    assert adulterado.conferir() == (Violacao(TipoDeViolacao.PRETERICAO, 3, "n5", COTAS, "a3"),)


def test_remanejamento_que_nao_se_fez_prejudica_quem_herdaria_a_reserva() -> None:
    certo = mundo("a1 a2 n3 a4 a5 n6", "convocar 4")
    assert certo.provimentos[3].movidos == ("n3",)
    adulterado = certo.com(2, conta=COTAS).com(3, candidato="a4", chamado_na=AMPLA, conta=AMPLA, movidos=())
    assert adulterado.conferir() == (
        Violacao(TipoDeViolacao.CONTA, 4, "n3"),
        Violacao(TipoDeViolacao.PRETERICAO, 4, "n6", COTAS, "a4"),
    )


def test_vaga_dada_a_duas_pessoas() -> None:
    assert TipoDeViolacao.VAGA_DUPLICADA in motivos(mundo(SEIS, "convocar 2").com(1, vaga=1))


def test_pessoa_em_duas_vagas() -> None:
    assert TipoDeViolacao.DUAS_VAGAS in motivos(mundo(SEIS, "convocar 2").com(1, candidato="a1"))


def test_quem_saiu_nao_recebe_vaga() -> None:
    certo = mundo(SEIS, "desistencia a1", "convocar 1")
    assert TipoDeViolacao.FORA_DO_CERTAME in motivos(certo.com(0, candidato="a1"))


def test_vaga_que_nao_era_a_seguinte() -> None:
    certo = mundo(SEIS, "convocar 2")
    assert TipoDeViolacao.FORA_DE_ORDEM in motivos(certo.com(1, vaga=4))


@pytest.mark.parametrize(
    ("vagas", "numero"),
    [
        ({1: AMPLA, 3: COTAS}, 2),
        ({1: AMPLA, 2: PCD, 3: COTAS}, 2),
        ({1: AMPLA, 2: AMPLA, 3: COTAS, 4: AMPLA}, 4),
    ],
    ids=["falta", "outra categoria", "sobra"],
)
def test_vagas_registradas_sao_as_da_serie(vagas: dict[int, Categoria], numero: int) -> None:
    certo = mundo(SEIS, "convocar 3")
    assert replace(certo, vagas=vagas).conferir() == (Violacao(TipoDeViolacao.SERIE, numero),)


def test_conta_mudada_por_fora() -> None:
    certo = mundo(SEIS, "convocar 3")
    assert certo.com(2, conta=AMPLA).conferir() == (Violacao(TipoDeViolacao.CONTA, 3, "n5"),)


def test_quem_desistiu_e_continua_na_vaga() -> None:
    certo = mundo(SEIS, "convocar 2", "desistencia a1")
    assert certo.com(0, fim=None).conferir() == (Violacao(TipoDeViolacao.PERDA, 1, "a1"),)


def test_ninguem_perde_a_vaga_porque_outro_desiste() -> None:
    certo = mundo(SEIS, "convocar 2", "desistencia a1")
    assert Violacao(TipoDeViolacao.PERDA, 2, "a2") in certo.com(1, fim=1).conferir()


def test_vaga_dada_sem_convocacao_ou_alem_dela() -> None:
    certo = mundo(SEIS, "convocar 1")
    a_mais = Provimento("a2", 2, AMPLA, AMPLA, AMPLA, evento=0)
    sem_nenhuma = replace(a_mais, evento=7)
    for provimento in (a_mais, sem_nenhuma):
        adulterado = replace(certo, provimentos=[*certo.provimentos, provimento])
        assert TipoDeViolacao.SEM_CONVOCACAO in motivos(adulterado)


# --- o que a leitura não conta como preterição


def test_quem_volta_da_nao_confirmacao_nao_foi_preterido_por_quem_ja_fora_chamado() -> None:
    # Em consumo, n6 vai à vaga 5 pela cota e a7, atrás dele na geral, à vaga 7, antes de n6 perder a sua.
    textos = ["convocar 7", "nao_confirmacao n6"]
    certo = mundo("a1 a2 a3 a4 a5 n6 a7 a8", *textos, lei=CAXIAS)
    assert [(p.vaga, p.fim) for p in certo.provimentos if p.candidato in ("n6", "a7")] == [(5, 1), (7, None)]
    assert certo.conferir() == ()
    # Mas a chamada seguinte é a dele: se for a de outro, é ele o preterido.
    seguinte = mundo("a1 a2 a3 a4 a5 n6 a7 a8", *textos, "convocar 1", lei=CAXIAS)
    assert seguinte.com(7, candidato="a8").conferir() == (
        Violacao(TipoDeViolacao.PRETERICAO, 5, "n6", AMPLA, "a8"),
    )


def test_cotista_guardado_pelo_corte_nao_foi_preterido() -> None:
    certo = mundo("a1 a2 n3 a4 a5 n6", "convocar 3", vagas=5, dupla_contagem=DuplaContagem.CORTE_FIXO)
    assert certo.provimentos[2].candidato == "n6"
    assert certo.conferir() == ()


def test_onde_a_lei_nao_rege_nao_ha_cotista_preterido() -> None:
    certo = mundo(SEIS, "convocar 5")
    sem_lei = replace(certo.regras, edital_publicado_em=EDITAL.replace(year=2020))
    assert viver(sem_lei, certo.habilitados, certo.eventos).conferir() == ()


@pytest.mark.parametrize(
    ("lei", "lista", "citacao"),
    [
        (FORTALEZA, AMPLA, "Constituição Federal, art. 37, IV"),
        (FORTALEZA, COTAS, "Lei 11.111/2021, art. 6º"),
        (CAXIAS, COTAS, "Lei 2.689/2015, art. 3º, § 1º"),
        (FORTALEZA, PCD, "Constituição Federal, art. 37, VIII"),
    ],
)
def test_o_direito_de_quem_esperava(lei: str, lista: Categoria, citacao: str) -> None:
    (fundamento,) = fundamentos_da_lista(RegrasDaReserva(lei, EDITAL, 10), lista, 3)
    assert fundamento.citacao == citacao
    assert "vaga 3" in fundamento.aplicacao


def test_conferir_o_dobro_custa_o_dobro() -> None:
    def custo(n: int) -> int:
        nomes = " ".join(f"{'n' if i % 5 == 0 else 'a'}{i}" for i in range(n))
        textos = [f"convocar {n // 2}", *(f"desistencia a{i}" for i in range(1, n // 4, 5)), f"convocar {n}"]
        grande = mundo(nomes, *textos, vagas=n // 2)
        assert grande.conferir() == ()
        return passos(grande.conferir)

    uma, duas = custo(500), custo(1000)
    assert uma > 500
    assert duas < uma * 2.2
