/* Writing at the desk. Everything works without this file. With it: what is already typed is
   selected, so that the next number replaces it; and when the numbers of all sides but one are
   typed, what is left of the deck is written in the last, to be seen and changed. */
"use strict";

document.querySelector("input[autofocus]:not([type=radio])")?.select();

const stopped = (form) =>
  [...form.querySelectorAll(":is([name=declared], [name=stopped]):checked")].some((one) => one.value);

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
