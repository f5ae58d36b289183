// A fight by the rules of chronicle, from the first die to the last: on a laptop and two phones, with dice that fall
// as they are written here. What must stand on every screen was worked out by hand; the ids are those of
// docs/rules/chronicle.md.
import { PHONE, SIZES, expect, test } from "./table.mjs";
import { Witness, listen } from "./witness.mjs";

/** A storyteller on a laptop, Anna and Jo on phones. */
async function sitDown(guest) {
  const [mara, anna, jo] = [await guest(), await guest(SIZES.phone, PHONE), await guest(SIZES.phone, PHONE)];
  await mara.makeTable("The Wharf, midnight", "Mara", "chronicle");
  const { player } = await mara.invitation();
  await anna.join(player, "Anna");
  await jo.join(player, "Jo");
  return [mara, anna, jo];
}

/** Ends the turn on this person's screen; then it is the turn of `name` on all of them. */
async function next(person, all, name) {
  await person.next();
  for (const each of all) await expect(each.row(name)).toHaveAttribute("data-acting", "true");
}

/** The log of this person since the fight began, the oldest first: what happened, what the dice came to, what follows. */
async function told(person) {
  const lines = await person.page.locator(".entry").evaluateAll((all) =>
    all.map((line) => [...line.querySelectorAll(".entry-what, .entry-result, .entry-effect")].map((part) => part.textContent).join(" | ")),
  );
  lines.reverse();
  return lines.slice(lines.findIndex((line) => / acts$/.test(line)));
}

/** Opens what lies folded, if it does. */
async function unfold(details) {
  if ((await details.getAttribute("open")) === null) await details.locator("summary").first().tap();
}

/** Chooses what an attack aims at, in the draft that is open. */
const called = (words) => async (draft) => {
  await unfold(draft.locator("details.draft-options"));
  await draft.getByRole("group", { name: "called shot" }).getByRole("button", { name: words }).tap();
};

/** Says how far away the target is, in the draft that is open. */
const yards = (far) => async (draft) => {
  await unfold(draft.locator("details.draft-options"));
  await draft.getByRole("spinbutton", { name: "distance in yards" }).fill(String(far));
};

