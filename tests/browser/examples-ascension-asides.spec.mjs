// What the text behind the rules of ascension works out in passing, beside examples-ascension.spec.mjs, played through the
// screen: a storyteller and a player on phones, with dice that fall as they are written here. Above each stands what the
// text says, and what has to come of it was worked out from that by hand; the ids are those of docs/rules/ascension.md.
import { chosen, each, onPhones, says } from "./examples.mjs";
import { goOn, rollInitiative, see } from "./fight.mjs";
import { expect, test } from "./table.mjs";

/** Damage by the rules, from the sheet of a row. */
async function harm(person, name, points, word) {
  await person.press(person.row(name).locator(".token"));
  const sheet = person.page.locator("#row-sheet");
  for (let point = 1; point < points; point += 1) await person.press(sheet.getByRole("button", { name: "more points" }));
  await person.press(sheet.locator(".damage").getByRole("button", { name: word, exact: true }));
  await expect(sheet).toBeHidden();
}

// The cinematic option: humans soak lethal damage with Stamina against 8 (ASC-CINE-01), if the table likes only those of
// Stamina 3 or more (ASC-CINE-02), no matter who plays them (ASC-CINE-03): a tough sorceress stands up to a man with a
// switchblade, a mortal thug to her, and a grandmother with Stamina 2 soaks no shotgun. Aggravated damage is never soaked
// (ASC-CINE-04).
//
// The thug's blade: Dexterity 3 + Melee 2: 6 is one; Strength 2 + knife 1: 6 7 8 are three; Stamina 3 against 8: 8 9 7 are
// two: one level. Lin's own: Dexterity 3 + Melee 3: one; Strength 2 + knife 1: 6 7 8; Stamina 3: 8 2 3 is one: two levels.
// Her shotgun at Grandma: Dexterity 3 + Firearms 1: one; 8 dice: 6 7 8 are three, and nothing is rolled against them. The
// thug's claws do two dice and Strength 2, 6 7 2 3: two aggravated levels.
test("the cinematic option: a switchblade, a thug, a grandmother, and claws", async ({ guest, server }) => {
  const all = await onPhones(guest, "ascension", "The tea room", "Anna");
  const [mara, anna] = all;
  await mara.turnOn("cinematic_damage");
  await mara.houseRules(async (rules) => {
    const least = rules.locator(".set[data-setting=cinematic_min_stamina]");
    await least.getByRole("spinbutton").fill("3");
    await least.getByRole("button", { name: "Set:" }).click();
    await expect(least).toHaveAttribute("data-differs", "true");
  });
  await anna.add("Lin mage str 2 dex 3 stamina 3 wits 3 melee 3 firearms 1 with knife, shotgun");
  await mara.add("Thug str 2 dex 3 stamina 3 wits 3 melee 2 with knife");
  await mara.add("Grandma str 1 dex 1 stamina 2 wits 2");
  await rollInitiative(all, server, [5], [9, 1]);
  // Claws of the thug's, on his sheet.
  await mara.press(mara.row("Thug").locator(".token"));
  await mara.press(mara.page.locator("#row-sheet").getByRole("link", { name: "Sheet of Thug" }));
  await mara.press(mara.drawer.getByText("Something of your own"));
  await mara.press(mara.drawer.getByRole("link", { name: "Weapon", exact: true }));
  await mara.drawer.getByLabel("What it is called").fill("Claws");
  await mara.drawer.getByLabel("Damage").last().fill("2");
  for (const tag of ["aggravated", "adds Strength"]) await mara.press(mara.drawer.getByLabel(tag));
  await mara.press(mara.drawer.getByRole("button", { name: "Add it" }));
  await expect(mara.drawer.locator("li.item").filter({ hasText: "Claws" })).toContainText("in hand");
  await mara.closeDrawer();
  await mara.press(mara.page.locator("#row-sheet").getByRole("button", { name: "Close" }));

  await goOn(all, "1 act Thug");
  await mara.attack({ at: ["Lin"], what: "weapon", item: "Knife" });
  await server.dice([6, 2, 3, 4, 5]);
  await mara.throwDice();
  await server.dice([6, 7, 8, 8, 9, 7]);
  await anna.answer("none");
  await says(all, "Lin: Soak", "Stamina +3 ASC-CINE-01", "difficulty 8", "2 successes");
  await see(all, { Lin: "X......" });
  await goOn(all, "1 act Lin");
  await anna.attack({ at: ["Thug"], what: "weapon" });
  // He has acted, and has nothing left for a defense.
  await server.dice([6, 2, 3, 4, 5, 5, 6, 7, 8, 8, 2, 3]);
  await anna.throwDice();
  await says([mara], "Thug: Soak", "Stamina +3 ASC-CINE-01");
  await says(all, "Thug: Soak", "difficulty 8", "1 success");
  await see(all, { Thug: "XX....." });
  for (const step of ["1 act Grandma", "2 act Thug"]) await goOn(all, step);
  await mara.attack({ at: ["Lin"], what: "weapon", item: "Claws" });
  // Hurt, he rolls four dice.
  await server.dice([6, 2, 3, 4]);
  await mara.throwDice();
  await server.dice([6, 7, 2, 3]);
  await anna.answer("none");
  await see(all, { Lin: "**X...." });
  await goOn(all, "2 act Lin");
  // Injured, she rolls three dice.
  await anna.attack({ at: ["Grandma"], what: "shoot" });
  await server.dice([6, 2, 3]);
  await anna.throwDice();
  await server.dice([6, 7, 8, 2, 3, 4, 5, 5]);
  await mara.answer("none");
  await see(all, { Grandma: "XXX...." });
});

