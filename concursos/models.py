"""Concurso, edital e retificações, cargos e regras congeladas na publicação."""

from __future__ import annotations

from datetime import date

from django.core.serializers.json import DjangoJSONEncoder
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q

from concursos.enums import (
    ArredondamentoPcd,
    EfeitoDaNaoConfirmacao,
    MedidaDoLimiar,
    ModoDaDuplaContagem,
    RestoDasQuintas,
    SentidoDaColisao,
    SerieDoEdital,
    SituacaoConcurso,
    SituacaoEdital,
    Tipo,
)
from nucleo.auditoria import historico
from nucleo.models import Orgao, Usuario, leis_de_cotas

# Constituição, art. 37, III: validade de até dois anos, prorrogável uma vez por igual período.
VALIDADE_MAXIMA_MESES = 24


class Concurso(models.Model):
    """Certame de um órgão. As datas da homologação abrem e fecham a sua validade."""

    orgao = models.ForeignKey(Orgao, on_delete=models.PROTECT, related_name="concursos", verbose_name="órgão")
    tipo = models.CharField("tipo", max_length=20, choices=Tipo.choices, default=Tipo.CARGO_EFETIVO)
    numero = models.PositiveIntegerField("número", validators=[MinValueValidator(1)])
    ano = models.PositiveIntegerField("ano", validators=[MinValueValidator(1988), MaxValueValidator(2200)])
    titulo = models.CharField("título", max_length=200)
    banca = models.CharField("banca examinadora", max_length=160, blank=True)
    situacao = models.CharField(
        "situação",
        max_length=20,
        choices=SituacaoConcurso.choices,
        default=SituacaoConcurso.EM_ELABORACAO,
    )
    homologado_em = models.DateField("homologado em", null=True, blank=True)
    homologacao_veiculo = models.CharField("publicação da homologação", max_length=200, blank=True)
    validade_meses = models.PositiveIntegerField(
        "validade (meses)",
        default=VALIDADE_MAXIMA_MESES,
        validators=[MinValueValidator(1), MaxValueValidator(VALIDADE_MAXIMA_MESES)],
    )
    validade_ate = models.DateField("válido até", null=True, blank=True)
    prorrogado_ate = models.DateField("prorrogado até", null=True, blank=True)
    criado_em = models.DateTimeField("criado em", auto_now_add=True)
    historia = historico()

    class Meta:
        verbose_name = "concurso"
        verbose_name_plural = "concursos"
        ordering = ["-ano", "-numero"]
        constraints = [
            models.UniqueConstraint(
                fields=["orgao", "tipo", "numero", "ano"],
                name="concurso_numero_unico",
                violation_error_message="Já há um concurso com este número, ano e tipo no órgão.",
            ),
            models.CheckConstraint(
                condition=Q(numero__gte=1) & Q(ano__gte=1988), name="concurso_numero_ano_validos"
            ),
            models.CheckConstraint(
                condition=Q(situacao__in=SituacaoConcurso.values), name="concurso_situacao_valida"
            ),
            models.CheckConstraint(condition=Q(tipo__in=Tipo.values), name="concurso_tipo_valido"),
            models.CheckConstraint(
                condition=Q(validade_meses__gte=1) & Q(validade_meses__lte=VALIDADE_MAXIMA_MESES),
                name="concurso_validade_ate_dois_anos",
            ),
            models.CheckConstraint(
                condition=Q(
                    situacao__in=[SituacaoConcurso.EM_ELABORACAO, SituacaoConcurso.PUBLICADO],
                    homologado_em__isnull=True,
                    validade_ate__isnull=True,
                )
                | Q(
                    situacao__in=[SituacaoConcurso.HOMOLOGADO, SituacaoConcurso.ENCERRADO],
                    homologado_em__isnull=False,
                    validade_ate__gt=F("homologado_em"),
                ),
                name="concurso_homologado_tem_validade",
            ),
            models.CheckConstraint(
                condition=Q(prorrogado_ate__isnull=True) | Q(prorrogado_ate__gt=F("validade_ate")),
                name="concurso_prorrogacao_depois",
            ),
        ]

    def __str__(self) -> str:
        return f"Concurso {self.identificacao} – {self.titulo}"

    @property
    def identificacao(self) -> str:
        """Número e ano como se imprimem: "001/2024"."""
        return f"{self.numero:03d}/{self.ano}"


