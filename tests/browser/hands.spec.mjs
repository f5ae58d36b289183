// A whole round with one kind of hand: by keys alone on two laptops, by fingers alone on two of the smallest phones.
import { where } from "./fight.mjs";
import { PHONE, SOON, expect, test } from "./table.mjs";

const LAPTOP = { width: 1280, height: 860 };
const TINY = { width: 320, height: 640 };

/** Ilse is Anna's and on the bench with two goons. From here on each page notes what else than this hand touches it. */
async function sitDown(guest, size, options, hand) {
  const [mara, anna] = [await guest(size, options), await guest(size, options)];
  await mara.makeTable("The Old Mill", "Mara", "chronicle");
  await anna.join((await mara.invitation()).player, "Anna");
  await anna.add("Ilse str 3 dex 3 stam 2 wits 3 comp 3 brawl 2");
  await mara.add("2x Goon str 2 dex 2 wits 2 stam 2 comp 2");
  await expect(anna.benchToken("Goon A").or(anna.page.locator(".bench-fold")).first()).toBeVisible();
  for (const { page } of [mara, anna]) {
    await page.evaluate((hand) => {
      window.others = [];
      const other = (event) => event.isTrusted && (event.pointerType ?? "keys") !== hand && window.others.push(event.type);
      for (const type of ["pointerdown", "pointermove", "wheel", "keydown"]) window.addEventListener(type, other, { capture: true });
    }, hand);
  }
  return [mara, anna];
}

/** Nothing but this hand was used by any of them. */
async function onlyThat(people) {
  for (const { page } of people) expect(await page.evaluate(() => window.others)).toEqual([]);
}

const isAt = async (people, step) => {
  for (const person of people) await expect.poll(() => where(person), { message: "the step", ...SOON }).toBe(step);
};

test("a whole round by keys alone, on both sides", async ({ guest, server }) => {
  const people = await sitDown(guest, LAPTOP, {}, "keys");
  const [mara, anna] = people;
  const press = (person, key) => person.page.keyboard.press(key);
  /** Goes on with this key until the focus is there. */
  const reach = async (person, locator, key = "Tab") => {
    await expect(locator).toBeVisible();
    const there = () => locator.evaluate((element) => element === document.activeElement);
    for (let times = 0; times < 90 && !(await there()); times += 1) await press(person, key);
    await expect(locator).toBeFocused();
  };
  const go = async (person, locator) => {
    await reach(person, locator);
    await press(person, "Enter");
  };
  const initiative = (person) => person.page.locator(".next-action button, #roll-mine, #roll-rest").filter({ visible: true }).first();
  await server.dice([9]);
  await go(anna, initiative(anna));
  await expect(mara.page.locator(".row")).toHaveCount(1);
  await server.dice([2, 1]);
  await go(mara, initiative(mara));
  for (const person of people) await person.seesOrder(["Ilse", "Goon A", "Goon B"]);
  await press(mara, "n");
  await isAt(people, "1 act Ilse");

  // Strength 3 + Brawl 2 − Defense 2 (CHR-ATK-01): 8 8 1 are two.
  await go(anna, anna.page.locator("#attack"));
  // All whom she could strike are one stop of the Tab key, and arrows walk over them.
  await reach(anna, anna.draft.getByRole("group", { name: "Target" }).locator('button[tabindex="0"]'));
  await reach(anna, anna.target("Goon B"), "ArrowRight");
  await press(anna, "Enter");
  await expect(anna.target("Goon B")).toHaveAttribute("aria-pressed", "true");
  await go(anna, anna.draft.locator('.maneuver[data-key="unarmed"]'));
  await server.dice([8, 8, 1]);
  await go(anna, anna.draft.locator("#declare"));
  await go(mara, mara.question.locator('.option[data-key="apply"]'));
  for (const person of people) await person.sees("Goon B", "//.....");
  await press(anna, "n");
  await isAt(people, "1 act Goon A");

  // Strength 2 − Defense 3 is below 0: a chance die (CHR-DICE-04), and it shows a 10.
  await press(mara, "a");
  // With one whom he can strike there is nothing to choose.
  await expect(mara.target("Ilse")).toHaveAttribute("aria-pressed", "true");
  await server.dice([10]);
  await go(mara, mara.draft.locator("#declare"));
  await go(anna, anna.question.locator('.option[data-key="apply"]'));
  for (const person of people) await person.sees("Ilse", "/......");
  await press(mara, "n");
  await isAt(people, "1 act Goon B");
  await press(mara, "n");
  await isAt(people, "2 act Ilse");
  // It was too soon, and is taken back.
  await press(mara, "u");
  await isAt(people, "1 act Goon B");
  await press(mara, "y");
  await isAt(people, "2 act Ilse");
  await onlyThat(people);
});

test("a whole round by fingers alone, at 320 × 640", async ({ guest, server }) => {
  const people = await sitDown(guest, TINY, PHONE, "touch");
  const [mara, anna] = people;
  /** A finger on the middle of it, where nothing else lies over it. */
  const tap = async ({ page }, locator) => {
    await expect(locator).toBeVisible();
    await locator.scrollIntoViewIfNeeded();
    const free = () =>
      locator.evaluate((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const [left, top] = [x + width / 2, y + height / 2];
        return element.contains(document.elementFromPoint(left, top)) && [left, top];
      });
    let at;
    await expect.poll(async () => (at = await free()), { message: "nothing lies over it", ...SOON }).toBeTruthy();
    await page.touchscreen.tap(...at);
  };
  const next = (person) => person.page.locator(".next-action button, .strip-next").filter({ visible: true });
  await server.dice([9]);
  await tap(anna, next(anna).first());
  await expect(mara.page.locator(".row")).toHaveCount(1);
  await server.dice([2, 1]);
  await tap(mara, next(mara).first());
  for (const person of people) await person.seesOrder(["Ilse", "Goon A", "Goon B"]);
  await tap(mara, next(mara).last());
  await isAt(people, "1 act Ilse");

  // As by keys: two bashing for Goon B.
  await tap(anna, next(anna).first());
  await tap(anna, anna.target("Goon B"));
  await expect(anna.target("Goon B")).toHaveAttribute("aria-pressed", "true");
  await server.dice([8, 8, 1]);
  await tap(anna, anna.draft.locator("#declare"));
  await tap(mara, mara.question.locator('.option[data-key="apply"]'));
  for (const person of people) await person.sees("Goon B", "//.....");
  // The card of it lies over the order, and goes with a finger on it.
  await tap(anna, anna.card.getByRole("button", { name: "Close" }));
  await tap(anna, next(anna).first());
  await isAt(people, "1 act Goon A");

  await tap(mara, next(mara).first());
  await expect(mara.target("Ilse")).toHaveAttribute("aria-pressed", "true");
  await server.dice([10]);
  await tap(mara, mara.draft.locator("#declare"));
  await tap(anna, anna.question.locator('.option[data-key="apply"]'));
  for (const person of people) await person.sees("Ilse", "/......");
  await tap(mara, next(mara).last());
  await isAt(people, "1 act Goon B");
  // She marks a box of her own as well, in the strip.
  await tap(anna, anna.page.locator(".strip .box").nth(1));
  for (const person of people) await person.sees("Ilse", "//.....");
  await tap(mara, next(mara).last());
  await isAt(people, "2 act Ilse");
  await tap(mara, mara.page.locator(".strip .undo[data-verb=Undo]"));
  await isAt(people, "1 act Goon B");
  await onlyThat(people);
});
