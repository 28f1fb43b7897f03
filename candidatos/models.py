"""Candidato, inscrição e candidatura; arquivos importados, resultados e classificação."""

from __future__ import annotations

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q

from candidatos.enums import (
    EspecieDeArquivo,
    SituacaoClassificacao,
    SituacaoDeclaracao,
    SituacaoImportacao,
)
from concursos.models import Cargo, Concurso, Edital
from nucleo.auditoria import historico
from nucleo.models import Execucao, Orgao, Usuario


class Candidato(models.Model):
    """Pessoa. Só um CPF inteiro e válido a identifica: nome e CPF mascarado não unem ninguém."""

    nome = models.CharField("nome", max_length=200)
    nome_busca = models.CharField(
        "nome para busca",
        max_length=200,
        db_index=True,
        editable=False,
        help_text="Minúsculas, sem acentos: busca e ordem alfabética.",
    )
    cpf = models.CharField("CPF", max_length=11, blank=True, help_text="Onze algarismos, ou em branco.")
    nascimento = models.DateField("nascimento", null=True, blank=True)
    nascimento_informado = models.CharField(
        "nascimento como informado",
        max_length=40,
        blank=True,
        help_text="O que o arquivo traz, quando não é uma data possível: não decide empate.",
    )
    historia = historico()

    class Meta:
        verbose_name = "candidato"
        verbose_name_plural = "candidatos"
        ordering = ["nome_busca", "id"]
        constraints = [
            models.UniqueConstraint(fields=["cpf"], condition=~Q(cpf=""), name="candidato_cpf_unico"),
            models.CheckConstraint(
                condition=Q(cpf="") | Q(cpf__regex=r"^[0-9]{11}$"), name="candidato_cpf_onze_algarismos"
            ),
        ]

    def __str__(self) -> str:
        return self.nome


class Inscricao(models.Model):
    """Identidade de alguém num edital: o número da inscrição, que é texto e guarda zeros à esquerda.

    `contato`: {"email", "telefone", "celular", "endereco", "cep", …}, só o que o arquivo trouxe.
    """

    edital = models.ForeignKey(Edital, on_delete=models.PROTECT, related_name="inscricoes")
    candidato = models.ForeignKey(Candidato, on_delete=models.PROTECT, related_name="inscricoes")
    numero = models.CharField("inscrição", max_length=40)
    contato = models.JSONField("contato", default=dict, blank=True)

    class Meta:
        verbose_name = "inscrição"
        verbose_name_plural = "inscrições"
        ordering = ["edital", "numero"]
        constraints = [
            models.UniqueConstraint(fields=["edital", "numero"], name="inscricao_numero_unico"),
            models.CheckConstraint(condition=~Q(numero=""), name="inscricao_numero_preenchido"),
        ]

    def __str__(self) -> str:
        return self.numero

    @property
    def orgao(self) -> Orgao:
        """Órgão do concurso."""
        return self.edital.orgao


class Autodeclaracao(models.Model):
    """Dado sensível (LGPD, art. 5º, II): raça e deficiência declaradas na inscrição.

    Tem permissão própria; toda leitura individual deixa registro na trilha.
    """

    inscricao = models.OneToOneField(
        Inscricao, on_delete=models.PROTECT, related_name="autodeclaracao", verbose_name="inscrição"
    )
    negro = models.BooleanField("negro (preto ou pardo)", default=False)
    indigena = models.BooleanField("indígena", default=False)
    pcd = models.BooleanField("pessoa com deficiência", default=False)
    situacao = models.CharField(
        "situação",
        max_length=20,
        choices=SituacaoDeclaracao.choices,
        default=SituacaoDeclaracao.DECLARADA,
    )

    class Meta:
        verbose_name = "autodeclaração"
        verbose_name_plural = "autodeclarações"
        constraints = [
            models.CheckConstraint(
                condition=Q(situacao__in=SituacaoDeclaracao.values), name="autodeclaracao_situacao_valida"
            ),
        ]

    def __str__(self) -> str:
        return f"Autodeclaração da inscrição {self.inscricao_id}"

    @property
    def orgao(self) -> Orgao:
        """Órgão do concurso."""
        return self.inscricao.orgao


class Candidatura(models.Model):
    """Uma inscrição num cargo: a prova unificada dá várias à mesma inscrição."""

    inscricao = models.ForeignKey(
        Inscricao, on_delete=models.PROTECT, related_name="candidaturas", verbose_name="inscrição"
    )
    cargo = models.ForeignKey(Cargo, on_delete=models.PROTECT, related_name="candidaturas")

    class Meta:
        verbose_name = "candidatura"
        verbose_name_plural = "candidaturas"
        constraints = [
            models.UniqueConstraint(fields=["inscricao", "cargo"], name="candidatura_unica"),
        ]

    def __str__(self) -> str:
        return f"{self.inscricao} – {self.cargo}"

    @property
    def orgao(self) -> Orgao:
        """Órgão do concurso."""
        return self.cargo.orgao