// A lethal point on top of bashing ones: as other books have it every point fills a box, the graver on top (ASC-REC-02); the
// way that is kinder to mages turns the slash into a cross, and a cross into a star, and no further box is marked
// (ASC-REC-03).
test("a slash, a cross and a star: in boxes of their own, and in the same one", async ({ guest, server }) => {
  const all = await onPhones(guest, "ascension", "The sidewalk", "Anna");
  const [mara, anna] = all;
  await anna.add("Lin mage dex 3 stamina 2 wits 3");
  await mara.add("2x Sleeper dex 2 stamina 2 wits 2");
  await rollInitiative(all, server, [9], [2, 1]);
  const marks = async (name, tracks) => {
    for (const [word, track] of [["bashing", tracks[0]], ["lethal", tracks[1]], ["aggravated", tracks[2]]]) {
      await harm(mara, name, 1, word);
      await see(all, { [name]: track });
    }
  };
  await marks("Sleeper A", ["/......", "X/.....", "*X/...."]);
  await mara.houseRules(async (rules) => {
    await rules.locator(".set[data-setting=damage_recording] button[value=upgrade]").click();
    await expect(rules.locator(".set[data-setting=damage_recording]")).toHaveAttribute("data-differs", "true");
  });
  await marks("Sleeper B", ["/......", "X......", "*......"]);
});

// A blow is dodged against 5, a gun nearby against 9 and right before one's chest against 10 (ASC-DODGE-02); a doorway is two
// harder (ASC-DODGE-04) and leaves no room for Acrobatics (ASC-DODGE-05). A fist is blocked against 6, a table against 8
// (ASC-BLOCK-02). Bare skin blocks no sword (ASC-BLOCK-05), and nothing blocks a chainsaw (ASC-BLOCK-06) or a bullet
// (ASC-BLOCK-03); a martial artist stops an arrow against 8 (ASC-BLOCK-04), others do not.
test("what is dodged and what is blocked, and how hard that is", async ({ guest, server }) => {
  const all = await onPhones(guest, "ascension", "The dojo", "Anna", "Ben");
  const [mara, anna, ben] = all;
  await anna.add("Ilse mage str 2 dex 3 stamina 2 wits 2 athletics 1 acrobatics 2 brawl 2 willpower 5");
  await ben.add("Monk mage str 2 dex 3 stamina 2 wits 2 brawl 1 martial_arts 3 willpower 5");
  await mara.add("Foe str 3 dex 4 stamina 3 wits 4 brawl 2 melee 2 firearms 2 athletics 2 with table, sword, chainsaw, bow, light pistol");
  await rollInitiative(all, server, [2, 1], [9]);
  await goOn(all, "1 act Foe");
  /** The foe attacks and has one success; this is how hard the answer is; then the storyteller calls it off. */
  const meets = async (person, name, attack, ways, not = {}) => {
    await mara.attack({ at: [name], ...attack });
    await server.dice([10, 3, 3, 3, 4, 4]);
    await mara.throwDice();
    for (const [way, rule] of Object.entries(not)) {
      await expect(person.question.locator(`.barred[data-key="${way}"]`)).toContainText(rule);
    }
    for (const [way, face] of Object.entries(ways)) {
      // What might be bought for the roll lets it wait.
      await person.press(person.question.getByLabel("Spend points first"));
      await person.answer(way);
      await expect(person.question.locator(".roll-now")).toContainText(`against ${face}`);
      await person.press(person.exchange.getByRole("button", { name: "Undo last step" }));
    }
    await mara.tab("Dice");
    await mara.press(mara.exchange.getByRole("button", { name: "Cancel" }));
    for (const one of all) await expect(one.exchange).toHaveCount(0);
    await mara.tab("Order");
  };
  const room = (words) => chosen(mara, "situation", "room to dodge", words);
  const range = (words) => chosen(mara, "situation", "range", words);
  await meets(anna, "Ilse", { what: "strike" }, { dodge: 5, acrobatics: 5, block: 6 });
  await meets(anna, "Ilse", { what: "strike", set: room("tight, such as a doorway") }, { dodge: 7 }, { acrobatics: "ASC-DODGE-05" });
  await meets(anna, "Ilse", { what: "weapon", item: "Table", set: room("open") }, { block: 8 });
  await meets(anna, "Ilse", { what: "weapon", item: "Sword" }, { dodge: 5 }, { block: "ASC-BLOCK-05" });
  await meets(anna, "Ilse", { what: "weapon", item: "Chainsaw" }, {}, { block: "ASC-BLOCK-06" });
  await meets(anna, "Ilse", { what: "shoot", set: each(range("close")) }, { dodge: 9 }, { block: "ASC-BLOCK-03" });
  await meets(anna, "Ilse", { what: "shoot", set: range("point-blank: two yards or less") }, { dodge: 10 });
  await meets(anna, "Ilse", { what: "bow" }, { dodge: 6 }, { block: "ASC-BLOCK-03" });
  await meets(ben, "Monk", { what: "bow" }, { trained_block: 8 }, { block: "ASC-BLOCK-03" });
});
