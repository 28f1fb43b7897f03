"""O plano de uma importação: o que cada linha faria na base. Calcula-se, mostra-se e só depois se executa.

Identidade: a inscrição, no edital; a pessoa, só por CPF inteiro e válido. Nome e CPF mascarado não
unem ninguém: homônimos são pessoas diferentes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from datetime import date
from typing import Any, NamedTuple

from candidatos.consultas.busca import normalizar_nome
from candidatos.consultas.importacao import CandidaturaNaBase, InscricaoNaBase, PessoaNaBase
from candidatos.enums import SituacaoDeclaracao
from candidatos.servicos.achados import Achados
from candidatos.servicos.celulas import data_em_texto
from candidatos.servicos.interpretacao import LinhaLida, Pendencia
from candidatos.servicos.valores import nota_em_texto
from concursos.consultas.motor import decimal_lido

# O plano mostra no máximo tantas mudanças e tantas ausências; as contagens são sempre de todas.
MOSTRADAS = 500


class Base(NamedTuple):
    """Estado da base contra o qual se compara."""

    inscricoes: Mapping[str, InscricaoNaBase]
    candidaturas: Mapping[tuple[str, int], CandidaturaNaBase]
    pessoas: Mapping[str, PessoaNaBase]


class Mudanca(NamedTuple):
    """Campo que muda de uma candidatura já conhecida; raça e deficiência só se dizem alteradas."""

    linha: int
    inscricao: str
    campo: str
    antes: str
    depois: str


@dataclass(slots=True)
class Operacao:
    """Linha que escreve na base. `pessoa`: a já cadastrada; nula, cria-se uma."""

    lida: LinhaLida
    pessoa: PessoaNaBase | None
    inscricao: InscricaoNaBase | None
    candidatura: CandidaturaNaBase | None
    muda_pessoa: bool = False
    muda_declaracao: bool = False
    muda_resultado: bool = False


@dataclass(slots=True)
class Plano:
    """Contagens, mudanças e operações. Lidas = novas + alteradas + inalteradas + recusadas."""

    lidas: int = 0
    novas: int = 0
    alteradas: int = 0
    inalteradas: int = 0
    recusadas: int = 0
    em_branco: int = 0
    cabecalhos_repetidos: int = 0
    ausentes: list[str] = field(default_factory=list)
    mudancas: list[Mudanca] = field(default_factory=list)
    operacoes: list[Operacao] = field(default_factory=list)

    def em_json(self, achados: Achados, pendencias: Mapping[str, Mapping[str, Pendencia]]) -> dict[str, Any]:
        """O que se guarda e se mostra, sem as operações."""
        return {
            "lidas": self.lidas,
            "novas": self.novas,
            "alteradas": self.alteradas,
            "inalteradas": self.inalteradas,
            "recusadas": self.recusadas,
            "em_branco": self.em_branco,
            "cabecalhos_repetidos": self.cabecalhos_repetidos,
            "ausentes": self.ausentes[:MOSTRADAS],
            "total_ausentes": len(self.ausentes),
            "mudancas": [mudanca._asdict() for mudanca in self.mudancas[:MOSTRADAS]],
            "total_mudancas": len(self.mudancas),
            "achados": list(achados.em_ordem()),
            "total_achados": achados.total,
            "contagem": dict(sorted(achados.contagem.items())),
            "pendencias": {
                campo: {lido: asdict(pendencia) for lido, pendencia in valores.items()}
                for campo, valores in pendencias.items()
            },
            "resumo": self.resumo(achados),
        }

    def resumo(self, achados: Achados) -> str:
        """SHA-256 do que o plano faria: dois iguais escrevem o mesmo sobre a mesma base."""
        resumo = hashlib.sha256(achados.resumo.encode())
        resumo.update(repr((self.lidas, sorted(achados.recusadas), self.ausentes, self.mudancas)).encode())
        for cada in self.operacoes:
            chaves = (cada.inscricao and cada.inscricao[0], cada.candidatura and cada.candidatura[:2])
            lida = cada.lida
            valores = (lida.numero, lida.inscricao, lida.cargo.pk, lida.cpf, lida.nascimento, lida.declaracao)
            resumo.update(repr((chaves, cada.pessoa, valores, lida.notas, lida.etapas, lida.jurado)).encode())
        return resumo.hexdigest()


# Conferências dentro do arquivo ------------------------------------------------------------------


def conferir_repeticoes(linhas: Iterable[LinhaLida], achados: Achados) -> None:
    """Recusa inscrição repetida no cargo e a que muda de pessoa de uma linha para outra."""
    candidaturas: dict[tuple[str, int], LinhaLida] = {}
    inscricoes: dict[str, LinhaLida] = {}
    pessoas: dict[str, LinhaLida] = {}
    no_cargo: dict[tuple[str, int], LinhaLida] = {}
    for lida in linhas:
        if lida.numero in achados.recusadas:
            continue
        primeira = candidaturas.setdefault((lida.inscricao, lida.cargo.pk), lida)
        if primeira is not lida:
            _recusar_par(
                primeira, lida, f"inscrição {lida.inscricao} repetida no mesmo cargo", "repetida", achados
            )
            continue
        primeira = inscricoes.setdefault(lida.inscricao, lida)
        if primeira is not lida and (diferenca := _diferenca(primeira, lida)):
            motivo = f"inscrição {lida.inscricao} com {diferenca} diferente"
            _recusar_par(primeira, lida, motivo, "inscricao_de_outra_pessoa", achados)
        if lida.cpf:
            _conferir_cpf(lida, pessoas.setdefault(lida.cpf, lida), no_cargo, achados)


def _diferenca(uma: LinhaLida, outra: LinhaLida) -> str:
    """O que distingue duas linhas da mesma inscrição; "" se são da mesma pessoa."""
    if normalizar_nome(uma.nome) != normalizar_nome(outra.nome):
        return "nome"
    if uma.nascimento != outra.nascimento:
        return "nascimento"
    if uma.cpf != outra.cpf:
        return "CPF"
    return "autodeclaração" if uma.declaracao != outra.declaracao else ""


def _conferir_cpf(
    lida: LinhaLida, primeira: LinhaLida, no_cargo: dict[tuple[str, int], LinhaLida], achados: Achados
) -> None:
    """O mesmo CPF é a mesma pessoa: não pode ter outro nome, nem concorrer duas vezes ao cargo."""
    mesmo_cargo = no_cargo.setdefault((lida.cpf, lida.cargo.pk), lida)
    if mesmo_cargo is not lida:
        _recusar_par(mesmo_cargo, lida, "mesmo CPF em duas inscrições do cargo", "cpf_duas_vezes", achados)
    elif primeira.inscricao != lida.inscricao:
        conflito = _conflito(primeira.nome, primeira.nascimento, lida)
        if conflito:
            _recusar_par(
                primeira, lida, f"mesmo CPF com {conflito} diferente", "cpf_de_outra_pessoa", achados
            )


def _conflito(nome: str, nascimento: date | None, lida: LinhaLida) -> str:
    """O que contradiz ser a mesma pessoa de um CPF; só o nome muda quando o nascimento confere."""
    if nascimento and lida.nascimento and nascimento != lida.nascimento:
        return "nascimento"
    confere = nascimento is not None and nascimento == lida.nascimento
    return "" if confere or normalizar_nome(nome) == normalizar_nome(lida.nome) else "nome"


def _recusar_par(primeira: LinhaLida, segunda: LinhaLida, motivo: str, codigo: str, achados: Achados) -> None:
    achados.impede(
        segunda.numero, None, segunda.inscricao, f"{motivo} (já na linha {primeira.numero})", codigo
    )
    if primeira.numero not in achados.recusadas:
        achados.impede(
            primeira.numero, None, primeira.inscricao, f"{motivo} (linha {segunda.numero})", codigo
        )


# Comparação com a base ----------------------------------------------------------------------------


class Comparacao:
    """Distribui as linhas entre novas, alteradas, inalteradas e recusadas, e lista as ausentes."""

    def __init__(self, base: Base, achados: Achados, plano: Plano) -> None:
        self._base = base
        self._achados = achados
        self._plano = plano
        self._cpfs_dados: dict[str, int] = {}

    def comparar(self, linhas: Iterable[LinhaLida]) -> None:
        """Preenche o plano; as linhas já recusadas contam como presentes no arquivo."""
        presentes: set[tuple[str, int]] = set()
        for lida in linhas:
            presentes.add((lida.inscricao, lida.cargo.pk))
            if lida.numero not in self._achados.recusadas:
                self._distribuir(lida)
        self._plano.recusadas = len(self._achados.recusadas)
        cargos = {cargo for _, cargo in presentes}
        ausentes = {chave for chave in self._base.candidaturas if chave[1] in cargos} - presentes
        self._plano.ausentes = sorted(numero for numero, _ in ausentes)

    def _distribuir(self, lida: LinhaLida) -> None:
        operacao = self._operacao(lida)
        if operacao is None:
            return
        if operacao.candidatura is None:
            self._plano.novas += 1
        elif operacao.muda_pessoa or operacao.muda_declaracao or operacao.muda_resultado:
            self._plano.alteradas += 1
            self._plano.mudancas.extend(_mudancas(operacao))
        else:
            self._plano.inalteradas += 1
            return
        self._plano.operacoes.append(operacao)

    def _operacao(self, lida: LinhaLida) -> Operacao | None:
        """O que a linha faz; nulo, com achado, se contradiz quem já está na base."""
        inscricao = self._base.inscricoes.get(lida.inscricao)
        candidatura = self._base.candidaturas.get((lida.inscricao, lida.cargo.pk))
        pessoa = inscricao.pessoa if inscricao else self._base.pessoas.get(lida.cpf)
        conflito = _conflito_com_a_base(lida, inscricao, pessoa)
        if conflito:
            self._achados.impede(lida.numero, None, lida.inscricao, conflito, "difere_da_base")
            return None
        if pessoa is not None and lida.cpf and not pessoa.cpf:
            self._dar_cpf(lida, pessoa)
        operacao = Operacao(lida, pessoa, inscricao, candidatura)
        operacao.muda_pessoa = pessoa is not None and (
            bool(lida.cpf and not pessoa.cpf) or bool(lida.nascimento and pessoa.nascimento is None)
        )
        operacao.muda_declaracao = (
            inscricao is not None and lida.declaracao is not None and lida.declaracao != inscricao.declaracao
        )
        operacao.muda_resultado = candidatura is None or _resultado_muda(lida, candidatura)
        return operacao

    def _dar_cpf(self, lida: LinhaLida, pessoa: PessoaNaBase) -> None:
        """Pessoa cadastrada sem CPF recebe o do arquivo, salvo se ele já é de outro cadastro."""
        dono = self._cpfs_dados.setdefault(lida.cpf, pessoa.candidato)
        if lida.cpf in self._base.pessoas or dono != pessoa.candidato:
            motivo = "o CPF já é de outro cadastro: esta inscrição continua sem CPF"
            self._achados.avisa(lida.numero, None, lida.inscricao, motivo, "cpf_de_outro_cadastro")
            lida.cpf = ""


def _conflito_com_a_base(
    lida: LinhaLida, inscricao: InscricaoNaBase | None, pessoa: PessoaNaBase | None
) -> str:
    """Por que a linha não pode ser de quem a base diz que é; "" se pode."""
    if pessoa is None:
        return ""
    if inscricao is None:
        diferente = _conflito(pessoa.nome_busca, pessoa.nascimento, lida)
        return f"o CPF já é de pessoa cadastrada com outro {diferente}" if diferente else ""
    if normalizar_nome(lida.nome) != pessoa.nome_busca:
        return "a inscrição já existe com outro nome"
    if lida.nascimento and pessoa.nascimento and lida.nascimento != pessoa.nascimento:
        return f"a inscrição já existe com outro nascimento, {data_em_texto(pessoa.nascimento)}"
    if lida.cpf and pessoa.cpf and lida.cpf != pessoa.cpf:
        return "a inscrição já existe com outro CPF"
    ja_examinada = inscricao.situacao not in {None, SituacaoDeclaracao.DECLARADA}
    if ja_examinada and lida.declaracao is not None and lida.declaracao != inscricao.declaracao:
        return "a autodeclaração já foi examinada e o arquivo traz outra"
    return ""


def _resultado_muda(lida: LinhaLida, candidatura: CandidaturaNaBase) -> bool:
    return (
        candidatura.versao == 0
        or any(_nota_muda(candidatura, prova, nota) for prova, nota in lida.notas.items())
        or any(candidatura.etapas.get(etapa) != resultado for etapa, resultado in lida.etapas.items())
        or (lida.jurado is not None and lida.jurado != candidatura.jurado)
        or (lida.posicao is not None and lida.posicao != candidatura.posicao)
    )


def _nota_muda(candidatura: CandidaturaNaBase, prova: str, nota: Any) -> bool:
    guardada = candidatura.notas.get(prova)
    return guardada is None or decimal_lido(guardada) != nota


def _mudancas(operacao: Operacao) -> Iterator[Mudanca]:
    lida, candidatura, pessoa = operacao.lida, operacao.candidatura, operacao.pessoa
    if candidatura is None or pessoa is None:
        return
    for campo, antes, depois in _campos_mudados(lida, candidatura, pessoa):
        yield Mudanca(lida.numero, lida.inscricao, campo, antes, depois)
    if operacao.muda_declaracao:
        yield Mudanca(lida.numero, lida.inscricao, "autodeclaração", "", "alterada")


def _campos_mudados(
    lida: LinhaLida, candidatura: CandidaturaNaBase, pessoa: PessoaNaBase
) -> Iterator[tuple[str, str, str]]:
    if lida.cpf and not pessoa.cpf:
        yield "CPF", "", "informado"
    if lida.nascimento and pessoa.nascimento is None:
        yield "nascimento", "", data_em_texto(lida.nascimento)
    for prova, nota in lida.notas.items():
        if _nota_muda(candidatura, prova, nota):
            yield f"nota {prova}", candidatura.notas.get(prova, "").replace(".", ","), _com_virgula(nota)
    for etapa, resultado in lida.etapas.items():
        if candidatura.etapas.get(etapa) != resultado:
            yield f"etapa {etapa}", candidatura.etapas.get(etapa, ""), resultado
    if lida.jurado is not None and lida.jurado != candidatura.jurado:
        yield "jurado", _sim_ou_nao(candidatura.jurado), _sim_ou_nao(lida.jurado)
    if lida.posicao is not None and lida.posicao != candidatura.posicao:
        yield "lugar da banca", str(candidatura.posicao or ""), str(lida.posicao)


def _com_virgula(nota: Any) -> str:
    return nota_em_texto(nota).replace(".", ",")


def _sim_ou_nao(valor: bool) -> str:
    return "Sim" if valor else "Não"
