"""Os dois concursos da demonstração: pessoas, notas e editais são todos inventados.

Os arquivos das bancas estão em `painel/demonstracao/`: o de Fortaleza em cp1252, com `;` e vírgula
decimal; o de Caxias em UTF-8, com `,` e ponto. As datas do edital são fixas, porque delas dependem a lei
e a idade que desempata; as dos atos contam-se do dia em que a demonstração é carregada.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from concursos.servicos import DadosDasRegras, DadosDoConcurso, DadosDoEdital

PUBLICADO_EM = date(2025, 3, 10)
REFERENCIA_DA_IDADE = date(2025, 6, 1)


@dataclass(frozen=True, slots=True)
class CargoInventado:
    """Cargo e quadro impresso: total, ampla, cotas e PcD."""

    codigo: str
    nome: str
    quadro: tuple[int, int, int, int]
    requisito: str
    vencimento: str
    carga_horaria: str


@dataclass(frozen=True, slots=True)
class ConcursoInventado:
    """Tudo o que se registra de um concurso, e o arquivo da sua banca."""

    municipio: tuple[str, str, str]
    orgao: tuple[str, str]
    dados: DadosDoConcurso
    edital: DadosDoEdital
    veiculo: str
    regras: DadosDasRegras
    cargos: tuple[CargoInventado, ...]
    arquivo: str


FORTALEZA = ConcursoInventado(
    municipio=("Fortaleza", "CE", "fortaleza-11111-2021"),
    orgao=("SEPOG", "Secretaria Municipal do Planejamento, Orçamento e Gestão"),
    dados=DadosDoConcurso(
        numero=1,
        ano=2025,
        titulo="Analistas e técnicos",
        banca="Instituto Inventado de Seleção",
    ),
    edital=DadosDoEdital(numero="1/2025 – SEPOG", lei="fortaleza-11111-2021", publicado_em=PUBLICADO_EM),
    veiculo="Diário Oficial do Município nº 18.033",
    regras=DadosDasRegras(
        nome="Regras gerais",
        provas=[
            {
                "chave": "conhecimentos_especificos",
                "nome": "Conhecimentos específicos",
                "minima": "24",
                "maxima": "60",
            },
            {"chave": "conhecimentos_gerais", "nome": "Conhecimentos gerais", "minima": "", "maxima": "40"},
            {"chave": "nota_final", "nome": "Nota final", "minima": "50", "maxima": "100"},
        ],
        nota_final="nota_final",
        desempate=["idoso", "maior:conhecimentos_especificos", "mais_velho", "jurado", "sorteio"],
        data_referencia_idade=REFERENCIA_DA_IDADE,
        pcd_percentual="5",
        pcd_teto="20",
        pcd_fonte="Lei municipal inventada nº 100/2001, art. 2º",
    ),
    cargos=(
        CargoInventado(
            "A01",
            "Analista de Planejamento e Gestão",
            (10, 7, 2, 1),
            "Curso superior completo em qualquer área, com registro no conselho, se houver.",
            "R$ 6.420,15",
            "40 horas semanais",
        ),
        CargoInventado(
            "T01",
            "Técnico Administrativo",
            (5, 3, 1, 1),
            "Ensino médio completo.",
            "R$ 2.980,40",
            "40 horas semanais",
        ),
    ),
    arquivo="fortaleza.csv",
)

CAXIAS = ConcursoInventado(
    municipio=("Duque de Caxias", "RJ", "caxias-2689-2015"),
    orgao=("SME", "Secretaria Municipal de Educação"),
    dados=DadosDoConcurso(
        numero=2, ano=2025, titulo="Professores dos anos iniciais", banca="Fundação Inventada de Concursos"
    ),
    edital=DadosDoEdital(numero="2/2025 – SME", lei="caxias-2689-2015", publicado_em=PUBLICADO_EM),
    veiculo="Boletim Oficial nº 7.200",
    regras=DadosDasRegras(
        nome="Regras gerais",
        provas=[
            {"chave": "prova_objetiva", "nome": "Prova objetiva", "minima": "24", "maxima": "60"},
            {"chave": "prova_de_titulos", "nome": "Prova de títulos", "minima": "", "maxima": "40"},
            {"chave": "total_de_pontos", "nome": "Total de pontos", "minima": "50", "maxima": "100"},
        ],
        nota_final="total_de_pontos",
        desempate=["idoso", "maior:prova_objetiva", "mais_velho", "sorteio"],
        data_referencia_idade=REFERENCIA_DA_IDADE,
        pcd_percentual="5",
        pcd_teto="20",
        pcd_fonte="Lei municipal inventada nº 200/2002, art. 1º",
    ),
    cargos=(
        CargoInventado(
            "P01",
            "Professor dos anos iniciais",
            (10, 7, 2, 1),
            "Licenciatura em Pedagogia.",
            "R$ 4.105,00",
            "30 horas semanais",
        ),
    ),
    arquivo="caxias.csv",
)
