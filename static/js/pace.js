/* A draw at a pace of its own: P starts and pauses it, + and - make it faster and slower. The page
   says what shows the next ball, and what to write of the pace; a ball shown by hand begins the wait anew. */
"use strict";

const PACES = [3, 4, 6, 8, 12]; // seconds from one ball to the next

const pace = ({ next, hasNext, say }) => {
  let at = 2, timer = 0;
  const running = () => timer !== 0;
  const stop = () => { clearTimeout(timer); timer = 0; };
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (!hasNext()) stop();
      else { next(); wait(); }
      say(running(), PACES[at]);
    }, PACES[at] * 1000);
  };
  const change = (act) => {
    if (act === "toggle" && running()) stop();
    else if (act === "toggle") { next(); wait(); }
    if (act === "faster") at = Math.max(at - 1, 0);
    if (act === "slower") at = Math.min(at + 1, PACES.length - 1);
    if (running()) wait();
    say(running(), PACES[at]);
  };
  const KEYS = { p: "toggle", P: "toggle", "+": "faster", "-": "slower" };
  document.addEventListener("keydown", (event) => {
    if (!KEYS[event.key] || event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    change(KEYS[event.key]);
  });
  return { change, again: () => { if (running()) wait(); }, stop: () => { stop(); say(false, PACES[at]); } };
};
