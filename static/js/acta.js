/* Writing at the desk. Everything works without this file. With it: what is already typed is
   selected, so that the next number replaces it; and of numbers that add up to what is known,
   the last one is written by itself, to be seen and changed. A part of such a sum (data-sum) is a
   box, or whatever data-parts says: a row with a box for what is gained and one for what is lost. */
"use strict";

const focused = document.querySelector("input[autofocus]:not([type=radio])");
if (focused?.value === focused?.defaultValue) focused?.select(); // not if somebody is typing already

const stopped = (form) =>
  [...form.querySelectorAll(":is([name=declared], [name=stopped]):checked")].some((one) => one.value);
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
  const parts = [...sum.querySelectorAll(sum.dataset.parts ?? "input")].filter((part) => boxes(part).length);
  const typed = parts.find((part) => part.contains(target));
  if (!typed) return;
  delete typed.dataset.filled;
  const open = parts.filter((part) => part !== typed && (blank(part) || part.dataset.filled));
  if (open.length !== 1 || stopped(target.form)) return;
  const known = parts.filter((part) => part !== open[0]).map(read);
  write(open[0], known.reduce((rest, number) => rest - number, Number(sum.dataset.sum)));
});
