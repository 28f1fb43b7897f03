"""Certames ao acaso gravados no banco, pequenos e inteiros: das notas importadas às vagas que reabriram.

A lista sai das notas pela classificação verdadeira e as chamadas gravam-se pelo serviço que as grava; o que
não está em prova (permissões, documentos, trilha) fica de fora, para que quinhentos caibam num teste.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, timedelta
from random import Random
from typing import Any

from candidatos.consultas.apuracao import apurar_lugares
from candidatos.consultas.entradas import entradas_da_classificacao, resumo_das_entradas
from candidatos.enums import SituacaoClassificacao, SituacaoDeclaracao
from candidatos.models import (
    Autodeclaracao,
    Candidato,
    Candidatura,
    Classificacao,
    Colocacao,
    Inscricao,
    Resultado,
    RetificacaoDoResultado,
    Sorteio,
)
from concursos.consultas import regras_da_reserva
from concursos.enums import SituacaoConcurso, Tipo
from concursos.models import Cargo, Edital, Regras
from cotas import Apuracao, ErroDeEvento, ErroDeRegra, quadro_de_vagas
from nomeacoes.consultas import EstadoDoCargo, apurar_com, estado_do_cargo, evento_do_motor, planejar
from nomeacoes.enums import DesfechoDaRessalva, EfeitoDaDecisao, SituacaoNomeacao, TipoDoEvento
from nomeacoes.models import FINS_DE_RESSALVA, JUDICIAIS, Evento, Nomeacao
from nomeacoes.servicos.gravacao import gravar_chamadas
from tests import fabrica
from tests.nomeacoes.retificacoes_ao_acaso import notas, retificar

PERDAS = [
    TipoDoEvento.DESISTENCIA,
    TipoDoEvento.SEM_EFEITO,
    TipoDoEvento.ELIMINACAO,
    TipoDoEvento.NAO_CONFIRMACAO,
    TipoDoEvento.FINAL_DE_FILA,
    TipoDoEvento.FALECIMENTO,
]
RAROS = [
    TipoDoEvento.REINTEGRACAO,
    *[TipoDoEvento.SUB_JUDICE] * 2,
    TipoDoEvento.FIM_SUB_JUDICE,
    TipoDoEvento.CONDICIONAL,
    TipoDoEvento.FIM_CONDICIONAL,
    TipoDoEvento.ORDEM_JUDICIAL,
    TipoDoEvento.OPCAO,
    TipoDoEvento.DESFAZIMENTO,
]
# Dentro da vigência das leis, na véspera da de Fortaleza e depois de ela acabar.
PUBLICACOES = [date(2023, 8, 31), date(2021, 5, 19), date(2031, 5, 21)]


@dataclass
class Acaso:
    """Faz certames a partir de uma semente; os editais se partilham."""

    sorte: Random
    editais: dict[tuple[Any, ...], Edital] = field(default_factory=dict)
    feitos: int = 0

    def cargo(self) -> Cargo:
        """Um cargo homologado com os seus eventos."""
        cargo = self._cargo_que_fecha()
        self._candidatos(cargo)
        classificar(cargo)
        for _ in range(self.sorte.randint(1, 6)):
            self._acontecer(cargo)
        return cargo

    def _edital(self) -> Edital:
        lei = self.sorte.choice([fabrica.FORTALEZA] * 5 + [fabrica.CAXIAS] * 4 + [""])
        publicado_em = self.sorte.choice([*PUBLICACOES[:1] * 8, *PUBLICACOES[1:]])
        tipo = self.sorte.choice([*[Tipo.CARGO_EFETIVO] * 6, Tipo.EMPREGO_PUBLICO, Tipo.ESTAGIO])
        chave = (lei, publicado_em, tipo)
        if chave not in self.editais:
            concurso = fabrica.concurso(situacao=SituacaoConcurso.HOMOLOGADO, tipo=tipo)
            self.editais[chave] = fabrica.edital(
                concurso=concurso, publicado=True, publicado_em=publicado_em, lei=lei
            )
        return self.editais[chave]

    def _cargo_que_fecha(self) -> Cargo:
        """Sorteia regras até que o quadro feche: cota e PcD juntas podem passar do total."""
        while True:
            regras = self._regras(self._edital())
            vagas = self.sorte.choice([1, 2, 3, 4, 5, 6, 8, 10])
            self.feitos += 1
            cargo = Cargo(edital=regras.edital, regras=regras, codigo=f"A{self.feitos}", nome="Ofício")
            cargo.vagas = vagas
            try:
                quadro = quadro_de_vagas(regras_da_reserva(cargo))
            except ErroDeRegra:
                continue
            cargo.vagas_ampla, cargo.vagas_cotas = quadro.ampla, quadro.cotas
            cargo.vagas_pcd = quadro.pcd
            regras.save()
            cargo.regras = regras
            cargo.save()
            return cargo

    def _regras(self, edital: Edital) -> Regras:
        sorte = self.sorte
        posicoes = sorted(sorte.sample(range(1, 12), 3))
        serie = sorte.choice(["", "", "proporcional", "quinta_vaga", "lista"])
        pcd = sorte.random() < 0.5
        return Regras(
            edital=edital,
            nome=f"Regras ao acaso {self.feitos}",
            # A chave "negro" é a de um campo que o formato dá a todo candidato.
            provas=[
                {"chave": chave, "nome": chave, "minima": minima, "maxima": "100"}
                for chave, minima in (("pontos", "20"), ("objetiva", ""), ("negro", ""))
            ],
            nota_final="pontos",
            etapas=["Aptidão"],
            desempate=sorte.choice(
                [
                    ["idoso", "maior:objetiva", "mais_velho", "jurado", "sorteio"],
                    ["sessenta_ou_mais", "menor:negro", "jurado", "sorteio"],
                ]
            ),
            data_referencia_idade=date(2023, 12, 10),
            serie=serie,
            serie_posicoes=posicoes if serie == "lista" else [],
            dupla_contagem=sorte.choice(["", "remanejamento", "corte_fixo", "consumo"]),
            colisao=sorte.choice(["seguinte", "anterior"]),
            limiar=sorte.choice(["providas", "oferecidas"]),
            resto_caxias=sorte.choice(["antecipa", "ignora"]),
            pcd_percentual=sorte.choice(["5", "7,5", "20"]) if pcd else "",
            pcd_arredondamento=sorte.choice(["acima", "meio_acima", "abaixo"]),
            pcd_teto=sorte.choice(["", "20"]) if pcd else "",
            pcd_minimo=sorte.choice([0, 5]) if pcd else 0,
        )

    def _candidatos(self, cargo: Cargo) -> None:
        sorte, quantos = self.sorte, self.sorte.randint(3, 16)
        pessoas = Candidato.objects.bulk_create(
            Candidato(
                nome="Fulana Inventada",
                nome_busca="fulana inventada",
                nascimento=date(1940, 1, 1) + timedelta(days=sorte.randint(0, 22000)),
            )
            for _ in range(quantos)
        )
        inscricoes = Inscricao.objects.bulk_create(
            Inscricao(edital=cargo.edital, numero=f"0{cargo.pk}-{i:02d}", candidato=pessoa)
            for i, pessoa in enumerate(sorte.sample(pessoas, quantos))
        )
        Autodeclaracao.objects.bulk_create(
            Autodeclaracao(
                inscricao=inscricao,
                negro=sorte.random() < 0.35,
                indigena=sorte.random() < 0.15,
                pcd=sorte.random() < 0.25,
                situacao=sorte.choice([SituacaoDeclaracao.DECLARADA] * 8 + list(SituacaoDeclaracao)),
            )
            for inscricao in inscricoes
        )
        candidaturas = Candidatura.objects.bulk_create(
            Candidatura(inscricao=inscricao, cargo=cargo) for inscricao in inscricoes
        )
        importacao = fabrica.importacao(edital=cargo.edital)
        Resultado.objects.bulk_create(
            Resultado(
                candidatura=candidatura,
                versao=1,
                importacao=importacao,
                linha=linha,
                notas=notas(sorte),
                etapas={"Aptidão": sorte.choice(["apto"] * 9 + ["inapto"])},
                jurado=sorte.random() < 0.2,
            )
            for linha, candidatura in enumerate(candidaturas)
        )
        Sorteio.objects.bulk_create(
            Sorteio(candidatura=candidatura, numero=numero, data=date(2023, 12, 1), ata="Ata 1")
            for candidatura, numero in zip(candidaturas, sorte.sample(range(1, 99), quantos), strict=True)
        )

    def _acontecer(self, cargo: Cargo) -> None:
        estado = estado_do_cargo(cargo)
        if not estado.habilitados:
            return
        if not estado.eventos or self.sorte.random() < 0.45:
            quantidade = self.sorte.randint(1, 6)
            plano = planejar(estado, quantidade)
            if plano.chamadas:
                gravar_chamadas(plano, _evento(estado.ultima_sequencia, cargo, quantidade=quantidade))
            return
        if self.sorte.random() < 0.2:
            retificar(self.sorte, cargo, estado.ultima_sequencia, classificar)
            return
        self._registrar(cargo, estado, self._acontecimento(cargo, estado))

    def _acontecimento(self, cargo: Cargo, estado: EstadoDoCargo) -> dict[str, Any]:
        """Os campos de um evento ao acaso, que cabe ou não."""
        sorte = self.sorte
        tipo = sorte.choice(PERDAS * 2 + RAROS)
        quem = sorte.choice(estado.habilitados).id
        if tipo == TipoDoEvento.DESFAZIMENTO:
            nunca = (TipoDoEvento.CONVOCAR, TipoDoEvento.RETIFICACAO, tipo)
            desfaziveis = [e for e in estado.eventos if e.tipo not in nunca]
            return {"tipo": tipo, "desfaz": sorte.choice(desfaziveis)} if desfaziveis else {}
        campos: dict[str, Any] = {"tipo": tipo, "candidatura_id": int(quem)}
        if tipo in JUDICIAIS:
            campos["processo"] = "0001234-56.2026.8.06.0001"
        if tipo == TipoDoEvento.SUB_JUDICE:
            campos["efeito"] = sorte.choice(EfeitoDaDecisao.values)
        if tipo in FINS_DE_RESSALVA:
            campos["desfecho"] = sorte.choice(DesfechoDaRessalva.values)
        if tipo == TipoDoEvento.OPCAO:
            campos["lista"] = sorte.choice(["cotas", "pcd"])
        if tipo == TipoDoEvento.ORDEM_JUDICIAL:
            todas = [*cargo.candidaturas.order_by("pk").values_list("pk", flat=True)]
            campos["candidatura_id"] = sorte.choice(todas)
            campos["apos_id"] = sorte.choice([None, int(quem)])
            campos["lista"] = sorte.choice(["", "", "ampla", "cotas", "pcd"])
        return campos

    def _registrar(self, cargo: Cargo, estado: EstadoDoCargo, campos: dict[str, Any]) -> None:
        if not campos:
            return
        novo = evento_do_motor(Evento(cargo=cargo, **campos))
        try:
            depois = apurar_com(estado, novo)
        except ErroDeEvento:
            return
        evento = _evento(estado.ultima_sequencia, cargo, **campos)
        desfeito = campos.get("desfaz")
        if desfeito is not None:
            Nomeacao.objects.filter(encerrada_por=desfeito).update(
                situacao=SituacaoNomeacao.CONVOCADA, encerrada_por=None
            )
        quem = str(campos.get("candidatura_id", ""))
        antes, agora = estado.apuracao, depois
        if _em_vaga(antes, quem) and not _em_vaga(agora, quem):
            Nomeacao.objects.filter(candidatura=int(quem), encerrada_por=None).update(
                situacao=SituacaoNomeacao.ENCERRADA, encerrada_por=evento
            )


def _em_vaga(apuracao: Apuracao, quem: str) -> bool:
    return quem in apuracao.vaga_de or quem in apuracao.espelhos


def _evento(ultima: int, cargo: Cargo, **campos: Any) -> Evento:
    perda = {"motivo": "Motivo inventado.", "documento": "Processo nº 1/2026"}
    da_convocacao = {"tipo": TipoDoEvento.CONVOCAR}
    return Evento.objects.create(
        cargo=cargo,
        sequencia=ultima + 1,
        data=date(2026, 1, 1) + timedelta(days=ultima),
        **(campos | (perda if "tipo" in campos else da_convocacao)),
    )


def classificar(
    cargo: Cargo, *, versao: int = 1, retificacao: RetificacaoDoResultado | None = None
) -> Classificacao:
    """Homologa a lista que as notas gravadas dão."""
    entradas = entradas_da_classificacao(cargo)
    apurada = apurar_lugares(cargo, entradas)
    assert not apurada.empates, apurada.empates
    assert not apurada.faltas, apurada.faltas
    classificacao = Classificacao.objects.create(
        cargo=cargo,
        versao=versao,
        situacao=SituacaoClassificacao.HOMOLOGADA,
        entradas=resumo_das_entradas(cargo, entradas),
        retificacao=retificacao,
    )
    Colocacao.objects.bulk_create(apurada.colocacoes(classificacao))
    return classificacao
