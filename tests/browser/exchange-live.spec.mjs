// An exchange while things happen: a page is loaded anew, a line breaks, the program is killed; eyes that may not see
// everything; and what its last tap costs each screen.
import { brawl, nextTurn, sitDown, toTheLastTap, where } from "./fight.mjs";
import { PHONE, SIZES, expect, test } from "./table.mjs";

/** A storyteller and two players on phones: Ilse is Anna's and acts first, the dockhand is Ben's. */
async function twoOnPhones(guest, server) {
  const [mara, anna, ben] = await sitDown(guest, "tristat");
  await anna.add("Ilse body 5 mind 5 soul 5 melee 2 with sword");
  await ben.add("Dockhand body 8 mind 2 soul 8");
  await server.dice([6]);
  await anna.rollInitiative();
  await server.dice([1]);
  await ben.rollInitiative();
  await mara.seesOrder(["Ilse", "Dockhand"]);
  await mara.next();
  for (const person of [mara, anna, ben]) await expect(person.row("Ilse")).toHaveAttribute("data-acting", "true");
  return [mara, anna, ben];
}

const health = async (person, name) => (await person.row(name).locator(".points-figure").innerText()).replace(/\s/g, "");

test("a reload, a lost line and kill -9 in the middle of an exchange: everyone finds it where it was", async ({ guest, server }) => {
  const people = await twoOnPhones(guest, server);
  const [, anna, ben] = people;
  await server.dice([3, 4]);
  await anna.attack({ at: ["Dockhand"] });
  await anna.throwDice();
  const asked = ben.question.locator('.option[data-key="defend"]');
  await expect(asked).toBeVisible();
  const question = await ben.question.locator(".question-title").innerText();

  /** All see it as it was: who is asked what, and what fell so far. */
  const stands = async () => {
    for (const person of people) {
      await person.live();
      await expect(person.exchange).toHaveCount(1);
      await expect(person.exchange.locator(".so-far")).toContainText("made exactly");
    }
    await expect(ben.question.locator(".question-title")).toHaveText(question);
    await expect(asked).toBeInViewport();
    await expect(anna.question).toHaveCount(0);
  };
  for (const person of people) await person.page.reload();
  await stands();

  // Without a line the answer waits, and counts once.
  await ben.page.context().setOffline(true);
  await ben.page.evaluate(() => window.dispatchEvent(new Event("offline")));
  await expect(ben.page.locator(".banner")).toBeVisible();
  await ben.page.context().setOffline(false);
  await stands();

  await server.kill();
  for (const person of people) await expect(person.page.locator(".banner")).toContainText("Connection lost");
  // A defense that is chosen meanwhile is not lost. Defense Value 6 − 2: 6 + 6 fails; sword 8 + Combat Value 5.
  await ben.answer("defend");
  await expect(ben.page.locator(".banner")).toContainText("1 change waiting");
  await server.up();
  await server.dice([6, 6]);
  for (const person of people) {
    await person.live();
    await expect.poll(() => health(person, "Dockhand")).toBe("67/80");
    await expect(person.exchange).toHaveCount(0);
  }
  // And it stays what it is when it starts once more.
  await server.kill();
  await server.up();
  for (const person of people) {
    await person.live();
    await expect.poll(() => health(person, "Dockhand")).toBe("67/80");
  }
});

