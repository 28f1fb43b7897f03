"""O que os formulários dos passos têm em comum: o procedimento, e os argumentos que dão ao serviço."""

from __future__ import annotations

from typing import Any

from django import forms
from django.db.models import QuerySet

from nucleo.forms import FormularioDaCasa
from nucleo.models import Usuario
from nucleo.permissoes import papeis_da_acao
from procedimentos.consultas import efetivos
from procedimentos.enums import Resultado
from procedimentos.models import Membro, Procedimento
from procedimentos.servicos import Voto


def area(rotulo: str, ajuda: str = "", *, linhas: int = 4, obrigatorio: bool = True) -> forms.CharField:
    """Campo de texto em várias linhas."""
    return forms.CharField(
        label=rotulo,
        help_text=ajuda,
        required=obrigatorio,
        widget=forms.Textarea(attrs={"rows": linhas}),
    )


def anexo(rotulo: str = "Arquivo") -> forms.FileField:
    """Campo de arquivo, facultativo; a espécie confere-a o serviço."""
    return forms.FileField(label=rotulo, required=False, help_text="PDF, PNG ou JPEG, até 50 MB.")


def pessoas_com(acao: str, procedimento: Procedimento) -> QuerySet[Usuario]:
    """Pessoas ativas com papel para a ação no órgão do procedimento, por nome."""
    papeis = papeis_da_acao(acao)
    atribuidas = Usuario.objects.filter(is_active=True, atribuicoes__papel__in=papeis)
    no_orgao = atribuidas.filter(atribuicoes__orgao=procedimento.orgao)
    em_todos = atribuidas.filter(atribuicoes__orgao__isnull=True)
    return (no_orgao | em_todos).distinct().order_by("nome")


class FormularioDoPasso(FormularioDaCasa, forms.Form):
    """Base: recebe o procedimento; `argumentos` dá o que o serviço do passo espera."""

    def __init__(self, *args: Any, procedimento: Procedimento, **kwargs: Any) -> None:
        self.procedimento = procedimento
        super().__init__(*args, **kwargs)
        self.preparar()

    def preparar(self) -> None:
        """Preenche as escolhas que dependem do procedimento."""

    def escolher(self, campo: str, linhas: QuerySet[Any]) -> None:
        """As linhas que um campo de modelo oferece."""
        achado = self.fields[campo]
        assert isinstance(achado, forms.ModelChoiceField)
        achado.queryset = linhas

    def argumentos(self) -> dict[str, Any]:
        """O que o serviço recebe, além de autor e procedimento; só com o formulário válido."""
        return dict(self.cleaned_data)


class ComVotos(FormularioDoPasso):
    """Acrescenta o voto e as razões de cada membro que compõe a comissão."""

    def preparar(self) -> None:
        """Um par de campos por membro."""
        self.membros: list[Membro] = efetivos(self.procedimento)
        for membro in self.membros:
            self.fields[f"voto_{membro.pk}"] = forms.ChoiceField(
                label=f"Voto de {membro.usuario}", choices=[("", "Escolha"), *Resultado.choices]
            )
            self.fields[f"razoes_{membro.pk}"] = area(f"Razões de {membro.usuario}", linhas=2)

    def argumentos(self) -> dict[str, Any]:
        """Os campos próprios e os votos."""
        dados = {k: v for k, v in self.cleaned_data.items() if not k.startswith(("voto_", "razoes_"))}
        dados["votos"] = [
            Voto(
                membro,
                Resultado(self.cleaned_data[f"voto_{membro.pk}"]),
                self.cleaned_data[f"razoes_{membro.pk}"],
            )
            for membro in self.membros
        ]
        return dados
