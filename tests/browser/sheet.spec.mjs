// A combatant's sheet: a page of forms, read and written beside the table, on a phone, by keyboard alone.
import { accessible } from "./axe.mjs";
import { ends } from "./share.mjs";
import { PHONE, SIZES, expect, test } from "./table.mjs";

/** The way to the sheet of a row, as its dialog offers it. */
async function wayTo(person, name) {
  await person.press(person.row(name).locator(".token"));
  const link = person.page.locator("#row-sheet").getByRole("link", { name: `Sheet of ${name}` });
  const path = await link.getAttribute("href");
  await person.press(person.page.locator("#row-sheet").getByRole("button", { name: "Close" }));
  return path;
}

/** What stands below a heading of the sheet. */
const part = (page, title) => page.locator(".paper-part").filter({ has: page.getByRole("heading", { name: title, level: 2 }) });

/** Nothing is wider than the screen, and what can be pressed is large enough for a finger. */
async function fits(page) {
  const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(width, "wider than the screen").toBeLessThanOrEqual(0);
  const small = await page.evaluate(() =>
    [...document.querySelectorAll("main :is(button, select, summary, textarea, input:not([type=hidden]):not([type=checkbox])), main label.check, main a.button")]
      .filter((it) => it.checkVisibility() && it.tabIndex >= 0)
      .filter((it) => it.getBoundingClientRect().height < 43.5)
      .map((it) => it.outerHTML.slice(0, 80)),
  );
  expect(small, "too small for a finger").toEqual([]);
}

test("written by keyboard alone, and seen at the table while it is", async ({ guest }) => {
  const [mara, anna, ben] = [await guest(), await guest(), await guest(SIZES.phone, PHONE)];
  await mara.makeTable("The Wharf", "Mara", "chronicle");
  const { player } = await mara.invitation();
  await anna.join(player, "Anna");
  await ben.join(player, "Ben");
  await anna.add("Ilse dexterity 3 stamina 2 willpower 5");
  await anna.rollInitiative();
  await expect(ben.row("Ilse").locator(".box")).toHaveCount(7);
  const path = await wayTo(anna, "Ilse");

  const page = anna.page;
  await page.goto(new URL(path, anna.server.url).href);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ilse");
  const fill = async (field, value) => {
    // What was saved before shows while its page still comes.
    await page.waitForLoadState();
    await field.focus();
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type(value);
  };
  const enter = async (locator) => {
    await page.waitForLoadState();
    await locator.focus();
    await expect(locator).toBeFocused();
    await page.keyboard.press("Enter");
  };
  // Two traits and one of its own, and Enter saves them.
  const traits = part(page, "Traits");
  await fill(traits.getByLabel("Stamina"), "4");
  await page.keyboard.press("Tab");
  await fill(traits.getByLabel("Strength"), "3");
  await fill(traits.getByLabel("Another trait"), "Street Lore");
  await page.keyboard.press("Tab");
  await page.keyboard.type("2");
  await page.keyboard.press("Enter");
  await expect(traits.getByText("Saved.")).toBeVisible();
  await expect(traits.getByLabel("Street Lore")).toHaveValue("2");
  await expect(traits.getByLabel("Stamina")).toHaveValue("4");
  await expect(ben.row("Ilse").locator(".box")).toHaveCount(9);
  await expect(mara.entry("Ilse: Strength 3, Stamina 4, Street Lore 2")).toBeVisible();
  // The chips stand folded; one of them writes a trait onto the sheet.
  const fold = traits.locator("summary");
  await expect(traits.getByRole("button", { name: "+ Brawl" })).toBeHidden();
  await enter(fold);
  await enter(traits.getByRole("button", { name: "+ Brawl" }));
  await expect(traits.getByLabel("Brawl")).toHaveValue("1");
  await expect(mara.entry("Ilse: Brawl 1")).toBeVisible();

  // A knife from the charts, put away; then one of the table's own.
  const gear = part(page, "Weapons and armor");
  await page.waitForLoadState();
  await gear.getByLabel("Add from the charts").focus();
  await page.keyboard.type("Knife");
  await enter(gear.getByRole("button", { name: "Add", exact: true }));
  const knife = gear.locator("li.card").filter({ hasText: "Knife" });
  await expect(knife).toContainText("in hand");
  await enter(knife.getByRole("button", { name: "Put away" }));
  await expect(knife).toContainText("put away");
  await expect(mara.entry("Ilse: Knife").filter({ hasText: "put away" })).toBeVisible();
  await enter(gear.locator("summary").last());
  await enter(gear.getByRole("link").first());
  await fill(gear.getByLabel("What it is called"), "Boat hook");
  await page.keyboard.press("Enter");
  await expect(gear.locator("li.card").filter({ hasText: "Boat hook" })).toBeVisible();

  // Spent on the sheet, seen at the table.
  const willpower = part(page, "To spend").getByRole("listitem").filter({ hasText: "Willpower" });
  await enter(willpower.getByRole("button", { name: "Spend one Willpower" }));
  await expect(willpower).toContainText("4 of 5");
  await expect(mara.entry("Ilse spends 1 Willpower")).toBeVisible();

  // What is refused says why, and what was typed is still there.
  const who = part(page, "Name and kind");
  await fill(who.getByLabel("Name"), " ");
  await page.keyboard.press("Enter");
  await expect(who.getByRole("alert")).toHaveText("There’s nothing written there.");
  // The browser tells of the refusal too.
  expect(anna.trouble.splice(0)).toEqual([expect.stringContaining("409")]);
  await fill(who.getByLabel("Name"), "Ilse Varga");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ilse Varga");
  await expect(ben.row("Ilse Varga")).toHaveCount(1);
});

