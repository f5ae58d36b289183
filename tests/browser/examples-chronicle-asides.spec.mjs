// What the text that the rules of chronicle come from works out in passing, played through the screen as its long examples
// are (examples-chronicle.spec.mjs): a storyteller and players on phones, with dice that fall as they are written here.
// Above each stands what the text says, and what has to come of it was worked out from that by hand; the ids are those of
// docs/rules/chronicle.md.
import { asked, chosen, each, near, onPhones, refused, says, ticked, typed, weighed } from "./examples.mjs";
import { goOn, rollInitiative, see } from "./fight.mjs";
import { expect, test } from "./table.mjs";

// With Strength 3, Dexterity 2 and Athletics 1 a laptop of Size 1 goes 3 + 2 + 1 − 1 = 5 yards at short range (CHR-THR-01),
// 10 at medium and 20 at long (CHR-THR-02); a football, as big but made to fly, 10, 20 and 40 (CHR-THR-03). Hitting is
// Dexterity 2 + Athletics 1 (CHR-ATK-05), two dice less at medium, four at long range (CHR-THR-05), a chance die beyond
// that (CHR-RNG-02), and nothing beyond twice long range (CHR-RNG-03, CHR-THR-05). What is as big as the thrower is strong
// is not thrown: a desk is of Size 4 (CHR-THR-04). Neither is made for a weapon: one die less (CHR-IMPR-02). The one it is
// thrown at has their back turned, and no Defense (CHR-DEF-04).
test("a laptop and a football, and how far each goes", async ({ guest, server }) => {
  const all = await onPhones(guest, "chronicle", "The open-plan office", "Anna");
  const [mara, anna] = all;
  await anna.add("Ilse str 3 dex 2 wits 2 stam 2 athletics 1 willpower 5 with laptop, ball, desk");
  await mara.add("Guard str 2 dex 1 wits 1 stam 2");
  await rollInitiative(all, server, [10], [1]);
  await goOn(all, "1 act Ilse");
  const thrown = (item, yards) => ({
    at: ["Guard"],
    what: "throw",
    item,
    set: each(typed(anna, "situation", "distance in yards", yards), ticked(anna, "situation", "the target doesn’t see it coming")),
  });
  const hand = ["Dexterity +2 CHR-ATK-05", "Athletics +1 CHR-ATK-05"];
  const range = (dice) => `Range −${dice} CHR-THR-05`;
  const clumsy = "Improvised weapon −1 CHR-IMPR-02";
  for (const [item, short] of [["Laptop", 5], ["Ball", 10]]) {
    await weighed(all, anna, thrown(item, short), [...hand, clumsy], 2);
    await weighed(all, anna, thrown(item, short + 1), [...hand, range(2), clumsy], "chance die");
    await weighed(all, anna, thrown(item, 4 * short), [...hand, range(4), clumsy], "chance die");
    await weighed(all, anna, thrown(item, 8 * short), [...hand, clumsy], "chance die");
    await refused(anna, thrown(item, 8 * short + 1), "CHR-RNG-03");
  }
  await refused(anna, thrown("Desk", 3), "CHR-THR-04");
  // He turns around, and his Defense of 1 counts against what is thrown (CHR-DEF-02): one die is left, and it shows an 8.
  // A laptop of Durability 1 adds nothing (CHR-IMPR-03), and what hits with it is lethal (CHR-ATK-09).
  await anna.attack({
    at: ["Guard"],
    what: "throw",
    item: "Laptop",
    set: each(typed(anna, "situation", "distance in yards", 5), ticked(anna, "situation", "the target doesn’t see it coming", false)),
  });
  await mara.answer("apply");
  await asked(all, [...hand, clumsy, "Defense −1 CHR-DEF-02"], 1);
  await server.dice([8]);
  await anna.throwDice();
  await see(all, { Guard: "X......" });
});

