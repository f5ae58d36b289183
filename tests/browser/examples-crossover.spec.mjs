// The worked example of the text that the rules of crossover come from, and procedures that it describes, played through
// the screen: a storyteller and players on phones, with dice that fall as they are written here. Above each stands what
// the text says, and what has to come of it was worked out from that by hand; the ids are those of
// docs/rules/crossover.md. All difficulties are 6 (XOV-DICE-01) where nothing else is said.
import { asked, onPhones, says } from "./examples.mjs";
import { goOn, plan, rollInitiative, see } from "./fight.mjs";
import { expect, test } from "./table.mjs";

/** A new turn: everybody rolls anew, from the top of the order down. */
async function anew(all, server, turn, dice) {
  await goOn(all, `${turn} initiative`);
  await server.dice(dice);
  await all[0].press(all[0].page.locator("#roll-everyone"));
  for (const person of all) await expect(person.page.locator(".row .score")).toHaveCount(dice.length);
}

// A vampire with Celerity 3 spends a point of blood, and has three actions more in the next turn (XOV-POW-01). Then he
// declares two actions beside them. The first of two loses two dice, the second three (XOV-MULT-01), and the last three,
// which are the power's, none (XOV-MULT-03); they come last (XOV-MULT-04). Five actions are no more than his Dexterity 5
// and Wits 5, so nothing is harder (XOV-MULT-05). Dexterity 5 + Brawl 3 (XOV-CLOSE-11) are eight dice: six, five, and three
// times eight.
test("Celerity 3 and two declared actions: two dice less, three less, and three whole pools", async ({ guest, server }) => {
  const all = await onPhones(guest, "crossover", "The red room", "Anna");
  const [mara, anna] = all;
  await anna.add("Lucian vampire str 2 dex 5 stamina 3 wits 5 brawl 3 celerity 3 blood 6 willpower 5");
  await mara.add("Hound str 2 dex 2 stamina 3 wits 2");
  await rollInitiative(all, server, [9], [1]);
  for (const step of ["1 declare Hound", "1 declare Lucian", "1 act Lucian"]) await goOn(all, step);
  await anna.attack({ what: "celerity" });
  await anna.tab("Me");
  await expect(anna.page.locator(".own .pool[data-pool=blood] strong")).toHaveText("5");
  await anna.tab("Order");
  await goOn(all, "1 act Hound");

  await anew(all, server, 2, [9, 1]);
  await goOn(all, "2 declare Hound");
  await goOn(all, "2 declare Lucian");
  await plan(anna, { actions: 2, extra: 3, of: "extra actions from powers" });
  await goOn(all, "2 act Lucian");
  const [dexterity, brawl] = ["Dexterity +5 XOV-CLOSE-11", "Brawl +3 XOV-CLOSE-11"];
  const strike = async (terms, sum) => {
    await anna.attack({ at: ["Hound"], what: "strike" });
    await asked(all, [dexterity, brawl, ...terms], sum);
    await server.dice(Array(sum).fill(2));
    await anna.throwDice();
    await says(all, "Lucian: Strike", `= ${sum}`, "failure");
  };
  await strike(["Several actions −2 XOV-MULT-01"], 6);
  await goOn(all, "2 act Hound");
  await goOn(all, "2 extra Lucian");
  await strike(["Several actions −3 XOV-MULT-01"], 5);
  for (let power = 0; power < 3; power += 1) await strike([], 8);
  await goOn(all, "3 initiative");
});

// A declared action is changed with a success on Willpower or for a point of it (XOV-MAN-01), and a point for that need not
// be declared before (XOV-DECL-03). What is done instead is one harder, unless it is a defense (XOV-MAN-02).
//
// Anna's point, and a strike against 7 instead of what she had declared: 6 is no success any more, 7 8 are two. The guard
// drops what he declared and dodges, with a roll of his Willpower 3: 6 2 3 is one. The dodge is no harder: Dexterity 2 +
// Dodge 1 (XOV-DEF-03), against 6, 6 2 3 is one, and one of two is left (XOV-DEF-01). Strength 2 (XOV-DMG-01), and nothing
// more for the one success (XOV-DMG-02): 6 2 is one level; Stamina 2 (XOV-SOAK-02): 2 3 soaks none.
test("changed for a point at one harder, and given up for a dodge with a roll", { tag: "@share" }, async ({ guest, server }) => {
  const all = await onPhones(guest, "crossover", "The vault", "Anna");
  const [mara, anna] = all;
  await anna.add("Ilse str 2 dex 3 stamina 2 wits 3 brawl 2 willpower 4");
  await mara.add("Guard str 2 dex 2 stamina 2 wits 2 dodge 1 willpower 3");
  await rollInitiative(all, server, [9], [1]);
  await goOn(all, "1 declare Guard");
  await plan(mara, {});
  await goOn(all, "1 declare Ilse");
  await plan(anna, {});
  await goOn(all, "1 act Ilse");
  await anna.attack({
    at: ["Guard"],
    what: "strike",
    set: async (draft) => {
      await anna.press(draft.locator("details.draft-options summary"));
      await anna.press(draft.getByLabel("in place of another action"));
    },
  });
  await server.dice([6, 7, 8, 2, 3]);
  await anna.answer("spend");
  await says(all, "Ilse: Strike", "2 successes", "7");
  await mara.answer("dodge");
  await server.dice([6, 2, 3, 6, 2, 3, 6, 2, 2, 3]);
  await mara.answer("roll");
  await see(all, { Guard: "/......" });
  await anna.tab("Me");
  await expect(anna.page.locator(".own .pool[data-pool=willpower] strong")).toHaveText("3");
});

// A bare hand that is parried with a blade by more successes than it had is cut: the weapon's usual damage and a die for
// each success more (XOV-DEF-05). The thug's Dexterity 3 + Brawl 2 less one for the longer weapon (XOV-CLOSE-14) shows one;
// Anna declared a parry: Dexterity 3 + Melee 3 (XOV-DEF-04) shows three. Two more than his one: Strength 2 + knife 1 + 2
// are five dice: 6 7 2 3 4 are two lethal levels, which a mortal does not soak (XOV-SOAK-03).
test("a punch that is parried with a knife", async ({ guest, server }) => {
  const all = await onPhones(guest, "crossover", "The alley", "Anna");
  const [mara, anna] = all;
  await anna.add("Ilse str 2 dex 3 stamina 2 wits 2 melee 3 with knife");
  await mara.add("Thug str 3 dex 3 stamina 3 wits 3 brawl 2");
  await rollInitiative(all, server, [1], [9]);
  await goOn(all, "1 declare Ilse");
  await plan(anna, { defenses: [1] });
  await goOn(all, "1 declare Thug");
  await goOn(all, "1 act Thug");
  await mara.attack({ at: ["Ilse"], what: "strike" });
  await server.dice([6, 2, 3, 4]);
  await mara.throwDice();
  await server.dice([6, 7, 8, 2, 3, 4]);
  await anna.answer("parry");
  await says(all, "Ilse: Parry", "Dexterity +3, Melee +3 XOV-DEF-04", "3 successes");
  await asked(all, ["Strength +2 XOV-DMG-03", "Weapon +1 XOV-DMG-03", "Extra successes +2 XOV-DMG-02"], 5);
  await server.dice([6, 7, 2, 3, 4]);
  await anna.throwDice();
  await says(all, "Ilse: Cut by a parry");
  await says(all, "Ilse: Damage", "= 5", "2 successes");
  await see(all, { Thug: "XX.....", Ilse: "......." });
});
