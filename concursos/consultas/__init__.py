"""Leituras dos concursos."""

from concursos.consultas.homologacao import (
    cargos_homologados,
    cargos_homologados_do_alvo,
    exigir_no_cargo,
    homologacao_do_cargo,
    homologacoes_do_concurso,
    impedimento_no_cargo,
    permite_no_cargo,
)
from concursos.consultas.justificativas import justificativas_do_edital
from concursos.consultas.listas import (
    anos_ao_alcance,
    cargo_nomeado,
    concursos_ao_alcance,
    edital_completo,
    edital_nomeado,
    orgaos_para,
)
from concursos.consultas.motor import (
    barreira_das_regras,
    criterios_de_classificacao,
    decimal_lido,
    regras_da_reserva,
)
from concursos.consultas.palavras import VAZIO, em_palavras, nome_do_certame
from concursos.consultas.publicacao import (
    Conferencia,
    QuadroDoCargo,
    conferir_publicacao,
    lei_em_vigor,
    lei_que_rege,
    quadro_do_cargo,
)
from concursos.consultas.regras import (
    CRITERIOS_SEM_PROVA,
    SENTIDOS,
    achados_das_regras,
    chaves_das_provas,
    defeitos_das_regras,
    nome_do_criterio,
    prova_do_criterio,
)
from concursos.consultas.series import LinhaDoCadastro, linha_do_cadastro
from concursos.consultas.tipos import Achado

__all__ = [
    "CRITERIOS_SEM_PROVA",
    "SENTIDOS",
    "VAZIO",
    "Achado",
    "Conferencia",
    "LinhaDoCadastro",
    "QuadroDoCargo",
    "achados_das_regras",
    "anos_ao_alcance",
    "barreira_das_regras",
    "cargo_nomeado",
    "cargos_homologados",
    "cargos_homologados_do_alvo",
    "chaves_das_provas",
    "concursos_ao_alcance",
    "conferir_publicacao",
    "criterios_de_classificacao",
    "decimal_lido",
    "defeitos_das_regras",
    "edital_completo",
    "edital_nomeado",
    "em_palavras",
    "exigir_no_cargo",
    "homologacao_do_cargo",
    "homologacoes_do_concurso",
    "impedimento_no_cargo",
    "justificativas_do_edital",
    "lei_em_vigor",
    "lei_que_rege",
    "linha_do_cadastro",
    "nome_do_certame",
    "nome_do_criterio",
    "orgaos_para",
    "permite_no_cargo",
    "prova_do_criterio",
    "quadro_do_cargo",
    "regras_da_reserva",
]