// A wooden stake holds a vampire if it is aimed at the heart, four dice less (CHR-TGT-05), if the roll is exceptional, and if
// all five points are lethal (CHR-VMP-08). In the heart it is lethal from three points on, and only bashes with fewer
// (CHR-VMP-09). The vampire sees everything then and does nothing (CHR-VMP-15). Each dusk costs a point of blood, and when
// there is none left a lethal point each night (CHR-VMP-10).
//
// Ilse: Strength 5 + Weaponry 5 (CHR-ATK-04) − 4 − Defense 1 = 5 dice. The stake itself adds nothing. Two points bash, three
// are lethal and it stands, five hold it. The bishop has 5 + 8 = 13 boxes.
//
// Bullets only bash a vampire in the body (CHR-VMP-05) and are lethal in the head (CHR-VMP-07), three dice less (CHR-TGT-04),
// where they stun no vampire (CHR-VMP-11). A hand, four dice less (CHR-TGT-06), is wracked as anybody's (CHR-VMP-12). Tom:
// Dexterity 4 + Firearms 4 (CHR-ATK-03), one success each time and 2 for the pistol.
test("two points with a stake, three, and five; and bullets for a childe", async ({ guest, server }) => {
  const all = await onPhones(guest, "chronicle", "The chapel", "Anna", "Ben");
  const [mara, anna, ben] = all;
  await anna.add("Ilse str 5 dex 2 wits 3 stam 2 weaponry 5 willpower 5 with wooden stake");
  await ben.add("Tom str 2 dex 4 wits 2 stam 2 firearms 4 with heavy pistol");
  await mara.add("Bishop vampire str 3 dex 1 wits 1 stam 8 brawl 2 blood 1");
  await mara.add("Childe vampire str 2 dex 1 wits 1 stam 4");
  // 10 + 2 + 2 − 4 for the stake, 3 + 4 + 2 − 2 for the pistol, 2 + 1 + 2, 1 + 1 + 2.
  await rollInitiative(all, server, [10, 3], [2, 1]);
  const heart = chosen(anna, "more", "called shot", "heart (−4)");
  const stakes = async (turn, dice, track) => {
    await goOn(all, `${turn} act Ilse`);
    await anna.attack({ at: ["Bishop"], what: "melee", set: heart });
    await mara.answer("apply");
    await asked([mara, anna], ["Strength +5 CHR-ATK-04", "Weaponry +5 CHR-ATK-04", "Aimed at the heart −4 CHR-TGT-05", "Defense −1 CHR-DEF-02"], 5);
    await server.dice(dice);
    await anna.throwDice();
    await see(all, { Bishop: track });
  };
  const shoots = async (turn, place, less, sum, track) => {
    await goOn(all, `${turn} act Tom`);
    await ben.attack({ at: ["Childe"], what: "shoot", set: chosen(ben, "more", "called shot", place) });
    await asked([mara, ben], ["Dexterity +4 CHR-ATK-03", "Firearms +4 CHR-ATK-03", ...less], sum);
    await server.dice([8, ...Array(sum - 1).fill(1)]);
    await ben.throwDice();
    await see(all, { Childe: track });
  };
  await stakes(1, [8, 8, 1, 1, 1], "//...........");
  await shoots(1, "no called shot", [], 8, "///......");
  for (const step of ["1 act Bishop", "1 act Childe"]) await goOn(all, step);
  await stakes(2, [8, 8, 8, 1, 1], "XXX//........");
  await shoots(2, "head (−3)", ["Aimed at the head −3 CHR-TGT-04"], 5, "XXX///...");
  for (const person of all) await expect(person.row("Childe").locator(".condition")).not.toContainText("stunned");
  for (const step of ["2 act Bishop", "2 act Childe"]) await goOn(all, step);
  await stakes(3, [8, 8, 8, 8, 8], "XXXXXXXX//...");
  for (const person of all) {
    await expect(person.row("Bishop").locator(".condition")).toContainText("staked");
    await expect(person.row("Bishop")).toHaveAttribute("data-out", "true");
  }
  await shoots(3, "hand (−4)", ["Aimed at the hand −4 CHR-TGT-06"], 4, "XXX//////");
  for (const person of all) await expect(person.row("Childe").locator(".condition")).toContainText("arm");
  // The bishop is passed over.
  await goOn(all, "3 act Childe");

  // Two nights: the last blood, and then the flesh.
  await mara.press(mara.page.getByRole("button", { name: "More", exact: true }));
  await mara.press(mara.page.getByRole("link", { name: /^The cast/ }));
  await mara.drawer.getByLabel("For whom").selectOption("Bishop");
  await mara.press(mara.drawer.getByRole("button", { name: "A night passes" }));
  for (const person of all) await expect(person.entry("A night passes")).toHaveCount(1);
  await see(all, { Bishop: "XXXXXXXX//..." });
  await mara.drawer.getByLabel("For whom").selectOption("Bishop");
  await mara.press(mara.drawer.getByRole("button", { name: "A night passes" }));
  await see(all, { Bishop: "XXXXXXXXX//.." });
});

