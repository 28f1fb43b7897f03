"""Endereços das nomeações."""

from django.urls import path

from nomeacoes.views import (
    acontecimentos,
    atos,
    convocacoes,
    memoria,
    nomeacoes,
    porque,
    quadro_vivo,
    simulacao,
)

app_name = "nomeacoes"
urlpatterns = [
    path("convocacoes/", convocacoes.convocacoes, name="convocacoes"),
    path("convocacoes/<int:pk>/", convocacoes.convocacao, name="convocacao"),
    path("convocacoes/<int:pk>/assinar/", convocacoes.assinar, name="assinar"),
    path("convocacoes/<int:pk>/produzir/", convocacoes.produzir, name="produzir"),
    path("cargos/<int:pk>/vagas/", convocacoes.vagas, name="vagas"),
    path("cargos/<int:pk>/quadro/", quadro_vivo.quadro_vivo, name="quadro_vivo"),
    path("cargos/<int:pk>/simular/", simulacao.simulacao, name="simulacao"),
    path("cargos/<int:pk>/convocar/", convocacoes.convocar, name="convocar"),
    path("convocacoes/<int:pk>/memoria/", memoria.da_convocacao, name="memoria_da_convocacao"),
    path("cargos/<int:pk>/memoria/", memoria.memoria, name="memoria"),
    path("cargos/<int:pk>/memoria/publica/", memoria.publica, name="memoria_publica"),
    path("cargos/<int:pk>/memoria/interna/", memoria.interna, name="memoria_interna"),
    path("cargos/<int:pk>/reconferir/", memoria.reconferir, name="reconferir"),
    path("concursos/<int:pk>/reconferir/", memoria.reconferir_concurso, name="reconferir_concurso"),
    path("cargos/<int:pk>/acontecimentos/", acontecimentos.acontecimentos, name="acontecimentos"),
    path("cargos/<int:pk>/acontecimentos/<str:tipo>/", acontecimentos.acontecimento, name="acontecimento"),
    path("eventos/<int:pk>/desfazer/", acontecimentos.desfazer, name="evento_desfazer"),
    path("cargos/<int:pk>/vagas/<int:numero>/", porque.vaga, name="porque_da_vaga"),
    path("candidaturas/<int:pk>/por-que/", porque.porque, name="porque"),
    path("candidaturas/<int:pk>/certidao/", porque.emitir, name="certidao_emitir"),
    path("certidoes/<uuid:pk>/pdf/", porque.certidao_pdf, name="certidao_pdf"),
    path("nomeacoes/<int:pk>/", nomeacoes.nomeacao, name="nomeacao"),
    path("nomeacoes/<int:pk>/desistencia/", nomeacoes.desistencia, name="desistencia"),
    path("nomeacoes/<int:pk>/sem-efeito/", nomeacoes.sem_efeito, name="sem_efeito"),
    path("nomeacoes/<int:pk>/final-de-fila/", nomeacoes.final_de_fila, name="final_de_fila"),
    path("nomeacoes/<int:pk>/posse/", nomeacoes.posse, name="posse"),
    path("atos/", atos.atos, name="atos"),
    path("atos/<int:pk>/", atos.ato, name="ato"),
    path("atos/<int:pk>/assinar/", atos.ato_assinar, name="ato_assinar"),
    path("atos/<int:pk>/pdf/", atos.ato_pdf, name="ato_pdf"),
]
