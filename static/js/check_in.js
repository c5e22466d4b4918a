/* The search of the entries marks with one key who arrives and who pays: the first of the list. Without
   this file there are the buttons of each row. */
"use strict";

const search = document.querySelector("[data-check-in]");
const KEYS = { F2: "presente-", F4: "pagado-" };
let pressed = null;

search?.addEventListener("keydown", (event) => {
  const mark = KEYS[event.key];
  if (mark) {
    event.preventDefault();
    pressed = document.querySelector(`#lista button[id^="${mark}"]`);
    pressed?.click();
  } else if (event.key === "Escape" && search.value) {
    event.preventDefault();
    search.value = "";
    search.dispatchEvent(new Event("input", { bubbles: true }));
  }
});

/* Below the form of a telephone the list would be out of sight. */
search?.addEventListener("input", () => {
  if (document.getElementById("lista").getBoundingClientRect().top > innerHeight / 2) {
    search.closest("form").scrollIntoView({ block: "start" });
  }
});

/* The row has come back: say who it was, and be ready for the next name. */
document.addEventListener("htmx:afterSwap", () => {
  const button = pressed && document.getElementById(pressed.id);
  if (!button || button === pressed) return;
  pressed = null;
  const name = button.closest("tr").querySelector("th").innerText.replace(/\s+/g, " ").trim();
  document.getElementById("novedades").textContent = `${name}: ${button.innerText.split("·")[0].trim()}`;
  search.focus();
  search.select();
});
