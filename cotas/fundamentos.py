"""De onde vem cada conclusão: dispositivos de norma e escolhas do edital, citáveis em um ato."""

from dataclasses import dataclass

from cotas.enums import Tratamento
from cotas.erros import ErroDeCitacao


@dataclass(frozen=True, slots=True)
class Dispositivo:
    """Um artigo, parágrafo ou inciso, com o texto tal como publicado.

    `nota` diz onde o dispositivo está no código ("cotas.leis….art_4_par_2") ou,
    se não formalizado ou vetado, por quê.
    """

    norma: str
    artigo: str
    texto: str
    tratamento: Tratamento = Tratamento.FORMALIZADO
    nota: str = ""

    @property
    def citacao(self) -> str:
        """ "Lei 11.111/2021, art. 4º, § 1º". ErroDeCitacao se o dispositivo foi vetado."""
        if self.tratamento is Tratamento.VETADO:
            raise ErroDeCitacao(f"{self.norma}, {self.artigo}: dispositivo vetado não se cita")
        return f"{self.norma}, {self.artigo}"


@dataclass(frozen=True, slots=True)
class RegraDoEdital:
    """Escolha do edital onde a lei cala ou se contradiz (ver docs/interpretacoes.md)."""

    tema: str
    opcao: str

    @property
    def citacao(self) -> str:
        """ "Edital, dupla contagem: remanejamento"."""
        return f"Edital, {self.tema}: {self.opcao}"


@dataclass(frozen=True, slots=True)
class DecisaoJudicial:
    """Decisão que o processo identifica; sem número, diz-se só que é do juiz."""

    processo: str

    @property
    def citacao(self) -> str:
        """ "Decisão judicial, processo nº 0001234-56.2026.8.06.0001"."""
        return f"Decisão judicial, processo nº {self.processo}" if self.processo else "Decisão judicial"


@dataclass(frozen=True, slots=True)
class Fundamento:
    """Uma fonte e a frase que diz por que ela se aplicou aqui.

    `reservado`: a fonte revela se quem foi chamado na ampla está na lista de cotas. Serve a quem pode saber
    da autodeclaração; o ato, que é público, dispensa-a (Lei 13.709/2018, arts. 5º, II, e 6º, III).
    """

    fonte: Dispositivo | RegraDoEdital | DecisaoJudicial
    aplicacao: str
    reservado: bool = False

    def __post_init__(self) -> None:
        """Recusa já na origem a fonte que não se pode citar."""
        _ = self.fonte.citacao

    @property
    def citacao(self) -> str:
        """Como a fonte se cita em um ato."""
        return self.fonte.citacao


CF_ART_37_IV = Dispositivo(
    "Constituição Federal",
    "art. 37, IV",
    "durante o prazo improrrogável previsto no edital de convocação, aquele aprovado em concurso "
    "público de provas ou de provas e títulos será convocado com prioridade sobre novos concursados "
    "para assumir cargo ou emprego, na carreira;",
    nota="cotas.fundamentacao.pela_ordem_geral",
)
CF_ART_37_VIII = Dispositivo(
    "Constituição Federal",
    "art. 37, VIII",
    "a lei reservará percentual dos cargos e empregos públicos para as pessoas portadoras de "
    "deficiência e definirá os critérios de sua admissão;",
    nota="cotas.fundamentacao.pela_reserva_pcd",
)
