"""Serviços das nomeações."""

from nomeacoes.servicos.acontecimentos import (
    Acontecimento,
    acontecimento_conferir,
    acontecimento_registrar,
    desfazimento_conferir,
    evento_desfazer,
)
from nomeacoes.servicos.atos import ato_assinar, convocacao_assinar
from nomeacoes.servicos.convocacao import convocacao_confirmar, convocacao_planejar
from nomeacoes.servicos.documentos_da_posse import (
    documento_abrir,
    documento_conferir,
    documento_receber,
    documentos_exigir,
)
from nomeacoes.servicos.memoria import memoria_interna_exportar, memoria_publica_exportar
from nomeacoes.servicos.ocorrencias import (
    desistencia_registrar,
    final_de_fila_registrar,
    nao_confirmacao_registrar,
    nomeacao_tornar_sem_efeito,
    posse_registrar,
)
from nomeacoes.servicos.posse import exercicio_registrar, prazo_prorrogar
from nomeacoes.servicos.producao import atos_pedir_producao, pdf_produzir
from nomeacoes.servicos.reconferencia import cargo_reconferir, reconferencia_pedir
from nomeacoes.servicos.sem_posse import sem_posse_confirmar, sem_posse_planejar
from nomeacoes.servicos.vida import (
    ato_conferir,
    ato_publicar,
    certificacao_registrar,
    convocacao_conferir,
    convocacao_publicar,
)

__all__ = [
    "Acontecimento",
    "acontecimento_conferir",
    "acontecimento_registrar",
    "ato_assinar",
    "ato_conferir",
    "ato_publicar",
    "atos_pedir_producao",
    "cargo_reconferir",
    "certificacao_registrar",
    "convocacao_assinar",
    "convocacao_conferir",
    "convocacao_confirmar",
    "convocacao_planejar",
    "convocacao_publicar",
    "desfazimento_conferir",
    "desistencia_registrar",
    "documento_abrir",
    "documento_conferir",
    "documento_receber",
    "documentos_exigir",
    "evento_desfazer",
    "exercicio_registrar",
    "final_de_fila_registrar",
    "memoria_interna_exportar",
    "memoria_publica_exportar",
    "nao_confirmacao_registrar",
    "nomeacao_tornar_sem_efeito",
    "pdf_produzir",
    "posse_registrar",
    "prazo_prorrogar",
    "reconferencia_pedir",
    "sem_posse_confirmar",
    "sem_posse_planejar",
]
