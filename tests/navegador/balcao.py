"""O que a pessoa do balcão faz, página por página, como ela faria."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone

LARGURAS = (400, 1280)
IDOSO = "Pessoa idosa, 60 anos ou mais: primeiro a de mais idade"
MAIS_VELHO = "Mais velho"


def maior(linha: int) -> str:
    """Rótulo do critério “maior nota” da prova que está nessa linha do formulário."""
    return f"Maior nota: {linha}ª linha"


class Balcao:
    """Uma pessoa, com um papel, diante do navegador."""

    def __init__(self, navegador: Any, endereco: str, papel: str, senha: str) -> None:
        self._contexto = navegador.new_context(viewport={"width": 1280, "height": 900}, locale="pt-BR")
        self.endereco = endereco
        self.pagina = self._contexto.new_page()
        self.erros: list[str] = []
        self._calado = False
        self.pagina.on("console", self._anotar_console)
        self.pagina.on("pageerror", lambda erro: self.erros.append(str(erro)))
        self.ir("/")
        self.pagina.fill("[name=username]", papel)
        self.pagina.fill("[name=password]", senha)
        self.pagina.click("main button[type=submit]")
        self.pagina.wait_for_url(f"{endereco}/")

    def _anotar_console(self, mensagem: Any) -> None:
        if mensagem.type == "error" and not self._calado:
            self.erros.append(f"{mensagem.text} em {mensagem.location['url']}, na página {self.pagina.url}")

    def ir(self, caminho: str) -> None:
        """Abre a página."""
        self.pagina.goto(f"{self.endereco}{caminho}")

    def enviar(self, botao: str) -> None:
        """Aperta o botão e espera a página seguinte."""
        with self.pagina.expect_navigation():
            self.pagina.locator("main").get_by_role("button", name=botao).first.click()

    def seguir(self, link: str) -> None:
        """Segue o link do conteúdo e espera a página seguinte."""
        with self.pagina.expect_navigation():
            self.pagina.locator("main").get_by_role("link", name=link).first.click()

    def preencher(self, campos: Mapping[str, str]) -> None:
        """Escreve em cada campo do formulário à vista, pelo nome."""
        for campo, valor in campos.items():
            self.pagina.fill(f"#id_{campo}", valor)

    def texto(self) -> str:
        """O que se lê no conteúdo da página."""
        return str(self.pagina.inner_text("main"))

    def examinar(self) -> None:
        """Anota em `erros` o que o axe acha na página à vista, e se ela passa da largura, com 400 e 1280."""
        for largura in LARGURAS:
            self.pagina.set_viewport_size({"width": largura, "height": 900})
            if self.pagina.evaluate("document.documentElement.scrollWidth") > largura:
                self.erros.append(f"{self.pagina.url} passa da largura de {largura}")
            # O próprio axe põe estilos na página, e a política de conteúdo os recusa: não são queixas dela.
            self._calado = True
            violacoes = Axe().run(self.pagina).response["violations"]
            self._calado = False
            for violacao in violacoes:
                onde = violacao["nodes"][0]["html"][:160]
                self.erros.append(f"{self.pagina.url} com {largura}: {violacao['id']} em {onde}")

    def baixar(self, link: str, pasta: Path) -> Path:
        """Segue o link que baixa um arquivo e o guarda na pasta, com o nome que o produto lhe dá."""
        with self.pagina.expect_download() as baixado:
            self.pagina.locator("main").get_by_role("link", name=link).first.click()
        caminho = pasta / baixado.value.suggested_filename
        baixado.value.save_as(caminho)
        return caminho

    def esperar_passo(self, papel: str, nome: str) -> None:
        """Espera que o próximo passo (botão ou link) apareça sem recarregar à mão."""
        self.pagina.locator("main").get_by_role(papel, name=nome).first.wait_for(timeout=60_000)

    def _esperar_trabalho(self) -> None:
        """Espera que a linha do trabalho deixe de se atualizar e a página se refaça."""
        self.pagina.locator("main [hx-get]").wait_for(state="detached", timeout=60_000)
        self.pagina.wait_for_load_state("networkidle")

    def cadastrar_municipio(self, nome: str, uf: str, lei: str, orgao: str, sigla: str) -> None:
        """Município com a sua lei, e um órgão (papel de administrador)."""
        self.ir("/administracao/nucleo/municipio/add/")
        self.pagina.fill("#id_nome", nome)
        self.pagina.fill("#id_uf", uf)
        self.pagina.select_option("#id_lei", lei)
        self._gravar()
        self.ir("/administracao/nucleo/orgao/add/")
        self.pagina.select_option("#id_municipio", label=f"{nome}/{uf}")
        self.pagina.fill("#id_nome", orgao)
        self.pagina.fill("#id_sigla", sigla)
        self._gravar()

    def _gravar(self) -> None:
        with self.pagina.expect_navigation():
            self.pagina.click("[name=_save]")

    def registrar_concurso(self, orgao: str, titulo: str, edital: str, publicacao: date, lei: str) -> str:
        """Concurso e edital; devolve o caminho da página do edital."""
        self.ir("/concursos/novo/")
        self.pagina.select_option("#id_orgao", label=orgao)
        numero, ano = edital.split("/")
        for campo, valor in {"titulo": titulo, "numero": numero, "ano": ano, "edital_numero": edital}.items():
            self.pagina.fill(f"#id_{campo}", valor)
        self.pagina.fill("#id_publicado_em", publicacao.isoformat())
        self.pagina.select_option("#id_lei", lei)
        self.enviar("Registrar concurso")
        return str(self.pagina.url.removeprefix(self.endereco))

    def registrar_regras(
        self,
        provas: Sequence[tuple[str, str, str]],
        nota_final: int,
        desempate: Sequence[str],
        referencia: date,
        etapas: Sequence[str] = (),
        escolhas: Mapping[str, str] | None = None,
        preenchidos: Mapping[str, str] | None = None,
        marcados: Sequence[str] = (),
    ) -> None:
        """Provas (nome, mínima, máxima), linha da nota final, cadeia de desempate e reserva de PcD.

        `escolhas`, `preenchidos` e `marcados`: outros campos das regras, pelo nome, de cada espécie.
        """
        self.seguir("Acrescentar regras")
        for linha, (nome, minima, maxima) in enumerate(provas):
            self.pagina.fill(f"#id_provas-{linha}-nome", nome)
            self.pagina.fill(f"#id_provas-{linha}-minima", minima)
            self.pagina.fill(f"#id_provas-{linha}-maxima", maxima)
        self.pagina.select_option("#id_nota_final_linha", label=f"{nota_final}ª linha")
        self.pagina.fill("#id_etapas_texto", "\n".join(etapas))
        for ordem, criterio in enumerate(desempate, start=1):
            self.pagina.select_option(f"#id_criterio_{ordem}", label=criterio)
        self.pagina.fill("#id_data_referencia_idade", referencia.isoformat())
        for campo, valor in (escolhas or {}).items():
            self.pagina.select_option(f"#id_{campo}", valor)
        self.preencher(preenchidos or {})
        for campo in marcados:
            self.pagina.check(f"#id_{campo}")
        self.pagina.fill("#id_pcd_percentual", "5")
        self.pagina.fill("#id_pcd_teto", "20")
        self.pagina.fill("#id_pcd_fonte", "Constituição Federal, art. 37, VIII, e item 4 do edital")
        self.enviar("Gravar regras")

    def registrar_cargo(self, codigo: str, nome: str, vagas: int) -> tuple[int, int, int]:
        """Cargo com o quadro que o sistema calcula; devolve (ampla, cotas, PcD)."""
        self.seguir("Acrescentar cargo")
        self.pagina.fill("#id_codigo", codigo)
        self.pagina.fill("#id_nome", nome)
        self.pagina.fill("#id_vagas", str(vagas))
        self.enviar("Calcular quadro")
        quadro = [int(self.pagina.input_value(f"#id_vagas_{c}")) for c in ("ampla", "cotas", "pcd")]
        self.enviar("Gravar cargo")
        return quadro[0], quadro[1], quadro[2]

    def publicar(self, caminho: str, edital: str) -> None:
        """Publica o edital (papel de autoridade)."""
        self.ir(f"{caminho}publicar/")
        self.pagina.fill("#id_veiculo", "Diário Oficial nº 100")
        self.pagina.fill("#id_confirmacao", edital)
        self.enviar("Publicar edital")

    def enviar_arquivo(self, concurso: str, arquivo: Path) -> None:
        """Envia o arquivo da banca: a página seguinte é a do pareamento, ou a mesma com a recusa."""
        self.ir(f"{concurso}importar/")
        self.pagina.set_input_files("#id_arquivo", arquivo)
        self.enviar("Enviar arquivo")

    def ler_de_novo(self, linha: int) -> None:
        """Troca a linha dos títulos e relê as primeiras linhas do arquivo."""
        self.pagina.locator("summary", has_text="A leitura está errada?").click()
        self.pagina.fill("#id_cabecalho", str(linha))
        self.enviar("Ler de novo")

    def trazer(self, coluna: str, campo: str) -> None:
        """Diz o que traz a coluna, chamada como a página a chama: “coluna I (sem título)”."""
        self.pagina.get_by_label(f"O que traz a {coluna}", exact=True).select_option(label=campo)

    def conferir(self) -> str:
        """Pede a conferência do que se pareou, espera o plano e devolve o que se lê nele."""
        self.enviar("Conferir o arquivo")
        self._esperar_trabalho()
        return self.texto()

    def desfazer_a_carga(self, motivo: str) -> str:
        """Desfaz a carga do arquivo à vista; devolve o que a página diz depois."""
        self.seguir("Desfazer a carga")
        self.pagina.fill("#id_motivo", motivo)
        self.examinar()
        self.enviar("Desfazer a carga")
        self._esperar_trabalho()
        return self.texto()

    def importar(self, concurso: str, arquivo: Path, valores: Mapping[str, str]) -> None:
        """Envia o arquivo, aceita o pareamento proposto, dá destino aos valores e carrega.

        `valores`: valor do arquivo → rótulo do destino; “sem efeito” leva motivo.
        """
        self.enviar_arquivo(concurso, arquivo)
        self.enviar("Conferir o arquivo")
        if valores:
            self.esperar_passo("link", "Parear valores")
            self.seguir("Parear valores")
            for valor, destino in valores.items():
                linha = self.pagina.locator("main tr", has=self.pagina.get_by_text(valor, exact=True))
                linha.locator("select").select_option(label=destino)
                if destino.startswith("Sem efeito"):
                    linha.locator("input[type=text]").fill("Reserva que este edital não prevê")
            self.enviar("Conferir o arquivo")
        self.esperar_passo("button", "Carregar resultados")

    def carregar(self) -> None:
        """Confirma a carga conferida e espera que o trabalho acabe."""
        self.enviar("Carregar resultados")
        self.esperar_passo("link", "Classificar")

    def classificar(self, concurso: str) -> None:
        """Pede a classificação e espera o fim."""
        self.ir(f"{concurso}classificacao/")
        self.enviar("Classificar")
        self.esperar_passo("link", "Ver o resultado")

    def homologar(self, concurso: str, dia: date) -> None:
        """Homologa o resultado (papel de autoridade)."""
        self.ir(f"{concurso}homologacao/")
        self.pagina.fill("#id_homologado_em", dia.isoformat())
        self.pagina.fill("#id_veiculo", "Diário Oficial nº 180")
        self.enviar("Homologar resultado")

    def comparar_com_o_homologado(self) -> str:
        """Compara o arquivo conferido com o resultado homologado; devolve o que se lê na comparação."""
        self.enviar("Comparar com o resultado homologado")
        self._esperar_trabalho()
        return self.texto()

    def retificar(self, motivo: str) -> None:
        """Retifica o resultado com a comparação à vista (papel de autoridade) e espera as listas novas."""
        self.seguir("Retificar o resultado")
        self.pagina.fill("#id_publicada_em", timezone.localdate().isoformat())
        self.pagina.fill("#id_veiculo", "Diário Oficial nº 200")
        self.pagina.fill("#id_motivo", motivo)
        self.examinar()
        self.enviar("Retificar o resultado")
        self._esperar_trabalho()

    def planejar(self, cargo: str, quantidade: int) -> str:
        """Mostra o plano; devolve o que se lê nele."""
        self.ir(f"{cargo}convocar/")
        self.pagina.fill("#id_quantidade", str(quantidade))
        self.enviar("Ver o plano")
        return self.texto()

    def confirmar(self) -> None:
        """Confirma o plano à vista, espera as minutas e registra o orçamento certificado."""
        self.enviar("Confirmar convocação")
        self._esperar_trabalho()
        self.seguir("Registrar a certificação orçamentária")
        self.pagina.fill("#id_ordenador", "Ana Lima, Secretária de Finanças")
        self.pagina.fill("#id_documento", "Declaração nº 8/2026")
        self.pagina.fill("#id_data", timezone.localdate().isoformat())
        self.pagina.fill("#id_dotacao", "04.122.0001.2.001")
        self.enviar("Registrar certificação")

    def abrir_a_de(self, outro: Balcao) -> None:
        """Abre a página que a outra pessoa tem à vista."""
        self.ir(outro.pagina.url.removeprefix(outro.endereco))

    def conferir_minutas(self) -> None:
        """Confere as minutas da convocação à vista, que outra pessoa confirmou."""
        self.enviar("Conferir")

    def publicar_atos(self) -> None:
        """Registra no Diário Oficial os atos da convocação à vista."""
        self.seguir("Registrar publicação")
        self.pagina.fill("#id_edicao", "18.220")
        self.pagina.fill("#id_pagina", "12")
        self.enviar("Registrar publicação")

    def assinar(self) -> None:
        """Assina os atos da convocação à vista e espera os PDFs: a página se refaz quando acabam."""
        self.enviar("Assinar")
        self._esperar_trabalho()

    def ato(self, nome: str, especie: str = "Ato de nomeação") -> bytes:
        """PDF do ato da pessoa, na convocação à vista."""
        linha = self.pagina.locator("main tr", has_text=nome).filter(has_text=especie)
        endereco = linha.locator("a[href$='/pdf/']").get_attribute("href")
        resposta = self.pagina.request.get(f"{self.endereco}{endereco}")
        assert resposta.status == 200
        return bytes(resposta.body())

    def desistir(self, cargo: str, nome: str) -> None:
        """Registra a desistência de quem ocupa uma vaga."""
        self.ir(f"{cargo}vagas/")
        self.seguir(nome)
        self.seguir("Registrar desistência")
        self.pagina.fill("#id_data", timezone.localdate().isoformat())
        self.pagina.fill("#id_motivo", "Aprovação noutro concurso")
        self.pagina.fill("#id_documento", "Requerimento nº 7/2026")
        self.enviar("Ver o que se segue")
        self.enviar("Confirmar o registro")


def texto_do_pdf(conteudo: bytes) -> str:
    """Texto corrido do PDF, numa linha só."""
    saida = subprocess.run(["pdftotext", "-", "-"], input=conteudo, capture_output=True, check=True)
    return " ".join(saida.stdout.decode().split())
