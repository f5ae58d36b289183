// Handouts: a letter is written, covered and handed to one of three phones; it is uncovered, shown and taken back.
import { accessible } from "./axe.mjs";
import { PHONE, SIZES, expect, test } from "./table.mjs";

const SECRETS = /bells|drowned|lighthouse/;

/** A storyteller and three phones, each with a character. */
async function table(guest) {
  const mara = await guest();
  await mara.demo();
  const code = (await mara.invitation()).player;
  const phones = [];
  for (const [name, character] of [
    ["Anna", "Ilse Varga"],
    ["Ben", "Dr. Amadi"],
    ["Carla", "Weston"],
  ]) {
    const phone = await guest(SIZES.phone, PHONE);
    await phone.join(code, name);
    await phone.plays(character);
    phones.push(phone);
  }
  return [mara, ...phones];
}

/** Opens the shelf, describes no scene. */
const openShelf = ({ page }) => page.locator("#open-handouts").click();

/** Selects words in the text of the form and covers them. */
async function cover({ page }, words) {
  await page.locator("#handout-text").evaluate((field, words) => {
    const at = field.value.indexOf(words);
    field.focus();
    field.setSelectionRange(at, at + words.length);
  }, words);
  await page.locator("#cover-words").click();
}

/** Writes a letter with covered words. */
async function write({ page }, name, text, covered = []) {
  await page.getByRole("button", { name: "New letter" }).click();
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.locator("#handout-text").fill(text);
  for (const words of covered) await cover({ page }, words);
  await page.locator(".handout-form").getByRole("button", { name: "Save" }).click();
  await expect(page.locator(".handout-open .paper")).toBeVisible();
}

/** Hands the open handout to characters. */
async function hand({ page }, ...names) {
  for (const name of names) await page.locator(".giving .chip", { hasText: name }).click();
  await page.locator("#hand-it").click();
  for (const name of names) await expect(page.locator(".giving .chip", { hasText: name })).toContainText("has it");
}

const reading = ({ page }) => page.locator("#handout-reading");
const card = ({ page }, name) => page.locator(".known .handout-card", { hasText: name });
const openMe = ({ page }) => page.locator(".tabs .tab", { hasText: "Me" }).click();

/** What has reached a person, on their page and in their frames. */
const everything = async (person) => person.frames.join("\n") + (await person.page.content());

const LETTER = "Amadi,\n\nmeet me where your sister drowned, after the *bells*.";

test("a letter comes to one of three phones, and nobody else has a word of it", async ({ guest }) => {
  const [mara, anna, ben, carla] = await table(guest);
  await openShelf(mara);
  await write(mara, "The ship is not late", LETTER, ["sister drowned"]);
  await accessible(mara.page, "the shelf");
  await hand(mara, "Dr. Amadi");

  await expect(reading(ben)).toBeVisible();
  await expect(reading(ben)).toContainText("to you alone");
  await expect(reading(ben).locator("em")).toHaveText("bells");
  await expect(reading(ben).locator(".paper .covered")).toHaveCount(1);
  await expect(reading(ben)).toContainText("Some of it can’t be read yet.");
  await accessible(ben.page, "a letter");
  for (const person of [ben]) expect(await everything(person)).not.toContain("drowned");
  await ben.page.locator("#keep-handout").click();
  await expect(reading(ben)).toBeHidden();
  await openMe(ben);
  await expect(card(ben, "The ship is not late")).toContainText("part of it covered");
  await accessible(ben.page, "what we know");

  // The others see that something is handed over, and no more.
  await anna.page.locator(".tabs .tab", { hasText: "Log" }).click();
  await expect(anna.page.locator(".column-log")).toContainText("Dr. Amadi is handed something");
  for (const person of [anna, carla]) {
    const all = await everything(person);
    expect(all).not.toMatch(SECRETS);
    expect(all).not.toContain("The ship is not late");
  }

  // It is kept: after a reload it is on the shelf, and does not come again.
  await ben.page.reload();
  await openMe(ben);
  await expect(card(ben, "The ship is not late")).toBeVisible();
  await expect(reading(ben)).toBeHidden();

  // Uncovered, it is news on the card; taken back, it is gone.
  await mara.page.locator(".handout-open .paper .covered").click();
  await mara.page.getByRole("button", { name: "Uncover for everyone" }).click();
  await expect(card(ben, "The ship is not late")).toContainText("You can read more of it now.");
  await card(ben, "The ship is not late").click();
  await expect(reading(ben)).toContainText("sister drowned");
  await reading(ben).getByRole("button", { name: "Close" }).click();
  await expect(card(ben, "The ship is not late")).not.toContainText("You can read more");
  await mara.page.locator(".giving .chip", { hasText: "Dr. Amadi" }).click();
  await mara.page.getByRole("button", { name: "Take it back from Dr. Amadi" }).click();
  await expect(ben.page.locator(".known")).toHaveCount(0);
  await ben.page.locator(".tabs .tab", { hasText: "Log" }).click();
  await expect(ben.page.locator(".column-log")).toContainText("A letter is taken back from Dr. Amadi");
  for (const person of [anna, carla]) expect(await everything(person)).not.toMatch(SECRETS);
});

test("a reader shows a letter to one of the others, and it goes with the character", async ({ guest }) => {
  const [mara, anna, ben, carla] = await table(guest);
  await openShelf(mara);
  await write(mara, "A map", "the lighthouse, second door");
  await mara.page.getByLabel("they may show it to others").check();
  await hand(mara, "Dr. Amadi");
  await expect(reading(ben)).toContainText("second door");
  await ben.page.getByRole("button", { name: "Show the others…" }).click();
  await reading(ben).locator(".chip", { hasText: "Ilse Varga" }).click();
  await expect(reading(anna)).toContainText("shown by Ben");
  await expect(reading(anna)).toContainText("lighthouse");
  expect(await everything(carla)).not.toMatch(SECRETS);
  // Closing keeps it, too.
  await anna.page.keyboard.press("Escape");
  await openMe(anna);
  await expect(card(anna, "A map")).toBeVisible();
});

test("a name is a card to which its readers add notes", async ({ guest }) => {
  const [mara, anna, ben, carla] = await table(guest);
  await openShelf(mara);
  await mara.page.getByRole("button", { name: "New name" }).click();
  await mara.page.getByLabel("Name", { exact: true }).fill("Vadim");
  await mara.page.locator(".handout-form").getByRole("button", { name: "Save" }).click();
  await hand(mara, "Ilse Varga", "Dr. Amadi");
  for (const person of [anna, ben]) await person.page.locator("#keep-handout").click();
  await openMe(anna);
  await card(anna, "Vadim").click();
  await anna.page.getByLabel("Add a note").fill("owns the lighthouse");
  await anna.page.getByLabel("Add a note").press("Enter");
  await expect(reading(anna).locator(".card-notes")).toContainText("owns the lighthouse");
  await openMe(ben);
  await expect(card(ben, "Vadim")).toContainText("There are new notes on it.");
  await card(ben, "Vadim").click();
  await expect(reading(ben).locator(".card-notes")).toContainText("Anna owns the lighthouse");
  await expect(mara.page.locator(".handout-open .card-notes")).toContainText("owns the lighthouse");
  expect(await everything(carla)).not.toMatch(SECRETS);
});