for (const [system, archetype] of ends([
  ["chronicle", "Hunter"],
  ["crossover", "Vampire of the city"],
  ["masquerade", "Sheriff"],
  ["ascension", "Agent"],
  ["tristat", "Swordfighter"],
])) {
  test(`${system}: written by touch on the smallest phone, in three themes`, async ({ guest }) => {
    const [mara, anna] = [await guest(), await guest({ width: 320, height: 720 }, PHONE)];
    await mara.makeTable("The Wharf", "Mara", system);
    await anna.join((await mara.invitation()).player, "Anna");
    await anna.tab("Order");
    await anna.add("Ilse");
    await anna.rollInitiative();
    const path = await wayTo(anna, "Ilse");
    const page = anna.page;
    await page.goto(new URL(path, anna.server.url).href);
    await part(page, "Archetypes").getByRole("button", { name: `Start from ${archetype}` }).tap();
    await expect(part(page, "Archetypes").getByText("Saved.")).toBeVisible();
    await expect(mara.entry(`Ilse: ${archetype}`)).toBeVisible();
    await page.locator("summary").evaluateAll((all) => all.forEach((it) => (it.parentElement.open = true)));
    await fits(page);
    await accessible(page, `a sheet in ${system}`);

    await part(page, "Notes").getByRole("textbox").tap();
    await page.keyboard.type("Owes Mara a favor.");
    await part(page, "Notes").getByRole("button").tap();
    await expect(part(page, "Notes").getByRole("textbox")).toHaveValue("Owes Mara a favor.");
    await part(page, "Traits").getByRole("spinbutton").first().fill("3");
    await part(page, "Traits").getByRole("button", { name: "Save the traits" }).tap();
    await expect(part(page, "Traits").getByText("Saved.")).toBeVisible();
    await part(page, "Conditions").getByLabel("Note", { exact: true }).fill("prone");
    await part(page, "Conditions").getByRole("button", { name: "Write" }).tap();
    await expect(mara.row("Ilse")).toContainText("prone");

    // Others read what they may, and write nothing.
    await mara.page.goto(new URL(path, mara.server.url).href);
    await expect(mara.page.getByText("Owes Mara a favor.")).toBeVisible();
    await accessible(mara.page, `the same on a wide screen in ${system}`);
    await fits(mara.page);
  });
}

test("another player reads, and what is concealed is not there", async ({ guest }) => {
  const [mara, anna, ben] = [await guest(), await guest(SIZES.phone, PHONE), await guest()];
  await mara.makeTable("The Wharf", "Mara", "chronicle");
  const { player } = await mara.invitation();
  await anna.join(player, "Anna");
  await ben.join(player, "Ben");
  await ben.add("Weston strength 4 brawl 3 with knife");
  await ben.rollInitiative();
  await mara.add("Ghoul strength 5 stamina 3 willpower 4 with sword");
  await mara.page.locator("#roll-rest").click();
  const [weston, ghoul] = [await wayTo(ben, "Weston"), await wayTo(mara, "Ghoul")];
  await anna.open(weston);
  await expect(part(anna.page, "Traits")).toContainText("Brawl3");
  await expect(part(anna.page, "Weapons and armor")).toContainText("Knife");
  await expect(anna.page.locator("main form")).toHaveCount(0);
  await accessible(anna.page, "a sheet that is read");
  await anna.open(ghoul);
  await expect(anna.page.getByText("The storyteller keeps this sheet.")).toBeVisible();
  await expect(anna.page.locator("main")).not.toContainText(/Strength|Sword|Willpower/);
  await accessible(anna.page, "a foe's sheet");
});
