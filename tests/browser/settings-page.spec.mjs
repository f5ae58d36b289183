// The table's settings: turned on their page by those who run the table, read by everybody, seen at once at the table.
import { accessible } from "./axe.mjs";
import { ALL_LOOKS, ends } from "./share.mjs";
import { PHONE, SIZES, expect, test } from "./table.mjs";

const SYSTEMS = ["chronicle", "crossover", "masquerade", "tristat", "ascension"];

const row = (rules, key) => rules.locator(`.set[data-setting=${key}]`);
const toggle = (rules, key) => row(rules, key).getByRole("switch");
const field = (rules, key) => row(rules, key).getByRole("spinbutton");
const choice = (rules, key, value) => row(rules, key).locator(`button[value=${value}]`);
const changed = (rules) => rules.locator(".set[data-differs=true]");

/** Writes a number and sets it. */
async function put(rules, key, value) {
  await field(rules, key).fill(value);
  await row(rules, key).getByRole("button", { name: "Set:" }).click();
}

/** The page of the table's settings, in a tab of its own. */
async function opened(person) {
  const page = await person.page.context().newPage();
  await page.goto(`${person.page.url()}/settings`);
  return page;
}

test("a number, a choice and a switch are turned, told, seen and turned back", async ({ guest }) => {
  const [mara, anna] = [await guest(), await guest(SIZES.phone, PHONE)];
  await mara.makeTable("The long night", "Mara", "ascension");
  await anna.join((await mara.invitation()).player, "Anna");

  await mara.houseRules(async (rules) => {
    await expect(rules.locator("[data-differs]")).toHaveCount(28);
    await expect(changed(rules)).toHaveCount(0);
    await expect(field(rules, "dodge_blow")).toHaveValue("5");
    await expect(toggle(rules, "abort_cost")).toHaveAttribute("aria-checked", "true");
    await expect(choice(rules, "damage_recording", "cumulative")).toHaveAttribute("aria-pressed", "true");

    await put(rules, "dodge_blow", "4");
    await expect(row(rules, "dodge_blow")).toHaveAttribute("data-differs", "true");
    // What cannot be is not taken.
    await put(rules, "countermagick", "11");
    expect(await field(rules, "countermagick").evaluate((it) => it.validity.rangeOverflow)).toBe(true);
    await expect(row(rules, "countermagick")).toHaveAttribute("data-differs", "false");
    await toggle(rules, "abort_cost").click();
    await expect(toggle(rules, "abort_cost")).toHaveAttribute("aria-checked", "false");
    await choice(rules, "damage_recording", "upgrade").click();
    await expect(changed(rules)).toHaveCount(3);
    // What differs stands first, and the page is where it was turned.
    await expect(rules.locator("section").nth(1).locator(".set")).toHaveCount(3);
    await expect(row(rules, "damage_recording")).toBeInViewport();
    await expect(field(rules, "countermagick")).toHaveValue("8");

    // Found by its words, by its rule, or not at all.
    const find = async (words) => {
      await rules.getByLabel("Find a rule").fill(words);
      await rules.getByLabel("Find a rule").press("Enter");
      await expect(rules.getByRole("link", { name: "Show all" })).toBeVisible();
      await expect(rules.getByLabel("Find a rule")).toHaveValue(words);
    };
    await find("Arete");
    await expect(rules.locator(".set")).toHaveCount(1);
    await find("asc-dodge-02");
    await expect(rules.locator(".set")).toHaveCount(4);
    await find("frumious");
    await expect(rules.getByText("No house rule is about that.")).toBeVisible();
    await rules.getByRole("link", { name: "Show all" }).click();
    await expect(rules.locator("[data-differs]")).toHaveCount(28);
  });

  await expect(mara.entry("House rule: Difficulty to dodge a blow: 4")).toBeVisible();
  await anna.tab("Log");
  await expect(anna.entry("House rule: How damage is marked: each point worsens a lighter mark")).toBeVisible();
  // Players read the same page, and turn nothing there.
  const read = await opened(anna);
  await expect(changed(read)).toHaveCount(3);
  await expect(changed(read).first()).toContainText("Aborting a declared action to defend takes Willpower");
  await expect(changed(read).first()).toContainText("Off: it costs nothing.");
  await expect(row(read, "abort_cost").locator(".set-value")).toHaveText("Off");
  // Theme and bell are each browser's own; nothing else can be turned.
  const rest = read.locator(".settings-text section").filter({ hasNot: read.locator("#device") });
  await expect(rest.locator("form, button, input")).toHaveCount(0);
  await expect(read.locator("form[method=post]")).toHaveCount(6);
  await anna.page.getByRole("button", { name: "More", exact: true }).click();
  const count = anna.page.locator("#house-rules");
  await expect(count).toHaveText("3 house rules.");

  await mara.houseRules(async (rules) => {
    await row(rules, "dodge_blow").getByRole("button", { name: "As written" }).click();
    await expect(row(rules, "dodge_blow")).toHaveAttribute("data-differs", "false");
    await expect(field(rules, "dodge_blow")).toHaveValue("5");
  });
  await expect(count).toHaveText("2 house rules.");
  await expect(mara.entry("Back to the rules as written: Difficulty to dodge a blow")).toBeVisible();

  // Taking back works on them as on anything else.
  await mara.page.keyboard.press("Control+z");
  await expect(count).toHaveText("3 house rules.");
});

