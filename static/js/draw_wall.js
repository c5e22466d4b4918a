/* The draw on a wall. It polls every second for balls drawn on another device. Space, right or down
   draws the next ball; left, up or backspace puts the last ball back. P, + and - control automatic
   balls (pace.js). */
"use strict";

const ASK = 1_000;
const STEPS = {
  " ": 1, ArrowRight: 1, ArrowDown: 1, PageDown: 1,
  ArrowLeft: -1, ArrowUp: -1, PageUp: -1, Backspace: -1,
};
const wall = () => document.getElementById("sorteo");
const note = document.getElementById("sin-red");
let busy = false, paced = false;

const ask = async () => {
  const answer = await fetch(`${location.pathname}?bolas=${wall().dataset.shown}`, {
    headers: { "HX-Request": "true" }, cache: "no-store", redirect: "error", signal: endedAfter(8_000),
  });
  if (answer.status !== 204 && !answer.ok) throw new Error(String(answer.status));
  const elsewhere = answer.headers.get("HX-Redirect");
  if (elsewhere) location.assign(elsewhere);
  if (answer.status !== 200) return;
  const piece = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("sorteo");
  if (!piece) throw new Error("no piece");
  piece.classList.toggle("is-new", Number(piece.dataset.shown) > Number(wall().dataset.shown));
  wall().replaceWith(document.adoptNode(piece));
  if (paced) rhythm.look();
};

const askAgain = async () => {
  try {
    await ask();
    note.hidden = true;
  } catch {
    note.hidden = false;
  }
};

/* `shown` is -1 before the draw begins. The request has the number of visible balls, so a repeated
   request draws no second ball. */
const move = async (steps) => {
  const shown = Number(wall().dataset.shown);
  if (busy || Number.isNaN(shown)) return;
  busy = true;
  const form = document.getElementById(shown < 0 ? "empezar" : "bola");
  const body = new FormData(form);
  if (shown >= 0) body.set("bola", String(Math.max(shown + steps, 0)));
  try {
    await fetch(form.action, { method: "POST", body, redirect: "manual", signal: endedAfter(8_000) });
  } catch {
    // askAgain shows that there is no network.
  }
  await askAgain();
  busy = false;
};

const rhythm = pace({
  next: () => move(1),
  hasNext: () => wall().dataset.left !== "0",
  hasBegun: () => Number(wall().dataset.shown) >= 0,
  say: (running, seconds) => {
    const said = document.getElementById("ritmo");
    paced = true;
    said.hidden = wall().dataset.left === "0"; // no ball is left
    said.textContent = running ? said.dataset.every.replace("{seconds}", seconds) : said.dataset.paused;
  },
});

document.addEventListener("keydown", (event) => {
  const steps = STEPS[event.key];
  if (!steps || event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  move(steps);
  rhythm.again();
});
setInterval(() => busy || askAgain(), ASK);
