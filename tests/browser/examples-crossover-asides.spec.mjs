// What the text that the rules of crossover come from works out in passing, beside examples-crossover.spec.mjs, played through
// the screen: a storyteller and players on phones, with dice that fall as they are written here. Above each stands what the
// text says, and what has to come of it was worked out from that by hand; the ids are those of docs/rules/crossover.md. All
// difficulties are 6 (XOV-DICE-01) where nothing else is said.
import { asked, chosen, each, marked, onPhones, says, ticked, weighed } from "./examples.mjs";
import { goOn, plan, rollInitiative, see } from "./fight.mjs";
import { expect, test } from "./table.mjs";

/** A new turn: everybody rolls anew, from the top of the order down. */
async function anew(all, server, turn, dice) {
  await goOn(all, `${turn} initiative`);
  await server.dice(dice);
  await all[0].press(all[0].page.locator("#roll-everyone"));
  for (const person of all) await expect(person.page.locator(".row .score")).toHaveCount(dice.length);
}

/** What this person reads of a maneuver that cannot be begun now. */
async function barred(person, what, rule) {
  await person.begin();
  await expect(person.draft.locator(`.not-now li[data-key="${what}"]`)).toContainText(rule);
  await person.press(person.draft.getByRole("button", { name: "Do something else" }));
}

// A bow takes an action before each shot, to nock and draw (XOV-ATK-08, XOV-EQP-05); Athletics in the place of Archery is one harder. A
// botch snaps the string, and a spare one, an action and Wits + Archery mend it (XOV-ATK-14). A crossbow takes two actions
// before its shot, and Firearms in the place of Archery is one harder (XOV-ATK-09).
//
// Robin, Dexterity 5 + Archery 2, declares three actions: he nocks, shoots with four dice less (XOV-MULT-01), and mends with
// five less: Wits 5 + Archery 2 − 5 = 2. Scout has Athletics 3 and Firearms 2, and two actions: he nocks, and shoots against
// 7 with 5 + 3 − 3 = 5 dice. In the next turn he spans a crossbow twice and shoots it with the third: 5 + 2 − 5 = 2 against 7.
test("a bow that is nocked, a string that snaps and is mended, and a crossbow", async ({ guest, server }) => {
  const all = await onPhones(guest, "crossover", "The hunting lodge", "Anna", "Ben");
  const [mara, anna, ben] = all;
  await anna.add("Robin str 2 dex 5 stamina 2 wits 5 archery 2 willpower 5 with bow");
  await ben.add("Scout str 2 dex 5 stamina 2 wits 4 athletics 3 firearms 2 willpower 5 with bow, crossbow");
  await mara.add("Hound str 2 dex 2 stamina 3 wits 2");
  await rollInitiative(all, server, [9, 5], [1]);
  // A spare string, on the sheet of the one who has it.
  await anna.press(anna.row("Robin").locator(".token"));
  await anna.press(anna.page.locator("#row-sheet").getByRole("link", { name: "Sheet of Robin" }));
  const bow = anna.drawer.locator("li.item").filter({ hasText: "Bow" });
  await anna.press(bow.locator("summary"));
  await bow.getByLabel("Spare strings").fill("1");
  await anna.press(bow.getByRole("button", { name: "Save the numbers" }));
  await says(all, "Robin: Bow", "Spare strings 1");
  await anna.closeDrawer();
  await anna.press(anna.page.locator("#row-sheet").getByRole("button", { name: "Close" }));

  await goOn(all, "1 declare Hound");
  await goOn(all, "1 declare Scout");
  await plan(ben, { actions: 2 });
  await goOn(all, "1 declare Robin");
  await plan(anna, { actions: 3 });
  await goOn(all, "1 act Robin");
  await barred(anna, "bow", "XOV-EQP-05");
  await anna.attack({ what: "load" });
  await goOn(all, "1 act Scout");
  await ben.attack({ what: "load", item: "Bow" });
  await goOn(all, "1 act Hound");
  await goOn(all, "1 extra Robin");
  await anna.attack({ at: ["Hound"], what: "bow" });
  await asked([mara, anna], ["Dexterity +5 XOV-ATK-08", "Archery +2 XOV-ATK-08", "Several actions −4 XOV-MULT-01"], 3);
  await server.dice([1, 2, 3]);
  await anna.throwDice();
  await says(all, "Robin: Bow", "String snapped 1");
  await barred(anna, "bow", "XOV-ATK-08");
  await anna.attack({ what: "mend" });
  await asked([mara, anna], ["Wits +5 XOV-ATK-14", "Archery +2 XOV-ATK-14", "Several actions −5 XOV-MULT-01"], 2);
  await server.dice([6, 2]);
  await anna.throwDice();
  await says(all, "Robin: Bow", "Spare strings 0");
  await goOn(all, "1 extra Scout");
  await ben.attack({ at: ["Hound"], what: "bow" });
  await asked([mara, ben], ["Dexterity +5 XOV-ATK-08", "Athletics +3 XOV-ATK-08", "Several actions −3 XOV-MULT-01"], 5);
  await expect(ben.question.locator(".roll-now")).toContainText("against 7");
  // 7 is one success, the 6 none. A bow does 4 dice (XOV-DMG-03): 6 7 2 3 are two lethal levels.
  await server.dice([7, 6, 2, 3, 4, 6, 7, 2, 3]);
  await ben.throwDice();
  await mara.answer("none");
  await see(all, { Hound: "XX....." });

  await anew(all, server, 2, [9, 5, 1]);
  await goOn(all, "2 declare Hound");
  await goOn(all, "2 declare Scout");
  await plan(ben, { actions: 3 });
  for (const step of ["2 declare Robin", "2 act Robin", "2 act Scout"]) await goOn(all, step);
  await ben.attack({ what: "load", item: "Crossbow" });
  await goOn(all, "2 act Hound");
  await goOn(all, "2 extra Scout");
  await barred(ben, "crossbow", "XOV-ATK-09");
  await ben.attack({ what: "load", item: "Crossbow" });
  await ben.attack({ at: ["Hound"], what: "crossbow" });
  await asked([mara, ben], ["Dexterity +5 XOV-ATK-09", "Firearms +2 XOV-ATK-09", "Several actions −5 XOV-MULT-01"], 2);
  await expect(ben.question.locator(".roll-now")).toContainText("against 7");
});

