// The worked examples of the text that the rules of chronicle come from, played through the screen: a storyteller and
// players on phones, with dice that fall as they are written here. Above each stands what the text says, and what has to
// come of it was worked out from that by hand; the ids are those of docs/rules/chronicle.md.
import { asked, chosen, each, marked, near, onPhones, rollForOwn, says, typed } from "./examples.mjs";
import { goOn, rollInitiative, see } from "./fight.mjs";
import { expect, test } from "./table.mjs";

// Weston pulls the trigger of a large submachine gun for a medium burst at a gang boss's three henchmen. Dexterity 2,
// Firearms 4 (CHR-ATK-03) and two dice for the burst (CHR-AUTO-03) are eight; three targets cost three (CHR-AUTO-05):
// five dice, rolled once for each of them (CHR-AUTO-06). Each roll that succeeds does two points more, for the gun
// (CHR-AUTO-07): 8 8 are 2 + 2 = 4 lethal; no success does nothing (CHR-ATK-06); 10 and the 9 it brings (CHR-DICE-02) are
// 2 + 2 = 4. Ten of its thirty bullets are gone (CHR-AUTO-10).
//
// Then somebody stands between two of those he means. Everyone in between is rolled against like a target, and costs
// each roll a die more (CHR-AUTO-08, CHR-AUTO-09): two henchmen and a waiter are three persons, eight less three again.
test("Weston's burst at three punks, and then one with a waiter between two of them", async ({ guest, server }) => {
  const all = await onPhones(guest, "chronicle", "Behind the laundry", "Anna");
  const [mara, anna] = all;
  await anna.add("Weston str 2 dex 2 wits 2 stam 2 firearms 4 with large submachine gun");
  await mara.add("3x Punk str 2 dex 2 wits 2 stam 2 firearms 1");
  await rollInitiative(all, server, [10], [4, 3, 2]);
  await goOn(all, "1 act Weston");
  const medium = chosen(anna, "more", "burst", "medium: 10 bullets, up to three");
  const five = ["Dexterity +2 CHR-ATK-03", "Firearms +4 CHR-ATK-03", "Medium burst +2 CHR-AUTO-03", "Several targets −3 CHR-AUTO-05"];
  await anna.attack({ at: ["Punk A", "Punk B", "Punk C"], what: "burst", set: medium });
  await asked(all, five, 5);
  await server.dice([8, 8, 1, 1, 1, 1, 2, 3, 4, 5, 10, 1, 1, 1, 1, 9]);
  await anna.throwDice();
  await see(all, { "Punk A": "XXXX...", "Punk B": ".......", "Punk C": "XXXX..." });
  await says(all, "Weston: Shot: Large submachine gun", "Firearms +4 CHR-ATK-03", "Medium burst +2 CHR-AUTO-03", "Several targets −3 CHR-AUTO-05 = 5", "2 successes");
  await says(all, "Weston: Large submachine gun", "Rounds left 20");
  await says(all, "Punk C takes 4 lethal");

  // Turn 2: a waiter, who is nobody's enemy, has run in between Punk A and Punk B.
  await mara.add("Waiter dex 2 wits 2 stam 2");
  await server.dice([1]);
  await mara.press(mara.page.locator("#roll-rest"));
  await expect(anna.page.locator(".row")).toHaveCount(5);
  for (const step of ["1 act Punk A", "1 act Punk B", "1 act Punk C", "1 act Waiter", "2 act Weston"]) await goOn(all, step);
  // All three are still chosen, as in the turn before.
  await anna.begin();
  await anna.press(anna.target("Punk C"));
  await anna.declare({ at: ["Punk A", "Punk B"], what: "burst", set: each(medium, near(anna, "Waiter")) });
  await asked(all, five, 5);
  // Punk A: 8 is 1 + 2 = 3. Punk B: none. The waiter: 9 is 1 + 2 = 3.
  await server.dice([8, 1, 1, 1, 1, 1, 1, 1, 1, 1, 9, 1, 1, 1, 1]);
  await anna.throwDice();
  await see(all, { "Punk A": "XXXXXXX", "Punk B": ".......", Waiter: "XXX....", "Punk C": "XXXX..." });
  await says(all, "Weston: Large submachine gun", "Rounds left 10");
});

