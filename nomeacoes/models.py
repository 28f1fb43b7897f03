"""Vagas, eventos do cargo, nomeações com o que ocupam, e atos numerados e encadeados."""

from __future__ import annotations

import uuid

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q

from candidatos.models import Candidatura, Classificacao
from concursos.models import Cargo
from nomeacoes.enums import (
    CategoriaDaVaga,
    DesfechoDaRessalva,
    EfeitoDaDecisao,
    RessalvaDaNomeacao,
    SituacaoAto,
    SituacaoNomeacao,
    TipoAto,
    TipoDoEvento,
)
from nucleo.auditoria import historico
from nucleo.models import Execucao, Orgao, Usuario

DO_CARGO = [TipoDoEvento.RETIFICACAO, TipoDoEvento.EXTINCAO, TipoDoEvento.DESFAZIMENTO]
JUDICIAIS = [TipoDoEvento.SUB_JUDICE, TipoDoEvento.FIM_SUB_JUDICE, TipoDoEvento.ORDEM_JUDICIAL]
FINS_DE_RESSALVA = [TipoDoEvento.FIM_SUB_JUDICE, TipoDoEvento.FIM_CONDICIONAL]


class Vaga(models.Model):
    """Vaga na ordem de provimento. Número e categoria da série nunca mudam (gatilho no banco)."""

    cargo = models.ForeignKey(Cargo, on_delete=models.PROTECT, related_name="vagas_providas")
    numero = models.PositiveIntegerField("número")
    categoria = models.CharField("categoria na série", max_length=10, choices=CategoriaDaVaga.choices)

    class Meta:
        verbose_name = "vaga"
        verbose_name_plural = "vagas"
        ordering = ["cargo", "numero"]
        constraints = [
            models.UniqueConstraint(fields=["cargo", "numero"], name="vaga_numero_unico"),
            models.CheckConstraint(
                condition=Q(numero__gte=1) & Q(categoria__in=CategoriaDaVaga.values), name="vaga_valida"
            ),
        ]

    def __str__(self) -> str:
        return f"Vaga {self.numero} de {self.cargo}"

    @property
    def orgao(self) -> Orgao:
        """Órgão do concurso."""
        return self.cargo.orgao


