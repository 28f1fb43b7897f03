"""Mundos inventados para os testes, feitos direto nos modelos: nada passa pelos serviços.

Cada função cria um objeto com valores usuais e aceita por nome o que o teste quer diferente. O que
não é dado é o padrão partilhado (um município, um órgão), de modo que um teste só diz o que importa.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal
from itertools import count
from typing import Any

from django.utils import timezone

from candidatos.consultas.entradas import entradas_da_classificacao, resumo_das_entradas
from candidatos.enums import SituacaoClassificacao, SituacaoDeclaracao, SituacaoImportacao
from candidatos.models import (
    Autodeclaracao,
    Candidato,
    Candidatura,
    Classificacao,
    Colocacao,
    Importacao,
    Inscricao,
    Resultado,
)
from concursos.enums import SituacaoConcurso, SituacaoEdital, Tipo
from concursos.models import Cargo, Concurso, Edital, HomologacaoDoCargo, Regras
from nucleo.enums import Papel
from nucleo.models import Atribuicao, Municipio, Orgao, Usuario
from nucleo.permissoes import Pessoa

FORTALEZA = "fortaleza-11111-2021"
CAXIAS = "caxias-2689-2015"
PUBLICADO_EM = date(2023, 8, 31)
HOMOLOGADO_EM = date(2024, 3, 1)
REFERENCIA_IDADE = date(2023, 12, 10)
SENHA = "senha-de-teste-1234"
PROVAS = [
    {"chave": "objetiva", "nome": "Prova objetiva", "minima": "", "maxima": "60"},
    {"chave": "titulos", "nome": "Títulos", "minima": "", "maxima": "40"},
    {"chave": "pontos", "nome": "Nota final", "minima": "50", "maxima": "100"},
]
DESEMPATE = ["idoso", "maior:objetiva", "mais_velho"]

_sequencia = count(1)


# -- Município, órgão e pessoas ------------------------------------------------------------------


def municipio(*, nome: str = "Fortaleza", uf: str = "CE", lei: str = FORTALEZA) -> Municipio:
    """Município com a sua lei; o mesmo nome dá o mesmo município."""
    return Municipio.objects.get_or_create(nome=nome, uf=uf, defaults={"lei": lei})[0]


def municipio_de_caxias() -> Municipio:
    """Duque de Caxias, com a sua lei."""
    return municipio(nome="Duque de Caxias", uf="RJ", lei=CAXIAS)


def orgao(*, sigla: str = "SEPOG", nome: str = "", municipio: Municipio | None = None) -> Orgao:
    """Órgão; a mesma sigla no mesmo município dá o mesmo órgão."""
    return Orgao.objects.get_or_create(
        municipio=municipio or _municipio_padrao(),
        sigla=sigla,
        defaults={"nome": nome or f"Secretaria {sigla}"},
    )[0]


def _municipio_padrao() -> Municipio:
    return Municipio.objects.get_or_create(nome="Fortaleza", uf="CE", defaults={"lei": FORTALEZA})[0]


def _orgao_padrao() -> Orgao:
    return Orgao.objects.get_or_create(
        municipio=_municipio_padrao(), sigla="SEPOG", defaults={"nome": "Secretaria SEPOG"}
    )[0]


def usuario(
    papel: Papel | str | None = Papel.OPERADOR, *, orgao: Orgao | None = None, nome: str = ""
) -> Usuario:
    """Pessoa com um papel no órgão dado, ou em todos; sem papel nenhum se `papel` é nulo."""
    numero = next(_sequencia)
    pessoa = Usuario.objects.create_user(
        username=f"{papel or 'ninguem'}{numero}",
        password=SENHA,
        nome=nome or f"Pessoa {numero} da Silva",
        funcao="Secretária Municipal" if papel == Papel.AUTORIDADE else "",
    )
    if papel is not None:
        Atribuicao.objects.create(usuario=pessoa, papel=papel, orgao=orgao)
    return pessoa


def autor(papel: Papel | str | None = Papel.OPERADOR, *, orgao: Orgao | None = None) -> Pessoa:
    """Autor pronto para chamar serviços (`autor=fabrica.autor(Papel.AUTORIDADE)`)."""
    return Pessoa(usuario(papel, orgao=orgao))


# -- Concurso, edital, regras e cargo -----------------------------------------------------------


def concurso(
    *,
    orgao: Orgao | None = None,
    situacao: SituacaoConcurso | str = SituacaoConcurso.EM_ELABORACAO,
    tipo: Tipo | str = Tipo.CARGO_EFETIVO,
    titulo: str = "Concurso de teste",
    homologado_em: date = HOMOLOGADO_EM,
) -> Concurso:
    """Concurso na situação dada, com as datas que ela exige."""
    homologado = situacao in (SituacaoConcurso.HOMOLOGADO, SituacaoConcurso.ENCERRADO)
    return Concurso.objects.create(
        orgao=orgao or _orgao_padrao(),
        tipo=tipo,
        numero=next(_sequencia),
        ano=2023,
        titulo=titulo,
        banca="Banca Inventada",
        situacao=situacao,
        homologado_em=homologado_em if homologado else None,
        homologacao_veiculo="Diário Oficial nº 2" if homologado else "",
        validade_ate=homologado_em.replace(year=homologado_em.year + 2) if homologado else None,
    )


def homologar_cargos(*, concurso: Concurso) -> None:
    """Homologa os cargos que ainda não o foram, com as datas que o concurso tem."""
    HomologacaoDoCargo.objects.bulk_create(
        HomologacaoDoCargo(
            cargo=cargo,
            homologado_em=concurso.homologado_em,
            veiculo=concurso.homologacao_veiculo,
            validade_ate=concurso.validade_ate,
            prorrogado_ate=concurso.prorrogado_ate,
        )
        for cargo in Cargo.objects.filter(edital__concurso=concurso, homologacao__isnull=True)
    )


def datar(concurso: Concurso, **datas: date | None) -> Concurso:
    """Homologado de uma vez o concurso: muda nele e em todos os seus cargos as datas dadas; devolve-o relido.

    `datas`: `homologado_em`, `validade_ate` ou `prorrogado_ate`.
    """
    Concurso.objects.filter(pk=concurso.pk).update(**datas)
    HomologacaoDoCargo.objects.filter(cargo__edital__concurso=concurso).update(**datas)
    return Concurso.objects.select_related("orgao__municipio", "edital").get(pk=concurso.pk)


def edital(
    *,
    concurso: Concurso,
    publicado: bool = False,
    publicado_em: date | None = PUBLICADO_EM,
    lei: str | None = None,
) -> Edital:
    """Edital do concurso; `lei` nula é a do município."""
    return Edital.objects.create(
        concurso=concurso,
        numero=f"{concurso.numero}/{concurso.ano}",
        publicado_em=publicado_em,
        veiculo="Diário Oficial nº 1",
        lei=concurso.orgao.municipio.lei if lei is None else lei,
        situacao=SituacaoEdital.PUBLICADO if publicado else SituacaoEdital.RASCUNHO,
    )


def regras(*, edital: Edital, **campos: Any) -> Regras:
    """Regras completas: três provas, cadeia que começa pelo idoso, sem reserva de PcD justificada.

    Qualquer campo do modelo pode vir por nome; as de edital publicado nascem congeladas.
    """
    valores: dict[str, Any] = {
        "nome": f"Regras {next(_sequencia)}",
        "provas": [dict(prova) for prova in PROVAS],
        "nota_final": "pontos",
        "desempate": list(DESEMPATE),
        "data_referencia_idade": REFERENCIA_IDADE,
        "pcd_ausencia_justificativa": "Atividade de risco, conforme laudo inventado.",
        "congeladas_em": timezone.now() if edital.publicado else None,
    }
    return Regras.objects.create(edital=edital, **(valores | campos))


def regras_com_pcd(*, edital: Edital, **campos: Any) -> Regras:
    """Regras com 5% de PcD, arredondados para cima, com teto de 20%."""
    pcd = {
        "pcd_percentual": "5",
        "pcd_teto": "20",
        "pcd_fonte": "Lei municipal inventada nº 1/2000, art. 1º",
        "pcd_ausencia_justificativa": "",
    }
    return regras(edital=edital, **(pcd | campos))


def cargo(
    *, regras: Regras, vagas: int = 10, cotas: int = 2, pcd: int = 0, nome: str = "Analista", **campos: Any
) -> Cargo:
    """Cargo cujo quadro soma: a ampla é o que resta."""
    valores: dict[str, Any] = {
        "codigo": f"C{next(_sequencia):03d}",
        "nome": nome,
        "vagas": vagas,
        "vagas_ampla": vagas - cotas - pcd,
        "vagas_cotas": cotas,
        "vagas_pcd": pcd,
        "requisito": "Ensino superior completo",
        "vencimento": "R$ 4.000,00",
        "carga_horaria": "40 horas semanais",
    }
    novo = Cargo.objects.create(edital=regras.edital, regras=regras, **(valores | campos))
    if novo.edital.concurso.homologado_em is not None:
        homologar_cargos(concurso=novo.edital.concurso)
    return novo


def cargo_em_rascunho(
    *, orgao: Orgao | None = None, vagas: int = 10, cotas: int = 2, lei: str | None = None
) -> Cargo:
    """Concurso em elaboração, completo, com um cargo: pronto para publicar."""
    do_concurso = concurso(orgao=orgao)
    return cargo(regras=regras(edital=edital(concurso=do_concurso, lei=lei)), vagas=vagas, cotas=cotas)


def cargo_publicado(
    *,
    orgao: Orgao | None = None,
    vagas: int = 10,
    cotas: int = 2,
    pcd: int = 0,
    lei: str | None = None,
    publicado_em: date = PUBLICADO_EM,
    situacao: SituacaoConcurso | str = SituacaoConcurso.PUBLICADO,
    **das_regras: Any,
) -> Cargo:
    """Cargo de edital publicado; com `pcd`, as regras reservam 5%. O resto são campos das regras."""
    do_edital = edital(
        concurso=concurso(orgao=orgao, situacao=situacao), publicado=True, publicado_em=publicado_em, lei=lei
    )
    fazer = regras_com_pcd if pcd else regras
    return cargo(regras=fazer(edital=do_edital, **das_regras), vagas=vagas, cotas=cotas, pcd=pcd)


# -- Inscrições, resultados e classificação -----------------------------------------------------


def _sem_acentos(texto: str) -> str:
    decomposto = unicodedata.normalize("NFKD", texto.casefold())
    return "".join(letra for letra in decomposto if not unicodedata.combining(letra))


def candidato(*, nome: str = "", cpf: str = "", nascimento: date | None = date(1990, 1, 1)) -> Candidato:
    """Pessoa inventada; sem CPF, que não se une a ninguém."""
    nome = nome or f"Candidato {next(_sequencia)} de Souza"
    return Candidato.objects.create(nome=nome, nome_busca=_sem_acentos(nome), cpf=cpf, nascimento=nascimento)


def inscricao(
    *,
    edital: Edital,
    numero: str = "",
    candidato: Candidato | None = None,
    negro: bool = False,
    indigena: bool = False,
    pcd: bool = False,
    situacao: SituacaoDeclaracao | str = SituacaoDeclaracao.DECLARADA,
) -> Inscricao:
    """Inscrição com a sua autodeclaração."""
    nova = Inscricao.objects.create(
        edital=edital,
        numero=numero or f"{next(_sequencia):07d}",
        candidato=candidato or _candidato_padrao(),
    )
    Autodeclaracao.objects.create(inscricao=nova, negro=negro, indigena=indigena, pcd=pcd, situacao=situacao)
    return nova


def _candidato_padrao() -> Candidato:
    nome = f"Candidato {next(_sequencia)} de Souza"
    return Candidato.objects.create(nome=nome, nome_busca=_sem_acentos(nome), nascimento=date(1990, 1, 1))


def importacao(*, edital: Edital, nome: str = "resultado.csv") -> Importacao:
    """Importação já carregada, sem arquivo em disco; a mesma por edital e nome."""
    return Importacao.objects.get_or_create(
        edital=edital,
        nome_original=nome,
        defaults={
            "arquivo": "importacoes/aa/inventado",
            "tamanho": 1,
            "sha256": "a" * 64,
            "situacao": SituacaoImportacao.CARREGADA,
            "carregada_em": timezone.now(),
        },
    )[0]


def candidatura(
    *,
    cargo: Cargo,
    numero: str = "",
    nome: str = "",
    nota: str = "70.00",
    notas: Mapping[str, str] | None = None,
    nascimento: date | None = date(1990, 1, 1),
    cpf: str = "",
    negro: bool = False,
    indigena: bool = False,
    pcd: bool = False,
    jurado: bool = False,
    etapas: Mapping[str, str] | None = None,
) -> Candidatura:
    """Pessoa inscrita no cargo, com o resultado vigente. `nota` é a final e também a objetiva."""
    da_pessoa = candidato(nome=nome, cpf=cpf, nascimento=nascimento)
    do_edital = inscricao(
        edital=cargo.edital, numero=numero, candidato=da_pessoa, negro=negro, indigena=indigena, pcd=pcd
    )
    nova = Candidatura.objects.create(inscricao=do_edital, cargo=cargo)
    resultado(candidatura=nova, nota=nota, notas=notas, jurado=jurado, etapas=etapas)
    return nova


def resultado(
    *,
    candidatura: Candidatura,
    nota: str = "70.00",
    notas: Mapping[str, str] | None = None,
    jurado: bool = False,
    etapas: Mapping[str, str] | None = None,
) -> Resultado:
    """Versão seguinte do resultado da candidatura."""
    versao = candidatura.resultados.count() + 1
    return Resultado.objects.create(
        candidatura=candidatura,
        versao=versao,
        importacao=importacao(edital=candidatura.cargo.edital),
        linha=next(_sequencia),
        notas=dict(notas or {"objetiva": nota, "titulos": "0.00", "pontos": nota}),
        etapas=dict(etapas or {}),
        jurado=jurado,
    )


def classificacao(
    *,
    cargo: Cargo,
    situacao: SituacaoClassificacao | str = SituacaoClassificacao.CORRENTE,
    em_ordem: Sequence[Candidatura] | None = None,
) -> Classificacao:
    """Classifica as candidaturas do cargo, todas aprovadas, na ordem dada ou pela maior nota final.

    Sem empates e sem notas mínimas: quem precisa deles classifica pelo serviço.
    """
    candidaturas = list(em_ordem) if em_ordem is not None else _pela_nota(cargo)
    nova = Classificacao.objects.create(
        cargo=cargo,
        versao=cargo.classificacoes.count() + 1,
        situacao=situacao,
        entradas=resumo_das_entradas(cargo, entradas_da_classificacao(cargo)),
    )
    lugares = {"cotas": count(1), "pcd": count(1)}
    for ordem, cada in enumerate(candidaturas, start=1):
        declarou = cada.inscricao.autodeclaracao
        cotista = declarou.negro or (declarou.indigena and cargo.edital.lei == CAXIAS)
        Colocacao.objects.create(
            classificacao=nova,
            candidatura=cada,
            resultado=_resultado_vigente(cada),
            ordem=ordem,
            posicao=ordem,
            posicao_cotas=next(lugares["cotas"]) if cotista else None,
            posicao_pcd=next(lugares["pcd"]) if declarou.pcd else None,
            nota=_nota_final(cada),
            criterio="" if ordem == 1 else "nota_final",
        )
    return nova


def classificacao_homologada(*, cargo: Cargo, em_ordem: Sequence[Candidatura] | None = None) -> Classificacao:
    """O mesmo que `classificacao`, homologada; o concurso passa a homologado."""
    Concurso.objects.filter(pk=cargo.edital.concurso_id).update(
        situacao=SituacaoConcurso.HOMOLOGADO,
        homologado_em=HOMOLOGADO_EM,
        homologacao_veiculo="Diário Oficial nº 2",
        validade_ate=HOMOLOGADO_EM.replace(year=HOMOLOGADO_EM.year + 2),
    )
    cargo.edital.concurso.refresh_from_db()
    homologar_cargos(concurso=cargo.edital.concurso)
    # O que a instância lembrasse seria de antes: um cargo sem homologação.
    cargo.refresh_from_db()
    return classificacao(cargo=cargo, situacao=SituacaoClassificacao.HOMOLOGADA, em_ordem=em_ordem)


def cargo_homologado(
    *, membros: str = "aacaaacaaa", vagas: int = 10, cotas: int = 2, pcd: int = 0, **do_cargo: Any
) -> Cargo:
    """Cargo com lista homologada. `membros`, do primeiro ao último: "a" só ampla, "c" cotista,
    "p" PcD, "d" cotista e PcD, "i" indígena. As inscrições são "N01", "N02", …
    """
    novo = cargo_publicado(vagas=vagas, cotas=cotas, pcd=pcd, **do_cargo)
    em_ordem = [
        candidatura(
            cargo=novo,
            numero=f"N{lugar:02d}",
            nota=str(Decimal(100) - lugar) + ".00",
            negro=letra in "cd",
            pcd=letra in "pd",
            indigena=letra == "i",
        )
        for lugar, letra in enumerate(membros, start=1)
    ]
    classificacao_homologada(cargo=novo, em_ordem=em_ordem)
    return novo


def _resultado_vigente(candidatura: Candidatura) -> Resultado:
    return candidatura.resultados.order_by("-versao")[0]


def _nota_final(candidatura: Candidatura) -> str:
    return str(_resultado_vigente(candidatura).notas[candidatura.cargo.regras.nota_final])


def _pela_nota(cargo: Cargo) -> list[Candidatura]:
    todas = cargo.candidaturas.select_related("inscricao__autodeclaracao", "cargo__regras")
    return sorted(todas, key=lambda cada: Decimal(_nota_final(cada)), reverse=True)
