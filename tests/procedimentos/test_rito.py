"""O rito pelos serviços: o que se pratica, o que se recusa, e em que ordem."""

from __future__ import annotations

from datetime import time, timedelta

import pytest
from django.core.exceptions import PermissionDenied

from nomeacoes.enums import SituacaoNomeacao, TipoDoEvento
from nomeacoes.models import Nomeacao
from nomeacoes.servicos import posse_registrar
from nomeacoes.servicos.atos import convocacao_assinar
from nucleo.enums import Papel
from nucleo.erros import Conflito, Recusa
from nucleo.permissoes import SISTEMA
from procedimentos import servicos
from procedimentos.consultas import prazo_aberto, quem_e
from procedimentos.enums import Acesso, Fase, Meio, Origem, Resultado, TipoDePeca
from procedimentos.fluxo import Passo, Quem
from procedimentos.models import PrazoDoMunicipio
from tests import fabrica
from tests.nomeacoes import mundo as nomeacoes
from tests.procedimentos.mundo import Causa, Relogio

pytestmark = pytest.mark.django_db
P = Passo


# De ponta a ponta ---------------------------------------------------------------------------------


def test_da_denuncia_a_eliminacao_e_a_proxima_cotista(causa: Causa, relogio: Relogio) -> None:
    nomeacoes.convocar(causa.cargo, 3)
    assert nomeacoes.ocupantes(causa.cargo)[3] == ("N03", "cotas")
    causa.ate_encerrado(relogio)
    causa.praticar(P.CUMPRIR, causa.autoridade, texto="Cumpra-se.")
    assert causa.procedimento.fase == Fase.CUMPRIDO
    efeito = causa.procedimento.efeitos.get()
    assert efeito.evento.tipo == "eliminacao"
    nomeacao = Nomeacao.objects.get(candidatura=efeito.candidatura)
    assert nomeacao.situacao == SituacaoNomeacao.ENCERRADA
    assert "anula-se a nomeação na vaga 3" in efeito.peca.texto
    assert "Ministério Público" in efeito.peca.texto
    nomeacoes.convocar(causa.cargo, 1, data=relogio.dia)
    assert nomeacoes.ocupantes(causa.cargo)[3] == ("N07", "cotas")


def test_a_eliminacao_nao_se_desfaz_como_engano_e_a_justica_reintegra(causa: Causa, relogio: Relogio) -> None:
    nomeacoes.convocar(causa.cargo, 3)
    causa.ate_encerrado(relogio)
    causa.praticar(P.CUMPRIR, causa.autoridade, texto="Cumpra-se.")
    evento = causa.procedimento.efeitos.get().evento
    campos = {"data": relogio.dia, "motivo": "Engano.", "documento": "Ofício nº 1"}
    with pytest.raises(Recusa, match="não se desfaz como engano"):
        nomeacoes.servicos.evento_desfazer(autor=causa.operador, evento=evento, **campos)
    nomeacoes.convocar(causa.cargo, 1, data=relogio.dia)
    nomeacoes.servicos.acontecimento_registrar(
        autor=causa.operador,
        cargo=causa.cargo,
        acontecimento=nomeacoes.servicos.Acontecimento(
            tipo=TipoDoEvento.REINTEGRACAO,
            candidatura=nomeacoes.candidatura(causa.cargo, "N03"),
            data=relogio.dia,
            motivo="Anulada pela Justiça.",
            documento="Sentença inventada",
        ),
    )
    assert nomeacoes.ocupantes(causa.cargo)[3] == ("N07", "cotas")
    nomeacoes.convocar(causa.cargo, 1, data=relogio.dia)
    assert "N03" in {numero for numero, _ in nomeacoes.ocupantes(causa.cargo).values()}


def test_depois_da_posse_anula_se_a_admissao(causa: Causa, relogio: Relogio) -> None:
    evento = nomeacoes.convocar(causa.cargo, 3)
    convocacao_assinar(autor=nomeacoes.autoridade(), evento=evento)
    nomeacao = nomeacoes.aberta(causa.cargo, "N03")
    posse_registrar(autor=nomeacoes.operador(), nomeacao=nomeacao, data=relogio.dia, documento="Termo nº 1")
    causa.ate_encerrado(relogio)
    peca = causa.praticar(P.CUMPRIR, causa.autoridade, texto="Cumpra-se.")
    assert "anula-se a admissão na vaga 3" in peca.texto


