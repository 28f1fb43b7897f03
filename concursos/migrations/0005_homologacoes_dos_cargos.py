"""Cada cargo de concurso já homologado recebe a sua homologação, com as datas do concurso."""

from django.db import migrations


def criar(apps, schema_editor):
    """Uma linha por cargo dos concursos homologados."""
    cargos = apps.get_model("concursos", "Cargo").objects.filter(
        edital__concurso__homologado_em__isnull=False
    )
    Homologacao = apps.get_model("concursos", "HomologacaoDoCargo")
    Homologacao.objects.bulk_create(
        Homologacao(
            cargo=cargo,
            homologado_em=cargo.edital.concurso.homologado_em,
            veiculo=cargo.edital.concurso.homologacao_veiculo,
            validade_ate=cargo.edital.concurso.validade_ate,
            prorrogado_ate=cargo.edital.concurso.prorrogado_ate,
        )
        for cargo in cargos.select_related("edital__concurso")
    )


class Migration(migrations.Migration):
    dependencies = [("concursos", "0004_homologacao_do_cargo_e_etapas")]

    operations = [migrations.RunPython(criar, migrations.RunPython.noop, elidable=False)]
