/* The picture of a bracket: mark the boxes of the followed entry; the buttons zoom in and out.
   Before a button is pressed, and without this file, the stylesheet sets the size. */
"use strict";

let scale = 0; // 0: the size of the stylesheet
const show = () => {
  const own = document.querySelector("[data-own-number]")?.dataset.ownNumber;
  document.querySelectorAll(".drawn-bracket svg").forEach((svg) => {
    if (!scale) return;
    svg.style.width = `${svg.viewBox.baseVal.width * scale}px`;
    svg.style.maxWidth = "none";
    svg.style.height = "auto";
  });
  document.querySelectorAll(".drawn-bracket__zoom").forEach((buttons) => { buttons.hidden = false; });
  document.querySelectorAll(`[data-n~="${own}"]`).forEach((box) => box.classList.add("is-mine"));
};
document.addEventListener("click", (event) => {
  const step = Number(event.target.closest?.("[data-zoom]")?.dataset.zoom);
  if (!step) return;
  const first = document.querySelector(".drawn-bracket svg");
  scale ||= first.getBoundingClientRect().width / first.viewBox.baseVal.width;
  scale = Math.min(2, Math.max(0.3, scale * step));
  show();
});
show();
document.addEventListener("htmx:afterSwap", show);
