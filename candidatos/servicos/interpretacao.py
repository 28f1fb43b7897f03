"""De cada linha do arquivo à candidatura que ela descreve, com os achados do caminho.

Roda sobre um milhão de linhas: para cada cargo monta-se, uma vez, um leitor por coluna, e cada leitor
lembra o que já leu. Notas, datas, Sim/Não e modalidades repetem-se muito; inscrição, nome e CPF não.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Any, TypeAlias

from candidatos.consultas.busca import normalizar_nome
from candidatos.enums import EspecieDeArquivo, FormatoDeCelula, RegraDeTexto
from candidatos.servicos import regras_de_texto
from candidatos.servicos import valores as v
from candidatos.servicos.achados import NAO_MOSTRADO, Achados
from candidatos.servicos.campos import SENSIVEIS, Campo, Tipo, campos_obrigatorios
from candidatos.servicos.celulas import Celula, Linha, data_em_texto, em_branco, normalizar, texto
from candidatos.servicos.leitura import Coluna
from candidatos.servicos.opcoes import Opcoes, Soma
from concursos.consultas.motor import decimal_lido
from concursos.models import Cargo

# Em concurso público, quem tem menos de 14 ou mais de 110 anos é erro de digitação (1193 por 1993).
IDADE_MINIMA, IDADE_MAXIMA = 14, 110
# Uma coluna com mais valores do que isto por parear não é a coluna que se pensa.
VALORES_A_PAREAR = 200
_VALOR_MAXIMO = 120
_NASCIMENTO_MAXIMO = 40
# Valores distintos que um leitor lembra: além disto, a coluna não se repete e lembrar só gasta memória.
_LEMBRADOS = 50_000

Declaracao: TypeAlias = tuple[bool, bool, bool]


@dataclass(slots=True)
class LinhaLida:
    """Uma candidatura como o arquivo a diz. Nulo: o arquivo não diz (coluna não importada).

    `ordem`: quantas linhas de dados vieram antes. `cargo_id`: chave do cargo, nula enquanto não se sabe
    (ler `cargo.pk` a cada linha custaria mais do que parece). `notas`: {prova: texto decimal canônico}.
    """

    numero: int
    ordem: int
    cargo: Cargo
    cargo_id: int | None
    inscricao: str = ""
    nome: str = ""
    nome_busca: str = ""
    cpf: str = ""
    nascimento: date | None = None
    nascimento_informado: str = ""
    notas: dict[str, str] = field(default_factory=dict)
    etapas: dict[str, str] = field(default_factory=dict)
    jurado: bool | None = None
    posicao: int | None = None
    declaracao: Declaracao | None = None
    contato: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class Pendencia:
    """Valor que espera destino: quantas linhas o trazem e qual a primeira."""

    linhas: int
    primeira: int


@dataclass(frozen=True, slots=True)
class Lido:
    """O que um leitor tira de uma célula: o valor, e o aviso que o acompanha, se há."""

    valor: Any
    codigo: str = ""
    aviso: str = ""


@dataclass(frozen=True, slots=True)
class Recusado:
    """A célula impede a linha."""

    motivo: str


@dataclass(frozen=True, slots=True)
class SemDestino:
    """Valor que a pessoa ainda não pareou."""

    lido: str


Resposta: TypeAlias = Lido | Recusado | SemDestino
Leitor: TypeAlias = Callable[[LinhaLida, Celula], None]


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
        especie: str = EspecieDeArquivo.RESULTADO,
        opcoes: Opcoes | None = None,
        achados: Achados | None = None,
    ) -> None:
        self.achados = achados or Achados()
        self.pendencias: dict[str, dict[str, Pendencia]] = {}
        self._valores = valores
        self._unico = cargo or _SEM_CARGO
        self._chave_do_unico = self._unico.pk
        self._especie = especie
        self._opcoes = opcoes or Opcoes()
        self._largura = len(colunas)
        self._cargos = _indice_dos_cargos(cargos)
        pares = [
            (coluna, campos[pareamento[coluna.letra]]) for coluna in colunas if coluna.letra in pareamento
        ]
        self._coluna_do_cargo = next((par for par in pares if par[1].tipo is Tipo.CARGO), None)
        self._pares = [par for par in pares if par[1].tipo is not Tipo.CARGO]
        self._somas = [_SomaConferida(soma, colunas, self._opcoes) for soma in self._opcoes.somas]
        self._declara = any(campo.chave in SENSIVEIS for _, campo in pares)
        self._leitores: dict[int | None, list[tuple[int, Leitor]]] = {}
        self._cargos_lidos: dict[str, Cargo | None] = {}

    def ler(self, linha: Linha, ordem: int = 0) -> LinhaLida:
        """Candidatura da linha; o que impede a carga fica em `achados`, e a linha entre as recusadas."""
        celulas = linha.celulas
        lida = LinhaLida(linha.numero, ordem, self._unico, self._chave_do_unico)
        if self._declara:
            lida.declaracao = _NENHUMA
        quantas = len(celulas)
        if quantas > self._largura:
            self._conferir_sobra(linha)
        if self._coluna_do_cargo is not None:
            self._ler_cargo(lida, celulas)
        leitores = self._leitores.get(lida.cargo_id)
        if leitores is None:
            leitores = self._montar(lida.cargo)
        for indice, ler in leitores:
            ler(lida, celulas[indice] if indice < quantas else None)
        for soma in self._somas:
            if motivo := soma.diferenca(celulas):
                self.achados.impede(lida.numero, soma.coluna, soma.total(celulas), motivo, "soma_nao_confere")
        return lida

    def _conferir_sobra(self, linha: Linha) -> None:
        sobra = next((celula for celula in linha.celulas[self._largura :] if not em_branco(celula)), None)
        if sobra is None:
            return
        motivo = "a linha tem mais células que o cabeçalho: os valores podem estar deslocados"
        # Deslocada, a sobra pode ser a raça ou a deficiência da coluna ao lado.
        visto = NAO_MOSTRADO if self._declara else sobra
        self.achados.impede(linha.numero, None, visto, motivo, "colunas_demais")

    def _ler_cargo(self, lida: LinhaLida, celulas: Sequence[Celula]) -> None:
        assert self._coluna_do_cargo is not None
        coluna, campo = self._coluna_do_cargo
        lido = texto(celulas[coluna.indice]) if coluna.indice < len(celulas) else ""
        if lido not in self._cargos_lidos:
            parte = regras_de_texto.aplicar(self._opcoes.da_coluna(coluna.letra).regra, lido)
            destino = self._destino(campo, lido) or self._destino(campo, parte)
            conhecido = self._cargos.get(normalizar(destino)) or self._cargos.get(normalizar(parte))
            self._cargos_lidos[lido] = conhecido
        cargo = self._cargos_lidos[lido]
        if cargo is None:
            self._anotar_pendencia(lida.numero, coluna, campo, lido)
        else:
            lida.cargo, lida.cargo_id = cargo, cargo.pk

    # Um leitor por coluna, para cada cargo ---------------------------------------------------------

    def _montar(self, cargo: Cargo) -> list[tuple[int, Leitor]]:
        """Leitores das colunas pareadas, com o que as regras do cargo pedem de cada uma."""
        obrigatorios = campos_obrigatorios([cargo.regras], self._especie) if cargo.pk else {}
        leitores = [
            (coluna.indice, leitor)
            for coluna, campo in self._pares
            if (leitor := self._leitor(cargo, coluna, campo, campo.chave in obrigatorios)) is not None
        ]
        self._leitores[cargo.pk] = leitores
        return leitores

    def _leitor(self, cargo: Cargo, coluna: Coluna, campo: Campo, pedido: bool) -> Leitor | None:
        opcoes = self._opcoes.da_coluna(coluna.letra)
        obrigatorio = pedido or opcoes.obrigatoria
        if campo.tipo is Tipo.INSCRICAO:
            return self._leitor_da_inscricao(coluna, campo, opcoes.regra)
        if campo.tipo is Tipo.NOME:
            return self._leitor_do_nome(coluna, campo)
        if campo.tipo is Tipo.CPF:
            return self._leitor_do_cpf(coluna, campo, obrigatorio)
        if campo.tipo is Tipo.NOTA:
            responder, guardar = self._nota(cargo, campo, obrigatorio, opcoes.formato)
        elif campo.tipo is Tipo.ETAPA:
            if cargo.pk and campo.alvo not in cargo.regras.etapas:
                return None
            responder, guardar = self._etapa(campo)
        else:
            responder, guardar = self._simples(cargo, campo, obrigatorio, opcoes.formato)
        return self._lembrando(coluna, campo, responder, guardar, opcoes.regra)

    def _lembrando(
        self,
        coluna: Coluna,
        campo: Campo,
        responder: Callable[[Celula], Resposta],
        guardar: Callable[[LinhaLida, Any], None],
        regra: str,
    ) -> Leitor:
        """Leitor que lembra a resposta de cada célula de texto que já viu."""
        lembradas: dict[str, Resposta] = {}

        def ler(lida: LinhaLida, celula: Celula) -> None:
            if celula.__class__ is str:
                resposta = lembradas.get(celula)
                if resposta is None:
                    resposta = _responder(responder, celula, regra)
                    if len(lembradas) < _LEMBRADOS:
                        lembradas[celula] = resposta
            else:
                resposta = _responder(responder, celula, regra)
            if resposta.__class__ is Lido:
                if resposta.aviso:
                    self._avisar(lida, coluna, campo, celula, resposta)
                guardar(lida, resposta.valor)
            else:
                self._recusar(lida, coluna, campo, celula, resposta)

        return ler

    def _leitor_da_inscricao(self, coluna: Coluna, campo: Campo, regra: str) -> Leitor:
        inteiro = regra == RegraDeTexto.INTEIRO

        def ler(lida: LinhaLida, celula: Celula) -> None:
            valor = celula if inteiro else regras_de_texto.aplicar(regra, texto(celula))
            try:
                lida.inscricao, aviso = v.ler_codigo(valor)
            except v.ValorRecusado as recusado:
                self._recusar(lida, coluna, campo, celula, Recusado(str(recusado)))
                return
            if aviso:
                self.achados.avisa(lida.numero, coluna, celula, aviso, "inscricao_com_resto")

        return ler

    def _leitor_do_nome(self, coluna: Coluna, campo: Campo) -> Leitor:
        palavras: dict[str, str] = {}

        def ler(lida: LinhaLida, celula: Celula) -> None:
            try:
                lida.nome = nome = v.ler_nome(celula)
            except v.ValorRecusado as recusado:
                self._recusar(lida, coluna, campo, celula, Recusado(str(recusado)))
                return
            partes = []
            for palavra in nome.split(" "):
                parte = palavras.get(palavra)
                if parte is None:
                    parte = normalizar_nome(palavra)
                    if len(palavras) < _LEMBRADOS:
                        palavras[palavra] = parte
                partes.append(parte)
            lida.nome_busca = " ".join(partes)

        return ler

    def _leitor_do_cpf(self, coluna: Coluna, campo: Campo, obrigatorio: bool) -> Leitor:
        def ler(lida: LinhaLida, celula: Celula) -> None:
            cpf = v.ler_cpf(celula)
            lida.cpf = cpf.numero
            if cpf.aviso:
                self.achados.avisa(lida.numero, coluna, celula, cpf.aviso, cpf.codigo)
            elif obrigatorio and not cpf.numero:
                self._recusar(lida, coluna, campo, celula, Recusado(EM_BRANCO))

        return ler

    def _nota(
        self, cargo: Cargo, campo: Campo, obrigatorio: bool, formato: str
    ) -> tuple[Callable[[Celula], Resposta], Callable[[LinhaLida, Any], None]]:
        prova = (
            next((cada for cada in cargo.regras.provas if cada["chave"] == campo.alvo), None)
            if cargo.pk
            else {}
        )

        def responder(celula: Celula) -> Resposta:
            if not cargo.pk:
                return Lido(None)
            if prova is None:
                aviso = (
                    "" if em_branco(celula) else f"o cargo {cargo} não tem esta prova: a nota não foi usada"
                )
                return Lido(None, "prova_de_outro_cargo", aviso)
            if em_branco(celula) and not obrigatorio:
                return Lido(None)
            destino = self._destino(campo, texto(celula)) if isinstance(celula, str) else ""
            if destino:
                return Lido("0" if destino == ZERO else None)
            try:
                return _nota_da_prova(prova, v.ler_nota(celula, formato))
            except v.ValorRecusado as recusado:
                if isinstance(celula, str) and celula.strip() and not any(map(str.isdigit, celula)):
                    return SemDestino(texto(celula))
                return Recusado(str(recusado))

        def guardar(lida: LinhaLida, nota: str | None) -> None:
            if nota is not None:
                lida.notas[campo.alvo] = nota

        return responder, guardar

    def _etapa(self, campo: Campo) -> tuple[Callable[[Celula], Resposta], Callable[[LinhaLida, Any], None]]:
        def responder(celula: Celula) -> Resposta:
            lido = texto(celula)
            resultado = self._destino(campo, lido) or v.ETAPAS.get(normalizar(lido))
            return Lido(resultado) if resultado in v.ETAPAS.values() else SemDestino(lido)

        def guardar(lida: LinhaLida, resultado: str) -> None:
            lida.etapas[campo.alvo] = resultado

        return responder, guardar

    def _simples(
        self, cargo: Cargo, campo: Campo, obrigatorio: bool, formato: str
    ) -> tuple[Callable[[Celula], Resposta], Callable[[LinhaLida, Any], None]]:
        """Responder e guardar dos campos que não dependem das provas."""
        if campo.tipo is Tipo.DATA:
            referencia = _referencia(cargo)
            return (lambda celula: _nascimento(celula, formato, referencia, obrigatorio)), _guardar_nascimento
        if campo.tipo is Tipo.SIM_NAO:
            return self._sim_nao(campo)
        if campo.tipo is Tipo.MODALIDADE:
            return (lambda celula: self._modalidade(campo, celula)), _guardar_reservas
        if campo.tipo is Tipo.LISTA:
            reserva = _RESERVAS[campo.chave.removeprefix("lista_")]
            return (lambda celula: Lido(reserva if v.ler_posicao(celula) else _NENHUMA)), _guardar_reservas
        if campo.tipo is Tipo.POSICAO:
            return (lambda celula: Lido(v.ler_posicao(celula))), _guardar_posicao
        return _contato(campo, obrigatorio)

    def _sim_nao(self, campo: Campo) -> tuple[Callable[[Celula], Resposta], Callable[[LinhaLida, Any], None]]:
        reserva = _RESERVAS.get(campo.chave, _NENHUMA)
        jurado = campo.chave == "jurado"

        def responder(celula: Celula) -> Resposta:
            destino = self._destino(campo, texto(celula))
            resposta = destino == "sim" if destino in {"sim", "nao"} else v.ler_sim_nao(celula)
            if resposta is None:
                return SemDestino(texto(celula))
            return Lido(resposta if jurado else reserva if resposta else _NENHUMA)

        return responder, _guardar_jurado if jurado else _guardar_reservas

    def _modalidade(self, campo: Campo, celula: Celula) -> Resposta:
        lido = texto(celula)
        chave = self._destino(campo, lido) or v.MODALIDADES_CONHECIDAS.get(normalizar(lido), "")
        destino = v.MODALIDADES.get(chave)
        if destino is None:
            return SemDestino(lido)
        return Lido((destino.negro, destino.indigena, destino.pcd))

    # Apoio ---------------------------------------------------------------------------------------

    def _destino(self, campo: Campo, lido: str) -> str:
        """Destino que a pessoa deu ao valor, ou ""."""
        return self._valores.get(campo.chave, {}).get(lido[:_VALOR_MAXIMO], {}).get("destino", "")

    def _avisar(self, lida: LinhaLida, coluna: Coluna, campo: Campo, celula: Celula, lido: Lido) -> None:
        mostrado = NAO_MOSTRADO if campo.chave in SENSIVEIS else celula
        self.achados.avisa(lida.numero, coluna, mostrado, lido.aviso, lido.codigo)

    def _recusar(
        self, lida: LinhaLida, coluna: Coluna, campo: Campo, celula: Celula, resposta: Resposta
    ) -> None:
        if isinstance(resposta, SemDestino):
            self._anotar_pendencia(lida.numero, coluna, campo, resposta.lido)
        elif isinstance(resposta, Recusado):
            # Raça e deficiência não se repetem fora do arquivo e da autodeclaração.
            mostrado = NAO_MOSTRADO if campo.chave in SENSIVEIS else celula
            codigo = f"{campo.tipo.value}_recusado"
            self.achados.impede(lida.numero, coluna, mostrado, resposta.motivo, codigo)

    def _anotar_pendencia(self, linha: int, coluna: Coluna, campo: Campo, lido: str) -> None:
        """Um achado por valor, na primeira linha que o traz; as outras só se contam."""
        lido = lido[:_VALOR_MAXIMO]
        valores = self.pendencias.setdefault(campo.chave, {})
        self.achados.recusar(linha)
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


# O que cada campo lê e onde o guarda ---------------------------------------------------------------

ZERO, SEM_NOTA = "zero", "sem_nota"
EM_BRANCO = "em branco, e o layout diz que é obrigatória"
_SEM_CARGO = Cargo()
_NENHUMA: Declaracao = (False, False, False)
_RESERVAS: Mapping[str, Declaracao] = {
    "negro": (True, False, False),
    "indigena": (False, True, False),
    "pcd": (False, False, True),
}


def _responder(responder: Callable[[Celula], Resposta], celula: Celula, regra: str) -> Resposta:
    """A resposta, com a regra de texto aplicada antes e a recusa do valor como resposta."""
    if regra != RegraDeTexto.INTEIRO and not em_branco(celula):
        celula = regras_de_texto.aplicar(regra, texto(celula))
    try:
        return responder(celula)
    except v.ValorRecusado as recusado:
        return Recusado(str(recusado))


def _nota_da_prova(prova: Mapping[str, Any], nota: Decimal) -> Resposta:
    """A nota, se cabe na escala que o edital dá à prova."""
    if nota < 0 and not prova.get("negativa"):
        return Recusado("é negativa, e o edital não admite nota negativa nesta prova")
    maxima = decimal_lido(prova["maxima"]) if prova.get("maxima") else None
    if maxima is not None and nota > maxima:
        return Recusado(f"passa da nota máxima da prova, {maxima}".replace(".", ","))
    return Lido(v.nota_em_texto(nota))


def _nascimento(celula: Celula, formato: str, referencia: date | None, obrigatorio: bool) -> Resposta:
    """(data ou nulo, texto como informado): a que não é possível não decide empate, e fica como veio."""
    try:
        data = v.ler_data(celula, formato)
    except v.DataInutil as inutil:
        como_veio = texto(celula)[:_NASCIMENTO_MAXIMO]
        return Lido((None, como_veio), inutil.codigo, f"{inutil}. Fica como veio, e não decide empate")
    if data is None:
        motivo = "em branco: se houver empate a decidir pela idade, ela fará falta"
        return Lido((None, ""), "nascimento_em_branco", motivo if obrigatorio else "")
    if referencia and not IDADE_MINIMA <= _idade(data, referencia) <= IDADE_MAXIMA:
        motivo = (
            f"improvável: daria {_idade(data, referencia)} anos em {data_em_texto(referencia)}. "
            "Fica como veio, e não decide empate"
        )
        return Lido((None, data_em_texto(data)), "nascimento_improvavel", motivo)
    return Lido((data, ""))


def _contato(
    campo: Campo, obrigatorio: bool
) -> tuple[Callable[[Celula], Resposta], Callable[[LinhaLida, Any], None]]:
    def responder(celula: Celula) -> Resposta:
        if obrigatorio and em_branco(celula):
            return Recusado(EM_BRANCO)
        if campo.tipo is not Tipo.CEP:
            return Lido(v.ler_contato(celula))
        cep = v.ler_cep(celula)
        return Lido(cep.cep, cep.codigo, cep.aviso)

    def guardar(lida: LinhaLida, valor: str) -> None:
        if valor:
            lida.contato[campo.chave] = valor

    return responder, guardar


def _guardar_nascimento(lida: LinhaLida, valor: tuple[date | None, str]) -> None:
    lida.nascimento, lida.nascimento_informado = valor


def _guardar_jurado(lida: LinhaLida, valor: bool) -> None:
    lida.jurado = valor


def _guardar_posicao(lida: LinhaLida, valor: int | None) -> None:
    lida.posicao = valor


def _guardar_reservas(lida: LinhaLida, valor: Declaracao) -> None:
    """Soma as reservas: as colunas que as informam completam-se, nenhuma desdiz outra."""
    if valor is not _NENHUMA:
        negro, indigena, pcd = lida.declaracao or _NENHUMA
        lida.declaracao = (negro or valor[0], indigena or valor[1], pcd or valor[2])


class _SomaConferida:
    """Confere que a coluna do total é a soma das parcelas, em decimais exatos."""

    def __init__(self, soma: Soma, colunas: Sequence[Coluna], opcoes: Opcoes) -> None:
        por_letra = {coluna.letra: coluna for coluna in colunas}
        self.coluna = por_letra[soma.total]
        self._parcelas = [por_letra[letra] for letra in soma.parcelas]
        self._formatos = {
            coluna.letra: opcoes.da_coluna(coluna.letra).formato for coluna in (self.coluna, *self._parcelas)
        }

    def total(self, celulas: Sequence[Celula]) -> Celula:
        """A célula do total."""
        return celulas[self.coluna.indice] if self.coluna.indice < len(celulas) else None

    def diferenca(self, celulas: Sequence[Celula]) -> str:
        """Por que não confere, ou "". Parcela em branco vale zero; o que não é número já foi recusado."""
        if em_branco(self.total(celulas)):
            return ""
        try:
            total = self._nota(self.coluna, celulas)
            soma = sum((self._nota(parcela, celulas) for parcela in self._parcelas), Decimal())
        except v.ValorRecusado:
            return "não se pode conferir a soma: uma das parcelas não é número"
        if soma == total:
            return ""
        letras = " + ".join(parcela.letra for parcela in self._parcelas)
        return f"as parcelas ({letras}) somam {v.nota_em_texto(soma)}, e não o total impresso".replace(
            ".", ","
        )

    def _nota(self, coluna: Coluna, celulas: Sequence[Celula]) -> Decimal:
        celula = celulas[coluna.indice] if coluna.indice < len(celulas) else None
        if em_branco(celula):
            return Decimal()
        return v.ler_nota(celula, FormatoDeCelula(self._formatos[coluna.letra]))


def _indice_dos_cargos(cargos: Iterable[Cargo]) -> dict[str, Cargo]:
    """Código, nome e nome completo normalizados → cargo; o nome que dois cargos têm não serve."""
    indice: dict[str, Cargo | None] = {}
    for cargo in cargos:
        for rotulo in {normalizar(cargo.nome), normalizar(str(cargo))}:
            indice[rotulo] = None if rotulo in indice else cargo
    unicos = {rotulo: cargo for rotulo, cargo in indice.items() if cargo is not None and rotulo}
    return unicos | {normalizar(cargo.codigo): cargo for cargo in cargos}


def _referencia(cargo: Cargo) -> date | None:
    if not cargo.pk:
        return None
    return cargo.regras.data_referencia_idade or cargo.edital.publicado_em


def _idade(nascimento: date, referencia: date) -> int:
    ainda_nao = (referencia.month, referencia.day) < (nascimento.month, nascimento.day)
    return referencia.year - nascimento.year - ainda_nao
