"""Cargos enquanto o edital é rascunho."""

from __future__ import annotations

from concursos.enums import AtoSobreConcurso
from concursos.models import Cargo, Edital
from concursos.servicos.dados import DadosDoCargo
from concursos.servicos.mudancas import antes_e_depois, diferencas, gravar, preencher, trancar
from nucleo.auditoria import registrar
from nucleo.erros import Recusa
from nucleo.permissoes import Autor, servico


def exigir_regras_do_edital(edital: Edital, dados: DadosDoCargo) -> None:
    """`Recusa` se as regras escolhidas são de outro edital."""
    if dados.regras.edital_id != edital.pk:
        raise Recusa(f"As regras “{dados.regras.nome}” são de outro edital. Escolha as deste.")


@servico
def cargo_criar(*, autor: Autor, edital: Edital, dados: DadosDoCargo) -> Cargo:
    """Acrescenta um cargo ao edital em rascunho. `Recusa` se o quadro não soma ou o código se repete."""
    trancar(edital.concurso_id, AtoSobreConcurso.ALTERAR)
    exigir_regras_do_edital(edital, dados)
    cargo = Cargo(edital=edital)
    preencher(cargo, dados)
    gravar(cargo)
    registrar(autor=autor, acao="concursos.cargo_criar", objeto=cargo, depois={"quadro": _quadro(cargo)})
    return cargo


@servico
def cargo_alterar(*, autor: Autor, cargo: Cargo, dados: DadosDoCargo) -> Cargo:
    """Muda um cargo de edital em rascunho."""
    trancar(cargo.edital.concurso_id, AtoSobreConcurso.ALTERAR)
    atual = Cargo.objects.select_related("edital__concurso__orgao", "regras").get(pk=cargo.pk)
    exigir_regras_do_edital(atual.edital, dados)
    mudancas = diferencas(atual, dados)
    preencher(atual, dados)
    gravar(atual)
    registrar(autor=autor, acao="concursos.cargo_alterar", objeto=atual, **antes_e_depois(mudancas))
    return atual


@servico
def cargo_excluir(*, autor: Autor, cargo: Cargo) -> None:
    """Retira um cargo de edital em rascunho; o que ele era fica na trilha."""
    trancar(cargo.edital.concurso_id, AtoSobreConcurso.ALTERAR)
    registrar(autor=autor, acao="concursos.cargo_excluir", objeto=cargo, antes={"quadro": _quadro(cargo)})
    Cargo.objects.get(pk=cargo.pk).delete()


def _quadro(cargo: Cargo) -> dict[str, int]:
    return {
        "vagas": cargo.vagas,
        "ampla": cargo.vagas_ampla,
        "cotas": cargo.vagas_cotas,
        "pcd": cargo.vagas_pcd,
    }
