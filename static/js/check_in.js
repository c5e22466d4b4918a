/* In the search of the entries, F2 marks the first entry of the list as present and F4 as paid. Without
   this file each row has its buttons. */
"use strict";

const search = document.querySelector("[data-check-in]");
const KEYS = { F2: "presente-", F4: "pagado-" };
let pressed = null;
/* `listed`: the search whose entries the list shows. A key pressed before the list follows the search
   waits in `delayed`; otherwise it would mark the first entry of the previous search. */
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

/* On a phone the list below the form is out of sight: scroll to the form. */
search?.addEventListener("input", () => {
  delayed = null;
  if (document.getElementById("lista").getBoundingClientRect().top > innerHeight / 2) {
    search.closest("form").scrollIntoView({ block: "start" });
  }
});

/* After the marked row is renewed, announce its name and select the search for the next name. */
document.addEventListener("htmx:afterSwap", () => {
  const button = pressed && document.getElementById(pressed.id);
  if (!button || button === pressed) return;
  pressed = null;
  const name = button.closest("tr").querySelector("th").innerText.replace(/\s+/g, " ").trim();
  document.getElementById("novedades").textContent = `${name}: ${button.innerText.split("·")[0].trim()}`;
  search.focus();
  search.select();
});
