// Pages beside the table: parts of the server's pages, whose links and forms stay in the drawer. The table lives on.
import { PHONE, SIZES, expect, test } from "./table.mjs";

const dialog = (person) => person.page.getByRole("dialog", { name: "Beside the table" });

/** Marks the page, so that one that was loaded anew is known. */
const mark = (person) => person.page.evaluate(() => (window.marked = true));
const isMarked = async (person) => expect(await person.page.evaluate(() => window.marked)).toBe(true);

/** A picture, drawn by the browser. */
async function picture(page) {
  const bytes = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 300, height: 300 });
    canvas.getContext("2d").fillRect(60, 60, 90, 90);
    const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
    return [...new Uint8Array(await blob.arrayBuffer())];
  });
  return { name: "face.png", mimeType: "image/png", buffer: Buffer.from(bytes) };
}

test("a sheet is written, refused and given a picture; links stay, and Back leads back to the table", async ({ guest }) => {
  const mara = await guest();
  await mara.makeTable();
  await mara.add("Ilse stam 3");
  await mark(mara);
  const table = mara.page.url();
  const opener = mara.benchToken("Ilse");
  await opener.click();
  await mara.page.getByRole("link", { name: "Sheet of Ilse" }).click();
  const sheet = mara.drawer;
  await expect(sheet.getByRole("heading", { level: 1 })).toHaveText("Ilse");
  // From a dialog it opens over the table, and nothing of it is a frame or a script.
  expect(await dialog(mara).evaluate((it) => it.matches(":modal"))).toBe(true);
  expect(await mara.page.locator("iframe, #beside script").count()).toBe(0);

  // A form, its answer in the same place, and the focus where it was.
  const note = sheet.getByLabel("Note", { exact: true });
  await note.fill("prone");
  const scrolled = () => sheet.evaluate((it) => it.scrollTop);
  const write = sheet.getByRole("button", { name: "Write", exact: true });
  await write.focus();
  const before = await scrolled();
  await mara.page.keyboard.press("Enter");
  await expect(sheet.locator(".kept")).toBeVisible();
  await expect(mara.entry("Ilse: prone")).toHaveCount(1);
  await expect(write).toBeFocused();
  expect(Math.abs((await scrolled()) - before)).toBeLessThan(80);
  // Refused: the page with why, in sight, and what was typed.
  await note.evaluate((it) => it.removeAttribute("maxlength"));
  await note.fill("x".repeat(61));
  await write.click();
  await expect(sheet.getByRole("alert")).toBeInViewport();
  await expect(note).toHaveValue("x".repeat(61));
  // A file that is no picture, and one that is.
  const portrait = sheet.getByLabel("Picture");
  const give = sheet.getByRole("button", { name: "Use this picture" });
  await portrait.setInputFiles({ name: "x.jpg", mimeType: "image/jpeg", buffer: Buffer.from("no picture") });
  await give.click();
  await expect(sheet.getByRole("alert")).toBeInViewport();
  await portrait.setInputFiles(await picture(mara.page));
  await give.click();
  await expect(sheet.locator(".paper-face")).toBeVisible();
  await expect(sheet.getByRole("alert")).toHaveCount(0);
  mara.trouble.length = 0; // answers of 409 and 422 are errors to the console

  // What cannot be sent stays typed.
  await mara.page.route("**/*?part", (route) => route.abort());
  await note.fill("asleep");
  await write.click();
  await expect(sheet.getByRole("alert")).toHaveText("Can’t reach the server. Try again in a moment.");
  await expect(note).toHaveValue("asleep");
  await mara.page.unroute("**/*?part");
  mara.trouble.length = 0;

  // What is typed while an answer is on its way stays, and so does what was typed into another form.
  const other = sheet.locator("input[type=number]").first();
  const printed = await other.inputValue();
  let answer;
  const asked = new Promise((ask) => (answer = ask));
  await mara.page.route("**/*?part", async (route) => asked.then(() => route.continue()));
  await other.fill("7");
  await write.click();
  await note.fill("dreaming");
  answer();
  await expect(mara.entry("Ilse: asleep")).toHaveCount(1);
  await expect(sheet.locator(".kept")).toBeVisible();
  await expect(note).toHaveValue("dreaming");
  await expect(other).toHaveValue("7");
  await mara.page.unroute("**/*?part");
  await other.fill(printed);
  await write.click();
  await expect(mara.entry("Ilse: dreaming")).toHaveCount(1);

  // A link within leads on within; Back leads to the sheet, and from there to the table, which was never left.
  const rule = sheet.locator("a.rule").first();
  const id = await rule.textContent();
  await rule.click();
  const entry = sheet.locator(`[id="${id}"]`);
  await expect(entry).toBeInViewport();
  await expect(sheet.locator(".guide-way")).toBeHidden();
  await sheet.getByRole("link", { name: "Contents", exact: true }).click();
  await expect(sheet.locator("#contents")).toBeInViewport();
  await expect(entry).not.toHaveAttribute("data-target");
  await mara.page.goBack();
  await expect(entry).toHaveAttribute("data-target");
  await mara.page.goBack();
  await expect(sheet.getByRole("heading", { level: 1 })).toHaveText("Ilse");
  await expect(note).toHaveValue("dreaming");
  await mara.page.goBack();
  await expect(dialog(mara)).toBeHidden();
  expect(mara.page.url()).toBe(table);
  await isMarked(mara);
});

