"""O quadro de vagas de um cargo: quantas de cada categoria entre as oferecidas."""

from dataclasses import dataclass

from cotas.erros import ErroDeRegra
from cotas.fundamentos import CF_ART_37_VIII, Fundamento, RegraDoEdital
from cotas.regras import RegrasDaReserva


@dataclass(frozen=True, slots=True)
class Quadro:
    """Vagas oferecidas, por categoria, e por que são essas."""

    total: int
    ampla: int
    cotas: int
    pcd: int
    fundamentos: tuple[Fundamento, ...] = ()


def quadro_de_vagas(regras: RegrasDaReserva) -> Quadro:
    """Quadro das vagas oferecidas. ErroDeRegra se as reservas somadas passam do total."""
    total = regras.vagas
    cotas, pcd = regras.reserva_de_cotas(total), regras.reserva_de_pcd(total)
    if cotas + pcd > total:
        raise ErroDeRegra(
            "pcd.percentual",
            f"o quadro não fecha: {cotas} vagas de cotas e {pcd} de PcD passam das {total} oferecidas",
        )
    return Quadro(total, total - cotas - pcd, cotas, pcd, _fundamentos(regras, pcd))


def _fundamentos(regras: RegrasDaReserva, pcd: int) -> tuple[Fundamento, ...]:
    norma = regras.norma
    fundamentos: tuple[Fundamento, ...] = ()
    if norma:
        vigencia = norma.em_vigor(regras.edital_publicado_em, regras.vinculo)
        fundamentos = vigencia.fundamentos
        if vigencia:
            fundamentos += norma.do_quadro(regras.vagas)
    if regras.pcd:
        frase = f"O edital reserva às pessoas com deficiência {pcd} de {regras.vagas} vagas."
        escolha = RegraDoEdital("reserva de PcD", f"{regras.pcd.texto} %")
        fundamentos += (Fundamento(CF_ART_37_VIII, frase), Fundamento(escolha, frase))
    return fundamentos
