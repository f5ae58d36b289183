// Six thugs stand as one row in the order: one roll, one place, and each their own boxes and turn.
import { accessible } from "./axe.mjs";
import { PHONE, SIZES, expect, test } from "./table.mjs";

const THUGS = ["A", "B", "C", "D", "E", "F"].map((letter) => `Thug ${letter}`);

const fold = (person) => person.page.locator(".fold");

const fits = (page) => page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

/** Those whose rows can be seen. */
const standing = (person) =>
  person.page.locator(".row").evaluateAll((rows) =>
    rows.map((row) => row.querySelector(".name")).filter((name) => name.checkVisibility()).map((name) => name.textContent),
  );

const sees = (person, names) => expect.poll(() => standing(person)).toEqual(names);

/** Pictures to look at, where they are wanted. */
async function seen(person, name) {
  const to = process.env.COTERIE_LOOK;
  if (!to) return;
  const { page } = person;
  for (const [width, height] of [[320, 720], [768, 900], [1280, 860]]) {
    await page.setViewportSize({ width, height });
    for (const theme of ["dark", "light"]) {
      await page.evaluate((theme) => (document.documentElement.dataset.theme = theme), theme);
      await page.screenshot({ path: `${to}/${name}-${width}-${theme}.png` });
    }
  }
  await page.setViewportSize(SIZES.small);
}

/** Adds by the line, with its choice. */
async function addAsOne(person, line) {
  const choice = person.page.locator("#quick-as-one");
  await expect(choice).toBeHidden();
  await person.page.locator("#quick-add").fill(line);
  await person.press(choice);
  await expect(choice).toBeChecked();
  await person.page.locator("#quick-add").press("Enter");
  await expect(person.page.locator("#quick-add")).toHaveValue("");
}

/** A storyteller and a player, both on small phones. */
async function evening(guest) {
  const [mara, anna] = [await guest(SIZES.small, PHONE), await guest(SIZES.small, PHONE)];
  await mara.makeTable("The Wharf, midnight", "Mara", "chronicle");
  await anna.join((await mara.invitation()).player, "Anna");
  await anna.add("Ilse dex 3 stam 3 size 5 willpower 4");
  return [mara, anna];
}

test("six thugs are one row that opens, rolls and goes apart, by touch at 320 px", async ({ guest, server }) => {
  const [mara, anna] = await evening(guest);
  await addAsOne(mara, "6x thug dex 3 comp 2 stam 2 size 5");
  await expect(mara.page.locator(".bench-token")).toHaveCount(7);
  // One die for all six, another for Ilse.
  await server.dice([4, 9]);
  await mara.press(mara.page.locator("#roll-rest"));
  await anna.rollInitiative();
  for (const person of [mara, anna]) {
    await expect(fold(person)).toHaveCount(1);
    await expect(fold(person)).toContainText("Thug ×6");
    await sees(person, ["Ilse"]);
    expect(await fits(person.page)).toBe(true);
  }
  // It opens on the device that opened it, and nowhere else.
  await mara.press(fold(mara));
  await expect(fold(mara)).toHaveAttribute("aria-expanded", "true");
  await sees(mara, ["Ilse", ...THUGS]);
  await sees(anna, ["Ilse"]);
  await mara.touchBox("Thug B", 1);
  await mara.sees("Thug B", "/......");
  await mara.sees("Thug C", ".......");
  await accessible(mara.page, "a group, open");
  await seen(mara, "group-open");
  const large = await fold(mara).boundingBox();
  expect(large.height).toBeGreaterThanOrEqual(44);

  // Their turn: who acts of them is in sight, one after the other.
  await mara.press(fold(mara));
  await sees(mara, ["Ilse"]);
  for (const name of ["Ilse", ...THUGS.slice(0, 2)]) {
    await mara.next();
    await expect(mara.row(name)).toHaveAttribute("data-acting", "true");
    await sees(mara, name === "Ilse" ? ["Ilse"] : ["Ilse", name]);
    await sees(anna, name === "Ilse" ? ["Ilse"] : ["Ilse", name]);
  }
  await expect(fold(anna)).toHaveAttribute("data-busy", "true");
  await accessible(anna.page, "a group, closed, one of it acts");
  await seen(anna, "group-acts");

  // Apart: each goes on where they stand.
  await mara.press(fold(mara));
  await mara.press(mara.page.getByRole("button", { name: "Split up" }));
  for (const person of [mara, anna]) {
    await expect(fold(person)).toHaveCount(0);
    await sees(person, ["Ilse", ...THUGS]);
  }
  await mara.sees("Thug B", "/......");
});