test("a fight to its end: a burst, a grapple, wounds that come due, and three who fall", async ({ guest, server }) => {
  const [mara, anna, jo] = await sitDown(guest);
  const all = [mara, anna, jo];
  const stand = async (name, picture) => {
    for (const person of all) await person.sees(name, picture);
  };
  await anna.add("Ilse str 3 dex 3 wits 3 stam 2 brawl 3 willpower 5");
  await jo.add("Tom str 2 dex 3 wits 2 stam 2 firearms 3 with small submachine gun, light vest");
  await mara.add("Brute str 4 dex 2 wits 2 stam 3 brawl 3");
  await mara.add("2x Thug str 3 dex 2 wits 2 stam 2 brawl 2");

  // Initiative: die + Dexterity + Composure (2) − weapon (CHR-INIT-01, 05). Ilse 5 + 3 + 2 = 10, Tom
  // 10 + 3 + 2 − 2 = 13, the Brute 4 + 2 + 2 = 8, Thug A 2 + 2 + 2 = 6, Thug B 1 + 2 + 2 = 5.
  await server.dice([5]);
  await anna.rollInitiative();
  await anna.seesOrder(["Ilse"]);
  await server.dice([10]);
  await jo.rollInitiative();
  await jo.seesOrder(["Tom", "Ilse"]);
  await server.dice([4, 2, 1]);
  await mara.press(mara.page.locator("#roll-rest"));
  for (const person of all) await person.seesOrder(["Tom", "Ilse", "Brute", "Thug A", "Thug B"]);
  const dana = await Witness.joins(guest, mara);
  // What one who plays nobody hears of a whole turn, and she who is asked of one exchange: every sentence, word for word.
  const [hears, annaHears] = [await listen(dana.person), await listen(anna)];
  await next(mara, all, "Tom");

  // Turn 1, Tom: a medium burst at both thugs (CHR-AUTO-03). They are ten yards away: no Defense (CHR-DEF-03), short
  // range (CHR-RNG-01). Dexterity 3 + Firearms 3 + 2 for the burst − 2 for two targets (CHR-AUTO-05) = 6 dice each.
  // Thug A: 8 9 are 2, + 1 of the gun = 3 lethal (CHR-ATK-07, 09). Thug B: 8 8 9 9 10 10, and of the two dice more
  // (CHR-DICE-02) the 9, are 7, + 1 = 8 lethal: seven boxes, and the eighth makes one aggravated (CHR-DMG-04). With
  // lethal in the last box he is unconscious (CHR-WND-04).
  await server.dice([8, 9, 3, 2, 1, 1, 8, 8, 9, 9, 10, 10, 9, 3]);
  await jo.attack({
    at: ["Thug A", "Thug B"],
    what: "burst",
    set: async (draft) => {
      await unfold(draft.locator("details.draft-options"));
      await draft.getByRole("button", { name: "medium: 10 bullets, up to three" }).tap();
    },
  });
  await jo.throwDice();
  await stand("Thug A", "XXX....");
  await stand("Thug B", "*XXXXXX");
  await hears("Tom acts, turn 1", "Tom: Burst, against Thug A and Thug B", "Thug A takes 3 lethal. Thug B takes 8 lethal: unconscious, bleeding out");
  await next(jo, all, "Ilse");

  // Ilse strikes the Brute. Mara saves his Defense (CHR-DEF-06), takes that back, and applies it; then she rules that
  // the wet floor costs two dice (CHR-ST-01); Ilse spends Willpower for three. Strength 3 + Brawl 3 (CHR-ATK-02)
  // − Defense 2 (CHR-DEF-01, 02) − 2 + 3 = 5 dice: 8 9 are 2 bashing (CHR-ATK-08).
  await anna.attack({ at: ["Brute"], what: "unarmed" });
  await mara.answer("withhold");
  await expect(anna.question.locator(".sum")).toContainText("6");
  await mara.press(mara.exchange.getByRole("button", { name: "Undo last step" }));
  await mara.answer("apply");
  await expect(anna.question.locator(".sum")).toContainText("4");
  await mara.exchange.getByText("Ruling…").click();
  await mara.exchange.getByLabel("What else counts").fill("Wet floor");
  await mara.exchange.getByLabel("Modifier").fill("−2");
  await mara.press(mara.exchange.getByRole("button", { name: "Add" }));
  await expect(anna.question.locator(".sum")).toContainText("2");
  await server.dice([8, 9, 3, 1, 1]);
  await anna.throwDice({ buy: "willpower" });
  await stand("Brute", "//......");
  await hears(
    "Ilse acts, turn 1",
    "Ilse: Unarmed attack, against Brute",
    "Brute: Keep your Defense. Apply Defense?",
    "Unarmed attack: last step undone",
    "Brute: Apply Defense. Apply Defense?",
    "Ruling on Unarmed attack: Ilse: Wet floor −2",
    "Brute takes 2 bashing",
  );
  await annaHears(
    "Tom acts, turn 1",
    "Tom: Burst, against Thug A and Thug B",
    "Thug A takes 3 lethal. Thug B takes 8 lethal: unconscious, bleeding out",
    "Ilse acts, turn 1",
    "Ilse: Unarmed attack, against Brute",
    "Brute: Keep your Defense. Apply Defense? Ilse: Unarmed attack",
    "Unarmed attack: last step undone",
    "Brute: Apply Defense. Apply Defense? Ilse: Unarmed attack",
    "Ruling on Unarmed attack: Ilse: Wet floor −2",
    "Brute takes 2 bashing",
  );
  await next(anna, all, "Brute");

  // The Brute strikes Ilse, and Anna answers: Strength 4 + Brawl 3 − Defense 3 = 4 dice, one success.
  await server.dice([8, 1, 1, 1]);
  await mara.attack({ at: ["Ilse"] });
  await anna.answer("apply");
  await stand("Ilse", "/......");
  await hears("Brute acts, turn 1", "Brute: Unarmed attack, against Ilse", "Ilse takes 1 bashing");
  await annaHears("Brute acts, turn 1", "Brute: Unarmed attack, against Ilse. Ilse: Apply Defense?", "Ilse takes 1 bashing");
  await next(mara, all, "Thug A");

  // Thug A charges Tom (CHR-CHG-01): Strength 3 + Brawl 2 − Defense 2 = 3 dice; his wounds are no penalty yet
  // (CHR-WND-01). Two successes, and the vest takes one (CHR-ARM-03): 1 bashing.
  await server.dice([8, 9, 1]);
  await mara.attack({ at: ["Tom"], what: "charge" });
  await jo.answer("apply");
  await stand("Tom", "/......");
  await hears("Thug A acts, turn 1", "Thug A: Charge, against Tom", "Tom takes 1 bashing");
  // Thug B is passed over. Every box of his holds lethal or worse: a point each turn (CHR-BLEED-03).
  await next(mara, all, "Tom");
  await expect(jo.entry("Thug B is down and skipped")).toHaveCount(1);
  await hears("Tom acts, turn 2 · Thug B is down and skipped");
  await mara.accept("bleed");
  await stand("Thug B", "**XXXXX");
  await dana.hears("Thug B", { damage: "1 lethal" });

  // Turn 2. Tom aims at the leg of Thug A, who stands before him since the charge: one yard, so Defense counts
  // (CHR-DEF-03, CHR-CQB-01); the gun is of Size 1 and adds nothing to it (CHR-CQB-02). Dexterity 3 + Firearms 3
  // − 2 for the leg (CHR-TGT-03) − Defense 2 = 2 dice: 8 9, and 1 of the gun: 3 lethal, more than Stamina 2. Jo picks
  // what the leg suffers.
  await server.dice([8, 9]);
  await jo.attack({ at: ["Thug A"], what: "shoot", set: async (draft) => {
    await called("leg (−2)")(draft);
    await yards(1)(draft);
  } });
  await mara.answer("apply");
  await jo.answer("knocked_down");
  await stand("Thug A", "XXXXXX.");
  await next(jo, all, "Ilse");

  // Ilse takes hold of the Brute (CHR-GRAP-01): Strength 3 + Brawl 3 = 6 dice against Dexterity 2 + Brawl 3 = 5.
  // 3 successes to 1. An ordinary success gives no move (CHR-GRAP-02).
  await server.dice([8, 9, 8, 1, 1, 1, 8, 1, 1, 1, 1]);
  await anna.attack({ at: ["Brute"], what: "grapple" });
  await anna.throwDice();
  for (const person of all) await expect(person.page.locator(".hold")).toContainText("Ilse grapples Brute");
  // The Brute can do nothing of his own in a grapple (CHR-GRAP-15), Thug A has lost his action (CHR-COND-04).
  await next(anna, all, "Brute");
  await next(mara, all, "Thug A");
  await next(mara, all, "Tom");
  // It is the storyteller's to let a point of bleeding pass.
  await mara.press(mara.row("Thug B").getByRole("button", { name: "Skip it" }));
  await expect(mara.page.locator(".due")).toHaveCount(0);

  // Turn 3. Tom shoots Thug A on the ground, from one yard: 2 dice more instead of less (CHR-PRONE-03). Dexterity 3
  // + Firearms 3 + 2 − Defense 2 = 6 dice: one success, + 1 of the gun = 2 lethal. The first fills the last box, the
  // other makes one aggravated (CHR-DMG-04).
  await server.dice([8, 1, 1, 1, 1, 1]);
  await jo.attack({ at: ["Thug A"], what: "shoot", set: yards(1) });
  await mara.answer("apply");
  await stand("Thug A", "*XXXXXX");
  await next(jo, all, "Ilse");

  // The contest of this turn comes at the higher initiative of the two, that is Ilse's (CHR-GRAP-04): Strength 3
  // + Brawl 3 − the other's Strength 4 = 2 dice, none counts. The Brute: Strength 4 + Brawl 3 − 3 = 4 dice, 8 9 10 10,
  // and of the two more 8 9: 6, exceptional, two moves (CHR-GRAP-05). Damage: his own 6 − her 0 = 6 bashing
  // (CHR-GRAP-08); with the one before, all seven boxes. Then a Hold (CHR-GRAP-11).
  await server.dice([1, 1, 8, 9, 10, 10, 8, 9]);
  await anna.attack({ at: ["Brute"], what: "wrestle" });
  await anna.throwDice();
  await mara.answer("damage");
  await mara.answer("hold");
  await stand("Ilse", "///////");
  for (const person of all) await expect(person.page.locator(".hold").filter({ hasText: "Brute holds Ilse" })).toHaveCount(1);
  // What Dana read on the cards is how they stand, those two with their hands on each other: she plays nobody and saw no
  // more. A wound on a full track makes one of its marks worse (CHR-DMG-04).
  await dana.agrees(all, { overflows: true });
  await next(anna, all, "Brute");
  await next(mara, all, "Tom");
  await expect(jo.entry("Thug A and Thug B are down and skipped")).toHaveCount(1);

  // Turn 4. Thug A bleeds now too (CHR-BLEED-03).
  await mara.accept("bleed");
  await stand("Thug A", "**XXXXX");
  await dana.hears("Thug A", { damage: "1 lethal" });
  await mara.press(mara.row("Thug B").getByRole("button", { name: "Skip it" }));
  await expect(mara.page.locator(".due")).toHaveCount(0);
  // Tom ties off the wounds of Thug B; the storyteller says that it is enough (CHR-BLEED-04).
  await jo.attack({ at: ["Thug B"], what: "dress_wounds" });
  await mara.answer("enough");
  await next(jo, all, "Ilse");

  // Bashing in her last box: Ilse rolls Stamina 2 to stay awake, without the wounds (CHR-WND-03, CHR-WND-02).
  await server.dice([8, 1]);
  await anna.accept("stay_awake");
  await expect(anna.page.locator(".due")).toHaveCount(0);
  // Strength 3 + Brawl 3 − the other's Strength 4 − 3 for the wounds (CHR-WND-01) is below 0: a chance die, and it
  // shows a 10 (CHR-DICE-04). The Brute: Strength 4 + Brawl 3 − 3 = 4 dice, none counts. Ilse breaks free, and may act
  // in this turn (CHR-GRAP-06, CHR-GRAP-15).
  await server.dice([10, 1, 1, 2, 3]);
  await anna.attack({ at: ["Brute"], what: "wrestle" });
  await anna.throwDice();
  await anna.answer("break_free");
  for (const person of all) await expect(person.page.locator(".hold")).toHaveCount(0);
  // Strength 3 + Brawl 3 + Willpower 3 − wounds 3 − Defense 2 = 4 dice: 8 9 10 10, and 9 8 of the two more: 6 bashing.
  // Eight boxes are full.
  await server.dice([8, 9, 10, 10, 9, 8]);
  await anna.attack({ at: ["Brute"], what: "unarmed" });
  await mara.answer("apply");
  await anna.throwDice({ buy: "willpower" });
  await stand("Brute", "////////");
  await next(anna, all, "Brute");
  // The Brute rolls Stamina 3 to stay awake, and falls (CHR-WND-03).
  await server.dice([1, 1, 2]);
  await mara.accept("stay_awake");
  for (const person of all) await expect(person.row("Brute")).toHaveAttribute("data-out", "true");
  await dana.hears("Brute", { states: "unconscious" });
  // Nothing is left to fight, and all three are passed over.
  await next(mara, all, "Tom");
  await next(jo, all, "Ilse");
  await next(anna, all, "Tom");

  await dana.agrees(all, { overflows: true });
  // On every screen the same is left of it.
  const left = {
    Tom: ["/......", "false"],
    Ilse: ["///////", "false"],
    Brute: ["////////", "true"],
    "Thug A": ["**XXXXX", "true"],
    "Thug B": ["**XXXXX", "true"],
  };
  for (const person of all) {
    for (const [name, [track, out]] of Object.entries(left)) {
      await person.sees(name, track);
      await expect(person.row(name)).toHaveAttribute("data-out", out);
    }
    await expect(person.page.locator(".hold")).toHaveCount(0);
    await expect(person.exchange).toHaveCount(0);
    await expect(person.row("Ilse").locator(".penalty")).toHaveText("−3");
    await expect(person.row("Brute").locator(".condition")).toContainText("unconscious");
    await expect(person.row("Thug A").locator(".condition")).toContainText("unconscious · bleeding out");
    // Thug B is tied off (CHR-BLEED-04).
    await expect(person.row("Thug B").locator(".condition")).not.toContainText("bleeding");
  }
  // What each is in, by the sheet of the row: the Hold and the grapple are over, Thug A still lies there.
  const conditions = { Tom: [], Ilse: [], Brute: ["unconscious"], "Thug A": ["prone"], "Thug B": ["stabilized"] };
  for (const [name, words] of Object.entries(conditions)) {
    await mara.press(mara.row(name).locator(".token"));
    const sheet = mara.page.locator("#row-sheet");
    const part = sheet.locator(".sheet-part").filter({ has: mara.page.getByRole("heading", { name: "Conditions" }) });
    await expect(part.locator("button[aria-pressed=true]")).toHaveText(words);
    await mara.press(sheet.getByRole("button", { name: "Close" }));
    await expect(sheet).toBeHidden();
  }
  // Two points of Willpower are gone (5 − 2).
  await expect(anna.page.locator(".own .pool[data-pool=willpower] strong")).toHaveText("3");

  // And every screen tells the same story; what comes due to a foe is the storyteller's to know.
  const story = `
    Tom acts
    Tom: Burst
    Tom: Small submachine gun
    Tom: Shot: Small submachine gun | 2 successes
    Thug A takes 3 lethal
    Tom: Shot: Small submachine gun | 7 successes · exceptional
    Thug B takes 8 lethal | Thug B: unconscious | Thug B: bleeding out
    Ilse acts
    Ilse: Unarmed attack
    Brute: Keep your Defense
    Unarmed attack: last step undone
    Brute: Apply Defense
    Ruling on Unarmed attack: Ilse: Wet floor −2
    Ilse: Unarmed attack | 2 successes
    Ilse spends 1 Willpower
    Brute takes 2 bashing
    Brute acts
    Brute: Unarmed attack
    Ilse: Apply Defense
    Brute: Unarmed attack | 1 success
    Ilse takes 1 bashing
    Thug A acts
    Thug A: Charge
    Tom: Apply Defense
    Thug A: Unarmed attack | 2 successes
    Thug A is without Defense
    Thug A and Tom
    Tom takes 1 bashing
    Tom acts
    Thug A is no longer without Defense
    ! Thug B: Bleeds
    Thug B takes 1 lethal
    Tom: Shoot
    Tom: Small submachine gun
    Thug A: Apply Defense
    Tom: Shot: Small submachine gun | 2 successes
    Tom: Knocked Down
    Thug A takes 3 lethal | Thug A: bleeding
    Thug A is prone
    Ilse acts
    Ilse: Grapple
    Ilse: Grapple | 3 successes
    Brute: Grapple | 1 success
    Ilse grapples Brute
    Ilse grapples Brute, 3 to 1
    Brute acts
    Thug A acts
    Tom acts
    ! Thug B: Bleeds
    Tom: Shoot
    Tom: Small submachine gun
    Thug A: Apply Defense
    Tom: Shot: Small submachine gun | 1 success
    Thug A takes 2 lethal | Thug A: unconscious | Thug A: bleeding out
    Ilse acts
    Ilse: Wrestle
    Ilse: Grapple | no success
    Brute: Grapple | 6 successes · exceptional
    Brute: Damage
    Brute: Hold
    Ilse takes 6 bashing | Ilse: roll Stamina to stay awake
    Brute holds Ilse
    Brute holds out against Ilse, 6 to 0
    Brute acts
    Tom acts
    ! Thug A: Bleeds
    Thug A takes 1 lethal
    ! Thug B: Bleeds
    Tom: Dress wounds
    Enough
    Thug B is stabilized
    Ilse acts
    Ilse: Stay awake | 1 success
    Ilse: Wrestle
    Ilse: Grapple | 1 success
    Brute: Grapple | no success
    Ilse: Break Free
    Brute no longer holds Ilse
    Ilse no longer grapples Brute
    Ilse gets free of Brute, 1 to 0
    Ilse: Unarmed attack
    Brute: Apply Defense
    Ilse: Unarmed attack | 6 successes · exceptional
    Ilse spends 1 Willpower
    Brute takes 6 bashing | Brute: roll Stamina to stay awake
    Brute acts
    Brute: Stay awake | no success
    Brute is unconscious
    Tom acts
    Ilse acts
    Tom acts`;
  const lines = story.trim().split("\n").map((line) => line.trim());
  const open = lines.filter((line) => !line.startsWith("!"));
  await expect.poll(() => told(mara)).toEqual(lines.map((line) => line.replace(/^! /, "")));
  for (const person of [anna, jo]) await expect.poll(() => told(person)).toEqual(open);
  await expect(anna.entry("Brute, Thug A and Thug B are down and skipped")).toHaveCount(1);
});

