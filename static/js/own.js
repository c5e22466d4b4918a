/* The row of who is followed on this device: marked in its table, and at the lower edge of the screen
   while it is out of sight. Without this file the edge has it all the time. */
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
