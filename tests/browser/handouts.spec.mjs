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
const tabMe = ({ page }) => page.locator(".tabs .tab", { hasText: /^Me/ });
const openMe = (person) => person.tab("Me");

/** What has reached a person, on their page and in their frames. */
const everything = async (person) => person.frames.join("\n") + (await person.page.content());

const LETTER = "Amadi,\n\nmeet me where your sister drowned, after the *bells*.";

test("a letter comes to one of three phones, and nobody else has a word of it", async ({ guest }) => {
  const [mara, anna, ben, carla] = await table(guest);
  await openShelf(mara);
  await write(mara, "The ship is not late", LETTER, ["sister drowned"]);
  await accessible(mara.page, "the shelf");
  await hand(mara, "Dr. Amadi");
  await expect(mara.page.getByRole("button", { name: /^Undo: A letter.*, to Dr\. Amadi/ }).first()).toBeVisible();

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
  await ben.page.locator(".known .chip", { hasText: "New" }).click();
  await expect(ben.page.locator(".known .handout-card")).toHaveCount(1);
  await card(ben, "The ship is not late").click();
  await expect(reading(ben)).toContainText("sister drowned");
  await reading(ben).getByRole("button", { name: "Close" }).click();
  await expect(ben.page.locator(".known .empty")).toHaveText("Nothing like that here.");
  await ben.page.locator(".known .chip", { hasText: "All" }).click();
  await expect(card(ben, "The ship is not late")).not.toContainText("You can read more");
  await mara.page.locator(".giving .chip", { hasText: "Dr. Amadi" }).click();
  await mara.page.getByRole("button", { name: "Take it back from Dr. Amadi" }).click();
  await expect(ben.page.locator(".known")).toHaveCount(0);
  await ben.page.locator(".tabs .tab", { hasText: "Log" }).click();
  await expect(ben.page.locator(".column-log")).toContainText("A letter is taken back from Dr. Amadi");
  for (const person of [anna, carla]) expect(await everything(person)).not.toMatch(SECRETS);

  // Without a word, nothing is left of it but the letter's absence.
  await hand(mara, "Dr. Amadi");
  await ben.press(ben.page.locator("#keep-handout"));
  const lines = await ben.page.locator("#log .entry").count();
  await mara.page.locator(".giving .chip", { hasText: "Dr. Amadi" }).click();
  await mara.page.getByLabel("without telling them").check();
  await mara.page.getByRole("button", { name: "Take it back from Dr. Amadi" }).click();
  await expect(ben.page.locator(".known")).toHaveCount(0);
  await expect(ben.page.locator("#log .entry")).toHaveCount(lines);
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
  // It calls from the tab where it will be kept. Closing keeps it, too.
  await expect(tabMe(anna)).toHaveText(/^Me\s*new$/);
  await anna.page.keyboard.press("Escape");
  await expect(tabMe(anna)).toHaveAttribute("data-call", "false");
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

/** A picture of two colors, as somebody drags it in from a folder. */
const carried = ({ page }) =>
  page.evaluateHandle(async () => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 900, height: 600 });
    const ink = canvas.getContext("2d");
    ink.fillStyle = "#384248";
    ink.fillRect(0, 0, 900, 600);
    ink.fillStyle = "#c9974a";
    ink.fillRect(620, 120, 120, 90);
    const bytes = await new Promise((done) => canvas.toBlob(done, "image/png"));
    const carried = new DataTransfer();
    carried.items.add(new File([bytes], "pier.png", { type: "image/png" }));
    return carried;
  });

/** Pastes a text, as the Control and V keys do where no field is. */
const paste = ({ page }, text) =>
  page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);

/** Drops a picture on the stage, says what it shows, and saves it. */
async function drop(person, name) {
  const { page } = person;
  const dataTransfer = await carried(person);
  await page.locator(".scene-stage").dispatchEvent("dragover", { dataTransfer });
  await expect(page.locator(".scene-stage")).toHaveAttribute("data-drop", "true");
  await page.locator(".scene-stage").dispatchEvent("drop", { dataTransfer });
  await expect(page.getByText("The picture is there.")).toBeVisible();
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.locator("#handout-words").fill("A pier at night, one lit window.");
  await page.locator(".handout-form").getByRole("button", { name: "Save" }).click();
  await expect(page.locator(".handout-open .paper img")).toBeVisible();
}

const shelfCard = ({ page }, name) => page.locator(".handout-list .handout-card", { hasText: name });
const middle = async (locator) => {
  const { x, y, width, height } = await locator.boundingBox();
  return { x: x + width / 2, y: y + height / 2 };
};

