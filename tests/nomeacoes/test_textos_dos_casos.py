"""O texto impresso dos atos em dez casos de ouro, lido e conferido por gente, linha a linha.

Cada caso vai inteiro ao banco, as convocações passam pelos serviços e o texto sai do PDF de cada ato, do
art. 1º ao 3º. Mudou o texto de propósito? Releia o que vai mudar e regrave:

    REGRAVAR_TEXTOS=1 .venv/bin/python -m pytest tests/nomeacoes/test_textos_dos_casos.py
"""

from __future__ import annotations

import os
import re
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import yaml

from candidatos.models import Candidatura
from concursos.models import Cargo, Concurso
from nomeacoes import servicos
from nomeacoes.documentos import atos_com_tudo, pdf_do_ato
from nomeacoes.models import Nomeacao
from tests import fabrica
from tests.nomeacoes import mundo
from tests.nomeacoes.test_pdf import texto

pytestmark = pytest.mark.django_db

CASOS = Path(__file__).parents[1] / "casos" / "convocacao"
TEXTOS = Path(__file__).parents[1] / "casos" / "textos"
ESCOLHIDOS = [
    "caxias_quinta_vaga",
    "caxias_oito_vagas",
    "caxias_pcd_colisao",
    "fortaleza_remanejamento",
    "fortaleza_corte_fixo",
    "fortaleza_consumo",
    "fortaleza_desistencia_apos_remanejamento",
    "fortaleza_lista_esgotada",
    "fortaleza_reserva_pcd_revertida",
    "fortaleza_final_de_fila",
    "fortaleza_serie_do_edital",
    "fortaleza_nao_confirmada",
]
ENUNCIADO = re.compile(r"Art\. 1º .*?(?=Art\. 4º)")
# A apostila leva a data da convocação, que é a de quando o teste corre.
DATA = re.compile(r"a partir de \d{1,2}º? de \w+ de \d{4}")


def no_banco(caso: dict[str, Any]) -> Cargo:
    """O cargo homologado do caso, com uma pessoa inventada por candidato, na ordem geral."""
    quadro, pcd = caso["esperado"]["quadro"], caso.get("pcd")
    das_regras: dict[str, Any] = {"dupla_contagem": caso.get("dupla_contagem", "")}
    if isinstance(caso.get("serie"), list):
        das_regras |= {"serie": "lista", "serie_posicoes": caso["serie"]}
    if pcd:
        das_regras |= {
            "pcd_percentual": pcd["percentual"],
            "pcd_arredondamento": pcd.get("arredondamento", "acima"),
            "pcd_teto": pcd.get("teto", ""),
        }
    cargo = fabrica.cargo_publicado(
        vagas=quadro["total"],
        cotas=quadro["cotas"],
        pcd=quadro["pcd"],
        lei=caso["lei"],
        publicado_em=date.fromisoformat(caso["edital_publicado_em"]),
        **das_regras,
    )
    pessoas = [
        fabrica.candidatura(
            cargo=cargo,
            numero=pessoa["id"],
            nome=f"Pessoa {pessoa['id']}",
            nota=f"{100 - lugar}.00",
            **{chave: pessoa.get(chave, False) for chave in ("negro", "indigena", "pcd")},
        )
        for lugar, pessoa in enumerate(caso["candidatos"])
    ]
    fabrica.classificacao_homologada(cargo=cargo, em_ordem=pessoas)
    Concurso.objects.filter(pk=cargo.edital.concurso_id).update(numero=1)
    fim = mundo.HOJE.replace(year=mundo.HOJE.year + 1)
    fabrica.datar(cargo.edital.concurso, homologado_em=mundo.HOMOLOGADO_EM, validade_ate=fim)
    return Cargo.objects.select_related("edital__concurso__orgao__municipio", "regras").get(pk=cargo.pk)


def acontecer(cargo: Cargo, evento: dict[str, Any]) -> None:
    if evento["tipo"] == "convocar":
        mundo.convocar(cargo, evento["quantidade"])
        return
    registrar = {
        "desistencia": servicos.desistencia_registrar,
        "nao_confirmacao": servicos.nao_confirmacao_registrar,
        "final_de_fila": servicos.final_de_fila_registrar,
    }
    pessoa: Candidatura = mundo.candidatura(cargo, evento["candidato"])
    if evento["tipo"] == "sem_efeito":
        nomeacao = Nomeacao.objects.get(candidatura=pessoa, encerrada_por=None)
        servicos.nomeacao_tornar_sem_efeito(autor=mundo.operador(), nomeacao=nomeacao, **mundo.registro())
    else:
        registrar[evento["tipo"]](autor=mundo.operador(), candidatura=pessoa, **mundo.registro())


def impresso(titulo: str, pasta: Path) -> str:
    """O título do caso e, ato por ato na ordem em que se redigiram, os arts. 1º a 3º do PDF."""
    partes = [titulo]
    for ato in atos_com_tudo().order_by("pk"):
        cabeca = f"{ato.get_tipo_display()}: vaga {ato.nomeacao.vaga.numero}"
        corrido = texto(pdf_do_ato(ato), pasta)
        achado = ENUNCIADO.search(corrido)
        corpo = achado.group() if achado else corrido[corrido.index("Art. 1º") :]
        corpo = DATA.sub("a partir de [data]", corpo)
        artigos = re.sub(r" (?=Art\. \dº |[IVX]+ – )", "\n", corpo.strip())
        partes.append(f"{cabeca}\n{artigos}")
    return "\n\n".join(partes) + "\n"


@pytest.mark.parametrize("nome", ESCOLHIDOS)
def test_texto_impresso_dos_atos(nome: str, tmp_path: Path) -> None:
    caso = yaml.safe_load((CASOS / f"{nome}.yaml").read_text(encoding="utf-8"))
    cargo = no_banco(caso)
    for evento in caso["eventos"]:
        acontecer(cargo, evento)
    guardado = TEXTOS / f"{nome}.txt"
    saiu = impresso(caso["titulo"], tmp_path)
    if "REGRAVAR_TEXTOS" in os.environ:
        guardado.parent.mkdir(exist_ok=True)
        guardado.write_text(saiu, encoding="utf-8")
    assert saiu == guardado.read_text(encoding="utf-8")
