// A fight by the rules of Crossover, from the first die to the last: on a laptop and two phones, with dice that fall as
// they are written here. What must stand on every screen was worked out by hand; the ids are those of
// docs/rules/crossover.md.
import { goOn, plan, pressed, read, rollInitiative, rule, see, sitDown } from "./fight.mjs";
import { PHONE, SIZES, expect, test } from "./table.mjs";
import { Witness } from "./witness.mjs";

test("a fight to its end", async ({ guest, server }) => {
  const all = await sitDown(guest, "crossover");
  const [mara, anna, ben] = all;
  await anna.add("Runs-at-Dusk werewolf str 3 dex 3 stamina 3 wits 3 brawl 3 willpower 5");
  await ben.add("Ilse vampire str 2 dex 3 stamina 3 wits 2 melee 4 dodge 1 fortitude 1 willpower 6 with sword");
  await mara.add("Hitman str 2 dex 3 stamina 2 wits 2 firearms 2 brawl 1 with large submachine gun");
  await mara.add("Bruiser str 4 dex 2 stamina 3 wits 2 brawl 3");
  // Dexterity + Wits + a die (XOV-INIT-01): Runs-at-Dusk 6 + 4, Ilse 5 + 7, the Hitman 5 + 10, the Bruiser 4 + 3.
  await rollInitiative(all, server, [4, 7], [10, 3]);
  for (const person of all) await person.seesOrder(["Hitman", "Ilse", "Runs-at-Dusk", "Bruiser"]);
  const dana = await Witness.joins(guest, mara);

  // The lowest declares first (XOV-DECL-01). Spend 1 Willpower and several actions have to be declared
  // (XOV-DECL-02): Runs-at-Dusk will pay a point, Ilse strikes and has a defense.
  await goOn(all, "1 declare Bruiser");
  await goOn(all, "1 declare Runs-at-Dusk");
  await plan(anna, { willpower: 1 });
  await goOn(all, "1 declare Ilse");
  await plan(ben, { actions: 2, defenses: [1] });
  await goOn(all, "1 declare Hitman");
  await goOn(all, "1 act Hitman");

  // One: the Hitman strafes both (XOV-RNG-08).
  // Dexterity 3 + Firearms 2 (XOV-ATK-06) + 10 = 15 dice against 6 + 2: 8 9 8 8 succeed, no die shows a 1: 4 successes,
  // 2 for each.
  await server.dice([8, 9, 8, 8, 2, 3, 4, 5, 6, 7, 2, 3, 4, 5, 6]);
  await mara.attack({ at: ["Ilse", "Runs-at-Dusk"], what: "strafe" });
  await mara.throwDice();
  // Ilse dodges with the first of her two actions: Dexterity 3 + Dodge 1 (XOV-DEF-03) − 2 (XOV-MULT-01) = 2 dice
  // against 6 + 1 (XOV-RNG-08): 7 2 is one, so 1 of 2 is left. Damage of the gun 4 (XOV-DMG-03): 6 8 2 3 are 2. A
  // vampire soaks lethal damage with Stamina 3 + Fortitude 1 (XOV-SOAK-03): 6 2 3 4 is 1. 1 lethal.
  await server.dice([7, 2, 6, 8, 2, 3, 6, 2, 3, 4]);
  await ben.answer("dodge");
  // Runs-at-Dusk has declared something else than a defense and would have to pay for one (XOV-MAN-01). Anna begins
  // with it; that is taken back, and she lets it come.
  await anna.answer("dodge");
  await expect(anna.question).toContainText("Aborting an action to defend");
  await mara.press(mara.exchange.getByRole("button", { name: "Undo last step" }));
  await expect(anna.question).toContainText("Defense");
  // Damage 4 + 1 for the second success (XOV-DMG-02): 6 7 2 3 4 are 2. A homid in Homid soaks no lethal damage with
  // Stamina (XOV-SOAK-06): 2 lethal, which is not more than Stamina 3 + 2 (XOV-CMP-06).
  await server.dice([6, 7, 2, 3, 4]);
  await anna.answer("none");
  await see(all, { Ilse: "X......" });
  await see(all, { "Runs-at-Dusk": "XX....." });

  // Two: Ilse with the sword at the Hitman, her second action. Dexterity 3 + Melee 4 (XOV-ATK-02) − 3 (XOV-MULT-01) = 4
  // dice; the storyteller says that smoke takes one. 7 8 9 are three.
  await goOn(all, "1 act Ilse");
  await ben.attack({ at: ["Hitman"], what: "weapon_strike" });
  await rule(mara, "Smoke", "−1");
  await expect(ben.question).toContainText("Smoke");
  await server.dice([7, 8, 9]);
  // The Hitman has acted and has no action for a defense (XOV-DEF-07): nobody asks. Damage: Strength 2 + sword 2 + 2
  // (XOV-DMG-02) = 6 dice: 6 7 2 3 4 5 are 2; mortals soak no lethal damage (XOV-SOAK-03): 2 lethal, not more than
  // Stamina 2.
  await server.dice([6, 7, 2, 3, 4, 5]);
  await ben.throwDice();
  await see(all, { Hitman: "XX....." });

  // Three: her turn begins, and a hurt werewolf may heal (XOV-SOAK-09): Stamina 3 against 6 + 2, a reflex: 8 2 3 is one
  // success, and nothing is bashed: one lethal level goes.
  await goOn(all, "1 act Runs-at-Dusk");
  await server.dice([8, 2, 3]);
  await anna.accept("heal");
  await anna.throwDice();
  await see(all, { "Runs-at-Dusk": "X......" });

  // Four: a clinch. Strength 3 + Brawl 3 (XOV-CLOSE-04), bruised costs nothing (XOV-HLTH-01) = 6 dice: 6 2 3 4 5 5 is
  // one, and the point of Willpower is another (XOV-ACT-03): 2. The Bruiser lets it come, to keep his action.
  await server.dice([6, 2, 3, 4, 5, 5]);
  await anna.attack({ at: ["Bruiser"], what: "clinch" });
  await anna.throwDice({ buy: "willpower" });
  // Strength 3 + 1 (XOV-DMG-02) = 4 dice: 6 7 2 3 are 2. Stamina 3 soaks (XOV-SOAK-02): 6 2 3 is 1. 1 bashing.
  await server.dice([6, 7, 2, 3, 6, 2, 3]);
  await mara.answer("none");
  await see(all, { Bruiser: "/......" });
  for (const person of all) await expect(person.page.locator(".hold")).toContainText("Runs-at-Dusk clinches Bruiser");

  // Five: he wants out. Strength 4 + Brawl 3 against Strength 3 + Brawl 3 (XOV-CLOSE-04): 6 7 2 3 4 5 2 are 2, 6 8 2 3
  // 4 5 are 2; who acts needs one more (XOV-DICE-11).
  await goOn(all, "1 act Bruiser");
  await server.dice([6, 7, 2, 3, 4, 5, 2, 6, 8, 2, 3, 4, 5]);
  await mara.attack({ at: ["Runs-at-Dusk"], what: "escape" });
  await mara.throwDice();
  await expect(mara.exchange).toHaveCount(0);
  for (const person of all) await expect(person.page.locator(".hold")).toContainText("Runs-at-Dusk clinches Bruiser");

  // What Dana read on the cards is how they stand: she plays nobody and saw no more.
  await dana.agrees(all);

  // Everybody rolls anew (XOV-INIT-02): 5 + 8, 5 + 4, 6 + 5, 4 + 2 in the order in which they stand.
  await goOn(all, "1 extra Ilse");
  await goOn(all, "2 initiative");
  await server.dice([8, 4, 5, 2]);
  await mara.press(mara.page.locator("#roll-everyone"));
  for (const person of all) await person.seesOrder(["Hitman", "Runs-at-Dusk", "Ilse", "Bruiser"]);
  await goOn(all, "2 declare Bruiser");
  await goOn(all, "2 declare Ilse");
  await plan(ben, { actions: 2, defenses: [1] });
  await goOn(all, "2 declare Runs-at-Dusk");
  await goOn(all, "2 declare Hitman");
  await goOn(all, "2 act Hitman");

  // Six: the clip is empty (XOV-RNG-02), the Hitman strikes. Dexterity 3 + Brawl 1 (XOV-ATK-01) − 1 hurt (XOV-HLTH-01)
  // − 1 because the sword is longer (XOV-CLOSE-14) = 2 dice: 6 2 is one. Ilse parries with her first action: Dexterity 3
  // + Melee 4 (XOV-DEF-04) − 2 (XOV-MULT-01) = 5 dice: 6 7 8 9 2 are 4, nothing is left of the blow.
  await server.dice([6, 2]);
  const letGo = async () => {
    const other = mara.target("Runs-at-Dusk");
    if ((await other.getAttribute("aria-pressed")) === "true") await mara.press(other);
  };
  await mara.attack({ at: ["Ilse"], what: "strike", set: letGo });
  await mara.throwDice();
  await server.dice([6, 7, 8, 9, 2]);
  await ben.answer("parry");
  // Seven: the hand runs into the blade (XOV-DEF-05): Strength 2 + sword 2 + 3 successes more = 7 dice: 6 7 8 9 6 2 3 are
  // 5 lethal, with 2 before all seven boxes: incapacitated (XOV-HLTH-01).
  await server.dice([6, 7, 8, 9, 6, 2, 3]);
  await ben.throwDice();
  await see(all, { Hitman: "XXXXXXX" });

  // Eight: she squeezes without a roll to hit (XOV-CLOSE-04): Strength 3: 6 7 2 are 2, Stamina 3 soaks: 6 2 3 is 1.
  await goOn(all, "2 act Runs-at-Dusk");
  await server.dice([6, 7, 2, 6, 2, 3]);
  await anna.attack({ at: ["Bruiser"], what: "squeeze" });
  await anna.throwDice();
  await see(all, { Bruiser: "//....." });

  // Nine: Ilse's second action, at the Bruiser: Dexterity 3 + Melee 4 − 3 (XOV-MULT-01) = 4 dice with a specialty
  // (XOV-DICE-04): 10 9 8 7 and 6 for the 10 are 5. The Bruiser does not defend. Strength 2 + sword 2 + 4 = 8 dice: 6 6 7 7
  // 8 8 9 2 are 7 lethal: five find empty boxes, two make a / an X (XOV-HLTH-02).
  await goOn(all, "2 act Ilse");
  await server.dice([10, 9, 8, 7, 6]);
  await ben.attack({ at: ["Bruiser"], what: "weapon_strike" });
  await ben.throwDice({ buy: "specialty" });
  await server.dice([6, 6, 7, 7, 8, 8, 9, 2]);
  await mara.answer("none");
  await see(all, { Bruiser: "XXXXXXX" });
  // The Bruiser, who comes next, is passed over.
  await goOn(all, "2 extra Ilse");

  await dana.agrees(all);
  // The same on every screen. Runs-at-Dusk has paid one point of five; a clinch ends when she lets go.
  await see(all, { "Runs-at-Dusk": "X......", Ilse: "X......", Hitman: "XXXXXXX", Bruiser: "XXXXXXX" });
  for (const person of all) {
    for (const name of ["Hitman", "Bruiser"]) {
      await expect(person.row(name)).toHaveAttribute("data-out", "true");
      await expect(person.row(name).locator(".condition")).toContainText("incapacitated");
    }
    await expect(person.row("Runs-at-Dusk").locator(".condition")).toContainText("bruised");
    await expect(person.page.locator(".hold")).toHaveCount(1);
    await expect(person.page.locator(".hold")).toContainText("Runs-at-Dusk clinches Bruiser");
    await expect(person.entry("Ilse takes the remaining actions").first()).toContainText("Bruiser is down and skipped");
  }
  await anna.press(anna.tabs.getByRole("button", { name: /^Me/ }));
  await expect(anna.page.locator(".own .pools")).toContainText("4");
  await read(all, "Hitman acts", [
    "Hitman acts",
    "Hitman: Strafing",
    "Hitman: Strafing · 4 successes",
    "only Mara: Hitman: Large submachine gun",
    "Ilse: Dodge",
    "Ilse: Dodge · 1 success",
    "Hitman: Damage · 2 successes",
    "Ilse: Soak · 1 success",
    "Ilse takes 1 lethal · Ilse: bruised",
    "Runs-at-Dusk: Dodge",
    "Strafing: last step undone",
    "Runs-at-Dusk: Take the hit",
    "Hitman: Damage · 2 successes",
    "Runs-at-Dusk takes 2 lethal · Runs-at-Dusk: hurt",
    "Ilse acts",
    "Ilse: Weapon strike",
    "Ruling on Weapon strike: Ilse: Smoke −1",
    "Ilse: Weapon strike · 3 successes",
    "Ilse: Damage · 2 successes",
    "Hitman takes 2 lethal · Hitman: hurt",
    "Runs-at-Dusk acts",
    "Runs-at-Dusk: Heal",
    "Runs-at-Dusk: Healing · 1 success",
    "Runs-at-Dusk · Runs-at-Dusk: bruised",
    "Runs-at-Dusk: Clinch",
    "Runs-at-Dusk: Clinch · 2 successes",
    "Runs-at-Dusk spends 1 Willpower",
    "Bruiser: Take the hit",
    "Runs-at-Dusk: Damage · 2 successes",
    "Bruiser: Soak · 1 success",
    "Bruiser takes 1 bashing · Bruiser: bruised",
    "Runs-at-Dusk clinches Bruiser",
    "Bruiser acts",
    "Bruiser: Break free",
    "Bruiser: Getting out · 2 successes",
    "Runs-at-Dusk: Holding on · 2 successes",
    "Runs-at-Dusk holds out against Bruiser, 2 to 2",
    "Ilse takes the remaining actions",
    "Turn 2: roll initiative",
    "Bruiser declares",
    "Ilse declares",
    "Ilse: 2 actions · action 1 is a defense",
    "Runs-at-Dusk declares",
    "Hitman declares",
    "Hitman acts",
    "Hitman: Strike",
    "Hitman: Strike · 1 success",
    "Ilse: Parry",
    "Ilse: Parry · 4 successes",
    "Ilse is ready for a riposte",
    "Ilse has a riposte at Hitman",
    "Ilse parries it, 4 to 1",
    "Ilse: Cut by a parry",
    "Ilse: Damage · 5 successes",
    "Hitman takes 5 lethal · Hitman: incapacitated",
    "Hitman is dazed",
    "Runs-at-Dusk acts",
    "Runs-at-Dusk: Squeeze in a clinch",
    "Runs-at-Dusk: Damage · 2 successes",
    "Bruiser: Soak · 1 success",
    "Bruiser takes 1 bashing · Bruiser: hurt",
    "Ilse acts",
    "Ilse: Weapon strike",
    "Ilse: Weapon strike · 5 successes",
    "Bruiser: Take the hit",
    "Ilse: Damage · 7 successes",
    "Ilse is no longer ready for a riposte",
    "Ilse no longer has a riposte at Hitman",
    "Bruiser takes 7 lethal · Bruiser: incapacitated",
    "Bruiser is dazed",
    "Ilse takes the remaining actions",
  ]);
});