test("a picture is dropped, a text is pasted, and a card goes to whom it is dragged", async ({ guest }) => {
  const [mara, anna, ben, carla] = await table(guest);
  await openShelf(mara);
  await drop(mara, "The pier");
  // What is being written is not lost to what is pasted.
  await mara.page.getByRole("button", { name: "New note" }).click();
  await mara.page.locator("#handout-text").fill("half a thought");
  await mara.page.locator("#handout-text").blur();
  await paste(mara, "the lighthouse");
  await expect(mara.page.locator(".notice")).toContainText("Save or cancel");
  await expect(mara.page.locator("#handout-text")).toHaveValue("half a thought");
  await mara.page.locator(".handout-form").getByRole("button", { name: "Cancel" }).click();
  await paste(mara, "Amadi,\nthe lighthouse, second door.");
  await expect(mara.page.getByRole("heading", { name: "A new letter" })).toBeVisible();
  await expect(mara.page.locator("#handout-text")).toHaveValue(/second door/);
  await mara.page.getByLabel("Name", { exact: true }).fill("From V.");
  await mara.page.locator(".handout-form").getByRole("button", { name: "Save" }).click();
  await expect(shelfCard(mara, "From V.")).toBeVisible();

  const { mouse } = mara.page;
  const from = await middle(shelfCard(mara, "From V."));
  const row = mara.page.locator(".row", { hasText: "Dr. Amadi" });
  const to = await middle(row);
  await mouse.move(from.x, from.y);
  await mouse.down();
  await mouse.move(to.x, to.y, { steps: 5 });
  await expect(row).toHaveAttribute("data-hand", "true");
  await expect(mara.page.locator(".card-ghost")).toHaveText(/From V\..*Hand it to Dr\. Amadi/);
  // Escape puts it back.
  await mara.page.keyboard.press("Escape");
  await expect(mara.page.locator(".card-ghost")).toHaveCount(0);
  await mouse.up();
  await expect(row).not.toHaveAttribute("data-hand", "true");
  await expect(shelfCard(mara, "From V.")).toContainText("not given yet");
  await mouse.move(from.x, from.y);
  await mouse.down();
  await mouse.move(to.x, to.y, { steps: 5 });
  await mouse.up();
  await expect(shelfCard(mara, "From V.")).toContainText("Dr. Amadi alone");
  await expect(reading(ben)).toContainText("second door");
  for (const person of [anna, carla]) expect(await everything(person)).not.toMatch(SECRETS);
});

test("with fingers a card is held and dragged, and a picture grows", async ({ guest }) => {
  const [mara, , ben] = await table(guest);
  await openShelf(mara);
  await drop(mara, "The pier");
  const phone = await guest(SIZES.phone, PHONE);
  await phone.page.context().addCookies(await mara.page.context().cookies());
  await phone.open(mara.page.url());
  await phone.live();
  await phone.tab("Dice");
  await openShelf(phone);
  const fingers = async (person) => {
    const session = await person.page.context().newCDPSession(person.page);
    return (type, ...touchPoints) => session.send("Input.dispatchTouchEvent", { type, touchPoints });
  };

  // A finger that moves at once scrolls; one that stays lifts the card.
  const touch = await fingers(phone);
  const held = shelfCard(phone, "The pier");
  await held.scrollIntoViewIfNeeded();
  const from = await middle(held);
  await touch("touchStart", from);
  await touch("touchMove", { x: from.x, y: from.y - 40 });
  await touch("touchEnd");
  await expect(phone.page.locator(".hand-tray")).toHaveCount(0);
  const again = await middle(held);
  await touch("touchStart", again);
  await expect(phone.page.locator(".hand-tray")).toBeVisible();
  const to = await middle(phone.page.locator(".hand-to", { hasText: "Dr. Amadi" }));
  await touch("touchMove", { x: again.x, y: again.y + 20 });
  await touch("touchMove", to);
  await expect(phone.page.locator(".hand-to", { hasText: "Dr. Amadi" })).toHaveAttribute("data-hand", "true");
  await touch("touchEnd");
  await expect(phone.page.locator(".hand-tray")).toHaveCount(0);

  const frame = reading(ben).locator(".zoom-frame");
  await expect(frame.locator("img")).toBeVisible();
  const size = () => frame.evaluate((frame) => frame.scrollWidth / frame.clientWidth);
  expect(await size()).toBe(1);
  const { x, y } = await middle(frame);
  const two = await fingers(ben);
  const apart = (by) => [{ x: x - by, y, id: 0 }, { x: x + by, y, id: 1 }];
  await two("touchStart", ...apart(30));
  for (const by of [40, 55, 70, 90]) await two("touchMove", ...apart(by));
  await two("touchEnd");
  await expect.poll(size).toBeCloseTo(3, 0);
  await accessible(ben.page, "a picture that has grown");
  const tap = async () => {
    for (let count = 0; count < 2; count += 1) {
      await two("touchStart", { x, y });
      await two("touchEnd");
    }
  };
  await tap();
  await expect.poll(size).toBe(1);
  await tap();
  await expect.poll(size).toBeGreaterThan(1.9);
  // By keys, too.
  await frame.focus();
  await ben.page.keyboard.press("0");
  await expect.poll(size).toBe(1);
  await ben.page.keyboard.press("+");
  await expect.poll(size).toBeCloseTo(1.5, 1);
  await ben.page.keyboard.press("-");
  await expect.poll(size).toBe(1);
});