// The Santos Militia is on to Danny. One of them lays covering fire with an assault rifle: Dexterity + Firearms and
// nothing for the burst (CHR-CFIRE-02), two successes. Danny can get out of the way, behind a Hummer or flat on the ground
// (CHR-CFIRE-04), and nothing happens to him; or he takes a shot at the man and five points of lethal damage, two
// successes and 3 for the rifle (CHR-CFIRE-03). Ten bullets are gone each time
// (CHR-CFIRE-05): of 40, 10 are left after three.
test("the militia's covering fire, and the three things Danny can do about it", async ({ guest, server }) => {
  const all = await onPhones(guest, "chronicle", "The Hummers", "Anna");
  const [mara, anna] = all;
  await anna.add("Danny str 2 dex 3 wits 3 stam 3 firearms 2 with light pistol");
  await mara.add("Militia str 3 dex 2 wits 2 stam 2 firearms 3 with assault rifle");
  await rollInitiative(all, server, [1], [10]);
  const cover = async () => {
    await mara.attack({ at: ["Danny"], what: "covering_fire" });
    await asked([mara], ["Dexterity +2 CHR-CFIRE-02", "Firearms +3 CHR-CFIRE-02"], 5);
    await server.dice([8, 9, 1, 1, 1]);
    await mara.throwDice();
    for (const person of all) await expect(person.row("Danny").locator(".condition")).toContainText("under covering fire");
  };
  // One: he ducks behind the car.
  await goOn(all, "1 act Militia");
  await cover();
  await goOn(all, "1 act Danny");
  await anna.attack({ what: "seek_cover" });
  for (const person of all) await expect(person.row("Danny").locator(".condition")).not.toContainText("covering fire");
  await see(all, { Danny: "........", Militia: "......." });

  // Two: he takes the shot, and the five points. Dexterity 3 + Firearms 2 (CHR-ATK-03) = 5 dice: 8 is 1, + 1 for the light
  // pistol = 2 lethal.
  await goOn(all, "2 act Militia");
  await cover();
  await goOn(all, "2 act Danny");
  await anna.attack({ at: ["Militia"], what: "shoot" });
  await server.dice([8, 1, 1, 1, 1]);
  await anna.answer("act");
  await says(all, "Danny: Shot: Light pistol", "Dexterity +3, Firearms +2 CHR-ATK-03 = 5", "1 success");
  await see(all, { Danny: "XXXXX...", Militia: "XX....." });
  await says(all, "Danny takes 5 lethal");

  // Three: he drops to the ground.
  await goOn(all, "3 act Militia");
  await cover();
  await goOn(all, "3 act Danny");
  await anna.attack({ what: "drop_prone" });
  for (const person of all) await expect(person.row("Danny").locator(".condition")).not.toContainText("covering fire");
  await says(all, "Danny is prone");
  await see(all, { Danny: "XXXXX...", Militia: "XX....." });
  await says([mara], "Militia: Assault rifle", "Rounds left 10");
});

// Cross hides wholly behind a wooden door of Durability 1. Drake shoots at the door with a heavy revolver: three
// successes and 2 for the gun are five points (CHR-ATK-07). The revolver's 2 is no less than the door's 1, so the shot goes
// through (CHR-COV-02), and the Durability is taken off once: four points for the door's Structure and four for Cross
// (CHR-COV-01). There is no concealment to roll against (CHR-CONC-03).
//
// In turn 2 he is behind concrete of Durability 3: above the modifier 2, so nothing goes through (CHR-COV-02).
test("Cross behind a wooden door, and behind a wall", async ({ guest, server }) => {
  const all = await onPhones(guest, "chronicle", "The cheap hotel", "Anna");
  const [mara, anna] = all;
  await anna.add("Drake str 2 dex 3 wits 2 stam 2 firearms 2 with revolver");
  await mara.add("Cross str 2 dex 2 wits 2 stam 2");
  await rollInitiative(all, server, [10], [1]);
  await goOn(all, "1 act Drake");
  const behind = (durability, structure) =>
    each(
      chosen(anna, "situation", "target concealed", "completely, behind something solid"),
      typed(anna, "situation", "Durability of the cover", durability),
      typed(anna, "situation", "Structure of the cover", structure),
    );
  await anna.attack({ at: ["Cross"], what: "shoot", set: behind(1, 6) });
  await asked(all, ["Dexterity +3 CHR-ATK-03", "Firearms +2 CHR-ATK-03"], 5);
  await server.dice([8, 9, 8, 1, 2]);
  await anna.throwDice();
  await see(all, { Cross: "XXXX..." });
  await says(all, "Drake: Shot: Revolver", "= 5", "3 successes");
  await says(all, "Cross takes 4 lethal");
  // What is left of the door stands where the next shot is put together: 6 − 4.
  await goOn(all, "1 act Cross");
  await goOn(all, "2 act Drake");
  await anna.begin();
  await expect(anna.draft.getByRole("spinbutton", { name: "Structure of the cover" })).toHaveValue("2");
  await anna.declare({ at: ["Cross"], what: "shoot", set: behind(3, 16) });
  await server.dice([8, 9, 8, 8, 2]);
  await anna.throwDice();
  await says(all, "Drake: Shot: Revolver", "4 successes");
  await expect(anna.page.locator(".exchange")).toHaveCount(0);
  await see(all, { Cross: "XXXX..." });
});

