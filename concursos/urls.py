"""Endereços dos concursos."""

from django.urls import path

from concursos import views

app_name = "concursos"
urlpatterns = [
    path("concursos/", views.lista, name="lista"),
    path("concursos/novo/", views.novo, name="novo"),
    path("concursos/interpretacoes/", views.interpretacoes, name="interpretacoes"),
    path("concursos/<int:pk>/identificacao/", views.editar, name="editar"),
    path("concursos/<int:pk>/edital/", views.edital, name="edital"),
    path("concursos/<int:pk>/edital/dados/", views.edital_editar, name="edital_editar"),
    path("concursos/<int:pk>/edital/publicar/", views.publicar, name="publicar"),
    path("concursos/<int:pk>/edital/justificar/", views.achado_justificar, name="achado_justificar"),
    path("concursos/<int:pk>/edital/retificar/", views.retificar, name="retificar"),
    path("concursos/<int:pk>/regras/nova/", views.regras_nova, name="regras_nova"),
    path("concursos/<int:pk>/cargos/novo/", views.cargo_novo, name="cargo_novo"),
    path("concursos/<int:pk>/quadro/importar/", views.quadro_importar, name="quadro_importar"),
    path("concursos/regras/<int:pk>/", views.regras, name="regras"),
    path("concursos/regras/<int:pk>/excluir/", views.regras_excluir, name="regras_excluir"),
    path("concursos/cargos/<int:pk>/", views.cargo, name="cargo"),
    path("concursos/cargos/<int:pk>/excluir/", views.cargo_excluir, name="cargo_excluir"),
]
