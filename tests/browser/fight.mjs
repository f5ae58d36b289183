// What the fights on the screen have in common: people who sit down, declare, go on, and read what became of it.
import { PHONE, SIZES, SOON, expect } from "./table.mjs";

/** A storyteller at a laptop, and two players on phones. */
export async function sitDown(guest, system) {
  const mara = await guest();
  const [anna, ben] = [await guest(SIZES.phone, PHONE), await guest(SIZES.phone, PHONE)];
  await mara.makeTable("The container yard", "Mara", system);
  const { player } = await mara.invitation();
  await anna.join(player, "Anna");
  await ben.join(player, "Ben");
  return [mara, anna, ben];
}

/** Everybody rolls initiative for their own, one after the other: a die for each, foes last. */
export async function rollInitiative([mara, ...players], server, dice, foes) {
  for (const [number, player] of players.entries()) {
    await server.dice([dice[number]]);
    await player.rollInitiative();
    await expect(mara.page.locator(".row")).toHaveCount(number + 1);
  }
  await server.dice(foes);
  await mara.press(mara.page.locator("#roll-rest"));
  await expect(mara.page.locator(".row")).toHaveCount(players.length + foes.length);
}

/** The round, the phase, and whose step it is: `1 declare Ilse`. */
export async function where(person) {
  return await person.page.evaluate(() => {
    const phase = document.querySelector(".phase[data-now=true]")?.dataset.phase ?? "act";
    const row = document.querySelector(".row[data-acting=true] .name");
    const round = document.querySelector(".standing").textContent.match(/^(?:turn|round) (\d+)/i);
    return [round?.[1] ?? "0", phase, row?.textContent].filter(Boolean).join(" ");
  });
}

/** The storyteller goes on, and everybody sees that it is this step now. */
export async function goOn(all, step) {
  await all[0].next();
  const there = (person) => expect.poll(() => where(person), { message: "the step", ...SOON }).toBe(step);
  await Promise.all(all.map(there));
}

/** Fills in the form in which a player declares, on a phone, and declares. */
export async function plan(person, { actions = 1, defenses = [], willpower = 0, extra = 0, of = "Celerity" }) {
  const tab = (name) => person.press(person.tabs.getByRole("button", { name }));
  const form = person.page.locator("#plan");
  const more = async (what, times) => {
    for (let time = 0; time < times; time += 1) await person.press(form.getByRole("button", { name: `more ${what}` }));
  };
  await tab(/^(Me|Dice)/);
  const open = form.locator("#plan-open");
  if (await open.isVisible()) await person.press(open);
  await more("actions", actions - 1);
  await more("Willpower", willpower);
  await more(of, extra);
  for (const number of defenses) await person.press(form.getByRole("button", { name: `Action ${number} is a defense` }));
  await person.press(form.locator("#plan-declare"));
  await expect(form.locator(".plan-said")).toHaveAttribute("data-there", "true");
  await tab(/^Order/);
}

/** The storyteller lets something count for the roll that is asked. */
export async function rule(mara, what, by) {
  const rulings = mara.exchange.locator(".rulings");
  await mara.press(rulings.locator("summary"));
  await rulings.getByLabel("What else counts").fill(what);
  await rulings.getByLabel("Modifier").fill(by);
  await mara.press(rulings.getByRole("button", { name: "Add" }));
}

/** Everybody sees these tracks: `{ Ilse: "X......" }`. */
export async function see(all, tracks) {
  const now = async (person) => {
    const shown = {};
    for (const name of Object.keys(tracks)) shown[name] = await person.track(name);
    return shown;
  };
  const there = (person) => expect.poll(() => now(person), { message: "the tracks", ...SOON }).toEqual(tracks);
  await Promise.all(all.map(there));
}

/** What the log of a screen says of the fight, the first line first: each with what the dice came to and what it did. */
async function told(person) {
  const lines = await person.page.locator(".entry").evaluateAll((entries) =>
    entries.map((entry) => {
      const words = (name) => [...entry.querySelectorAll(name)].map((element) => element.textContent);
      return [...words(".entry-what"), ...words(".entry-result"), ...words(".entry-effect")].join(" · ");
    }),
  );
  return lines.reverse();
}

/**
 * Everybody reads this from the line `from` on; who rolled which initiative aside. Lines that begin with "only Mara: "
 * are the storyteller's.
 */
export async function read(all, from, lines) {
  const own = "only Mara: ";
  for (const person of all) {
    const since = async () => {
      const whole = await told(person);
      const fight = whole.slice(whole.indexOf(from));
      return fight.filter((line) => !/rolls initiative|Initiative =|acts on \d/.test(line));
    };
    const meant = lines.filter((line) => person === all[0] || !line.startsWith(own)).map((line) => line.replace(own, ""));
    await expect.poll(since, { message: "the log", ...SOON }).toEqual(meant);
  }
}

/** How often everybody pressed something so far. */
export async function pressed(all) {
  let sum = 0;
  for (const person of all) sum += await person.taps();
  return sum;
}

/** A storyteller and two players on phones, round after round: Ilse is Anna's and strikes, the dockhand is Ben's. */
export async function brawl(guest) {
  const people = await sitDown(guest, "chronicle");
  const [mara, anna, ben] = people;
  // Whatever falls, she is first (CHR-INIT-01).
  await anna.add("Ilse str 3 dex 8 stam 2 wits 3 comp 8 brawl 2");
  await ben.add("Dockhand str 2 dex 2 wits 2 stam 9 comp 2");
  for (const player of [anna, ben]) {
    await player.rollInitiative();
  }
  await mara.seesOrder(["Ilse", "Dockhand"]);
  await mara.next();
  for (const person of people) await expect(person.row("Ilse")).toHaveAttribute("data-acting", "true");
  return people;
}

/** Ilse strikes the dockhand: Strength 3 + Brawl 2 − Defense 2 (CHR-ATK-01), one success, one bashing. Ben's tap is left. */
export async function toTheLastTap(server, people) {
  const [, anna, ben] = people;
  await server.dice([8, 1, 1]);
  await anna.attack({ at: ["Dockhand"], what: "unarmed" });
  for (const person of people) await expect(person.exchange).toHaveCount(1);
  await expect(ben.question.locator('.option[data-key="apply"]')).toBeVisible();
}

/** On to Ilse's next turn. */
export async function nextTurn(people) {
  const [mara] = people;
  for (const name of ["Dockhand", "Ilse"]) {
    await mara.next();
    for (const person of people) await expect(person.row(name)).toHaveAttribute("data-acting", "true");
  }
}
