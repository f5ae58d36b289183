// The safety card: pressed by one, seen by all, over everything; and the list of what the game leaves out.
import { accessible } from "./axe.mjs";
import { PHONE, SIZES, expect, test } from "./table.mjs";

async function open({ page }) {
  const menu = page.locator("#menu");
  if (!(await menu.isVisible())) await page.locator(".top-actions [aria-haspopup=dialog]").click();
  if ((await page.locator("#open-safety").getAttribute("aria-expanded")) !== "true") await page.locator("#open-safety").click();
  await expect(page.locator(".safety-signals")).toBeVisible();
}

async function table(guest) {
  const mara = await guest(SIZES.laptop);
  const anna = await guest(SIZES.phone, PHONE);
  const eve = await guest(SIZES.phone, PHONE);
  await mara.demo();
  const links = await mara.invitation();
  await anna.join(links.player, "Anna");
  await eve.join(links.spectator, "Eve");
  await anna.plays("Ilse Varga");
  return [mara, anna, eve];
}

test("one presses, everybody is shown the card, and the log does not say who", async ({ guest }) => {
  const all = await table(guest);
  const [mara, anna, eve] = all;
  await open(anna);
  await expect(anna.page.locator("#safety-few")).toBeVisible();
  await anna.press(anna.page.locator(".safety-signals [data-signal=x]"));
  for (const { page } of all) {
    await expect(page.locator("#safety-call")).toContainText("Stop, leave this out", { timeout: 8_000 });
  }
  await accessible(eve.page, "the safety card");
  await expect(mara.page.locator("#safety-understood")).toBeFocused();
  await mara.page.keyboard.press("Escape");
  await expect(mara.page.locator("#safety-call")).toHaveCount(0);
  const line = mara.page.locator(".log").getByText("The table paused");
  await expect(line.first()).toBeVisible();
  for (const { page, frames } of all) {
    const told = frames.filter((frame) => frame.includes('"safety"'));
    expect(told.length).toBeGreaterThan(0);
    expect(told.join("")).not.toMatch(/Anna|"s":2|"by"/);
    await expect(page.locator(".table")).toHaveAttribute("data-live", "true");
  }
  // The card rests for everybody.
  await anna.press(anna.page.locator("#safety-understood"));
  await open(anna);
  await expect(anna.page.locator(".safety-signals [data-signal=o]")).toBeDisabled();
  await eve.press(eve.page.locator("#safety-understood"));
  await open(eve);
  await expect(eve.page.locator(".safety-signals [data-signal=o]")).toBeDisabled();
  // Whoever reloads has seen it.
  await eve.page.reload();
  await eve.live();
  await expect(eve.page.locator("#safety-call")).toHaveCount(0);
});

test("lines and veils have no author", async ({ guest }) => {
  const [mara, anna, eve] = await table(guest);
  await open(anna);
  await anna.page.locator("#new-boundary").fill("spiders");
  await anna.press(anna.page.locator("#safety .check input"));
  await anna.press(anna.page.locator("#safety").getByRole("button", { name: "Add" }));
  await open(eve);
  await expect(eve.page.locator(".boundaries li")).toContainText("spiders out of sight", { timeout: 8_000 });
  await expect(eve.page.locator(".boundaries button")).toHaveCount(0);
  await open(mara);
  await accessible(mara.page, "clocks on a laptop");
  await mara.page.getByRole("button", { name: "Take “spiders” off the list" }).click();
  await expect(eve.page.locator(".boundaries li")).toHaveCount(0, { timeout: 8_000 });
});
