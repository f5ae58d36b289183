// The board of the scene: several tokens at once, ways drawn between cards, and the jump to a place.
import { accessible } from "./axe.mjs";
import { give, setScene, view } from "./scene.mjs";
import { SIZES, expect, test } from "./table.mjs";

const WHARF = `Loading dock: crates
Warehouse floor: crowd 9
Gallery: height 5, railing
Office: unseen
Loading dock 2 Warehouse floor by an open door
Warehouse floor 8 Gallery by stairs
Loading dock 6 Office by a door`;

const place = ({ page }, name) => page.locator(".board:not(.preview) .place").filter({ has: page.locator(".place-name", { hasText: name }) });
const piece = ({ page }, name) => page.locator(".board:not(.preview) .piece").and(page.getByRole("button", { name: new RegExp(`^${name}`) }));

/** The middle of an element, in sight. */
async function middle(locator) {
  await locator.scrollIntoViewIfNeeded();
  const box = await locator.boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** Holds a pointer that was put down at a point over another, step by step. */
async function drag({ page }, [x, y], [tx, ty]) {
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 10, y + 10, { steps: 3 });
  await page.mouse.move(tx, ty, { steps: 6 });
}

/** A storyteller on a laptop with the wharf, everybody on the dock. */
async function wharf(guest, size) {
  const mara = await guest(size);
  await mara.demo();
  const names = Object.values((await view(mara)).rows).map((row) => (row.label ? `${row.name} ${row.label}` : row.name));
  await setScene(mara, WHARF, { "Loading dock": names });
  return mara;
}

test("several tokens are chosen with Shift and go together, by one command and back by one undo", async ({ guest }) => {
  const mara = await wharf(guest, SIZES.laptop);
  await piece(mara, "Ilse Varga").click({ modifiers: ["Shift"] });
  await piece(mara, "Ghoul A").click({ modifiers: ["Shift"] });
  await expect(mara.page.locator(".piece[data-picked=true]")).toHaveCount(2);
  await expect(mara.page.locator(".board-several")).toContainText("2 are chosen.");
  await accessible(mara.page, "several tokens");

  await drag(mara, await middle(piece(mara, "Ghoul A")), await middle(place(mara, "Gallery").locator(".pieces")));
  await expect(place(mara, "Gallery").locator(".place-cost")).toContainText("10 yd");
  await expect(mara.page.locator(".ghost-words")).toContainText(/Gallery: 10 yards.* is the slowest/);
  await expect(mara.page.locator(".piece[data-lifted=true]")).toHaveCount(2);
  await mara.page.mouse.up();
  await expect(place(mara, "Gallery").locator(".piece")).toHaveCount(2);
  await expect(mara.page.locator(".piece[data-picked=true]")).toHaveCount(0);
  const undo = mara.page.locator(".undo-pair .undo").first();
  await expect(undo).toHaveAttribute("aria-label", "Undo: 2 to Gallery, yours");
  await undo.click();
  await expect(place(mara, "Gallery").locator(".piece")).toHaveCount(0);
  await expect(place(mara, "Loading dock").getByRole("button", { name: /^Ilse Varga/ })).toBeVisible();

  // By keys: Shift and Enter choose, M asks where to.
  await piece(mara, "Ilse Varga").focus();
  await mara.page.keyboard.press("Shift+Enter");
  await expect(mara.aloud).toContainText("1 is chosen.");
  await piece(mara, "Weston").focus();
  await mara.page.keyboard.press("Shift+Enter");
  await mara.page.keyboard.press("m");
  const form = mara.page.locator("#scene-form");
  await expect(form.getByRole("heading")).toHaveText("Where do Ilse Varga and Weston go?");
  await form.getByRole("button", { name: /^Warehouse floor/ }).click();
  await expect(place(mara, "Warehouse floor").locator(".piece")).toHaveCount(2);

  // By touch: one presses a button first, and then the tokens.
  await mara.page.locator("#choose-several").click();
  await piece(mara, "Ilse Varga").click();
  await piece(mara, "Weston").click();
  await mara.page.locator("#move-several").click();
  await form.getByRole("button", { name: /^Gallery/ }).click();
  await expect(place(mara, "Gallery").locator(".piece")).toHaveCount(2);
});

