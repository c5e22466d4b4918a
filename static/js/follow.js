/* Notifications about the followed table while its page is open but hidden. A button turns them on; this
   device remembers the choice. */
"use strict";

const KEPT = "tapete-avisos";
const note = document.getElementById("avisos");
const offered = note && "Notification" in window && Notification.permission !== "denied";

const keeps = (value) => {
  try {
    if (value) localStorage.setItem(KEPT, value);
    return localStorage.getItem(KEPT) === "sí";
  } catch {
    return Boolean(value); // without storage: for this page only
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
      /* Android needs a service worker for notifications, and plain http has none. */
    }
  });
}
