"""Da notícia à portaria: autuar, arquivar com razões ou instaurar com a comissão."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Q
from django.utils import timezone

from candidatos.models import Autodeclaracao, Inscricao
from nucleo.auditoria import registrar
from nucleo.enums import Papel
from nucleo.erros import Recusa
from nucleo.models import Orgao, Usuario
from nucleo.permissoes import Autor, Pessoa, servico
from procedimentos.enums import Funcao, Origem, TipoDePeca
from procedimentos.fluxo import CORREM, JULGADOS, Passo, problemas_da_comissao
from procedimentos.models import Membro, Peca, Procedimento
from procedimentos.servicos.autuacao import Arquivo, Autuacao, juntar


@dataclass(frozen=True, slots=True)
class Comissao:
    """Quem a portaria designa; `membros`: os efetivos além do presidente e do secretário."""

    presidente: Usuario
    secretario: Usuario
    membros: Sequence[Usuario]
    suplentes: Sequence[Usuario]

    def funcoes(self) -> list[tuple[Usuario, Funcao]]:
        """Cada pessoa com a sua função, na ordem da portaria."""
        return [
            (self.presidente, Funcao.PRESIDENTE),
            (self.secretario, Funcao.SECRETARIO),
            *((pessoa, Funcao.MEMBRO) for pessoa in self.membros),
            *((pessoa, Funcao.SUPLENTE) for pessoa in self.suplentes),
        ]


@servico
def procedimento_abrir(
    *,
    autor: Autor,
    inscricao: Inscricao,
    origem: Origem,
    fatos: str,
    conhecido_em: date,
    de_quem: str = "",
    fatos_novos: str = "",
    arquivo: Arquivo = None,
) -> Procedimento:
    """Autua a notícia contra uma declaração: peça 1, em triagem.

    `Recusa` se não há declaração, se outro corre sobre ela, ou se os mesmos fatos já foram julgados.
    """
    pessoa = autor.pessoa
    if not isinstance(pessoa, Usuario):
        raise Recusa("Só uma pessoa pratica atos nos autos.")
    orgao = Orgao.objects.select_for_update(no_key=True).get(pk=inscricao.orgao.pk)
    if not fatos.strip():
        raise Recusa("Descreva os fatos.")
    if origem != Origem.ANONIMA and not de_quem.strip():
        raise Recusa("Diga quem denuncia ou de onde vem o ofício; sem nome, a denúncia é anônima.")
    hoje = timezone.localdate()
    if conhecido_em > hoje:
        raise Recusa("A data em que se soube do fato está no futuro.")
    _exigir_declaracao(inscricao)
    _exigir_que_nao_se_julgue_de_novo(inscricao, fatos, fatos_novos)
    ultimo = Procedimento.objects.filter(orgao=orgao, ano=hoje.year).order_by("-numero").first()
    novo = Procedimento.objects.create(
        inscricao=inscricao,
        orgao=orgao,
        numero=ultimo.numero + 1 if ultimo else 1,
        ano=hoje.year,
        origem=origem,
        fatos=fatos.strip(),
        fatos_novos=fatos_novos.strip(),
        conhecido_em=conhecido_em,
    )
    quem = "" if origem == Origem.ANONIMA else de_quem
    texto = (
        fatos if not fatos_novos.strip() else f"{fatos.strip()}\n\nO que há de novo: {fatos_novos.strip()}"
    )
    juntar(novo, pessoa, TipoDePeca.NOTICIA, Origem(origem).label, texto, arquivo=arquivo, de_quem=quem)
    registrar(autor=autor, acao="procedimentos.abrir", objeto=novo, depois={"origem": origem})
    return novo


def _exigir_declaracao(inscricao: Inscricao) -> None:
    declarou = Q(negro=True) | Q(indigena=True) | Q(pcd=True)
    if not Autodeclaracao.objects.filter(declarou, inscricao=inscricao).exists():
        raise Recusa("Esta inscrição não tem autodeclaração a apurar. Confira o número.")


def _exigir_que_nao_se_julgue_de_novo(inscricao: Inscricao, fatos: str, fatos_novos: str) -> None:
    outros = list(Procedimento.objects.filter(inscricao=inscricao))
    for outro in outros:
        if outro.fase in CORREM:
            raise Recusa(f"O {outro} já corre sobre esta declaração: junte a notícia aos autos dele.")
    julgados = [outro for outro in outros if outro.fase in JULGADOS]
    for outro in julgados:
        if _normal(outro.fatos) == _normal(fatos):
            raise Recusa(f"O {outro} já julgou estes fatos: não se julgam de novo.")
    if julgados and not fatos_novos.strip():
        raise Recusa(
            f"O {julgados[0]} já julgou esta declaração. Diga que fatos novos há, que ele não julgou."
        )


def _normal(texto: str) -> str:
    return " ".join(texto.casefold().split())


@servico
def procedimento_arquivar(*, autor: Autor, procedimento: Procedimento, razoes: str) -> Peca:
    """Arquiva na triagem. Não é julgamento: com outra notícia pode abrir-se outro."""
    autuacao = Autuacao(autor, procedimento, Passo.ARQUIVAR)
    if not razoes.strip():
        raise Recusa("Escreva as razões do arquivamento.")
    peca = autuacao.juntar(TipoDePeca.ARQUIVAMENTO, "Arquivamento na triagem", razoes)
    autuacao.passar()
    return peca


@servico
def procedimento_instaurar(
    *,
    autor: Autor,
    procedimento: Procedimento,
    texto: str,
    fundamento: str,
    comissao: Comissao,
    decide: Usuario,
    julga_recurso: Usuario,
) -> Peca:
    """Instaura por portaria. `Recusa` se a comissão não é regular ou se quem decide ou julga é dela."""
    autuacao = Autuacao(autor, procedimento, Passo.INSTAURAR)
    alvo = autuacao.procedimento
    if not texto.strip() or not fundamento.strip():
        raise Recusa("A portaria descreve os fatos e diz o fundamento legal.")
    _exigir_comissao(alvo, comissao, decide, julga_recurso)
    funcoes = comissao.funcoes()
    peca = autuacao.juntar(
        TipoDePeca.PORTARIA,
        "Portaria de instauração",
        _texto_da_portaria(texto, fundamento, funcoes, decide, julga_recurso),
        dados={
            "comissao": [[pessoa.pk, str(pessoa), funcao] for pessoa, funcao in funcoes],
            "decide": decide.pk,
            "julga_recurso": julga_recurso.pk,
        },
    )
    autuacao.passar(instaurado_por=autuacao.pessoa, decide=decide, julga_recurso=julga_recurso)
    for pessoa, funcao in funcoes:
        Membro.objects.create(procedimento=alvo, usuario=pessoa, funcao=funcao)
    return peca


def _texto_da_portaria(
    texto: str,
    fundamento: str,
    funcoes: Sequence[tuple[Usuario, Funcao]],
    decide: Usuario,
    julga_recurso: Usuario,
) -> str:
    nomes = "\n".join(f"{funcao.label}: {pessoa}" for pessoa, funcao in funcoes)
    return (
        f"{texto.strip()}\n\nFundamento: {fundamento.strip()}\n\nComissão:\n{nomes}\n\n"
        f"Decide: {decide}\nJulga o recurso: {julga_recurso}"
    )


def _exigir_comissao(
    procedimento: Procedimento, comissao: Comissao, decide: Usuario, julga_recurso: Usuario
) -> None:
    funcoes = comissao.funcoes()
    pessoas = [pessoa.pk for pessoa, _ in funcoes]
    faltas = problemas_da_comissao(2 + len(comissao.membros), 1, 1, len(comissao.suplentes))
    if len(set(pessoas)) != len(pessoas):
        faltas.append("A mesma pessoa aparece duas vezes na comissão.")
    if decide == julga_recurso:
        faltas.append("Quem decide não julga o recurso: são duas autoridades.")
    for autoridade in (decide, julga_recurso):
        if autoridade.pk in pessoas:
            faltas.append(f"{autoridade} está na comissão: não decide nem julga o recurso.")
        if not _tem_papel(autoridade, Papel.AUTORIDADE, procedimento.orgao):
            faltas.append(f"{autoridade} não tem o papel de autoridade neste órgão.")
    faltas += [
        f"{pessoa} não tem o papel de comissão neste órgão."
        for pessoa, _ in funcoes
        if not _tem_papel(pessoa, Papel.COMISSAO, procedimento.orgao)
    ]
    if faltas:
        raise Recusa(faltas[0] if len(faltas) == 1 else "A comissão não está regular.", faltas)


def _tem_papel(pessoa: Usuario, papel: Papel, orgao: Orgao) -> bool:
    acao = "procedimentos.comissao" if papel == Papel.COMISSAO else "procedimentos.autoridade"
    return Pessoa(pessoa).pode(acao, orgao)
