"""As situações provisórias de cada pessoa: sub judice, condicional, posta na lista por ordem judicial."""

from cotas.enums import EfeitoSubJudice, Ressalva


class Ressalvas:
    """As que estão abertas; de cada espécie, uma por pessoa. Dos judiciais guarda-se o processo."""

    def __init__(self) -> None:
        self._sub_judice: dict[str, tuple[EfeitoSubJudice, str]] = {}
        self._ordens: dict[str, str] = {}
        self._condicionais: set[str] = set()

    def abrir_sub_judice(self, pessoa: str, efeito: EfeitoSubJudice, processo: str) -> None:
        """Passa a concorrer por decisão provisória."""
        self._sub_judice[pessoa] = (efeito, processo)

    def abrir_ordem(self, pessoa: str, processo: str) -> None:
        """Está onde uma decisão judicial a pôs."""
        self._ordens[pessoa] = processo

    def abrir_condicional(self, pessoa: str) -> None:
        """Conserva o lugar à espera de cumprir uma condição."""
        self._condicionais.add(pessoa)

    def fechar_judiciais(self, pessoa: str) -> None:
        """Acaba o que dependia do juiz."""
        self._sub_judice.pop(pessoa, None)
        self._ordens.pop(pessoa, None)

    def fechar_condicional(self, pessoa: str) -> None:
        """A condição resolveu-se."""
        self._condicionais.discard(pessoa)

    def largar(self, pessoa: str) -> None:
        """Quem volta à lista por nova decisão não traz ressalva antiga."""
        self.fechar_judiciais(pessoa)
        self.fechar_condicional(pessoa)

    def sub_judice(self, pessoa: str) -> bool:
        """Se concorre por decisão provisória."""
        return pessoa in self._sub_judice

    def por_ordem(self, pessoa: str) -> bool:
        """Se uma decisão, ainda não definitiva, a pôs onde está."""
        return pessoa in self._ordens

    def condicional(self, pessoa: str) -> bool:
        """Se a condição está por resolver."""
        return pessoa in self._condicionais

    def espelha(self, pessoa: str) -> bool:
        """Se a decisão só lhe dá vaga espelhada."""
        return pessoa in self._sub_judice and self._sub_judice[pessoa][0] is EfeitoSubJudice.ESPELHO

    def de(self, pessoa: str) -> tuple[Ressalva | None, str]:
        """A ressalva que se diz primeiro e o processo; nula se não há nenhuma."""
        if pessoa in self._ordens:
            return Ressalva.ORDEM_JUDICIAL, self._ordens[pessoa]
        if pessoa in self._sub_judice:
            return Ressalva.SUB_JUDICE, self._sub_judice[pessoa][1]
        return (Ressalva.CONDICIONAL if pessoa in self._condicionais else None), ""

    def abertas(self) -> dict[str, Ressalva]:
        """A de cada pessoa que tem alguma."""
        pessoas = (*self._ordens, *self._sub_judice, *sorted(self._condicionais))
        ditas = {pessoa: self.de(pessoa)[0] for pessoa in pessoas}
        return {pessoa: ressalva for pessoa, ressalva in ditas.items() if ressalva is not None}

    def copia(self) -> "Ressalvas":
        """Cópia independente."""
        outra = Ressalvas()
        outra._sub_judice, outra._ordens = self._sub_judice.copy(), self._ordens.copy()
        outra._condicionais = self._condicionais.copy()
        return outra