def test_desistencia_nao_acaba_com_o_procedimento(causa: Causa, relogio: Relogio) -> None:
    nomeacoes.convocar(causa.cargo, 3)
    causa.ate_recurso()
    nomeacoes.servicos.desistencia_registrar(
        autor=nomeacoes.operador(),
        candidatura=nomeacoes.candidatura(causa.cargo, "N03"),
        **nomeacoes.registro(),
    )
    relogio.avancar(30)
    causa.praticar(P.DECURSO_DO_RECURSO, causa.operador)
    peca = causa.praticar(P.CUMPRIR, causa.autoridade, texto="Cumpra-se.")
    assert causa.procedimento.fase == Fase.CUMPRIDO
    assert "nada muda" in peca.texto
    assert not causa.procedimento.efeitos.exists()


def test_improcedente_acaba_e_nada_muda_ao_candidato(causa: Causa) -> None:
    nomeacoes.convocar(causa.cargo, 3)
    causa.ate_decisao()
    causa.praticar(P.JULGAR_IMPROCEDENTE, causa.autoridade, texto="As provas não bastam.")
    assert causa.procedimento.fase == Fase.IMPROCEDENTE
    assert nomeacoes.ocupantes(causa.cargo)[3] == ("N03", "cotas")
    with pytest.raises(Conflito):
        causa.praticar(P.CUMPRIR, causa.autoridade, texto="Cumpra-se.")


def test_recurso_mantido_julga_se_por_outra_autoridade_e_nao_agrava(causa: Causa) -> None:
    causa.ate_recurso(Resultado.NAO_CONFIRMADA)
    causa.manifestar(P.RECORRER, "A banca errou.")
    causa.praticar(P.MANTER, causa.autoridade, texto="Mantenho.")
    campos = {"texto": "Nego.", "respostas": causa.respostas(do_recurso=True)}
    with pytest.raises(PermissionDenied):
        causa.praticar(P.NEGAR_RECURSO, causa.autoridade, resultado=Resultado.NAO_CONFIRMADA, **campos)
    with pytest.raises(Recusa, match="não agrava"):
        causa.praticar(P.NEGAR_RECURSO, causa.recursal, resultado=Resultado.FALSA, **campos)
    with pytest.raises(Recusa, match="cada argumento"):
        causa.praticar(
            P.NEGAR_RECURSO,
            causa.recursal,
            resultado=Resultado.NAO_CONFIRMADA,
            texto="Nego.",
            respostas={},
        )
    causa.praticar(P.NEGAR_RECURSO, causa.recursal, resultado=Resultado.NAO_CONFIRMADA, **campos)
    assert causa.procedimento.fase == Fase.ENCERRADO


def test_recurso_provido_ou_decisao_reconsiderada_e_improcedente(causa: Causa) -> None:
    causa.ate_recurso()
    causa.manifestar(P.RECORRER, "A banca errou.")
    causa.praticar(P.RECONSIDERAR, causa.autoridade, texto="Reconsidero.")
    assert (causa.procedimento.fase, causa.procedimento.resultado) == (Fase.IMPROCEDENTE, "improcedente")


def test_nao_confirmada_deixa_so_a_lista_da_cota(causa: Causa, relogio: Relogio) -> None:
    causa.ate_encerrado(relogio, Resultado.NAO_CONFIRMADA)
    causa.praticar(P.CUMPRIR, causa.autoridade, texto="Cumpra-se.")
    assert causa.procedimento.efeitos.get().evento.tipo == "nao_confirmacao"


def test_nao_confirmada_depois_da_posse_nao_se_cumpre_em_falso(causa: Causa, relogio: Relogio) -> None:
    """A posse só a eliminação a desfaz: recusa-se, e os autos não dizem que nada muda."""
    convocacao_assinar(autor=nomeacoes.autoridade(), evento=nomeacoes.convocar(causa.cargo, 3))
    nomeacao = nomeacoes.aberta(causa.cargo, "N03")
    posse_registrar(autor=nomeacoes.operador(), nomeacao=nomeacao, data=relogio.dia, documento="Termo nº 1")
    causa.ate_encerrado(relogio, Resultado.NAO_CONFIRMADA)
    pecas = causa.procedimento.pecas.count()
    with pytest.raises(Recusa):
        causa.praticar(P.CUMPRIR, causa.autoridade, texto="Cumpra-se.")
    assert causa.procedimento.pecas.count() == pecas
    assert causa.procedimento.fase == Fase.ENCERRADO
    assert not causa.procedimento.efeitos.exists()


