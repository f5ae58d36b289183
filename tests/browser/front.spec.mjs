// The front page: how few taps lead into a fight, what it says without scripts and to those who do not see it, and the
// pictures on it, which are taken here.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { judged } from "./axe.mjs";
import { give, setScene, view } from "./scene.mjs";
import { ALL_LOOKS, FRONT_PICTURES, PICTURES_VERSION } from "./share.mjs";
import { PHONE, SIZES, expect, test } from "./table.mjs";

/** Counts how often this person really presses, over all pages, and gives the number. */
async function counted(person) {
  let pressed = 0;
  await person.page.exposeFunction("tellPress", () => (pressed += 1));
  await person.page.addInitScript(() => {
    window.addEventListener("pointerdown", (event) => event.isTrusted && window.tellPress(), { capture: true });
  });
  return () => pressed;
}

/** From the page that asks for a name, which is in the field already, to a box of one's own. */
async function marksFirstBox(anna) {
  await expect(anna.page.getByLabel("Your name at this table")).toBeFocused();
  await anna.page.keyboard.type("Anna");
  await anna.press(anna.page.locator("form button[type=submit]"));
  await anna.live();
  await anna.press(anna.page.locator(".who-card").getByRole("button", { name: "Dr. Amadi", exact: true }));
  const box = anna.page.locator('.strip .box[data-mark=""]').first();
  const index = await box.getAttribute("data-index");
  await anna.press(box);
  await expect(anna.page.locator(`.strip .box[data-index="${index}"]`)).toHaveAttribute("data-mark", "b");
}

test("a newcomer marks a first box in four taps by a link, in five by four words", async ({ guest }) => {
  const mara = await guest();
  await mara.demo();
  const { player, code } = await mara.invitation();
  const byLink = await guest(SIZES.phone, PHONE);
  const linkTaps = await counted(byLink);
  await byLink.open(player);
  // Also where the field has to be touched before a keyboard comes.
  await byLink.press(byLink.page.getByLabel("Your name at this table"));
  await marksFirstBox(byLink);
  expect(linkTaps()).toBeLessThanOrEqual(4);
  await mara.demo();
  const words = (await mara.invitation()).code;
  expect(words).not.toBe(code);
  const byWords = await guest(SIZES.phone, PHONE);
  const wordTaps = await counted(byWords);
  await byWords.open("/");
  const field = byWords.page.locator("#code");
  await expect(field).toBeInViewport();
  await byWords.press(field);
  await byWords.page.keyboard.type(words.replaceAll("-", " "));
  await byWords.press(byWords.page.locator(".pitch .code-form button"));
  await marksFirstBox(byWords);
  expect(wordTaps()).toBeLessThanOrEqual(5);
});

test("one tap leads from the front page into a fight, with a way to hold a phone, too", async ({ guest }) => {
  const mara = await guest();
  const taps = await counted(mara);
  await mara.open("/");
  await mara.press(mara.page.getByRole("button", { name: "Try a fight right now" }));
  await mara.live();
  expect(taps()).toBe(1);
  await expect(mara.page.locator('.row[data-acting="true"]')).toHaveCount(1);
  const slip = mara.page.getByRole("complementary", { name: "This is a try-out." });
  await expect(slip.locator(".qr")).toBeInViewport({ ratio: 1 });
  // The table keeps the rest of the window: nothing of it is below the edge.
  const [bottom, height] = await mara.page.evaluate(() => [document.querySelector(".table").getBoundingClientRect().bottom, innerHeight]);
  expect(bottom).toBe(height);
  await mara.press(slip.getByRole("link", { name: "Put this away" }));
  await mara.live();
  await expect(slip).toHaveCount(0);
});