// Drake has a passer-by off the sidewalk in front of him, who is no part of the fight: no grapple is rolled, the storyteller
// says so (CHR-SHLD-04). A practiced marksman, Dexterity 2 and Firearms 2, rolls four dice: two successes, and 2 for the gun
// are four points. The one in front takes all four (CHR-SHLD-01); his Stamina 2 takes two of them off, and two go on to Drake
// (CHR-SHLD-02).
test("Drake behind a passer-by", { tag: "@share" }, async ({ guest, server }) => {
  const all = await onPhones(guest, "chronicle", "The pale lady's car", "Anna");
  const [mara, anna] = all;
  await anna.add("Drake str 2 dex 2 wits 2 stam 2");
  await mara.add("Minion str 2 dex 2 wits 2 stam 2 firearms 2 with heavy pistol");
  await mara.add("Passer-by str 2 dex 2 wits 2 stam 2");
  // 10 + 4 less the pistol's initiative, 5 + 4, 1 + 4.
  await rollInitiative(all, server, [5], [10, 1]);
  await goOn(all, "1 act Minion");
  const drawer = mara.page.getByRole("dialog", { name: "Beside the table" });
  const holds = drawer.locator("#holds");
  /** Does something on Drake's sheet, beside the table. */
  const onTheSheet = async (act) => {
    await mara.press(mara.row("Drake").locator(".token"));
    await mara.press(mara.page.locator("#row-sheet").getByRole("link", { name: "Sheet of Drake" }));
    await act();
    await mara.press(drawer.getByRole("button", { name: "Close", exact: true }));
    await expect(drawer).toBeHidden();
    await mara.press(mara.page.locator("#row-sheet").getByRole("button", { name: "Close" }));
  };
  await onTheSheet(async () => {
    await mara.press(holds.locator("summary"));
    await holds.getByLabel("Drake", { exact: true }).selectOption("hides behind");
    await holds.getByLabel("Whom").selectOption("Passer-by");
    await mara.press(holds.getByRole("button", { name: "Set it" }));
    await expect(holds.getByText("Drake hides behind Passer-by")).toBeVisible();
  });
  for (const person of all) await expect(person.page.locator(".hold")).toContainText("Drake hides behind Passer-by");

  // Nobody has to say who stands in front of whom: the table knows.
  await mara.attack({ at: ["Drake"], what: "shoot" });
  await asked([mara], ["Dexterity +2 CHR-ATK-03", "Firearms +2 CHR-ATK-03"], 4);
  await server.dice([8, 9, 3, 4]);
  await mara.throwDice();
  await see(all, { "Passer-by": "XXXX...", Drake: "XX....." });
  await says(all, "Passer-by takes 4 lethal");
  await says(all, "Drake takes 2 lethal");

  // He lets go of him.
  await onTheSheet(async () => {
    await mara.press(holds.getByRole("button", { name: "Drake no longer hides behind Passer-by" }));
    await expect(holds.getByText("Drake hides behind Passer-by")).toHaveCount(0);
  });
  for (const person of all) await expect(person.page.locator(".hold")).toHaveCount(0);
});