test("the plain case takes four taps over both devices", async ({ guest, server }) => {
  const [mara, anna] = [await guest(), await guest(SIZES.phone, PHONE)];
  await mara.makeTable("The Wharf, midnight", "Mara", "chronicle");
  await anna.join((await mara.invitation()).player, "Anna");
  await anna.add("Ilse str 3 dex 3 wits 3 brawl 2 willpower 5");
  await mara.add("2x Thug dex 2 wits 2 stam 2");
  // Initiative, a die each (CHR-INIT-01): Ilse 9 + 3 + 2, the thugs 2 + 2 + 2 and 1 + 2 + 2.
  await server.dice([9]);
  await anna.rollInitiative();
  await anna.seesOrder(["Ilse"]);
  await server.dice([2, 1]);
  await mara.press(mara.page.locator("#roll-rest"));
  await anna.seesOrder(["Ilse", "Thug A", "Thug B"]);
  await next(mara, [mara, anna], "Ilse");

  // Strength 3 + Brawl 2 (CHR-ATK-02) − Defense 2 (CHR-DEF-01, 02) = 3 dice: 8 9 are two successes (CHR-DICE-01), and
  // fists bash (CHR-ATK-08): two points of bashing.
  await server.dice([8, 9, 1]);
  const before = (await mara.taps()) + (await anna.taps());
  await anna.attack({ at: ["Thug B"], throws: true });
  await mara.answer("apply");
  for (const person of [mara, anna]) await person.sees("Thug B", "//.....");
  expect((await mara.taps()) + (await anna.taps()) - before).toBe(4);
});
