"""O que o motor pergunta a uma lei de cotas, seja ela qual for."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from cotas.enums import DuplaContagem, Serie, Vinculo
from cotas.fundamentos import Dispositivo, Fundamento


@dataclass(frozen=True, slots=True)
class Vigencia:
    """Se a lei rege um edital, e por quê. Vale como booleano."""

    em_vigor: bool
    fundamentos: tuple[Fundamento, ...]

    def __bool__(self) -> bool:
        """Verdadeira quando a lei rege o edital."""
        return self.em_vigor


class Lei(ABC):
    """Uma lei de cotas: números, lista específica, vigência e os fundamentos de cada situação.

    `limiar` é o menor número de vagas com reserva (zero se a lei não o exige); `dispositivos`,
    todos os artigos e parágrafos, na ordem da lei.
    """

    chave: str
    nome: str
    titulo: str
    serie: Serie
    dupla_contagem: DuplaContagem
    limiar: int
    percentual: Fraction
    dispositivos: tuple[Dispositivo, ...]

    @abstractmethod
    def em_vigor(self, edital_publicado_em: date, vinculo: Vinculo) -> Vigencia:
        """Se a lei rege o edital publicado nesse dia para esse vínculo."""

    @abstractmethod
    def reserva(self, n: int) -> int:
        """Vagas reservadas entre `n` vagas."""

    @abstractmethod
    def cotista(self, *, negro: bool, indigena: bool) -> bool:
        """Se quem assim se declarou é destinatário da reserva."""

    @abstractmethod
    def do_quadro(self, n: int) -> tuple[Fundamento, ...]:
        """Por que entre `n` vagas há `reserva(n)` reservadas."""

    @abstractmethod
    def do_limiar(self, n: int) -> tuple[Fundamento, ...]:
        """Por que `n` vagas oferecidas não bastam para haver reserva; nada, se bastam."""

    @abstractmethod
    def do_vinculo(self, vinculo: Vinculo) -> tuple[Fundamento, ...]:
        """O que estende a reserva a esse vínculo, se não é o próprio caput do art. 1º."""

    @abstractmethod
    def da_ampla(self, vaga: int, *, cotista: bool) -> tuple[Fundamento, ...]:
        """Por que a vaga de ampla concorrência cabe ao próximo da lista geral."""

    @abstractmethod
    def da_reserva(self, vaga: int, lugar: str, *, reaberta: bool) -> tuple[Fundamento, ...]:
        """Por que `lugar` ("a vaga 5", "a reserva que se liberou") cabe ao próximo da lista específica.

        `vaga`: a que o chamado ocupa.
        """

    @abstractmethod
    def da_reversao(self, lugar: str) -> tuple[Fundamento, ...]:
        """Por que `lugar`, sem cotista que o ocupe, se preenche pela lista geral."""

    @abstractmethod
    def da_nao_contagem(self, aplicacao: str) -> Fundamento:
        """O dispositivo que manda não contar na reserva o cotista alcançado pela ampla."""

    @abstractmethod
    def da_alternancia(self, aplicacao: str) -> Fundamento:
        """O dispositivo que alterna, na ordem das vagas, a lista geral e as específicas."""

    @abstractmethod
    def da_reserva_pcd(self, lugar: str) -> tuple[Fundamento, ...]:
        """O que a lei diz do `lugar` de pessoa com deficiência, se algo diz."""
