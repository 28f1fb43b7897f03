"""Assinatura, numeração, cadeia e imutabilidade dos atos."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.exceptions import PermissionDenied
from django.core.files.storage import default_storage
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction

from nomeacoes import servicos
from nomeacoes.documentos import atos_com_tudo, conteudo_encadeado
from nomeacoes.models import Ato, ContadorAto, Evento, PdfDoAto, Vaga
from nomeacoes.tasks import produzir_atos
from nucleo.auditoria import ORIGEM, elo
from nucleo.enums import Papel
from nucleo.erros import Conflito, Recusa
from nucleo.models import Execucao, RegistroTrilha
from tests import fabrica
from tests.nomeacoes import mundo

pytestmark = pytest.mark.django_db


def assinar(evento: Evento, autor: object = None) -> list[Ato]:
    servicos.convocacao_assinar(autor=autor or mundo.autoridade(), evento=evento)
    return list(Ato.objects.filter(ocupacao__causa__evento=evento, situacao="assinado").order_by("posicao"))


def produzir(execucao: Execucao) -> None:
    produzir_atos(execucao, lambda feito, total, mensagem="": None)


# -- Números e cadeia -----------------------------------------------------------------------------


def test_assinar_numera_por_especie_sem_lacuna() -> None:
    evento = mundo.convocar(mundo.cargo(), 4)
    atos = assinar(evento)
    ano = mundo.HOJE.year
    assert [(a.tipo, a.numero, a.ano, a.posicao) for a in atos] == [
        ("nomeacao", 1, ano, 1),
        ("nomeacao", 2, ano, 2),
        ("nomeacao", 3, ano, 3),
        ("nomeacao", 4, ano, 4),
        ("apostila", 1, ano, 5),
    ]


def test_a_convocacao_seguinte_continua_a_numeracao() -> None:
    cargo = mundo.cargo()
    assinar(mundo.convocar(cargo, 2))
    assert [a.numero for a in assinar(mundo.convocar(cargo, 1))] == [3]


def test_cada_orgao_tem_a_sua_numeracao_e_a_sua_cadeia() -> None:
    assinar(mundo.convocar(mundo.cargo(), 2))
    outro = assinar(mundo.convocar(mundo.cargo(orgao=fabrica.orgao(sigla="SME")), 1))
    assert [(a.numero, a.posicao, a.hash_anterior) for a in outro] == [(1, 1, ORIGEM)]


def test_cada_ato_aponta_para_o_anterior() -> None:
    atos = assinar(mundo.convocar(mundo.cargo(), 3))
    assert [a.hash_anterior for a in atos] == [ORIGEM, atos[0].hash, atos[1].hash]


def test_o_hash_se_refaz_do_que_esta_guardado() -> None:
    (ato,) = assinar(mundo.convocar(mundo.cargo(), 1))
    assert elo(ato.hash_anterior, conteudo_encadeado(Ato.objects.get(pk=ato.pk))) == ato.hash


def test_assinar_recusado_nao_gasta_numero() -> None:
    cargo = mundo.cargo()
    evento = mundo.convocar(cargo, 4)
    apostila = Ato.objects.get(tipo="apostila")
    with pytest.raises(Recusa):
        servicos.ato_assinar(autor=mundo.autoridade(), ato=apostila)
    assert not ContadorAto.objects.exists()
    assert assinar(evento)[-1].numero == 1


def test_assinar_nomeia() -> None:
    cargo = mundo.cargo()
    assinar(mundo.convocar(cargo, 1))
    assert mundo.aberta(cargo, "N01").situacao == "nomeada"


def test_assinar_congela_o_que_o_documento_imprime() -> None:
    cargo = mundo.cargo()
    autor = mundo.autoridade()
    (ato,) = assinar(mundo.convocar(cargo, 1), autor)
    autor.pessoa.funcao = "Outra função"
    autor.pessoa.save()
    ato.refresh_from_db()
    assert ato.contexto["autoridade"] == {"nome": autor.pessoa.nome, "funcao": "Secretária Municipal"}
    assert (ato.contexto["numero"], ato.contexto["minuta"]) == (1, False)


def test_assinar_poe_na_fila_os_documentos_finais() -> None:
    evento = mundo.convocar(mundo.cargo(), 2)
    execucao = servicos.convocacao_assinar(autor=mundo.autoridade(), evento=evento)
    assert execucao.especie == "nomeacoes.produzir_atos"
    assert execucao.parametros == {"atos": [a.pk for a in mundo.atos(evento)]}


def test_assinar_um_ato_so() -> None:
    evento = mundo.convocar(mundo.cargo(), 2)
    primeiro, segundo = mundo.atos(evento)
    servicos.ato_assinar(autor=mundo.autoridade(), ato=segundo)
    primeiro.refresh_from_db()
    segundo.refresh_from_db()
    assert (primeiro.situacao, segundo.situacao, segundo.numero) == ("conferido", "assinado", 1)


def test_apostila_espera_o_ato_de_nomeacao_de_outra_convocacao() -> None:
    cargo = mundo.cargo()
    primeira = mundo.convocar(cargo, 3)
    segunda = mundo.convocar(cargo, 1)
    with pytest.raises(Recusa, match="Assine-o antes"):
        servicos.convocacao_assinar(autor=mundo.autoridade(), evento=segunda)
    assinar(primeira)
    assert [a.tipo for a in assinar(segunda)] == ["nomeacao", "apostila"]


def test_nao_ha_o_que_assinar_duas_vezes() -> None:
    evento = mundo.convocar(mundo.cargo(), 1)
    assinar(evento)
    with pytest.raises(Recusa, match="Não há minuta"):
        assinar(evento)


def test_ato_ja_assinado_e_conflito() -> None:
    (ato,) = assinar(mundo.convocar(mundo.cargo(), 1))
    with pytest.raises(Conflito, match="assinado"):
        servicos.ato_assinar(autor=mundo.autoridade(), ato=ato)


def test_quem_nao_tem_funcao_nao_assina() -> None:
    evento = mundo.convocar(mundo.cargo(), 1)
    autor = mundo.autoridade()
    autor.pessoa.funcao = ""
    with pytest.raises(Recusa, match="função"):
        servicos.convocacao_assinar(autor=autor, evento=evento)


@pytest.mark.parametrize("papel", [Papel.OPERADOR, Papel.COMISSAO, Papel.AUDITOR, Papel.ADMINISTRADOR])
def test_so_a_autoridade_assina(papel: Papel) -> None:
    evento = mundo.convocar(mundo.cargo(), 1)
    with pytest.raises(PermissionDenied):
        servicos.convocacao_assinar(autor=fabrica.autor(papel), evento=evento)


# -- O banco recusa mudança ----------------------------------------------------------------------


def recusa_do_banco(acao: object, mensagem: str) -> None:
    with pytest.raises(DatabaseError, match=mensagem), transaction.atomic():
        acao()


def test_ato_assinado_nao_muda() -> None:
    (ato,) = assinar(mundo.convocar(mundo.cargo(), 1))
    recusa_do_banco(lambda: Ato.objects.filter(pk=ato.pk).update(numero=99), "Ato assinado")


def test_ato_assinado_nao_se_exclui() -> None:
    (ato,) = assinar(mundo.convocar(mundo.cargo(), 1))
    recusa_do_banco(Ato.objects.filter(pk=ato.pk).delete, "Ato assinado")


def test_minuta_muda() -> None:
    mundo.convocar(mundo.cargo(), 1)
    assert Ato.objects.update(contexto={}) == 1


def test_vaga_nao_muda_de_categoria() -> None:
    mundo.convocar(mundo.cargo(), 1)
    recusa_do_banco(lambda: Vaga.objects.update(categoria="pcd"), "vaga nunca muda")


def test_vaga_nao_se_exclui() -> None:
    mundo.convocar(mundo.cargo(), 1)
    vaga = Vaga.objects.create(cargo=Vaga.objects.get().cargo, numero=9, categoria="ampla")
    recusa_do_banco(vaga.delete, "vaga nunca muda")


def test_evento_nao_muda() -> None:
    mundo.convocar(mundo.cargo(), 1)
    recusa_do_banco(lambda: Evento.objects.update(quantidade=7), "Evento registrado")


def test_evento_nao_se_exclui() -> None:
    cargo = mundo.cargo()
    servicos.desistencia_registrar(
        autor=mundo.operador(), candidatura=mundo.candidatura(cargo, "N01"), **mundo.registro()
    )
    recusa_do_banco(Evento.objects.all().delete, "Evento registrado")


def test_trilha_nao_muda() -> None:
    mundo.convocar(mundo.cargo(), 1)
    recusa_do_banco(lambda: RegistroTrilha.objects.update(acao="x"), "Registro da trilha")


def test_trilha_nao_se_exclui() -> None:
    mundo.convocar(mundo.cargo(), 1)
    recusa_do_banco(RegistroTrilha.objects.all().delete, "Registro da trilha")


# -- Documentos -----------------------------------------------------------------------------------


def test_o_trabalho_produz_um_pdf_por_ato_e_repetido_nao_produz_outro() -> None:
    mundo.convocar(mundo.cargo(), 2)
    execucao = Execucao.objects.latest("criada_em")
    produzir(execucao)
    antes = list(PdfDoAto.objects.values_list("pk", "sha256", "arquivo"))
    produzir(execucao)
    assert len(antes) == 2
    assert list(PdfDoAto.objects.values_list("pk", "sha256", "arquivo")) == antes


def test_o_arquivo_leva_o_nome_do_seu_conteudo() -> None:
    mundo.convocar(mundo.cargo(), 1)
    produzir(Execucao.objects.latest("criada_em"))
    pdf = PdfDoAto.objects.get()
    assert pdf.arquivo.name == f"atos/{pdf.sha256[:2]}/{pdf.sha256}.pdf"
    with pdf.arquivo.open("rb") as arquivo:
        assert arquivo.read(5) == b"%PDF-"


def test_arquivo_pela_metade_e_refeito() -> None:
    mundo.convocar(mundo.cargo(), 1)
    execucao = Execucao.objects.latest("criada_em")
    produzir(execucao)
    pdf = PdfDoAto.objects.get()
    inteiro = pdf.arquivo.open("rb").read()
    pdf.arquivo.close()
    with open(default_storage.path(pdf.arquivo.name), "wb") as arquivo:
        arquivo.write(inteiro[:100])
    pdf.delete()
    produzir(execucao)
    with PdfDoAto.objects.get().arquivo.open("rb") as arquivo:
        assert arquivo.read() == inteiro


def test_minuta_cancelada_nao_se_compoe() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 1)
    execucao = Execucao.objects.latest("criada_em")
    servicos.desistencia_registrar(
        autor=mundo.operador(), candidatura=mundo.candidatura(cargo, "N01"), **mundo.registro()
    )
    produzir(execucao)
    assert not PdfDoAto.objects.exists()


def test_pedir_producao_do_que_falta_e_so_do_que_falta() -> None:
    evento = mundo.convocar(mundo.cargo(), 2)
    primeiro, segundo = atos_com_tudo().filter(ocupacao__causa__evento=evento).order_by("pk")
    servicos.pdf_produzir(autor=mundo.operador(), ato=primeiro)
    execucao = servicos.atos_pedir_producao(autor=mundo.operador(), evento=evento)
    assert execucao.parametros == {"atos": [segundo.pk]}


def test_pedir_producao_sem_falta_e_recusa() -> None:
    evento = mundo.convocar(mundo.cargo(), 1)
    for ato in atos_com_tudo():
        servicos.pdf_produzir(autor=mundo.operador(), ato=ato)
    with pytest.raises(Recusa, match="já têm o seu PDF"):
        servicos.atos_pedir_producao(autor=mundo.operador(), evento=evento)


def test_muitos_atos_vao_em_lotes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nomeacoes.servicos.producao.LOTE", 2)
    mundo.convocar(mundo.cargo(), 5)
    mae = Execucao.objects.get(especie="nomeacoes.produzir_convocacao")
    assert [len(filha.parametros["atos"]) for filha in mae.filhas.order_by("titulo")] == [2, 2, 2]


# -- verificar_atos -------------------------------------------------------------------------------


def verificar() -> str:
    saida = StringIO()
    call_command("verificar_atos", stdout=saida)
    return saida.getvalue()


def por_fora(sql: str, *valores: object) -> None:
    """Muda o banco como quem o tem nas mãos: sem os gatilhos."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute("ALTER TABLE nomeacoes_ato DISABLE TRIGGER USER")
        else:
            cursor.execute("DROP TRIGGER nomeacoes_ato_sem_update")
            cursor.execute("DROP TRIGGER nomeacoes_ato_sem_delete")
        cursor.execute(sql, valores)


