/* The form of a line. Everything works without this file. With it:
   - the focused number is selected, so that the next number replaces it;
   - if numbers have a known sum (data-sum), the last one fills itself in and can be changed. An addend is a
     box or, with data-parts, a row with a box for the gain and one for the loss;
   - a key of a possible result fills in both boxes, and the focus goes to the save button;
   - Enter goes to the next empty box. */
"use strict";

const focused = document.querySelector("input[autofocus]:not([type=radio])");
if (focused?.value === focused?.defaultValue) focused?.select(); // unless somebody has already typed

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

for (const keys of document.querySelectorAll(".result-keys")) keys.hidden = false;
document.addEventListener("click", ({ target }) => {
  const key = target.closest("[data-result]");
  if (!key) return;
  const form = key.closest("form"), pair = form.querySelector(".sides").querySelectorAll("input");
  key.dataset.result.split(" ").forEach((number, side) => {
    pair[side].value = number;
    pair[side].dispatchEvent(new Event("input", { bubbles: true }));
  });
  form.querySelector(".button--big").focus();
});

const nextBox = (box) => [...box.closest(".sides").querySelectorAll("input")].find((one) =>
  box.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING);
document.addEventListener("focusin", ({ target }) => {
  if (target.matches(".sides input")) target.enterKeyHint = nextBox(target)?.value === "" ? "next" : "go";
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches(".sides input")) return;
  const next = nextBox(event.target);
  if (!next || next.value) return;
  event.preventDefault();
  next.focus();
});
