"""Da base de volta às colunas de um layout: o contrário da importação.

O que sai daqui, lido com o mesmo layout, dá a mesma base: é o que permite corrigir um arquivo e
devolvê-lo. Coluna que o layout não importa sai em branco, salvo se dela depende aceitar-se a linha
(filtro, soma com uma só parcela que falta).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from itertools import combinations
from typing import Any, NamedTuple

from candidatos.consultas.exportacao import CandidaturaInteira
from candidatos.enums import CondicaoDoFiltro, FormatoDeCelula
from candidatos.servicos import valores as v
from candidatos.servicos.campos import Campo, Tipo
from candidatos.servicos.celulas import data_em_texto, normalizar
from candidatos.servicos.destinos import SEM_NOTA
from candidatos.servicos.opcoes import Filtro, Opcoes, Soma
from candidatos.servicos.regras_de_texto import aplicar
from candidatos.servicos.tabelas import Numero, Valor
from concursos.models import Cargo

Declaracao = tuple[bool, bool, bool]
Sinonimos = Mapping[str, Mapping[str, Any]]
Escritor = Callable[[CandidaturaInteira], Valor]

RESERVAS = ("negro", "indigena", "pcd")
# Como se escreve cada modalidade quando o layout não traz palavra própria; todas se leem sem pareamento.
_MODALIDADES = {
    "ampla": "Ampla concorrência",
    "negro": "Negro",
    "indigena": "Indígena",
    "pcd": "Pessoa com deficiência",
}
PREENCHIDO = "preenchido"
# De onde a planilha conta os dias.
_ORIGEM_DA_SERIE = date(1899, 12, 30)


class Molde(NamedTuple):
    """O que se precisa de um layout para escrever com ele; `valores` como em `LayoutImportacao`."""

    titulos: Sequence[str]
    colunas: Mapping[str, str]
    opcoes: Opcoes
    valores: Mapping[str, Sinonimos]


class LinhasDoLayout:
    """Escreve candidaturas nas colunas de um molde. `ultimos`: {cargo: últimos lugares na cota e em PcD}."""

    def __init__(
        self,
        molde: Molde,
        *,
        campos: Mapping[str, Campo],
        cargos: Mapping[int, Cargo],
        ultimos: Mapping[int, tuple[int, int]],
    ) -> None:
        self._molde = molde
        self._cargos = cargos
        self._contador = {(pk, lista): n for pk, par in ultimos.items() for lista, n in enumerate(par)}
        self._campos = {letra: campos[campo] for letra, campo in molde.colunas.items() if campo in campos}
        letras = [*self._campos, *(filtro.letra for filtro in molde.opcoes.filtros)]
        largura = max([len(molde.titulos), *(indice_da_letra(letra) + 1 for letra in letras)])
        self.titulos = [*molde.titulos, *[""] * (largura - len(molde.titulos))]
        self._escritores: list[Escritor] = [_em_branco] * largura
        for filtro in molde.opcoes.filtros:
            if filtro.letra not in self._campos:
                self._escritores[indice_da_letra(filtro.letra)] = _constante(valor_que_passa(filtro))
        for soma in molde.opcoes.somas:
            self._completar_soma(soma)
        for letra, campo in self._campos.items():
            self._escritores[indice_da_letra(letra)] = self._escritor(letra, campo)

    def linha(self, candidatura: CandidaturaInteira) -> list[Valor]:
        """Uma célula por coluna do layout."""
        return [escrever(candidatura) for escrever in self._escritores]

    def _escritor(self, letra: str, campo: Campo) -> Escritor:
        opcoes = self._molde.opcoes.da_coluna(letra)
        escrever = self._do_tipo(campo, opcoes.formato)
        if not opcoes.regra:
            return escrever
        regra = opcoes.regra

        def composto(candidatura: CandidaturaInteira) -> Valor:
            valor = escrever(candidatura)
            return compor(regra, valor) if isinstance(valor, str) and valor else valor

        return composto

    def _do_tipo(self, campo: Campo, formato: str) -> Escritor:
        sinonimos = self._molde.valores.get(campo.chave, {})
        match campo.tipo:
            case Tipo.INSCRICAO:
                return lambda cada: cada.inscricao
            case Tipo.NOME:
                return lambda cada: cada.nome
            case Tipo.CPF:
                return lambda cada: cada.cpf
            case Tipo.DATA:
                return lambda cada: nascimento_no_formato(cada, formato)
            case Tipo.CARGO:
                nomes = {pk: nome_do_cargo(cargo, sinonimos) for pk, cargo in self._cargos.items()}
                return lambda cada: nomes[cada.cargo]
            case Tipo.NOTA:
                return self._da_nota(campo, formato, palavra_do_destino(sinonimos, SEM_NOTA))
            case Tipo.ETAPA:
                palavras = {
                    destino: palavra_do_destino(sinonimos, destino, destino.capitalize())
                    for destino in v.ETAPAS.values()
                }
                return lambda cada: palavras.get(cada.etapas.get(campo.alvo, ""), "")
            case Tipo.POSICAO:
                return lambda cada: Numero(cada.posicao_oficial or "")
            case Tipo.CEP | Tipo.CONTATO:
                return lambda cada: str(cada.contato.get(campo.chave, ""))
            case _:
                return self._da_reserva(campo, sinonimos)

    def _da_nota(self, campo: Campo, formato: str, sem_nota: str) -> Escritor:
        """`sem_nota`: como a banca escreve a falta à prova; só nos cargos que a têm."""
        com_a_prova = {
            pk
            for pk, cargo in self._cargos.items()
            if any(prova["chave"] == campo.alvo for prova in cargo.regras.provas)
        }

        def escrever(candidatura: CandidaturaInteira) -> Valor:
            if nota := candidatura.notas.get(campo.alvo):
                return nota_no_formato(nota, formato)
            return sem_nota if candidatura.cargo in com_a_prova else ""

        return escrever

    def _da_reserva(self, campo: Campo, sinonimos: Sinonimos) -> Escritor:
        """Sim ou não, modalidade ou lugar na lista."""
        palavras = (palavra_do_destino(sinonimos, "nao", "Não"), palavra_do_destino(sinonimos, "sim", "Sim"))
        if campo.chave == "jurado":
            return lambda cada: palavras[cada.jurado]
        if campo.tipo == Tipo.MODALIDADE:
            modalidades = Modalidades(sinonimos, self._reservas_noutras_colunas())
            return lambda cada: modalidades.escrever(cada.declaracao)
        qual = RESERVAS.index(campo.chave.removeprefix("lista_"))
        if campo.tipo == Tipo.SIM_NAO:
            return lambda cada: palavras[cada.declaracao[qual]]
        return lambda cada: self._lugar(cada, qual) if cada.declaracao[qual] else ""

    def _reservas_noutras_colunas(self) -> frozenset[str]:
        chaves = {campo.chave.removeprefix("lista_") for campo in self._campos.values()}
        return frozenset(chaves.intersection(RESERVAS))

    def _lugar(self, candidatura: CandidaturaInteira, qual: int) -> Numero:
        """Lugar na lista da reserva; quem não foi classificado nela vem depois do último, em ordem."""
        do_pcd = RESERVAS[qual] == "pcd"
        lugar = candidatura.lugar_pcd if do_pcd else candidatura.lugar_cotas
        if lugar is None:
            chave = (candidatura.cargo, int(do_pcd))
            lugar = self._contador[chave] = self._contador.get(chave, 0) + 1
        return Numero(lugar)

    def _completar_soma(self, soma: Soma) -> None:
        """A única coluna da soma que não se importa é a que as outras deixam."""
        letras = (soma.total, *soma.parcelas)
        faltam = [letra for letra in letras if letra not in self._campos]
        notas = {letra: self._campos[letra].alvo for letra in letras if letra in self._campos}
        if len(faltam) != 1 or not all(notas.values()):
            return
        falta = faltam[0]
        formato = self._molde.opcoes.da_coluna(falta).formato

        def escrever(candidatura: CandidaturaInteira) -> Valor:
            lidas = {letra: candidatura.notas.get(prova, "") for letra, prova in notas.items()}
            if not all(lidas.values()):
                return ""
            parcelas = sum((Decimal(lidas[letra]) for letra in soma.parcelas if letra != falta), Decimal())
            resto = parcelas if falta == soma.total else Decimal(lidas[soma.total]) - parcelas
            return nota_no_formato(v.nota_em_texto(resto), formato)

        self._escritores[indice_da_letra(falta)] = escrever


class Modalidades:
    """Palavra de cada declaração na coluna da modalidade; `noutras`: reservas que outra coluna já diz."""

    def __init__(self, sinonimos: Sinonimos, noutras: frozenset[str]) -> None:
        self._palavras: dict[Declaracao, str] = {}
        self._noutras = noutras
        proprios = {lido: str(escolha.get("destino", "")) for lido, escolha in sinonimos.items() if lido}
        usuais = {lido: destino for destino, lido in _MODALIDADES.items() if lido not in proprios}
        # "Sem efeito" diz o mesmo que a ampla, mas só se escreve se não há outra palavra.
        for lido, destino in sorted({**usuais, **proprios}.items(), key=lambda par: par[1] == v.SEM_EFEITO):
            if destino in v.MODALIDADES:
                self._palavras.setdefault(_declara(v.MODALIDADES[destino]), lido)

    def escrever(self, declaracao: Declaracao) -> str:
        """A palavra que, com as outras colunas, se lê como a declaração; se não há, uma que falta parear."""
        return self._palavras.get(declaracao) or self._guardar(declaracao)

    def _guardar(self, declaracao: Declaracao) -> str:
        declaradas = [reserva for reserva, sim in zip(RESERVAS, declaracao, strict=True) if sim]
        dispensaveis = [reserva for reserva in declaradas if reserva in self._noutras]
        for quantas in range(1, len(dispensaveis) + 1):
            for fora in combinations(dispensaveis, quantas):
                resto = [
                    sim and reserva not in fora for reserva, sim in zip(RESERVAS, declaracao, strict=True)
                ]
                if palavra := self._palavras.get((resto[0], resto[1], resto[2])):
                    return self._palavras.setdefault(declaracao, palavra)
        rotulo = " e ".join(_MODALIDADES[reserva].lower() for reserva in declaradas).capitalize()
        return self._palavras.setdefault(declaracao, rotulo)


def _declara(destino: v.Destino) -> Declaracao:
    return (destino.negro, destino.indigena, destino.pcd)


def compor(regra: str, valor: str) -> str:
    """Texto de que a regra tira o valor; o próprio, que é o comum, ou o valor com um sinal de cada lado."""
    formas = ("{0}", "{0} – {1}", "{1} – {0} – {1}", "{1} – {0}", "{1} ({0})", "{0} ({1})")
    textos = (forma.format(valor, "…") for forma in formas)
    return next((texto for texto in textos if aplicar(regra, texto) == valor), valor)


def palavra_do_destino(sinonimos: Sinonimos, destino: str, usual: str = "") -> str:
    """Como se escreve o destino: a palavra usual, salvo se o layout lhe dá outro sentido."""
    if usual and str(sinonimos.get(usual, {}).get("destino", destino)) == destino:
        return usual
    da_banca = sorted(
        lido for lido, escolha in sinonimos.items() if lido and escolha.get("destino") == destino
    )
    return da_banca[0] if da_banca else usual


def nome_do_cargo(cargo: Cargo, sinonimos: Sinonimos) -> str:
    """A palavra com que a banca chama o cargo, se o layout a lembra; senão o código."""
    codigo = normalizar(cargo.codigo)
    da_banca = sorted(
        lido
        for lido, escolha in sinonimos.items()
        if lido and normalizar(str(escolha.get("destino", ""))) == codigo
    )
    return da_banca[0] if da_banca else cargo.codigo


def valor_que_passa(filtro: Filtro) -> str:
    """Valor, numa coluna que não se importa, com que o filtro deixa a linha entrar."""
    if filtro.condicao == CondicaoDoFiltro.DIFERENTE:
        return filtro.valor
    return PREENCHIDO if filtro.condicao == CondicaoDoFiltro.EM_BRANCO else ""


def nota_no_formato(canonica: str, formato: str) -> Numero:
    """Nota em texto canônico ("92.00") como o formato da coluna a lê: "92,00", ou "92.00"."""
    return Numero(canonica if formato == FormatoDeCelula.DECIMAL_PONTO else canonica.replace(".", ","))


def nascimento_no_formato(candidatura: CandidaturaInteira, formato: str) -> str:
    """A data; ou, se não é possível, o texto que de novo se lê assim."""
    if candidatura.nascimento:
        return data_no_formato(candidatura.nascimento, formato)
    informado = candidatura.nascimento_informado
    try:
        v.ler_data(informado, formato)
        # A improvável guarda-se em dia/mês/ano, qualquer que seja o formato da coluna.
        data = v.ler_data(informado)
    except v.ValorRecusado:
        return informado
    return data_no_formato(data, formato) if data else informado


def data_no_formato(data: date, formato: str) -> str:
    """Data como o formato da coluna a lê."""
    match formato:
        case FormatoDeCelula.MES_DIA_ANO:
            return f"{data.month:02d}/{data.day:02d}/{data.year:04d}"
        case FormatoDeCelula.ANO_MES_DIA:
            return f"{data.year:04d}-{data.month:02d}-{data.day:02d}"
        case FormatoDeCelula.SERIE:
            return Numero((data - _ORIGEM_DA_SERIE).days)
        case _:
            return data_em_texto(data)


def indice_da_letra(letra: str) -> int:
    """O contrário de `leitura.letra_da_coluna`: "A" é 0, "AA" é 26."""
    indice = 0
    for sinal in letra:
        indice = indice * 26 + ord(sinal) - ord("A") + 1
    return indice - 1


def _em_branco(candidatura: CandidaturaInteira) -> Valor:
    return ""


def _constante(valor: str) -> Escritor:
    return lambda candidatura: valor
