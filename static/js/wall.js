/* What every page of a wall needs of its device, which may be an old television. */
"use strict";

/* A signal that ends a request that takes longer; `AbortSignal.timeout` is too new for them. */
const endedAfter = (milliseconds) => {
  const stop = new AbortController();
  setTimeout(() => stop.abort(), milliseconds);
  return stop.signal;
};

/* The screen must not go dark. The browser lets it go whenever the page is out of sight. */
const keepAwake = () => {
  if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => {});
};
document.addEventListener("visibilitychange", keepAwake);
keepAwake();
