// The scene as places on a laptop: described in one field, moved in by mouse and by keys.
import { accessible } from "./axe.mjs";
import { SIZES, SOON, expect, test } from "./table.mjs";

const WHARF = `Loading dock: crates
Warehouse floor: crowd 9
Gallery: height 5, railing
Cellar: hidden
Loading dock 6 Warehouse floor by an open door
Warehouse floor 8 Gallery by stairs
Warehouse floor 5 Cellar, hidden`;

const place = ({ page }, name) => page.locator(".board:not(.preview) .place").filter({ has: page.locator(".place-name", { hasText: name }) });
const piece = ({ page }, name) => page.locator(".board:not(.preview) .piece").and(page.getByRole("button", { name: new RegExp(`^${name}`) }));

/** Describes a scene in its field. */
async function describe({ page }, lines) {
  const line = page.locator("#describe-scene");
  await ((await line.count()) ? line : page.locator("#edit-scene")).click();
  await page.locator("#scene-lines").fill(lines);
}

/** Takes a token up with the mouse and holds it over something. */
async function hold({ page }, token, over) {
  const middle = async (locator) => {
    await locator.scrollIntoViewIfNeeded();
    const box = await locator.boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [x, y] = await middle(token);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 10, y + 10, { steps: 3 });
  const [tx, ty] = await middle(over);
  await page.mouse.move(tx, ty, { steps: 6 });
}

/** Moves a token by mouse to a place. */
async function carry(person, name, where) {
  await hold(person, piece(person, name), place(person, where).locator(".pieces"));
  await person.page.mouse.up();
  await expect(place(person, where).getByRole("button", { name: new RegExp(`^${name}`) })).toBeVisible();
}

async function table(guest) {
  const [mara, anna] = [await guest(), await guest()];
  await mara.demo();
  await anna.join((await mara.invitation()).player, "Anna");
  await anna.plays("Ilse Varga");
  return [mara, anna];
}

test("a scene is described in one field, drawn while it is typed, and used", async ({ guest }) => {
  const [mara, anna] = await table(guest);
  await expect(anna.page.locator(".scene-stage, #describe-scene")).toHaveCount(0);
  await describe(mara, "Loading dock: crates\nGallery: sparkling");
  await expect(mara.page.locator(".preview .place")).toHaveCount(1);
  await expect(mara.page.locator(".describe-back mark")).toHaveText("sparkling");
  await expect(mara.page.locator(".describe-wrong li")).toContainText("sparkling");
  await expect(mara.page.locator("#use-scene")).toBeDisabled();
  await mara.page.locator("#scene-lines").fill(WHARF);
  await expect(mara.page.locator(".preview .place")).toHaveCount(4);
  await accessible(mara.page, "the scene");
  await mara.page.locator("#use-scene").click();

  await expect(place(mara, "Cellar")).toHaveAttribute("data-hidden", "true");
  await expect(place(anna, "Gallery")).toBeVisible();
  await expect(anna.page.locator(".place")).toHaveCount(3);
  await expect(anna.page.locator(".link-label")).toHaveCount(2);
  expect(await anna.page.content()).not.toContain("Cellar");
  expect(anna.frames.join()).not.toContain("Cellar");
  await accessible(anna.page, "the scene");
});

test("a token shows what each place costs while it is in the air, and moves with one command", async ({ guest }) => {
  const [mara, anna] = await table(guest);
  await describe(mara, WHARF);
  await mara.page.locator("#use-scene").click();
  await carry(mara, "Dr. Amadi", "Warehouse floor");
  await expect(place(anna, "Warehouse floor").getByRole("button", { name: /^Dr. Amadi/ })).toBeVisible();

  await hold(mara, piece(mara, "Dr. Amadi"), place(mara, "Gallery").locator(".pieces"));
  await expect(place(mara, "Gallery").locator(".place-cost")).toContainText("8 yd");
  await expect(place(mara, "Loading dock").locator(".place-cost")).toContainText("6 yd");
  await expect(place(mara, "Gallery")).toHaveAttribute("data-over", "true");
  await expect(mara.page.locator(".ghost-words")).toContainText("Gallery");
  await expect(mara.page.locator(".board-lines [data-lit=true]")).toHaveCount(1);
  await mara.page.mouse.up();
  await expect(place(anna, "Gallery").getByRole("button", { name: /^Dr. Amadi/ })).toBeVisible();
  await expect(mara.row("Dr. Amadi").locator(".where")).toHaveText("Gallery");

  // One token on another is an attack, as in the order.
  await carry(mara, "Ghoul A", "Gallery");
  await hold(mara, piece(mara, "Dr. Amadi"), piece(mara, "Ghoul A"));
  await expect(mara.page.locator(".ghost-words")).toHaveText("attacks Ghoul A");
  await mara.page.mouse.up();
  await expect(mara.target("Ghoul A")).toHaveAttribute("aria-pressed", "true");
  await mara.page.keyboard.press("Escape");

  // Whoever goes where players do not look is gone from their board.
  await carry(mara, "Weston", "Cellar");
  await expect(piece(anna, "Weston")).toHaveCount(0);
  await expect(anna.row("Weston").locator(".where")).toHaveText("out of sight");
});

