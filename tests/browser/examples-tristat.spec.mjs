// The worked example of the text that the rules of Tri-Stat come from, and the cases that it works out in passing, played
// through the screen: a storyteller and players on phones, with dice that fall as they are written here. Above each stands
// what the text says, and what has to come of it was worked out from that by hand; the ids are those of
// docs/rules/tristat.md.
import { asked, onPhones, says, typed } from "./examples.mjs";
import { goOn, rollInitiative } from "./fight.mjs";
import { expect, test } from "./table.mjs";

/** Everybody reads this Health: `39/60`. */
async function health(people, name, figure) {
  for (const person of people) {
    const now = async () => (await person.row(name).locator(".points-figure").innerText()).replace(/\s/g, "");
    await expect.poll(now, { message: name }).toBe(figure);
  }
}

// Joe's knife does 5, and Combat Value 5 comes to it: 10. The vampire's hide takes 3: 7. Joe rolled two ones, and the
// critical die shows a 4: triple. What multiplies comes after armor (TRI-CRIT-03): 21 (TRI-DMG-01 to 03).
//
// Joe has Body, Mind and Soul 5: Combat Value 5 (TRI-STAT-01). The vampire: Body 6, Mind 4, Soul 6, so Health 5 × 12 = 60
// (TRI-STAT-03), and a Defense Value of 5 − 2 = 3 (TRI-STAT-02): 4 + 4 is no less than that and does not help it.
test("Joe's knife: a critical that triples what is left after armor", async ({ guest, server }) => {
  const all = await onPhones(guest, "tristat", "The crypt", "Anna");
  const [mara, anna] = all;
  await anna.add("Joe body 5 mind 5 soul 5 melee 1 with knife");
  await mara.add("Vampire body 6 mind 4 soul 6 armor 3");
  await rollInitiative(all, server, [6], [1]);
  await goOn(all, "1 act Joe");
  await anna.attack({ at: ["Vampire"], what: "attack" });
  await asked(all, ["Combat Value +5 TRI-ATK-01", "Skill +1 TRI-ATK-01"], 6);
  await server.dice([1, 1, 4, 4, 4]);
  await anna.throwDice();
  await says(all, "Joe: Attack with Knife", "snake eyes: critical, damage ×3");
  await mara.answer("defend");
  await health(all, "Vampire", "39/60");
  await says(all, "Vampire loses 21 Health");
});

// A throw ends a grapple. It has two points more to hit (TRI-THROW-01), the one who is held defends with two less
// (TRI-GRAP-03), and it does 5 and the Combat Value and puts the other on the ground (TRI-THROW-04). Made by four, it throws
// them four squares; if a wall stands after two, the other two do five each, straight to Health (TRI-THROW-05): ten more.
//
// Ilse: Body, Mind and Soul 6, Combat Value 6, Brawl 2, one attack more for Extra Attacks 1 (TRI-EXTRA-01). The grapple:
// 6 + 2 = 8, and 4 + 4 is no more. The throw: 8 + 2 = 10, 2 + 4 is 6: made by four. The thug: Body, Mind and Soul 5,
// Health 50, armor 2. 5 + 6 − 2 = 9 and 10 for the wall: 31 are left.
test("a throw by four squares with a wall after two", async ({ guest, server }) => {
  const all = await onPhones(guest, "tristat", "The back yard", "Anna");
  const [mara, anna] = all;
  await anna.add("Ilse body 6 mind 6 soul 6 brawl 2 extra_attacks 1");
  await mara.add("Thug body 5 mind 5 soul 5 armor 2");
  await rollInitiative(all, server, [6], [1]);
  await goOn(all, "1 act Ilse");
  await anna.attack({ at: ["Thug"], what: "grapple" });
  await server.dice([4, 4]);
  await anna.throwDice();
  await mara.answer("none");
  for (const person of all) await expect(person.row("Thug").locator(".condition")).toContainText("grappled");
  await anna.attack({ at: ["Thug"], what: "throw", set: typed(anna, "situation", "free squares behind the target (−1: nothing in the way)", 2) });
  await asked(all, ["Combat Value +6 TRI-ATK-01", "Skill +2 TRI-ATK-01", "Throw +2 TRI-THROW-01"], 10);
  await server.dice([2, 4]);
  await anna.throwDice();
  await mara.answer("none");
  const more = anna.question.getByRole("button", { name: "more Number" });
  for (let squares = 0; squares < 4; squares += 1) await anna.press(more);
  await anna.press(anna.question.getByRole("button", { name: "Confirm" }));
  await health(all, "Thug", "31/50");
  for (const person of all) {
    await expect(person.row("Thug").locator(".condition")).toContainText("prone");
    await expect(person.page.locator(".hold")).toHaveCount(0);
  }
});

