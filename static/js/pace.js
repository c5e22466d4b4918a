/* Automatic balls in a draw: P starts and pauses them, + and - make them faster and slower. The page
   gives the functions that show the next ball and the pace. A ball shown by hand restarts the wait. The
   tab stores the pace for a reload. */
"use strict";

const PACES = [3, 4, 6, 8, 12]; // seconds from one ball to the next

const pace = ({ next, hasNext, hasBegun, say }) => {
  const place = `pace ${location.pathname}`;
  let at = 2, timer = 0;
  const running = () => timer !== 0;
  const stop = () => { clearTimeout(timer); timer = 0; };
  const tell = () => {
    try {
      sessionStorage.setItem(place, JSON.stringify({ at, running: running() }));
    } catch {
      // A browser that stores nothing forgets the pace with the page.
    }
    say(running(), PACES[at]);
  };
  const look = () => { if (!hasNext()) stop(); tell(); };
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (hasNext()) { next(); wait(); }
      look();
    }, PACES[at] * 1000);
  };
  const change = (act) => {
    if (act === "toggle" && running()) stop();
    else if (act === "toggle") { next(); wait(); }
    if (act === "faster") at = Math.max(at - 1, 0);
    if (act === "slower") at = Math.min(at + 1, PACES.length - 1);
    if (running()) wait();
    tell();
  };
  const remember = () => {
    let kept = null;
    try {
      kept = JSON.parse(sessionStorage.getItem(place));
    } catch {
      return;
    }
    if (!kept) return;
    if (PACES[kept.at]) at = kept.at;
    if (kept.running && hasBegun() && hasNext()) wait();
    tell();
  };
  const KEYS = { p: "toggle", P: "toggle", "+": "faster", "-": "slower" };
  document.addEventListener("keydown", (event) => {
    if (!KEYS[event.key] || event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
    if (!hasNext()) return;
    event.preventDefault();
    change(KEYS[event.key]);
  });
  remember();
  return { change, look, again: () => { if (running()) wait(); }, stop: () => { stop(); tell(); } };
};