class Evento(models.Model):
    """O que aconteceu ao cargo, em sequência: reaplicados pelo motor, dão o estado presente.

    Nunca se apaga nem se muda (gatilho no banco): engano desfaz-se com outro evento.
    """

    cargo = models.ForeignKey(Cargo, on_delete=models.PROTECT, related_name="eventos")
    sequencia = models.PositiveIntegerField("sequência")
    tipo = models.CharField("tipo", max_length=20, choices=TipoDoEvento.choices)
    candidatura = models.ForeignKey(
        Candidatura, on_delete=models.PROTECT, null=True, blank=True, related_name="eventos"
    )
    quantidade = models.PositiveIntegerField("quantidade", null=True, blank=True)
    data = models.DateField("data")
    motivo = models.TextField("motivo", blank=True)
    documento = models.CharField("documento", max_length=200, blank=True)
    processo = models.CharField("processo judicial", max_length=60, blank=True)
    efeito = models.CharField("efeito", max_length=10, blank=True, choices=EfeitoDaDecisao.choices)
    desfecho = models.CharField("desfecho", max_length=12, blank=True, choices=DesfechoDaRessalva.choices)
    lista = models.CharField("lista", max_length=10, blank=True, choices=CategoriaDaVaga.choices)
    apos = models.ForeignKey(
        Candidatura,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text="Na ordem judicial, logo depois de quem se põe a pessoa; nula, no alto da lista.",
        verbose_name="depois de",
    )
    desfaz = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="desfeito_por"
    )
    classificacao = models.ForeignKey(
        Classificacao,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="eventos",
        help_text="Na retificação do resultado, a lista que passa a valer.",
        verbose_name="classificação",
    )
    autor = models.ForeignKey(Usuario, on_delete=models.PROTECT, null=True, related_name="+")
    registrado_em = models.DateTimeField("registrado em", auto_now_add=True)

    class Meta:
        verbose_name = "evento"
        verbose_name_plural = "eventos"
        ordering = ["cargo", "sequencia"]
        constraints = [
            models.UniqueConstraint(fields=["cargo", "sequencia"], name="evento_sequencia_unica"),
            models.CheckConstraint(
                condition=Q(
                    tipo=TipoDoEvento.CONVOCAR,
                    quantidade__isnull=False,
                    quantidade__gte=1,
                    candidatura__isnull=True,
                )
                | (
                    Q(tipo__in=DO_CARGO, candidatura__isnull=True, quantidade__isnull=True)
                    & ~Q(motivo="")
                    & ~Q(documento="")
                )
                | (
                    ~Q(tipo__in=[TipoDoEvento.CONVOCAR, *DO_CARGO])
                    & Q(candidatura__isnull=False, quantidade__isnull=True)
                    & ~Q(motivo="")
                    & ~Q(documento="")
                ),
                name="evento_completo",
            ),
            models.CheckConstraint(
                condition=Q(tipo__in=JUDICIAIS) & ~Q(processo="")
                | ~Q(tipo__in=JUDICIAIS) & Q(processo="", apos__isnull=True),
                name="evento_judicial_tem_processo",
            ),
            models.CheckConstraint(
                condition=(Q(tipo=TipoDoEvento.SUB_JUDICE) ^ Q(efeito=""))
                & (Q(tipo__in=FINS_DE_RESSALVA) ^ Q(desfecho="")),
                name="evento_efeito_e_desfecho",
            ),
            models.CheckConstraint(
                condition=(Q(tipo=TipoDoEvento.DESFAZIMENTO) ^ Q(desfaz__isnull=True))
                & (Q(tipo=TipoDoEvento.RETIFICACAO) ^ Q(classificacao__isnull=True)),
                name="evento_desfaz_ou_retifica",
            ),
            models.CheckConstraint(
                condition=Q(lista="")
                | Q(tipo=TipoDoEvento.ORDEM_JUDICIAL)
                | Q(tipo=TipoDoEvento.OPCAO, lista__in=[CategoriaDaVaga.COTAS, CategoriaDaVaga.PCD]),
                name="evento_lista_so_onde_cabe",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.sequencia}. {self.get_tipo_display()}"

    @property
    def orgao(self) -> Orgao:
        """Órgão do concurso."""
        return self.cargo.orgao


class Nomeacao(models.Model):
    """Alguém chamado para uma vaga, até que a perca.

    `categoria`: a da vaga quando foi chamada; `ocupa`: em que a pessoa é contada hoje (a história
    está em `Ocupacao`); `fundamentos`: [{"citacao", "aplicacao", "reservado"}], como o motor os deu.
    """

    vaga = models.ForeignKey(Vaga, on_delete=models.PROTECT, related_name="nomeacoes")
    candidatura = models.ForeignKey(Candidatura, on_delete=models.PROTECT, related_name="nomeacoes")
    evento = models.ForeignKey(Evento, on_delete=models.PROTECT, related_name="nomeacoes")
    ordem = models.PositiveIntegerField("ordem na convocação")
    categoria = models.CharField("categoria da vaga", max_length=10, choices=CategoriaDaVaga.choices)
    ocupa = models.CharField("ocupa", max_length=10, choices=CategoriaDaVaga.choices)
    revertida = models.BooleanField("vaga revertida à ampla", default=False)
    espelho = models.BooleanField(
        "vaga espelhada", default=False, help_text="Sub judice, fora da conta: a vaga segue para o próximo."
    )
    ressalva = models.CharField("ressalva", max_length=20, blank=True, choices=RessalvaDaNomeacao.choices)
    fundamentos = models.JSONField("fundamentos", default=list)
    situacao = models.CharField(
        "situação",
        max_length=20,
        choices=SituacaoNomeacao.choices,
        default=SituacaoNomeacao.CONVOCADA,
    )
    empossada_em = models.DateField("posse em", null=True, blank=True)
    posse_documento = models.CharField("termo de posse", max_length=200, blank=True)
    encerrada_por = models.ForeignKey(
        Evento, on_delete=models.PROTECT, null=True, blank=True, related_name="nomeacoes_encerradas"
    )
    historia = historico()

    class Meta:
        verbose_name = "nomeação"
        verbose_name_plural = "nomeações"
        ordering = ["evento", "ordem"]
        constraints = [
            models.UniqueConstraint(
                fields=["vaga"],
                condition=Q(encerrada_por__isnull=True, espelho=False),
                name="nomeacao_uma_por_vaga",
            ),
            models.UniqueConstraint(
                fields=["candidatura"],
                condition=Q(encerrada_por__isnull=True),
                name="nomeacao_uma_por_candidatura",
            ),
            models.UniqueConstraint(fields=["evento", "ordem"], name="nomeacao_ordem_unica"),
            models.CheckConstraint(
                condition=Q(situacao=SituacaoNomeacao.ENCERRADA, encerrada_por__isnull=False)
                | (
                    Q(situacao__in=[s for s in SituacaoNomeacao.values if s != SituacaoNomeacao.ENCERRADA])
                    & Q(encerrada_por__isnull=True)
                ),
                name="nomeacao_encerrada_tem_evento",
            ),
            models.CheckConstraint(
                condition=Q(empossada_em__isnull=True, posse_documento="")
                & ~Q(situacao=SituacaoNomeacao.EMPOSSADA)
                | Q(
                    empossada_em__isnull=False,
                    situacao__in=[SituacaoNomeacao.EMPOSSADA, SituacaoNomeacao.ENCERRADA],
                )
                & ~Q(posse_documento=""),
                name="nomeacao_posse_tem_data_e_termo",
            ),
            models.CheckConstraint(
                condition=Q(categoria__in=CategoriaDaVaga.values) & Q(ocupa__in=CategoriaDaVaga.values),
                name="nomeacao_categorias_validas",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.vaga}: {self.candidatura}"

    @property
    def orgao(self) -> Orgao:
        """Órgão do concurso."""
        return self.vaga.orgao


class Ocupacao(models.Model):
    """História do que uma nomeação ocupa: a primeira linha é a da chamada, as demais remanejamentos."""

    nomeacao = models.ForeignKey(
        Nomeacao, on_delete=models.PROTECT, related_name="ocupacoes", verbose_name="nomeação"
    )
    sequencia = models.PositiveIntegerField("sequência")
    categoria = models.CharField("categoria", max_length=10, choices=CategoriaDaVaga.choices)
    causa = models.ForeignKey(
        Nomeacao,
        on_delete=models.PROTECT,
        related_name="remanejamentos",
        help_text="Chamada que a determinou: a própria, ou a que provocou o remanejamento.",
    )
    fundamentos = models.JSONField("fundamentos", default=list)
    desde = models.DateField("desde")

    class Meta:
        verbose_name = "ocupação"
        verbose_name_plural = "ocupações"
        ordering = ["nomeacao", "sequencia"]
        constraints = [
            models.UniqueConstraint(fields=["nomeacao", "sequencia"], name="ocupacao_sequencia_unica"),
            models.CheckConstraint(
                condition=Q(categoria__in=CategoriaDaVaga.values), name="ocupacao_categoria_valida"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.nomeacao}: {self.get_categoria_display()}"


class ContadorAto(models.Model):
    """Último número dado por órgão, espécie e ano: trancado na assinatura, não pula nem repete."""

    orgao = models.ForeignKey(Orgao, on_delete=models.PROTECT, related_name="+", verbose_name="órgão")
    tipo = models.CharField(max_length=20, choices=TipoAto.choices)
    ano = models.PositiveIntegerField()
    ultimo = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["orgao", "tipo", "ano"], name="contador_ato_unico"),
        ]

    def __str__(self) -> str:
        return f"{self.orgao} {self.tipo} {self.ano}: {self.ultimo}"


class Ato(models.Model):
    """Ato oficial. Numerado e encadeado na assinatura; dali em diante o banco recusa mudança.

    `contexto`: tudo o que o documento imprime, congelado; `hash_anterior`/`hash` encadeiam os atos
    do órgão (`nucleo.auditoria`). O PDF é produzido depois, em `PdfDoAto`.
    """

    orgao = models.ForeignKey(Orgao, on_delete=models.PROTECT, related_name="atos", verbose_name="órgão")
    tipo = models.CharField("tipo", max_length=20, choices=TipoAto.choices)
    nomeacao = models.ForeignKey(
        Nomeacao, on_delete=models.PROTECT, related_name="atos", verbose_name="nomeação"
    )
    ocupacao = models.OneToOneField(
        Ocupacao,
        on_delete=models.PROTECT,
        related_name="ato",
        help_text="O que o ato declara.",
        verbose_name="ocupação",
    )
    situacao = models.CharField(
        "situação", max_length=20, choices=SituacaoAto.choices, default=SituacaoAto.MINUTA
    )
    ano = models.PositiveIntegerField("ano", null=True, blank=True)
    numero = models.PositiveIntegerField("número", null=True, blank=True)
    posicao = models.PositiveIntegerField("posição na cadeia do órgão", null=True, blank=True)
    modelo = models.CharField("modelo do documento", max_length=60)
    contexto = models.JSONField("contexto", default=dict, encoder=DjangoJSONEncoder)
    redigido_por = models.ForeignKey(Usuario, on_delete=models.PROTECT, null=True, related_name="+")
    assinado_por = models.ForeignKey(
        Usuario, on_delete=models.PROTECT, null=True, blank=True, related_name="atos_assinados"
    )
    assinado_em = models.DateTimeField("assinado em", null=True, blank=True)
    hash_anterior = models.CharField(max_length=64, blank=True)
    hash = models.CharField("hash", max_length=64, blank=True)
    criado_em = models.DateTimeField("criado em", auto_now_add=True)

    class Meta:
        verbose_name = "ato"
        verbose_name_plural = "atos"
        ordering = ["-ano", "-numero", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["orgao", "tipo", "ano", "numero"],
                condition=Q(numero__isnull=False),
                name="ato_numero_unico",
            ),
            models.UniqueConstraint(
                fields=["orgao", "posicao"], condition=Q(posicao__isnull=False), name="ato_posicao_unica"
            ),
            models.CheckConstraint(
                condition=Q(
                    situacao=SituacaoAto.ASSINADO,
                    numero__isnull=False,
                    numero__gte=1,
                    ano__isnull=False,
                    posicao__isnull=False,
                    posicao__gte=1,
                    assinado_em__isnull=False,
                    assinado_por__isnull=False,
                )
                & ~Q(hash="")
                & ~Q(hash_anterior="")
                | Q(
                    situacao__in=[SituacaoAto.MINUTA, SituacaoAto.CANCELADO],
                    numero__isnull=True,
                    ano__isnull=True,
                    posicao__isnull=True,
                    assinado_em__isnull=True,
                    assinado_por__isnull=True,
                    hash="",
                    hash_anterior="",
                ),
                name="ato_assinado_tem_numero",
            ),
        ]

    def __str__(self) -> str:
        if self.numero is None:
            return f"{self.get_tipo_display()} (minuta)"
        return f"{self.get_tipo_display()} nº {self.numero}/{self.ano}"

    @property
    def pdf(self) -> PdfDoAto | None:
        """PDF do estado presente, se já se produziu: assinado o ato, o da minuta deixa de servir."""
        assinado = self.situacao == SituacaoAto.ASSINADO
        return next((pdf for pdf in self.pdfs.all() if pdf.assinado == assinado), None)


