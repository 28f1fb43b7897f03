"""O caminho de um arquivo até a base, passo a passo, sem esperar trabalhos."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile

from candidatos.models import Candidato, Candidatura, Importacao, Inscricao, Resultado
from candidatos.servicos.campos import campos_do_edital, propor_colunas
from candidatos.servicos.importacao import (
    importacao_carregar,
    importacao_conferir,
    importacao_receber,
)
from candidatos.servicos.leitura import Leitura, abrir_tabela, examinar
from candidatos.servicos.pareamento import Pareamento, importacao_parear, importacao_parear_valores
from concursos.models import Cargo
from nucleo.models import RegistroTrilha
from nucleo.permissoes import Pessoa

DADOS = Path(__file__).parents[2] / "dados"
GUARDA = DADOS / "guarda_municipal_83.csv"
SEM_EFEITO = {"destino": "sem_efeito", "motivo": "Lista por sexo, que o edital não prevê."}


# Mais de dois lotes da gravação (ver `candidatos.servicos.gravacao.LOTE`).
LINHAS_DO_GRANDE = 12_000


def arquivo_grande() -> str:
    """Um CSV de LINHAS_DO_GRANDE linhas válidas, todas diferentes."""
    linhas = (
        f"{numero:06d};PESSOA {numero:06d};02/01/1990;{numero % 60};{numero % 40};{numero % 60 + numero % 40}"
        for numero in range(1, LINHAS_DO_GRANDE + 1)
    )
    return "\n".join(["Inscrição;Nome;Nascimento;Prova objetiva;Títulos;Nota final", *linhas, ""])


def parado(feito: int, total: int, mensagem: str = "") -> None:
    """Progresso que não se mostra."""


def envio(conteudo: bytes | str, nome: str = "resultado.csv") -> SimpleUploadedFile:
    """Arquivo como chega pelo navegador."""
    return SimpleUploadedFile(nome, conteudo.encode() if isinstance(conteudo, str) else conteudo)


def receber(autor: Pessoa, cargo: Cargo, conteudo: bytes | str, nome: str = "resultado.csv") -> Importacao:
    """Passa o arquivo pelo recebimento."""
    return importacao_receber(autor=autor, edital=cargo.edital, arquivo=envio(conteudo, nome))


def parear(autor: Pessoa, importacao: Importacao, *, cargo: Cargo | None = None, **trocas: str) -> Importacao:
    """Pareia com o que o sistema propõe, mais as trocas ({letra: campo}); não espera o trabalho."""
    leitura = Leitura.de_json(importacao.leitura)
    with importacao.arquivo.open("rb") as arquivo:
        colunas = abrir_tabela(arquivo.file, leitura).colunas
    campos = campos_do_edital(cada.regras for cada in importacao.edital.cargos.select_related("regras"))
    pares = propor_colunas(colunas, campos) | trocas
    escolhas = Pareamento(leitura, {letra: campo for letra, campo in pares.items() if campo}, cargo, True)
    importacao_parear(autor=autor, importacao=importacao, pareamento=escolhas)
    return sem_trabalho(importacao)


def parear_valores(autor: Pessoa, importacao: Importacao, valores: dict[str, Any]) -> Importacao:
    """Dá destino aos valores; não espera o trabalho."""
    importacao_parear_valores(autor=autor, importacao=importacao, valores=valores)
    return sem_trabalho(importacao)


def sem_trabalho(importacao: Importacao) -> Importacao:
    """Esquece o trabalho pedido: o teste chama o serviço ele mesmo."""
    importacao.refresh_from_db()
    importacao.execucao = None
    importacao.save()
    return importacao


def conferir(autor: Pessoa, importacao: Importacao) -> dict[str, Any]:
    """Confere e devolve o plano guardado."""
    return importacao_conferir(autor=autor, importacao=importacao, progresso=parado).plano


def carregar(autor: Pessoa, importacao: Importacao) -> Importacao:
    """Confere e carrega."""
    importacao_conferir(autor=autor, importacao=importacao, progresso=parado)
    return importacao_carregar(autor=autor, importacao=importacao, progresso=parado)


def importar(
    autor: Pessoa, cargo: Cargo, conteudo: bytes | str, nome: str = "resultado.csv", **trocas: str
) -> Importacao:
    """O caminho inteiro, com o cargo dado em todas as linhas."""
    importacao = parear(autor, receber(autor, cargo, conteudo, nome), cargo=cargo, **trocas)
    return carregar(autor, importacao)


def importar_guarda(autor: Pessoa, cargo: Cargo) -> Importacao:
    """O arquivo verdadeiro, com "Feminino" sem efeito."""
    importacao = parear(autor, receber(autor, cargo, GUARDA.read_bytes(), GUARDA.name), cargo=cargo)
    conferir(autor, importacao)
    importacao.refresh_from_db()
    parear_valores(autor, importacao, {"modalidade": {"Feminino": SEM_EFEITO}})
    return carregar(autor, importacao)


def retrato() -> dict[str, list[Any]]:
    """O que há na base de candidatos, e quantos arquivos: para provar que nada mudou."""
    return {
        modelo.__name__: list(modelo.objects.order_by("pk").values_list())
        for modelo in (Candidato, Inscricao, Candidatura, Resultado, Importacao, RegistroTrilha)
    }


def ler(conteudo: bytes) -> Leitura:
    """Examina bytes soltos."""
    return examinar(BytesIO(conteudo))