def test_verificar_atos_confere() -> None:
    assinar(mundo.convocar(mundo.cargo(), 4))
    assert "5 atos, conferem" in verificar()


def test_verificar_atos_acha_o_contexto_mudado() -> None:
    atos = assinar(mundo.convocar(mundo.cargo(), 3))
    por_fora("UPDATE nomeacoes_ato SET contexto = '{}' WHERE id = %s", atos[1].pk)
    with pytest.raises(CommandError, match=r"elemento 2 .*não corresponde ao hash"):
        verificar()


def test_verificar_atos_acha_a_coluna_mudada() -> None:
    atos = assinar(mundo.convocar(mundo.cargo(), 3))
    por_fora("UPDATE nomeacoes_ato SET numero = 77 WHERE id = %s", atos[2].pk)
    with pytest.raises(CommandError, match=r"elemento 3 .*não corresponde ao hash"):
        verificar()


def test_verificar_atos_acha_o_ultimo_cortado() -> None:
    atos = assinar(mundo.convocar(mundo.cargo(), 2))
    por_fora("DELETE FROM nomeacoes_ato WHERE id = %s", atos[1].pk)
    with pytest.raises(CommandError, match="falta o número 2"):
        verificar()


def test_verificar_atos_acha_o_pdf_trocado() -> None:
    evento = mundo.convocar(mundo.cargo(), 1)
    produzir(servicos.convocacao_assinar(autor=mundo.autoridade(), evento=evento))
    pdf = PdfDoAto.objects.get(assinado=True)
    with open(default_storage.path(pdf.arquivo.name), "ab") as arquivo:
        arquivo.write(b" ")
    with pytest.raises(CommandError, match="não é o que foi produzido"):
        verificar()