// A stake holds a vampire if it is aimed at the heart, three harder and two dice of damage more (XOV-TGT-04), and if three
// levels are left after soak: awake, able to use Auspex, but without movement and blood (XOV-TGT-05).
//
// Dexterity 4 + Melee 4 against 9. Turn 1: one success; Strength 3 + stake 1 + 2 are six dice: 6 7 8 2 3 4 are three, of
// which Stamina 2 soaks one (XOV-SOAK-03): two levels, and nothing is held. Turn 2: 6 7 8 9 2 3 are four, less one.
test("two levels with a stake in the heart, and three", async ({ guest, server }) => {
  const all = await onPhones(guest, "crossover", "The haven", "Anna");
  const [mara, anna] = all;
  await anna.add("Ilse str 3 dex 4 stamina 2 wits 3 melee 4 with stake");
  await mara.add("Piotr vampire str 2 dex 2 stamina 2 wits 2 celerity 1 blood 5");
  await rollInitiative(all, server, [9], [1]);
  const stakes = async (turn, damage, track) => {
    for (const step of ["declare Piotr", "declare Ilse", "act Ilse"]) await goOn(all, `${turn} ${step}`);
    await anna.attack({ at: ["Piotr"], what: "weapon_strike", set: chosen(anna, "more", "part", "heart") });
    await asked(all, ["Dexterity +4 XOV-CLOSE-15", "Melee +4 XOV-CLOSE-15"], 8);
    await expect(anna.question.locator(".roll-now")).toContainText("against 9");
    await server.dice([9, 8, 7, 6, 5, 4, 3, 2]);
    await anna.throwDice();
    await server.dice([...damage, 6, 2]);
    await mara.answer("none");
    await says(all, "Ilse: Damage", "Called shot +2 XOV-TGT-04", "= 6");
    await see(all, { Piotr: track });
  };
  await stakes(1, [6, 7, 8, 2, 3, 4], "XX.....");
  for (const person of all) await expect(person.row("Piotr").locator(".condition")).not.toContainText("staked");
  await goOn(all, "1 act Piotr");
  await anew(all, server, 2, [9, 1]);
  await stakes(2, [6, 7, 8, 9, 2, 3], "XXXXX..");
  for (const person of all) await expect(person.row("Piotr").locator(".condition")).toContainText("stake");
  await goOn(all, "2 act Piotr");
  await barred(mara, "strike", "XOV-TGT-05");
  await barred(mara, "celerity", "XOV-TGT-05");
});

