"""O que impede a homologação de um concurso, cargo por cargo."""

from __future__ import annotations

from dataclasses import dataclass

from candidatos.consultas.avaliacoes import impedimento_das_avaliacoes
from candidatos.consultas.divulgacao import recursos_pendentes
from candidatos.consultas.entradas import entradas_da_classificacao, resumo_das_entradas
from candidatos.enums import SituacaoClassificacao
from candidatos.models import Classificacao
from concursos.enums import SituacaoConcurso
from concursos.models import Cargo, Concurso
from nucleo.execucoes import VIVAS
from nucleo.models import Execucao


@dataclass(frozen=True, slots=True)
class Impedimento:
    """Frase que diz o que falta. `cargo`: onde se resolve, quando é num cargo só."""

    texto: str
    cargo: Cargo | None = None


def impedimentos_da_homologacao(concurso: Concurso) -> list[Impedimento]:
    """Todos os impedimentos de uma vez; vazio quando o resultado pode ser homologado.

    Relê as entradas de cada cargo: a classificação só serve se nada mudou desde que foi calculada.
    """
    edital = getattr(concurso, "edital", None)
    if concurso.situacao in (SituacaoConcurso.HOMOLOGADO, SituacaoConcurso.ENCERRADO):
        return [Impedimento("O resultado já foi homologado.")]
    if edital is None or not edital.publicado:
        return [Impedimento("O edital ainda não foi publicado.")]
    achados = [Impedimento(texto) for texto in trabalhos_em_curso(concurso)]
    if pendentes := recursos_pendentes(concurso):
        quantos = "1 recurso espera" if pendentes == 1 else f"{pendentes} recursos esperam"
        achados.append(Impedimento(f"{quantos} decisão."))
    cargos = list(
        Cargo.objects.filter(edital=edital, candidaturas__isnull=False)
        .distinct()
        .select_related("regras", "edital__concurso")
        .order_by("codigo")
    )
    if not cargos:
        achados.append(Impedimento("Nenhum cargo tem candidatos: importe os resultados."))
    correntes = {
        classificacao.cargo_id: classificacao
        for classificacao in Classificacao.objects.filter(
            cargo__in=cargos, situacao=SituacaoClassificacao.CORRENTE
        )
    }
    for cargo in cargos:
        achados += impedimentos_do_cargo(cargo, correntes.get(cargo.pk))
    return achados


def impedimentos_do_cargo(cargo: Cargo, corrente: Classificacao | None) -> list[Impedimento]:
    """O que falta à classificação corrente de um cargo para ser homologada."""
    if corrente is None:
        return [Impedimento(f"{cargo}: ainda não foi classificado.", cargo)]
    achados = []
    if resumo_das_entradas(cargo, entradas_da_classificacao(cargo)) != corrente.entradas:
        achados.append(Impedimento(f"{cargo}: notas, sorteio ou regras mudaram; classifique de novo.", cargo))
    if corrente.empates:
        quantos = len(corrente.empates)
        grupos = "1 empate" if quantos == 1 else f"{quantos} empates"
        achados.append(Impedimento(f"{cargo}: {grupos} sem desempate; registre o sorteio.", cargo))
    achados += [Impedimento(frase, cargo) for frase in impedimento_das_avaliacoes(cargo, corrente)]
    if corrente.faltas:
        quantas = len(corrente.faltas)
        dados = "falta 1 dado" if quantas == 1 else f"faltam {quantas} dados"
        achados.append(
            Impedimento(f"{cargo}: {dados} de que a classificação precisa; corrija o arquivo.", cargo)
        )
    return achados


def trabalhos_em_curso(concurso: Concurso) -> list[str]:
    """Cargas e classificações do concurso que ainda não terminaram, em frases."""
    importacoes = concurso.edital.importacoes.filter(
        execucao__especie="candidatos.carregar", execucao__situacao__in=VIVAS
    )
    frases = [
        f"O arquivo “{nome}” ainda está sendo carregado."
        for nome in importacoes.values_list("nome_original", flat=True)
    ]
    if classificacao_em_curso(concurso):
        frases.append("A classificação ainda está em andamento.")
    return frases


def cargos_sem_candidatos(concurso: Concurso) -> list[Cargo]:
    """Cargos que ficariam sem lista: não impedem a homologação, mas quem homologa precisa saber."""
    return list(Cargo.objects.filter(edital__concurso=concurso, candidaturas__isnull=True).order_by("codigo"))


def classificacao_em_curso(concurso: Concurso) -> Execucao | None:
    """A classificação pedida que ainda não terminou, se há."""
    return (
        Execucao.objects.filter(
            especie="candidatos.classificar", chave__startswith=f"{concurso.pk}:", situacao__in=VIVAS
        )
        .order_by("-criada_em")
        .first()
    )
