// Whispers: chosen beside the log's field or typed as /w, read by those whom they are for, found in nobody else's page.
import { accessible } from "./axe.mjs";
import { give } from "./scene.mjs";
import { PHONE, SIZES, SOON, expect, test } from "./table.mjs";

const HAND = "You know that hand.";
const KNIFE = "I have the knife.";

const entry = ({ page }, words) => page.locator("#log .entry").filter({ hasText: words });
const heard = ({ frames }, words) => frames.some((frame) => frame.includes(words));

/** Chooses to whom the typed line goes. */
async function choose({ page }, name) {
  const to = page.locator("#say-to");
  await to.focus();
  await expect(to.locator("option", { hasText: name })).toHaveCount(1, SOON);
  await to.selectOption({ label: name });
}

async function type({ page }, line) {
  await page.locator("#say-line").fill(line);
  await page.locator("#say-line").press("Enter");
}

/** A storyteller on a laptop, three players on phones. */
async function wharf(guest) {
  const mara = await guest();
  await mara.makeTable();
  const link = (await mara.invitation()).player;
  const players = [];
  for (const name of ["Anna", "Ben", "Cleo"]) {
    const player = await guest(SIZES.phone, PHONE);
    await player.join(link, name);
    players.push(player);
  }
  return [mara, ...players];
}

test("a whisper is read by those whom it is for, and by whoever runs the table", async ({ guest }) => {
  const [mara, anna, ben, cleo] = await wharf(guest);
  await choose(mara, "Ben");
  await expect(mara.page.locator("#say-readers")).toHaveText("Only they read this, and whoever runs the table.");
  await type(mara, HAND);
  await expect(ben.page.locator(".notice")).toHaveText(new RegExp(`The storyteller whispers to you: ${HAND}`));
  await expect(ben.page.locator(".aloud")).toHaveText(`The storyteller whispers to you: ${HAND}`);
  await ben.press(ben.page.locator(".notice").getByRole("button", { name: "Close" }));
  await ben.tab("Log");
  await expect(entry(ben, HAND)).toHaveText(/Mara, to you alone: You know that hand\./);
  await expect(entry(ben, HAND)).toHaveCSS("border-left-style", "dashed");
  await expect(entry(mara, HAND)).toHaveText(/You, to Ben alone: You know that hand\./);
  await accessible(ben.page, "a whisper");

  // On a phone it begins on Me; what is said aloud stands behind what was whispered before.
  await anna.tab("Me");
  await anna.press(anna.page.locator("#whisper"));
  await choose(anna, "Ben");
  await expect(anna.page.locator("#say-readers")).toHaveText(/the storyteller reads along/);
  await accessible(anna.page, "whom a whisper is for");
  await type(anna, KNIFE);
  await expect(entry(mara, KNIFE)).toHaveText(/Anna, to Ben alone/);
  await type(mara, "/w ben And that name?");
  await choose(ben, "Everyone");
  await type(ben, "Hm.");
  await expect(entry(cleo, "Hm.")).toHaveCount(1);
  const order = ["Hm.", "And that name?", KNIFE, HAND];
  const lines = async () => (await ben.page.locator("#log .entry-what").allTextContents()).slice(0, 4);
  for (const [at, words] of order.entries()) await expect(async () => expect((await lines())[at]).toContain(words)).toPass();
  await ben.page.reload();
  await ben.live();
  await ben.tab("Log");
  for (const [at, words] of order.entries()) await expect(async () => expect((await lines())[at]).toContain(words)).toPass();

  for (const words of [HAND, KNIFE, "that name"]) {
    expect(heard(ben, words)).toBe(true);
    expect(heard(cleo, words)).toBe(false);
    expect(await cleo.page.content()).not.toContain(words);
  }
  expect(heard(anna, HAND)).toBe(false);
});

