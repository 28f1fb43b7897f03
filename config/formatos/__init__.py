"""Formatos de data por língua, como a casa os escreve."""
