// A fight by the rules of Ascension, from the first die to the last: on a laptop and two phones, with dice that fall as
// they are written here. What must stand on every screen was worked out by hand; the ids are those of
// docs/rules/ascension.md. Where nothing else is said the difficulty is 6 (ASC-DICE-01).
import { goOn, plan, pressed, read, rollInitiative, rule, see, sitDown } from "./fight.mjs";
import { PHONE, SIZES, expect, test } from "./table.mjs";
import { Witness } from "./witness.mjs";

/** Answers a question for a number, which begins at 1. */
async function take(person, number) {
  const more = person.question.getByRole("button", { name: "more Number" });
  for (let now = 1; now < number; now += 1) await person.press(more);
  await person.press(person.question.getByRole("button", { name: "Confirm" }));
}

test("a fight to its end", async ({ guest, server }) => {
  const all = await sitDown(guest, "ascension");
  const [mara, anna, ben] = all;
  await anna.add("Lin mage str 3 dex 4 stamina 3 wits 3 do 3 athletics 2 arete 2 willpower 5");
  await ben.add("Okoro mage str 3 dex 3 stamina 3 wits 3 melee 3 arete 3 willpower 6 with knife");
  await mara.add("Agent str 3 dex 3 stamina 3 wits 3 firearms 2 with light pistol");
  await mara.add("Brute str 4 dex 2 stamina 3 wits 2 brawl 3");
  // Dexterity + Wits + a die (ASC-INIT-01): Lin 7 + 8, Okoro 6 + 3, the Agent 6 + 6, the Brute 4 + 2; kept for the whole
  // fight (ASC-INIT-02).
  await rollInitiative(all, server, [8, 3], [6, 2]);
  for (const person of all) await person.seesOrder(["Lin", "Agent", "Okoro", "Brute"]);
  const dana = await Witness.joins(guest, mara);
  await goOn(all, "1 act Lin");

  // One: Lin strikes and keeps a dodge (ASC-DEF-05). Dexterity 4 + Do 3 (ASC-ATK-01) = 7 dice, of which she takes 4
  // (ASC-SPLIT-01): 6 7 8 are three. The Agent does not defend. Strength 3 + 2 (ASC-DMG-02) = 5 dice: 6 7 8 are 3,
  // Stamina 3 soaks (ASC-SOAK-02): 6 is 1. 2 bashing.
  await plan(anna, { actions: 2, defenses: [2] });
  await anna.attack({ at: ["Agent"], what: "do_strike" });
  await server.dice([6, 7, 8, 2]);
  await take(anna, 4);
  await server.dice([6, 7, 8, 2, 3, 6, 2, 3]);
  await mara.answer("none");
  await see(all, { Agent: "//....." });

  // Two: the Agent shoots from two yards. Dexterity 3 + Firearms 2 (ASC-ATK-01) − 1 hurt = 4 dice: 6 7 are two. Lin dodges
  // against 10 (ASC-DODGE-02): of Dexterity 4 + Athletics 2 (ASC-DODGE-01), the smaller pool, her 4 are gone and 2 are
  // left (ASC-SPLIT-01). She begins, that is taken back, and she dodges after all: 10 3 is one, 1 is left (ASC-DEF-01).
  // Pistol 4 dice: 6 7 8 are 3; without armor nobody soaks lethal damage (ASC-SOAK-03). 3 lethal.
  await goOn(all, "1 act Agent");
  const near = async (draft) => {
    await mara.press(draft.locator("details.draft-options summary"));
    await mara.press(draft.getByRole("button", { name: /^point-blank/ }));
  };
  await mara.attack({ at: ["Lin"], what: "shoot", set: near });
  await server.dice([6, 7, 2, 3]);
  await mara.throwDice();
  await anna.answer("dodge");
  await expect(anna.question).toContainText("Dice of the divided pool");
  await mara.press(mara.exchange.getByRole("button", { name: "Undo last step" }));
  await anna.answer("dodge");
  await server.dice([10, 3, 6, 7, 8, 2]);
  await take(anna, 2);
  await see(all, { Lin: "XXX...." });

  // Three: Okoro keeps his action. The Brute strikes: Dexterity 2 + Brawl 3 (ASC-ATK-01), and the storyteller says that
  // the dark takes one: 4 dice: 6 is one. Okoro parries with the knife against 6 (ASC-PARRY-01, ASC-BLOCK-02): Dexterity
  // 3 + Melee 3 = 6 dice: 6 7 8 9 are four. Nothing is left of the blow.
  await goOn(all, "1 act Okoro");
  await goOn(all, "1 act Brute");
  await mara.attack({ at: ["Okoro"], what: "strike" });
  await rule(mara, "Dark", "−1");
  await expect(mara.question).toContainText("Dark");
  await server.dice([6, 2, 3, 4]);
  await mara.throwDice();
  await server.dice([6, 7, 8, 9, 2, 3]);
  await ben.answer("parry");
  // Four: the hand runs into the knife (ASC-REB-01). Dexterity 3 + Melee 3 (ASC-REB-02) = 6 dice: 6 is one, a point of
  // Willpower another (ASC-DICE-07), the 3 by which the parry was better come to them (ASC-REB-03): 5. Strength 3 + knife 1
  // + 4 (ASC-DMG-02) = 8 dice: 6 7 8 9 are 4. 4 lethal.
  await server.dice([6, 2, 3, 4, 5, 5, 6, 7, 8, 9, 2, 3, 4, 5]);
  await ben.throwDice({ buy: "willpower" });
  await see(all, { Brute: "XXXX...", Okoro: "......." });

  // Five: Lin strikes with all her dice: 7 − 1 injured = 6 dice with a specialty: 6 7 8 9 and a 10, which is two
  // (ASC-DICE-05), are six. The Agent dodges a blow against 5 (ASC-DODGE-02) with Dexterity 3 − 1 hurt = 2 dice: 5 is one,
  // 5 are left. Strength 3 + 4 = 7 dice: 6 7 8 9 6 7 are 6, Stamina 3 soaks: 6 is 1. 5 bashing: all boxes are full.
  await goOn(all, "2 act Lin");
  await server.dice([6, 7, 8, 9, 10, 2]);
  await anna.attack({ at: ["Agent"], what: "do_strike" });
  await anna.throwDice({ buy: "specialty" });
  await server.dice([5, 2, 6, 7, 8, 9, 6, 7, 2, 6, 2, 3]);
  await mara.answer("dodge");
  await see(all, { Agent: "///////" });

  // Six: the Agent is passed over. Dexterity 3 + Melee 3 = 6 dice: 6 7 8 are three. The Brute has nothing against a
  // blade: no armor for a block (ASC-BLOCK-05), nothing to parry with, and of Dexterity 2 − 2 wounded no die for a dodge
  // (ASC-DICE-06): nobody asks. Strength 3 + knife 1 + 2 = 6 dice: 6 7 8 are 3. 3 lethal: all boxes are full.
  await goOn(all, "2 act Okoro");
  await server.dice([6, 7, 8, 2, 3, 4, 6, 7, 8, 2, 3, 4]);
  await ben.attack({ at: ["Brute"], what: "weapon" });
  await ben.throwDice();
  await see(all, { Brute: "XXXXXXX" });
  // The Brute is passed over.
  await goOn(all, "3 act Lin");

  // The same on every screen, and on the cards of one who had nothing else.
  await dana.agrees(all);
  await see(all, { Lin: "XXX....", Okoro: ".......", Agent: "///////", Brute: "XXXXXXX" });
  for (const person of all) {
    for (const name of ["Agent", "Brute"]) {
      await expect(person.row(name)).toHaveAttribute("data-out", "true");
      await expect(person.row(name).locator(".condition")).toContainText("incapacitated");
    }
    await expect(person.entry("Okoro acts").first()).toContainText("Agent is down and skipped");
    await expect(person.entry("Lin acts").first()).toContainText("Brute is down and skipped");
  }
  await read(all, "Lin acts", [
    "Lin acts",
    "Lin: 2 actions · action 2 is a defense",
    "Lin: Strike with Do",
    "Lin: 4",
    "Lin: Attack: Do strike · 3 successes",
    "Agent: Take the hit",
    "Lin: Damage · 3 successes",
    "Agent: Soak · 1 success",
    "Lin is dividing a pool",
    "Lin is held to the smallest pool",
    "Agent takes 2 bashing · Agent: hurt",
    "Agent acts",
    "Agent: Shoot",
    "Agent: Attack: Light pistol · 2 successes",
    "Lin: Dodge",
    "Shoot: last step undone",
    "Lin: Dodge",
    "Lin: 2",
    "Lin: Dodge · 1 success",
    "Agent: Damage · 3 successes",
    "Lin is dividing a pool",
    "Lin takes 3 lethal · Lin: injured",
    "Okoro acts",
    "Brute acts",
    "Brute: Strike",
    "only Mara: Ruling on Strike: Brute: Dark −1",
    "Brute: Attack: Fist · 1 success",
    "Okoro: Parry",
    "Okoro: Parry · 4 successes",
    "Okoro parries it, 4 to 1",
    "Okoro: Rebound",
    "Okoro: Rebound · 2 successes",
    "Okoro spends 1 Willpower",
    "Okoro: Damage · 4 successes",
    "Brute takes 4 lethal · Brute: wounded",
    "Lin acts",
    "Lin is no longer dividing a pool",
    "Lin is no longer held to the smallest pool",
    "Lin: Strike with Do",
    "Lin: Attack: Do strike · 6 successes",
    "Agent: Dodge",
    "Agent: Dodge · 1 success",
    "Lin: Damage · 6 successes",
    "Agent: Soak · 1 success",
    "Agent takes 5 bashing · Agent: incapacitated",
    "Okoro acts",
    "Okoro: Attack with a weapon",
    "Okoro: Attack: Knife · 3 successes",
    "Okoro: Damage · 3 successes",
    "Brute takes 3 lethal · Brute: incapacitated",
    "Lin acts",
  ]);
});

