"""O rito de ponta a ponta pelos serviços."""

from __future__ import annotations

import pytest

from nomeacoes.enums import SituacaoNomeacao
from nomeacoes.models import Nomeacao
from procedimentos.enums import Fase
from procedimentos.fluxo import Passo
from tests.nomeacoes import mundo as nomeacoes
from tests.procedimentos.mundo import Causa, Relogio

pytestmark = pytest.mark.django_db


def test_da_denuncia_a_eliminacao_e_a_proxima_cotista(causa: Causa, relogio: Relogio) -> None:
    nomeacoes.convocar(causa.cargo, 3)
    assert nomeacoes.ocupantes(causa.cargo)[3] == ("N03", "cotas")
    causa.ate_encerrado(relogio)
    causa.praticar(Passo.CUMPRIR, causa.autoridade, texto="Cumpra-se.")
    assert causa.procedimento.fase == Fase.CUMPRIDO
    efeito = causa.procedimento.efeitos.get()
    assert efeito.evento.tipo == "eliminacao"
    nomeacao = Nomeacao.objects.get(candidatura=efeito.candidatura)
    assert nomeacao.situacao == SituacaoNomeacao.ENCERRADA
    assert "anula-se a nomeação na vaga 3" in efeito.peca.texto
    nomeacoes.convocar(causa.cargo, 1, data=relogio.dia)
    assert nomeacoes.ocupantes(causa.cargo)[3] == ("N07", "cotas")
