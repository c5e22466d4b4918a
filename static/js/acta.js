/* Writing at the desk. Everything works without this file. With it: what is already typed is
   selected, so that the next number replaces it; and of numbers that add up to what is known,
   the last one is written by itself, to be seen and changed. A part of such a sum is a box, or a
   row with one for what is gained and one for what is lost; the parts are those of an element with
   the sum, or the boxes that a box names. */
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

const summed = (box) => {
  const sum = box.closest("[data-sum]");
  if (sum) return [Number(sum.dataset.sum), [...sum.querySelectorAll("[data-part], input:not([data-part] *)")]];
  const others = (box.dataset?.rest ?? "").split(" ").map((id) => document.getElementById(id));
  return others[0] ? [Number(box.dataset.total), [box, ...others]] : [0, []];
};

document.addEventListener("input", ({ target }) => {
  const [total, parts] = summed(target);
  const typed = parts.find((part) => part.contains(target));
  if (!typed) return;
  delete typed.dataset.filled;
  const open = parts.filter((part) => part !== typed && (blank(part) || part.dataset.filled));
  if (open.length !== 1 || stopped(target.form)) return;
  const known = parts.filter((part) => part !== open[0]).map(read);
  write(open[0], known.reduce((rest, number) => rest - number, total));
});
