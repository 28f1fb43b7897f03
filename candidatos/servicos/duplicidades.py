"""Quem entraria duas vezes na mesma lista: o que é novo no arquivo contra quem já está na base.

Dentro do arquivo, os pares são de `repeticoes`. Aqui confere-se a pessoa que já concorre ao cargo com
outra inscrição, e a inscrição que só difere da já cadastrada por zeros à esquerda, que a planilha perde.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from candidatos.consultas.importacao import cargos_das_pessoas, nomes_das_inscricoes, tamanhos_das_inscricoes
from candidatos.servicos.achados import Achados
from candidatos.servicos.contagem import Contagem
from candidatos.servicos.plano import Operacao
from concursos.models import Edital


class Duplicidades:
    """Confere, lote a lote, as operações que criam candidatura ou inscrição."""

    def __init__(
        self, edital: Edital, achados: Achados, contagem: Contagem, e_nova: Callable[[str], bool]
    ) -> None:
        """`e_nova`: se o próprio arquivo já criou a inscrição com aquele número."""
        self._edital = edital
        self._achados = achados
        self._contagem = contagem
        self._e_nova = e_nova
        self._tamanhos = tamanhos_das_inscricoes(edital)
        # (pessoa, cargo) a que o arquivo já deu candidatura, das pessoas que a base tem.
        self._novas: set[tuple[int, int]] = set()

    def conferir(self, operacoes: Sequence[Operacao]) -> Sequence[Operacao]:
        """As operações que passam; as outras ficam recusadas, com achado."""
        repetidas = self._pessoas_que_ja_concorrem(operacoes)
        parecidas = self._inscricoes_sem_zeros(operacoes) if self._tamanhos else set()
        recusadas = repetidas | parecidas
        return [cada for cada in operacoes if cada.lida.ordem not in recusadas] if recusadas else operacoes

    def _pessoas_que_ja_concorrem(self, operacoes: Sequence[Operacao]) -> set[int]:
        novas = [(cada, cada.pessoa) for cada in operacoes if cada.pessoa and cada.candidatura is None]
        if not novas:
            return set()
        na_base = cargos_das_pessoas(
            self._edital, {pessoa.candidato for _, pessoa in novas}, {cada.lida.cargo_id for cada, _ in novas}
        )
        recusadas = set()
        for cada, pessoa in novas:
            chave = (pessoa.candidato, cada.lida.cargo_id)
            if chave in self._novas:
                outra = "noutra linha do arquivo, com outra inscrição"
            elif chave in na_base:
                outra = f"com a inscrição {na_base[chave]}"
            else:
                self._novas.add(chave)
                continue
            self._recusar(cada, f"a mesma pessoa já concorre a este cargo {outra}", "pessoa_duas_vezes")
            recusadas.add(cada.lida.ordem)
        return recusadas

    def _inscricoes_sem_zeros(self, operacoes: Sequence[Operacao]) -> set[int]:
        """As novas, de algarismos, que a base tem com mais ou menos zeros à esquerda."""
        novas = {
            cada.lida.inscricao: cada
            for cada in operacoes
            if cada.inscricao is None and cada.primeira and cada.lida.inscricao.isdecimal()
        }
        donas: dict[str, list[Operacao]] = {}
        for numero, cada in novas.items():
            for variante in self._variantes(numero) - {numero}:
                donas.setdefault(variante, []).append(cada)
        # As que o próprio arquivo criou não são da base: duas grafias no mesmo arquivo são duas inscrições.
        procuradas = [variante for variante in donas if not self._e_nova(variante)]
        nomes = nomes_das_inscricoes(self._edital, procuradas)
        recusadas = set()
        for variante, nome in sorted(nomes.items()):
            motivo = (
                f"a inscrição não está na base, mas {variante} está: parecem faltar ou sobrar zeros à "
                "esquerda. Peça a coluna como texto"
            )
            for cada in donas[variante]:
                lida = cada.lida
                if nome == lida.nome_busca:
                    self._recusar(cada, f"{motivo}; o nome é o mesmo", "inscricao_sem_zeros")
                    recusadas.add(lida.ordem)
                else:
                    self._achados.avisa(lida.numero, None, lida.inscricao, motivo, "inscricao_sem_zeros")
        return recusadas

    def _variantes(self, numero: str) -> set[str]:
        return {numero.lstrip("0").zfill(tamanho) for tamanho in self._tamanhos} - {""}

    def _recusar(self, operacao: Operacao, motivo: str, codigo: str) -> None:
        lida = operacao.lida
        self._achados.impede(lida.numero, None, lida.inscricao, motivo, codigo)
        self._contagem.recusar(lida.ordem)
