import { PHONE, SIZES, expect, test } from "./table.mjs";
import { Wire } from "./wire.mjs";

const BEFORE = ["Ilse Varga", "Dr. Amadi", "Ghoul A", "Weston", "Ghoul B", "The Bishop"];

async function table(guest, size, options) {
  const [mara, anna] = [await guest(size, options), await guest(SIZES.phone)];
  await mara.demo();
  await anna.join((await mara.invitation()).player, "Anna");
  await mara.seesOrder(BEFORE);
  return [mara, anna];
}

const seen = (order) => order.filter((name) => name !== "The Bishop");

async function middle(locator) {
  const box = await locator.boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** A mouse takes hold of something and lets it go over something else. */
async function drag({ page }, from, to, dy) {
  const [x, y] = await middle(from);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 12, y + 12, { steps: 3 });
  // Near an edge the list scrolls under the token, so a hand looks again before it lets go.
  for (const steps of [12, 2]) {
    const [tx, ty] = await middle(to);
    await page.mouse.move(tx, ty + dy, { steps });
  }
  await expect(page.locator(".ghost-words")).not.toBeEmpty();
  await page.mouse.up();
}

/** A finger does the same; `over` looks at the page before it is lifted. */
async function carry(person, from, to, dy, over) {
  const [x, y] = await middle(from);
  await person.finger("touchStart", x, y);
  // What is lifted leaves its place, and rows move up: an eye follows the one that is meant.
  for (let step = 1; step <= 14; step += 1) {
    const [tx, ty] = await middle(to);
    const way = Math.min(step / 12, 1);
    await person.finger("touchMove", x + (tx - x) * way, y + (ty + dy - y) * way);
  }
  await over();
  // The hand rests before it lets go: a glass that is flung takes the next tap as what stops it.
  const [tx, ty] = await middle(to);
  for (let rest = 0; rest < 4; rest += 1) {
    await person.page.waitForTimeout(50);
    await person.finger("touchMove", tx, ty + dy);
  }
  await person.finger("touchEnd");
}

test("by mouse: from the bench into a slot, within the order, back to the bench", async ({ guest }) => {
  const [mara, anna] = await table(guest);
  const standing = await anna.page.locator(".standing").textContent();

  await drag(mara, mara.benchToken("Ghoul C"), mara.row("Ghoul A"), -12);
  const placed = ["Ilse Varga", "Dr. Amadi", "Ghoul C", "Ghoul A", "Weston", "Ghoul B", "The Bishop"];
  await mara.seesOrder(placed);
  await anna.seesOrder(seen(placed));
  await expect(mara.row("Ghoul C").locator(".score")).toContainText("—");

  const score = await mara.row("Weston").locator(".score").textContent();
  await drag(mara, mara.grip("Weston"), mara.row("Ilse Varga"), -12);
  const moved = ["Weston", "Ilse Varga", "Dr. Amadi", "Ghoul C", "Ghoul A", "Ghoul B", "The Bishop"];
  await mara.seesOrder(moved);
  await anna.seesOrder(seen(moved));
  // Position only: score, turn and round stay.
  await expect.poll(() => mara.row("Weston").locator(".score").textContent()).toBe(score);
  await expect(anna.row("Dr. Amadi")).toHaveAttribute("data-acting", "true");
  await expect.poll(async () => (await anna.page.locator(".standing").textContent()).split("·")[0]).toBe(standing.split("·")[0]);

  await drag(mara, mara.grip("Ghoul C"), mara.page.locator("#bench"), 0);
  await anna.seesOrder(seen(moved.filter((name) => name !== "Ghoul C")));
  await anna.press(anna.page.locator(".bench-fold"));
  await expect(anna.benchToken("Ghoul C")).toBeVisible();
});

