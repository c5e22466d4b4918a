/* Functions for every page of a wall; the device may be an old television. */
"use strict";

/* A signal that aborts a request after `milliseconds`; old televisions lack `AbortSignal.timeout`. */
const endedAfter = (milliseconds) => {
  const stop = new AbortController();
  setTimeout(() => stop.abort(), milliseconds);
  return stop.signal;
};

/* Keep the screen on. The browser drops the lock when the page is hidden, so request it again. */
const keepAwake = () => {
  if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => {});
};
document.addEventListener("visibilitychange", keepAwake);
keepAwake();
