/* Writing at the desk. Everything works without this file. With it: what is already typed is
   selected, so that the next number replaces it; and when the tantos of one side are typed, what
   is left of the deck is written in the other, to be seen and changed. */
"use strict";

document.querySelector("input[autofocus]:not([type=radio])")?.select();

const stopped = (form) =>
  [...form.querySelectorAll(":is([name=declared], [name=stopped]):checked")].some((one) => one.value);

document.addEventListener("input", ({ target }) => {
  const other = document.getElementById(target.dataset?.rest ?? "");
  if (!other) return;
  delete target.dataset.filled;
  const rest = Number(target.dataset.total) - Number(target.value);
  if ((other.value && !other.dataset.filled) || stopped(target.form)) return;
  other.value = target.value.trim() !== "" && rest >= 0 ? rest : "";
  other.dataset.filled = "yes";
});