test("the plain case takes four taps over both devices", async ({ guest, server }) => {
  const [mara, anna] = [await guest(), await guest(SIZES.phone, PHONE)];
  await mara.makeTable("The container yard", "Mara", "crossover");
  await anna.join((await mara.invitation()).player, "Anna");
  await anna.add("Ilse str 2 dex 3 stamina 3 wits 3 brawl 3");
  await mara.add("2x Thug dex 2 stamina 2 wits 2 dodge 1");
  await rollInitiative([mara, anna], server, [9], [3, 2]);
  for (const step of ["1 declare Thug B", "1 declare Thug A", "1 declare Ilse", "1 act Ilse"]) await goOn([mara, anna], step);

  // Dexterity 3 + Brawl 3 (XOV-ATK-01) = 6 dice: 6 7 8 2 3 4 are three. The thug has not declared anything and dodges
  // with his action (XOV-TURN-07): Dexterity 2 + Dodge 1 (XOV-DEF-03): 6 2 3 is one, 2 are left (XOV-DEF-01). Strength 2
  // + 1 (XOV-DMG-02): 6 7 2 are two, Stamina 2 soaks (XOV-SOAK-02): 6 2 is one. 1 bashing.
  await server.dice([6, 7, 8, 2, 3, 4, 6, 2, 3, 6, 7, 2, 6, 2]);
  const before = await pressed([mara, anna]);
  await anna.attack({ at: ["Thug B"], throws: true });
  await mara.answer("dodge");
  await see([mara, anna], { "Thug B": "/......" });
  expect((await pressed([mara, anna])) - before).toBe(4);
});
