import { SIZES, expect, test } from "./table.mjs";

test("kill -9 and restart: everything is still there, every browser catches up by itself", async ({ guest, server }) => {
  const [mara, anna] = [await guest(), await guest(SIZES.phone)];
  await mara.demo();
  await anna.join((await mara.invitation()).player, "Anna");
  await mara.box("Weston", 1).click();
  await mara.box("Weston", 2).click();
  await mara.openDice();
  await mara.page.locator("#roll-what").fill("Before the cut");
  await mara.page.locator("#roll").click();
  await anna.sees("Weston", "//......");
  await expect(anna.page.locator(".entry", { hasText: "Before the cut" })).toHaveCount(1);
  const order = await anna.order();
  const faces = await mara.entry("Before the cut").locator(".face").allTextContents();

  await server.kill();
  for (const person of [mara, anna]) {
    await expect(person.page.locator(".banner")).toContainText("Connection lost");
  }
  // What is done meanwhile shows at once, waits, and is sent.
  await mara.box("Weston", 3).click();
  await mara.sees("Weston", "///.....");
  await expect(mara.page.locator(".banner")).toContainText("1 change waiting");
  await anna.sees("Weston", "//......");

  await server.up();
  await anna.sees("Weston", "///.....");
  for (const person of [mara, anna]) {
    await person.live();
    await expect(person.page.locator(".banner")).toBeHidden();
    await expect(person.entry("Before the cut").locator(".face")).toHaveText(faces);
  }
  await anna.seesOrder(order);

  await mara.page.reload();
  await mara.live();
  await mara.sees("Weston", "///.....");
});

test("a browser that was away catches up", async ({ guest }) => {
  const [mara, anna] = [await guest(), await guest(SIZES.phone)];
  await mara.demo();
  await anna.join((await mara.invitation()).player, "Anna");
  await anna.page.context().setOffline(true);
  await anna.page.evaluate(() => window.dispatchEvent(new Event("offline")));
  await mara.box("Weston", 1).click();
  await mara.sees("Weston", "/.......");
  await mara.box("Weston", 1).click();
  await anna.page.context().setOffline(false);
  await anna.sees("Weston", "X.......");
});
