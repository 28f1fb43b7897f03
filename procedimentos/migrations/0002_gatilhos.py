"""O que o banco recusa, ainda que se escreva por fora dos serviços.

Peça não muda nem sai; a fase só passa como o rito permite, e à defesa só com citação provada; quem decide não é
da comissão; efeito só de procedimento encerrado.
"""

from django.db import migrations

from nucleo.auditoria import impedir_insercao, impedir_mudanca

# As passagens de `fluxo.passagens`, como eram nesta data; um teste diz se deixam de ser as mesmas.
PASSAGENS = [
    ("a_alegar", "alegacoes"),
    ("alegacoes", "relatorio"),
    ("decidido", "recurso"),
    ("decisao", "decidido"),
    ("decisao", "improcedente"),
    ("defesa", "instrucao"),
    ("encerrado", "cumprido"),
    ("instaurado", "defesa"),
    ("instrucao", "a_alegar"),
    ("julgamento", "encerrado"),
    ("julgamento", "improcedente"),
    ("reconsideracao", "improcedente"),
    ("reconsideracao", "julgamento"),
    ("recurso", "encerrado"),
    ("recurso", "reconsideracao"),
    ("relatorio", "decisao"),
    ("triagem", "arquivado"),
    ("triagem", "instaurado"),
]
_PASSA = " OR ".join(f"(OLD.fase = '{de}' AND NEW.fase = '{para}')" for de, para in PASSAGENS)
_O_MESMO = " AND ".join(f"OLD.{campo} = NEW.{campo}" for campo in ("inscricao_id", "orgao_id", "numero", "ano", "fatos"))
_CITADO = (
    "NEW.fase <> 'defesa' OR EXISTS (SELECT 1 FROM procedimentos_comunicacao c WHERE c.procedimento_id = NEW.id "
    "AND c.assunto = 'citacao' AND c.situacao = 'ciente')"
)
_NAO_DA_COMISSAO = (
    "NOT EXISTS (SELECT 1 FROM procedimentos_membro m WHERE m.procedimento_id = NEW.id AND m.saiu_por_id IS NULL "
    "AND (m.usuario_id = NEW.decide_id OR m.usuario_id = NEW.julga_recurso_id))"
)


class Migration(migrations.Migration):
    dependencies = [("procedimentos", "0001_initial")]

    operations = [
        impedir_mudanca("procedimentos_peca", "Peça dos autos não muda nem sai."),
        impedir_mudanca("procedimentos_acessodapeca", "Decisão sobre peça não muda: tome outra."),
        impedir_mudanca("procedimentos_efeito", "Efeito da decisão não muda nem se exclui."),
        impedir_mudanca(
            "procedimentos_procedimento",
            "O rito não permite essa mudança do procedimento.",
            salvo_se=f"(OLD.fase = NEW.fase OR {_PASSA}) AND {_O_MESMO} AND ({_CITADO}) AND {_NAO_DA_COMISSAO}",
        ),
        impedir_mudanca(
            "procedimentos_membro",
            "Quem esteve na comissão fica nos autos.",
            salvo_se="OLD.saiu_por_id IS NULL AND OLD.usuario_id = NEW.usuario_id "
            "AND OLD.procedimento_id = NEW.procedimento_id",
        ),
        impedir_mudanca(
            "procedimentos_comunicacao",
            "Comunicação com prova não muda.",
            salvo_se="OLD.situacao = 'expedida'",
        ),
        impedir_mudanca(
            "procedimentos_prazo",
            "Prazo encerrado não muda, e nenhum se encurta.",
            salvo_se="NOT OLD.encerrado AND NEW.fim >= OLD.fim",
        ),
        impedir_mudanca(
            "procedimentos_argumento",
            "Argumento respondido não muda.",
            salvo_se="OLD.resposta = '' AND OLD.texto = NEW.texto AND OLD.peca_id = NEW.peca_id",
        ),
        impedir_mudanca(
            "procedimentos_pedidodeprova", "Requerimento não muda.", salvo_se="OLD.prova_id IS NULL"
        ),
        impedir_mudanca("procedimentos_audiencia", "Audiência feita não muda.", salvo_se="OLD.encerrada_por_id IS NULL"),
        impedir_insercao(
            "procedimentos_membro",
            "Quem decide ou julga o recurso não é da comissão.",
            "EXISTS (SELECT 1 FROM procedimentos_procedimento p WHERE p.id = NEW.procedimento_id "
            "AND (p.decide_id = NEW.usuario_id OR p.julga_recurso_id = NEW.usuario_id))",
        ),
        impedir_insercao(
            "procedimentos_efeito",
            "Só o procedimento encerrado produz efeito.",
            "NOT EXISTS (SELECT 1 FROM procedimentos_procedimento p WHERE p.id = NEW.procedimento_id "
            "AND p.fase = 'encerrado' AND p.resultado IN ('falsa', 'nao_confirmada') "
            "AND p.fim_do_recurso_id IS NOT NULL)",
        ),
    ]
