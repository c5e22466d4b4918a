/* The search of the entries marks with one key who arrives and who pays: the first of the list. Without
   this file there are the buttons of each row. */
"use strict";

const search = document.querySelector("[data-check-in]");
const KEYS = { F2: "presente-", F4: "pagado-" };
let pressed = null;
/* The list shows the entries of `listed`. A key pressed before it shows those of the search waits for
   them in `delayed`: it would mark the first entry of the search before, and give its money back. */
let requested = "";
let listed = search?.defaultValue;
let delayed = null;

function markFirst(mark) {
  pressed = document.querySelector(`#lista button[id^="${mark}"]`);
  pressed?.click();
}

search?.addEventListener("keydown", (event) => {
  const mark = KEYS[event.key];
  if (mark) {
    event.preventDefault();
    if (search.value === listed) markFirst(mark);
    else delayed = mark;
  } else if (event.key === "Escape" && search.value) {
    event.preventDefault();
    search.value = "";
    search.dispatchEvent(new Event("input", { bubbles: true }));
  }
});

document.addEventListener("htmx:beforeRequest", ({ detail }) => {
  if (detail.elt === search) requested = search.value;
});

document.addEventListener("htmx:afterSwap", ({ detail }) => {
  if (detail.requestConfig?.elt !== search) return;
  listed = requested;
  if (delayed && search.value === listed) markFirst(delayed);
  delayed = null;
});

/* Below the form of a telephone the list would be out of sight. */
search?.addEventListener("input", () => {
  delayed = null;
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