test("two storytellers at once: neither loses what the other set", async ({ guest }) => {
  const mara = await guest();
  await mara.makeTable("The long night", "Mara", "ascension");
  const [one, two] = [await opened(mara), await opened(mara)];
  await put(one, "dodge_blow", "4");
  await expect(row(one, "dodge_blow")).toHaveAttribute("data-differs", "true");
  // The other page is older: another setting is set as it is, the same one is asked about again.
  await put(two, "countermagick", "7");
  await expect(changed(two)).toHaveCount(2);
  await put(one, "countermagick", "6");
  await expect(one.getByRole("alert")).toContainText("Someone else changed this");
  await expect(row(one, "countermagick").getByRole("alert")).toBeVisible();
  await expect(field(one, "countermagick")).toHaveValue("6");
  await expect(row(one, "countermagick")).toBeInViewport();
  await two.reload();
  await expect(field(two, "countermagick")).toHaveValue("7");
  await row(one, "countermagick").getByRole("button", { name: "Set:" }).click();
  await expect(one.getByRole("alert")).toHaveCount(0);
  await expect(field(one, "countermagick")).toHaveValue("6");
});

test("with the keyboard alone", async ({ guest }) => {
  const mara = await guest();
  await mara.makeTable("The long night", "Mara", "tristat");
  const page = await opened(mara);
  const keys = page.keyboard;
  const reach = async (locator) => {
    for (let tabs = 0; tabs < 300; tabs += 1) {
      if (await locator.evaluate((it) => it === document.activeElement)) return;
      await keys.press("Tab");
    }
    throw new Error("never reached");
  };
  await reach(toggle(page, "crit_denies_defense"));
  const outline = await toggle(page, "crit_denies_defense").evaluate((it) => getComputedStyle(it).outlineStyle);
  expect(outline).toBe("solid");
  await keys.press("Space");
  await expect(toggle(page, "crit_denies_defense")).toHaveAttribute("aria-checked", "true");
  // From where it was turned the keys go on: the next is near.
  await reach(choice(page, "multipliers", "add"));
  await keys.press("Enter");
  await expect(choice(page, "multipliers", "add")).toHaveAttribute("aria-pressed", "true");
  await reach(field(page, "prone_attack"));
  await keys.press("Control+a");
  await keys.type("-1");
  await keys.press("Enter");
  await expect(row(page, "prone_attack")).toHaveAttribute("data-differs", "true");
  await expect(field(page, "prone_attack")).toHaveValue("-1");
});