# Abertura e comissão ------------------------------------------------------------------------------


def test_um_so_corre_sobre_a_declaracao_e_o_arquivado_deixa_abrir_outro(causa: Causa) -> None:
    causa.abrir()
    with pytest.raises(Recusa, match="já corre"):
        causa.abrir(fatos="Outros.")
    causa.praticar(P.ARQUIVAR, causa.autoridade, razoes="Sem indício.")
    assert causa.abrir().numero == 2


def test_os_mesmos_fatos_nao_se_julgam_de_novo(causa: Causa) -> None:
    causa.ate_decisao()
    causa.praticar(P.JULGAR_IMPROCEDENTE, causa.autoridade, texto="As provas não bastam.")
    with pytest.raises(Recusa, match="não se julgam de novo"):
        causa.abrir(fatos="a declaração  seria FALSA.", fatos_novos="Diz que há.")
    with pytest.raises(Recusa, match="fatos novos"):
        causa.abrir(fatos="Outros fatos.")
    assert causa.abrir(fatos="Outros fatos.", fatos_novos="Uma fotografia de 2026.").fase == Fase.TRIAGEM


def test_sem_declaracao_nao_ha_o_que_apurar_e_so_a_anonima_dispensa_nome(causa: Causa) -> None:
    with pytest.raises(Recusa, match="não tem autodeclaração"):
        servicos.procedimento_abrir(
            autor=causa.operador,
            inscricao=nomeacoes.candidatura(causa.cargo, "N01").inscricao,
            origem=Origem.ANONIMA,
            fatos="Seria falsa.",
            conhecido_em=nomeacoes.HOJE,
        )
    with pytest.raises(Recusa, match="quem denuncia"):
        causa.abrir(de_quem="")
    assert causa.abrir(de_quem="Alguém", origem=Origem.ANONIMA).pecas.get().de_quem == ""


def test_o_sistema_nao_pratica_ato_nos_autos(causa: Causa) -> None:
    with pytest.raises(Recusa, match="uma pessoa"):
        servicos.procedimento_abrir(
            autor=SISTEMA,
            inscricao=causa.inscricao,
            origem=Origem.ANONIMA,
            fatos="Seria falsa.",
            conhecido_em=nomeacoes.HOJE,
        )


def test_comissao_irregular_nao_instaura(causa: Causa) -> None:
    causa.abrir()
    a, b, c, d = [autor.pessoa for autor in causa.comissao]
    par = servicos.Comissao(presidente=a, secretario=b, membros=[c, d], suplentes=[a])
    with pytest.raises(Recusa) as recusa:
        causa.instaurar(comissao=par)
    assert any("par" in detalhe for detalhe in recusa.value.detalhes)
    assert any("duas vezes" in detalhe for detalhe in recusa.value.detalhes)
    with pytest.raises(Recusa, match="duas autoridades"):
        causa.instaurar(julga_recurso=causa.autoridade.pessoa)
    causa.autoridade.pessoa.atribuicoes.create(papel=Papel.COMISSAO, orgao=causa.cargo.orgao)
    dentro = servicos.Comissao(presidente=causa.autoridade.pessoa, secretario=b, membros=[c], suplentes=[d])
    with pytest.raises(Recusa, match="não decide nem julga"):
        causa.instaurar(comissao=dentro)
    assert causa.procedimento.pecas.count() == 1


def test_quem_e_da_comissao_nao_e_autoridade_do_mesmo_procedimento(causa: Causa) -> None:
    causa.ate_defesa()
    causa.presidente.pessoa.atribuicoes.create(papel=Papel.AUTORIDADE, orgao=causa.cargo.orgao)
    refeito = type(causa.presidente)(causa.presidente.pessoa)
    assert quem_e(refeito, causa.procedimento) == {Quem.PRESIDENTE}


