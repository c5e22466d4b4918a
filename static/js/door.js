/* The door. The search uses the entries in the page, so it works without network. A mark gives its new
   value («presente: 1»), so sending it twice does no harm; it waits on this device until the server
   answers. Without this file each search and each mark loads a page. */
"use strict";

(() => {
  const door = document.getElementById("puerta");
  const search = document.getElementById("q");
  const place = document.getElementById("hallado");
  const note = document.getElementById("sin-marcar");
  const news = document.getElementById("novedades");
  const OTHERS = 7;
  const AGAIN = 5000; // ms between two attempts to send
  const FRESH = 60000; // ms between two readings of the marks of other desks
  const FIELDS = { presente: "present", pagado: "paid" };
  const store = `puerta-${door.dataset.list}`;
  const say = (name, places = {}) =>
    Object.entries(places).reduce((text, [key, value]) => text.replaceAll(`{${key}}`, value), door.dataset[name]);
  const fold = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

  // --- The entries ---------------------------------------------------------------------------------
  let entries = [];
  let chosen = null; // the entry on the screen
  const read = (page) => {
    entries = JSON.parse(page.getElementById("inscripciones").textContent);
    entries.forEach((entry) => {
      entry.text = ` ${fold(`${entry.number} ${entry.names} ${entry.people} ${entry.town}`).replace(/[^\p{L}\p{N}]+/gu, " ")}`;
    });
    Object.entries(waiting).forEach(([key, value]) => apply(key, value));
  };
  const find = (words) => {
    if (words.length === 1 && /^\d+$/.test(words[0])) return entries.filter((entry) => entry.number === Number(words[0]));
    const starts = (entry) => words.every((word) => entry.text.includes(` ${word}`));
    return entries
      .filter((entry) => words.every((word) => entry.text.includes(word)))
      .sort((one, other) => starts(other) - starts(one) || one.present - other.present);
  };

  // --- Unsent marks ---------------------------------------------------------------------------------
  let waiting = {}; // "12/presente": "1"
  try {
    waiting = JSON.parse(localStorage.getItem(store)) ?? {};
  } catch {
    /* Without storage the marks wait in this page. */
  }
  const keep = () => {
    try {
      localStorage.setItem(store, JSON.stringify(waiting));
    } catch {
      /* As above. */
    }
    const count = Object.keys(waiting).length;
    if (!note.dataset.refused) {
      note.hidden = !offline || !count;
      note.textContent = say("waiting", { n: count });
    }
    document.getElementById("llegados").textContent = entries.filter((entry) => entry.present).length;
  };
  const apply = (key, value) => {
    const [number, mark] = key.split("/");
    const entry = entries.find((other) => other.number === Number(number));
    if (entry) entry[FIELDS[mark]] = value === "1";
  };
  const token = () =>
    document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1] ?? document.querySelector("[name=csrfmiddlewaretoken]").value;
  let offline = false;
  let sending = false;
  const send = async () => {
    if (sending) return;
    sending = true;
    try {
      for (const [key, value] of Object.entries(waiting)) {
        const answer = await fetch(`${door.dataset.list}${key}/?puerta=1`, {
          method: "POST", body: new URLSearchParams({ value }), redirect: "manual", credentials: "same-origin",
          headers: { "X-CSRFToken": token(), "HX-Request": "true" },
        });
        if (answer.status >= 500 || answer.status === 429) throw new Error("later");
        offline = false;
        if (waiting[key] === value) delete waiting[key];
        if (!answer.ok) {
          note.dataset.refused = "yes";
          note.hidden = false;
          note.textContent = say("refused", { n: key.split("/")[0] });
        }
      }
    } catch {
      offline = true;
    }
    sending = false;
    keep();
  };
  setInterval(() => Object.keys(waiting).length && send(), AGAIN);
  addEventListener("online", send);
  addEventListener("beforeunload", (event) => Object.keys(waiting).length && event.preventDefault());
  setInterval(async () => {
    if (document.hidden || Object.keys(waiting).length) return;
    try {
      const page = await (await fetch("?puerta=1", { credentials: "same-origin" })).text();
      read(new DOMParser().parseFromString(page, "text/html"));
      keep();
    } catch {
      /* Without network: keep the entries of this page. */
    }
  }, FRESH);

  const mark = (entry, name, on) => {
    waiting[`${entry.number}/${name}`] = on ? "1" : "0";
    entry[FIELDS[name]] = on;
    keep();
    send();
    show(entry);
    news.textContent = `${entry.names}: ${say(name === "presente" ? (on ? "present" : "absent") : on ? "paid" : "unpaid")}`;
  };

  // --- The screen -------------------------------------------------------------------------------------
  const piece = (tag, className, text = "") => Object.assign(document.createElement(tag), { className, textContent: text });
  const tick = (entry, name, yes, no) => {
    const on = entry[FIELDS[name]];
    const button = piece("button", on ? "tick tick--on" : "tick", say(on ? yes : no));
    button.type = "button";
    button.addEventListener("click", () => {
      mark(entry, name, !entry[FIELDS[name]]);
      search.focus();
    });
    return button;
  };
  const show = (entry, others = []) => {
    chosen = entry;
    const best = piece("div", "door__best");
    const marks = piece("div", "door__marks");
    marks.append(tick(entry, "presente", "present", "absent"), tick(entry, "pagado", "paid", "unpaid"));
    best.append(piece("span", "door__number", entry.number), piece("p", "door__names", entry.names), piece("p", "door__town", entry.town), marks);
    place.replaceChildren(best);
    if (!others.length) return;
    const list = piece("ul", "door__others");
    others.slice(0, OTHERS - 1).forEach((other) => {
      const button = piece("button", "");
      button.type = "button";
      button.append(piece("strong", "", other.number), piece("span", "", other.town ? `${other.names} · ${other.town}` : other.names));
      button.addEventListener("click", () => {
        show(other);
        search.focus();
      });
      const line = document.createElement("li");
      line.append(button);
      list.append(line);
    });
    place.append(list);
  };
  const look = () => {
    const words = fold(search.value).split(/[^\p{L}\p{N}]+/u).filter(Boolean);
    chosen = null;
    if (!words.length) return place.replaceChildren();
    const [best, ...others] = find(words);
    if (best) show(best, others);
    else place.replaceChildren(piece("p", "", say("nobody", { words: search.value.trim() })));
    news.textContent = place.firstChild.innerText.replace(/\s+/g, " ");
  };

  search.addEventListener("input", look);
  search.form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!chosen || !search.value.trim()) return;
    const entry = chosen;
    if (entry.present) {
      news.textContent = say("already", { names: entry.names });
      show(entry);
    } else mark(entry, "presente", true);
    search.value = ""; // ready for the next search; the entry stays on the screen for its other mark
  });
  search.addEventListener("keydown", (event) => {
    if (event.key === "F4" && chosen) {
      event.preventDefault();
      mark(chosen, "pagado", !chosen.paid);
    } else if (event.key === "Escape") {
      search.value = "";
      look();
    }
  });
  document.querySelector("[data-scripted]").hidden = false;
  search.form.querySelector("button").hidden = true;
  read(document);
  keep();
  if (search.value) look();
  send();
})();