test("with a thumb at 320 px, and what players see of foes’ health is told at the table", async ({ guest }) => {
  const [mara, anna] = [await guest({ width: 320, height: 640 }, PHONE), await guest()];
  await mara.makeTable("The long night", "Mara", "chronicle");
  await anna.join((await mara.invitation()).player, "Anna");
  await mara.add("Ghoul stam 2 size 5");
  await expect(anna.benchToken("Ghoul")).toBeVisible();
  const page = await opened(mara);
  await choice(page, "foe_health", "concealed").tap();
  await expect(choice(page, "foe_health", "concealed")).toHaveAttribute("aria-pressed", "true");
  await mara.tab("Log");
  await expect(mara.entry("Players no longer see foes’ health")).toBeVisible();
  await toggle(page, "withheld_attacks_wear").tap();
  await expect(toggle(page, "withheld_attacks_wear")).toHaveAttribute("aria-checked", "true");
  await expect(anna.entry("House rule: Attacks taken without Defense wear it down too")).toBeVisible();
  await field(page, "close_range_yards").fill("3");
  await row(page, "close_range_yards").getByRole("button", { name: "Set:" }).tap();
  await expect(anna.entry("House rule: How many yards count as close: 3")).toBeVisible();
  await page.getByLabel("Seconds").fill("20");
  await choice(page, "countdown", "first").tap();
  await expect(anna.entry("Questions wait 20 seconds, then the first allowed answer is picked")).toBeVisible();
  await expect(page.getByLabel("Seconds")).toHaveValue("20");
});

test("a question counts down, and then the first open answer is taken", async ({ guest }) => {
  const [mara, anna] = [await guest(), await guest(SIZES.phone, PHONE)];
  await mara.makeTable("The long night", "Mara", "chronicle");
  await anna.join((await mara.invitation()).player, "Anna");
  await anna.add("Ilse dexterity 3 wits 2 brawl 3 stamina 3 size 5");
  await mara.add("Ghoul strength 3 dexterity 2 wits 2 brawl 2 stamina 2 size 5");
  await mara.page.locator("#roll-rest").click();
  await anna.tab("Order");
  await anna.rollInitiative();
  await expect(mara.page.locator(".row")).toHaveCount(2);
  const page = await opened(mara);
  await page.getByLabel("Seconds").fill("5");
  await choice(page, "countdown", "first").click();
  await expect(choice(page, "countdown", "first")).toHaveAttribute("aria-pressed", "true");
  await page.close();
  // The fight goes on to the ghoul's turn.
  const [first] = await mara.order();
  await mara.next();
  await expect(mara.page.locator(".row[data-acting=true] .name")).toHaveText(first);
  if (first !== "Ghoul") await mara.next();
  await expect(mara.page.locator(".row[data-acting=true] .name")).toHaveText("Ghoul");
  await mara.attack({ at: ["Ilse"] });
  await expect(anna.question.locator(".wait")).toHaveText(/^[1-5] s, then: \S/);
  const then = (await anna.question.locator(".wait").textContent()).replace(/^.*then: /, "");
  await expect(anna.question.locator("button.option").first()).toContainText(then);
  // Nobody answers.
  await anna.tab("Log");
  await expect(mara.entry("Ilse is out of time: the first allowed answer is picked")).toBeVisible({ timeout: 15_000 });
  await expect(anna.question).toHaveCount(0);
});

for (const system of ends(SYSTEMS)) {
  test(`${system}: every setting fits a narrow screen and a drawer, in every theme`, async ({ guest }, info) => {
    const mara = await guest({ width: 320, height: 640 }, PHONE);
    await mara.makeTable("The long night", "Mara", system);
    const page = await opened(mara);
    for (const width of [320, 420, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide).toBeLessThanOrEqual(width);
      const small = await page.locator("button, input:not([type=hidden]), .settings-contents a, .settings-way a").evaluateAll((all) =>
        all.map((it) => [it.outerHTML, it.getBoundingClientRect()]).filter(([, it]) => it.height < 44 || it.width < 44).map(([html]) => html),
      );
      expect(small).toEqual([]);
      for (const scheme of ALL_LOOKS ? ["dark", "light"] : []) {
        await page.emulateMedia({ colorScheme: scheme });
        await page.screenshot({ path: info.outputPath(`${system}-${width}-${scheme}.png`), fullPage: width === 320 });
      }
    }
    await accessible(page, `${system}: settings`);
  });
}

