/* Writing at the desk. Everything works without this file. With it: what is already typed is
   selected, so that the next number replaces it; and of numbers that add up to what is known,
   the last one is written by itself, to be seen and changed. A part of such a sum is a box, or a
   row with one for what is gained and one for what is lost. */
"use strict";

document.querySelector("input[autofocus]:not([type=radio])")?.select();

const stopped = (form) => [...form.querySelectorAll("[name=declared]:checked")].some((one) => one.value);
const boxes = (part) => (part.matches("input") ? [part] : [...part.querySelectorAll("input")]);
const blank = (part) => boxes(part).every((box) => !box.value.trim());

const read = (part) => {
  const numbers = boxes(part).map((box) => Number(box.value.trim().replace("−", "-").replace("½", ".5").replace(",", ".")));
  return blank(part) ? NaN : numbers.reduce((gained, lost) => gained - lost);
};

const write = (part, number) => {
  const [gained, lost] = boxes(part);
  const text = Number.isFinite(number) ? String(Math.abs(number)).replace(".", ",") : "";
  gained.value = number < 0 ? "" : text;
  if (lost) lost.value = number < 0 ? text : "";
  part.dataset.filled = "yes";
};

document.addEventListener("input", ({ target }) => {
  const sum = target.closest("[data-sum]");
  if (!sum) return;
  const parts = [...sum.querySelectorAll("[data-part], input:not([data-part] *)")];
  const typed = parts.find((part) => part.contains(target));
  delete typed.dataset.filled;
  const open = parts.filter((part) => part !== typed && (blank(part) || part.dataset.filled));
  if (open.length !== 1 || stopped(target.form)) return;
  const known = parts.filter((part) => part !== open[0]).map(read);
  write(open[0], known.reduce((rest, number) => rest - number, Number(sum.dataset.sum)));
});

/* The same where the boxes of a sum are named one by one. */
document.addEventListener("input", ({ target }) => {
  const others = (target.dataset?.rest ?? "").split(" ").map((id) => document.getElementById(id));
  if (!others[0]) return;
  delete target.dataset.filled;
  const open = others.filter((one) => !one.value || one.dataset.filled);
  if (open.length !== 1 || stopped(target.form)) return;
  const typed = [target, ...others].filter((one) => one !== open[0]);
  const rest = Number(target.dataset.total) - typed.reduce((sum, one) => sum + Number(one.value), 0);
  open[0].value = target.value.trim() !== "" && rest >= 0 ? rest : "";
  open[0].dataset.filled = "yes";
});
