// What the text that the rules of Tri-Stat come from works out in passing, beside examples-tristat.spec.mjs, played through
// the screen: a storyteller and a player on phones, with dice that fall as they are written here. Above each stands what the
// text says, and what has to come of it was worked out from that by hand; the ids are those of docs/rules/tristat.md.
import { asked, onPhones, says, ticked, typed } from "./examples.mjs";
import { goOn, rollInitiative } from "./fight.mjs";
import { expect, test } from "./table.mjs";

/** Everybody reads this Health: `39/60`. */
async function health(people, name, figure) {
  for (const person of people) {
    const now = async () => (await person.row(name).locator(".points-figure").innerText()).replace(/\s/g, "");
    await expect.poll(now, { message: name }).toBe(figure);
  }
}

// A vital target costs four (TRI-VITAL-01) and doubles after armor (TRI-DMG-04); with a critical both multiply (TRI-DMG-05).
// A chink in the armor costs two (TRI-CHINK-01) and finds none of a plate's armor, and half of a chain mail's (TRI-CHINK-02).
//
// Ilse: Body, Mind and Soul 8, Combat Value 8, Melee 4; a sword does 8 + 8 = 16. Both foes: Health 5 × 12 = 60. Plate is 9:
// vital, 8 points of target, 4 + 4: 16 − 9 = 7, doubled 14: 46. In the chink: 16: 30. Vital with two ones and a 1: 7 × 2 × 2
// = 28: 2. Chain mail is 6, half of it 3: 13 of 60: 47.
test("a vital target, a chink in plate, both with a critical, and one in chain mail", async ({ guest, server }) => {
  const all = await onPhones(guest, "tristat", "The armory", "Anna");
  const [mara, anna] = all;
  await anna.add("Ilse body 8 mind 8 soul 8 melee 4 extra_attacks 3 with sword");
  await mara.add("Knight body 6 mind 6 soul 6 with plate");
  await mara.add("Sergeant body 6 mind 6 soul 6 with chain mail");
  await rollInitiative(all, server, [6], [2, 1]);
  await goOn(all, "1 act Ilse");
  const vital = ticked(anna, "more", "at a vital target");
  const chink = ticked(anna, "more", "at a chink in the armor");
  const pool = ["Combat Value +8 TRI-ATK-01", "Skill +4 TRI-ATK-01"];
  const strikes = async (name, set, term, sum, dice, figure) => {
    await anna.attack({ at: [name], what: "attack", set });
    await asked(all, [...pool, term], sum);
    await server.dice(dice);
    await anna.throwDice();
    await mara.answer("none");
    await health(all, name, figure);
  };
  await strikes("Knight", vital, "Vital target −4 TRI-VITAL-01", 8, [4, 4], "46/60");
  await strikes("Knight", chink, "Chink in the armor −2 TRI-CHINK-01", 10, [5, 5], "30/60");
  await strikes("Knight", vital, "Vital target −4 TRI-VITAL-01", 8, [1, 1, 1], "2/60");
  await says(all, "Ilse: Attack with Sword", "snake eyes: critical, damage ×2");
  await strikes("Sergeant", chink, "Chink in the armor −2 TRI-CHINK-01", 10, [5, 5], "47/60");
});

// A throw made exactly drops its victim on the spot: damage and the ground, and no square (TRI-THROW-04). What a wall leaves
// unflown counts for three squares at most (TRI-THROW-05): a throw made by five with a wall right behind costs fifteen.
//
// Ilse's Combat Value 6, Brawl 2. The throw against 10: 5 + 5 is made exactly, 5 + 6 − armor 2 = 9: 41 of 50. The next:
// 2 + 3 is made by five: 9 and 15: 17.
test("a throw made exactly, and one by five against a wall", async ({ guest, server }) => {
  const all = await onPhones(guest, "tristat", "The cellar", "Anna");
  const [mara, anna] = all;
  await anna.add("Ilse body 6 mind 6 soul 6 brawl 2 extra_attacks 3");
  await mara.add("Thug body 5 mind 5 soul 5 armor 2");
  await rollInitiative(all, server, [6], [1]);
  await goOn(all, "1 act Ilse");
  const hold = async () => {
    await anna.attack({ at: ["Thug"], what: "grapple" });
    await server.dice([4, 4]);
    await anna.throwDice();
    await mara.answer("none");
    for (const person of all) await expect(person.page.locator(".hold")).toHaveCount(1);
  };
  const thrown = async (dice, set) => {
    await anna.attack({ at: ["Thug"], what: "throw", set });
    await asked(all, ["Combat Value +6 TRI-ATK-01", "Skill +2 TRI-ATK-01", "Throw +2 TRI-THROW-01"], 10);
    await server.dice(dice);
    await anna.throwDice();
    await mara.answer("none");
  };
  await hold();
  await thrown([5, 5]);
  // Nobody asks for squares.
  await health(all, "Thug", "41/50");
  for (const person of all) await expect(person.row("Thug").locator(".condition")).toContainText("prone");
  await hold();
  await thrown([2, 3], typed(anna, "situation", "free squares behind the target (−1: nothing in the way)", 0));
  const more = anna.question.getByRole("button", { name: "more Number" });
  for (let squares = 0; squares < 5; squares += 1) await anna.press(more);
  await anna.press(anna.question.getByRole("button", { name: "Confirm" }));
  await health(all, "Thug", "17/50");
});

// Two weapons at one target cost four each (TRI-DUAL-01). One of them is drawn with the attack: three more for that one, and
// nothing any more once it is in the hand (TRI-DRAW-01). Combat Value 8 + Ranged 4 (TRI-ATK-01).
test("two pistols at one target, one of them drawn with the attack", async ({ guest, server }) => {
  const all = await onPhones(guest, "tristat", "The bar", "Anna");
  const [mara, anna] = all;
  await anna.add("Ilse body 8 mind 8 soul 8 ranged 4 extra_attacks 1 with light pistol, heavy pistol");
  await mara.add("Brute body 8 mind 5 soul 8");
  await rollInitiative(all, server, [6], [1]);
  await anna.press(anna.row("Ilse").locator(".token"));
  await anna.press(anna.page.locator("#row-sheet").getByRole("link", { name: "Sheet of Ilse" }));
  const heavy = anna.drawer.locator("li.item").filter({ hasText: "Heavy pistol" });
  await anna.press(heavy.locator("summary"));
  await anna.press(heavy.getByRole("button", { name: "Put away" }));
  await expect(heavy).toContainText("put away");
  await anna.closeDrawer();
  await anna.press(anna.page.locator("#row-sheet").getByRole("button", { name: "Close" }));
  await goOn(all, "1 act Ilse");
  const pool = ["Combat Value +8 TRI-ATK-01", "Skill +4 TRI-ATK-01"];
  await anna.attack({ at: ["Brute"], what: "two_weapons", item: "Light pistol" });
  await asked(all, [...pool, "Two weapons −4 TRI-DUAL-01"], 8);
  await server.dice([4, 4]);
  await anna.throwDice();
  await mara.answer("none");
  // 8 + 8 of Health 80.
  await asked(all, [...pool, "Two weapons −4 TRI-DUAL-01", "Drawing −3 TRI-DRAW-01"], 5);
  await server.dice([2, 3]);
  await anna.throwDice();
  await mara.answer("none");
  // 12 + 8.
  await health(all, "Brute", "44/80");
  await anna.attack({ at: ["Brute"], what: "attack", item: "Heavy pistol" });
  await asked(all, pool, 12);
});
