// Where a browser sits: home, another device, the way back, names, and a picture to scan.
import decodeQR from "qr/decode.js";
import { SIZES, expect, test } from "./table.mjs";

/** What a camera reads from an element as it is drawn. */
async function scanned(guest, locator) {
  await locator.scrollIntoViewIfNeeded();
  const png = (await locator.screenshot()).toString("base64");
  const image = await guest.page.evaluate(async (png) => {
    const picture = new Image();
    picture.src = `data:image/png;base64,${png}`;
    await picture.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [picture.width, picture.height];
    const context = canvas.getContext("2d");
    context.drawImage(picture, 0, 0);
    const { width, height, data } = context.getImageData(0, 0, canvas.width, canvas.height);
    return { width, height, data: [...data] };
  }, png);
  return decodeQR({ ...image, data: Uint8ClampedArray.from(image.data) });
}

test("home lists where this browser sits, and leads back", async ({ guest }) => {
  const [mara, anna] = [await guest(SIZES.phone), await guest(SIZES.phone)];
  await mara.open("/");
  await expect(mara.page.getByText("This browser has no seat at a table yet")).toBeVisible();
  await mara.makeTable("The Wharf, midnight");
  await mara.makeTable("The Old Mill", "Mara", "tristat");
  const wharf = mara.page.url();
  const { player } = await mara.invitation();
  await anna.join(player, "Anna");

  await mara.open("/");
  const tables = mara.page.getByRole("list").filter({ has: mara.page.getByRole("link", { name: "The Old Mill" }) });
  await expect(tables.getByRole("listitem")).toHaveCount(2);
  await expect(tables.getByRole("listitem").first()).toContainText("Mara, storyteller · Tri-Stat · just now");
  await expect(tables.getByRole("listitem").last()).toContainText("The Wharf, midnight");
  await mara.page.getByRole("link", { name: "The Old Mill" }).click();
  await mara.live();
  expect(mara.page.url()).toBe(wharf);

  // A player leaves, and is asked before.
  await anna.open("/");
  await anna.page.getByText("Leave", { exact: true }).click();
  await anna.page.getByRole("button", { name: "Leave this table" }).click();
  await expect(anna.page.getByText("This browser has no seat at a table yet")).toBeVisible();
  await expect(mara.entry("Anna")).toHaveCount(2);
  await mara.open("/");
  await expect(mara.page.getByText("Leave", { exact: true })).toHaveCount(0);
});

test("a seat moves to a phone by scanning, once", async ({ guest }) => {
  const [mara, anna, phone] = [await guest(), await guest(), await guest(SIZES.phone)];
  await mara.makeTable();
  await anna.join((await mara.invitation()).player, "Anna");
  await anna.add("Ilse Varga dex 4");
  await anna.page.getByRole("button", { name: "More", exact: true }).click();
  await anna.page.getByRole("button", { name: "Continue on another device" }).click();
  const link = await anna.page.locator("#move-link").inputValue();
  expect(await scanned(anna, anna.page.locator("#menu .qr"))).toBe(link);

  await phone.open(link);
  await expect(phone.page.getByText("Your seat: Anna, player.")).toBeVisible();
  await phone.page.getByRole("button", { name: "Sit down as Anna" }).click();
  await phone.live();
  await expect(anna.page.locator(".banner")).toContainText("Your seat is open on another device now");
  await expect(phone.benchToken("Ilse Varga")).toBeVisible();
  await phone.tab("Me");
  await expect(phone.page.locator(".own")).toContainText("Ilse Varga");
  await expect(mara.page.locator(".person")).toHaveCount(2);

  // The old device is a stranger now, and the link is used up.
  for (const path of [new URL(phone.page.url()).pathname, link]) {
    await anna.open(path);
    await expect(anna.page.getByRole("heading", { level: 1 })).toHaveText("This link no longer works");
  }
  await anna.page.getByRole("link", { name: "Start page" }).click();
  await expect(anna.page.getByText("This browser has no seat at a table yet")).toBeVisible();
  anna.trouble.length = 0; // pages that answer 404 are errors to the console
});

