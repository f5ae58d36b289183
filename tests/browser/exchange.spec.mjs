// One exchange in every system, a step at a time: what each step looks like on both phones, that nothing of it needs a
// scroll, and that it can be used with any eyes, by keyboard alone and by touch alone.
import { accessible } from "./axe.mjs";
import { where } from "./fight.mjs";
import { ALL_LOOKS, picturePath } from "./share.mjs";
import { PHONE, SIZES, expect, test } from "./table.mjs";

const TINY = { width: 320, height: 640 };

/** Who fights, with scores that make the player first; the answer of the one who is attacked. */
const FIGHTS = {
  chronicle: { hero: "Ilse str 3 dex 3 stam 2 wits 3 comp 3 brawl 2 willpower 5", foe: "Dockhand str 2 dex 2 wits 2 stam 2 comp 2", answer: "apply" },
  crossover: { hero: "Ilse str 3 dex 3 stam 2 wits 3 brawl 2 dodge 2 willpower 5", foe: "Dockhand str 2 dex 2 stam 2 wits 2 dodge 1", answer: "dodge" },
  masquerade: { hero: "Ilse str 3 dex 3 stam 2 wits 3 brawl 2 willpower 5", foe: "Dockhand str 2 dex 2 stam 2 wits 2 athletics 1", answer: "dodge" },
  ascension: { hero: "Ilse str 3 dex 3 stam 2 wits 3 brawl 2 willpower 5", foe: "Dockhand str 2 dex 2 stam 2 wits 2 athletics 1", answer: "dodge" },
  tristat: { hero: "Ilse body 6 mind 5 soul 6 melee 3", foe: "Dockhand body 3 mind 2 soul 2", answer: "defend" },
};

/** A storyteller, a player who acts, and one who will be attacked. */
async function meet(guest, system, sizes, options) {
  const mara = await guest();
  const [anna, ben] = [await guest(sizes, options), await guest(sizes, options)];
  await mara.makeTable("The long night", "Mara", system);
  const { player } = await mara.invitation();
  await anna.join(player, "Anna");
  await ben.join(player, "Ben");
  await anna.add(FIGHTS[system].hero);
  await ben.add(FIGHTS[system].foe);
  return [mara, anna, ben];
}

/** Initiative is rolled, and it is Ilse's turn. */
async function begin([mara, anna, ben], server) {
  for (const [player, die] of [[anna, 6], [ben, 1]]) {
    await server.dice([die]);
    await player.rollInitiative();
  }
  await expect(mara.page.locator(".row")).toHaveCount(2);
  for (let tries = 0; tries < 8 && !(await where(mara)).endsWith("act Ilse"); tries += 1) {
    const before = await where(mara);
    await mara.next();
    await expect.poll(() => where(mara)).not.toBe(before);
  }
  await expect(anna.page.locator(".next-action button")).toBeVisible();
}

/** Every control of the step is in sight, and nothing lies over it. */
async function inSight(person, what, controls) {
  for (const control of controls) {
    await expect(control, what).toBeInViewport({ ratio: 1 });
    const free = await control.evaluate((element) => {
      const box = element.getBoundingClientRect();
      const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      return element === top || element.contains(top) || `under ${top?.className}`;
    });
    expect(free, what).toBe(true);
  }
  const wide = await person.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wide, what).toBeLessThanOrEqual(0);
}

/** The controls a finger is meant for are 44 px high and wide; links within a line of words aside. */
async function bigEnough(person, what) {
  const small = await person.page.locator(".fight :is(button, summary, label.check, input[type=text])").evaluateAll((all) =>
    all
      .map((element) => [element, element.getBoundingClientRect()])
      .filter(([element, box]) => box.width && !element.closest("[hidden]") && (box.height < 43.5 || box.width < 43.5))
      .map(([element, box]) => `${element.textContent.trim() || element.ariaLabel}: ${Math.round(box.width)} × ${Math.round(box.height)}`),
  );
  expect(small, what).toEqual([]);
}

