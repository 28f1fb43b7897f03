"""Resultados por versão, sorteios, listas classificadas e retificações do resultado."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from candidatos.enums import SituacaoClassificacao
from candidatos.models.importacao import Importacao
from candidatos.models.inscricoes import Candidatura
from concursos.models import Cargo, Concurso
from nucleo.models import Execucao, Orgao, Usuario


class Resultado(models.Model):
    """Todas as notas de uma candidatura numa linha; cada importação que as muda cria uma versão.

    `notas`: {chave da prova: texto decimal canônico, "92.00"}, exato nos dois bancos (o SQLite
    guardaria decimais como ponto flutuante). `etapas`: {nome: "apto" ou "inapto"}.
    O vigente é o de maior versão.
    """

    candidatura = models.ForeignKey(Candidatura, on_delete=models.PROTECT, related_name="resultados")
    versao = models.PositiveIntegerField("versão")
    importacao = models.ForeignKey(
        Importacao,
        on_delete=models.PROTECT,
        null=True,
        related_name="resultados",
        verbose_name="importação",
        help_text="Nula na versão que um recurso deferido fez.",
    )
    linha = models.PositiveIntegerField("linha do arquivo")
    recurso = models.OneToOneField(
        "candidatos.Recurso", on_delete=models.PROTECT, null=True, related_name="resultado"
    )
    notas = models.JSONField("notas", default=dict)
    etapas = models.JSONField("etapas", default=dict)
    jurado = models.BooleanField("jurado", default=False)
    posicao_oficial = models.PositiveIntegerField("posição oficial", null=True)

    class Meta:
        verbose_name = "resultado"
        verbose_name_plural = "resultados"
        constraints = [
            models.UniqueConstraint(fields=["candidatura", "versao"], name="resultado_versao_unica"),
            models.CheckConstraint(
                condition=Q(importacao__isnull=False) ^ Q(recurso__isnull=False),
                name="resultado_de_arquivo_ou_de_recurso",
            ),
        ]

    def __str__(self) -> str:
        return f"Resultado {self.versao} da candidatura {self.candidatura_id}"


class Sorteio(models.Model):
    """Número que coube a uma candidatura em sorteio público, com a ata."""

    candidatura = models.OneToOneField(Candidatura, on_delete=models.PROTECT, related_name="sorteio")
    numero = models.PositiveIntegerField("número sorteado")
    data = models.DateField("data do sorteio")
    ata = models.CharField("ata", max_length=200)
    autor = models.ForeignKey(Usuario, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        verbose_name = "sorteio"
        verbose_name_plural = "sorteios"

    def __str__(self) -> str:
        return f"Sorteio da candidatura {self.candidatura_id}: {self.numero}"


class RetificacaoDoResultado(models.Model):
    """Resultado homologado que um arquivo novo corrigiu; a classificação antiga e a nova ficam guardadas."""

    concurso = models.ForeignKey(Concurso, on_delete=models.PROTECT, related_name="retificacoes_do_resultado")
    numero = models.PositiveIntegerField("número")
    importacao = models.OneToOneField(
        Importacao, on_delete=models.PROTECT, related_name="retificacao", verbose_name="importação"
    )
    publicada_em = models.DateField("publicada em")
    veiculo = models.CharField("publicada no", max_length=200)
    motivo = models.TextField("motivo")
    autor = models.ForeignKey(Usuario, on_delete=models.PROTECT, null=True, related_name="+")
    registrada_em = models.DateTimeField("registrada em", auto_now_add=True)

    class Meta:
        verbose_name = "retificação do resultado"
        verbose_name_plural = "retificações do resultado"
        ordering = ["concurso", "numero"]
        constraints = [
            models.UniqueConstraint(
                fields=["concurso", "numero"], name="retificacao_do_resultado_numero_unico"
            ),
            models.CheckConstraint(
                condition=~Q(motivo="") & ~Q(veiculo=""), name="retificacao_do_resultado_fundamentada"
            ),
        ]

    def __str__(self) -> str:
        return f"Retificação nº {self.numero} do resultado do {self.concurso}"

    @property
    def orgao(self) -> Orgao:
        """Órgão do concurso."""
        return self.concurso.orgao


class Classificacao(models.Model):
    """Lista classificada de um cargo, em versões; a homologada nunca é sobrescrita.

    `empates`: [{"candidaturas": [ids], "proximo": critério}]; `faltas`: [{"candidatura", "campo",
    "mensagem"}]. Qualquer um dos dois impede a homologação.
    """

    cargo = models.ForeignKey(Cargo, on_delete=models.PROTECT, related_name="classificacoes")
    versao = models.PositiveIntegerField("versão")
    situacao = models.CharField(
        "situação",
        max_length=20,
        choices=SituacaoClassificacao.choices,
        default=SituacaoClassificacao.CORRENTE,
    )
    empates = models.JSONField("empates", default=list)
    faltas = models.JSONField("faltas", default=list)
    entradas = models.CharField(
        "resumo das entradas",
        max_length=64,
        help_text="SHA-256 de tudo o que a classificação leu: diferente do de agora, está desatualizada.",
    )
    calculada_em = models.DateTimeField("calculada em", auto_now_add=True)
    retificacao = models.ForeignKey(
        RetificacaoDoResultado,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="classificacoes",
        verbose_name="retificação",
        help_text="A que fez esta versão; nula na que se homologou primeiro.",
    )
    execucao = models.ForeignKey(
        Execucao, on_delete=models.SET_NULL, null=True, blank=True, related_name="+", verbose_name="execução"
    )

    class Meta:
        verbose_name = "classificação"
        verbose_name_plural = "classificações"
        ordering = ["cargo", "-versao"]
        constraints = [
            models.UniqueConstraint(fields=["cargo", "versao"], name="classificacao_versao_unica"),
            models.UniqueConstraint(
                fields=["cargo", "situacao"],
                condition=Q(situacao__in=[SituacaoClassificacao.CORRENTE, SituacaoClassificacao.HOMOLOGADA]),
                name="classificacao_corrente_e_homologada_unicas",
            ),
            models.CheckConstraint(
                condition=Q(situacao__in=SituacaoClassificacao.values), name="classificacao_situacao_valida"
            ),
        ]

    def __str__(self) -> str:
        return f"Classificação {self.versao} de {self.cargo}"

    @property
    def orgao(self) -> Orgao:
        """Órgão do concurso."""
        return self.cargo.orgao


class Colocacao(models.Model):
    """Lugar de uma candidatura nas listas, ou o motivo de não estar aprovada.

    `ordem` é a linha na lista (única); `posicao` o lugar (repete-se em empate não resolvido).
    `criterio`, `valor` e `valor_acima` dizem o que a separa de quem está imediatamente acima.
    """

    classificacao = models.ForeignKey(
        Classificacao, on_delete=models.CASCADE, related_name="colocacoes", verbose_name="classificação"
    )
    candidatura = models.ForeignKey(Candidatura, on_delete=models.PROTECT, related_name="colocacoes")
    resultado = models.ForeignKey(
        Resultado,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        help_text="Versão das notas de que saiu o lugar; nulo se a candidatura não tinha resultado.",
    )
    ordem = models.PositiveIntegerField("ordem")
    posicao = models.PositiveIntegerField("lugar na lista geral", null=True)
    posicao_cotas = models.PositiveIntegerField("lugar na lista da cota", null=True)
    posicao_pcd = models.PositiveIntegerField("lugar na lista de PcD", null=True)
    nota = models.CharField("nota final", max_length=30)
    criterio = models.CharField("critério", max_length=60, blank=True)
    valor = models.CharField("valor", max_length=40, blank=True)
    valor_acima = models.CharField("valor de quem está acima", max_length=40, blank=True)
    empatado = models.BooleanField("empatado", default=False)
    fora_da_geral = models.BooleanField(
        "só nas listas específicas",
        default=False,
        help_text="Além da barreira da lista geral, e aprovado na da cota ou na de PcD: `posicao` é o "
        "lugar que a nota lhe dá.",
    )
    motivo = models.CharField("motivo de não estar aprovado", max_length=200, blank=True)

    class Meta:
        verbose_name = "colocação"
        verbose_name_plural = "colocações"
        ordering = ["classificacao", "ordem"]
        constraints = [
            models.UniqueConstraint(fields=["classificacao", "candidatura"], name="colocacao_unica"),
            models.UniqueConstraint(fields=["classificacao", "ordem"], name="colocacao_ordem_unica"),
            models.CheckConstraint(
                condition=Q(posicao__isnull=False, motivo="") | (Q(posicao__isnull=True) & ~Q(motivo="")),
                name="colocacao_lugar_ou_motivo",
            ),
            models.CheckConstraint(
                condition=Q(posicao__isnull=False) | Q(posicao_cotas__isnull=True, posicao_pcd__isnull=True),
                name="colocacao_listas_so_de_aprovado",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.posicao or '–'} {self.candidatura_id}"
