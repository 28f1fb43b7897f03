"""Endereços do sistema: cada app traz os seus, já com o caminho inteiro."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("administracao/", admin.site.urls),
    path("", include("nucleo.urls")),
    path("", include("painel.urls")),
    path("", include("concursos.urls")),
    path("", include("candidatos.urls")),
    path("", include("nomeacoes.urls")),
    path("", include("procedimentos.urls")),
]

handler400 = "nucleo.views.pedido_invalido"
handler500 = "nucleo.views.erro_do_servidor"
