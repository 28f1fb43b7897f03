"""O que se informa de cada registro: a mesma forma serve à criação, à alteração e à retificação."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import Any

from concursos.enums import (
    ArredondamentoPcd,
    EfeitoDaNaoConfirmacao,
    MedidaDoLimiar,
    ModoDaDuplaContagem,
    RestoDasQuintas,
    SentidoDaColisao,
    SerieDoEdital,
    Tipo,
)
from concursos.models import VALIDADE_MAXIMA_MESES, Regras


@dataclass(frozen=True, slots=True)
class DadosDoConcurso:
    """Identificação do concurso; `validade_meses` conta da homologação."""

    numero: int
    ano: int
    titulo: str
    tipo: str = Tipo.CARGO_EFETIVO.value
    banca: str = ""
    validade_meses: int = VALIDADE_MAXIMA_MESES


@dataclass(frozen=True, slots=True)
class DadosDoEdital:
    """Edital em rascunho: `publicado_em` é a data prevista, que a publicação confirma."""

    numero: str
    lei: str = ""
    publicado_em: date | None = None
    veiculo: str = ""


@dataclass(frozen=True, slots=True)
class DadosDasRegras:
    """Regras de classificação e de reserva, campo a campo como em `Regras`."""

    nome: str = "Regras gerais"
    provas: list[dict[str, Any]] = field(default_factory=list)
    etapas: list[str] = field(default_factory=list)
    nota_final: str = ""
    desempate: list[str] = field(default_factory=list)
    data_referencia_idade: date | None = None
    desempate_justificativa: str = ""
    serie: str = SerieDoEdital.DA_LEI.value
    serie_posicoes: list[int] = field(default_factory=list)
    serie_justificativa: str = ""
    dupla_contagem: str = ModoDaDuplaContagem.DA_LEI.value
    colisao: str = SentidoDaColisao.SEGUINTE.value
    limiar: str = MedidaDoLimiar.PROVIDAS.value
    resto_caxias: str = RestoDasQuintas.ANTECIPA.value
    pcd_percentual: str = ""
    pcd_arredondamento: str = ArredondamentoPcd.ACIMA.value
    pcd_teto: str = ""
    pcd_minimo: int = 0
    pcd_posicoes: list[int] = field(default_factory=list)
    pcd_fonte: str = ""
    pcd_ausencia_justificativa: str = ""
    barreira_geral: int | None = None
    barreira_cotas: int | None = None
    barreira_pcd: int | None = None
    heteroidentificacao: bool = False
    heteroidentificacao_fonte: str = ""
    nao_confirmacao: str = EfeitoDaNaoConfirmacao.AMPLA.value
    biopsicossocial: bool = False


@dataclass(frozen=True, slots=True)
class DadosDoCargo:
    """Cargo e o quadro de vagas como o edital o imprime."""

    regras: Regras
    codigo: str
    nome: str
    vagas: int
    vagas_ampla: int
    vagas_cotas: int = 0
    vagas_pcd: int = 0
    especialidade: str = ""
    localidade: str = ""
    cadastro_reserva: bool = True
    requisito: str = ""
    vencimento: str = ""
    carga_horaria: str = ""


Dados = DadosDoConcurso | DadosDoEdital | DadosDasRegras | DadosDoCargo