test("a player's laptop moves the own token with keys, and asks where it may not", async ({ guest }) => {
  const [mara, anna] = await table(guest);
  await describe(mara, WHARF);
  await mara.page.locator("#use-scene").click();
  await carry(mara, "Ilse Varga", "Loading dock");
  await mara.houseRules(async (rules) => {
    await rules.locator(".set[data-setting=moves] button[value=always]").click();
    await expect(rules.locator(".set[data-setting=moves] button[value=always]")).toHaveAttribute("aria-pressed", "true");
  });

  const stops = anna.page.locator(".board [tabindex='0']");
  await expect(stops).toHaveCount(1);
  await piece(anna, "Ilse Varga").focus();
  await expect(stops).toHaveCount(1);
  await anna.page.keyboard.press("ArrowRight");
  await expect(anna.aloud).toContainText("Ilse Varga: 1 place in reach");
  await expect(anna.aloud).toContainText("Warehouse floor: 6 yards");
  await expect(place(anna, "Warehouse floor")).toHaveAttribute("data-over", "true");
  await anna.page.keyboard.press("Escape");
  await expect(anna.aloud).toContainText("Put back");
  await anna.page.keyboard.press("ArrowRight");
  await anna.page.keyboard.press("Enter");
  await expect(place(mara, "Warehouse floor").getByRole("button", { name: /^Ilse Varga/ })).toBeVisible();
  await expect(piece(anna, "Ilse Varga")).toBeFocused();

  await anna.page.keyboard.press("m");
  const list = anna.page.locator("#scene-form");
  await expect(list.getByRole("heading")).toHaveText("Where does Ilse Varga go?");
  await accessible(anna.page, "the scene");
  await list.getByRole("button", { name: /^Loading dock/ }).click();
  await expect(place(mara, "Loading dock").getByRole("button", { name: /^Ilse Varga/ })).toBeVisible();

  await mara.houseRules(async (rules) => {
    await rules.locator(".set[data-setting=moves] button[value=proposed]").click();
    await expect(rules.locator(".set[data-setting=moves] button[value=proposed]")).toHaveAttribute("aria-pressed", "true");
  });
  await piece(anna, "Ilse Varga").focus();
  await anna.page.keyboard.press("ArrowRight");
  await expect(anna.aloud).toContainText("Warehouse floor");
  await anna.page.keyboard.press("Enter");
  await expect(mara.page.locator(".fight")).toContainText("Warehouse floor");
  await expect(place(anna, "Loading dock").getByRole("button", { name: /^Ilse Varga/ })).toBeVisible();
});

test("cards are moved by their names, changed in their forms, and the segment is remembered", async ({ guest }) => {
  const [mara] = [await guest(SIZES.laptop)];
  await mara.demo();
  await describe(mara, WHARF);
  await mara.page.locator("#use-scene").click();
  const cellar = place(mara, "Cellar");
  await hold(mara, cellar.locator(".place-name"), mara.page.locator(".add-place"));
  await mara.page.mouse.up();
  await expect.poll(() => cellar.evaluate((card) => getComputedStyle(card).gridColumnStart), SOON).toBe("2");

  await place(mara, "Gallery").locator(".place-name").click();
  const form = mara.page.locator("#scene-form");
  await form.getByLabel("Light").selectOption("dark");
  await accessible(mara.page, "the scene");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(place(mara, "Gallery").locator(".place-marks")).toContainText("dark");

  await mara.page.locator(".board").getByRole("button", { name: /(Warehouse floor and Gallery|Gallery and Warehouse floor), 8 yards/ }).click();
  await form.getByLabel("Distance").fill("11");
  await form.getByLabel("Door").selectOption("door closed");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(mara.page.locator(".board").getByRole("button", { name: /11 yards, stairs, door closed/ })).toHaveAttribute("data-shut", "true");

  await mara.page.locator(".stage-head").getByRole("button", { name: "Dice" }).click();
  await expect(mara.page.locator("#roll-panel")).toBeVisible();
  await expect(mara.page.locator(".board")).toHaveCount(0);
  await mara.page.reload();
  await mara.live();
  await expect(mara.page.locator("#roll-panel")).toBeVisible();
  await expect(mara.page.locator(".stage-head").getByRole("button", { name: "Dice" })).toHaveAttribute("aria-pressed", "true");
});
