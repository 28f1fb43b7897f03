"""O caminho comum dos passos: tranca, confere fase e pessoa, junta a peça, muda a fase, deixa trilha."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any, TypeAlias

from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import UploadedFile
from django.utils import timezone

from nucleo.auditoria import ORIGEM, elo, registrar, texto_canonico
from nucleo.calendario import TipoDePrazo, fim_do_prazo, sem_expediente_em
from nucleo.documentos import guardar_pelo_hash
from nucleo.erros import Conflito, Recusa
from nucleo.models import Usuario
from nucleo.permissoes import Autor
from procedimentos.consultas import efetivos, prazo_aberto, quem_e
from procedimentos.documentos import aceitar_anexo, conteudo_encadeado, exigir_tamanho, sha256_de
from procedimentos.enums import Contagem, EspecieDePrazo, Fase, TipoDePeca
from procedimentos.fluxo import (
    DA_ADMINISTRACAO,
    PASSOS,
    PRAZO_DA_FASE,
    PRAZOS,
    Passo,
    Quem,
    RegraDePrazo,
)
from procedimentos.models import Argumento, Peca, Prazo, PrazoDoMunicipio, Procedimento

Arquivo: TypeAlias = "UploadedFile[bytes] | None"
# Sem estes, um passo da comissão não espera a declaração de quem o pratica.
SEM_DECLARACAO = frozenset({Passo.DECLARAR})


class Autuacao:
    """Um passo em curso sobre o procedimento trancado e relido; vale dentro da transação do serviço."""

    def __init__(self, autor: Autor, procedimento: Procedimento, passo: Passo) -> None:
        """Conferidas a fase e a pessoa. `Conflito` se a fase já é outra; 403 se a pessoa é outra."""
        self.autor, self.passo, self.regra = autor, passo, PASSOS[passo]
        self.procedimento = trancar(procedimento)
        self.hoje = timezone.localdate()
        fase = Fase(self.procedimento.fase)
        if fase not in self.regra.de:
            raise Conflito(f"“{self.regra.rotulo}” não cabe: o procedimento está “{fase.label.lower()}”.")
        self.pessoa = _pessoa(autor)
        self.quem = quem_e(autor, self.procedimento) & set(self.regra.quem)
        if not self.quem:
            raise PermissionDenied(f"“{self.regra.rotulo}” cabe {' ou '.join(self.regra.quem)}.")
        if self.quem <= {Quem.PRESIDENTE, Quem.MEMBRO} and passo not in SEM_DECLARACAO:
            self._exigir_desimpedido()

    def juntar(
        self,
        tipo: TipoDePeca,
        titulo: str,
        texto: str = "",
        *,
        arquivo: Arquivo = None,
        de_quem: str = "",
        dados: Mapping[str, Any] | None = None,
    ) -> Peca:
        """Junta uma peça aos autos, com o número e o elo seguintes. `Recusa` se não tem texto nem arquivo."""
        peca = juntar(
            self.procedimento, self.pessoa, tipo, titulo, texto, arquivo=arquivo, de_quem=de_quem, dados=dados
        )
        registrar(
            autor=self.autor,
            acao=f"procedimentos.{self.passo.name.lower()}",
            objeto=self.procedimento,
            depois={"peca": peca.numero, "fase": self.procedimento.fase},
        )
        return peca

    def passar(self, *, ciencia: date | None = None, **campos: Any) -> None:
        """Passa à fase da tabela, fecha o prazo que corria e abre o da fase nova.

        `ciencia`: quando a parte soube; os prazos da administração começam hoje.
        """
        assert self.regra.para is not None
        alvo = self.procedimento
        for campo, valor in campos.items():
            setattr(alvo, campo, valor)
        alvo.fase = self.regra.para
        alvo.save(update_fields=["fase", *campos])
        aberto = prazo_aberto(alvo)
        if aberto is not None:
            aberto.encerrado = True
            aberto.save(update_fields=["encerrado"])
        especie = PRAZO_DA_FASE.get(self.regra.para)
        if especie is not None:
            inicio = self.hoje if self.regra.para in DA_ADMINISTRACAO else ciencia
            assert inicio is not None
            abrir_prazo(alvo, especie, inicio)

    def argumentar(self, peca: Peca, argumentos: Sequence[str]) -> None:
        """Guarda os argumentos da peça, um a um, para que a decisão os responda."""
        limpos = [texto.strip() for texto in argumentos if texto.strip()]
        if not limpos:
            raise Recusa("Escreva os argumentos da peça, um por linha: a decisão responde a cada um.")
        Argumento.objects.bulk_create(
            Argumento(peca=peca, ordem=ordem, texto=texto) for ordem, texto in enumerate(limpos, start=1)
        )

    def exigir_comissao_desimpedida(self) -> None:
        """`Recusa` se algum membro que vota não declarou, ou declarou impedimento."""
        for membro in efetivos(self.procedimento):
            if membro.declaracao_id is None:
                raise Recusa(f"{membro.usuario} ainda não declarou se tem impedimento. Peça que declare.")
            if membro.impedido:
                raise Recusa(f"{membro.usuario} declarou impedimento. Substitua-o antes.")

    def _exigir_desimpedido(self) -> None:
        membro = self.procedimento.membros.get(usuario=self.pessoa, saiu_por=None)
        if membro.declaracao_id is None:
            raise Recusa("Declare antes se tem impedimento: sem isso não se atua na comissão.")
        if membro.impedido:
            raise Recusa("Você declarou impedimento e não atua mais aqui: a autoridade vai substituí-lo.")


def _pessoa(autor: Autor) -> Usuario:
    if not isinstance(autor.pessoa, Usuario):
        raise Recusa("Só uma pessoa pratica atos nos autos.")
    return autor.pessoa


def trancar(procedimento: Procedimento) -> Procedimento:
    """O procedimento relido e trancado até o fim da transação: os passos vêm um de cada vez."""
    return (
        Procedimento.objects.select_for_update(of=("self",), no_key=True)
        .select_related("orgao__municipio", "inscricao__candidato", "inscricao__edital__concurso")
        .get(pk=procedimento.pk)
    )


def juntar(
    procedimento: Procedimento,
    pessoa: Usuario,
    tipo: TipoDePeca,
    titulo: str,
    texto: str = "",
    *,
    arquivo: Arquivo = None,
    de_quem: str = "",
    dados: Mapping[str, Any] | None = None,
) -> Peca:
    """Acrescenta a peça ao fim da cadeia do procedimento, que quem chama já trancou."""
    texto = texto.strip()
    if not texto and arquivo is None:
        raise Recusa(f"{tipo.label}: escreva o texto ou junte o arquivo.")
    ultima = procedimento.pecas.order_by("-numero").first()
    peca = Peca(
        procedimento=procedimento,
        numero=ultima.numero + 1 if ultima else 1,
        tipo=tipo,
        titulo=titulo[:200],
        texto=texto,
        # Como o banco o devolverá: o hash cobre o que se relê.
        dados=json.loads(texto_canonico(dados or {})),
        sha256=sha256_de(texto.encode()),
        de_quem=de_quem.strip()[:200],
        autor=pessoa,
        juntada_em=timezone.now(),
        hash_anterior=ultima.hash if ultima else ORIGEM,
    )
    if arquivo is not None:
        exigir_tamanho(arquivo.name or "", arquivo.size or 0)
        anexo = aceitar_anexo(arquivo.name or "", arquivo.read())
        peca.arquivo = guardar_pelo_hash(anexo.conteudo, anexo.caminho, anexo.sha256)
        peca.nome_original, peca.tamanho, peca.sha256 = anexo.nome, len(anexo.conteudo), anexo.sha256
    peca.hash = elo(peca.hash_anterior, conteudo_encadeado(peca))
    peca.save()
    return peca


# Prazos -------------------------------------------------------------------------------------------


def regra_do_prazo(procedimento: Procedimento, especie: EspecieDePrazo) -> RegraDePrazo:
    """A do município, se a registrou; se não, a do rito."""
    local = PrazoDoMunicipio.objects.filter(
        municipio=procedimento.orgao.municipio_id, especie=especie
    ).first()
    if local is None:
        return PRAZOS[especie]
    return RegraDePrazo(local.quantidade, Contagem(local.contagem), local.fonte)


def abrir_prazo(procedimento: Procedimento, especie: EspecieDePrazo, inicio: date) -> Prazo:
    """Abre o prazo, contado da ciência (dia não contado)."""
    regra = regra_do_prazo(procedimento, especie)
    return Prazo.objects.create(
        procedimento=procedimento,
        especie=especie,
        inicio=inicio,
        quantidade=regra.quantidade,
        contagem=regra.contagem,
        fonte=regra.fonte,
        fim=contar(procedimento, inicio, regra.quantidade, regra.contagem),
    )


def contar(procedimento: Procedimento, inicio: date, quantidade: int, contagem: str) -> date:
    """Último dia, pelo calendário do município."""
    fechado = sem_expediente_em(procedimento.orgao.municipio)
    return fim_do_prazo(inicio, quantidade, TipoDePrazo(contagem), fechado)


def dias_uteis_entre(procedimento: Procedimento, de: date, ate: date) -> int:
    """Dias com expediente de `de` a `ate`, ambos contados."""
    fechado = sem_expediente_em(procedimento.orgao.municipio)
    dias = (de + timedelta(days=passo) for passo in range((ate - de).days + 1))
    return sum(dia.weekday() < 5 and not fechado(dia) for dia in dias)


def exigir_data_passada(data: date, hoje: date, desde: date | datetime, de_que: str) -> None:
    """`Recusa` se a data é futura ou anterior ao que a permite."""
    inicio = timezone.localdate(desde) if isinstance(desde, datetime) else desde
    if data > hoje:
        raise Recusa("A data está no futuro.")
    if data < inicio:
        raise Recusa(f"A data é anterior {de_que}, de {inicio:%d/%m/%Y}.")
