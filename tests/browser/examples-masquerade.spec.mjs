// The worked examples of the text that the rules of masquerade come from, played through the screen: a storyteller and
// players on phones, with dice that fall as they are written here. Above each stands what the text says, and what has to
// come of it was worked out from that by hand; the ids are those of docs/rules/masquerade.md.
import { asked, onPhones, rollForOwn, says } from "./examples.mjs";
import { goOn, plan, rollInitiative, see } from "./fight.mjs";
import { expect, test } from "./table.mjs";

/** Types a line where people talk and command. */
async function say(person, line) {
  await person.tab("Log");
  const field = person.page.locator("#say-line");
  await field.fill(line);
  await field.press("Enter");
  await expect(field).toHaveValue("");
  await person.tab("Order");
}

// Milo types the command of his table, Dexterity first and Wits second: 3 and 2. The die shows 9, the sum is 14
// (MSQ-INIT-01, MSQ-INIT-03). With the same sum the higher die goes first (MSQ-TURN-02): Corinna's 4 + 3 and a 7 are 14 as
// well, so she stands behind him, and who stands last declares first (MSQ-DECL-01).
test("Milo's fourteen", async ({ guest, server }) => {
  const all = await onPhones(guest, "masquerade", "Elysium", "Anna", "Ben");
  const [mara, anna, ben] = all;
  await anna.add("Milo vampire dex 3 wits 2");
  await ben.add("Corinna vampire dex 4 wits 3");
  await server.dice([7]);
  await say(ben, "!inits 4 3");
  await server.dice([9]);
  await say(anna, "!inits 3 2");
  for (const person of all) {
    await person.seesOrder(["Milo", "Corinna"]);
    await expect(person.row("Milo").locator(".score")).toContainText("14");
    await expect(person.row("Corinna").locator(".score")).toContainText("14");
  }
  for (const person of all) await expect(person.entry("Initiative = 14").filter({ hasText: "Milo" })).toContainText("9");
  await goOn(all, "1 declare Corinna");
  await goOn(all, "1 declare Milo");
  await goOn(all, "1 act Milo");
});

// Dexterity 3 and Brawl 3, and two actions: the first loses as many dice as there are actions, two, the second one more
// (MSQ-MULT-01). So the punch has four dice and the strike after it three. The further action comes at the end of the turn
// (MSQ-TURN-05). Celerity needs no splitting and loses no dice (MSQ-MULT-02): Piet, who declared one action and one of
// Celerity, has six dice for both.
test("two actions with six dice: four and three", async ({ guest, server }) => {
  const all = await onPhones(guest, "masquerade", "Behind the Succubus Club", "Anna", "Ben");
  const [mara, anna, ben] = all;
  await anna.add("Milo str 3 dex 3 stamina 3 wits 2 brawl 3");
  await ben.add("Piet vampire str 2 dex 3 stamina 2 wits 2 brawl 3 celerity 1 blood 5");
  await mara.add("Thug str 2 dex 2 stamina 2 wits 2");
  // 3 + 2 + 9, 3 + 2 + 5, 2 + 2 + 1.
  await rollInitiative(all, server, [9, 5], [1]);
  await goOn(all, "1 declare Thug");
  await goOn(all, "1 declare Piet");
  await plan(ben, { extra: 1 });
  await goOn(all, "1 declare Milo");
  await plan(anna, { actions: 2 });
  await goOn(all, "1 act Milo");
  await anna.attack({ at: ["Thug"], what: "strike" });
  await asked([mara, anna], ["Dexterity +3 MSQ-ATK-01", "Brawl +3 MSQ-ATK-01", "Action 1 of 2 −2 MSQ-MULT-01"], 4);
  await server.dice([2, 2, 3, 3]);
  await anna.throwDice();
  await says(all, "Milo: Attack: Fist", "= 4", "MSQ-MULT-01");
  await goOn(all, "1 act Piet");
  await ben.attack({ at: ["Thug"], what: "strike" });
  await asked([mara, ben], ["Dexterity +3 MSQ-ATK-01", "Brawl +3 MSQ-ATK-01"], 6);
  await server.dice([2, 2, 3, 3, 4, 4]);
  await ben.throwDice();
  await goOn(all, "1 act Thug");
  await goOn(all, "1 extra Milo");
  await anna.attack({ at: ["Thug"], what: "strike" });
  await asked([mara, anna], ["Dexterity +3 MSQ-ATK-01", "Brawl +3 MSQ-ATK-01", "Action 2 of 2 −3 MSQ-MULT-01"], 3);
  await server.dice([2, 3, 4]);
  await anna.throwDice();
  await says(all, "Milo: Attack: Fist", "= 3", "MSQ-MULT-01");
  await goOn(all, "1 extra Piet");
  await ben.attack({ at: ["Thug"], what: "strike" });
  await asked([mara, ben], ["Dexterity +3 MSQ-ATK-01", "Brawl +3 MSQ-ATK-01"], 6);
});

