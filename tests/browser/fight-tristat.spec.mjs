// A fight by the rules of Tri-Stat, from the first die to the last: on a laptop and two phones, with dice that fall as
// they are written here. What must stand on every screen was worked out by hand; the ids are those of
// docs/rules/tristat.md.
import { PHONE, SIZES, expect, test } from "./table.mjs";

/** The Health of a combatant on this person's screen, as it is written: `43/55`. */
async function health(person, name) {
  return (await person.row(name).locator(".points-left").innerText()).replace(/\s/g, "");
}

/** Ends the turn on this person's screen; then it is the turn of `name` on all of them. */
async function next(person, all, name) {
  await person.press(person.page.locator("#next"));
  for (const each of all) await expect(each.row(name)).toHaveAttribute("data-acting", "true");
}

/** Opens what lies folded, if it does. */
async function unfold(details) {
  if ((await details.getAttribute("open")) === null) await details.locator("summary").first().click();
}

test("the plain case takes five taps over both devices", async ({ guest, server }) => {
  const [mara, anna] = [await guest(), await guest(SIZES.phone, PHONE)];
  await mara.makeTable("The Old Mill", "Mara", "tristat");
  await anna.join((await mara.invitation()).player, "Anna");
  await anna.add("Ilse body 5 mind 5 soul 5 melee 2 with sword");
  await mara.add("2x Goon body 3 mind 2 soul 1");
  // Initiative: a die + Combat Value 5 and 2 (TRI-TURN-01).
  await server.dice([6]);
  await anna.press(anna.page.locator("#roll-mine"));
  await expect(mara.page.locator(".row")).toHaveCount(1);
  await server.dice([2, 1]);
  await mara.press(mara.page.locator("#roll-rest"));
  await anna.seesOrder(["Ilse", "Goon A", "Goon B"]);
  await next(mara, [mara, anna], "Ilse");

  // Combat Value 5 (TRI-STAT-01) + Melee 2 = 7, and 3 + 4 is no more: a hit (TRI-ATK-01, 02). Goon B defends with his
  // Defense Value 0 (TRI-STAT-02, TRI-DEF-02): 2 + 3 fails. Sword 8 + Combat Value 5 = 13 (TRI-DMG-01) of his Health
  // 5 × (3 + 1) = 20 (TRI-STAT-03): 7 are left.
  await server.dice([3, 4, 2, 3]);
  const before = (await mara.taps()) + (await anna.taps());
  await anna.attack({ at: ["Goon B"] });
  await anna.throwDice();
  await mara.answer("defend");
  for (const person of [mara, anna]) await expect.poll(() => health(person, "Goon B")).toBe("7/20");
  expect((await mara.taps()) + (await anna.taps()) - before).toBe(5);
});
