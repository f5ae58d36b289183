// Where a browser sits: home, another device, the way back, names, and a picture to scan.
import decodeQR from "qr/decode.js";
import { accessible } from "./axe.mjs";
import { ALL_LOOKS } from "./share.mjs";
import { PHONE, SIZES, expect, test } from "./table.mjs";

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
  await expect(mara.page.getByRole("heading", { name: "Your tables" })).toHaveCount(0);
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
  await expect(anna.page.getByRole("heading", { level: 1 })).toContainText("You run the scene.");
  await expect(anna.page.getByRole("heading", { name: "Your tables" })).toHaveCount(0);
  await expect(mara.entry("Anna")).toHaveCount(2);
  await mara.open("/");
  await expect(mara.page.getByText("Leave", { exact: true })).toHaveCount(0);
});

test("a seat moves to a phone by scanning, once", async ({ guest }) => {
  const [mara, anna, phone] = [await guest(), await guest(), await guest(SIZES.phone)];
  await mara.makeTable();
  await anna.join((await mara.invitation()).player, "Anna");
  await anna.add("Ilse Varga dex 4");
  await anna.people();
  await anna.drawer.getByRole("button", { name: "Continue on another device" }).click();
  const link = await anna.drawer.locator("#move-link").inputValue();
  expect(await scanned(anna, anna.drawer.locator(".qr"))).toBe(link);

  await phone.open(link);
  await expect(phone.page.getByText("Your seat: Anna, player.")).toBeVisible();
  await phone.page.getByRole("button", { name: "Sit down as Anna" }).click();
  await phone.live();
  await expect(anna.page.locator(".banner")).toContainText("Your seat is now open on another device");
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
  await expect(anna.page.getByRole("heading", { level: 1 })).toContainText("You run the scene.");
  await expect(anna.page.getByRole("heading", { name: "Your tables" })).toHaveCount(0);
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

  await mara.people();
  await expect(mara.drawer.locator(".seat")).toHaveText([/^Mara storyteller, you/, /^Anna player/]);
  await mara.drawer.getByRole("button", { name: "New device for Anna" }).click();
  await phone.open(await mara.drawer.locator("#move-link").inputValue());
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
  await expect(mara.page.locator("#beside")).toBeHidden();
  await mara.people();
  await expect(mara.drawer.getByRole("button", { name: "New recovery link" })).toBeVisible();
  await expect(mara.drawer.locator("#way-back-link")).toHaveCount(0);

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
  const next = await mara.drawer.locator("#way-back-link").inputValue();
  expect(next).not.toBe(mara.wayBack);

  // Another one can be had, and the last one stops.
  await mara.closeDrawer();
  await mara.people();
  await mara.drawer.getByRole("button", { name: "New recovery link" }).click();
  await expect(mara.drawer.locator("#way-back-link")).not.toHaveValue(next);
  const newest = await mara.drawer.locator("#way-back-link").inputValue();
  const other = await guest();
  await other.open(next);
  await expect(other.page.getByRole("heading", { level: 1 })).toHaveText("This link no longer works");
  other.trouble.length = 0;
  await other.open(newest);
  await expect(other.page.getByRole("button", { name: "Sit down as Mara" })).toBeVisible();
});

for (const colorScheme of ["dark", "light"]) {
  for (const [name, size] of Object.entries({ small: SIZES.small, laptop: SIZES.laptop })) {
    // Of a share each theme once and each size once.
    if (!ALL_LOOKS && (colorScheme === "dark") !== (name === "small")) continue;
    test(`the QR code leads players to the table (${colorScheme}, ${name})`, async ({ guest }) => {
      const mara = await guest(size, { colorScheme });
      await mara.makeTable();
      if (name === "small") {
        await mara.people();
      } else {
        await mara.page.getByRole("link", { name: "Invite, beside the table" }).click();
      }
      const link = await mara.drawer.locator("#player-link").inputValue();
      const code = mara.drawer.getByRole("img", { name: "Link for players as a QR code" });
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
  await mara.page.getByRole("link", { name: "Invite, beside the table" }).click();
  const part = mara.drawer.locator(".link").filter({ has: mara.page.locator("#player-link") });
  await part.getByRole("button", { name: "Copy" }).click();
  await expect(part.getByRole("button", { name: "Copied" })).toBeVisible();
  const copied = await mara.page.evaluate(() => delete navigator.clipboard && navigator.clipboard.readText());
  expect(copied).toBe(await mara.drawer.locator("#player-link").inputValue());
});

test("a seat is taken away by touch and by keyboard alone, with scripts off on the page as well", async ({ guest, browser }) => {
  const [mara, anna, ben] = [await guest(SIZES.small, PHONE), await guest(), await guest()];
  await mara.makeTable();
  const { player } = await mara.invitation();
  await anna.join(player, "Anna");
  await ben.join(player, "Ben Whose Name Is Long Enough To Wrap On A Phone");
  await mara.people();
  const page = mara.drawer;
  await accessible(mara.page, "seats and invitations", "#beside");
  await page.getByLabel("Remove Anna’s seat").tap();
  // Asked once more.
  await expect(page.locator(".seat")).toHaveCount(3);
  await page.getByRole("button", { name: "Yes, remove it from Anna" }).tap();
  await expect(page.locator(".seat")).toHaveText([/^Mara/, /^Ben/]);
  await expect(anna.page.locator(".banner")).toContainText("seat");

  // The same page in a tab of its own, without scripts, by keyboard.
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: SIZES.small });
  await context.addCookies(await mara.page.context().cookies());
  const plain = await context.newPage();
  await plain.goto(`${mara.page.url()}/people`);
  const { scrollWidth, clientWidth } = await plain.locator("html").evaluate(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }));
  expect(scrollWidth).toBe(clientWidth);
  await plain.locator(".sure summary").filter({ hasText: "Remove" }).focus();
  await plain.keyboard.press("Enter");
  await plain.keyboard.press("Tab");
  await plain.keyboard.press("Enter");
  await expect(plain.locator(".seat")).toHaveText([/^Mara/]);
  await expect(ben.page.locator(".banner")).toContainText("seat");
  await context.close();
});

