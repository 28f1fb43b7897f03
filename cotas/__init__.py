"""O motor das leis de cotas: do edital à ordem de convocação, com os fundamentos de cada passo.

Python puro, só biblioteca padrão, contas exatas, sem relógio nem disco: entram e saem valores imutáveis.
"""

from cotas.apuracao import Apuracao, apurar
from cotas.barreira import Barreira, aplicar_barreira
from cotas.caso import simular_caso
from cotas.chamada import Chamada, Evento, Remanejamento
from cotas.classificacao import NaoAprovado, ResultadoDaClassificacao, classificar
from cotas.contrafactual import EfeitosDaLista, Preterido, efeitos_da_lista
from cotas.criterio import Concorrente, Criterio, CriteriosDeClassificacao, TipoCriterio
from cotas.desempate import Empate, Falta
from cotas.enums import (
    Arredondamento,
    Categoria,
    Colisao,
    Desfecho,
    DuplaContagem,
    EfeitoSubJudice,
    Limiar,
    NaoConfirmacao,
    Ressalva,
    RestoCaxias,
    Serie,
    TipoEvento,
    Tratamento,
    Vinculo,
)
from cotas.erros import ErroDeCaso, ErroDeCitacao, ErroDeEvento, ErroDeRegra, ErroDoMotor
from cotas.fundamentos import CF_ART_37_VIII, DecisaoJudicial, Dispositivo, Fundamento, RegraDoEdital
from cotas.invariantes import conferir_ordem, fundamentos_da_lista
from cotas.leis import LEIS
from cotas.leis.base import Lei, Vigencia
from cotas.listas import Habilitado, Listas, montar_listas
from cotas.lugar import Lugar, rotulo_do_criterio
from cotas.previsao import Desistencias, Previsao, Previsor
from cotas.provimento import Provimento, TipoDeViolacao, Violacao
from cotas.quadro import Quadro, quadro_de_vagas
from cotas.reaplicacao import eventos_efetivos
from cotas.regras import RegrasDaReserva, ReservaPcd
from cotas.serie import VagaDaSerie, categorias_das_vagas, colisoes_da_serie, divergencia_da_serie
from cotas.vaga import RazaoDaVaga, razao_da_vaga

__all__ = [
    "CF_ART_37_VIII",
    "LEIS",
    "Apuracao",
    "Arredondamento",
    "Barreira",
    "Categoria",
    "Chamada",
    "Colisao",
    "Concorrente",
    "Criterio",
    "CriteriosDeClassificacao",
    "DecisaoJudicial",
    "Desfecho",
    "Desistencias",
    "Dispositivo",
    "DuplaContagem",
    "EfeitoSubJudice",
    "EfeitosDaLista",
    "Empate",
    "ErroDeCaso",
    "ErroDeCitacao",
    "ErroDeEvento",
    "ErroDeRegra",
    "ErroDoMotor",
    "Evento",
    "Falta",
    "Fundamento",
    "Habilitado",
    "Lei",
    "Limiar",
    "Listas",
    "Lugar",
    "NaoAprovado",
    "NaoConfirmacao",
    "Preterido",
    "Previsao",
    "Previsor",
    "Provimento",
    "Quadro",
    "RazaoDaVaga",
    "RegraDoEdital",
    "RegrasDaReserva",
    "Remanejamento",
    "ReservaPcd",
    "Ressalva",
    "RestoCaxias",
    "ResultadoDaClassificacao",
    "Serie",
    "TipoCriterio",
    "TipoDeViolacao",
    "TipoEvento",
    "Tratamento",
    "VagaDaSerie",
    "Vigencia",
    "Vinculo",
    "Violacao",
    "aplicar_barreira",
    "apurar",
    "categorias_das_vagas",
    "classificar",
    "colisoes_da_serie",
    "conferir_ordem",
    "divergencia_da_serie",
    "efeitos_da_lista",
    "eventos_efetivos",
    "fundamentos_da_lista",
    "montar_listas",
    "quadro_de_vagas",
    "razao_da_vaga",
    "rotulo_do_criterio",
    "simular_caso",
]