test("among players it can be private or off, and a wrong name is said to nobody", async ({ guest }) => {
  const [mara, anna, ben, cleo] = await wharf(guest);
  const set = (to) => mara.page.evaluate(async ([path, to]) => {
    await fetch(`${path}/settings`, { method: "POST", body: new URLSearchParams({ key: "whispers", value: to }) });
  }, [new URL(mara.page.url()).pathname, to]);
  await set("private");
  await expect(entry(anna, "no one else reads it")).toHaveCount(1);
  await anna.tab("Log");
  await choose(anna, "Ben");
  await expect(anna.page.locator("#say-readers")).toHaveText("No one else reads this, not even the storyteller.");
  await type(anna, KNIFE);
  await ben.tab("Log");
  await expect(entry(ben, KNIFE)).toHaveText(/Anna, to you alone.*no one else reads this/s);
  for (const other of [mara, cleo]) expect(heard(other, KNIFE)).toBe(false);

  await choose(anna, "Everyone");
  await type(anna, "/w bne Do not tell.");
  await expect(anna.page.locator("#say-trouble")).toContainText("Say to whom you whisper");
  await expect(anna.page.locator("#say-line")).toHaveValue("/w bne Do not tell.");
  await set("off");
  await anna.page.reload();
  await anna.live();
  await anna.tab("Log");
  await anna.page.locator("#say-to").focus();
  await expect(anna.page.locator("#say-to option")).toHaveText(["Everyone", "Mara"]);
  await type(anna, "/w ben Do not tell.");
  await expect(anna.page.locator("#say-trouble")).toContainText("whisper to the storyteller only");
  for (const other of [mara, ben, cleo]) expect(heard(other, "Do not tell.")).toBe(false);
});

test("a handout is answered with a whisper, and the answer to that is read above it", async ({ guest }) => {
  const mara = await guest();
  await mara.demo();
  const link = (await mara.invitation()).player;
  const [ben, cleo] = [await guest(SIZES.phone, PHONE), await guest(SIZES.phone, PHONE)];
  await ben.join(link, "Ben");
  await ben.plays("Dr. Amadi");
  await cleo.join(link, "Cleo");
  await mara.page.locator("#open-handouts").click();
  await mara.page.getByRole("button", { name: "New note" }).click();
  await mara.page.getByLabel("Name", { exact: true }).fill("A dream");
  await mara.page.locator("#handout-text").fill("The Bishop sleeps under water.");
  await mara.page.locator(".handout-form").getByRole("button", { name: "Save" }).click();
  await mara.page.locator(".giving .chip", { hasText: "Dr. Amadi" }).click();
  await mara.page.locator("#hand-it").click();
  const reading = ben.page.locator("#handout-reading");
  await ben.press(reading.getByRole("button", { name: "Whisper back…" }));
  await expect(reading).toContainText("Whisper to Storyteller");
  await expect(reading).toContainText("Only they read this, and whoever runs the table.");
  await accessible(ben.page, "a handout that is answered");
  await ben.page.locator("#whisper-back").fill(KNIFE);
  await ben.page.locator("#whisper-back").press("Enter");
  await expect(reading).toContainText("Whispered to Storyteller.");
  await expect(entry(mara, KNIFE)).toHaveText(/Ben, to you alone/);
  await type(mara, `/w ben ${HAND}`);
  await expect(reading.locator(".heard")).toHaveText(`The storyteller whispers to you: ${HAND}`);
  // Writing on goes on where it was.
  await expect(ben.page.locator("#whisper-back")).toBeVisible();
  for (const words of [KNIFE, HAND]) expect(heard(cleo, words)).toBe(false);
  // Why it is refused is said in front, and what was typed stays.
  await give(mara, [{ mute: { seat: 2, muted: true } }]);
  await ben.page.locator("#whisper-back").fill("And whose hand?");
  await ben.page.locator("#whisper-back").press("Enter");
  const refusal = reading.getByRole("alert");
  await expect(refusal).toContainText("muted");
  await expect(refusal).toBeInViewport();
  await expect(ben.page.locator("#whisper-back")).toHaveValue("And whose hand?");
  await expect(reading).not.toContainText("Whispered to Storyteller.");
  await accessible(ben.page, "a whisper that is refused");
  await give(mara, [{ mute: { seat: 2, muted: false } }]);
  await ben.page.locator("#whisper-back").press("Enter");
  await expect(reading).toContainText("Whispered to Storyteller.");
  await expect(ben.page.locator("#whisper-back")).toHaveValue("");
});