class PdfDoAto(models.Model):
    """PDF produzido de um ato, da minuta ou do assinado: um por estado, nunca refeito."""

    ato = models.ForeignKey(Ato, on_delete=models.PROTECT, related_name="pdfs")
    assinado = models.BooleanField("do ato assinado")
    arquivo = models.FileField("arquivo", upload_to="atos/", max_length=200)
    sha256 = models.CharField("SHA-256", max_length=64)
    execucao = models.ForeignKey(
        Execucao, on_delete=models.SET_NULL, null=True, related_name="+", verbose_name="execução"
    )
    produzido_em = models.DateTimeField("produzido em", auto_now_add=True)

    class Meta:
        verbose_name = "PDF do ato"
        verbose_name_plural = "PDFs dos atos"
        constraints = [
            models.UniqueConstraint(fields=["ato", "assinado"], name="pdf_do_ato_unico"),
        ]

    def __str__(self) -> str:
        return f"PDF de {self.ato}"

    @property
    def orgao(self) -> Orgao:
        """Órgão do ato."""
        return self.ato.orgao


class MemoriaDaConvocacao(models.Model):
    """Memória de cálculo pública logo depois de uma convocação, como os atos dela a citam (imutável)."""

    evento = models.OneToOneField(
        Evento, on_delete=models.PROTECT, related_name="memoria", verbose_name="convocação"
    )
    arquivo = models.FileField("arquivo", max_length=200)
    sha256 = models.CharField("SHA-256", max_length=64)
    criada_em = models.DateTimeField("criada em", auto_now_add=True)

    class Meta:
        verbose_name = "memória de cálculo da convocação"
        verbose_name_plural = "memórias de cálculo das convocações"

    def __str__(self) -> str:
        return f"Memória de cálculo da convocação {self.evento_id}"

    @property
    def orgao(self) -> Orgao:
        """Órgão do concurso."""
        return self.evento.orgao


