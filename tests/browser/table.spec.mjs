import { SIZES, expect, test } from "./table.mjs";

test("a group sits down: by link, by code, as spectator", async ({ guest }) => {
  const [mara, anna, jo, sam] = [await guest(), await guest(SIZES.phone), await guest(SIZES.phone), await guest()];
  await mara.makeTable();
  const { player, spectator, code } = await mara.invitation();

  await anna.join(player, "Anna");
  await jo.open("/");
  await jo.page.getByLabel("Four words from your storyteller").first().fill(code.toUpperCase().replaceAll("-", " "));
  await jo.page.getByRole("button", { name: "Join" }).first().click();
  await jo.page.getByLabel("Your name at this table").fill("Jo");
  await jo.page.getByRole("button", { name: "Join" }).click();
  await jo.live();
  await sam.join(spectator, "Sam");

  const people = mara.page.locator(".person[data-here=true]");
  await expect(people).toHaveCount(4);
  await expect(sam.page.locator("#roll-panel")).toHaveCount(0);
  await expect(sam.page.locator("#quick-add")).toHaveCount(0);
  await expect(anna.page.locator(".grip")).toHaveCount(0);
});

test("a wrong code and a missing seat look alike and say what to do", async ({ guest }) => {
  const stranger = await guest();
  await stranger.open("/");
  await stranger.page.getByLabel("Four words from your storyteller").first().fill("no such code");
  await stranger.page.getByRole("button", { name: "Join" }).first().click();
  await expect(stranger.page.getByRole("alert")).toContainText("No table has these words, or they have run out.");
  stranger.trouble.length = 0; // a page that answers 4xx is an error to the console
  await stranger.open("/t/00112233445566778899aabbccddeeff");
  await expect(stranger.page.getByRole("heading", { level: 1 })).toContainText("This link no longer works");
  stranger.trouble.length = 0;
});

test("quick add, initiative, a turn: in step on both screens", async ({ guest }) => {
  const [mara, anna] = [await guest(), await guest(SIZES.phone)];
  await mara.makeTable();
  await anna.join((await mara.invitation()).player, "Anna");

  await mara.add("3x ghoul dex 3 comp 2 stam 2 size 5");
  for (const label of ["Ghoul A", "Ghoul B", "Ghoul C"]) {
    await expect(anna.benchToken(label)).toBeVisible();
  }
  await anna.add("Ilse Varga dex 4 comp 4 stam 3");
  await expect(mara.benchToken("Ilse Varga")).toBeVisible();

  await mara.page.locator("#roll-rest").click();
  await expect(mara.page.locator(".row")).toHaveCount(3);
  await anna.rollInitiative();
  await expect(mara.page.locator(".row")).toHaveCount(4);
  const scores = (await mara.page.locator(".score").allTextContents()).map((text) => Number(text.replace(/\D/g, "")));
  expect(scores).toEqual([...scores].sort((a, b) => b - a));
  await anna.seesOrder(await mara.order());

  const order = await mara.order();
  await mara.page.getByRole("button", { name: "Begin" }).click();
  await expect(anna.row(order[0])).toHaveAttribute("data-acting", "true");
  await expect(mara.page.locator(".standing")).toHaveText(`turn 1 · ${order[0]} acts, ${order[1]} is next`);
  const next = order[1] === "Ilse Varga" ? "you’re next" : `${order[1]} is next`;
  await expect(anna.page.locator(".standing")).toHaveText(`turn 1 · ${order[0]} acts, ${next}`);
  for (let turn = 0; turn < 4; turn += 1) {
    await mara.next();
  }
  await expect(anna.page.locator(".standing")).toContainText(`turn 2 · ${order[0]} acts`);
  await mara.page.getByRole("button", { name: "More", exact: true }).click();
  await mara.page.getByRole("button", { name: "Previous turn" }).click();
  await expect(anna.page.locator(".standing")).toContainText(`turn 1 · ${order[3]} acts`);
});

test("a real die can be typed in", async ({ guest }) => {
  const mara = await guest();
  await mara.makeTable();
  await mara.add("Ilse dex 4 comp 3");
  await mara.benchToken("Ilse").click();
  await mara.page.getByRole("link", { name: "Sheet of Ilse" }).click();
  await mara.drawer.getByText("Initiative by hand").click();
  await mara.drawer.getByLabel("A real initiative die shows").fill("9");
  await mara.drawer.getByRole("button", { name: "Use", exact: true }).click();
  await expect(mara.row("Ilse").locator(".score")).toContainText("16");
  await expect(mara.entry("Ilse acts on 16")).toBeVisible();
});

test("boxes: click cycles, keys mark, the menu chooses, a drag marks a run", async ({ guest }) => {
  const [mara, anna] = [await guest(), await guest(SIZES.phone)];
  await mara.demo();
  await mara.openDice();
  await anna.join((await mara.invitation()).player, "Anna");

  await mara.box("Weston", 1).click();
  await anna.sees("Weston", "/.......");
  await mara.box("Weston", 1).click();
  await anna.sees("Weston", "X.......");
  await mara.box("Weston", 1).click();
  await anna.sees("Weston", "*.......");
  await mara.box("Weston", 1).click();
  await anna.sees("Weston", "........");

  await mara.box("Weston", 1).focus();
  await mara.page.keyboard.press("l");
  await anna.sees("Weston", "X.......");
  await mara.page.keyboard.press("a");
  await anna.sees("Weston", "*.......");
  await mara.page.keyboard.press("ArrowRight");
  await mara.page.keyboard.press("b");
  await anna.sees("Weston", "*/......");
  await mara.page.keyboard.press("h");
  await anna.sees("Weston", "*.......");

  await mara.box("Weston", 1).click({ button: "right" });
  await mara.page.getByRole("menuitem", { name: "Heal" }).click();
  await anna.sees("Weston", "........");

  const [from, to] = [await mara.box("Weston", 2).boundingBox(), await mara.box("Weston", 5).boundingBox()];
  await mara.page.mouse.move(from.x + 8, from.y + 8);
  await mara.page.mouse.down();
  await mara.page.mouse.move(to.x + 8, to.y + 8, { steps: 8 });
  await mara.page.mouse.up();
  await anna.sees("Weston", "////....");

  // Whose boxes they are not, they cannot mark.
  await expect(anna.box("Weston", 1)).toBeDisabled();
});