// Stamina 3 and Fortitude 2: five dice of soak against what bashes (MSQ-SOAK-03) and what is lethal (MSQ-SOAK-04; this is a
// vampire), two against what is aggravated (MSQ-SOAK-05). Each success takes one level off (MSQ-SOAK-02).
//
// Bashing: Dexterity 3 + Brawl 3 (MSQ-ATK-01), one success; Strength 3, of which 6 7 8 are three levels; five dice of soak
// with one success leave two, and the undead take half of that (MSQ-DMG-05): one. Lethal: a knife adds a die to Strength 3
// (MSQ-DMG-01): 6 7 8 2 are three; one is soaked: two. Aggravated: a torch in the hand adds a die: 6 7 8 2
// are three, less one.
test("Stamina 3 and Fortitude 2: five dice, five, and two", async ({ guest, server }) => {
  const all = await onPhones(guest, "masquerade", "The elder", "Anna", "Ben");
  const [mara, anna, ben] = all;
  await anna.add("Milo str 3 dex 3 stamina 3 wits 3 brawl 3 melee 3 with knife, torch");
  await ben.add("Elder vampire str 2 dex 2 stamina 3 wits 2 fortitude 2");
  await rollForOwn(all, server, [9, 1]);
  const turn = async (number) => {
    if (number > 1) {
      await goOn(all, `${number} initiative`);
      await server.dice([9, 1]);
      await mara.press(mara.page.locator("#roll-everyone"));
      await expect(anna.page.locator(".row .score")).toHaveCount(2);
    }
    for (const step of ["declare Elder", "declare Milo", "act Milo"]) await goOn(all, `${number} ${step}`);
  };
  const soaks = async (terms, dice) => {
    await says(all, "Elder: Soak", ...terms, `= ${dice}`);
  };
  await turn(1);
  await anna.attack({ at: ["Elder"], what: "strike" });
  await server.dice([6, 2, 3, 4, 5, 5]);
  await anna.throwDice();
  await server.dice([6, 7, 8, 6, 2, 3, 4, 5]);
  await ben.answer("none");
  await soaks(["Stamina +3", "Fortitude +2", "MSQ-SOAK-03"], 5);
  await see(all, { Elder: "/......" });
  await goOn(all, "1 act Elder");

  await turn(2);
  await anna.attack({ at: ["Elder"], what: "weapon", item: "Knife" });
  await server.dice([6, 2, 3, 4, 5, 5]);
  await anna.throwDice();
  await server.dice([6, 7, 8, 2, 6, 2, 3, 4, 5]);
  await ben.answer("none");
  await soaks(["Stamina +3", "Fortitude +2", "MSQ-SOAK-04"], 5);
  await see(all, { Elder: "XX/...." });
  await goOn(all, "2 act Elder");

  await turn(3);
  await anna.attack({ at: ["Elder"], what: "weapon", item: "Torch" });
  await server.dice([6, 2, 3, 4, 5, 5]);
  await anna.throwDice();
  await server.dice([6, 7, 8, 2, 6, 2]);
  await ben.answer("none");
  await soaks(["Fortitude +2", "MSQ-SOAK-05"], 2);
  await see(all, { Elder: "**XX/.." });
});

