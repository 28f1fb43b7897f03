"""Formulários da convocação, do que acontece depois dela e dos filtros de atos."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from django import forms
from django.utils import timezone

from candidatos.models import Candidatura
from concursos.enums import ModoDaDuplaContagem
from concursos.models import Cargo
from cotas import DuplaContagem
from nomeacoes.consultas.passos import COM_NUMERO, MAXIMO_DO_ENDERECO, MAXIMO_DO_REGISTRO, ler_passo
from nomeacoes.enums import (
    CategoriaDaVaga,
    DesfechoDaRessalva,
    EfeitoDaDecisao,
    SituacaoAto,
    TipoAto,
    TipoDePasso,
    TipoDoEvento,
)
from nomeacoes.models import DocumentoExigido, ListaDeDocumentos
from nomeacoes.servicos import Acontecimento
from nucleo.erros import Recusa
from nucleo.forms import FormularioDaCasa


class Quantidade(FormularioDaCasa, forms.Form):
    """Quantas pessoas convocar; vai no endereço, que só mostra o plano."""

    quantidade = forms.IntegerField(
        label="Quantas pessoas convocar",
        min_value=1,
        help_text="Primeiro as vagas abertas, depois as seguintes da série. Ver o plano não grava nada.",
    )


class Confirmacao(FormularioDaCasa, forms.Form):
    """Confirma o plano que se viu: `versao` diz qual era."""

    quantidade = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
    versao = forms.CharField(max_length=60, widget=forms.HiddenInput)
    data = forms.DateField(label="Data da convocação", help_text="A de hoje ou anterior.")  # type: ignore[assignment]


class Ocorrencia(FormularioDaCasa, forms.Form):
    """Data, motivo e documento: os três ficam no registro, que não se apaga."""

    data = forms.DateField(  # type: ignore[assignment]
        label="Data do registro",
        help_text="A do fato, ainda que se saiba dele depois: hoje ou antes, e não antes da homologação.",
    )
    motivo = forms.CharField(label="Motivo", widget=forms.Textarea(attrs={"rows": 3}))
    documento = forms.CharField(
        label="Documento",
        max_length=200,
        help_text="O que comprova: “Processo nº 123/2026”, “Requerimento de 02/03/2026”.",
    )

    def resumo(self) -> list[tuple[str, str]]:
        """Rótulo e valor do que se preencheu, para se conferir antes de gravar; só com ele válido."""
        preenchidos = [campo for campo in self if self.cleaned_data.get(campo.name)]
        return [
            (str(campo.label), em_palavras(campo.field, self.cleaned_data[campo.name]))
            for campo in preenchidos
        ]


def em_palavras(campo: forms.Field, valor: Any) -> str:
    """O valor limpo de um campo como se lê: a data por números, a pessoa com a inscrição, a escolha."""
    if isinstance(valor, Candidatura):
        return f"{valor.inscricao.candidato} ({valor.inscricao})"
    if isinstance(valor, date):
        return f"{valor:%d/%m/%Y}"
    if isinstance(campo, forms.ChoiceField):
        return str(dict(campo.choices)[valor])  # type: ignore[arg-type]
    return str(valor)


class Posse(FormularioDaCasa, forms.Form):
    """Data e termo de posse."""

    data = forms.DateField(label="Data da posse")  # type: ignore[assignment]
    documento = forms.CharField(
        label="Termo de posse", max_length=200, help_text="“Termo nº 12/2026, livro 3, folha 4”."
    )


class Exercicio(FormularioDaCasa, forms.Form):
    """Data e documento da entrada em exercício."""

    data = forms.DateField(label="Data do exercício")  # type: ignore[assignment]
    documento = forms.CharField(
        label="Documento", max_length=200, help_text="“Termo de exercício nº 3/2026”, “Ofício nº 10/2026”."
    )


class Prorrogacao(FormularioDaCasa, forms.Form):
    """O pedido que prorroga um prazo."""

    data = forms.DateField(label="Data do requerimento", help_text="Até o último dia do prazo.")  # type: ignore[assignment]
    motivo = forms.CharField(label="Motivo", widget=forms.Textarea(attrs={"rows": 3}))
    documento = forms.CharField(
        label="Requerimento", max_length=200, help_text="“Processo nº 123/2026”, “Protocolo nº 45/2026”."
    )


class DocumentosExigidos(FormularioDaCasa, forms.Form):
    """A lista de documentos da posse de um cargo: um por linha."""

    data = forms.DateField(label="Vigente desde", help_text="Rege quem se convoca nesse dia ou depois.")  # type: ignore[assignment]
    fundamento = forms.CharField(
        label="Fundamento", max_length=200, help_text="“Edital nº 1/2026, item 14.2”, ou a retificação."
    )
    obrigatorios = forms.CharField(
        label="Obrigatórios, um por linha", required=False, widget=forms.Textarea(attrs={"rows": 8})
    )
    facultativos = forms.CharField(
        label="Facultativos, ou só de quem os tem, um por linha",
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
    )

    def clean_obrigatorios(self) -> list[str]:
        """Os nomes, sem linhas vazias."""
        return _linhas(self.cleaned_data["obrigatorios"])

    def clean_facultativos(self) -> list[str]:
        """Os nomes, sem linhas vazias."""
        return _linhas(self.cleaned_data["facultativos"])


def _linhas(texto: str) -> list[str]:
    return [" ".join(linha.split()) for linha in texto.splitlines() if linha.strip()]


class EnvioDeDocumento(FormularioDaCasa, forms.Form):
    """Um arquivo e o documento da lista que ele é."""

    exigido = forms.ModelChoiceField(
        label="Documento", queryset=DocumentoExigido.objects.none(), empty_label="Escolha"
    )
    arquivo = forms.FileField(
        label="Arquivo", allow_empty_file=True, help_text="PDF, JPEG ou PNG. Guarda-se como veio."
    )

    def __init__(self, *args: Any, lista: ListaDeDocumentos | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        campo = self.fields["exigido"]
        assert isinstance(campo, forms.ModelChoiceField)
        campo.queryset = DocumentoExigido.objects.filter(lista=lista)


class SemPosse(FormularioDaCasa, forms.Form):
    """Confirma que as nomeações perdem efeito; a versão e as pessoas vão na página."""

    data = forms.DateField(label="Data do ato", help_text="Hoje ou antes, e depois do fim do prazo.")  # type: ignore[assignment]
    documento = forms.CharField(
        label="Ato que torna sem efeito", max_length=200, help_text="“Portaria nº 45/2026, de 03/03/2026”."
    )
    quantidade = forms.IntegerField(required=False, widget=forms.HiddenInput)


def candidatura_pelo_numero(cargo: Cargo, texto: str) -> Candidatura:
    """A candidatura do cargo com esta inscrição; `ValidationError` se não há."""
    numero = texto.strip()
    candidaturas = Candidatura.objects.select_related("inscricao__candidato", "cargo")
    achada = candidaturas.filter(cargo=cargo, inscricao__numero=numero).first()
    if achada is None:
        raise forms.ValidationError(
            f"A inscrição {numero} não concorre a este cargo. Confira o número, com os zeros à esquerda."
        )
    return achada


class Registro(Ocorrencia):
    """O que aconteceu ao cargo ou a alguém dele: só os campos que a espécie pede."""

    inscricao = forms.CharField(label="Inscrição", max_length=40)
    processo = forms.CharField(
        label="Processo judicial", max_length=60, help_text="O número, como “0001234-56.2026.8.06.0001”."
    )
    efeito = forms.ChoiceField(label="O que a decisão dá", choices=EfeitoDaDecisao.choices)
    desfecho = forms.ChoiceField(label="Como acabou", choices=())
    apos = forms.CharField(
        label="Depois de qual inscrição",
        required=False,
        max_length=40,
        help_text="A pessoa fica logo depois dela na lista. Em branco, no alto. Ninguém é renumerado.",
    )
    lista = forms.ChoiceField(label="Lista", required=False, choices=())
    field_order = [
        "inscricao", "processo", "efeito", "desfecho", "apos", "lista", "data", "motivo", "documento",
    ]  # fmt: skip

    def __init__(self, *args: Any, cargo: Cargo, tipo: TipoDoEvento, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._cargo, self._tipo = cargo, tipo
        pedidos = {*CAMPOS_DO_TIPO[tipo], "data", "motivo", "documento"}
        for campo in [nome for nome in self.fields if nome not in pedidos]:
            del self.fields[campo]
        for campo, escolhas in (("desfecho", DESFECHOS_DO_TIPO), ("lista", LISTAS_DO_TIPO)):
            if campo in self.fields:
                self.fields[campo].choices = escolhas[tipo]  # type: ignore[attr-defined]

    def clean_inscricao(self) -> Candidatura:
        """A candidatura da inscrição neste cargo."""
        return candidatura_pelo_numero(self._cargo, self.cleaned_data["inscricao"])

    def clean_apos(self) -> Candidatura | None:
        """A candidatura depois de quem se põe a pessoa; nula, no alto da lista."""
        numero = self.cleaned_data["apos"]
        return candidatura_pelo_numero(self._cargo, numero) if numero.strip() else None

    def acontecimento(self) -> Acontecimento:
        """O que se quer registrar; só com o formulário válido."""
        dados = dict(self.cleaned_data)
        return Acontecimento(tipo=self._tipo, candidatura=dados.pop("inscricao", None), **dados)


CAMPOS_DO_TIPO: Mapping[TipoDoEvento, tuple[str, ...]] = {
    TipoDoEvento.DESISTENCIA: ("inscricao",),
    TipoDoEvento.FINAL_DE_FILA: ("inscricao",),
    TipoDoEvento.NAO_CONFIRMACAO: ("inscricao",),
    TipoDoEvento.FALECIMENTO: ("inscricao",),
    TipoDoEvento.REINTEGRACAO: ("inscricao",),
    TipoDoEvento.SUB_JUDICE: ("inscricao", "processo", "efeito"),
    TipoDoEvento.FIM_SUB_JUDICE: ("inscricao", "processo", "desfecho"),
    TipoDoEvento.ORDEM_JUDICIAL: ("inscricao", "processo", "apos", "lista"),
    TipoDoEvento.CONDICIONAL: ("inscricao",),
    TipoDoEvento.FIM_CONDICIONAL: ("inscricao", "desfecho"),
    TipoDoEvento.OPCAO: ("inscricao", "lista"),
    TipoDoEvento.EXTINCAO: (),
}
D = DesfechoDaRessalva
DESFECHOS_DO_TIPO: Mapping[TipoDoEvento, list[tuple[str, str]]] = {
    TipoDoEvento.FIM_SUB_JUDICE: [(d.value, str(d.label)) for d in (D.DEFINITIVA, D.REVOGADA, D.EXTINTA)],
    TipoDoEvento.FIM_CONDICIONAL: [(d.value, str(d.label)) for d in (D.CUMPRIDA, D.DESCUMPRIDA)],
}
RESERVAS = [(c.value, str(c.label)) for c in (CategoriaDaVaga.COTAS, CategoriaDaVaga.PCD)]
LISTAS_DO_TIPO: Mapping[TipoDoEvento, list[tuple[str, str]]] = {
    TipoDoEvento.ORDEM_JUDICIAL: [("", "As que já tem; se não está na lista, só a geral"), *RESERVAS],
    TipoDoEvento.OPCAO: RESERVAS,
}


class EmissaoDaCertidao(FormularioDaCasa, forms.Form):
    """O que a certidão de classificação leva."""

    completa = forms.BooleanField(
        label="Incluir os lugares nas listas específicas",
        required=False,
        widget=forms.CheckboxInput(attrs={"class": "form-check-input"}),
        help_text="Revelam a autodeclaração: só a pedido da própria pessoa, e a certidão fica reservada.",
    )


class FiltrosDeAtos(FormularioDaCasa, forms.Form):
    """Filtros da lista de atos, todos facultativos, levados no endereço."""

    q = forms.CharField(label="Nome ou inscrição", required=False, max_length=120)
    tipo = forms.ChoiceField(label="Espécie", required=False, choices=[("", "Todas"), *TipoAto.choices])
    situacao = forms.ChoiceField(
        label="Situação", required=False, choices=[("", "Todas"), *SituacaoAto.choices]
    )
    ano = forms.IntegerField(label="Ano", required=False, min_value=1988, max_value=2200)
    concurso = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def em_palavras(self) -> str:
        """Os filtros em uso numa frase, como sai impressa; vazia se nenhum."""
        rotulos: Mapping[str, Mapping[str, str]] = {
            "tipo": dict(TipoAto.choices),
            "situacao": dict(SituacaoAto.choices),
        }
        return "; ".join(
            f"{campo.label.lower()}: {rotulos.get(campo.name, {}).get(campo.data, campo.data)}"
            for campo in self.visible_fields()
            if campo.data and not campo.errors
        )


P = TipoDePasso
GRUPOS_DE_PASSOS: list[tuple[str, list[TipoDePasso]]] = [
    ("Vagas e chamadas", [P.CONVOCAR, P.SUPERVENIENTES]),
    ("Saírem ou voltarem", [P.DESISTENCIA, P.SEM_EFEITO, P.FINAL_DE_FILA, P.FALECIMENTO, P.REINTEGRACAO]),
    (
        "Justiça",
        [
            P.SUB_JUDICE_OCUPA,
            P.SUB_JUDICE_ESPELHO,
            P.DECISAO_DEFINITIVA,
            P.DECISAO_REVOGADA,
            P.PROCESSO_EXTINTO,
            P.ORDEM_JUDICIAL,
        ],
    ),
    ("Condição do edital", [P.CONDICIONAL, P.CONDICAO_CUMPRIDA, P.CONDICAO_DESCUMPRIDA]),
    ("Cargo e registros", [P.EXTINCAO, P.DESFAZER]),
]
PASSOS_RESERVADOS = (
    "Autodeclarações (a simulação não fica no endereço)",
    [P.NAO_CONFIRMACAO, P.OPCAO_COTAS, P.OPCAO_PCD],
)


class Certificacao(FormularioDaCasa, forms.Form):
    """Declaração do ordenador da despesa sobre as nomeações de uma convocação."""

    ordenador = forms.CharField(label="Ordenador da despesa", max_length=200, help_text="Nome e função.")
    documento = forms.CharField(
        label="Declaração",
        max_length=200,
        help_text="O documento que declara a adequação à LOA, à LDO e ao PPA: “Declaração nº 8/2026”.",
    )
    data = forms.DateField(label="Data da declaração")  # type: ignore[assignment]
    dotacao = forms.CharField(label="Dotação orçamentária", max_length=200)


class Publicacao(FormularioDaCasa, forms.Form):
    """Onde e quando os atos saíram."""

    veiculo = forms.CharField(label="Veículo", max_length=120, initial="Diário Oficial do Município")
    edicao = forms.CharField(label="Número da edição", max_length=40)
    data = forms.DateField(label="Data da publicação")  # type: ignore[assignment]
    pagina = forms.CharField(label="Página", max_length=40, help_text="“12”, ou “12 a 14”.")


class CorrecaoDaPublicacao(Publicacao):
    """Os dados certos e por que se corrigem; os de antes ficam guardados."""

    motivo = forms.CharField(label="Motivo da correção", max_length=500)


class MotivoDaAssinatura(FormularioDaCasa, forms.Form):
    """Por que se assina apesar dos avisos; não sai no documento."""

    motivo = forms.CharField(
        label="Motivo",
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="Fica na trilha e na página do ato. Não sai no documento.",
    )


class Verificacao(FormularioDaCasa, forms.Form):
    """O que se lê no documento: o código e, para conferir também o texto ou o arquivo, o SHA-256."""

    codigo = forms.CharField(
        label="Código de verificação", max_length=40, help_text="Ao pé do documento: “7Q2M-0KXA-9RVT-4HBC”."
    )
    sha256 = forms.CharField(
        label="SHA-256 (facultativo)",
        required=False,
        max_length=80,
        help_text="O que o documento imprime, ou o do arquivo PDF.",
    )


class PassoNovo(FormularioDaCasa, forms.Form):
    """Mais um passo para a simulação; os já dados vão ao lado, em campos ocultos da página."""

    tipo = forms.ChoiceField(label="E se", choices=())
    quantidade = forms.IntegerField(
        label="Quantas, ou o nº do registro",
        required=False,
        min_value=1,
        max_value=MAXIMO_DO_REGISTRO,
        help_text="Pessoas a convocar, vagas que surgem, ou o registro que se desfaz.",
    )
    inscricoes = forms.CharField(
        label="Quem, pela inscrição",
        required=False,
        max_length=MAXIMO_DO_ENDERECO,
        help_text="Uma ou várias, separadas por espaço. Na ordem judicial: a pessoa e, depois dela, a de "
        "quem ela fica atrás; só a pessoa, no alto da lista.",
    )

    def __init__(self, *args: Any, reservados: bool, **kwargs: Any) -> None:
        """`reservados`: se cabem os passos que revelam autodeclaração."""
        super().__init__(*args, **kwargs)
        grupos = [*GRUPOS_DE_PASSOS, *([PASSOS_RESERVADOS] if reservados else [])]
        campo = self.fields["tipo"]
        assert isinstance(campo, forms.ChoiceField)
        campo.choices = [(nome, [(p.value, p.label) for p in passos]) for nome, passos in grupos]

    def clean(self) -> dict[str, Any]:
        """Exige o que o passo pede; o resultado fica em `passo`."""
        dados = super().clean() or self.cleaned_data
        tipo = dados.get("tipo")
        if tipo is None or self.errors:
            return dados
        if TipoDePasso(tipo) in COM_NUMERO:
            campo, valor = "quantidade", str(dados.get("quantidade") or "")
        else:
            campo, valor = "inscricoes", dados.get("inscricoes") or ""
        try:
            self.passo = ler_passo(f"{tipo}:{valor}")
        except Recusa as recusa:
            self.add_error(campo, recusa.mensagem)
        return dados


class OutraLeitura(FormularioDaCasa, forms.Form):
    """Com que leitura da dupla contagem se simula; vazia, a que rege o cargo."""

    modo = forms.ChoiceField(label="Leitura da dupla contagem", required=False)

    def __init__(self, *args: Any, da_regra: DuplaContagem, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rotulos = dict(ModoDaDuplaContagem.choices)
        campo = self.fields["modo"]
        assert isinstance(campo, forms.ChoiceField)
        campo.choices = [
            ("", f"A que rege o cargo: {rotulos[da_regra.value].lower()}"),
            *(
                (modo.value, f"Outra: {rotulos[modo.value].lower()}")
                for modo in DuplaContagem
                if modo != da_regra
            ),
        ]

    def clean_modo(self) -> DuplaContagem | None:
        """O modo escolhido; nulo, o que rege o cargo."""
        escolhido = self.cleaned_data["modo"]
        return DuplaContagem(escolhido) if escolhido else None


def hoje() -> dict[str, Any]:
    """Valor inicial das datas."""
    return {"data": timezone.localdate()}


DOCUMENTOS_DE_COSTUME = """Documento de identidade e CPF
Título de eleitor e certidão de quitação eleitoral
Certificado de reservista ou de dispensa, se for o caso
Comprovante de escolaridade e do requisito do cargo
Comprovante de residência
Declaração de bens e de não acumulação de cargos
Laudo médico de aptidão"""


class EditalDeConvocacao(FormularioDaCasa, forms.Form):
    """O que o edital de convocação diz além de quem se convoca."""

    comparecer_ate = forms.DateField(label="Comparecer até", help_text="Último dia, incluído.")
    local = forms.CharField(
        label="Onde comparecer", max_length=300, help_text="Endereço, sala e horário, como saem no edital."
    )
    documentos = forms.CharField(
        label="Documentos a apresentar",
        widget=forms.Textarea(attrs={"rows": 8}),
        initial=DOCUMENTOS_DE_COSTUME,
        help_text="Um por linha.",
    )

    def opcoes(self) -> dict[str, Any]:
        """Como a emissão as recebe."""
        dados = self.cleaned_data
        return {**dados, "documentos": dados["documentos"].splitlines()}