test("players see who sits here, and no way to invite or to take away", async ({ guest }) => {
  const [mara, anna] = [await guest(), await guest(SIZES.phone, PHONE)];
  await mara.makeTable();
  await anna.join((await mara.invitation()).player, "Anna");
  await anna.people();
  await expect(anna.drawer.locator(".seat")).toHaveText([/^Mara storyteller/, /^Anna player, you/]);
  await expect(anna.drawer.getByRole("button")).toHaveText(["Continue on another device"]);
  await expect(anna.drawer.getByRole("textbox")).toHaveCount(0);
});

test("the storyteller mutes, locks and hands over by touch, on the smallest screen", async ({ guest }) => {
  const [mara, anna, ben] = [await guest(SIZES.small, PHONE), await guest(SIZES.small, PHONE), await guest(SIZES.small, PHONE)];
  await mara.makeTable();
  const { player } = await mara.invitation();
  await anna.join(player, "Anna");
  await mara.open(`${new URL(mara.page.url()).pathname}/people`);
  const seat = mara.page.locator(".seat").filter({ hasText: "Anna" });
  await mara.press(seat.getByRole("button", { name: "Mute Anna" }));
  await expect(seat).toContainText("player, muted");
  await anna.page.locator("#quick-add").fill("Ilse");
  await anna.page.locator("#quick-add").press("Enter");
  await expect(anna.page.locator(".notice")).toContainText("muted you");
  await mara.press(seat.getByRole("button", { name: "Unmute Anna" }));
  await expect(seat).not.toContainText("muted");

  await mara.press(mara.page.getByRole("button", { name: "Lock the table" }));
  await expect(mara.page.getByRole("button", { name: "Unlock the table" })).toBeVisible();
  await ben.open(player);
  await expect(ben.page.getByRole("alert")).toContainText("This table is locked");
  await accessible(mara.page, "the page of seats");
  const widths = await mara.page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  expect(widths[0]).toBeLessThanOrEqual(widths[1]);
  for (const button of await mara.page.locator(".seat button:visible, .seat summary:visible").all()) {
    expect((await button.boundingBox()).height).toBeGreaterThanOrEqual(44);
  }

  await mara.press(seat.getByText("Make storyteller"));
  await mara.press(seat.getByRole("button", { name: "Yes, hand over" }));
  await expect(mara.page.locator(".seat").filter({ hasText: "Mara" })).toContainText("co-storyteller, you");
  // Anna's page is loaded again, and she runs the table.
  const isNow = () => anna.page.evaluate(() => JSON.parse(document.getElementById("opening").textContent).class).catch(() => undefined);
  await expect.poll(isNow).toBe("storyteller");
  await anna.live();
});

test("a player proposes a mark on a foe, and the storyteller accepts it with one tap", async ({ guest }) => {
  const [mara, anna] = [await guest(SIZES.phone, PHONE), await guest(SIZES.phone, PHONE)];
  await mara.demo();
  await anna.join((await mara.invitation()).player, "Anna");
  const foe = await anna.page.evaluate(() => {
    const rows = [...document.querySelectorAll(".box[aria-disabled=true]")];
    return rows.length;
  });
  expect(foe).toBeGreaterThan(0);
  const name = "Ghoul A";
  const before = await mara.track(name);
  await anna.touchBox(name, before.length - 1);
  await expect(anna.page.locator(".notice")).toContainText("Proposed to the storyteller");
  const slip = mara.page.locator(".proposal");
  await expect(slip).toContainText(`Anna proposes: ${name}: 1 bashing`);
  await accessible(mara.page, "a proposal", ".fight");
  expect(await anna.page.locator(".proposal").count()).toBe(0);
  await mara.press(slip.getByRole("button", { name: "Accept" }));
  await expect(slip).toHaveCount(0);
  await expect.poll(() => mara.track(name)).not.toBe(before);
  await expect.poll(() => anna.track(name)).not.toBe(before);
});

