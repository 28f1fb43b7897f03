"""O procedimento e a sua comissão."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from candidatos.models import Inscricao
from nucleo.auditoria import historico
from nucleo.models import Orgao, Usuario
from procedimentos.enums import Fase, Funcao, Origem, Resultado
from procedimentos.fluxo import CORREM

ANTES_DA_INSTRUCAO = [Fase.TRIAGEM, Fase.ARQUIVADO, Fase.INSTAURADO, Fase.DEFESA]
SEM_PORTARIA = [Fase.TRIAGEM, Fase.ARQUIVADO]
SEM_RELATORIO = [*ANTES_DA_INSTRUCAO, Fase.INSTRUCAO, Fase.A_ALEGAR, Fase.ALEGACOES, Fase.RELATORIO]
SEM_DECISAO = [*SEM_RELATORIO, Fase.DECISAO]
# Só depois do prazo do recurso, ou do seu julgamento, há o que cumprir.
POR_CUMPRIR = [Fase.ENCERRADO, Fase.CUMPRIDO]


class Procedimento(models.Model):
    """Apuração de uma declaração num concurso. A fase só muda como o `fluxo` permite (gatilho no banco).

    `fim_da_defesa`, `relatorio`, `decisao` e `fim_do_recurso` são as peças que provam que a etapa se cumpriu.
    """

    inscricao = models.ForeignKey(
        Inscricao, on_delete=models.PROTECT, related_name="procedimentos", verbose_name="inscrição"
    )
    orgao = models.ForeignKey(
        Orgao, on_delete=models.PROTECT, related_name="procedimentos", verbose_name="órgão"
    )
    numero = models.PositiveIntegerField("número")
    ano = models.PositiveIntegerField("ano")
    fase = models.CharField("fase", max_length=20, choices=Fase.choices, default=Fase.TRIAGEM)
    origem = models.CharField("origem", max_length=10, choices=Origem.choices)
    fatos = models.TextField("fatos")
    fatos_novos = models.TextField("o que há de novo", blank=True)
    conhecido_em = models.DateField("fato conhecido em")
    resultado = models.CharField("resultado", max_length=20, blank=True, choices=Resultado.choices)
    instaurado_por = models.ForeignKey(
        Usuario, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    decide = models.ForeignKey(
        Usuario,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name="autoridade que decide",
    )
    julga_recurso = models.ForeignKey(
        Usuario,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name="autoridade que julga o recurso",
    )
    fim_da_defesa = models.ForeignKey(
        "Peca", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    relatorio = models.ForeignKey("Peca", on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    decisao = models.ForeignKey("Peca", on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    fim_do_recurso = models.ForeignKey(
        "Peca", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    aberto_em = models.DateTimeField("aberto em", auto_now_add=True)

    class Meta:
        verbose_name = "procedimento"
        verbose_name_plural = "procedimentos"
        ordering = ["-ano", "-numero"]
        constraints = [
            models.UniqueConstraint(fields=["orgao", "ano", "numero"], name="procedimento_numero_unico"),
            models.UniqueConstraint(
                fields=["inscricao"],
                condition=Q(fase__in=sorted(CORREM)),
                name="procedimento_um_em_curso",
            ),
            models.CheckConstraint(condition=Q(fase__in=Fase.values), name="procedimento_fase_valida"),
            models.CheckConstraint(
                condition=Q(fase__in=SEM_PORTARIA)
                | Q(instaurado_por__isnull=False, decide__isnull=False, julga_recurso__isnull=False),
                name="procedimento_instaurado_tem_autoridades",
            ),
            models.CheckConstraint(
                condition=Q(decide__isnull=True) | ~Q(decide=F("julga_recurso")),
                name="procedimento_recurso_a_outra_autoridade",
            ),
            models.CheckConstraint(
                condition=Q(fase__in=ANTES_DA_INSTRUCAO) | Q(fim_da_defesa__isnull=False),
                name="procedimento_defesa_encerrada",
            ),
            models.CheckConstraint(
                condition=Q(fase__in=SEM_RELATORIO) | Q(relatorio__isnull=False),
                name="procedimento_decide_com_relatorio",
            ),
            models.CheckConstraint(
                condition=Q(fase__in=SEM_DECISAO, decisao__isnull=True, resultado="")
                | (~Q(fase__in=SEM_DECISAO) & Q(decisao__isnull=False) & ~Q(resultado="")),
                name="procedimento_decidido_tem_decisao",
            ),
            models.CheckConstraint(
                condition=~Q(fase__in=POR_CUMPRIR)
                | Q(fim_do_recurso__isnull=False, resultado__in=[Resultado.FALSA, Resultado.NAO_CONFIRMADA]),
                name="procedimento_encerrado_sem_recurso_pendente",
            ),
            models.CheckConstraint(
                condition=~Q(fase=Fase.IMPROCEDENTE) | Q(resultado=Resultado.IMPROCEDENTE),
                name="procedimento_improcedente_tem_resultado",
            ),
        ]

    def __str__(self) -> str:
        return f"Procedimento {self.identificacao}"

    @property
    def identificacao(self) -> str:
        """Número e ano: "nº 3/2026"."""
        return f"nº {self.numero}/{self.ano}"


class Membro(models.Model):
    """Alguém da comissão, efetivo ou suplente; a saída tem motivo e não apaga que esteve nela."""

    procedimento = models.ForeignKey(Procedimento, on_delete=models.PROTECT, related_name="membros")
    usuario = models.ForeignKey(
        Usuario, on_delete=models.PROTECT, related_name="comissoes", verbose_name="pessoa"
    )
    funcao = models.CharField("função", max_length=12, choices=Funcao.choices)
    declaracao = models.ForeignKey(
        "Peca", on_delete=models.PROTECT, null=True, blank=True, related_name="+", verbose_name="declaração"
    )
    impedido = models.BooleanField("declarou impedimento", default=False)
    saiu_por = models.ForeignKey(
        "Peca", on_delete=models.PROTECT, null=True, blank=True, related_name="+", verbose_name="saiu por"
    )
    historia = historico()

    class Meta:
        verbose_name = "membro da comissão"
        verbose_name_plural = "membros da comissão"
        ordering = ["procedimento", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["procedimento", "usuario"],
                condition=Q(saiu_por__isnull=True),
                name="membro_uma_vez_na_comissao",
            ),
            models.UniqueConstraint(
                fields=["procedimento", "funcao"],
                condition=Q(saiu_por__isnull=True, funcao__in=[Funcao.PRESIDENTE, Funcao.SECRETARIO]),
                name="membro_um_presidente_e_um_secretario",
            ),
            models.CheckConstraint(
                condition=Q(impedido=False) | Q(declaracao__isnull=False), name="membro_impedido_declarou"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.usuario} ({self.get_funcao_display().lower()})"

    @property
    def orgao(self) -> Orgao:
        """Órgão do procedimento."""
        return self.procedimento.orgao
