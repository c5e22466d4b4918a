/* The row of the entry followed on this device: mark it in its table, and show it at the lower edge of
   the screen while it is out of sight. Without this file the lower edge shows it all the time. */
"use strict";

let watching = null;
const follow = () => {
  const edge = document.querySelector("[data-own]");
  const row = edge && document.getElementById(edge.dataset.own);
  watching?.disconnect();
  if (!row) return;
  row.classList.add("is-mine");
  watching = new IntersectionObserver(([seen]) => { edge.hidden = seen.isIntersecting; });
  watching.observe(row);
};
follow();
document.addEventListener("htmx:afterSwap", follow);
