// An evening without a fight, and how it breaks out into one: three phones are asked in secret, handed a letter and
// whispered to; each thing is where it belongs, and in nothing that anybody else is sent or can open.
import { accessible } from "./axe.mjs";
import { PHONE, SIZES, SOON, expect, test } from "./table.mjs";

/** Words that stand in one thing alone, and who may read it; `id` is that of the thing. */
const QUESTION = { words: "vexillum", readers: ["Mara", "Anna"] };
const LETTER = { words: "Brindlemoor", readers: ["Mara", "Ben"] };
const OPEN_WORDS = { words: "fennelgate", readers: ["Mara", "Ben"] };
const COVERED_WORDS = { words: "cormorant", readers: ["Mara"] };
const WHISPER = { words: "tallowman", readers: ["Mara", "Cleo"] };
const CLOCK = { words: "Quorrel", readers: ["Mara"] };
const SECRETS = [QUESTION, LETTER, OPEN_WORDS, COVERED_WORDS, WHISPER, CLOCK];

const PLAYERS = [
  ["Anna", "Ilse Varga"],
  ["Ben", "Runs-at-Dusk"],
  ["Cleo", "Weston"],
];

/** More steps than the evening has. */
const STEPS = 40;

/** A storyteller with a laptop, three players with phones, and whom the storyteller keeps on the bench. */
async function sitDown(guest) {
  const mara = await guest();
  await mara.makeTable("The vestry under Saint Agnes", "Mara", "crossover");
  const { player } = await mara.invitation();
  const people = { Mara: mara };
  for (const [name, character] of PLAYERS) {
    people[name] = await guest(SIZES.phone, PHONE);
    await people[name].join(player, name);
    await people[name].add(`${character} dex 2 wits 2 stealth 2 stam 2`);
  }
  await mara.add("2x ghoul dex 3 wits 2 stam 2");
  await mara.page.locator("#quick-hidden").check();
  await mara.add("Sexton dex 3 wits 3 stam 3");
  await mara.page.locator("#quick-hidden").uncheck();
  // Who comes while the form of a question is open is not asked.
  for (const name of ["Sexton", ...PLAYERS.map(([, character]) => character)]) await expect(mara.benchToken(name)).toBeVisible();
  return people;
}

const segment = ({ page }, name) => page.locator(".stage-head").getByRole("button", { name });
const clock = ({ page }, name) => page.locator(".clocks:visible .card").filter({ has: page.locator(".clock-name", { hasText: name }) });
const card = ({ page }) => page.locator(".ask-card");
const gathering = ({ page }) => page.locator(".ask-gathering");
const reading = ({ page }) => page.locator("#handout-reading");

async function makeClock({ page }, line) {
  const first = page.locator("#first-clock");
  if (await first.isVisible()) await first.click();
  const clocks = segment({ page }, "Clocks");
  if ((await clocks.getAttribute("aria-pressed")) !== "true") await clocks.click();
  await page.locator("#new-clock").fill(line);
  await page.locator("#new-clock").press("Enter");
  await expect(page.locator("#new-clock")).toHaveValue("");
}

/** Asks for a pool, told in this way, of all players but these. */
async function ask({ page }, pool, how, { words = "", but = [] } = {}) {
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press("a");
  await page.locator("#ask-pool").fill(pool);
  const form = page.locator(".ask-form");
  await form.getByRole("button", { name: how, exact: true }).click();
  for (const name of but) await form.locator(".target").filter({ hasText: name }).click();
  await expect(form.locator(".target[aria-pressed=true]")).toHaveCount(PLAYERS.length - but.length);
  await page.locator("#ask-line").fill(words);
  await page.locator("#ask-now").click();
  await expect(form).toHaveCount(0);
}

/** Writes a letter with a covered word, and hands it to a character. */
async function handLetter({ page }, character) {
  await page.getByRole("button", { name: "New letter" }).click();
  await page.getByLabel("Name", { exact: true }).fill(LETTER.words);
  const text = `Meet me at the ${OPEN_WORDS.words}, and bring the ${COVERED_WORDS.words}.`;
  await page.locator("#handout-text").fill(text);
  await page.locator("#handout-text").evaluate((field, words) => {
    field.focus();
    field.setSelectionRange(field.value.indexOf(words), field.value.indexOf(words) + words.length);
  }, COVERED_WORDS.words);
  await page.locator("#cover-words").click();
  await page.locator(".handout-form").getByRole("button", { name: "Save" }).click();
  await page.locator(".giving .chip", { hasText: character }).click();
  await page.locator("#hand-it").click();
  await expect(page.locator(".giving .chip", { hasText: character })).toContainText("has it");
}

/** The id of what says these words, in what somebody was sent. */
function idOf({ frames }, words) {
  let found;
  const look = (value) => {
    if (value === null || typeof value !== "object") return typeof value === "string" && value.includes(words);
    const holds = Object.values(value).map(look).includes(true);
    if (!holds || value.id === undefined) return holds;
    found ??= String(value.id);
    return false;
  };
  for (const frame of frames) if (frame.includes(words)) look(JSON.parse(frame));
  expect(found, `the id of ${words}`).toBeTruthy();
  return found;
}

