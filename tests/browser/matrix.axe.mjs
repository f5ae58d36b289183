// What a program can judge of accessibility: every page, and every state of a fight, at four widths, in three themes.
import { judged } from "./axe.mjs";
import { goOn, rollInitiative, where } from "./fight.mjs";
import { PHONE, expect, test } from "./table.mjs";

const WIDTHS = [
  [{ width: 320, height: 640 }, PHONE],
  [{ width: 390, height: 844 }, PHONE],
  [{ width: 768, height: 1024 }, {}],
  [{ width: 1280, height: 860 }, {}],
];

/** Looks at one state after the other, and says at the end what was wrong in all of them. */
function judge(width) {
  const wrong = [];
  return {
    async look({ page }, state) {
      // What scrolls under its own buttons is looked at where it ends: nothing of it is under them there.
      await page.locator(".fight").evaluateAll((all) => all.forEach((it) => (it.scrollTop = it.scrollHeight)));
      for (const words of await judged(page)) wrong.push(`${state} at ${width}: ${words}`);
    },
    all: () => expect(wrong, wrong.join("\n\n")).toEqual([]),
  };
}

for (const [size, options] of WIDTHS) {
  const wide = size.width >= 704;

  test(`a fight at ${size.width} px`, async ({ guest, server }) => {
    const { look, all } = judge(size.width);
    const [mara, anna] = [await guest(size, options), await guest(size, options)];
    await mara.makeTable("The Wharf, midnight", "Mara", "chronicle");
    await look(mara, "an empty table");
    await anna.join((await mara.invitation()).player, "Anna");
    await expect(anna.page.locator(".who-card")).toBeVisible();
    await look(anna, "who do you play?");
    await anna.add("Ilse str 3 dex 3 stam 2 wits 3 comp 3 brawl 2 willpower 5");
    await mara.add("3x Ghoul str 2 dex 2 wits 2 stam 2 comp 2 size 5");
    await look(mara, "the bench");
    await rollInitiative([mara, anna], server, [9], [3, 2, 1]);
    await look(anna, "before the first turn");
    await mara.next();
    await expect(anna.row("Ilse")).toHaveAttribute("data-acting", "true");
    await look(mara, "the order");
    await look(anna, "the order, on one's own turn");

    await mara.openRow("Ghoul A");
    await look(mara, "a row that is open");
    await mara.openRow("Ghoul B");
    await mara.box("Ghoul B", 1).focus();
    await mara.page.keyboard.press("b");
    await expect(mara.page.locator(".box[data-run]")).toHaveCount(0);
    await mara.page.keyboard.press("Enter");
    await expect(mara.choice).toBeVisible();
    await look(mara, "the choice of a mark");
    await mara.page.keyboard.press("Escape");
    await mara.press(mara.row("Ghoul A").locator(".token"));
    await expect(mara.page.locator("#row-sheet")).toBeVisible();
    await look(mara, "the sheet of a row");
    await mara.page.keyboard.press("Escape");

    await anna.begin();
    await anna.press(anna.target("Ghoul A"));
    await expect(anna.draft.locator("#declare")).toBeEnabled();
    await look(anna, "a draft");
    await anna.press(anna.draft.locator(".more-ways summary"));
    await look(anna, "a draft with all ways");
    await anna.declare({ what: "unarmed" });
    await expect(mara.question.locator('[data-key="apply"]')).toBeVisible();
    await look(mara, "a question");
    await look(anna, "waiting for an answer");
    await mara.answer("apply");
    await expect(anna.question.locator(".roll-now")).toBeVisible();
    await look(anna, "a roll that is asked");
    await server.dice([8, 9, 2]);
    await anna.throwDice();
    await expect(anna.exchange).toHaveCount(0);
    if (!wide) await expect(anna.card.locator(".ended")).toBeVisible();
    await look(anna, "the card of what happened");
    await look(mara, "after an exchange");

    for (const [key, dialog, state] of [["ControlOrMeta+k", "#palette", "the palette"], ["?", "#keys", "the keys"]]) {
      await mara.page.locator(".top button").first().focus();
      await mara.page.keyboard.press(key);
      await expect(mara.page.locator(dialog)).toBeVisible();
      await look(mara, state);
      await mara.page.keyboard.press("Escape");
      await expect(mara.page.locator(dialog)).toBeHidden();
    }
    await mara.press(mara.page.getByRole("button", { name: "More", exact: true }));
    await look(mara, "the menu");
    await mara.page.keyboard.press("Escape");
    for (const name of wide ? [] : ["Me", "Log", "Order"]) {
      await anna.tab(name);
      await look(anna, `the tab ${name}`);
    }
    await mara.openDice();
    await look(mara, "the dice");

    for (const name of ["Ghoul A", "Ghoul B", "Ghoul C"]) {
      for (let box = 1; box <= 7; box += 1) {
        await mara.openRow(name);
        await mara.box(name, box).focus();
        await mara.page.keyboard.press("a");
      }
    }
    const end = mara.page.locator("#end-fight, .strip .next-action button").filter({ visible: true }).first();
    await expect(mara.row("Ghoul C")).toHaveAttribute("data-out", "true");
    await look(mara, "a fight that is decided");
    await mara.press(end);
    for (const person of [mara, anna]) {
      await expect(person.page.locator(".over")).toBeVisible();
      await look(person, "the fight is over");
    }
    all();
  });

  test(`declaring, and points, at ${size.width} px`, async ({ guest, server }) => {
    const { look, all } = judge(size.width);
    const [mara, anna] = [await guest(size, options), await guest(size, options)];
    await mara.makeTable("The yard", "Mara", "crossover");
    await anna.join((await mara.invitation()).player, "Anna");
    await anna.add("Ilse vampire str 2 dex 3 stamina 3 wits 3 brawl 3 blood 8 willpower 5");
    await mara.add("Thug dex 2 stamina 2 wits 2 dodge 1");
    await rollInitiative([mara, anna], server, [9], [3]);
    await goOn([mara, anna], "1 declare Thug");
    await goOn([mara, anna], "1 declare Ilse");
    if (!wide) await anna.tab("Me");
    const folded = anna.page.locator("#plan-open");
    if (await folded.isVisible()) await anna.press(folded);
    await look(anna, "a plan");
    const points = await guest(size, options);
    await points.makeTable("The mill", "Mara", "tristat");
    await points.add("2x Goon body 3 mind 2 soul 1");
    await points.press(points.page.locator("#roll-rest"));
    await expect(points.page.locator(".row")).toHaveCount(2);
    await points.next();
    await expect.poll(() => where(points)).toContain("act");
    await points.openRow("Goon A");
    await look(points, "points in the order");
    all();
  });

  test(`every page at ${size.width} px`, async ({ guest }) => {
    const { look, all } = judge(size.width);
    const [mara, anna, nobody] = [await guest(size, options), await guest(size, options), await guest(size, options)];
    await mara.demo();
    const invitation = await mara.invitation();
    await nobody.open(invitation.player);
    await look(nobody, "an invitation");
    await anna.join(invitation.player, "Anna");
    const table = new URL(mara.page.url()).pathname;
    const foe = await mara.row("Ghoul A").getAttribute("data-id");
    const hero = await mara.row("Ilse Varga").getAttribute("data-id");
    const pages = ["cast", "settings", "people", "proposals", "log", "replay", "recap", "dice", `c/${hero}`, `c/${foe}`, `c/${hero}/past`];
    for (const path of pages) {
      for (const [person, whose] of [[mara, "the storyteller's"], [anna, "a player's"]]) {
        await person.open(`${table}/${path}`);
        await look(person, `${whose} ${path}`);
      }
    }
    for (const path of ["/import", "/rules", "/no/such/page"]) {
      await nobody.open(path);
      await look(nobody, path);
    }
    for (const system of ["chronicle", "crossover", "masquerade", "ascension", "tristat"]) {
      await nobody.open(`/rules/${system}`);
      await look(nobody, `the guide of ${system}`);
    }
    // A page of a missing table is an answer, not trouble.
    nobody.trouble = [];
    all();
  });
}

