// A fight by the rules of Masquerade, from the first die to the last: on a laptop and two phones, with dice that fall as
// they are written here. What must stand on every screen was worked out by hand; the ids are those of
// docs/rules/masquerade.md. All difficulties are 6 (MSQ-DICE-01).
import { goOn, plan, pressed, read, rollInitiative, rule, see, sitDown } from "./fight.mjs";
import { PHONE, SIZES, expect, test } from "./table.mjs";
import { Witness } from "./witness.mjs";

test("a fight to its end", async ({ guest, server }) => {
  const all = await sitDown(guest, "masquerade");
  const [mara, anna, ben] = all;
  await anna.add("Milo vampire str 3 dex 4 stamina 2 wits 3 melee 2 celerity 1 blood 8 willpower 5 with sword");
  await ben.add("Corinna str 2 dex 3 stamina 2 wits 3 firearms 3 athletics 2 willpower 5 with heavy revolver");
  await mara.add("Hound vampire str 3 dex 3 stamina 3 wits 2 brawl 3 athletics 1 willpower 4");
  await mara.add("Thug str 3 dex 2 stamina 2 wits 2 melee 1 with club");
  // Dexterity + Wits + a die (MSQ-INIT-01): Milo 7 + 2, Corinna 6 + 6, the Hound 5 + 9, the Thug 4 + 3.
  await rollInitiative(all, server, [2, 6], [9, 3]);
  for (const person of all) await person.seesOrder(["Hound", "Corinna", "Milo", "Thug"]);
  const dana = await Witness.joins(guest, mara);

  // The lowest declares first (MSQ-DECL-01): Milo an action of Celerity, Corinna a shot, a dodge and a point of
  // Willpower (MSQ-DECL-02).
  await goOn(all, "1 declare Thug");
  await goOn(all, "1 declare Milo");
  await plan(anna, { extra: 1 });
  await goOn(all, "1 declare Corinna");
  await plan(ben, { actions: 2, defenses: [2], willpower: 1 });
  await goOn(all, "1 declare Hound");
  await goOn(all, "1 act Hound");

  // One: Dexterity 3 + Brawl 3 (MSQ-ATK-01) = 6 dice: 6 7 8 are three. Corinna dodges with her second action: Dexterity 3
  // + Athletics 2 (MSQ-DEF-04) − 3 (MSQ-MULT-01) = 2 dice: 6 is one, 2 are left. Strength 3 (MSQ-DMG-01) + 1
  // (MSQ-ATK-05) = 4 dice: 6 7 are 2, Stamina 2 soaks (MSQ-SOAK-03): 6 is 1. 1 bashing.
  await server.dice([6, 7, 8, 2, 3, 4]);
  await mara.attack({ at: ["Corinna"], what: "strike" });
  await mara.throwDice();
  await server.dice([6, 2, 6, 7, 2, 3, 6, 2]);
  await ben.answer("dodge");
  await see(all, { Corinna: "/......" });

  // Two: Dexterity 3 + Firearms 3 (MSQ-ATK-03) − 2 (MSQ-MULT-01), bruised costs nothing (MSQ-HLTH-01), and the
  // storyteller says that the dark takes one: 3 dice, 6 2 3 is one, the point of Willpower another (MSQ-DICE-06). The
  // Hound has acted and has no action to give up (MSQ-DEF-03): nobody asks. Revolver 6 + 1 (MSQ-ATK-05) = 7 dice: 6 7 8 9
  // are 4. A vampire soaks lethal damage with Stamina 3 (MSQ-SOAK-04): 6 is 1. 3 lethal.
  await goOn(all, "1 act Corinna");
  await ben.attack({ at: ["Hound"], what: "shoot" });
  await rule(mara, "Dark", "−1");
  await expect(ben.question).toContainText("Dark");
  await server.dice([6, 2, 3, 6, 7, 8, 9, 2, 3, 4, 6, 2, 3]);
  await ben.throwDice({ buy: "willpower" });
  await see(all, { Hound: "XXX...." });

  // Three: Dexterity 4 + Melee 2 (MSQ-ATK-02) = 6 dice: 6 7 8 are three. The storyteller would dodge for the Thug, who
  // had to give up his action for it (MSQ-DEF-01); takes that back, and lets it come. Strength 3 + sword 2 + 2 = 7 dice:
  // 6 7 8 9 6 are 5. Mortals do not soak lethal damage (MSQ-SOAK-04). 5 lethal.
  await goOn(all, "1 act Milo");
  await server.dice([6, 7, 8, 2, 3, 4]);
  await anna.attack({ at: ["Thug"], what: "weapon" });
  await anna.throwDice();
  await mara.answer("dodge");
  await expect(mara.question).toContainText("Abort the declared action to defend?");
  await mara.press(mara.exchange.getByRole("button", { name: "Undo last step" }));
  await server.dice([6, 7, 8, 9, 6, 2, 3]);
  await mara.answer("none");
  await see(all, { Thug: "XXXXX.." });

  // Four: Dexterity 2 + Melee 1 (MSQ-ATK-02) − 2 mauled (MSQ-HLTH-01) = 1 die: 7. Milo could give up his action of Celerity
  // for a defense (MSQ-DEF-03), and keeps it. Strength 3 + club 2 = 5 dice: 6 7 8 are 3, Stamina 2 soaks (MSQ-SOAK-03): 6 is 1, and of 2 the undead take half
  // (MSQ-DMG-05). 1 bashing.
  await goOn(all, "1 act Thug");
  await server.dice([7, 6, 7, 8, 2, 3, 6, 2]);
  await mara.attack({ at: ["Milo"], what: "weapon" });
  await mara.throwDice();
  await anna.answer("none");
  await see(all, { Milo: "/......" });

  // Five: the closing pass (MSQ-TURN-05). Celerity was paid when it was declared and uses the whole pool (MSQ-MULT-02): 6 dice:
  // 6 7 are two. Strength 3 + sword 2 + 1 = 6 dice: 6 7 are 2. With 2 lethal all seven boxes are full.
  await goOn(all, "1 extra Milo");
  await server.dice([6, 7, 2, 3, 4, 5, 6, 7, 2, 3, 4, 5]);
  await anna.attack({ at: ["Thug"], what: "weapon" });
  await anna.throwDice();
  await see(all, { Thug: "XXXXXXX" });

  // Everybody who is up rolls anew (MSQ-INIT-02): the Hound 5 + 1, Corinna 6 + 5, Milo 7 + 6.
  await goOn(all, "2 initiative");
  await server.dice([1, 5, 6]);
  await mara.press(mara.page.locator("#roll-everyone"));
  for (const person of all) await person.seesOrder(["Thug", "Milo", "Corinna", "Hound"]);
  await goOn(all, "2 declare Hound");
  await goOn(all, "2 declare Corinna");
  await goOn(all, "2 declare Milo");
  await goOn(all, "2 act Milo");

  // Six: 6 dice: 6 7 8 9 are four. The Hound gives up his action for a dodge with a roll on Willpower 4 (MSQ-DEF-01): 6 is
  // one. Dexterity 3 + Athletics 1 − 1 injured = 3 dice: 6 is one, 3 are left. Strength 3 + sword 2 + 2 = 7 dice: 6 7 8 9
  // are 4, Stamina 3 soaks none of it with 2 3 4. 4 lethal: all boxes are full.
  await server.dice([6, 7, 8, 9, 2, 3]);
  await anna.attack({ at: ["Hound"], what: "weapon" });
  await anna.throwDice();
  await mara.answer("dodge");
  await server.dice([6, 2, 3, 4, 6, 2, 3, 6, 7, 8, 9, 2, 3, 4, 2, 3, 4]);
  await mara.answer("roll");
  await see(all, { Hound: "XXXXXXX" });

  // Seven: Dexterity 3 + Firearms 3 = 6 dice with a specialty (MSQ-DICE-04): 10 and 6 for it are
  // two. Revolver 6 + 1 = 7 dice: 6 is 1, Stamina 3 soaks none of it: one more than there are boxes, torpor (MSQ-HLTH-02).
  await goOn(all, "2 act Corinna");
  await server.dice([10, 2, 3, 4, 5, 2, 6, 6, 2, 3, 4, 5, 2, 3, 2, 3, 4]);
  await ben.attack({ at: ["Hound"], what: "shoot" });
  await ben.throwDice({ buy: "specialty" });
  for (const person of all) await expect(person.row("Hound").locator(".condition")).toContainText("torpor");
  // The Hound is passed over.
  await goOn(all, "3 initiative");

  await dana.agrees(all);
  // The same on every screen. Milo has paid a point of blood, Corinna one of Willpower.
  await see(all, { Milo: "/......", Corinna: "/......", Hound: "XXXXXXX", Thug: "XXXXXXX" });
  for (const person of all) {
    await expect(person.row("Thug")).toHaveAttribute("data-out", "true");
    await expect(person.row("Thug").locator(".condition")).toContainText("incapacitated");
    await expect(person.row("Hound")).toHaveAttribute("data-out", "true");
    await expect(person.entry("Milo acts").first()).toContainText("Thug is down and skipped");
    await expect(person.entry("Turn 3: roll initiative")).toContainText("Hound is down and skipped");
  }
  await read(all, "Hound acts", [
    "Hound acts",
    "Hound: Strike",
    "Hound: Attack: Fist · 3 successes",
    "Corinna: Dodge",
    "Corinna: Dodge · 1 success",
    "Hound: Damage · 2 successes",
    "Corinna: Soak · 1 success",
    "Corinna takes 1 bashing · Corinna: bruised",
    "Corinna acts",
    "Corinna: Shoot",
    "Ruling on Shoot: Corinna: Dark −1",
    "Corinna: Attack: Heavy revolver · 2 successes",
    "Corinna spends 1 Willpower",
    "Corinna: Damage · 4 successes",
    "Hound: Soak · 1 success",
    "Hound takes 3 lethal · Hound: injured",
    "Milo acts",
    "Milo: Attack with a weapon",
    "Milo: Attack: Sword · 3 successes",
    "Thug: Dodge",
    "Attack with a weapon: last step undone",
    "Thug: Take the hit",
    "Milo: Damage · 5 successes",
    "Thug takes 5 lethal · Thug: mauled",
    "Thug acts",
    "Thug: Attack with a weapon",
    "Thug: Attack: Club · 1 success",
    "Milo: Take the hit",
    "Thug: Damage · 3 successes",
    "Milo: Soak · 1 success",
    "Milo takes 1 bashing · Milo: bruised",
    "Milo takes the remaining actions",
    "Milo: Attack with a weapon",
    "Milo: Attack: Sword · 2 successes",
    "Milo: Damage · 2 successes",
    "Thug takes 2 lethal · Thug: incapacitated",
    "Turn 2: roll initiative",
    "Hound declares",
    "Corinna declares",
    "Milo declares",
    "Milo acts",
    "Milo: Attack with a weapon",
    "Milo: Attack: Sword · 4 successes",
    "Hound: Dodge",
    "Hound: Roll Willpower",
    "Hound: Willpower · 1 success",
    "Hound: Dodge · 1 success",
    "Milo: Damage · 4 successes",
    "Hound: Soak · failure",
    "Hound takes 4 lethal · Hound: incapacitated",
    "Corinna acts",
    "Corinna: Shoot",
    "Corinna: Attack: Heavy revolver · 2 successes",
    "Corinna: Damage · 1 success",
    "Hound: Soak · failure",
    "Hound takes 1 lethal · Hound: in torpor",
    "Turn 3: roll initiative",
  ]);
});

