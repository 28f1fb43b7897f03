"""Oráculo da importação: o que um arquivo faz à base, escrito das palavras da decisão 0008, linha a linha.

Não lê o motor nem usa nada dele. É lento e ingénuo de propósito: aplica cada linha a um mundo de
dicionários, e compara todas com todas.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from validate_docbr import CPF

COLUNAS = ("inscricao", "nome", "cpf", "nascimento", "cargo", "objetiva", "pontos", "negro", "email")
# A data, ou o texto que não é data.
Natal = tuple[date | None, str]
MAXIMAS = {"objetiva": 60, "pontos": 100}


@dataclass(frozen=True)
class Arquivo:
    """`edital`: 0 ou 1; `ocultas`: colunas que não se pareiam; `linhas`: textos, na ordem de COLUNAS."""

    edital: int
    especie: str
    ocultas: frozenset[str]
    linhas: tuple[tuple[str, ...], ...]

    @property
    def csv(self) -> str:
        return "\n".join(";".join(linha) for linha in (COLUNAS, *self.linhas)) + "\n"


@dataclass
class Pessoa:
    nome: str
    cpf: str
    nascimento: date | None
    informado: str


@dataclass
class Inscrito:
    pessoa: int
    contato: dict[str, str]
    negro: bool
    # Cargo → versões do resultado (notas); lista vazia: inscrito sem notas.
    cargos: dict[str, list[dict[str, str]]] = field(default_factory=dict)


@dataclass
class Mundo:
    """A base: pessoas por número de ordem, e inscrições por (edital, número)."""

    pessoas: dict[int, Pessoa] = field(default_factory=dict)
    inscricoes: dict[tuple[int, str], Inscrito] = field(default_factory=dict)

    def de_cpf(self, cpf: str) -> int | None:
        return next((chave for chave, pessoa in self.pessoas.items() if cpf and pessoa.cpf == cpf), None)


@dataclass
class Veredito:
    """`recusadas`: linhas (a partir de 2); o resto só tem sentido se não há nenhuma."""

    recusadas: set[int]
    contas: dict[str, int]
    mundo: Mundo


class _Linha:
    """Uma linha lida; `boa` falsa: algum valor a recusa por si."""

    def __init__(self, numero: int, textos: tuple[str, ...], arquivo: Arquivo) -> None:
        celulas = {
            coluna: texto.strip()
            for coluna, texto in zip(COLUNAS, textos, strict=True)
            if coluna not in arquivo.ocultas
        }
        self.numero = numero
        self.inscricao = celulas["inscricao"]
        self.nome = celulas.get("nome")
        self.cpf = _cpf(celulas.get("cpf", ""))
        self.nascimento, self.informado = _nascimento(celulas.get("nascimento", ""))
        self.cargo = celulas["cargo"]
        self.negro = {"Sim": True, "Não": False}.get(celulas["negro"]) if "negro" in celulas else None
        self.contato = {"email": celulas["email"]} if celulas.get("email") else {}
        provas = MAXIMAS if arquivo.especie == "resultado" else {}
        notas = {prova: celulas[prova] for prova in provas}
        self.boa = (
            bool(self.inscricao)
            and self.nome != ""
            and self.cargo in {"X", "Y", "W"}
            and not ("negro" in celulas and self.negro is None)
            and all(_nota_serve(prova, texto) for prova, texto in notas.items())
        )
        self.notas = {prova: texto.replace(",", ".") for prova, texto in notas.items() if texto}

    @property
    def natal(self) -> Natal:
        return self.nascimento, self.informado


def _cpf(texto: str) -> str:
    limpo = texto.replace(".", "").replace("-", "")
    if not (limpo.isdecimal() and len(limpo) <= 11):
        return ""
    numero = limpo.zfill(11)
    return numero if len(set(numero)) > 1 and CPF().validate(numero) else ""


def _nascimento(texto: str) -> Natal:
    """A data, ou o texto que não dá data que se creia."""
    try:
        data = datetime.strptime(texto, "%d/%m/%Y").date()
    except ValueError:
        return None, texto
    return (data, "") if 1920 < data.year < 2005 else (None, texto)


def _nota_serve(prova: str, texto: str) -> bool:
    if not texto:
        return prova != "pontos"
    return 0 <= Decimal(texto.replace(",", ".")) <= MAXIMAS[prova]


def julgar(mundo: Mundo, arquivo: Arquivo) -> Veredito:
    """O que o arquivo faria ao mundo, que não se muda."""
    lidas = [_Linha(numero, textos, arquivo) for numero, textos in enumerate(arquivo.linhas, start=2)]
    recusadas = {linha.numero for linha in lidas if not linha.boa}
    boas = [linha for linha in lidas if linha.boa]
    recusadas |= _pares_contraditorios(boas)
    depois = deepcopy(mundo)
    contas = {"novas": 0, "alteradas": 0, "inalteradas": 0}
    primeiras: dict[str, _Linha] = {}
    # Nascimentos que o arquivo já disse de cada pessoa.
    ditos: dict[int, list[Natal]] = {}
    for linha in boas:
        primeira = primeiras.setdefault(linha.inscricao, linha)
        # O contato é o da primeira linha da inscrição: outro, noutra linha, é avisado e não se usa.
        contato = linha.contato if linha.contato == primeira.contato else {}
        categoria = _aplicar(mundo, depois, arquivo, linha, contato, ditos)
        if categoria:
            contas[categoria] += 1
        else:
            recusadas.add(linha.numero)
    return Veredito(recusadas, contas, depois)


def _pares_contraditorios(linhas: list[_Linha]) -> set[int]:
    recusadas = set()
    primeira_do_cpf: dict[str, _Linha] = {}
    for posicao, linha in enumerate(linhas):
        primeira = primeira_do_cpf.setdefault(linha.cpf, linha)
        if linha.cpf and primeira.inscricao != linha.inscricao and _outra_pessoa(primeira, linha):
            recusadas |= {primeira.numero, linha.numero}
        for outra in linhas[:posicao]:
            if outra.inscricao == linha.inscricao:
                contraria = (
                    outra.cargo == linha.cargo
                    or outra.nome != linha.nome
                    or outra.natal != linha.natal
                    or outra.cpf != linha.cpf
                    or outra.negro != linha.negro
                )
            else:
                contraria = (
                    bool(linha.cpf)
                    and outra.cpf == linha.cpf
                    and (outra.cargo == linha.cargo or _outro_nascimento(outra.natal, linha.natal))
                )
            if contraria:
                recusadas |= {outra.numero, linha.numero}
    return recusadas


def _outra_pessoa(primeira: _Linha, linha: _Linha) -> bool:
    """O mesmo CPF com outro nome só passa se o nascimento confere."""
    if primeira.nascimento and linha.nascimento:
        return primeira.nascimento != linha.nascimento
    return primeira.nome != linha.nome


def _outro_nascimento(um: Natal, outro: Natal) -> bool:
    if um[0] and outro[0]:
        return um[0] != outro[0]
    return not um[0] and not outro[0] and bool(um[1] and outro[1]) and um[1] != outro[1]


def _aplicar(
    antes: Mundo,
    depois: Mundo,
    arquivo: Arquivo,
    linha: _Linha,
    contato: dict[str, str],
    ditos: dict[int, list[Natal]],
) -> str:
    """Muda `depois` e diz a categoria da linha contra `antes`; "" se contradiz a base."""
    chave = (arquivo.edital, linha.inscricao)
    inscrito = depois.inscricoes.get(chave)
    quem = inscrito.pessoa if inscrito else depois.de_cpf(linha.cpf)
    if inscrito is None and linha.nome is None:
        return ""
    if inscrito is None and _so_faltam_ou_sobram_zeros(antes, arquivo, linha):
        return ""
    if quem is None:
        quem = max(depois.pessoas, default=0) + 1
        depois.pessoas[quem] = Pessoa(linha.nome or "", linha.cpf, linha.nascimento, linha.informado)
    pessoa = depois.pessoas[quem]
    if quem in antes.pessoas and (
        _contradiz(linha, antes.pessoas[quem], chave in antes.inscricoes)
        or (
            antes.pessoas[quem].nascimento is None
            and any(_outro_nascimento(dito, linha.natal) for dito in ditos.get(quem, []))
        )
    ):
        return ""
    ditos.setdefault(quem, []).append(linha.natal)
    if linha.cpf and not pessoa.cpf and depois.de_cpf(linha.cpf) is None:
        pessoa.cpf = linha.cpf
    if pessoa.nascimento is None and linha.nascimento:
        pessoa.nascimento, pessoa.informado = linha.nascimento, ""
    elif pessoa.nascimento is None and linha.informado:
        pessoa.informado = linha.informado
    if inscrito is None:
        inscrito = depois.inscricoes[chave] = Inscrito(quem, {}, bool(linha.negro))
    if linha.negro is not None:
        inscrito.negro = linha.negro
    inscrito.contato |= contato
    ja_concorre = any(
        outro is not inscrito and outro.pessoa == quem and linha.cargo in outro.cargos
        for (edital, _), outro in depois.inscricoes.items()
        if edital == arquivo.edital
    )
    if linha.cargo not in inscrito.cargos and ja_concorre:
        return ""
    versoes = inscrito.cargos.setdefault(linha.cargo, [])
    novas_notas = (versoes[-1] if versoes else {}) | linha.notas
    if arquivo.especie == "resultado" and (not versoes or _difere(versoes[-1], novas_notas)):
        versoes.append(novas_notas)
    return _categoria(antes, depois, chave, linha, contato)


def _so_faltam_ou_sobram_zeros(antes: Mundo, arquivo: Arquivo, linha: _Linha) -> bool:
    return any(
        edital == arquivo.edital
        and numero != linha.inscricao
        and numero.lstrip("0") == linha.inscricao.lstrip("0")
        and antes.pessoas[inscrito.pessoa].nome == linha.nome
        for (edital, numero), inscrito in antes.inscricoes.items()
    )


def _contradiz(linha: _Linha, pessoa: Pessoa, ja_inscrita: bool) -> bool:
    if _outro_nascimento((pessoa.nascimento, ""), linha.natal):
        return True
    if linha.cpf and pessoa.cpf and linha.cpf != pessoa.cpf:
        return True
    o_nascimento_confere = pessoa.nascimento and pessoa.nascimento == linha.nascimento
    if o_nascimento_confere and (not ja_inscrita or (linha.cpf and linha.cpf == pessoa.cpf)):
        return False
    return linha.nome is not None and linha.nome != pessoa.nome


def _difere(antes: dict[str, str], depois: dict[str, str]) -> bool:
    return {prova: Decimal(nota) for prova, nota in antes.items()} != {
        prova: Decimal(nota) for prova, nota in depois.items()
    }


def _categoria(
    antes: Mundo, depois: Mundo, chave: tuple[int, str], linha: _Linha, contato: dict[str, str]
) -> str:
    """Nova: a candidatura não estava na base. Alterada: o que a linha diz difere do que estava."""
    havia = antes.inscricoes.get(chave)
    if havia is None or linha.cargo not in havia.cargos:
        return "novas"
    era, ficou = antes.pessoas[havia.pessoa], depois.pessoas[havia.pessoa]
    mudou = (
        (bool(linha.cpf) and not era.cpf and ficou.cpf == linha.cpf)
        or (era.nascimento is None and linha.nascimento is not None)
        or (era.nascimento is None and bool(linha.informado) and linha.informado != era.informado)
        or any(havia.contato.get(campo) != valor for campo, valor in contato.items())
        or (linha.negro is not None and linha.negro != havia.negro)
        or havia.cargos[linha.cargo] != depois.inscricoes[chave].cargos[linha.cargo]
    )
    return "alteradas" if mudou else "inalteradas"


def retratar(mundo: Mundo) -> Any:
    """O mundo sem chaves: cada inscrição com a sua pessoa, e as inscrições da mesma pessoa juntas."""
    return sorted(
        (
            chave,
            (pessoa.nome, pessoa.cpf, str(pessoa.nascimento or ""), pessoa.informado),
            sorted(outra for outra, dela in mundo.inscricoes.items() if dela.pessoa == inscrito.pessoa),
            sorted(inscrito.contato.items()),
            inscrito.negro,
            sorted(
                (cargo, [sorted(notas.items()) for notas in versoes])
                for cargo, versoes in inscrito.cargos.items()
            ),
        )
        for chave, inscrito in mundo.inscricoes.items()
        for pessoa in [mundo.pessoas[inscrito.pessoa]]
    )
