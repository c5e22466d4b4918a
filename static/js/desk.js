/* The desk. Everything works without this file: a tile leads to its acta, and the line is a form
   that is sent twice. With it the tile opens beside the map, which goes on refreshing itself, the
   arrows go from tile to tile, and the line never leaves the page. */
"use strict";

const map = () => document.querySelector(".hall-map");
const tiles = () => [...(map()?.querySelectorAll("a.tile") ?? [])];
let opened = document.querySelector(".tile[aria-current]")?.dataset.table;

const mark = () =>
  tiles().forEach((tile) => {
    if (tile.dataset.table === opened) tile.setAttribute("aria-current", "true");
    else tile.removeAttribute("aria-current");
  });

/* The map comes anew without knowing which tile is open; the panel takes the focus when a tile
   opened it, not when it refreshes itself. */
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

/* Which tile is one row up or down: the nearest column of the first row met that way. */
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
let sent = ""; // what was sent to be written, until it is acknowledged

if (line.value === line.defaultValue) line.select(); // not if somebody is typing already

const refresh = () => {
  const live = document.getElementById("mesas");
  htmx.ajax("GET", live.getAttribute("hx-get"), { target: "#mesas", swap: "outerHTML" });
};

/* What the server says: what it would write, what it has written, what is wrong, what opens. */
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
    line.value = sent; // it was not written: it comes back
  }
  if (refused !== undefined && line.value === typed) line.select();
  sent = "";
};

/* The second time it is said, it is written: the line is free for the next table at once. */
form.addEventListener("htmx:configRequest", ({ detail }) => {
  const { linea, visto, elige } = Object.fromEntries(Object.entries(detail.parameters));
  if (!linea || !visto || linea.endsWith("?")) return;
  if (!elige && said.firstElementChild?.dataset.typed !== linea) return;
  sent = linea;
  if (line.value === linea) line.value = "";
});

/* What was said is of what was typed then. */
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
