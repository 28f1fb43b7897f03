"""O que impede a publicação de um edital, o que só merece atenção, e o quadro que a lei dá.

Cada achado diz o quê, onde e o que fazer: quem lê é quem vai corrigir.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from concursos.consultas.fracionamento import achados_do_fracionamento
from concursos.consultas.justificativas import com_justificativas
from concursos.consultas.motor import regras_da_reserva
from concursos.consultas.regras import achados_das_regras
from concursos.consultas.series import achados_da_serie
from concursos.consultas.tipos import Achado, achado, aviso
from concursos.enums import Tipo
from concursos.models import Cargo, Concurso, Edital
from cotas import (
    LEIS,
    Categoria,
    ErroDeRegra,
    Fundamento,
    Lei,
    Quadro,
    Vinculo,
    categorias_das_vagas,
    divergencia_da_serie,
    quadro_de_vagas,
)
from nucleo.models import Municipio

# A faixa de vagas desenhada na página: além disso, a tabela basta.
VAGAS_NA_FAIXA = 120


@dataclass(frozen=True, slots=True)
class Conferencia:
    """Resultado da conferência de um edital: `impedimentos` barram a publicação; `avisos`, não.

    `justificados`: os que a barrariam, não fosse o que deles se escreveu.
    """

    impedimentos: tuple[Achado, ...]
    avisos: tuple[Achado, ...] = ()
    justificados: tuple[Achado, ...] = ()

    @property
    def a_justificar(self) -> tuple[Achado, ...]:
        """Os impedimentos que uma justificativa escrita pode afastar."""
        return tuple(cada for cada in self.impedimentos if cada.chave)


@dataclass(frozen=True, slots=True)
class QuadroDoCargo:
    """Quadro impresso e quadro da lei de um cargo. `erro`: por que a lei não pôde ser aplicada."""

    cargo: Cargo
    da_lei: Quadro | None
    categorias: tuple[Categoria, ...]
    divergencia: str
    erro: str

    @property
    def confere(self) -> bool:
        """Se o impresso é o que a lei dá."""
        impresso = (self.cargo.vagas_ampla, self.cargo.vagas_cotas, self.cargo.vagas_pcd)
        lei = self.da_lei
        return lei is not None and impresso == (lei.ampla, lei.cotas, lei.pcd)


def lei_em_vigor(municipio: Municipio, publicado_em: date, tipo: str) -> str:
    """Chave da lei do município em vigor para um edital dessa data e vínculo; "" se nenhuma."""
    if not municipio.lei:
        return ""
    vigora = LEIS[municipio.lei].em_vigor(publicado_em, Vinculo(tipo))
    return municipio.lei if vigora else ""


def lei_que_rege(edital: Edital, publicado_em: date) -> Lei | None:
    """A lei que o edital escolheu, se o rege nessa data."""
    lei = LEIS.get(edital.lei)
    return lei if lei and lei.em_vigor(publicado_em, Vinculo(edital.concurso.tipo)) else None


def quadro_do_cargo(cargo: Cargo, *, publicado_em: date | None = None) -> QuadroDoCargo:
    """Quadro que a lei e as regras do edital dão ao cargo, com os seus fundamentos, e a série.

    O cargo pode não estar gravado: é assim que o formulário propõe o quadro.
    """
    try:
        regras = regras_da_reserva(cargo, publicado_em=publicado_em)
        quadro = quadro_de_vagas(regras)
        categorias = categorias_das_vagas(regras, min(cargo.vagas, VAGAS_NA_FAIXA))
        divergencia = divergencia_da_serie(regras) or ""
    except ErroDeRegra as erro:
        return QuadroDoCargo(cargo, None, (), "", erro.mensagem)
    except ValueError as erro:
        return QuadroDoCargo(cargo, None, (), "", str(erro))
    return QuadroDoCargo(cargo, quadro, categorias, divergencia, "")


def conferir_publicacao(edital: Edital, *, publicado_em: date | None, hoje: date) -> Conferencia:
    """Confere edital, regras e cargos como ficariam publicados na data dada."""
    if publicado_em is None:
        falta = "Informe a data em que o edital foi publicado: dela depende a lei que o rege."
        return Conferencia((achado(edital, "Data de publicação", falta),))
    achados = [*_do_edital(edital, publicado_em, hoje)]
    for regras in edital.regras.all():
        achados.extend(achados_das_regras(regras))
    cargos = list(edital.cargos.select_related("regras", "edital__concurso__orgao__municipio"))
    achados.extend(_dos_cargos(edital, cargos, publicado_em))
    lei = lei_que_rege(edital, publicado_em)
    achados.extend(achados_do_fracionamento(edital, cargos, lei))
    achados = com_justificativas(edital, achados)
    return Conferencia(
        impedimentos=tuple(cada for cada in achados if cada.impede),
        avisos=tuple(cada for cada in achados if not cada.impede and cada.justificativa is None),
        justificados=tuple(cada for cada in achados if cada.justificativa is not None),
    )


def _do_edital(edital: Edital, publicado_em: date, hoje: date) -> Iterator[Achado]:
    if publicado_em > hoje:
        yield achado(
            edital,
            "Data de publicação",
            f"{publicado_em:%d/%m/%Y} ainda não chegou. Registre a publicação no dia em que o edital sair.",
        )
    yield from _da_lei(edital, publicado_em)
    regras = list(edital.regras.all())
    if not regras:
        yield achado(edital, "Regras", "O edital não tem regras de classificação. Registre-as.")
    usadas = set(edital.cargos.values_list("regras_id", flat=True))
    for cada in regras:
        if usadas and cada.pk not in usadas:
            yield aviso(cada, f"Regras “{cada.nome}”", "Nenhum cargo usa estas regras.")
    if not edital.concurso.banca:
        yield aviso(edital, "Banca", "A banca examinadora não foi informada.")


def _da_lei(edital: Edital, publicado_em: date) -> Iterator[Achado]:
    concurso = edital.concurso
    municipio = concurso.orgao.municipio
    devida = lei_em_vigor(municipio, publicado_em, concurso.tipo)
    if edital.lei == devida:
        if not devida:
            yield aviso(
                edital,
                "Lei de cotas",
                f"Nenhuma lei de cotas de {municipio} rege este edital: não haverá vagas reservadas à cota.",
                fundamentos=_da_vigencia(municipio.lei, concurso, publicado_em),
            )
        return
    dia, tipo = f"{publicado_em:%d/%m/%Y}", Tipo(concurso.tipo).label.lower()
    if devida:
        yield achado(
            edital,
            "Lei de cotas",
            f"Em {dia} está em vigor em {municipio} a {LEIS[devida].nome}. Escolha-a como lei do edital.",
            fundamentos=_da_vigencia(devida, concurso, publicado_em),
        )
    elif edital.lei == municipio.lei:
        yield achado(
            edital,
            "Lei de cotas",
            f"A {LEIS[edital.lei].nome} não rege edital de {tipo} publicado em {dia}. "
            "Deixe a lei em branco ou corrija a data de publicação.",
            fundamentos=_da_vigencia(edital.lei, concurso, publicado_em),
        )
    else:
        yield achado(
            edital,
            "Lei de cotas",
            f"A {LEIS[edital.lei].nome} não é a lei de {municipio}. Deixe a lei em branco.",
        )


def _da_vigencia(chave: str, concurso: Concurso, publicado_em: date) -> tuple[Fundamento, ...]:
    lei = LEIS.get(chave)
    return lei.em_vigor(publicado_em, Vinculo(concurso.tipo)).fundamentos if lei else ()


def _dos_cargos(edital: Edital, cargos: list[Cargo], publicado_em: date) -> Iterator[Achado]:
    if not cargos:
        yield achado(edital, "Cargos", "O edital não tem cargo algum. Registre ao menos um.")
    repetidos = Counter(str(cargo).casefold() for cargo in cargos)
    for cargo in cargos:
        onde = f"Cargo {cargo.codigo}"
        if repetidos[str(cargo).casefold()] > 1:
            yield achado(
                cargo,
                onde,
                f"“{cargo}” aparece mais de uma vez. Distinga os cargos por especialidade ou localidade, "
                "ou exclua o repetido.",
            )
        quadro = quadro_do_cargo(cargo, publicado_em=publicado_em)
        yield from _do_quadro(quadro, onde)
        if quadro.da_lei is not None:
            yield from achados_da_serie(cargo, onde, publicado_em)
        vazios = [
            nome
            for nome, valor in [
                ("requisito", cargo.requisito),
                ("vencimento", cargo.vencimento),
                ("carga horária", cargo.carga_horaria),
            ]
            if not valor
        ]
        if vazios:
            yield aviso(cargo, onde, f"Sem {', '.join(vazios)}: o ato de nomeação não os trará.")


def _do_quadro(quadro: QuadroDoCargo, onde: str) -> Iterator[Achado]:
    cargo, lei = quadro.cargo, quadro.da_lei
    soma = cargo.vagas_ampla + cargo.vagas_cotas + cargo.vagas_pcd
    if soma != cargo.vagas:
        yield achado(
            cargo,
            onde,
            f"O quadro não soma: {cargo.vagas_ampla} de ampla + {cargo.vagas_cotas} de cota + "
            f"{cargo.vagas_pcd} de PcD = {soma}, e o total é {cargo.vagas}. Corrija o quadro.",
            fundamentos=lei.fundamentos if lei else (),
        )
    elif lei is None:
        yield achado(cargo, onde, f"O quadro não pôde ser conferido: {quadro.erro}")
    elif not quadro.confere:
        yield achado(
            cargo,
            onde,
            f"O quadro impresso ({cargo.vagas_ampla} de ampla, {cargo.vagas_cotas} de cota, "
            f"{cargo.vagas_pcd} de PcD) difere do que a lei e as regras dão ({lei.ampla}, {lei.cotas} e "
            f"{lei.pcd}). Corrija o quadro, ou as regras se é nelas que está o engano.",
            fundamentos=lei.fundamentos,
        )