test("the plain case takes three taps over both devices where there is one foe", async ({ guest, server }) => {
  const [mara, anna] = [await guest(), await guest(SIZES.phone, PHONE)];
  await mara.makeTable("The container yard", "Mara", "masquerade");
  await anna.join((await mara.invitation()).player, "Anna");
  await anna.add("Ilse str 2 dex 3 stamina 3 wits 3 brawl 3");
  await mara.add("2x Thug dex 2 stamina 2 wits 2 brawl 1");
  await rollInitiative([mara, anna], server, [2], [9, 8]);
  await goOn([mara, anna], "1 declare Ilse");
  await plan(anna, { actions: 2, defenses: [2] });
  await goOn([mara, anna], "1 declare Thug B");
  await goOn([mara, anna], "1 declare Thug A");
  await goOn([mara, anna], "1 act Thug A");

  // Dexterity 2 + Brawl 1 (MSQ-ATK-01) = 3 dice: 6 7 2 are two. Ilse blocks with the defense she declared: Dexterity 3 +
  // Brawl 3 (MSQ-DEF-04) − 3 (MSQ-MULT-01) = 3 dice: 6 2 3 is one, 1 is left. Strength 2 (MSQ-DMG-01): 6 7 are two,
  // Stamina 3 soaks (MSQ-SOAK-03): 6 2 3 is one. 1 bashing.
  await server.dice([6, 7, 2, 6, 2, 3, 6, 7, 6, 2, 3]);
  const before = await pressed([mara, anna]);
  await mara.attack({ throws: true });
  await anna.answer("block");
  await see([mara, anna], { Ilse: "/......" });
  // With one whom he can strike there is nothing to choose.
  expect((await pressed([mara, anna])) - before).toBe(3);
});
