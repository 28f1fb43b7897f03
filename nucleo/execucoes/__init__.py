"""Trabalhos em segundo plano: pedido, envio, tomada, conclusão uma só vez e retomada dos perdidos.

O estado de um trabalho vive no banco (`Execucao`). A fila leva só o identificador, pode perdê-lo
ou entregá-lo duas vezes:

* um trabalhador toma o trabalho por comparação e troca sobre (situação, tentativa);
* enquanto roda, renova um arrendamento no cache do Django; arrendamento vencido é trabalhador morto;
* o que o executor grava e a marca "concluída" vão na mesma transação, que só se confirma se a
  tentativa ainda é a sua: um trabalhador dado por morto que volta não grava nada;
* `despachar_orfas` envia de novo o que se perdeu;
* quem cancela deixa o pedido no cache; quem executa o lê ao dizer quanto andou, e desfaz tudo.

O andamento também vai pelo cache: no SQLite há um só escritor, e ele é a transação do trabalho.
"""

from nucleo.execucoes.andamento import Situacao, situacao_da_execucao
from nucleo.execucoes.cancelamento import cancelar, pode_cancelar
from nucleo.execucoes.especies import (
    TAREFA,
    VIVAS,
    Executor,
    Progresso,
    antes_do_commit,
    autor_da_execucao,
    depois_do_commit,
    registrar_conjunto,
    registrar_especie,
)
from nucleo.execucoes.pedido import Filha, pedir, pedir_conjunto
from nucleo.execucoes.retomada import despachar_orfas
from nucleo.execucoes.tomada import executar

__all__ = [
    "TAREFA",
    "VIVAS",
    "Executor",
    "Filha",
    "Progresso",
    "Situacao",
    "antes_do_commit",
    "autor_da_execucao",
    "cancelar",
    "depois_do_commit",
    "despachar_orfas",
    "executar",
    "pedir",
    "pedir_conjunto",
    "pode_cancelar",
    "registrar_conjunto",
    "registrar_especie",
    "situacao_da_execucao",
]
