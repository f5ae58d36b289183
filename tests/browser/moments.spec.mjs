// The first minute of a player, and the end of a fight.
import { PHONE, SIZES, expect, test } from "./table.mjs";

test("a player takes a ready sheet with a name and one tap", async ({ guest }) => {
  const [mara, anna] = [await guest(), await guest(SIZES.phone, PHONE)];
  await mara.makeTable();
  await anna.join((await mara.invitation()).player, "Anna");
  await expect(anna.page.getByRole("heading", { name: "Who do you play?" })).toBeVisible();
  await anna.page.locator("#who-name").fill("Ilse Varga");
  await anna.press(anna.page.locator("[data-archetype=street_fighter]"));
  await expect(mara.benchToken("Ilse Varga")).toBeVisible();
  await expect(anna.page.locator(".strip-name")).toHaveText("Ilse Varga");
  await expect(anna.page.locator(".who-card")).toHaveCount(0);
  // What is next is in the bar.
  await expect(anna.page.locator(".next-action button")).toHaveText("Roll initiative");
});

test("a fight ends and the next scene begins with three taps and no typing", async ({ guest, server }) => {
  const [mara, anna] = [await guest(), await guest(SIZES.phone, PHONE)];
  await mara.makeTable();
  await anna.join((await mara.invitation()).player, "Anna");
  await anna.add("Ilse dex 3 comp 3 stam 2 size 5");
  await mara.add("Thug dex 2 comp 2 stam 2 size 5");
  await server.dice([9]);
  await anna.rollInitiative();
  await server.dice([1]);
  await mara.press(mara.page.locator("#roll-rest"));
  await mara.next();
  await expect(mara.row("Ilse")).toHaveAttribute("data-acting", "true");
  await expect(mara.page.locator("#end-fight")).toBeHidden();
  // The only foe falls: it can be ended.
  for (let box = 1; box <= 7; box += 1) {
    await mara.box("Thug", box).focus();
    await mara.page.keyboard.press("a");
  }
  await expect(mara.row("Thug")).toHaveAttribute("data-out", "true");
  const before = await mara.taps();
  await mara.press(mara.page.locator("#end-fight"));
  for (const person of [mara, anna]) await expect(person.page.getByRole("heading", { name: "The fight is over" })).toBeVisible();
  // Everybody can read what became of it.
  await expect(anna.page.getByRole("link", { name: /^What happened/ })).toBeVisible();
  await mara.press(mara.page.getByRole("link", { name: /^Next scene/ }));
  const title = mara.drawer.getByLabel("What the next encounter is called");
  await expect(title).toHaveValue("The Wharf, midnight, 2");
  await mara.press(mara.drawer.getByRole("button", { name: "Start it now" }));
  for (const person of [anna, mara]) await expect(person.page.locator("h1").first()).toHaveText("The Wharf, midnight, 2");
  expect((await mara.taps()) - before).toBeLessThanOrEqual(3);

  // Where another title is wanted, what is typed takes the place of this one: one press into the field selects it.
  await mara.open(`${new URL(mara.page.url()).pathname}/cast`);
  const own = mara.page.getByLabel("What the next encounter is called");
  await expect(own).toHaveValue("The Wharf, midnight, 3");
  await own.click({ position: { x: 40, y: 20 } });
  await mara.page.keyboard.type("The roof");
  await expect(own).toHaveValue("The roof");
});
