"""Lei nº 2.689, de 7 de abril de 2015, do Município de Duque de Caxias: uma função por dispositivo."""

from datetime import date
from fractions import Fraction

from cotas.aritmetica import arredondar, parte
from cotas.enums import Arredondamento, DuplaContagem, Serie, Vinculo
from cotas.fundamentos import Dispositivo, Fundamento
from cotas.leis import caxias_2689_2015_texto as lei
from cotas.leis.base import Lei, Vigencia

# Data da publicação: a que a lei traz à cabeça.
PUBLICACAO = date(2015, 4, 7)
# Art. 1º, caput.
PERCENTUAL = Fraction(20)
# Art. 1º, caput: só cargos efetivos e empregos públicos dos quadros permanentes.
VINCULOS = (Vinculo.CARGO_EFETIVO, Vinculo.EMPREGO_PUBLICO)
# A lei não condiciona a reserva a um número mínimo de vagas.
SEM_LIMIAR = 0


def art_1_caput(n: int) -> Fraction:
    """Art. 1º, caput: vinte por cento de `n` vagas, ainda sem arredondar."""
    return parte(PERCENTUAL, n)


def art_1_par_1(quantitativo: Fraction) -> int:
    """Art. 1º, § 1º: fração de 0,5 ou mais sobe; menor, desce."""
    return arredondar(quantitativo, Arredondamento.MEIO_ACIMA)


def art_1_par_2(aplicacao: str, *, reservado: bool) -> Fundamento:
    """Art. 1º, § 2º: o destinatário da reserva concorre à totalidade das vagas."""
    return Fundamento(lei.ART_1_P2, aplicacao, reservado)


def art_1_par_3(vaga: int) -> Fundamento:
    """Art. 1º, § 3º: os demais concorrem às vagas não reservadas."""
    frase = f"A vaga {vaga} não é objeto da reserva: a ela concorrem todos os aprovados."
    return Fundamento(lei.ART_1_P3, frase, reservado=True)


def art_1_par_4(*, negro: bool, indigena: bool) -> bool:
    """Art. 1º, § 4º: negro ou índio é quem assim se declarou na inscrição."""
    return negro or indigena


def art_1_par_6(lugar: str) -> Fundamento:
    """Art. 1º, § 6º: sem candidatos da reserva, a vaga reverte para o cômputo geral."""
    return Fundamento(
        lei.ART_1_P6,
        f"Não há na lista específica quem ocupe {lugar}: reverte para o cômputo geral, obedecida a ordem "
        "de classificação.",
    )


def art_3_caput(lugar: str) -> Fundamento:
    """Art. 3º, caput: lista específica dos cotistas entre si."""
    return Fundamento(lei.ART_3, f"Para {lugar} segue-se a lista específica dos cotistas entre si.")


def art_3_par_1(aplicacao: str) -> Fundamento:
    """Art. 3º, § 1º: ordem geral e, a cada cinco, a quinta vaga a cotista."""
    return Fundamento(lei.ART_3_P1, aplicacao)


def art_3_par_2(vaga: int) -> Fundamento:
    """Art. 3º, § 2º: a vaga de que se desiste cabe ao seguinte da lista específica."""
    return Fundamento(
        lei.ART_3_P2,
        f"A vaga {vaga}, reservada, ficou sem quem a ocupava e cabe ao seguinte da lista específica.",
    )


def art_5(edital_publicado_em: date) -> Vigencia:
    """Art. 5º: rege os editais publicados desde a publicação da lei."""
    rege = edital_publicado_em >= PUBLICACAO
    quando = "não é anterior" if rege else "é anterior"
    vigor = f"à entrada em vigor, em {PUBLICACAO:%d/%m/%Y}"
    frase = f"O edital, de {edital_publicado_em:%d/%m/%Y}, {quando} {vigor}."
    return Vigencia(rege, (Fundamento(lei.ART_5, frase),))


