"""O que cada coluna traz e o que cada valor significa, lembrado por layout no órgão."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import islice

from candidatos.consultas.importacao import cargos_do_edital
from candidatos.consultas.layouts import layout_lembrado
from candidatos.enums import EspecieDeArquivo, SituacaoImportacao
from candidatos.fluxo import exigir_passagem_da_importacao
from candidatos.models import Importacao, LayoutImportacao
from candidatos.servicos.amostra import (
    LINHAS_EXAMINADAS,
    Amostra,
    e_de_resultado,
    especie_proposta,
    lembradas,
)
from candidatos.servicos.campos import (
    COM_VALORES_PAREADOS,
    Campo,
    Tipo,
    campos_do_edital,
    faltas_do_pareamento,
    propor_colunas,
    reservas_sem_coluna,
)
from candidatos.servicos.celulas import Linha
from candidatos.servicos.conferencia import arquivo_guardado
from candidatos.servicos.conteudo_do_layout import ConteudoDoLayout, assinatura, faltas_do_conteudo
from candidatos.servicos.destinos import (
    Valores,
    destinos_do_campo,
    falta_do_destino,
    proposta_de_destino,
    somar,
)
from candidatos.servicos.importacao import exigir_parada, importacao_pedir_conferencia, travar
from candidatos.servicos.layout import versao_guardar
from candidatos.servicos.leitura import Coluna, Leitura, abrir_tabela, linhas_cruas
from candidatos.servicos.opcoes import Opcoes
from concursos.enums import AtoSobreConcurso
from concursos.fluxo import exigir_ato
from concursos.models import Cargo
from nucleo.auditoria import registrar
from nucleo.erros import Recusa
from nucleo.models import Execucao
from nucleo.permissoes import Autor, servico

# Linhas acima do cabeçalho que se mostram, para a pessoa escolher outra.
LINHAS_ACIMA = 12


@dataclass(frozen=True, slots=True)
class Pareamento:
    """Escolhas de quem importa. `colunas`: {letra: campo}; `cargo`: o de todas as linhas, se for um só.

    `sem_reservas`: confirma que o arquivo não diz quem concorre às reservas do edital; `especie` e
    `opcoes`: como em `LayoutImportacao`; `valores`: destinos que se sabem de antemão (os de um layout
    dado por arquivo), além dos lembrados.
    """

    leitura: Leitura
    colunas: Mapping[str, str]
    cargo: Cargo | None = None
    sem_reservas: bool = False
    especie: str = EspecieDeArquivo.RESULTADO
    opcoes: Opcoes = field(default_factory=Opcoes)
    valores: Valores = field(default_factory=dict)


@servico
def importacao_amostrar(*, autor: Autor, importacao: Importacao, leitura: Leitura | None = None) -> Amostra:
    """Primeiras linhas do arquivo, com a leitura guardada ou outra que a pessoa experimenta.

    A amostra traz dados de candidatos, a modalidade entre eles: cada vez que se mostra fica na trilha.
    """
    leitura = leitura or Leitura.de_json(importacao.leitura)
    with arquivo_guardado(importacao) as arquivo:
        acima = list(islice(linhas_cruas(arquivo, leitura), LINHAS_ACIMA))
        tabela = abrir_tabela(arquivo, leitura)
        linhas = list(islice(tabela, LINHAS_EXAMINADAS))
    amostra = _amostra(importacao, leitura, tabela.colunas, linhas)
    registrar(
        autor=autor,
        acao="candidatos.importacao_amostrar",
        objeto=importacao,
        depois={"linhas": len(amostra.linhas)},
    )
    return amostra._replace(acima=[linha for linha in acima if linha.numero <= leitura.cabecalho])


def _amostra(
    importacao: Importacao,
    leitura: Leitura,
    colunas: tuple[Coluna, ...],
    linhas: list[Linha],
) -> Amostra:
    campos = campos_do_edital(cargo.regras for cargo in cargos_do_edital(importacao.edital))
    lembrado = layout_lembrado(importacao.orgao, _banca(importacao), assinatura(c.titulo for c in colunas))
    proposta, sem_campo = propor_colunas(colunas, campos), list[str]()
    if lembrado is not None:
        proposta, sem_campo = lembradas(lembrado, campos, proposta)
    # Com outro cabeçalho ou outra aba as letras já não são as mesmas colunas.
    pareada = bool(importacao.colunas) and leitura == Leitura.de_json(importacao.leitura)
    escolhidas = importacao.colunas if pareada else proposta
    proposta_da_especie = lembrado.especie if lembrado else especie_proposta(proposta.values(), colunas)
    opcoes = importacao.opcoes if pareada else lembrado.opcoes if lembrado else {}
    return Amostra(
        leitura,
        [],
        colunas,
        linhas,
        proposta,
        lembrado,
        escolhidas,
        importacao.especie if pareada else proposta_da_especie,
        Opcoes.de_json(opcoes),
        tuple(coluna for coluna in colunas if coluna.letra in sem_campo),
    )


def _banca(importacao: Importacao) -> str:
    return importacao.edital.concurso.banca.strip()


@servico
def importacao_parear(*, autor: Autor, importacao: Importacao, pareamento: Pareamento) -> Execucao:
    """Guarda o pareamento, lembra-o para o próximo arquivo do mesmo layout e pede a conferência.

    A importação aponta para a versão exata do layout que usou: a vigente, se diz o mesmo, ou uma nova.
    `Recusa`, com uma frase por falta, se um campo que as regras pedem ficou sem coluna ou se uma opção
    não cabe.
    """
    importacao = travar(importacao)
    exigir_ato(importacao.edital.concurso.situacao, AtoSobreConcurso.IMPORTAR)
    exigir_passagem_da_importacao(importacao.situacao, SituacaoImportacao.RECEBIDA)
    exigir_parada(importacao)
    pareamento_guardar(importacao, pareamento, autor)
    return importacao_pedir_conferencia(autor=autor, importacao=importacao)


def pareamento_guardar(importacao: Importacao, pareamento: Pareamento, autor: Autor) -> None:
    """Põe o pareamento na importação, já trancada, e lembra-o como layout; não pede trabalho nenhum.

    Corre dentro da transação do serviço que chama, que já conferiu a permissão. `Recusa` como em
    `importacao_parear`.
    """
    with arquivo_guardado(importacao) as arquivo:
        colunas = abrir_tabela(arquivo, pareamento.leitura).colunas
    _conferir_pareamento(importacao, pareamento, [coluna.letra for coluna in colunas])
    _conferir_valores(importacao, pareamento.valores)
    layout = _lembrar(autor, importacao, pareamento, colunas)
    antes = importacao.colunas
    importacao.leitura = pareamento.leitura.em_json()
    importacao.especie = pareamento.especie
    importacao.opcoes = pareamento.opcoes.em_json()
    importacao.colunas = dict(pareamento.colunas)
    importacao.cargo = pareamento.cargo
    importacao.sem_reservas = pareamento.sem_reservas
    importacao.layout = layout
    importacao.valores = somar(
        somar(_valores_lembrados(importacao, layout), importacao.valores), pareamento.valores
    )
    _voltar_a_recebida(importacao)
    registrar(
        autor=autor,
        acao="candidatos.importacao_parear",
        objeto=importacao,
        antes={"colunas": antes},
        depois={
            "colunas": importacao.colunas,
            "opcoes": importacao.opcoes,
            "especie": importacao.especie,
            "linha_de_titulos": pareamento.leitura.cabecalho,
            "layout": str(layout),
        },
    )


def _voltar_a_recebida(importacao: Importacao) -> None:
    """Um plano feito com outro pareamento já não vale."""
    importacao.situacao = SituacaoImportacao.RECEBIDA
    importacao.plano = {}
    importacao.save()


def _conferir_pareamento(importacao: Importacao, pareamento: Pareamento, letras: list[str]) -> None:
    cargos = cargos_do_edital(importacao.edital)
    alvos = [pareamento.cargo] if pareamento.cargo else cargos
    if any(cargo.edital_id != importacao.edital_id for cargo in alvos):
        raise Recusa("O cargo escolhido não é deste edital.")
    regras = list({cargo.regras_id: cargo.regras for cargo in alvos}.values())
    campos = campos_do_edital(cargo.regras for cargo in cargos)
    escolhidos = list(pareamento.colunas.values())
    desconhecidos = (set(pareamento.colunas) - set(letras)) | (set(escolhidos) - set(campos))
    if desconhecidos:
        raise Recusa(
            f"O pareamento fala do que o arquivo ou o edital não têm: {', '.join(sorted(desconhecidos))}."
        )
    faltas = faltas_do_conteudo(pareamento.especie, pareamento.colunas, pareamento.opcoes, letras, campos)
    faltas += faltas_do_pareamento(escolhidos, campos, regras, pareamento.cargo, pareamento.especie)
    if pareamento.especie == EspecieDeArquivo.INSCRITOS:
        faltas += [_nota_em_inscritos(campos[campo]) for campo in escolhidos if e_de_resultado(campo)]
    sem_coluna = reservas_sem_coluna(escolhidos, alvos)
    if sem_coluna and not pareamento.sem_reservas:
        faltas.append(
            f"O edital reserva vagas ({' e '.join(sem_coluna)}) e nenhuma coluna diz quem concorre a elas. "
            "Escolha a coluna, ou confirme que o arquivo não o diz: quem já está na base fica como está, e "
            "os novos entram só na lista geral."
        )
    if faltas:
        raise Recusa("O pareamento ainda não está completo:", faltas)


def _nota_em_inscritos(campo: Campo) -> str:
    return (
        f"A relação de inscritos não traz “{campo.rotulo}”. Diga que o arquivo é um resultado, ou deixe essa "
        "coluna sem importar."
    )


def _lembrar(
    autor: Autor, importacao: Importacao, pareamento: Pareamento, colunas: tuple[Coluna, ...]
) -> LayoutImportacao:
    """A versão do layout que diz o que este pareamento diz; nasce uma se nenhuma vigente o diz."""
    titulos = tuple(coluna.titulo for coluna in colunas)
    banca = _banca(importacao)
    lembrado = layout_lembrado(importacao.orgao, banca, assinatura(titulos))
    nome = (f"{banca}: " if banca else "") + importacao.nome_original
    conteudo = ConteudoDoLayout(
        nome=lembrado.nome if lembrado and lembrado.banca == banca else nome[:120],
        banca=banca,
        especie=pareamento.especie,
        titulos=titulos,
        colunas=pareamento.colunas,
        opcoes=pareamento.opcoes,
        valores=somar(lembrado.valores if lembrado else {}, pareamento.valores),
    )
    return versao_guardar(importacao.orgao, conteudo, pessoa=autor.pessoa)


def _valores_lembrados(importacao: Importacao, layout: LayoutImportacao) -> Valores:
    """Valores do layout. Os de cargo só valem no mesmo edital: noutro, o código pode ser de outro cargo."""
    lembrados = dict(layout.valores)
    anterior = (
        Importacao.objects.filter(
            edital=importacao.edital, layout__assinatura=layout.assinatura, valores__has_key="cargo"
        )
        .exclude(pk=importacao.pk)
        .first()
    )
    if anterior is not None:
        lembrados["cargo"] = anterior.valores["cargo"]
    return lembrados


@dataclass(frozen=True, slots=True)
class ValorAParear:
    """Valor que espera destino, ou que já o tem e pode mudar. `linhas` zero: já tinha destino."""

    campo: Campo
    lido: str
    destinos: Mapping[str, str]
    destino: str = ""
    motivo: str = ""
    linhas: int = 0
    primeira: int = 0

    @property
    def mostrado(self) -> str:
        """O valor, ou "em branco"."""
        return self.lido or "em branco"

    @property
    def pede_motivo(self) -> bool:
        """Só a modalidade pode ficar sem efeito, e com motivo."""
        return self.campo.tipo is Tipo.MODALIDADE


@servico
def importacao_listar_valores(*, autor: Autor, importacao: Importacao) -> list[ValorAParear]:
    """Valores sem destino e os já pareados. Os da modalidade dizem de reservas: só para quem importa."""
    cargos = cargos_do_edital(importacao.edital)
    campos = campos_do_edital(cargo.regras for cargo in cargos)
    listados = []
    for chave, campo in campos.items():
        destinos = destinos_do_campo(campo, cargos) if campo.tipo in COM_VALORES_PAREADOS else {}
        pendentes = importacao.plano.get("pendencias", {}).get(chave, {})
        guardados = importacao.valores.get(chave, {}) if chave in importacao.colunas.values() else {}
        for lido, pendencia in pendentes.items():
            destino = proposta_de_destino(campo, lido, cargos)
            listados.append(ValorAParear(campo, lido, destinos, destino, **pendencia))
        for lido, escolha in guardados.items():
            if lido not in pendentes:
                listados.append(ValorAParear(campo, lido, destinos, escolha["destino"], escolha["motivo"]))
    return listados


@servico
def importacao_parear_valores(*, autor: Autor, importacao: Importacao, valores: Valores) -> Execucao:
    """Dá destino aos valores que o sistema não conhece e pede nova conferência.

    `valores`: {campo: {valor lido: {"destino", "motivo"}}}. "Sem efeito nesta lista" exige motivo.
    """
    importacao = travar(importacao)
    exigir_ato(importacao.edital.concurso.situacao, AtoSobreConcurso.IMPORTAR)
    exigir_passagem_da_importacao(importacao.situacao, SituacaoImportacao.RECEBIDA)
    exigir_parada(importacao)
    _conferir_valores(importacao, valores)
    importacao.valores = somar(importacao.valores, valores)
    if importacao.layout is not None:
        importacao.layout = _lembrar_valores(autor, importacao.layout, valores)
    _voltar_a_recebida(importacao)
    # Só quantos: o que cada valor significa fica no layout, que guarda as suas versões, não na trilha.
    registrar(
        autor=autor,
        acao="candidatos.importacao_parear_valores",
        objeto=importacao,
        depois={"valores": {campo: len(lidos) for campo, lidos in valores.items()}},
    )
    return importacao_pedir_conferencia(autor=autor, importacao=importacao)


def _lembrar_valores(autor: Autor, layout: LayoutImportacao, valores: Valores) -> LayoutImportacao:
    """Uma versão nova por confirmação, e não uma por valor; nenhuma se já se sabia tudo."""
    vigente = layout_lembrado(layout.orgao, layout.banca, layout.assinatura) or layout
    conteudo = replace(
        ConteudoDoLayout.de_modelo(layout), nome=vigente.nome, valores=somar(vigente.valores, valores)
    )
    return versao_guardar(layout.orgao, conteudo, pessoa=autor.pessoa)


def _conferir_valores(importacao: Importacao, valores: Valores) -> None:
    cargos = cargos_do_edital(importacao.edital)
    campos = campos_do_edital(cargo.regras for cargo in cargos)
    faltas = []
    for chave, lidos in valores.items():
        campo = campos.get(chave)
        if campo is None or campo.tipo not in COM_VALORES_PAREADOS:
            raise Recusa("Um dos campos não tem valores a parear. Abra a página de novo.")
        destinos = destinos_do_campo(campo, cargos)
        faltas += [
            falta
            for lido, escolha in lidos.items()
            if (falta := falta_do_destino(campo, lido, escolha, destinos))
        ]
    if faltas:
        raise Recusa("Faltam destinos:", faltas)
