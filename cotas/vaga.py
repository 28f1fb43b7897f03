"""Por que uma vaga tem a categoria que tem: a conta que a pôs ali na série, com os dispositivos."""

from dataclasses import dataclass

from cotas.contagem import QUINTA, contagem_de_cotas, contagem_de_pcd
from cotas.enums import Categoria, Serie
from cotas.fundamentacao import Fundamentacao, pela_ordem_geral, pela_reserva_pcd
from cotas.fundamentos import Fundamento, RegraDoEdital
from cotas.regras import RegrasDaReserva, ReservaPcd
from cotas.serie import SerieDeVagas, VagaDaSerie


@dataclass(frozen=True, slots=True)
class RazaoDaVaga:
    """Uma vaga da série. `ordem`: a quantas vagas da sua categoria ela chega, contada ela mesma."""

    numero: int
    categoria: Categoria
    ordem: int
    fundamentos: tuple[Fundamento, ...]


def razao_da_vaga(regras: RegrasDaReserva, numero: int) -> RazaoDaVaga:
    """A vaga de número `numero`, a partir de 1, e por que é dessa categoria. ErroDeRegra como na série."""
    serie = SerieDeVagas(regras)
    categorias = [serie.categoria(n) for n in range(1, numero + 1)]
    vaga = serie.vaga(numero)
    fundamentacao = Fundamentacao(regras, serie)
    contas = {
        Categoria.AMPLA: lambda: _da_ampla(regras, fundamentacao, numero),
        Categoria.COTAS: lambda: _da_cota(regras, numero),
        Categoria.PCD: lambda: _de_pcd(regras, vaga),
    }
    fundamentos = (*contas[vaga.categoria](), *fundamentacao.da_serie(numero))
    return RazaoDaVaga(
        numero=numero,
        categoria=vaga.categoria,
        ordem=categorias.count(vaga.categoria),
        fundamentos=tuple(dict.fromkeys(fundamentos)),
    )


def _da_cota(regras: RegrasDaReserva, numero: int) -> tuple[Fundamento, ...]:
    """A k-ésima vaga reservada é a primeira em que a conta da reserva chega a k."""
    lei, serie = regras.lei_aplicavel, regras.serie_efetiva
    if lei is None:
        return ()
    conta = contagem_de_cotas(regras)
    if isinstance(serie, tuple):
        return (lei.da_alternancia(f"É a {conta(numero)}ª vaga da cota, na série que o edital imprimiu."),)
    if serie is not Serie.QUINTA_VAGA:
        return (*lei.do_quadro(numero), lei.da_alternancia(_cresce("cota", conta(numero - 1), numero)))
    if numero % QUINTA == 0:
        frase = f"Em cada cinco vagas, uma é da cota: a vaga {numero} é a {numero // QUINTA}ª quinta vaga."
        return (lei.da_alternancia(frase),)
    return lei.do_quadro(numero)


def _cresce(nome: str, antes: int, numero: int) -> str:
    return (
        f"Entre {numero - 1} vagas a reserva da {nome} é de {antes}; entre {numero}, de {antes + 1}: a vaga "
        f"{numero} é a {antes + 1}ª dessa reserva."
    )


def _de_pcd(regras: RegrasDaReserva, vaga: VagaDaSerie) -> tuple[Fundamento, ...]:
    """A posição natural é a `origem`: se a tomou a cota, a colisão diz por que a vaga é outra."""
    pcd = regras.pcd
    if pcd is None:
        return ()
    lei = regras.lei_aplicavel
    lugar = f"a vaga {vaga.numero}"
    da_lei = lei.da_reserva_pcd(lugar) if lei else ()
    return (pela_reserva_pcd(lugar), _conta_de_pcd(regras, pcd, vaga.origem), *da_lei)


def _conta_de_pcd(regras: RegrasDaReserva, pcd: ReservaPcd, origem: int) -> Fundamento:
    escolha = RegraDoEdital("reserva de PcD", f"{pcd.texto} %")
    if isinstance(pcd.serie, tuple):
        return Fundamento(escolha, f"A vaga {origem} é uma das que o edital imprimiu como de PcD.")
    conta = contagem_de_pcd(regras)
    if origem == 1:
        return Fundamento(escolha, "Pelo arredondamento do edital, já a primeira vaga é de PcD.")
    antes, depois = conta(origem - 1), conta(origem)
    frase = f"Entre {origem - 1} vagas a reserva de PcD é de {antes}; entre {origem}, de {depois}."
    return Fundamento(escolha, frase)


def _da_ampla(regras: RegrasDaReserva, fundamentacao: Fundamentacao, numero: int) -> tuple[Fundamento, ...]:
    lei = regras.lei_aplicavel
    if lei is None:
        return (*fundamentacao.da_lei_que_nao_rege(), pela_ordem_geral(numero))
    cotas = contagem_de_cotas(regras)(numero)
    if regras.pcd is None:
        contas = f"a reserva da cota não cresce ({cotas})"
    else:
        contas = f"nem a reserva da cota ({cotas}) nem a de PcD ({contagem_de_pcd(regras)(numero)}) crescem"
    inicio = f"De {numero - 1} para {numero} vagas {contas}" if numero > 1 else "Uma só vaga não faz reserva"
    return (lei.da_alternancia(f"{inicio}: a vaga {numero} é de ampla concorrência."),)