test("a hidden attacker, a concealed foe's terms and a sealed plan are on no player's screen and in none of their frames", async ({ guest, server }) => {
  const [mara, anna, ben] = [await guest(), await guest(SIZES.phone, PHONE), await guest(SIZES.phone, PHONE)];
  await mara.makeTable("The container yard", "Mara", "masquerade");
  const { player } = await mara.invitation();
  await anna.join(player, "Anna");
  await ben.join(player, "Ben");
  await mara.turnOn("sealed");
  await anna.add("Ilse str 2 dex 3 stamina 3 wits 3 brawl 3");
  await ben.add("Corinna str 2 dex 3 stamina 2 wits 3");
  await mara.add("Gunman str 2 dex 2 stamina 2 wits 2 firearms 7 with heavy revolver");
  await mara.page.locator("#quick-hidden").check();
  await mara.add("Lurker str 4 dex 5 stamina 4 wits 4 brawl 6");
  await mara.page.locator("#quick-hidden").uncheck();
  await server.dice([3]);
  await anna.rollInitiative();
  await expect(mara.page.locator(".row")).toHaveCount(1);
  await server.dice([2]);
  await ben.rollInitiative();
  await expect(mara.page.locator(".row")).toHaveCount(2);
  // The Lurker acts before the Gunman.
  await server.dice([7, 5]);
  await mara.press(mara.page.locator("#roll-rest"));
  await expect(mara.page.locator(".row")).toHaveCount(4);
  await expect(anna.page.locator(".row")).toHaveCount(3);

  // A sealed plan: Anna's words are nobody's until all have declared.
  const secret = "Over the roof to the crane";
  await until(mara, "declare Ilse");
  await anna.tab("Me");
  const folded = anna.page.locator("#plan-open");
  if (await folded.isVisible()) await anna.press(folded);
  await anna.page.locator("#plan-words").fill(secret);
  await anna.press(anna.page.locator("#plan-declare"));
  await expect(ben.row("Ilse").locator(".plan-words")).toHaveText("declared, sealed");
  const everything = async (person) => person.frames.join("\n") + (await person.page.content()) + (await person.page.evaluate(async () => (await fetch(location.href)).text()));
  expect(await everything(ben)).not.toContain(secret);

  // The hidden one strikes at Corinna, from the storyteller's screen, in his own turn.
  await until(mara, "act Lurker");
  await mara.attack({ at: ["Corinna"], what: "strike" });
  await expect(mara.exchange).toHaveCount(1);
  await expect(mara.exchange.locator("h2")).toContainText("Lurker");
  for (const person of [anna, ben]) {
    await expect(person.exchange).toHaveCount(0);
    for (const word of ["Lurker", "Strike"]) expect(await everything(person)).not.toContain(word);
  }
  await mara.press(mara.exchange.getByRole("button", { name: "Cancel" }));
  await expect(mara.exchange).toHaveCount(0);

  // The gunman shoots: that he does is plain to see, what with is the storyteller's.
  await until(mara, "act Gunman");
  await mara.attack({ at: ["Ilse"], what: "shoot" });
  await expect(mara.question).toContainText("Firearms");
  await expect(anna.exchange.locator("h2")).toContainText("Gunman");
  for (const person of [anna, ben]) {
    const all = await everything(person);
    expect(all).toContain("Gunman");
    expect(all).not.toContain("Firearms +7");
    expect(all).not.toMatch(/"Firearms","v[a-z]*":7/);
    expect(await person.page.locator(".exchange").innerText()).not.toMatch(/Firearms|\b9 dice/);
  }
});

/** The storyteller goes on until it is this step: `act Gunman`. */
async function until(mara, step) {
  for (let tries = 0; tries < 14 && !(await where(mara)).endsWith(step); tries += 1) {
    const before = await where(mara);
    await mara.next();
    await expect.poll(() => where(mara)).not.toBe(before);
  }
  expect(await where(mara)).toMatch(new RegExp(`${step}$`));
}