/** Every address at which somebody at the table finds a page or a file, their own or another's. */
function addresses(table, scene, combatants, steps) {
  const eyes = ["", ...[1, 2, 3, 4].map((seat) => `as=${seat}`)];
  const past = eyes.flatMap((as) => [`log?${as}`, `replay?${as}`, `replay.json?${as}`]);
  const then = Array.from({ length: steps }, (_, step) => `replay?at=${step + 1}`);
  const files = ["told.json", "table.json", "cast.json", `encounter.json?scene=${scene}`, "recap.md", "dice.json"];
  const pages = ["recap", "dice", "cast", "people", "settings", "proposals"];
  const sheets = combatants.flatMap((id) => [`c/${id}`, `c/${id}/past`]);
  return [table, `${table}?as=2`, ...[...past, ...then, ...files, ...pages, ...sheets].map((page) => `${table}/${page}`)];
}

/** Everything that somebody was sent, has on the page and finds at these addresses: where each of it was. */
async function collect({ page, frames }, paths) {
  const all = [...frames.map((frame, at) => [`message ${at}`, frame]), ["the page", await page.content()]];
  for (const path of paths) {
    const answer = await page.request.get(new URL(path, page.url()).href, { maxRedirects: 0 });
    all.push([path, await answer.text()]);
  }
  return all;
}

test("what is asked, handed and whispered to one is nobody else's, and an alarm that fills is everybody's", async ({ guest, server }) => {
  const people = await sitDown(guest);
  const { Mara: mara, Anna: anna, Ben: ben, Cleo: cleo } = people;
  const phones = [anna, ben, cleo];
  await makeClock(mara, "Alarm 3, on failed Stealth");
  await makeClock(mara, `${CLOCK.words} stirs 6, by hand, hidden`);

  // One is asked in secret, and told alone how it went.
  await ask(mara, "wits", "Secret", { words: `Is there a ${QUESTION.words}?`, but: ["Ben", "Cleo"] });
  await expect(card(anna)).toContainText(QUESTION.words);
  await server.dice([9, 8]);
  await anna.press(anna.page.locator("#ask-roll"));
  await gathering(mara).getByRole("button", { name: "Tell who passed…" }).click();
  await gathering(mara).getByRole("button", { name: "Tell them" }).click();
  await anna.tab("Me");
  await expect(anna.page.locator(".ask-answered").first()).toContainText("You passed.");
  await accessible(anna.page, "what was asked in secret");

  // Another is handed a letter of which a word is covered.
  await segment(mara, "Handouts").click();
  await handLetter(mara, "Runs-at-Dusk");
  await expect(reading(ben)).toContainText(OPEN_WORDS.words);
  await expect(reading(ben).locator(".paper .covered")).toHaveCount(1);
  await ben.press(ben.page.locator("#keep-handout"));
  await expect(reading(ben)).toBeHidden();

  // A third is whispered to.
  await mara.page.locator("#say-line").fill(`/w cleo The ${WHISPER.words} knows.`);
  await mara.page.locator("#say-line").press("Enter");
  await expect(cleo.page.locator(".notice")).toContainText(WHISPER.words);
  await cleo.press(cleo.page.locator(".notice").getByRole("button", { name: "Close" }));

  // All three creep, and fail: the alarm is full before everybody's eyes.
  await segment(mara, "Clocks").click();
  await ask(mara, "stealth", "Pass or fail");
  for (const phone of phones) {
    await expect(card(phone).getByRole("heading")).toHaveText("Stealth");
    await server.dice([2, 3]);
    await phone.press(phone.page.locator("#ask-roll"));
    await expect(card(phone)).toHaveCount(0);
  }
  for (const phone of phones) {
    await phone.tab("Scene");
    await expect(clock(phone, "Alarm")).toHaveAttribute("data-full", "true", SOON);
    expect(phone.frames.join(""), "who waits out of sight").not.toContain("Sexton");
  }

  // It breaks out: those on the bench come, the one out of sight among them.
  await mara.benchToken("Sexton").click();
  await mara.page.getByRole("button", { name: "Reveal" }).click();
  await mara.page.locator("#roll-rest").click();
  await expect(mara.page.locator(".row")).toHaveCount(3);
  for (const phone of phones) {
    await phone.tab("Order");
    await phone.rollInitiative();
  }
  await expect(mara.page.locator(".row")).toHaveCount(6);
  await mara.page.getByRole("button", { name: "Begin" }).click();
  const acting = (person) => person.page.locator(".row[data-acting=true] .name");
  await expect(acting(mara)).toHaveCount(1);
  for (const phone of phones) {
    await phone.seesOrder(await mara.order());
    await expect(acting(phone)).toHaveText(await acting(mara).innerText());
  }

  await nobodyElseHasIt(people);
});

/** Each secret and its id is in what its readers have, and in nothing that anybody else has. */
async function nobodyElseHasIt(people) {
  const { Mara: mara, Anna: anna, Ben: ben } = people;
  const ids = [
    { words: idOf(anna, QUESTION.words), readers: QUESTION.readers },
    { words: idOf(ben, LETTER.words), readers: LETTER.readers },
    { words: idOf(mara, CLOCK.words), readers: CLOCK.readers },
  ];
  // Who comes back is sent everything anew.
  for (const person of Object.values(people)) {
    await person.page.reload();
    await person.live();
  }
  const table = new URL(mara.page.url()).pathname;
  const { encounter, view } = await mara.page.evaluate(() => JSON.parse(document.querySelector("#opening").textContent));
  const paths = addresses(table, encounter, Object.keys(view.rows), STEPS);
  for (const [name, person] of Object.entries(people)) {
    const all = await collect(person, paths);
    for (const { words, readers } of [...SECRETS, ...ids]) {
      const where = all.filter(([, text]) => text.includes(words)).map(([place]) => place);
      if (readers.includes(name)) expect(where, `${name} has ${words}`).not.toEqual([]);
      else expect(where, `${name} does not have ${words}`).toEqual([]);
    }
  }
}