test("a player with a new phone is told the way back, and the storyteller opens it", async ({ guest }) => {
  const [mara, anna, phone] = [await guest(), await guest(SIZES.phone), await guest(SIZES.phone)];
  await mara.makeTable();
  const { player } = await mara.invitation();
  await anna.join(player, "Anna");

  await phone.open(player);
  for (const name of ["anna", "Аnna", "Ｍａｒａ"]) {
    await phone.page.getByLabel("Your name at this table").fill(name);
    await phone.page.getByRole("button", { name: "Join" }).click();
    await expect(phone.page.getByRole("alert")).toContainText("Is that you on a new phone? Ask the storyteller for your link.");
  }
  phone.trouble.length = 0; // a page that answers 422 is an error to the console

  await mara.page.getByRole("button", { name: "More", exact: true }).click();
  await expect(mara.page.locator("#menu .seat")).toHaveText([/^Mara storyteller, you/, /^Anna player/]);
  await mara.page.getByRole("button", { name: "New device for Anna" }).click();
  await phone.open(await mara.page.locator("#move-link").inputValue());
  await phone.page.getByRole("button", { name: "Sit down as Anna" }).click();
  await phone.live();
  await expect(anna.page.locator(".banner")).toContainText("another device");
  await expect(mara.page.locator(".person")).toHaveCount(2);
});

test("the storyteller comes back without a cookie", async ({ guest }) => {
  const mara = await guest();
  await mara.makeTable();
  await mara.add("The Bishop hidden");
  const table = mara.page.url();
  expect(mara.wayBack).toContain("/seat/");
  // Once is once.
  await mara.page.reload();
  await mara.live();
  await expect(mara.page.locator("#way-back-link")).toHaveCount(0);

  await mara.page.context().clearCookies();
  await mara.open(table);
  await expect(mara.page.getByRole("heading", { level: 1 })).toHaveText("This link no longer works");
  mara.trouble.length = 0; // a page that answers 404 is an error to the console
  await mara.open(mara.wayBack);
  await mara.page.getByRole("button", { name: "Sit down as Mara" }).click();
  await mara.live();
  expect(mara.page.url()).toBe(table);
  await expect(mara.benchToken("The Bishop")).toBeVisible();
  // It is used up, so the next one is shown.
  const next = await mara.page.locator("#way-back-link").inputValue();
  expect(next).not.toBe(mara.wayBack);

  // Another one can be had, and the last one stops.
  await mara.page.getByRole("button", { name: "I have kept it" }).click();
  await mara.page.getByRole("button", { name: "Invite", exact: true }).click();
  await mara.page.getByRole("button", { name: "New recovery link" }).click();
  const newest = await mara.page.locator("#recovery-link").inputValue();
  const other = await guest();
  await other.open(next);
  await expect(other.page.getByRole("heading", { level: 1 })).toHaveText("This link no longer works");
  other.trouble.length = 0;
  await other.open(newest);
  await expect(other.page.getByRole("button", { name: "Sit down as Mara" })).toBeVisible();
});

for (const colorScheme of ["dark", "light"]) {
  for (const [name, size] of Object.entries({ small: SIZES.small, laptop: SIZES.laptop })) {
    test(`the QR code leads players to the table (${colorScheme}, ${name})`, async ({ guest }) => {
      const mara = await guest(size, { colorScheme });
      await mara.makeTable();
      if (name === "small") {
        await mara.page.getByRole("button", { name: "More", exact: true }).click();
        await mara.page.locator("#menu").getByRole("button", { name: "Invite" }).click();
      } else {
        await mara.page.getByRole("button", { name: "Invite", exact: true }).click();
      }
      const link = await mara.page.locator("#player-link").inputValue();
      const code = mara.page.getByRole("img", { name: "Link for players as a QR code" });
      // Half a screen away a phone still tells the squares apart.
      expect((await code.boundingBox()).width).toBeGreaterThanOrEqual(200);
      expect(await scanned(mara, code)).toBe(link);
      const anna = await guest(SIZES.phone);
      await anna.join(link, "Anna");
      await expect(mara.entry("Anna")).toHaveCount(1);
    });
  }
}

test("a link is copied, also where the page came without https", async ({ guest }) => {
  const mara = await guest();
  await mara.page.context().grantPermissions(["clipboard-read"]);
  await mara.makeTable();
  // As over http in a network at home, where browsers keep the clipboard closed.
  await mara.page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined, configurable: true }));
  await mara.page.getByRole("button", { name: "Invite", exact: true }).click();
  const part = mara.page.locator(".sheet-part").filter({ has: mara.page.locator("#player-link") });
  await part.getByRole("button", { name: "Copy" }).click();
  await expect(part.getByRole("button", { name: "Copied" })).toBeVisible();
  await mara.page.evaluate(() => delete navigator.clipboard);
  const copied = await mara.page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await mara.page.locator("#player-link").inputValue());
});