def test_sem_declarar_nao_se_cita_e_o_impedido_substitui_se(causa: Causa) -> None:
    causa.abrir()
    causa.instaurar()
    with pytest.raises(Recusa, match="Declare antes"):
        causa.citar()
    causa.declarar(causa.presidente)
    causa.declarar(causa.comissao[1], "parentesco")
    causa.declarar(causa.comissao[2])
    with pytest.raises(Recusa, match="declarou impedimento"):
        causa.citar()
    membros = {m.usuario_id: m for m in causa.procedimento.membros.all()}
    sai, entra = (membros[causa.comissao[i].pessoa.pk] for i in (1, 3))
    causa.praticar(P.SUBSTITUIR, causa.autoridade, membro=sai, suplente=entra, motivo="Parentesco.")
    with pytest.raises(Recusa, match="ainda não declarou"):
        causa.citar()
    causa.declarar(causa.comissao[3])
    causa.citar()
    assert causa.procedimento.membros.get(usuario=causa.comissao[3].pessoa).funcao == "secretario"
    with pytest.raises(PermissionDenied):
        causa.declarar(causa.comissao[1])


# Comunicações e prazos ----------------------------------------------------------------------------


def test_edital_so_depois_de_duas_tentativas_frustradas(causa: Causa) -> None:
    causa.abrir()
    causa.instaurar()
    causa.declarar_todos()
    for meio in (Meio.PESSOAL, Meio.CORREIO):
        with pytest.raises(Recusa, match="último recurso"):
            causa.citar(Meio.EDITAL)
        causa.citar(meio)
        with pytest.raises(Recusa, match="espera a prova"):
            causa.citar(Meio.PESSOAL)
        causa.praticar(P.FRUSTRAR, causa.operador, texto="Não encontrada.")
    causa.citar(Meio.EDITAL)
    causa.provar(P.PROVAR_CITACAO)
    assert causa.procedimento.fase == Fase.DEFESA


def test_email_so_a_quem_o_aceitou(causa: Causa) -> None:
    causa.abrir()
    causa.instaurar()
    causa.declarar_todos()
    with pytest.raises(Recusa, match="aceitou"):
        causa.citar(Meio.EMAIL)


def test_sem_citacao_nao_ha_ciencia_e_a_ciencia_nao_e_futura_nem_anterior(causa: Causa) -> None:
    causa.abrir()
    causa.instaurar()
    with pytest.raises(Recusa, match="expeça-a antes"):
        causa.provar(P.PROVAR_CITACAO)
    causa.declarar_todos()
    causa.citar()
    for dias, palavra in ((1, "futuro"), (-1, "anterior")):
        with pytest.raises(Recusa, match=palavra):
            causa.provar(P.PROVAR_CITACAO, nomeacoes.HOJE + timedelta(days=dias))


def test_prazo_conta_da_ciencia_e_diz_de_onde_vem(causa: Causa, relogio: Relogio) -> None:
    causa.ate_defesa()
    prazo = prazo_aberto(causa.procedimento)
    assert prazo is not None
    assert prazo.inicio == relogio.dia
    assert prazo.fim >= relogio.dia + timedelta(days=10)
    assert "art. 44" in prazo.fonte
    relogio.dia = prazo.fim
    with pytest.raises(Recusa, match="só depois"):
        causa.praticar(P.DECURSO_DA_DEFESA, causa.presidente)
    relogio.avancar(1)
    certidao = causa.praticar(P.DECURSO_DA_DEFESA, causa.comissao[1])
    assert "não é confissão" in certidao.texto
    assert causa.procedimento.fim_da_defesa == certidao


def test_prazo_do_municipio_vale_em_lugar_do_do_rito(causa: Causa) -> None:
    PrazoDoMunicipio.objects.create(
        municipio=causa.cargo.orgao.municipio,
        especie="defesa",
        quantidade=15,
        contagem="uteis",
        fonte="Lei municipal inventada nº 1/2000, art. 3º",
    )
    causa.ate_defesa()
    prazo = prazo_aberto(causa.procedimento)
    assert prazo is not None
    assert (prazo.quantidade, prazo.contagem) == (15, "uteis")


def test_suspenso_nao_decorre_e_retomado_corre_o_que_restava(causa: Causa, relogio: Relogio) -> None:
    causa.ate_defesa()
    relogio.avancar(2)
    causa.praticar(P.SUSPENDER, causa.presidente, motivo="Enchente.")
    relogio.avancar(40)
    with pytest.raises(Recusa, match="suspenso"):
        causa.praticar(P.DECURSO_DA_DEFESA, causa.presidente)
    antes = prazo_aberto(causa.procedimento)
    assert antes is not None
    assert antes.suspenso_em is not None
    restava = (antes.fim - antes.suspenso_em).days
    prazo = causa.praticar(P.RETOMAR, causa.presidente, motivo="Passou.")
    assert prazo.fim >= relogio.dia + timedelta(days=restava)


