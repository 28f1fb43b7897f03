"""Um concurso pequeno, de dois cargos, publicado, carregado e classificado, e quem trabalha nele."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from tests.navegador.balcao import IDOSO, MAIS_VELHO, Balcao

LEI = "fortaleza-11111-2021"
ORGAO = "Secretaria Municipal da Saúde"
EDITAL = "9/2026"
TITULOS = "Inscrição;Nome;Cargo;Objetiva;Nota final;Nascimento;Negro;PCD"


@dataclass(frozen=True)
class Pessoa:
    """Uma linha do arquivo da banca; a nota é a da objetiva e também a final."""

    numero: str
    nome: str
    cargo: str
    nota: str
    negro: bool = False
    pcd: bool = False


@dataclass(frozen=True)
class Mesa:
    """Os balcões e o endereço do concurso ("/concursos/1/")."""

    balcao: Callable[[str], Balcao]
    concurso: str

    @property
    def operador(self) -> Balcao:
        """Quem registra."""
        return self.balcao("operador")

    @property
    def autoridade(self) -> Balcao:
        """Quem divulga e homologa."""
        return self.balcao("autoridade")

    def lista(self, cargo: str, aba: str = "") -> str:
        """O que se lê na lista do cargo, pelo operador; `aba`: “Cota”, “PcD”, “Não aprovados”."""
        operador = self.operador
        operador.ir(f"{self.concurso}classificacao/")
        operador.seguir(cargo)
        if aba:
            operador.seguir(aba)
        return operador.texto()


def abrir(balcao: Callable[[str], Balcao], pasta: Path, pessoas: Sequence[Pessoa], **das_regras: Any) -> Mesa:
    """Do município à primeira classificação. `das_regras`: como em `Balcao.registrar_regras`."""
    operador = balcao("operador")
    balcao("administrador").cadastrar_municipio("Serra Azul", "CE", LEI, ORGAO, "SMS")
    edital = operador.registrar_concurso(f"SMS – {ORGAO}", "Quadro da saúde", EDITAL, date(2026, 2, 10), LEI)
    operador.registrar_regras(
        [("Objetiva", "", "100"), ("Nota final", "50", "100")],
        nota_final=2,
        desempate=[IDOSO, MAIS_VELHO],
        referencia=date(2026, 3, 1),
        **das_regras,
    )
    for codigo, nome in (("A1", "Enfermeiro"), ("A2", "Farmacêutico")):
        operador.registrar_cargo(codigo, nome, 10)
    balcao("autoridade").publicar(edital, EDITAL)
    concurso = edital.removesuffix("edital/")
    operador.importar(concurso, _arquivo(pasta, pessoas), {})
    operador.carregar()
    operador.classificar(concurso)
    return Mesa(balcao, concurso)


def _arquivo(pasta: Path, pessoas: Sequence[Pessoa]) -> Path:
    """O arquivo da banca: o primeiro é o mais velho, e cada um nasceu um dia depois do anterior."""
    linhas = [
        f"{p.numero};{p.nome};{p.cargo};{p.nota};{p.nota};{lugar:02d}/03/1990;"
        f"{'Sim' if p.negro else 'Não'};{'Sim' if p.pcd else 'Não'}"
        for lugar, p in enumerate(pessoas, start=1)
    ]
    caminho = pasta / "resultado.csv"
    caminho.write_text("\n".join([TITULOS, *linhas, ""]), encoding="utf-8-sig")
    return caminho
