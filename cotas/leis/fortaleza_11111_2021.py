"""Lei nº 11.111, de 20 de maio de 2021, do Município de Fortaleza: uma função por dispositivo."""

from datetime import date
from fractions import Fraction

from cotas.aritmetica import arredondar, parte
from cotas.enums import Arredondamento, DuplaContagem, Serie, Vinculo
from cotas.fundamentos import Dispositivo, Fundamento
from cotas.leis import fortaleza_11111_2021_texto as lei
from cotas.leis.base import Lei, Vigencia

# Data da publicação: a que a lei traz à cabeça.
PUBLICACAO = date(2021, 5, 20)
# Art. 1º, caput.
PERCENTUAL = Fraction(20)
# Art. 1º, § 1º.
LIMIAR = 3
# Art. 8º, caput: dez anos; o prazo em anos acaba no mesmo dia e mês (Lei 810/1949, art. 1º), incluído.
ULTIMO_DIA = date(2031, 5, 20)


def art_1_caput(n: int) -> Fraction:
    """Art. 1º, caput: vinte por cento de `n` vagas, ainda sem arredondar."""
    return parte(PERCENTUAL, n)


def art_1_par_1(n: int) -> bool:
    """Art. 1º, § 1º: se `n` vagas bastam para haver reserva."""
    return n >= LIMIAR


def art_1_par_2(quantitativo: Fraction) -> int:
    """Art. 1º, § 2º: fração de 0,5 ou mais sobe; menor, desce."""
    return arredondar(quantitativo, Arredondamento.MEIO_ACIMA)


def art_1_par_4(vinculo: Vinculo) -> tuple[Fundamento, ...]:
    """Art. 1º, § 4º: estende a reserva ao estágio; cargos e empregos já estão no caput."""
    if vinculo is not Vinculo.ESTAGIO:
        return ()
    return (Fundamento(lei.ART_1_P4, "O edital é de estágio, a que o percentual também se aplica."),)


def art_2_caput(*, negro: bool) -> bool:
    """Art. 2º, caput: concorre à reserva quem se declarou de cor preta ou parda."""
    return negro


def art_4_caput(vaga: int, *, reservado: bool) -> Fundamento:
    """Art. 4º, caput: concorrência às duas listas ao mesmo tempo."""
    return Fundamento(
        lei.ART_4,
        f"Quem se declarou na forma da lei concorre ao mesmo tempo às vagas reservadas e às de ampla "
        f"concorrência, e foi alcançado para a vaga {vaga} pela sua classificação.",
        reservado,
    )


def art_4_par_1(aplicacao: str, *, reservado: bool) -> Fundamento:
    """Art. 4º, § 1º: quem cabe nas vagas da ampla não é computado na reserva."""
    return Fundamento(lei.ART_4_P1, aplicacao, reservado)


def art_4_par_2(vaga: int) -> Fundamento:
    """Art. 4º, § 2º: a vaga reservada que se perde cabe ao seguinte da mesma lista."""
    return Fundamento(
        lei.ART_4_P2,
        f"A vaga {vaga}, reservada, ficou sem quem a ocupava e cabe ao posteriormente classificado "
        "na lista específica.",
    )


def art_4_par_3(lugar: str) -> Fundamento:
    """Art. 4º, § 3º: sem candidatos bastantes, a vaga reverte para a ampla concorrência."""
    return Fundamento(
        lei.ART_4_P3,
        f"Não há na lista específica quem ocupe {lugar}: reverte para a ampla concorrência, observada a "
        "ordem de classificação.",
    )


def art_6(aplicacao: str) -> Fundamento:
    """Art. 6º: alternância e proporcionalidade na ordem das nomeações."""
    return Fundamento(lei.ART_6, aplicacao)


def art_8_caput(edital_publicado_em: date) -> Vigencia:
    """Art. 8º, caput: vigência por dez anos desde a publicação, medida pela data do edital."""
    dentro = edital_publicado_em <= ULTIMO_DIA
    quando = "dentro" if dentro else "depois"
    frase = f"O edital, de {edital_publicado_em:%d/%m/%Y}, saiu {quando} do prazo de dez anos da lei."
    return Vigencia(dentro, (Fundamento(lei.ART_8, frase),))


def art_8_paragrafo_unico(edital_publicado_em: date) -> Vigencia:
    """Art. 8º, parágrafo único: não rege edital anterior à entrada em vigor."""
    rege = edital_publicado_em >= PUBLICACAO
    quando = "não é anterior" if rege else "é anterior"
    vigor = f"à entrada em vigor, em {PUBLICACAO:%d/%m/%Y}"
    frase = f"O edital, de {edital_publicado_em:%d/%m/%Y}, {quando} {vigor}."
    return Vigencia(rege, (Fundamento(lei.ART_8_PU, frase),))


