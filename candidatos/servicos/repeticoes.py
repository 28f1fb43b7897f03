"""Conferência do arquivo contra si mesmo: inscrições e CPFs repetidos, com pouca memória por linha.

Por inscrição guardam-se só números (a primeira linha, o cargo, resumos de nome, nascimento, CPF,
declaração e contato), em vetores; nunca as linhas lidas.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator

from candidatos.servicos.achados import Achados
from candidatos.servicos.contagem import Contagem
from candidatos.servicos.leitores import LinhaLida

# Nascimento que o arquivo não traz; o que não é data guarda-se pelo resumo do texto, sempre negativo.
_SEM_NASCIMENTO = 0


class Repeticoes:
    """Inscrições e CPFs já vistos. `indice`: ordem de aparição de cada inscrição, a partir de 0."""

    def __init__(self, achados: Achados, contagem: Contagem) -> None:
        self._achados = achados
        self._contagem = contagem
        self._indices: dict[str, int] = {}
        self._numeros: list[str] = []
        self._ordens = array("L")
        self._cargos = array("q")
        self._nomes = array("q")
        self._nascimentos = array("q")
        self._cpfs = array("q")
        self._contatos = array("q")
        self._declaracoes = bytearray()
        # Do que é raro: os cargos da inscrição além do primeiro, e as inscrições do CPF além da primeira.
        self._outros_cargos: dict[tuple[int, int], int] = {}
        self._donos: dict[int, int] = {}
        self._outros_donos: dict[int, tuple[int, ...]] = {}
        # Por CPF: a data e o texto que outra inscrição trouxe e a primeira não tinha, com o índice dela.
        self._outras_datas: dict[int, tuple[int, int]] = {}
        self._outros_textos: dict[int, tuple[int, int]] = {}

    def __len__(self) -> int:
        """Quantas inscrições diferentes o arquivo já trouxe em linhas não recusadas."""
        return len(self._numeros)

    def indice(self, inscricao: str) -> int | None:
        """Índice da inscrição já vista, ou nulo."""
        return self._indices.get(inscricao)

    def dono_do_cpf(self, cpf: str) -> int | None:
        """Índice da primeira inscrição do arquivo que trouxe o CPF."""
        return self._donos.get(int(cpf))

    def completa(self, lida: LinhaLida, dono: int) -> bool:
        """Se a linha traz o nascimento que a primeira inscrição do CPF não trazia, ou trazia impossível."""
        tinha, agora = self._nascimentos[dono], _dia(lida)
        return tinha <= _SEM_NASCIMENTO < agora or tinha == _SEM_NASCIMENTO > agora

    def outro_nome(self, lida: LinhaLida, dono: int) -> int:
        """Linha da primeira inscrição do CPF, se ela traz outro nome; senão, zero."""
        if self._nomes[dono] == hash(lida.nome_busca):
            return 0
        return self._contagem.numeros[self._ordens[dono]]

    def conferir(self, linhas: Iterable[LinhaLida]) -> Iterator[tuple[LinhaLida, int, bool]]:
        """De cada linha não recusada que passa: (linha, índice da inscrição, se é a primeira dela)."""
        recusadas = self._achados.recusadas
        for lida in linhas:
            if lida.numero in recusadas:
                continue
            indice = self._indices.get(lida.inscricao)
            if indice is None:
                indice = self._abrir(lida)
                primeira = True
            else:
                primeira = False
                if not self._mais_uma(lida, indice):
                    continue
            if lida.cpf and not self._conferir_cpf(lida, indice):
                continue
            yield lida, indice, primeira

    def _abrir(self, lida: LinhaLida) -> int:
        indice = len(self._numeros)
        self._indices[lida.inscricao] = indice
        self._numeros.append(lida.inscricao)
        self._ordens.append(lida.ordem)
        self._cargos.append(lida.cargo_id)
        self._nomes.append(hash(lida.nome_busca))
        self._nascimentos.append(_dia(lida))
        self._cpfs.append(int(lida.cpf) if lida.cpf else -1)
        self._contatos.append(_contato(lida))
        self._declaracoes.append(_declaracao(lida))
        return indice

    def _mais_uma(self, lida: LinhaLida, indice: int) -> bool:
        """A inscrição outra vez: noutro cargo, e igual no que diz da pessoa; senão recusa as duas."""
        cargo = lida.cargo_id
        anterior = (
            self._ordens[indice]
            if self._cargos[indice] == cargo
            else self._outros_cargos.setdefault((indice, cargo), lida.ordem)
        )
        if anterior != lida.ordem:
            motivo = f"inscrição {lida.inscricao} repetida no mesmo cargo"
            self._recusar_par(anterior, lida.inscricao, lida, motivo, "repetida")
            return False
        if diferenca := self._diferenca(lida, indice):
            motivo = f"inscrição {lida.inscricao} com {diferenca} diferente"
            self._recusar_par(self._ordens[indice], lida.inscricao, lida, motivo, "inscricao_de_outra_pessoa")
            return False
        self._conferir_contato(lida, indice)
        return True

    def _conferir_contato(self, lida: LinhaLida, indice: int) -> None:
        """O contato não muda lugar nenhum: havendo dois, vale o da primeira linha, e diz-se."""
        if not lida.contato or self._contatos[indice] == _contato(lida):
            return
        lida.contato = {}
        numero = self._contagem.numeros[self._ordens[indice]]
        motivo = f"contato diferente do da linha {numero}, da mesma inscrição: fica o de lá"
        self._achados.avisa(lida.numero, None, lida.inscricao, motivo, "contato_diferente")

    def _diferenca(self, lida: LinhaLida, indice: int) -> str:
        """O que distingue a linha da primeira da mesma inscrição; "" se são da mesma pessoa."""
        if self._nomes[indice] != hash(lida.nome_busca):
            return "nome"
        if self._nascimentos[indice] != _dia(lida):
            return "nascimento"
        if self._cpfs[indice] != (int(lida.cpf) if lida.cpf else -1):
            return "CPF"
        return "autodeclaração" if self._declaracoes[indice] != _declaracao(lida) else ""

    def _conferir_cpf(self, lida: LinhaLida, indice: int) -> bool:
        """O mesmo CPF é a mesma pessoa: não pode ter outro nome, nem concorrer duas vezes ao cargo."""
        cpf = int(lida.cpf)
        dono = self._donos.setdefault(cpf, indice)
        outros = self._outros_donos.get(cpf, ())
        if dono == indice and not outros:
            return True
        for conhecido in (dono, *outros):
            ordem = self._no_cargo(conhecido, lida.cargo_id) if conhecido != indice else None
            if ordem is not None:
                motivo = "mesmo CPF em duas inscrições do cargo"
                self._recusar_par(ordem, self._numeros[conhecido], lida, motivo, "cpf_duas_vezes")
                return False
        if dono == indice:
            return True
        if indice not in outros:
            self._outros_donos[cpf] = (*outros, indice)
        diferente, outro = self._conflito(lida, indice, dono)
        if diferente:
            motivo = f"mesmo CPF com {diferente} diferente"
            self._recusar_par(self._ordens[outro], self._numeros[outro], lida, motivo, "cpf_de_outra_pessoa")
            return False
        return True

    def _no_cargo(self, indice: int, cargo: int) -> int | None:
        """Ordem da linha em que a inscrição concorre ao cargo, ou nulo."""
        if self._cargos[indice] == cargo:
            return self._ordens[indice]
        return self._outros_cargos.get((indice, cargo))

    def _conflito(self, lida: LinhaLida, indice: int, dono: int) -> tuple[str, int]:
        """O que contradiz ser a mesma pessoa de um CPF, e o índice de quem o contradiz; "" se nada.

        Só o nome muda quando o nascimento confere.
        """
        cpf, primeiro, agora = int(lida.cpf), self._nascimentos[dono], _dia(lida)
        if agora:
            ditos = self._outras_datas if agora > 0 else self._outros_textos
            da_mesma_forma = primeiro and (primeiro > 0) == (agora > 0)
            dito, quem = (primeiro, dono) if da_mesma_forma else ditos.setdefault(cpf, (agora, indice))
            if dito != agora:
                return "nascimento", quem
        confere = primeiro > 0 and agora > 0
        return ("", dono) if confere or self._nomes[dono] == hash(lida.nome_busca) else ("nome", dono)

    def _recusar_par(self, ordem: int, inscricao: str, lida: LinhaLida, motivo: str, codigo: str) -> None:
        numero = self._contagem.numeros[ordem]
        self._achados.impede(lida.numero, None, lida.inscricao, f"{motivo} (já na linha {numero})", codigo)
        self._contagem.recusar(lida.ordem)
        if numero not in self._achados.recusadas:
            self._achados.impede(numero, None, inscricao, f"{motivo} (linha {lida.numero})", codigo)
            self._contagem.recusar(ordem)


def _dia(lida: LinhaLida) -> int:
    """O dia, positivo; o resumo do texto que não é data, negativo; zero se não se diz nada."""
    if lida.nascimento:
        return lida.nascimento.toordinal()
    return -1 - abs(hash(lida.nascimento_informado) >> 1) if lida.nascimento_informado else _SEM_NASCIMENTO


def _contato(lida: LinhaLida) -> int:
    return hash(tuple(lida.contato.items())) if lida.contato else 0


def _declaracao(lida: LinhaLida) -> int:
    if lida.declaracao is None:
        return 0
    negro, indigena, pcd = lida.declaracao
    return 8 + negro + 2 * indigena + 4 * pcd
