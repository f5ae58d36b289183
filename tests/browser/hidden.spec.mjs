import { SIZES, expect, test } from "./table.mjs";

test("what is hidden never reaches a player: not the page, not the frames", async ({ guest, server }) => {
  const [mara, anna] = [await guest(), await guest(SIZES.phone)];
  await mara.demo();
  const { player } = await mara.invitation();
  await anna.join(player, "Anna");
  await expect(mara.row("The Bishop")).toHaveAttribute("data-hidden", "true");

  await mara.press(mara.page.locator(".bench-fold"));
  await mara.page.locator("#quick-hidden").check();
  await mara.add("Lurking Horror dex 5 comp 5");
  await expect(mara.benchToken("Lurking Horror")).toBeVisible();
  await mara.box("The Bishop", 5).click();
  await mara.openDice();
  await mara.page.locator("#roll-hidden").check();
  await mara.page.locator("#roll-what").fill("Secret ambush");
  await mara.page.locator("#roll").click();
  await expect(mara.entry("Secret ambush")).toContainText("only you can see this");

  // Something open happens after it, so that everything before has arrived.
  const frames = anna.frames.length;
  await mara.box("Weston", 1).click();
  await anna.sees("Weston", "/.......");
  // Besides that there is at most the answer to "is anybody there?".
  const since = anna.frames.slice(frames).filter((frame) => frame !== '"pong"');
  expect(since).toEqual([expect.stringContaining('"hp"')]);

  const page = await anna.page.evaluate(async () => await (await fetch(location.href)).text());
  const everything = page + anna.frames.join("\n") + (await anna.page.content());
  for (const secret of ["Bishop", "Lurking", "Horror", "ambush"]) {
    expect(everything).not.toContain(secret);
  }

  await mara.benchToken("Lurking Horror").click();
  await mara.page.getByRole("button", { name: "Reveal" }).click();
  await anna.press(anna.page.locator(".bench-fold"));
  await expect(anna.benchToken("Lurking Horror")).toBeVisible();
});

test("a seat that is taken away is closed at once", async ({ guest }) => {
  const [mara, anna] = [await guest(), await guest(SIZES.phone)];
  await mara.makeTable();
  const link = (await mara.invitation()).player;
  await anna.join(link, "Anna");
  await mara.people();
  const shown = mara.drawer.locator("#player-link");
  await expect(shown).toHaveValue(new RegExp(link));
  await mara.drawer.getByLabel("Remove Anna’s seat").click();
  await mara.drawer.getByRole("button", { name: "Yes, remove it" }).click();
  await expect(anna.page.locator(".banner")).toContainText("You no longer have a seat at this table");
  await anna.page.reload();
  await expect(anna.page.getByRole("heading", { level: 1 })).toContainText("This link no longer works");
  // The link that led in leads nowhere either; the storyteller is shown a new one.
  await anna.open(link);
  await expect(anna.page.getByRole("heading", { level: 1 })).toContainText("This link no longer works");
  await expect(shown).toHaveValue(/\/join\//);
  await expect(shown).not.toHaveValue(new RegExp(link));
  anna.trouble.length = 0;
});
