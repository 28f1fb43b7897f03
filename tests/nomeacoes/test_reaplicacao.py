"""O que os serviços guardam é, a cada passo, o que o motor diria reaplicando os eventos."""

from __future__ import annotations

import random

import pytest

from nomeacoes import servicos
from nomeacoes.consultas import estado_do_cargo, primeira_divergencia
from nucleo.erros import Recusa
from tests import fabrica
from tests.nomeacoes import mundo

pytestmark = pytest.mark.django_db

REGISTROS = [
    servicos.desistencia_registrar,
    servicos.nao_confirmacao_registrar,
    servicos.final_de_fila_registrar,
]


@pytest.mark.parametrize("semente", range(6))
@pytest.mark.parametrize("modo", ["remanejamento", "corte_fixo", "consumo"])
def test_passos_ao_acaso(semente: int, modo: str) -> None:
    acaso = random.Random(f"{modo}{semente}")
    lei = acaso.choice([fabrica.FORTALEZA, fabrica.CAXIAS])
    membros = "".join(acaso.choices("acpd", weights=[5, 3, 1, 1], k=16))
    cargo = mundo.cargo(membros, vagas=10, cotas=2, pcd=1, lei=lei, dupla_contagem=modo)
    autoridade, operador = mundo.autoridade(), mundo.operador()
    for _ in range(10):
        try:
            if acaso.random() < 0.5:
                mundo.convocar(cargo, acaso.randint(1, 4), autor=autoridade)
            else:
                numero = f"N{acaso.randint(1, len(membros)):02d}"
                acaso.choice(REGISTROS)(
                    autor=operador, candidatura=mundo.candidatura(cargo, numero), **mundo.registro()
                )
        except Recusa:
            # Passo que não cabe: o que importa é que não deixe nada pela metade.
            pass
        estado = estado_do_cargo(cargo)
        assert primeira_divergencia(estado) is None
        assert mundo.ocupantes(cargo) == {
            vaga: (mundo.numero_de(quem), estado.apuracao.ocupacao[quem])
            for quem, vaga in estado.apuracao.vaga_de.items()
        }
