"""O que os atos já praticados dizem sobre retificar o resultado de um cargo."""

from __future__ import annotations

from concursos.models import Cargo
from nomeacoes.models import Evento


def impedimento_da_retificacao(cargo: Cargo) -> str:
    """Frase que impede mudar a lista de um cargo que já tem registros; vazia se não tem nenhum.

    As chamadas fizeram-se pela ordem da lista que vale: outra lista deixaria registrado quem, por ela,
    não era o próximo.
    """
    if not Evento.objects.filter(cargo=cargo).exists():
        return ""
    return (
        f"O cargo {cargo.codigo} – {cargo} já tem convocados: uma lista nova mudaria a ordem por que foram "
        "chamados. A comparação mostra quem mudaria; o sistema ainda não retifica depois da convocação."
    )