test("by keyboard: picked up, moved, put down, and given up; it says where", async ({ guest }) => {
  const [mara, anna] = await table(guest);
  const keys = mara.page.keyboard;
  const aloud = mara.page.locator(".aloud");

  await mara.grip("Weston").focus();
  await keys.press("Space");
  await expect(aloud).toHaveText(/Picked up: place 4 of 6, before Ghoul B/);
  await keys.press("ArrowUp");
  await keys.press("ArrowUp");
  await expect(aloud).toHaveText("place 2 of 6, before Dr. Amadi");
  await keys.press("Space");
  const moved = ["Ilse Varga", "Weston", "Dr. Amadi", "Ghoul A", "Ghoul B", "The Bishop"];
  await mara.seesOrder(moved);
  await anna.seesOrder(seen(moved));
  await expect(mara.grip("Weston")).toBeFocused();

  await keys.press("Space");
  await keys.press("End");
  await keys.press("Escape");
  await expect(aloud).toHaveText("Put back.");
  await mara.seesOrder(moved);

  await mara.benchToken("Pia Lindqvist").focus();
  await keys.press("Space");
  await keys.press("ArrowDown");
  await keys.press("ArrowDown");
  await keys.press("Space");
  await anna.seesOrder(["Ilse Varga", "Pia Lindqvist", "Weston", "Dr. Amadi", "Ghoul A", "Ghoul B"]);
});

test("by keyboard over a slow line: the token has the focus wherever it lies", async ({ guest, server }) => {
  const mara = await guest();
  const wire = await Wire.to(server);
  mara.server = wire;
  await mara.demo();
  wire.delay = 400;
  const keys = mara.page.keyboard;
  for (const [from, key, to] of [
    [mara.benchToken("Ghoul C"), "End", mara.grip("Ghoul C")],
    [mara.grip("Ghoul C"), "Home", mara.grip("Ghoul C")],
  ]) {
    await from.focus();
    await keys.press("Space");
    await keys.press(key);
    await keys.press("Space");
    await expect(mara.row("Ghoul C")).toBeVisible();
    await expect(to).toBeFocused();
  }
  await expect.poll(async () => (await mara.order())[0]).toBe("Ghoul C");
  await expect(mara.grip("Ghoul C")).toBeFocused();
  // Who goes on before the answer is not called back.
  await keys.press("Space");
  await keys.press("End");
  await keys.press("Space");
  await mara.page.locator("#quick-add").focus();
  await expect.poll(async () => (await mara.order()).at(-1)).toBe("Ghoul C");
  await expect(mara.page.locator("#quick-add")).toBeFocused();
  await wire.close();
});

test("by touch: a finger drags the token, and still scrolls the page elsewhere", async ({ guest }) => {
  const [mara, anna] = await table(guest, SIZES.phone, { hasTouch: true, isMobile: true });
  await mara.press(mara.page.locator(".bench-fold"));
  const over = () => expect(mara.page.locator(".ghost-words")).toContainText("before Dr. Amadi");
  await carry(mara, mara.benchToken("Ghoul D"), mara.row("Dr. Amadi"), -14, over);
  await anna.seesOrder(["Ilse Varga", "Ghoul D", "Dr. Amadi", "Ghoul A", "Weston", "Ghoul B"]);

  // A finger on a row scrolls; nothing is dragged.
  const [rx, ry] = await middle(mara.row("Ghoul A").locator(".who"));
  await mara.finger("touchStart", rx, ry);
  for (let step = 1; step <= 10; step += 1) await mara.finger("touchMove", rx, ry - step * 20);
  await mara.finger("touchEnd");
  await expect.poll(() => mara.page.evaluate(() => window.scrollY)).toBeGreaterThan(60);
  await expect(mara.page.locator(".ghost")).toHaveCount(0);
});

