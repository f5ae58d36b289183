// What was: the bar follows the finger and the keys, works without scripts, shows what comes as it comes, and each
// person what they were shown.
import { accessible } from "./axe.mjs";
import { ends } from "./share.mjs";
import { PHONE, SIZES, expect, test } from "./table.mjs";

/** One of the pages of the past, in a tab of its own. */
async function opened(person, path) {
  const page = await person.page.context().newPage();
  const found = [];
  page.on("pageerror", (error) => found.push(error.message));
  page.on("console", (said) => said.type() === "error" && found.push(said.text()));
  await page.goto(`${person.page.url()}/${path}`);
  page.found = found;
  return page;
}

const at = async (page) => Number(await page.locator("[data-step]").getAttribute("data-at"));
const row = (page, name) => page.locator(".past-row", { has: page.getByRole("heading", { name, exact: true }) });
const marks = (page, name) => row(page, name).locator(".past-boxes .box:not([data-mark=''])");
/** The page stands at this step, and says so everywhere. */
async function stands(page, step) {
  await expect(page.locator(`[data-step][data-at="${step}"]`)).toBeVisible();
  await expect(page.locator("[data-number]")).toHaveText(String(step));
  await expect(page.getByRole("slider")).toHaveValue(String(step));
}

/** A fight of two with a ghoul in the shadows. */
async function fought(guest) {
  const [mara, anna] = [await guest(), await guest(SIZES.phone, PHONE)];
  await mara.makeTable("The Wharf", "Mara", "chronicle");
  await anna.join((await mara.invitation()).player, "Anna");
  await anna.add("Ilse dex 3 stam 3 size 5 firearms 2");
  await mara.add("Thug dex 2 stam 2 size 5");
  await mara.add("Lurker stam 2 size 5 hidden");
  return [mara, anna];
}

const wide = (page) => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);

test("the bar goes through every step by keys, by buttons and by the finger", async ({ guest }) => {
  const mara = await guest();
  await mara.demo();
  const page = await opened(mara, "replay");
  const bar = page.getByRole("slider");
  const last = Number(await bar.getAttribute("max"));
  expect(last).toBeGreaterThan(20);
  await stands(page, last);
  await bar.focus();
  await page.keyboard.press("ArrowLeft");
  await stands(page, last - 1);
  await expect(page).toHaveURL(new RegExp(`at=${last - 1}\\b`));
  await page.keyboard.press("Home");
  await stands(page, 1);
  await expect(page.getByRole("link", { name: "Step before" })).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("End");
  await stands(page, last);
  await page.getByRole("link", { name: "Previous turn" }).press("Enter");
  await expect(page.locator(".past-standing")).toContainText("acts");
  // The turn at the end is told in the same words.
  await expect.poll(() => at(page)).toBeLessThan(last);
  const turn = await at(page);
  await expect(page.getByRole("link", { name: "Previous turn" })).toBeFocused();
  await page.getByRole("link", { name: "Next step" }).click();
  await stands(page, turn + 1);
  await page.getByLabel("Jump to a turn").selectOption({ index: 0 });
  await expect.poll(() => at(page)).toBeLessThan(turn);
  // It is read aloud: the step and its line of the log.
  await expect(page.getByRole("status")).toContainText(`Step ${await at(page)}.`);
  // A finger on the bar: what is under it in the end is what is shown.
  const box = await bar.boundingBox();
  await page.mouse.move(box.x + box.width - 12, box.y + box.height / 2);
  await page.mouse.down();
  for (let part = 9; part >= 5; part--) await page.mouse.move(box.x + (box.width * part) / 10, box.y + box.height / 2);
  await page.mouse.up();
  await stands(page, Number(await bar.inputValue()));
  expect(Math.abs((await at(page)) - last / 2)).toBeLessThan(4);
  // The same address shows the same step again.
  const step = await at(page);
  await page.reload();
  await stands(page, step);
  expect(page.found).toEqual([]);
});

test("without scripts the same is done by a button and by links", async ({ guest, browser }) => {
  const mara = await guest();
  await mara.demo();
  const context = await browser.newContext({ javaScriptEnabled: false, storageState: await mara.page.context().storageState() });
  const page = await context.newPage();
  await page.goto(`${mara.page.url()}/replay`);
  const last = await at(page);
  await page.getByRole("slider").focus();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await page.getByRole("button", { name: "Go to this step" }).press("Enter");
  await expect.poll(() => at(page)).toBe(last - 2);
  await page.getByRole("link", { name: "Step before" }).click();
  await expect.poll(() => at(page)).toBe(last - 3);
  await page.getByLabel("Jump to a turn").selectOption({ index: 1 });
  await page.getByRole("button", { name: "Jump to this turn" }).click();
  await expect.poll(() => at(page)).toBeLessThan(last - 3);
  await page.getByRole("link", { name: "The whole log" }).click();
  await page.getByLabel("Search the log").fill("turn 2");
  await page.getByLabel("Search the log").press("Enter");
  await page.locator(".entry a", { hasText: "Step" }).last().click();
  await expect(page.locator(".past-standing")).toContainText("acts");
  await context.close();
});

