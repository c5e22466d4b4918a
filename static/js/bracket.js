/* A drawn bracket: the boxes of who is followed are marked, and the buttons make it larger or smaller.
   Without this file it is as large as it is, and the browser's own zoom serves. */
"use strict";

let scale = 1;
const show = () => {
  const own = document.querySelector("[data-own-number]")?.dataset.ownNumber;
  document.querySelectorAll(".drawn-bracket svg").forEach((svg) => {
    svg.style.width = `${svg.viewBox.baseVal.width * scale}px`;
    svg.style.height = "auto";
  });
  document.querySelectorAll(".drawn-bracket__zoom").forEach((buttons) => { buttons.hidden = false; });
  document.querySelectorAll(`[data-n~="${own}"]`).forEach((box) => box.classList.add("is-mine"));
};
document.addEventListener("click", (event) => {
  const step = Number(event.target.closest?.("[data-zoom]")?.dataset.zoom);
  if (!step) return;
  scale = Math.min(2, Math.max(0.3, scale * step));
  show();
});
show();
document.addEventListener("htmx:afterSwap", show);
