// What players read of an attack by someone they do not see, where the storyteller lets it be noticed; a cover with a name;
// and rows of other than seven levels.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { accessible } from "./axe.mjs";
import { PHONE, SIZES, expect, test } from "./table.mjs";

const pictures = process.env.COTERIE_PICTURES || fileURLToPath(new URL("results/pictures", import.meta.url));

async function picture(person, name) {
  await mkdir(pictures, { recursive: true });
  await person.page.screenshot({ path: join(pictures, `unseen-${name}.png`) });
}

/** Unfolds what can be said of the situation in the draft that is open. */
async function situation(person) {
  const fold = person.draft.locator("details.draft-options");
  if (!(await fold.evaluate((details) => details.open))) await person.press(fold.locator("summary"));
  return fold;
}

test("somebody unseen attacks: the phone asks its owner, and nothing else of it is told", async ({ guest, server }) => {
  const [mara, anna, eve] = [await guest(SIZES.laptop), await guest(SIZES.small, PHONE), await guest(SIZES.phone, PHONE)];
  await mara.makeTable("The lecture hall", "Mara", "chronicle");
  const { player } = await mara.invitation();
  await anna.join(player, "Anna");
  await eve.join(player, "Eve");
  await anna.add("Ilse dex 3 wits 3 stam 2");
  await mara.page.locator("#quick-hidden").check();
  await mara.add("Shade str 3 dex 3 wits 3 brawl 3 stam 2");
  await server.dice([1]);
  await anna.rollInitiative();
  await server.dice([10]);
  await mara.press(mara.page.locator("#roll-rest"));
  await mara.next();
  await mara.attack({
    at: ["Ilse"],
    what: "unarmed",
    set: async () => {
      const fold = await situation(mara);
      await mara.press(fold.getByLabel("the target notices it"));
    },
  });

  await expect(anna.question).toContainText("Someone unseen attacks: bashing");
  await picture(anna, "asked-320");
  await accessible(anna.page, "a question about somebody unseen", ".exchange");
  await expect(eve.exchange).toContainText("Attack by someone unseen");
  await expect(eve.question).toHaveCount(0);
  await server.dice([2, 2, 2]);
  await anna.answer("apply");
  for (const person of [anna, eve]) {
    await person.tab("Log");
    const log = person.page.locator("#log");
    await expect(log).toContainText("is attacked by someone unseen");
    await expect(log).toContainText("comes to no harm");
    await expect(log).not.toContainText("Shade");
  }
  await picture(mara, "over-1280");
});

test("a cover gets a name, and the next shot is behind it; rows have as many levels as they have", async ({ guest, server }) => {
  const [mara, anna] = [await guest(SIZES.laptop), await guest(SIZES.small, PHONE)];
  await mara.makeTable("The dock", "Mara", "crossover");
  await anna.join((await mara.invitation()).player, "Anna");
  await anna.add("Ilse dex 3 wits 3 stamina 2 firearms 2 with light pistol");
  await mara.add("Ogre health 20 dex 2 wits 2");
  await server.dice([1]);
  await anna.rollInitiative();
  await server.dice([9]);
  await mara.press(mara.page.locator("#roll-rest"));
  for (const [name, boxes] of [["Ilse", 7], ["Ogre", 20]]) {
    await expect(mara.row(name).locator(".box")).toHaveCount(boxes);
  }
  await picture(mara, "levels-1280");
  await picture(anna, "levels-320");
  const wide = await anna.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(wide, "nothing is wider than the phone").toBeLessThanOrEqual(0);

  await mara.press(mara.row("Ogre").locator(".token"));
  await mara.press(mara.page.locator("#row-sheet").getByRole("button", { name: "Act…" }));
  await expect(mara.target("Ilse")).toHaveAttribute("aria-pressed", "true");
  const fold = await situation(mara);
  await fold.getByLabel("Name of the cover").fill("Oak door");
  await mara.press(fold.getByRole("button", { name: "Set up" }));
  const door = fold.getByRole("button", { name: "Oak door" });
  await expect(door).toHaveAttribute("aria-pressed", "true");
  await door.scrollIntoViewIfNeeded();
  await picture(mara, "cover-1280");
  await accessible(mara.page, "a cover between two", ".cover-form");
  await mara.press(fold.getByRole("button", { name: "Remove" }));
  await expect(door).toHaveCount(0);
});
