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
  // Who comes while the form is open is not asked.
  for (const name of ["Ilse Varga", "Runs-at-Dusk", "Thrall"]) await expect(mara.benchToken(name)).toBeVisible();
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

test("what a failure brings and a pass hands over, with a time to answer, and who has it open", async ({ guest, server }) => {
  const [mara, anna, ben] = await evening(guest);
  const { page } = mara;
  await page.locator("#first-clock").click();
  await page.locator("#new-clock").fill("Alarm 4");
  await page.locator("#new-clock").press("Enter");
  await page.locator(".stage-head").getByRole("button", { name: "Handouts" }).click();
  await page.getByRole("button", { name: "New note" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Behind the altar");
  await page.locator("#handout-text").fill("A stair leads down.");
  await page.locator(".handout-form").getByRole("button", { name: "Save" }).click();
  await expect(page.locator(".handout-open .paper")).toBeVisible();

  await openForm(mara);
  await page.locator("#ask-pool").fill("wits + alertness");
  await form(mara).getByText("More", { exact: true }).click();
  await page.getByLabel("Fills a clock").selectOption("Alarm, on each failure");
  await page.getByLabel("Whoever passes gets").selectOption("Behind the altar");
  await page.getByLabel("Answer within").selectOption("30 s");
  await accessible(page, "all fields of the form that asks");
  await page.locator("#ask-now").click();
  await expect(gathering(mara)).toContainText("each failure fills Alarm · whoever passes gets “Behind the altar”");
  await expect(gathering(mara)).toContainText(/\d\d s left/);
  await expect(card(anna).locator(".ask-ring")).toHaveAttribute("data-left", /^(30|2\d)$/);
  await accessible(anna.page, "an asked roll with a time");

  // Only the storyteller is told who has it open.
  await expect(row(mara, "Ilse Varga")).toContainText("has it open");
  await expect(row(mara, "Runs-at-Dusk")).toContainText("has it open");
  await ben.press(card(ben).getByRole("button", { name: "Not now" }));
  await expect(row(mara, "Runs-at-Dusk")).not.toContainText("has it open");
  expect([...anna.frames, ...ben.frames].filter((frame) => frame.startsWith('{"reading"'))).toEqual([]);
  expect(anna.frames.join("")).not.toContain("altar");

  // The time runs out for all, and nothing is rolled by itself.
  const later = Date.now() + 31_000;
  for (const person of [mara, anna]) await person.page.clock.setFixedTime(later);
  await expect(card(anna)).toContainText("Time’s up.");
  await expect(gathering(mara)).toContainText("time’s up");
  await expect(page.getByRole("button", { name: "Roll for the other 2" })).toHaveClass("brass");

  await server.dice([9, 8, 3, 2]);
  await anna.press(anna.page.locator("#ask-roll"));
  await expect(anna.page.locator("#handout-reading")).toContainText("A stair leads down.");
  await server.dice([2, 3, 4, 5, 2, 2]);
  await page.getByRole("button", { name: "Roll for the last one" }).click();
  await expect(row(mara, "Runs-at-Dusk").locator(".ask-result")).toHaveAttribute("data-bad", "true");
  await page.locator(".stage-head").getByRole("button", { name: "Clocks" }).click();
  const alarm = page.locator(".clock", { hasText: "Alarm" }).locator(".clock-count").first();
  await expect(alarm).toHaveText("1 of 4");
  await page.getByRole("button", { name: /^Undo: Alarm to 1/ }).first().click();
  await expect(alarm).toHaveText("0 of 4");
  await expect(row(mara, "Runs-at-Dusk").locator(".face")).toHaveCount(6);
});

test("while the form is open, a tap on a token picks whom to ask", async ({ guest }) => {
  const [mara] = await evening(guest);
  await openForm(mara);
  await mara.page.locator("#ask-pool").fill("wits");
  await expect(mara.page.locator("#ask-now")).toHaveText("Ask 2 of them");
  const thrall = mara.page.locator(".bench-token", { hasText: "Thrall" });
  await thrall.click();
  await expect(mara.page.locator("#ask-now")).toHaveText("Ask 3 of them");
  await expect(thrall).toHaveAttribute("data-picked", "true");
  await mara.page.locator(".bench-token", { hasText: "Ilse" }).click();
  await expect(mara.page.locator("#ask-now")).toHaveText("Ask 2 of them");
  await form(mara).getByRole("button", { name: "Close" }).click();
  await expect(thrall).not.toHaveAttribute("data-picked", "true");

  // In the order, the row picks, also by key; it opens again once the form is closed.
  await mara.page.locator(".bench-token", { hasText: "Thrall" }).focus();
  await mara.page.keyboard.press("Space");
  await mara.page.keyboard.press("ArrowDown");
  await mara.page.keyboard.press("Space");
  const row = mara.page.locator(".row", { hasText: "Thrall" });
  await expect(row).toBeVisible();
  await openForm(mara);
  await mara.page.locator("#ask-pool").fill("wits");
  await row.locator(".row-opener").focus();
  await mara.page.keyboard.press("Enter");
  await expect(mara.page.locator("#ask-now")).toHaveText("Ask 3 of them");
  await expect(row).toHaveAttribute("data-opened", "false");
  await form(mara).getByRole("button", { name: "Close" }).click();
  await row.locator(".row-opener").focus();
  await mara.page.keyboard.press("Enter");
  await expect(row).toHaveAttribute("data-opened", "true");
});

test.describe("dice that anybody can check", () => {
  // Faces that a test says follow from no secret.
  test.use({ scripted: false });

  test("dice that lay face down are checked once they are shown", async ({ guest }) => {
    const [mara, anna] = await evening(guest);
    await ask(mara, "wits", "Secret");
    await anna.press(anna.page.locator("#ask-roll"));
    await anna.tab("Me");
    await expect(told(anna)).toContainText(/Sealed as [0-9a-f]{8}/);
    const [, seal] = (await told(anna).innerText()).match(/Sealed as ([0-9a-f]{8})/);
    await row(mara, "Runs-at-Dusk").getByRole("button", { name: /for Ben/ }).click();
    await gathering(mara).getByRole("button", { name: "Show the dice" }).click();
    await expect(told(anna)).toContainText(`Checked: these are the dice that lay face down, sealed as ${seal}.`);
    await expect(told(anna).locator(".face")).toHaveCount(2);
  });
});
