"""O caminho inteiro, do banco vazio ao ato em PDF, como a pessoa do balcão o faz."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import pytest
from django.utils import timezone

from tests.navegador.balcao import IDOSO, MAIS_VELHO, Balcao, maior, texto_do_pdf

pytestmark = pytest.mark.navegador

GUARDA = Path(__file__).parents[1] / "dados/guarda_municipal_83.csv"
FORTALEZA = "fortaleza-11111-2021"
CAXIAS = "caxias-2689-2015"
SEM_EFEITO = "Sem efeito nesta lista (conta como ampla)"


def _ordem_oficial() -> list[str]:
    with GUARDA.open(encoding="cp1252", newline="") as arquivo:
        linhas = list(csv.DictReader(arquivo, delimiter=";"))
    return [linha["INSCRICAO"] for linha in sorted(linhas, key=lambda uma: int(uma["POSICAO"].rstrip("º")))]


def test_guarda_municipal_do_edital_ao_ato(balcao: Callable[[str], Balcao]):
    operador, autoridade = balcao("operador"), balcao("autoridade")
    orgao = "Secretaria Municipal de Segurança"
    balcao("administrador").cadastrar_municipio("Fortaleza", "CE", FORTALEZA, orgao, "SMS")

    edital = operador.registrar_concurso(
        f"SMS – {orgao}", "Guarda Municipal", "1/2024", date(2024, 1, 15), FORTALEZA
    )
    concurso = edital.removesuffix("edital/")
    operador.registrar_regras(
        [("ESP", "", "70"), ("GER", "", "30"), ("PONTOS", "50", "100")],
        nota_final=3,
        desempate=[IDOSO, maior(1), maior(2), MAIS_VELHO],
        referencia=date(2024, 4, 14),
        etapas=["TAF", "ES", "IS", "AP"],
    )
    assert operador.registrar_cargo("101", "Guarda Municipal", 20) == (15, 4, 1)
    autoridade.publicar(edital, "1/2024")

    operador.importar(concurso, GUARDA, {"Feminino": SEM_EFEITO})
    assert "83 linhas lidas: 83 novas, 0 alteradas, 0 inalteradas, 0 recusadas." in operador.texto()
    operador.carregar()
    operador.classificar(concurso)

    operador.seguir("Ver o resultado")
    operador.seguir("101 – Guarda Municipal")
    lista = operador.pagina.url.removeprefix(operador.endereco)
    cargo = lista.split("lista/")[0]
    lidas: list[str] = []
    while True:
        lidas += operador.pagina.locator("main tbody .inscricao").all_inner_texts()
        proxima = operador.pagina.locator("main").get_by_role("link", name="Próxima")
        if not proxima.count():
            break
        with operador.pagina.expect_navigation():
            proxima.first.click()
    assert lidas == _ordem_oficial()
    assert "83 de 83 lugares conferem com a banca" in operador.texto()

    autoridade.homologar(concurso, timezone.localdate())
    plano = operador.planejar(cargo, 5)
    assert "A vaga 3 é de reserva que não tem quem a ocupe na sua lista: reverte à ampla." in plano
    operador.confirmar()
    autoridade.abrir_a_de(operador)
    autoridade.conferir_minutas()
    autoridade.assinar()
    ato = texto_do_pdf(autoridade.ato("CÍCERO GONÇALVES ALBUQUERQUE"))
    assert "ATO DE NOMEAÇÃO Nº 1/" in ato
    assert "CÍCERO GONÇALVES ALBUQUERQUE, inscrição nº 0799511" in ato
    assert "em 1º lugar na lista geral" in ato
    assert "vaga nº 1 da ordem de provimento" in ato
    assert "Lei 11.111/2021, art. 6º" in ato
    revertida = texto_do_pdf(autoridade.ato("SEBASTIÃO BRANDÃO CONCEIÇÃO"))
    assert "vaga nº 3 da ordem de provimento" in revertida
    assert "Lei 11.111/2021, art. 4º, § 3º" in revertida

    operador.desistir(cargo, "JOÃO VÍTOR PÊ GUERRA DOS SANTOS")
    plano = operador.planejar(cargo, 1)
    assert re.search(r"Vaga 2: LÍGIA LIMA ASSUNÇÃO, por chamada na ampla", plano)


# Pessoas inventadas, da maior nota para a menor: (nome, modalidade no arquivo).
PESSOAS = [
    ("ANA LIMA", "Ampla"),
    ("BRUNO REIS", "Ampla"),
    ("CARLA DIAS", "Ampla"),
    ("DAVI NUNES", "Ampla"),
    ("ELISA PRADO", "Ampla"),
    ("FÁBIO SENA", "Ampla"),
    ("GILDA ROCHA", "Grupo 1"),
    ("HUGO TELES", "Ampla"),
    ("INÊS MOTA", "Grupo 1"),
    ("JONAS BRITO", "Ampla"),
    ("KÁTIA VALE", "Grupo 3"),
    ("LUÍS CUNHA", "Grupo 2"),
    ("MARA GOES", "Ampla"),
    ("NEI SALES", "Grupo 1"),
    ("OLGA PAIVA", "Grupo 1"),
]
GRUPOS = {"Grupo 1": "Cota: negro (preto ou pardo)", "Grupo 3": "Pessoa com deficiência"}


def _arquivo_inventado(pasta: Path) -> Path:
    caminho = pasta / "resultado.csv"
    linhas = ["Inscrição;Nome;Nota final;Nascimento;Modalidade"]
    for lugar, (nome, modalidade) in enumerate(PESSOAS):
        linhas.append(f"{lugar + 1:06d};{nome};{95 - lugar},50;0{lugar % 9 + 1}/03/1990;{modalidade}")
    caminho.write_text("\n".join(linhas) + "\n", encoding="utf-8-sig")
    return caminho


@dataclass(frozen=True)
class Certame:
    """O mesmo arquivo sob uma das leis, com dez vagas e o remanejamento como dupla contagem."""

    municipio: str
    uf: str
    lei: str
    sigla: str
    grupo_2: str
    # Gilda entra pela reserva na vaga `de_gilda`; na `libera` a ampla a alcança e a reserva é de `passa_a`.
    de_gilda: int
    libera: int
    passa_a: str
    # `desiste` deixa a vaga reservada `aberta`, que cabe a `segue` por força de `dispositivo`.
    desiste: str
    aberta: int
    segue: str
    dispositivo: str


CERTAMES = [
    # Série: 1A 2A 3C 4A 5P 6A 7A 8C 9A 10A. A lei não alcança o grupo 2.
    Certame(
        municipio="Fortaleza",
        uf="CE",
        lei=FORTALEZA,
        sigla="SEPOG",
        grupo_2=SEM_EFEITO,
        de_gilda=3,
        libera=10,
        passa_a="NEI SALES",
        desiste="INÊS MOTA",
        aberta=8,
        segue="OLGA PAIVA",
        dispositivo="Lei 11.111/2021, art. 4º, § 2º",
    ),
    # Série: 1A 2A 3A 4A 5C 6P 7A 8A 9A 10C. Negros e índios na mesma lista.
    Certame(
        municipio="Duque de Caxias",
        uf="RJ",
        lei=CAXIAS,
        sigla="SMA",
        grupo_2="Cota: indígena",
        de_gilda=5,
        libera=9,
        passa_a="INÊS MOTA",
        desiste="LUÍS CUNHA",
        aberta=10,
        segue="NEI SALES",
        dispositivo="Lei 2.689/2015, art. 3º, § 2º",
    ),
]


@pytest.mark.parametrize("certame", CERTAMES, ids=lambda c: c.sigla)
def test_reserva_desistencia_e_remanejamento(
    balcao: Callable[[str], Balcao], tmp_path: Path, certame: Certame
):
    operador, autoridade = balcao("operador"), balcao("autoridade")
    orgao = "Secretaria Municipal de Administração"
    balcao("administrador").cadastrar_municipio(
        certame.municipio, certame.uf, certame.lei, orgao, certame.sigla
    )
    edital = operador.registrar_concurso(
        f"{certame.sigla} – {orgao}", "Analista", "2/2026", date(2026, 2, 10), certame.lei
    )
    concurso = edital.removesuffix("edital/")
    operador.registrar_regras(
        [("Nota final", "50", "100")],
        nota_final=1,
        desempate=[IDOSO, MAIS_VELHO],
        referencia=date(2026, 3, 1),
        escolhas={"dupla_contagem": "remanejamento"},
    )
    assert operador.registrar_cargo("A1", "Analista", 10) == (7, 2, 1)
    autoridade.publicar(edital, "2/2026")

    operador.importar(concurso, _arquivo_inventado(tmp_path), GRUPOS | {"Grupo 2": certame.grupo_2})
    assert "15 linhas lidas: 15 novas, 0 alteradas, 0 inalteradas, 0 recusadas." in operador.texto()
    operador.carregar()
    operador.classificar(concurso)
    operador.seguir("Ver o resultado")
    operador.seguir("A1 – Analista")
    cargo = operador.pagina.url.removeprefix(operador.endereco).split("lista/")[0]
    autoridade.homologar(concurso, timezone.localdate())

    plano = operador.planejar(cargo, 10)
    assert f"Vaga {certame.libera}: {certame.passa_a}, por chamada na cota" in plano
    passagem = (
        f"passa a contar na ampla; a .+ que ocupava passa a {certame.passa_a}, na vaga {certame.libera}"
    )
    assert re.search(passagem, plano)
    operador.confirmar()
    autoridade.abrir_a_de(operador)
    autoridade.conferir_minutas()
    autoridade.assinar()
    apostila = texto_do_pdf(autoridade.ato("GILDA ROCHA", "Apostila"))
    assert f"APOSTILAR o Ato de nomeação nº {certame.de_gilda}/" in apostila
    assert f"decorre da convocação de {certame.passa_a}" in apostila
    nomeacao = texto_do_pdf(autoridade.ato(certame.passa_a))
    assert f"vaga nº {certame.libera} da ordem de provimento" in nomeacao
    pcd = texto_do_pdf(autoridade.ato("KÁTIA VALE"))
    assert "em 1º lugar na lista específica de pessoas com deficiência" in pcd
    assert "em 11º lugar na lista geral" in pcd
    autoridade.publicar_atos()
    assert "Publicado" in autoridade.texto()

    operador.desistir(cargo, certame.desiste)
    plano = operador.planejar(cargo, 1)
    assert f"Vaga {certame.aberta}: {certame.segue}, por chamada na cota" in plano
    operador.confirmar()
    autoridade.abrir_a_de(operador)
    autoridade.conferir_minutas()
    autoridade.assinar()
    assert certame.dispositivo in texto_do_pdf(autoridade.ato(certame.segue))
