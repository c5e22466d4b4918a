/* The tablet by the door: a keypad for the number, and a return to the question after some seconds.
   Without this file people type the number and go back by hand. */
"use strict";

const keys = document.querySelector(".kiosk__keys");
const box = document.getElementById("quien");
if (keys) {
  keys.hidden = false;
  keys.addEventListener("click", (event) => {
    const key = event.target.closest("[data-key]")?.dataset.key;
    if (key === undefined) return;
    box.value = key ? (box.value + key).slice(0, 5) : box.value.slice(0, -1);
  });
}

const answer = document.querySelector("[data-back]");
if (answer) {
  const start = `${location.pathname}?kiosco=1`;
  let wait = 0;
  const begin = () => {
    clearTimeout(wait);
    wait = setTimeout(() => location.replace(start), Number(answer.dataset.back) * 1000);
  };
  ["pointerdown", "keydown", "scroll"].forEach((name) => addEventListener(name, begin)); // somebody is reading: wait again
  document.querySelector(".kiosk__back").hidden = false;
  begin();
}
