"""Recusas do motor: cada uma diz onde está o problema e o que há de errado."""


class ErroDoMotor(ValueError):
    """Raiz das recusas do motor."""


class ErroDeCitacao(ErroDoMotor):
    """Tentativa de citar dispositivo que não vigora."""


class ErroDeRegra(ErroDoMotor):
    """Regra do edital ausente, inválida ou contraditória.

    `campo` é o nome do campo ("pcd.serie[1]"); `mensagem`, o motivo em português.
    """

    def __init__(self, campo: str, mensagem: str) -> None:
        super().__init__(f"{campo}: {mensagem}")
        self.campo = campo
        self.mensagem = mensagem


class ErroDeEvento(ErroDoMotor):
    """Evento impossível no estado do certame; `indice` conta a partir de zero.

    `dependente`: se não se pode desfazer, o índice do primeiro evento que depende do que se desfaria.
    """

    def __init__(self, indice: int, campo: str, mensagem: str, dependente: int | None = None) -> None:
        super().__init__(f"eventos[{indice}].{campo}: {mensagem}")
        self.indice = indice
        self.campo = campo
        self.mensagem = mensagem
        self.dependente = dependente


class ErroDeCaso(ErroDoMotor):
    """Caso que não se pode ler ou decidir; `falhas` são pares (caminho, mensagem)."""

    def __init__(self, *falhas: tuple[str, str]) -> None:
        super().__init__("; ".join(f"{caminho}: {mensagem}" for caminho, mensagem in falhas))
        self.falhas = falhas
