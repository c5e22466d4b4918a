/* The ceremony works with its buttons alone. With this file, also with the keys: space, right or
   down shows the next ball; left, up or backspace takes the last one back. */
"use strict";

const KEYS = {
  " ": "siguiente", ArrowRight: "siguiente", ArrowDown: "siguiente", PageDown: "siguiente",
  ArrowLeft: "deshacer", ArrowUp: "deshacer", PageUp: "deshacer", Backspace: "deshacer",
};

document.addEventListener("keydown", (event) => {
  const button = document.getElementById(KEYS[event.key]);
  if (!button || event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
  // A control in hand answers to the space bar by itself.
  if (event.key === " " && event.target.closest("a, button, input, summary")) return;
  event.preventDefault();
  if (!button.disabled) button.click();
});
