"""Os fundamentos de cada chamada: o que se aplicou, em frases que cabem em um ato."""

from cotas.chamada import Chamada, Remanejamento
from cotas.contagem import quinta_antecipada
from cotas.enums import Categoria, DuplaContagem, Limiar, Ressalva, RestoCaxias, Serie
from cotas.fundamentos import CF_ART_37_IV, CF_ART_37_VIII, DecisaoJudicial, Fundamento, RegraDoEdital
from cotas.regras import RegrasDaReserva
from cotas.serie import SerieDeVagas

NOMES = {Categoria.AMPLA: "ampla concorrência", Categoria.COTAS: "cotas", Categoria.PCD: "PcD"}
RESERVA_LIBERADA = "a reserva que se liberou"
# Quantas posições da série impressa uma citação repete; as demais leem-se no edital.
POSICOES_CITADAS = 20


def pela_ordem_geral(vaga: int) -> Fundamento:
    """Constituição, art. 37, IV: prioridade dos aprovados, na ordem em que o foram."""
    return Fundamento(CF_ART_37_IV, f"A vaga {vaga} cabe ao seguinte da lista geral dos aprovados.")


def pela_reserva_pcd(lugar: str) -> Fundamento:
    """Constituição, art. 37, VIII: reserva para pessoas com deficiência."""
    return Fundamento(CF_ART_37_VIII, f"Destina-se a pessoa com deficiência {lugar}.")


FRASES_DA_RESSALVA = {
    Ressalva.ORDEM_JUDICIAL: "Chamado no lugar que a decisão lhe deu na lista, sem renumerar nem preterir "
    "ninguém.",
    Ressalva.SUB_JUDICE: "Concorre por decisão provisória, e o que aqui se faz depende do fim do processo.",
    Ressalva.CONDICIONAL: "Chamado na sua vez, com a condição que o edital admite ainda por cumprir.",
}


def da_ressalva(chamada: Chamada) -> tuple[Fundamento, ...]:
    """A decisão ou a condição de que a chamada depende; nada, se não há ressalva."""
    if chamada.ressalva is None:
        return ()
    fonte: DecisaoJudicial | RegraDoEdital = DecisaoJudicial(chamada.processo)
    if chamada.ressalva is Ressalva.CONDICIONAL:
        fonte = RegraDoEdital("situação condicional", "conserva o lugar")
    partes = (Fundamento(fonte, FRASES_DA_RESSALVA[chamada.ressalva]),)
    if not chamada.espelho:
        return partes
    frase = (
        f"A vaga é espelhada: não se conta entre as do cargo, e a vaga {chamada.vaga} segue para o próximo."
    )
    return (*partes, Fundamento(fonte, frase))


def _posicoes(serie: tuple[int, ...]) -> str:
    citadas = ", ".join(map(str, serie[:POSICOES_CITADAS]))
    demais = len(serie) - POSICOES_CITADAS
    return f"{citadas} e mais {demais}" if demais > 0 else citadas


