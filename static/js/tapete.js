/* Everything works without this file. With it, pieces that refresh themselves (parts/live.html) keep the
   focus, scroll and open folds, and menus close by themselves. */
"use strict";

const isLive = (event) => event.target.closest?.(".live") === event.target;

document.addEventListener("htmx:beforeRequest", (event) => {
  const follows = "follows" in document.body.dataset; // see follow.js
  if (isLive(event) && document.hidden && !follows) event.preventDefault();
});

/* A 204 may name the revision it checked: the next request asks for changes since that revision. */
document.addEventListener("htmx:afterRequest", (event) => {
  const shown = isLive(event) && event.detail.xhr?.status === 204 && event.detail.xhr.getResponseHeader("X-Tapete-Shown");
  if (shown) event.target.dataset.shown = shown;
});
document.addEventListener("htmx:configRequest", ({ target, detail }) => {
  if (target.dataset?.shown) detail.path = detail.path.replace(/([?&]v=)\d+/, `$1${target.dataset.shown}`);
});

/* A device with a CSRF cookie has sent a form once, so it may have unsent lines: load the queue. */
const queue = document.getElementById("sin-enviar")?.dataset.script;
if (queue && document.cookie.includes("csrftoken=")) {
  document.head.append(Object.assign(document.createElement("script"), { src: queue }));
}

/* htmx returns the focus to an element with an id; this code returns it to a link, by its address. */
let place = null;
document.addEventListener("htmx:beforeSwap", (event) => {
  const live = event.detail.target;
  if (!live?.matches?.(".live")) return;
  const focused = live.contains(document.activeElement) ? document.activeElement : null;
  place = {
    id: live.id,
    href: focused && !focused.id ? focused.getAttribute("href") : null,
    scrolls: [...live.querySelectorAll(".scroll[id]")].map((box) => [box.id, box.scrollLeft]),
    open: [...live.querySelectorAll("details[id][open]")].map((box) => box.id),
  };
});

document.addEventListener("htmx:afterSwap", () => {
  if (!place) return;
  const live = document.getElementById(place.id);
  place.scrolls.forEach(([id, left]) => {
    const box = document.getElementById(id);
    if (box) box.scrollLeft = left;
  });
  place.open.forEach((id) => document.getElementById(id)?.setAttribute("open", ""));
  if (place.href) {
    live?.querySelector(`[href="${CSS.escape(place.href)}"]`)?.focus({ preventScroll: true });
  }
  if (live?.dataset.news) document.getElementById("novedades").textContent = live.dataset.news;
  place = null;
});

const offline = (gone) => {
  const note = document.querySelector("#sin-conexion p");
  if (note) note.hidden = !gone;
};
["htmx:sendError", "htmx:timeout"].forEach((name) =>
  document.addEventListener(name, (event) => isLive(event) && offline(true)));
document.addEventListener("htmx:afterRequest", (event) => {
  if (isLive(event) && event.detail.xhr?.status) offline(event.detail.xhr.status >= 500);
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  const menu = document.activeElement?.closest(".menu[open]");
  menu?.removeAttribute("open");
  menu?.querySelector("summary").focus();
});
document.addEventListener("click", (event) => {
  document.querySelectorAll(".menu[open]").forEach((menu) => {
    if (!menu.contains(event.target)) menu.removeAttribute("open");
  });
});

/* Unfold the target of the address's hash; not every browser does. */
const unfold = () => {
  const asked = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
  const folds = [];
  for (let fold = asked && asked.closest("details"); fold; fold = fold.parentElement.closest("details")) folds.push(fold);
  if (!folds.some((fold) => !fold.open)) return;
  folds.forEach((fold) => fold.setAttribute("open", ""));
  asked.scrollIntoView();
};
addEventListener("hashchange", unfold);
unfold();
