// The sheet on paper: the button that opens the browser's own print dialogue.

const button = document.querySelector("[data-print]");
button.hidden = false;
button.addEventListener("click", () => window.print());
