// The scene on the phone: places as a list, moves by touch with their cost, and what an exchange takes from them.
import { accessible } from "./axe.mjs";
import { give, place, setScene, view } from "./scene.mjs";
import { PHONE, SIZES, SOON, expect, test } from "./table.mjs";

const TINY = { width: 320, height: 640 };

const WHARF = `Loading dock: crates
Warehouse floor: crowd 9
Alley: dark
Gallery: height 4, railing
Office
Cellar: hidden
Loading dock 8 Alley
Loading dock 10 Warehouse floor
Warehouse floor 12 Gallery by stairs
Loading dock 16 Office by a door
Office 3 Cellar`;

/** A place in the list. */
const area = (person, name) => person.page.locator(".area").filter({ has: person.page.locator(".area-title .name", { hasText: new RegExp(`^${name}$`) }) });

/** Opens a place of the list by touch. */
async function openArea(person, name) {
  const row = area(person, name);
  if ((await row.getAttribute("data-open")) !== "true") await person.press(row.locator(".area-opener"));
  await expect(row).toHaveAttribute("data-open", "true");
  return row;
}

/** A storyteller and Anna, both on phones; Ilse has the turn, two ghouls are elsewhere. */
async function wharf(guest, server, size = SIZES.phone, system = "chronicle") {
  const [mara, anna] = [await guest(size, PHONE), await guest(size, PHONE)];
  await mara.makeTable("The Wharf, midnight", "Mara", system);
  await anna.join((await mara.invitation()).player, "Anna");
  await anna.add("Ilse Varga str 3 dex 3 stam 2 wits 3 comp 3 firearms 3 athletics 2 with heavy pistol");
  await mara.add("2x Ghoul str 3 dex 2 comp 2 stam 2 brawl 3");
  await server.dice([10]);
  await anna.rollInitiative();
  await server.dice([2, 1]);
  await mara.page.locator("#roll-rest").tap();
  await mara.next();
  await expect(anna.row("Ilse Varga")).toHaveAttribute("data-acting", "true");
  return [mara, anna];
}

/** How far the page is wider than the screen. */
const overhang = (person) => person.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

test("a storyteller sets the scene by one text on a phone, and a player moves in it by touch, with the cost shown", async ({ guest, server }) => {
  const [mara, anna] = await wharf(guest, server);
  await expect(anna.tabs.getByRole("button", { name: /^Scene/ })).toBeHidden();
  await mara.tab("Scene");
  await mara.press(mara.page.getByRole("button", { name: "No scene. Describe one…" }));
  await mara.page.locator("#tab-scene #scene-lines").fill(WHARF);
  await mara.press(mara.page.locator("#tab-scene #use-scene"));
  await expect(mara.page.locator(".area-title .name")).toHaveText(["Loading dock", "Warehouse floor", "Alley", "Gallery", "Office", "Cellar"]);
  await expect(area(mara, "Cellar")).toHaveAttribute("data-hidden", "true");

  // Those who run the table move several with one press.
  await place(mara, { "Loading dock": ["Ilse Varga", "Ghoul A", "Ghoul B"] });
  const gallery = await openArea(mara, "Gallery");
  await mara.press(gallery.getByRole("button", { name: "Move somebody here…" }));
  await mara.press(gallery.locator(".area-movers .target", { hasText: "Ghoul A" }));
  await mara.press(gallery.locator(".area-movers .brass"));
  await expect(gallery.locator(".target-token")).toHaveText(["A"]);

  // The player's list: their own place first, then the nearest; of the cellar there is no trace.
  await anna.tab("Scene");
  await expect(anna.page.locator(".area-title .name")).toHaveText(["Loading dock", "Alley", "Warehouse floor", "Office", "Gallery"]);
  await expect(area(anna, "Alley").locator(".area-cost")).toContainText("8 yards");
  await expect(area(anna, "Office").locator(".area-cost")).toContainText("16 yards · door closed");
  await expect(area(anna, "Office").locator(".area-who")).toHaveText("who knows?");
  await expect(area(anna, "Loading dock").locator(".area-opener")).toHaveAccessibleName("Loading dock, you are here, 11 of 11 yards left. Crates. With you: Ghoul B.");
  // Her strip says on every tab how far she still gets.
  const strip = anna.page.locator(".strip-line");
  await expect(strip).toHaveText("your turn · 11 of 11 yards left");
  const floor = await openArea(anna, "Warehouse floor");
  await anna.press(floor.getByRole("button", { name: "What’s here?" }));
  await expect(floor).toContainText("Nobody’s here.");
  await anna.press(floor.getByRole("button", { name: "Move here" }));
  await expect(area(anna, "Warehouse floor")).toHaveAttribute("data-home", "true");
  await expect(anna.page.locator(".area-title .name").first()).toHaveText("Warehouse floor");
  await expect(anna.aloud).toHaveText(/Ilse Varga is in Warehouse floor/);
  await expect(area(mara, "Warehouse floor").locator(".target-token")).toHaveText(["IV"]);
  await expect(strip).toHaveText("your turn · 1 of 11 yards left");
  await anna.tab("Log");
  await expect(strip).toHaveText(/1 of 11 yards left/);
  await expect(anna.entry("Ilse Varga goes to Warehouse floor")).toHaveCount(1);
  await anna.tab("Order");
  await expect(anna.row("Ilse Varga").locator(".where")).toHaveText("Warehouse floor");
});

