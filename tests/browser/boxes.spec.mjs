// Health boxes under real fingers, real keys and a real mouse.
import { ends } from "./share.mjs";
import { PHONE, SIZES, expect, test } from "./table.mjs";

/** A storyteller on a phone, and somebody with another screen who sees what really happened. */
async function table(guest) {
  const [mara, anna] = [await guest(SIZES.phone, PHONE), await guest()];
  await mara.demo();
  await anna.join((await mara.invitation()).player, "Anna");
  return [mara, anna];
}

/** Marks boxes from the keyboard, one key a box, the first box first. */
async function write(person, name, keys) {
  for (const [at, key] of [...keys].entries()) {
    await person.box(name, at + 1).focus();
    await person.page.keyboard.press(key);
  }
}

/** Nothing is ringed: the hand has rested, and its next tap is about another mark. */
async function rests(person) {
  await expect(person.page.locator(".box[data-run]")).toHaveCount(0);
}

test("taps follow the mark they made, wherever sorting puts it, and take it away again", async ({ guest }) => {
  const [mara, anna] = await table(guest);
  await write(mara, "Weston", "abbb");
  await mara.sees("Weston", "*///....");
  await rests(mara);
  for (const track of ["*////...", "*X///...", "**///...", "*///....", "*////..."]) {
    await mara.touchBox("Weston", 5);
    await mara.sees("Weston", track);
    await anna.sees("Weston", track);
  }
  // The mark in hand is ringed where it is, not where the finger is.
  await mara.touchBox("Weston", 5);
  await expect(mara.box("Weston", 2)).toHaveAttribute("data-run");
  await expect(mara.page.locator(".box[data-run]")).toHaveCount(1);
});

test("taps on a filled box never make it worse: they ask", async ({ guest }) => {
  const [mara, anna] = await table(guest);
  await write(mara, "Weston", "bb");
  await rests(mara);
  const [asks, said] = [[], []];
  for (let tap = 0; tap < 4; tap += 1) {
    await mara.touchBox("Weston", 2);
    // The first tap opens the choice, the next one beside it closes it again.
    await expect(mara.choice).toHaveCount(1 - (tap % 2));
    asks.push(await mara.choice.count());
    said.push(await mara.track("Weston"));
  }
  expect(asks).toEqual([1, 0, 1, 0]);
  expect(said).toEqual(Array(4).fill("//......"));
  await mara.touchBox("Weston", 2);
  await mara.choice.getByRole("menuitem", { name: "Heal" }).tap();
  await anna.sees("Weston", "/.......");
});

test("taps on the box that was just filled go around and lose nothing", async ({ guest }) => {
  const [mara, anna] = await table(guest);
  await write(mara, "Weston", "b");
  await rests(mara);
  for (const track of ["//......", "X/......", "*/......", "/.......", "//......"]) {
    await mara.touchBox("Weston", 2);
    await mara.sees("Weston", track);
  }
  await anna.sees("Weston", "//......");
  // One hand, one line, with what it came to.
  await expect(anna.entry("Weston").first()).toContainText("+2 bashing");
  await expect(anna.entry("Weston").filter({ hasText: "bashing" })).toHaveCount(1);
});

test("a hand that rested, or went to another box and came back, begins anew", async ({ guest }) => {
  const [mara, anna] = await table(guest);
  await mara.touchBox("Weston", 1);
  await mara.sees("Weston", "/.......");
  await expect(mara.box("Weston", 1)).toHaveAttribute("data-run");
  await rests(mara);
  await mara.touchBox("Weston", 1);
  await expect(mara.choice).toBeVisible();
  await expect(mara.choice.getByRole("menuitem").first()).toBeFocused();
  await mara.page.keyboard.press("Escape");
  await expect(mara.choice).toHaveCount(0);

  await mara.touchBox("Weston", 2);
  await mara.touchBox("Ilse Varga", 5);
  await mara.sees("Weston", "//......");
  await mara.touchBox("Weston", 2);
  await expect(mara.choice).toBeVisible();
  await anna.sees("Weston", "//......");
});

test("the choice of a long press stays when the finger lifts, and does not choose", async ({ guest }) => {
  const [mara, anna] = await table(guest);
  await write(mara, "Weston", "bl");
  for (const number of [1, 2, 8]) {
    const before = await mara.track("Weston");
    await mara.openRow("Weston");
    await mara.hold(mara.box("Weston", number));
    // Everything that a lifted finger sends has come by then.
    await mara.page.waitForTimeout(400);
    await expect(mara.choice).toBeVisible();
    expect(await mara.track("Weston")).toBe(before);
    // The box stays in sight beside it.
    const [box, menu] = [await mara.box("Weston", number).boundingBox(), await mara.choice.boundingBox()];
    expect(menu.y >= box.y + box.height || menu.y + menu.height <= box.y).toBe(true);
    expect(menu.x).toBeGreaterThanOrEqual(0);
    expect(menu.x + menu.width).toBeLessThanOrEqual(390);
    // A tap beside it closes it and marks nothing.
    await mara.touchAt(mara.row("Weston").locator(".who"));
    await expect(mara.choice).toHaveCount(0);
    expect(await mara.track("Weston")).toBe(before);
  }
  await mara.openRow("Weston");
  await mara.hold(mara.box("Weston", 2));
  await mara.choice.getByRole("menuitem", { name: "Heal" }).tap();
  await anna.sees("Weston", "X.......");
  // The next tap is a tap again.
  await mara.touchBox("Weston", 2);
  await anna.sees("Weston", "X/......");
});