test("the storyteller sees through Anna's eyes, live and in what was", async ({ guest }) => {
  const [mara, anna] = await fought(guest);
  const page = await opened(mara, "replay");
  await expect(row(page, "Lurker")).toHaveAttribute("data-hidden", "true");
  await page.getByLabel("Seen as").selectOption({ label: "Anna, player" });
  await page.getByRole("button", { name: "Look" }).click();
  await expect(page.locator(".past-eyes")).toContainText("Anna, player");
  await expect(row(page, "Thug")).toBeVisible();
  await expect(row(page, "Lurker")).toHaveCount(0);
  const before = await at(page);
  // What happens at the table comes by itself, and what Anna is not shown is no step.
  await mara.add("Second lurker stam 2 size 5 hidden");
  await anna.add("Pia stam 2 size 5");
  await expect(row(page, "Pia")).toBeVisible();
  await stands(page, before + 1);
  await expect(page.getByText("lurker")).toHaveCount(0);
  // A reader who looks back stays there; only the end moves on.
  await page.getByRole("link", { name: "Step before" }).click();
  await stands(page, before);
  await anna.add("Weston stam 2 size 5");
  await expect(page.locator("[data-last]")).toHaveText(String(before + 2));
  await stands(page, before);
  await page.getByRole("link", { name: "Newest step" }).click();
  await expect(row(page, "Weston")).toBeVisible();
  // Anna has no such choice.
  const hers = await opened(anna, "replay");
  await expect(hers.getByLabel("Seen as")).toHaveCount(0);
  expect((await hers.goto(`${anna.page.url()}/replay?as=1`)).status()).toBe(404);
});

test("an exchange is shown with its sums and dice, and who did it is told box by box", async ({ guest, server }) => {
  const [mara, anna, ben] = [await guest(), await guest(), await guest()];
  await mara.makeTable("The long night", "Mara", "chronicle");
  const { player } = await mara.invitation();
  await anna.join(player, "Anna");
  await ben.join(player, "Ben");
  await anna.add("Ilse str 3 dex 3 stam 2 wits 3 comp 3 brawl 2 willpower 5");
  await ben.add("Dockhand str 2 dex 2 wits 2 stam 2 comp 2");
  for (const [person, die] of [[anna, 6], [ben, 1]]) {
    await server.dice([die]);
    await person.rollInitiative();
  }
  await mara.next();
  await anna.attack({ at: ["Dockhand"] });
  await ben.answer("apply");
  await server.dice([8, 8, 8, 2, 3]);
  await anna.throwDice();
  await expect.poll(() => mara.track("Dockhand")).toContain("/");
  const page = await opened(mara, "replay");
  await page.getByLabel("Jump to an exchange").selectOption({ index: 0 });
  await page.getByRole("link", { name: "Newest step" }).click();
  await page.locator("details summary").filter({ hasText: "Over by then" }).click({ timeout: 2000 }).catch(() => undefined);
  const fight = page.locator(".past-exchange").first();
  await expect(fight.getByRole("heading")).toContainText("Ilse");
  await expect(fight.getByRole("heading")).toContainText("at Dockhand");
  await expect(fight.locator(".past-terms").first()).toContainText("Strength +3");
  await expect(fight.locator(".past-terms a.rule").first()).toHaveAttribute("href", /\/rules\/chronicle#CHR-/);
  await expect(fight.locator(".face").first()).toBeVisible();
  await expect(marks(page, "Dockhand")).not.toHaveCount(0);
  const now = await marks(page, "Dockhand").count();
  // Before it, the boxes were empty.
  await page.getByRole("link", { name: "Previous exchange" }).click();
  await expect(marks(page, "Dockhand")).toHaveCount(0);
  // Whose doing the first box is, and back to the step at which it was done.
  await row(page, "Dockhand").getByRole("link", { name: "History" }).click();
  await page.getByRole("link", { name: "Box 1: bashing" }).click();
  await expect(page.locator(".past-doings li")).toHaveCount(1);
  await expect(page.locator(".past-doings")).toContainText("by Anna");
  await page.locator(".past-doings a").click();
  await expect(marks(page, "Dockhand")).toHaveCount(now);
  await expect(row(page, "Dockhand")).toHaveAttribute("data-touched", "true");
  // From the table: the whole log, and the sheet, lead there.
  await expect(mara.page.getByRole("link", { name: "The whole log, beside the table" })).toHaveAttribute("href", /\/log$/);
  expect(page.found).toEqual([]);
});

for (const [name, size] of ends([["320", { width: 320, height: 640 }], ["drawer", { width: 420, height: 800 }], ["tablet", { width: 768, height: 1024 }], ["laptop", { width: 1280, height: 800 }]])) {
  test(`nothing is wrong with the pages of the past at ${name}`, async ({ guest }) => {
    const mara = await guest(size);
    await mara.demo();
    const page = await opened(mara, "replay");
    await page.setViewportSize(size);
    await page.getByRole("link", { name: "Previous turn" }).click();
    await expect(page.locator(".past-standing")).toContainText("acts");
    await accessible(page, "the replay");
    expect(await wide(page)).toBe(false);
    // What is touched is large enough for a finger.
    for (const link of await page.locator(".past a:not(.rule), .past button:visible, .past select, .past input:visible").all()) {
      const box = await link.boundingBox();
      if (box) expect(box.height, await link.textContent()).toBeGreaterThanOrEqual(44);
    }
    await page.getByRole("link", { name: "The whole log" }).click();
    await expect(page.locator(".entry").first()).toBeVisible();
    await accessible(page, "the log");
    expect(await wide(page)).toBe(false);
    await page.goBack();
    await page.getByRole("link", { name: "History" }).first().click();
    await accessible(page, "history");
    expect(await wide(page)).toBe(false);
    expect(page.found).toEqual([]);
  });
}
