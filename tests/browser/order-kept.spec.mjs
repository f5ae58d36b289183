// Whose turn it is, kept on the screen: what is barred says why, the storyteller does it anyway, a player asks for it, and
// a round goes on without those who did not roll.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { accessible } from "./axe.mjs";
import { where } from "./fight.mjs";
import { PHONE, SIZES, expect, test } from "./table.mjs";

const pictures = process.env.COTERIE_PICTURES || fileURLToPath(new URL("results/pictures", import.meta.url));

async function picture(person, name) {
  await mkdir(pictures, { recursive: true });
  await person.page.screenshot({ path: join(pictures, `order-kept-${name}.png`) });
}

/** A storyteller at a laptop and a player on the smallest phone; the ninja acts, and Kei comes after. */
async function atTheNinjasTurn(guest, server) {
  const [mara, anna] = [await guest(SIZES.laptop), await guest(SIZES.small, PHONE)];
  await mara.makeTable("The container yard", "Mara", "tristat");
  await anna.join((await mara.invitation()).player, "Anna");
  await anna.add("Kei body 5 mind 4 soul 6 melee 2");
  await mara.add("Ninja body 4 mind 4 soul 4");
  await server.dice([1]);
  await anna.rollInitiative();
  await server.dice([6]);
  await mara.press(mara.page.locator("#roll-rest"));
  await expect(mara.page.locator(".row")).toHaveCount(2);
  await mara.next();
  await expect.poll(() => where(anna)).toBe("1 act Ninja");
  return [mara, anna];
}

/** Opens what a combatant may do from its row, and what of it cannot be done now. */
async function notNow(person, name) {
  await person.press(person.row(name).locator(".token"));
  await person.press(person.page.locator("#row-sheet").getByRole("button", { name: "Act…" }));
  await expect(person.draft).toBeVisible();
  await person.press(person.draft.locator(".more-ways summary"));
  return person.draft.locator('.not-now li[data-key="attack"]');
}

test("out of turn a player asks, the storyteller accepts, and the ledger says so first", async ({ guest, server }) => {
  const [mara, anna] = await atTheNinjasTurn(guest, server);
  const line = await notNow(anna, "Kei");
  await expect(line).toContainText("It’s not their turn");
  const asks = line.getByRole("button", { name: "Ask to do it anyway" });
  const box = await asks.boundingBox();
  expect(box.height).toBeGreaterThanOrEqual(43.5);
  await asks.scrollIntoViewIfNeeded();
  await picture(anna, "320");
  await accessible(anna.page, "what cannot be done now", ".draft");
  await anna.press(asks);
  await expect(anna.page.locator(".notice")).toContainText("Proposed to the storyteller");

  const slip = mara.page.locator(".proposal");
  await expect(slip).toContainText("Kei: attack at Ninja, out of turn");
  await mara.press(slip.getByRole("button", { name: "Accept" }));
  await expect(mara.exchange).toContainText("It’s not their turn");
  await expect(anna.question).toBeVisible();
});

test("the storyteller does it anyway with one tap, and goes on without those who did not roll", async ({ guest, server }) => {
  const [mara, anna] = await atTheNinjasTurn(guest, server);
  const line = await notNow(mara, "Kei");
  const anyway = line.getByRole("button", { name: "Do it anyway" });
  await anyway.scrollIntoViewIfNeeded();
  await picture(mara, "1280");
  await mara.press(anyway);
  await expect(mara.exchange).toContainText("It’s not their turn");

  await expect(mara.page.locator("#go-on-without")).toBeHidden();
  for (const step of ["1 act Kei", "2 initiative"]) {
    await mara.next();
    await expect.poll(() => where(mara)).toBe(step);
  }
  await mara.next();
  await expect(mara.page.locator(".notice")).toContainText("Still to roll initiative: Ninja and Kei");
  await expect.poll(() => where(mara)).toBe("2 initiative");
  await picture(mara, "waiting-1280");
  await expect(anna.page.locator("#go-on-without")).toHaveCount(0);
  await mara.press(mara.page.locator("#go-on-without"));
  await expect.poll(() => where(anna)).toMatch(/^2 act /);
  await expect(mara.page.locator("#go-on-without")).toBeHidden();
});
