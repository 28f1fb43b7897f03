"""De cada linha do arquivo à candidatura que ela descreve, com os achados do caminho."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Any

from candidatos.servicos import valores as v
from candidatos.servicos.achados import Achados
from candidatos.servicos.campos import SENSIVEIS, Campo, Tipo, campos_obrigatorios
from candidatos.servicos.celulas import Celula, Linha, data_em_texto, em_branco, normalizar, texto
from candidatos.servicos.leitura import Coluna
from concursos.consultas.motor import decimal_lido
from concursos.models import Cargo

# Em concurso público, quem tem menos de 14 ou mais de 110 anos é erro de digitação (1193 por 1993).
IDADE_MINIMA, IDADE_MAXIMA = 14, 110
# Uma coluna com mais valores do que isto por parear não é a coluna que se pensa.
VALORES_A_PAREAR = 200
_VALOR_MAXIMO = 120
NAO_MOSTRADO = "(não mostrado)"

Declaracao = tuple[bool, bool, bool]


@dataclass(slots=True)
class LinhaLida:
    """Uma candidatura como o arquivo a diz. Nulo: o arquivo não diz (coluna não importada)."""

    numero: int
    inscricao: str
    nome: str
    cargo: Cargo
    cpf: str = ""
    nascimento: date | None = None
    notas: dict[str, Decimal] = field(default_factory=dict)
    etapas: dict[str, str] = field(default_factory=dict)
    jurado: bool | None = None
    posicao: int | None = None
    declaracao: Declaracao | None = None


@dataclass(slots=True)
class Pendencia:
    """Valor que espera destino: quantas linhas o trazem e qual a primeira."""

    linhas: int
    primeira: int


class Interprete:
    """Lê as linhas de um arquivo com um pareamento; acumula achados e valores sem destino."""

    def __init__(
        self,
        *,
        colunas: Sequence[Coluna],
        pareamento: Mapping[str, str],
        valores: Mapping[str, Mapping[str, Mapping[str, str]]],
        campos: Mapping[str, Campo],
        cargos: Sequence[Cargo],
        cargo: Cargo | None,
    ) -> None:
        self.achados = Achados()
        self.pendencias: dict[str, dict[str, Pendencia]] = {}
        self._valores = valores
        self._cargo = cargo
        self._largura = len(colunas)
        self._cargos = _indice_dos_cargos(cargos)
        self._escalas = {cada.pk: _escalas(cada) for cada in cargos}
        self._obrigatorios = {cada.pk: frozenset(campos_obrigatorios([cada.regras])) for cada in cargos}
        pares = [
            (coluna, campos[pareamento[coluna.letra]]) for coluna in colunas if coluna.letra in pareamento
        ]
        # O cargo primeiro: é ele que diz que provas e etapas contam na linha.
        self._pares = sorted(pares, key=lambda par: par[1].tipo != Tipo.CARGO)
        self._declara = any(campo.chave in SENSIVEIS for _, campo in pares)
        self._leitores: dict[Tipo, Callable[[LinhaLida, Coluna, Campo, Celula], None]] = {
            Tipo.INSCRICAO: self._inscricao,
            Tipo.NOME: self._nome,
            Tipo.CPF: self._cpf,
            Tipo.DATA: self._nascimento,
            Tipo.CARGO: self._do_cargo,
            Tipo.NOTA: self._nota,
            Tipo.ETAPA: self._etapa,
            Tipo.SIM_NAO: self._sim_nao,
            Tipo.MODALIDADE: self._modalidade,
            Tipo.LISTA: self._lista,
            Tipo.POSICAO: self._posicao,
        }

    def ler(self, linha: Linha) -> LinhaLida:
        """Candidatura da linha; o que impede a carga fica em `achados`, e a linha entre as recusadas."""
        lida = LinhaLida(linha.numero, "", "", self._cargo or _SEM_CARGO)
        if self._declara:
            lida.declaracao = (False, False, False)
        sobra = next((celula for celula in linha.celulas[self._largura :] if not em_branco(celula)), None)
        if sobra is not None:
            motivo = "a linha tem mais células que o cabeçalho: os valores podem estar deslocados"
            # Deslocada, a sobra pode ser a raça ou a deficiência da coluna ao lado.
            visto = NAO_MOSTRADO if self._declara else sobra
            self.achados.impede(linha.numero, None, visto, motivo, "colunas_demais")
        for coluna, campo in self._pares:
            celula = linha.celulas[coluna.indice] if coluna.indice < len(linha.celulas) else None
            try:
                self._leitores[campo.tipo](lida, coluna, campo, celula)
            except _SemDestino as pendente:
                self._anotar_pendencia(linha.numero, coluna, campo, pendente.lido)
            except v.ValorRecusado as recusado:
                # Raça e deficiência não se repetem fora do arquivo e da autodeclaração.
                mostrado = NAO_MOSTRADO if campo.chave in SENSIVEIS else celula
                self.achados.impede(
                    linha.numero, coluna, mostrado, str(recusado), f"{campo.tipo.value}_recusado"
                )
        return lida

    # Campos de quem concorre ---------------------------------------------------------------------

    def _inscricao(self, lida: LinhaLida, coluna: Coluna, campo: Campo, celula: Celula) -> None:
        lida.inscricao, aviso = v.ler_codigo(celula)
        if aviso:
            self.achados.avisa(lida.numero, coluna, celula, aviso, "inscricao_com_resto")

    def _nome(self, lida: LinhaLida, coluna: Coluna, campo: Campo, celula: Celula) -> None:
        lida.nome = v.ler_nome(celula)

    def _cpf(self, lida: LinhaLida, coluna: Coluna, campo: Campo, celula: Celula) -> None:
        cpf = v.ler_cpf(celula)
        lida.cpf = cpf.numero
        if cpf.aviso:
            self.achados.avisa(lida.numero, coluna, celula, cpf.aviso, cpf.codigo)

    def _nascimento(self, lida: LinhaLida, coluna: Coluna, campo: Campo, celula: Celula) -> None:
        lida.nascimento = v.ler_data(celula)
        if lida.nascimento is None:
            if campo.chave in self._pedidos(lida):
                motivo = "em branco: se houver empate a decidir pela idade, ela fará falta"
                self.achados.avisa(lida.numero, coluna, celula, motivo, "nascimento_em_branco")
            return
        referencia = self._referencia(lida.cargo)
        if referencia and not IDADE_MINIMA <= _idade(lida.nascimento, referencia) <= IDADE_MAXIMA:
            idade, dia = _idade(lida.nascimento, referencia), data_em_texto(referencia)
            motivo = f"improvável: daria {idade} anos em {dia}. Fica como veio, e não decide empate"
            self.achados.avisa(lida.numero, coluna, celula, motivo, "nascimento_improvavel")

    def _do_cargo(self, lida: LinhaLida, coluna: Coluna, campo: Campo, celula: Celula) -> None:
        lido = texto(celula)
        conhecido = self._cargos.get(normalizar(lido))
        escolhido = conhecido or self._cargos.get(normalizar(self._destino(campo, lido)))
        if escolhido is None:
            raise _SemDestino(lido)
        lida.cargo = escolhido

    # Notas e etapas ------------------------------------------------------------------------------

    def _nota(self, lida: LinhaLida, coluna: Coluna, campo: Campo, celula: Celula) -> None:
        escalas = self._escalas.get(lida.cargo.pk, {})
        if campo.alvo not in escalas:
            if lida.cargo.pk and not em_branco(celula):
                motivo = f"o cargo {lida.cargo} não tem esta prova: a nota não foi usada"
                self.achados.avisa(lida.numero, coluna, celula, motivo, "prova_de_outro_cargo")
            return
        if em_branco(celula) and campo.chave not in self._pedidos(lida):
            return
        nota, maxima = v.ler_nota(celula), escalas[campo.alvo]
        if nota < 0:
            raise v.ValorRecusado("é negativa")
        if maxima is not None and nota > maxima:
            raise v.ValorRecusado(f"passa da nota máxima da prova, {maxima}".replace(".", ","))
        lida.notas[campo.alvo] = nota

    def _etapa(self, lida: LinhaLida, coluna: Coluna, campo: Campo, celula: Celula) -> None:
        if lida.cargo.pk and campo.alvo not in lida.cargo.regras.etapas:
            return
        lido = texto(celula)
        resultado = v.ETAPAS.get(normalizar(lido)) or self._destino(campo, lido)
        if resultado not in v.ETAPAS.values():
            raise _SemDestino(lido)
        lida.etapas[campo.alvo] = resultado

    def _posicao(self, lida: LinhaLida, coluna: Coluna, campo: Campo, celula: Celula) -> None:
        lida.posicao = v.ler_posicao(celula)

    # Sim ou não, e reservas ----------------------------------------------------------------------

    def _sim_nao(self, lida: LinhaLida, coluna: Coluna, campo: Campo, celula: Celula) -> None:
        resposta = v.ler_sim_nao(celula)
        if resposta is None:
            destino = self._destino(campo, texto(celula))
            if destino not in {"sim", "nao"}:
                raise _SemDestino(texto(celula))
            resposta = destino == "sim"
        if campo.chave == "jurado":
            lida.jurado = resposta
        elif resposta:
            self._declarar(lida, campo.chave)

    def _modalidade(self, lida: LinhaLida, coluna: Coluna, campo: Campo, celula: Celula) -> None:
        lido = texto(celula)
        chave = self._destino(campo, lido) or v.MODALIDADES_CONHECIDAS.get(normalizar(lido), "")
        destino = v.MODALIDADES.get(chave)
        if destino is None:
            raise _SemDestino(lido)
        for reserva in ("negro", "indigena", "pcd"):
            if getattr(destino, reserva):
                self._declarar(lida, reserva)

    def _lista(self, lida: LinhaLida, coluna: Coluna, campo: Campo, celula: Celula) -> None:
        if v.ler_posicao(celula) is not None:
            self._declarar(lida, campo.chave.removeprefix("lista_"))

    def _declarar(self, lida: LinhaLida, reserva: str) -> None:
        """Soma a reserva: as colunas que a informam completam-se, nenhuma desdiz outra."""
        negro, indigena, pcd = lida.declaracao or (False, False, False)
        lida.declaracao = (
            negro or reserva == "negro",
            indigena or reserva == "indigena",
            pcd or reserva == "pcd",
        )

    # Apoio ---------------------------------------------------------------------------------------

    def _pedidos(self, lida: LinhaLida) -> frozenset[str]:
        return self._obrigatorios.get(lida.cargo.pk, frozenset())

    def _referencia(self, cargo: Cargo) -> date | None:
        if not cargo.pk:
            return None
        return cargo.regras.data_referencia_idade or cargo.edital.publicado_em

    def _destino(self, campo: Campo, lido: str) -> str:
        """Destino que a pessoa deu ao valor, ou ""."""
        return self._valores.get(campo.chave, {}).get(lido[:_VALOR_MAXIMO], {}).get("destino", "")

    def _anotar_pendencia(self, linha: int, coluna: Coluna, campo: Campo, lido: str) -> None:
        """Um achado por valor, na primeira linha que o traz; as outras só se contam."""
        lido = lido[:_VALOR_MAXIMO]
        valores = self.pendencias.setdefault(campo.chave, {})
        self.achados.recusadas.add(linha)
        if lido in valores:
            valores[lido].linhas += 1
            return
        if len(valores) == VALORES_A_PAREAR:
            motivo = f"mais de {VALORES_A_PAREAR} valores desconhecidos: confira se é a coluna certa"
            codigo = "valores_demais"
        else:
            valores[lido] = Pendencia(1, linha)
            motivo, codigo = "valor ainda sem destino: diga o que ele significa", "valor_sem_destino"
        mostrado = NAO_MOSTRADO if campo.chave in SENSIVEIS else lido
        self.achados.impede(linha, coluna, mostrado, motivo, codigo)


class _SemDestino(Exception):
    """Valor que a pessoa ainda não pareou."""

    def __init__(self, lido: str) -> None:
        super().__init__()
        self.lido = lido


_SEM_CARGO = Cargo()


def _indice_dos_cargos(cargos: Iterable[Cargo]) -> dict[str, Cargo]:
    """Código, nome e nome completo normalizados → cargo; o nome que dois cargos têm não serve."""
    indice: dict[str, Cargo | None] = {}
    for cargo in cargos:
        for rotulo in {normalizar(cargo.nome), normalizar(str(cargo))}:
            indice[rotulo] = None if rotulo in indice else cargo
    unicos = {rotulo: cargo for rotulo, cargo in indice.items() if cargo is not None and rotulo}
    return unicos | {normalizar(cargo.codigo): cargo for cargo in cargos}


def _escalas(cargo: Cargo) -> dict[str, Decimal | None]:
    """Nota máxima de cada prova do cargo; nula se o edital não a fixa."""
    provas: list[dict[str, Any]] = cargo.regras.provas
    return {
        prova["chave"]: decimal_lido(prova["maxima"]) if prova.get("maxima") else None for prova in provas
    }


def _idade(nascimento: date, referencia: date) -> int:
    ainda_nao = (referencia.month, referencia.day) < (nascimento.month, nascimento.day)
    return referencia.year - nascimento.year - ainda_nao
