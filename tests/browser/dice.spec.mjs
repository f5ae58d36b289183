// Dice that anybody can check: on a phone, by a program written from the page about them, and by the server's own.
import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { accessible } from "./axe.mjs";
import { PHONE, SIZES, expect, test } from "./table.mjs";

const CHECKER = new URL("../dice/check.mjs", import.meta.url).pathname;

// Faces that a test says follow from no secret.
test.use({ scripted: false });

/** A storyteller and a player on a phone; the player has rolled so often. */
async function rolled(guest, times) {
  const [mara, anna] = [await guest(), await guest(SIZES.small, PHONE)];
  await mara.makeTable();
  await anna.join((await mara.invitation()).player, "Anna");
  await anna.add("Ilse Varga dex 4");
  await anna.tab("Me");
  for (let no = 1; no <= times; no++) {
    await anna.openDice();
    await anna.page.locator("#roll-what").fill(`Listens at door ${no}`);
    await anna.press(anna.page.locator("#roll"));
    await expect(anna.card).toContainText(`Listens at door ${no}`);
  }
  return [mara, anna, new URL(mara.page.url()).pathname];
}

/** The verdict over the page, and how many rolls bear which mark. */
async function verdict(person) {
  await expect(person.page.locator("[data-verdict]")).not.toContainText("Checking");
  await expect(person.page.locator("[data-verdict]")).not.toContainText("To check it yourself");
  return {
    says: await person.page.locator("[data-verdict]").innerText(),
    checked: await person.page.locator("[data-check^=roll] [data-mark=checked]").count(),
    differs: await person.page.locator("[data-mark=differs]").count(),
  };
}

test("when an epoch ends, every phone finds each die where the secret says", async ({ guest }) => {
  const [mara, anna, table] = await rolled(guest, 4);
  await anna.open(`${table}/dice`);
  // Bound, and not told yet: nothing can be checked, and nobody can know the next die.
  const says = "Checked in this browser: 0 of 4 rolls match their secrets. 4 can be checked once the epoch ends.";
  expect(await verdict(anna)).toEqual({ says, checked: 0, differs: 0 });
  await expect(anna.page.getByText("its secret isn’t told yet")).toBeVisible();
  const bound = await anna.page.locator("[data-check='epoch 1'] code").innerText();
  await expect(anna.page.getByRole("button", { name: "End this epoch" })).toHaveCount(0);

  await mara.open(`${table}/dice`);
  await mara.page.getByRole("button", { name: "End this epoch" }).click();
  await expect(mara.page.getByRole("heading", { name: "Epoch 2", exact: true })).toBeVisible();

  await anna.page.reload();
  expect(await verdict(anna)).toMatchObject({ checked: 4, differs: 0 });
  await expect(anna.page.locator("[data-check='epoch 1'] code").first()).toHaveText(bound);
  await expect(anna.page.getByText("Listens at door 4")).toBeVisible();
  await accessible(anna.page, "the dice on a phone");
  await accessible(mara.page, "the dice");
  const wide = await anna.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wide).toBeLessThanOrEqual(0);

  // The list, checked by two programs that know nothing of each other.
  const list = await anna.page.evaluate(async (table) => await (await fetch(`${table}/dice.json`)).text(), table);
  const file = join(mkdtempSync(join(tmpdir(), "coterie-dice-")), "dice.json");
  writeFileSync(file, list);
  execFileSync(process.execPath, [CHECKER, file]);
  execFileSync(process.env.COTERIE_BIN, ["verify", file]);
  // One face turned by the host, and all three say so.
  const turned = JSON.parse(list);
  const [sides, face] = turned.rolls[2].dice[0];
  turned.rolls[2].dice[0] = [sides, (face % sides) + 1];
  writeFileSync(file, JSON.stringify(turned));
  expect(() => execFileSync(process.execPath, [CHECKER, file], { stdio: "pipe" })).toThrow();
  expect(() => execFileSync(process.env.COTERIE_BIN, ["verify", file], { stdio: "pipe" })).toThrow();
  await anna.page.route("**/dice.json", (route) => route.fulfill({ json: turned }));
  await anna.page.reload();
  // The list has a sum of its own, which does not fit any more either.
  expect(await verdict(anna)).toEqual({ says: "Does not match: roll 3, list.", checked: 3, differs: 1 });
});

test("how the dice of each fell is told with how likely that is", async ({ guest }) => {
  const [, anna, table] = await rolled(guest, 6);
  await anna.open(`${table}/dice`);
  const luck = anna.page.locator(".luck").first();
  await expect(luck.getByRole("heading")).toContainText(/^Anna · \d+ d10$/);
  const dice = Number((await luck.getByRole("heading").innerText()).match(/(\d+) d10/)[1]);
  const list = await anna.page.evaluate(async (table) => await (await fetch(`${table}/dice.json`)).json(), table);
  const faces = list.rolls.flatMap((roll) => roll.dice).filter(([sides]) => sides === 10).map(([, face]) => face);
  expect(dice).toBe(faces.length);
  const average = faces.reduce((sum, face) => sum + face, 0) / faces.length;
  // Of two languages one rounds 4.125 up and the other down.
  await expect(luck).toContainText(/Average \d+\.\d\d \(expected 5\.5\)\./);
  const told = Number((await luck.innerText()).match(/Average ([\d.]+) /)[1]);
  expect(Math.abs(told - average)).toBeLessThan(0.005_001);
  await expect(luck.getByRole("img")).toHaveAttribute("aria-label", new RegExp(`10: ${faces.filter((face) => face === 10).length}$`));
});