for (const [size, options] of [...WIDTHS, [{ width: 1920, height: 1080 }, {}]]) {
  test(`from the front page to a table, and without a line, at ${size.width} px`, async ({ guest }) => {
    const { look, all } = judge(size.width);
    const mara = await guest(size, options);
    const steps = async (state) => {
      await mara.open("/");
      await look(mara, `the front page ${state}`);
      await mara.page.locator("#code").fill("no such words");
      await mara.page.locator("#code").press("Enter");
      await expect(mara.page.locator("#code")).toHaveAccessibleDescription(/have run out/);
      await look(mara, `wrong words ${state}`);
    };
    await steps("for a newcomer");
    await mara.open("/start");
    await look(mara, "a table's names");
    await mara.page.getByLabel("What is the scene called?").fill("The long night at the flooded customs house of Saint Brannoc");
    await mara.page.getByLabel("Your name").fill("Mara");
    await mara.page.getByRole("button", { name: "Next: pick the rules" }).click();
    await expect(mara.page.getByRole("heading", { level: 1 })).toHaveText("Which rules?");
    await look(mara, "a table's rules");
    await mara.page.locator("button[name=system][value=tristat]").click();
    await mara.live();
    await mara.demo();
    await look(mara, "a try-out");
    await steps("with two tables");
    await mara.open("/offline");
    await look(mara, "no line");
    await mara.open("/style");
    await look(mara, "all components");
    // A page of wrong words is an answer, not trouble.
    mara.trouble = [];
    all();
  });
}
