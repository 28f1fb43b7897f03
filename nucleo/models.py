"""Município, órgão, pessoas e papéis, execuções e trilha."""

from __future__ import annotations

import uuid

from django.contrib.auth.models import AbstractUser
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q

from cotas import LEIS
from nucleo.auditoria import historico
from nucleo.enums import Administracao, FormatoDoDocumento, Papel, SituacaoExecucao


def leis_de_cotas() -> list[tuple[str, str]]:
    """Chave e título de cada lei que o motor conhece, na ordem em que ele as declara."""
    return [(chave, lei.titulo) for chave, lei in LEIS.items()]


class Municipio(models.Model):
    """Município que realiza concursos, com a lei de cotas que o rege e seus feriados."""

    nome = models.CharField("nome", max_length=120)
    uf = models.CharField("UF", max_length=2)
    lei = models.CharField(
        "lei de cotas",
        max_length=40,
        blank=True,
        choices=leis_de_cotas,
        help_text="Lei municipal que reserva vagas. Em branco só se o município não tem lei.",
    )
    historia = historico()

    class Meta:
        verbose_name = "município"
        verbose_name_plural = "municípios"
        ordering = ["nome"]
        constraints = [
            models.UniqueConstraint(fields=["nome", "uf"], name="municipio_nome_uf_unico"),
        ]

    def __str__(self) -> str:
        return f"{self.nome}/{self.uf}"


class Feriado(models.Model):
    """Dia sem expediente no município, além dos feriados nacionais e estaduais."""

    municipio = models.ForeignKey(
        Municipio, on_delete=models.CASCADE, related_name="feriados", verbose_name="município"
    )
    data = models.DateField("data")
    descricao = models.CharField("descrição", max_length=120)
    todo_ano = models.BooleanField("repete-se todo ano", default=False)
    historia = historico()

    class Meta:
        verbose_name = "feriado municipal"
        verbose_name_plural = "feriados municipais"
        ordering = ["data"]
        constraints = [
            models.UniqueConstraint(fields=["municipio", "data"], name="feriado_data_unica"),
        ]

    def __str__(self) -> str:
        return f"{self.data:%d/%m/%Y} {self.descricao}"


