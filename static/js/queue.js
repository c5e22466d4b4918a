/* The queue of unsent acta lines. This device stores a line (IndexedDB) before it sends it, and sends it
   again until the server answers; the server recognises a repeated line by its uid. The queue stores the
   filled-in form: the rules stay on the server. The lines of a match go in order. A refused line, or a
   line written on an older acta, stops the lines behind it until somebody decides. Without IndexedDB the
   form is posted as if this file did not exist. The sentences are in templates/parts/unsent.html. */
"use strict";

(() => {
  const box = document.getElementById("sin-enviar");
  const here = document.getElementById("pendientes");
  const form = document.getElementById("apunte");
  if (!box) return;
  const say = (name, places = {}) =>
    Object.entries(places).reduce((text, [key, value]) => text.replaceAll(`{${key}}`, value), box.dataset[name]);

  // --- The store on this device ----------------------------------------------------------------
  const opened = new Promise((good, bad) => {
    const asked = indexedDB.open("tapete", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("lines", { keyPath: "uid" });
    asked.onsuccess = () => good(asked.result);
    asked.onerror = () => bad(asked.error);
    setTimeout(() => bad(new Error("late")), 4000);
  });
  opened.catch(() => {});

  const within = async (mode, act) => {
    const base = await opened;
    return new Promise((good, bad) => {
      const turn = base.transaction("lines", mode, { durability: "strict" });
      const asked = act(turn.objectStore("lines"));
      turn.oncomplete = () => good(asked.result);
      turn.onabort = turn.onerror = () => bad(turn.error);
    });
  };
  const put = (item) => within("readwrite", (lines) => lines.put(item));
  const drop = (uid) => within("readwrite", (lines) => lines.delete(uid));
  /* Change a line in one transaction: `act` returns the new line, or null to delete it. Return the old
     line, or undefined if there was none. */
  const change = (uid, act) => within("readwrite", (lines) => {
    const asked = lines.get(uid);
    asked.onsuccess = () => {
      if (!asked.result) return;
      const changed = act(asked.result);
      if (changed) lines.put(changed);
      else lines.delete(uid);
    };
    return asked;
  });
  const all = async () => {
    const items = await within("readonly", (lines) => lines.getAll());
    return items.sort((one, other) => one.order - other.order);
  };
  const last = (items) => items[items.length - 1];
  const ofMatch = (items, match) => items.filter((item) => item.match === match);
  /* Lines of another account on this device have their own queue: they neither stop mine nor count here. */
  const writer = () => (form?.dataset.side ? "" : box.dataset.whose);
  const mine = (items) => ofMatch(items, here?.dataset.match).filter((item) => item.whose === writer() || !item.whose);

  // --- Uid, token, hour ------------------------------------------------------------------------
  const mark = () => {
    if (crypto.randomUUID) return crypto.randomUUID(); // only over https and on localhost
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    bytes[6] = (bytes[6] & 0x0f) | 0x40;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  };
  /* A page stored before the last login has an old token: take the token of the cookie. */
  const token = () => document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1] ?? "";
  const renewToken = (one) => {
    const field = one.elements?.namedItem("csrfmiddlewaretoken");
    if (field && token()) field.value = token();
  };
  document.addEventListener("submit", (event) => renewToken(event.target), true);
  document.addEventListener("htmx:configRequest", ({ detail }) => {
    if (token()) detail.headers["X-CSRFToken"] = token();
  });
  const hour = (moment) =>
    new Date(moment).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });

  /* The next line and version of each acta, and the time of that answer: a stored page may be older. */
  const remembered = (match) => {
    try {
      return JSON.parse(localStorage.getItem(`acta-${match}`)) ?? { at: 0 };
    } catch {
      return { at: 0 };
    }
  };
  const remember = (match, { number, version, at }) => {
    try {
      if (at >= remembered(match).at) localStorage.setItem(`acta-${match}`, JSON.stringify({ number, version, at }));
    } catch {
      /* Without storage an old page sends an old number, and the server refuses it. */
    }
  };
  let copy = false; // whether this page is older than the last answer of the server
  const catchUp = () => {
    if (!form || form.elements.uid.value) return;
    const at = Number(here.dataset.at);
    const known = remembered(form.dataset.match);
    copy = known.at > at;
    if (copy) {
      form.elements.version.value = known.version;
      renumberTo(known.number);
    } else remember(form.dataset.match, { number: Number(form.elements.number.value), version: Number(form.elements.version.value), at });
  };

  // --- Sending ---------------------------------------------------------------------------------
  let current = null; // the line being sent, and its AbortController
  const post = async (address, body, uid = "") => {
    const asked = (signal) => fetch(address, {
      method: "POST",
      body,
      signal,
      redirect: "manual",
      credentials: "same-origin",
      headers: { "X-CSRFToken": token() },
    });
    const stop = new AbortController();
    const late = setTimeout(() => stop.abort(), 10_000);
    if (uid) current = { uid, stop };
    try {
      const response = await asked(stop.signal);
      const json = response.headers.get("Content-Type")?.startsWith("application/json");
      return { status: response.status, away: response.type === "opaqueredirect", told: json ? await response.json() : null };
    } finally {
      clearTimeout(late);
    }
  };

  /* The outcome of a line: sent, refused, conflict, waiting, other (another account), or gone (no right to
     write there now). */
  const send = async (item) => {
    if (document.body.classList.contains("is-offline")) return { became: "waiting" }; // a page without a user
    if (item.whose && item.whose !== box.dataset.whose) return { became: box.dataset.whose ? "other" : "gone" };
    try {
      if (!token()) await fetch(item.page, { credentials: "same-origin" }); // it sets the cookie
      const { status, away, told } = await post(item.send, new URLSearchParams(item.body), item.uid);
      if (status === 200 && told?.next) {
        remember(item.match, told);
        return { became: "sent", next: told.next };
      }
      if (status === 400 && told) return { became: "refused", said: told.said };
      if (status === 409 && told) return { became: "conflict", said: told.said };
      if (away || [401, 403, 404].includes(status)) return { became: "gone" };
    } catch {
      /* No network, or a timeout: the line stays in the queue. */
    }
    return { became: "waiting" };
  };

  let working = null;
  let wait = 2000;
  let timer = 0;

  /* One page of this device sends at a time. Plain http has no locks: two pages may send the same line,
     and its uid makes it one. After 15 seconds without the lock, send anyway. */
  const alone = async (act) => {
    if (!navigator.locks) return act();
    const stop = new AbortController();
    const late = setTimeout(() => stop.abort(), 15_000);
    try {
      return await navigator.locks.request("tapete-lines", { signal: stop.signal }, () => {
        clearTimeout(late);
        return act();
      });
    } catch (error) {
      if (error.name !== "AbortError") throw error;
      return act();
    }
  };

  /* Send the queue; return the outcome of each line tried, by uid. */
  const flush = async () => {
    while (working) await working;
    working = alone(sendAll);
    try {
      return await working;
    } finally {
      working = null;
    }
  };

  /* Store the outcome of a line that was sent as `item`, or delete the line once the acta has it. Leave a
     line that was rewritten meanwhile as it is. Return whether it was rewritten. */
  const settle = async (item, { became, said = "" }) => {
    const now = await change(item.uid, (line) => {
      if (line.body !== item.body) return line;
      return became === "sent" ? null : { ...line, state: became, said };
    });
    return Boolean(now) && now.body !== item.body;
  };

  /* A line that somebody is editing is not sent, for ten minutes at most. */
  const HELD = 600_000;
  const isHeld = (item) => Date.now() - (item.held ?? 0) < HELD;

  const sendAll = async () => {
    const outcomes = new Map();
    const stopped = new Set(); // match and writer of each queue that stopped
    const queueOf = (item) => `${item.match} ${item.whose}`;
    let away = false;
    for (;;) {
      // Read again each time: somebody may have changed the next line meanwhile.
      const item = (await all()).find((one) => !stopped.has(queueOf(one)));
      if (!item) break;
      if (away || isHeld(item) || item.state === "refused" || item.state === "conflict") {
        stopped.add(queueOf(item));
        continue;
      }
      const outcome = await send(item);
      const rewritten = await settle(item, outcome);
      if (!rewritten) outcomes.set(item.uid, { ...outcome, page: item.page });
      away = outcome.became === "waiting";
      if (outcome.became !== "sent" && !rewritten) stopped.add(queueOf(item));
    }
    const changed = [...outcomes.values()].filter((one) => one.became === "sent").map((one) => location.origin + one.page);
    if (changed.length) tellWorker({ changed: [...new Set(changed)] });
    clearTimeout(timer);
    wait = away ? Math.min(wait * 2, 60_000) : 2000;
    if (away) timer = setTimeout(again, wait);
    return outcomes;
  };

  /* Send the queue again, and show what the page can now show. */
  const again = async () => {
    const waiting = await all();
    if (!waiting.length) return;
    const outcomes = await flush();
    const sent = mine(waiting).map((item) => outcomes.get(item.uid)).filter((one) => one?.became === "sent");
    if (sent.length && (!form || untouched())) location.assign(last(sent).next);
    else {
      if (sent.length) await renewBoard();
      await show();
    }
  };

  /* Somebody is typing the next line: renew only the board above it. */
  const renewBoard = async () => {
    try {
      const response = await fetch(location.href, { credentials: "same-origin" });
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const [old, fresh] = [document, page].map((one) => one.querySelector(".acta-entry > div"));
      if (old && fresh) {
        fresh.querySelector("#pendientes")?.replaceWith(here);
        old.replaceWith(fresh);
      }
    } catch {
      /* The next page will show the board. */
    }
  };

  /* Another phone of this table saved a line: reload if no text would be lost. */
  document.addEventListener("htmx:afterSwap", async () => {
    const link = document.querySelector("#otra-linea[data-moved] a");
    if (!link || submitting) return;
    const waiting = await all().then(mine, () => []);
    if (!waiting.length && (!form || untouched())) location.assign(link.href);
  });

  /* The network was slow and this page is a stored copy: reload it when the network answers. */
  const renewCopy = async () => {
    if (!copy || performance.getEntriesByType("navigation")[0]?.type === "reload") return;
    try {
      const response = await fetch(location.href, { credentials: "same-origin" });
      if (response.ok && untouched()) location.reload();
    } catch {
      /* No network: keep the copy. */
    }
  };

  // --- The form --------------------------------------------------------------------------------
  const typed = () => [...new FormData(form)].filter(([name]) => name !== "csrfmiddlewaretoken");
  /* The values the page came with. Text typed before this script ran does not count as such. */
  const asGiven = () => {
    const copy = form.cloneNode(true);
    copy.reset();
    return JSON.stringify([...new FormData(copy)].filter(([name]) => name !== "csrfmiddlewaretoken"));
  };
  let given = form ? asGiven() : "";
  const untouched = () => JSON.stringify(typed()) === given;

  const cleaned = (text) => text.replace(/\([^)]*\)/g, "").trim().replace(/\s+/g, " ");
  const labelOf = (control) => {
    const ids = control.getAttribute("aria-labelledby")?.split(" ") ?? [];
    const labels = ids.length ? ids.map((id) => document.getElementById(id)) : [...(control.labels ?? [])].slice(0, 1);
    return labels.map((one) => cleaned(one?.textContent ?? "")).join(" ").trim() || control.ariaLabel || control.name;
  };
  const nameOf = (control) =>
    cleaned((["radio", "checkbox"].includes(control.type) && control.closest("fieldset")?.querySelector("legend")?.textContent) || "") || labelOf(control);
  /* The line in short: «Coto · 3-1», «Reparto · 90-30 · Las diez de últimas: A». */
  const inWords = () => {
    const shown = form.querySelector("#previa .message--success p")?.cloneNode(true);
    if (shown) {
      shown.querySelectorAll("strong, code").forEach((one) => one.remove());
      return shown.textContent.trim();
    }
    const parts = new Map();
    for (const one of form.elements) {
      const marked = ["radio", "checkbox"].includes(one.type);
      if (!one.name || one.type === "hidden" || !one.value.trim() || (marked && !one.checked)) continue;
      const group = one.type === "text" && one.closest(".sides");
      const said = marked ? labelOf(one).replace(/^([A-E]) · .*/, "$1") : one.selectedOptions?.[0]?.textContent ?? one.value.trim();
      if (group) parts.set(group, [...(parts.get(group) ?? []), said]);
      else parts.set(one, [`${nameOf(one)}: ${said}`]);
    }
    const kind = document.querySelector(".pages [aria-current]")?.textContent.trim();
    return [kind, ...[...parts.values()].map((part) => part.join("-"))].filter(Boolean).join(" · ");
  };

  const itemOf = async () => {
    const before = await all();
    const uid = form.elements.uid.value || mark();
    const old = before.find((item) => item.uid === uid);
    const now = new Date();
    const body = new URLSearchParams(typed());
    body.set("uid", uid);
    body.set("at", old?.at ?? now.toISOString());
    if (form.dataset.side) body.set("lado", form.dataset.side);
    else body.set("quien", writer());
    return {
      uid,
      order: old?.order ?? Math.max(now.getTime(), (last(before)?.order ?? 0) + 1),
      at: body.get("at"),
      match: form.dataset.match,
      number: Number(form.elements.number.value),
      page: location.pathname,
      place: document.querySelector("h1").textContent.trim().replace(/\s+/g, " "),
      send: form.dataset.send,
      compare: form.dataset.compare,
      whose: writer(),
      words: inWords(),
      body: body.toString(),
      state: "",
      said: "",
    };
  };

  const element = (name, attributes = {}, ...inside) => {
    const made = document.createElement(name);
    Object.entries(attributes).forEach(([key, value]) => (key.startsWith("on") ? made.addEventListener(key.slice(2), value) : made.setAttribute(key, value)));
    made.append(...inside);
    return made;
  };
  const preview = (...inside) => document.getElementById("previa")?.replaceChildren(...inside);

  const warn = (found) => {
    form.querySelectorAll(".device-says").forEach((one) => one.remove());
    found.forEach(([control, sentence]) => {
      const place = [".sides", "table", "fieldset", ".field"].map((one) => control.closest(one)).find(Boolean) ?? control;
      place.before(element("p", { class: "errorlist device-says" }, sentence));
    });
    preview(element("div", { class: "message message--error", role: "alert" }, element("div", {},
      ...found.map(([, sentence]) => element("p", {}, sentence)), element("p", {}, say("again")))));
    found[0][0].focus();
  };

  const renumberTo = (place) => {
    form.elements.number.value = place;
    const title = document.getElementById("siguiente");
    title.textContent = title.textContent.replace(/\d+/, place);
  };
  /* Give the form the number after the waiting lines. */
  const renumber = async () => {
    if (!form) return;
    const waiting = mine(await all()).filter((item) => item.uid !== form.elements.uid.value && item.state !== "refused");
    const last = Math.max(0, ...waiting.map((item) => item.number));
    if (last < Number(form.elements.number.value)) return;
    renumberTo(last + 1);
    // Clear the values that hold only for the line the page came with.
    form.classList.add("is-later");
    form.querySelectorAll("[data-now]").forEach((one) => { one.value = ""; });
  };
  const nextLine = async () => {
    form.reset();
    form.elements.uid.value = "";
    if (document.querySelector(".error-summary")) {
      form.querySelectorAll("input[type=text]").forEach((one) => { one.value = ""; });
    }
    form.querySelectorAll(".device-says").forEach((one) => one.remove());
    form.querySelectorAll("[data-filled]").forEach((one) => delete one.dataset.filled);
    preview();
    await renumber();
    given = JSON.stringify(typed());
    const first = [...form.elements].find((one) => one.name && one.type !== "hidden");
    first?.focus();
  };
  const plainly = () => {
    renewToken(form);
    form.submit();
  };

  /* Delete a refused line if a new line has its number. */
  const dropInstead = async ({ uid, number: place }) => {
    for (const one of mine(await all())) {
      if (one.state === "refused" && one.number === place && one.uid !== uid) await drop(one.uid);
    }
  };

  /* The outcome of a line sent by another page, or by a flush that was already running. A line no longer in
     the store is in the acta. */
  const foundAs = async ({ uid, page }) => {
    const kept = (await all()).find((one) => one.uid === uid);
    if (!kept) return { became: "sent", next: page };
    return { became: kept.state || "waiting", said: kept.said };
  };

  let warned = "";
  const submitted = async () => {
    let item;
    try {
      item = await itemOf();
      await put(item);
      await dropInstead(item);
    } catch {
      if (navigator.onLine) plainly(); // no storage: as without this file
      else preview(element("div", { class: "message message--error", role: "alert" }, element("p", {}, say("noStore"))));
      return;
    }
    const outcome = (await flush()).get(item.uid) ?? await foundAs(item);
    if (outcome.became === "sent") {
      location.assign(outcome.next);
      return;
    }
    if (outcome.became === "refused") {
      form.elements.uid.value = item.uid;
      plainly(); // the server's page shows the errors; the line is stored until then
      return;
    }
    navigator.storage?.persist?.();
    const found = outcome.became === "waiting" ? lineWrongs(form) : []; // checks.js; a second try is stored all the same
    if (found.length && warned !== item.body.replace(/&(uid|at)=[^&]*/g, "")) {
      warned = item.body.replace(/&(uid|at)=[^&]*/g, "");
      await drop(item.uid);
      warn(found);
    } else if (outcome.became !== "conflict") await nextLine();
    await show();
  };

  /* Without network, a button that needs the server, such as the acts of a hand. */
  document.addEventListener("htmx:sendError", ({ detail }) => {
    if (form && detail.elt.matches("#apunte button")) {
      preview(element("div", { class: "message message--error", role: "alert" }, element("p", {}, say("needsNetwork"))));
    }
  });

  let submitting = false;
  form?.addEventListener("submit", async (event) => {
    if (event.submitter?.hasAttribute("formaction")) return;
    event.preventDefault();
    if (submitting) return;
    submitting = true;
    form.setAttribute("aria-busy", "true");
    try {
      await submitted();
    } finally {
      submitting = false;
      form.removeAttribute("aria-busy");
    }
  });

  // --- The list of unsent lines ----------------------------------------------------------------
  const button = (sentence, onclick, kind = "button--secondary") =>
    element("button", { type: "button", class: `button ${kind}`, onclick }, sentence);

  /* A delete button: the first press asks for confirmation on the button itself. */
  const deleting = (sentence, act) => {
    let sure = false;
    const made = button(sentence, async () => {
      if (sure) await act();
      else made.textContent = say("dropSure");
      sure = true;
    }, "button--quiet");
    return made;
  };

  const dropMine = async () => {
    for (const item of mine(await all())) await drop(item.uid);
    location.assign(location.pathname);
  };

  /* Whether the line is in the form, where its errors are shown. */
  const inForm = (item) => Boolean(form) && item.uid === form.elements.uid.value;

  const whyNot = (items) => {
    const states = new Set(items.map((item) => item.state));
    if (states.has("conflict") || states.has("refused")) return "stopped";
    if (states.has("gone")) return items.some((item) => item.state === "gone" && item.whose) ? "goneAccount" : "goneTable";
    if (states.has("other")) return "other";
    return here && !navigator.serviceWorker?.controller ? "waitingOpen" : "waiting";
  };

  const isRefused = (item) => item.state === "refused"; // the server has answered: the network is not the cause
  const show = async () => {
    const items = (await all()).filter((item) => !(item.state === "refused" && inForm(item)));
    box.hidden = !items.length;
    if (items.length) {
      const why = whyNot(items);
      const count = say(items.every(isRefused) ? "toMend" : "unsent", { n: items.length, hour: hour(items[0].at) });
      const elsewhere = [...new Map(items.filter((item) => item.match !== here?.dataset.match).map((item) => [item.page, item.place]))];
      const enter = `${box.dataset.login}?next=${encodeURIComponent(location.pathname)}`;
      box.replaceChildren(
        element("p", { role: "status" }, element("strong", {}, count), " ", element("span", {}, say(why))),
        element("p", { class: "actions" },
          ...(why === "goneAccount" ? [element("a", { href: enter, class: "button" }, say("enter"))] : []),
          ...(["stopped", "goneAccount", "other"].includes(why) ? [] : [button(say("now"), async () => { wait = 2000; await again(); })]),
          ...elsewhere.map(([page, place]) => element("a", { href: page, class: "button button--quiet" }, `${say("open")}: ${place}`))),
      );
    }
    if (here) await showHere(ofMatch(items, here.dataset.match));
  };

  const showHere = async (items) => {
    here.hidden = !items.length;
    const own = mine(items);
    const [first] = own;
    const stopped = first && ["refused", "conflict"].includes(first.state) && !inForm(first);
    const section = form?.closest("section");
    if (section) section.hidden = Boolean(stopped) && (own.length > 1 || first.state === "conflict");
    document.querySelectorAll("[data-written]").forEach((one) => { one.hidden = own.length > 0; });
    if (!items.length) return;
    const list = element("ol", { class: "acta-lines acta-lines--unsent" }, ...items.map((item) => element("li", {},
      element("span", { class: "acta-lines__number" }, String(item.number)),
      element("span", {}, item.words),
      element("span", { class: "chip chip--wait" }, `${say(isRefused(item) ? "mend" : "mark")} · ${hour(item.at)}`))));
    here.replaceChildren(list, ...(items.every(isRefused) ? [] : [element("p", { class: "helptext" }, say("old"))]));
    if (!stopped && own.length && !inForm(last(own))) here.append(lastLine(last(own)));
    if (stopped && first.state === "refused") here.append(refusedPanel(first, own));
    if (stopped && first.state === "conflict") await conflictPanel(first, own);
  };

  /* Buttons that edit or delete the last unsent line. */
  const lastLine = (item) => element("p", { class: "actions" },
    button(`${say("edit")} (${item.number})`, () => edit(item), "button--quiet"),
    deleting(`${say("drop")} (${item.number})`, () => erase(item)));

  const refusedPanel = (item, items) => element("div", { class: "message message--error", role: "alert" }, element("div", {},
    element("p", {}, element("strong", {}, say("refused", { n: item.number })), " ", item.said),
    ...(items.length > 1 ? [element("p", {}, say("behind"))] : []),
    element("p", { class: "actions" },
      button(say("edit"), () => edit(item)),
      items.length > 1
        ? deleting(say("dropAll", { n: items.length }), dropMine)
        : deleting(say("drop"), () => erase(item)))));

  /* Put a line back into a form of its kind, with its number and uid, and hold it meanwhile. A line no
     longer in the store is in the acta: reload. */
  const edit = async ({ uid }) => {
    const item = await change(uid, (one) => ({ ...one, held: Date.now() }));
    if (current?.uid === uid) current.stop.abort();
    if (!item) {
      location.assign(location.pathname);
      return;
    }
    const kind = new URLSearchParams(item.body).get("como");
    if (form?.elements.como.value === kind) await fill(item);
    else location.assign(`${item.page}?como=${encodeURIComponent(kind)}#linea-${item.uid}`);
  };
  const erase = async ({ uid }) => {
    await drop(uid);
    if (current?.uid === uid) current.stop.abort();
    location.assign(location.pathname);
  };
  const fill = async (item) => {
    form.reset();
    for (const [name, value] of new URLSearchParams(item.body)) {
      const field = form.elements.namedItem(name);
      if (!field) continue;
      if (field.type === "checkbox") field.checked = true;
      else field.value = value; // also for radios: a RadioNodeList checks the radio with this value
    }
    renumberTo(item.number);
    await show();
    preview(element("div", { class: "message message--error", role: "alert" }, element("p", {}, item.said)));
    [...form.elements].find((one) => one.name && one.type !== "hidden")?.focus();
  };

  const conflictPanel = async (first, items) => {
    const body = new URLSearchParams();
    items.forEach((item) => body.append("linea", item.body));
    let answer = null;
    try {
      answer = (await post(first.compare, body)).told;
    } catch {
      /* No network: the two versions are shown later. */
    }
    if (answer?.same) {
      await dropMine(); // the acta has the same lines: nothing to decide
      return;
    }
    const panel = element("section", { class: "card card--oros" },
      element("p", { class: "lead", role: "alert" }, say("conflict")), element("p", {}, first.said));
    if (answer?.html) {
      const made = document.createElement("template");
      made.innerHTML = answer.html;
      panel.append(made.content);
      here.replaceChildren(); // the panel lists the unsent lines in words
      panel.querySelector("[data-drop]").addEventListener("click", dropMine);
      panel.querySelector("[data-dispute]")?.addEventListener("submit", dispute);
    }
    here.querySelector(".card")?.remove();
    here.append(panel);
  };

  const dispute = async (event) => {
    event.preventDefault();
    const said = event.target.querySelector("[role=alert]");
    try {
      const response = await fetch(event.target.action, { method: "POST", body: new FormData(event.target), credentials: "same-origin" });
      if (response.redirected) {
        for (const item of mine(await all())) await drop(item.uid);
        location.assign(response.url);
        return;
      }
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      said.textContent = page.querySelector(".error-summary li, main .lead")?.textContent ?? String(response.status);
    } catch {
      said.textContent = say("waiting");
    }
    said.hidden = false;
  };

  // --- Pages stored for use without network ----------------------------------------------------
  const tellWorker = (told) => navigator.serviceWorker?.controller?.postMessage(told);
  const inTime = (promise) =>
    Promise.race([promise, new Promise((_, bad) => setTimeout(() => bad(new Error("late")), 20_000))]);

  /* The page's own files come from the document: `performance` lacks files still loading. */
  const toBeKept = (tables) => {
    const own = [...document.scripts, ...document.querySelectorAll("link[href]")].map((one) => one.src ?? one.href);
    const files = [...own, ...performance.getEntriesByType("resource").map((one) => one.name)];
    const pages = [location, ...document.querySelectorAll(".pages a"), ...tables].map((one) => one.href);
    const plain = (addresses) => [...new Set(addresses.map((one) => one.split("#")[0]))];
    return {
      whose: box.dataset.whose,
      pages: plain(pages),
      files: plain(files).filter((one) => one.startsWith(location.origin)),
    };
  };
  const areKept = (worker, told) => new Promise((answered) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => answered(data);
    worker.postMessage(told, [port2]);
  });

  /* Ask the service worker until it has stored every file: one failed request would leave this page out. */
  let pause = 1000;
  const keepPage = async () => {
    const tables = document.querySelectorAll(".my-table");
    if ((!here && !tables.length) || !navigator.serviceWorker) return;
    try {
      await navigator.serviceWorker.register("/sw.js");
      const { active } = await inTime(navigator.serviceWorker.ready);
      if ((await inTime(areKept(active, toBeKept(tables)))) && navigator.serviceWorker.controller) return;
    } catch {
      /* No network yet, or private browsing; the queue works in both. */
    }
    pause = Math.min(pause * 2, 60_000);
    setTimeout(keepPage, pause);
  };

  const start = async () => {
    keepPage();
    try {
      const isAsGiven = !form || untouched();
      catchUp();
      await renumber();
      if (form && isAsGiven) given = JSON.stringify(typed());
      const edited = location.hash.startsWith("#linea-") && (await all()).find((item) => `#linea-${item.uid}` === location.hash);
      for (const item of mine(await all())) { // edits left unfinished with the page: release them
        if (item.held && item.uid !== edited?.uid) await change(item.uid, (one) => ({ ...one, held: 0 }));
      }
      if (edited && form?.elements.como.value === new URLSearchParams(edited.body).get("como")) await fill(edited);
      await show();
      await again();
      await renewCopy();
    } catch {
      if (!form) return; // no storage: the pages work as without this file
      box.hidden = false;
      box.replaceChildren(element("p", { role: "status" }, say("private")));
    }
  };
  window.addEventListener("online", () => { wait = 2000; again(); });
  document.addEventListener("visibilitychange", () => { if (!document.hidden) again(); });
  start();
})();
