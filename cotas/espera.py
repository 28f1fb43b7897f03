"""Quem espera em cada lista num dado momento: o que a conferência da ordem pergunta, e nada mais.

Não chama ninguém nem decide nada: quem a usa diz o que aconteceu, e ela responde quem estava à frente.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence

from cotas.enums import Categoria, DuplaContagem
from cotas.listas import Habilitado
from cotas.quadro import Quadro

# Uma pessoa pode ter mais de uma linha na ordem; vale a da espécie em que está.
PROPRIA, POSTA, NO_FIM = "própria", "posta por ordem judicial", "no fim da fila"


class EmOrdem:
    """Números em ordem. Guardam-se do fim para o começo: tirar os primeiros não desloca os outros."""

    def __init__(self, numeros: Iterable[int] = ()) -> None:
        self._negativos = sorted(-numero for numero in numeros)

    def por(self, numero: int, *, dentro: bool) -> None:
        """Deixa o número dentro ou fora, estivesse como estivesse."""
        onde = bisect_left(self._negativos, -numero)
        estava = onde < len(self._negativos) and self._negativos[onde] == -numero
        if dentro and not estava:
            self._negativos.insert(onde, -numero)
        elif estava and not dentro:
            del self._negativos[onde]

    def primeiro(self, depois_de: int = -1) -> int | None:
        """O menor número maior que `depois_de`."""
        onde = bisect_left(self._negativos, -depois_de)
        return -self._negativos[onde - 1] if onde else None

    def ate_o(self, quantos: int) -> int | None:
        """O número de ordem `quantos`, a partir de 1, ou o último se não há tantos; None sem nenhum."""
        quantos = min(quantos, len(self._negativos))
        return -self._negativos[-quantos] if quantos else None


class Espera:
    """As listas de um cargo: quem continua no certame, em que conta está e quem ainda espera em cada uma.

    Na geral espera também quem só conta numa reserva: fora do consumo, ela ainda o alcança. `espelhados`:
    quem tem vaga espelhada e a lista por que a teve.
    """

    def __init__(self, habilitados: Sequence[Habilitado], quadro: Quadro, modo: DuplaContagem) -> None:
        self._quadro, self.remaneja = quadro, modo is not DuplaContagem.CONSUMO
        self._corta = modo is DuplaContagem.CORTE_FIXO
        self.conta: dict[str, Categoria] = {}
        self.espelhados: dict[str, Categoria] = {}
        self._opcoes: dict[str, Categoria] = {}
        self._sem_cotas: set[str] = set()
        self._foram_ao_fim: list[str] = []
        self._postas: dict[str, tuple[str | None, tuple[Categoria, ...]]] = {}
        # Entre as postas: as que por si não têm lugar, as que têm este de vez, as que foram depois ao fim.
        self._de_fora: set[str] = set()
        self._firmes: set[str] = set()
        self._postas_no_fim: set[str] = set()
        self._sairam: set[str] = set()
        self._onde = {h.id: PROPRIA for h in habilitados}
        self._presentes = set(self._onde)
        self._listar(habilitados)
        self._linhas = [(h.id, PROPRIA) for h in habilitados]
        self._numerar()

    def _listar(self, habilitados: Sequence[Habilitado]) -> None:
        self._na_geral_por_si = {h.id for h in habilitados if h.geral}
        self.membros = {
            Categoria.AMPLA: {*self._na_geral_por_si},
            Categoria.COTAS: {h.id for h in habilitados if h.cotista} - self._sem_cotas,
            Categoria.PCD: {h.id for h in habilitados if h.pcd},
        }

    def _numerar(self) -> None:
        """Dá a cada pessoa o número da linha que vale, e refaz as listas por eles."""
        self.posicao = {p: i for i, (p, onde) in enumerate(self._linhas) if self._onde.get(p) == onde}
        self._esperam = {lista: EmOrdem() for lista in Categoria}
        self._so_nela = {lista: EmOrdem() for lista in Categoria}
        self._no_certame = EmOrdem(self.posicao[p] for p in self.membros[Categoria.AMPLA] & self._na_lista())
        self._sem_vaga = EmOrdem(self.posicao[p] for p in self._na_lista() if self._livre_na_geral(p))
        for lista in Categoria:
            chamaveis = (p for p in self.membros[lista] & self._na_lista() if self._chamavel(p, lista))
            posicoes = [self.posicao[p] for p in chamaveis]
            self._esperam[lista] = EmOrdem(posicoes)
            self._so_nela[lista] = EmOrdem(i for i in posicoes if self._so_de_reserva(self._linhas[i][0]))

    def esta(self, pessoa: str) -> bool:
        """Se a pessoa está em alguma lista."""
        return pessoa in self._presentes and pessoa in self.posicao

    def _na_lista(self) -> set[str]:
        return {p for p in self.posicao if p in self._presentes}

    def _livre_na_geral(self, pessoa: str) -> bool:
        livre = pessoa not in self.conta and pessoa not in self.espelhados
        return livre and pessoa in self.membros[Categoria.AMPLA]

    def _so_de_reserva(self, pessoa: str) -> bool:
        return pessoa not in self.membros[Categoria.AMPLA]

    def _chamavel(self, pessoa: str, lista: Categoria) -> bool:
        if pessoa in self.espelhados or self._opcoes.get(pessoa, lista) not in (
            lista,
            *self._da_geral(lista),
        ):
            return False
        conta = self.conta.get(pessoa)
        return conta is None or (lista is Categoria.AMPLA and conta is not Categoria.AMPLA and self.remaneja)

    def _da_geral(self, lista: Categoria) -> tuple[Categoria, ...]:
        """A opção entre reservas não tira ninguém da geral."""
        return tuple(Categoria) if lista is Categoria.AMPLA else ()

    def primeiro(self, lista: Categoria, vaga: int) -> str | None:
        """Quem está à frente dos que a lista pode chamar para a vaga; None se não há ninguém."""
        depois_de = -1
        if lista is not Categoria.AMPLA and self._corta and vaga <= self._quadro.total:
            ultimo_do_corte = self._no_certame.ate_o(self._quadro.ampla)
            depois_de = -1 if ultimo_do_corte is None else ultimo_do_corte
        achadas = [self._esperam[lista].primeiro(depois_de)]
        if depois_de >= 0:
            # Quem não está na geral não tem lugar entre os primeiros dela.
            achadas.append(self._so_nela[lista].primeiro())
        posicao = min((posicao for posicao in achadas if posicao is not None), default=None)
        return None if posicao is None else self._linhas[posicao][0]

    def sem_vaga(self) -> str | None:
        """O primeiro da geral que continua no certame e não ocupa vaga."""
        posicao = self._sem_vaga.primeiro()
        return None if posicao is None else self._linhas[posicao][0]

    def contar(self, pessoa: str, conta: Categoria | None) -> None:
        """A pessoa passa a contar nessa conta; None: deixou a vaga e volta aos seus lugares."""
        self.conta.pop(pessoa, None)
        self.espelhados.pop(pessoa, None)
        if conta is not None:
            self.conta[pessoa] = conta
        self._situar(pessoa)

    def espelhar(self, pessoa: str, lista: Categoria) -> None:
        """Tem vaga espelhada: não conta em nenhuma conta, nem espera."""
        self.espelhados[pessoa] = lista
        self._situar(pessoa)

    def sair(self, pessoa: str) -> None:
        """Deixa o certame."""
        self._presentes.discard(pessoa)
        self._sairam.add(pessoa)
        self._situar(pessoa)

    def ir_ao_fim(self, pessoa: str) -> None:
        """Passa ao fim de todas as listas em que está."""
        for lista in (*self._esperam.values(), *self._so_nela.values(), self._no_certame, self._sem_vaga):
            lista.por(self.posicao[pessoa], dentro=False)
        self._onde[pessoa], self.posicao[pessoa] = NO_FIM, len(self._linhas)
        self._linhas.append((pessoa, NO_FIM))
        self._foram_ao_fim.append(pessoa)
        self._postas_no_fim |= {pessoa} & self._postas.keys()
        self._situar(pessoa)

    def deixar_as_cotas(self, pessoa: str) -> None:
        """Sai só da lista de cotas."""
        self._sem_cotas.add(pessoa)
        self.membros[Categoria.COTAS].discard(pessoa)
        self._situar(pessoa)

    def optar(self, pessoa: str, lista: Categoria) -> None:
        """Só por essa reserva, e pela geral, se chama a pessoa."""
        self._opcoes[pessoa] = lista
        self._situar(pessoa)

    def _situar(self, pessoa: str) -> None:
        if pessoa not in self.posicao:
            return
        posicao, presente = self.posicao[pessoa], pessoa in self._presentes
        self._no_certame.por(posicao, dentro=presente and pessoa in self.membros[Categoria.AMPLA])
        self._sem_vaga.por(posicao, dentro=presente and self._livre_na_geral(pessoa))
        for lista, esperam in self._esperam.items():
            na_lista = presente and pessoa in self.membros[lista]
            chamavel = na_lista and self._chamavel(pessoa, lista)
            esperam.por(posicao, dentro=chamavel)
            self._so_nela[lista].por(posicao, dentro=chamavel and self._so_de_reserva(pessoa))

    # --- o que muda lugares

    def por_depois(self, pessoa: str, apos: str | None, lista: Categoria | None) -> None:
        """Ordem judicial: logo depois de `apos`, ou no alto."""
        listas = self._postas.pop(pessoa, (None, (Categoria.AMPLA,)))[1]
        if pessoa not in self._presentes:
            listas = (Categoria.AMPLA, *((lista,) if lista else ()))
            self._recomecar(pessoa)
            self._sem_cotas -= {pessoa} if lista is Categoria.COTAS else set()
        self._firmes.discard(pessoa)
        self._postas_no_fim.discard(pessoa)
        self._postas[pessoa] = (apos, listas)
        self._inserir(pessoa)
        self._numerar()

    def _recomecar(self, pessoa: str) -> None:
        """Quem não está na lista entra nela só com o que a decisão lhe dá."""
        self._linhas = [linha for linha in self._linhas if linha[0] != pessoa]
        self._opcoes.pop(pessoa, None)
        for membros in self.membros.values():
            membros.discard(pessoa)
        self._sairam.discard(pessoa)
        self._presentes.add(pessoa)
        self._de_fora.add(pessoa)

    def _inserir(self, pessoa: str) -> None:
        """Depois de quem a decisão disse ou, se não está na lista, de quem estava mais perto acima."""
        apos = self._postas[pessoa][0]
        self._linhas = [linha for linha in self._linhas if linha != (pessoa, POSTA)]
        valem = {p: i for i, (p, onde) in enumerate(self._linhas) if self._onde[p] == onde}
        if apos is not None and apos not in valem:
            acima = [p for p in self.posicao if self.posicao[p] < self.posicao[pessoa] and p in valem]
            apos = max(acima, key=lambda p: self.posicao[p], default=None)
        self._linhas.insert(0 if apos is None else valem[apos] + 1, (pessoa, POSTA))
        self._onde[pessoa] = POSTA
        self._abrir_listas(pessoa)

    def _abrir_listas(self, pessoa: str) -> None:
        for lista in self._postas[pessoa][1]:
            self.membros[lista].add(pessoa)
        self.membros[Categoria.COTAS] -= self._sem_cotas & {pessoa}

    def firmar(self, pessoa: str) -> None:
        """O lugar posto é agora o único, e próprio."""
        if pessoa not in self._postas:
            return
        vale = (pessoa, self._onde[pessoa])
        proprio = PROPRIA if vale[1] == POSTA else vale[1]
        linhas = [linha for linha in self._linhas if linha[0] != pessoa or linha == vale]
        self._linhas = [(pessoa, proprio) if linha == vale else linha for linha in linhas]
        self._onde[pessoa] = proprio
        self._firmes.add(pessoa)
        self._de_fora.discard(pessoa)
        self._na_geral_por_si.add(pessoa)
        self._numerar()

    def cair(self, pessoa: str) -> None:
        """O lugar posto acaba: volta ao próprio, ou sai."""
        self._postas.pop(pessoa, None)
        self._postas_no_fim.discard(pessoa)
        if pessoa in self._de_fora:
            self.sair(pessoa)
        else:
            self._onde[pessoa] = [onde for p, onde in self._linhas if p == pessoa and onde != POSTA][-1]
            self.membros[Categoria.AMPLA] -= {pessoa} - self._na_geral_por_si
        self._numerar()

    def voltar(self, pessoa: str) -> None:
        """Reintegra no lugar de onde saiu."""
        self._sairam.discard(pessoa)
        self._presentes.add(pessoa)
        self._numerar()

    def retificar(self, habilitados: Sequence[Habilitado]) -> None:
        """A lista passa a ser esta; quem saiu continua fora, e os do fim, no fim."""
        novos = {h.id for h in habilitados}
        no_fim = [pessoa for pessoa in self._foram_ao_fim if pessoa in novos | self._postas_no_fim]
        antigas = self.membros
        self._listar(habilitados)
        self._linhas = [*((h.id, PROPRIA) for h in habilitados), *((p, NO_FIM) for p in no_fim)]
        self._onde = dict.fromkeys(novos, PROPRIA) | dict.fromkeys(no_fim, NO_FIM)
        self._presentes = (novos | self._postas.keys()) - self._sairam
        for pessoa in [*self._postas]:
            self._repor(pessoa, antigas, tem_lugar=pessoa in novos)
        self._numerar()

    def _repor(self, pessoa: str, antigas: dict[Categoria, set[str]], *, tem_lugar: bool) -> None:
        """Na lista nova, o lugar que a decisão deu; quem não está nela conserva as listas em que estava."""
        if tem_lugar:
            self._de_fora.discard(pessoa)
        else:
            self._de_fora.add(pessoa)
            for lista in Categoria:
                self.membros[lista] |= {pessoa} & antigas[lista]
        if pessoa in self._postas_no_fim:
            self._abrir_listas(pessoa)
        else:
            self._inserir(pessoa)
        if pessoa in self._firmes:
            self.firmar(pessoa)
