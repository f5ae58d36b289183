// A combatant's sheet by finger and by key: dots that are tapped, numbers that are kept as they are set, a roll that counts
// itself, gear that is found by its letters. Without it the same page is a form.

/** So long a trait rests before it is kept, so that several taps are one step of the past. */
const REST = 500;

export function begin(page) {
  const sheet = page.querySelector(".paper");
  if (!sheet) return;
  const traits = sheet.querySelector("#traits > form");
  const dice = sheet.querySelector("#dice");
  const settle = traits && write(sheet, traits, dice);
  if (dice) roll(sheet, dice, settle);
  const picker = sheet.querySelector(".picker");
  if (picker) find(picker);
}

/** Sends a form as it would be sent, and answers with the page that comes back. */
async function send(form, fields) {
  const url = form.action.split("#")[0];
  const body = new URLSearchParams(fields);
  // It arrives even when the page goes meanwhile.
  const answer = await fetch(url, { method: "POST", headers: { accept: "text/html" }, body, keepalive: true });
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

/** Parts that follow from what was written come anew, unless the reader is in one. */
function follow(sheet, answer) {
  for (const id of ["health", "pools", "initiative"]) {
    const [old, now] = [sheet.querySelector(`#${id}`), answer.querySelector(`#${id}`)];
    if (old && now && !old.matches(":focus-within")) old.replaceWith(document.importNode(now, true));
  }
  const head = answer.querySelector(".paper-name .faint");
  if (head) sheet.querySelector(".paper-name .faint").textContent = head.textContent;
}

const number = (input) => Math.trunc(Number(input.value)) || 0;
const clamp = (value, input) => Math.min(Number(input.max), Math.max(Number(input.min), value));

/**
 * The traits: each is one number, which dots, buttons and keys set. What was set is kept after a moment, or at once by what
 * this answers with.
 */
function write(sheet, form, dice) {
  form.dataset.live = "true";
  const told = Object.assign(document.createElement("p"), { hidden: true });
  told.setAttribute("role", "status");
  form.before(told);
  let timer;
  let sending = Promise.resolve();
  const lines = [...form.querySelectorAll(".trait")];
  const line = (element) => element.closest(".trait");
  const field = (trait) => trait.querySelector("input[type=number]");
  const was = (trait) => trait.querySelector("input[type=hidden]");

  function draw(trait) {
    const now = number(field(trait));
    trait.querySelectorAll(".dots i").forEach((dot, at) => (dot.dataset.lit = String(at < now)));
  }
  function set(trait, value) {
    const input = field(trait);
    input.value = clamp(value, input);
    changed(trait);
  }
  function changed(trait) {
    draw(trait);
    trait.dataset.written = "true";
    dice?.dispatchEvent(new Event("count"));
    clearTimeout(timer);
    timer = setTimeout(() => (sending = sending.then(keep)), REST);
  }
  async function keep() {
    const open = lines.filter((trait) => field(trait).value !== was(trait).value);
    if (!open.length) return;
    const fields = [["do", "traits"]];
    for (const trait of open) fields.push([field(trait).name, field(trait).value], [was(trait).name, was(trait).value]);
    let answer;
    try {
      answer = await send(form, fields);
    } catch {
      return say(form.dataset.away, true);
    }
    const trouble = answer.querySelector("#traits [role=alert]");
    if (trouble || !answer.querySelector("#traits .trait")) return say(trouble?.textContent ?? form.dataset.away, true);
    for (const trait of open) {
      const now = answer.querySelector(`#traits input[name="${CSS.escape(field(trait).name)}"]`)?.closest(".trait");
      if (!now) continue;
      was(trait).value = was(now).value;
      const adds = trait.querySelector("[data-adds]");
      if (adds) adds.dataset.adds = now.querySelector("[data-adds]").dataset.adds;
    }
    const offer = answer.querySelector("#dice");
    if (dice && offer) Object.assign(dice.dataset, { given: offer.dataset.given, offers: offer.dataset.offers });
    dice?.dispatchEvent(new Event("count"));
    follow(sheet, answer);
    say(form.dataset.saved, false);
  }
  function say(words, trouble) {
    told.className = trouble ? "trouble" : "kept";
    told.hidden = false;
    told.textContent = words;
  }

  for (const trait of lines) {
    if (!trait.querySelector(".dots")) step(trait);
    field(trait).addEventListener("focus", ({ target }) => target.select());
  }
  /** Less and more, where there are no dots; the number between them is what keys and readers have. */
  function step(trait) {
    for (const [sign, by] of [["−", -1], ["+", 1]]) {
      const button = Object.assign(document.createElement("button"), { type: "button", className: "quiet icon", textContent: sign, tabIndex: -1 });
      button.setAttribute("aria-hidden", "true");
      button.addEventListener("click", () => set(trait, number(field(trait)) + by));
      by < 0 ? field(trait).before(button) : field(trait).after(button);
    }
  }
  form.addEventListener("click", (event) => {
    const dot = event.target.closest(".dots i");
    if (!dot) return;
    const value = [...dot.parentElement.children].indexOf(dot) + 1;
    set(line(dot), value === number(field(line(dot))) ? value - 1 : value);
  });
  form.addEventListener("input", ({ target }) => {
    if (line(target) && target === field(line(target))) changed(line(target));
  });
  form.addEventListener("keydown", (event) => {
    const trait = event.target.closest(".trait");
    if (!trait || event.target !== field(trait)) return;
    const to = { Home: field(trait).min, End: trait.querySelectorAll(".dots i").length || field(trait).max }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    set(trait, Number(to));
  });
  // What is sent as a form holds all that was set.
  form.addEventListener("submit", () => clearTimeout(timer));
  // What was set and not kept yet is kept when the page goes.
  addEventListener("pagehide", () => form.isConnected && keep());
  return () => {
    clearTimeout(timer);
    return (sending = sending.then(keep));
  };
}

/** The roll: what is in it, in the words of the rules; the page stays, and says what came of it. */
function roll(sheet, form, settle) {
  const boxes = () => [...sheet.querySelectorAll("input[name=part]")];
  const parts = form.querySelector(".dice-parts");
  const [hint, button] = [parts.textContent, form.querySelector("button.brass")];
  const plain = button.textContent;
  /** What a trait adds: as the rules said when it was printed, and what was set since. */
  const adds = (box) => {
    const trait = box.closest(".trait");
    return Number(box.dataset.adds) + number(trait.querySelector("input[type=number]")) - Number(trait.querySelector("input[type=hidden]").value);
  };
  function count() {
    const chosen = boxes().filter((box) => box.checked);
    const by = number(form.elements.modifier);
    form.dataset.active = String(chosen.length > 0);
    const name = (box) => box.nextElementSibling.textContent;
    const words = chosen.map(name).join(" + ") + (by ? ` ${by < 0 ? "−" : "+"} ${Math.abs(by)}` : "");
    parts.textContent = words || hint;
    const sum = chosen.map(adds).reduce((all, one) => all + one, Number(form.dataset.given) + by);
    const offers = form.dataset.offers.split("\n");
    const at = Math.min(offers.length - 1, Math.max(0, sum - Number(form.dataset.least)));
    // The words of the rules are of the dials as they were printed.
    const turned = [...form.querySelectorAll("input[name^='dial.']")].some((dial) => dial.value !== dial.defaultValue);
    button.textContent = chosen.length && !turned ? offers[at] : plain;
  }
  sheet.addEventListener("change", ({ target }) => {
    if (target.name !== "part") return;
    form.querySelector(".dice-came").replaceChildren();
    count();
  });
  form.addEventListener("input", count);
  form.addEventListener("count", count);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (form.dataset.sends) return;
    form.dataset.sends = "true";
    try {
      // What was set a moment ago counts in it.
      await settle?.();
      const answer = await send(form, new FormData(form));
      const came = answer.querySelector(".dice-came");
      if (came) form.querySelector(".dice-came").replaceChildren(...document.importNode(came, true).childNodes);
      follow(sheet, answer);
    } catch {
      // The button is there to be pressed again.
    } finally {
      delete form.dataset.sends;
    }
  });
  count();
}

/** Gear by a few letters of its name: the rows of all kinds that have them, those that begin so first. */
function find(picker) {
  const [label, all, none] = [".picker-find", ".picker-all", ".picker-none"].map((it) => picker.querySelector(it));
  const field = label.querySelector("input");
  label.hidden = false;
  const found = document.createElement("ul");
  found.className = "picker-rows";
  found.hidden = true;
  all.before(found);
  const rows = new Map([...all.querySelectorAll("li")].map((row) => [row.querySelector("button").value, row]));
  const name = (row) => row.querySelector("strong").textContent.toLowerCase();
  field.addEventListener("input", () => {
    const typed = field.value.trim().toLowerCase();
    const hits = typed ? [...rows.values()].filter((row) => name(row).includes(typed)) : [];
    const rank = (row) => Number(!name(row).startsWith(typed));
    hits.sort((one, other) => rank(one) - rank(other));
    found.replaceChildren(...hits.map((row) => row.cloneNode(true)));
    found.hidden = !hits.length;
    all.hidden = typed !== "";
    none.hidden = !typed || hits.length > 0;
  });
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    found.querySelector("button")?.click();
  });
}

// Where the page is the document; what a table has in its drawer it begins itself.
begin(document);
