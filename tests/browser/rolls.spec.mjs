// A roll is seen where people are, and stays where it was made.
import { PHONE, SIZES, expect, test } from "./table.mjs";

/** A player on a phone with somebody to play, and a storyteller. */
async function table(guest, size = SIZES.phone, options = PHONE, storyteller = SIZES.laptop) {
  const mara = await guest(storyteller, storyteller === SIZES.laptop ? {} : PHONE);
  const anna = await guest(size, options);
  await mara.demo();
  await mara.openDice();
  await anna.join((await mara.invitation()).player, "Anna");
  await anna.plays("Dr. Amadi");
  if (size.width < 700) await anna.tab("Me");
  await expect(mara.row("Dr. Amadi").locator(".owner")).toHaveText("Anna");
  return [mara, anna];
}

/** Fills in what the roll is for and rolls, in whatever part of the page is open. */
async function roll(person, what) {
  await person.openDice();
  await person.page.locator("#roll-what").fill(what);
  await person.page.locator("#roll").click();
}

/** The faces with what each did: `10!`. */
async function faces(locator) {
  return await locator.locator(".face").evaluateAll((all) => all.map((face) => face.innerText.split(",")[0] + face.dataset.mark));
}

const apart = (one, other) =>
  one.x + one.width <= other.x || other.x + other.width <= one.x || one.y + one.height <= other.y || other.y + other.height <= one.y;

test("a roll shows over every tab of every phone, and covers neither the tabs nor the button", async ({ guest }) => {
  const [mara, anna] = await table(guest, SIZES.phone, PHONE, SIZES.small);
  const jo = await guest(SIZES.small, PHONE);
  await jo.join((await mara.invitation()).spectator, "Jo");
  await jo.tab("Log");

  await roll(anna, "Leaps over the counter");
  for (const person of [anna, mara, jo]) {
    await expect(person.card).toContainText("Dr. Amadi: Leaps over the counter");
    await expect(person.card).toContainText(/success|dramatic failure/);
    await expect(person.card).toBeInViewport({ ratio: 1 });
    const card = await person.card.boundingBox();
    expect(apart(card, await person.tabs.boundingBox())).toBe(true);
    expect(apart(card, await person.page.locator(".top").boundingBox())).toBe(true);
    expect(card.x).toBeGreaterThanOrEqual(0);
    expect(card.x + card.width).toBeLessThanOrEqual(person.page.viewportSize().width);
  }
  expect(apart(await anna.card.boundingBox(), await anna.page.locator("#roll").boundingBox())).toBe(true);
  // The same dice as in the log, with what each of them did.
  await anna.tab("Log");
  const line = anna.entry("Leaps over the counter");
  expect(await faces(anna.card)).toEqual(await faces(line));
  expect((await faces(line)).length).toBeGreaterThan(0);
  // Where a line is typed, it stays free.
  expect(apart(await anna.card.boundingBox(), await anna.page.locator("#say-line").boundingBox())).toBe(true);
  // The next roll takes its place.
  await anna.tab("Me");
  await roll(anna, "And runs");
  for (const person of [anna, mara, jo]) await expect(person.card).toContainText("And runs");
  await expect(jo.card).toHaveCount(1);
});

test("it goes by itself after about eight seconds, at a tap at once, and not under a hand", async ({ guest }) => {
  // With a mouse in a narrow window, so that it can rest on the card.
  const [, anna] = await table(guest, SIZES.phone, { reducedMotion: "no-preference" });
  const time = (card) => card.evaluate((element) => element.getAnimations()[0].playState);
  await roll(anna, "One");
  await expect(anna.card).toBeVisible();
  const shown = Date.now();
  await expect(anna.card).toHaveCount(0);
  expect(Date.now() - shown).toBeGreaterThan(6_000);
  expect(Date.now() - shown).toBeLessThan(12_000);

  await roll(anna, "Two");
  await expect(anna.card).toContainText("Two");
  expect(await time(anna.card)).toBe("running");
  await anna.card.hover();
  await expect.poll(() => time(anna.card)).toBe("paused");
  await anna.page.mouse.move(5, 400);
  await expect.poll(() => time(anna.card)).toBe("running");
  await anna.card.getByRole("button", { name: "Close" }).focus();
  await expect.poll(() => time(anna.card)).toBe("paused");
  await anna.page.keyboard.press("Enter");
  await expect(anna.card).toHaveCount(0);

  await roll(anna, "Three");
  await anna.card.click();
  await expect(anna.card).toHaveCount(0);
});