// Getting free: both check Body + Brawl, the one who is held with two less (TRI-ESC-01), and the better margin wins, also
// when both fail. On equal margins the one held is free, and that was the attack (TRI-ESC-03). The penalty is halved for
// one whose Body is at least 4 more than the holder's (TRI-GRAP-04, TRI-GRAP-05).
//
// The bear has Body 8, Ilse 5, the boy 4. Ilse holds the bear: much stronger would take Body 9, so the bear loses two: 8 + 2
// − 2 = 8 against her 5 + 2 = 7. 5 + 5 misses by two, her 4 + 5 as well: free, without another attack. The boy holds the
// bear: 8 is four more than 4, so it loses one: 9 against 4. 3 + 4 is made by two, 1 + 2 by one: free, and it may act.
test("free on a tie, and free of one much weaker", { tag: "@share" }, async ({ guest, server }) => {
  const all = await onPhones(guest, "tristat", "The circus", "Anna", "Ben");
  const [mara, anna, ben] = all;
  await anna.add("Ilse body 5 mind 5 soul 5 brawl 2");
  await ben.add("Boy body 4 mind 5 soul 6");
  await mara.add("Bear body 8 mind 3 soul 4 brawl 2");
  // Combat Value 5 each, and a die.
  await rollInitiative(all, server, [6, 4], [2]);
  const held = async (person, dice) => {
    await person.attack({ at: ["Bear"], what: "grapple" });
    await server.dice(dice);
    await person.throwDice();
    await mara.answer("none");
    for (const each of all) await expect(each.page.locator(".hold")).toHaveCount(1);
  };
  await goOn(all, "1 act Ilse");
  await held(anna, [3, 4]);
  await goOn(all, "1 act Boy");
  await goOn(all, "1 act Bear");
  await mara.attack({ at: ["Ilse"], what: "escape" });
  await asked([mara], ["Body +8 TRI-ESC-01", "Brawl +2 TRI-ESC-01", "Grappled −2 TRI-GRAP-03"], 8);
  await server.dice([5, 5]);
  await mara.throwDice();
  await server.dice([4, 5]);
  await anna.throwDice();
  for (const person of all) await expect(person.page.locator(".hold")).toHaveCount(0);
  // That was its attack.
  await mara.begin();
  await expect(mara.draft.locator('.not-now li[data-key="attack"]')).toContainText("TRI-ATK-03");
  await mara.press(mara.draft.getByRole("button", { name: "Do something else" }));

  await goOn(all, "2 initiative");
  await server.dice([6, 4, 2]);
  await mara.press(mara.page.locator("#roll-everyone"));
  await goOn(all, "2 act Ilse");
  await goOn(all, "2 act Boy");
  await held(ben, [1, 2]);
  await goOn(all, "2 act Bear");
  await mara.attack({ at: ["Boy"], what: "escape" });
  await asked([mara], ["Body +8 TRI-ESC-01", "Brawl +2 TRI-ESC-01", "Grappled −1 TRI-GRAP-05"], 9);
  await server.dice([3, 4]);
  await mara.throwDice();
  await server.dice([1, 2]);
  await ben.throwDice();
  for (const person of all) await expect(person.page.locator(".hold")).toHaveCount(0);
  await says(all, "Bear: Free, and can act once more right away");
});

// A trick shot takes a penalty the attacker chooses, and the defense has the same one (TRI-TRICK-01, TRI-TRICK-02).
//
// Ilse's Combat Value 5 + Ranged 4 − 3 = 6: 2 + 3 hits. The guard's Defense Value 3 + 2 (the skill) − 3 = 2: 1 + 2 fails. A
// light pistol does 8 + 5 − 3 = 10 of Health 50.
test("a trick shot", async ({ guest, server }) => {
  const all = await onPhones(guest, "tristat", "The gallery", "Anna");
  const [mara, anna] = all;
  await anna.add("Ilse body 5 mind 5 soul 5 ranged 4 with light pistol");
  await mara.add("Guard body 5 mind 5 soul 5 ranged_defense 2 armor 3");
  await rollInitiative(all, server, [6], [1]);
  await goOn(all, "1 act Ilse");
  await anna.attack({ at: ["Guard"], what: "attack", set: typed(anna, "more", "trick shot, harder by", 3) });
  await asked(all, ["Combat Value +5 TRI-ATK-01", "Skill +4 TRI-ATK-01", "Trick shot −3 TRI-TRICK-01"], 6);
  await server.dice([2, 3]);
  await anna.throwDice();
  await server.dice([1, 2]);
  await mara.answer("defend");
  await says([mara], "Guard: Defense", "Trick shot −3 TRI-TRICK-02");
  await health(all, "Guard", "40/50");
});
