/* The hall clock: the time left until `data-ends`, by the clock of the server. `data-offset` of the body,
   set by each script that polls the server, is the server's time minus the device's in ms. The state of
   the clock goes to `data-time` of the body, which gives the colours and words of the stylesheet. It
   sounds after the first key or press, because browsers forbid it before. */
"use strict";

const SOON = 5 * 60;
const NOTES = { soon: [660, 660], up: [440, 440, 440], running: [880] };
let sound = null;

const serverNow = () => Date.now() + Number(document.body.dataset.offset || 0);

const clockText = (seconds) => {
  const whole = Math.max(Math.ceil(seconds), 0);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const rest = String(whole % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
};

const secondsLeft = (clock) => {
  const until = clock.dataset.stopped ? Number(clock.dataset.stopped) * 1000 : serverNow();
  return (Number(clock.dataset.ends) * 1000 - until) / 1000;
};

const timeOf = (clock) => {
  if (!clock) return "";
  if (clock.dataset.stopped) return "stopped";
  const left = secondsLeft(clock);
  if (left <= 0) return "up";
  return left <= SOON ? "soon" : "running";
};

const ring = (notes) => {
  if (sound?.state !== "running") return;
  notes.forEach((pitch, turn) => {
    const [tone, volume] = [sound.createOscillator(), sound.createGain()];
    const at = sound.currentTime + turn * .45;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(.4, at);
    volume.gain.exponentialRampToValueAtTime(.001, at + .4);
    tone.connect(volume).connect(sound.destination);
    tone.start(at);
    tone.stop(at + .4);
  });
};

let last = { time: "", started: "" };
const tickClock = () => {
  document.querySelectorAll("[data-ends]").forEach((clock) => {
    const shown = clock.querySelector("[data-left]");
    const text = clockText(secondsLeft(clock));
    if (shown && shown.textContent !== text) shown.textContent = text;
    clock.querySelector("[data-up]")?.toggleAttribute("hidden", secondsLeft(clock) > 0);
  });
  const clock = document.querySelector("[data-ends]");
  const now = { time: timeOf(clock), started: clock?.dataset.started || "" };
  if (now.time) document.body.dataset.time = now.time;
  else delete document.body.dataset.time;
  const begins = now.started !== last.started && now.started;
  if (last.time && (begins || (now.time !== last.time && NOTES[now.time]))) {
    ring(NOTES[begins ? "running" : now.time]);
  }
  last = now;
};

/* A page that does not poll the server asks it once for the time. */
const askTime = async () => {
  const address = document.querySelector("[data-sync]")?.dataset.sync;
  if (!address) return;
  const sent = performance.now();
  const answer = await fetch(address, { headers: { "HX-Request": "true" }, cache: "no-store" }).catch(() => null);
  const now = Number(answer?.headers.get("X-Tapete-Now"));
  if (now) document.body.dataset.offset = String(Math.round(now + (performance.now() - sent) / 2 - Date.now()));
};

const button = document.getElementById("sonido");
const allowSound = () => {
  sound ??= new AudioContext();
  sound.resume().then(() => {
    if (button && !button.hidden) ring(NOTES.running);
    if (button) button.hidden = true;
  });
};
if (window.AudioContext && (button || document.getElementById("pantalla"))) {
  if (button) button.hidden = false;
  ["pointerdown", "keydown"].forEach((kind) => document.addEventListener(kind, allowSound, { once: true }));
}
tickClock();
askTime().then(tickClock);
setInterval(tickClock, 200);
