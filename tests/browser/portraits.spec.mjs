// A portrait is chosen on one phone and seen on another; a roll is kept on a sheet and made with one tap.
import { accessible } from "./axe.mjs";
import { PHONE, SIZES, expect, test } from "./table.mjs";

/** A picture as a phone has it: drawn by the browser, wide, of a face that is not in its middle. */
async function picture(page, kind) {
  const bytes = await page.evaluate(async (kind) => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [1200, 1600];
    const pen = canvas.getContext("2d");
    const sky = pen.createLinearGradient(0, 0, 1200, 1600);
    sky.addColorStop(0, "#31506a");
    sky.addColorStop(1, "#c9743a");
    pen.fillStyle = sky;
    pen.fillRect(0, 0, 1200, 1600);
    pen.fillStyle = "#e8c9a0";
    pen.beginPath();
    pen.ellipse(600, 700, 300, 390, 0, 0, 7);
    pen.fill();
    pen.fillStyle = "#20242b";
    for (const x of [490, 710]) {
      pen.beginPath();
      pen.arc(x, 640, 42, 0, 7);
      pen.fill();
    }
    pen.fillRect(470, 860, 260, 26);
    const blob = await new Promise((done) => canvas.toBlob(done, kind, 0.9));
    return [...new Uint8Array(await blob.arrayBuffer())];
  }, kind);
  return { name: "face", mimeType: kind, buffer: Buffer.from(bytes) };
}

/** What stands below a heading of the sheet. */
const part = (page, title) => page.locator(".paper-part").filter({ has: page.getByRole("heading", { name: title, level: 2 }) });

/** Nothing is wider than the screen, and what can be pressed is large enough for a finger. */
async function fits(page) {
  const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(width, "wider than the screen").toBeLessThanOrEqual(0);
  const small = await page.locator("main button, main input:not([type=hidden])").evaluateAll((all) =>
    all.filter((it) => it.checkVisibility() && it.getBoundingClientRect().height < 43.5).map((it) => it.outerHTML.slice(0, 80)),
  );
  expect(small, "too small for a finger").toEqual([]);
}

/** Pictures to look at, where they are wanted. */
async function seen(page, name) {
  const to = process.env.COTERIE_LOOK;
  if (!to) return;
  const size = page.viewportSize();
  for (const [width, height] of [[320, 720], [420, 860], [768, 900], [1280, 860]]) {
    await page.setViewportSize({ width, height });
    for (const theme of ["dark", "light"]) {
      await page.evaluate((theme) => (document.documentElement.dataset.theme = theme), theme);
      await page.screenshot({ path: `${to}/${name}-${width}-${theme}.png`, fullPage: name.startsWith("sheet") });
    }
  }
  await page.setViewportSize(size);
}

/** A player's own character in the order, and their sheet on their phone. */
async function evening(guest) {
  const [mara, anna] = [await guest(SIZES.phone, PHONE), await guest(SIZES.small, PHONE)];
  await mara.makeTable("The Wharf, midnight", "Mara", "chronicle");
  await anna.join((await mara.invitation()).player, "Anna");
  await anna.add("Ilse dexterity 3 stamina 2 size 5 brawl 2");
  await anna.rollInitiative();
  await expect(mara.row("Ilse")).toBeVisible();
  const id = await anna.row("Ilse").getAttribute("data-id");
  const sheet = await anna.page.context().newPage();
  await sheet.goto(new URL(`${new URL(anna.page.url()).pathname}/c/${id}`, anna.page.url()).href);
  return [mara, anna, sheet];
}

test("a portrait is uploaded on one phone and seen on another", async ({ guest }) => {
  const [mara, anna, sheet] = await evening(guest);
  const portrait = part(sheet, "Portrait");
  await portrait.getByLabel("Picture").setInputFiles({ name: "x.jpg", mimeType: "image/jpeg", buffer: Buffer.from("no picture") });
  await portrait.getByRole("button", { name: "Use this picture" }).tap();
  await expect(portrait.getByRole("alert")).toContainText("That is no picture that can be read here");
  for (const kind of ["image/png", "image/webp", "image/jpeg"]) {
    await portrait.getByLabel("Picture").setInputFiles(await picture(sheet, kind));
    await portrait.getByRole("button", { name: "Use this picture" }).tap();
    await expect(portrait.getByText("Saved.")).toBeVisible();
  }
  const drawn = async (page, selector) => {
    const img = page.locator(selector).first();
    await img.scrollIntoViewIfNeeded();
    await expect.poll(() => img.evaluate((img) => [img.naturalWidth, img.naturalHeight])).toEqual([256, 256]);
  };
  await drawn(sheet, ".paper-face");
  await drawn(mara.page, ".row .portrait");
  await drawn(anna.page, ".row .portrait");
  await fits(sheet);
  await accessible(sheet, "a sheet with a portrait");
  await mara.next();
  await mara.tab("Dice");
  await drawn(mara.page, ".acting .portrait");
  await accessible(mara.page, "a table with a portrait");
  await seen(sheet, "sheet");
  await seen(mara.page, "portrait");
  await mara.tab("Order");
  // Taken away, it is gone from all.
  await portrait.getByRole("button", { name: "Remove the portrait" }).tap();
  await expect(mara.page.locator(".portrait")).toHaveCount(0);
  anna.trouble = anna.trouble.filter((words) => !/status of 422/.test(words));
});

test("a roll is kept on the sheet and made with one tap", async ({ guest, server }) => {
  const [mara, , sheet] = await evening(guest);
  const rolls = part(sheet, "Rolls");
  await rolls.getByLabel("Save a roll").fill("Sneak");
  await rolls.getByLabel("What is rolled").fill("dexterity + brawl + 1");
  await rolls.getByRole("button", { name: "Save", exact: true }).tap();
  await expect(rolls.getByRole("listitem")).toContainText("dexterity + brawl + 1");
  await server.dice([8, 1, 9, 2, 3, 4]);
  await rolls.getByRole("button", { name: "Roll: Sneak" }).tap();
  await expect(rolls.locator(".paper-came")).toContainText("Sneak");
  await expect(mara.page.locator(".entry").filter({ hasText: "Sneak" }).first()).toBeAttached();
  await fits(sheet);
  await accessible(sheet, "a sheet with a roll");
  await seen(sheet, "sheet-rolls");
  await rolls.getByRole("button", { name: "Remove: Sneak" }).press("Enter");
  await expect(rolls.getByRole("listitem")).toHaveCount(0);
});
