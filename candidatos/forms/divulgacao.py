"""Formulários da divulgação de resultados e dos recursos."""

from __future__ import annotations

from typing import Any

from django import forms

from candidatos.enums import SituacaoDoRecurso
from candidatos.models import Candidatura, Recurso
from concursos.models import Concurso
from nucleo.forms import FormularioDaCasa


class DivulgacaoDoResultado(FormularioDaCasa, forms.Form):
    """Data, lugar e, do preliminar, o prazo de recurso."""

    publicada_em = forms.DateField(label="Data da publicação")
    veiculo = forms.CharField(label="Onde foi publicado", max_length=200)
    recursos_ate = forms.DateField(label="Recursos até", help_text="O último dia do prazo.")

    def __init__(self, *args: Any, preliminar: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not preliminar:
            del self.fields["recursos_ate"]


class NovoRecurso(FormularioDaCasa, forms.Form):
    """O que alguém pede contra o resultado preliminar."""

    inscricao = forms.CharField(label="Inscrição", max_length=40)
    cargo = forms.ChoiceField(label="Cargo", choices=())
    prova = forms.ChoiceField(label="Prova", choices=())
    numero = forms.CharField(label="Protocolo", max_length=60)
    recebido_em = forms.DateField(label="Recebido em")
    pedido = forms.CharField(label="O que se pede, e por quê", widget=forms.Textarea(attrs={"rows": 4}))

    def __init__(self, *args: Any, concurso: Concurso, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._concurso = concurso
        provas = {
            prova["chave"]: prova["nome"]
            for regras in concurso.edital.regras.all()
            for prova in regras.provas
        }
        cargos = concurso.edital.cargos.order_by("codigo")
        self.fields["cargo"].choices = [(cargo.codigo, f"{cargo.codigo} – {cargo}") for cargo in cargos]  # type: ignore[attr-defined]
        self.fields["prova"].choices = list(provas.items())  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """A candidatura da inscrição no cargo; fica em `candidatura`."""
        dados = super().clean() or self.cleaned_data
        achada = (
            Candidatura.objects.filter(
                inscricao__edital=self._concurso.edital,
                inscricao__numero=dados.get("inscricao", "").strip(),
                cargo__codigo=dados.get("cargo", "").strip(),
            )
            .select_related("cargo__regras", "cargo__edital__concurso", "inscricao")
            .first()
        )
        if achada is None and not self.errors:
            self.add_error("inscricao", "Esta inscrição não concorre a este cargo. Confira os dois números.")
        self.candidatura = achada
        return dados


class Decisao(FormularioDaCasa, forms.Form):
    """A decisão de um recurso; as notas, só se deferido."""

    situacao = forms.ChoiceField(
        label="Decisão",
        choices=[(s.value, str(s.label)) for s in SituacaoDoRecurso if s != SituacaoDoRecurso.PENDENTE],
    )
    nota_depois = forms.CharField(label="Nota nova da prova", required=False, max_length=30)
    total_depois = forms.CharField(label="Nota final nova", required=False, max_length=30)
    fundamentacao = forms.CharField(label="Fundamentação", widget=forms.Textarea(attrs={"rows": 4}))
    decidido_por = forms.CharField(label="Quem decidiu", max_length=200)
    decidido_em = forms.DateField(label="Decidido em")

    def __init__(self, *args: Any, recurso: Recurso, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        regras = recurso.candidatura.cargo.regras
        nomes = {prova["chave"]: prova["nome"] for prova in regras.provas}
        self.fields["nota_depois"].label = f"Nota nova de {nomes.get(recurso.prova, recurso.prova)}"
        if recurso.prova == regras.nota_final:
            del self.fields["total_depois"]
        else:
            self.fields["total_depois"].label = f"{nomes.get(regras.nota_final, 'Nota final')} que resulta"
