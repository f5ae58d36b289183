// Clocks and extended actions: made with a line, filled by hand, by keys and by rolls, hidden and shown.
import { accessible } from "./axe.mjs";
import { give } from "./scene.mjs";
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
  // A form that is refused stays as it is.
  await clock(mara, "Alarm").getByRole("button", { name: "Change…" }).click();
  const form = mara.page.locator(".clock-form");
  await form.getByLabel("Segments").fill("13");
  await form.getByLabel("Name").fill("The alarm");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(mara.page.locator(".notice")).toBeVisible();
  await expect(form.getByLabel("Name")).toHaveValue("The alarm");
  await form.getByLabel("Segments").fill("5");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form).toHaveCount(0);
  await expect(count(anna, "The alarm")).toHaveText("3 of 5");
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
  // Whoever rolls real dice types what they show.
  await give(anna, [{ own_dice: { own: true } }]);
  await make(mara, "Carry the crates: 2, 5 successes, 5 turns");
  const crates = clock(mara, "Carry the crates");
  await crates.getByText("Who takes part").click();
  await crates.locator(".chip", { hasText: "Ilse Varga" }).click();
  const faces = clock(anna, "Carry the crates").getByLabel("Ilse Varga: What the dice show");
  await faces.fill("12 3");
  await faces.press("Enter");
  await expect(faces).toHaveAttribute("aria-invalid", "true");
  await accessible(anna.page, "real dice for an extended action");
  await faces.fill("8 3");
  await faces.press("Enter");
  await expect(clock(anna, "Carry the crates").locator(".helper")).toContainText("turn 1: 1");
});

test("a full clock lays a slip and hands a note over; what was too many is said", async ({ guest }) => {
  const [mara, anna] = await table(guest);
  const { page } = mara;
  await make(mara, "Alarm 3");
  await page.locator(".stage-head").getByRole("button", { name: "Handouts" }).click();
  await page.getByRole("button", { name: "New note" }).click();
  await page.getByLabel("Name", { exact: true }).fill("The bells");
  await page.locator("#handout-text").fill("They ring.");
  await page.locator(".handout-form").getByRole("button", { name: "Save" }).click();
  await expect(page.locator(".handout-open .paper")).toBeVisible();
  await page.locator(".stage-head").getByRole("button", { name: "Clocks" }).click();
  const alarm = clock(mara, "Alarm");
  await alarm.getByRole("button", { name: "Change…" }).click();
  const fields = alarm.locator(".clock-form");
  await fields.getByLabel("Slip for you when it’s full").fill("Two guards come.");
  await fields.getByLabel("When it’s full, a condition").selectOption({ index: 1 });
  await fields.getByLabel("To whom").selectOption("Ilse Varga");
  await fields.getByLabel("When it’s full, a handout").selectOption("The bells");
  await expect(fields.getByLabel("To whom").last()).toHaveValue("");
  await accessible(page, "the form of a clock");
  await fields.getByRole("button", { name: "Save" }).click();
  await expect(fields).toHaveCount(0);

  await page.getByRole("slider", { name: "Alarm" }).press("End");
  const slip = page.locator(".clock-slips:visible .due");
  await expect(slip).toContainText("Alarm: Two guards come.");
  await expect(anna.page.locator("#handout-reading")).toContainText("They ring.");
  // It lies at the top of the stage, whatever is open below.
  await page.locator(".stage-head").getByRole("button", { name: "Handouts" }).click();
  await expect(slip).toBeVisible();
  await accessible(page, "a slip of a clock");
  await slip.getByRole("button", { name: "Seen to" }).click();
  await expect(slip).toHaveCount(0);
  expect(anna.frames.join("")).not.toContain("guards");
});

test("a token that is dropped on an extended action joins it, and leaves it", async ({ guest }) => {
  const [mara] = await table(guest);
  await make(mara, "Open the ward: Dexterity + Wits, 2 successes");
  const ward = clock(mara, "Open the ward");
  const drag = async () => {
    const row = mara.page.locator(".row", { hasText: "Ilse Varga" }).first();
    const grip = row.locator(".grip, .token").first();
    const [from, to] = [await grip.boundingBox(), await ward.boundingBox()];
    await mara.page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await mara.page.mouse.down();
    await mara.page.mouse.move(to.x + 60, to.y + 40, { steps: 8 });
    await expect(ward).toHaveAttribute("data-aimed", "true");
    await mara.page.mouse.up();
  };
  await drag();
  await expect(ward.locator(".helper")).toContainText("leads");
  await drag();
  await expect(ward.locator(".helper")).toHaveCount(0);
});