class Edital(models.Model):
    """Edital de abertura. Publicado, não muda: mudança é `Retificacao`."""

    concurso = models.OneToOneField(Concurso, on_delete=models.PROTECT, related_name="edital")
    numero = models.CharField("número do edital", max_length=40)
    publicado_em = models.DateField("publicado em", null=True, blank=True)
    veiculo = models.CharField("publicado no", max_length=200, blank=True)
    lei = models.CharField(
        "lei de cotas",
        max_length=40,
        blank=True,
        choices=leis_de_cotas,
        help_text="Em branco só onde nenhuma lei está em vigor na data da publicação.",
    )
    situacao = models.CharField(
        "situação", max_length=20, choices=SituacaoEdital.choices, default=SituacaoEdital.RASCUNHO
    )
    historia = historico()

    class Meta:
        verbose_name = "edital"
        verbose_name_plural = "editais"
        constraints = [
            models.CheckConstraint(
                condition=Q(situacao=SituacaoEdital.RASCUNHO)
                | Q(situacao=SituacaoEdital.PUBLICADO, publicado_em__isnull=False),
                name="edital_publicado_tem_data",
            ),
            models.CheckConstraint(condition=~Q(numero=""), name="edital_numero_preenchido"),
        ]

    def __str__(self) -> str:
        return f"Edital nº {self.numero}"

    @property
    def orgao(self) -> Orgao:
        """Órgão do concurso."""
        return self.concurso.orgao

    @property
    def publicado(self) -> bool:
        """Se já não pode mudar senão por retificação."""
        return self.situacao == SituacaoEdital.PUBLICADO


