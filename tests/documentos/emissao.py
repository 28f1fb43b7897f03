"""Mundo e atalhos dos testes de documentos: certame de dois cargos, com nomes que provocam, e a emissão."""

from __future__ import annotations

import re
import subprocess
from datetime import date
from pathlib import Path
from typing import Any

from django.db import models

from candidatos.enums import EspecieDeDivulgacao
from candidatos.models import Divulgacao
from concursos.enums import SituacaoConcurso
from concursos.models import Cargo, Edital
from nucleo.enums import FormatoDoDocumento
from nucleo.models import Documento
from nucleo.permissoes import SISTEMA
from nucleo.servicos.documentos import documento_emitir, documento_produzir
from tests import fabrica

NOVENTA = "Maria Antonieta Guilhermina de Albuquerque Cavalcanti Figueiredo Montenegro e Sousa Bragança"
# Inscrição, nome e o que declarou; o nascimento e o CPF não saem em documento nenhum.
PESSOAS = [
    ("N01", "Zélia <b>Negrita</b> & Filhos", ""),
    ("N02", NOVENTA, "c"),
    ("N03", "Ána Maria d'Ávila", "p"),
    ("N04", "Ana Paula #let x = 1 *forte* $y$", ""),
    ("N05", "{{ contexto }} {% load static %} Sóﬁa", "c"),
    ("N06", "Anabela Sant’Anna-Reis", "d"),
    ("N07", "Ângelo Œuvre", ""),
]
CPF = "52998224725"


def certame() -> list[Cargo]:
    """Analista, com cota e PcD, e Técnico, só com cadastro de reserva, com gente inscrita nos dois."""
    regras = fabrica.regras_com_pcd(edital=edital_publicado(), nome="Regras gerais")
    analista = fabrica.cargo(regras=regras, codigo="C001", pcd=1)
    tecnico = fabrica.cargo(
        regras=regras, vagas=0, cotas=0, nome="Técnico", codigo="C002", especialidade="Redes & “Dados”"
    )
    for lugar, (numero, nome, declarou) in enumerate(PESSOAS):
        fabrica.candidatura(
            cargo=analista,
            numero=numero,
            nome=nome,
            nota=f"{90 - lugar}.50",
            cpf=CPF if lugar == 0 else "",
            negro=declarou in ("c", "d"),
            pcd=declarou in ("p", "d"),
        )
    fabrica.candidatura(cargo=tecnico, numero="T01", nome="Bruno Teixeira", nota="1070.00")
    return [analista, tecnico]


def edital_publicado(**do_concurso: Any) -> Edital:
    """Edital publicado do concurso nº 1: o que se imprime não depende do que outros testes criaram."""
    concurso = fabrica.concurso(situacao=SituacaoConcurso.PUBLICADO, **do_concurso)
    concurso.numero = 1
    concurso.save()
    return fabrica.edital(concurso=concurso, publicado=True)


def divulgar(cargos: list[Cargo], especie: EspecieDeDivulgacao) -> Divulgacao:
    """Divulga as listas correntes dos cargos."""
    nova = Divulgacao.objects.create(
        concurso=cargos[0].edital.concurso,
        especie=especie,
        numero=1,
        publicada_em=date(2024, 2, 1),
        veiculo="Diário Oficial nº 5",
        recursos_ate=date(2024, 2, 6) if especie is EspecieDeDivulgacao.PRELIMINAR else None,
    )
    nova.classificacoes.set([fabrica.classificacao(cargo=cargo) for cargo in cargos])
    return nova


def emitir(especie: str, alvo: models.Model, **opcoes: Any) -> Documento:
    return documento_emitir(autor=SISTEMA, especie=especie, alvo=alvo, opcoes=opcoes)


def produzir(documento: Documento, volume: int = 1) -> dict[str, bytes]:
    """Os octetos de cada forma do volume."""
    formas = {}
    for cada in documento_produzir(autor=SISTEMA, documento=documento, volume=volume):
        with cada.arquivo.open("rb") as arquivo:
            formas[str(cada.formato)] = arquivo.read()
    assert set(formas) == set(FormatoDoDocumento.values)
    return formas


def normalizado(texto: str) -> str:
    """Sem o que muda a cada emissão: código, hash e datas de hoje."""
    texto = re.sub(r"(?:[A-Z0-9]{4}-){3}[A-Z0-9]{4}", "[código]", texto)
    return re.sub(r"[0-9a-f]{64}", "[sha-256]", texto)


def texto_do_pdf(pdf: bytes, pasta: Path) -> str:
    """O texto do PDF, em linha corrida, com os hífens de translineação desfeitos."""
    (pasta / "lido.pdf").write_bytes(pdf)
    saida = subprocess.run(
        ["pdftotext", "-raw", str(pasta / "lido.pdf"), "-"], check=True, capture_output=True, text=True
    ).stdout
    return " ".join(re.sub(r"[-\u00ad\u2010]\n", "", saida).split())
