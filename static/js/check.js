/* The page that makes a draw again works without this file. With it, the visitor's own browser
   repeats three of its steps from what the page shows: the commitment, the seed, the balls. */
"use strict";

const bytes = new TextEncoder();

const sha256 = async (text) => {
  const digest = await crypto.subtle.digest("SHA-256", bytes.encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
};

const shown = (name) => document.querySelector(`[data-value="${name}"]`).textContent;

const CHECKS = {
  commitment: async () =>
    (await sha256(`${shown("text")}secreto: ${shown("secret")}\n`)) === shown("digest"),

  seed: async () =>
    (await sha256(`${shown("secret")}|${shown("word")}`)).slice(0, 20) === shown("seed"),

  balls: async ({ label }) => {
    const order = shown("order");
    const numbers = order.split(",").map(Number);
    const drawn = await Promise.all(numbers.map(async (number) =>
      [await sha256(`${shown("seed")}|${label}|${number}`), number]));
    drawn.sort(([one, a], [other, b]) => (one < other ? -1 : one > other ? 1 : a - b));
    return drawn.map(([, number]) => number).join(",") === order;
  },
};

const mark = (step, equal, { yes, no }) => {
  const chip = document.createElement("span");
  chip.className = `chip ${equal ? "chip--good" : "chip--bad"}`;
  chip.dataset.browser = equal ? "yes" : "no";
  chip.textContent = equal ? `✓ ${yes}` : `✗ ${no}`;
  let marks = step.querySelector(".marks");
  if (!marks) {
    marks = document.createElement("p");
    marks.className = "marks";
    step.querySelector("h2").after(marks);
  }
  marks.append(" ", chip);
};

const checks = document.querySelector(".checks");
document.getElementById(crypto.subtle ? "navegador" : "sin-cuentas").hidden = false;
if (crypto.subtle) {
  checks.querySelectorAll("[data-check]").forEach(async (step) => {
    mark(step, await CHECKS[step.dataset.check](step.dataset), checks.dataset);
  });
}
