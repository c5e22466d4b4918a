/* The desk. Everything works without this file: a tile leads to its acta. With it the tile opens
   beside the map, which goes on refreshing itself, and the arrows go from tile to tile. */
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