test("a finger that crosses boxes marks them all, also when it leaves the row", async ({ guest }) => {
  const [mara, anna] = await table(guest);
  const row = mara.row("Weston");
  await mara.openRow("Weston");
  await row.evaluate((element) => element.scrollIntoView({ block: "center" }));
  const [from, to] = [await mara.box("Weston", 2).boundingBox(), await mara.box("Weston", 4).boundingBox()];
  const y = from.y + from.height / 2;
  await mara.finger("touchStart", from.x + 10, y);
  for (let step = 1; step <= 8; step += 1) {
    await mara.finger("touchMove", from.x + 10 + ((to.x - from.x) * step) / 8, y);
  }
  await expect(mara.page.locator(".box[data-run]")).toHaveCount(3);
  await mara.finger("touchMove", to.x + 10, y + 120);
  await mara.finger("touchEnd");
  await anna.sees("Weston", "///.....");
  await rests(mara);

  // With a mouse, over the edge of the row; and a shaking hand at the edge of a box is no run.
  const own = await guest();
  await own.demo();
  const mouse = own.page.mouse;
  const [one, two] = [await own.box("Weston", 1).boundingBox(), await own.box("Weston", 2).boundingBox()];
  await mouse.move(one.x + 8, one.y + 8);
  await mouse.down();
  await mouse.move(two.x + 8, two.y + 8, { steps: 4 });
  await mouse.move(two.x + 8, two.y + 200, { steps: 4 });
  await mouse.up();
  await own.sees("Weston", "//......");
  await rests(own);
  const [four, five] = [await own.box("Weston", 4).boundingBox(), await own.box("Weston", 5).boundingBox()];
  await mouse.move(four.x + four.width - 1, four.y + 8);
  await mouse.down();
  await mouse.move(five.x + 1, five.y + 8);
  await mouse.move(four.x + four.width - 1, four.y + 8);
  await mouse.up();
  await own.sees("Weston", "///.....");
});

test("by keys: the choice opens, moves, marks, and gives the focus back to the box", async ({ guest }) => {
  const [mara, anna] = [await guest(), await guest(SIZES.phone)];
  await mara.demo();
  await anna.join((await mara.invitation()).player, "Anna");
  const keys = mara.page.keyboard;
  const item = (name) => mara.choice.getByRole("menuitem", { name });

  await mara.box("Weston", 1).focus();
  await keys.press("Enter");
  await anna.sees("Weston", "/.......");
  await keys.press("Enter");
  await anna.sees("Weston", "X.......");
  // A key goes on with the mark in hand as well: it has been sorted away from under the focus.
  await mara.box("Weston", 2).focus();
  await keys.press("a");
  await anna.sees("Weston", "*X......");
  await keys.press("h");
  await anna.sees("Weston", "X.......");

  await rests(mara);
  await mara.box("Weston", 1).focus();
  await keys.press("Enter");
  await expect(item("Heal")).toBeFocused();
  await keys.press("ArrowDown");
  await expect(item("Bashing")).toBeFocused();
  await keys.press("ArrowDown");
  await expect(item("Aggravated")).toBeFocused();
  await keys.press("ArrowUp");
  await expect(item("Bashing")).toBeFocused();
  await keys.press("Escape");
  await expect(mara.choice).toHaveCount(0);
  await expect(mara.box("Weston", 1)).toBeFocused();

  await keys.press("Enter");
  await expect(item("Heal")).toBeFocused();
  await keys.press("b");
  await anna.sees("Weston", "/.......");
  await expect(mara.box("Weston", 1)).toBeFocused();

  await mara.box("Weston", 1).click({ button: "right" });
  await expect(item("Heal")).toBeFocused();
  await keys.press("Enter");
  await anna.sees("Weston", "........");
  await expect(mara.box("Weston", 1)).toBeFocused();
});