test("what a finger is on stays under it while the rules are asked about another target", async ({ guest, server }) => {
  const [mara, anna] = await twoOnPhones(guest, server);
  // Somebody with a weapon, whom one can disarm.
  await mara.add("Goon body 4 mind 2 soul 4 melee 1 with sword");
  await server.dice([1]);
  await mara.press(mara.page.locator("#roll-rest"));
  await mara.seesOrder(["Ilse", "Dockhand", "Goon"]);
  /** What the rules said that has not reached the page yet, once it is held. */
  let held;
  await anna.page.routeWebSocket(/\/ws\//, (page) => {
    page.connectToServer().onMessage((message) => {
      const waits = held && String(message).startsWith('{"reply"');
      waits ? held.push(message) : page.send(message);
    });
    anna.say = (message) => page.send(message);
  });
  await anna.page.reload();
  await anna.live();
  await anna.begin();
  await anna.press(anna.target("Goon"));
  await expect(anna.draft.locator('.maneuver[data-key="disarm"]')).toBeEnabled();
  const chips = anna.draft.locator(".maneuver");
  const chip = anna.draft.locator('.maneuver[data-key="grapple"]');
  await expect(chip).toHaveAttribute("aria-pressed", "false");
  await chip.scrollIntoViewIfNeeded();
  const keys = () => chips.evaluateAll((all) => all.map((one) => one.dataset.key));
  const offered = await keys();

  // Aimed at the dockhand; the finger is down before the rules have said what can be done to him.
  held = [];
  await anna.press(anna.target("Dockhand"));
  await expect.poll(() => held.length).toBeGreaterThan(0);
  const { x, y, width, height } = await chip.boundingBox();
  await anna.finger("touchStart", x + width / 2, y + height / 2);
  held.splice(0).forEach(anna.say);
  await expect(anna.draft.locator("#declare")).toBeEnabled();
  await anna.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await anna.finger("touchEnd");
  await expect(chip).toHaveAttribute("aria-pressed", "true");
  expect(await keys()).toEqual(offered);
  // What cannot be done to him stays where it was, and says why below.
  await expect(anna.draft.locator('.maneuver[data-key="disarm"]')).toBeDisabled();
  await expect(anna.draft.locator('.not-now li[data-key="disarm"]')).toHaveCount(1);
});

test("an exchange's last tap costs each screen one message, and the log no more the longer it is", async ({ guest, server }) => {
  const people = await brawl(guest);
  const [mara, , ben] = people;
  for (const person of people) {
    await person.page.evaluate(() => {
      window.moved = 0;
      const count = (changes) => (window.moved += changes.filter((it) => it.removedNodes.length > 0).length);
      new MutationObserver(count).observe(document.querySelector("#log"), { childList: true });
    });
  }
  const changes = (person) => person.frames.filter((frame) => frame.startsWith('{"d"')).length;
  const asked = (person) => person.frames.filter((frame) => frame.startsWith('{"reply"')).length;
  for (let turn = 0; turn < 6; turn += 1) {
    await toTheLastTap(server, people);
    const before = people.map(changes);
    const wondered = people.map(asked);
    await ben.answer("apply");
    for (const person of people) await expect(person.exchange).toHaveCount(0);
    for (const person of people) await person.sees("Dockhand", "/".repeat(2 * turn + 1) + ".".repeat(13 - 2 * turn));
    expect(people.map(changes)).toEqual(before.map((count) => count + 1));
    // Who may act asks once whether anything is left. A click is told with one message, too, and nobody asks anything
    // because of it: it is no turn of Ben's.
    for (const at of [0, 1]) await expect.poll(() => asked(people[at])).toBeGreaterThan(wondered[at]);
    const replies = people.map(asked);
    await ben.press(ben.page.locator('.strip .box[data-mark=""]').first());
    for (const person of people) await person.sees("Dockhand", "/".repeat(2 * turn + 2) + ".".repeat(12 - 2 * turn));
    expect(people.map(changes)).toEqual(before.map((count) => count + 2));
    expect(people.map(asked)).toEqual(replies);
    await nextTurn(people);
  }
  // Some forty lines by now. What comes moves those of the newest stretch at most.
  expect(await mara.page.locator("#log .entry").count()).toBeGreaterThan(32);
  for (const person of people) {
    await person.page.evaluate(() => (window.moved = 0));
  }
  await toTheLastTap(server, people);
  await ben.answer("apply");
  for (const person of people) await expect(person.exchange).toHaveCount(0);
  for (const person of people) expect(await person.page.evaluate(() => window.moved)).toBeLessThanOrEqual(20);
});
