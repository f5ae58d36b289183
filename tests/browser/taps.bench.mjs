// How long an exchange's last tap takes until the boxes are on all screens, beside a click on a box.
import { brawl, nextTurn } from "./fight.mjs";
import { expect, test } from "./table.mjs";

const TABLES = 5;
const TURNS = 3;

// A release has no dice but fair ones.
test.use({ scripted: false });

test("from the last tap of an exchange, and from a tap on a box, to the boxes on all screens", async ({ guest }) => {
  test.setTimeout(300_000);
  const [fights, clicks] = [[], []];
  for (let table = 0; table < TABLES; table += 1) {
    const people = await brawl(guest);
    const [, anna, ben] = people;
    await watch(people);
    for (let turn = 0; turn < TURNS; turn += 1) {
      await anna.attack({ at: ["Dockhand"], what: "unarmed", throws: true });
      await ben.answer("apply");
      for (const person of people) await expect(person.exchange).toHaveCount(0);
      const fight = await took(ben, people);
      await ben.press(ben.page.locator('.strip .box[data-mark=""]').first());
      const click = await took(ben, people);
      // A blow that misses changes no box.
      if (fight > 0) {
        fights.push(fight);
        clicks.push(click);
      }
      await nextTurn(people);
    }
  }
  const told = [fights, clicks].map((times) => `${middle(times).toFixed(1)} ms`);
  const ratios = fights.map((fight, turn) => (fight / clicks[turn]).toFixed(3));
  console.log(`\n${["figure", "taps", ...told, ratios.join(" ")].join("\t")}`);
});

/** Each page notes when it was pressed, and when a box changed on it. */
async function watch(people) {
  for (const person of people) {
    await person.page.evaluate(() => {
      const now = () => performance.timeOrigin + performance.now();
      const row = [...document.querySelectorAll(".row")].find((row) => row.querySelector(".name").textContent === "Dockhand");
      window.addEventListener("pointerdown", () => (window.pressedAt = now()), { capture: true });
      new MutationObserver(() => (window.changedAt = now())).observe(row.querySelector(".boxes"), {
        subtree: true,
        attributeFilter: ["data-mark"],
      });
    });
  }
}

/**
 * Milliseconds from the last press of this person to the box on the slowest screen; 0 where no box changed. The pages wrote
 * both times down themselves: what is waited for here is only that no more boxes change.
 */
async function took(presser, people) {
  const pressed = await presser.page.evaluate(() => window.pressedAt);
  let last = 0;
  for (let quiet = 0; quiet < 5; quiet += 1) {
    await presser.page.waitForTimeout(50);
    const changed = Math.max(...(await Promise.all(people.map((it) => it.page.evaluate(() => window.changedAt ?? 0)))));
    if (changed !== last) quiet = 0;
    last = changed;
  }
  return Math.max(last - pressed, 0);
}

function middle(times) {
  return [...times].sort((one, other) => one - other)[times.length >> 1];
}