// A declared action can be given up for a block, a dodge or a parry: with a roll of Willpower against 6, or for a point of
// it (MSQ-DEF-01). Where the roll fails the declared action is carried out (MSQ-DEF-02). Milo's Willpower 3 shows no
// success and the blow lands; he strikes after all, at his place. In the next turn he pays the point, and dodges.
test("an action given up for a dodge, by a roll that fails and for a point", { tag: "@share" }, async ({ guest, server }) => {
  const all = await onPhones(guest, "masquerade", "The change of mind", "Anna");
  const [mara, anna] = all;
  await anna.add("Milo str 2 dex 2 stamina 2 wits 2 brawl 2 athletics 2 willpower 3");
  await mara.add("Brute str 3 dex 3 stamina 2 wits 3 brawl 3");
  await rollInitiative(all, server, [1], [9]);
  for (const step of ["1 declare Milo"]) await goOn(all, step);
  await plan(anna, {});
  for (const step of ["1 declare Brute", "1 act Brute"]) await goOn(all, step);
  await mara.attack({ at: ["Milo"], what: "strike" });
  await server.dice([6, 2, 3, 4, 5, 5]);
  await mara.throwDice();
  await anna.answer("dodge");
  // Willpower 3: 2 3 4. No dodge. Strength 3: 6 2 3 is one level; Stamina 2: 2 3 soaks none of it.
  await server.dice([2, 3, 4, 6, 2, 3, 2, 3]);
  await anna.answer("roll");
  await see(all, { Milo: "/......" });
  await says(all, "Milo: Willpower", "Willpower +3", "failure");
  // He carries out what he declared: Dexterity 2 + Brawl 2.
  await goOn(all, "1 act Milo");
  await anna.attack({ at: ["Brute"], what: "strike" });
  await asked(all, ["Dexterity +2 MSQ-ATK-01", "Brawl +2 MSQ-ATK-01"], 4);
  await server.dice([2, 3, 4, 5]);
  await anna.throwDice();

  await goOn(all, "2 initiative");
  await server.dice([9, 1]);
  await mara.press(mara.page.locator("#roll-everyone"));
  await goOn(all, "2 declare Milo");
  await plan(anna, {});
  for (const step of ["2 declare Brute", "2 act Brute"]) await goOn(all, step);
  await mara.attack({ at: ["Milo"], what: "strike" });
  await server.dice([6, 2, 3, 4, 5, 5]);
  await mara.throwDice();
  await anna.answer("dodge");
  // Dexterity 2 + Athletics 2 (MSQ-DEF-04): 6 is one, and nothing is left of the blow.
  await server.dice([6, 2, 3, 4]);
  await anna.answer("spend");
  await says(all, "Milo: Dodge", "Dexterity +2, Athletics +2 MSQ-DEF-04", "1 success");
  await see(all, { Milo: "/......" });
  await anna.tab("Me");
  await expect(anna.page.locator(".own .pool[data-pool=willpower] strong")).toHaveText("2");
});

// Whoever delays may act at any later time of the turn, even to interrupt a slower one's action (MSQ-TURN-03, MSQ-TURN-07).
// If two who delay act at the same time, the one with the higher initiative goes first (MSQ-TURN-04).
test("two who wait, and act at the same moment, before a slower one", async ({ guest, server }) => {
  const all = await onPhones(guest, "masquerade", "Waiting", "Anna", "Ben");
  const [mara, anna, ben] = all;
  await anna.add("Milo str 2 dex 3 stamina 2 wits 3 brawl 2");
  await ben.add("Piet str 2 dex 3 stamina 2 wits 2 brawl 2");
  await mara.add("Thug str 2 dex 2 stamina 2 wits 2");
  // Milo 6 + 8, Piet 5 + 4, the Thug 4 + 1.
  await rollInitiative(all, server, [8, 4], [1]);
  for (const step of ["1 declare Thug", "1 declare Piet", "1 declare Milo", "1 act Milo"]) await goOn(all, step);
  const wait = async (person) => {
    await person.tab("Me");
    const intent = person.page.locator(".intent").filter({ visible: true });
    await person.press(intent.getByRole("button", { name: "Wait…" }));
    await person.press(intent.getByRole("button", { name: "Wait", exact: true }));
  };
  const acts = async (name) => {
    for (const person of all) await expect(person.row(name)).toHaveAttribute("data-acting", "true");
  };
  const now = (person) => person.press(person.page.locator(".act-now").filter({ visible: true }));
  await wait(anna);
  await acts("Piet");
  await wait(ben);
  await acts("Thug");
  // Piet speaks up first, then Milo: and Milo, who was before him, acts before him.
  await now(ben);
  await acts("Piet");
  await now(anna);
  await acts("Milo");
  await goOn(all, "1 act Piet");
  await goOn(all, "1 act Thug");
});