// A struggle over a gun in which it goes off: reaching for a weapon is Dexterity + Brawl (CHR-DISARM-01), a die less without
// a dot of it (CHR-DICE-07); 1 − 1 leave a chance die, and a 1 on it is a dramatic failure (CHR-DICE-05), which does what
// the weapon would add: two lethal points for a revolver (CHR-DISARM-04).
//
// A rope adds its modifier to the Strength of the one who grapples with it (CHR-GRAP-03): Strength 3 + 1 + Brawl 2 against
// Dexterity 2 less a die (CHR-GRAP-01). A shot at one of two who fight loses two dice for the friend to be missed
// (CHR-MIX-01), and four once they are in a grapple (CHR-MIX-02).
test("a struggle over a gun that goes off, a rope in a grapple, and shots past a friend", async ({ guest, server }) => {
  const all = await onPhones(guest, "chronicle", "The back room", "Anna", "Ben");
  const [mara, anna, ben] = all;
  await anna.add("Ilse str 2 dex 1 wits 2 stam 2");
  await ben.add("Tom str 3 dex 2 wits 2 stam 2 brawl 2 with rope");
  await mara.add("Guard str 2 dex 2 wits 2 stam 2 with revolver");
  await mara.add("Sniper str 2 dex 3 wits 2 stam 2 firearms 4 with hunting rifle");
  // 10 + 3, 8 + 4 − 3 for the rope, 5 + 4 − 2 for the revolver, 4 + 5 − 5 for the rifle.
  await rollInitiative(all, server, [10, 8], [5, 4]);
  await goOn(all, "1 act Ilse");
  await anna.attack({ at: ["Guard"], what: "disarm" });
  await asked([anna], ["Dexterity +1 CHR-DISARM-01", "Brawl +0 CHR-DISARM-01", "Unskilled −1 CHR-DICE-07"], "chance die");
  await server.dice([1, 1]);
  await anna.throwDice();
  await see(all, { Ilse: "XX.....", Guard: "......." });
  await says(all, "Ilse takes 2 lethal");

  await goOn(all, "1 act Tom");
  await ben.attack({ at: ["Guard"], what: "grapple" });
  await asked([ben], ["Strength +3 CHR-GRAP-01", "Brawl +2 CHR-GRAP-01", "Rope +1 CHR-GRAP-03"], 6);
  await ben.press(ben.exchange.getByRole("button", { name: "Cancel" }));
  const past = { at: ["Guard"], what: "shoot", set: near(mara, "Tom") };
  const rifle = ["Dexterity +3 CHR-ATK-03", "Firearms +4 CHR-ATK-03"];
  await goOn(all, "1 act Guard");
  await goOn(all, "1 act Sniper");
  await weighed([mara], mara, past, [...rifle, "Avoiding others −2 CHR-MIX-01"], 5);
  await goOn(all, "2 act Ilse");
  await goOn(all, "2 act Tom");
  await server.dice([8, 1, 1, 1, 1, 1, 1]);
  await ben.attack({ at: ["Guard"], what: "grapple" });
  await ben.throwDice();
  for (const person of all) await expect(person.page.locator(".hold")).toContainText("Tom grapples Guard");
  await goOn(all, "2 act Guard");
  await goOn(all, "2 act Sniper");
  await weighed([mara], mara, past, [...rifle, "Avoiding grapplers −4 CHR-MIX-02"], 3);
});

