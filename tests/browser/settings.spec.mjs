// House rules: turned by the storyteller, read by everybody, and the way back.
import { SIZES, expect, test } from "./table.mjs";

const PHONE = { hasTouch: true, isMobile: true };

const setting = (rules, key) => rules.locator(`[data-setting=${key}]`);
const row = (rules, key) => rules.locator(".house-rule").filter({ has: rules.page().locator(`[data-setting=${key}]`) });

test("a number, a choice and a tick are turned, told, seen and turned back", async ({ guest }) => {
  const [mara, anna] = [await guest(), await guest(SIZES.phone, PHONE)];
  await mara.makeTable("The long night", "Mara", "ascension");
  await anna.join((await mara.invitation()).player, "Anna");

  await mara.houseRules(async (rules) => {
    await expect(rules.locator("[data-setting]")).toHaveCount(27);
    await expect(rules.locator(".house-rule[data-differs=true]")).toHaveCount(0);
    await expect(setting(rules, "dodge_blow")).toHaveValue("5");
    await expect(setting(rules, "abort_cost")).toBeChecked();
    await expect(setting(rules, "damage_recording")).toHaveValue("cumulative");

    await setting(rules, "dodge_blow").fill("4");
    await setting(rules, "dodge_blow").press("Tab");
    await expect(row(rules, "dodge_blow")).toHaveAttribute("data-differs", "true");
    // What cannot be is not taken.
    await setting(rules, "countermagick").fill("11");
    await setting(rules, "countermagick").press("Tab");
    await expect(setting(rules, "countermagick")).toHaveValue("8");
    await setting(rules, "abort_cost").uncheck();
    await setting(rules, "damage_recording").selectOption("upgrade");
    await expect(rules.locator(".house-rule[data-differs=true]")).toHaveCount(3);

    // Found by its words, by its rule, or not at all.
    await rules.getByLabel("Find a rule").fill("Arete");
    await expect(rules.locator(".house-rule:visible")).toHaveCount(1);
    await rules.getByLabel("Find a rule").fill("asc-dodge-02");
    await expect(rules.locator(".house-rule:visible")).toHaveCount(4);
    await rules.getByLabel("Find a rule").fill("frumious");
    await expect(rules.getByText("No house rule is about that.")).toBeVisible();
    await rules.getByLabel("Find a rule").fill("");
  });

  await expect(mara.entry("House rule: Difficulty of dodging a blow: 4")).toBeVisible();
  await anna.tab("Log");
  await expect(anna.entry("House rule: How marks get onto the row: a point makes a lighter mark graver")).toBeVisible();
  await anna.page.getByRole("button", { name: "More", exact: true }).click();
  const read = anna.page.locator("#menu .house-rule");
  await expect(read).toHaveCount(3);
  await expect(read.first()).toContainText("Giving up a declared action for a defense takes Willpower: no, it costs nothing");
  await expect(anna.page.getByRole("button", { name: "Change house rules" })).toHaveCount(0);
  await expect(anna.page.locator("[data-back]")).toHaveCount(0);

  await mara.houseRules(async (rules) => {
    await row(rules, "dodge_blow").getByRole("button", { name: "As written" }).click();
    await expect(setting(rules, "dodge_blow")).toHaveValue("5");
    await expect(row(rules, "dodge_blow")).toHaveAttribute("data-differs", "false");
  });
  await expect(read).toHaveCount(2);
  await expect(mara.entry("No house rule any more: Difficulty of dodging a blow")).toBeVisible();

  // Taking back works on them as on anything else.
  await mara.page.keyboard.press("Control+z");
  await expect(read).toHaveCount(3);
});

for (const system of ["chronicle", "crossover", "masquerade", "tristat", "ascension"]) {
  test(`${system}: every house rule fits a narrow screen, and opens where it stands`, async ({ guest }) => {
    const mara = await guest({ width: 320, height: 640 });
    await mara.makeTable("The long night", "Mara", system);
    await mara.houseRules(async (rules) => {
      await expect(rules.locator("section").first()).toBeVisible();
      const [inside, outside] = await rules.evaluate((it) => [it.scrollWidth, it.clientWidth]);
      expect(inside).toBeLessThanOrEqual(outside);
      const small = await rules.locator("select, input:not([type=checkbox]), .check").evaluateAll((all) =>
        all.map((it) => it.getBoundingClientRect()).filter((it) => it.height < 24 || it.width < 44).length,
      );
      expect(small).toBe(0);
    });
  });
}
