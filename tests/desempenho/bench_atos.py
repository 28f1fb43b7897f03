"""O PDF dos atos: um, cem, e uma folha em branco pelo mesmo compositor; e a assinatura de um e de cem.

make bench
.venv/bin/python -m pytest tests/desempenho/bench_atos.py -o python_files='bench_*.py' -s
"""

from __future__ import annotations

from pathlib import Path

import pytest
from django.utils import timezone

from nomeacoes import servicos
from nomeacoes.documentos import atos_com_tudo, pdf_do_ato
from nomeacoes.models import Ato, Evento
from nucleo.documentos import compor_pdf
from nucleo.permissoes import SISTEMA
from tests.desempenho import massa
from tests.desempenho.medida import banco, escalado, inteiro, medir, mib, ms, razao, tabela
from tests.nomeacoes import mundo

ATOS = escalado(100)
# Quantos bastam para a média de um.
AMOSTRA = 10
EM_BRANCO = """#set document(title: "Em branco")
#set text(lang: "pt", font: "Libertinus Serif")
Em branco. #sys.inputs.dados"""


@pytest.mark.django_db
def test_pdf_de_um_e_de_cem(tmp_path: Path) -> None:
    """Milissegundos por ato; a primeira composição do processo carrega as fontes.

    O compositor lembra o que já compôs: cada medida é de documentos que ainda não viu.
    """
    cargo = massa.cargo_homologado(ATOS * 3)
    atos = [_atos(mundo.convocar(cargo, quantas)) for quantas in (1, AMOSTRA, ATOS)]
    primeiro, poucos, muitos = atos
    (tmp_path / "branco.typ").write_text(EM_BRANCO)
    momento = timezone.now()

    def em_branco() -> None:
        for numero in range(AMOSTRA):
            compor_pdf(pasta=tmp_path, modelo="branco.typ", dados={"numero": numero}, momento=momento)

    fria = medir(lambda: pdf_do_ato(primeiro[0]))
    branca = medir(em_branco)
    compor = medir(lambda: [pdf_do_ato(ato) for ato in poucos])
    produzir = medir(lambda: [servicos.pdf_produzir(autor=SISTEMA, ato=ato) for ato in muitos])
    assert all(produzir.resultado)
    da_branca = branca.tempo / AMOSTRA
    linhas = [
        ("folha em branco", branca, AMOSTRA),
        ("um ato, o primeiro do processo", fria, 1),
        (f"{len(poucos)} atos, só compostos", compor, len(poucos)),
        (f"{len(muitos)} atos, compostos e guardados", produzir, len(muitos)),
    ]
    tabela(
        f"PDF dos atos, {banco()}",
        ("", "tempo", "por ato", "memória", "por ato, sobre a folha em branco"),
        [
            (nome, ms(m.tempo), ms(m.tempo / n), mib(m.pico), razao(m.tempo / n, da_branca))
            for nome, m, n in linhas
        ],
    )


def _atos(evento: Evento) -> list[Ato]:
    return list(atos_com_tudo().filter(ocupacao__causa__evento=evento).order_by("pk"))


@pytest.mark.django_db
def test_assinar_um_e_cem() -> None:
    """A assinatura numera, encadeia e guarda o contexto de cada ato; também a confirmação que os redige."""
    cargo = massa.cargo_homologado(ATOS * 3)
    operador, autoridade = mundo.operador(), mundo.autoridade()
    linhas = []
    for quantas in (1, ATOS):
        confirmar = medir(lambda q=quantas: mundo.convocar(cargo, q, autor=operador, pronta=False))
        evento = confirmar.resultado
        mundo.aprontar(evento)
        atos = Ato.objects.filter(ocupacao__causa__evento=evento).count()
        assinar = medir(lambda e=evento: servicos.convocacao_assinar(autor=autoridade, evento=e))
        for nome, medida in (("planejar e confirmar", confirmar), ("assinar", assinar)):
            linhas.append((f"{nome}, {inteiro(atos)} atos", ms(medida.tempo), ms(medida.tempo / atos)))
    tabela(f"Confirmar e assinar, {banco()}", ("", "tempo", "por ato"), linhas)
