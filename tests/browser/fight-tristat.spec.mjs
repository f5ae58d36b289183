// A fight by the rules of Tri-Stat, from the first die to the last: on a laptop and two phones, with dice that fall as
// they are written here. What must stand on every screen was worked out by hand; the ids are those of
// docs/rules/tristat.md.
import { PHONE, SIZES, expect, test } from "./table.mjs";
import { Witness } from "./witness.mjs";

/** The Health of a combatant on this person's screen, as it is written: `43/55`. */
async function health(person, name) {
  return (await person.row(name).locator(".points-figure").innerText()).replace(/\s/g, "");
}

/** The log of this person since the fight began, the oldest first: what happened, what the dice came to, what follows. */
async function told(person) {
  const lines = await person.page.locator(".entry").evaluateAll((all) =>
    all.map((line) => [...line.querySelectorAll(".entry-what, .entry-result, .entry-effect")].map((part) => part.textContent).join(" | ")),
  );
  lines.reverse();
  return lines.slice(lines.findIndex((line) => / acts$/.test(line)));
}

/** Ends the turn on this person's screen; then it is the turn of `name` on all of them. */
async function next(person, all, name) {
  await person.next();
  for (const each of all) await expect(each.row(name)).toHaveAttribute("data-acting", "true");
}

/** Opens what lies folded, if it does. */
async function unfold(details) {
  if ((await details.getAttribute("open")) === null) await details.locator("summary").first().click();
}

test("the plain case takes four taps over both devices", async ({ guest, server }) => {
  const [mara, anna] = [await guest(), await guest(SIZES.phone, PHONE)];
  await mara.makeTable("The Old Mill", "Mara", "tristat");
  await anna.join((await mara.invitation()).player, "Anna");
  await anna.add("Ilse body 5 mind 5 soul 5 melee 2 with sword");
  await mara.add("2x Goon body 3 mind 2 soul 1");
  // Initiative: a die + Combat Value 5 and 2 (TRI-TURN-01).
  await server.dice([6]);
  await anna.rollInitiative();
  await expect(mara.page.locator(".row")).toHaveCount(1);
  await server.dice([2, 1]);
  await mara.press(mara.page.locator("#roll-rest"));
  await anna.seesOrder(["Ilse", "Goon A", "Goon B"]);
  await next(mara, [mara, anna], "Ilse");

  // Combat Value 5 (TRI-STAT-01) + Melee 2 = 7, and 3 + 4 is no more: a hit (TRI-ATK-01, 02). Goon B defends with his
  // Defense Value 0 (TRI-STAT-02, TRI-DEF-02): 2 + 3 fails. Sword 8 + Combat Value 5 = 13 (TRI-DMG-01) of his Health
  // 5 × (3 + 1) = 20 (TRI-STAT-03): 7 are left.
  await server.dice([3, 4, 2, 3]);
  const before = (await mara.taps()) + (await anna.taps());
  await anna.attack({ at: ["Goon B"], throws: true });
  await mara.answer("defend");
  for (const person of [mara, anna]) await expect.poll(() => health(person, "Goon B")).toBe("7/20");
  expect((await mara.taps()) + (await anna.taps()) - before).toBe(4);
});