class LayoutImportacao(models.Model):
    """Como se lê o arquivo de uma banca. Cada mudança é uma versão nova; a vigente é a de maior versão.

    `assinatura`: resumo dos `titulos` das colunas como lidos, pelo qual o arquivo seguinte é reconhecido.
    `colunas`: {letra ("A"…): campo}; `opcoes`: formatos, regras, filtros e somas (ver
    `servicos.opcoes.Opcoes`); `valores`: {campo: {valor lido: {"destino", "motivo"}}}.
    """

    orgao = models.ForeignKey(Orgao, on_delete=models.PROTECT, related_name="layouts", verbose_name="órgão")
    banca = models.CharField("banca", max_length=160, blank=True)
    nome = models.CharField("nome", max_length=120)
    versao = models.PositiveIntegerField("versão", default=1)
    especie = models.CharField(
        "espécie",
        max_length=20,
        choices=EspecieDeArquivo.choices,
        default=EspecieDeArquivo.RESULTADO,
    )
    assinatura = models.CharField("assinatura", max_length=64)
    titulos = models.JSONField("títulos", default=list)
    colunas = models.JSONField("colunas", default=dict)
    opcoes = models.JSONField("opções", default=dict)
    valores = models.JSONField("valores", default=dict)
    autor = models.ForeignKey(Usuario, on_delete=models.PROTECT, null=True, related_name="+")
    criado_em = models.DateTimeField("criado em", auto_now_add=True)

    class Meta:
        verbose_name = "layout de importação"
        verbose_name_plural = "layouts de importação"
        ordering = ["nome", "-versao"]
        constraints = [
            models.UniqueConstraint(
                fields=["orgao", "banca", "assinatura", "versao"], name="layout_versao_unica"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.nome} (versão {self.versao})"


def caminho_do_arquivo(importacao: Importacao, nome: str) -> str:
    """Guarda pelo SHA-256: o nome original fica só no registro."""
    return f"importacoes/{importacao.sha256[:2]}/{importacao.sha256}"


def caminho_do_relatorio(importacao: Importacao, nome: str) -> str:
    """Um por importação e conferência; o nome não diz nada do arquivo."""
    return f"relatorios/{importacao.pk}/{nome}"


_JA_CARREGADA = [SituacaoImportacao.CARREGADA, SituacaoImportacao.DESFEITA]


class Importacao(models.Model):
    """Arquivo da banca, guardado como veio, com o que se leu dele e o que ele fez.

    `leitura`: como o arquivo foi lido ({"formato", "codificacao", "delimitador", "cabecalho", …});
    `colunas`/`valores`: o layout usado, copiado; `plano`: {"lidas", "novas", "alteradas", "inalteradas",
    "recusadas", "achados": [{"linha", "coluna", "titulo", "valor", "motivo"}]}. Linhas contam-se como
    no arquivo, a partir de 1.
    """

    edital = models.ForeignKey(Edital, on_delete=models.PROTECT, related_name="importacoes")
    arquivo = models.FileField("arquivo", upload_to=caminho_do_arquivo, max_length=200)
    nome_original = models.CharField("nome do arquivo", max_length=255)
    tamanho = models.PositiveBigIntegerField("tamanho (bytes)")
    sha256 = models.CharField("SHA-256", max_length=64)
    situacao = models.CharField(
        "situação",
        max_length=20,
        choices=SituacaoImportacao.choices,
        default=SituacaoImportacao.RECEBIDA,
    )
    especie = models.CharField(
        "espécie",
        max_length=20,
        choices=EspecieDeArquivo.choices,
        default=EspecieDeArquivo.RESULTADO,
    )
    layout = models.ForeignKey(LayoutImportacao, on_delete=models.PROTECT, null=True, blank=True)
    cargo = models.ForeignKey(
        Cargo,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text="Cargo de todas as linhas, quando o arquivo não traz coluna de cargo.",
    )
    sem_reservas = models.BooleanField(
        "sem reservas",
        default=False,
        help_text="Confirmou-se que o arquivo não diz quem concorre às reservas.",
    )
    leitura = models.JSONField("leitura", default=dict)
    colunas = models.JSONField("colunas", default=dict)
    opcoes = models.JSONField("opções", default=dict)
    valores = models.JSONField("valores", default=dict)
    plano = models.JSONField("plano", default=dict, encoder=DjangoJSONEncoder)
    execucao = models.ForeignKey(
        Execucao, on_delete=models.SET_NULL, null=True, blank=True, related_name="+", verbose_name="execução"
    )
    relatorio = models.FileField(
        "relatório da conferência", upload_to=caminho_do_relatorio, max_length=200, blank=True
    )
    criados = models.JSONField("criados", default=dict)
    autor = models.ForeignKey(Usuario, on_delete=models.PROTECT, null=True, related_name="+")
    recebida_em = models.DateTimeField("recebida em", auto_now_add=True)
    carregada_em = models.DateTimeField("carregada em", null=True, blank=True)
    desfeita_em = models.DateTimeField("desfeita em", null=True, blank=True)
    desfeita_por = models.ForeignKey(
        Usuario, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    desfeita_motivo = models.CharField("motivo de desfazer", max_length=300, blank=True)

    class Meta:
        verbose_name = "importação"
        verbose_name_plural = "importações"
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(situacao__in=SituacaoImportacao.values), name="importacao_situacao_valida"
            ),
            models.CheckConstraint(
                condition=Q(situacao__in=_JA_CARREGADA, carregada_em__isnull=False)
                | (~Q(situacao__in=_JA_CARREGADA) & Q(carregada_em__isnull=True)),
                name="importacao_carregada_tem_data",
            ),
            models.CheckConstraint(
                condition=Q(situacao=SituacaoImportacao.DESFEITA) ^ Q(desfeita_em__isnull=True),
                name="importacao_desfeita_tem_data",
            ),
            models.CheckConstraint(
                condition=Q(especie__in=EspecieDeArquivo.values), name="importacao_especie_valida"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.nome_original} ({self.get_situacao_display()})"

    @property
    def orgao(self) -> Orgao:
        """Órgão do concurso."""
        return self.edital.orgao


class ValorAnterior(models.Model):
    """O que havia antes de uma importação mudar a pessoa, a inscrição ou a autodeclaração.

    `antes`: {campo: valor}. Tem a mesma proteção do que guarda: da autodeclaração, a dela.
    """

    importacao = models.ForeignKey(
        Importacao, on_delete=models.PROTECT, related_name="valores_anteriores", verbose_name="importação"
    )
    candidato = models.ForeignKey(Candidato, on_delete=models.CASCADE, null=True, related_name="+")
    inscricao = models.ForeignKey(
        Inscricao, on_delete=models.CASCADE, null=True, related_name="+", verbose_name="inscrição"
    )
    autodeclaracao = models.ForeignKey(
        Autodeclaracao, on_delete=models.CASCADE, null=True, related_name="+", verbose_name="autodeclaração"
    )
    antes = models.JSONField("antes", default=dict, encoder=DjangoJSONEncoder)

    class Meta:
        verbose_name = "valor anterior"
        verbose_name_plural = "valores anteriores"
        constraints = [
            models.CheckConstraint(
                condition=Q(candidato__isnull=False, inscricao__isnull=True, autodeclaracao__isnull=True)
                | Q(candidato__isnull=True, inscricao__isnull=False, autodeclaracao__isnull=True)
                | Q(candidato__isnull=True, inscricao__isnull=True, autodeclaracao__isnull=False),
                name="valor_anterior_de_um_so",
            ),
        ]

    def __str__(self) -> str:
        return f"Valor anterior {self.pk} da importação {self.importacao_id}"


class Resultado(models.Model):
    """Todas as notas de uma candidatura numa linha; cada importação que as muda cria uma versão.

    `notas`: {chave da prova: texto decimal canônico, "92.00"}, exato nos dois bancos (o SQLite
    guardaria decimais como ponto flutuante). `etapas`: {nome: "apto" ou "inapto"}.
    O vigente é o de maior versão.
    """

    candidatura = models.ForeignKey(Candidatura, on_delete=models.PROTECT, related_name="resultados")
    versao = models.PositiveIntegerField("versão")
    importacao = models.ForeignKey(
        Importacao, on_delete=models.PROTECT, related_name="resultados", verbose_name="importação"
    )
    linha = models.PositiveIntegerField("linha do arquivo")
    notas = models.JSONField("notas", default=dict)
    etapas = models.JSONField("etapas", default=dict)
    jurado = models.BooleanField("jurado", default=False)
    posicao_oficial = models.PositiveIntegerField("posição oficial", null=True)

    class Meta:
        verbose_name = "resultado"
        verbose_name_plural = "resultados"
        constraints = [
            models.UniqueConstraint(fields=["candidatura", "versao"], name="resultado_versao_unica"),
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
