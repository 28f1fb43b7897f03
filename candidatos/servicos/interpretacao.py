"""De cada linha do arquivo à candidatura que ela descreve, com os achados do caminho.

Roda sobre um milhão de linhas: para os cargos das mesmas regras monta-se, uma vez, um leitor por coluna,
e cada leitor lembra o que já leu. Notas, datas, Sim/Não e modalidades repetem-se muito; inscrição, nome
e CPF não.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from candidatos.consultas.busca import normalizar_nome
from candidatos.enums import EspecieDeArquivo, RegraDeTexto
from candidatos.servicos import regras_de_texto
from candidatos.servicos import valores as v
from candidatos.servicos.achados import NAO_MOSTRADO, Achados
from candidatos.servicos.campos import SENSIVEIS, Campo, Tipo, campos_obrigatorios, reservas_informadas
from candidatos.servicos.celulas import Celula, Linha, em_branco, normalizar, texto
from candidatos.servicos.destinos import ZERO
from candidatos.servicos.formatos_das_datas import FormatosDasDatas
from candidatos.servicos.leitores import (
    EM_BRANCO,
    NENHUMA_NOTA,
    NENHUMA_RESERVA,
    RESERVAS,
    SEM_CARGO,
    Guardar,
    Lido,
    LinhaLida,
    Recusado,
    Responder,
    Resposta,
    SemDestino,
    contato,
    data_de_referencia,
    exigindo,
    guardar_jurado,
    guardar_nascimento,
    guardar_posicao,
    guardar_reservas,
    nascimento,
    nota_da_prova,
    responder_com_regra,
)
from candidatos.servicos.leitura import Coluna
from candidatos.servicos.opcoes import Opcoes
from candidatos.servicos.somas import SomaConferida
from concursos.models import Cargo

# Uma coluna com mais valores do que isto por parear não é a coluna que se pensa.
VALORES_A_PAREAR = 200
_VALOR_MAXIMO = 120
# Valores distintos que um leitor lembra: além disto, a coluna não se repete e lembrar só gasta memória.
_LEMBRADOS = 50_000

_POR_LER = Cargo()

Leitor: TypeAlias = Callable[[LinhaLida, Celula], None]


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
        especie: str = EspecieDeArquivo.RESULTADO,
        opcoes: Opcoes | None = None,
        achados: Achados | None = None,
    ) -> None:
        self.achados = achados or Achados()
        self.pendencias: dict[str, dict[str, Pendencia]] = {}
        self._valores = valores
        self._unico = cargo or SEM_CARGO
        self._chave_do_unico: int = self._unico.pk or 0
        self._especie = especie
        self._opcoes = opcoes or Opcoes()
        self._largura = len(colunas)
        self._cargos = _indice_dos_cargos(cargos)
        pares = [
            (coluna, campos[pareamento[coluna.letra]]) for coluna in colunas if coluna.letra in pareamento
        ]
        self._coluna_do_cargo = next((par for par in pares if par[1].tipo is Tipo.CARGO), None)
        self._pares = [par for par in pares if par[1].tipo is not Tipo.CARGO]
        por_letra = {coluna.letra: campo for coluna, campo in self._pares}

        def destino(letra: str, lido: str) -> str:
            return self._destino(por_letra[letra], lido) if letra in por_letra else ""

        self._somas = [SomaConferida(soma, colunas, self._opcoes, destino) for soma in self._opcoes.somas]
        # Das reservas que o arquivo não diz vale o que a base tem.
        self.informadas = reservas_informadas(campo.chave for _, campo in pares)
        self._declara = any(self.informadas)
        self._leitores: dict[int | None, list[tuple[int, Leitor]]] = {}
        self._cargos_lidos: dict[str, Cargo | None] = {}
        self.datas = FormatosDasDatas()

    def ler(self, linha: Linha, ordem: int = 0) -> LinhaLida:
        """Candidatura da linha; o que impede a carga fica em `achados`, e a linha entre as recusadas."""
        celulas = linha.celulas
        lida = LinhaLida(linha.numero, ordem, self._unico, self._chave_do_unico)
        if self._declara:
            lida.declaracao = NENHUMA_RESERVA
        quantas = len(celulas)
        if quantas > self._largura:
            self._conferir_sobra(linha)
        if self._coluna_do_cargo is not None:
            self._ler_cargo(lida, celulas)
        leitores = self._leitores.get(lida.cargo.regras_id)
        if leitores is None:
            leitores = self._montar(lida.cargo)
        for indice, ler in leitores:
            ler(lida, celulas[indice] if indice < quantas else None)
        for soma in self._somas:
            if motivo := soma.diferenca(celulas):
                self.achados.impede(lida.numero, soma.coluna, soma.total(celulas), motivo, "soma_nao_confere")
        return lida

    def _conferir_sobra(self, linha: Linha) -> None:
        if all(map(em_branco, linha.celulas[self._largura :])):
            return
        motivo = "a linha tem mais células que o cabeçalho: os valores podem estar deslocados"
        # Deslocada, a sobra pode ser a raça ou a deficiência de outra coluna, ainda que esta não se importe.
        self.achados.impede(linha.numero, None, NAO_MOSTRADO, motivo, "colunas_demais")

    def _ler_cargo(self, lida: LinhaLida, celulas: Sequence[Celula]) -> None:
        assert self._coluna_do_cargo is not None
        coluna, campo = self._coluna_do_cargo
        celula = celulas[coluna.indice] if coluna.indice < len(celulas) else None
        lido = celula if isinstance(celula, str) else texto(celula)
        cargo = self._cargos_lidos.get(lido, _POR_LER)
        if cargo is _POR_LER:
            cargo = self._cargos_lidos[lido] = self._cargo_do_texto(coluna, campo, lido.strip())
        if cargo is None:
            self._anotar_pendencia(lida.numero, coluna, campo, lido.strip())
        else:
            lida.cargo, lida.cargo_id = cargo, cargo.pk

    def _cargo_do_texto(self, coluna: Coluna, campo: Campo, lido: str) -> Cargo | None:
        parte = regras_de_texto.aplicar(self._opcoes.da_coluna(coluna.letra).regra, lido)
        destino = self._destino(campo, lido) or self._destino(campo, parte)
        return self._cargos.get(normalizar(destino)) or self._cargos.get(normalizar(parte))

    # Um leitor por coluna, para cada conjunto de regras ---------------------------------------------

    def _montar(self, cargo: Cargo) -> list[tuple[int, Leitor]]:
        """Leitores das colunas pareadas, com o que as regras pedem; servem a todos os cargos delas."""
        obrigatorios = campos_obrigatorios([cargo.regras], self._especie) if cargo.pk else {}
        leitores = [
            (coluna.indice, leitor)
            for coluna, campo in self._pares
            if (leitor := self._leitor(cargo, coluna, campo, campo.chave in obrigatorios)) is not None
        ]
        self._leitores[cargo.regras_id] = leitores
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
        # A nota em branco já foi vista com as provas do cargo, que pode não ter esta.
        if opcoes.obrigatoria and campo.tipo is not Tipo.NOTA:
            responder = exigindo(responder)
        return self._lembrando(coluna, campo, responder, guardar, opcoes.regra)

    def _lembrando(
        self,
        coluna: Coluna,
        campo: Campo,
        responder: Responder,
        guardar: Guardar,
        regra: str,
    ) -> Leitor:
        """Leitor que lembra a resposta de cada célula de texto que já viu."""
        lembradas: dict[str, Resposta] = {}
        if campo.tipo is Tipo.DATA:
            self.datas.acompanhar(coluna, self._opcoes.da_coluna(coluna.letra).formato, regra, lembradas)

        def ler(lida: LinhaLida, celula: Celula) -> None:
            if celula.__class__ is str:
                resposta = lembradas.get(celula)
                if resposta is None:
                    resposta = responder_com_regra(responder, celula, regra)
                    if len(lembradas) < _LEMBRADOS:
                        lembradas[celula] = resposta
            else:
                resposta = responder_com_regra(responder, celula, regra)
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

    def _nota(self, cargo: Cargo, campo: Campo, obrigatorio: bool, formato: str) -> tuple[Responder, Guardar]:
        prova = (
            next((cada for cada in cargo.regras.provas if cada["chave"] == campo.alvo), None)
            if cargo.pk
            else {}
        )

        def responder(celula: Celula) -> Resposta:
            if not cargo.pk:
                return Lido(None)
            if prova is None:
                aviso = "" if em_branco(celula) else "o cargo não tem esta prova: a nota não foi usada"
                return Lido(None, "prova_de_outro_cargo", aviso)
            if em_branco(celula) and not obrigatorio:
                return Lido(None)
            destino = self._destino(campo, texto(celula)) if isinstance(celula, str) else ""
            if destino:
                return Lido("0" if destino == ZERO else NENHUMA_NOTA)
            try:
                return nota_da_prova(prova, v.ler_nota(celula, formato))
            except v.ValorRecusado as recusado:
                if isinstance(celula, str) and celula.strip() and not any(map(str.isdigit, celula)):
                    return SemDestino(texto(celula))
                return Recusado(str(recusado))

        def guardar(lida: LinhaLida, nota: str | None) -> None:
            if nota is not None:
                lida.notas[campo.alvo] = nota

        return responder, guardar

    def _etapa(self, campo: Campo) -> tuple[Responder, Guardar]:
        def responder(celula: Celula) -> Resposta:
            lido = texto(celula)
            resultado = self._destino(campo, lido) or v.ETAPAS.get(normalizar(lido))
            return Lido(resultado) if resultado in v.ETAPAS.values() else SemDestino(lido)

        def guardar(lida: LinhaLida, resultado: str) -> None:
            lida.etapas[campo.alvo] = resultado

        return responder, guardar

    def _simples(
        self, cargo: Cargo, campo: Campo, obrigatorio: bool, formato: str
    ) -> tuple[Responder, Guardar]:
        """Responder e guardar dos campos que não dependem das provas."""
        if campo.tipo is Tipo.DATA:
            referencia = data_de_referencia(cargo)
            return (lambda celula: nascimento(celula, formato, referencia, obrigatorio)), guardar_nascimento
        if campo.tipo is Tipo.SIM_NAO:
            return self._sim_nao(campo)
        if campo.tipo is Tipo.MODALIDADE:
            return (lambda celula: self._modalidade(campo, celula)), guardar_reservas
        if campo.tipo is Tipo.LISTA:
            reserva = RESERVAS[campo.chave.removeprefix("lista_")]
            return (
                lambda celula: Lido(reserva if v.ler_posicao(celula) else NENHUMA_RESERVA)
            ), guardar_reservas
        if campo.tipo is Tipo.POSICAO:
            return (lambda celula: Lido(v.ler_posicao(celula))), guardar_posicao
        return contato(campo)

    def _sim_nao(self, campo: Campo) -> tuple[Responder, Guardar]:
        reserva = RESERVAS.get(campo.chave, NENHUMA_RESERVA)
        jurado = campo.chave == "jurado"

        def responder(celula: Celula) -> Resposta:
            destino = self._destino(campo, texto(celula))
            resposta = destino == "sim" if destino in {"sim", "nao"} else v.ler_sim_nao(celula)
            if resposta is None:
                return SemDestino(texto(celula))
            return Lido(resposta if jurado else reserva if resposta else NENHUMA_RESERVA)

        return responder, guardar_jurado if jurado else guardar_reservas

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


def _indice_dos_cargos(cargos: Iterable[Cargo]) -> dict[str, Cargo]:
    """Código, nome e nome completo normalizados → cargo; o nome que dois cargos têm não serve."""
    indice: dict[str, Cargo | None] = {}
    for cargo in cargos:
        for rotulo in {normalizar(cargo.nome), normalizar(str(cargo))}:
            indice[rotulo] = None if rotulo in indice else cargo
    unicos = {rotulo: cargo for rotulo, cargo in indice.items() if cargo is not None and rotulo}
    return unicos | {normalizar(cargo.codigo): cargo for cargo in cargos}