class Orgao(models.Model):
    """Órgão ou entidade que admite: o alcance de cada pessoa se mede por ele."""

    municipio = models.ForeignKey(
        Municipio, on_delete=models.PROTECT, related_name="orgaos", verbose_name="município"
    )
    nome = models.CharField("nome", max_length=160)
    sigla = models.CharField("sigla", max_length=20)
    administracao = models.CharField(
        "administração",
        max_length=10,
        choices=Administracao.choices,
        default=Administracao.DIRETA,
    )
    historia = historico()

    class Meta:
        verbose_name = "órgão"
        verbose_name_plural = "órgãos"
        ordering = ["municipio__nome", "nome"]
        constraints = [
            models.UniqueConstraint(fields=["municipio", "sigla"], name="orgao_sigla_unica"),
            models.CheckConstraint(
                condition=Q(administracao__in=Administracao.values),
                name="orgao_administracao_valida",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.sigla} – {self.nome}"

    @property
    def orgao(self) -> Orgao:
        """O próprio órgão: todo objeto com alcance responde a `orgao` (ver `permissoes`)."""
        return self


class Usuario(AbstractUser):
    """Pessoa que usa o sistema; o que pode vem das suas atribuições."""

    nome = models.CharField("nome completo", max_length=160)
    funcao = models.CharField(
        "função",
        max_length=120,
        blank=True,
        help_text="Como sai nos atos que assina: “Secretária Municipal de Administração”.",
    )

    class Meta(AbstractUser.Meta):
        verbose_name = "usuário"
        verbose_name_plural = "usuários"

    def __str__(self) -> str:
        return self.nome or self.username


class Atribuicao(models.Model):
    """Papel que uma pessoa exerce num órgão, ou em todos quando `orgao` é nulo."""

    usuario = models.ForeignKey(
        Usuario, on_delete=models.CASCADE, related_name="atribuicoes", verbose_name="usuário"
    )
    papel = models.CharField("papel", max_length=20, choices=Papel.choices)
    orgao = models.ForeignKey(
        Orgao,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="atribuicoes",
        verbose_name="órgão",
        help_text="Em branco: todos os órgãos.",
    )
    historia = historico()

    class Meta:
        verbose_name = "atribuição"
        verbose_name_plural = "atribuições"
        constraints = [
            models.UniqueConstraint(fields=["usuario", "papel", "orgao"], name="atribuicao_unica"),
            models.UniqueConstraint(
                fields=["usuario", "papel"],
                condition=Q(orgao__isnull=True),
                name="atribuicao_em_todos_unica",
            ),
            models.CheckConstraint(condition=Q(papel__in=Papel.values), name="atribuicao_papel_valido"),
        ]

    def __str__(self) -> str:
        onde = self.orgao.sigla if self.orgao else "todos os órgãos"
        return f"{self.get_papel_display()} em {onde}"


class Execucao(models.Model):
    """Trabalho em segundo plano: o que faz, com que entradas, quanto andou e o que deu.

    `parametros` leva só identificadores. `chave` resume as entradas: enquanto uma execução
    viva tem a mesma espécie e chave, não se cria outra. `tentativa` cresce a cada vez que um
    trabalhador a toma; só a última tentativa consegue concluir (ver `nucleo.execucoes`).
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    especie = models.CharField("espécie", max_length=60)
    chave = models.CharField("chave", max_length=200)
    titulo = models.CharField("título", max_length=200)
    parametros = models.JSONField("parâmetros", default=dict)
    situacao = models.CharField(
        "situação",
        max_length=20,
        choices=SituacaoExecucao.choices,
        default=SituacaoExecucao.PENDENTE,
    )
    tentativa = models.PositiveIntegerField("tentativa", default=0)
    feito = models.PositiveIntegerField("feito", default=0)
    total = models.PositiveIntegerField("total", default=0)
    mensagem = models.TextField("mensagem", blank=True)
    resultado = models.JSONField("resultado", default=dict, encoder=DjangoJSONEncoder)
    autor = models.ForeignKey(
        Usuario,
        on_delete=models.PROTECT,
        null=True,
        related_name="execucoes",
        help_text="Nulo: o próprio sistema.",
    )
    orgao = models.ForeignKey(Orgao, on_delete=models.PROTECT, related_name="execucoes", verbose_name="órgão")
    mae = models.ForeignKey(
        "self", on_delete=models.CASCADE, null=True, related_name="filhas", verbose_name="execução mãe"
    )
    destino = models.CharField(
        "destino", max_length=200, blank=True, help_text="Página a que o resultado leva."
    )
    criada_em = models.DateTimeField("criada em", auto_now_add=True)
    enviada_em = models.DateTimeField("enviada em", null=True)
    iniciada_em = models.DateTimeField("iniciada em", null=True)
    terminada_em = models.DateTimeField("terminada em", null=True)

    class Meta:
        verbose_name = "execução"
        verbose_name_plural = "execuções"
        ordering = ["-criada_em"]
        constraints = [
            models.UniqueConstraint(
                fields=["especie", "chave"],
                condition=Q(situacao__in=[SituacaoExecucao.PENDENTE, SituacaoExecucao.EM_ANDAMENTO]),
                name="execucao_viva_unica",
            ),
            models.CheckConstraint(
                condition=Q(situacao__in=[SituacaoExecucao.PENDENTE, SituacaoExecucao.EM_ANDAMENTO])
                ^ Q(terminada_em__isnull=False),
                name="execucao_terminada_tem_data",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.titulo} ({self.get_situacao_display()})"


class RegistroTrilha(models.Model):
    """O que foi feito, por quem, quando e sobre o quê. Só se acrescenta: o banco recusa mudança.

    O antes e o depois de cada linha ficam em `historia` do modelo; aqui fica o ato inteiro.
    `autor` nulo é o próprio sistema.
    """

    quando = models.DateTimeField("quando", auto_now_add=True, db_index=True)
    autor = models.ForeignKey(Usuario, on_delete=models.PROTECT, null=True, related_name="+")
    acao = models.CharField("ação", max_length=80, db_index=True)
    objeto_tipo = models.CharField("tipo do objeto", max_length=80)
    objeto_id = models.CharField("identificador do objeto", max_length=40)
    objeto_nome = models.CharField("objeto", max_length=200)
    orgao = models.ForeignKey(
        Orgao, on_delete=models.PROTECT, null=True, related_name="+", verbose_name="órgão"
    )
    antes = models.JSONField("antes", default=dict, encoder=DjangoJSONEncoder)
    depois = models.JSONField("depois", default=dict, encoder=DjangoJSONEncoder)

    class Meta:
        verbose_name = "registro da trilha"
        verbose_name_plural = "trilha"
        ordering = ["-id"]
        indexes = [models.Index(fields=["objeto_tipo", "objeto_id"], name="trilha_objeto")]

    def __str__(self) -> str:
        return f"{self.quando:%d/%m/%Y %H:%M} {self.acao} {self.objeto_nome}"


class Documento(models.Model):
    """Documento emitido: o contexto congelado, de que os seus arquivos se compõem. O banco recusa mudança.

    `especie`: a registrada em `nucleo.documentos`; `alvo`: chave do objeto de que trata. `resumo`: SHA-256 da
    espécie, do modelo e do contexto: pedido de novo sem que nada mudasse, é o mesmo documento que volta.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    especie = models.CharField("espécie", max_length=60)
    alvo = models.PositiveBigIntegerField("objeto")
    orgao = models.ForeignKey(
        Orgao, on_delete=models.PROTECT, related_name="documentos", verbose_name="órgão"
    )
    titulo = models.CharField("título", max_length=300)
    modelo = models.CharField("modelo", max_length=120)
    esqueleto = models.CharField("esqueleto", max_length=10)
    contexto = models.JSONField("contexto", encoder=DjangoJSONEncoder)
    resumo = models.CharField("SHA-256 do conteúdo", max_length=64)
    codigo = models.CharField("código de verificação", max_length=20, unique=True)
    volumes = models.PositiveIntegerField("volumes", default=1)
    emitido_por = models.ForeignKey(
        Usuario, on_delete=models.PROTECT, null=True, related_name="+", verbose_name="emitido por"
    )
    emitido_em = models.DateTimeField("emitido em")

    class Meta:
        verbose_name = "documento"
        verbose_name_plural = "documentos"
        ordering = ["-emitido_em"]
        constraints = [
            models.UniqueConstraint(fields=["especie", "alvo", "resumo"], name="documento_conteudo_unico"),
            models.CheckConstraint(condition=Q(volumes__gte=1), name="documento_tem_volume"),
        ]

    def __str__(self) -> str:
        return self.titulo


class ArquivoDoDocumento(models.Model):
    """Um volume de um documento, numa das suas formas, como se produziu. O banco recusa mudança."""

    documento = models.ForeignKey(Documento, on_delete=models.PROTECT, related_name="arquivos")
    volume = models.PositiveIntegerField("volume")
    formato = models.CharField("formato", max_length=4, choices=FormatoDoDocumento.choices)
    arquivo = models.FileField("arquivo", upload_to="documentos/", max_length=200)
    sha256 = models.CharField("SHA-256", max_length=64)

    class Meta:
        verbose_name = "arquivo de documento"
        verbose_name_plural = "arquivos de documentos"
        ordering = ["documento", "volume", "formato"]
        constraints = [
            models.UniqueConstraint(
                fields=["documento", "volume", "formato"], name="arquivo_do_documento_unico"
            ),
            models.CheckConstraint(
                condition=Q(formato__in=FormatoDoDocumento.values), name="arquivo_do_documento_formato"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.documento}, volume {self.volume}, {self.get_formato_display()}"

    @property
    def orgao(self) -> Orgao:
        """Órgão do documento."""
        return self.documento.orgao
