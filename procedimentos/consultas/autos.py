"""Os autos: peças na ordem, com o acesso de cada uma, e a conferência da cadeia."""

from __future__ import annotations

from dataclasses import dataclass

from nucleo.auditoria import Ruptura, verificar_cadeia
from nucleo.permissoes import Autor
from procedimentos.consultas.alcance import quem_e
from procedimentos.enums import Acesso
from procedimentos.fluxo import Quem
from procedimentos.models import AcessoDaPeca, Peca, Procedimento


@dataclass(frozen=True, slots=True)
class Folha:
    """Uma peça e o que se decidiu do acesso a ela: a decisão mais nova vale."""

    peca: Peca
    acesso: AcessoDaPeca | None

    @property
    def aberta(self) -> bool:
        """Se todos os que leem os autos a leem."""
        return self.acesso is None

    @property
    def desentranhada(self) -> bool:
        """Se saiu dos autos por decisão, guardado o número."""
        return self.acesso is not None and self.acesso.acesso == Acesso.DESENTRANHADA


def autos_do_procedimento(procedimento: Procedimento) -> list[Folha]:
    """As peças, da primeira à última, com o acesso de cada uma."""
    pecas = procedimento.pecas.select_related("autor").prefetch_related("acessos__decisao").order_by("numero")
    return [
        Folha(peca, max(peca.acessos.all(), key=lambda acesso: acesso.decisao.numero, default=None))
        for peca in pecas
    ]


def ruptura_dos_autos(pecas: list[tuple[str, str, dict[str, object]]], numeros: list[int]) -> Ruptura | None:
    """Primeiro ponto em que a numeração ou a cadeia não confere; nulo se tudo confere.

    `pecas`: (hash anterior, hash, conteúdo), na ordem; `numeros`: os delas.
    """
    for esperado, numero in enumerate(numeros, start=1):
        if numero != esperado:
            return Ruptura(esperado, f"falta a peça {esperado}")
    return verificar_cadeia(pecas)


def pode_ler(autor: Autor, folha: Folha) -> bool:
    """A peça aberta, todos; a restrita ou desentranhada, a comissão, as autoridades e a auditoria."""
    if folha.aberta:
        return True
    procedimento = folha.peca.procedimento
    da_causa = {Quem.PRESIDENTE, Quem.MEMBRO, Quem.DECISOR, Quem.RECURSAL}
    return bool(quem_e(autor, procedimento) & da_causa) or autor.pode(
        "procedimentos.auditar", procedimento.orgao
    )
