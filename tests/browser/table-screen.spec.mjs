// The table screen: a display that everybody looks at and nobody touches, and that knows what spectators know.
import { accessible } from "./axe.mjs";
import { give, view } from "./scene.mjs";
import { SIZES, SOON, expect, test } from "./table.mjs";

const HD = { width: 1920, height: 1080 };
const SECRETS = /Lurking|ambush|drowned|lighthouse|Bishop/;

/** Makes a browser the screen of a table, by its link and one button. */
async function display(guest, { screen }, size = HD) {
  const tv = await guest(size);
  await tv.open(screen);
  await tv.page.getByRole("button", { name: "Show the table here" }).click();
  await expect(tv.page.locator("html")).toHaveAttribute("data-screen", "live");
  return tv;
}

/** Opens the page on which the screen is chosen, beside the table. */
async function choose(mara) {
  await mara.page.getByRole("button", { name: "More", exact: true }).click();
  await mara.page.locator("#menu").getByRole("link", { name: /table screen, beside/i }).click();
  await expect(mara.drawer.getByRole("heading", { name: "Table screen", exact: true })).toBeVisible();
}

/** Presses a button of that page, and it is on. */
async function turn(mara, name) {
  const button = mara.drawer.getByRole("button", { name });
  await button.click();
  await expect(button).toHaveAttribute("aria-pressed", "true");
}

/** What has reached a display, on its page and in its frames. */
async function everything({ page, frames }) {
  const printed = await page.evaluate(async () => await (await fetch(location.href)).text());
  return printed + frames.join("\n") + (await page.content());
}

/** The smallest letters in sight, in pixels, with their words. */
const smallest = ({ page }) =>
  page.evaluate(() => {
    const walk = document.createTreeWalker(document.querySelector(".tv"), NodeFilter.SHOW_TEXT);
    let least = [Infinity, ""];
    while (walk.nextNode()) {
      const { parentElement: holder, data } = walk.currentNode;
      if (!data.trim() || holder.closest(".unseen") || !holder.checkVisibility()) continue;
      const size = parseFloat(getComputedStyle(holder).fontSize);
      if (size < least[0]) least = [size, data];
    }
    return least;
  });

/** Whether anything of an element is cut off at its edges. */
const isWhole = (locator) => locator.evaluate((it) => it.scrollHeight <= it.clientHeight && it.scrollWidth <= it.clientWidth);

/** Asks all or some for a roll, as the form does. */
async function ask(mara, asked) {
  const { rows } = await view(mara);
  const named = (row) => (row.label ? `${row.name} ${row.label}` : row.name);
  const of = Object.values(rows).filter((row) => !asked.of || asked.of.includes(named(row)));
  expect(await give(mara, [{ ask_roll: { ...asked, of: of.map((row) => row.id) } }])).toEqual([true]);
}

/** The computed size of the letters of something, in pixels. */
const size = (locator) => locator.evaluate((it) => parseFloat(getComputedStyle(it).fontSize));

test("a display takes a seat by its link, and shows what the storyteller chooses", async ({ guest }) => {
  const mara = await guest(SIZES.laptop);
  await mara.demo();
  const tv = await display(guest, await mara.invitation());
  const screen = tv.page.locator(".tv");
  await expect(tv.page.locator(".tv-row[data-acting=true] .tv-name")).toHaveText("Dr. Amadi");
  await expect(screen.locator(".tv-turn")).toHaveText("Turn 3");
  // Nothing on it can be pressed.
  await expect(tv.page.locator("button, a, input, select, textarea, [tabindex]")).toHaveCount(0);
  for (const heading of ["Order", "Newest roll"]) {
    await expect(tv.page.getByRole("heading", { name: heading })).toHaveCount(1);
  }
  await accessible(tv.page, "the table screen");

  await choose(mara);
  await accessible(mara.page, "the choice of the screen");
  await turn(mara, /^Scene The places/);
  await expect(mara.drawer).toContainText("no places yet");
  await expect(screen).toHaveAttribute("data-showing", "order", SOON);
  await mara.closeDrawer();
  // A scene with places, and the board is there at once.
  await mara.page.locator("#describe-scene, #first-scene").filter({ visible: true }).first().click();
  await mara.page.locator("#scene-lines").fill("Warehouse: dark\nPier: fog\nWarehouse 5 Pier");
  await mara.page.locator("#use-scene").click();
  await expect(screen).toHaveAttribute("data-showing", "scene", SOON);
  await expect(screen.locator(".tv-card-name")).toHaveText(["Warehouse", "Pier"]);
  await choose(mara);
  await turn(mara, /^Order and scene/);
  await expect(screen).toHaveAttribute("data-showing", "order_and_scene", SOON);
  await expect(tv.page.getByRole("heading", { name: "Where everybody is" })).toHaveCount(1);
  await turn(mara, /^Order Who acts next/);
  await expect(screen).toHaveAttribute("data-showing", "order", SOON);
  await mara.closeDrawer();
  await expect(mara.page.getByRole("button", { name: /^Undo: Table screen: order/ }).first()).toBeVisible();

  // The keys of a keyboard on it.
  await tv.page.keyboard.press("n");
  const first = await tv.page.locator("html").getAttribute("data-theme");
  await tv.page.keyboard.press("n");
  await expect(tv.page.locator("html")).not.toHaveAttribute("data-theme", first);
  const before = await size(tv.page.locator(".tv-title"));
  await tv.page.keyboard.press("+");
  expect(await size(tv.page.locator(".tv-title"))).toBeGreaterThan(before);
  await tv.page.keyboard.press("-");
});

