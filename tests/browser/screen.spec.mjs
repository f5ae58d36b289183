// What it looks like: nothing sticks out at any width, and the README's pictures.
import { ALL_LOOKS, SCHEMES, ends, picturePath } from "./share.mjs";
import { PHONE, SIZES, expect, test } from "./table.mjs";

const shoot = async (person, name) => ALL_LOOKS && (await person.page.screenshot({ path: picturePath(`${name}.png`) }));

async function nothingSticksOut(person) {
  const [wide, inner] = await person.page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  expect(wide).toBeLessThanOrEqual(inner);
}

for (const [name, size] of ends(Object.entries(SIZES))) {
  test(`at ${size.width} px: twenty combatants, long names, every tab`, async ({ guest }) => {
    const mobile = size.width < 700;
    const mara = await guest(size, mobile ? { hasTouch: true, isMobile: true } : {});
    await mara.makeTable("The long night at the flooded customs house of Saint Brannoc");
    await mara.add("18x ghoul dex 3 comp 2 stam 2 size 5");
    await mara.add("Maximiliane Freifrau von und zu Hohenschwangau-Wittelsbach dex 2 comp 2 stam 9 size 8");
    await mara.add("Donaudampfschifffahrtsgesellschaftskapitän dex 2 comp 2");
    await mara.page.locator("#roll-rest").click();
    await expect(mara.page.locator(".row")).toHaveCount(20);
    await mara.next();
    await nothingSticksOut(mara);
    await shoot(mara, `twenty-${name}`);
    if (mobile) {
      // A thumb needs room: a row has it once it is open.
      await mara.openRow(await mara.page.locator(".row .name").first().textContent());
      for (const box of await mara.page.locator(".row[data-opened=true] .box").all().then((all) => all.slice(0, 8))) {
        expect((await box.boundingBox()).height).toBeGreaterThanOrEqual(40);
      }
      for (const tab of ["Dice", "Log"]) {
        await mara.tab(tab);
        await nothingSticksOut(mara);
        await shoot(mara, `twenty-${name}-${tab.toLowerCase()}`);
      }
    }
  });
}

test("where a finger points, controls are 44 px high and wide", async ({ guest }) => {
  const mara = await guest(SIZES.small, { hasTouch: true, isMobile: true });
  await mara.demo();
  await mara.openDice();
  const roomy = async (where, many) => {
    const controls = ".check, .segment, .chip, .term button, select, input[type=text], .button, button.quiet, button.brass";
    const sizes = await mara.page.locator(where).locator(controls).evaluateAll((all) =>
      all
        .map((control) => [control.textContent || control.id || control.className, control.getBoundingClientRect()])
        .filter(([, box]) => box.width > 0)
        .map(([words, { width, height }]) => [words, width, height]),
    );
    expect(sizes.length).toBeGreaterThanOrEqual(many);
    expect(sizes.filter(([, width, height]) => width < 44 || height < 44)).toEqual([]);
  };
  await mara.openRow("Ghoul A");
  await mara.press(mara.page.locator(".bench-fold"));
  await roomy("#tab-order", 4);
  await mara.tab("Dice");
  await mara.openDice();
  await mara.page.locator("#roller").selectOption({ label: "Ghoul A" });
  await roomy("#tab-me", 12);
  await mara.page.getByRole("button", { name: "Real dice" }).click();
  await roomy("#tab-me", 12);
  await mara.tab("Log");
  await roomy("#tab-log", 4);
  await mara.page.getByRole("button", { name: "More", exact: true }).click();
  await roomy("#menu", 8);
});

for (const colorScheme of SCHEMES) {
  test(`the demonstration, ${colorScheme}`, async ({ guest }) => {
    const mara = await guest({ width: 1360, height: 860 }, { colorScheme });
    await mara.demo();
    await mara.openDice();
    const anna = await guest(SIZES.phone, { colorScheme, hasTouch: true, isMobile: true });
    await anna.join((await mara.invitation()).player, "Anna");
    await anna.tab("Me");
    await anna.plays("Dr. Amadi");
    await shoot(anna, `player-me-${colorScheme}`);
    await anna.tab("Order");
    await expect(mara.row("Dr. Amadi").locator(".owner")).toHaveText("Anna");
    await expect(anna.row("Dr. Amadi").locator(".owner")).toHaveText("you");
    await shoot(mara, `storyteller-${colorScheme}`);
    await shoot(anna, `player-${colorScheme}`);
    const small = await guest(SIZES.small, { colorScheme, hasTouch: true, isMobile: true });
    await small.join((await mara.invitation()).spectator, "Sam");
    await nothingSticksOut(small);
    await shoot(small, `spectator-${colorScheme}`);
    const tablet = await guest(SIZES.tablet, { colorScheme });
    await tablet.demo();
    await tablet.openDice();
    await nothingSticksOut(tablet);
    await shoot(tablet, `tablet-${colorScheme}`);
    await mara.row("Ghoul A").locator(".token").click();
    await shoot(mara, `sheet-${colorScheme}`);
  });
}

for (const colorScheme of SCHEMES) {
  test(`a roll where people are, ${colorScheme}`, async ({ guest }) => {
    const mara = await guest(SIZES.laptop, { colorScheme });
    await mara.demo();
    await mara.openDice();
    const { player } = await mara.invitation();
    for (const [name, size] of Object.entries(SIZES)) {
      const mobile = size.width < 700;
      const person = await guest(size, mobile ? { ...PHONE, colorScheme } : { colorScheme });
      await person.join(player, `Anna ${name}`);
      await mara.openDice();
      await mara.page.locator("#roll-what").fill(`Leaps over the counter at the long-haired man, ${name}`);
      await mara.page.locator("#roll").click();
      const seen = mobile ? person.card : person.entry("Leaps over").first();
      await expect(seen).toContainText(name);
      await nothingSticksOut(person);
      await shoot(person, `roll-${name}-${colorScheme}`);
    }
    await expect(mara.lastRoll).toBeInViewport({ ratio: 1 });
    await shoot(mara, `roll-storyteller-${colorScheme}`);
  });
}

test("the doors, and a table nobody has come to", async ({ guest }) => {
  for (const [name, size] of Object.entries({ small: SIZES.small, laptop: SIZES.laptop })) {
    const mara = await guest(size);
    await mara.open("/");
    await nothingSticksOut(mara);
    await shoot(mara, `home-${name}`);
    await mara.makeTable();
    await nothingSticksOut(mara);
    await shoot(mara, `empty-${name}`);
    if (name === "laptop") {
      await mara.page.getByRole("link", { name: "Invite, beside the table" }).click();
      await expect(mara.drawer.locator("#spoken-code")).not.toBeEmpty();
      await shoot(mara, "invite");
    }
  }
});

test("the order can be read with scripts off", async ({ guest, browser, server }) => {
  const mara = await guest();
  await mara.demo();
  await mara.openDice();
  const cookies = await mara.page.context().cookies();
  const context = await browser.newContext({ javaScriptEnabled: false });
  await context.addCookies(cookies);
  const page = await context.newPage();
  await page.goto(mara.page.url());
  await expect(page.locator(".row .name")).toHaveText(await mara.order());
  await expect(page.locator(".row[data-acting=true] .name")).toHaveText("Dr. Amadi");
  await context.close();
});
