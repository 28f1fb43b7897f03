"""O que os atos já praticados dizem sobre retificar o resultado de um cargo."""

from __future__ import annotations

from concursos.models import Cargo
from nomeacoes.enums import TipoDoEvento
from nomeacoes.models import Evento


def impedimento_da_retificacao(cargo: Cargo) -> str:
    """Frase que impede mudar a lista de um cargo que já tem registros; vazia se não tem nenhum.

    As chamadas fizeram-se pela ordem da lista que vale: outra lista deixaria registrado quem, por ela,
    não era o próximo.
    """
    tipos = set(Evento.objects.filter(cargo=cargo).values_list("tipo", flat=True).distinct())
    if not tipos:
        return ""
    tem = "convocados" if TipoDoEvento.CONVOCAR in tipos else "desistências ou outros registros"
    return (
        f"O cargo {cargo.codigo} – {cargo} já tem {tem}: uma lista nova mudaria a ordem por que se chama. A "
        "comparação mostra quem mudaria; o sistema ainda não retifica depois disso."
    )
