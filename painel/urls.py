"""Endereços do painel."""

from django.urls import path

from painel import views

app_name = "painel"
urlpatterns = [
    path("", views.inicio, name="inicio"),
    path("concursos/<int:pk>/", views.concurso, name="concurso"),
    path("busca/", views.busca, name="busca"),
]