class Reconferencia(models.Model):
    """O último confronto de um cargo com os seus dados brutos: notas, regras e eventos refeitos do zero.

    `diferenca`: frases sobre o primeiro lugar e a primeira vaga que não são os guardados; vazia se tudo
    confere. `difere_desde`: quando a diferença apareceu, até que uma conferência volte a dar certo.
    """

    cargo = models.OneToOneField(Cargo, on_delete=models.PROTECT, related_name="reconferencia")
    feita_em = models.DateTimeField("feita em")
    diferenca = models.TextField("diferença", blank=True)
    difere_desde = models.DateTimeField("difere desde", null=True, blank=True)

    class Meta:
        verbose_name = "reconferência"
        verbose_name_plural = "reconferências"
        constraints = [
            models.CheckConstraint(
                condition=Q(diferenca="") ^ Q(difere_desde__isnull=False),
                name="reconferencia_diferenca_tem_data",
            ),
        ]

    def __str__(self) -> str:
        return f"Reconferência de {self.cargo}"

    @property
    def orgao(self) -> Orgao:
        """Órgão do concurso."""
        return self.cargo.orgao

    @property
    def confere(self) -> bool:
        """Se o guardado é o que as notas e os eventos dão."""
        return not self.diferenca


class Certidao(models.Model):
    """Certidão de classificação, guardada como saiu: reimprimir é entregar o mesmo arquivo (imutável).

    `contexto`: tudo o que imprime; `resumo`: o SHA-256 dele, impresso na certidão. `completa`: diz os
    lugares nas listas específicas, e só a abre quem pode ver autodeclarações.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    candidatura = models.ForeignKey(Candidatura, on_delete=models.PROTECT, related_name="certidoes")
    completa = models.BooleanField("com as listas específicas")
    modelo = models.CharField("modelo do documento", max_length=60)
    contexto = models.JSONField("contexto", encoder=DjangoJSONEncoder)
    resumo = models.CharField("SHA-256 do conteúdo", max_length=64)
    arquivo = models.FileField("arquivo", upload_to="certidoes/", max_length=200)
    sha256 = models.CharField("SHA-256 do PDF", max_length=64)
    emitida_por = models.ForeignKey(
        Usuario, on_delete=models.PROTECT, null=True, related_name="+", verbose_name="emitida por"
    )
    emitida_em = models.DateTimeField("emitida em")

    class Meta:
        verbose_name = "certidão de classificação"
        verbose_name_plural = "certidões de classificação"
        ordering = ["-emitida_em"]

    def __str__(self) -> str:
        return f"Certidão de classificação da inscrição {self.candidatura.inscricao}"

    @property
    def orgao(self) -> Orgao:
        """Órgão do concurso."""
        return self.candidatura.orgao
