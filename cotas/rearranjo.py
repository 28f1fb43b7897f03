"""O que muda lugares numa lista já em uso: ordem judicial, retificação do resultado e reintegração.

Raro, e por isso simples: refaz as filas inteiras, em O(n).
"""

from collections import ChainMap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf
from types import MappingProxyType

from cotas.certame import Certame, membros_das_listas
from cotas.enums import Categoria
from cotas.listas import Habilitado

NADA: Mapping[str, int] = MappingProxyType({})


@dataclass(slots=True)
class Posto:
    """O lugar que uma decisão judicial deu: depois de `apos`, ou no alto, nas `listas` que ela abriu.

    `proprio`: o lugar que a pessoa tinha por si, se tinha; `so_de_reserva`: por si não estava na geral.
    `firme`: a decisão é definitiva, e o lugar é dela. `no_fim`: depois disso pediu o final da fila.
    """

    apos: str | None
    listas: frozenset[Categoria]
    proprio: int | None = None
    so_de_reserva: bool = False
    firme: bool = False
    no_fim: bool = False


class Rearranjo:
    """Os lugares que decisões judiciais deram, por cima dos da lista; na ordem em que os deram."""

    def __init__(self) -> None:
        self._postos: dict[str, Posto] = {}

    def por_depois_de(self, certame: Certame, pessoa: str, apos: str | None, lista: Categoria | None) -> None:
        """Põe a pessoa logo depois de `apos`, ou no alto; quem era de fora entra na geral e em `lista`.

        Ninguém mais muda de lugar em relação aos outros.
        """
        antes = self._postos.pop(pessoa, None)
        abre = frozenset({Categoria.AMPLA} | ({lista} if lista else set()))
        if pessoa not in certame.posicao:
            certame.esquecer(pessoa)
            if lista is Categoria.COTAS:
                certame.sem_cotas.discard(pessoa)
            posto = Posto(apos, abre)
        elif antes is None or antes.firme:
            so_de_reserva = pessoa not in certame.membros[Categoria.AMPLA]
            posto = Posto(apos, antes.listas if antes else abre, certame.posicao[pessoa], so_de_reserva)
        else:
            # Posta outra vez, o que tinha por si é o que tinha antes da primeira.
            posto = replace(antes, apos=apos, no_fim=False)
        self._postos[pessoa] = posto
        self._inserir(certame, pessoa)
        certame.refazer_filas()

    def _inserir(self, certame: Certame, pessoa: str, antes: Mapping[str, int] = NADA) -> None:
        """Abre uma linha depois de `apos`; a pessoa fica nela, continue no certame ou não.

        Se a lista já não traz `apos`, depois da que, das que traz, lhe estava mais perto acima `antes`.
        """
        apos = self._postos[pessoa].apos
        lugares = (certame.posicao, certame.saidos)
        agora = ChainMap(*lugares)
        if apos is not None and apos not in agora:
            acima = [quem for quem in agora if quem != pessoa and antes.get(quem, inf) < antes[pessoa]]
            apos = max(acima, key=antes.__getitem__, default=None)
        onde = 0 if apos is None else agora[apos] + 1
        certame.ordem.insert(onde, pessoa)
        for quais in lugares:
            for quem, lugar in quais.items():
                quais[quem] = lugar + (lugar >= onde)
        for posto in self._postos.values():
            if posto.proprio is not None:
                posto.proprio += posto.proprio >= onde
        certame.situar(pessoa, onde)
        self._abrir_listas(certame, pessoa)

    def _abrir_listas(self, certame: Certame, pessoa: str) -> None:
        for lista in self._postos[pessoa].listas:
            certame.membros[lista].add(pessoa)
        if pessoa in certame.sem_cotas:
            certame.membros[Categoria.COTAS].discard(pessoa)

    def firmar(self, pessoa: str) -> None:
        """A decisão é definitiva: o lugar que ela deu passa a ser o da pessoa."""
        if pessoa in self._postos:
            self._postos[pessoa] = replace(self._postos[pessoa], proprio=None, firme=True)

    def cair(self, certame: Certame, pessoa: str) -> None:
        """A decisão caiu: quem tinha lugar por si volta a ele; quem não tinha sai do certame. A vaga abre.

        Quem não tinha não tem lugar a que o reintegrar: só outra decisão lho dá.
        """
        posto = self._postos.pop(pessoa, None)
        if posto is None or posto.proprio is None:
            certame.sair(pessoa)
            certame.saidos.pop(pessoa, None)
            return
        certame.abrir_vaga(pessoa)
        certame.posicao[pessoa] = posto.proprio
        if posto.so_de_reserva:
            certame.membros[Categoria.AMPLA].discard(pessoa)
        certame.refazer_filas()

    def ir_para_o_fim(self, certame: Certame, pessoa: str) -> None:
        """Quem pede o final da fila deixa também o lugar que a decisão lhe deu; próprio, só tem esse."""
        certame.ir_para_o_fim(pessoa)
        if pessoa in self._postos:
            posto = self._postos[pessoa]
            proprio = None if posto.proprio is None else certame.posicao[pessoa]
            self._postos[pessoa] = replace(posto, proprio=proprio, no_fim=True)

    def no_fim(self, certame: Certame, pessoa: str) -> bool:
        """Se está no fim da fila por o ter pedido, e nenhuma decisão a tirou de lá."""
        return pessoa in certame.adiados and (pessoa not in self._postos or self._postos[pessoa].no_fim)

    def reintegrar(self, certame: Certame, pessoa: str) -> None:
        """Volta, sem vaga, ao lugar de onde saiu."""
        certame.fora.discard(pessoa)
        certame.posicao[pessoa] = certame.saidos.pop(pessoa)
        certame.refazer_filas()

    def retificar(self, certame: Certame, habilitados: Sequence[Habilitado]) -> None:
        """A lista passa a ser esta. Quem está em vaga fica nela, esteja onde estiver na lista nova.

        Quem saiu continua fora, e quem pediu o final da fila, no fim dela. Quem esperava e não está na lista
        nova deixa o certame. Os postos por decisão judicial tornam a ficar depois de quem ficaram.
        """
        na_lista = {h.id for h in habilitados}
        postos_no_fim = {pessoa for pessoa, posto in self._postos.items() if posto.no_fim}
        no_fim = [pessoa for pessoa in certame.adiados if pessoa in na_lista | postos_no_fim]
        antes = {**certame.saidos, **certame.posicao}
        antigos, certame.membros = certame.membros, membros_das_listas(habilitados)
        certame.ordem = [*(h.id for h in habilitados), *no_fim]
        certame.posicao, certame.saidos = {}, {}
        for lugar, pessoa in enumerate(certame.ordem):
            certame.situar(pessoa, lugar)
        certame.membros[Categoria.COTAS] -= certame.sem_cotas
        for pessoa, posto in self._postos.items():
            self._postos[pessoa] = _sobre_a_nova(certame, pessoa, posto, esta=pessoa in na_lista)
            if pessoa not in na_lista:
                for lista, quem in antigos.items():
                    certame.membros[lista] |= quem & {pessoa}
        for pessoa, posto in self._postos.items():
            if posto.no_fim:
                self._abrir_listas(certame, pessoa)
            else:
                self._inserir(certame, pessoa, antes)
        certame.refazer_filas()

    def copia(self) -> "Rearranjo":
        """Cópia independente."""
        outro = Rearranjo()
        outro._postos = {pessoa: replace(posto) for pessoa, posto in self._postos.items()}
        return outro


def _sobre_a_nova(certame: Certame, pessoa: str, posto: Posto, *, esta: bool) -> Posto:
    """O posto sobre a lista retificada: se a pessoa está nela, é esse o lugar que tem por si."""
    if posto.firme or not esta:
        return replace(posto, proprio=None)
    lugar = certame.posicao.get(pessoa, certame.saidos.get(pessoa))
    return replace(posto, proprio=lugar, so_de_reserva=pessoa not in certame.membros[Categoria.AMPLA])