test("others’ boxes do not look as if one could mark them, and say whose they are", async ({ guest }) => {
  const [mara, anna, ben] = [await guest(), await guest(SIZES.phone, PHONE), await guest()];
  await mara.demo();
  const { player } = await mara.invitation();
  await anna.join(player, "Anna");
  await ben.join(player, "Ben");
  await anna.tab("Me");
  await anna.plays("Weston");
  await ben.plays("Dr. Amadi");
  await expect(anna.row("Dr. Amadi").locator(".owner")).toHaveText("Ben");
  await expect(ben.row("Weston").locator(".owner")).toHaveText("Anna");
  await anna.tab("Order");

  const says = async (person, words) => {
    await expect(person.page.locator(".notice")).toContainText(words);
    await expect(person.aloud).toHaveText(words);
  };
  await anna.touchBox("Dr. Amadi", 2);
  await says(anna, "Only Ben or the storyteller can mark Dr. Amadi’s boxes.");
  await anna.openRow("Ilse Varga");
  await anna.hold(anna.box("Ilse Varga", 1), 700);
  await says(anna, "Only the storyteller can mark Ilse Varga’s boxes.");
  await expect(anna.choice).toHaveCount(0);

  // With a mouse: no hand, no frame that lights up.
  const look = (locator) =>
    locator.evaluate((box) => {
      const { cursor, borderTopColor, backgroundColor } = getComputedStyle(box);
      return { cursor, borderTopColor, backgroundColor };
    });
  const [own, other] = [ben.box("Dr. Amadi", 5), ben.box("Weston", 5)];
  const [before, flat] = [await look(own), await look(other)];
  expect(before.cursor).toBe("pointer");
  expect(flat.cursor).toBe("default");
  expect(flat.backgroundColor).not.toBe(before.backgroundColor);
  await other.hover({ force: true });
  await expect.poll(() => look(other)).toEqual(flat);
  await own.hover();
  await expect.poll(async () => (await look(own)).borderTopColor).not.toBe(before.borderTopColor);
  await other.click({ force: true });
  await says(ben, "Only Anna or the storyteller can mark Weston’s boxes.");
  // What cannot be marked is no stop on the way of the Tab key, and a key does nothing there.
  await expect(other).toHaveAttribute("tabindex", "-1");
  await ben.page.keyboard.press("l");
  await expect(mara.entry("Weston").filter({ hasText: "lethal" })).toHaveCount(0);
  expect(await mara.track("Weston")).toBe("........");
});

test("two hands on one row: nobody’s mark is taken for another’s", async ({ guest }) => {
  const [mara, anna] = [await guest(), await guest(SIZES.phone, PHONE)];
  await mara.demo();
  await anna.join((await mara.invitation()).player, "Anna");
  await anna.tab("Me");
  await anna.plays("Weston");
  await expect(mara.row("Weston").locator(".owner")).toHaveText("Anna");
  await anna.tab("Order");

  // The storyteller marks elsewhere: Anna's tap goes on with her own.
  await anna.touchBox("Weston", 1);
  await mara.sees("Weston", "/.......");
  await mara.box("Weston", 2).focus();
  await mara.page.keyboard.press("l");
  await anna.sees("Weston", "X/......");
  await anna.touchBox("Weston", 1);
  await mara.sees("Weston", "XX......");

  // The storyteller turns Anna's mark: her next tap asks, and makes nothing worse.
  await rests(anna);
  await anna.touchBox("Weston", 3);
  await mara.sees("Weston", "XX/.....");
  await mara.box("Weston", 3).focus();
  await mara.page.keyboard.press("a");
  await anna.sees("Weston", "*XX.....");
  await anna.touchBox("Weston", 3);
  await expect(anna.choice).toBeVisible();
  // What is chosen is done to the mark that was asked about, not to whatever lies there by then.
  await mara.box("Weston", 4).focus();
  await mara.page.keyboard.press("a");
  await anna.sees("Weston", "**XX....");
  await anna.choice.getByRole("menuitem", { name: "Heal" }).tap();
  await mara.sees("Weston", "**X.....");
});

for (const system of ends(["chronicle", "crossover", "masquerade", "ascension"])) {
  test(`${system}: taps on the last box of a full row, with levels or without`, async ({ guest }) => {
    const mara = await guest(SIZES.phone, PHONE);
    await mara.makeTable("The long night", "Mara", system);
    await mara.add("thug dex 2 wits 2");
    await mara.page.locator("#roll-rest").tap();
    const boxes = mara.row("Thug").locator(".box");
    await expect(boxes.first()).toBeVisible();
    const last = await boxes.count();
    await write(mara, "Thug", "b".repeat(last - 1));
    const filled = "/".repeat(last - 1);
    // All of it is there, and what it does to the row: nothing moves under the finger any more.
    await mara.sees("Thug", `${filled}.`);
    await rests(mara);
    for (const track of [`${filled}/`, `X${filled}`, `*${filled}`, `${filled}.`]) {
      await mara.touchBox("Thug", last);
      await mara.sees("Thug", track);
    }
  });
}

test("tristat: points are tapped as they were", async ({ guest }) => {
  const mara = await guest(SIZES.phone, PHONE);
  await mara.makeTable("The long night", "Mara", "tristat");
  await mara.add("ninja body 4 mind 4 soul 4");
  await mara.page.locator("#roll-rest").tap();
  const figure = mara.row("Ninja").locator(".points-figure strong");
  const before = Number(await figure.textContent());
  await mara.openRow("Ninja");
  await mara.touchAt(mara.row("Ninja").locator("[data-by='-5']"));
  await expect(figure).toHaveText(String(before - 5));
});