// Dexterity 3 and Wits 4 are a Defense of 3 (CHR-DEF-01). Of four attacks in one turn the first loses three dice, the
// second two, the third one, and the fourth none (CHR-DEF-05): Strength 3 + Brawl 3 (CHR-ATK-02) leave 3, 4, 5 and 6 dice.
// With the new turn Defense is whole again (CHR-DEF-07), and a dodge doubles it (CHR-DODGE-01): 6 less for the first, 5 for
// the second, 4 for the third (CHR-DODGE-02), which leaves no die but a chance die, then 1 and 2.
test("a Defense of 3 against four, and a dodge of 6 against three", async ({ guest, server }) => {
  const all = await onPhones(guest, "chronicle", "Four against one", "Anna");
  const [mara, anna] = all;
  await anna.add("Ilse str 2 dex 3 wits 4 stam 2");
  await mara.add("4x Thug str 3 dex 2 wits 2 stam 2 brawl 3");
  await rollInitiative(all, server, [10], [4, 3, 2, 1]);
  await goOn(all, "1 act Ilse");
  const blow = ["Strength +3 CHR-ATK-02", "Brawl +3 CHR-ATK-02"];
  const struck = async (thug, defense, sum, dice) => {
    await mara.attack({ at: ["Ilse"], what: "unarmed" });
    await server.dice(dice);
    await anna.answer("apply");
    await says([mara], `${thug}: Unarmed attack`, "Strength +3, Brawl +3 CHR-ATK-02", ...defense, `= ${sum}`);
    await says(all, `${thug}: Unarmed attack`);
  };
  await goOn(all, "1 act Thug A");
  await struck("Thug A", ["Defense −3 CHR-DEF-02"], 3, [1, 1, 1]);
  await goOn(all, "1 act Thug B");
  await struck("Thug B", ["Defense −2 CHR-DEF-05"], 4, [1, 1, 1, 1]);
  await goOn(all, "1 act Thug C");
  await struck("Thug C", ["Defense −1 CHR-DEF-05"], 5, [1, 1, 1, 1, 1]);
  await goOn(all, "1 act Thug D");
  // Nothing is left to apply: nobody asks.
  await mara.attack({ at: ["Ilse"], what: "unarmed" });
  await asked([mara], blow, 6);
  await server.dice([8, 1, 1, 1, 1, 1]);
  await mara.throwDice();
  await see(all, { Ilse: "/......" });

  await goOn(all, "2 act Ilse");
  await anna.attack({ what: "dodge" });
  await goOn(all, "2 act Thug A");
  await struck("Thug A", ["Dodge −6 CHR-DODGE-04"], 0, [9]);
  await says(all, "Thug A: Unarmed attack", "no success");
  await goOn(all, "2 act Thug B");
  await struck("Thug B", ["Dodge −5 CHR-DODGE-02"], 1, [1]);
  await goOn(all, "2 act Thug C");
  await struck("Thug C", ["Dodge −4 CHR-DODGE-02"], 2, [8, 1]);
  await see(all, { Ilse: "//....." });
});

// Seven boxes are full of bashing marks, and two points more come in: they turn the two leftmost into lethal ones
// (CHR-DMG-04). And three aggravated marks with a punch on top: the mild one stands to their right, however late it comes
// (CHR-DMG-02), in the first box that is free (CHR-DMG-03).
test("two points more than there are boxes, and a punch on top of burns", async ({ guest, server }) => {
  const all = await onPhones(guest, "chronicle", "In the ring", "Anna");
  const [mara, anna] = all;
  await anna.add("Ilse str 3 dex 2 wits 2 stam 2 brawl 3 willpower 5");
  await mara.add("Bruiser str 2 dex 2 wits 2 stam 2");
  await mara.add("Burned dex 2 wits 2 stam 2");
  await rollInitiative(all, server, [10], [2, 1]);
  await marked(mara, "Bruiser", "bbbbbbb");
  await marked(mara, "Burned", "aaa");
  await see(all, { Bruiser: "///////", Burned: "***...." });
  await goOn(all, "1 act Ilse");
  // Strength 3 + Brawl 3 − Defense 2 = 4 dice: 8 9 are two.
  await anna.attack({ at: ["Bruiser"], what: "unarmed" });
  await mara.answer("apply");
  await server.dice([8, 9, 1, 1]);
  await anna.throwDice();
  await see(all, { Bruiser: "XX/////" });
  await says(all, "Bruiser takes 2 bashing");
  await goOn(all, "1 act Bruiser");
  await goOn(all, "1 act Burned");
  await goOn(all, "2 act Ilse");
  await anna.attack({ at: ["Burned"], what: "unarmed" });
  await mara.answer("apply");
  await server.dice([8, 1, 1, 1]);
  await anna.throwDice();
  await see(all, { Burned: "***/..." });
});