test("within a place one steps up, gets behind and steps aside; a door is opened where one stands", async ({ guest, server }) => {
  const [mara, anna] = await wharf(guest, server);
  await setScene(mara, WHARF, { "Loading dock": ["Ilse Varga", "Ghoul B"], Gallery: ["Ghoul A"] });
  await anna.tab("Scene");
  const dock = await openArea(anna, "Loading dock");
  await anna.press(dock.getByRole("button", { name: "Step up to Ghoul B" }));
  await expect(dock).toContainText("next to you");
  await expect(anna.aloud).toHaveText(/Ilse Varga is next to Ghoul B/);
  await anna.press(dock.getByRole("button", { name: "Get behind Ghoul B" }));
  await expect(dock).toContainText("in front of you");
  await anna.press(dock.getByRole("button", { name: "Step aside" }));
  await expect(dock).not.toContainText("in front of you");
  const office = await openArea(anna, "Office");
  await anna.press(office.getByRole("button", { name: "Open the door" }));
  await expect(office.locator(".area-cost")).not.toContainText("door closed");
  await expect(office.getByRole("button", { name: "Open the door" })).toHaveCount(0);
  // By keys: arrows walk over the list, Escape closes what is open.
  await office.locator(".area-opener").focus();
  await anna.page.keyboard.press("Escape");
  await expect(office).toHaveAttribute("data-open", "false");
  await expect(office.locator(".area-opener")).toBeFocused();
  await anna.page.keyboard.press("ArrowUp");
  await expect(office.locator(".area-opener")).not.toBeFocused();
});

test("of moves one hears only those that change who is near; the rest is in the log", async ({ guest, server }) => {
  const [mara, anna] = await wharf(guest, server);
  await setScene(mara, WHARF, { "Loading dock": ["Ilse Varga", "Ghoul B"], Gallery: ["Ghoul A"] });
  await anna.tab("Scene");
  await place(mara, { Alley: ["Ghoul B"] });
  await expect(anna.aloud).toHaveText("Ghoul B goes to Alley, 8 yards from you");
  await place(mara, { "Warehouse floor": ["Ghoul A"] });
  await expect(area(anna, "Warehouse floor").locator(".target-token")).toHaveText(["A"]);
  await expect(anna.aloud).toHaveText("Ghoul B goes to Alley, 8 yards from you");
  await place(mara, { "Loading dock": ["Ghoul A"] });
  await expect(anna.aloud).toHaveText("Ghoul A comes to Loading dock, where you are");
  await place(mara, { Cellar: ["Ghoul A"] });
  await expect(anna.aloud).toHaveText("Ghoul A is out of sight");
  await anna.tab("Order");
  await expect(anna.row("Ghoul A").locator(".where")).toHaveText("out of sight");
  expect(JSON.stringify(await view(anna))).not.toContain("Cellar");
});

