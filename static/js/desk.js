/* The desk. Everything works without this file: a tile links to its acta, and the line is a form
   sent twice, first to preview and then to save. With it a tile opens beside the live map, the arrow
   keys go from tile to tile, and the line stays on the page. */
"use strict";

const map = () => document.querySelector(".hall-map");
const tiles = () => [...(map()?.querySelectorAll("a.tile") ?? [])];
let opened = document.querySelector(".tile[aria-current]")?.dataset.table;

const mark = () =>
  tiles().forEach((tile) => {
    if (tile.dataset.table === opened) tile.setAttribute("aria-current", "true");
    else tile.removeAttribute("aria-current");
  });

/* A renewed map has no mark on the open tile: mark it again. The panel takes the focus when a tile
   opens it, not when it refreshes itself. */
document.addEventListener("htmx:afterSwap", ({ detail }) => {
  const tile = detail.requestConfig.elt.closest?.(".tile");
  if (tile) {
    opened = tile.dataset.table;
    document.getElementById("ficha-mesa")?.focus();
  }
  mark();
  if (detail.target.id === "linea-dice") heard(detail.target.firstElementChild);
});

const close = () => {
  const tile = tiles().find((one) => one.dataset.table === opened);
  opened = undefined;
  document.getElementById("ficha").replaceWith(Object.assign(document.createElement("div"), { id: "ficha" }));
  mark();
  tile?.focus();
};

/* The neighbour of a tile: previous, next, or the nearest tile of the row above or below. */
const beside = (tile, key) => {
  const all = tiles();
  const place = all.indexOf(tile);
  if (key === "ArrowLeft") return all[place - 1];
  if (key === "ArrowRight") return all[place + 1];
  const here = tile.getBoundingClientRect();
  const far = (one) => {
    const box = one.getBoundingClientRect();
    const down = (box.top - here.top) * (key === "ArrowDown" ? 1 : -1);
    return down < here.height / 2 ? Infinity : down * 100 + Math.abs(box.left - here.left);
  };
  const next = all.reduce((best, one) => (far(one) < far(best) ? one : best), tile);
  return next === tile ? undefined : next;
};

document.addEventListener("click", (event) => {
  if (!event.target.closest(".hall-panel__close")) return;
  event.preventDefault();
  close();
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && opened && document.activeElement?.closest("#ficha, .hall-map")) close();
  if (!event.key.startsWith("Arrow")) return;
  const tile = document.activeElement?.closest("a.tile");
  const next = tile && beside(tile, event.key);
  if (!tile) return;
  event.preventDefault();
  next?.focus();
});

/* --- The line ------------------------------------------------------------------------------------- */
const line = document.getElementById("linea");
const form = line.form;
const said = document.getElementById("linea-dice");
let sent = ""; // the line sent to be saved, until the server answers

if (line.value === line.defaultValue) line.select(); // unless somebody has already typed

const refresh = () => {
  const live = document.getElementById("mesas");
  htmx.ajax("GET", live.getAttribute("hx-get"), { target: "#mesas", swap: "outerHTML" });
};

/* Handle the server's answer: a preview, a saved result, an error, a table or a page to open. */
const heard = (answer) => {
  if (!answer) return;
  const { written, refused, table, opens, typed } = answer.dataset;
  line.toggleAttribute("aria-invalid", refused !== undefined);
  if (opens) {
    location.assign(opens);
  } else if (table) {
    opened = table;
    htmx.ajax("GET", `${location.pathname}?mesa=${table}`, { target: "#ficha", swap: "outerHTML" });
    if (line.value === typed && !typed.includes("?")) line.value = `${table} `;
  } else if (written !== undefined) {
    refresh();
  } else if (sent && !line.value) {
    line.value = sent; // it was not saved: restore it
  }
  if (refused !== undefined && line.value === typed) line.select();
  sent = "";
};

/* Sending a previewed line saves it: empty the box at once for the next table. */
form.addEventListener("htmx:configRequest", ({ detail }) => {
  const { linea, visto, elige } = Object.fromEntries(Object.entries(detail.parameters));
  if (!linea || !visto || linea.endsWith("?")) return;
  if (!elige && said.firstElementChild?.dataset.typed !== linea) return;
  sent = linea;
  if (line.value === linea) line.value = "";
});

/* Remove an answer to an older text; keep the kind of line. */
line.addEventListener("input", () => {
  const kept = said.querySelector("[name=como]");
  if (said.firstElementChild?.dataset.typed !== line.value) said.replaceChildren(...(kept ? [kept] : []));
});

line.addEventListener("keydown", (event) => {
  const choices = said.querySelectorAll("button[name=elige]");
  const choice = choices[Number(event.key) - 1];
  if (choice && !event.ctrlKey && !event.altKey && said.firstElementChild.dataset.typed === line.value) {
    event.preventDefault();
    choice.click();
  } else if (event.key === "ArrowDown") {
    const tile = tiles().find((one) => one.dataset.table === opened) ?? tiles()[0];
    if (!tile) return;
    event.preventDefault();
    tile.focus();
  }
});
