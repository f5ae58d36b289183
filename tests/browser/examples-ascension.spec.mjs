// The examples that the text behind the rules of ascension gives in passing, played through the screen: a storyteller and
// players on phones, with dice that fall as they are written here. Above each stands what the text says, and what has to
// come of it was worked out from that by hand; the ids are those of docs/rules/ascension.md. Where nothing else is said the
// difficulty is 6 (ASC-DICE-01).
import { asked, onPhones, says } from "./examples.mjs";
import { goOn, plan, rollInitiative, see } from "./fight.mjs";
import { expect, test } from "./table.mjs";

/** Answers a question for a number, which begins at 1. */
async function take(person, number) {
  const more = person.question.getByRole("button", { name: "more Number" });
  for (let now = 1; now < number; now += 1) await person.press(more);
  await person.press(person.question.getByRole("button", { name: "Confirm" }));
}

// A sword is parried and the blade slides up the other one: a defense as part of an attack. The dice of the pool are
// divided between the two (ASC-DEF-05, ASC-SPLIT-01). Lin: Dexterity 3 + Melee 3 are six dice; four for the parry, two for
// the cut after it.
//
// The Knight's Dexterity 3 + Melee 3 show 6 7, two. Lin parries a weapon against 7 (ASC-PARRY-01, ASC-BLOCK-02): 7 8 of four
// dice are two, and nothing is left of the blow (ASC-DEF-01). At her place two dice are left: 6 2 is one, and the knight has
// no action for a defense. Strength 2 + sword 2 are four dice: 6 7 2 3 are two lethal levels, and nobody soaks them without
// armor (ASC-SOAK-03).
test("a sword parried, and the blade slid up the other one", async ({ guest, server }) => {
  const all = await onPhones(guest, "ascension", "The bridge", "Anna");
  const [mara, anna] = all;
  await anna.add("Lin mage str 2 dex 3 stamina 2 wits 3 melee 3 with sword");
  await mara.add("Knight str 3 dex 3 stamina 3 wits 3 melee 3 with sword");
  await rollInitiative(all, server, [1], [9]);
  await goOn(all, "1 act Knight");
  await plan(anna, { actions: 2, defenses: [1] });
  await mara.attack({ at: ["Lin"], what: "weapon" });
  await server.dice([6, 7, 2, 3, 4, 5]);
  await mara.throwDice();
  await anna.answer("parry");
  await server.dice([7, 8, 2, 3]);
  await take(anna, 4);
  await says(all, "Lin: Parry", "2 successes");
  await see(all, { Lin: "......." });
  await goOn(all, "1 act Lin");
  await anna.attack({ at: ["Knight"], what: "weapon" });
  // There are no more than the two that are left.
  await expect(anna.question.getByRole("spinbutton", { name: "Number" })).toHaveAttribute("max", "2");
  await server.dice([6, 2, 6, 7, 2, 3]);
  await take(anna, 2);
  await says(all, "Lin: Attack: Sword", "Dexterity +3, Melee +3 ASC-ATK-01, Divided pool −4 ASC-SPLIT-01 = 2", "1 success");
  await see(all, { Knight: "XX....." });
});

// Someone dodges around a corner and then shoots from behind cover: the same with a dodge and a gun. The two pools are
// Dexterity 3 + Athletics 2 and Dexterity 3 + Firearms 3, and both are divided as the smaller one, five dice
// (ASC-SPLIT-01): three for the dodge, two for the shot.
//
// The agent's shot: Dexterity 3 + Firearms 2, 6 7 are two. The dodge of a shot from nearby is against 9 (ASC-DODGE-02): 9 9
// of three are two, nothing is left. Okoro's shot: 6 2 is one. A light pistol does 4 dice: 6 7 8 2 are three levels.
test("a dodge around the corner, and a shot from there", async ({ guest, server }) => {
  const all = await onPhones(guest, "ascension", "The corner", "Anna");
  const [mara, anna] = all;
  await anna.add("Okoro mage str 2 dex 3 stamina 2 wits 3 athletics 2 firearms 3 with light pistol");
  await mara.add("Agent str 2 dex 3 stamina 2 wits 3 firearms 2 with light pistol");
  await rollInitiative(all, server, [1], [9]);
  await goOn(all, "1 act Agent");
  await plan(anna, { actions: 2, defenses: [1] });
  await mara.attack({ at: ["Okoro"], what: "shoot" });
  await server.dice([6, 7, 2, 3, 4]);
  await mara.throwDice();
  await anna.answer("dodge");
  await server.dice([9, 9, 2]);
  await take(anna, 3);
  await says(all, "Okoro: Dodge", "2 successes");
  await see(all, { Okoro: "......." });
  await goOn(all, "1 act Okoro");
  await anna.attack({ at: ["Agent"], what: "shoot" });
  await server.dice([6, 2, 6, 7, 8, 2]);
  await take(anna, 2);
  await says(all, "Okoro: Attack: Light pistol", "Divided pool −4 ASC-SPLIT-01 = 2", "1 success");
  await see(all, { Agent: "XXX....", Okoro: "......." });
});

