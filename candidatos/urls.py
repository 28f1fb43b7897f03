"""Endereços dos candidatos: importação, classificação, listas e homologação."""

from django.urls import path

from candidatos.views import (
    classificacao,
    desfazer,
    exportacao,
    importacao,
    layouts,
    listas,
    lugares_da_banca,
    pareamento,
)

app_name = "candidatos"
urlpatterns = [
    path("concursos/<int:pk>/importar/", importacao.importar, name="importar"),
    path("importacoes/<int:pk>/", importacao.importacao, name="importacao"),
    path("importacoes/<int:pk>/colunas/", pareamento.pareamento, name="importacao_pareamento"),
    path("importacoes/<int:pk>/valores/", pareamento.valores, name="importacao_valores"),
    path("importacoes/<int:pk>/relatorio/", importacao.relatorio, name="importacao_relatorio"),
    path("importacoes/<int:pk>/conferir/", importacao.conferir, name="importacao_conferir"),
    path("importacoes/<int:pk>/carregar/", importacao.confirmar, name="importacao_confirmar"),
    path("importacoes/<int:pk>/descartar/", importacao.descartar, name="importacao_descartar"),
    path("importacoes/<int:pk>/desfazer/", desfazer.desfazer, name="importacao_desfazer"),
    path("layouts/", layouts.layouts, name="layouts"),
    path("layouts/importar/", layouts.importar, name="layout_importar"),
    path("layouts/<int:pk>/", layouts.layout, name="layout"),
    path("layouts/<int:pk>/nome/", layouts.renomear, name="layout_renomear"),
    path("layouts/<int:pk>/exportar/", layouts.exportar, name="layout_exportar"),
    path("concursos/<int:pk>/classificacao/", classificacao.classificacao, name="classificacao"),
    path("concursos/<int:pk>/classificacao/pedir/", classificacao.classificar, name="classificar"),
    path("concursos/<int:pk>/homologacao/", classificacao.homologar, name="homologar"),
    path("concursos/<int:pk>/prorrogacao/", classificacao.prorrogar, name="prorrogar"),
    path("cargos/<int:pk>/lista/", listas.lista, name="lista"),
    path("cargos/<int:pk>/lista/exportar/", exportacao.lista, name="lista_exportar"),
    path("concursos/<int:pk>/exportar/", exportacao.exportar, name="exportar"),
    path("concursos/<int:pk>/exportar/resultado/", exportacao.resultado, name="concurso_exportar"),
    path("concursos/<int:pk>/exportar/inscritos/", exportacao.inscritos, name="concurso_inscritos_exportar"),
    path("concursos/<int:pk>/exportar/candidaturas/", exportacao.candidaturas, name="candidaturas_exportar"),
    path("concursos/<int:pk>/lugares-da-banca/", lugares_da_banca.lugares_da_banca, name="lugares_da_banca"),
    path("concursos/<int:pk>/duas-reservas/", lugares_da_banca.duas_reservas, name="duas_reservas"),
    path("cargos/<int:pk>/lugares-da-banca/", lugares_da_banca.lugares_do_cargo, name="lugares_do_cargo"),
    path("cargos/<int:pk>/sorteio/", classificacao.sorteio, name="sorteio"),
    path("candidatos/", listas.candidatos, name="candidatos"),
    path("candidatos/exportar/", exportacao.candidatos, name="inscritos_exportar"),
    path("inscricoes/<int:pk>/", listas.inscricao, name="inscricao"),
    path("inscricoes/<int:pk>/autodeclaracao/", listas.autodeclaracao, name="autodeclaracao"),
]