test("nothing moves for whoever wants nothing to move, and it goes all the same", async ({ guest }) => {
  const [, anna] = await table(guest);
  await roll(anna, "Quietly");
  await expect(anna.card).toBeVisible();
  const frames = await anna.card.evaluate((card) =>
    card.getAnimations().flatMap((animation) => animation.effect.getKeyframes().map(({ opacity, translate }) => [opacity, translate])),
  );
  expect(frames).toEqual([["1", undefined], ["1", undefined]]);
  await anna.card.tap();
  await expect(anna.card).toHaveCount(0);
  await roll(anna, "Quietly again");
  await expect(anna.card).toBeVisible();
  await expect(anna.card).toHaveCount(0);
});

test("it is read aloud once", async ({ guest }) => {
  const [mara, anna] = await table(guest);
  // Everything that is said on Anna's page, as it is said.
  await anna.page.evaluate(() => {
    window.said = [];
    const spoken = "[aria-live]:not([aria-live=off]), [role=status], [role=alert], [role=log], output";
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const element = target.nodeType === Node.TEXT_NODE ? target.parentElement : target;
        const region = element?.closest(spoken);
        if (region) window.said.push(region.textContent);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await mara.openDice();
  await mara.page.locator("#roll-what").fill("Rattles the gate");
  await mara.page.locator("#roll").click();
  await expect(anna.card).toContainText("Rattles the gate");
  await expect(anna.aloud).toContainText("Rattles the gate");
  const said = await anna.page.evaluate(() => window.said.filter((words) => words.includes("Rattles the gate")));
  expect(new Set(said).size).toBe(1);
  expect(await anna.card.evaluate((card) => card.closest("[aria-live], [role=status], [role=alert]"))).toBeNull();
  await expect(anna.page.locator("[aria-live], [role=status], [role=alert], output").filter({ hasText: "Rattles the gate" })).toHaveCount(1);
});

test("the own last roll stays by the button, through the next of others and a reload", async ({ guest }) => {
  const [mara, anna] = await table(guest);
  await expect(anna.lastRoll).toHaveCount(0);
  await roll(anna, "Looks for the key");
  await expect(anna.lastRoll).toContainText("Looks for the key");
  await expect(anna.lastRoll).toContainText(/success|dramatic failure/);
  const fell = await faces(anna.lastRoll);
  expect(fell.length).toBeGreaterThan(0);
  await roll(mara, "Somebody laughs");
  await expect(anna.card).toContainText("Somebody laughs");
  await expect(anna.lastRoll).toContainText("Looks for the key");
  await expect(mara.lastRoll).toContainText("Somebody laughs");
  // On a laptop the log is in sight, and nothing lies over the table.
  await expect(mara.card).toBeHidden();
  await expect(mara.entry("Somebody laughs")).toBeInViewport();
  await anna.page.reload();
  await anna.live();
  await anna.tab("Me");
  await expect(anna.lastRoll).toContainText("Looks for the key");
  expect(await faces(anna.lastRoll)).toEqual(fell);
  // An old roll is no news.
  await expect(anna.card).toHaveCount(0);
});

test("the log calls with a dot until it is opened, and not for what one did oneself", async ({ guest }) => {
  const [mara, anna] = await table(guest);
  const log = anna.tabs.getByRole("button", { name: "Log" });
  const calls = async (yes) => {
    await expect(log).toHaveAttribute("data-call", String(yes));
    await expect(log).toHaveAccessibleName(yes ? /^Log new$/ : /^Log$/);
    const dot = () => log.evaluate((tab) => getComputedStyle(tab, "::after").content !== "none");
    await expect.poll(dot).toBe(yes);
  };
  await anna.tab("Log");
  await anna.tab("Order");
  await calls(false);
  await roll(mara, "Kicks the door in");
  await calls(true);
  await anna.tab("Log");
  await calls(false);
  await anna.tab("Me");
  await calls(false);
  await roll(anna, "Hides");
  await expect(anna.card).toContainText("Hides");
  await calls(false);

  // What players may not see shows no card and calls nobody.
  await mara.openDice();
  await mara.page.locator("#roll-hidden").check();
  await roll(mara, "In secret");
  await expect(mara.entry("In secret")).toContainText("only you can see this");
  await mara.openDice();
  await mara.page.locator("#roll-hidden").uncheck();
  await roll(mara, "In the open");
  await expect(anna.card).toContainText("In the open");
  expect(anna.frames.join()).not.toContain("In secret");
  await calls(true);
});
