"""Endereços do sistema: cada app traz os seus, já com o caminho inteiro."""

from importlib.util import find_spec

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("administracao/", admin.site.urls),
    *(
        path("", include(f"{app}.urls"))
        for app in ("nucleo", "concursos", "candidatos", "nomeacoes", "painel")
        if find_spec(f"{app}.urls")
    ),
]

handler400 = "nucleo.views.pedido_invalido"