// With Strength 2 and Brawl 4 one may pull a blow and name a limit from 1 to 4, the higher of the two (CHR-PULL-01); what
// the blow would do beyond it is lost (CHR-PULL-02), and the target has one Defense more against it (CHR-PULL-03). 2 + 4 − 3
// are three dice: 8 9 10 and a 9 for the 10 are four successes (CHR-DICE-02), and the limit was 2: two points of bashing.
test("a pulled blow", async ({ guest, server }) => {
  const all = await onPhones(guest, "chronicle", "Not to kill him", "Anna");
  const [mara, anna] = all;
  await anna.add("Ilse str 2 dex 2 wits 2 stam 2 brawl 4 willpower 5");
  await mara.add("Kid str 2 dex 2 wits 2 stam 2");
  await rollInitiative(all, server, [10], [1]);
  await goOn(all, "1 act Ilse");
  // Five is more than the higher trait: it is refused, with the rule, and what was put together is still there.
  await anna.begin();
  await typed(anna, "more", "pulled: damage at most", 5)(anna.draft);
  await anna.letDiceWait();
  await anna.press(anna.draft.locator("#declare"));
  await expect(anna.page.locator(".notice")).toContainText("CHR-PULL-01");
  await anna.declare({ at: ["Kid"], what: "unarmed", set: typed(anna, "more", "pulled: damage at most", 2) });
  await mara.answer("apply");
  await asked(all, ["Strength +2 CHR-ATK-02", "Brawl +4 CHR-ATK-02", "Defense −3 CHR-PULL-03"], 3);
  await server.dice([8, 9, 10, 9]);
  await anna.throwDice();
  await says(all, "Ilse: Unarmed attack", "4 successes");
  await see(all, { Kid: "//....." });
});

// One who is quicker may delay: "until Isiah takes his turn". The others go on, and the turn that was put off comes right
// after his (CHR-INIT-04).
test("an action put off until Isiah has taken his turn", async ({ guest, server }) => {
  const all = await onPhones(guest, "chronicle", "On the stairs", "Anna", "Ben");
  const [mara, anna, ben] = all;
  await anna.add("Ilse str 2 dex 3 wits 2 stam 2 brawl 2");
  await ben.add("Isiah str 2 dex 2 wits 2 stam 2 brawl 2 willpower 5");
  await mara.add("Thug str 2 dex 2 wits 2 stam 2");
  await rollInitiative(all, server, [10, 5], [1]);
  await goOn(all, "1 act Ilse");
  await anna.tab("Me");
  const intent = anna.page.locator(".intent").filter({ visible: true });
  await anna.press(intent.getByRole("button", { name: "Wait…" }));
  await intent.getByLabel("What are you waiting for?").fill("until Isiah takes his turn");
  await anna.press(intent.getByRole("button", { name: "Wait", exact: true }));
  for (const person of all) await expect(person.row("Isiah")).toHaveAttribute("data-acting", "true");
  await says(all, "Ilse delays", "until Isiah takes his turn");
  await anna.press(intent.getByRole("button", { name: "Act next" }));
  await ben.attack({ at: ["Thug"], what: "unarmed" });
  await mara.answer("apply");
  await server.dice([8, 1]);
  await ben.throwDice();
  await see(all, { Thug: "/......" });
  await goOn(all, "1 act Ilse");
  await goOn(all, "1 act Thug");
});

// Crouching fully behind a car is substantial concealment: three dice less for those who shoot at it (CHR-CONC-01). To
// shoot back from there costs one less than that, two dice (CHR-CONC-05).
test("a shot at one behind a car, and the one that comes back", async ({ guest, server }) => {
  const all = await onPhones(guest, "chronicle", "The parking lot", "Anna", "Ben");
  const [mara, anna, ben] = all;
  await anna.add("Ilse str 2 dex 3 wits 2 stam 2 firearms 3 with light pistol");
  await ben.add("Tom str 2 dex 3 wits 2 stam 2 firearms 3 with light pistol");
  await rollForOwn(all, server, [10, 5]);
  await goOn(all, "1 act Ilse");
  await anna.attack({ at: ["Tom"], what: "shoot", set: chosen(anna, "situation", "target concealed", "substantially") });
  await asked([mara, anna], ["Dexterity +3 CHR-ATK-03", "Firearms +3 CHR-ATK-03", "Substantially concealed −3 CHR-CONC-01"], 3);
  await server.dice([1, 1, 1]);
  await anna.throwDice();
  await goOn(all, "1 act Tom");
  await ben.attack({ at: ["Ilse"], what: "shoot", set: chosen(ben, "situation", "shooting from concealment", "substantially") });
  await asked([mara, ben], ["Dexterity +3 CHR-ATK-03", "Firearms +3 CHR-ATK-03", "Shooting from concealment −2 CHR-CONC-05"], 4);
  await server.dice([8, 1, 1, 1]);
  await ben.throwDice();
  await see(all, { Ilse: "XX.....", Tom: "......." });
});
