"""Planejar e confirmar: o que se grava, o que se recusa, o que envelhece."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404

from nomeacoes import servicos
from nomeacoes.models import Ato, Evento, Nomeacao, Vaga
from nucleo.enums import Papel
from nucleo.erros import Conflito, Recusa
from nucleo.models import Execucao, RegistroTrilha
from tests import fabrica
from tests.nomeacoes import mundo

pytestmark = pytest.mark.django_db


def numeros(plano: object) -> list[tuple[int, str, str]]:
    return [(c.vaga, c.candidatura.inscricao.numero, c.ocupa) for c in plano.chamadas]


def test_o_plano_segue_a_serie_e_so_le() -> None:
    cargo = mundo.cargo()
    plano = servicos.convocacao_planejar(autor=mundo.operador(), cargo=cargo, quantidade=3)
    assert numeros(plano) == [(1, "N01", "ampla"), (2, "N02", "ampla"), (3, "N03", "cotas")]
    assert not Evento.objects.exists()
    assert not Vaga.objects.exists()


def test_o_plano_diz_os_fundamentos() -> None:
    plano = servicos.convocacao_planejar(autor=mundo.operador(), cargo=mundo.cargo(), quantidade=3)
    citacoes = [f.citacao for f in plano.chamadas[2].fundamentos]
    assert "Lei 11.111/2021, art. 4º, caput" in citacoes
    assert all(f.aplicacao for c in plano.chamadas for f in c.fundamentos)


def test_o_plano_diz_quem_se_remaneja_e_a_quem_passa_a_reserva() -> None:
    cargo = mundo.cargo()
    plano = servicos.convocacao_planejar(autor=mundo.operador(), cargo=cargo, quantidade=4)
    chamada = plano.chamadas[3]
    (remanejado,) = chamada.remanejamentos
    nome = mundo.candidatura(cargo, "N07").inscricao.candidato.nome
    assert chamada.candidatura.inscricao.numero == "N07"
    assert (remanejado.candidatura.inscricao.numero, remanejado.vaga, remanejado.de) == ("N03", 3, "cotas")
    assert remanejado.frase == f"passa a contar na ampla; a cota que ocupava passa a {nome}, na vaga 4"


def test_sem_mais_cotistas_a_reserva_remanejada_reverte() -> None:
    cargo = mundo.cargo("aacaa", vagas=5, cotas=1)
    plano = servicos.convocacao_planejar(autor=mundo.operador(), cargo=cargo, quantidade=4)
    (remanejado,) = plano.chamadas[3].remanejamentos
    assert plano.chamadas[3].candidatura.inscricao.numero == "N04"
    assert "reverte à ampla" in remanejado.frase


def test_confirmar_grava_vagas_nomeacoes_e_ocupacoes() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 4)
    assert list(Vaga.objects.values_list("numero", "categoria")) == [
        (1, "ampla"),
        (2, "ampla"),
        (3, "cotas"),
        (4, "ampla"),
    ]
    assert mundo.ocupantes(cargo) == {
        1: ("N01", "ampla"),
        2: ("N02", "ampla"),
        3: ("N03", "ampla"),
        4: ("N07", "cotas"),
    }


def test_confirmar_guarda_a_historia_do_remanejado() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 4)
    remanejada = mundo.aberta(cargo, "N03")
    causa = mundo.aberta(cargo, "N07")
    assert list(remanejada.ocupacoes.values_list("sequencia", "categoria", "causa")) == [
        (1, "cotas", remanejada.pk),
        (2, "ampla", causa.pk),
    ]


def test_confirmar_redige_minutas_e_poe_o_trabalho_na_fila() -> None:
    cargo = mundo.cargo()
    evento = mundo.convocar(cargo, 4, pronta=False)
    assert [(a.tipo, a.situacao, a.numero) for a in mundo.atos(evento)] == [
        ("nomeacao", "minuta", None),
        ("nomeacao", "minuta", None),
        ("nomeacao", "minuta", None),
        ("nomeacao", "minuta", None),
        ("apostila", "minuta", None),
    ]
    execucao = Execucao.objects.get(especie="nomeacoes.produzir_atos")
    assert execucao.parametros == {"atos": [a.pk for a in mundo.atos(evento)]}
    assert execucao.destino == f"/convocacoes/{evento.pk}/"


def test_confirmar_deixa_trilha_sem_dado_sensivel() -> None:
    cargo = mundo.cargo()
    evento = mundo.convocar(cargo, 4)
    registro = RegistroTrilha.objects.get(acao="nomeacoes.convocacao_confirmar")
    assert registro.objeto_id == str(evento.pk)
    assert "cota" not in str(registro.depois)


def test_a_vaga_reaberta_e_a_mesma_e_conserva_a_categoria_da_serie() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 4)
    servicos.desistencia_registrar(
        autor=mundo.operador(), candidatura=mundo.candidatura(cargo, "N03"), **mundo.registro()
    )
    mundo.convocar(cargo, 1, data=mundo.HOJE)
    # N03 contava na ampla quando perdeu a vaga 3: chama-se a ampla, e a vaga segue de cota na série.
    assert Vaga.objects.get(numero=3).categoria == "cotas"
    assert mundo.aberta(cargo, "N04").vaga.numero == 3
    assert mundo.aberta(cargo, "N04").categoria == "ampla"


def test_o_plano_pedido_acima_do_que_ha_diz_quantos_faltam() -> None:
    plano = servicos.convocacao_planejar(autor=mundo.operador(), cargo=mundo.cargo("aac"), quantidade=5)
    assert (len(plano.chamadas), plano.faltam) == (3, 2)


def test_lei_de_caxias_chama_cotista_na_quinta_vaga() -> None:
    cargo = mundo.cargo("aaaaaic", vagas=5, cotas=1, lei=fabrica.CAXIAS)
    plano = servicos.convocacao_planejar(autor=mundo.operador(), cargo=cargo, quantidade=5)
    assert numeros(plano)[4] == (5, "N06", "cotas")


# -- O que envelhece ------------------------------------------------------------------------------


def test_plano_velho_e_conflito_e_nada_se_grava() -> None:
    cargo = mundo.cargo()
    velho = servicos.convocacao_planejar(autor=mundo.autoridade(), cargo=cargo, quantidade=2)
    mundo.convocar(cargo, 1)
    with pytest.raises(Conflito, match="O plano mudou"):
        servicos.convocacao_confirmar(
            autor=mundo.autoridade(), cargo=cargo, quantidade=2, versao=velho.versao, data=mundo.HOJE
        )
    assert Evento.objects.count() == 1


def test_o_mesmo_plano_nao_se_confirma_duas_vezes() -> None:
    cargo = mundo.cargo()
    plano = servicos.convocacao_planejar(autor=mundo.autoridade(), cargo=cargo, quantidade=2)
    dados = {"cargo": cargo, "quantidade": 2, "versao": plano.versao, "data": mundo.HOJE}
    servicos.convocacao_confirmar(autor=mundo.autoridade(), **dados)
    with pytest.raises(Conflito):
        servicos.convocacao_confirmar(autor=mundo.autoridade(), **dados)


def test_desistencia_de_quem_nem_foi_chamado_tambem_envelhece_o_plano() -> None:
    cargo = mundo.cargo()
    plano = servicos.convocacao_planejar(autor=mundo.autoridade(), cargo=cargo, quantidade=2)
    servicos.desistencia_registrar(
        autor=mundo.operador(), candidatura=mundo.candidatura(cargo, "N10"), **mundo.registro()
    )
    with pytest.raises(Conflito):
        servicos.convocacao_confirmar(
            autor=mundo.autoridade(), cargo=cargo, quantidade=2, versao=plano.versao, data=mundo.HOJE
        )


def test_versao_de_outra_quantidade_nao_serve() -> None:
    cargo = mundo.cargo()
    plano = servicos.convocacao_planejar(autor=mundo.autoridade(), cargo=cargo, quantidade=2)
    with pytest.raises(Conflito):
        servicos.convocacao_confirmar(
            autor=mundo.autoridade(), cargo=cargo, quantidade=3, versao=plano.versao, data=mundo.HOJE
        )


# -- Conferência do que está guardado -----------------------------------------------------------


def _confirmar_mais_um(cargo: object) -> None:
    plano = servicos.convocacao_planejar(autor=mundo.autoridade(), cargo=cargo, quantidade=1)
    servicos.convocacao_confirmar(
        autor=mundo.autoridade(), cargo=cargo, quantidade=1, versao=plano.versao, data=mundo.HOJE
    )


def test_ocupacao_trocada_por_fora_impede_confirmar_e_diz_a_vaga() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 4)
    Nomeacao.objects.filter(vaga__numero=4).update(ocupa="ampla")
    with pytest.raises(Conflito, match="na vaga 4, pela ordem da lei está a inscrição N07, contando na cota"):
        _confirmar_mais_um(cargo)


def test_pessoa_trocada_por_fora_impede_confirmar_e_diz_a_vaga() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 2)
    Nomeacao.objects.filter(vaga__numero=2).update(candidatura=mundo.candidatura(cargo, "N09"))
    with pytest.raises(Conflito, match="vaga 2"):
        _confirmar_mais_um(cargo)


def test_nomeacao_apagada_por_fora_impede_confirmar() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 2)
    alvo = Nomeacao.objects.get(vaga__numero=2)
    Ato.objects.filter(nomeacao=alvo).delete()
    alvo.ocupacoes.all().delete()
    alvo.delete()
    with pytest.raises(Conflito, match="há 1 nomeações e 2 chamadas"):
        _confirmar_mais_um(cargo)


# -- Recusas --------------------------------------------------------------------------------------


def test_sem_homologacao_nao_se_convoca() -> None:
    cargo = fabrica.cargo_publicado()
    with pytest.raises(Recusa, match="homologado"):
        servicos.convocacao_planejar(autor=mundo.operador(), cargo=cargo, quantidade=1)


def test_fora_da_validade_nao_se_convoca() -> None:
    cargo = mundo.cargo()
    fabrica.datar(cargo.edital.concurso, validade_ate=mundo.HOJE - timedelta(days=1))
    with pytest.raises(Recusa, match="A validade do concurso terminou"):
        servicos.convocacao_planejar(autor=mundo.operador(), cargo=cargo, quantidade=1)


def test_prorrogado_convoca_se() -> None:
    cargo = mundo.cargo()
    fabrica.datar(
        cargo.edital.concurso, validade_ate=mundo.HOJE - timedelta(days=1), prorrogado_ate=mundo.HOJE
    )
    assert servicos.convocacao_planejar(autor=mundo.operador(), cargo=cargo, quantidade=1).chamadas


def test_no_ultimo_dia_da_validade_convoca_se() -> None:
    cargo = mundo.cargo()
    fabrica.datar(cargo.edital.concurso, validade_ate=mundo.HOJE)
    assert servicos.convocacao_planejar(autor=mundo.operador(), cargo=cargo, quantidade=1).chamadas


@pytest.mark.parametrize("quantidade", [0, -1, 1001, 10**9])
def test_quantidade_sem_sentido(quantidade: int) -> None:
    with pytest.raises(Recusa, match="de 1 a 1000"):
        servicos.convocacao_planejar(autor=mundo.operador(), cargo=mundo.cargo(), quantidade=quantidade)


def test_listas_esgotadas() -> None:
    cargo = mundo.cargo("aa")
    mundo.convocar(cargo, 2)
    with pytest.raises(Recusa, match="se esgotaram"):
        servicos.convocacao_planejar(autor=mundo.operador(), cargo=cargo, quantidade=1)


@pytest.mark.parametrize(
    ("data", "motivo"),
    [
        (mundo.HOJE + timedelta(days=1), "no futuro"),
        (mundo.HOMOLOGADO_EM - timedelta(days=1), "anterior à homologação"),
    ],
)
def test_data_sem_sentido(data, motivo: str) -> None:
    cargo = mundo.cargo()
    plano = servicos.convocacao_planejar(autor=mundo.autoridade(), cargo=cargo, quantidade=1)
    with pytest.raises(Recusa, match=motivo):
        servicos.convocacao_confirmar(
            autor=mundo.autoridade(), cargo=cargo, quantidade=1, versao=plano.versao, data=data
        )


def test_nao_se_convoca_com_data_anterior_ao_registro_que_abriu_a_vaga() -> None:
    cargo = mundo.cargo("aaa")
    mundo.convocar(cargo, 1)
    chamada = Nomeacao.objects.get()
    servicos.desistencia_registrar(
        autor=mundo.operador(), candidatura=chamada.candidatura, **mundo.registro(data=mundo.HOJE)
    )
    plano = servicos.convocacao_planejar(autor=mundo.autoridade(), cargo=cargo, quantidade=1)
    with pytest.raises(Recusa, match="anterior a um registro deste cargo: desistência"):
        servicos.convocacao_confirmar(
            autor=mundo.autoridade(),
            cargo=cargo,
            quantidade=1,
            versao=plano.versao,
            data=mundo.HOJE - timedelta(days=1),
        )


@pytest.mark.parametrize("papel", [Papel.COMISSAO, Papel.AUDITOR, Papel.ADMINISTRADOR])
def test_so_o_operador_e_a_autoridade_confirmam(papel: Papel) -> None:
    cargo = mundo.cargo()
    plano = servicos.convocacao_planejar(autor=mundo.operador(), cargo=cargo, quantidade=1)
    with pytest.raises(PermissionDenied):
        servicos.convocacao_confirmar(
            autor=fabrica.autor(papel), cargo=cargo, quantidade=1, versao=plano.versao, data=mundo.HOJE
        )


def test_fora_do_alcance_e_como_se_nao_houvesse() -> None:
    de_fora = fabrica.autor(Papel.OPERADOR, orgao=fabrica.orgao(sigla="OUTRO"))
    with pytest.raises(Http404):
        servicos.convocacao_planejar(autor=de_fora, cargo=mundo.cargo(), quantidade=1)
