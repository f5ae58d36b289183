import { SIZES, expect, test } from "./table.mjs";

const PHONE = { hasTouch: true, isMobile: true };

/** Mara runs the demonstration, Anna plays Weston on her phone. */
async function table(guest) {
  const [mara, anna] = [await guest(), await guest(SIZES.phone, PHONE)];
  await mara.demo();
  await mara.openDice();
  await anna.join((await mara.invitation()).player, "Anna");
  await anna.tab("Me");
  await anna.plays("Weston");
  await expect(mara.row("Weston").locator(".owner")).toHaveText("Anna");
  await anna.tab("Order");
  return [mara, anna];
}

const undo = (who) => who.page.getByRole("button", { name: /^Undo/ });
const redo = (who) => who.page.locator(".top").getByRole("button", { name: /^Redo/ });

/** On a phone they are in the menu. */
async function menu(who) {
  await who.page.getByRole("button", { name: "More", exact: true }).tap();
  return who.page.getByRole("dialog", { name: "More" });
}

/** Everything the page says aloud from now on. */
async function listen(who) {
  await who.page.evaluate(() => {
    const aloud = document.querySelector(".aloud");
    window.said = [];
    new MutationObserver(() => window.said.push(aloud.textContent)).observe(aloud, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });
  return () => who.page.evaluate(() => window.said);
}

test("undo says what and whose, takes back the whole line, and redo brings it back", async ({ guest }) => {
  const [mara, anna] = await table(guest);
  for (const box of [1, 2, 3]) await anna.touchBox("Weston", box);
  await mara.sees("Weston", "///.....");
  await expect(undo(mara)).toHaveAccessibleName("Undo: Weston +3 bashing, Anna");
  await expect(undo(mara)).toHaveAttribute("title", "Undo: Weston +3 bashing, Anna");
  await expect(undo(mara)).toContainText("Weston +3 bashing, Anna");
  await expect(redo(mara)).toHaveCount(0);

  const [heard, annaHeard] = [await listen(mara), await listen(anna)];
  await undo(mara).click();
  await anna.sees("Weston", "........");
  await mara.sees("Weston", "........");
  const line = mara.page.locator(".entry").filter({ hasText: "+3 bashing" });
  await expect(line).toHaveAttribute("data-undone", "true");
  await expect(line).toContainText("undone by Storyteller");
  const notice = mara.page.locator(".notice");
  await expect(notice).toContainText("Undone: Weston +3 bashing, Anna.");
  await expect(anna.page.locator(".notice")).toContainText("Storyteller undid: Weston +3 bashing, yours.");
  // Said once, and not as if it were a new mark.
  await expect.poll(heard).toEqual(["Undone: Weston +3 bashing, Anna."]);
  await expect.poll(annaHeard).toEqual(["Storyteller undid: Weston +3 bashing, yours."]);

  // The notice has the way back in it.
  await notice.getByRole("button", { name: "Redo" }).click();
  await anna.sees("Weston", "///.....");
  await expect(line).toHaveAttribute("data-undone", "false");
  await expect(notice).toContainText("Redone: Weston +3 bashing, Anna.");
  await expect(undo(mara)).toHaveAccessibleName("Undo: Weston +3 bashing, Anna");

  await undo(mara).click();
  await expect(redo(mara)).toHaveAccessibleName("Redo: Weston +3 bashing, Anna");
  await redo(mara).click();
  await anna.sees("Weston", "///.....");
  await undo(mara).click();
  await anna.sees("Weston", "........");
  await expect(redo(mara)).toBeEnabled();
  // Something new happens: what was taken back stays so.
  await mara.box("Dr. Amadi", 2).click();
  await expect(redo(mara)).toHaveCount(0);
  await expect(undo(mara)).toHaveAccessibleName("Undo: Dr. Amadi +1 bashing, yours");
});

test("several steps back and as many forth", async ({ guest }) => {
  const [mara, anna] = await table(guest);
  await mara.box("Weston", 1).click();
  await mara.box("Dr. Amadi", 2).click();
  await anna.touchBox("Weston", 2);
  await mara.sees("Weston", "//......");
  await mara.sees("Dr. Amadi", "//.....");
  const names = ["Weston +1 bashing, Anna", "Dr. Amadi +1 bashing, yours", "Weston +1 bashing, yours"];
  for (const name of names) {
    await expect(undo(mara)).toHaveAccessibleName(`Undo: ${name}`);
    await undo(mara).click();
    await expect(redo(mara)).toHaveAccessibleName(`Redo: ${name}`);
  }
  await anna.sees("Weston", "........");
  await anna.sees("Dr. Amadi", "/......");
  for (const name of names.reverse()) {
    await expect(redo(mara)).toHaveAccessibleName(`Redo: ${name}`);
    await redo(mara).click();
    await expect(undo(mara)).toHaveAccessibleName(`Undo: ${name}`);
  }
  await anna.sees("Weston", "//......");
  await anna.sees("Dr. Amadi", "//.....");
});

test("a player's redo lasts while only hidden things happen", async ({ guest }) => {
  const [mara, anna] = await table(guest);
  await anna.touchBox("Weston", 1);
  await mara.sees("Weston", "/.......");
  let dialog = await menu(anna);
  const mine = dialog.getByRole("button", { name: "Undo: Weston +1 bashing, yours" });
  await expect(mine).toContainText("Weston +1 bashing, yours");
  expect((await mine.boundingBox()).height).toBeGreaterThanOrEqual(44);
  await mine.tap();
  await mara.sees("Weston", "........");
  await expect(anna.page.locator(".notice")).toContainText("Undone: Weston +1 bashing, yours.");

  // Hidden: it ends what the storyteller could bring back, who sees it, and nobody else's.
  await expect(redo(mara)).toHaveAccessibleName("Redo: Weston +1 bashing, Anna");
  await mara.box("The Bishop", 5).click();
  await expect(undo(mara)).toHaveAccessibleName("Undo: The Bishop +1 bashing, yours");
  await expect(redo(mara)).toHaveCount(0);
  dialog = await menu(anna);
  await dialog.getByRole("button", { name: "Redo: Weston +1 bashing, yours" }).tap();
  await mara.sees("Weston", "/.......");
  await expect(anna.page.locator(".notice")).toContainText("Redone: Weston +1 bashing, yours.");

  dialog = await menu(anna);
  await dialog.getByRole("button", { name: /^Undo/ }).tap();
  await mara.sees("Weston", "........");
  await expect(anna.page.locator(".notice").getByRole("button", { name: "Redo" })).toBeVisible();
  // Seen by everybody.
  await mara.box("Dr. Amadi", 2).click();
  await anna.sees("Dr. Amadi", "//.....");
  await expect(anna.page.locator(".notice").getByRole("button", { name: "Redo" })).toBeHidden();
  dialog = await menu(anna);
  await expect(dialog.getByRole("button", { name: "Redo" })).toBeDisabled();
  expect(anna.frames.join("\n")).not.toContain("Bishop");
});

test("the keys for undo and redo, but not where somebody types", async ({ guest }) => {
  const mara = await guest();
  await mara.demo();
  await mara.openDice();
  await mara.box("Weston", 1).click();
  await expect(undo(mara)).toHaveAccessibleName("Undo: Weston +1 bashing, yours");
  await mara.page.keyboard.press("Control+z");
  await mara.sees("Weston", "........");
  await expect(redo(mara)).toBeEnabled();
  await mara.page.keyboard.press("Control+Shift+Z");
  await mara.sees("Weston", "/.......");
  await expect(undo(mara)).toHaveAccessibleName("Undo: Weston +1 bashing, yours");
  await mara.page.keyboard.press("Control+z");
  await mara.sees("Weston", "........");
  await expect(redo(mara)).toBeEnabled();
  await mara.page.keyboard.press("Control+y");
  await mara.sees("Weston", "/.......");

  const line = mara.page.locator("#quick-add");
  await line.pressSequentially("rat");
  await line.press("Control+z");
  await expect(line).not.toHaveValue("rat");
  await mara.sees("Weston", "/.......");
  await expect(undo(mara)).toHaveAccessibleName("Undo: Weston +1 bashing, yours");
});

test("the log says whose hand it was: marked, noted, dragged", async ({ guest }) => {
  const [mara, anna] = [await guest(), await guest(SIZES.phone, PHONE)];
  await mara.makeTable();
  await anna.join((await mara.invitation()).player, "Anna");
  await anna.add("Ilse dex 4 comp 4 stam 3 size 5");
  await mara.add("rat stam 2 size 2");
  for (const name of ["Ilse", "Rat"]) {
    await mara.benchToken(name).click();
    await mara.page.getByRole("button", { name: "To the end of the order" }).click();
    await expect(mara.row(name)).toBeVisible();
  }
  const newest = (who) => who.page.locator(".entry").first();
  const sub = (who) => newest(who).locator(".entry-sub");
  const hand = (who) => newest(who).locator(".entry-hand");

  // Their own: the name alone, beside the hour.
  await anna.touchBox("Ilse", 1);
  await expect(newest(mara)).toContainText("Ilse");
  await expect(sub(mara)).toHaveText("+1 bashing");
  await expect(hand(mara)).toHaveText("Anna");
  // Somebody else's: in words, with the role, because names may look alike.
  await mara.box("Ilse", 2).click();
  await anna.tab("Log");
  await expect(sub(anna)).toHaveText("+1 bashing · by Mara, storyteller");
  await expect(hand(anna)).toHaveCount(0);

  await mara.row("Ilse").locator(".token").click();
  await mara.page.getByRole("link", { name: "Sheet of Ilse" }).click();
  const beside = mara.drawer;
  await beside.getByLabel("Note", { exact: true }).fill("prone");
  await beside.getByRole("button", { name: "Write" }).click();
  await expect(newest(anna)).toContainText("Ilse: prone");
  await expect(sub(anna)).toHaveText("by Mara, storyteller");
  await mara.page.locator("#beside").getByRole("button", { name: "Close", exact: true }).click();
  await mara.page.locator("#row-sheet").getByRole("button", { name: "Close" }).click();

  await mara.grip("Ilse").focus();
  for (const key of ["Space", "ArrowDown", "Space"]) await mara.page.keyboard.press(key);
  await mara.seesOrder(["Rat", "Ilse"]);
  await expect(newest(anna)).toContainText("Ilse moves in the order");
  await expect(sub(anna)).toHaveText("by Mara, storyteller");
  // Nobody plays the rat: it is the storyteller's.
  await mara.box("Rat", 1).click();
  await expect(newest(anna)).toContainText("Rat");
  await expect(sub(anna)).toHaveText("+1 bashing");
  await expect(hand(anna)).toHaveText("Mara");
  // Who says something runs the table, whatever they are called.
  await mara.page.locator("#say-line").fill("The lamp goes out.");
  await mara.page.locator("#say-line").press("Enter");
  await expect(newest(anna)).toContainText("Mara: The lamp goes out.");
  await expect(sub(anna)).toHaveText("storyteller");
});

test("a roll's line keeps the rules behind its terms", async ({ guest }) => {
  const [mara, anna] = [await guest(), await guest(SIZES.phone)];
  await mara.demo();
  await mara.openDice();
  await anna.join((await mara.invitation()).player, "Anna");
  await mara.openDice();
  await mara.page.locator("#roller").selectOption({ label: "Ghoul A" });
  await mara.page.locator("#roll-what").fill("Claws at Weston");
  await mara.page.getByRole("button", { name: "Strength 3" }).click();
  await expect(mara.page.locator(".term.given")).toContainText("Wounded");
  await mara.page.locator("#roll").click();
  await anna.tab("Log");
  const roll = anna.entry("Ghoul A: Claws at Weston").first();
  await expect(roll).toContainText("Strength +3, Wounded −1 CHR-WND-02 = 2");
  await expect(roll.locator(".rule")).toHaveText("CHR-WND-02");
});
