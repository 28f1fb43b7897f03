"""Do mapa de um caso às regras e aos critérios do motor."""

from datetime import date
from decimal import Decimal
from fractions import Fraction

from cotas import leitura
from cotas.barreira import Barreira
from cotas.criterio import Criterio, CriteriosDeClassificacao
from cotas.enums import (
    Arredondamento,
    Colisao,
    DuplaContagem,
    Limiar,
    NaoConfirmacao,
    RestoCaxias,
    Serie,
    Vinculo,
)
from cotas.erros import ErroDeCaso, ErroDeRegra
from cotas.leis import LEIS
from cotas.leitura import Bloco, Ilegivel
from cotas.regras import RegrasDaReserva, ReservaPcd

DA_RESERVA = ("serie", "dupla_contagem", "colisao", "limiar", "resto_caxias")
DO_CASO = ("titulo", "lei", "edital_publicado_em", "vinculo", "vagas", "pcd", "nao_confirmacao", *DA_RESERVA)
CONHECIDAS = (*DO_CASO, "classificacao", "candidatos", "fora", "eventos", "esperado")
DO_PCD = ("percentual", "arredondamento", "teto", "minimo", "serie")
DA_CLASSIFICACAO = ("nota_final", "notas_minimas", "data_referencia_idade", "desempate", "barreira")
DA_BARREIRA = ("geral", "cotas", "pcd")
DO_CANDIDATO = ("id", "negro", "indigena", "pcd", "nascimento", "jurado", "sorteio")
# Como se escreve que o município não tem lei de cotas.
SEM_LEI = "nenhuma"
# Valores que ocupam o lugar do que não se pôde ler, só até a leitura terminar e recusar o caso.
SEM_DATA, SEM_PERCENTUAL = date.min, Fraction(1)

Falhas = list[tuple[str, str]]


def _lei(valor: object) -> str:
    chave = leitura.texto(valor)
    if chave == SEM_LEI:
        return ""
    if chave not in LEIS:
        raise Ilegivel(f"lei desconhecida; as conhecidas são: {', '.join((*LEIS, SEM_LEI))}")
    return chave


def ler_regras(caso: Bloco) -> RegrasDaReserva:
    """As regras da reserva. ErroDeCaso se algo não se lê ou não vale."""
    caso.so_conhece(CONHECIDAS)
    caso.ler("titulo", leitura.texto_livre, "")
    lei = caso.ler("lei", _lei, "", obrigatorio=True)
    edital = caso.ler("edital_publicado_em", leitura.data, SEM_DATA, obrigatorio=True)
    vinculo = caso.ler("vinculo", leitura.opcao(Vinculo), Vinculo.CARGO_EFETIVO)
    vagas = caso.ler("vagas", leitura.inteiro, 0, obrigatorio=True)
    serie = caso.ler("serie", leitura.opcao_ou_posicoes(Serie), None)
    dupla_contagem = caso.ler("dupla_contagem", leitura.opcao(DuplaContagem), None)
    colisao = caso.ler("colisao", leitura.opcao(Colisao), Colisao.SEGUINTE)
    limiar = caso.ler("limiar", leitura.opcao(Limiar), Limiar.PROVIDAS)
    resto = caso.ler("resto_caxias", leitura.opcao(RestoCaxias), RestoCaxias.ANTECIPA)
    nao_confirmacao = caso.ler("nao_confirmacao", leitura.opcao(NaoConfirmacao), NaoConfirmacao.AMPLA)
    pcd = caso.bloco("pcd")
    try:
        return RegrasDaReserva(
            lei=lei,
            edital_publicado_em=edital,
            vagas=vagas,
            vinculo=vinculo,
            serie=serie,
            dupla_contagem=dupla_contagem,
            colisao=colisao,
            limiar=limiar,
            resto_caxias=resto,
            pcd=None if pcd is None else _ler_pcd(pcd),
            nao_confirmacao=nao_confirmacao,
        )
    except ErroDeRegra as erro:
        raise ErroDeCaso(*caso.falhas, (erro.campo, erro.mensagem)) from None


def _ler_pcd(pcd: Bloco) -> ReservaPcd:
    pcd.so_conhece(DO_PCD)
    return ReservaPcd(
        percentual=pcd.ler("percentual", leitura.percentual, SEM_PERCENTUAL, obrigatorio=True),
        arredondamento=pcd.ler("arredondamento", leitura.opcao(Arredondamento), Arredondamento.ACIMA),
        teto=pcd.ler("teto", leitura.percentual, None),
        minimo=pcd.ler("minimo", leitura.inteiro, 0),
        serie=pcd.ler("serie", leitura.opcao_ou_posicoes(Serie), Serie.PROPORCIONAL),
    )


def ler_criterios(bloco: Bloco) -> CriteriosDeClassificacao:
    """Os critérios de classificação; as falhas ficam anotadas no bloco."""
    bloco.so_conhece(DA_CLASSIFICACAO)
    minimas = bloco.bloco("notas_minimas")
    return CriteriosDeClassificacao(
        nota_final=bloco.ler("nota_final", _prova, "", obrigatorio=True),
        notas_minimas={} if minimas is None else _ler_minimas(minimas),
        data_referencia_idade=bloco.ler("data_referencia_idade", leitura.data, None),
        desempate=bloco.ler("desempate", _ler_cadeia, ()),
    )


def ler_barreira(bloco: Bloco) -> Barreira:
    """A cláusula de barreira da classificação; sem ela, nenhuma. ErroDeCaso se um limite não vale."""
    limites = bloco.bloco("barreira")
    if limites is None:
        return Barreira()
    limites.so_conhece(DA_BARREIRA)
    lidos = {lista: limites.ler(lista, leitura.inteiro, None) for lista in DA_BARREIRA}
    try:
        return Barreira(**lidos)
    except ErroDeRegra as erro:
        raise ErroDeCaso(*bloco.falhas, (erro.campo, erro.mensagem)) from None


def _prova(valor: object) -> str:
    nome = leitura.texto(valor)
    if nome in DO_CANDIDATO:
        raise Ilegivel(f"{nome} é campo do candidato, não prova")
    return nome


def _ler_minimas(minimas: Bloco) -> dict[str, Decimal]:
    lidas: dict[str, Decimal] = {}
    for chave in minimas.chaves():
        try:
            prova = _prova(chave)
        except Ilegivel as erro:
            minimas.falhar(ascii(chave), erro.mensagem)
            continue
        lidas[prova] = minimas.ler(prova, leitura.numero, Decimal(0), obrigatorio=True)
    return lidas


def _ler_cadeia(valor: object) -> tuple[Criterio, ...]:
    criterios: list[Criterio] = []
    for i, item in enumerate(leitura.lista(valor)):
        try:
            criterio = Criterio.ler(leitura.texto(item))
            criterios.append(Criterio(criterio.tipo, _prova(criterio.prova) if criterio.prova else ""))
        except (Ilegivel, ErroDeRegra) as erro:
            raise Ilegivel(erro.mensagem, f"[{i}]") from None
    return tuple(criterios)


def provas_nomeadas(criterios: CriteriosDeClassificacao | None) -> tuple[str, ...]:
    """As provas de que a classificação fala, sem repetir."""
    if criterios is None:
        return ()
    da_cadeia = (criterio.prova for criterio in criterios.desempate if criterio.prova)
    return tuple(dict.fromkeys((criterios.nota_final, *criterios.notas_minimas, *da_cadeia)))
