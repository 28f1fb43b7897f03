"""O que muda lugares numa lista já em uso: ordem judicial, retificação do resultado e reintegração.

Raro, e por isso simples: refaz as filas inteiras, em O(n).
"""

from collections.abc import Sequence

from cotas.certame import Certame, membros_das_listas
from cotas.enums import Categoria
from cotas.listas import Habilitado


class Rearranjo:
    """Os lugares que decisões judiciais deram, por cima dos da lista."""

    def __init__(self) -> None:
        # Pessoa → depois de quem foi posta, e as listas que a decisão lhe abriu.
        self._postos: dict[str, tuple[str | None, frozenset[Categoria]]] = {}
        # O lugar que a pessoa tinha por si, se tinha.
        self._proprios: dict[str, int] = {}

    def por_depois_de(self, certame: Certame, pessoa: str, apos: str | None, lista: Categoria | None) -> None:
        """Põe a pessoa logo depois de `apos`, ou no alto; quem era de fora entra na geral e em `lista`.

        Ninguém mais muda de lugar em relação aos outros.
        """
        abre = {Categoria.AMPLA} | ({lista} if lista else set())
        if pessoa in certame.posicao:
            # Posta outra vez, o lugar que tinha por si é o primeiro.
            self._proprios.setdefault(pessoa, certame.posicao[pessoa])
        else:
            self._proprios.pop(pessoa, None)
            certame.saidos.pop(pessoa, None)
        self._postos.pop(pessoa, None)
        self._postos[pessoa] = (apos, frozenset(abre))
        self._inserir(certame, pessoa)
        certame.refazer_filas()

    def _inserir(self, certame: Certame, pessoa: str) -> None:
        apos, abre = self._postos[pessoa]
        antes = -1 if apos is None else certame.posicao.get(apos, certame.saidos.get(apos, -1))
        onde = antes + 1
        certame.ordem.insert(onde, pessoa)
        for lugares in (certame.posicao, certame.saidos, self._proprios):
            for quem, lugar in lugares.items():
                lugares[quem] = lugar + (lugar >= onde)
        certame.posicao[pessoa] = onde
        for lista in abre:
            certame.membros[lista].add(pessoa)

    def firmar(self, pessoa: str) -> None:
        """A decisão é definitiva: o lugar que ela deu passa a ser o da pessoa."""
        self._proprios.pop(pessoa, None)

    def cair(self, certame: Certame, pessoa: str) -> None:
        """A decisão caiu: quem tinha lugar por si volta a ele; quem não tinha sai do certame. A vaga abre."""
        self._postos.pop(pessoa, None)
        proprio = self._proprios.pop(pessoa, None)
        if proprio is None:
            certame.sair(pessoa)
            return
        certame.abrir_vaga(pessoa)
        certame.posicao[pessoa] = proprio
        certame.refazer_filas()

    def reintegrar(self, certame: Certame, pessoa: str) -> None:
        """Volta, sem vaga, ao lugar de onde saiu."""
        certame.posicao[pessoa] = certame.saidos.pop(pessoa)
        certame.refazer_filas()

    def retificar(self, certame: Certame, habilitados: Sequence[Habilitado]) -> None:
        """A lista passa a ser esta. Quem está em vaga fica nela, esteja onde estiver na lista nova.

        Quem saiu continua fora, e quem pediu o final da fila, no fim dela. Quem esperava e não está na lista
        nova deixa o certame. Os postos por decisão judicial tornam a ficar depois de quem ficaram.
        """
        na_lista = {h.id for h in habilitados}
        antes, fora = certame.posicao, certame.saidos
        no_fim = [pessoa for pessoa in certame.adiados if pessoa in na_lista]
        membros = membros_das_listas(habilitados)
        membros[Categoria.COTAS] -= certame.sem_cotas
        postos_de_fora = [p for p in self._postos if p not in na_lista and p in antes]
        for pessoa in postos_de_fora:
            for lista, quem in membros.items():
                if pessoa in certame.membros[lista]:
                    quem.add(pessoa)
        certame.ordem = [*(h.id for h in habilitados), *no_fim]
        lugares = {pessoa: i for i, pessoa in enumerate(certame.ordem)}
        certame.posicao = {p: i for p, i in lugares.items() if p not in fora}
        certame.saidos = {p: i for p, i in lugares.items() if p in fora}
        certame.membros = membros
        self._proprios = {p: lugares[p] for p in self._proprios if p in certame.posicao}
        postos, self._postos = self._postos, {}
        for pessoa, posto in postos.items():
            if pessoa in certame.posicao or pessoa in postos_de_fora:
                self._postos[pessoa] = posto
                self._inserir(certame, pessoa)
        certame.refazer_filas()

    def copia(self) -> "Rearranjo":
        """Cópia independente."""
        outro = Rearranjo()
        outro._postos, outro._proprios = self._postos.copy(), self._proprios.copy()
        return outro