// What hides a target costs those who shoot at it a die behind an office chair, two behind the hood of a car, three wholly
// behind the car or in a foxhole (CHR-CONC-01). In fog, where nothing is seen and nothing is in the way, a chance die is left
// (CHR-CONC-04). One who is wholly in cover does not shoot without leaving it: two dice less, and until the next turn no more
// than substantially concealed (CHR-CONC-06).
//
// Behind glass there is no concealment, and half of its Durability of 3 counts, rounded down (CHR-COV-04): two successes and
// 3 for the rifle are five, less one. Above the weapon's modifier it would stop the bullet (CHR-COV-02): 3 is not above 3.
test("behind a chair, a hood, a car, in fog, behind glass, and out of full cover", async ({ guest, server }) => {
  const all = await onPhones(guest, "chronicle", "The showroom", "Anna");
  const [mara, anna] = all;
  await anna.add("Ilse str 3 dex 3 wits 2 stam 2 firearms 3 with assault rifle");
  await mara.add("Gunman str 3 dex 3 wits 2 stam 2 firearms 3 with assault rifle");
  await rollInitiative(all, server, [10], [1]);
  await goOn(all, "1 act Ilse");
  const pool = ["Dexterity +3 CHR-ATK-03", "Firearms +3 CHR-ATK-03"];
  const shot = (...set) => ({ at: ["Gunman"], what: "shoot", set: each(...set) });
  const hidden = (how) => chosen(anna, "situation", "target concealed", how);
  await weighed(all, anna, shot(hidden("barely")), [...pool, "Barely concealed −1 CHR-CONC-01"], 5);
  await weighed(all, anna, shot(hidden("partially")), [...pool, "Partially concealed −2 CHR-CONC-01"], 4);
  await weighed(all, anna, shot(hidden("substantially")), [...pool, "Substantially concealed −3 CHR-CONC-01"], 3);
  await weighed(all, anna, shot(hidden("out of sight")), pool, "chance die");
  const cover = each(
    hidden("completely, behind something solid"),
    typed(anna, "situation", "Durability of the cover", 3),
    typed(anna, "situation", "Structure of the cover", 6),
  );
  await anna.attack(shot(cover, ticked(anna, "situation", "the cover is see-through")));
  await asked(all, pool, 6);
  await server.dice([8, 8, 1, 1, 1, 1]);
  await anna.throwDice();
  await see(all, { Gunman: "XXXX..." });

  // He leans out, without a success, and is a target behind a car for her until his next turn: his penalty for three wounds
  // is none yet (CHR-WND-01).
  await goOn(all, "1 act Gunman");
  await mara.attack({ at: ["Ilse"], what: "shoot", set: chosen(mara, "situation", "shooting from concealment", "completely, behind something solid") });
  await asked([mara], [...pool, "Shooting from concealment −2 CHR-CONC-06"], 4);
  await server.dice([1, 1, 1, 1]);
  await mara.throwDice();
  await goOn(all, "2 act Ilse");
  await weighed(all, anna, shot(hidden("completely, behind something solid")), [...pool, "Substantially concealed −3 CHR-CONC-01"], 3);
});

