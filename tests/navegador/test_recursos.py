"""Do resultado preliminar ao final: recursos de cada desfecho, e o final diz quem mudou e por quê."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.navegador.balcao import Balcao
from tests.navegador.mesa import Mesa, Pessoa, abrir

pytestmark = pytest.mark.navegador

PESSOAS = [
    Pessoa("000101", "ANA LIMA", "A1", "95,00"),
    Pessoa("000102", "BRUNO <b>REIS</b>", "A1", "92,00"),
    Pessoa("000103", "CARLA DIAS", "A1", "90,00", negro=True),
    Pessoa("000104", "DAVI NUNES", "A1", "88,00"),
    Pessoa("000105", "ELISA PRADO", "A1", "80,00", negro=True),
    Pessoa("000106", "FÁBIO SENA", "A1", "70,00", pcd=True),
    Pessoa("000201", "NEI SALES", "A2", "90,00"),
    Pessoa("000202", "OLGA PAIVA", "A2", "81,50"),
]
PRELIMINAR, PRAZO, DECISAO, FINAL = "2026-04-01", "2026-04-05", "2026-04-10", "2026-04-20"
COMPRIDA = "A questão 31 admite duas respostas, como diz o gabarito comentado da própria banca. " * 3


def test_do_preliminar_ao_final(balcao: Callable[[str], Balcao], tmp_path: Path):
    mesa = abrir(balcao, tmp_path, PESSOAS)
    _antes_do_preliminar_nao_ha_recurso(mesa)
    _divulgar(mesa, "preliminar", PRELIMINAR)
    _o_preliminar_tem_as_tres_listas(mesa)
    _registrar_os_recursos(mesa)
    _por_decidir_impedem_o_final_e_so_o_cargo_deles(mesa)
    _decidir(mesa)
    mesa.operador.classificar(mesa.concurso)
    _o_final_diz_quem_mudou_e_por_que(mesa, tmp_path)
    _quem_so_le_ve_tudo_e_nao_decide(mesa)


def _antes_do_preliminar_nao_ha_recurso(mesa: Mesa) -> None:
    operador, autoridade = mesa.operador, mesa.autoridade
    operador.ir(f"{mesa.concurso}resultados/")
    assert "Recorre-se do resultado preliminar" in operador.texto()
    assert operador.pagina.get_by_role("link", name="Registrar recurso").count() == 0
    operador.examinar()
    autoridade.ir(f"{mesa.concurso}resultados/final/divulgar/")
    assert "Divulgue antes o resultado preliminar, contra o qual cabem recursos." in autoridade.texto()
    autoridade.examinar()


def _divulgar(mesa: Mesa, especie: str, dia: str) -> None:
    autoridade = mesa.autoridade
    autoridade.ir(f"{mesa.concurso}resultados/")
    autoridade.seguir(f"Divulgar o resultado {especie}")
    campos = {"publicada_em": dia, "veiculo": "Diário Oficial nº 150"}
    # Anterior ao edital, não: a página diz por quê, e o que se escreveu continua lá.
    autoridade.preencher(campos | {"publicada_em": "2026-01-01"})
    if especie == "preliminar":
        autoridade.preencher({"recursos_ate": PRAZO})
    autoridade.enviar("Registrar a divulgação")
    assert "O resultado não pode ser anterior à publicação do edital (10/02/2026)." in autoridade.texto()
    autoridade.examinar()
    autoridade.preencher(campos)
    autoridade.enviar("Registrar a divulgação")


def _o_preliminar_tem_as_tres_listas(mesa: Mesa) -> None:
    autoridade = mesa.autoridade
    assert "Publicado em 01/04/2026, Diário Oficial nº 150. Recursos até 05/04/2026." in autoridade.texto()
    titulos = autoridade.pagina.locator("main caption").all_inner_texts()
    assert titulos == [
        "Lista geral: 6 pessoas",
        "Lista da cota: 2 pessoas",
        "Lista de PcD: 1 pessoa",
        "Lista geral: 2 pessoas",
    ]
    # O nome vem do arquivo, e escreve-se como veio: não é marcação da página.
    assert "BRUNO <b>REIS</b>" in autoridade.texto()
    assert autoridade.pagina.locator("main td b").count() == 0
    autoridade.examinar()
    autoridade.seguir("A2 – Farmacêutico")
    assert autoridade.pagina.locator("main tbody .nome").all_inner_texts() == ["NEI SALES", "OLGA PAIVA"]


def _registrar_os_recursos(mesa: Mesa) -> None:
    """Um de cada desfecho; o último chega depois do prazo."""
    for inscricao, cargo, numero, dia in (
        ("000104", "A1", "R-1", PRAZO),
        ("000102", "A1", "R-2", PRAZO),
        ("000106", "A1", "R-3", "2026-04-06"),
    ):
        _abrir_recurso(mesa, inscricao, cargo, numero, dia)
        mesa.operador.enviar("Registrar")
        assert "Recurso registrado." in mesa.operador.texto()
    _abrir_recurso(mesa, "000101", "A2", "R-4", PRAZO)
    mesa.operador.examinar()
    mesa.operador.enviar("Registrar")
    assert "Esta inscrição não concorre a este cargo." in mesa.operador.texto()
    mesa.operador.examinar()
    # O mesmo protocolo outra vez, como no botão de voltar: recusa-se.
    _abrir_recurso(mesa, "000104", "A1", "R-1", PRAZO)
    mesa.operador.enviar("Registrar")
    assert "Já há um recurso com o protocolo R-1." in mesa.operador.texto()
    mesa.operador.ir(f"{mesa.concurso}resultados/")
    assert "3 recursos" in mesa.operador.texto()
    mesa.operador.examinar()


def _abrir_recurso(mesa: Mesa, inscricao: str, cargo: str, numero: str, dia: str) -> None:
    operador = mesa.operador
    operador.ir(f"{mesa.concurso}resultados/")
    operador.seguir("Registrar recurso")
    operador.preencher({"inscricao": inscricao, "numero": numero, "recebido_em": dia, "pedido": COMPRIDA})
    operador.pagina.get_by_label("Cargo").select_option(label=_rotulo(cargo))
    operador.pagina.select_option("#id_prova", label="Objetiva")


def _rotulo(cargo: str) -> str:
    return {"A1": "A1 – Enfermeiro", "A2": "A2 – Farmacêutico"}[cargo]


def _por_decidir_impedem_o_final_e_so_o_cargo_deles(mesa: Mesa) -> None:
    autoridade = mesa.autoridade
    autoridade.ir(f"{mesa.concurso}resultados/final/divulgar/")
    assert "3 recursos esperam decisão." in autoridade.texto()
    autoridade.ir(f"{mesa.concurso}classificacao/")
    linhas = autoridade.pagina.locator("#cargos tbody tr").all_inner_texts()
    assert "3 recursos esperam decisão." in linhas[0]
    assert "Classificado" in linhas[1]
    autoridade.examinar()
    autoridade.ir(f"{mesa.concurso}homologacao/")
    assert "Enfermeiro: 3 recursos esperam decisão." in autoridade.texto()
    assert autoridade.pagina.get_by_label("A2 – Farmacêutico").is_checked()
    assert autoridade.pagina.get_by_label("A1 – Enfermeiro").is_disabled()
    autoridade.examinar()


def _decidir(mesa: Mesa) -> None:
    operador = mesa.operador
    _decisao(mesa, "R-3", "Deferido", nota_depois="75,00", total_depois="75,00")
    assert "é intempestivo, e só pode não ser conhecido" in operador.texto()
    operador.examinar()
    _decisao(mesa, "R-3", "Não conhecido")
    _decisao(mesa, "R-2", "Indeferido")
    _decisao(mesa, "R-1", "Deferido", nota_depois="191,00", total_depois="91,00")
    assert "A nota de Objetiva não passa de 100." in operador.texto()
    _decisao(mesa, "R-1", "Deferido", nota_depois="91,00", total_depois="91,00")
    assert "Recurso decidido." in operador.texto()
    operador.seguir("Deferido")
    assert "1 recurso" in operador.texto()
    assert "88,00 → 91,00" in operador.texto()
    operador.seguir("R-1")
    assert "nota nova 91,00" in operador.texto()
    operador.examinar()
    operador.ir(f"{mesa.concurso}classificacao/")
    assert "Mudou depois: classifique de novo" in operador.texto()
    operador.examinar()


def _decisao(mesa: Mesa, numero: str, decisao: str, **notas: str) -> None:
    operador = mesa.operador
    operador.ir(f"{mesa.concurso}resultados/")
    operador.seguir(numero)
    operador.pagina.select_option("#id_situacao", label=decisao)
    campos = {"fundamentacao": COMPRIDA, "decidido_por": "Banca examinadora", "decidido_em": DECISAO}
    operador.preencher(campos | notas)
    operador.enviar("Decidir")


def _o_final_diz_quem_mudou_e_por_que(mesa: Mesa, pasta: Path) -> None:
    autoridade = mesa.autoridade
    _divulgar(mesa, "final", FINAL)
    assert "Lista geral: 2 mudanças; 4 como estavam" in autoridade.texto()
    linhas = autoridade.pagina.locator("main table").first.locator("tbody tr").all_inner_texts()
    assert [linha.split("\t") for linha in linhas] == [
        ["000104", "DAVI NUNES", "4º → 3º", "88,00 → 91,00", "Recurso nº R-1, deferido"],
        ["000103", "CARLA DIAS", "3º → 4º", "90,00", "A mudança de outras pessoas"],
    ]
    assert "Lista da cota: nada mudou, 2 como estavam." in autoridade.texto()
    autoridade.examinar()
    papel = _impresso(autoridade, pasta)
    for dito in (
        "Secretaria Municipal da Saúde",
        "Recurso nº R-1, deferido",
        "Lista de PcD: 1 pessoa",
        "1 de ",
    ):
        assert dito in papel
    for botao in ("Sair", "Todos", "Registrar recurso"):
        assert botao not in papel


def _impresso(pessoa: Balcao, pasta: Path) -> str:
    pessoa.pagina.pdf(path=pasta / "final.pdf")
    saida = subprocess.run(["pdftotext", pasta / "final.pdf", "-"], capture_output=True, check=True)
    return " ".join(saida.stdout.decode().split())


def _quem_so_le_ve_tudo_e_nao_decide(mesa: Mesa) -> None:
    auditor = mesa.balcao("auditor")
    auditor.ir(f"{mesa.concurso}resultados/")
    for botao in ("Registrar recurso", "Divulgar"):
        assert botao not in auditor.texto()
    auditor.seguir("R-2")
    assert "Indeferido, em 10/04/2026, por Banca examinadora" in auditor.texto()
    auditor.examinar()