class LeiDeFortaleza(Lei):
    """As respostas da Lei 11.111/2021 ao motor."""

    chave = "fortaleza-11111-2021"
    nome = lei.NOME
    titulo = "Lei nº 11.111, de 20 de maio de 2021, do Município de Fortaleza"
    serie = Serie.PROPORCIONAL
    dupla_contagem = DuplaContagem.REMANEJAMENTO
    limiar = LIMIAR
    percentual = PERCENTUAL
    dispositivos: tuple[Dispositivo, ...] = lei.DISPOSITIVOS

    def em_vigor(self, edital_publicado_em: date, vinculo: Vinculo) -> Vigencia:
        """Pela data do edital; todos os vínculos são alcançados."""
        inicio = art_8_paragrafo_unico(edital_publicado_em)
        if not inicio:
            return inicio
        prazo = art_8_caput(edital_publicado_em)
        return Vigencia(prazo.em_vigor, (*prazo.fundamentos, *self.do_vinculo(vinculo)))

    def reserva(self, n: int) -> int:
        """Vinte por cento, arredondados, a partir de três vagas."""
        return art_1_par_2(art_1_caput(n)) if art_1_par_1(n) else 0

    def cotista(self, *, negro: bool, indigena: bool) -> bool:
        """Só quem se declarou de cor preta ou parda: a lei não alcança indígenas."""
        return art_2_caput(negro=negro)

    def do_quadro(self, n: int) -> tuple[Fundamento, ...]:
        """Percentual, limiar e arredondamento de `n` vagas."""
        if not art_1_par_1(n):
            return self.do_limiar(n)
        return (
            Fundamento(lei.ART_1, f"Reservam-se {PERCENTUAL} % de {n} vagas."),
            Fundamento(lei.ART_1_P1, f"São {n} vagas, {LIMIAR} ou mais: há reserva."),
            Fundamento(lei.ART_1_P2, f"{PERCENTUAL} % de {n}, arredondados: {self.reserva(n)}."),
        )

    def do_limiar(self, n: int) -> tuple[Fundamento, ...]:
        """Art. 1º, § 1º."""
        if art_1_par_1(n):
            return ()
        return (Fundamento(lei.ART_1_P1, f"Vagas oferecidas: {n}, menos de {LIMIAR}; não há reserva."),)

    def do_vinculo(self, vinculo: Vinculo) -> tuple[Fundamento, ...]:
        """Art. 1º, § 4º, no estágio."""
        return art_1_par_4(vinculo)

    def da_ampla(self, vaga: int, *, cotista: bool) -> tuple[Fundamento, ...]:
        """Art. 6º e, para cotista, o art. 4º."""
        base = art_6(f"Na alternância entre as listas, a vaga {vaga} segue a classificação geral.")
        if not cotista:
            return (base,)
        frase = f"Chamado pela classificação geral para a vaga {vaga}, não é computado na reserva."
        return (base, art_4_caput(vaga, reservado=True), art_4_par_1(frase, reservado=True))

    def da_reserva(self, vaga: int, lugar: str, *, reaberta: bool) -> tuple[Fundamento, ...]:
        """Os números do art. 1º, o art. 4º e a alternância."""
        frase = f"Na alternância e na proporção devidas, {lugar} cabe à lista específica."
        perdida = (art_4_par_2(vaga),) if reaberta else ()
        return (*self._numeros(), art_4_caput(vaga, reservado=False), *perdida, art_6(frase))

    def _numeros(self) -> tuple[Fundamento, ...]:
        return (
            Fundamento(lei.ART_1, f"A lei reserva {PERCENTUAL} % das vagas."),
            Fundamento(lei.ART_1_P1, f"Há reserva a partir de {LIMIAR} vagas."),
            Fundamento(lei.ART_1_P2, "A fração de 0,5 ou mais conta como mais uma vaga."),
        )

    def da_reversao(self, lugar: str) -> tuple[Fundamento, ...]:
        """Art. 4º, § 3º."""
        return (art_4_par_3(lugar),)

    def da_nao_contagem(self, aplicacao: str) -> Fundamento:
        """Art. 4º, § 1º."""
        return art_4_par_1(aplicacao, reservado=False)

    def da_alternancia(self, aplicacao: str) -> Fundamento:
        """Art. 6º."""
        return art_6(aplicacao)

    def da_reserva_pcd(self, lugar: str) -> tuple[Fundamento, ...]:
        """Art. 6º: as vagas de pessoas com deficiência entram na mesma alternância."""
        return (art_6(f"Na alternância e na proporção devidas, {lugar} cabe à lista de PcD."),)


LEI = LeiDeFortaleza()
