"""Valores fechados do procedimento sobre declaração falsa."""

from django.db import models


class Fase(models.TextChoices):
    """Onde está o procedimento; de qual se passa a qual está em `fluxo`."""

    TRIAGEM = "triagem", "Em triagem"
    ARQUIVADO = "arquivado", "Arquivado na triagem"
    INSTAURADO = "instaurado", "Instaurado, por citar"
    DEFESA = "defesa", "Prazo de defesa"
    INSTRUCAO = "instrucao", "Instrução"
    A_ALEGAR = "a_alegar", "Por intimar a alegações finais"
    ALEGACOES = "alegacoes", "Prazo de alegações finais"
    RELATORIO = "relatorio", "Por relatar"
    DECISAO = "decisao", "Por decidir"
    DECIDIDO = "decidido", "Decidido, por intimar"
    RECURSO = "recurso", "Prazo de recurso"
    RECONSIDERACAO = "reconsideracao", "Recurso por reconsiderar"
    JULGAMENTO = "julgamento", "Recurso por julgar"
    ENCERRADO = "encerrado", "Encerrado, por cumprir"
    IMPROCEDENTE = "improcedente", "Encerrado: improcedente"
    CUMPRIDO = "cumprido", "Cumprido"


class Origem(models.TextChoices):
    """De onde vem a notícia."""

    DENUNCIA = "denuncia", "Denúncia identificada"
    ANONIMA = "anonima", "Denúncia anônima"
    OFICIO = "oficio", "Ofício de outro órgão"
    BANCA = "banca", "Conclusão da banca de heteroidentificação"


class Resultado(models.TextChoices):
    """O que se decidiu, do mais leve ao mais grave: não confirmada não é falsa."""

    IMPROCEDENTE = "improcedente", "Improcedente"
    NAO_CONFIRMADA = "nao_confirmada", "Declaração não confirmada"
    FALSA = "falsa", "Declaração falsa"


class Funcao(models.TextChoices):
    """O que cada um faz na comissão."""

    PRESIDENTE = "presidente", "Presidente"
    SECRETARIO = "secretario", "Secretário"
    MEMBRO = "membro", "Membro"
    SUPLENTE = "suplente", "Suplente"


class Impedimento(models.TextChoices):
    """O que afasta alguém da comissão (Lei 9.784/1999, arts. 18 a 20); cada membro responde a todos."""

    PARENTESCO = "parentesco", "Cônjuge, companheiro ou parente até o terceiro grau da parte"
    BANCA = "banca", "Participou da banca de heteroidentificação"
    DENUNCIANTE = "denunciante", "É quem denunciou, ou testemunha"
    INTERESSE = "interesse", "Interesse no resultado, amizade íntima ou inimizade notória"


class Meio(models.TextChoices):
    """Como se comunica um ato (Lei 9.784/1999, art. 26, §§ 3º a 5º)."""

    PESSOAL = "pessoal", "Em mãos, com recibo"
    CORREIO = "correio", "Correio, com aviso de recebimento"
    EMAIL = "email", "E-mail que a parte aceitou"
    COMPARECIMENTO = "comparecimento", "Comparecimento da parte"
    EDITAL = "edital", "Edital"


class Assunto(models.TextChoices):
    """De que se dá ciência à parte."""

    CITACAO = "citacao", "Citação"
    AUDIENCIA = "audiencia", "Intimação para audiência"
    ALEGACOES = "alegacoes", "Intimação para alegações finais"
    DECISAO = "decisao", "Intimação da decisão"


class SituacaoDaComunicacao(models.TextChoices):
    """Expedida, uma comunicação acaba com a ciência provada ou sem ela."""

    EXPEDIDA = "expedida", "À espera da prova"
    CIENTE = "ciente", "Ciência provada"
    FRUSTRADA = "frustrada", "Frustrada"


class EspecieDePrazo(models.TextChoices):
    """O que corre em prazo; os da parte acabam com certidão, os da administração mostram-se vencidos."""

    DEFESA = "defesa", "Defesa"
    ALEGACOES = "alegacoes", "Alegações finais"
    RELATORIO = "relatorio", "Relatório"
    DECISAO = "decisao", "Decisão"
    RECURSO = "recurso", "Recurso"
    RECONSIDERACAO = "reconsideracao", "Reconsideração"
    JULGAMENTO = "julgamento", "Julgamento do recurso"


class Contagem(models.TextChoices):
    """Como se conta; os valores são os de `nucleo.calendario.TipoDePrazo`."""

    CORRIDOS = "corridos", "Dias corridos"
    UTEIS = "uteis", "Dias úteis"
    MESES = "meses", "Meses"


class TipoDePeca(models.TextChoices):
    """Espécie da peça nos autos."""

    NOTICIA = "noticia", "Notícia do fato"
    ARQUIVAMENTO = "arquivamento", "Despacho de arquivamento"
    PORTARIA = "portaria", "Portaria de instauração"
    IMPEDIMENTO = "impedimento", "Declaração sobre impedimentos"
    SUBSTITUICAO = "substituicao", "Substituição na comissão"
    COMUNICACAO = "comunicacao", "Comunicação expedida"
    FRUSTRADA = "frustrada", "Certidão de comunicação frustrada"
    CIENCIA = "ciencia", "Prova da ciência"
    PRAZO = "prazo", "Despacho sobre prazo"
    DECURSO = "decurso", "Certidão de decurso de prazo"
    DEFESA = "defesa", "Defesa"
    DOCUMENTO = "documento", "Documento"
    REQUERIMENTO = "requerimento", "Requerimento de prova"
    DESPACHO_DE_PROVA = "despacho_prova", "Decisão sobre prova"
    PROVA = "prova", "Prova produzida"
    AUDIENCIA = "audiencia", "Ata de audiência"
    SESSAO = "sessao", "Ata de sessão da comissão"
    FIM_DA_INSTRUCAO = "fim_instrucao", "Encerramento da instrução"
    ALEGACOES = "alegacoes", "Alegações finais"
    RELATORIO = "relatorio", "Relatório da comissão"
    PARECER = "parecer", "Parecer jurídico"
    DECISAO = "decisao", "Decisão"
    RECURSO = "recurso", "Recurso"
    RECONSIDERACAO = "reconsideracao", "Decisão sobre reconsideração"
    DECISAO_DO_RECURSO = "decisao_recurso", "Decisão do recurso"
    RESTRICAO = "restricao", "Decisão sobre acesso ou desentranhamento"
    CUMPRIMENTO = "cumprimento", "Ato de cumprimento da decisão"


class Acesso(models.TextChoices):
    """O que uma decisão dos autos faz de uma peça; o número dela fica."""

    RESTRITA = "restrita", "Restrita: a parte não a lê"
    DESENTRANHADA = "desentranhada", "Desentranhada"