const SYSTEMS = Object.keys(FIGHTS);

for (const system of SYSTEMS) {
  test(`${system}: every step at 390 × 844 and 320 × 640`, async ({ guest, server }) => {
    test.setTimeout(120_000);
    const people = await meet(guest, system, SIZES.phone, PHONE);
    const [, anna, ben] = people;
    await begin(people, server);
    let step = 0;
    /** One step on one phone: at both sizes, in both themes, with nothing out of reach. */
    const look = async (person, name, controls) => {
      step += 1;
      const what = `${system} ${step} ${name}`;
      for (const [size, px] of [[TINY, 320], [SIZES.phone, 390]]) {
        await person.page.setViewportSize(size);
        await inSight(person, `${what} at ${px}`, controls);
        await bigEnough(person, `${what} at ${px}`);
        for (const theme of ALL_LOOKS ? ["dark", "light"] : []) {
          await person.page.evaluate((theme) => (document.documentElement.dataset.theme = theme), theme);
          await person.page.screenshot({ path: picturePath(`exchange-${system}-${step}-${name}-${px}-${theme}.png`) });
        }
      }
      // A share looks at every step in one of the systems, and at every system in one of its steps.
      if (ALL_LOOKS || step % SYSTEMS.length === SYSTEMS.indexOf(system)) await accessible(person.page, what);
      await person.page.evaluate(() => (document.documentElement.dataset.theme = "dark"));
    };
    const attack = anna.page.locator(".next-action button");
    await look(anna, "turn", [attack]);
    await anna.press(attack);
    await anna.press(anna.target("Dockhand"));
    await expect(anna.draft.locator("#declare")).toBeEnabled();
    await expect(anna.draft.locator(".chances .chance")).not.toBeEmpty();
    await look(anna, "draft", [anna.target("Dockhand"), anna.draft.locator(".maneuver[aria-pressed=true]"), anna.draft.locator("#declare")]);
    await anna.declare();
    // One that is not there yet is not over.
    await expect(anna.page.locator(".exchange")).toHaveCount(1);
    // In some systems the roll comes first, in some the defense; whoever is asked, is looked at.
    const [rolls, chooses] = [anna.question.locator(".roll-now"), ben.question.locator(".option")];
    const others = ben.question.locator(".roll-now");
    const next = async () => {
      if (await rolls.isVisible()) return "roll";
      if (await chooses.first().isVisible()) return "choose";
      if (await others.isVisible()) return "other";
      return (await anna.exchange.count()) ? "" : "over";
    };
    let now = "";
    for (let asked = 0; asked < 8 && now !== "over"; asked += 1) {
      await expect.poll(async () => (now = await next())).not.toBe("");
      if (now === "over") break;
      const person = now === "roll" ? anna : ben;
      // What it would come to is said a moment later, and the time that is left goes on: neither is another question.
      const open = () =>
        person.question.evaluateAll((all) => {
          const asked = all.map((question) => question.cloneNode(true));
          for (const question of asked) question.querySelectorAll(".chance, .wait").forEach((part) => part.remove());
          return asked.map((question) => question.textContent).join();
        });
      const answered = await open();
      if (now === "roll") {
        await look(anna, "roll", [...(await anna.question.locator(".buy").all()), rolls]);
        await anna.press(rolls);
      } else if (now === "choose") {
        await look(ben, "defense", await chooses.all());
        const wanted = ben.question.locator(`.option[data-key="${FIGHTS[system].answer}"]`);
        await ben.press((await wanted.count()) ? wanted : chooses.first());
      } else if (now === "other") {
        await look(ben, "answer", [others]);
        await ben.press(others);
      }
      // The question that was answered makes room for the next, or for none.
      await expect.poll(open).not.toBe(answered);
    }
    await expect(anna.page.locator(".exchange")).toHaveCount(0);
    await look(ben, "after", [ben.tabs.getByRole("button", { name: /^Me/ })]);
  });
}