test("a player takes a character and marks their own boxes", async ({ guest }) => {
  const [mara, anna] = [await guest(), await guest(SIZES.phone, { hasTouch: true, isMobile: true })];
  await mara.demo();
  await mara.openDice();
  await anna.join((await mara.invitation()).player, "Anna");
  await anna.tab("Me");
  await anna.plays("Weston");
  await expect(mara.row("Weston").locator(".owner")).toHaveText("Anna");
  await anna.tab("Order");
  await anna.touchBox("Weston", 1);
  await mara.sees("Weston", "/.......");
  // One's own are above the tabs, whatever is open.
  await anna.tab("Me");
  await anna.page.locator(".strip .box").nth(1).tap();
  await mara.sees("Weston", "//......");
});

test("a long press on a phone opens the choice", async ({ guest }) => {
  const mara = await guest(SIZES.phone, { hasTouch: true, isMobile: true });
  await mara.demo();
  await mara.openDice();
  await mara.openRow("Ilse Varga");
  await mara.box("Ilse Varga", 5).scrollIntoViewIfNeeded();
  const box = await mara.box("Ilse Varga", 5).boundingBox();
  const touch = await mara.page.context().newCDPSession(mara.page);
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [at] });
  await expect(mara.page.getByRole("menu", { name: "Mark this box" })).toBeVisible();
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await mara.page.getByRole("menuitem", { name: "Aggravated" }).tap();
  await mara.sees("Ilse Varga", "*XX//...");
});

test("damage by the rules: overflow, wound penalty, state, and taking it back", async ({ guest }) => {
  const [mara, anna] = [await guest(), await guest(SIZES.phone)];
  await mara.demo();
  await mara.openDice();
  await anna.join((await mara.invitation()).player, "Anna");
  const hurt = async (points, kind) => {
    await mara.row("Ghoul A").locator(".token").click();
    for (let n = 1; n < points; n += 1) await mara.page.getByRole("button", { name: "more points" }).click();
    await mara.page.getByRole("button", { name: kind, exact: true }).click();
  };
  await mara.sees("Ghoul A", "XXX//..");
  await hurt(3, "lethal");
  await anna.sees("Ghoul A", "XXXXXX/");
  await expect(anna.row("Ghoul A").locator(".condition")).toContainText("roll Stamina to stay awake");
  await expect(anna.row("Ghoul A").locator(".penalty")).toHaveText("−3");
  await hurt(2, "lethal");
  await anna.sees("Ghoul A", "*XXXXXX");
  await expect(anna.row("Ghoul A").locator(".condition")).toContainText("unconscious");
  await mara.page.getByRole("button", { name: "Undo" }).click();
  await anna.sees("Ghoul A", "XXXXXX/");
  await expect(mara.entry("Ghoul A takes 2 lethal").first()).toHaveAttribute("data-undone", "true");
});

test("a roll appears on both screens with its terms", async ({ guest }) => {
  const [mara, anna] = [await guest(), await guest(SIZES.phone)];
  await mara.demo();
  await mara.openDice();
  await anna.join((await mara.invitation()).player, "Anna");
  await mara.openDice();
  await mara.page.locator("#roller").selectOption({ label: "Ghoul A" });
  await mara.page.locator("#roll-what").fill("Claws at Weston");
  await mara.page.getByRole("button", { name: "Strength 3" }).click();
  await mara.page.getByRole("button", { name: "Brawl 2" }).click();
  await expect(mara.page.locator(".term.given")).toContainText("Wounded");
  await expect(mara.page.locator(".sum strong")).toHaveText("4");
  await mara.page.locator("#roll").click();
  await anna.tab("Log");
  const roll = anna.entry("Ghoul A: Claws at Weston").first();
  await expect(roll).toContainText("Strength +3, Brawl +2, Wounded −1 CHR-WND-02 = 4");
  expect(await roll.locator(".face").count()).toBeGreaterThanOrEqual(4);
  const faces = async (who) => await who.entry("Ghoul A: Claws at Weston").first().locator(".face").allTextContents();
  await expect.poll(() => faces(anna)).toEqual(await faces(mara));
});

test("real dice are written down as they fell", async ({ guest }) => {
  const mara = await guest();
  await mara.makeTable();
  await mara.page.getByRole("button", { name: "Real dice" }).click();
  await mara.page.locator("#real-faces").fill("8 10 3 1 2");
  await mara.page.locator("#roll").click();
  // The ten rolls again, so one face is missing.
  await expect(mara.page.locator(".notice")).toContainText("1 missing");
  await mara.page.locator("#real-faces").fill("8 10 3 1 2 9");
  await mara.page.locator("#roll").click();
  await expect(mara.entry("3 successes")).toContainText("real dice");
});

test("a bad line is refused in words and changes nothing", async ({ guest }) => {
  const mara = await guest();
  await mara.makeTable();
  await mara.page.locator("#quick-add").fill("ghoul dex 3 frumiousness 4");
  await mara.page.locator("#quick-add").press("Enter");
  await expect(mara.page.locator("#quick-add-said")).toContainText("no trait or item “frumiousness”");
  await expect(mara.page.locator(".bench-token")).toHaveCount(0);
});
