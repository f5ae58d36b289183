// What a fight asks for often takes one press: a roll that is kept, the turn of a whole group, an exchange run again.
// And a table may show players the odds against foes.
import { accessible } from "./axe.mjs";
import { PHONE, SIZES, expect, test } from "./table.mjs";

/** Pictures to look at, where they are wanted. */
async function seen(person, name) {
  const to = process.env.COTERIE_LOOK;
  if (!to) return;
  const { page } = person;
  const before = page.viewportSize();
  for (const [width, height] of [[320, 720], [768, 900], [1280, 860]]) {
    await page.setViewportSize({ width, height });
    for (const theme of ["dark", "light"]) {
      await page.evaluate((theme) => (document.documentElement.dataset.theme = theme), theme);
      await page.screenshot({ path: `${to}/${name}-${width}-${theme}.png` });
    }
  }
  await page.setViewportSize(before);
}

/** A thumb finds it, and nothing sticks out of the page. */
async function fits(person, control) {
  const { width, height } = await control.boundingBox();
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(43.5);
  const wide = await person.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wide).toBeLessThanOrEqual(0);
}

/** A storyteller, and a player on a small phone, who plays Ilse; a ghoul. */
async function evening(guest, size = SIZES.laptop, options = {}) {
  const [mara, anna] = [await guest(size, options), await guest(SIZES.small, PHONE)];
  await mara.makeTable("The Wharf, midnight", "Mara", "chronicle");
  await anna.join((await mara.invitation()).player, "Anna");
  await anna.add("Ilse str 3 dex 3 stam 2 wits 3 comp 3 brawl 2 size 5 willpower 5");
  await mara.add("Ghoul str 2 dex 2 wits 2 stam 2 comp 2 size 5");
  return [mara, anna];
}

/** Both roll, and Ilse acts. */
async function begin([mara, anna], server) {
  await server.dice([9]);
  await anna.rollInitiative();
  await expect(mara.row("Ilse")).toBeVisible();
  await server.dice([1]);
  await mara.press(mara.page.locator("#roll-rest"));
  await mara.next();
  await expect(anna.row("Ilse")).toHaveAttribute("data-acting", "true");
}

/** Keeps a roll on the sheet of a combatant, as its page does. */
async function keep(person, who, name, line) {
  const id = await person.page.locator(".row, .bench-token").filter({ hasText: who }).first().evaluate((it) => it.dataset.id);
  const sheet = await person.page.context().newPage();
  await sheet.goto(new URL(`${new URL(person.page.url()).pathname}/c/${id}`, person.page.url()).href);
  await sheet.getByLabel("Save a roll").fill(name);
  await sheet.getByLabel("What is rolled").fill(line);
  await sheet.getByRole("button", { name: "Save", exact: true }).click();
  await expect(sheet.getByRole("button", { name: `Roll: ${name}` })).toBeVisible();
  await sheet.close();
}

test("a kept roll is made with one press from the dice panel, by touch at 320 px", async ({ guest, server }) => {
  const all = await evening(guest);
  const [mara, anna] = all;
  await begin(all, server);
  await anna.tab("Me");
  const kept = (person, name) => person.page.getByRole("group", { name: "Saved rolls" }).getByRole("button", { name });
  await expect(anna.page.locator(".kept-rolls")).toBeEmpty();
  await keep(anna, "Ilse", "Sneak", "dexterity + 3");
  await keep(anna, "Ilse", "Listen at the door", "wits + 2");
  await keep(mara, "Ghoul", "Claw", "strength + 1");
  await fits(anna, kept(anna, "Sneak"));
  await expect(kept(anna, "Claw")).toHaveCount(0);
  await accessible(anna.page, "saved rolls");
  await seen(anna, "kept");
  await server.dice([8, 2, 3, 4, 5, 6]);
  await anna.press(kept(anna, "Sneak"));
  await expect(anna.card).toContainText("Ilse: Sneak");
  await expect(mara.entry("Ilse: Sneak")).toContainText("1 success");
  // Those who run the table have those of the acting combatant at hand, hidden where they roll hidden.
  await mara.openDice();
  await expect(kept(mara, "Claw")).toHaveCount(0);
  await expect(kept(mara, "Sneak")).toBeVisible();
  await mara.next();
  await mara.openDice();
  await expect(kept(mara, "Claw")).toBeVisible();
  await mara.openDice();
  await mara.page.locator("#roll-hidden").check();
  await mara.press(kept(mara, "Claw"));
  await expect(mara.entry("Ghoul: Claw")).toContainText("only you can see this");
  expect(anna.frames.join()).not.toContain("Claw");
  // What cannot be rolled says so, there.
  await keep(anna, "Ilse", "Haste", "strength + 900");
  await anna.press(kept(anna, "Haste"));
  await expect(anna.page.locator(".notice")).not.toBeEmpty();
  // Real dice are typed.
  await anna.press(anna.page.getByRole("button", { name: "Real dice" }));
  await expect(kept(anna, "Sneak")).toBeHidden();
});

