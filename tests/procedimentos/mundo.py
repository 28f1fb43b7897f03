"""Mundo dos procedimentos: uma declaração, as pessoas de cada papel, e o rito percorrido até uma fase."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from concursos.models import Cargo
from nucleo.enums import Papel
from nucleo.permissoes import Pessoa
from procedimentos import servicos
from procedimentos.consultas import efetivos, por_responder
from procedimentos.enums import Meio, Origem, Resultado
from procedimentos.fluxo import Passo
from procedimentos.models import Procedimento
from procedimentos.servicos import DO_PASSO
from tests import fabrica
from tests.nomeacoes import mundo as nomeacoes

# Uma segunda-feira sem feriado por perto.
SEGUNDA = date(2026, 8, 10)
FUSO = ZoneInfo("America/Fortaleza")


class Relogio:
    """O dia em que o mundo está; `timezone.now` lê-o enquanto `ligar` está em vigor."""

    def __init__(self, monkeypatch: Any, dia: date) -> None:
        self.dia = dia
        self._segundo = 0
        monkeypatch.setattr(timezone, "now", self._agora)

    def _agora(self) -> datetime:
        self._segundo += 1
        meio_dia = datetime(self.dia.year, self.dia.month, self.dia.day, 12, tzinfo=FUSO)
        return (meio_dia + timedelta(milliseconds=self._segundo)).astimezone(ZoneInfo("UTC"))

    def avancar(self, dias: int) -> None:
        self.dia += timedelta(days=dias)


@dataclass
class Causa:
    """As pessoas de um procedimento e atalhos para praticar os passos."""

    cargo: Cargo
    numero: str = "N03"
    procedimento: Procedimento = field(init=False)

    def __post_init__(self) -> None:
        orgao = self.cargo.orgao
        self.operador = fabrica.autor(Papel.OPERADOR, orgao=orgao)
        self.autoridade = fabrica.autor(Papel.AUTORIDADE, orgao=orgao)
        self.recursal = fabrica.autor(Papel.AUTORIDADE, orgao=orgao)
        self.comissao = [fabrica.autor(Papel.COMISSAO, orgao=orgao) for _ in range(4)]
        self.presidente = self.comissao[0]

    @property
    def inscricao(self) -> Any:
        return nomeacoes.candidatura(self.cargo, self.numero).inscricao

    def abrir(self, **campos: Any) -> Procedimento:
        dados: dict[str, Any] = {
            "origem": Origem.DENUNCIA,
            "fatos": "A declaração seria falsa.",
            "conhecido_em": timezone.localdate(),
            "de_quem": "Fulano Inventado",
        }
        self.procedimento = servicos.procedimento_abrir(
            autor=self.operador, inscricao=self.inscricao, **(dados | campos)
        )
        return self.procedimento

    def comissao_da_portaria(self) -> servicos.Comissao:
        a, b, c, d = [autor.pessoa for autor in self.comissao]
        return servicos.Comissao(presidente=a, secretario=b, membros=[c], suplentes=[d])

    def instaurar(self, **campos: Any) -> Any:
        dados: dict[str, Any] = {
            "texto": "Apura-se a declaração.",
            "fundamento": "Lei 11.111/2021, art. 2º, p.ú.",
            "comissao": self.comissao_da_portaria(),
            "decide": self.autoridade.pessoa,
            "julga_recurso": self.recursal.pessoa,
        }
        return self.praticar(Passo.INSTAURAR, self.autoridade, **(dados | campos))

    def declarar(self, autor: Pessoa, *impedimentos: str) -> Any:
        detalhe = "Primo da parte." if impedimentos else ""
        return self.praticar(Passo.DECLARAR, autor, impedimentos=impedimentos, detalhe=detalhe)

    def declarar_todos(self) -> None:
        for autor in self.comissao[:3]:
            self.declarar(autor)

    def praticar(self, passo: Passo, autor: Pessoa, **campos: Any) -> Any:
        feito = DO_PASSO[passo](autor=autor, procedimento=self.procedimento, **campos)
        self.procedimento.refresh_from_db()
        return feito

    def citar(self, meio: Meio = Meio.PESSOAL) -> Any:
        return self.praticar(Passo.CITAR, self.presidente, meio=meio, texto="Cite-se.")

    def provar(self, passo: Passo, ciencia_em: date | None = None) -> Any:
        return self.praticar(
            passo, self.operador, ciencia_em=ciencia_em or timezone.localdate(), texto="Recibo assinado."
        )

    def manifestar(self, passo: Passo, *argumentos: str) -> Any:
        return self.praticar(
            passo,
            self.operador,
            de_quem="A parte",
            texto="Não é verdade.",
            argumentos=argumentos or ("Sou quem disse ser.",),
        )

    def votos(self, voto: Resultado = Resultado.FALSA) -> list[servicos.Voto]:
        return [servicos.Voto(membro, voto, "Pelas provas.") for membro in efetivos(self.procedimento)]

    def relatar(self, proposta: Resultado = Resultado.FALSA) -> Any:
        return self.praticar(
            Passo.RELATAR,
            self.presidente,
            fatos="Os da portaria.",
            provas="As dos autos.",
            proposta=proposta,
            votos=self.votos(proposta),
        )

    def respostas(self, *, do_recurso: bool = False) -> dict[int, servicos.Resposta]:
        argumentos = por_responder(self.procedimento, do_recurso=do_recurso)
        return {a.pk: servicos.Resposta(False, "Não procede.") for a in argumentos}

    def decidir(self, resultado: Resultado = Resultado.FALSA) -> Any:
        return self.praticar(
            Passo.DECIDIR,
            self.autoridade,
            resultado=resultado,
            texto="Pelas razões do relatório.",
            respostas=self.respostas(),
        )

    # Até uma fase --------------------------------------------------------------------------------

    def ate_defesa(self) -> Causa:
        self.abrir()
        self.instaurar()
        self.declarar_todos()
        self.citar()
        self.provar(Passo.PROVAR_CITACAO)
        return self

    def ate_instrucao(self) -> Causa:
        self.ate_defesa()
        self.manifestar(Passo.DEFENDER)
        return self

    def ate_alegacoes(self) -> Causa:
        self.ate_instrucao()
        self.praticar(Passo.ENCERRAR_INSTRUCAO, self.presidente, texto="Nada mais há a provar.")
        self.praticar(Passo.INTIMAR_ALEGACOES, self.presidente, meio=Meio.PESSOAL, texto="Alegue.")
        self.provar(Passo.PROVAR_ALEGACOES)
        return self

    def ate_decisao(self) -> Causa:
        self.ate_alegacoes()
        self.manifestar(Passo.ALEGAR, "A banca confirmou.", "Não houve dolo.")
        self.relatar()
        return self

    def ate_recurso(self, resultado: Resultado = Resultado.FALSA) -> Causa:
        self.ate_decisao()
        self.decidir(resultado)
        self.praticar(Passo.INTIMAR_DECISAO, self.operador, meio=Meio.PESSOAL, texto="Da decisão.")
        self.provar(Passo.PROVAR_DECISAO)
        return self

    def ate_encerrado(self, relogio: Relogio, resultado: Resultado = Resultado.FALSA) -> Causa:
        self.ate_recurso(resultado)
        relogio.avancar(30)
        self.praticar(Passo.DECURSO_DO_RECURSO, self.operador)
        return self


def arquivo(nome: str = "prova.pdf", conteudo: bytes = b"") -> SimpleUploadedFile:
    return SimpleUploadedFile(nome, conteudo or PDF)


def _pdf() -> bytes:
    import io

    import pikepdf

    saida = io.BytesIO()
    with pikepdf.new() as novo:
        novo.add_blank_page(page_size=(595, 842))
        novo.add_blank_page(page_size=(595, 842))
        novo.save(saida)
    return saida.getvalue()


PDF = _pdf()