test("twenty combatants: by mouse, finger and key a token ends in the same place on three screens, and a box is marked", async ({ guest, server }) => {
  const [mara, anna, ben] = [await guest(), await guest(SIZES.phone, PHONE), await guest()];
  const all = [mara, anna, ben];
  await mara.makeTable();
  const { player } = await mara.invitation();
  await anna.join(player, "Anna");
  await ben.join(player, "Ben");
  await mara.add("17x Ghoul dex 2 comp 2 stam 2 size 5");
  await server.dice(Array(17).fill(5));
  await mara.press(mara.page.locator("#roll-rest"));
  await expect(mara.page.locator(".row")).toHaveCount(17);
  await mara.add("3x Rat dex 2 comp 2 stam 2 size 5");
  await expect(mara.page.locator(".bench-token")).toHaveCount(3);
  const order = await mara.order();
  const stands = async (name, at) => {
    order.splice(at, 0, name);
    for (const person of all) await person.seesOrder(order);
  };
  const marked = async (name) => {
    for (const person of all) await person.sees(name, "/......");
  };

  await drag(mara, mara.benchToken("Rat A"), mara.row(order[3]), -12);
  await stands("Rat A", 3);
  // One click, on the box in its row.
  await mara.box("Rat A", 1).click();
  await marked("Rat A");

  await carry(mara, mara.benchToken("Rat B"), mara.row(order[6]), -14, () => expect(mara.page.locator(".ghost-words")).toContainText(order[6]));
  await stands("Rat B", 6);
  await mara.touchAt(mara.box("Rat B", 1));
  await marked("Rat B");

  const { keyboard } = mara.page;
  await mara.benchToken("Rat C").focus();
  // The first arrow lays it before the first of them.
  for (const key of ["Space", ...Array(13).fill("ArrowDown"), "Space"]) await keyboard.press(key);
  await stands("Rat C", 12);
  await mara.box("Rat C", 1).focus();
  await keyboard.press("b");
  await marked("Rat C");
});

test("the token of the acting combatant is dragged onto the one it attacks, by mouse and by touch", async ({ guest }) => {
  const [mara, anna] = [await guest(), await guest(SIZES.small, PHONE)];
  await mara.demo();
  await anna.join((await mara.invitation()).player, "Anna");
  await mara.seesOrder(BEFORE);
  await anna.row("Dr. Amadi").locator(".token").tap();
  await anna.page.getByRole("button", { name: "I’m playing this one" }).tap();
  const chosen = (person) => person.page.locator(".targets [aria-pressed=true]");

  const mouse = mara.page.mouse;
  const token = (person, name) => person.row(name).locator(".token");
  await mouse.move(...(await middle(token(mara, "Dr. Amadi"))));
  await mouse.down();
  await mouse.move(...(await middle(mara.row("Ghoul B"))), { steps: 6 });
  await expect(mara.row("Ghoul B")).toHaveAttribute("data-gap", "aimed");
  await expect(mara.page.locator(".ghost-words")).toHaveText("attacks Ghoul B");
  await mouse.up();
  await expect(chosen(mara)).toContainText(["Ghoul B"]);
  // It stays where it is, and its sheet stays closed.
  await mara.seesOrder(BEFORE);
  await expect(mara.page.locator("#row-sheet")).toBeHidden();
  // A token that does not act opens the sheet, dragged or not.
  await token(mara, "Weston").click();
  await expect(mara.page.locator("#row-sheet-name")).toHaveText("Weston");

  // By touch, with the finger of the one who plays it.
  await token(anna, "Dr. Amadi").scrollIntoViewIfNeeded();
  const touch = await anna.page.context().newCDPSession(anna.page);
  const finger = (type, at) => touch.send("Input.dispatchTouchEvent", { type, touchPoints: at ? [{ x: at[0], y: at[1] }] : [] });
  const from = await middle(token(anna, "Dr. Amadi"));
  const to = await middle(anna.row("Ghoul A"));
  await finger("touchStart", from);
  for (const part of [0.2, 0.5, 0.8, 1]) await finger("touchMove", [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part]);
  await expect(anna.row("Ghoul A")).toHaveAttribute("data-gap", "aimed");
  await finger("touchEnd");
  await expect(chosen(anna)).toContainText(["Ghoul A"]);
});