test("one press ends the turn of a whole group, one leaves it, one drag benches it, at 320 px", async ({ guest, server }) => {
  const all = await evening(guest, SIZES.small, PHONE);
  const [mara, anna] = all;
  const { page } = mara;
  await page.locator("#quick-add").fill("4x thug dex 2 comp 2 stam 2 size 5");
  await mara.press(page.locator("#quick-as-one"));
  await page.locator("#quick-add").press("Enter");
  await expect(page.locator(".bench-token")).toHaveCount(6);
  await server.dice([9]);
  await anna.rollInitiative();
  await server.dice([1, 5]);
  await mara.press(page.locator("#roll-rest"));
  const thugs = ["Thug A", "Thug B", "Thug C", "Thug D"];
  await expect(page.locator(".fold")).toContainText("Thug ×4");
  for (const name of ["Ilse", "Thug A"]) {
    await mara.next();
    await expect(mara.row(name)).toHaveAttribute("data-acting", "true");
  }
  const order = await mara.order();
  // One press for all of them.
  await mara.tab("Dice");
  const done = page.getByRole("button", { name: "Group done" }).filter({ visible: true });
  await fits(mara, done);
  await accessible(page, "a group acts");
  await seen(mara, "group-done");
  await mara.press(done);
  await expect(anna.row("Ghoul")).toHaveAttribute("data-acting", "true");
  await expect(done).toHaveCount(0);
  // One step takes all of it back.
  await mara.press(page.getByRole("button", { name: "More", exact: true }));
  await mara.press(page.locator("#menu .undo[data-verb=Undo]"));
  await expect(mara.row("Thug A")).toHaveAttribute("data-acting", "true");
  await mara.tab("Order");
  // One of them leaves, and the others stay together.
  await mara.press(page.locator(".fold"));
  await mara.press(mara.row("Thug C").locator(".token"));
  const leave = page.getByRole("button", { name: "Leave the group" });
  await fits(mara, leave);
  await seen(mara, "group-leave");
  await mara.press(leave);
  await mara.seesOrder(order.filter((name) => name !== "Thug C").flatMap((name) => (name === "Thug D" ? [name, "Thug C"] : [name])));
  await expect(page.locator(".fold")).toContainText("Thug ×3");
  await anna.tab("Log");
  await expect(anna.entry("Thug C leaves the group")).toBeVisible();
  // By its token the others go to the bench as one, and come back as one.
  await mara.press(page.locator(".fold"));
  const handle = mara.row("Thug A").locator(".token");
  await handle.focus();
  for (const key of ["Space", ...order.map(() => "ArrowUp"), "Space"]) await page.keyboard.press(key);
  await expect(page.locator(".bench-token")).toHaveCount(3);
  await expect(page.locator(".row")).toHaveCount(3);
  await mara.press(page.getByRole("button", { name: "More", exact: true }));
  await mara.press(page.locator("#menu .undo[data-verb=Undo]"));
  await expect(page.locator(".bench-token")).toHaveCount(0);
  await expect(page.locator(".fold")).toContainText("Thug ×3");
  for (const name of thugs) await expect(page.locator(".row .name").filter({ hasText: name })).toHaveCount(1);
});

