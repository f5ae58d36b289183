// Somebody at a phone who plays nobody, and has nothing but the cards of exchanges that are over to learn from who took
// what, who fell and who holds whom; and whether that is what stands in the order.
import { readFileSync } from "node:fs";
import { PHONE, SIZES, SOON, expect } from "./table.mjs";

const CATALOG = readFileSync(new URL("../../crates/rules/messages/en/outcome.ftl", import.meta.url), "utf8");

/** How a row says that one has another in hand. */
const HOLDS = ["grapples", "holds", "pins", "clinches"];

/** A sentence of the catalog as it is read again: each of its arguments is a group of that name. */
function sentence(key) {
  const words = CATALOG.match(new RegExp(`^${key} = (.+)$`, "m"))?.[1];
  if (!words) throw new Error(`the catalog has no sentence ${key}`);
  const argument = (name) => `(?<${name}>${name === "word" ? HOLDS.join("|") : ".+?"})`;
  const read = words.split(/\{ \$(\w+) \}/).map((part, at) => (at % 2 ? argument(part) : part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")));
  return new RegExp(`^${read.join("")}$`);
}

const HARMS = ["takes-and-is", "takes", "loses-and-is", "loses"].map(sentence);
const HEALS = ["heals"].map(sentence);
const TIES = ["ties-with", "ties"].map(sentence);
const FREES = ["gets-free-with", "gets-free", "lets-go"].map(sentence);
const DAMAGE = sentence("damage-of-a-kind");

/** What is said of those who are out of the fight. */
const OUT = ["unconscious", "incapacitated", "in torpor", "down"];
/** Marks from the mildest to the worst. */
const MARKS = ["/", "X", "*"];
const MARK_OF = { bashing: "/", lethal: "X", aggravated: "*" };

/** What matches the first of these, if one does. */
const read = (patterns, words) => patterns.map((pattern) => words.match(pattern)?.groups).find(Boolean);

/** A point more on a track: in an empty box, and where there is none a mild mark grows worse. */
function marked(boxes, mark, overflows) {
  const all = [...boxes];
  const empty = all.indexOf(".");
  if (empty >= 0) all[empty] = mark;
  else {
    const mildest = all.reduce((mild, one, at) => (MARKS.indexOf(one) < MARKS.indexOf(all[mild]) ? at : mild), 0);
    const milder = MARKS.indexOf(all[mildest]) < MARKS.indexOf(mark);
    if (milder) all[mildest] = mark;
    else if (overflows || mark === "/") all[mildest] = MARKS[Math.min(MARKS.indexOf(all[mildest]) + 1, 2)];
  }
  return sorted(all);
}

const sorted = (all) => all.sort((one, other) => "*X/.".indexOf(one) - "*X/.".indexOf(other)).join("");

/** How all stand whom a screen shows in its order: boxes or points, whether they are out, and who holds whom. */
async function drawn(page) {
  return await page.evaluate((holds) => {
    const glyph = { "": ".", b: "/", l: "X", a: "*" };
    const rows = [...document.querySelectorAll(".row")].map((row) => {
      const boxes = [...row.querySelectorAll(".box")].map((box) => glyph[box.dataset.mark]).join("");
      const points = row.querySelector(".points-figure strong")?.textContent.replace("−", "-");
      return [row.querySelector(".name").textContent, { health: boxes || Number(points), out: row.dataset.out === "true" }];
    });
    const ties = [...document.querySelectorAll(".hold > span")].map((tie) => tie.textContent);
    return { all: Object.fromEntries(rows), ties: ties.filter((tie) => holds.some((word) => tie.includes(` ${word} `))).sort() };
  }, HOLDS);
}

/** Keeps what each card of an exchange that is over says, as long as it is in sight: its title and what follows from it. */
function keepCards() {
  window.cards = [];
  const look = () => {
    const card = document.querySelector(".roll-card .ended");
    if (!card?.checkVisibility()) return;
    const shown = [card.querySelector("h2"), ...card.parentElement.querySelectorAll(".entry-effect")];
    const says = shown.filter((part) => part.checkVisibility()).map((part) => part.textContent.trim());
    const { exchange } = card.dataset;
    const before = window.cards.find((kept) => kept.exchange === exchange);
    if (before) before.says = says;
    else window.cards.push({ exchange, says });
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
}

/** Keeps all that a page says by itself, as a screen reader hears it: each text that comes to stand in a live region. */
function keepWords() {
  window.said = [];
  const last = new Map();
  const look = (changes) => {
    const regions = changes.map(({ target }) => (target.closest ? target : target.parentElement)?.closest("[aria-live], [role=status], [role=alert]"));
    for (const region of new Set(regions)) {
      const words = region?.textContent.trim();
      if (words && last.get(region) !== words) window.said.push(words);
      if (region) last.set(region, words);
    }
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
}

/** Listens to a page from now on. What it answers with waits for what is said since it was last asked, word for word. */
export async function listen({ page }) {
  await page.evaluate(keepWords);
  let from = 0;
  return async (...sentences) => {
    const said = () => page.evaluate((from) => window.said.slice(from), from);
    await expect.poll(said, { message: "what is said aloud", ...SOON }).toEqual(sentences);
    from += sentences.length;
  };
}

/** Somebody who reads cards. */
export class Witness {
  /** Sits down at the table as a player, and looks at it once all are in the order, before the first blow. */
  static async joins(guest, mara) {
    const person = await guest(SIZES.phone, PHONE);
    await person.join((await mara.invitation()).player, "Dana");
    await expect(person.page.locator(".row")).toHaveCount(await mara.page.locator(".row").count());
    const witness = new Witness();
    Object.assign(witness, { person, before: await drawn(person.page) });
    await person.page.evaluate(keepCards);
    return witness;
  }

  /** What comes due to a combatant is no exchange and has no card: `damage` ("1 lethal"), and what is wrong since. */
  async hears(name, { damage = "", states = "" }) {
    await this.person.page.evaluate((due) => window.cards.push({ says: [], due }), { name, damage, states });
  }

  /** What the cards come to, from how all stood before; whatever is said twice counts twice. */
  async reckons(overflows) {
    const { all, ties } = structuredClone(this.before);
    const held = new Set(ties);
    const cards = await this.person.page.evaluate(() => window.cards);
    for (const { says, due } of cards) {
      if (due) hurt(all[due.name], due, overflows);
      for (const words of says.flatMap((part) => part.split(". "))) {
        const [harm, heals, tie, free] = [HARMS, HEALS, TIES, FREES].map((patterns) => read(patterns, words));
        if (harm) hurt(all[harm.name], harm, overflows);
        else if (heals) mended(all[heals.name], heals);
        // Who “holds out against” another has no hold of anybody.
        else if (tie && tie.name in all) held.add(`${tie.by} ${tie.word} ${tie.name}`);
        else if (free) for (const one of held) if (one.includes(free.by) && one.includes(free.name)) held.delete(one);
      }
    }
    return { all, ties: [...held].sort() };
  }

  /**
   * What it read on the cards is what stands in the order, on its own screen and on all others; `overflows` where more
   * than a full track can take makes a mark of it worse.
   */
  async agrees(others, { overflows = false } = {}) {
    for (const { page } of [this.person, ...others]) {
      const there = async () => expect(await this.reckons(overflows), "what the cards told").toEqual(await drawn(page));
      await expect(there).toPass({ ...SOON, timeout: 10_000 });
    }
  }
}

function hurt(who, { damage = "", points, states = "" }, overflows) {
  if (points) who.health -= Number(points);
  for (const part of damage.split(/,| and /).filter(Boolean)) {
    const { points, kind } = part.trim().match(DAMAGE).groups;
    for (let point = 0; point < Number(points); point += 1) who.health = marked(who.health, MARK_OF[kind], overflows);
  }
  who.out ||= OUT.some((word) => states.split(", ").includes(word));
}

function mended(who, { damage }) {
  for (const part of damage.split(/,| and /)) {
    const { points, kind } = part.trim().match(DAMAGE).groups;
    for (let point = 0; point < Number(points); point += 1) who.health = sorted([...who.health.replace(MARK_OF[kind], ".")]);
  }
}