test("players propose by touch what is not theirs, see it wait, and take it back, on the smallest screen", async ({ guest }) => {
  const [mara, anna] = [await guest(SIZES.small, PHONE), await guest(SIZES.small, PHONE)];
  await mara.demo();
  await anna.join((await mara.invitation()).player, "Anna");
  const name = "Ghoul A";
  const slips = mara.page.locator(".proposal");
  const settled = async (words, verdict) => {
    await expect(slips).toHaveText(new RegExp(`Anna proposes: ${name}: ${words}`));
    await mara.press(slips.getByRole("button", { name: verdict }));
    await expect(slips).toHaveCount(0);
  };

  const sheet = anna.page.locator("#row-sheet");
  await anna.press(anna.row(name).locator(".token"));
  // The page, from the sheet of the foe: healing, a condition, a place in the order; a pool, which waits there and is taken back there.
  await anna.press(sheet.getByRole("link", { name: `Sheet of ${name}` }));
  await anna.press(anna.drawer.getByRole("link", { name: "Propose…" }));
  const track = await mara.track(name);
  await mara.touchBox(name, track.length);
  await expect.poll(() => anna.track(name)).not.toBe(track);
  await anna.press(anna.drawer.getByRole("button", { name: "Propose healing" }));
  await settled("1 healed", "Accept");
  await expect.poll(() => anna.track(name)).toBe(track);
  await anna.drawer.getByLabel("Which condition").selectOption({ label: "prone" });
  await anna.press(anna.drawer.getByRole("button", { name: "Propose adding it" }));
  await settled("prone", "Accept");
  await anna.drawer.getByLabel("Which place").selectOption({ label: "Out of the order" });
  await anna.press(anna.drawer.getByRole("button", { name: "Propose the move" }));
  await settled("out of the order", "Decline");
  await expect(mara.row(name)).toHaveCount(1);
  await anna.drawer.getByLabel("Which pool").selectOption({ label: "Willpower" });
  await anna.press(anna.drawer.getByRole("button", { name: "Propose spending" }));
  const own = anna.drawer.locator(".slip");
  await expect(own).toHaveText(new RegExp(`^${name}: −1 Willpower`));
  await expect(slips).toHaveText(new RegExp("−1 Willpower"));
  await anna.press(own.getByRole("button", { name: "Withdraw" }));
  await expect(own).toHaveCount(0);
  await expect(slips).toHaveCount(0);
});

test("the page of proposals fits every screen, by keyboard alone and with scripts off", async ({ guest, browser }) => {
  const [mara, anna] = [await guest(SIZES.laptop), await guest(SIZES.small, PHONE)];
  await mara.demo();
  await anna.join((await mara.invitation()).player, "Anna");
  const table = new URL(mara.page.url()).pathname;
  await anna.open(`${table}/proposals`);
  await anna.press(anna.page.getByRole("link", { name: "Ghoul A" }));
  await expect(anna.page.getByRole("heading", { name: "Propose for Ghoul A" })).toBeVisible();
  await accessible(anna.page, "the page that proposes");
  for (const target of await anna.page.locator(".proposals button, .proposals select, .proposals input:not([type=hidden]), .whom a").all()) {
    expect((await target.boundingBox()).height).toBeGreaterThanOrEqual(44);
  }
  const widths = await anna.page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  expect(widths[0]).toBeLessThanOrEqual(widths[1]);

  const plain = async (who) => {
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: SIZES.small });
    await context.addCookies(await who.page.context().cookies());
    return await context.newPage();
  };
  const page = await plain(anna);
  await page.goto(anna.page.url());
  const healing = page.getByRole("button", { name: "Propose healing" });
  await page.getByLabel("How much").focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(healing).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator(".slip")).toContainText("Ghoul A: 1 healed");

  const storyteller = await plain(mara);
  await storyteller.goto(`${new URL(table, mara.page.url())}/proposals`);
  await expect(storyteller.locator(".slip")).toContainText("Anna proposes: Ghoul A: 1 healed");
  await storyteller.getByRole("button", { name: "Decline" }).focus();
  await storyteller.keyboard.press("Enter");
  await expect(storyteller.locator(".slip")).toHaveCount(0);
  await page.reload();
  await expect(page.locator(".slip")).toHaveCount(0);
  await mara.open(`${table}/proposals`);
  await accessible(mara.page, "the page of proposals");
  for (const one of [page, storyteller]) await one.context().close();
});