test("the table takes on the theme, files and tabs are the browser's, and a seat that is gone is told of", async ({ guest }) => {
  const [mara, ben] = [await guest(), await guest(SIZES.phone, PHONE)];
  await mara.makeTable();
  await ben.join((await mara.invitation()).player, "Ben");
  await mark(mara);
  const policy = (await mara.page.request.get(mara.page.url())).headers()["content-security-policy"];
  expect(policy).toContain("frame-src 'none'; frame-ancestors 'none'");

  // Beside the table, which can be used meanwhile.
  const opener = mara.page.getByRole("link", { name: "Invite, beside the table" });
  await opener.focus();
  await mara.page.keyboard.press("Enter");
  await expect(dialog(mara).getByRole("button", { name: "Close", exact: true })).toBeFocused();
  await expect(mara.drawer.getByRole("heading", { level: 1 })).toHaveText("At the table");
  await mara.add("Ilse");
  await expect(mara.benchToken("Ilse")).toBeVisible();
  // A button that a link wants its script for; a file; a tab of its own, with all that is around a page.
  await expect(mara.drawer.getByRole("button", { name: "Copy" }).first()).toBeVisible();
  const file = mara.drawer.getByRole("link", { name: "The whole table" });
  const [download] = await Promise.all([mara.page.waitForEvent("download"), file.click()]);
  expect(download.url()).toMatch(/\.json/);
  const [tab] = await Promise.all([mara.page.context().waitForEvent("page"), dialog(mara).getByRole("link", { name: "Open in its own tab" }).click()]);
  await expect(tab.getByRole("navigation", { name: "You are here" })).toBeVisible();
  expect(tab.url()).toMatch(/\/people#invite$/);
  await tab.close();
  // Keys in the drawer are the drawer's.
  await mara.drawer.getByRole("button", { name: "Copy" }).first().focus();
  await mara.page.keyboard.press("ControlOrMeta+z");
  await expect(mara.benchToken("Ilse")).toBeVisible();
  await mara.drawer.getByRole("button", { name: "Copy" }).first().focus();
  await mara.page.keyboard.press("Escape");
  await expect(dialog(mara)).toBeHidden();
  await expect(opener).toBeFocused();
  await isMarked(mara);

  await mara.page.getByRole("button", { name: "More", exact: true }).click();
  await mara.page.getByRole("link", { name: "Table settings" }).click();
  await mara.drawer.getByRole("button", { name: "Light", exact: true }).click();
  await expect(mara.page.locator("html")).toHaveAttribute("data-theme", "light");
  await expect(mara.drawer.getByRole("button", { name: "Light", exact: true })).toBeFocused();
  await mara.closeDrawer();
  await isMarked(mara);

  // Who has no seat any more is told so there, and sees no front door.
  await ben.people();
  await mara.people();
  await mara.drawer.getByLabel("Remove Ben’s seat").click();
  await mara.drawer.getByRole("button", { name: "Yes, remove it from Ben" }).click();
  await expect(mara.drawer.locator(".seat")).toHaveCount(1);
  await ben.press(ben.drawer.getByRole("button", { name: "Continue on another device" }));
  await expect(ben.drawer.getByRole("heading", { level: 1 })).toHaveText("This link no longer works");
  await expect(dialog(ben)).toBeVisible();
  ben.trouble.length = 0; // an answer of 404 is an error to the console
});
