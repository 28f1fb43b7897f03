"""Leituras das nomeações."""

from nomeacoes.consultas.acervo import Acervo, ler_acervo
from nomeacoes.consultas.cumprimento import Grafico, graficos_do_cumprimento
from nomeacoes.consultas.estado import (
    EstadoDoCargo,
    apurar_com,
    categorias_na_serie,
    estado_do_cargo,
    evento_do_motor,
)
from nomeacoes.consultas.historia import (
    Passo,
    atos_sem_pdf,
    historia_da_ocupacao,
    producao_da_convocacao,
)
from nomeacoes.consultas.lapso import fim_da_validade, pode_convocar, vagas_do_lapso
from nomeacoes.consultas.listas import (
    CargoAConvocar,
    Faixa,
    LinhaDaVaga,
    atos_ao_alcance,
    atos_da_convocacao,
    cargos_a_convocar,
    convocacoes_ao_alcance,
    eventos_do_cargo,
    faixa_das_vagas,
    linhas_das_vagas,
    nomeacoes_ao_alcance,
    resumo_dos_cargos,
    vagas_do_cargo,
)
from nomeacoes.consultas.plano import (
    ChamadaPlanejada,
    Plano,
    RemanejamentoPlanejado,
    frase_do_remanejamento,
    planejar,
)
from nomeacoes.consultas.quadro_vivo import LinhaDoQuadro, QuadroVivo, linhas_do_quadro, quadro_vivo
from nomeacoes.consultas.reconferencia import diferenca_do_cargo, primeira_divergencia
from nomeacoes.consultas.vigia import frases_das_violacoes, violacoes_do_cargo

__all__ = [
    "Acervo",
    "CargoAConvocar",
    "ChamadaPlanejada",
    "EstadoDoCargo",
    "Faixa",
    "Grafico",
    "LinhaDaVaga",
    "LinhaDoQuadro",
    "Passo",
    "Plano",
    "QuadroVivo",
    "RemanejamentoPlanejado",
    "apurar_com",
    "atos_ao_alcance",
    "atos_da_convocacao",
    "atos_sem_pdf",
    "cargos_a_convocar",
    "categorias_na_serie",
    "convocacoes_ao_alcance",
    "diferenca_do_cargo",
    "estado_do_cargo",
    "evento_do_motor",
    "eventos_do_cargo",
    "faixa_das_vagas",
    "fim_da_validade",
    "frase_do_remanejamento",
    "frases_das_violacoes",
    "graficos_do_cumprimento",
    "historia_da_ocupacao",
    "ler_acervo",
    "linhas_das_vagas",
    "linhas_do_quadro",
    "nomeacoes_ao_alcance",
    "planejar",
    "pode_convocar",
    "primeira_divergencia",
    "producao_da_convocacao",
    "quadro_vivo",
    "resumo_dos_cargos",
    "vagas_do_cargo",
    "vagas_do_lapso",
    "violacoes_do_cargo",
]
