// The cast: a fight ends, the next one starts, and everybody goes there with wounds and all.
import { accessible } from "./axe.mjs";
import { PHONE, SIZES, expect, test } from "./table.mjs";

/** The cast's page in a tab of its own, beside the table that stays open. */
async function cast(mara) {
  const page = await mara.page.context().newPage();
  await page.goto(new URL(`${new URL(mara.page.url()).pathname}/cast`, mara.page.url()).href);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  return page;
}

const who = (page, name) => page.locator(".cast-row").filter({ has: page.locator("strong", { hasText: name }) });

const fits = (page) => page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

/** Everything one can press is large enough for a finger. */
async function large(page) {
  const small = await page.locator("button, a.button, select, input[type=text], label.check, .cast-who").evaluateAll((all) =>
    all.filter((it) => it.checkVisibility()).map((it) => [it.outerHTML.slice(0, 90), it.getBoundingClientRect()])
      .filter(([, { width, height }]) => width < 43.9 || height < 43.9).map(([html]) => html),
  );
  expect(small).toEqual([]);
}

/** A storyteller with two players on phones; a fight has begun, and Ilse is hurt. */
async function evening(guest, system) {
  const mara = await guest();
  const [anna, ben] = [await guest(SIZES.phone, PHONE), await guest(SIZES.small, PHONE)];
  await mara.makeTable("The Wharf, midnight", "Mara", system);
  const { player } = await mara.invitation();
  await anna.join(player, "Anna");
  await ben.join(player, "Ben");
  await anna.add("Ilse dex 3 stam 3 size 5 willpower 4");
  await mara.add("2x Ghoul stam 2 size 5");
  await expect(mara.benchToken("Ghoul B")).toBeVisible();
  await intoOrder(mara, "Ilse");
  return [mara, anna, ben];
}

/** From the bench into the order. */
async function intoOrder(mara, name) {
  await mara.benchToken(name).focus();
  await mara.page.keyboard.press("Space");
  await mara.page.keyboard.press("ArrowDown");
  await mara.page.keyboard.press("Space");
  await expect(mara.row(name)).toBeVisible();
}

/** A form that is refused is a page with its status, and the browser's console says so. */
const refused = (mara) => (mara.trouble = mara.trouble.filter((words) => !/status of (409|422)/.test(words)));

/** Marks a box of somebody. */
async function mark(mara, name, number) {
  await mara.box(name, number).focus();
  await mara.page.keyboard.press("l");
}

test("a fight ends, the next one starts, and all phones go there with the wounds", async ({ guest, server }) => {
  const [mara, anna, ben] = await evening(guest);
  await mark(mara, "Ilse", 1);
  await mara.sees("Ilse", "X.......");
  const table = new URL(mara.page.url()).pathname;

  // Prepared unseen, with nobody looking up.
  const page = await cast(mara);
  await expect(who(page, "Ilse").getByRole("checkbox")).toBeChecked();
  await expect(who(page, "Ilse")).toContainText("1 lethal of 8 boxes");
  await expect(who(page, "Ghoul A").getByRole("checkbox")).not.toBeChecked();
  await page.getByLabel("What the next encounter is called").fill("The Crypt");
  await page.getByRole("button", { name: "Prepare in secret" }).click();
  const prepared = page.getByRole("region", { name: "Prepared in secret" });
  await expect(prepared).toContainText("The Crypt");
  await accessible(page, "the cast");
  await page.setViewportSize(SIZES.small);
  await accessible(page, "the cast on a phone");
  expect(await fits(page)).toBe(true);
  await page.setViewportSize(SIZES.laptop);

  // At the table of what is prepared: foes are added, and it says who sees it.
  await page.getByRole("link", { name: "Open The Crypt" }).click();
  await expect(page.locator(".table")).toHaveAttribute("data-live", "true");
  await expect(page.locator(".standing")).toContainText("In preparation, hidden from players");
  await page.locator("#quick-add").fill("3x Wraith stam 2 size 5");
  await page.locator("#quick-add").press("Enter");
  await expect(page.locator(".bench-token")).toHaveCount(4);
  expect([...anna.frames, ...ben.frames].join("\n")).not.toMatch(/Crypt|Wraith/);
  await expect(anna.page.locator("h1").first()).toHaveText("The Wharf, midnight");

  // One more wound, and then it starts: everybody is there by themselves.
  await mark(mara, "Ilse", 2);
  await mara.sees("Ilse", "XX......");
  const again = await cast(mara);
  await who(again, "Ghoul A").getByRole("checkbox").check();
  await who(again, "Ghoul A").getByRole("combobox").selectOption("Healed, points restored");
  await again.getByRole("button", { name: "Start now: The Crypt" }).click();
  await expect(again.locator(".table")).toHaveAttribute("data-live", "true");
  for (const person of [mara, anna, ben]) {
    await expect(person.page.locator("h1").first()).toHaveText("The Crypt");
    await person.live();
    expect(new URL(person.page.url()).pathname).toBe(table);
  }
  await expect(page.locator(".standing")).not.toContainText("Prepared");
  await anna.tab("Me");
  await expect(anna.page.locator(".own .name")).toHaveText("Ilse");
  await anna.tab("Order");
  await expect(anna.page.locator(".bench-token")).toHaveCount(5);
  await intoOrder(mara, "Ilse");
  await mara.sees("Ilse", "XX......");
  await anna.sees("Ilse", "XX......");

  // A killed server knows which encounter the table is at.
  await server.kill();
  await server.up();
  await anna.open(table);
  await anna.live();
  await expect(anna.page.locator("h1").first()).toHaveText("The Crypt");

  // What is over has its recap, and the way back to it is one press.
  await anna.open(`${table}/cast`);
  await expect(anna.page.getByRole("heading", { level: 1 })).toHaveText("The party");
  await expect(anna.page.locator("main")).toContainText("Ilse played by Anna");
  await expect(anna.page.locator("form, button")).toHaveCount(0);
  await accessible(anna.page, "the party");
  await anna.page.getByRole("link", { name: "After the fight: The Wharf, midnight" }).tap();
  await expect(anna.page.locator("main")).toContainText("After the fight “The Wharf, midnight”");
  await anna.open(table);
  await anna.live();
  const back = await cast(mara);
  await back.getByRole("button", { name: "Go back to it: The Wharf, midnight" }).click();
  await expect(anna.page.locator("h1").first()).toHaveText("The Wharf, midnight");
  await anna.live();
  await anna.sees("Ilse", "XX......");
});

