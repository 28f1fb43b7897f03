"""Endereços dos procedimentos."""

from django.urls import path

from procedimentos.views import autos, procedimentos

app_name = "procedimentos"
urlpatterns = [
    path("procedimentos/", procedimentos.procedimentos, name="procedimentos"),
    path("procedimentos/novo/", procedimentos.novo, name="novo"),
    path("procedimentos/<int:pk>/", procedimentos.procedimento, name="procedimento"),
    path("procedimentos/<int:pk>/passos/<str:passo>/", procedimentos.passo, name="passo"),
    path("procedimentos/<int:pk>/autos.pdf", autos.volume, name="volume"),
    path("pecas/<int:pk>/", autos.peca, name="peca"),
    path("pecas/<int:pk>/arquivo/", autos.arquivo, name="arquivo"),
]
