// Lines that add combatants, as people type and paste them.
import { PHONE, SIZES, expect, test } from "./table.mjs";

for (const [how, size, options] of [["at a desk", SIZES.laptop], ["on a phone", SIZES.phone, PHONE]]) {
  test(`three lines that are pasted are three combatants, ${how}`, async ({ guest }) => {
    const mara = await guest(size, options);
    await mara.makeTable();
    const line = mara.page.locator("#quick-add");
    const said = mara.page.locator("#quick-add-said");
    await line.focus();
    // As a paste or the keyboard of a phone puts it in.
    await mara.page.keyboard.insertText("Marcus dex 3\n- Lucia, dex 4\n3. Tom (dex 2)");
    await expect(said).toHaveText("1 × Marcus · 1 × Lucia · 1 × Tom");
    await line.press("Enter");
    await expect(line).toHaveValue("");
    for (const name of ["Marcus", "Lucia", "Tom"]) await expect(mara.benchToken(name)).toBeVisible();
    await expect(mara.page.locator(".bench-token")).toHaveCount(3);

    // What the preview says is read as it says it.
    await line.fill("3x thug dex 3");
    await expect(said).toContainText("3 × Thug:");
    await line.fill((await said.textContent()).split(":")[0]);
    await expect(said).toContainText("3 × Thug:");
    await line.press("Enter");
    await expect(mara.page.locator(".bench-token")).toHaveCount(6);

    // What is not understood is named, and stays in the field.
    await line.fill("Ana dx 3");
    await line.press("Enter");
    await expect(said).toHaveText("There is no trait or item “dx” in these rules. Did you mean dex?");
    await expect(line).toHaveValue("Ana dx 3");
    await line.press("Shift+Enter");
    await expect(line).toHaveValue("Ana dx 3\n");
  });
}

test("ordinary dice are thrown from the log, and added up", async ({ guest }) => {
  const mara = await guest();
  await mara.makeTable();
  const say = mara.page.locator("#say-line");
  await say.fill("/roll 2d6+3 # to hit");
  await say.press("Enter");
  await expect(mara.entry("to hit")).toContainText(/total \d+/);
  await say.fill("/r 4d6kh3");
  await say.press("Enter");
  await expect(mara.page.locator("#say-trouble")).toContainText("type dice as 2d6");
});
