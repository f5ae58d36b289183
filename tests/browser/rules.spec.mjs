// A rule id leads to its paragraph in the players' guide, wherever it is shown.
import { ALL_LOOKS, SCHEMES } from "./share.mjs";
import { PHONE, SIZES, expect, test } from "./table.mjs";

/** What opens in the drawer when this is done. */
async function opened(person, act) {
  await act();
  await expect(drawer(person)).toBeVisible();
  await expect(drawer(person).locator(".guide")).toBeVisible();
  return person.drawer;
}

const drawer = (person) => person.page.getByRole("dialog", { name: "Beside the table" });

/** Closes it, and the table is where it was. */
async function close(person) {
  await drawer(person).getByRole("button", { name: "Close", exact: true }).click();
  await expect(drawer(person)).toBeHidden();
}

/** The paragraph of the rule is the one the page came to, in a tab or in the drawer: in sight, and looking unlike its neighbors. */
async function isAt(page, path, id) {
  // A tab that was opened just now is blank first.
  const address = () => (page.url ? page.url() : page.page().getByRole("link", { name: "Open in its own tab" }).getAttribute("href"));
  await expect.poll(address).toMatch(new RegExp(`${path}#${id}$`));
  const entry = page.locator(`[id="${id}"]`);
  await expect(entry).toBeInViewport();
  await expect(entry).toContainText(id);
  const ground = (locator) => locator.evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(await ground(entry)).not.toBe(await ground(page.locator(`.guide-rule:not([id="${id}"])`).first()));
}

test("from a roll and from the log to the paragraph in the guide", async ({ guest }) => {
  const mara = await guest();
  await mara.demo();
  await mara.openDice();
  await mara.page.locator("#roller").selectOption({ label: "Ghoul A" });
  await mara.page.locator("#roll-what").fill("Claws at Weston");
  await mara.page.getByRole("button", { name: "Strength 3" }).click();

  // Beside the term before the dice fall, by mouse.
  const beside = mara.page.locator(".term.given").getByRole("link", { name: "Rule CHR-WND-02" });
  const one = await opened(mara, () => beside.click());
  await isAt(one, "/rules/chronicle", "CHR-WND-02");
  // Nothing there leads away from the table, which lives on beside it.
  await expect(one.getByRole("navigation", { name: "You are here" })).toBeHidden();
  await mara.openDice();
  await mara.page.locator("#roll-what").fill("Claws at Weston");
  await close(mara);
  await expect(beside).toBeFocused();

  // In the line of the log, by keyboard.
  await mara.page.locator("#roll").click();
  const told = mara.entry("Ghoul A: Claws at Weston").first().getByRole("link", { name: "Rule CHR-WND-02" });
  await told.focus();
  const two = await opened(mara, () => mara.page.keyboard.press("Enter"));
  await expect(drawer(mara).getByRole("button", { name: "Close", exact: true })).toBeFocused();
  await isAt(two, "/rules/chronicle", "CHR-WND-02");
  // From there to another rule, and back to the contents.
  await two.locator(".guide-contents").getByRole("link", { name: "At the table" }).click();
  await expect(two.locator("#at-the-table")).toBeInViewport();
  await drawer(mara).getByRole("button", { name: "Close", exact: true }).focus();
  await mara.page.keyboard.press("Escape");
  await expect(drawer(mara)).toBeHidden();
  await expect(told).toBeFocused();

  // With a key held it is a tab, as everywhere.
  const [tab] = await Promise.all([mara.page.context().waitForEvent("page"), told.click({ modifiers: ["ControlOrMeta"] })]);
  await tab.waitForLoadState();
  await isAt(tab, "/rules/chronicle", "CHR-WND-02");
});

test("at other rules it is another guide, and house rules and states lead there too", async ({ guest }) => {
  const mara = await guest(SIZES.phone, PHONE);
  await mara.open("/demo/tristat");
  await mara.live();
  await mara.page.getByRole("button", { name: "More", exact: true }).click();
  const guide = await opened(mara, () => mara.page.getByRole("link", { name: "The rules" }).tap());
  await expect(guide.getByRole("heading", { level: 1 })).toHaveText("Tri-Stat");
  await close(mara);
  // The settings open beside the table, and each leads on to its rule there.
  await mara.page.getByRole("button", { name: "More", exact: true }).click();
  await mara.page.getByRole("link", { name: "Table settings" }).tap();
  const settings = mara.drawer.locator(".settings");
  const link = settings.locator(".rule").first();
  const id = await link.textContent();
  expect(id).toMatch(/^TRI-[A-Z]+-\d\d$/);
  expect(await settings.locator(".set[data-differs=true]").count()).toBe(0);
  await isAt(await opened(mara, () => link.tap()), "/rules/tristat", id);
  // The rule was read, not turned.
  await expect(mara.page.locator("#app #house-rules")).toBeHidden();
});

for (const colorScheme of SCHEMES) {
  for (const [name, width] of Object.entries({ small: 320, tablet: 768, laptop: 1280 })) {
    test(`the guides can be read at ${width} px, ${colorScheme}`, async ({ browser, server }, info) => {
      const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme });
      const page = await context.newPage();
      for (const path of ["/rules", "/rules/chronicle", "/rules/crossover#XOV-DEF-05", "/rules/masquerade#at-the-table", "/rules/tristat#house-rules"]) {
        await page.goto(new URL(path, server.url).href);
        await page.evaluate(() => document.fonts.ready);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(wide, path).toBeLessThanOrEqual(width);
        const picture = path.replace(/\W+/g, "-").slice(1);
        if (ALL_LOOKS) await page.screenshot({ path: info.outputPath(`${picture}-${name}-${colorScheme}.png`) });
      }
      // No line is longer than an eye finds its way back from.
      const longest = await page.locator(".guide-rule > div").evaluateAll((all) => Math.max(...all.map((one) => one.clientWidth / parseFloat(getComputedStyle(one).fontSize))));
      expect(longest).toBeLessThan(42);
      await context.close();
    });
  }
}