test("without scripts it tries, joins and starts", async ({ guest, browser, server }) => {
  const mara = await guest();
  await mara.demo();
  const { code } = await mara.invitation();
  const fresh = async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: SIZES.phone });
    const page = await context.newPage();
    await page.goto(server.url);
    return page;
  };
  const tries = await fresh();
  await tries.getByRole("button", { name: "Try this fight, Tri-Stat" }).click();
  await expect(tries.locator('.row[data-acting="true"]')).toHaveCount(1);
  await expect(tries.getByText("This is a try-out.").first()).toBeVisible();
  await tries.context().close();
  const joins = await fresh();
  await joins.locator("#code").fill(code);
  await joins.locator(".pitch .code-form button").click();
  await joins.getByLabel("Your name at this table").fill("Jo");
  await joins.getByRole("button", { name: "Join" }).click();
  await expect(joins.locator('.row[data-acting="true"] .name')).toHaveText("Dr. Amadi");
  await joins.context().close();
  const starts = await fresh();
  await starts.getByRole("link", { name: "Start your own table" }).click();
  await starts.getByLabel("What is the scene called?").fill("The Wharf");
  await starts.getByLabel("Your name").fill("Mara");
  await starts.getByRole("button", { name: "Next: pick the rules" }).click();
  await expect(starts.getByRole("button")).toHaveCount(5);
  await starts.getByRole("button", { name: /^Masquerade/ }).click();
  await expect(starts.getByRole("heading", { level: 1 })).toHaveText("The Wharf");
  await starts.context().close();
});

/** All widths at which it is looked at; of a share the smallest and that of a laptop. */
const LOOKED_AT = ALL_LOOKS ? [...Object.values(SIZES), { width: 1920, height: 1080 }] : [SIZES.small, SIZES.laptop];

test("it reads well aloud, at every width, by day and by night", async ({ guest }) => {
  for (const size of LOOKED_AT) {
    const mara = await guest(size, size.width < 700 ? PHONE : {});
    await mara.open("/");
    const { page } = mara;
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("You run the scene. They play it on their phones.");
    expect(await judged(page, ["dark", "light"])).toEqual([]);
    const [wide, inner] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect(wide).toBeLessThanOrEqual(inner);
    // Every picture has words, and a size before it comes.
    const images = await page.locator("img").evaluateAll((all) => all.map((it) => [it.alt.length > 40, it.width * it.height > 0, it.hasAttribute("height")]));
    expect(images).toEqual([[true, true, true], [true, true, true]]);
    // The order of reading: sentence, try, join, start, games, reasons.
    const order = ["h1", ".try", "#code", ".start-link a", "#games", ".reasons", "#host"];
    const sorted = await page.evaluate((order) => {
      const all = order.map((it) => document.querySelector(it));
      return all.every((it, at) => !at || all[at - 1].compareDocumentPosition(it) & Node.DOCUMENT_POSITION_FOLLOWING);
    }, order);
    expect(sorted).toBe(true);
    const brass = page.locator(".brass, .yours-open").filter({ visible: true });
    await expect(brass.first()).toHaveText("Try a fight right now");
    if (size === SIZES.laptop) await accessibleSteps(mara);
  }
});

/** Both steps that start a table, and the page of wrong words. */
async function accessibleSteps(mara) {
  await mara.open("/start");
  expect(await judged(mara.page, ["dark", "light"])).toEqual([]);
  await mara.page.getByLabel("What is the scene called?").fill("M".repeat(60));
  await mara.page.getByLabel("Your name").fill("Mara");
  await mara.page.getByRole("button", { name: "Next: pick the rules" }).click();
  await expect(mara.page.getByRole("heading", { level: 1 })).toHaveText("Which rules?");
  expect(await judged(mara.page, ["dark", "light"])).toEqual([]);
  await mara.open("/");
  await mara.page.locator("#code").fill("no such words");
  await mara.page.locator("#code").press("Enter");
  await expect(mara.page.locator("#code")).toHaveAccessibleDescription(/have run out/);
  mara.trouble.length = 0; // a page that answers 4xx is an error to the console
}

