"""Lei 11.111/2021, de Fortaleza: o texto publicado e onde cada dispositivo está no código."""

from functools import partial

from cotas.enums import Tratamento
from cotas.fundamentos import Dispositivo

NOME = "Lei 11.111/2021"
_MODULO = "cotas.leis.fortaleza_11111_2021."
_dispositivo = partial(Dispositivo, NOME)

ART_1 = _dispositivo(
    "art. 1º, caput",
    "Ficam reservadas às pessoas negras 20% (vinte por cento) das vagas oferecidas nos concursos "
    "públicos para provimento de cargos públicos efetivos e empregos públicos no âmbito da "
    "Administração Direta e Indireta do Poder Executivo do Município de Fortaleza.",
    nota=_MODULO + "art_1_caput",
)
ART_1_P1 = _dispositivo(
    "art. 1º, § 1º",
    "A reserva de vagas será aplicada sempre que o número de vagas oferecidas no concurso público "
    "for igual ou superior a 3 (três).",
    nota=_MODULO + "art_1_par_1",
)
ART_1_P2 = _dispositivo(
    "art. 1º, § 2º",
    "Na hipótese de quantitativo fracionado para o número de vagas reservadas a candidatos(as) "
    "negros(as), esse será aumentado para o primeiro número inteiro subsequente, em caso de fração "
    "igual ou maior que 0,5 (cinco décimos), ou diminuído para o número inteiro imediatamente "
    "inferior, em caso de fração menor que 0,5 (cinco décimos).",
    nota=_MODULO + "art_1_par_2",
)
ART_1_P3 = _dispositivo(
    "art. 1º, § 3º",
    "A reserva de vagas a candidatos(as) negros(as) constará expressamente dos editais dos concursos "
    "públicos, que deverão especificar o total de vagas correspondentes à reserva para cada cargo ou "
    "emprego público oferecido.",
    Tratamento.NAO_FORMALIZADO,
    "Dever de quem publica o edital: o quadro calculado é confrontado com o impresso na publicação.",
)
ART_1_P4 = _dispositivo(
    "art. 1º, § 4º",
    "Os percentuais mínimos previstos no caput deste artigo aplicam-se à contratação de estágio "
    "profissional desenvolvido pela Administração Direta e Indireta do Município.",
    nota=_MODULO + "art_1_par_4",
)
ART_2 = _dispositivo(
    "art. 2º, caput",
    "Poderão concorrer às vagas reservadas a candidatos(as) negros(as) aqueles(as) que se "
    "autodeclararem pretos(as) ou pardos(as) no ato da inscrição no concurso público, conforme o "
    "quesito cor ou raça utilizado pelo Instituto Brasileiro de Geografia e Estatística (IBGE).",
    nota=_MODULO + "art_2_caput",
)
ART_2_PU = _dispositivo(
    "art. 2º, parágrafo único",
    "Na hipótese de constatação de declaração falsa, o(a) candidato(a) será eliminado(a) do concurso "
    "e, se houver sido nomeado, ficará sujeito à anulação da sua admissão ao serviço ou emprego "
    "público, após procedimento administrativo em que lhe sejam assegurados o contraditório e a ampla "
    "defesa, sem prejuízo de outras sanções cabíveis.",
    Tratamento.NAO_FORMALIZADO,
    "O motor recebe a eliminação já decidida; o procedimento que a decide fica fora dele.",
)
ART_3 = _dispositivo(
    "art. 3º",
    "O(a) destinatário(a) desta Lei deverá atingir a nota mínima estabelecida para todos os(as) "
    "candidatos(as) e atender integralmente aos demais itens e às demais condições especificados no "
    "edital do certame.",
    nota="cotas.classificacao.classificar",
)
ART_4 = _dispositivo(
    "art. 4º, caput",
    "Os(as) candidatos(as) negros(as) concorrerão concomitantemente às vagas reservadas e às vagas "
    "destinadas à ampla concorrência, de acordo com a sua classificação no concurso.",
    nota=_MODULO + "art_4_caput",
)
ART_4_P1 = _dispositivo(
    "art. 4º, § 1º",
    "Os(as)candidatos(as) negros(as) aprovados(as) dentro do número de vagas oferecido para ampla "
    "concorrência não serão computados para efeito do preenchimento das vagas reservadas.",
    nota=_MODULO + "art_4_par_1",
)
ART_4_P2 = _dispositivo(
    "art. 4º, § 2º",
    "Em caso de desistência de candidato(a) negro(a) aprovado(a) em vaga reservada, a vaga será "
    "preenchida pelo candidato(a) negro(a) posteriormente classificado(a).",
    nota=_MODULO + "art_4_par_2",
)
ART_4_P3 = _dispositivo(
    "art. 4º, § 3º",
    "Na hipótese de não haver número de candidatos(as) negros(as) aprovados(as) suficiente para "
    "ocupar as vagas reservadas, as vagas remanescentes serão revertidas para a ampla concorrência e "
    "serão preenchidas pelos demais candidatos(as) aprovados(as), observada a ordem de classificação.",
    nota=_MODULO + "art_4_par_3",
)
ART_5 = _dispositivo(
    "art. 5º",
    "Havendo empate na classificação das vagas reservadas, serão aplicados para o desempate os "
    "critérios previstos no edital do certame para as vagas destinadas à ampla concorrência.",
    nota="cotas.listas.montar_listas",
)
ART_6 = _dispositivo(
    "art. 6º",
    "A nomeação dos candidatos(as) aprovados(as) respeitará os critérios de alternância e "
    "proporcionalidade, que consideram a relação entre o número de vagas total e o número de vagas "
    "reservadas a candidatos(as) com deficiência e a candidatos(as) negros(as).",
    nota=_MODULO + "art_6",
)
ART_7 = _dispositivo(
    "art. 7º",
    "Competirá aos titulares dos entes autárquicos, das fundações, das empresas públicas e das "
    "sociedades de economia mista controladas pelo Município promover a necessária regulamentação "
    "desta Lei no âmbito de sua competência.VETADO",
    Tratamento.VETADO,
    "Vetado: não vigora e não se cita.",
)
ART_8 = _dispositivo(
    "art. 8º, caput",
    "Esta Lei entra em vigor na data de sua publicação e terá vigência pelo prazo de 10 (dez) anos.",
    nota=_MODULO + "art_8_caput",
)
ART_8_PU = _dispositivo(
    "art. 8º, parágrafo único",
    "Esta Lei não se aplica aos concursos cujos editais já tiverem sido publicados antes de sua "
    "entrada em vigor.",
    nota=_MODULO + "art_8_paragrafo_unico",
)

DISPOSITIVOS = (
    *(ART_1, ART_1_P1, ART_1_P2, ART_1_P3, ART_1_P4, ART_2, ART_2_PU, ART_3),
    *(ART_4, ART_4_P1, ART_4_P2, ART_4_P3, ART_5, ART_6, ART_7, ART_8, ART_8_PU),
)