class Retificacao(models.Model):
    """Correção publicada de um edital: guarda o valor antigo e o novo, campo a campo.

    `mudancas`: lista de {"alvo": "edital", "cargo" ou "regras", "alvo_id", "alvo_nome", "campo",
    "rotulo", "antes", "depois"}; uma retificação pode mudar as regras e os quadros que delas decorrem.
    `aplicada_em` nulo só existe dentro da transação do serviço: é o que abre, no gatilho do banco, a
    mudança do que já foi publicado (ver docs/decisoes/0006-edital-publicado-imutavel.md).
    """

    edital = models.ForeignKey(Edital, on_delete=models.PROTECT, related_name="retificacoes")
    numero = models.PositiveIntegerField("número")
    publicada_em = models.DateField("publicada em")
    veiculo = models.CharField("publicada no", max_length=200)
    motivo = models.TextField("motivo")
    mudancas = models.JSONField("mudanças", encoder=DjangoJSONEncoder)
    aplicada_em = models.DateTimeField("aplicada em", null=True)
    autor = models.ForeignKey(Usuario, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        verbose_name = "retificação"
        verbose_name_plural = "retificações"
        ordering = ["edital", "numero"]
        constraints = [
            models.UniqueConstraint(fields=["edital", "numero"], name="retificacao_numero_unico"),
            models.UniqueConstraint(
                fields=["edital"], condition=Q(aplicada_em__isnull=True), name="retificacao_aberta_unica"
            ),
            models.CheckConstraint(condition=~Q(motivo=""), name="retificacao_com_motivo"),
        ]

    def __str__(self) -> str:
        return f"Retificação nº {self.numero} do {self.edital}"

    @property
    def orgao(self) -> Orgao:
        """Órgão do concurso."""
        return self.edital.orgao


class JustificativaDoAchado(models.Model):
    """O que se escreveu para publicar apesar de um achado da conferência.

    `chave`: qual achado, com os números dele: mudados os números, o achado é outro e pede outra
    justificativa. `achado`: como ele se lia. Não muda (gatilho no banco): vale a última da chave.
    """

    edital = models.ForeignKey(Edital, on_delete=models.PROTECT, related_name="justificativas")
    chave = models.CharField("chave do achado", max_length=300)
    achado = models.TextField("achado")
    texto = models.TextField("justificativa")
    autor = models.ForeignKey(Usuario, on_delete=models.PROTECT, null=True, related_name="+")
    escrita_em = models.DateTimeField("escrita em", auto_now_add=True)

    class Meta:
        verbose_name = "justificativa de achado"
        verbose_name_plural = "justificativas de achados"
        ordering = ["edital", "id"]
        constraints = [
            models.CheckConstraint(
                condition=~Q(chave="") & ~Q(achado="") & ~Q(texto=""), name="justificativa_preenchida"
            ),
        ]

    def __str__(self) -> str:
        return f"Justificativa no {self.edital}"

    @property
    def orgao(self) -> Orgao:
        """Órgão do concurso."""
        return self.edital.orgao


class Regras(models.Model):
    """Regras de classificação e de reserva, congeladas quando o edital é publicado.

    `provas`: lista de {"chave", "nome", "minima": texto decimal ou "", "maxima": idem} e, nas que admitem
    nota negativa, {"negativa": True}, na ordem do edital; `nota_final` é a chave de uma delas. `etapas`:
    nomes das etapas Apto/Inapto.
    `desempate`: lista de critérios na grafia do motor ("idoso", "maior:especificos", …).
    """

    edital = models.ForeignKey(Edital, on_delete=models.PROTECT, related_name="regras")
    nome = models.CharField("nome", max_length=80, default="Regras gerais")
    provas = models.JSONField("provas", default=list)
    etapas = models.JSONField("etapas", default=list, blank=True)
    nota_final = models.CharField("nota final", max_length=40, blank=True)
    desempate = models.JSONField("desempate", default=list, blank=True)
    data_referencia_idade = models.DateField("data de referência da idade", null=True, blank=True)
    desempate_justificativa = models.TextField(
        "justificativa do desempate",
        blank=True,
        help_text="Necessária quando a cadeia não começa pela pessoa idosa (Lei 10.741/2003, art. 27).",
    )
    serie = models.CharField(
        "série", max_length=20, choices=SerieDoEdital.choices, default=SerieDoEdital.DA_LEI, blank=True
    )
    serie_posicoes = models.JSONField("vagas da cota impressas no edital", default=list, blank=True)
    serie_justificativa = models.TextField(
        "justificativa da série",
        blank=True,
        help_text="Necessária quando a série não dá o quadro de vagas impresso.",
    )
    dupla_contagem = models.CharField(
        "dupla contagem",
        max_length=20,
        choices=ModoDaDuplaContagem.choices,
        default=ModoDaDuplaContagem.DA_LEI,
        blank=True,
    )
    colisao = models.CharField(
        "colisão", max_length=10, choices=SentidoDaColisao.choices, default=SentidoDaColisao.SEGUINTE
    )
    limiar = models.CharField(
        "limiar", max_length=10, choices=MedidaDoLimiar.choices, default=MedidaDoLimiar.PROVIDAS
    )
    resto_caxias = models.CharField(
        "resto das quintas",
        max_length=10,
        choices=RestoDasQuintas.choices,
        default=RestoDasQuintas.ANTECIPA,
    )
    pcd_percentual = models.CharField("percentual de PcD", max_length=10, blank=True)
    pcd_arredondamento = models.CharField(
        "arredondamento de PcD",
        max_length=12,
        choices=ArredondamentoPcd.choices,
        default=ArredondamentoPcd.ACIMA,
    )
    pcd_teto = models.CharField("teto de PcD (%)", max_length=10, blank=True)
    pcd_minimo = models.PositiveIntegerField("mínimo de vagas para PcD", default=0)
    pcd_posicoes = models.JSONField("vagas de PcD impressas no edital", default=list, blank=True)
    pcd_fonte = models.CharField("fonte da reserva de PcD", max_length=200, blank=True)
    pcd_ausencia_justificativa = models.TextField(
        "justificativa da falta de reserva de PcD",
        blank=True,
        help_text="Necessária quando o edital não reserva vagas a PcD (Constituição, art. 37, VIII).",
    )
    barreira_geral = models.PositiveIntegerField(
        "aprovados na lista geral",
        null=True,
        blank=True,
        validators=[MinValueValidator(1)],
        help_text="Cláusula de barreira: até que lugar se aprova. Em branco, não há.",
    )
    barreira_cotas = models.PositiveIntegerField(
        "aprovados na lista da cota", null=True, blank=True, validators=[MinValueValidator(1)]
    )
    barreira_pcd = models.PositiveIntegerField(
        "aprovados na lista de PcD", null=True, blank=True, validators=[MinValueValidator(1)]
    )
    heteroidentificacao = models.BooleanField(
        "tem heteroidentificação",
        default=False,
        help_text="Só onde o edital ou uma norma local a prevê: as leis de cotas não a criam.",
    )
    heteroidentificacao_fonte = models.CharField(
        "de onde vem a heteroidentificação", max_length=200, blank=True
    )
    nao_confirmacao = models.CharField(
        "efeito da não confirmação",
        max_length=10,
        choices=EfeitoDaNaoConfirmacao.choices,
        default=EfeitoDaNaoConfirmacao.AMPLA,
    )
    biopsicossocial = models.BooleanField("tem avaliação biopsicossocial de PcD", default=False)
    congeladas_em = models.DateTimeField("congeladas em", null=True, blank=True)
    historia = historico()

    class Meta:
        verbose_name = "regras"
        verbose_name_plural = "regras"
        ordering = ["edital", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["edital", "nome"],
                name="regras_nome_unico",
                violation_error_message="Já há regras com este nome no edital. Dê-lhes outro.",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.nome} ({self.edital})"

    @property
    def orgao(self) -> Orgao:
        """Órgão do concurso."""
        return self.edital.orgao


class Cargo(models.Model):
    """Cargo ou opção de vaga: uma lista classificada. O quadro impresso tem de somar."""

    edital = models.ForeignKey(Edital, on_delete=models.PROTECT, related_name="cargos")
    regras = models.ForeignKey(Regras, on_delete=models.PROTECT, related_name="cargos")
    codigo = models.CharField("código", max_length=30)
    nome = models.CharField("nome", max_length=160)
    especialidade = models.CharField("especialidade", max_length=120, blank=True)
    localidade = models.CharField("localidade", max_length=120, blank=True)
    vagas = models.PositiveIntegerField("total de vagas")
    vagas_ampla = models.PositiveIntegerField("vagas de ampla concorrência")
    vagas_cotas = models.PositiveIntegerField("vagas reservadas à cota", default=0)
    vagas_pcd = models.PositiveIntegerField("vagas reservadas a PcD", default=0)
    cadastro_reserva = models.BooleanField("forma cadastro de reserva", default=True)
    requisito = models.TextField("requisito", blank=True)
    vencimento = models.CharField("vencimento", max_length=60, blank=True)
    carga_horaria = models.CharField("carga horária", max_length=60, blank=True)
    historia = historico()

    class Meta:
        verbose_name = "cargo"
        verbose_name_plural = "cargos"
        ordering = ["edital", "codigo"]
        constraints = [
            models.UniqueConstraint(
                fields=["edital", "codigo"],
                name="cargo_codigo_unico",
                violation_error_message="Já há um cargo com este código no edital. Use outro código.",
            ),
            models.CheckConstraint(
                condition=Q(vagas=F("vagas_ampla") + F("vagas_cotas") + F("vagas_pcd")),
                name="cargo_quadro_soma",
                violation_error_message="O quadro não soma: o total tem de ser a ampla mais a cota mais a de "
                "PcD. Corrija um dos números.",
            ),
            models.CheckConstraint(
                condition=Q(vagas__gt=0) | Q(cadastro_reserva=True),
                name="cargo_vagas_ou_cadastro",
                violation_error_message="Cargo sem vagas só para cadastro de reserva: marque-o, ou informe "
                "as vagas.",
            ),
        ]

    def __str__(self) -> str:
        partes = [self.nome, self.especialidade, self.localidade]
        return " – ".join(parte for parte in partes if parte)

    @property
    def orgao(self) -> Orgao:
        """Órgão do concurso."""
        return self.edital.orgao


class HomologacaoDoCargo(models.Model):
    """Homologação do resultado de um cargo: dela se conta a validade (Constituição, art. 37, III).

    Homologado o concurso de uma vez, há uma linha por cargo, com os mesmos dados.
    """

    cargo = models.OneToOneField(Cargo, on_delete=models.PROTECT, related_name="homologacao")
    homologado_em = models.DateField("homologado em")
    veiculo = models.CharField("publicação da homologação", max_length=200)
    validade_ate = models.DateField("válido até")
    prorrogado_ate = models.DateField("prorrogado até", null=True, blank=True)

    class Meta:
        verbose_name = "homologação de cargo"
        verbose_name_plural = "homologações de cargos"
        constraints = [
            models.CheckConstraint(
                condition=Q(validade_ate__gt=F("homologado_em"))
                & (Q(prorrogado_ate__isnull=True) | Q(prorrogado_ate__gt=F("validade_ate"))),
                name="homologacao_do_cargo_datas",
            ),
        ]

    def __str__(self) -> str:
        return f"Homologação de {self.cargo}"

    @property
    def orgao(self) -> Orgao:
        """Órgão do concurso."""
        return self.cargo.orgao

    @property
    def fim(self) -> date:
        """Último dia da validade, com a prorrogação se houve."""
        return self.prorrogado_ate or self.validade_ate