test("a table may show players the odds against foes whom they see", async ({ guest, server }) => {
  const all = await evening(guest);
  const [mara, anna] = all;
  await begin(all, server);
  const chance = anna.draft.locator(".chances .chance");
  const odds = async () => {
    await anna.begin();
    for (const choice of [anna.target("Ghoul"), anna.draft.locator('.maneuver[data-key="unarmed"]')]) {
      if ((await choice.getAttribute("aria-pressed")) !== "true") await anna.press(choice);
      await expect(choice).toHaveAttribute("aria-pressed", "true");
    }
  };
  await odds();
  await expect(anna.draft.locator("#declare")).toBeEnabled();
  await expect(chance).toBeEmpty();
  await anna.press(anna.draft.getByRole("button", { name: "Do something else" }));
  await mara.houseRules(async (settings) => {
    const choice = settings.locator('[data-setting=foe_odds] button[value="shown"]');
    await choice.click();
    await expect(choice).toHaveAttribute("aria-pressed", "true");
  });
  await odds();
  await expect(chance).toContainText("% to hurt");
  await seen(anna, "odds-draft");
  await anna.declare();
  await mara.answer("withhold");
  await expect(anna.question.locator(".chance")).toContainText("% to hurt");
  await seen(anna, "odds-roll");
  await anna.throwDice();
  await expect(mara.exchange).toHaveCount(0);
  // The defender, too: of each answer.
  await mara.next();
  await expect(mara.row("Ghoul")).toHaveAttribute("data-acting", "true");
  await mara.attack({ at: ["Ilse"], what: "unarmed" });
  for (const key of ["apply", "withhold"]) {
    await expect(anna.question.locator(`button.option[data-key="${key}"]`)).toContainText("%");
  }
  await accessible(anna.page, "the odds of each answer");
  await seen(anna, "odds-answers");
});

test("an exchange is run again from its end, and from a step of it, with its dice as they fell", async ({ guest, server }) => {
  const all = await evening(guest, SIZES.small, PHONE);
  const [mara, anna] = all;
  await begin(all, server);
  await anna.attack({ at: ["Ghoul"], what: "unarmed" });
  await server.dice([8, 9, 2, 3, 4, 5]);
  await mara.answer("apply");
  await expect(anna.question.locator(".roll-now")).toBeVisible();
  // Back to the question before, from the ledger.
  await mara.tab("Dice");
  const step = mara.exchange.getByRole("button", { name: /^Replay from/ });
  await fits(mara, step);
  await expect(anna.exchange.getByRole("button", { name: /^Replay from/ })).toHaveCount(0);
  await accessible(mara.page, "an exchange with its steps");
  await seen(mara, "again-step");
  await mara.press(step);
  await expect(mara.question.locator('button.option[data-key="apply"]')).toBeVisible();
  await mara.answer("apply");
  await anna.throwDice();
  await expect(anna.exchange).toHaveCount(0);
  await mara.sees("Ghoul", "//.....");
  const faces = async () => {
    await anna.tab("Log");
    const line = anna.entry("Unarmed attack").filter({ has: anna.page.locator(".face") }).first();
    return await line.locator(".face").allTextContents();
  };
  const fell = await faces();
  await mara.tab("Log");
  const again = mara.page.getByRole("button", { name: "Replay from here" });
  await expect(again).toHaveCount(1);
  await fits(mara, again);
  await expect(anna.page.getByRole("button", { name: "Replay from here" })).toHaveCount(0);
  await accessible(mara.page, "a finished exchange in the log");
  await seen(mara, "again-log");
  await mara.press(again);
  await mara.sees("Ghoul", ".......");
  await expect(again).toHaveCount(0);
  await expect(anna.question.locator(".roll-now")).toBeVisible();
  await anna.throwDice();
  await mara.sees("Ghoul", "//.....");
  await expect.poll(faces).toEqual(fell);
  // What was built on it since is in the way, and says so.
  await mara.tab("Order");
  await mara.touchBox("Ghoul", 3);
  await mara.sees("Ghoul", "///....");
  await mara.tab("Log");
  await mara.press(again);
  await expect(mara.page.locator(".notice")).toContainText(/changed|since/);
  await mara.sees("Ghoul", "///....");
});
