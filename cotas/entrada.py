"""Do mapa de um caso às regras, critérios, candidatos e eventos do motor."""

from collections.abc import Collection
from datetime import date
from decimal import Decimal
from fractions import Fraction

from cotas import leitura
from cotas.chamada import Evento
from cotas.criterio import Concorrente, Criterio, CriteriosDeClassificacao
from cotas.enums import (
    Arredondamento,
    Colisao,
    DuplaContagem,
    Limiar,
    RestoCaxias,
    Serie,
    TipoEvento,
)
from cotas.erros import ErroDeCaso, ErroDeRegra
from cotas.leis import LEIS
from cotas.leitura import Bloco, Ilegivel
from cotas.regras import RegrasDaReserva, ReservaPcd

DA_RESERVA = ("serie", "dupla_contagem", "colisao", "limiar", "resto_caxias")
DO_CASO = ("titulo", "lei", "edital_publicado_em", "vagas", "pcd", *DA_RESERVA)
CONHECIDAS = (*DO_CASO, "classificacao", "candidatos", "eventos", "esperado")
DO_PCD = ("percentual", "arredondamento", "teto", "minimo", "serie")
DA_CLASSIFICACAO = ("nota_final", "notas_minimas", "data_referencia_idade", "desempate")
DO_CANDIDATO = ("id", "negro", "indigena", "pcd", "nascimento", "jurado", "sorteio")
DO_EVENTO = ("tipo", "quantidade", "candidato", "data", "ato", "motivo")
# Valores que ocupam o lugar do que não se pôde ler, só até a leitura terminar e recusar o caso.
SEM_DATA, SEM_PERCENTUAL = date.min, Fraction(1)

Falhas = list[tuple[str, str]]


def _lei(valor: object) -> str:
    chave = leitura.texto(valor)
    if chave not in LEIS:
        raise Ilegivel(f"lei desconhecida; as conhecidas são: {', '.join(LEIS)}")
    return chave


def ler_regras(caso: Bloco) -> RegrasDaReserva:
    """As regras da reserva. ErroDeCaso se algo não se lê ou não vale."""
    caso.so_conhece(CONHECIDAS)
    caso.ler("titulo", leitura.texto_livre, "")
    lei = caso.ler("lei", _lei, "", obrigatorio=True)
    edital = caso.ler("edital_publicado_em", leitura.data, SEM_DATA, obrigatorio=True)
    vagas = caso.ler("vagas", leitura.inteiro, 0, obrigatorio=True)
    serie = caso.ler("serie", leitura.opcao_ou_posicoes(Serie), None)
    dupla_contagem = caso.ler("dupla_contagem", leitura.opcao(DuplaContagem), None)
    colisao = caso.ler("colisao", leitura.opcao(Colisao), Colisao.SEGUINTE)
    limiar = caso.ler("limiar", leitura.opcao(Limiar), Limiar.PROVIDAS)
    resto = caso.ler("resto_caxias", leitura.opcao(RestoCaxias), RestoCaxias.ANTECIPA)
    pcd = caso.bloco("pcd")
    try:
        return RegrasDaReserva(
            lei=lei,
            edital_publicado_em=edital,
            vagas=vagas,
            serie=serie,
            dupla_contagem=dupla_contagem,
            colisao=colisao,
            limiar=limiar,
            resto_caxias=resto,
            pcd=None if pcd is None else _ler_pcd(pcd),
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


def _itens(caso: Bloco, chave: str, *, obrigatorio: bool) -> list[Bloco]:
    itens = caso.ler(chave, leitura.lista, list[object](), obrigatorio=obrigatorio)
    return [Bloco(item, f"{chave}[{i}]", caso.falhas) for i, item in enumerate(itens)]


def ler_candidatos(caso: Bloco, provas: Collection[str]) -> list[Concorrente]:
    """Os candidatos, na ordem em que estão; as falhas ficam anotadas."""
    vistos: set[str] = set()
    candidatos = []
    for bloco in _itens(caso, "candidatos", obrigatorio=True):
        candidato = _ler_candidato(bloco, provas)
        if candidato.id and candidato.id in vistos:
            bloco.falhar("id", f"{candidato.id} já aparece acima")
        vistos.add(candidato.id)
        candidatos.append(candidato)
    return candidatos


def _ler_candidato(bloco: Bloco, provas: Collection[str]) -> Concorrente:
    bloco.so_conhece((*DO_CANDIDATO, *provas))
    notas = {prova: bloco.ler(prova, leitura.numero, None) for prova in provas}
    return Concorrente(
        id=bloco.ler("id", leitura.texto, "", obrigatorio=True),
        notas={prova: nota for prova, nota in notas.items() if nota is not None},
        nascimento=bloco.ler("nascimento", leitura.data, None),
        jurado=_sim_ou_nao(bloco, "jurado"),
        sorteio=bloco.ler("sorteio", leitura.inteiro, None),
        negro=_sim_ou_nao(bloco, "negro"),
        indigena=_sim_ou_nao(bloco, "indigena"),
        pcd=_sim_ou_nao(bloco, "pcd"),
    )


def _sim_ou_nao(bloco: Bloco, chave: str) -> bool:
    return bloco.ler(chave, leitura.booleano, False)


def ler_eventos(caso: Bloco) -> list[Evento]:
    """Os eventos, na ordem; data, ato e motivo só se conferem. As falhas ficam anotadas."""
    return [_ler_evento(bloco) for bloco in _itens(caso, "eventos", obrigatorio=False)]


def _ler_evento(bloco: Bloco) -> Evento:
    bloco.so_conhece(DO_EVENTO)
    bloco.ler("data", leitura.data, None)
    bloco.ler("ato", leitura.texto_livre, "")
    bloco.ler("motivo", leitura.texto_livre, "")
    return Evento(
        tipo=bloco.ler("tipo", leitura.opcao(TipoEvento), TipoEvento.CONVOCAR, obrigatorio=True),
        candidato=bloco.ler("candidato", leitura.texto, None),
        quantidade=bloco.ler("quantidade", leitura.inteiro, None),
    )
