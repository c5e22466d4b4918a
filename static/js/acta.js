/* Writing at the desk. Everything works without this file. With it: what is already typed is
   selected, so that the next number replaces it; and of numbers that add up to what is known,
   the last one is written by itself, to be seen and changed. A part of such a sum is a number, or
   one with «Gana» or «Pierde» beside it. */
"use strict";

document.querySelector("input[autofocus]:not([type=radio])")?.select();

const stopped = (form) => [...form.querySelectorAll("[name=declared]:checked")].some((one) => one.value);
const PART = ".gain-or-loss, input[inputmode]:not(.gain-or-loss *)";
const box = (part) => (part.matches("input") ? part : part.querySelector("input[inputmode]"));

const read = (part) => {
  const typed = box(part).value.trim().replace("−", "-").replace("½", ".5").replace(",", ".");
  const number = typed ? Number(typed) : NaN;
  if (part.matches("input") || !number || /^[+-]/.test(typed)) return number;
  const sign = part.querySelector(":checked")?.value;
  return sign ? Number(sign + typed) : NaN;
};

const write = (part, number) => {
  const signed = !part.matches("input");
  const known = signed ? Number.isFinite(number) : number >= 0;
  box(part).value = known ? String(Math.abs(number)).replace(".", ",") : "";
  if (signed) {
    part.querySelectorAll("[type=radio]").forEach((one) => {
      one.checked = known && number !== 0 && one.value === (number < 0 ? "-" : "+");
    });
  }
  part.dataset.filled = "yes";
};

document.addEventListener("input", ({ target }) => {
  const sum = target.closest("[data-sum]");
  if (!sum) return;
  const parts = [...sum.querySelectorAll(PART)];
  const typed = parts.find((part) => part.contains(target));
  if (!typed) return;
  delete typed.dataset.filled;
  const open = parts.filter((part) => part !== typed && (!box(part).value || part.dataset.filled));
  if (open.length !== 1 || stopped(target.form)) return;
  const known = parts.filter((part) => part !== open[0]).map(read);
  write(open[0], Number(sum.dataset.sum) - known.reduce((one, other) => one + other, 0));
});