test("a way is drawn from the edge of a card to another, and its distance typed on the line", async ({ guest }) => {
  const mara = await wharf(guest, SIZES.laptop);
  await place(mara, "Loading dock").scrollIntoViewIfNeeded();
  const dock = await place(mara, "Loading dock").boundingBox();
  await drag(mara, [dock.x + dock.width - 3, dock.y + dock.height - 20], await middle(place(mara, "Gallery").locator(".pieces")));
  await expect(mara.page.locator(".board-lines.joining path")).toHaveCount(1);
  await expect(place(mara, "Gallery")).toHaveAttribute("data-joined", "true");
  await mara.page.mouse.up();
  await expect(mara.page.locator("#join-distance")).toBeFocused();
  await accessible(mara.page, "a way that is drawn");
  await mara.page.keyboard.type("14");
  await mara.page.keyboard.press("Enter");
  await expect(mara.page.locator(".board").getByRole("button", { name: /Loading dock and Gallery|Gallery and Loading dock/ })).toHaveAccessibleName(/14 yards/);
  await expect(mara.page.locator("#join-distance")).toHaveCount(0);

  // By keys: C begins it, arrows choose, Enter connects, Escape lets go.
  await place(mara, "Office").locator(".place-name").focus();
  await mara.page.keyboard.press("c");
  await expect(mara.aloud).toContainText("From Office");
  await mara.page.keyboard.press("ArrowUp");
  await mara.page.keyboard.press("ArrowRight");
  const to = await mara.page.locator(".place[data-joined=true] .place-name").allTextContents();
  expect(to).toContain("Office");
  expect(to).toHaveLength(2);
  await mara.page.keyboard.press("Escape");
  await expect(mara.page.locator(".place[data-joined=true]")).toHaveCount(0);
});

test("the slash jumps to a place by its first letters", async ({ guest }) => {
  const mara = await wharf(guest, SIZES.laptop);
  await piece(mara, "Ilse Varga").focus();
  await mara.page.keyboard.press("/");
  const field = mara.page.locator("#jump-field");
  await expect(field).toBeFocused();
  await expect(mara.page.locator("#palette")).toBeHidden();
  await accessible(mara.page, "the jump");
  await field.fill("off");
  await expect(mara.page.locator(".board-jump")).toContainText("Jump to Office: Enter");
  await mara.page.keyboard.press("Enter");
  await expect(place(mara, "Office").locator(".place-name")).toBeFocused();
  await expect(field).toHaveCount(0);
  await mara.page.keyboard.press("/");
  await field.fill("nowhere");
  await expect(mara.page.locator(".board-jump")).toContainText("No place begins like that");
  await mara.page.keyboard.press("Escape");
  await expect(place(mara, "Office").locator(".place-name")).toBeFocused();
});

test("players are let see into a place on the board", async ({ guest }) => {
  const mara = await wharf(guest, SIZES.laptop);
  const anna = await guest(SIZES.laptop);
  await anna.join((await mara.invitation()).player, "Anna");
  const { scene, rows } = await view(mara);
  const [office] = Object.entries(scene.plan.locations).find(([, location]) => location.name === "Office");
  const weston = Object.values(rows).find((row) => row.name === "Ghoul");
  await give(mara, [{ go: { ids: [weston.id], to: { place: Number(office) }, anyway: true } }]);
  await expect(place(anna, "Office")).toContainText("who knows?");
  await expect(place(mara, "Office").locator(".piece")).toHaveCount(1);
  await expect(place(mara, "Office")).toContainText("players can’t see in");
  await place(mara, "Office").getByRole("button", { name: "Let players see into Office" }).click();
  await expect(place(anna, "Office").locator(".piece")).toHaveCount(1);
  await expect(mara.page.locator(".let-see")).toHaveCount(0);
});

test("a crowded place opens to all its tokens, and a storyteller moves past what the rules bar", async ({ guest }) => {
  const mara = await wharf(guest, SIZES.laptop);
  const dock = place(mara, "Loading dock");
  const tokens = dock.locator(".piece");
  const more = dock.getByRole("button", { name: /^Show \d+ more$/ });
  const hidden = Number((await more.textContent()).replace("+", ""));
  const few = await tokens.count();
  await more.click();
  await expect(tokens).toHaveCount(few + hidden);
  await expect(more).toHaveCount(0);
  await accessible(mara.page, "a crowded place");

  await drag(mara, await middle(piece(mara, "Ilse Varga")), await middle(place(mara, "Office").locator(".pieces")));
  await expect(place(mara, "Office").locator(".place-cost")).toContainText("door closed");
  await mara.page.mouse.up();
  await expect(place(mara, "Office").getByRole("button", { name: /^Ilse Varga/ })).toBeVisible();
  await expect(mara.page.locator("#log .entry").filter({ hasText: "moved by the storyteller" })).toHaveCount(1);
});
