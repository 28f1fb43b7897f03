"""Os campos que uma coluna do arquivo pode alimentar, segundo as regras do edital."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from candidatos.enums import EspecieDeArquivo
from candidatos.servicos.celulas import normalizar
from candidatos.servicos.leitura import Coluna
from concursos.consultas.regras import prova_do_criterio
from concursos.models import Cargo, Regras


class Tipo(Enum):
    """Como o valor da coluna é lido."""

    INSCRICAO = "inscricao"
    NOME = "nome"
    CPF = "cpf"
    DATA = "data"
    CARGO = "cargo"
    NOTA = "nota"
    ETAPA = "etapa"
    SIM_NAO = "sim_nao"
    MODALIDADE = "modalidade"
    LISTA = "lista"
    CEP = "cep"
    CONTATO = "contato"
    POSICAO = "posicao"


# Valores que a pessoa pareia quando não são conhecidos.
COM_VALORES_PAREADOS = frozenset({Tipo.CARGO, Tipo.ETAPA, Tipo.SIM_NAO, Tipo.MODALIDADE, Tipo.NOTA})
# Raça e deficiência: o valor lido não entra em achados nem em mudanças.
SENSIVEIS = frozenset(
    {"modalidade", "negro", "indigena", "pcd", "lista_negro", "lista_indigena", "lista_pcd"}
)
COTA = ("modalidade", "negro", "indigena", "lista_negro", "lista_indigena")
PCD = ("modalidade", "pcd", "lista_pcd")


@dataclass(frozen=True, slots=True)
class Campo:
    """`alvo`: chave da prova ou nome da etapa; `titulos`: títulos normalizados que o propõem."""

    chave: str
    rotulo: str
    tipo: Tipo
    grupo: str
    titulos: frozenset[str] = frozenset()
    alvo: str = ""


def _campo(chave: str, rotulo: str, tipo: Tipo, grupo: str, *titulos: str, alvo: str = "") -> Campo:
    proprios = frozenset(normalizar(titulo) for titulo in titulos)
    return Campo(chave, rotulo, tipo, grupo, proprios, alvo)


_INSCRICAO_TITULOS = (
    "inscrição", "nº inscrição", "nº de inscrição", "nº da inscrição", "número de inscrição",
    "número da inscrição", "num inscrição", "n. inscrição", "insc",
)  # fmt: skip
_FIXOS: Sequence[Campo] = (
    _campo("inscricao", "Inscrição", Tipo.INSCRICAO, "Candidato", *_INSCRICAO_TITULOS),
    _campo("nome", "Nome", Tipo.NOME, "Candidato", "nome", "candidato", "nome do candidato", "nome completo"),
    _campo("cpf", "CPF", Tipo.CPF, "Candidato", "cpf", "nº cpf", "número do cpf"),
    _campo(
        "nascimento", "Nascimento", Tipo.DATA, "Candidato",
        "nascimento", "nasc", "data de nascimento", "data nascimento", "data nasc", "dt nascimento",
        "dt nasc",
    ),
    _campo(
        "cargo", "Cargo (código ou nome)", Tipo.CARGO, "Candidato",
        "cargo", "código do cargo", "cód. cargo", "cod cargo", "opção de vaga", "vaga",
    ),
    _campo(
        "jurado", "Jurado (Sim/Não)", Tipo.SIM_NAO, "Desempate e conferência", "jurado", "função de jurado",
    ),
    _campo(
        "posicao_oficial", "Lugar segundo a banca", Tipo.POSICAO, "Desempate e conferência",
        "posição", "classificação", "colocação", "classificação geral", "posição geral",
    ),
    _campo(
        "modalidade", "Modalidade de concorrência", Tipo.MODALIDADE, "Reservas",
        "modalidade", "modalidade de concorrência", "concorrência", "tipo de vaga", "tipo de concorrência",
    ),
    _campo("negro", "Declarou-se negro (Sim/Não)", Tipo.SIM_NAO, "Reservas", "negro", "negra", "negros"),
    _campo("indigena", "Declarou-se indígena (Sim/Não)", Tipo.SIM_NAO, "Reservas", "indígena"),
    _campo(
        "pcd", "Pessoa com deficiência (Sim/Não)", Tipo.SIM_NAO, "Reservas", "pcd", "pessoa com deficiência",
    ),
    _campo("lista_negro", "Lugar na lista de negros (preenchido: está nela)", Tipo.LISTA, "Reservas"),
    _campo("lista_indigena", "Lugar na lista de indígenas (preenchido: está nela)", Tipo.LISTA, "Reservas"),
    _campo("lista_pcd", "Lugar na lista de PcD (preenchido: está nela)", Tipo.LISTA, "Reservas"),
    _campo("email", "E-mail", Tipo.CONTATO, "Contato", "e-mail", "email", "correio eletrônico"),
    _campo("telefone", "Telefone", Tipo.CONTATO, "Contato", "telefone", "fone", "tel", "telefone fixo"),
    _campo("celular", "Celular", Tipo.CONTATO, "Contato", "celular", "telefone celular"),
    _campo("endereco", "Endereço", Tipo.CONTATO, "Contato", "endereço", "logradouro", "rua"),
    _campo("numero", "Número do endereço", Tipo.CONTATO, "Contato", "número do endereço", "número"),
    _campo("complemento", "Complemento", Tipo.CONTATO, "Contato", "complemento"),
    _campo("bairro", "Bairro", Tipo.CONTATO, "Contato", "bairro"),
    _campo("cidade", "Cidade", Tipo.CONTATO, "Contato", "cidade", "município"),
    _campo("uf", "UF", Tipo.CONTATO, "Contato", "uf", "estado"),
    _campo("cep", "CEP", Tipo.CEP, "Contato", "cep", "código postal"),
    _campo("documento", "Documento de identidade", Tipo.CONTATO, "Contato", "documento", "rg", "identidade"),
    _campo("nome_da_mae", "Nome da mãe", Tipo.CONTATO, "Contato", "nome da mãe", "mãe", "filiação"),
)  # fmt: skip
_NOTA_FINAL_TITULOS = ("nota final", "pontuação final", "total de pontos", "pontuação", "pontos", "total")

# Títulos que se sabe parear sem conhecer o edital: servem para achar o cabeçalho.
TITULOS_CONHECIDOS = frozenset().union(*(campo.titulos for campo in _FIXOS))


def campos_do_edital(regras: Iterable[Regras]) -> dict[str, Campo]:
    """Campos por chave: os fixos, uma por prova ("prova:esp") e uma por etapa ("etapa:TAF")."""
    campos = {campo.chave: campo for campo in _FIXOS}
    for cada in regras:
        for prova in cada.provas:
            titulos = [prova["chave"], prova["nome"]]
            if prova["chave"] == cada.nota_final:
                titulos += _NOTA_FINAL_TITULOS
            chave = f"prova:{prova['chave']}"
            rotulo = f"Nota: {prova['nome']}"
            campos[chave] = _campo(chave, rotulo, Tipo.NOTA, "Notas", *titulos, alvo=prova["chave"])
        for etapa in cada.etapas:
            chave = f"etapa:{etapa}"
            campos[chave] = _campo(
                chave, f"Etapa: {etapa} (Apto/Inapto)", Tipo.ETAPA, "Etapas", etapa, alvo=etapa
            )
    return campos


def propor_colunas(colunas: Iterable[Coluna], campos: Mapping[str, Campo]) -> dict[str, str]:
    """{letra: campo} só do que tem uma leitura: título exato ou sinônimo, e um título para cada campo."""
    candidatas: dict[str, list[str]] = {}
    for coluna in colunas:
        titulo = normalizar(coluna.titulo)
        # O nome da prova ou da etapa no edital vale mais que um sinônimo geral ("ES", "Pontos").
        donos = [campo for campo in campos.values() if titulo in campo.titulos]
        proprios = [campo for campo in donos if normalizar(campo.alvo) == titulo] or donos
        if titulo and len(proprios) == 1:
            candidatas.setdefault(proprios[0].chave, []).append(coluna.letra)
    return {letras[0]: chave for chave, letras in candidatas.items() if len(letras) == 1}


def campos_obrigatorios(
    regras: Iterable[Regras], especie: str = EspecieDeArquivo.RESULTADO
) -> dict[str, str]:
    """{campo: por que se precisa dele}.

    A relação de inscritos pede só quem é; o resultado, o que as regras usam, e pode não trazer nomes se
    os inscritos já estão na base.
    """
    if especie == EspecieDeArquivo.INSCRITOS:
        return {"inscricao": "identifica cada candidato", "nome": "identifica cada candidato"}
    obrigatorios = {"inscricao": "identifica cada candidato"}
    for cada in regras:
        for criterio in cada.desempate:
            if prova := prova_do_criterio(criterio):
                obrigatorios[f"prova:{prova}"] = "entra no desempate"
            elif criterio in {"idoso", "sessenta_ou_mais", "mais_velho"}:
                obrigatorios["nascimento"] = "entra no desempate"
            elif criterio == "jurado":
                obrigatorios["jurado"] = "entra no desempate"
        for prova in cada.provas:
            if prova.get("minima"):
                obrigatorios[f"prova:{prova['chave']}"] = "tem nota mínima"
        for etapa in cada.etapas:
            obrigatorios[f"etapa:{etapa}"] = "é etapa de aprovação"
        obrigatorios[f"prova:{cada.nota_final}"] = "é a nota final"
    return obrigatorios


def faltas_do_pareamento(
    pareados: Iterable[str],
    campos: Mapping[str, Campo],
    regras: Iterable[Regras],
    cargo: Cargo | None,
    especie: str = EspecieDeArquivo.RESULTADO,
) -> list[str]:
    """Uma frase por campo que as regras pedem e nenhuma coluna traz.

    O arquivo sem nomes só fala de quem já está na base, com o nascimento que os inscritos trouxeram.
    """
    presentes = set(pareados)
    da_base = set() if "nome" in presentes else {"nascimento"}
    faltas = [
        f"Nenhuma coluna traz “{campos[chave].rotulo}”, que {motivo}. Escolha a coluna."
        for chave, motivo in campos_obrigatorios(regras, especie).items()
        if chave not in presentes | da_base
    ]
    if cargo is None and "cargo" not in presentes:
        faltas.append("Nenhuma coluna traz o cargo. Escolha a coluna, ou um cargo para todas as linhas.")
    if cargo is not None and "cargo" in presentes:
        faltas.append(f"Escolheu-se uma coluna de cargo e também o cargo {cargo}. Deixe só um dos dois.")
    return faltas


def reservas_informadas(pareados: Iterable[str]) -> tuple[bool, bool, bool]:
    """De que reservas as colunas pareadas falam: negro, indígena, PcD."""
    presentes = set(pareados)
    negro, indigena, pcd = (
        not presentes.isdisjoint({"modalidade", reserva, f"lista_{reserva}"})
        for reserva in ("negro", "indigena", "pcd")
    )
    return negro, indigena, pcd


def reservas_sem_coluna(pareados: Iterable[str], cargos: Iterable[Cargo]) -> list[str]:
    """Reservas do edital ("cota", "PcD") que nenhuma coluna do arquivo informa."""
    presentes, todos = set(pareados), list(cargos)
    faltas = []
    if any(cargo.vagas_cotas for cargo in todos) and not presentes.intersection(COTA):
        faltas.append("cota")
    tem_pcd = any(cargo.vagas_pcd or cargo.regras.pcd_percentual for cargo in todos)
    if tem_pcd and not presentes.intersection(PCD):
        faltas.append("pessoas com deficiência")
    return faltas
