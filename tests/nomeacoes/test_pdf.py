"""O que sai impresso nos atos, e em que forma: PDF/A-2a, PDF/UA-1, os mesmos octetos a cada vez."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import outloud
import pdfua
import pikepdf
import pytest

from candidatos.models import Candidato
from concursos.enums import Tipo
from concursos.models import Concurso
from nomeacoes import servicos
from nomeacoes.documentos import atos_com_tudo, pdf_do_ato
from nomeacoes.models import Ato
from tests import fabrica
from tests.nomeacoes import mundo

pytestmark = pytest.mark.django_db

NOME_ESTRANHO = (
    'Maria d\'Ávila #let *x* $y$ \\ "Zé" @a <b> 😀 de Albuquerque Cavalcanti Figueiredo Montenegro'
)


def texto(pdf: bytes, pasta: Path) -> str:
    """O texto do PDF, em linha corrida, com os hífens de translineação desfeitos."""
    (pasta / "ato.pdf").write_bytes(pdf)
    saida = subprocess.run(
        ["pdftotext", "-raw", str(pasta / "ato.pdf"), "-"], check=True, capture_output=True, text=True
    ).stdout
    return " ".join(re.sub(r"[-\u00ad\u2010]\n", "", saida).split())


def do(numero: str, tipo: str = "nomeacao") -> Ato:
    return atos_com_tudo().get(nomeacao__candidatura__inscricao__numero=numero, tipo=tipo)


@pytest.fixture
def assinados(tmp_path: Path) -> dict[tuple[str, str], str]:
    """Texto de cada ato de uma convocação assinada, por inscrição e espécie."""
    evento = mundo.convocar(mundo.cargo(), 4)
    servicos.convocacao_assinar(autor=mundo.autoridade(), evento=evento)
    return {
        (ato.nomeacao.candidatura.inscricao.numero, ato.tipo): texto(pdf_do_ato(ato), tmp_path)
        for ato in atos_com_tudo()
    }


def test_o_ato_de_quem_e_chamado_na_ampla_nao_diz_que_se_declarou(tmp_path: Path) -> None:
    servicos.convocacao_assinar(autor=mundo.autoridade(), evento=mundo.convocar(mundo.cargo("caa"), 1))
    ato = texto(pdf_do_ato(do("N01")), tmp_path)
    assert "Lei 11.111/2021, art. 6º" in ato
    assert "art. 4º" not in ato
    assert "declarou" not in ato


# -- Ato de nomeação ------------------------------------------------------------------------------


def test_o_ato_traz_pessoa_inscricao_e_cargo(assinados: dict[tuple[str, str], str]) -> None:
    pessoa = Candidato.objects.get(inscricoes__numero="N03")
    assert f"NOMEAR, em caráter efetivo, {pessoa.nome}, inscrição nº N03" in assinados["N03", "nomeacao"]
    assert "para o cargo de provimento efetivo de Analista" in assinados["N03", "nomeacao"]


def test_o_ato_traz_numero_orgao_e_municipio(assinados: dict[tuple[str, str], str]) -> None:
    assert f"ATO DE NOMEAÇÃO Nº 3/{mundo.HOJE.year}" in assinados["N03", "nomeacao"]
    assert assinados["N03", "nomeacao"].startswith("MUNICÍPIO DE FORTALEZA SECRETARIA SEPOG")


def test_o_ato_traz_a_base_legal(assinados: dict[tuple[str, str], str]) -> None:
    ato = assinados["N03", "nomeacao"]
    assert "art. 37, inciso II, da Constituição Federal" in ato
    assert "Lei nº 11.111, de 20 de maio de 2021, do Município de Fortaleza" in ato
    assert "publicado em 31 de agosto de 2023 (Diário Oficial nº 1)" in ato
    assert "homologação do resultado final do Concurso Público nº" in ato
    assert "(Diário Oficial nº 2)" in ato


def test_estagio_admite_se_por_processo_seletivo(tmp_path: Path) -> None:
    cargo = mundo.cargo()
    Concurso.objects.filter(pk=cargo.edital.concurso_id).update(tipo=Tipo.ESTAGIO)
    cargo.edital.concurso.refresh_from_db()
    servicos.convocacao_assinar(autor=mundo.autoridade(), evento=mundo.convocar(cargo, 1))
    ato = texto(pdf_do_ato(do("N01")), tmp_path)
    assert "ATO DE ADMISSÃO Nº 1/" in ato
    assert "ADMITIR" in ato
    assert "em virtude de aprovação no Processo Seletivo nº" in ato


def test_o_ato_traz_lista_lugar_e_vaga(assinados: dict[tuple[str, str], str]) -> None:
    ato = assinados["N03", "nomeacao"]
    assert "em 3º lugar na lista geral e em 1º lugar na lista específica da cota" in ato
    assert "vaga nº 3 da ordem de provimento, reservada nos termos da Lei nº 11.111" in ato


def test_o_ato_traz_os_fundamentos_em_palavras(assinados: dict[tuple[str, str], str]) -> None:
    fundamentos = Ato.objects.get(nomeacao__vaga__numero=3, tipo="nomeacao").ocupacao.fundamentos
    assert fundamentos
    for fundamento in fundamentos:
        assert fundamento["citacao"] in assinados["N03", "nomeacao"]
        assert fundamento["aplicacao"].rstrip(".") in assinados["N03", "nomeacao"]


def test_o_ato_de_ampla_nao_diz_lugar_em_lista_especifica(assinados: dict[tuple[str, str], str]) -> None:
    assert "lista específica" not in assinados["N01", "nomeacao"]
    assert "vaga nº 1 da ordem de provimento, de ampla concorrência" in assinados["N01", "nomeacao"]


def test_o_ato_que_remaneja_diz_quem_e_para_onde(assinados: dict[tuple[str, str], str]) -> None:
    remanejada = Candidato.objects.get(inscricoes__numero="N03").nome
    ato = assinados["N07", "nomeacao"]
    assert "Parágrafo único. Com esta convocação passa a contar na ampla concorrência" in ato
    assert f"a ocupação de {remanejada}, inscrição nº N03, na vaga nº 3" in ato
    assert "reserva que passa à pessoa de que trata o art. 1º" in ato


def test_o_ato_traz_quem_assina_e_a_verificacao(assinados: dict[tuple[str, str], str]) -> None:
    ato = Ato.objects.get(nomeacao__vaga__numero=1)
    assert f"{ato.assinado_por.nome} Secretária Municipal" in assinados["N01", "nomeacao"]
    assert f"Verificação (SHA-256): {ato.hash}" in assinados["N01", "nomeacao"]


def test_o_ato_traz_lugar_e_data_por_extenso(assinados: dict[tuple[str, str], str]) -> None:
    assert re.search(r"Fortaleza, (1º|\d+) de \w+ de \d{4}\.", assinados["N01", "nomeacao"])


def test_o_ato_nao_traz_cpf(tmp_path: Path) -> None:
    cargo = mundo.cargo()
    Candidato.objects.filter(inscricoes__numero="N01").update(cpf="11144477735")
    mundo.convocar(cargo, 1)
    impresso = texto(pdf_do_ato(do("N01")), tmp_path)
    # O miolo do CPF, com e sem pontos: três algarismos só podem calhar no SHA-256 impresso.
    assert not re.search(r"444\.?777", impresso)


def test_vaga_revertida_e_dita(tmp_path: Path) -> None:
    mundo.convocar(mundo.cargo("aaaa", vagas=5, cotas=1), 3)
    assert "a vaga reverte à ampla concorrência" in texto(pdf_do_ato(do("N03")), tmp_path)


def test_vaga_que_se_abriu_de_novo_e_dita(tmp_path: Path) -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 3)
    servicos.desistencia_registrar(
        autor=mundo.operador(), candidatura=mundo.candidatura(cargo, "N03"), **mundo.registro()
    )
    mundo.convocar(cargo, 1, data=mundo.HOJE)
    impresso = texto(pdf_do_ato(do("N07")), tmp_path)
    assert "que se abriu de novo e conserva a categoria em que estava ocupada" in impresso
    assert "Lei 11.111/2021, art. 4º, § 2º" in impresso


def test_pcd_chamado_pela_lista_de_pcd(tmp_path: Path) -> None:
    mundo.convocar(mundo.cargo("aacaaaap", vagas=10, cotas=2, pcd=1), 5)
    impresso = texto(pdf_do_ato(do("N08")), tmp_path)
    assert "em 1º lugar na lista específica de pessoas com deficiência" in impresso
    assert "vaga nº 5 da ordem de provimento, reservada a pessoas com deficiência" in impresso
    assert "Constituição" in impresso


def test_emprego_publico_e_admissao(tmp_path: Path) -> None:
    from concursos.models import Concurso

    cargo = mundo.cargo()
    Concurso.objects.filter(pk=cargo.edital.concurso_id).update(tipo="emprego_publico")
    cargo.edital.concurso.refresh_from_db()
    mundo.convocar(cargo, 1)
    impresso = texto(pdf_do_ato(do("N01")), tmp_path)
    assert "ATO DE ADMISSÃO" in impresso
    assert "ADMITIR" in impresso
    assert "NOMEAR" not in impresso


def test_sem_lei_o_ato_nao_cita_lei_de_cotas(tmp_path: Path) -> None:
    mundo.convocar(mundo.cargo("aa", vagas=2, cotas=0, publicado_em=mundo.date(2021, 5, 19)), 1)
    assert "11.111, de 20" not in texto(pdf_do_ato(do("N01")), tmp_path)


def test_caxias_cita_a_sua_lei(tmp_path: Path) -> None:
    orgao = fabrica.orgao(sigla="SMA", municipio=fabrica.municipio_de_caxias())
    mundo.convocar(mundo.cargo("aaaai", vagas=5, cotas=1, lei=fabrica.CAXIAS, orgao=orgao), 5)
    impresso = texto(pdf_do_ato(do("N05")), tmp_path)
    assert "MUNICÍPIO DE DUQUE DE CAXIAS" in impresso
    assert "Lei 2.689/2015, art. 3º, § 1º" in impresso


# -- Apostila -------------------------------------------------------------------------------------


def test_a_apostila_diz_o_ato_a_vaga_a_causa_e_o_destino_da_reserva(
    assinados: dict[tuple[str, str], str],
) -> None:
    apostila = assinados["N03", "apostila"]
    causa = Candidato.objects.get(inscricoes__numero="N07").nome
    ano = mundo.HOJE.year
    assert f"APOSTILA Nº 1/{ano}" in apostila
    assert f"APOSTILAR o Ato de nomeação nº 3/{ano}, de " in apostila
    assert "inscrição nº N03" in apostila
    assert "passa a contar na ampla concorrência a partir de" in apostila
    assert "Permanecem inalterados a vaga nº 3" in apostila
    assert f"decorre da convocação de {causa}, inscrição nº N07, para a vaga nº 4" in apostila
    assert "A reserva que se libera passa a essa pessoa, na vaga nº 4." in apostila
    assert "Lei 11.111/2021, art. 4º, § 1º" in apostila


def test_a_apostila_da_reserva_que_reverte(tmp_path: Path) -> None:
    mundo.convocar(mundo.cargo("aacaa", vagas=5, cotas=1), 4)
    assert "reverte à ampla concorrência" in texto(pdf_do_ato(do("N03", "apostila")), tmp_path)


# -- Minuta ---------------------------------------------------------------------------------------


def test_a_minuta_diz_que_e_minuta_e_nao_tem_numero(tmp_path: Path) -> None:
    mundo.convocar(mundo.cargo(), 1)
    impresso = texto(pdf_do_ato(do("N01")), tmp_path)
    assert "MINUTA — sem valor" in impresso
    assert "Verificação" not in impresso
    assert not re.search(r"ATO DE NOMEAÇÃO Nº", impresso)


# -- Forma ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("numero", "tipo"), [("N01", "nomeacao"), ("N07", "nomeacao"), ("N03", "apostila")])
@pytest.mark.parametrize("assina", [False, True])
def test_pdf_acessivel_e_arquivavel(tmp_path: Path, numero: str, tipo: str, assina: bool) -> None:
    evento = mundo.convocar(mundo.cargo(), 4)
    if assina:
        servicos.convocacao_assinar(autor=mundo.autoridade(), evento=evento)
    arquivo = tmp_path / "ato.pdf"
    arquivo.write_bytes(pdf_do_ato(do(numero, tipo)))
    achados = outloud.check(str(arquivo))
    assert (achados.errors, [f.message for f in achados.sorted_findings()]) == (0, [])
    assert [f.message for f in pdfua.validate(str(arquivo)).findings] == []
    with pikepdf.open(arquivo) as pdf, pdf.open_metadata() as metadados:
        assert metadados["pdfaid:part"] == "2"
        assert metadados["pdfaid:conformance"] == "A"
        assert metadados["pdfuaid:part"] == "1"
        assert str(pdf.Root.Lang) == "pt-BR"
        assert len(pdf.pages) == 1


def test_recompor_da_os_mesmos_octetos() -> None:
    evento = mundo.convocar(mundo.cargo(), 1)
    servicos.convocacao_assinar(autor=mundo.autoridade(), evento=evento)
    assert pdf_do_ato(do("N01")) == pdf_do_ato(do("N01"))


def test_nome_estranho_nao_quebra_nem_vira_marcacao(tmp_path: Path) -> None:
    cargo = mundo.cargo()
    Candidato.objects.filter(inscricoes__numero="N01").update(nome=NOME_ESTRANHO)
    mundo.convocar(cargo, 1)
    impresso = texto(pdf_do_ato(do("N01")), tmp_path)
    assert 'Maria d\'Ávila #let *x* $y$ \\ "Zé" @a <b> � de Albuquerque' in impresso
    assert "Montenegro, inscrição nº N01" in impresso
