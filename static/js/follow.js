/* Who follows his own table may be told when it changes, also while he looks at something else: asked
   for with a button, kept on this device, and only while the page is open. */
"use strict";

const KEPT = "tapete-avisos";
const note = document.getElementById("avisos");
const offered = note && "Notification" in window && Notification.permission !== "denied";

const keeps = (value) => {
  try {
    if (value) localStorage.setItem(KEPT, value);
    return localStorage.getItem(KEPT) === "sí";
  } catch {
    return Boolean(value); // a browser that keeps nothing: for this page
  }
};

const follow = () => {
  document.body.dataset.follows = "";
  note.querySelector("[role=status]").textContent = note.dataset.on;
};

const told = () => document.querySelector("#respuesta .big-number")?.innerText.split("\n").filter(Boolean) ?? [];

if (offered) {
  note.hidden = false;
  if (Notification.permission === "granted" && keeps()) follow();
  note.querySelector("button")?.addEventListener("click", async () => {
    if ((await Notification.requestPermission()) !== "granted") {
      note.hidden = true;
      return;
    }
    keeps("sí");
    follow();
  });
  let before = told().join(" ");
  document.addEventListener("htmx:afterSwap", async () => {
    const lines = told(), now = lines.join(" ");
    if (now === before) return;
    before = now;
    if (!("follows" in document.body.dataset) || !document.hidden) return;
    const [who, ...rest] = lines;
    const how = { body: rest.slice(0, 4).join(" "), tag: "mesa" };
    const worker = await navigator.serviceWorker?.getRegistration();
    try {
      if (worker) await worker.showNotification(who, how);
      else new Notification(who, how);
    } catch {
      /* Android shows none without a worker, and there is none over plain http. */
    }
  });
}