// A punch that is blocked by a knife: if the parry has more successes than the punch, the one who parried rolls a rebound
// with the whole pool (ASC-REB-01, ASC-REB-02), and two successes more than were needed add two to it (ASC-REB-03).
//
// The thug: Dexterity 3 + Brawl 2 (ASC-ATK-01), one success. Ilse: Dexterity 3 + Melee 2 against 6 (ASC-BLOCK-02), three:
// two more. The rebound: five dice, two successes, and two are four. Strength 2 + knife 1 and three dice for the successes
// after the first (ASC-DMG-02) are six: 6 7 8 2 3 4 are three lethal levels.
test("a punch blocked by a knife, and the rebound", { tag: "@share" }, async ({ guest, server }) => {
  const all = await onPhones(guest, "ascension", "The chainsaw", "Anna");
  const [mara, anna] = all;
  await anna.add("Ilse mage str 2 dex 3 stamina 2 wits 3 melee 2 with knife");
  await mara.add("Thug str 3 dex 3 stamina 2 wits 3 brawl 2");
  await rollInitiative(all, server, [1], [9]);
  await goOn(all, "1 act Thug");
  await mara.attack({ at: ["Ilse"], what: "strike" });
  await server.dice([6, 2, 3, 4, 5]);
  await mara.throwDice();
  await server.dice([6, 7, 8, 2, 3]);
  await anna.answer("parry");
  await says(all, "Ilse: Parry", "3 successes");
  await asked(all, ["Dexterity +3 ASC-ATK-01", "Melee +2 ASC-ATK-01"], 5);
  await server.dice([6, 9, 2, 3, 4, 6, 7, 8, 2, 3, 4]);
  await anna.throwDice();
  await says(all, "Ilse: Rebound", "2 successes");
  await says(all, "Ilse: Damage", "= 6", "3 successes");
  await see(all, { Thug: "XXX....", Ilse: "......." });
});

// Three successes on the attack add two dice to the damage (ASC-DMG-02). Five of which a dodge takes three leave two, and
// one die more (ASC-DMG-03). Strength 3: five dice, then four. Ilse soaks with Stamina 2 (ASC-SOAK-02), none of it.
test("three successes are two dice more, and five less three are one", async ({ guest, server }) => {
  const all = await onPhones(guest, "ascension", "The gym", "Anna");
  const [mara, anna] = all;
  await anna.add("Ilse mage str 2 dex 3 stamina 2 wits 3 athletics 1");
  await mara.add("Boxer str 3 dex 3 stamina 2 wits 3 brawl 3");
  await rollInitiative(all, server, [1], [9]);
  await goOn(all, "1 act Boxer");
  await mara.attack({ at: ["Ilse"], what: "strike" });
  await server.dice([6, 7, 8, 2, 3, 4]);
  await mara.throwDice();
  await server.dice([6, 2, 3, 4, 5, 2, 3]);
  await anna.answer("none");
  await says([mara], "Boxer: Damage", "Strength +3", "+2 ASC-DMG-02", "= 5");
  await see(all, { Ilse: "/......" });
  await goOn(all, "1 act Ilse");
  await goOn(all, "2 act Boxer");
  // A dodge of a blow is against 5 (ASC-DODGE-02): 5 6 7 of Dexterity 3 + Athletics 1 are three.
  await mara.attack({ at: ["Ilse"], what: "strike" });
  await server.dice([6, 7, 8, 9, 10, 2]);
  await mara.throwDice();
  await server.dice([5, 6, 7, 2, 6, 2, 3, 4, 2, 3]);
  await anna.answer("dodge");
  await says(all, "Ilse: Dodge", "3 successes");
  await says([mara], "Boxer: Damage", "Strength +3", "+1 ASC-DMG-02", "= 4");
  await see(all, { Ilse: "//....." });
});

// A desperate defense is getting away and nothing else that turn (ASC-DEF-05): the whole pool, Dexterity 3 + Athletics 2,
// against the first attack, and a die less against each one after it (ASC-DESP-01, ASC-DESP-02): five dice, four, three.
test("a desperate defense against three", async ({ guest, server }) => {
  const all = await onPhones(guest, "ascension", "The mob", "Anna");
  const [mara, anna] = all;
  await anna.add("Ilse mage str 2 dex 3 stamina 2 wits 2 athletics 2 brawl 1");
  await mara.add("3x Thug str 2 dex 3 stamina 2 wits 2 brawl 1");
  await rollInitiative(all, server, [1], [9, 8, 7]);
  await goOn(all, "1 act Thug A");
  await anna.tab("Me");
  await anna.press(anna.page.locator("#plan-open"));
  await anna.press(anna.page.locator("#plan").getByRole("button", { name: /desperate/i }));
  await anna.press(anna.page.locator("#plan-declare"));
  await expect(anna.page.locator(".plan-said")).toHaveAttribute("data-there", "true");
  await anna.tab("Order");
  for (const [thug, dice] of [["A", 5], ["B", 4], ["C", 3]]) {
    if (thug !== "A") await goOn(all, `1 act Thug ${thug}`);
    await mara.attack({ at: ["Ilse"], what: "strike" });
    await server.dice([6, 2, 3, 4]);
    await mara.throwDice();
    await server.dice([5, ...Array(dice - 1).fill(2)]);
    await anna.answer("desperate");
    await says(all, "Ilse: Desperate defense", "Dexterity +3, Athletics +2", `= ${dice}`, "1 success");
  }
  await see(all, { Ilse: "......." });
  // Nothing else is left to her in this turn.
  await goOn(all, "1 act Ilse");
  await expect(anna.page.locator(".next-action button")).toHaveText("End my turn");
});
