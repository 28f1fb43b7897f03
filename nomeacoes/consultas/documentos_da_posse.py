"""A lista de documentos da posse de alguém, com o que se recebeu e o que se aceitou."""

from __future__ import annotations

from dataclasses import dataclass

from concursos.models import Cargo
from nomeacoes.models import (
    ConferenciaDoDocumento,
    DocumentoExigido,
    DocumentoRecebido,
    ListaDeDocumentos,
    Nomeacao,
)


@dataclass(frozen=True, slots=True)
class Recebido:
    """Um arquivo e a última conferência dele; nula, ninguém o conferiu."""

    documento: DocumentoRecebido
    conferencia: ConferenciaDoDocumento | None


@dataclass(frozen=True, slots=True)
class ItemDaPosse:
    """Um documento exigido e os arquivos recebidos, do mais novo ao mais antigo."""

    exigido: DocumentoExigido
    recebidos: tuple[Recebido, ...]

    @property
    def aceito(self) -> bool:
        """Se o mais novo dos arquivos foi aceito: um novo, por conferir, tira a aceitação do anterior."""
        conferencia = self.recebidos[0].conferencia if self.recebidos else None
        return conferencia is not None and conferencia.aceito

    @property
    def situacao(self) -> str:
        """Como está, em palavras."""
        if not self.recebidos:
            return "falta" if self.exigido.obrigatorio else "não entregue"
        conferencia = self.recebidos[0].conferencia
        if conferencia is None:
            return "por conferir"
        return "aceito" if conferencia.aceito else "recusado"


def lista_da_nomeacao(nomeacao: Nomeacao) -> ListaDeDocumentos | None:
    """A que vigia quando a pessoa foi convocada, ou a primeira, se só veio depois; nula se não há nenhuma."""
    listas = ListaDeDocumentos.objects.filter(cargo=nomeacao.vaga.cargo_id).order_by("versao")
    vigentes = [lista for lista in listas if lista.vigente_desde <= nomeacao.evento.data]
    return vigentes[-1] if vigentes else listas.first()


def documentos_da_posse(nomeacao: Nomeacao) -> list[ItemDaPosse]:
    """Os itens da lista da pessoa, na ordem; vazia se o cargo não tem lista."""
    lista = lista_da_nomeacao(nomeacao)
    if lista is None:
        return []
    recebidos: dict[int, list[Recebido]] = {}
    documentos = (
        DocumentoRecebido.objects.filter(nomeacao=nomeacao)
        .select_related("recebido_por")
        .prefetch_related("conferencias__conferido_por")
        .order_by("-sequencia")
    )
    for documento in documentos:
        ultima = max(documento.conferencias.all(), key=lambda c: c.pk, default=None)
        recebidos.setdefault(documento.exigido_id, []).append(Recebido(documento, ultima))
    return [ItemDaPosse(exigido, tuple(recebidos.get(exigido.pk, ()))) for exigido in lista.itens.all()]


def faltam_para_a_posse(nomeacao: Nomeacao) -> list[str]:
    """Nomes dos documentos obrigatórios que ainda não foram aceitos."""
    itens = documentos_da_posse(nomeacao)
    return [item.exigido.nome for item in itens if item.exigido.obrigatorio and not item.aceito]


def listas_do_cargo(cargo: Cargo) -> list[ListaDeDocumentos]:
    """As versões da lista do cargo, da última à primeira."""
    listas = ListaDeDocumentos.objects.filter(cargo=cargo).select_related("autor").prefetch_related("itens")
    return list(listas.order_by("-versao"))