test("a shot takes range and cover from the scene, and each says so", async ({ guest, server }) => {
  const [mara, anna] = await wharf(guest, server);
  await setScene(mara, WHARF, { "Warehouse floor": ["Ilse Varga"], Gallery: ["Ghoul A"], Alley: ["Ghoul B"] });
  await anna.begin();
  await anna.press(anna.target("Ghoul A"));
  const ribbon = anna.draft.locator(".ribbon");
  await expect(ribbon.locator(".name")).toHaveText(["Warehouse floor", "Gallery"]);
  await expect(ribbon.locator(".ribbon-between")).toContainText("12 yards");
  await expect(anna.draft.locator(".readings")).toContainText("from the scene");
  await anna.declare({ at: ["Ghoul A"], what: "shoot" });
  await expect(anna.exchange.locator(".ribbon .name")).toHaveText(["Warehouse floor", "Gallery"]);
  const pinned = anna.question.locator(".term", { has: anna.page.locator(".pin") });
  await expect(pinned.first()).toContainText("from the scene");
  await anna.press(pinned.first().locator(".pin"));
  await expect(pinned.first().locator(".pin-panel .rule").first()).toBeVisible();

  // Below the button, the place from which the railing would not help, with its price.
  await expect(anna.question.locator(".vantage")).toHaveText(/^In Gallery this wouldn’t help Ghoul A: Barely concealed\. But getting there is a run, so not this turn\.$/);

  // What storytellers do about a term, a player proposes.
  const panel = pinned.first().locator(".pin-panel");
  await expect(panel.locator("button")).toHaveText(["Change for this roll", "Show it in the scene", "Leave it out"]);
  const whole = Number(await anna.question.locator(".sum strong").textContent());
  const railing = anna.question.locator(".term", { hasText: "railing" });
  if ((await railing.locator(".pin").getAttribute("aria-expanded")) !== "true") await anna.press(railing.locator(".pin"));
  await accessible(anna.page, "a pinned term");
  await anna.press(railing.getByRole("button", { name: "Leave it out" }));
  await expect(mara.page.locator(".proposal")).toContainText(/Ilse Varga: leave “Barely concealed” out of the roll/);
  await mara.press(mara.page.locator(".proposal").getByRole("button", { name: "Accept" }));
  await expect(railing).toHaveCount(0);
  expect(Number(await anna.question.locator(".sum strong").textContent())).toBeGreaterThan(whole);
});

test("a place behind a door keeps who is in it until players are let see in", async ({ guest, server }) => {
  const [mara, anna] = await wharf(guest, server);
  await setScene(mara, WHARF, { "Loading dock": ["Ilse Varga", "Ghoul B"], Office: ["Ghoul A"] });
  await mara.tab("Scene");
  const office = await openArea(mara, "Office");
  await mara.press(office.getByRole("button", { name: "Don’t let players see into Office" }));
  await anna.tab("Scene");
  await expect(area(anna, "Office").locator(".area-who")).toHaveText("who knows?");
  await anna.tab("Order");
  await expect(anna.row("Ghoul A").locator(".where")).toHaveText("out of sight");
  await mara.press(office.getByRole("button", { name: "Let players see into Office" }));
  await expect(anna.row("Ghoul A").locator(".where")).toHaveText("Office");
  await anna.tab("Scene");
  await expect(area(anna, "Office").locator(".target-token")).toHaveText(["A"]);
});

