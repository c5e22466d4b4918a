/* A screen of the hall. Its pages turn every twelve seconds, and it polls the server every 1.7. Without
   network it keeps its pages and shows the time of the last answer. Arrows turn the pages by hand; the
   space bar stops on the current page. */
"use strict";

const TURN = 12_000, ASK = 1_700, LONGEST = 8_000;
const body = document.body;
const note = document.getElementById("sin-red");
const hour = new Intl.DateTimeFormat("es", {
  hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: body.dataset.zone,
});
const live = () => document.getElementById("pantalla");
let at = 0, held = false, turning = 0, heard = Date.now(), nearest = Infinity;

/* Pages sent with «Mostrar» replace all others until their time is up. */
const pages = () => {
  const all = [...live().querySelectorAll(".slide")];
  const first = all.filter((page) => page.dataset.until && Number(page.dataset.until) * 1000 > serverNow());
  return first.length ? first : all.filter((page) => !page.dataset.until);
};

const show = () => {
  const turned = pages();
  at = ((at % turned.length) + turned.length) % turned.length;
  live().querySelectorAll(".slide").forEach((page) => page.classList.toggle("is-shown", page === turned[at]));
  document.getElementById("hoja").textContent = turned.length > 1 ? `${at + 1} / ${turned.length}` : "";
  body.classList.toggle("is-still", held || turned.length < 2);
};

/* In a large hall the pages come in parts: after the last page, load the next part. */
const follow = async () => {
  const query = new URLSearchParams(location.search);
  query.set("parte", live().querySelector("[data-following]").dataset.following);
  try {
    await bring(`${location.pathname}?${query}`);
  } catch {
    say(true);
  }
  at = 0;
  show();
};

const turn = (steps) => {
  if (at + steps >= pages().length && live().querySelector("[data-following]")) follow();
  else at += steps;
  body.dataset.turn = body.dataset.turn === "0" ? "1" : "0";
  clearInterval(turning);
  turning = setInterval(() => held || turn(1), TURN);
  show();
};

const tick = () => {
  const clock = document.getElementById("hora");
  const text = hour.format(serverNow());
  if (clock && clock.textContent !== text) clock.textContent = text;
};

const say = (gone) => {
  const words = gone ? `${note.dataset.words} ${hour.format(heard + Number(body.dataset.offset || 0))}` : "";
  if (note.textContent !== words) note.textContent = words;
  note.hidden = !gone;
};

/* Set the offset from the fastest answer, whose time of the server is the most exact. */
const setTime = (answer, took) => {
  const now = Number(answer.headers.get("X-Tapete-Now"));
  nearest = took <= nearest ? took : nearest * 1.1;
  if (now && took <= nearest) body.dataset.offset = String(Math.round(now + took / 2 - Date.now()));
};

const bring = async (address) => {
  const sent = performance.now();
  const answer = await fetch(address, {
    headers: { "HX-Request": "true" }, cache: "no-store", redirect: "error", signal: endedAfter(LONGEST),
  });
  if (answer.status !== 204 && !answer.ok) throw new Error(String(answer.status));
  setTime(answer, performance.now() - sent);
  if (answer.status === 200) {
    const page = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("pantalla");
    if (!page) throw new Error("no page");
    live().replaceWith(document.adoptNode(page));
  }
  heard = Date.now();
  say(false);
};

const ask = async () => {
  try {
    await bring(live().getAttribute("hx-get"));
  } catch {
    say(true);
  }
  show();
  tick();
  tickClock();
  setTimeout(ask, ASK);
};

document.addEventListener("keydown", (event) => {
  if (event.target.closest("button, a") || event.ctrlKey || event.altKey || event.metaKey) return;
  const steps = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 }[event.key];
  if (steps) turn(steps);
  if (event.key === " ") {
    event.preventDefault();
    held = !held;
    show();
  }
});

body.classList.add("is-turning");
turn(0);
tick();
setInterval(tick, 1_000);
ask();