test("from four meters nothing is too small, with twenty long names", async ({ guest, server }) => {
  const mara = await guest(SIZES.laptop);
  await mara.makeTable("The crypt under Saint Agnes of the seven unlit lanterns");
  const tv = await display(guest, await mara.invitation());
  await expect(tv.page.locator(".tv")).toHaveAttribute("data-showing", "nothing");
  expect((await smallest(tv))[0]).toBeGreaterThanOrEqual(30);
  const name = (at) => `Constantine of Nicomedia, keeper of the ${at} gate`;
  const places = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
  const names = places.flatMap((at) => [name(at), `Brother ${name(at)}`]).map((it) => it.replace(",", ""));
  await mara.add(names.map((it) => `${it} dex 3`).join("\n"));
  await mara.page.locator("#roll-rest").click();
  await mara.next();
  await expect(tv.page.locator(".tv")).toHaveAttribute("data-showing", "order");
  await expect(tv.page.locator(".tv-row")).toHaveCount(7);
  await expect(tv.page.locator(".tv-rest")).toContainText("then 13 more:");
  // None of them is rolled again: seven are smaller.
  await server.dice([2, 8, 9, 4, 3, 7]);
  await mara.page.locator("#say-line").fill("/roll 6");
  await mara.page.locator("#say-line").press("Enter");
  await expect(tv.page.locator(".tv-dice .face")).toHaveCount(6);

  const [least, words] = await smallest(tv);
  expect(least, words).toBeGreaterThanOrEqual(30);
  expect(await size(tv.page.locator(".tv-row:not([data-acting=true]) .tv-name").first())).toBe(44);
  expect(await size(tv.page.locator(".tv-row[data-acting=true] .tv-name"))).toBe(64);
  const face = await tv.page.locator(".tv-dice .face").first().boundingBox();
  expect(Math.round(face.height)).toBe(74);
  // Long names are cut and not made smaller; nothing touches the edge.
  const room = await tv.page.evaluate(() => {
    const shown = [...document.querySelectorAll(".tv-row, .tv-rest, .tv-newest, .tv-head, .tv-foot, .tv-qr")];
    const edges = shown.filter((it) => it.checkVisibility()).map((it) => it.getBoundingClientRect());
    const lines = [...document.querySelectorAll(".tv-name")].map((it) => it.getClientRects().length);
    return {
      left: Math.min(...edges.map((it) => it.left)),
      right: 1920 - Math.max(...edges.map((it) => it.right)),
      top: Math.min(...edges.map((it) => it.top)),
      bottom: 1080 - Math.max(...edges.map((it) => it.bottom)),
      lines: Math.max(...lines),
    };
  });
  for (const side of ["left", "right", "top", "bottom"]) expect(room[side], side).toBeGreaterThanOrEqual(56);
  expect(room.lines).toBe(1);
  // A roll that all of them are asked for, beside the longest title.
  await ask(mara, { pool: [{ trait: "wits" }, { trait: "composure" }, { number: 2 }], words: "Something large moves below the floor, and the lanterns go out one by one." });
  await expect(tv.page.locator(".tv-question")).toHaveText("Roll Wits + Composure + 2", { timeout: 12_000 });
  await expect(tv.page.locator(".tv-question-deed").first()).toContainText("· +16");
  await expect(tv.page.locator(".tv-ring")).toHaveText("0 of 20");
  const [smallestAsked, askedWords] = await smallest(tv);
  expect(smallestAsked, askedWords).toBeGreaterThanOrEqual(30);
  expect(await isWhole(tv.page.locator(".tv-newest"))).toBe(true);
  // A larger display shows the same.
  await tv.page.setViewportSize({ width: 3840, height: 2160 });
  await expect(tv.page.locator(".tv-row")).toHaveCount(7);
  expect(await size(tv.page.locator(".tv-row[data-acting=true] .tv-name"))).toBe(128);
});