test("a group opens, moves and is taken to the cast's page by keyboard", async ({ guest }) => {
  const mara = await guest(SIZES.laptop);
  await mara.makeTable("The Wharf, midnight", "Mara", "chronicle");
  await mara.add("Boss dex 4 comp 4 stam 3 size 5");
  await mara.add("2x Wolf dex 3 stam 2 size 5");
  await mara.add("Dog dex 1 stam 2 size 5");
  const { page } = mara;
  const keys = async (...all) => {
    for (const key of all) await page.keyboard.press(key);
  };
  for (const name of ["Boss", "Wolf A", "Dog", "Wolf B"]) {
    await mara.benchToken(name).focus();
    await keys("Space", "End", "Space");
    await expect(mara.row(name)).toBeVisible();
  }
  await mara.seesOrder(["Boss", "Wolf A", "Dog", "Wolf B"]);
  // The cast's page makes the two of them one.
  const cast = await page.context().newPage();
  await cast.goto(new URL(`${new URL(page.url()).pathname}/cast`, page.url()).href);
  const part = cast.getByRole("region", { name: "Groups" });
  await part.getByRole("button", { name: "Act as one" }).press("Enter");
  await expect(cast.getByRole("alert")).toContainText("Check two or more");
  for (const name of ["Wolf A", "Wolf B"]) await part.getByRole("checkbox", { name }).press("Space");
  await part.getByRole("button", { name: "Act as one" }).press("Enter");
  await expect(part.getByRole("listitem")).toContainText("Wolf A, Wolf B");
  await accessible(cast, "the cast with a group");
  mara.trouble = mara.trouble.filter((words) => !/status of 409/.test(words));

  await mara.seesOrder(["Boss", "Wolf A", "Wolf B", "Dog"]);
  await sees(mara, ["Boss", "Dog"]);
  await fold(mara).focus();
  await keys("Enter");
  await sees(mara, ["Boss", "Wolf A", "Wolf B", "Dog"]);
  await keys("Enter");
  await sees(mara, ["Boss", "Dog"]);
  // One grip carries both.
  await mara.grip("Wolf A").focus();
  await keys("Space", "Home", "Space");
  await mara.seesOrder(["Wolf A", "Wolf B", "Boss", "Dog"]);
  await expect(mara.grip("Wolf B")).toBeHidden();
  await part.getByRole("button", { name: "Split up" }).press("Enter");
  await expect(part.getByRole("listitem")).toHaveCount(0);
  await sees(mara, ["Wolf A", "Wolf B", "Boss", "Dog"]);
});

test("players do not learn how many of a group are hidden", async ({ guest, server }) => {
  const [mara, anna] = await evening(guest);
  await mara.page.locator("#quick-hidden").check();
  await addAsOne(mara, "4x thug dex 3 stam 2 size 5");
  const first = mara.benchToken("Thug i");
  await mara.press(first);
  await mara.press(mara.page.getByRole("button", { name: "Reveal", exact: false }).first());
  await mara.page.keyboard.press("Escape");
  await expect(anna.page.locator(".bench-token")).toHaveCount(2);
  await server.dice([4]);
  await mara.press(mara.page.locator("#roll-rest"));
  await expect(fold(mara)).toContainText("Thug ×4");
  await sees(anna, ["Thug"]);
  await expect(fold(anna)).toHaveCount(0);
  expect(anna.frames.join("\n")).not.toMatch(/"group"|Thug i/);
});
