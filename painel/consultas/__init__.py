"""Leituras do painel, que atravessam os apps."""

from painel.consultas.avisos import avisos_da_reconferencia, avisos_do_alcance, trabalhos_em_curso
from painel.consultas.cargos import (
    LinhaDoCargo,
    arquivos_do_concurso,
    atos_do_concurso,
    linhas_dos_cargos,
)
from painel.consultas.etapas import Etapa, Passo, etapas_do_concurso, proximo_passo
from painel.consultas.fatos import Fatos, fatos_dos_concursos
from painel.consultas.posses import avisos_dos_prazos

__all__ = [
    "Etapa",
    "Fatos",
    "LinhaDoCargo",
    "Passo",
    "arquivos_do_concurso",
    "atos_do_concurso",
    "avisos_da_reconferencia",
    "avisos_do_alcance",
    "avisos_dos_prazos",
    "etapas_do_concurso",
    "fatos_dos_concursos",
    "linhas_dos_cargos",
    "proximo_passo",
    "trabalhos_em_curso",
]
