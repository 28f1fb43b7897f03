// O pouco que a página faz sozinha. Tudo funciona sem este arquivo; ele só poupa passos.
"use strict";

document.body.classList.add("com-htmx");

// Evita o segundo envio por clique repetido: o primeiro pedido segue, o botão espera a resposta.
document.addEventListener("submit", (evento) => {
  const formulario = evento.target;
  if (formulario.method !== "post") return;
  if (formulario.dataset.enviado) {
    evento.preventDefault();
    return;
  }
  formulario.dataset.enviado = "sim";
});

// A página que volta do histórico do navegador pode ser enviada outra vez.
window.addEventListener("pageshow", () => {
  document.querySelectorAll("form[data-enviado]").forEach((formulario) => delete formulario.dataset.enviado);
});
