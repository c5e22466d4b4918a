/* Writing at the desk. Everything works without this file. With it: what is already typed is
   selected, so that the next number replaces it; and when the tantos of one side are typed, what
   is left of the deck is written in the other, to be seen and changed; of what several players win
   and lose, the only number left is written too. */
"use strict";

document.querySelector("input[autofocus]:not([type=radio])")?.select();

const number = (text) => Number(text.replace(",", "."));

const stopped = (form) => [...form.querySelectorAll("[name=declared]:checked")].some((one) => one.value);

document.addEventListener("input", ({ target }) => {
  const other = document.getElementById(target.dataset?.rest ?? "");
  if (!other) return;
  delete target.dataset.filled;
  const rest = Number(target.dataset.total) - number(target.value);
  if ((other.value && !other.dataset.filled) || stopped(target.form)) return;
  const written = String(rest).replace(".", target.value.includes(",") ? "," : ".");
  other.value = target.value.trim() !== "" && rest >= 0 ? written : "";
  other.dataset.filled = "yes";
});

document.addEventListener("input", ({ target }) => {
  const table = target.closest("[data-zero]");
  if (!table) return;
  const rows = [...table.querySelectorAll("tbody tr")].map((row) => ({
    points: row.querySelector("[inputmode]"),
    loses: row.querySelector("[type=checkbox]"),
    typing: row.contains(target),
  }));
  for (const { points, typing } of rows) if (typing) delete points.dataset.filled;
  const open = rows.filter(({ points }) => !points.value.trim() || points.dataset.filled);
  const sum = rows.filter((row) => !open.includes(row)).reduce((total, { points, loses }) =>
    total + (loses.checked ? -Math.abs(number(points.value)) : number(points.value)), 0);
  for (const { points, loses, typing } of open) {
    if (typing) continue;
    const known = open.length === 1 && !Number.isNaN(sum);
    if (!known && !points.dataset.filled) continue;
    points.value = known ? Math.abs(sum) : "";
    loses.checked = known && sum > 0;
    points.dataset.filled = known ? "yes" : "";
  }
});
