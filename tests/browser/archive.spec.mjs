// A table goes into a file and comes out of one; and a file full of scripts is text on every page.
import { readFileSync } from "node:fs";
import { accessible } from "./axe.mjs";
import { SCRIPTS, strange, watched } from "./scripts.mjs";
import { ends } from "./share.mjs";
import { PHONE, SIZES, expect, test } from "./table.mjs";

/** A file of the first version, with a word of its own in every field that people fill. */
const FILE = readFileSync(new URL("../../crates/server/tests/over_sockets/fixtures/table_1.json", import.meta.url), "utf8");
const FIELDS = 20;

/** The file with a script in each of its fields; the rules of its program are not these. */
function loaded(turn) {
  let text = FILE;
  const used = [];
  for (let field = 1; field <= FIELDS; field += 1) {
    const script = SCRIPTS[(field * 7 + turn * 5) % SCRIPTS.length];
    const mark = `Mark${String(field).padStart(2, "0")}z`;
    expect(text, mark).toContain(mark);
    text = text.replaceAll(mark, JSON.stringify(script).slice(1, -1));
    used.push(script);
  }
  const archive = JSON.parse(text);
  archive.table = SCRIPTS[turn % SCRIPTS.length];
  archive.seats[1].name = SCRIPTS[(turn + 3) % SCRIPTS.length];
  archive.rules = "others";
  return { text: JSON.stringify(archive), used };
}

/** Brings a file in by the form. */
async function bring(guest, text) {
  await guest.open("/import");
  const buffer = Buffer.from(text);
  await guest.page.getByLabel("A file you got from Coterie").setInputFiles({ name: "table.json", mimeType: "application/json", buffer });
  await guest.page.getByRole("button", { name: "Make the table" }).click();
}

test("a table is kept as a file and made of it again", async ({ guest }) => {
  const [mara, zoe] = [await guest(SIZES.laptop), await guest(SIZES.phone, PHONE)];
  await mara.makeTable("The Wharf, midnight");
  await mara.add("Ilse Varga dex 4 stam 3");
  await mara.add("Ghoul stam 2");
  await mara.people();
  const [download] = await Promise.all([
    mara.page.waitForEvent("download"),
    mara.drawer.getByRole("link", { name: "The whole table" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("the-wharf-midnight-table.json");
  const text = readFileSync(await download.path(), "utf8");

  // Another person brings it, from the front page, on a phone.
  await zoe.open("/");
  await zoe.page.getByRole("link", { name: "a table from a file" }).click();
  await expect(zoe.page.getByRole("heading", { name: "A table from a file" })).toBeVisible();
  await accessible(zoe.page, "the door for files");
  await bring(zoe, text.slice(0, text.length / 2));
  await expect(zoe.page.getByRole("alert")).toContainText("That file is damaged");
  await accessible(zoe.page, "the door with a complaint");
  await bring(zoe, text.replace('"version":1', '"version":7'));
  await expect(zoe.page.getByRole("alert")).toContainText("newer version of Coterie");
  await bring(zoe, text);
  await zoe.live();
  zoe.trouble = zoe.trouble.filter((words) => !/status of 422/.test(words));
  const [theirs, hers] = [await names(mara), await names(zoe)];
  expect(hers).toEqual(theirs);
  expect(theirs.length).toBe(2);

  await mara.open(`${new URL(mara.page.url()).pathname}/people`);
  await accessible(mara.page, "the page of seats");
  for (const one of [mara, zoe]) {
    if (one === zoe) await zoe.open("/import");
    for (const [width, height] of [[320, 720], [420, 860], [768, 900], [1280, 860]]) {
      await one.page.setViewportSize({ width, height });
      const over = await one.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(over, `wider than ${width}`).toBeLessThanOrEqual(0);
      const small = await one.page.locator("main button, main .copies a, main input:not([type=hidden])").evaluateAll((all) =>
        all.filter((it) => it.checkVisibility() && it.getBoundingClientRect().height < 43.5).map((it) => it.outerHTML.slice(0, 80)),
      );
      expect(small, "too small for a finger").toEqual([]);
      await seen(one.page, one === zoe ? "import" : "people", width);
    }
  }
});

/** Pictures to look at, where they are wanted. */
async function seen(page, name, width) {
  if (!process.env.COTERIE_LOOK) return;
  for (const theme of ["dark", "light"]) {
    await page.evaluate((theme) => (document.documentElement.dataset.theme = theme), theme);
    await page.screenshot({ path: `${process.env.COTERIE_LOOK}/${name}-${width}-${theme}.png`, fullPage: true });
  }
}

/** The names on the table's page, in the order or on the bench. */
async function names(guest) {
  return await guest.page.locator(".name, .token-name").allTextContents();
}

for (const turn of ends([0, 1, 2, 3, 4])) {
  test(`a file full of scripts is text on every page (${turn + 1})`, async ({ guest }) => {
    const mara = await guest(SIZES.laptop);
    const { text, used } = loaded(turn);
    const ran = await watched(mara);
    await bring(mara, text);
    await mara.live();
    const table = new URL(mara.page.url()).pathname;
    // What was said, and who is there, stands there letter by letter.
    const shown = await mara.page.locator("body").innerText();
    for (const field of [2, 3, 15]) expect(shown).toContain(used[field - 1].replaceAll("  ", " "));
    const rows = await mara.page.evaluate(() => Object.keys(JSON.parse(document.querySelector("#opening").textContent).view.rows));
    expect(rows.length).toBeGreaterThan(6);
    const scenes = await mara.page.evaluate(async (table) => {
      const page = await (await fetch(`${table}/people`)).text();
      return [...page.matchAll(/encounter\.json\?scene=([0-9a-f]{32})/g)].map((found) => found[1]);
    }, table);
    expect(scenes.length).toBe(2);
    const pages = ["cast", "people", "settings", "recap", "dice", ...rows.map((id) => `c/${id}`)];
    const paths = [...pages.map((page) => `${table}/${page}`), ...scenes.map((id) => `${table}/recap?scene=${id}`), "/"];
    for (const path of paths) {
      await mara.open(path);
      await expect(mara.page.locator("main")).toBeVisible();
      // What waits for a press is pressed.
      expect(await strange(mara.page), path).toEqual([]);
    }
    // In the drawer beside the living table.
    await mara.open(table);
    await mara.live();
    await mara.people();
    expect(ran).toEqual([]);
    expect(mara.trouble).toEqual([]);
  });
}
