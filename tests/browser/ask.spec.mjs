// Rolls that the storyteller asks for: open, pass or fail, in secret; rolled by those who are asked, or for them; told.
import { accessible } from "./axe.mjs";
import { PHONE, SIZES, expect, test } from "./table.mjs";

/** A storyteller with a laptop, Anna and Ben with phones, each with a character; a ghoul of the storyteller's. */
async function evening(guest, size = SIZES.phone) {
  const [mara, anna, ben] = [await guest(), await guest(size, PHONE), await guest(size, PHONE)];
  await mara.makeTable("The crypt under Saint Agnes", "Mara", "crossover");
  const { player } = await mara.invitation();
  await anna.join(player, "Anna");
  await ben.join(player, "Ben");
  await anna.add("Ilse Varga wits 2 alertness 2 stamina 2");
  await ben.add("Runs-at-Dusk wits 3 alertness 3 stamina 2");
  await mara.add("Thrall wits 2 stamina 2");
  return [mara, anna, ben];
}

const form = ({ page }) => page.locator(".ask-form");
const gathering = ({ page }) => page.locator(".ask-gathering");
const card = ({ page }) => page.locator(".ask-card");
const told = ({ page }) => page.locator(".ask-answered").first();
const row = (person, name) => gathering(person).locator(".ask-row").filter({ hasText: name });

/** Opens the form by its key, where no field has the focus. */
async function openForm({ page }) {
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press("a");
  await expect(page.locator("#ask-pool")).toBeFocused();
}

/** Asks for a pool, told in this way. */
async function ask(mara, pool, how, line = "") {
  await openForm(mara);
  await mara.page.locator("#ask-pool").fill(pool);
  await form(mara).getByRole("button", { name: how, exact: true }).click();
  await mara.page.locator("#ask-line").fill(line);
  await mara.page.locator("#ask-now").click();
  await expect(form(mara)).toHaveCount(0);
  await expect(gathering(mara).last()).toBeVisible();
}

test("open: everybody asked rolls on their own phone, and everybody sees the dice", async ({ guest, server }) => {
  const [mara, anna, ben] = await evening(guest);
  await mara.page.locator("#ask-for-a-roll").click();
  await mara.page.locator("#ask-pool").fill("wits al");
  await expect(form(mara).locator(".ask-found .chip").first()).toHaveText("Wits + Alertness");
  await expect(form(mara)).toContainText("They roll Wits + Alertness");
  await expect(mara.page.locator("#ask-now")).toHaveText("Ask 2 of them");
  await mara.page.locator("#ask-dial").getByRole("button", { name: /more/i }).click();
  await mara.page.locator("#ask-line").fill("Something moves in the choir.");
  await accessible(mara.page, "the form that asks");
  await mara.page.locator("#ask-now").click();

  // The card is over the order, where both phones are.
  await expect(card(anna)).toBeVisible();
  await expect(card(anna)).toContainText("Something moves in the choir.");
  await expect(card(anna).locator(".ledger .term")).toHaveCount(2);
  await expect(card(anna).locator(".sum")).toContainText("difficulty 7");
  await expect(anna.aloud).toContainText("Wits plus Alertness");
  await accessible(anna.page, "an asked roll");
  await server.dice([8, 7, 3, 2]);
  await anna.press(anna.page.locator("#ask-roll"));
  await expect(card(anna)).toHaveCount(0);
  await expect(row(mara, "Ilse Varga")).toContainText("2 successes");
  await expect(mara.aloud).toContainText("1 of 2");

  // Put off, it is a line; it does not answer.
  await ben.press(card(ben).getByRole("button", { name: "Not now" }));
  await expect(ben.page.locator(".ask-folded")).toHaveText("Wits + Alertness: still to roll");
  await ben.press(ben.page.locator(".ask-folded"));
  await server.dice([9, 2, 2, 2, 2, 2]);
  await ben.press(ben.page.locator("#ask-roll"));
  await expect(mara.aloud).toContainText("All have answered");
  await anna.tab("Me");
  await expect(told(anna)).toContainText("Runs-at-Dusk");
  await expect(told(anna).locator(".face")).toHaveCount(4);
  await gathering(mara).getByRole("button", { name: "Done" }).click();
  await expect(gathering(mara)).toHaveCount(0);
});

