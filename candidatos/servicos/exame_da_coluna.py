"""Os fatos de uma coluna que pedem atenção antes de a parear, contados numa só passagem."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from candidatos.servicos import decimais
from candidatos.servicos.celulas import Celula, texto
from candidatos.servicos.leitura import Coluna

EXEMPLOS = 3
_EXEMPLO_MAXIMO = 80
# Algarismos do que se guarda em número e perde os zeros da esquerda.
_ALGARISMOS = {"cpf": 11, "cep": 8}
_NAO_ALGARISMO = re.compile(r"\D")
_MASCARA = re.compile(r"[xX*•#]")
# Dias desde 30/12/1899 de 1910 a 2036: o que sobra de uma data que perdeu o formato.
_SERIAIS = range(3_654, 49_675)

_DITOS = {
    "codigo_flutuante": "{n} inteiro(s) com casas decimais (“.0”): são códigos que passaram por número, e os "
    "zeros à esquerda, se havia, perderam-se.",
    "decimal_duvidoso": "{n} valor(es) com um só sinal seguido de três algarismos: tanto podem ser milhares "
    "como decimais. Escolha o formato da coluna.",
    "negativo": "{n} valor(es) com sinal de menos.",
    "cpf_mascarado": "{n} CPF mascarado(s): não identificam ninguém.",
    "cpf_curto": "{n} CPF com menos de 11 algarismos: perderam zeros à esquerda ou estão incompletos.",
    "cep_curto": "{n} CEP com menos de 8 algarismos: perderam zeros à esquerda ou estão incompletos.",
    "data_serial": "{n} data(s) em número de dias, sem formato de data: formate-as como data na origem.",
}


@dataclass(slots=True)
class Ocorrencias:
    """Quantas vezes algo se viu, e em que linha a primeira."""

    quantas: int = 0
    linha: int = 0

    def somar(self, linha: int, quantas: int = 1) -> None:
        """Soma; só a primeira linha fica."""
        self.linha = self.linha or linha
        self.quantas += quantas


class ExameDaColuna:
    """Exemplos, sinais decimais e fatos de uma coluna; `campo`: o que o título propõe, ou ""."""

    def __init__(self, coluna: Coluna, campo: str) -> None:
        self.coluna = coluna
        self.campo = campo
        self.exemplos: list[str] = []
        self.decimais = decimais.Coluna()
        self._vistos: defaultdict[str, Ocorrencias] = defaultdict(Ocorrencias)
        self._numeros: Sequence[int] = ()
        self._celulas: list[Celula] = []

    def ver(self, numeros: Sequence[int], linhas: Sequence[tuple[Celula, ...]]) -> None:
        """Soma um lote: a linha de cada uma e as suas células. Cada valor diferente olha-se uma vez."""
        indice = self.coluna.indice
        self._numeros = numeros
        self._celulas = [celulas[indice] if indice < len(celulas) else "" for celulas in linhas]
        for celula, vezes in Counter(self._celulas).items():
            if celula == "" or celula is None:
                continue
            if isinstance(celula, str):
                self._ver_texto(celula, vezes)
            else:
                self._ver_valor(celula, vezes)
            if len(self.exemplos) < EXEMPLOS and (exemplo := texto(celula)[:_EXEMPLO_MAXIMO]):
                self.exemplos += [exemplo] * (exemplo not in self.exemplos)

    def fatos(self) -> Iterator[tuple[str, int, str]]:
        """(código, primeira linha, o que é) de cada fato."""
        sinais = self.decimais.sinais
        if self.decimais.de_numeros and sinais[decimais.VIRGULA] and sinais[decimais.PONTO]:
            menor = min((decimais.VIRGULA, decimais.PONTO), key=sinais.__getitem__)
            virgulas, pontos = sinais[decimais.VIRGULA], sinais[decimais.PONTO]
            dito = f"{virgulas} valor(es) com vírgula decimal e {pontos} com ponto."
            yield "decimal_misto", self._vistos[menor].linha, self._mensagem(dito)
        for codigo, dito in _DITOS.items():
            if (visto := self._vistos.get(codigo)) and self._vale(codigo):
                yield codigo, visto.linha, self._mensagem(dito.format(n=visto.quantas))

    def _mensagem(self, dito: str) -> str:
        return f"{self.coluna.nome[0].upper()}{self.coluna.nome[1:]}: {dito}"

    def _vale(self, codigo: str) -> bool:
        """O sinal de um número só é fato numa coluna de números."""
        if codigo == "codigo_flutuante":
            return self.decimais.de_codigos_flutuantes or self.campo in {"inscricao", "cargo", *_ALGARISMOS}
        if codigo in {"negativo", "decimal_duvidoso"}:
            return self.decimais.de_numeros or not self.decimais.total
        return True

    def _ver_texto(self, celula: str, vezes: int) -> None:
        duvidosos, flutuantes = self.decimais.duvidosos, self.decimais.flutuantes
        outros = self.decimais.outros
        if sinal := self.decimais.contar(celula, vezes):
            self._anotar(sinal, celula, vezes)
        if self.decimais.duvidosos > duvidosos:
            self._anotar("decimal_duvidoso", celula, vezes)
        if self.decimais.flutuantes > flutuantes:
            self._anotar("codigo_flutuante", celula, vezes)
        if self.decimais.outros == outros and celula.lstrip()[:1] in {"-", "−"}:
            self._anotar("negativo", celula, vezes)
        if self.campo == "cpf" and _MASCARA.search(celula):
            self._anotar("cpf_mascarado", celula, vezes)
        else:
            self._ver_codigo(celula, celula, vezes)

    def _ver_valor(self, celula: Celula, vezes: int) -> None:
        if isinstance(celula, float | int) and not isinstance(celula, bool):
            if celula < 0:
                self._anotar("negativo", celula, vezes)
            self._ver_codigo(celula, texto(celula), vezes)

    def _ver_codigo(self, celula: Celula, lido: str, vezes: int) -> None:
        """Códigos que perderam zeros e datas que perderam o formato."""
        if self.campo in _ALGARISMOS:
            algarismos = _NAO_ALGARISMO.sub("", lido.removesuffix(".0"))
            if 0 < len(algarismos) < _ALGARISMOS[self.campo]:
                self._anotar(f"{self.campo}_curto", celula, vezes)
        elif self.campo == "nascimento" and len(lido) == 5 and lido.isdecimal() and int(lido) in _SERIAIS:
            self._anotar("data_serial", celula, vezes)

    def _anotar(self, codigo: str, celula: Celula, vezes: int) -> None:
        visto = self._vistos[codigo]
        linha = visto.linha or self._numeros[self._celulas.index(celula)]
        visto.somar(linha, vezes)
