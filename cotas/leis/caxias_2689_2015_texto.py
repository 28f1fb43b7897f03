"""Lei 2.689/2015, de Duque de Caxias: o texto publicado e onde cada dispositivo está no código."""

from functools import partial

from cotas.enums import Tratamento
from cotas.fundamentos import Dispositivo

NOME = "Lei 2.689/2015"
_MODULO = "cotas.leis.caxias_2689_2015."
_dispositivo = partial(Dispositivo, NOME)

ART_1 = _dispositivo(
    "art. 1º, caput",
    "Ficam reservadas aos negros e índios 20% (vinte por cento) das vagas oferecidas nos concursos "
    "públicos para provimento de cargos efetivos e empregos públicos integrantes dos quadros "
    "permanentes de pessoal dos órgãos e entidades pertencentes à Administração Pública Direta e "
    "Indireta do Município de Duque de Caxias.",
    nota=_MODULO + "art_1_caput",
)
ART_1_P1 = _dispositivo(
    "art. 1º, § 1º",
    "Se, na apuração do número de vagas reservadas a negros e índios, resultar número decimal igual ou "
    "maior do que 0,5 (meio), adotar-se-á o número inteiro imediatamente superior; se menor do que 0,5 "
    "(meio), adotar-se-á o número imediatamente inferior.",
    nota=_MODULO + "art_1_par_1",
)
ART_1_P2 = _dispositivo(
    "art. 1º, § 2º",
    "Os candidatos destinatários da reserva de vagas a negros e índios sempre concorrerão à totalidade "
    "das vagas existentes, sendo vedado restringir- lhes o acesso aos cargos ou empregos objeto do "
    "certame às vagas existentes.",
    nota=_MODULO + "art_1_par_2",
)
ART_1_P3 = _dispositivo(
    "art. 1º, § 3º",
    "Os candidatos que não sejam destinatários da reserva de vagas a negros e índios concorrerão às "
    "demais vagas oferecidas no concurso, excluídas aquelas objeto da reserva.",
    nota=_MODULO + "art_1_par_3",
)
ART_1_P4 = _dispositivo(
    "art. 1º, § 4º",
    "Para os efeitos desta Lei será considerado negro ou índio o candidato que assim se declare no "
    "momento da inscrição.",
    nota=_MODULO + "art_1_par_4",
)
ART_1_P5 = _dispositivo(
    "art. 1º, § 5º",
    "A autodeclaração é facultativa, ficando o candidato submetido às regras gerais estabelecidas no "
    "edital do concurso, caso não opte pela reserva de vagas.",
    Tratamento.NAO_FORMALIZADO,
    "Opção feita na inscrição: o motor recebe a declaração já feita, ou a falta dela.",
)
ART_1_P6 = _dispositivo(
    "art. 1º, § 6º",
    "Não havendo candidatos negros ou índios aprovados, as vagas incluídas na reserva prevista neste "
    "artigo serão revertidas para o cômputo geral de vagas oferecidas no concurso, podendo ser "
    "preenchidas pelos demais candidatos aprovados, obedecida a ordem de classificação.",
    nota=_MODULO + "art_1_par_6",
)
ART_2 = _dispositivo(
    "art. 2º",
    "Detectada a falsidade da declaração a que se refere o art. 1º, § 5º desta Lei, será o candidato "
    "eliminado do concurso e, se houver sido nomeado, ficará sujeito à anulação da sua admissão ao "
    "serviço público, após o procedimento administrativo em que lhe seja assegurado o contraditório e "
    "a ampla defesa, sem prejuízo de outras sanções cabíveis.",
    Tratamento.NAO_FORMALIZADO,
    "O motor recebe a eliminação já decidida. O texto remete ao § 5º, embora seja o § 4º que define a "
    "declaração: cita-se como publicado.",
)
ART_3 = _dispositivo(
    "art. 3º, caput",
    "Na apuração dos resultados dos concursos, serão formuladas listas específicas para identificação "
    "da ordem de classificação dos candidatos cotistas entre si.",
    nota="cotas.listas.montar_listas",
)
ART_3_P1 = _dispositivo(
    "art. 3º, § 1º",
    "A nomeação dos candidatos aprovados dar-se-á de acordo com a ordem de classificação geral no "
    "concurso, mas, a cada fração de 5 (cinco) candidatos, a quinta vaga ficará destinada a candidato "
    "negro ou índio aprovado, de acordo com a sua ordem de classificação.",
    nota=_MODULO + "art_3_par_1",
)
ART_3_P2 = _dispositivo(
    "art. 3º, § 2º",
    "Na ocorrência de desistência de vaga ou candidato negro aprovado, essa vaga será preenchida por "
    "outro candidato negro ou índio, respeitada a ordem de classificação da lista específica.",
    nota=_MODULO + "art_3_par_2",
)
ART_4 = _dispositivo(
    "art. 4º",
    "A reserva de vagas a que se refere a presente Lei constará expressamente dos editais de concurso "
    "público, devendo a entidade realizadora do certame fornecer toda orientação necessária aos "
    "candidatos interessados nas vagas reservadas.",
    Tratamento.NAO_FORMALIZADO,
    "Dever de quem publica o edital: o quadro calculado é confrontado com o impresso na publicação.",
)
ART_5 = _dispositivo(
    "art. 5º",
    "A presente Lei entrará em vigor na data de sua publicação, revogadas as disposições em contrário, "
    "não se aplicando aos concursos cujos editais já tiverem sido publicados antes de sua entrada em "
    "vigor.",
    nota=_MODULO + "art_5",
)

DISPOSITIVOS = (
    *(ART_1, ART_1_P1, ART_1_P2, ART_1_P3, ART_1_P4, ART_1_P5, ART_1_P6),
    *(ART_2, ART_3, ART_3_P1, ART_3_P2, ART_4, ART_5),
)
