// Three tabs on a phone, each where it was left, and what moved on in sight.
import { PHONE, SIZES, expect, test } from "./table.mjs";

const down = (person) => person.page.evaluate(() => window.scrollY);
const scroll = (person, y) => person.page.evaluate((y) => window.scrollTo(0, y), y);

/** Whether a row lies whole between the top edge and what is fixed at the bottom: the tabs, and the button above them. */
async function inSight(person, row) {
  return await row.evaluate((row) => {
    const place = (element) => element.getBoundingClientRect();
    const fixed = [...document.querySelectorAll(".tabs, .next-action:not([hidden])")];
    const floor = Math.min(...fixed.map((element) => place(element).top));
    return place(row).top >= place(document.querySelector(".top")).bottom && place(row).bottom <= floor;
  });
}

/** Twenty in the order, the fight begun, and a player on a phone. */
async function crowd(guest, size = SIZES.phone) {
  const [mara, anna] = [await guest(), await guest(size, PHONE)];
  await mara.makeTable();
  await mara.add("20x ghoul dex 3 comp 2 stam 2 size 5");
  await mara.page.locator("#roll-rest").click();
  await expect(mara.page.locator(".row")).toHaveCount(20);
  await mara.next();
  return [mara, anna, await mara.order()];
}

test("order, dice and log each keep their place", async ({ guest }) => {
  const mara = await guest({ width: 320, height: 420 }, PHONE);
  await mara.demo();
  const places = { Order: 210, Dice: 140, Log: 320 };
  for (const [tab, y] of Object.entries(places)) {
    await mara.tab(tab);
    await scroll(mara, y);
  }
  for (const tab of ["Order", "Log", "Dice", "Order", "Dice", "Log"]) {
    await mara.tab(tab);
    await expect.poll(() => down(mara), { message: tab }).toBe(places[tab]);
  }
});

test("the log opens at its newest line, whatever was scrolled elsewhere", async ({ guest }) => {
  const [mara, anna] = await crowd(guest);
  await anna.join((await mara.invitation()).player, "Anna");
  await scroll(anna, 900);
  await anna.tab("Log");
  await expect.poll(() => down(anna)).toBe(0);
  const line = anna.page.locator(".entry").first();
  await expect(line).toBeInViewport({ ratio: 1 });
  // Read a little, go away, and something happens meanwhile.
  await scroll(anna, 200);
  await anna.tab("Me");
  await mara.openDice();
  await mara.page.locator("#roll-what").fill("The lamp falls");
  await mara.page.locator("#roll").click();
  await expect(anna.card).toContainText("The lamp falls");
  await anna.tab("Log");
  await expect(anna.entry("The lamp falls")).toBeInViewport({ ratio: 1 });
  await expect.poll(() => down(anna)).toBe(0);
});

for (const [name, size] of Object.entries({ small: SIZES.small, phone: SIZES.phone })) {
  test(`the acting row is in sight when the order opens, ${name}`, async ({ guest }) => {
    const [mara, anna, order] = await crowd(guest, size);
    const turn = async (row) => {
      await mara.next();
      await expect(mara.row(row)).toHaveAttribute("data-acting", "true");
    };
    for (const row of order.slice(1, 13)) await turn(row);
    // The first time.
    await anna.join((await mara.invitation()).player, "Anna");
    await expect.poll(() => inSight(anna, anna.row(order[12]))).toBe(true);
    // The turn goes on, down the order, while another tab is open.
    await anna.tab("Me");
    for (const row of order.slice(13, 19)) await turn(row);
    await expect(anna.row(order[18])).toHaveAttribute("data-acting", "true");
    await anna.tab("Order");
    await expect.poll(() => inSight(anna, anna.row(order[18]))).toBe(true);
    // And up: around to the first, which must not end under the top edge.
    await anna.tab("Log");
    for (const row of [order[19], order[0]]) await turn(row);
    await expect(anna.row(order[0])).toHaveAttribute("data-acting", "true");
    await anna.tab("Order");
    await expect.poll(() => inSight(anna, anna.row(order[0]))).toBe(true);
    // Nothing happened meanwhile: it is as it was left, wherever that was.
    await scroll(anna, 600);
    await anna.tab("Me");
    await anna.tab("Order");
    await expect.poll(() => down(anna)).toBe(600);
    // On the open order as well.
    await turn(order[1]);
    await expect.poll(() => inSight(anna, anna.row(order[1]))).toBe(true);
  });
}

test("the acting row stands above the button of what to do next", async ({ guest }) => {
  for (const height of [568, 640, 720]) {
    const mara = await guest({ width: 320, height }, PHONE);
    await mara.demo();
    await mara.openDice();
    await expect(mara.page.locator(".next-action button")).toBeVisible();
    const acting = mara.page.locator('.row[data-acting="true"]');
    await expect.poll(() => inSight(mara, acting), { message: `${height}` }).toBe(true);
    await mara.next();
    await expect(mara.row("Ghoul A")).toHaveAttribute("data-acting", "true");
    await expect.poll(() => inSight(mara, acting), { message: `${height}, next` }).toBe(true);
  }
});