test("pass or fail: players learn no dice, and one's own come from the hand", async ({ guest, server }) => {
  const [mara, anna, ben] = await evening(guest);
  await ask(mara, "wits", "Pass or fail");
  await anna.press(card(anna).getByRole("button", { name: "Real dice" }));
  await anna.page.locator("#ask-faces").fill("9 8");
  await anna.press(anna.page.locator("#ask-roll"));
  await anna.tab("Me");
  await expect(told(anna)).toContainText("You passed.");
  await expect(told(anna).locator(".face")).toHaveCount(0);
  await expect(row(mara, "Ilse Varga").locator(".face")).toHaveCount(2);
  await server.dice([2, 3, 4]);
  await row(mara, "Runs-at-Dusk").getByRole("button", { name: /for Ben/ }).click();
  await expect(card(ben)).toHaveCount(0);
  await ben.tab("Me");
  await expect(told(ben)).toContainText("You failed.");
  const frames = [...anna.frames, ...ben.frames].join("");
  expect(frames).not.toContain('"rolled":{"faces"');
});

test("secret: nothing of it reaches whoever is not asked, and who passed is told one by one", async ({ guest, server }) => {
  const [mara, anna, ben] = await evening(guest);
  const quiet = ben.frames.length;
  await openForm(mara);
  await mara.page.locator("#ask-pool").fill("wits + alertness");
  await form(mara).getByRole("button", { name: "Secret", exact: true }).click();
  await form(mara).locator(".target").filter({ hasText: "Ben" }).click();
  await expect(mara.page.locator("#ask-now")).toHaveText("Ask Ilse Varga");
  await mara.page.locator("#ask-now").click();
  await expect(card(anna)).toContainText("Only the storyteller sees");
  await expect(card(anna).locator('[data-option="willpower"]')).toHaveCount(0);
  await server.dice([9, 8, 2, 2]);
  await anna.press(anna.page.locator("#ask-roll"));
  await expect(row(mara, "Ilse Varga")).toContainText("2 successes");
  await anna.tab("Me");
  await expect(told(anna)).toContainText("The storyteller has it.");
  await gathering(mara).getByRole("button", { name: "Tell who passed…" }).click();
  await gathering(mara).getByRole("button", { name: "Tell them" }).click();
  await expect(told(anna)).toContainText("You passed.");
  await expect(card(ben)).toHaveCount(0);
  expect(ben.frames.slice(quiet).filter((frame) => /Alertness|asks|ask_/.test(frame))).toEqual([]);
  // Undo takes the question back only where there is one: what was told is told.
  await expect(ben.page.locator(".ask-answered")).toHaveCount(0);
});

test("a player asks for another trait; the rest is rolled for those who are missing, or called off", async ({ guest }) => {
  const [mara, anna] = await evening(guest);
  await ask(mara, "wits + alertness", "Open");
  await anna.press(card(anna).getByRole("button", { name: "Something else…" }));
  await anna.page.locator("#ask-wish").fill("perc");
  await anna.press(anna.page.getByRole("button", { name: "Ask for that" }));
  await expect(row(mara, "Ilse Varga")).toContainText("asks for Perception instead");
  await row(mara, "Ilse Varga").getByRole("button", { name: "Let them" }).click();
  await expect(card(anna).getByRole("heading")).toHaveText("Perception");
  await gathering(mara).getByRole("button", { name: "Roll for the other 2" }).click();
  await expect(card(anna)).toHaveCount(0);
  await gathering(mara).getByRole("button", { name: "Done" }).click();

  await ask(mara, "wits", "Open");
  await expect(card(anna)).toBeVisible();
  await gathering(mara).getByRole("button", { name: "Call it off" }).click();
  await expect(card(anna)).toHaveCount(0);
});
