"""O rito inteiro pelas páginas, por quatro pessoas; e o que as páginas recusam."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from nucleo.enums import Papel
from nucleo.models import RegistroTrilha
from procedimentos.consultas import efetivos, por_responder
from procedimentos.enums import Fase
from procedimentos.fluxo import Passo
from procedimentos.models import Peca, Procedimento
from tests import fabrica
from tests.nomeacoes import mundo as nomeacoes
from tests.procedimentos.mundo import Causa, Relogio, arquivo

pytestmark = pytest.mark.django_db
P = Passo


def entrar(autor: Any) -> Client:
    cliente = Client()
    cliente.force_login(autor.pessoa, backend="django.contrib.auth.backends.ModelBackend")
    return cliente


def praticar(causa: Causa, autor: Any, passo: Passo, **dados: Any) -> None:
    """Abre o formulário do passo e envia-o; tem de levar de volta ao procedimento."""
    endereco = reverse("procedimentos:passo", args=[causa.procedimento.pk, passo])
    cliente = entrar(autor)
    assert cliente.get(endereco).status_code == 200
    resposta = cliente.post(endereco, dados)
    erros = resposta.context["form"].errors if resposta.status_code == 200 else ""
    recusa = resposta.context.get("recusa") if resposta.status_code == 200 else ""
    assert resposta.status_code == 302, f"{passo}: {erros} {recusa}"
    causa.procedimento.refresh_from_db()


def abrir(causa: Causa) -> None:
    resposta = entrar(causa.operador).post(
        reverse("procedimentos:novo"),
        {
            "concurso": causa.cargo.edital.concurso_id,
            "numero": causa.numero,
            "origem": "denuncia",
            "de_quem": "Fulano Inventado",
            "conhecido_em": "2026-01-05",
            "fatos": "A declaração seria falsa.",
            "arquivo": arquivo("denuncia.pdf"),
        },
    )
    assert resposta.status_code == 302
    causa.procedimento = Procedimento.objects.get()


def instaurar(causa: Causa) -> None:
    a, b, c, d = [autor.pessoa.pk for autor in causa.comissao]
    praticar(
        causa,
        causa.autoridade,
        P.INSTAURAR,
        texto="Apura-se.",
        fundamento="Lei 11.111/2021, art. 2º, p.ú.",
        presidente=a,
        secretario=b,
        membros=[c],
        suplentes=[d],
        decide=causa.autoridade.pessoa.pk,
        julga_recurso=causa.recursal.pessoa.pk,
    )
    for autor in causa.comissao[:3]:
        praticar(causa, autor, P.DECLARAR)


def comunicar(causa: Causa, relogio: Relogio, expede: Passo, prova: Passo) -> None:
    praticar(causa, causa.presidente, expede, meio="pessoal", texto="Ciência.")
    praticar(causa, causa.operador, prova, ciencia_em=relogio.dia.isoformat(), texto="Recibo.")


def votos(causa: Causa, voto: str) -> dict[str, str]:
    pares = [(f"voto_{m.pk}", f"razoes_{m.pk}") for m in efetivos(causa.procedimento)]
    return {a: voto for a, _ in pares} | {b: "Pelas provas." for _, b in pares}


def respostas(causa: Causa, *, do_recurso: bool = False) -> dict[str, str]:
    achados = list(por_responder(causa.procedimento, do_recurso=do_recurso))
    return {f"acolhido_{a.pk}": "nao" for a in achados} | {
        f"resposta_{a.pk}": "Não procede." for a in achados
    }


def ate_a_decisao(causa: Causa, relogio: Relogio) -> None:
    abrir(causa)
    instaurar(causa)
    comunicar(causa, relogio, P.CITAR, P.PROVAR_CITACAO)
    manifesta = {"de_quem": "A parte", "texto": "Não é verdade.", "argumentos_da_parte": "Um.\nDois."}
    praticar(causa, causa.operador, P.DEFENDER, **manifesta, arquivo=arquivo("defesa.pdf"))
    praticar(causa, causa.operador, P.REQUERER_PROVA, de_quem="A parte", texto="Ouvir Beltrana.")
    pedido = causa.procedimento.pedidos.get()
    praticar(causa, causa.presidente, P.DECIDIR_PROVA, pedido=pedido.pk, deferido="sim", razoes="Pertinente.")
    praticar(causa, causa.comissao[1], P.PRODUZIR_PROVA, pedido=pedido.pk, texto="Depoimento.")
    praticar(causa, causa.presidente, P.REUNIR, texto="Reuniu-se.", **votos(causa, "falsa"))
    praticar(causa, causa.presidente, P.ENCERRAR_INSTRUCAO, texto="Nada mais.")
    comunicar(causa, relogio, P.INTIMAR_ALEGACOES, P.PROVAR_ALEGACOES)
    praticar(causa, causa.operador, P.ALEGAR, **manifesta)
    relatorio = {"fatos": "Fatos.", "provas": "Provas.", "proposta": "falsa"}
    praticar(causa, causa.presidente, P.RELATAR, **relatorio, **votos(causa, "falsa"))


def test_da_denuncia_a_anulacao_pelas_paginas(causa: Causa, relogio: Relogio) -> None:
    nomeacoes.convocar(causa.cargo, 3)
    ate_a_decisao(causa, relogio)
    praticar(
        causa, causa.autoridade, P.DECIDIR, resultado="falsa", texto="Pelo relatório.", **respostas(causa)
    )
    comunicar(causa, relogio, P.INTIMAR_DECISAO, P.PROVAR_DECISAO)
    praticar(
        causa, causa.operador, P.RECORRER, de_quem="A parte", texto="Recorro.", argumentos_da_parte="Três."
    )
    praticar(causa, causa.autoridade, P.MANTER, texto="Mantenho.")
    praticar(
        causa,
        causa.recursal,
        P.NEGAR_RECURSO,
        resultado="falsa",
        texto="Nego.",
        **respostas(causa, do_recurso=True),
    )
    previsto = entrar(causa.autoridade).get(
        reverse("procedimentos:passo", args=[causa.procedimento.pk, P.CUMPRIR])
    )
    assert "O que se segue" in previsto.content.decode()
    praticar(causa, causa.autoridade, P.CUMPRIR, texto="Cumpra-se.")
    assert causa.procedimento.fase == Fase.CUMPRIDO
    assert 3 not in nomeacoes.ocupantes(causa.cargo)
    pdf = entrar(causa.operador).get(reverse("procedimentos:volume", args=[causa.procedimento.pk]))
    assert pdf.content.startswith(b"%PDF-")


def test_improcedente_pelas_paginas(causa: Causa, relogio: Relogio) -> None:
    ate_a_decisao(causa, relogio)
    praticar(causa, causa.autoridade, P.JULGAR_IMPROCEDENTE, texto="As provas não bastam.")
    assert causa.procedimento.fase == Fase.IMPROCEDENTE


def test_a_pagina_so_oferece_o_que_a_pessoa_pratica_e_diz_de_quem_e_o_resto(causa: Causa) -> None:
    causa.ate_defesa()
    endereco = reverse("procedimentos:procedimento", args=[causa.procedimento.pk])
    do_operador = entrar(causa.operador).get(endereco).content.decode()
    assert "Protocolar defesa" in do_operador
    assert "Certificar decurso" not in do_operador
    do_decisor = entrar(causa.autoridade).get(endereco).content.decode()
    assert "cabe ao protocolo" in do_decisor
    auditor = fabrica.autor(Papel.AUDITOR, orgao=causa.cargo.orgao)
    assert "O que cabe agora" not in entrar(auditor).get(endereco).content.decode()


def test_passo_fora_da_fase_volta_com_a_razao_e_de_outra_pessoa_e_403(causa: Causa) -> None:
    causa.ate_defesa()
    decidir = reverse("procedimentos:passo", args=[causa.procedimento.pk, P.DECIDIR])
    resposta = entrar(causa.autoridade).post(decidir, {}, follow=True)
    assert "não cabe: prazo de defesa" in resposta.content.decode()
    decurso = reverse("procedimentos:passo", args=[causa.procedimento.pk, P.DECURSO_DA_DEFESA])
    assert entrar(causa.operador).post(decurso).status_code == 403
    inventado = reverse("procedimentos:passo", args=[causa.procedimento.pk, "inventado"])
    assert entrar(causa.operador).get(inventado).status_code == 404


def test_a_recusa_do_servico_aparece_na_pagina(causa: Causa) -> None:
    causa.ate_defesa()
    decurso = reverse("procedimentos:passo", args=[causa.procedimento.pk, P.DECURSO_DA_DEFESA])
    assert "só depois se certifica" in entrar(causa.presidente).post(decurso).content.decode()


def test_ler_uma_peca_fica_na_trilha_e_o_arquivo_so_se_guarda(causa: Causa) -> None:
    abrir(causa)
    peca = Peca.objects.get()
    cliente = entrar(causa.operador)
    assert "SHA-256" in cliente.get(reverse("procedimentos:peca", args=[peca.pk])).content.decode()
    resposta = cliente.get(reverse("procedimentos:arquivo", args=[peca.pk]))
    assert resposta["Content-Disposition"] == 'attachment; filename="denuncia.pdf"'
    assert resposta["X-Content-Type-Options"] == "nosniff"
    assert RegistroTrilha.objects.filter(acao="procedimentos.peca_ler").count() == 2


def test_inscricao_que_nao_existe_no_concurso(causa: Causa) -> None:
    resposta = entrar(causa.operador).post(
        reverse("procedimentos:novo"),
        {
            "concurso": causa.cargo.edital.concurso_id,
            "numero": "999",
            "origem": "anonima",
            "conhecido_em": "2026-01-05",
            "fatos": "Seria falsa.",
        },
    )
    assert "Não há esta inscrição" in resposta.content.decode()
