/* The page that verifies a draw works without this file. With it, the visitor's browser also repeats
   three steps from the values on the page: the commitment, the seed, the balls. */
"use strict";

/* SHA-256 (FIPS 180-4) for the plain http of a hall: `crypto.subtle` needs https. */
const PRIMES = [];
for (let number = 2; PRIMES.length < 64; number += 1) {
  if (PRIMES.every((prime) => number % prime)) PRIMES.push(number);
}
const fraction = (root) => (prime) => ((prime ** (1 / root)) % 1) * 2 ** 32 | 0;
const CONSTANTS = PRIMES.map(fraction(3));
const START = PRIMES.slice(0, 8).map(fraction(2));

const turn = (word, by) => (word >>> by) | (word << (32 - by));

const blocksOf = (data) => {
  const padded = new DataView(new ArrayBuffer((((data.length + 8) >> 6) + 1) << 6));
  data.forEach((byte, at) => padded.setUint8(at, byte));
  padded.setUint8(data.length, 0x80);
  padded.setUint32(padded.byteLength - 4, data.length * 8);
  return padded;
};

const scheduled = (padded, block) => {
  const words = Array.from({ length: 16 }, (_, at) => padded.getInt32(block + 4 * at));
  for (let at = 16; at < 64; at += 1) {
    const [early, late] = [words[at - 15], words[at - 2]];
    words[at] = (words[at - 16] + (turn(early, 7) ^ turn(early, 18) ^ (early >>> 3))
      + words[at - 7] + (turn(late, 17) ^ turn(late, 19) ^ (late >>> 10))) | 0;
  }
  return words;
};

const compressed = (hash, words) => {
  let [a, b, c, d, e, f, g, h] = hash;
  words.forEach((word, at) => {
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g))
      + CONSTANTS[at] + word) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
  });
  return [a, b, c, d, e, f, g, h].map((word, at) => (word + hash[at]) | 0);
};

const ownSha256 = (data) => {
  const padded = blocksOf(data);
  let hash = START;
  for (let block = 0; block < padded.byteLength; block += 64) {
    hash = compressed(hash, scheduled(padded, block));
  }
  return hash.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
};

const bytes = new TextEncoder();

const sha256 = async (text) => {
  const data = bytes.encode(text);
  if (!crypto.subtle) return ownSha256(data);
  const digest = await crypto.subtle.digest("SHA-256", data);
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
document.getElementById("navegador").hidden = false;
checks.querySelectorAll("[data-check]").forEach(async (step) => {
  mark(step, await CHECKS[step.dataset.check](step.dataset), checks.dataset);
});
