"""A série: que categoria tem cada vaga, na ordem de provimento, já resolvidas as colisões.

A cota da lei fica com a vaga; a de PcD passa à livre seguinte (ou anterior). As vagas são
decididas uma a uma, à medida que se pedem: o número de vagas oferecidas pode ser qualquer.
"""

from bisect import bisect_right
from collections import deque
from dataclasses import dataclass

from cotas.contagem import contagem_de_cotas, contagem_de_pcd
from cotas.enums import Categoria, Colisao
from cotas.erros import ErroDeRegra
from cotas.folga import Folga
from cotas.regras import RegrasDaReserva

# Só reservas que juntas tomam todas as vagas obrigam a olhar tão longe para decidir uma colisão.
HORIZONTE = 50_000


@dataclass(frozen=True, slots=True)
class VagaDaSerie:
    """Uma vaga da série; `origem` é a posição antes da colisão, se houve."""

    numero: int
    categoria: Categoria
    origem: int


class SerieDeVagas:
    """A série de um cargo, calculada sob demanda. ErroDeRegra se uma colisão não se pode decidir."""

    def __init__(self, regras: RegrasDaReserva) -> None:
        self._regras = regras
        self._cotas = contagem_de_cotas(regras)
        self._pcd = contagem_de_pcd(regras)
        self._folga = Folga(regras, self._cotas, self._pcd)
        self._lidas = 0
        self._livres: list[int] = []  # do lado corrente da fronteira, em ordem
        self._pendentes: deque[int] = deque()  # posições de PcD à espera de vaga seguinte
        self._origem_pcd: dict[int, int] = {}

    def vaga(self, numero: int) -> VagaDaSerie:
        """A vaga de número `numero`, a partir de 1."""
        if self._de_cotas(numero):
            return VagaDaSerie(numero, Categoria.COTAS, numero)
        if self._regras.pcd is not None:
            self._decidir(numero)
        origem = self._origem_pcd.get(numero)
        if origem is None:
            return VagaDaSerie(numero, Categoria.AMPLA, numero)
        return VagaDaSerie(numero, Categoria.PCD, origem)

    def categoria(self, numero: int) -> Categoria:
        """A categoria da vaga de número `numero`."""
        return self.vaga(numero).categoria

    def _de_cotas(self, numero: int) -> bool:
        return self._cotas(numero) > self._cotas(numero - 1)

    def _decidir(self, numero: int) -> None:
        while not self._decidida(numero):
            if self._lidas - numero > HORIZONTE:
                raise ErroDeRegra(
                    "pcd.percentual", "as reservas tomam todas as vagas; imprima a série no edital"
                )
            self._ler_vaga(self._lidas + 1)

    def _decidida(self, numero: int) -> bool:
        """Se nenhuma posição de PcD ainda não lida pode vir a cair em `numero`."""
        if self._lidas < numero:
            return False
        if numero in self._origem_pcd or self._fechada(numero):
            return True
        folga = self._folga.apos(self._lidas)
        livres_depois = len(self._livres) - bisect_right(self._livres, numero)
        return folga is not None and livres_depois >= folga + len(self._pendentes)

    def _fechada(self, numero: int) -> bool:
        """Se nada à frente recua até `numero`: acabou o seu lado da fronteira, ou nada recua nele."""
        fronteira = self._regras.vagas
        if numero <= fronteira:
            return self._lidas >= fronteira
        return self._regras.colisao is Colisao.SEGUINTE

    def _ler_vaga(self, numero: int) -> None:
        if self._de_cotas(numero):
            pass
        elif self._pendentes:
            self._origem_pcd[numero] = self._pendentes.popleft()
        else:
            self._livres.append(numero)
        for _ in range(self._pcd(numero) - self._pcd(numero - 1)):
            self._por_pcd(numero)
        self._lidas = numero
        if numero == self._regras.vagas:
            self._fechar_lado()

    def _por_pcd(self, natural: int) -> None:
        recua = self._regras.colisao is Colisao.ANTERIOR
        livre_na_propria = bool(self._livres) and self._livres[-1] == natural
        if self._livres and (recua or livre_na_propria):
            self._origem_pcd[self._livres.pop()] = natural
        else:
            self._pendentes.append(natural)

    def _fechar_lado(self) -> None:
        """Na última vaga oferecida: quem não achou lugar à frente recua; ninguém a ultrapassa."""
        while self._pendentes and self._livres:
            self._origem_pcd[self._livres.pop()] = self._pendentes.popleft()
        self._livres.clear()
        self._pendentes.clear()


def categorias_das_vagas(regras: RegrasDaReserva, ate: int) -> tuple[Categoria, ...]:
    """Categorias das vagas 1 a `ate`, na ordem. ErroDeRegra se o quadro não fecha na série."""
    serie = SerieDeVagas(regras)
    return tuple(serie.categoria(numero) for numero in range(1, ate + 1))


def colisoes_da_serie(regras: RegrasDaReserva, ate: int) -> tuple[VagaDaSerie, ...]:
    """Vagas de PcD, até `ate`, que deixaram a sua posição por já ser de cotas ou de outra de PcD."""
    serie = SerieDeVagas(regras)
    vagas = (serie.vaga(numero) for numero in range(1, ate + 1))
    return tuple(vaga for vaga in vagas if vaga.origem != vaga.numero)


def divergencia_da_serie(regras: RegrasDaReserva) -> str | None:
    """Em que a série se afasta do quadro nas vagas oferecidas, ou None se o cumpre."""
    cotas = contagem_de_cotas(regras)(regras.vagas)
    pcd = min(contagem_de_pcd(regras)(regras.vagas), regras.vagas - cotas)
    partes = [
        f"{na_serie} de {nome} (o quadro manda {no_quadro})"
        for nome, na_serie, no_quadro in (
            ("cotas", cotas, regras.reserva_de_cotas(regras.vagas)),
            ("PcD", pcd, regras.reserva_de_pcd(regras.vagas)),
        )
        if na_serie != no_quadro
    ]
    if not partes:
        return None
    return f"Nas {regras.vagas} vagas oferecidas, a série traz {' e '.join(partes)}."
