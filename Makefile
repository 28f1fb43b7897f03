# Os dois comandos do projeto: `make run` sobe tudo; `make test` é o portão.
VENV := .venv
PY := $(VENV)/bin/python
PYTHON ?= python3

.PHONY: run test exaustivo bench formatar auditar

run: $(VENV)/.execucao
	@NOMEIA_REGISTRO=$${NOMEIA_REGISTRO:-WARNING} $(PY) manage.py rodar

test: $(VENV)/.desenvolvimento
	@$(PY) -m tests.portao

# Prova longa do motor contra o oráculo ingênuo: duas perdas, depois cinco candidatos (cerca de uma hora
# cada). Os dois juntos levam mais de um dia: make exaustivo EXAUSTIVO="--candidatos 5 --perdas 2"
exaustivo: $(VENV)/.desenvolvimento
ifdef EXAUSTIVO
	@$(PY) -m tests.cotas.exaustivo --processos 2 $(EXAUSTIVO)
else
	@$(PY) -m tests.cotas.exaustivo --processos 2 --candidatos 4 --perdas 2
	@$(PY) -m tests.cotas.exaustivo --processos 2 --candidatos 5 --perdas 1
	@$(PY) -m tests.cotas.acontecimentos_ao_acaso --mundos 100000
endif

bench: $(VENV)/.desenvolvimento
	@$(PY) -m pytest tests/desempenho/$(BENCH) -o python_files='bench_*.py' -s -p no:cacheprovider

formatar: $(VENV)/.desenvolvimento
	@$(PY) -m ruff check --fix .
	@$(PY) -m ruff format .

# Vulnerabilidades conhecidas nas dependências; consulta a internet, por isso fora do portão.
auditar: $(VENV)/.desenvolvimento
	@$(VENV)/bin/pip-audit --requirement requirements.txt

$(PY):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "O Nomeia precisa de Python 3.11 ou mais novo; '$(PYTHON)' é outro. Indique-o: make PYTHON=python3.11 …"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
		{ echo "Falta o módulo venv do Python. No Debian e no Ubuntu: apt-get install python3-venv"; exit 1; }
	@$(PYTHON) -m venv $(VENV)

# As marcas guardam de quando são as dependências instaladas: mudou o arquivo, instala de novo.
$(VENV)/.execucao: requirements.txt | $(PY)
	@echo "Instalando as dependências (só na primeira vez e quando mudam)…"
	@$(PY) -m pip install --quiet --disable-pip-version-check --requirement requirements.txt
	@touch $@

$(VENV)/.desenvolvimento: requirements-dev.txt requirements.txt | $(PY)
	@echo "Instalando as dependências de desenvolvimento (só na primeira vez e quando mudam)…"
	@$(PY) -m pip install --quiet --disable-pip-version-check --requirement requirements-dev.txt
	@touch $@ $(VENV)/.execucao