class Fundamentacao:
    """Fundamenta as chamadas de um cargo, dadas as suas regras e a sua série."""

    def __init__(self, regras: RegrasDaReserva, serie: SerieDeVagas) -> None:
        self._regras = regras
        self._serie = serie
        self._lei = regras.lei_aplicavel
        self._modo = regras.dupla_contagem_efetiva

    def da_chamada(self, chamada: Chamada) -> tuple[Fundamento, ...]:
        """Da categoria da vaga, da conta em que ficou o chamado e do que a chamada moveu, nessa ordem."""
        # A vaga reaberta vem da conta em que estava, não da série.
        da_serie = () if chamada.reaberta else self.da_serie(chamada.vaga)
        partes = [*self._da_vaga(chamada), *da_serie]
        if chamada.revertida:
            partes += self._da_reversao(chamada.categoria, f"a vaga {chamada.vaga}")
            partes += self._do_corte(chamada)
        partes += self._dos_remanejamentos(chamada)
        if chamada.ocupa is Categoria.AMPLA:
            partes += self._da_ampla(chamada)
        if chamada.adiado:
            partes.append(self._do_final_de_fila(chamada))
        partes += da_ressalva(chamada)
        return tuple(dict.fromkeys(partes))

    def _da_vaga(self, chamada: Chamada) -> tuple[Fundamento, ...]:
        """O que se diz da vaga que a lista específica preencheu."""
        if chamada.ocupa is Categoria.AMPLA or chamada.remanejamentos:
            return ()
        if chamada.ocupa is not chamada.categoria:
            # Espelhada: quem passou à ampla, e liberou a reserva, di-lo a chamada que segue, se há alguma.
            return self._da_reserva(chamada, RESERVA_LIBERADA, reaberta=False)
        lugar = f"a vaga {chamada.vaga}"
        return (*self._da_reserva(chamada, lugar, reaberta=chamada.reaberta), *self._do_corte(chamada))

    def _da_reserva(self, chamada: Chamada, lugar: str, *, reaberta: bool) -> tuple[Fundamento, ...]:
        """Por que `lugar` cabe à lista da reserva em que ficou o chamado."""
        if chamada.ocupa is Categoria.COTAS:
            if not self._lei:
                return ()
            do_vinculo = self._lei.do_vinculo(self._regras.vinculo)
            return (*do_vinculo, *self._lei.da_reserva(chamada.vaga, lugar, reaberta=reaberta))
        percentual = self._regras.pcd.texto if self._regras.pcd else ""
        edital = RegraDoEdital("reserva de PcD", f"{percentual} %")
        frase = f"Pela reserva deste edital, {lugar} cabe à lista de PcD."
        da_lei = self._lei.da_reserva_pcd(lugar) if self._lei else ()
        return (pela_reserva_pcd(lugar), Fundamento(edital, frase), *da_lei)

    def _da_ampla(self, chamada: Chamada) -> tuple[Fundamento, ...]:
        if self._lei:
            return self._lei.da_ampla(chamada.vaga, cotista=chamada.cotista)
        return (*self.da_lei_que_nao_rege(), pela_ordem_geral(chamada.vaga))

    def da_lei_que_nao_rege(self) -> tuple[Fundamento, ...]:
        """Por que a lei escolhida não alcança o edital; nada, se não se escolheu nenhuma."""
        norma = self._regras.norma
        if norma is None:
            return ()
        return norma.em_vigor(self._regras.edital_publicado_em, self._regras.vinculo).fundamentos

    def _da_reversao(self, reserva: Categoria, lugar: str) -> tuple[Fundamento, ...]:
        if reserva is Categoria.COTAS:
            return self._lei.da_reversao(lugar) if self._lei else ()
        edital = RegraDoEdital("vaga de PcD sem candidato", "ampla concorrência")
        frase = f"Não há na lista de PcD quem ocupe {lugar}: reverte para a ampla concorrência."
        return (Fundamento(edital, frase),)

    def _do_corte(self, chamada: Chamada) -> tuple[Fundamento, ...]:
        """O corte fixo, nas vagas oferecidas de uma reserva."""
        if self._modo is not DuplaContagem.CORTE_FIXO or chamada.vaga > self._regras.vagas:
            return ()
        frase = "Quem está dentro do número de vagas da ampla concorrência não é chamado pela reserva."
        return self._da_dupla_contagem(chamada.categoria, frase)

    def _da_dupla_contagem(self, reserva: Categoria, frase: str) -> tuple[Fundamento, ...]:
        """As leis só falam dos cotistas: na reserva de PcD o fundamento é o edital."""
        escolha = Fundamento(RegraDoEdital("dupla contagem", str(self._modo)), frase)
        if reserva is Categoria.COTAS and self._lei:
            return (self._lei.da_nao_contagem(frase), escolha)
        return (escolha,)

    def _dos_remanejamentos(self, chamada: Chamada) -> list[Fundamento]:
        """Quem passou à ampla e que fim levou cada reserva: só a última pode ter achado a quem chamar."""
        partes: list[Fundamento] = []
        for movido in chamada.remanejamentos:
            partes += self._da_dupla_contagem(movido.de, self._frase_do_remanejamento(movido))
            if movido.de is chamada.ocupa:
                partes += self._da_reserva(chamada, RESERVA_LIBERADA, reaberta=False)
            else:
                partes += self._da_reversao(movido.de, RESERVA_LIBERADA)
        return partes

    def _frase_do_remanejamento(self, movido: Remanejamento) -> str:
        return (
            f"Quem ocupa a vaga {movido.vaga}, chamado pela lista de {NOMES[movido.de]}, foi alcançado pela "
            "lista geral: passa a contar na ampla concorrência e não é computado na reserva, que se libera."
        )

    def da_serie(self, numero: int) -> tuple[Fundamento, ...]:
        """As escolhas do edital que puseram na vaga `numero` a categoria que ela tem na série."""
        vaga = self._serie.vaga(numero)
        if vaga.categoria is Categoria.AMPLA:
            return self._do_limiar(numero)
        if vaga.origem != vaga.numero:
            escolha = RegraDoEdital("colisão de reservas", str(self._regras.colisao))
            frase = f"A vaga {vaga.origem}, que seria de PcD, já estava tomada: passou à vaga {vaga.numero}."
            return (Fundamento(escolha, frase),)
        return self._da_serie_de_cotas(vaga.numero) if vaga.categoria is Categoria.COTAS else ()

    def _do_limiar(self, numero: int) -> tuple[Fundamento, ...]:
        """Por que a vaga não é reservada, onde as oferecidas não bastam para haver reserva."""
        da_lei = self._lei.do_limiar(self._regras.vagas) if self._lei else ()
        if da_lei and self._regras.limiar is Limiar.OFERECIDAS:
            frase = "O número de vagas que a lei exige mede-se pelas oferecidas, não pelas que surgem depois."
            return (*da_lei, Fundamento(RegraDoEdital("limiar", "oferecidas"), frase))
        impressa = isinstance(self._regras.serie_efetiva, tuple)
        return da_lei if self._lei and numero < self._lei.limiar and not impressa else ()

    def _da_serie_de_cotas(self, numero: int) -> tuple[Fundamento, ...]:
        serie, regras = self._regras.serie_efetiva, self._regras
        if isinstance(serie, tuple):
            escolha = RegraDoEdital("série", _posicoes(serie))
            return (Fundamento(escolha, f"A vaga {numero} é uma das que o edital imprimiu como de cotas."),)
        partes: tuple[Fundamento, ...] = ()
        if regras.serie is not None and regras.norma and serie is not regras.norma.serie:
            frase = f"O edital adotou esta série, pela qual a vaga {numero} é de cotas."
            partes = (Fundamento(RegraDoEdital("série", str(serie)), frase),)
        if self._lei and self._lei.do_limiar(regras.vagas):
            frase = f"O número de vagas que a lei exige mede-se pelas providas, que com esta são {numero}."
            partes += (Fundamento(RegraDoEdital("limiar", "providas"), frase),)
        antecipa = serie is Serie.QUINTA_VAGA and regras.resto_caxias is RestoCaxias.ANTECIPA
        if antecipa and numero == regras.vagas and numero % 5:
            frase = f"A vaga {quinta_antecipada(numero)} antecipa-se para a {numero}, a última oferecida."
            partes += (Fundamento(RegraDoEdital("resto das quintas vagas", "antecipa"), frase),)
        return partes

    def _do_final_de_fila(self, chamada: Chamada) -> Fundamento:
        escolha = RegraDoEdital("final de fila", "a pedido, uma vez")
        frase = f"Chamado para a vaga {chamada.vaga} depois dos demais, por ter pedido o final da fila."
        return Fundamento(escolha, frase)
