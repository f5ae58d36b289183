// Clocks and extended actions: made with a line, filled by hand, by keys and by rolls, hidden and shown.
import { accessible } from "./axe.mjs";
import { PHONE, SIZES, SOON, expect, test } from "./table.mjs";

const clock = ({ page }, name) => page.locator(".clocks:visible .card").filter({ has: page.locator(".clock-name", { hasText: name }) });
const count = (person, name) => clock(person, name).locator(".clock-count").first();

/** Opens the segment of the clocks and makes one with a line. */
async function make({ page }, line) {
  const first = page.locator("#first-clock");
  if (await first.isVisible()) await first.click();
  const segment = page.locator(".stage-head").getByRole("button", { name: "Clocks" });
  if ((await segment.getAttribute("aria-pressed")) !== "true") await segment.click();
  await page.locator("#new-clock").fill(line);
  await page.locator("#new-clock").press("Enter");
}

async function table(guest) {
  const mara = await guest(SIZES.laptop);
  const anna = await guest(SIZES.phone, PHONE);
  await mara.demo();
  await anna.join((await mara.invitation()).player, "Anna");
  await anna.plays("Ilse Varga");
  return [mara, anna];
}

test("a line makes a clock, a hand fills it, and players see it", async ({ guest }) => {
  const [mara, anna] = await table(guest);
  await make(mara, "Alarm 80");
  await expect(mara.page.locator(".clock-wrong u")).toHaveText("80");
  await make(mara, "Alarm 4, on failed Stealth");
  await expect(count(mara, "Alarm")).toHaveText("0 of 4");
  const slider = mara.page.getByRole("slider", { name: "Alarm" });
  await slider.focus();
  await slider.press("ArrowRight");
  await expect(slider).toHaveAttribute("aria-valuenow", "1");
  await clock(mara, "Alarm").locator(".clock-ring path").nth(2).click();
  await expect(slider).toHaveAttribute("aria-valuenow", "3");
  await anna.press(anna.page.locator(".tabs").getByRole("button", { name: "Scene" }));
  await expect(count(anna, "Alarm")).toHaveText("3 of 4");
  await expect(clock(anna, "Alarm")).toContainText("Each failed Stealth roll fills one.");
  await expect(anna.page.getByRole("slider")).toHaveCount(0);
  await mara.page.getByRole("button", { name: "Fill one of Alarm" }).click();
  await expect(clock(anna, "Alarm")).toHaveAttribute("data-full", "true", SOON);
  await accessible(anna.page, "clocks on a phone");
  await accessible(mara.page, "clocks on a laptop");
  await mara.page.getByRole("button", { name: /^Undo: Alarm to 4/ }).first().click();
  await expect(count(anna, "Alarm")).toHaveText("3 of 4");
});

test("a hidden clock is nowhere until it is shown", async ({ guest }) => {
  const [mara, anna] = await table(guest);
  await make(mara, "The Bishop wakes 6, each turn, hidden");
  const bishop = clock(mara, "The Bishop wakes");
  await mara.page.getByRole("button", { name: "Fill one of The Bishop wakes" }).click();
  await expect(count(mara, "The Bishop wakes")).toHaveText("1 of 6");
  await mara.page.locator("#say-line").fill("A word to all");
  await mara.page.locator("#say-line").press("Enter");
  await expect.poll(() => anna.frames.join("").includes("A word to all")).toBe(true);
  expect(anna.frames.join("")).not.toContain("Bishop");
  await expect(anna.page.locator(".tabs").getByRole("button", { name: "Scene" })).toBeHidden();
  await bishop.getByRole("button", { name: "Show it" }).click();
  await anna.press(anna.page.locator(".tabs").getByRole("button", { name: "Scene" }));
  await expect(count(anna, "The Bishop wakes")).toHaveText("1 of 6");
});

test("a player rolls for an extended action", async ({ guest }) => {
  const [mara, anna] = await table(guest);
  await make(mara, "Open the ward: Dexterity + Wits, 5 successes, 5 turns");
  const ward = clock(mara, "Open the ward");
  await ward.getByText("Who takes part").click();
  await ward.locator(".chip", { hasText: "Ilse Varga" }).click();
  await expect(ward.locator(".helper")).toContainText("leads");
  await anna.press(anna.page.locator(".tabs").getByRole("button", { name: "Scene" }));
  const roll = clock(anna, "Open the ward").getByRole("button", { name: /^Roll \d+ dice for it$/ });
  await anna.press(roll);
  await expect(clock(anna, "Open the ward").locator(".helper")).toContainText(/turn 1: \d/);
  await accessible(anna.page, "clocks on a phone");
});
