"""Endereços do sistema: cada app traz os seus."""

from django.contrib import admin
from django.urls import path

urlpatterns = [
    path("administracao/", admin.site.urls),
]