test("nothing hidden is in its frames", async ({ guest }) => {
  const mara = await guest(SIZES.laptop);
  await mara.demo();
  const tv = await display(guest, await mara.invitation());
  await mara.press(mara.page.locator(".bench-fold"));
  await mara.page.locator("#quick-hidden").check();
  await mara.add("Lurking Horror dex 5 comp 5");
  await mara.openDice();
  await mara.page.locator("#roll-hidden").check();
  await mara.page.locator("#roll-what").fill("Secret ambush");
  await mara.page.locator("#roll").click();
  await expect(mara.entry("Secret ambush")).toContainText("only you can see this");
  // What came after it has reached the display.
  await mara.page.locator("#say-line").fill("The lamp falls");
  await mara.page.locator("#say-line").press("Enter");
  await expect.poll(() => tv.frames.join("\n"), SOON).toContain("The lamp falls");
  expect(await everything(tv)).not.toMatch(SECRETS);
});

test("a handout is on it until it is taken away, without what is covered", async ({ guest }) => {
  const mara = await guest(SIZES.laptop);
  await mara.demo();
  const tv = await display(guest, await mara.invitation());
  // One letter stays on the shelf, another comes onto the screen without its covered words.
  await mara.page.locator("#open-handouts").click();
  const write = async (name, text, cover) => {
    await mara.page.getByRole("button", { name: "New letter" }).click();
    await mara.page.getByLabel("Name", { exact: true }).fill(name);
    await mara.page.locator("#handout-text").fill(text);
    if (cover) {
      await mara.page.locator("#handout-text").evaluate((field, cover) => {
        field.focus();
        field.setSelectionRange(field.value.indexOf(cover), field.value.indexOf(cover) + cover.length);
      }, cover);
      await mara.page.locator("#cover-words").click();
    }
    await mara.page.locator(".handout-form").getByRole("button", { name: "Save" }).click();
    await expect(mara.page.locator(".handout-open .paper")).toBeVisible();
  };
  await write("Kept back", "the lighthouse, second door");
  await write("The ship is not late", "Meet me where your sister drowned, after the bells.", "sister drowned");
  await mara.page.getByLabel("Also on the table screen").check();
  const paper = tv.page.locator(".tv-over .paper");
  await expect(paper).toContainText("Meet me where your");
  await expect(paper.locator(".covered")).toHaveCount(1);
  expect((await smallest(tv))[0]).toBeGreaterThanOrEqual(30);
  expect(await everything(tv)).not.toMatch(SECRETS);
  await choose(mara);
  await expect(mara.drawer.locator("li", { hasText: "The ship is not late" })).toContainText("on the screen");
  await mara.drawer.getByRole("button", { name: "Take it away: The ship is not late" }).click();
  await expect(paper).toHaveCount(0);
  expect(await everything(tv)).not.toMatch(SECRETS);
});

test("a roll that is asked of everybody is the question on it, one in secret is nowhere", async ({ guest, server }) => {
  const mara = await guest(SIZES.laptop);
  await mara.demo();
  const tv = await display(guest, await mara.invitation());
  const pool = [{ trait: "wits" }, { trait: "composure" }];
  const secret = { pool: [...pool, { number: 7 }], of: ["Ilse Varga"], words: "The drowned lighthouse turns." };
  await ask(mara, { ...secret, telling: { secret: { announced: true } } });
  await ask(mara, { ...secret, telling: { secret: {} } });
  await ask(mara, { pool, of: ["Ilse Varga", "Weston", "The Bishop"], words: "Something moves below." });
  const asked = tv.page.locator(".tv-asked");
  await expect(asked.locator(".tv-question")).toHaveText("Roll Wits + Composure");
  // Of those who are asked the hidden one neither has a name nor counts.
  await expect(asked.locator(".tv-question-deed")).toHaveText(["Ilse Varga · Weston", "Something moves below."]);
  await expect(asked.locator(".tv-ring")).toHaveText("0 of 2");
  expect((await smallest(tv))[0]).toBeGreaterThanOrEqual(30);
  await accessible(tv.page, "an asked roll on the table screen");
  // Whoever rolls is seen for six seconds; then it waits for the others.
  await server.dice([8, 3, 9, 10, 8, 4, 9, 2]);
  const { asks, rows } = await view(mara);
  const who = Object.values(rows).find((row) => row.name === "Weston").id;
  expect(await give(mara, [{ answer_ask: { ask: asks.at(-1).id, who, reply: { roll: {} } } }])).toEqual([true]);
  await expect(tv.page.locator(".tv-roll-head")).toContainText("Weston");
  await expect(asked.locator(".tv-question-deed").first()).toHaveText("Ilse Varga", { timeout: 12_000 });
  await expect(asked.locator(".tv-ring")).toHaveText("1 of 2");
  await give(mara, [{ step_ask: { ask: asks.at(-1).id, step: "call_off" } }]);
  await expect(asked).toHaveCount(0);
  expect(await everything(tv)).not.toMatch(SECRETS);
  expect(await everything(tv)).not.toContain("Composure + 7");
});