test("a fight to its end: two pistols at two, a grapple, a sword that is struck at", async ({ guest, server }) => {
  const [mara, anna, jo] = [await guest(), await guest(SIZES.phone, PHONE), await guest(SIZES.phone, PHONE)];
  const all = [mara, anna, jo];
  await mara.makeTable("The Old Mill", "Mara", "tristat");
  const { player } = await mara.invitation();
  await anna.join(player, "Anna");
  await jo.join(player, "Jo");
  const stand = async (name, figure) => {
    for (const person of all) await expect.poll(() => health(person, name), { message: name }).toBe(figure);
  };
  /** A round begins: everybody rolls anew, and Tom acts first. */
  const begin = async (faces) => {
    await mara.next();
    await expect(mara.page.locator(".phase[data-now=true]")).toHaveAttribute("data-phase", "initiative");
    await server.dice(faces);
    await mara.press(mara.page.locator("#roll-everyone"));
    for (const person of all) await expect(person.row("Tom").locator(".score")).toContainText("10");
    await next(mara, all, "Tom");
  };
  // Combat Value: a third of all three Stats; Defense Value: two less; Health: five times Body and Soul; Energy: five
  // times Mind and Soul (TRI-STAT-01 to 04). Ilse: CV 5, DV 3, Health 55, Energy 45. Tom: CV 4, DV 2, Health 35. The
  // Bear: CV 3, DV 1, Health 35. A goon: CV 2, DV 0, Health 20.
  await anna.add("Ilse body 6 mind 4 soul 5 melee 2 brawl 1 with sword");
  await jo.add("Tom body 4 mind 5 soul 3 ranged 6 with light pistol, light pistol");
  await mara.add("Bear body 6 mind 2 soul 1 brawl 2");
  await mara.add("2x Goon body 3 mind 2 soul 1");

  // Initiative: a die + Combat Value (TRI-TURN-01): Ilse 3 + 5 = 8, Tom 6 + 4 = 10, the Bear 3 + 3 = 6, Goon A
  // 2 + 2 = 4, Goon B 1 + 2 = 3.
  await server.dice([3]);
  await anna.rollInitiative();
  await anna.seesOrder(["Ilse"]);
  await server.dice([6]);
  await jo.rollInitiative();
  await jo.seesOrder(["Tom", "Ilse"]);
  await server.dice([3, 2, 1]);
  await mara.press(mara.page.locator("#roll-rest"));
  for (const person of all) await person.seesOrder(["Tom", "Ilse", "Bear", "Goon A", "Goon B"]);
  const dana = await Witness.joins(guest, mara);
  await next(mara, all, "Tom");

  // Round 1, Tom: a pistol in each hand, at two targets: 6 less on each (TRI-DUAL-01). Combat Value 4 + Ranged 6 − 6
  // = 4. At Goon A 1 + 2: a hit; he lets it come (TRI-DEF-01): pistol 8 + Combat Value 4 = 12 (TRI-DMG-01), 8 are
  // left. At Goon B 1 + 1: a critical (TRI-CRIT-01), and the third die, a 6, makes it four times 12 = 48 (TRI-CRIT-02,
  // TRI-DMG-03): 28 below 0, and he is down (TRI-HLTH-01).
  await server.dice([1, 2, 1, 1, 6]);
  await jo.attack({ at: ["Goon A", "Goon B"], what: "two_weapons" });
  await jo.throwDice();
  await mara.answer("none");
  await jo.throwDice();
  await mara.answer("none");
  await stand("Goon A", "8/20");
  await stand("Goon B", "−28/20");
  await next(jo, all, "Ilse");

  // Ilse aims at a chink in the Bear's armor. There is none, so the storyteller is asked (TRI-CHINK-02): she lets it
  // pass, takes that back, and calls it an ordinary attack. She gives a point for the high ground; Ilse spends 5 Energy
  // for one more (TRI-EN-01). Combat Value 5 + Melee 2 + 1 + 1 = 9: 4 + 5 hits. The Bear defends with 1: 3 + 4 fails.
  // Sword 8 + 5 = 13: 22 are left.
  await anna.attack({
    at: ["Bear"],
    what: "attack",
    set: async (draft) => {
      await unfold(draft.locator("details.draft-options"));
      await anna.press(draft.getByLabel("at a chink in the armor"));
    },
  });
  await mara.answer("aim");
  await expect(anna.question.locator(".sum")).toContainText("5");
  await mara.press(mara.exchange.getByRole("button", { name: "Undo last step" }));
  await mara.answer("plain");
  await expect(anna.question.locator(".sum")).toContainText("7");
  await mara.press(mara.exchange.getByText("Ruling…"));
  await mara.exchange.getByLabel("What else counts").fill("High ground");
  await mara.exchange.getByLabel("Modifier").fill("1");
  await mara.press(mara.exchange.getByRole("button", { name: "Add" }));
  await expect(anna.question.locator(".sum")).toContainText("8");
  await server.dice([4, 5, 3, 4]);
  await anna.throwDice({ buy: "energy" });
  await mara.answer("defend");
  await stand("Bear", "22/35");
  await next(anna, all, "Bear");

  // The Bear grapples Ilse (TRI-GRAP-01): Combat Value 3 + Brawl 2 = 5, 2 + 3 hits. She defends with 3: 3 + 4 fails.
  // Nobody is hurt, and she is held.
  await server.dice([2, 3, 3, 4]);
  await mara.attack({ at: ["Ilse"], what: "grapple" });
  await mara.throwDice();
  await anna.answer("defend");
  for (const person of all) await expect(person.page.locator(".hold")).toContainText("Bear");
  await stand("Ilse", "55/55");
  await next(mara, all, "Goon A");

  // Goon A strikes Tom: Combat Value 2, and two ones hit (TRI-CRIT-01); a 1 doubles (TRI-CRIT-02). Tom defends with 2:
  // 6 + 6 fails. Bare hands 0 + Combat Value 2, doubled: 4.
  await server.dice([1, 1, 1, 6, 6]);
  await mara.attack({ at: ["Tom"], what: "attack" });
  await mara.throwDice();
  await jo.answer("defend");
  await stand("Tom", "31/35");

  // What Dana read on the cards is how they stand, Ilse in the Bear's grip: she plays nobody and saw no more.
  await dana.agrees(all);

  // Goon B is down and passed over. Round 2 begins with initiative (TRI-TURN-01), as before.
  // Who is down rolls nothing.
  await begin([6, 3, 3, 2]);

  // Tom shoots Goon A: Combat Value 4 + Ranged 6 = 10, and 5 + 5 is no more. 12 of his 8: 4 below 0, down.
  await server.dice([5, 5]);
  await jo.attack({ at: ["Goon A"], what: "attack" });
  await jo.throwDice();
  await mara.answer("none");
  await stand("Goon A", "−4/20");
  await next(jo, all, "Ilse");

  // Ilse gets free (TRI-ESC-01): Body 6 + Brawl 1 − 2 = 5 against Body 6 + Brawl 2 = 8. 1 + 2 is 2 under, 5 + 6 is 3
  // over: the higher margin is hers, so she may attack as well (TRI-ESC-02).
  await server.dice([1, 2, 5, 6]);
  await anna.attack({ at: ["Bear"], what: "escape" });
  await anna.throwDice();
  await mara.throwDice();
  for (const person of all) await expect(person.page.locator(".hold")).toHaveCount(0);
  // Combat Value 5 + Melee 2 = 7: 3 + 4. The Bear lets it come: 13, 9 are left.
  await server.dice([3, 4]);
  await anna.attack({ at: ["Bear"], what: "attack" });
  await anna.throwDice();
  await mara.answer("none");
  await stand("Bear", "9/35");
  await next(anna, all, "Bear");

  // The Bear strikes at her sword (TRI-DISARM-01): Combat Value 3 + Brawl 2 − 2 = 3, 1 + 2 hits. She defends with 3:
  // 4 + 4 fails. Body is checked (TRI-DISARM-04): 3 + 3 is no more than 6, so she keeps it, but it is not steady.
  await server.dice([1, 2, 4, 4, 3, 3]);
  await mara.attack({ at: ["Ilse"], what: "disarm" });
  await mara.throwDice();
  await anna.answer("defend");
  for (const person of all) await expect(person.entry("Ilse: Hold on to the weapon")).toContainText("rolled 6 against 6");
  await stand("Ilse", "55/55");

  // Both goons are passed over. Round 3: Tom shoots the Bear: two ones, and a 4 triples (TRI-CRIT-02). 12 × 3 = 36 of
  // 9: 27 below 0.
  await begin([6, 3, 3]);
  await server.dice([1, 1, 4]);
  await jo.attack({ at: ["Bear"], what: "attack" });
  await jo.throwDice();
  await mara.answer("none");
  await stand("Bear", "−27/35");
  await next(jo, all, "Ilse");
  // Ilse has nothing left to strike. The round ends with her: the others are down and passed over.
  await anna.next();
  for (const person of all) await expect(person.page.locator(".phase[data-now=true]")).toHaveAttribute("data-phase", "initiative");

  await dana.agrees(all);
  // On every screen the same is left of it.
  const left = {
    Tom: ["31/35", "false"],
    Ilse: ["55/55", "false"],
    Bear: ["−27/35", "true"],
    "Goon A": ["−4/20", "true"],
    "Goon B": ["−28/20", "true"],
  };
  for (const person of all) {
    for (const [name, [figure, out]] of Object.entries(left)) {
      await expect.poll(() => health(person, name), { message: name }).toBe(figure);
      await expect(person.row(name)).toHaveAttribute("data-out", out);
    }
    await expect(person.page.locator(".hold")).toHaveCount(0);
    await expect(person.exchange).toHaveCount(0);
    for (const name of ["Bear", "Goon A", "Goon B"]) await expect(person.row(name).locator(".condition")).toContainText("down");
  }
  // 5 of Ilse's 45 Energy are gone.
  await expect(anna.page.locator(".own .pool[data-pool=energy] strong")).toHaveText("40");

  // And every screen tells the same story.
  const story = `
    Tom acts
    Tom: Attack with two weapons
    Tom: Attack with Light pistol | rolled 3 against 4: made by 1
    Goon A: Take the hit
    Goon A loses 12 Health
    Tom: Attack with Light pistol | snake eyes: critical, damage ×4
    Goon B: Take the hit
    Goon B loses 48 Health | Goon B: down
    Ilse acts
    Ilse: Attack
    Allow it: harder, and the armor counts in full
    Attack: last step undone
    Nothing to aim at: a normal attack
    Ruling on Attack: Ilse: High ground +1
    Ilse: Attack with Sword | rolled 9 against 9: made exactly
    Bear: Defend
    Bear: Defense | rolled 7 against 1: missed by 6
    Bear loses 13 Health
    Bear acts
    Bear: Grapple
    Bear: Grapple | rolled 5 against 5: made exactly
    Ilse: Defend
    Ilse: Defense | rolled 7 against 3: missed by 4
    Bear grapples Ilse
    Goon A acts
    Goon A: Attack
    Goon A: Unarmed attack | snake eyes: critical, damage ×2
    Tom: Defend
    Tom: Defense | rolled 12 against 2: missed by 10
    Tom loses 4 Health
    Round 2: roll initiative
    Tom acts
    Tom: Attack
    Tom: Attack with Light pistol | rolled 10 against 10: made exactly
    Goon A: Take the hit
    Goon A loses 12 Health | Goon A: down
    Ilse acts
    Ilse: Get free
    Ilse: Get free | rolled 3 against 5: made by 2
    Bear: Hold on to them | rolled 11 against 8: missed by 3
    Bear no longer grapples Ilse
    Ilse: Free, and can act once more right away
    Ilse: Attack
    Ilse: Attack with Sword | rolled 7 against 7: made exactly
    Bear: Take the hit
    Bear loses 13 Health
    Bear acts
    Bear: Disarm
    Bear: Disarm | rolled 3 against 3: made exactly
    Ilse: Defend
    Ilse: Defense | rolled 8 against 3: missed by 5
    Ilse: Hold on to the weapon | rolled 6 against 6: made exactly
    Ilse keeps hold of it
    Round 3: roll initiative
    Tom acts
    Tom: Attack
    Tom: Attack with Light pistol | snake eyes: critical, damage ×3
    Bear: Take the hit
    Bear loses 36 Health | Bear: down
    Ilse acts
    Round 4: roll initiative`;
  // Initiative is in the order already, what is spent beside the name, and the unsteady sword comes and goes by itself.
  const beside = / acts on \d|^Ilse spends 5|^Ilse is (?!grappled)/;
  const lines = story.trim().split("\n").map((line) => line.trim());
  const heard = async (person) => (await told(person)).filter((line) => !beside.test(line));
  for (const person of all) await expect.poll(() => heard(person)).toEqual(lines);
});