test("wounds heal between fights, beside the table", async ({ guest }) => {
  const [mara, anna] = await evening(guest);
  await mark(mara, "Ilse", 1);
  await mara.sees("Ilse", "X.......");
  await mara.page.getByRole("button", { name: "More", exact: true }).click();
  await mara.page.getByRole("link", { name: /^The cast/ }).click();
  const page = mara.drawer;
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("The cast");
  await expect(page.locator(".cast-way")).toHaveCount(0);
  await page.getByRole("button", { name: "An hour passes" }).click();
  await expect(page.getByRole("alert")).toContainText("nothing changes for them in that time");
  await page.getByLabel("Tended to").selectOption("medical care");
  await page.getByRole("button", { name: "A week passes" }).click();
  await anna.sees("Ilse", "........");
  await expect(page.getByRole("alert")).toHaveCount(0);
  refused(mara);
  await mara.page.getByRole("dialog", { name: "Beside the table" }).getByRole("button", { name: "Close", exact: true }).click();
  await expect(mara.entry("A week passes, with medical care")).toBeVisible();
  await anna.tab("Log");
  await expect(anna.entry("A week passes, with medical care")).toBeVisible();
});

test("from beside the table everybody goes, the one who starts it too", async ({ guest }) => {
  const [mara, anna] = await evening(guest);
  await mara.page.getByRole("button", { name: "More", exact: true }).click();
  await mara.page.getByRole("link", { name: /^The cast/ }).click();
  const page = mara.drawer;
  await page.getByLabel("What the next encounter is called").fill("");
  await page.getByRole("button", { name: "Start it now" }).click();
  await expect(page.getByRole("alert")).toHaveText("Give the next encounter a title.");
  refused(mara);
  await page.getByLabel("What the next encounter is called").fill("Dawn");
  await page.getByRole("button", { name: "Start it now" }).click();
  for (const person of [mara, anna]) {
    await expect(person.page.locator("h1").first()).toHaveText("Dawn");
    await person.live();
  }
  await expect(mara.benchToken("Ilse")).toBeVisible();
  await expect(mara.benchToken("Ghoul A")).toHaveCount(0);
});

test("by keyboard alone", async ({ guest }) => {
  const [mara, anna] = await evening(guest);
  const page = await cast(mara);
  /** Goes on until this has the focus. */
  const reach = async (locator) => {
    for (let steps = 0; steps < 60; steps += 1) {
      if (await locator.evaluate((it) => it === document.activeElement)) return;
      await page.keyboard.press("Tab");
    }
    throw new Error(`no key leads to ${locator}`);
  };
  await reach(who(page, "Ghoul A").getByRole("checkbox"));
  await page.keyboard.press("Space");
  await reach(who(page, "Ghoul A").getByRole("combobox"));
  await page.keyboard.press("ArrowDown");
  await reach(page.getByRole("radio", { name: "As they are now" }));
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("radio", { name: "Healed", exact: true })).toBeChecked();
  await reach(page.getByLabel("What the next encounter is called"));
  await page.keyboard.type("Dawn");
  await reach(page.getByRole("button", { name: "Prepare in secret" }));
  await page.keyboard.press("Enter");
  const start = page.getByRole("button", { name: "Start now: Dawn" });
  await expect(start).toBeVisible();
  await reach(start);
  await page.keyboard.press("Enter");
  await expect(anna.page.locator("h1").first()).toHaveText("Dawn");
  await anna.live();
});

test("by touch alone at 320 pixels", async ({ guest }) => {
  const mara = await guest({ width: 320, height: 640 }, PHONE);
  await mara.makeTable("The Wharf", "Mara", "tristat");
  const anna = await guest(SIZES.phone, PHONE);
  await anna.join((await mara.invitation()).player, "Anna");
  await anna.add("Ilse body 6 mind 4 soul 5");
  const table = new URL(mara.page.url()).pathname;
  await mara.open(`${table}/cast`);
  const { page } = mara;
  expect(await fits(page)).toBe(true);
  await large(page);
  await expect(page.getByText("In these rules it’s up to you what heals")).toBeVisible();
  await page.getByRole("radio", { name: "Healed, points restored" }).tap();
  await page.getByLabel("What the next encounter is called").tap();
  await page.keyboard.type("Dawn");
  await page.getByRole("button", { name: "Prepare in secret" }).tap();
  await expect(page.getByRole("button", { name: "Start now: Dawn" })).toBeVisible();
  await page.waitForLoadState();
  await large(page);
  expect(await fits(page)).toBe(true);
  await page.getByRole("button", { name: "Start now: Dawn" }).tap();
  await expect(anna.page.locator("h1").first()).toHaveText("Dawn");
  await anna.live();
  await expect(page.locator(".table")).toHaveAttribute("data-live", "true");
});