class LeiDeCaxias(Lei):
    """As respostas da Lei 2.689/2015 ao motor."""

    chave = "caxias-2689-2015"
    nome = lei.NOME
    titulo = "Lei nº 2.689, de 7 de abril de 2015, do Município de Duque de Caxias"
    serie = Serie.QUINTA_VAGA
    dupla_contagem = DuplaContagem.CONSUMO
    limiar = SEM_LIMIAR
    percentual = PERCENTUAL
    dispositivos: tuple[Dispositivo, ...] = lei.DISPOSITIVOS

    def em_vigor(self, edital_publicado_em: date, vinculo: Vinculo) -> Vigencia:
        """Pela data do edital e pelo vínculo, que não pode ser de estágio."""
        if vinculo not in VINCULOS:
            frase = "A reserva alcança cargos efetivos e empregos públicos; este edital é de estágio."
            return Vigencia(False, (Fundamento(lei.ART_1, frase),))
        return art_5(edital_publicado_em)

    def reserva(self, n: int) -> int:
        """Vinte por cento, arredondados."""
        return art_1_par_1(art_1_caput(n))

    def cotista(self, *, negro: bool, indigena: bool) -> bool:
        """Negros e índios, numa só lista."""
        return art_1_par_4(negro=negro, indigena=indigena)

    def do_quadro(self, n: int) -> tuple[Fundamento, ...]:
        """Percentual e arredondamento de `n` vagas."""
        return (
            Fundamento(lei.ART_1, f"Reservam-se {PERCENTUAL} % de {n} vagas."),
            Fundamento(lei.ART_1_P1, f"{PERCENTUAL} % de {n}, arredondados: {self.reserva(n)}."),
        )

    def do_limiar(self, n: int) -> tuple[Fundamento, ...]:
        """A lei não exige número mínimo de vagas."""
        return ()

    def do_vinculo(self, vinculo: Vinculo) -> tuple[Fundamento, ...]:
        """Cargos e empregos estão no próprio art. 1º, caput; a mais nada se estende."""
        return ()

    def da_ampla(self, vaga: int, *, cotista: bool) -> tuple[Fundamento, ...]:
        """A ordem geral do art. 3º, § 1º, e a quem ela se abre."""
        geral = art_3_par_1(f"A vaga {vaga} é preenchida pela ordem de classificação geral.")
        if not cotista:
            return (geral, art_1_par_3(vaga))
        frase = (
            f"O destinatário da reserva concorre a todas as vagas; a ordem geral o alcançou na vaga {vaga}."
        )
        return (geral, art_1_par_2(frase, reservado=True))

    def da_reserva(self, vaga: int, lugar: str, *, reaberta: bool) -> tuple[Fundamento, ...]:
        """Os números do art. 1º, a lista específica e a quinta vaga."""
        quinta = f"Em cada cinco vagas, uma se destina a cotista, e {lugar} cabe à lista específica."
        perdida = (art_3_par_2(vaga),) if reaberta else ()
        return (
            Fundamento(lei.ART_1, f"A lei reserva {PERCENTUAL} % das vagas."),
            Fundamento(lei.ART_1_P1, "A fração de 0,5 ou mais conta como mais uma vaga."),
            art_3_caput(lugar),
            art_3_par_1(quinta),
            *perdida,
        )

    def da_reversao(self, lugar: str) -> tuple[Fundamento, ...]:
        """Art. 1º, § 6º."""
        return (art_1_par_6(lugar),)

    def da_nao_contagem(self, aplicacao: str) -> Fundamento:
        """Art. 1º, § 2º: é o que mais se aproxima; a escolha do edital vai citada ao lado."""
        return art_1_par_2(aplicacao, reservado=False)

    def da_alternancia(self, aplicacao: str) -> Fundamento:
        """Art. 3º, § 1º."""
        return art_3_par_1(aplicacao)

    def da_reserva_pcd(self, lugar: str) -> tuple[Fundamento, ...]:
        """A lei não trata de pessoas com deficiência."""
        return ()


LEI = LeiDeCaxias()