test("on a phone its own picture comes first; tables of this browser stand before all else", async ({ guest }) => {
  const mara = await guest(SIZES.phone, PHONE);
  const came = [];
  mara.page.on("request", (request) => request.url().includes("/front/") && came.push(new URL(request.url()).pathname));
  await mara.open("/");
  await expect(mara.page.getByRole("button", { name: "Join" }).first()).toBeInViewport({ ratio: 1 });
  expect(came[0]).toContain("/front/phone-");
  const name = "The long night at the flooded customs house of Saint Brannoc";
  await mara.makeTable(name);
  await mara.open("/");
  const first = mara.page.locator(".yours-table").first();
  await expect(first).toContainText(name);
  await expect(first).toBeInViewport({ ratio: 1 });
  expect((await first.getByRole("link").boundingBox()).height).toBeGreaterThanOrEqual(44);
  expect(await mara.page.locator("h1").evaluate((it) => it.compareDocumentPosition(document.querySelector(".yours")))).toBe(2);
  await mara.press(first.getByRole("link"));
  await mara.live();
});

/** The places of the demonstration's fight, as a storyteller describes them. */
const PLACES = `Pier: drop
Loading dock: cover crates
Back alley: dark
Gallery: height, cover railing
Warehouse floor: crowd
Cellar: hidden
Pier 15 Loading dock
Loading dock 8 Back alley
Loading dock 10 Warehouse floor by a door
Gallery 12 Warehouse floor by stairs
Warehouse floor 5 Cellar`;

/** Takes a picture of a page at this density, as WebP. */
async function shoot(person, name, size, density) {
  person.camera ??= await person.page.context().newCDPSession(person.page);
  const metrics = { ...size, deviceScaleFactor: density, mobile: person.touches };
  await person.camera.send("Emulation.setDeviceMetricsOverride", metrics);
  await person.page.waitForTimeout(200);
  const { data } = await person.camera.send("Page.captureScreenshot", { format: "webp", quality: 84 });
  await writeFile(join(FRONT_PICTURES, `${name}.webp`), Buffer.from(data, "base64"));
}

if (ALL_LOOKS) {
  test("the pictures of the program in use: a laptop and a phone in the same moment", async ({ guest, server }) => {
    const [laptop, phone] = [{ width: 1360, height: 880 }, { width: 390, height: 844 }];
    const mara = await guest(laptop);
    await mara.demo();
    await server.dice([4, 2]);
    await mara.press(mara.page.locator("#roll-rest"));
    await expect(mara.page.locator(".row")).toHaveCount(8);
    await setScene(mara, PLACES, {
      Pier: ["Pia Lindqvist", "Ghoul C"],
      "Loading dock": ["Ilse Varga", "Ghoul B"],
      "Warehouse floor": ["Dr. Amadi", "Weston", "Ghoul A"],
      "Back alley": ["Ghoul D"],
      Cellar: ["The Bishop"],
    });
    await give(mara, [{ edit_clock: { make: { line: "Alarm 8, on failed Stealth" } } }]);
    const [{ id }] = (await view(mara)).clocks;
    await give(mara, [{ edit_clock: { fill: { id, by: 5 } } }, { edit_clock: { pin: { id, pinned: true } } }]);
    const anna = await guest(phone, PHONE);
    await anna.join((await mara.invitation()).player, "Anna");
    await anna.plays("Dr. Amadi");
    await expect(mara.row("Dr. Amadi").locator(".owner")).toHaveText("Anna");
    await mara.next();
    await server.dice([8, 3, 9, 10, 8, 4, 9, 2]);
    await mara.attack({ at: ["Dr. Amadi"], what: "unarmed", throws: true });
    await expect(anna.question).toBeVisible();
    await mkdir(FRONT_PICTURES, { recursive: true });
    for (const colorScheme of ["dark", "light"]) {
      for (const [person, name, size, density] of [[mara, "laptop", laptop, 0.5], [anna, "phone", phone, 0.6]]) {
        await person.page.emulateMedia({ colorScheme });
        await shoot(person, `${name}-${colorScheme}-1x`, size, density);
        await shoot(person, `${name}-${colorScheme}-2x`, size, density * 2);
      }
    }
    const workspace = await readFile(new URL("../../Cargo.toml", import.meta.url), "utf8");
    const [, version] = workspace.match(/^version = "(.+)"$/m);
    await writeFile(PICTURES_VERSION, `${version}\n`);
  });
}