// Weston's long burst at four gang members: three more dice (CHR-AUTO-04), four less for four targets (CHR-AUTO-05). One of
// them is behind him: the storyteller says that this one cannot be a target (CHR-AUTO-12) and calls it off; at the three in
// front of him it costs three. At a single one a burst costs nothing, one die more for a short one (CHR-AUTO-02), unless
// someone is close to that one: then both are rolled against, and two persons cost two dice (CHR-AUTO-08).
test("a fourth who cannot be a target, and a burst at one, alone and beside another", async ({ guest, server }) => {
  const all = await onPhones(guest, "chronicle", "The loading dock", "Anna");
  const [mara, anna] = all;
  await anna.add("Weston str 2 dex 2 wits 2 stam 2 firearms 4 with large submachine gun");
  await mara.add("4x Punk str 2 dex 2 wits 2 stam 2");
  await rollInitiative(all, server, [10], [4, 3, 2, 1]);
  await goOn(all, "1 act Weston");
  const pool = ["Dexterity +2 CHR-ATK-03", "Firearms +4 CHR-ATK-03"];
  const long = chosen(anna, "more", "burst", "long: 20 bullets");
  await anna.attack({ at: ["Punk A", "Punk B", "Punk C", "Punk D"], what: "burst", set: long });
  await asked(all, [...pool, "Long burst +3 CHR-AUTO-04", "Several targets −4 CHR-AUTO-05"], 5);
  await mara.tab("Dice");
  await mara.press(mara.exchange.getByRole("button", { name: "Cancel" }));
  for (const person of all) await expect(person.exchange).toHaveCount(0);
  // The same four are still chosen: the one behind him is let go, and then two more.
  const without = async (...names) => {
    await anna.begin();
    for (const name of names) await anna.press(anna.target(name));
  };
  await without("Punk D");
  await anna.declare({ what: "burst", set: long });
  await asked(all, [...pool, "Long burst +3 CHR-AUTO-04", "Several targets −3 CHR-AUTO-05"], 6);
  await anna.press(anna.exchange.getByRole("button", { name: "Cancel" }));
  for (const person of all) await expect(person.exchange).toHaveCount(0);
  await without("Punk B", "Punk C");
  await anna.declare({ what: "burst" });
  await asked(all, [...pool, "Short burst +1 CHR-AUTO-02"], 7);
  await anna.press(anna.exchange.getByRole("button", { name: "Cancel" }));
  for (const person of all) await expect(person.exchange).toHaveCount(0);
  // 8 is 1 + 2 = 3 points for the one, and none for the other.
  await anna.attack({ at: ["Punk A"], what: "burst", set: near(anna, "Punk B") });
  await asked(all, [...pool, "Short burst +1 CHR-AUTO-02", "Several targets −2 CHR-AUTO-05"], 5);
  await server.dice([8, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
  await anna.throwDice();
  await see(all, { "Punk A": "XXX....", "Punk B": ".......", "Punk C": "......." });
  await says(all, "Weston: Large submachine gun", "Rounds left 27");
});

// "If that one fires, I punch him": Ilse waits for it, he fires, and she acts right after (CHR-INIT-04). A telephone that
// is picked up for a weapon costs a die (CHR-IMPR-02), adds its Durability 2 less one to the damage (CHR-IMPR-03), and takes
// what it inflicted less its Durability (CHR-IMPR-04). A right-handed one who has to use the left hand loses two dice
// (CHR-CMP-03). What is drawn from under a coat costs the action, and Defense until the turn ends (CHR-CMP-01, CHR-TURN-03).
test("a punch when he fires, a telephone, the wrong hand, and a blade under the coat", async ({ guest, server }) => {
  const all = await onPhones(guest, "chronicle", "The call center", "Anna", "Ben");
  const [mara, anna, ben] = all;
  await anna.add("Ilse str 3 dex 3 wits 3 stam 2 brawl 2 weaponry 2 willpower 5 with telephone");
  await ben.add("Tom str 2 dex 2 wits 2 stam 2 weaponry 1");
  await mara.add("Gunman str 2 dex 2 wits 2 stam 2 brawl 2 firearms 2 with light pistol");
  // 10 + 5 less the telephone's Size, 8 + 4, 5 + 4.
  await rollInitiative(all, server, [10, 8], [5]);
  // Tom has a dagger under his coat.
  await ben.press(ben.row("Tom").locator(".token"));
  await ben.press(ben.page.locator("#row-sheet").getByRole("link", { name: "Sheet of Tom" }));
  await ben.press(ben.drawer.getByText("Something of your own"));
  await ben.press(ben.drawer.getByRole("link", { name: "Melee weapon" }));
  await ben.drawer.getByLabel("What it is called").fill("Dagger");
  await ben.press(ben.drawer.getByLabel("carried hidden"));
  await ben.drawer.getByLabel("Where it is").selectOption("Put away");
  await ben.press(ben.drawer.getByRole("button", { name: "Add it" }));
  await expect(ben.drawer.locator("li.item").filter({ hasText: "Dagger" })).toContainText("put away");
  await ben.closeDrawer();
  await ben.press(ben.page.locator("#row-sheet").getByRole("button", { name: "Close" }));

  await goOn(all, "1 act Ilse");
  await anna.tab("Me");
  const intent = anna.page.locator(".intent").filter({ visible: true });
  await anna.press(intent.getByRole("button", { name: "Wait…" }));
  await intent.getByLabel("What are you waiting for?").fill("if he fires");
  await anna.press(intent.getByRole("button", { name: "Wait", exact: true }));
  await says(all, "Ilse delays", "if he fires");
  for (const person of all) await expect(person.row("Tom")).toHaveAttribute("data-acting", "true");
  await ben.attack({ what: "draw" });
  for (const person of all) await expect(person.row("Tom").locator(".condition")).toContainText("without Defense");
  await goOn(all, "1 act Gunman");
  await mara.attack({ at: ["Tom"], what: "shoot" });
  await server.dice([1, 1, 1, 1]);
  await mara.throwDice();
  await anna.press(intent.getByRole("button", { name: "Act next" }));
  await goOn(all, "1 act Ilse");
  const fist = ["Strength +3 CHR-ATK-02", "Brawl +2 CHR-ATK-02"];
  const blow = async (attack, terms, sum, dice, track) => {
    await anna.attack({ at: ["Gunman"], ...attack });
    await mara.answer("apply");
    await asked([mara, anna], [...terms, "Defense −2 CHR-DEF-02"], sum);
    await server.dice(dice);
    await anna.throwDice();
    await see(all, { Gunman: track });
  };
  await blow({ what: "unarmed" }, fist, 3, [8, 1, 1], "/......");

  // Turn 2: the telephone; 8 is 1 + 1 = 2 lethal, and its Durability of 2 keeps both off it.
  await goOn(all, "2 act Ilse");
  const phone = ["Strength +3 CHR-ATK-04", "Weaponry +2 CHR-ATK-04", "Improvised weapon −1 CHR-IMPR-02"];
  await blow({ what: "melee" }, phone, 2, [8, 1], "XX/....");
  await goOn(all, "2 act Tom");
  await goOn(all, "2 act Gunman");
  // Turn 3: with the left fist.
  await goOn(all, "3 act Ilse");
  await blow({ what: "unarmed", set: ticked(anna, "more", "with the other hand") }, [...fist, "Offhand −2 CHR-CMP-03"], 1, [8], "XX//...");
});
