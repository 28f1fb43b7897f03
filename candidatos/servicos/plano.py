"""O plano de uma importação: o que cada linha faria na base. Calcula-se, mostra-se e só depois se executa.

Identidade: a inscrição, no edital; a pessoa, só por CPF inteiro e válido. Nome e CPF mascarado não
unem ninguém: homônimos são pessoas diferentes. A base é consultada em lotes; o que o próprio arquivo
cria conta como novo até ao fim, quer se esteja a gravar, quer só a planejar.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from candidatos.consultas.importacao import (
    CandidaturaNaBase,
    InscricaoNaBase,
    PessoaNaBase,
    candidaturas_na_base,
    inscricoes_na_base,
    pessoas_por_cpf,
)
from candidatos.enums import EspecieDeArquivo
from candidatos.models import Candidato, Inscricao
from candidatos.servicos.achados import Achados
from candidatos.servicos.celulas import data_em_texto
from candidatos.servicos.contagem import Categoria, Contagem
from candidatos.servicos.leitores import Declaracao, LinhaLida
from candidatos.servicos.mudancas import Mudancas, mudancas_da_linha, nascimento_muda, resultado_muda
from candidatos.servicos.repeticoes import Repeticoes
from concursos.models import Edital

SEM_NOME = "a inscrição não está na base, e o arquivo não traz o nome: importe antes os inscritos"


class Base(NamedTuple):
    """O que a base sabe das linhas de um lote."""

    inscricoes: Mapping[str, InscricaoNaBase]
    candidaturas: Mapping[tuple[int, int], CandidaturaNaBase]
    pessoas: Mapping[str, PessoaNaBase]


@dataclass(slots=True)
class Operacao:
    """Linha que escreve na base. `indice`: o da inscrição no arquivo; `dono`: o da primeira do seu CPF.

    `pessoa`: a já cadastrada; nula, é a do `dono` ou cria-se uma. `primeira`: se é a primeira linha da
    inscrição, a que a cria quando ela é nova.
    """

    lida: LinhaLida
    indice: int
    dono: int
    primeira: bool
    pessoa: PessoaNaBase | None = None
    inscricao: InscricaoNaBase | None = None
    candidatura: CandidaturaNaBase | None = None
    # Também na pessoa que o próprio arquivo cria, se a linha que a criou não tinha o nascimento.
    muda_pessoa: bool = False
    muda_contato: bool = False
    muda_declaracao: bool = False
    muda_resultado: bool = False

    @property
    def muda(self) -> bool:
        """Se altera o que já está na base."""
        return self.muda_pessoa or self.muda_contato or self.muda_declaracao or self.muda_resultado


class Comparacao:
    """Distribui as linhas entre novas, alteradas, inalteradas e recusadas, lote a lote."""

    def __init__(
        self,
        edital: Edital,
        especie: str,
        achados: Achados,
        contagem: Contagem,
        informadas: Sequence[bool] = (True, True, True),
    ) -> None:
        """`informadas`: quais das reservas (negro, indígena, PcD) o arquivo diz."""
        self._edital = edital
        self._informadas = informadas
        self._com_notas = especie == EspecieDeArquivo.RESULTADO
        self._achados = achados
        self._contagem = contagem
        self._repeticoes = Repeticoes(achados, contagem)
        # Por índice da inscrição: se não está na base, e se a pessoa dela também não.
        self._inscricao_nova = bytearray()
        self._pessoa_nova = bytearray()
        self._ganham_cpf: dict[str, PessoaNaBase] = {}
        # Das pessoas da base sem data: a data e o texto que o arquivo já lhes deu.
        self._ganham_nascimento: dict[int, tuple[date | None, str]] = {}
        self._ha_inscricoes = Inscricao.objects.filter(edital=edital).exists()
        self._ha_cpfs = Candidato.objects.exclude(cpf="").exists()
        self.mudancas = Mudancas()
        # Do que a base disse e o plano usou: se ela mudar, o resumo é outro.
        self.resumo = hashlib.sha256()
        self.presentes = array("q")
        self.cargos: set[int] = set()
        self.cargos_que_mudam: set[int] = set()

    @property
    def inscricoes(self) -> int:
        """Quantas inscrições diferentes há nas linhas não recusadas."""
        return len(self._repeticoes)

    def comparar(self, lote: Sequence[LinhaLida]) -> list[Operacao]:
        """As operações das linhas do lote que escrevem na base."""
        self.cargos.update({lida.cargo_id for lida in lote if lida.cargo_id})
        base = self._consultar(lote)
        self._marcar_presentes(lote, base)
        operacoes, marcar = [], self._contagem.marcar
        for lida, indice, primeira in self._repeticoes.conferir(lote):
            operacao = self._operacao(lida, indice, primeira, base)
            if operacao is None:
                continue
            if operacao.candidatura is None:
                marcar(lida.ordem, Categoria.NOVA)
            elif operacao.muda:
                marcar(lida.ordem, Categoria.ALTERADA)
                self._somar_mudancas(operacao)
            else:
                marcar(lida.ordem, Categoria.INALTERADA)
                continue
            operacoes.append(operacao)
            self.cargos_que_mudam.add(lida.cargo_id)
            if operacao.pessoa is not None:
                self.resumo.update(repr(_do_que_depende(operacao)).encode())
        return operacoes

    def _somar_mudancas(self, operacao: Operacao) -> None:
        inscricao, candidatura = operacao.inscricao, operacao.candidatura
        if inscricao is None or candidatura is None:
            return
        for mudanca in mudancas_da_linha(
            operacao.lida,
            inscricao,
            candidatura,
            resultado=operacao.muda_resultado,
            declaracao=operacao.muda_declaracao,
        ):
            self.mudancas.somar(mudanca)
            if self._achados.anotador is not None:
                self._achados.anotador.mudanca(mudanca)

    def _consultar(self, lote: Sequence[LinhaLida]) -> Base:
        """Só do que não é sabido novo: o que este arquivo já criou não conta como da base."""
        inscricoes: dict[str, InscricaoNaBase] = {}
        if self._ha_inscricoes:
            numeros = {lida.inscricao for lida in lote if lida.inscricao}
            procurados = [numero for numero in numeros if not self.e_nova(numero)]
            inscricoes = inscricoes_na_base(self._edital, procurados)
        chaves = [cada.inscricao for cada in inscricoes.values()]
        candidaturas = candidaturas_na_base(chaves) if chaves else {}
        cpfs = {lida.cpf for lida in lote if lida.cpf} if self._ha_cpfs else set()
        cpfs = {cpf for cpf in cpfs if not self._e_de_pessoa_nova(cpf)}
        return Base(inscricoes, candidaturas, pessoas_por_cpf(cpfs) if cpfs else {})

    def e_nova(self, numero: str) -> bool:
        """Se uma linha anterior do arquivo já trouxe a inscrição, e a base não a tinha."""
        indice = self._repeticoes.indice(numero)
        return indice is not None and _marcada(self._inscricao_nova, indice)

    def _e_de_pessoa_nova(self, cpf: str) -> bool:
        dono = self._repeticoes.dono_do_cpf(cpf)
        return dono is not None and _marcada(self._pessoa_nova, dono)

    def _marcar_presentes(self, lote: Sequence[LinhaLida], base: Base) -> None:
        """As linhas recusadas também contam como presentes no arquivo."""
        if not base.candidaturas:
            return
        for lida in lote:
            inscricao = base.inscricoes.get(lida.inscricao)
            candidatura = base.candidaturas.get((inscricao.inscricao, lida.cargo_id)) if inscricao else None
            if candidatura is not None:
                self.presentes.append(candidatura.candidatura)

    def _operacao(self, lida: LinhaLida, indice: int, primeira: bool, base: Base) -> Operacao | None:
        """O que a linha faz; nulo, com achado, se contradiz quem já está na base."""
        inscricao = base.inscricoes.get(lida.inscricao)
        if inscricao is not None and lida.declaracao is not None:
            lida.declaracao = self._com_a_da_base(lida.declaracao, inscricao.declaracao)
        pessoa = inscricao.pessoa if inscricao else self._pessoa_do_cpf(lida, base)
        dono = indice if not lida.cpf else self._repeticoes.dono_do_cpf(lida.cpf)
        assert dono is not None
        if primeira:
            _marcar(self._inscricao_nova, indice, inscricao is None)
            _marcar(self._pessoa_nova, indice, inscricao is None and pessoa is None)
        if pessoa is None and lida.nome:
            # Quase toda linha de um arquivo novo: nada na base a que se compare.
            operacao = Operacao(lida, indice, dono, primeira, muda_resultado=self._com_notas)
            if dono != indice:
                self._juntar_ao_dono(operacao)
            return operacao
        conflito = _conflito_com_a_base(lida, inscricao, pessoa) or self._conflito_da_outra_linha(
            lida, pessoa
        )
        if conflito or (inscricao is None and not lida.nome):
            self._achados.impede(
                lida.numero, None, lida.inscricao, conflito or SEM_NOME,
                "difere_da_base" if conflito else "inscricao_desconhecida",
            )  # fmt: skip
            self._contagem.recusar(lida.ordem)
            return None
        assert pessoa is not None
        if lida.nome and lida.nome_busca != pessoa.nome_busca:
            self._avisar_outro_nome(lida, "do cadastro")
        operacao = Operacao(lida, indice, dono, primeira, pessoa, inscricao)
        if inscricao is not None:
            operacao.candidatura = base.candidaturas.get((inscricao.inscricao, lida.cargo_id))
            self._comparar_com_a_inscricao(operacao, inscricao, base)
        elif primeira:
            operacao.muda_pessoa = nascimento_muda(lida, pessoa)
        candidatura = operacao.candidatura
        operacao.muda_resultado = self._com_notas and (
            candidatura is None or resultado_muda(lida, candidatura)
        )
        return operacao

    def _com_a_da_base(self, lida: Declaracao, guardada: Declaracao) -> Declaracao:
        """A declaração do arquivo, com a da base nas reservas de que ele não fala."""
        negro, indigena, pcd = (
            do_arquivo if informada else da_base
            for informada, do_arquivo, da_base in zip(self._informadas, lida, guardada, strict=True)
        )
        return negro, indigena, pcd

    def _juntar_ao_dono(self, operacao: Operacao) -> None:
        """A outra inscrição de um CPF novo é da mesma pessoa, que uma linha anterior cria."""
        lida, dono = operacao.lida, operacao.dono
        operacao.muda_pessoa = operacao.primeira and self._repeticoes.completa(lida, dono)
        if numero := self._repeticoes.outro_nome(lida, dono):
            self._avisar_outro_nome(lida, f"da linha {numero}")

    def _avisar_outro_nome(self, lida: LinhaLida, de_onde: str) -> None:
        motivo = f"o CPF e o nascimento conferem, mas o nome não é o {de_onde}: fica o de lá"
        self._achados.avisa(lida.numero, None, lida.inscricao, motivo, "nome_diferente")

    def _conflito_da_outra_linha(self, lida: LinhaLida, pessoa: PessoaNaBase | None) -> str:
        """Duas linhas não dão nascimentos diferentes à mesma pessoa da base; "" se não dão."""
        if pessoa is None or pessoa.nascimento or not (lida.nascimento or lida.nascimento_informado):
            return ""
        data, informado = self._ganham_nascimento.get(pessoa.candidato, (None, ""))
        outra_data = data and lida.nascimento and data != lida.nascimento
        outro_texto = informado and lida.nascimento_informado not in {"", informado}
        if outra_data or outro_texto:
            return "a mesma pessoa tem outro nascimento noutra linha do arquivo"
        self._ganham_nascimento[pessoa.candidato] = (
            data or lida.nascimento, informado or lida.nascimento_informado
        )  # fmt: skip
        return ""

    def _pessoa_do_cpf(self, lida: LinhaLida, base: Base) -> PessoaNaBase | None:
        if not lida.cpf:
            return None
        return self._ganham_cpf.get(lida.cpf) or base.pessoas.get(lida.cpf)

    def _comparar_com_a_inscricao(self, operacao: Operacao, inscricao: InscricaoNaBase, base: Base) -> None:
        lida, pessoa = operacao.lida, inscricao.pessoa
        if lida.cpf and not pessoa.cpf:
            self._dar_cpf(lida, pessoa, base)
        operacao.muda_pessoa = bool(lida.cpf and not pessoa.cpf) or nascimento_muda(lida, pessoa)
        operacao.muda_contato = any(
            inscricao.contato.get(campo) != valor for campo, valor in lida.contato.items()
        )
        operacao.muda_declaracao = lida.declaracao is not None and lida.declaracao != inscricao.declaracao

    def _dar_cpf(self, lida: LinhaLida, pessoa: PessoaNaBase, base: Base) -> None:
        """Pessoa cadastrada sem CPF recebe o do arquivo, salvo se ele já é de outro cadastro."""
        outra = lida.cpf in base.pessoas or self._e_de_pessoa_nova(lida.cpf)
        if not outra:
            outra = self._ganham_cpf.setdefault(lida.cpf, pessoa).candidato != pessoa.candidato
        if outra:
            motivo = "o CPF já é de outro cadastro: esta inscrição continua sem CPF"
            self._achados.avisa(lida.numero, None, lida.inscricao, motivo, "cpf_de_outro_cadastro")
            lida.cpf = ""


def _do_que_depende(operacao: Operacao) -> tuple[Any, ...]:
    """O que a base tinha e decidiu a operação, e o que ela muda."""
    mudam = (operacao.muda_pessoa, operacao.muda_contato, operacao.muda_declaracao, operacao.muda_resultado)
    return (
        operacao.lida.numero, operacao.pessoa, operacao.inscricao, operacao.candidatura, mudam,
        operacao.lida.declaracao if operacao.muda_declaracao else None,
    )  # fmt: skip


def _marcar(marcas: bytearray, indice: int, marca: bool) -> None:
    """As inscrições recusadas entre uma e outra ficam sem marca."""
    if len(marcas) < indice:
        marcas.extend(bytes(indice - len(marcas)))
    marcas.append(marca)


def _marcada(marcas: bytearray, indice: int) -> bool:
    return indice < len(marcas) and bool(marcas[indice])


def _conflito_da_pessoa(pessoa: PessoaNaBase, lida: LinhaLida) -> str:
    """O que contradiz ser a mesma pessoa de um CPF; só o nome muda quando o nascimento confere."""
    if pessoa.nascimento and lida.nascimento:
        return "" if pessoa.nascimento == lida.nascimento else "nascimento"
    return "nome" if lida.nome and lida.nome_busca != pessoa.nome_busca else ""


def _cpf_e_nascimento_conferem(lida: LinhaLida, pessoa: PessoaNaBase) -> bool:
    """Então é a mesma pessoa, com outro nome; um arquivo assim já se pode ter carregado."""
    return bool(lida.cpf and lida.nascimento) and (lida.cpf, lida.nascimento) == (
        pessoa.cpf, pessoa.nascimento
    )  # fmt: skip


def _conflito_com_a_base(
    lida: LinhaLida, inscricao: InscricaoNaBase | None, pessoa: PessoaNaBase | None
) -> str:
    """Por que a linha não pode ser de quem a base diz que é; "" se pode."""
    if pessoa is None:
        return ""
    if inscricao is None:
        diferente = _conflito_da_pessoa(pessoa, lida)
        return f"o CPF já é de pessoa cadastrada com outro {diferente}" if diferente else ""
    if lida.nome and lida.nome_busca != pessoa.nome_busca and not _cpf_e_nascimento_conferem(lida, pessoa):
        return "a inscrição já existe com outro nome"
    if lida.nascimento and pessoa.nascimento and lida.nascimento != pessoa.nascimento:
        return f"a inscrição já existe com outro nascimento, {data_em_texto(pessoa.nascimento)}"
    if lida.cpf and pessoa.cpf and lida.cpf != pessoa.cpf:
        return "a inscrição já existe com outro CPF"
    if inscricao.examinada and lida.declaracao is not None and lida.declaracao != inscricao.declaracao:
        return "a autodeclaração já foi examinada e o arquivo traz outra"
    return ""
