// The order in the hand: how many combatants a phone shows whole, with one's own boxes, under a question too.
import { PHONE, SIZES, expect, test } from "./table.mjs";

const TINY = { width: 320, height: 640 };
const SIDEWAYS = { width: 844, height: 390 };

/** The rows that lie whole between the top edge and whatever is fixed below, covered by nothing. */
async function whole(person) {
  return await person.page.evaluate(() => {
    const place = (element) => element.getBoundingClientRect();
    const shown = (element) => place(element).height > 0;
    const fixed = [...document.querySelectorAll(".tabs, .strip, .fight[data-over=true]")].filter(shown);
    const floor = Math.min(innerHeight, ...fixed.map((element) => place(element).top));
    const ceiling = place(document.querySelector(".top")).bottom;
    const free = (row) => {
      const { left, right, top, bottom } = place(row);
      const points = [[left + 8, top + 3], [right - 8, top + 3], [left + 8, bottom - 3], [(left + right) / 2, bottom - 3]];
      return points.every(([x, y]) => row.contains(document.elementFromPoint(x, y)));
    };
    const rows = [...document.querySelectorAll(".row")].filter((row) => {
      const { top, bottom, height } = place(row);
      return height > 0 && top >= ceiling - 0.5 && bottom <= floor + 0.5 && free(row);
    });
    return rows.map((row) => row.querySelector(".name").textContent);
  });
}

/** One's own boxes: whole, covered by nothing, and as large as a finger. */
async function ownBoxes(person) {
  return await person.page.locator(".strip .box").evaluateAll((boxes) =>
    boxes.every((box) => {
      const { x, y, width, height, bottom } = box.getBoundingClientRect();
      const over = document.elementFromPoint(x + width / 2, y + height / 2);
      return box.contains(over) && height >= 43.5 && width >= 43.5 && bottom <= innerHeight;
    }),
  );
}

/** Twelve in the order, Ilse among them on Anna's phone, and the foes' turn to act. */
async function crowd(guest, server, size) {
  const [mara, anna] = [await guest(), await guest(size, PHONE)];
  await mara.makeTable();
  await anna.join((await mara.invitation()).player, "Anna");
  await anna.add("Ilse Varga str 3 dex 3 stam 2 wits 3 comp 3 brawl 2 willpower 5");
  await mara.add("11x Ghoul dex 3 comp 2 stam 2 size 5 brawl 3");
  await server.dice([1]);
  await anna.rollInitiative();
  await server.dice([10, ...Array(10).fill(9)]);
  await mara.page.locator("#roll-rest").click();
  await expect(mara.page.locator(".row")).toHaveCount(12);
  await mara.next();
  await expect(anna.row("Ghoul A")).toHaveAttribute("data-acting", "true");
  return [mara, anna];
}

for (const [size, rows] of [[SIZES.phone, 10], [TINY, 7]]) {
  test(`${rows} combatants are whole at ${size.width} × ${size.height}, with one's own boxes`, async ({ guest, server }) => {
    const [, anna] = await crowd(guest, server, size);
    await expect.poll(async () => (await whole(anna)).length).toBeGreaterThanOrEqual(rows);
    expect(await ownBoxes(anna)).toBe(true);
  });

  test(`under a question at ${size.width} × ${size.height}: who acts, the target, one's own boxes`, async ({ guest, server }) => {
    const [mara, anna] = await crowd(guest, server, size);
    await mara.attack({ at: ["Ilse Varga"], what: "unarmed" });
    await expect(anna.question).toBeVisible();
    await expect.poll(() => whole(anna)).toEqual(expect.arrayContaining(["Ghoul A", "Ilse Varga"]));
    expect(await ownBoxes(anna)).toBe(true);
    await expect(anna.row("Ilse Varga")).toHaveAttribute("data-part", "target");
    await expect(anna.row("Ghoul A")).toHaveAttribute("data-part", "acts");
  });
}

test("a phone on its side shows two combatants", async ({ guest, server }) => {
  const [, anna] = await crowd(guest, server, SIDEWAYS);
  await expect.poll(async () => (await whole(anna)).length).toBeGreaterThanOrEqual(2);
});

test("a row opens in its place for a finger, one at a time, and closes", async ({ guest, server }) => {
  const [mara, anna] = await crowd(guest, server, SIZES.phone);
  const opened = anna.page.locator(".row[data-opened=true]");
  await anna.openRow("Ghoul B");
  await expect(opened).toHaveCount(1);
  await expect(opened.getByRole("button", { name: "What’s known" })).toBeVisible();
  await anna.openRow("Ilse Varga");
  await expect(opened).toHaveCount(1);
  await anna.touchBox("Ilse Varga", 1);
  await mara.sees("Ilse Varga", "/......");
  // From wherever the focus is.
  await anna.page.keyboard.press("Escape");
  await expect(opened).toHaveCount(0);
});