// What was declared has become pointless, since the one it was meant for is down: then changing it is free (XOV-MAN-01), no
// Willpower and no roll; what is done instead is one harder all the same (XOV-MAN-02).
//
// Tom strikes the first guard, whose last box is free: Strength 2, 6 2 is one level. Ilse had declared to strike him, too;
// she strikes the other against 7: 7 is one success, 6 none. Strength 3: 6 2 3 is one level.
test("a declared blow at one who is down already", async ({ guest, server }) => {
  const all = await onPhones(guest, "crossover", "The gate", "Anna", "Ben");
  const [mara, anna, ben] = all;
  await anna.add("Ilse str 3 dex 3 stamina 2 wits 3 brawl 2 willpower 4");
  await ben.add("Tom str 2 dex 3 stamina 2 wits 3 brawl 2");
  await mara.add("2x Guard str 2 dex 2 stamina 1 wits 2");
  await rollInitiative(all, server, [5, 9], [2, 1]);
  await marked(mara, "Guard A", "bbbbbb");
  await goOn(all, "1 declare Guard B");
  await goOn(all, "1 declare Guard A");
  await goOn(all, "1 declare Ilse");
  await plan(anna, {});
  await goOn(all, "1 declare Tom");
  await goOn(all, "1 act Tom");
  await ben.attack({ at: ["Guard A"], what: "strike" });
  await server.dice([6, 2, 3, 4, 5, 6, 2, 2]);
  await ben.throwDice();
  // With six boxes marked he has no die for a defense, and nobody asks.
  await see(all, { "Guard A": "///////" });
  await goOn(all, "1 act Ilse");
  await anna.attack({ at: ["Guard B"], what: "strike", set: ticked(anna, "more", "in place of another action") });
  await server.dice([7, 6, 2, 3, 4]);
  await anna.answer("pointless");
  await says(all, "Ilse: Strike", "Dexterity +3, Brawl +2 XOV-CLOSE-11 = 5", "difficulty 7", "1 success");
  await server.dice([6, 2, 3, 2]);
  await mara.answer("none");
  await see(all, { "Guard B": "/......" });
  await anna.tab("Me");
  await expect(anna.page.locator(".own .pool[data-pool=willpower] strong")).toHaveText("4");
});

// Who lies down or stands behind a street light is one harder to hit, behind a wall two, with nothing but the head out three
// (XOV-RNG-03); shooting from behind the light is no harder, from the wall one, with the head out two (XOV-RNG-04). A
// briefcase is one harder (XOV-TGT-02), a laptop two (XOV-TGT-03), a lock three (XOV-TGT-04).
test("behind a street light, a wall, a window sill; at a briefcase, a laptop, a lock", async ({ guest, server }) => {
  const all = await onPhones(guest, "crossover", "The street", "Anna");
  const [mara, anna] = all;
  await anna.add("Ilse str 2 dex 3 stamina 2 wits 3 firearms 3 with light pistol");
  await mara.add("Courier str 2 dex 2 stamina 2 wits 2");
  await rollInitiative(all, server, [9], [1]);
  for (const step of ["1 declare Courier", "1 declare Ilse", "1 act Ilse"]) await goOn(all, step);
  const cover = (how) => chosen(anna, "situation", "cover of the target", how);
  const own = (how) => chosen(anna, "situation", "own cover", how);
  const part = (what) => chosen(anna, "more", "part", what);
  for (const [set, hard] of [
    [cover("light"), 7],
    [cover("good"), 8],
    [cover("superior"), 9],
    [each(cover("none"), own("light")), 6],
    [own("good"), 7],
    [own("superior"), 8],
    [each(own("none"), part("something like a briefcase")), 7],
    [part("something like a laptop"), 8],
    [part("something like a lock"), 9],
  ]) {
    await weighed(all, anna, { at: ["Courier"], what: "shoot", set }, ["Dexterity +3 XOV-ATK-06", "Firearms +3 XOV-ATK-06"], 6, hard);
  }
});
