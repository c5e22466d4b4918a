/* Checks of a line on the device: missing fields, ranges, totals, impossible results. queue.js runs them
   while the server is unreachable. The form gives their fields, numbers and sentences
   (scoring/games/device.py); this file has no rules of a game. */
"use strict";

const lineWrongs = (() => {
  const DASH = /[‐‑‒–—―−⁃﹘﹣－]/g;
  const NUMBER = /^\s*[+-]?\d+(?:[.,]5|½|[.,]0*)?\s*$/;
  const WHOLE = /^\s*[+-]?\d+(?:[.,]0*)?\s*$/;
  const hyphens = (text) => text.replace(DASH, "-");
  const numberIn = (text) => Number(hyphens(text).trim().replace("½", ".5").replace(",", "."));

  const controlsOf = (form, name) => [...form.elements].filter((one) => one.name === name);
  const typedIn = (form, name) => {
    const controls = controlsOf(form, name);
    const marked = controls.filter((one) => ["radio", "checkbox"].includes(one.type));
    return (marked.length ? marked.find((one) => one.checked) : controls[0])?.value.trim() ?? "";
  };
  /* The number of a field, or its gain minus its loss if it has two boxes. NaN: blank. */
  const numberOf = (form, name) => {
    const [gained, lost] = [typedIn(form, name), typedIn(form, `${name}_pierde`)];
    return gained || lost ? numberIn(gained || "0") - numberIn(lost || "0") : NaN;
  };

  const total = (numbers) => numbers.reduce((one, other) => one + other, 0);
  const inOrder = (numbers) => [...numbers].sort((one, other) => other - one).join("-");
  const SIDES = "ABCDE";

  /* Each check returns the values of its sentence if the numbers are impossible, else null. */
  const ofEach = (wrong) => (numbers, check) => {
    const at = numbers.findIndex((number) => !Number.isNaN(number) && wrong(number, check));
    return at < 0 ? null : { at, value: numbers[at], side: SIDES[at] };
  };
  const ofAll = (wrong, value) => (numbers, check) =>
    numbers.some(Number.isNaN) || !wrong(numbers, check) ? null : { at: 0, value: value(numbers) };
  const dash = (numbers) => numbers.join("-");
  const NUMBERS = {
    each: ofEach((number, { low, high }) => number < (low ?? 0) || number > high),
    never: ofEach((number, { never }) => never.includes(number)),
    step: ofEach((number, { step }) => number % step !== 0),
    sum: ofAll((numbers, { allowed }) => total(numbers) !== allowed, total),
    most: ofAll((numbers, { allowed }) => total(numbers) > allowed, total),
    under: ofAll((numbers, { under }) => total(numbers) >= under, total),
    full: ofAll((numbers, { full, enough }) => total(numbers) < full && Math.max(...numbers) < enough, dash),
    among: ofAll((numbers, { allowed }) => !allowed.split(", ").includes(inOrder(numbers)), dash),
    reach: ofAll((numbers, { target, high }) => {
      const there = numbers.filter((number) => number >= target).length;
      return Math.max(...numbers) > high || there < 1 || there === numbers.length;
    }, dash),
  };
  const CHOICES = {
    same: (typed) => new Set(typed.filter(Boolean)).size > 1,
    one: (typed) => typed.filter(Boolean).length > 1,
    some: (typed) => !typed.some(Boolean),
  };

  const asked = (form, { unless, only }) =>
    !unless.some((name) => typedIn(form, name)) && (!only || only[1].includes(typedIn(form, only[0])));

  const failed = (form, check) => {
    const { fields, test, less } = check;
    if (!asked(form, check)) return null;
    if (CHOICES[test]) return CHOICES[test](fields.map((name) => typedIn(form, name))) ? { at: 0 } : null;
    const typed = fields.map((name) => numberOf(form, name));
    const numbers = check.blank && !typed.every(Number.isNaN) ? typed.map((one) => one || 0) : typed;
    const rest = less ? numberOf(form, less) : 0;
    const wrong = NUMBERS[test](numbers, less ? { ...check, allowed: check.allowed - rest } : check);
    return wrong && less ? { ...wrong, allowed: check.allowed - rest, [less]: rest } : wrong;
  };

  const said = (check, { at, ...places }) =>
    Object.entries(places).reduce(
      (text, [name, value]) => text.replaceAll(`{${name}}`, check.signed && value > 0 ? `+${value}` : value),
      check.says,
    );

  /* [control, sentence] for each field that is wrong on its own. */
  const ofFields = (form) => {
    const found = [];
    const seen = new Set();
    for (const one of form.elements) {
      if (!one.name || one.type === "hidden" || seen.has(one.name)) continue;
      seen.add(one.name);
      const text = typedIn(form, one.name);
      const { needed, unless, whole, amount, min, max, minSays, maxSays } = one.dataset;
      if (!text && !typedIn(form, `${one.name}_pierde`)) {
        if (needed && one.getClientRects().length && !(unless && typedIn(form, unless))) found.push([one, needed]);
      } else if (text && whole && !WHOLE.test(hyphens(text))) found.push([one, whole]);
      else if (text && amount && !NUMBER.test(hyphens(text))) found.push([one, amount]);
      else if (min !== undefined && numberIn(text) < Number(min)) found.push([one, minSays]);
      else if (max !== undefined && numberIn(text) > Number(max)) found.push([one, maxSays]);
    }
    return found;
  };

  /* [control, sentence] for each wrong field; if none, for the first failed check, as on the server. */
  return (form) => {
    const found = ofFields(form);
    if (found.length) return found;
    for (const check of JSON.parse(form.dataset.checks || "[]")) {
      const wrong = failed(form, check);
      if (wrong) return [[controlsOf(form, check.fields[wrong.at])[0], said(check, wrong)]];
    }
    return [];
  };
})();