def test_prorroga_quem_conduz_e_a_administracao_so_por_igual_periodo(causa: Causa, relogio: Relogio) -> None:
    causa.ate_defesa()
    with pytest.raises(PermissionDenied):
        causa.praticar(P.PRORROGAR, causa.autoridade, dias=5, motivo="A pedido.")
    antes = prazo_aberto(causa.procedimento)
    assert antes is not None
    assert causa.praticar(P.PRORROGAR, causa.presidente, dias=5, motivo="A pedido.").fim > antes.fim
    relogio.avancar(1)
    causa.manifestar(P.DEFENDER)
    causa.praticar(P.ENCERRAR_INSTRUCAO, causa.presidente, texto="Nada mais.")
    causa.praticar(P.INTIMAR_ALEGACOES, causa.presidente, meio=Meio.PESSOAL, texto="Alegue.")
    causa.provar(P.PROVAR_ALEGACOES)
    causa.manifestar(P.ALEGAR)
    with pytest.raises(Recusa, match="igual período"):
        causa.praticar(P.PRORROGAR, causa.presidente, dias=16, motivo="Complexo.")


def test_defesa_fora_do_prazo_recebe_se_antes_da_certidao_e_fica_dito(causa: Causa, relogio: Relogio) -> None:
    causa.ate_defesa()
    relogio.avancar(40)
    assert causa.manifestar(P.DEFENDER).dados["fora_do_prazo"] is True


# Instrução e decisão ------------------------------------------------------------------------------


def test_prova_decide_se_e_junta_se_antes_de_encerrar(causa: Causa) -> None:
    causa.ate_instrucao()
    pedido = causa.praticar(
        P.REQUERER_PROVA, causa.operador, de_quem="A parte", texto="Ouvir a testemunha Beltrana."
    )
    with pytest.raises(Recusa, match="espera a decisão"):
        causa.praticar(P.ENCERRAR_INSTRUCAO, causa.presidente, texto="Nada mais.")
    with pytest.raises(Recusa, match="deferida"):
        causa.praticar(P.PRODUZIR_PROVA, causa.presidente, pedido=pedido, texto="Depoimento.")
    with pytest.raises(Recusa, match="razões"):
        causa.praticar(P.DECIDIR_PROVA, causa.presidente, pedido=pedido, deferido=False, razoes=" ")
    causa.praticar(P.DECIDIR_PROVA, causa.presidente, pedido=pedido, deferido=True, razoes="Pertinente.")
    with pytest.raises(Recusa, match="espera a prova"):
        causa.praticar(P.ENCERRAR_INSTRUCAO, causa.presidente, texto="Nada mais.")
    causa.praticar(P.PRODUZIR_PROVA, causa.comissao[1], pedido=pedido, texto="Depoimento.")
    causa.praticar(P.ENCERRAR_INSTRUCAO, causa.presidente, texto="Nada mais.")


def test_audiencia_com_tres_dias_uteis_de_aviso_provado(causa: Causa, relogio: Relogio) -> None:
    causa.ate_instrucao()
    campos = {"hora": time(9), "lugar": "Sala 1", "meio": Meio.PESSOAL}
    with pytest.raises(Recusa, match="dias úteis antes"):
        causa.praticar(P.DESIGNAR_AUDIENCIA, causa.presidente, data=relogio.dia + timedelta(days=1), **campos)
    audiencia = causa.praticar(
        P.DESIGNAR_AUDIENCIA, causa.presidente, data=relogio.dia + timedelta(days=10), **campos
    )
    with pytest.raises(Recusa, match="A audiência é em"):
        causa.praticar(P.REALIZAR_AUDIENCIA, causa.presidente, ata="Compareceu.")
    relogio.dia = audiencia.data
    with pytest.raises(Recusa, match="não foi intimada"):
        causa.praticar(P.REALIZAR_AUDIENCIA, causa.presidente, ata="Compareceu.")
    with pytest.raises(Recusa, match="não há 3 dias úteis"):
        causa.provar(P.PROVAR_AUDIENCIA)
    causa.provar(P.PROVAR_AUDIENCIA, relogio.dia - timedelta(days=10))
    causa.praticar(P.REALIZAR_AUDIENCIA, causa.presidente, ata="Compareceu.", gravacao="Acervo nº 3")
    causa.praticar(P.ENCERRAR_INSTRUCAO, causa.presidente, texto="Nada mais.")