test("the scene is named and the theme chosen beside the table, and both are so at once", async ({ guest }) => {
  const [mara, anna] = [await guest(), await guest(SIZES.phone, PHONE)];
  await mara.makeTable("The Wharf", "Mara");
  await anna.join((await mara.invitation()).player, "Anna");
  await mara.page.getByRole("button", { name: "More", exact: true }).click();
  await mara.page.getByRole("link", { name: "Table settings, beside the table" }).click();
  const page = mara.drawer;
  await page.getByRole("textbox", { name: "What the scene is called" }).fill("The Wharf, on fire");
  await page.getByRole("button", { name: "Rename" }).click();
  await expect(anna.page.getByRole("heading", { level: 1 })).toHaveText("The Wharf, on fire");
  await expect(page.getByRole("textbox", { name: "What the scene is called" })).toHaveValue("The Wharf, on fire");
  await page.getByRole("textbox", { name: "What the scene is called" }).fill("\u200b");
  await page.getByRole("button", { name: "Rename" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  mara.trouble.length = 0; // a page that answers 422 is an error to the console

  const themed = (person) => expect(person.page.locator("html"));
  await page.getByRole("button", { name: "High contrast" }).click();
  await themed(mara).toHaveAttribute("data-theme", "contrast");
  await expect(page.getByRole("button", { name: "High contrast" })).toHaveAttribute("aria-pressed", "true");
  await mara.page.reload();
  await themed(mara).toHaveAttribute("data-theme", "contrast");
  // It is this browser's alone; a player may choose one too, and cannot name the scene.
  await themed(anna).toHaveAttribute("data-theme", "auto");
  await anna.page.getByRole("button", { name: "More", exact: true }).tap();
  await anna.page.getByRole("link", { name: "Table settings, beside the table" }).tap();
  await expect(anna.drawer.getByRole("textbox", { name: "What the scene is called" })).toHaveCount(0);
  await anna.drawer.getByRole("button", { name: "Light", exact: true }).tap();
  await themed(anna).toHaveAttribute("data-theme", "light");
});

test("a bell rings for those who want it when it is their turn, and for nobody else", async ({ guest }) => {
  const [mara, anna, ben] = [await guest(), await guest(SIZES.phone, PHONE), await guest()];
  await mara.makeTable("The Wharf", "Mara");
  const { player } = await mara.invitation();
  await anna.join(player, "Anna");
  await ben.join(player, "Ben");
  const rung = [];
  for (const person of [mara, anna, ben]) {
    person.page.on("request", (request) => request.url().endsWith("/bell.wav") && rung.push(person));
  }
  await anna.page.getByRole("button", { name: "More", exact: true }).tap();
  await anna.page.getByRole("link", { name: "Table settings, beside the table" }).tap();
  const bell = anna.drawer.getByRole("switch", { name: "Ring a bell when it’s your turn" });
  await bell.tap();
  await expect(bell).toBeChecked();
  await anna.closeDrawer();
  await mara.add("Ghoul dex 1");
  await anna.add("Ilse dex 4");
  await ben.add("Weston dex 3");
  for (const name of ["Ghoul", "Ilse", "Weston"]) await expect(mara.benchToken(name)).toBeVisible();
  await mara.page.locator("#roll-rest").click();
  for (const person of [anna, ben]) await person.rollInitiative();
  await expect(mara.page.locator(".row")).toHaveCount(3);
  await mara.page.getByRole("button", { name: "Begin" }).click();
  for (let turn = 0; turn < 3; turn += 1) {
    const acting = await mara.page.locator(".row[data-acting=true] .name").textContent();
    await mara.next();
    await expect(mara.page.locator(".row[data-acting=true] .name")).not.toHaveText(acting);
  }
  await expect.poll(() => rung.length).toBeGreaterThan(0);
  expect(new Set(rung)).toEqual(new Set([anna]));
});
