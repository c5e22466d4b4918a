{% autoescape off %}/* Keeps the pages where results are written, and what they are made of, for when there is no
   network. Pages: from the network, and the kept copy when it does not answer. Files whose name
   tells what is in them: from the copy. Nothing else is kept, and nothing that is sent. */
"use strict";

const FILES = {{ files }};
const OFFLINE = {{ offline }};
const STATIC = {{ static }};
const SHELL = "tapete-files-" + {{ version }};
const PAGES = "tapete-pages-" + {{ version }};
const WHOSE = "/whose"; // in PAGES: the account whose pages these are
const KEPT_PAGES = 80; // each kind of line is one
const PATIENCE = 4000; // milliseconds for a page of which there is a copy
const ENTRY = /^\/t\/[^/]+\/((acta|mesa)\/[^/]+|mis-mesas)\/$/;
const ACCOUNT = /^\/cuenta\/(login|logout)\//;
const ANY = { ignoreVary: true };
const HASHED = /\.[0-9a-f]{12}\.\w+$/;

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const shell = await caches.open(SHELL);
    await shell.addAll([...FILES, new Request(OFFLINE, { credentials: "omit" })]);
    await self.skipWaiting();
  })());
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith("tapete-") && ![SHELL, PAGES].includes(name));
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  })());
});

self.addEventListener("message", (event) => {
  self.clients.claim().catch(() => {}); // a page that was being opened when the worker started has none
  event.waitUntil(told(event.data ?? {}).then((kept) => event.ports[0]?.postMessage(kept)));
});

/* A page says whose it is, which pages and files are to be kept, and which have changed.
   Says whether all that can be kept is kept: if the network failed, the page asks again. */
async function told({ whose, pages: wanted = [], files = [], changed = [] }) {
  let pages = await caches.open(PAGES);
  if (whose !== undefined) {
    const before = await (await pages.match(WHOSE))?.text();
    if (before !== whose) {
      await caches.delete(PAGES);
      pages = await caches.open(PAGES);
      await pages.put(WHOSE, new Response(whose));
    }
  }
  const shell = await caches.open(SHELL);
  const missing = [];
  for (const file of files) {
    if (new URL(file).pathname.startsWith(STATIC) && !(await shell.match(file))) missing.push(file);
  }
  const added = await Promise.allSettled(missing.map((file) => shell.add(file)));
  const asked = [...changed];
  for (const one of wanted) if (!(await pages.match(one, ANY))) asked.push(one);
  let answered = added.every((one) => one.status === "fulfilled");
  for (const one of asked) answered = (await refresh(one)) && answered;
  return answered;
}

/* Ask for the page; whether the server had an answer. */
async function refresh(address) {
  if (!ENTRY.test(new URL(address, location.href).pathname)) return true;
  try {
    const response = await fetch(address, { redirect: "manual" });
    await keep(address, response);
    return response.status < 500;
  } catch {
    return false; // there is no network: the copy stays as it was
  }
}

async function keep(address, response) {
  const pages = await caches.open(PAGES);
  if (response.ok && !response.redirected) {
    await pages.put(address, response.clone());
    const kept = (await pages.keys()).filter((one) => !one.url.endsWith(WHOSE));
    await Promise.all(kept.slice(0, -KEPT_PAGES).map((one) => pages.delete(one)));
  } else if (response.status < 500) {
    await pages.delete(address, { ignoreSearch: true, ...ANY }); // not for this account any more
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.method === "POST" && ACCOUNT.test(url.pathname)) event.waitUntil(caches.delete(PAGES));
  if (request.method === "POST" && request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match(OFFLINE)));
  if (request.method !== "GET") return;
  if (url.pathname.startsWith(STATIC)) event.respondWith(file(request, url));
  else if (request.mode === "navigate") event.respondWith(page(event, url));
});

async function file(request, url) {
  const shell = await caches.open(SHELL);
  const kept = await shell.match(request);
  if (kept && HASHED.test(url.pathname)) return kept;
  try {
    const response = await fetch(request);
    if (kept && response.ok) await shell.put(request, response.clone());
    return response;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

async function page(event, url) {
  const entry = ENTRY.test(url.pathname);
  const pages = await caches.open(PAGES);
  const kept = entry && ((await pages.match(url.href, ANY)) ?? (await newest(pages, url)));
  const asked = fetch(event.request).then(async (response) => {
    if (entry) await keep(event.request.url, response);
    return response;
  });
  event.waitUntil(asked.catch(() => {}));
  try {
    const response = await (kept ? Promise.race([asked, tooLate()]) : asked);
    return kept && response.status >= 500 ? kept : response;
  } catch {
    return kept || caches.match(OFFLINE);
  }
}

/* Another kind of line of the same acta, the last one kept. */
async function newest(pages, url) {
  const same = (await pages.keys()).filter((one) => new URL(one.url).pathname === url.pathname);
  return same.length ? pages.match(same[same.length - 1], ANY) : undefined;
}

const tooLate = () => new Promise((_, late) => setTimeout(() => late(new Error("late")), PATIENCE));
{% endautoescape %}