test("the plain case takes four taps over both devices", async ({ guest, server }) => {
  const [mara, anna] = [await guest(), await guest(SIZES.phone, PHONE)];
  await mara.makeTable("The container yard", "Mara", "ascension");
  await anna.join((await mara.invitation()).player, "Anna");
  await anna.add("Ilse mage str 2 dex 3 stamina 3 wits 3 brawl 3 arete 1");
  await mara.add("2x Agent dex 2 stamina 2 wits 2 athletics 1");
  await rollInitiative([mara, anna], server, [9], [3, 2]);
  await goOn([mara, anna], "1 act Ilse");

  // Dexterity 3 + Brawl 3 (ASC-ATK-01) = 6 dice: 6 7 8 are three. The agent dodges a blow against 5 (ASC-DODGE-02) with
  // Dexterity 2 + Athletics 1 (ASC-DODGE-01): 5 2 3 is one, 2 are left (ASC-DEF-01). Strength 2 + 1 (ASC-DMG-02): 6 7 2
  // are two, Stamina 2 soaks (ASC-SOAK-02): 6 2 is one. 1 bashing.
  await server.dice([6, 7, 8, 2, 3, 4, 5, 2, 3, 6, 7, 2, 6, 2]);
  const before = await pressed([mara, anna]);
  await anna.attack({ at: ["Agent B"], throws: true });
  await mara.answer("dodge");
  await see([mara, anna], { "Agent B": "/......" });
  expect((await pressed([mara, anna])) - before).toBe(4);
});
