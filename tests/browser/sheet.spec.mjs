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

/** The dots of a trait that are lit. */
const dots = (page, name) => page.locator(".trait").filter({ has: page.getByRole("spinbutton", { name, exact: true }) }).locator(".dots i[data-lit=true]");

/** Nothing is wider than the screen, and what can be pressed is large enough for a finger, or for a mouse where there is one. */
async function fits(page) {
  const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(width, "wider than the screen").toBeLessThanOrEqual(0);
  const small = await page.evaluate(() =>
    [...document.querySelectorAll("main :is(button, select, summary, textarea, input:not([type=hidden]):not([type=checkbox])), main label.check, main a.button")]
      .filter((it) => it.checkVisibility() && it.tabIndex >= 0)
      .filter((it) => it.getBoundingClientRect().height < (matchMedia("(pointer: coarse)").matches ? 43.5 : 24))
      .map((it) => it.outerHTML.slice(0, 80)),
  );
  expect(small, "too small to press").toEqual([]);
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
  // Two traits, typed: they are kept as they are set. One of its own, and Enter saves it.
  const traits = part(page, "Traits");
  const trait = (name) => traits.getByRole("spinbutton", { name, exact: true });
  await fill(trait("Stamina"), "4");
  await expect(mara.entry("Ilse’s sheet: Stamina 4")).toBeVisible();
  await expect(ben.row("Ilse").locator(".box")).toHaveCount(9);
  await fill(trait("Strength"), "3");
  await expect(mara.entry("Ilse’s sheet: Strength 3")).toBeVisible();
  await expect(traits.getByText("Saved.")).toBeVisible();
  await fill(traits.getByLabel("Another trait"), "Street Lore");
  await page.keyboard.press("Tab");
  await page.keyboard.type("2");
  await page.keyboard.press("Enter");
  await expect(mara.entry("Ilse’s sheet: Street Lore 2")).toBeVisible();
  await expect(trait("Street Lore")).toHaveValue("2");
  await expect(trait("Stamina")).toHaveValue("4");
  // Arrows, Home and End set a trait; its dots follow. A group that nothing was learned of stands folded.
  // The page that came with the new trait is as alive as the one before.
  await expect(page.locator("#traits > form[data-live=true]")).toBeVisible();
  await trait("Brawl").focus();
  for (const key of ["ArrowUp", "ArrowUp", "End", "ArrowDown"]) await page.keyboard.press(key);
  await expect(trait("Brawl")).toHaveValue("4");
  await expect(dots(page, "Brawl")).toHaveCount(4);
  await expect(mara.entry("Ilse’s sheet: Brawl 4")).toBeVisible();
  await page.keyboard.press("Home");
  await expect(trait("Brawl")).toHaveValue("0");
  await expect(mara.entry("Ilse’s sheet: Brawl 0")).toBeVisible();
  const fold = traits.locator("summary").filter({ hasText: "Merits" });
  await expect(trait("Quick Draw")).toBeHidden();
  await enter(fold);
  await expect(trait("Quick Draw")).toBeVisible();

  // A knife from the charts, put away; then one of the table's own.
  const gear = part(page, "Weapons and armor");
  await page.waitForLoadState();
  await gear.getByLabel("Add from the charts").focus();
  await page.keyboard.type("kn");
  await expect(gear.locator(".picker-row:visible").first()).toContainText("Knife");
  await page.keyboard.press("Enter");
  const knife = gear.locator("li.item").filter({ hasText: "Knife" });
  await expect(knife).toContainText("in hand");
  await enter(knife.locator("summary"));
  await enter(knife.getByRole("button", { name: "Put away" }));
  await expect(knife).toContainText("put away");
  await expect(mara.entry("Ilse: Knife").filter({ hasText: "put away" })).toBeVisible();
  await enter(gear.locator("summary").last());
  await enter(gear.getByRole("link").first());
  await fill(gear.getByLabel("What it is called"), "Boat hook");
  await page.keyboard.press("Enter");
  const hook = gear.locator("li.item").filter({ hasText: "Boat hook" });
  await expect(hook).toBeVisible();
  await enter(hook.getByRole("button", { name: "Remove Boat hook" }));
  await expect(hook).toHaveCount(0);

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
    // Nothing is on it yet: ready sheets come first.
    const start = part(page, "Who are they?");
    await expect(page.locator(".paper-part").first()).toContainText("Who are they?");
    await expect(start.getByRole("link", { name: "From scratch" })).toBeVisible();
    const more = start.locator("summary");
    if (await more.isVisible()) await more.tap();
    await start.getByRole("button", { name: archetype }).first().tap();
    await expect(page.getByText("Saved.")).toBeVisible();
    await expect(mara.entry(`Ilse’s sheet: ${archetype}`)).toBeVisible();
    // Now they are the last, folded, and say what they do.
    await expect(start).toHaveCount(0);
    await expect(page.locator(".paper-part").last()).toContainText("Start over from an archetype…");
    await expect(page.getByText("Replaces kind, traits and gear")).toBeHidden();
    await page.locator("summary").evaluateAll((all) => all.forEach((it) => (it.parentElement.open = true)));
    await fits(page);
    await accessible(page, `a sheet in ${system}`);

    await part(page, "Notes").getByRole("textbox").tap();
    await page.keyboard.type("Owes Mara a favor.");
    await part(page, "Notes").getByRole("button").tap();
    await expect(part(page, "Notes").getByRole("textbox")).toHaveValue("Owes Mara a favor.");
    await part(page, "Traits").getByRole("spinbutton").first().fill("3");
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

for (const width of [390, 320]) {
  test(`${width} px: a finger sets dots, and two names are a roll`, async ({ guest, server }) => {
    const [mara, anna] = [await guest(), await guest({ width, height: width === 320 ? 640 : 844 }, PHONE)];
    await mara.makeTable("The Wharf", "Mara", "masquerade");
    await anna.join((await mara.invitation()).player, "Anna");
    await anna.tab("Order");
    await anna.add("Ilse dexterity 3 stamina 2 brawl 2");
    // From Me, beside the table: one tap and the sheet is there.
    await anna.tab("Me");
    await anna.page.locator(".own").getByRole("link", { name: "Sheet of Ilse" }).tap();
    const sheet = anna.drawer;
    const line = (name) => sheet.locator(".trait").filter({ has: anna.page.getByRole("spinbutton", { name, exact: true }) });
    const dot = (name, nth) => line(name).locator(".dots i").nth(nth - 1);
    await expect(line("Wits").locator("[data-lit=true]")).toHaveCount(2);
    await dot("Wits", 4).tap();
    await expect(line("Wits").locator("[data-lit=true]")).toHaveCount(4);
    await expect(mara.entry("Ilse’s sheet: Wits 4")).toBeVisible();
    // The last that is lit goes out when it is tapped again.
    await dot("Wits", 4).tap();
    await expect(sheet.getByRole("spinbutton", { name: "Wits", exact: true })).toHaveValue("3");
    await expect(mara.entry("Ilse’s sheet: Wits 3")).toBeVisible();
    await dot("Melee", 1).tap();
    await dot("Melee", 1).tap();
    await expect(line("Melee").locator("[data-lit=true]")).toHaveCount(0);
    // More than five: the number is typed, and there are more dots for it when the page comes anew.
    await sheet.getByRole("spinbutton", { name: "Dexterity", exact: true }).fill("7");
    await expect(mara.entry("Ilse’s sheet: Dexterity 7")).toBeVisible();

    // Name and name, and the words of the rules for it; dots that were just set count.
    await line("Dexterity").locator(".trait-name").tap();
    const roll = sheet.locator("#dice");
    await expect(roll).toBeInViewport({ ratio: 1 });
    await expect(roll.getByRole("button")).toHaveText("Roll 7 dice against 6");
    await line("Brawl").locator(".trait-name").tap();
    await expect(roll.locator(".dice-parts")).toHaveText("Dexterity + Brawl");
    await dot("Brawl", 3).tap();
    await expect(roll.getByRole("button")).toHaveText("Roll 10 dice against 6");
    // Another difficulty: the words that were printed are not those of this roll.
    await roll.getByLabel("Difficulty").fill("7");
    await expect(roll.getByRole("button")).toHaveText("Roll");
    await roll.getByLabel("Difficulty").fill("6");
    await server.dice([10, 9, 8, 7, 6, 5, 4, 3, 2, 2]);
    await roll.getByRole("button").tap();
    await expect(roll.locator(".paper-came")).toContainText("5 successes");
    await expect(mara.entry("Dexterity + Brawl")).toContainText("5 successes");
    // A second tap on a name takes it out of the roll again.
    await line("Dexterity").locator(".trait-name").tap();
    await expect(roll.getByRole("button")).toHaveText("Roll 3 dice against 6");
    const wide = await sheet.evaluate((it) => it.scrollWidth - it.clientWidth);
    expect(wide, "the sheet is wider than its drawer").toBeLessThanOrEqual(0);
    await accessible(anna.page, `a sheet with a roll at ${width}`);

    // The dice of the table are one tap away, down to their button.
    await anna.closeDrawer();
    await anna.page.locator(".own-roll").tap();
    const strip = await anna.page.locator(".strip").boundingBox();
    const under = async () => (await anna.page.locator("#roll").boundingBox()).y + 44;
    await expect.poll(under, "the button stands above the strip").toBeLessThanOrEqual(strip.y);
  });
}

test("points are stepped, and gear is found by two letters", async ({ guest }) => {
  const [mara, anna] = [await guest(), await guest(SIZES.small, PHONE)];
  await mara.makeTable("The bar", "Mara", "tristat");
  await anna.join((await mara.invitation()).player, "Anna");
  await anna.tab("Order");
  await anna.add("Ilse");
  await anna.rollInitiative();
  const page = anna.page;
  await page.goto(new URL(await wayTo(anna, "Ilse"), anna.server.url).href);
  await page.getByRole("link", { name: "From scratch" }).tap();
  const body = page.locator(".trait").filter({ has: page.getByRole("spinbutton", { name: "Body", exact: true }) });
  await expect(body.locator(".dots")).toHaveCount(0);
  await expect(body).toHaveAttribute("data-written", "false");
  for (let tap = 0; tap < 2; tap += 1) await body.locator("button").last().tap();
  await expect(mara.entry("Ilse’s sheet: Body 6")).toBeVisible();
  await expect(body).toHaveAttribute("data-written", "true");

  const gear = part(page, "Weapons and armor");
  const rows = gear.locator(".picker-row:visible");
  // All kinds are folded.
  await expect(gear.locator(".picker details[open]")).toHaveCount(0);
  await gear.getByLabel("Add from the charts").fill("kn");
  await expect(rows.first()).toContainText(/kn/i);
  for (const row of await rows.all()) await expect(row.locator("strong")).toContainText(/kn/i);
  await rows.filter({ hasText: "Knife" }).first().tap();
  await expect(gear.locator("li.item")).toContainText("Knife");
  await gear.getByRole("button", { name: "Remove Knife" }).tap();
  await expect(gear.getByText("Empty hands.")).toBeVisible();
  await gear.getByLabel("Add from the charts").fill("zeppelin");
  await expect(gear.getByText("Nothing in the charts is called that.")).toBeVisible();
  await fits(page);
});

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
