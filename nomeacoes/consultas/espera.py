"""O que falta para alguém ser chamado, se nada mais acontecer ao cargo; nada se grava."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.utils.formats import number_format

from candidatos.models import Candidatura
from concursos.consultas import homologacao_do_cargo, regras_da_reserva
from concursos.models import Cargo
from cotas import Categoria, Chamada, Desistencias, Previsor
from nomeacoes.consultas.estado import evento_do_motor, habilitados_iniciais, ler_eventos
from nomeacoes.consultas.lapso import vagas_do_lapso
from nomeacoes.consultas.plano import NOME_DA_RESERVA
from nomeacoes.enums import CategoriaDaVaga
from nomeacoes.models import Nomeacao

NOME_DA_LISTA = {
    CategoriaDaVaga.AMPLA: "lista geral",
    CategoriaDaVaga.COTAS: "lista da cota",
    CategoriaDaVaga.PCD: "lista de PcD",
}


@dataclass(frozen=True, slots=True)
class ChamadaPrevista:
    """Uma chamada que viria. `quantas`: chamadas até ela, ela incluída.

    `candidatura` nula: quem a lista específica traria não se mostra a quem não vê autodeclarações.
    """

    quantas: int
    vaga: int
    categoria: CategoriaDaVaga
    ocupa: CategoriaDaVaga
    reaberta: bool
    revertida: bool
    candidatura: Candidatura | None

    @property
    def da_vaga(self) -> str:
        """A vaga em palavras: "a vaga 3, aberta de novo, da cota"."""
        de_que = "aberta de novo, da" if self.reaberta else "da"
        reverte = ", que reverte à ampla por falta de quem a ocupe na sua lista" if self.revertida else ""
        return f"a vaga {n(self.vaga)}, {de_que} {NOME_DA_RESERVA[self.categoria]}{reverte}"

    @property
    def pela(self) -> str:
        """A lista por que se chamaria: "lista geral"."""
        return NOME_DA_LISTA[self.ocupa]


@dataclass(frozen=True, slots=True)
class Validade:
    """Até quando se pode chamar. `fim` nulo: o resultado ainda não foi homologado.

    `a_repor`: depois do fim, as vagas que o lapso deixou a repor, e só para elas se chama.
    """

    fim: date | None
    prorrogada: bool
    vencida: bool
    a_repor: frozenset[int] = frozenset()

    def alcanca(self, quantas: int, vaga: int) -> bool:
        """Se ainda se faz a chamada para a vaga, a enésima (`quantas`) a contar de agora.

        Depois do fim, só se todas até ela são de reposição: uma que já estava aberta impede as seguintes.
        """
        return not self.vencida or sorted(self.a_repor)[quantas - 1 : quantas] == [vaga]

    @property
    def frase(self) -> str:
        """Uma frase sobre a validade."""
        if self.fim is None:
            return "O resultado ainda não foi homologado: não corre validade e ninguém pode ser chamado."
        if self.vencida and self.a_repor:
            quais = ", ".join(n(vaga) for vaga in sorted(self.a_repor))
            return (
                f"A validade do concurso terminou em {self.fim:%d/%m/%Y}: só se repõe o que depois dela "
                f"ficou sem posse ({'vaga' if len(self.a_repor) == 1 else 'vagas'} {quais})."
            )
        if self.vencida:
            return f"A validade do concurso terminou em {self.fim:%d/%m/%Y}: já não se pode chamar ninguém."
        ate = f"A validade do concurso vai até {self.fim:%d/%m/%Y}"
        depois = "depois desse dia ninguém mais pode ser chamado."
        return f"{ate}, já prorrogada: {depois}" if self.prorrogada else f"{ate}: {depois}"


@dataclass(frozen=True, slots=True)
class Espera:
    """Por que quem espera ainda não foi chamado, e o que teria de acontecer.

    `vaga_que_se_abriria`: a do primeiro que teria de desistir, se ele ocupa uma. `so_pela_geral`: a
    previsão ignora as listas específicas, que quem pergunta não pode ver. `restam`: das `oferecidas`,
    quantas estão por ocupar. `so_repor`: a validade acabou, e só se chama para as vagas de reposição.
    """

    proxima: ChamadaPrevista | None
    vez: ChamadaPrevista | None
    desistencias: Desistencias | None
    vaga_que_se_abriria: int | None
    so_pela_geral: bool
    oferecidas: int
    restam: int
    so_repor: bool = False

    @property
    def frase_da_proxima(self) -> str:
        """Quem vem a seguir."""
        proxima = self.proxima
        if proxima is None and self.so_repor:
            return "Uma vaga que já estava aberta na validade vem antes na ordem, e impede a reposição."
        if proxima is None:
            return "Não há mais quem chamar: as listas se esgotaram."
        if proxima.candidatura is None:
            return f"A próxima chamada é para {proxima.da_vaga}: cabe ao próximo da {proxima.pela}."
        inscricao = proxima.candidatura.inscricao
        quem = f"{inscricao.candidato.nome} (inscrição {inscricao.numero})"
        return f"A próxima chamada é para {proxima.da_vaga}: cabe a {quem}, pela {proxima.pela}."

    @property
    def frase_da_vez(self) -> str:
        """Em quantas chamadas, para que vaga e por que lista."""
        vez = self.vez
        if vez is None and self.so_repor:
            return "A validade acabou, e as vagas que ainda se repõem não chegam à vez desta pessoa."
        if vez is None:
            return "As listas acabam antes que a vez chegue."
        onde = f"para {vez.da_vaga}, pela {vez.pela}"
        if vez.quantas == 1:
            return f"É a vez desta pessoa: a próxima chamada é dela, {onde}."
        return f"Se nada mais acontecer, a vez chega na {n(vez.quantas)}ª chamada a contar de agora, {onde}."

    @property
    def frase_do_alcance(self) -> str:
        """Se a vaga prevista está entre as oferecidas, que têm de se prover; vazia se só se repõe."""
        if self.so_repor:
            return ""
        if not self.oferecidas:
            return "O edital não ofereceu vagas, só cadastro de reserva: a chamada depende de surgir vaga."
        restam = f"Das {n(self.oferecidas)} vagas oferecidas no edital, {_restam(self.restam)}"
        if self.oferecidas == 1:
            restam = f"A única vaga oferecida no edital {'está' if self.restam else 'não está'} por ocupar"
        if self.vez is not None and self.vez.vaga <= self.oferecidas:
            return f"{restam}; a vaga prevista está entre as oferecidas."
        return f"{restam}; a vaga prevista é posterior às oferecidas, e depende de surgir."

    @property
    def frase_das_desistencias(self) -> str:
        """Quantas desistências bastariam para a vez chegar na próxima chamada; vazia se já é a vez."""
        if self.desistencias is None or not self.desistencias.pessoas:
            return ""
        quantas, conta = len(self.desistencias.pessoas), self.desistencias.conta
        if conta is None:
            bastaria = "Bastaria 1 desistência" if quantas == 1 else f"Bastariam {n(quantas)} desistências"
            return f"{bastaria} de quem está à frente para a vez chegar já na próxima chamada."
        reserva = NOME_DA_RESERVA[CategoriaDaVaga(conta)]
        abre = f"Bastaria que se abrisse a vaga {n(self.vaga_que_se_abriria or 0)}, hoje na {reserva}"
        mais = f", e mais {_desistencias(quantas - 1)} de quem está à frente," if quantas > 1 else ","
        return f"{abre}{mais} para a vez chegar já na próxima chamada."


def n(numero: int) -> str:
    """Como se imprime: 1.742."""
    return number_format(numero, force_grouping=True)


def _desistencias(quantas: int) -> str:
    return "1 desistência" if quantas == 1 else f"{n(quantas)} desistências"


def _restam(quantas: int) -> str:
    if not quantas:
        return "nenhuma está por ocupar"
    return "1 está por ocupar" if quantas == 1 else f"{n(quantas)} estão por ocupar"


def validade_do_cargo(cargo: Cargo, hoje: date) -> Validade:
    """A validade em vigor no dia dado, contada da homologação do cargo, com a prorrogação se houve."""
    homologacao = homologacao_do_cargo(cargo)
    if homologacao is None:
        return Validade(None, prorrogada=False, vencida=False)
    vencida = hoje > homologacao.fim
    a_repor = frozenset(vagas_do_lapso([cargo]).get(cargo.pk, ())) if vencida else frozenset()
    return Validade(homologacao.fim, homologacao.prorrogado_ate is not None, vencida, a_repor)


def previsor_do_cargo(cargo: Cargo) -> Previsor:
    """O futuro do cargo depois do último evento. `ErroDeEvento` se o que está guardado não tem sentido."""
    eventos = ler_eventos(cargo)
    passados = [evento_do_motor(evento) for evento in eventos]
    return Previsor(regras_da_reserva(cargo), habilitados_iniciais(cargo, eventos), passados)


def espera_da_pessoa(
    candidatura: Candidatura,
    previsor: Previsor,
    *,
    validade: Validade,
    mostrar: Iterable[CategoriaDaVaga],
    ve_declaracoes: bool,
) -> Espera:
    """O que falta a quem está na fila. `mostrar`: reservas em que se pode dizer que a pessoa está.

    Depois da validade, só as chamadas de reposição, e nenhuma desistência as aumenta.
    """
    quem = str(candidatura.pk)
    ocultas = {Categoria.COTAS, Categoria.PCD} - {Categoria(reserva) for reserva in mostrar}
    vez = previsor.ate_a_pessoa(quem, fora_de=ocultas)
    desistencias = None if validade.vencida else previsor.desistencias(quem, fora_de=ocultas)
    proxima = previsor.proxima()
    if vez is not None and not validade.alcanca(vez.quantas, vez.chamada.vaga):
        vez = None
    if proxima is not None and not validade.alcanca(1, proxima.vaga):
        proxima = None
    return Espera(
        proxima=chamada_prevista(1, proxima, ve_declaracoes=ve_declaracoes) if proxima else None,
        vez=chamada_prevista(vez.quantas, vez.chamada, ve_declaracoes=True) if vez else None,
        desistencias=desistencias,
        vaga_que_se_abriria=_vaga_que_se_abriria(desistencias),
        so_pela_geral=bool(ocultas),
        oferecidas=candidatura.cargo.vagas,
        restam=_por_ocupar(candidatura.cargo),
        so_repor=validade.vencida,
    )


def chamada_prevista(quantas: int, chamada: Chamada, *, ve_declaracoes: bool) -> ChamadaPrevista:
    """A chamada com a pessoa lida; sem ela, se a traz uma lista que quem pergunta não pode ver."""
    ocupa = CategoriaDaVaga(chamada.ocupa)
    candidatura = None
    if ve_declaracoes or ocupa == CategoriaDaVaga.AMPLA:
        candidatura = Candidatura.objects.select_related("inscricao__candidato").get(
            pk=int(chamada.candidato)
        )
    return ChamadaPrevista(
        quantas=quantas,
        vaga=chamada.vaga,
        categoria=CategoriaDaVaga(chamada.categoria),
        ocupa=ocupa,
        reaberta=chamada.reaberta,
        revertida=chamada.revertida,
        candidatura=candidatura,
    )


def _vaga_que_se_abriria(desistencias: Desistencias | None) -> int | None:
    if desistencias is None or desistencias.conta is None:
        return None
    em_curso = Nomeacao.objects.filter(candidatura=int(desistencias.pessoas[0]), encerrada_por__isnull=True)
    return em_curso.values_list("vaga__numero", flat=True).get()


def _por_ocupar(cargo: Cargo) -> int:
    ocupadas = Nomeacao.objects.filter(
        vaga__cargo=cargo, vaga__numero__lte=cargo.vagas, encerrada_por__isnull=True, espelho=False
    )
    return cargo.vagas - ocupadas.count()
