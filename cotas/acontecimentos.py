"""O que acontece a uma lista, fora as convocações: perdas, ressalvas, ordens judiciais, retificação."""

from collections.abc import Callable, Mapping

from cotas.certame import RESERVAS, Certame
from cotas.chamada import Evento
from cotas.enums import Categoria, Desfecho, EfeitoSubJudice, NaoConfirmacao, Ressalva, TipoEvento
from cotas.rearranjo import Rearranjo
from cotas.ressalvas import Ressalvas

T = TipoEvento
PERDAS_DEFINITIVAS = (T.DESISTENCIA, T.SEM_EFEITO, T.ELIMINACAO, T.FALECIMENTO)
SEM_PESSOA = (T.RETIFICACAO, T.EXTINCAO)
DESFECHOS: Mapping[TipoEvento, tuple[Desfecho, ...]] = {
    T.FIM_SUB_JUDICE: (Desfecho.DEFINITIVA, Desfecho.REVOGADA, Desfecho.EXTINTA),
    T.FIM_CONDICIONAL: (Desfecho.CUMPRIDA, Desfecho.DESCUMPRIDA),
}

# Campo e mensagem do que não cabe; nulo, cabe.
Recusa = tuple[str, str] | None


class Acontecimentos:
    """Confere e aplica cada evento a um certame. `extinto`: já não se convoca."""

    def __init__(self, certame: Certame, nao_confirmacao: NaoConfirmacao) -> None:
        self._certame = certame
        self._nao_confirmacao = nao_confirmacao
        self._rearranjo = Rearranjo()
        self.ressalvas = Ressalvas()
        self.extinto = False

    def copia(self, certame: Certame) -> "Acontecimentos":
        """Cópia independente, sobre a cópia do certame."""
        outro = Acontecimentos(certame, self._nao_confirmacao)
        outro._rearranjo, outro.ressalvas = self._rearranjo.copia(), self.ressalvas.copia()
        outro.extinto = self.extinto
        return outro

    def ressalvas_abertas(self) -> dict[str, Ressalva]:
        """A de cada pessoa do certame que tem alguma; quem saiu só a retoma se for reintegrado."""
        abertas = self.ressalvas.abertas()
        return {pessoa: ressalva for pessoa, ressalva in abertas.items() if self._certame.presente(pessoa)}

    def adiado(self, pessoa: str) -> bool:
        """Se se chama depois dos demais, por ter pedido o final da fila."""
        return self._rearranjo.no_fim(self._certame, pessoa)

    def aplicar(self, evento: Evento) -> Recusa:
        """Aplica o evento; devolve por que não cabe, sem mudar nada, se não cabe."""
        recusa = self._forma(evento) or self._conferir(evento)
        if recusa is None:
            self._praticar(evento)
        return recusa

    def _forma(self, evento: Evento) -> Recusa:
        """O que falta ou sobra no evento, seja qual for o estado."""
        if evento.quantidade is not None:
            return "quantidade", "só convocar tem quantidade"
        if evento.tipo in SEM_PESSOA:
            if evento.candidato is not None:
                return "candidato", "este evento é do cargo, e não de uma pessoa"
        elif evento.candidato is None:
            return "candidato", "falta dizer a quem o evento se refere"
        cabiveis = DESFECHOS.get(evento.tipo, ())
        if cabiveis and evento.desfecho not in cabiveis:
            return "desfecho", f"deve ser um destes: {', '.join(cabiveis)}"
        if evento.tipo is T.RETIFICACAO and evento.habilitados is None:
            return "candidatos", "falta a lista retificada"
        if evento.tipo is T.OPCAO and evento.lista not in RESERVAS:
            return "lista", "a opção é por cotas ou por pcd"
        return None

    def _conferir(self, evento: Evento) -> Recusa:
        """O que no estado presente impede o evento."""
        pessoa, certame = evento.candidato or "", self._certame
        if evento.tipo is T.EXTINCAO:
            return ("tipo", "o cargo já foi extinto") if self.extinto else None
        if evento.tipo is T.RETIFICACAO:
            ids = [h.id for h in evento.habilitados or ()]
            return ("candidatos", "há identificadores repetidos") if len(set(ids)) < len(ids) else None
        if evento.tipo is T.REINTEGRACAO:
            return self._conferir_reintegracao(pessoa)
        if evento.tipo is T.ORDEM_JUDICIAL:
            return self._conferir_ordem(evento)
        if not certame.presente(pessoa):
            return "candidato", f"{pessoa} não está no certame: não foi aprovado ou já saiu"
        impedimento = self._impedimentos(evento).get(evento.tipo, "")
        return ("candidato", f"{pessoa} {impedimento}") if impedimento else None

    def _conferir_reintegracao(self, pessoa: str) -> Recusa:
        if pessoa not in self._certame.fora:
            return "candidato", f"{pessoa} não saiu do certame: não há a que o reintegrar"
        if pessoa not in self._certame.saidos:
            return "candidato", f"{pessoa} não tem na lista lugar por si a que voltar"
        return None

    def _impedimentos(self, evento: Evento) -> Mapping[TipoEvento, str]:
        """Por tipo, o que impede o evento à pessoa; vazio se cabe."""
        pessoa, certame, ressalvas = evento.candidato or "", self._certame, self.ressalvas
        na_lista, espera = pessoa in certame.posicao, certame.espera(pessoa)
        nas_duas = all(pessoa in certame.membros[reserva] for reserva in RESERVAS)
        judicial = ressalvas.sub_judice(pessoa) or ressalvas.por_ordem(pessoa)
        espelho_tarde = evento.efeito is EfeitoSubJudice.ESPELHO and pessoa in certame.ocupacao

        def se(condicao: bool, frase: str) -> str:
            return frase if condicao else ""

        return {
            T.FINAL_DE_FILA: se(pessoa in certame.adiados, "já foi uma vez para o final da fila")
            or se(not na_lista, "já não está na lista"),
            T.NAO_CONFIRMACAO: se(
                pessoa not in certame.membros[Categoria.COTAS] or not na_lista,
                "não está na lista específica de cotas",
            ),
            T.SEM_EFEITO: se(
                ressalvas.condicional(pessoa), "está em situação condicional: a vaga espera até que ela acabe"
            ),
            T.SUB_JUDICE: se(ressalvas.sub_judice(pessoa), "já concorre sub judice")
            or se(espelho_tarde, "já ocupa vaga: o sub judice só pode ser com o efeito de a ocupar"),
            T.FIM_SUB_JUDICE: se(not judicial, "não concorre por decisão judicial"),
            T.CONDICIONAL: se(ressalvas.condicional(pessoa), "já está em situação condicional"),
            T.FIM_CONDICIONAL: se(not ressalvas.condicional(pessoa), "não está em situação condicional"),
            T.OPCAO: se(not nas_duas or not na_lista, "não está nas duas listas específicas")
            or se(not espera, "já tem vaga: a opção registra-se antes da chamada"),
        }

    def _conferir_ordem(self, evento: Evento) -> Recusa:
        pessoa, apos, certame = evento.candidato or "", evento.apos, self._certame
        if certame.presente(pessoa) and not certame.espera(pessoa):
            return "candidato", f"{pessoa} já tem vaga: a ordem judicial não muda a lista"
        if apos == pessoa:
            return "apos", "ninguém fica depois de si"
        if apos is not None and apos not in certame.posicao and apos not in certame.saidos:
            return "apos", f"{apos} não está na lista"
        if evento.lista is not None and pessoa in certame.posicao:
            return "lista", f"{pessoa} já está na lista: conserva as suas, e a decisão só lhe muda o lugar"
        return None

    # --- praticar

    def _praticar(self, evento: Evento) -> None:
        pessoa, certame = evento.candidato or "", self._certame
        praticas: Mapping[TipoEvento, Callable[[], None]] = {
            T.FINAL_DE_FILA: lambda: self._rearranjo.ir_para_o_fim(certame, pessoa),
            T.NAO_CONFIRMACAO: lambda: self._nao_confirmar(pessoa),
            T.SUB_JUDICE: lambda: self.ressalvas.abrir_sub_judice(
                pessoa, evento.efeito or EfeitoSubJudice.OCUPA, evento.processo
            ),
            T.FIM_SUB_JUDICE: lambda: self._findar_sub_judice(pessoa, evento.desfecho),
            T.CONDICIONAL: lambda: self.ressalvas.abrir_condicional(pessoa),
            T.FIM_CONDICIONAL: lambda: self._findar_condicional(pessoa, evento.desfecho),
            T.ORDEM_JUDICIAL: lambda: self._ordenar(evento),
            T.OPCAO: lambda: self._optar(pessoa, evento.lista),
            T.RETIFICACAO: lambda: self._rearranjo.retificar(certame, evento.habilitados or ()),
            T.REINTEGRACAO: lambda: self._rearranjo.reintegrar(certame, pessoa),
            T.EXTINCAO: self._extinguir,
        }
        praticas.get(evento.tipo, lambda: certame.sair(pessoa))()

    def _nao_confirmar(self, pessoa: str) -> None:
        if self._nao_confirmacao is NaoConfirmacao.ELIMINA:
            self._certame.sair(pessoa)
        else:
            self._certame.deixar_as_cotas(pessoa)

    def _findar_sub_judice(self, pessoa: str, desfecho: Desfecho | None) -> None:
        """Definitiva, fica; revogada, sai ou volta ao lugar próprio; extinta, só perde o que o juiz deu."""
        por_ordem = self.ressalvas.por_ordem(pessoa)
        self.ressalvas.fechar_judiciais(pessoa)
        if desfecho is Desfecho.DEFINITIVA:
            self._rearranjo.firmar(pessoa)
        elif por_ordem:
            self._rearranjo.cair(self._certame, pessoa)
        elif desfecho is Desfecho.REVOGADA:
            self._certame.sair(pessoa)
        if pessoa in self._certame.espelhos:
            self._desespelhar(pessoa)

    def _desespelhar(self, pessoa: str) -> None:
        """Acaba o espelho: a pessoa espera no seu lugar, à frente de quem veio depois."""
        if pessoa in self._certame.posicao:
            self._certame.devolver_aos_lugares(pessoa)
        else:
            self._certame.sair(pessoa)

    def _findar_condicional(self, pessoa: str, desfecho: Desfecho | None) -> None:
        self.ressalvas.fechar_condicional(pessoa)
        if desfecho is Desfecho.DESCUMPRIDA:
            self._certame.sair(pessoa)

    def _ordenar(self, evento: Evento) -> None:
        pessoa = evento.candidato or ""
        if not self._certame.presente(pessoa):
            self.ressalvas.largar(pessoa)
        self._rearranjo.por_depois_de(self._certame, pessoa, evento.apos, evento.lista)
        self.ressalvas.abrir_ordem(pessoa, evento.processo)

    def _optar(self, pessoa: str, lista: Categoria | None) -> None:
        self._certame.opcoes[pessoa] = lista or Categoria.AMPLA
        self._certame.refazer_filas()

    def _extinguir(self) -> None:
        self.extinto = True