for (const [size, name] of [[TINY, "320 × 640"], [SIZES.phone, "390 × 844"]]) {
  test(`twelve places and twenty tokens at ${name}: whole, as large as a finger, and nothing to blame`, async ({ guest, server }) => {
    const [mara, anna] = await wharf(guest, server, size);
    await mara.tab("Order");
    await mara.add("17x Rat str 1 dex 3 comp 2 stam 1 brawl 1");
    const more = ["Pier: thin fog, water", "The long gallery behind the organ: height 6, railing", "Tunnel: black, tight", "Roof: height 9, drop 9", "Yard", "Street: crowd 30"];
    const links = more.map((line, nth) => `Loading dock ${3 + 5 * nth} ${line.split(":")[0]}`);
    const rats = [..."ABCDEFGHIJKLMNOPQ"].map((letter) => `Rat ${letter}`);
    await setScene(mara, `${WHARF}\n${more.join("\n")}\n${links.join("\n")}`, {
      "Loading dock": ["Ilse Varga", "Ghoul B", ...rats.slice(0, 6)],
      Gallery: ["Ghoul A", ...rats.slice(6, 11)],
      Pier: rats.slice(11, 15),
      "The long gallery behind the organ": rats.slice(15),
    });
    for (const person of [mara, anna]) {
      await person.tab("Scene");
      await expect(person.page.locator(".area")).toHaveCount(person === mara ? 12 : 11);
      expect(await overhang(person)).toBeLessThanOrEqual(0);
      const openers = await person.page.locator(".area-opener").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
      expect(Math.min(...openers)).toBeGreaterThanOrEqual(44);
      const dock = await openArea(person, "Loading dock");
      if (person === mara) await person.press(dock.getByRole("button", { name: "Move somebody here…" }));
      expect(await overhang(person)).toBeLessThanOrEqual(0);
      const buttons = await dock.locator(".area-body button:visible").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
      expect(Math.min(...buttons)).toBeGreaterThanOrEqual(43.5);
      await accessible(person.page, `the scene at ${name}`);
      await openArea(person, "The long gallery behind the organ");
      expect(await overhang(person)).toBeLessThanOrEqual(0);
      await expect.poll(() => overhang(person), SOON).toBeLessThanOrEqual(0);
    }
  });
}

test("who is thrown out of a window stands outside, on both phones", async ({ guest, server }) => {
  const [mara, anna] = [await guest(SIZES.phone, PHONE), await guest(SIZES.phone, PHONE)];
  await mara.makeTable("The salon", "Mara", "chronicle");
  await anna.join((await mara.invitation()).player, "Anna");
  await anna.add("Ilse str 2 dex 2 stam 2 wits 2 comp 2 brawl 1");
  await mara.add("Brute str 6 dex 3 comp 2 stam 2 brawl 4");
  await server.dice([1]);
  await anna.rollInitiative();
  await server.dice([10]);
  await mara.page.locator("#roll-rest").tap();
  await setScene(mara, "Salon\nGarden: hedge\nSalon 3 Garden by a window", { Salon: ["Brute", "Ilse"] });
  await mara.next();
  await expect(mara.row("Brute")).toHaveAttribute("data-acting", "true");
  await anna.tab("Scene");
  await expect(area(anna, "Salon")).toHaveAttribute("data-home", "true");
  const brute = (await view(mara)).order[0];
  const ilse = (await view(mara)).order[1];
  await give(mara, [{ go: { ids: [brute], to: { up_to: [ilse, "beside"] } } }]);
  // An exceptional success wins a move at once (CHR-GRAP-05), and Strength 6 throws Size 5 (CHR-GRAP-14).
  await mara.attack({ at: ["Ilse"], what: "grapple" });
  // Both throw at once: nothing is decided between the two.
  await server.dice([8, 8, 8, 8, 8, 1, 1, 1, 1, 1, 1, 1, 1]);
  await mara.throwDice();
  await server.dice([8, 8, 1, 1, 1, 1]);
  await mara.answer("throw");
  await mara.press(mara.question.locator("button.option", { hasText: /window/ }));
  await expect(area(anna, "Garden")).toHaveAttribute("data-home", "true");
  await expect(anna.aloud).toHaveText(/Ilse is in Garden/);
  await mara.tab("Order");
  await expect(mara.row("Ilse").locator(".where")).toHaveText("Garden");
});
