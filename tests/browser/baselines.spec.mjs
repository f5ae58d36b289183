// Screens beside the pictures of them that were accepted. They are compared in the browser that took them: another one
// draws letters and edges in its own way. `cargo xtask prove looks --accept` takes them anew.
import { readFile, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { SIZES, expect, test } from "./table.mjs";

const FOLDER = join(import.meta.dirname, "baselines");
const VERSION = join(FOLDER, "browser.txt");
const ACCEPTS = process.env.COTERIE_ACCEPT === "1";

/** Most bytes of all pictures. */
const MOST = 3_000_000;

/** A phone on which all of a long tab is in sight. */
const LONG_PHONE = { width: 390, height: 1500 };

/** Name, path, size and theme of each screen. */
const SCREENS = [
  ["components-laptop", "/style", SIZES.laptop, "dark", true],
  ["components-phone", "/style", SIZES.phone, "light", true],
  ["crowd-storyteller", "/style/crowd/storyteller/live", SIZES.laptop, "dark"],
  ["crowd-player", "/style/crowd/player/live", SIZES.phone, "light"],
  ["question-player", "/style/question/player/live", SIZES.phone, "dark"],
  ["outcome-storyteller", "/style/outcome/storyteller/live", SIZES.tablet, "light"],
  ["over-player", "/style/over/player/live", SIZES.small, "dark"],
  ["lost-player", "/style/crowd/player/lost", SIZES.small, "light"],
  ["scene-storyteller", "/style/evening/storyteller/scene", SIZES.laptop, "dark"],
  ["scene-player", "/style/evening/player/scene", LONG_PHONE, "light"],
  ["clocks-storyteller", "/style/evening/storyteller/clocks", SIZES.laptop, "light"],
  ["handouts-storyteller", "/style/evening/storyteller/handouts", SIZES.laptop, "dark"],
  ["handouts-player", "/style/evening/player/handouts", LONG_PHONE, "dark"],
  ["whisper-player", "/style/evening/player/log", SIZES.small, "light"],
  ["asked-storyteller", "/style/asked/storyteller/live", SIZES.laptop, "light"],
  ["asked-player", "/style/asked/player/live", SIZES.small, "dark"],
  ["answered-storyteller", "/style/answered/storyteller/live", SIZES.tablet, "dark"],
  ["answered-player", "/style/answered/player/me", SIZES.phone, "light"],
];

for (const [name, path, size, theme, fullPage] of SCREENS) {
  test(`the screen ${name} looks as accepted`, async ({ browser, guest }) => {
    const taken = await readFile(VERSION, "utf8").catch(() => "none");
    test.skip(!ACCEPTS && taken.trim() !== browser.version(), `the pictures are of ${taken.trim()}, and this is ${browser.version()}`);
    const person = await guest(size, { colorScheme: theme });
    await person.open(path);
    await person.page.evaluate(() => document.fonts.ready);
    await expect(person.page).toHaveScreenshot(`${name}.png`, { fullPage, animations: "disabled", maxDiffPixelRatio: 0.01 });
    if (ACCEPTS) await writeFile(VERSION, `${browser.version()}\n`);
  });
}

test("the accepted pictures are few and small", async () => {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith(".png"));
  expect(names.sort()).toEqual(SCREENS.map(([name]) => `${name}.png`).sort());
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(FOLDER, name))).size));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MOST);
});
