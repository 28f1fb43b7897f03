"""Valores fechados de inscrições, importações e classificações."""

from django.db import models


class SituacaoDeclaracao(models.TextChoices):
    """Autodeclaração racial: não confirmada (volta à ampla) não é falsa (eliminado)."""

    DECLARADA = "declarada", "Declarada"
    CONFIRMADA = "confirmada", "Confirmada"
    NAO_CONFIRMADA = "nao_confirmada", "Não confirmada"
    FALSA = "falsa", "Falsa"


class EspecieDeAvaliacao(models.TextChoices):
    """Etapa que confere uma declaração antes da homologação."""

    HETEROIDENTIFICACAO = "heteroidentificacao", "Heteroidentificação"
    BIOPSICOSSOCIAL = "biopsicossocial", "Avaliação biopsicossocial"


class ResultadoDaAvaliacao(models.TextChoices):
    """O que a comissão ou a equipe concluiu; quem não comparece não se confirma."""

    CONFIRMADA = "confirmada", "Confirmada"
    NAO_CONFIRMADA = "nao_confirmada", "Não confirmada"
    AUSENTE = "ausente", "Não compareceu"


class SituacaoDoRecurso(models.TextChoices):
    """Vida de um recurso contra o resultado preliminar."""

    PENDENTE = "pendente", "À espera de decisão"
    DEFERIDO = "deferido", "Deferido"
    DEFERIDO_EM_PARTE = "deferido_em_parte", "Deferido em parte"
    INDEFERIDO = "indeferido", "Indeferido"
    NAO_CONHECIDO = "nao_conhecido", "Não conhecido"


class EspecieDeDivulgacao(models.TextChoices):
    """Qual resultado se tornou público."""

    PRELIMINAR = "preliminar", "Resultado preliminar"
    FINAL = "final", "Resultado final"


class SituacaoImportacao(models.TextChoices):
    """Vida de um arquivo; as passagens permitidas estão em `fluxo`."""

    RECEBIDA = "recebida", "Recebida"
    CONFERIDA = "conferida", "Conferida"
    CARREGADA = "carregada", "Carregada"
    DESCARTADA = "descartada", "Descartada"
    DESFEITA = "desfeita", "Desfeita"


class EspecieDeArquivo(models.TextChoices):
    """O que o arquivo traz: dele depende o que é obrigatório e o que a carga grava."""

    INSCRITOS = "inscritos", "Relação de inscritos (sem notas)"
    RESULTADO = "resultado", "Resultado ou lista final (com notas)"


class RegraDeTexto(models.TextChoices):
    """Que parte do texto de uma coluna composta vale; a lista é curta de propósito."""

    INTEIRO = "", "O texto inteiro"
    ANTES_DO_TRACO = "antes_do_traco", "Antes do primeiro traço: “001 – Administração – Centro” → “001”"
    SEGUNDA_PARTE = "segunda_parte", "Entre o primeiro e o segundo traço: → “Administração”"
    DEPOIS_DO_TRACO = "depois_do_traco", "Depois do último traço: → “Centro”"
    ALGARISMOS = "algarismos", "Os primeiros algarismos: “Opção 12: Médico” → “12”"
    ENTRE_PARENTESES = "entre_parenteses", "Entre parênteses: “Médico (M01)” → “M01”"
    ANTES_DOS_PARENTESES = "antes_dos_parenteses", "Antes dos parênteses: “Médico (M01)” → “Médico”"


class FormatoDeCelula(models.TextChoices):
    """Como se lê o texto de datas e notas; em branco, o que só tem uma leitura."""

    USUAL = "", "O usual: dia/mês/ano; vírgula ou ponto decimal"
    MES_DIA_ANO = "mda", "Data: mês/dia/ano"
    ANO_MES_DIA = "amd", "Data: ano/mês/dia"
    SERIE = "serie", "Data: número de série da planilha (35000)"
    DECIMAL_VIRGULA = "virgula", "Nota: só vírgula decimal (ponto separa milhares)"
    DECIMAL_PONTO = "ponto", "Nota: só ponto decimal (vírgula separa milhares)"


class CondicaoDoFiltro(models.TextChoices):
    """Quando um filtro deixa a linha de fora."""

    IGUAL = "igual", "é igual a"
    DIFERENTE = "diferente", "é diferente de"
    CONTEM = "contem", "contém"
    COMECA = "comeca", "começa por"
    EM_BRANCO = "em_branco", "está em branco"


class SituacaoClassificacao(models.TextChoices):
    """Uma recomputação substitui a corrente; a homologada nunca é sobrescrita, e retificada fica guardada."""

    CORRENTE = "corrente", "Corrente"
    SUBSTITUIDA = "substituida", "Substituída"
    HOMOLOGADA = "homologada", "Homologada"
    RETIFICADA = "retificada", "Homologada e depois retificada"
