"""As invariantes da ordem: se as vagas foram dadas como a lei manda e, se não, a quem isso prejudica."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from cotas.acompanhamento import Acompanhamento
from cotas.chamada import Evento
from cotas.enums import Categoria
from cotas.espera import Espera
from cotas.fundamentacao import pela_ordem_geral, pela_reserva_pcd
from cotas.fundamentos import Fundamento
from cotas.listas import Habilitado
from cotas.provimento import Provimento, Violacao
from cotas.quadro import quadro_de_vagas
from cotas.regras import RegrasDaReserva
from cotas.serie import SerieDeVagas


def conferir_ordem(
    regras: RegrasDaReserva,
    habilitados: Sequence[Habilitado],
    eventos: Sequence[Evento],
    provimentos: Iterable[Provimento],
    vagas: Mapping[int, Categoria],
) -> tuple[Violacao, ...]:
    """Tudo o que não confere, na ordem em que aconteceu; vazia se a ordem da lei foi seguida.

    `eventos`: só os efetivos (`eventos_efetivos`), e os índices dos provimentos contam-se entre eles.

    `habilitados` em ordem geral; `provimentos` na ordem em que se chamou; `vagas`: as registradas e as suas
    categorias. ErroDeRegra como em `apurar`. Custo: O((n + k) log n), k provimentos e perdas.
    """
    if not regras.aplicavel:
        habilitados = tuple(replace(h, cotista=False) for h in habilitados)
        eventos = [_sem_cotistas(evento) for evento in eventos]
    espera = Espera(habilitados, quadro_de_vagas(regras), regras.dupla_contagem_efetiva)
    acompanhamento = Acompanhamento(espera, SerieDeVagas(regras).categoria, regras.nao_confirmacao)
    return acompanhamento.conferir(eventos, provimentos, vagas)


def _sem_cotistas(evento: Evento) -> Evento:
    if evento.habilitados is None:
        return evento
    return replace(evento, habilitados=tuple(replace(h, cotista=False) for h in evento.habilitados))


def fundamentos_da_lista(regras: RegrasDaReserva, lista: Categoria, vaga: int) -> tuple[Fundamento, ...]:
    """De onde vem o direito de quem esperava à frente na lista a que a vaga cabia."""
    lugar = f"a vaga {vaga}"
    if lista is Categoria.PCD:
        return (pela_reserva_pcd(lugar),)
    lei = regras.lei_aplicavel
    if lista is Categoria.COTAS and lei is not None:
        return (lei.da_alternancia(f"Na alternância entre as listas, {lugar} cabe à dos cotistas."),)
    return (pela_ordem_geral(vaga),)
