/* The ceremony works with its buttons alone. This file adds keys and automatic balls (pace.js): space,
   right or down shows the next ball; left, up or backspace takes the last ball back. */
"use strict";

const KEYS = {
  " ": "siguiente", ArrowRight: "siguiente", ArrowDown: "siguiente", PageDown: "siguiente",
  ArrowLeft: "deshacer", ArrowUp: "deshacer", PageUp: "deshacer", Backspace: "deshacer",
};
const controls = document.getElementById("ritmo");
const nextBall = () => document.getElementById("siguiente");

const rhythm = pace({
  next: () => nextBall()?.click(),
  hasNext: () => Boolean(nextBall()),
  hasBegun: () => Boolean(controls),
  say: (running, seconds) => {
    if (!controls) return; // the draw has not begun
    controls.hidden = !nextBall(); // no ball is left
    const toggle = controls.querySelector("[value=toggle]");
    toggle.setAttribute("aria-pressed", String(running));
    toggle.textContent = running ? toggle.dataset.pause : toggle.dataset.start;
    controls.querySelector("output").textContent = controls.dataset.every.replace("{seconds}", seconds);
  },
});
if (controls) controls.hidden = !nextBall();
document.addEventListener("htmx:afterSettle", rhythm.look);
controls?.addEventListener("click", (event) => {
  const act = event.target.closest("button")?.value;
  if (act) rhythm.change(act);
});
// Without an answer the ball may or may not be out: stop, so that the organiser looks and starts again.
for (const name of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
  document.addEventListener(name, rhythm.stop);
}

document.addEventListener("keydown", (event) => {
  const button = document.getElementById(KEYS[event.key]);
  if (!button || event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
  // The focused control handles the space bar itself.
  if (event.key === " " && event.target.closest("a, button, input, summary")) return;
  event.preventDefault();
  if (button.disabled) return;
  button.click();
  rhythm.again();
});
