"""Endereços do núcleo: entrada e saída, ajuda, execuções, documentos, trilha e história."""

from django.urls import path

from nucleo import views
from nucleo.views import documentos

app_name = "nucleo"
urlpatterns = [
    path("entrar/", views.entrar, name="entrar"),
    path("sair/", views.sair, name="sair"),
    path("senha/", views.senha, name="senha"),
    path("ajuda/", views.ajuda, name="ajuda"),
    path("execucoes/", views.execucoes, name="execucoes"),
    path("execucoes/<uuid:pk>/", views.execucao, name="execucao"),
    path("execucoes/<uuid:pk>/estado/", views.execucao_estado, name="execucao_estado"),
    path("execucoes/<uuid:pk>/cancelar/", views.execucao_cancelar, name="execucao_cancelar"),
    path("emissoes/<str:documento>/<int:pk>/", documentos.emitir, name="documento_emitir"),
    path("documentos/<uuid:pk>/", documentos.documento, name="documento"),
    path("documentos/<uuid:pk>/<int:volume>/<str:formato>/", documentos.arquivo, name="documento_arquivo"),
    path("trilha/", views.trilha, name="trilha"),
    path("historico/<str:modelo>/<str:pk>/", views.historico, name="historico"),
]