test("a letter that is too long turns its pages by itself, on a display of any size", async ({ guest }) => {
  const mara = await guest(SIZES.laptop);
  await mara.demo();
  const tv = await display(guest, await mara.invitation());
  const words = Array.from({ length: 60 }, (_, at) => `Line ${at + 1}.`);
  const put = async (lines) => {
    const to = { kind: "letter", name: `A report of ${lines.length}`, text: [{ words: lines.join("\n\n") }] };
    await give(mara, [{ edit_handout: { put: { to } } }]);
    const { handouts } = await view(mara);
    const [id] = Object.entries(handouts).find(([, it]) => it.name === to.name);
    await give(mara, [{ edit_handout: { screen: { id: Number(id), on: true } } }]);
  };
  /** The lines that are in sight, by their numbers. */
  const inSight = () =>
    tv.page.evaluate(() => {
      const room = document.querySelector(".tv-paper .paper").getBoundingClientRect();
      const inside = (it) => it.left >= room.left && it.right <= room.right && it.top >= room.top && it.bottom <= room.bottom;
      const shown = [...document.querySelectorAll(".tv-paper .paper-text p")].filter((it) => [...it.getClientRects()].every(inside));
      return shown.map((it) => Number(it.textContent.match(/\d+/)[0]));
    });
  // Short, but in more lines than there is room for: the letters are smaller, and it is one page.
  await put(words.slice(0, 16));
  await expect.poll(inSight, SOON).toEqual(words.slice(0, 16).map((_, at) => at + 1));
  await expect(tv.page.locator(".tv-pages")).toHaveCount(0);
  await put(words);
  const pages = tv.page.locator(".tv-pages");
  await expect(pages).toHaveText("Page 1 of 3");
  expect((await smallest(tv))[0]).toBeGreaterThanOrEqual(30);
  const seen = await inSight();
  for (const page of [2, 3]) {
    await expect(pages).toHaveText(`Page ${page} of 3`);
    seen.push(...(await inSight()));
  }
  // Each line was whole on one of the pages.
  expect(seen).toEqual(words.map((_, at) => at + 1));
  await tv.page.setViewportSize({ width: 3840, height: 2160 });
  await expect(pages).toHaveText(/^Page \d of 3$/);
  expect((await smallest(tv))[0]).toBeGreaterThanOrEqual(60);
});

test("it invites whom the storyteller says, while the table is open", async ({ guest }) => {
  const mara = await guest(SIZES.laptop);
  await mara.makeTable();
  const invitation = await mara.invitation();
  const tv = await display(guest, invitation);
  const code = tv.page.locator(".tv-qr");
  await expect(code).toBeVisible();
  expect(await tv.page.content()).not.toContain(invitation.code);
  await choose(mara);
  await turn(mara, "Players, with the spoken code");
  await expect(tv.page.locator(".tv-code")).toHaveText(invitation.code);
  expect((await smallest(tv))[0]).toBeGreaterThanOrEqual(30);
  await turn(mara, "Nobody");
  await expect(code).toHaveCount(0);
  await turn(mara, "Spectators");
  await expect(code).toBeVisible();
  await mara.closeDrawer();

  const people = async (name) => {
    await mara.people();
    await mara.drawer.getByRole("button", { name }).click();
    await mara.closeDrawer();
  };
  await people("Lock the table");
  await expect(code).toHaveCount(0, { timeout: 12_000 });
  await people("Unlock the table");
  await expect(code).toBeVisible({ timeout: 12_000 });
  await mara.add("Ghoul dex 3\nIlse dex 2");
  await mara.page.locator("#roll-rest").click();
  await mara.next();
  await expect(code).toBeVisible();
  await mara.next();
  await mara.next();
  await expect(tv.page.locator(".tv-turn")).toHaveText("Turn 2");
  await expect(code).toHaveCount(0);
});

test("without a line the picture stays, and it is said since when", async ({ guest }) => {
  const mara = await guest(SIZES.laptop);
  await mara.demo();
  const tv = await display(guest, await mara.invitation());
  await tv.page.context().setOffline(true);
  await expect(tv.page.locator(".tv-line")).toHaveText(/^No connection for \d+ s$/);
  await expect(tv.page.locator(".tv-row")).not.toHaveCount(0);
  await tv.page.context().setOffline(false);
  await expect(tv.page.locator(".tv-line")).toHaveCount(0);
});