def test_votam_todos_com_razoes_e_a_proposta_e_a_da_maioria(causa: Causa) -> None:
    causa.ate_alegacoes()
    causa.manifestar(P.ALEGAR)
    campos = {"fatos": "Os da portaria.", "provas": "As dos autos.", "proposta": Resultado.FALSA}
    with pytest.raises(Recusa, match="faltam ou sobram"):
        causa.praticar(P.RELATAR, causa.presidente, votos=causa.votos()[:2], **campos)
    divididos = [
        servicos.Voto(voto.membro, resultado, voto.razoes)
        for voto, resultado in zip(causa.votos(), Resultado, strict=True)
    ]
    with pytest.raises(Recusa, match="maioria"):
        causa.praticar(P.RELATAR, causa.presidente, votos=divididos, **campos)
    with pytest.raises(Recusa, match="A proposta é a da maioria"):
        causa.praticar(P.RELATAR, causa.presidente, votos=causa.votos(Resultado.IMPROCEDENTE), **campos)
    vencida = [*causa.votos()[:2], servicos.Voto(causa.votos()[2].membro, Resultado.IMPROCEDENTE, "Dúvida.")]
    peca = causa.praticar(P.RELATAR, causa.presidente, votos=vencida, **campos)
    assert "Improcedente. Dúvida." in peca.texto


def test_decisao_responde_a_cada_argumento_da_parte(causa: Causa) -> None:
    causa.ate_decisao()
    respostas = causa.respostas()
    assert len(respostas) == 3
    faltando = dict(list(respostas.items())[:2])
    with pytest.raises(Recusa) as recusa:
        causa.praticar(
            P.DECIDIR,
            causa.autoridade,
            resultado=Resultado.FALSA,
            texto="Pelo relatório.",
            respostas=faltando,
        )
    assert "Não houve dolo." in recusa.value.detalhes[0]
    causa.decidir()
    assert causa.respostas() == {}


def test_so_quem_a_portaria_designou_decide(causa: Causa) -> None:
    causa.ate_decisao()
    outra = fabrica.autor(Papel.AUTORIDADE, orgao=causa.cargo.orgao)
    for autor in (causa.recursal, outra, causa.presidente, causa.operador):
        with pytest.raises(PermissionDenied):
            causa.praticar(P.JULGAR_IMPROCEDENTE, autor, texto="Não.")


def test_passo_fora_da_fase_e_conflito(causa: Causa) -> None:
    causa.ate_defesa()
    with pytest.raises(Conflito, match="prazo de defesa"):
        causa.relatar()


# Autos --------------------------------------------------------------------------------------------


def test_peca_restrita_guarda_o_numero_e_so_a_causa_a_le(causa: Causa) -> None:
    causa.ate_instrucao()
    peca = causa.praticar(
        P.JUNTAR, causa.operador, titulo="Laudo", de_quem="Órgão", texto="Dado de terceiro."
    )
    assert servicos.peca_ler(autor=causa.operador, peca=peca).aberta
    causa.praticar(
        P.RESTRINGIR, causa.presidente, peca=peca, acesso=Acesso.RESTRITA, razoes="Dado de terceiro."
    )
    with pytest.raises(PermissionDenied):
        servicos.peca_ler(autor=causa.operador, peca=peca)
    for autor in (causa.presidente, causa.autoridade, fabrica.autor(Papel.AUDITOR, orgao=causa.cargo.orgao)):
        assert servicos.peca_ler(autor=autor, peca=peca).peca == peca


def test_peca_que_prova_o_rito_nao_se_restringe(causa: Causa) -> None:
    causa.ate_instrucao()
    defesa = causa.procedimento.pecas.get(tipo=TipoDePeca.DEFESA)
    with pytest.raises(Recusa, match="prova o rito"):
        causa.praticar(
            P.RESTRINGIR, causa.presidente, peca=defesa, acesso=Acesso.DESENTRANHADA, razoes="Não."
        )
