// What can be judged about accessibility by a program, in every theme.
import { AxeBuilder } from "@axe-core/playwright";
import { ALL_LOOKS, oneOf } from "./share.mjs";
import { expect } from "./table.mjs";

const THEMES = ["dark", "light", "contrast"];

// A theme is colors and lines and nothing else, so in the second and third only what looks at those can differ.
const OF_COLORS = ["color-contrast", "link-in-text-block", "target-size"];

/** Nothing on this page, or in this part of it, is wrong in any theme; of a share in one, which is another for each of them. */
export async function accessible(page, what, part = undefined) {
  const found = await judged(page, ALL_LOOKS ? THEMES : [oneOf(THEMES, what)], part);
  expect(found, what).toEqual([]);
}

/** What is wrong on this page, or in this part of it, in these themes; all themes unless they are named. */
export async function judged(page, themes = THEMES, part = undefined) {
  const wear = (theme) => page.evaluate((theme) => (document.documentElement.dataset.theme = theme), theme);
  const before = await page.evaluate(() => document.documentElement.dataset.theme);
  const found = [];
  for (const theme of themes) {
    await wear(theme);
    // Sheets of a shadow tree would be written anew to be read, which the policy refuses.
    const axe = new AxeBuilder({ page }).options({ preload: false });
    if (theme !== themes[0]) axe.withRules(OF_COLORS);
    const { violations } = await (part ? axe.include(part) : axe).analyze();
    const told = ({ id, nodes }) => nodes.map((node) => `${theme}: ${id}: ${node.target.join(" ")}: ${node.failureSummary}`);
    found.push(...violations.flatMap(told));
  }
  await wear(before);
  return found;
}
