// What the worked examples have in common: everybody sits at a phone, pools are read term by term, and the log too.
import { PHONE, SIZES, expect } from "./table.mjs";

/** A storyteller and players, all of them on phones. */
export async function onPhones(guest, system, scene, ...players) {
  const mara = await guest(SIZES.phone, PHONE);
  await mara.makeTable(scene, "Mara", system);
  const { player } = await mara.invitation();
  const all = [mara];
  for (const name of players) {
    const person = await guest(SIZES.phone, PHONE);
    await person.join(player, name);
    all.push(person);
  }
  return all;
}

/** The players roll initiative for their own, one after the other, where there is nobody else. */
export async function rollForOwn([, ...players], server, dice) {
  for (const [number, player] of players.entries()) {
    await server.dice([dice[number]]);
    await player.rollInitiative();
    for (const person of players) await expect(person.page.locator(".row")).toHaveCount(number + 1);
  }
}

/** Opens what lies folded, if it does. */
export async function unfold(person, details) {
  if ((await details.getAttribute("open")) === null) await person.press(details.locator("summary").first());
}

/** Chooses one of several in the draft that is open: what is set about the action, or about the situation. */
export const chosen = (person, where, title, words) => async (draft) => {
  await unfold(person, draft.locator("details.draft-options"));
  const one = draft.getByRole("group", { name: title, exact: true }).getByRole("button", { name: words, exact: true });
  if ((await one.getAttribute("aria-pressed")) !== "true") await person.press(one);
  await expect(one).toHaveAttribute("aria-pressed", "true");
};

/** Types a number in the draft that is open. */
export const typed = (person, where, title, number) => async (draft) => {
  await unfold(person, draft.locator("details.draft-options"));
  const field = draft.getByRole("spinbutton", { name: title, exact: true });
  await field.fill(String(number));
  await field.press("Tab");
  await expect(field).toHaveValue(String(number));
};

/** Names those near in the draft that is open. */
export const near = (person, ...names) => async (draft) => {
  await unfold(person, draft.locator("details.draft-options"));
  for (const name of names) {
    const one = draft.getByRole("group", { name: "Others" }).getByRole("button", { name, exact: true });
    if ((await one.getAttribute("aria-pressed")) !== "true") await person.press(one);
    await expect(one).toHaveAttribute("aria-pressed", "true");
  }
};

/** One thing after the other in the draft that is open. */
export const each = (...all) => async (draft) => {
  for (const one of all) await one(draft);
};

/**
 * The roll that is asked, as these people read it before the dice fall: every term with its value and the rule it comes
 * from, and what they come to.
 */
export async function asked(people, terms, sum) {
  for (const person of people) {
    const roll = person.exchange.locator(".question").filter({ has: person.page.locator(".roll-now") }).first();
    const read = () =>
      roll.locator(".term").evaluateAll((all) =>
        all.map((term) => {
          const words = (name) => term.querySelector(name)?.textContent.trim();
          return [words(".term-label"), words(".term-value"), words(".rule")].filter(Boolean).join(" ");
        }),
      );
    await expect.poll(read, { message: "the terms" }).toEqual(terms);
    await expect(roll.locator(".sum strong")).toHaveText(String(sum));
  }
}

/** The newest lines of the log that begin with these words, the newest first: how, what the dice came to, what follows. */
async function lines(person, what) {
  return await person.page.locator(".entry").evaluateAll(
    (all, what) =>
      all
        .filter((entry) => entry.querySelector(".entry-what").textContent === what)
        .map((entry) => [...entry.querySelectorAll(".entry-sub, .entry-result, .entry-effect")].map((part) => part.textContent.trim().replace(/\s+/g, " ")).join(" | ")),
    what,
  );
}

/** The newest line of the log with this head says all of this, on every one of these screens. */
export async function says(people, what, ...parts) {
  for (const person of people) {
    const newest = async () => (await lines(person, what))[0] ?? "no such line";
    for (const part of parts) await expect.poll(newest, { message: what }).toContain(part);
    if (parts.length === 0) await expect.poll(newest, { message: what }).not.toBe("no such line");
  }
}

/** Marks boxes from the keyboard, one key a box, the first box first: `bla`. */
export async function marked(person, name, keys) {
  for (const [at, key] of [...keys].entries()) {
    await person.box(name, at + 1).focus();
    await person.page.keyboard.press(key);
  }
}

/**
 * Declares this, reads with everybody what the roll would be, and against which difficulty if one is named, and calls it off
 * before a die has fallen.
 */
export async function weighed(people, person, attack, terms, sum, against = undefined) {
  await person.attack(attack);
  await asked(people, terms, sum);
  if (against) await expect(person.question.locator(".roll-now")).toContainText(`against ${against}`);
  await person.press(person.exchange.getByRole("button", { name: "Cancel" }));
  for (const one of people) await expect(one.exchange).toHaveCount(0);
}

/** Declares what the rules do not let happen: the refusal names the rule, and the draft is put away. */
export async function refused(person, attack, rule) {
  await person.begin();
  const { at: [target], what, item, set } = attack;
  const choose = async (chip) => {
    if ((await chip.getAttribute("aria-pressed")) !== "true") await person.press(chip);
  };
  await choose(person.target(target));
  await choose(person.draft.locator(`.maneuver[data-key="${what}"]`));
  if (item) await choose(person.draft.getByRole("group", { name: "With what" }).getByRole("button", { name: item, exact: true }));
  if (set) await set(person.draft);
  await person.letDiceWait();
  await person.press(person.draft.locator("#declare"));
  await expect(person.page.locator(".notice")).toContainText(rule);
  await person.press(person.draft.getByRole("button", { name: "Do something else" }));
  await expect(person.draft).toBeHidden();
}

/** Ticks what is so in the draft that is open, or takes the tick away. */
export const ticked = (person, where, words, on = true) => async (draft) => {
  await unfold(person, draft.locator("details.draft-options"));
  const box = draft.getByLabel(words, { exact: true });
  if ((await box.isChecked()) !== on) await person.press(box);
  await expect(box).toBeChecked({ checked: on });
};
