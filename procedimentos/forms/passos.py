"""O formulário de cada passo do rito: só os campos que o serviço dele pede."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from nucleo.models import Usuario
from procedimentos.consultas import por_responder
from procedimentos.enums import Acesso, Funcao, Impedimento, Meio, Resultado
from procedimentos.fluxo import Passo
from procedimentos.forms.base import ComVotos, FormularioDoPasso, anexo, area, pessoas_com
from procedimentos.models import Argumento, Membro, Peca, PedidoDeProva
from procedimentos.servicos import Comissao, Resposta

ACEITE = "Só para e-mail: em que peça ou documento a parte o aceitou."


class Razoes(FormularioDoPasso):
    """Só as razões."""

    razoes = area("Razões", "Ficam nos autos, que não se apagam.")


class Motivo(FormularioDoPasso):
    """Só o motivo."""

    motivo = area("Motivo", "Fica nos autos, que não se apagam.", linhas=3)


class Texto(FormularioDoPasso):
    """Só o texto da peça."""

    texto = area("Texto", linhas=8)


class Confirmacao(FormularioDoPasso):
    """Nada a preencher: a certidão diz o que o prazo diz."""


class Instauracao(FormularioDoPasso):
    """A portaria: fatos, fundamento, comissão e autoridades."""

    texto = area("Fatos que se apuram", linhas=5)
    fundamento = forms.CharField(
        label="Fundamento legal", max_length=300, help_text="A lei da cota e a do procedimento."
    )
    presidente = forms.ModelChoiceField(label="Presidente", queryset=Usuario.objects.none())
    secretario = forms.ModelChoiceField(label="Secretário", queryset=Usuario.objects.none())
    membros = forms.ModelMultipleChoiceField(
        label="Outros membros",
        queryset=Usuario.objects.none(),
        help_text="Com os dois acima, número ímpar, três ou mais.",
    )
    suplentes = forms.ModelMultipleChoiceField(label="Suplentes", queryset=Usuario.objects.none())
    decide = forms.ModelChoiceField(label="Quem decide", queryset=Usuario.objects.none())
    julga_recurso = forms.ModelChoiceField(
        label="Quem julga o recurso",
        queryset=Usuario.objects.none(),
        help_text="Outra autoridade; nenhuma das duas é da comissão.",
    )

    def preparar(self) -> None:
        """Pessoas do órgão com cada papel."""
        for campo in ("presidente", "secretario", "membros", "suplentes"):
            self.escolher(campo, pessoas_com("procedimentos.comissao", self.procedimento))
        for campo in ("decide", "julga_recurso"):
            self.escolher(campo, pessoas_com("procedimentos.autoridade", self.procedimento))

    def argumentos(self) -> dict[str, Any]:
        """A comissão vai num valor só."""
        dados = dict(self.cleaned_data)
        designada = Comissao(
            presidente=dados.pop("presidente"),
            secretario=dados.pop("secretario"),
            membros=list(dados.pop("membros")),
            suplentes=list(dados.pop("suplentes")),
        )
        return dados | {"comissao": designada}


class Declaracao(FormularioDoPasso):
    """O membro assinala o que tem; nada assinalado, declara não ter impedimento nenhum."""

    impedimentos = forms.MultipleChoiceField(
        label="Assinale os impedimentos que tem",
        choices=Impedimento.choices,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text="Nada assinalado: declara, sob a sua responsabilidade, que não tem nenhum deles.",
    )
    detalhe = area("Em que consiste", "Só se assinalou algum.", linhas=2, obrigatorio=False)


class Substituicao(FormularioDoPasso):
    """Quem sai, quem assume e por quê."""

    membro = forms.ModelChoiceField(label="Sai", queryset=Membro.objects.none())
    suplente = forms.ModelChoiceField(label="Assume", queryset=Membro.objects.none())
    motivo = area("Motivo", linhas=3)
    novo_suplente = forms.ModelChoiceField(
        label="Novo suplente", queryset=Usuario.objects.none(), required=False
    )

    def preparar(self) -> None:
        """Da comissão, e quem pode entrar nela."""
        dela = Membro.objects.filter(procedimento=self.procedimento, saiu_por=None).select_related("usuario")
        self.escolher("membro", dela)
        self.escolher("suplente", dela.filter(funcao=Funcao.SUPLENTE))
        fora = pessoas_com("procedimentos.comissao", self.procedimento)
        self.escolher("novo_suplente", fora.exclude(comissoes__procedimento=self.procedimento))


class Juntada(FormularioDoPasso):
    """Documento avulso."""

    titulo = forms.CharField(label="O que é", max_length=200)
    de_quem = forms.CharField(label="Quem apresenta", max_length=200)
    texto = area("Texto", obrigatorio=False)
    arquivo = anexo()


class Restricao(FormularioDoPasso):
    """A peça, o que se decide dela e por quê."""

    peca = forms.ModelChoiceField(label="Peça", queryset=Peca.objects.none())
    acesso = forms.ChoiceField(label="O que se decide", choices=Acesso.choices)
    razoes = area("Razões")

    def preparar(self) -> None:
        """As peças destes autos."""
        self.escolher("peca", Peca.objects.filter(procedimento=self.procedimento))


class Expedicao(FormularioDoPasso):
    """Citação ou intimação por expedir."""

    meio = forms.ChoiceField(
        label="Meio", choices=Meio.choices, help_text="Edital, só depois de duas tentativas frustradas."
    )
    texto = area("Texto", "Diga o prazo, onde ver os autos e como se defender.")
    aceite = forms.CharField(label="Aceite do e-mail", max_length=200, required=False, help_text=ACEITE)
    arquivo = anexo()


class Ciencia(FormularioDoPasso):
    """A prova de que a parte soube, e quando: daí se conta o prazo."""

    ciencia_em = forms.DateField(label="Data da ciência", help_text="A do recibo, do aviso ou da publicação.")
    texto = area("Como se prova", "Recibo, aviso de recebimento, confirmação, publicação.", linhas=3)
    arquivo = anexo("Prova digitalizada")


class Frustrada(FormularioDoPasso):
    """Por que a comunicação não chegou."""

    texto = area("Por que se frustrou", linhas=3)
    arquivo = anexo()


class Prorrogacao(FormularioDoPasso):
    """Quantos dias e por quê."""

    dias = forms.IntegerField(label="Dias a acrescentar", min_value=1, max_value=365)
    motivo = area("Motivo", linhas=3)


class Manifestacao(FormularioDoPasso):
    """O que a parte apresenta, com os argumentos um por linha."""

    de_quem = forms.CharField(
        label="Quem apresenta", max_length=200, help_text="A parte, ou o advogado com o número da OAB."
    )
    procuracao = forms.CharField(
        label="Procuração", max_length=200, required=False, help_text="Só de advogado: onde está."
    )
    texto = area("Texto", obrigatorio=False)
    argumentos_da_parte = area("Argumentos, um por linha", "A decisão responde a cada um.")
    arquivo = anexo("Peça digitalizada")

    def argumentos(self) -> dict[str, Any]:
        """Uma linha, um argumento."""
        dados = dict(self.cleaned_data)
        return dados | {"argumentos": dados.pop("argumentos_da_parte").splitlines()}


class Requerimento(FormularioDoPasso):
    """O que se quer provar, e quem o pede."""

    de_quem = forms.CharField(label="Quem requer", max_length=200)
    texto = area("O que se quer provar, e como")
    arquivo = anexo()


class DecisaoDeProva(FormularioDoPasso):
    """Defere ou indefere um requerimento."""

    pedido = forms.ModelChoiceField(label="Requerimento", queryset=PedidoDeProva.objects.none())
    deferido = forms.TypedChoiceField(
        label="Decisão",
        choices=[("", "Escolha"), ("sim", "Defere"), ("nao", "Indefere")],
        coerce=lambda valor: valor == "sim",
        help_text="Só se recusa a prova ilícita, impertinente, desnecessária ou protelatória.",
    )
    razoes = area("Razões")

    def preparar(self) -> None:
        """Os requerimentos por decidir."""
        self.escolher("pedido", PedidoDeProva.objects.filter(procedimento=self.procedimento, decisao=None))


class Prova(FormularioDoPasso):
    """A prova deferida."""

    pedido = forms.ModelChoiceField(label="Requerimento deferido", queryset=PedidoDeProva.objects.none())
    texto = area("A prova, ou por que não se produziu")
    arquivo = anexo()

    def preparar(self) -> None:
        """Os deferidos ainda sem prova."""
        self.escolher(
            "pedido",
            PedidoDeProva.objects.filter(procedimento=self.procedimento, deferido=True, prova=None),
        )


class Designacao(FormularioDoPasso):
    """Quando e onde, e como se intima."""

    data = forms.DateField(label="Data", help_text="A parte é intimada três dias úteis antes.")  # type: ignore[assignment]
    hora = forms.TimeField(label="Hora", widget=forms.TimeInput(attrs={"type": "time"}))
    lugar = forms.CharField(label="Lugar", max_length=200)
    meio = forms.ChoiceField(label="Como se intima", choices=Meio.choices)
    aceite = forms.CharField(label="Aceite do e-mail", max_length=200, required=False, help_text=ACEITE)


class Ata(FormularioDoPasso):
    """A ata da audiência."""

    ata = area("Ata", linhas=6)
    gravacao = forms.CharField(
        label="Gravação", max_length=200, required=False, help_text="Onde está guardada."
    )
    arquivo = anexo("Ata assinada")


class Sessao(ComVotos):
    """A ata e os pareceres."""

    texto = area("Ata da sessão")


class Relatorio(ComVotos):
    """Fatos, provas, proposta e votos."""

    fatos = area("Fatos", linhas=5)
    provas = area("Provas", linhas=5)
    proposta = forms.ChoiceField(
        label="Proposta", choices=[("", "Escolha"), *Resultado.choices], help_text="A da maioria."
    )


class Parecer(FormularioDoPasso):
    """O parecer e quem o assina."""

    de_quem = forms.CharField(label="Quem assina", max_length=200)
    texto = area("Texto", obrigatorio=False)
    arquivo = anexo()


class Decisao(FormularioDoPasso):
    """Resultado, razões e a resposta a cada argumento da parte."""

    do_recurso = False
    resultado = forms.ChoiceField(
        label="Resultado",
        choices=[("", "Escolha"), *(c for c in Resultado.choices if c[0] != Resultado.IMPROCEDENTE)],
        help_text="Não confirmada tira da lista da cota; falsa elimina do concurso.",
    )
    texto = area("Razões de decidir", linhas=6)

    def preparar(self) -> None:
        """Um par de campos por argumento."""
        self.por_responder: list[Argumento] = list(
            por_responder(self.procedimento, do_recurso=self.do_recurso)
        )
        for a in self.por_responder:
            onde = f"Peça {a.peca.numero}, argumento {a.ordem}"
            self.fields[f"acolhido_{a.pk}"] = forms.TypedChoiceField(
                label=f"{onde}: {a.texto}",
                choices=[("", "Escolha"), ("sim", "Acolhido"), ("nao", "Não acolhido")],
                coerce=lambda valor: valor == "sim",
            )
            self.fields[f"resposta_{a.pk}"] = area(f"Resposta à {onde.lower()}", linhas=2)

    def argumentos(self) -> dict[str, Any]:
        """As respostas por argumento."""
        dados = self.cleaned_data
        return {
            "resultado": Resultado(dados["resultado"]),
            "texto": dados["texto"],
            "respostas": {
                a.pk: Resposta(dados[f"acolhido_{a.pk}"], dados[f"resposta_{a.pk}"])
                for a in self.por_responder
            },
        }


class JulgamentoDoRecurso(Decisao):
    """O mesmo, dos argumentos do recurso."""

    do_recurso = True


class Cumprimento(FormularioDoPasso):
    """O que a autoridade acrescenta ao ato."""

    texto = area("Texto do ato", "Depois do que o sistema escreve: as comunicações, a publicação.", linhas=3)


P = Passo
FORMULARIOS: Mapping[Passo, type[FormularioDoPasso]] = {
    P.ARQUIVAR: Razoes,
    P.INSTAURAR: Instauracao,
    P.DECLARAR: Declaracao,
    P.SUBSTITUIR: Substituicao,
    P.JUNTAR: Juntada,
    P.RESTRINGIR: Restricao,
    **dict.fromkeys((P.CITAR, P.INTIMAR_ALEGACOES, P.INTIMAR_DECISAO), Expedicao),
    **dict.fromkeys((P.PROVAR_CITACAO, P.PROVAR_AUDIENCIA, P.PROVAR_ALEGACOES, P.PROVAR_DECISAO), Ciencia),
    P.FRUSTRAR: Frustrada,
    P.PRORROGAR: Prorrogacao,
    P.SUSPENDER: Motivo,
    P.RETOMAR: Motivo,
    **dict.fromkeys((P.DEFENDER, P.ALEGAR, P.RECORRER), Manifestacao),
    **dict.fromkeys((P.DECURSO_DA_DEFESA, P.DECURSO_DAS_ALEGACOES, P.DECURSO_DO_RECURSO), Confirmacao),
    P.REQUERER_PROVA: Requerimento,
    P.DECIDIR_PROVA: DecisaoDeProva,
    P.PRODUZIR_PROVA: Prova,
    P.DESIGNAR_AUDIENCIA: Designacao,
    P.REALIZAR_AUDIENCIA: Ata,
    P.REUNIR: Sessao,
    P.ENCERRAR_INSTRUCAO: Texto,
    P.RELATAR: Relatorio,
    P.OPINAR: Parecer,
    P.DECIDIR: Decisao,
    P.JULGAR_IMPROCEDENTE: Texto,
    P.RECONSIDERAR: Texto,
    P.MANTER: Texto,
    P.NEGAR_RECURSO: JulgamentoDoRecurso,
    P.PROVER_RECURSO: Texto,
    P.CUMPRIR: Cumprimento,
}
