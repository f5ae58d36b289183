// What players see of a foe is set on its sheet: its health exactly, in a word, not at all; when it shows itself.
import { accessible } from "./axe.mjs";
import { PHONE, SIZES, expect, test } from "./table.mjs";

/** The sheet of a combatant on the bench, in a tab of its own. */
async function sheet(person, name) {
  const replay = await person.page.context().newPage();
  await replay.goto(`${person.page.url()}/replay`);
  await replay.getByRole("link", { name: `History of ${name}` }).click();
  await replay.getByRole("link", { name: "The sheet" }).click();
  return replay;
}

test("a foe's health is shown in a word, and a lurker is set to show itself", async ({ guest }) => {
  const [mara, anna] = [await guest(), await guest(SIZES.phone, PHONE)];
  await mara.makeTable("The Wharf", "Mara", "chronicle");
  await anna.join((await mara.invitation()).player, "Anna");
  await mara.add("Thug dex 2 stam 2 size 5");
  await mara.add("Lurker stam 2 size 5 hidden");
  const page = await sheet(mara, "Thug");
  await page.getByLabel("What players see of their health").selectOption("banded");
  await page.getByRole("button", { name: "Set", exact: true }).click();
  await expect(page.locator("#who .kept")).toHaveText("Saved.");
  await expect(page.getByLabel("What players see of their health")).toHaveValue("banded");
  await accessible(page, "the sheet of a foe", "#who");
  // Anna reads a word and no box.
  const hers = await sheet(anna, "Thug");
  await expect(hers.locator("#health")).toContainText("Unhurt");
  await expect(hers.locator(".box")).toHaveCount(0);
  await expect(hers.getByLabel("What players see of their health")).toHaveCount(0);

  const lurker = await sheet(mara, "Lurker");
  await expect(lurker.getByText("Hidden until you show them.")).toBeVisible();
  await lurker.getByRole("button", { name: "Show with the first action" }).click();
  await expect(lurker.getByText("Hidden until the first action")).toBeVisible();
  await expect(lurker.getByRole("button", { name: "Stay hidden until shown" })).toBeVisible();
});
