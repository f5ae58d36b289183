// By keys alone: how often the Tab key stops, what single keys do, and where the focus goes.
import { PHONE, SIZES, expect, test } from "./table.mjs";

/** Seven in the order; Dr. Amadi acts. */
async function seven(guest, size, options) {
  const mara = await guest(size, options);
  await mara.demo();
  await mara.add("Thug dex 1 comp 1");
  await mara.next();
  return mara;
}

/** What the Tab key stops at, from the first thing on the page to the last. */
async function stops(person) {
  const { page } = person;
  await page.evaluate(() => {
    document.activeElement?.blur();
    window.getSelection()?.removeAllRanges();
  });
  const seen = [];
  for (let tab = 0; tab < 60; tab += 1) {
    await page.keyboard.press("Tab");
    const at = await page.evaluate(() => {
      const at = document.activeElement;
      if (!at || at === document.body) return undefined;
      window.stopped ??= new Set();
      if (window.stopped.has(at)) return undefined;
      window.stopped.add(at);
      return `${at.tagName} ${at.id || at.className} ${at.ariaLabel ?? at.textContent.trim().slice(0, 30)}`;
    });
    if (at === undefined) break;
    seen.push(at);
  }
  return seen;
}

for (const [name, size, options] of [["laptop", SIZES.laptop, {}], ["phone", SIZES.phone, PHONE]]) {
  test(`at most 20 stops of the Tab key with a draft and a question open, ${name}`, async ({ guest, server }) => {
    const mara = await seven(guest, size, options);
    await mara.attack({ at: ["Weston"], what: "unarmed" });
    await expect(mara.exchange).toHaveCount(1);
    // The next one puts an action together meanwhile.
    await mara.page.locator(".row[data-acting=false] .token").first().focus();
    await mara.page.keyboard.press("Enter");
    await mara.page.locator("#row-sheet").getByRole("button", { name: "Act…" }).press("Enter");
    await expect(mara.draft).toBeVisible();
    const all = await stops(mara);
    expect(all.length, all.join("\n")).toBeGreaterThan(8);
    expect(all.length, all.join("\n")).toBeLessThanOrEqual(20);
  });
}

test("arrows walk over the order, single keys do what is done often, and can be turned off", async ({ guest }) => {
  const mara = await guest();
  await mara.demo();
  const { page } = mara;
  const { keyboard } = page;
  const focused = () => page.evaluate(() => document.activeElement?.closest(".row")?.querySelector(".name")?.textContent ?? document.activeElement?.id);
  await keyboard.press("o");
  await expect.poll(focused).toBe("Dr. Amadi");
  await keyboard.press("ArrowDown");
  await expect.poll(focused).toBe("Ghoul A");
  await keyboard.press("ArrowRight");
  await expect(mara.row("Ghoul A").locator(".token")).toBeFocused();
  await keyboard.press("ArrowRight");
  await expect(mara.box("Ghoul A", 1)).toBeFocused();
  await keyboard.press("ArrowDown");
  await expect(mara.box("Weston", 1)).toBeFocused();
  await keyboard.press("b");
  await mara.sees("Weston", "/.......");
  await keyboard.press("Escape");
  await expect(page.locator(".row-opener:focus")).toHaveCount(1);
  await keyboard.press("Enter");
  await expect(mara.row("Weston")).toHaveAttribute("data-opened", "true");
  await keyboard.press("Escape");
  await expect(mara.row("Weston")).toHaveAttribute("data-opened", "false");

  await expect(page.locator(".undo-pair .undo[data-verb=Undo]")).toHaveAccessibleName(/Weston/);
  await keyboard.press("u");
  await mara.sees("Weston", "........");
  await expect(page.locator(".undo-pair .undo[data-verb=Redo]")).toBeEnabled();
  await keyboard.press("y");
  await mara.sees("Weston", "/.......");
  await keyboard.press("n");
  await expect(mara.row("Ghoul A")).toHaveAttribute("data-acting", "true");
  await keyboard.press("a");
  await expect(mara.draft).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest(".draft") !== null)).toBe(true);
  await keyboard.press("Escape");
  await expect(mara.draft).toBeHidden();
  await keyboard.press("l");
  await expect(page.locator("#say-line")).toBeFocused();
  // Where somebody types they are letters.
  await keyboard.type("nay");
  await expect(page.locator("#say-line")).toHaveValue("nay");
  await expect(mara.row("Ghoul A")).toHaveAttribute("data-acting", "true");

  await page.locator("#next").focus();
  await keyboard.press("?");
  await expect(page.locator("#keys")).toBeVisible();
  await keyboard.press("Escape");
  await expect(page.locator("#keys")).toBeHidden();
  await keyboard.press("ControlOrMeta+k");
  await keyboard.type("west");
  await keyboard.press("Enter");
  await expect(page.locator("#row-sheet-name")).toHaveText("Weston");
  await keyboard.press("Escape");

  await page.context().addCookies([{ name: "keys", value: "off", url: page.url() }]);
  await page.reload();
  await mara.live();
  await page.locator("#next").focus();
  await keyboard.press("n");
  await keyboard.press("?");
  await expect(page.locator("#keys")).toBeHidden();
  await expect(mara.row("Ghoul A")).toHaveAttribute("data-acting", "true");
});

test("what has no key of its own is found by name", async ({ guest }) => {
  const mara = await guest();
  await mara.demo();
  const { page } = mara;
  const find = async (words) => {
    await page.keyboard.press("Control+k");
    await page.locator("#palette-search").fill(words);
    await page.keyboard.press("Enter");
  };
  await find("safety");
  await expect(page.locator("#safety")).toBeVisible();
  await page.keyboard.press("Escape");
  await find("ask for");
  await expect(page.locator("#ask-pool")).toBeFocused();
  await page.keyboard.press("Escape");
  await find("clocks");
  await expect(page.locator("#new-clock")).toBeFocused();
  await find("handouts");
  await expect(page.locator("#find-handout")).toBeFocused();
});
