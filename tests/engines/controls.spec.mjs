// Controls look alike in each engine and theme: drawn by the style sheet, down to the pixel.
import { colours, meant, alike } from "./pixels.mjs";
import { expect, inEach } from "./table.mjs";

const THEMES = ["dark", "light", "contrast"];

/**
 * Looks at `{what: [[selector, [x, y]], name of the colour it should have]}`, until it is so: an engine may still be
 * painting what the page says already.
 */
async function check(visitor, theme, wanted) {
  const pick = (n) => Object.fromEntries(Object.entries(wanted).map(([what, row]) => [what, row[n]]));
  const should = await meant(visitor, pick(1));
  const wrong = async () => {
    const found = await colours(visitor, pick(0));
    const names = Object.keys(wanted).filter((what) => !alike(found[what], should[what]));
    return Object.fromEntries(names.map((what) => [what, { found: found[what], should: should[what] }]));
  };
  await expect.poll(wrong, { message: theme, timeout: 5_000 }).toEqual({});
}

/** Width and height of elements. */
function sizes(selectors) {
  return selectors.map((selector) => {
    const { width, height } = document.querySelector(selector).getBoundingClientRect();
    return [width, height];
  });
}

inEach("boxes to tick, choices and fields are drawn alike", async ({ server, visitor }) => {
  for (const theme of THEMES) {
    await visitor.engine.open(server.url);
    await visitor.see((theme) => void (document.cookie = `theme=${theme}; Path=/`), theme);
    await visitor.engine.open(new URL("/style", server.url).href);
    const radio = ".style-fields input[type=radio]";
    await check(visitor, theme, {
      "a chosen radio": [[radio, [4, 10]], "--brass-fill"],
      "its dot": [[radio, [10, 10]], "--brass-ink"],
      "a field": [[".style-fields input[type=text]", [-8, 8]], "--well"],
    });
    await visitor.see((radio) => void (document.querySelector(radio).checked = false), radio);
    await check(visitor, theme, { "a radio that is not chosen": [[radio, [10, 10]], "--well"] });

    await visitor.engine.open(new URL("/demo", server.url).href);
    await visitor.live();
    // What a fight needs seldom lies folded.
    for (const fold of [".dice-fold", ".bench-fold"]) await visitor.click(fold);
    await visitor.click("#roll-hidden");
    await visitor.engine.move(1, 1);
    await check(visitor, theme, {
      "an empty box": [["#quick-hidden", [10, 10]], "--well"],
      "a ticked box": [["#roll-hidden", [10, 4]], "--brass-fill"],
      "its tick": [["#roll-hidden", [8.6, 12.6]], "--brass-ink"],
      "a choice of many": [["#roller", [-60, 8]], "--well"],
      "its arrow": [["#roller", [-18, 21]], "--ink-2"],
      "a field": [["#roll-what", [-8, 8]], "--well"],
      "a likely odd, above": [[".odd-bar", [20, 1]], "--brass"],
      "a likely odd, below": [[".odd-bar", [20, -2]], "--brass"],
      "the rest of it": [[".odd-bar", [-8, 3]], "--surface-2"],
      "a button with a ground": [["#roll", [8, 6]], "--brass-fill"],
    });
    expect(await visitor.see(sizes, ["#quick-hidden", "#roll-hidden"])).toEqual([[20, 20], [20, 20]]);
    const wide = ["#roller", "#roll-what", "#roll", "#quick-add", "label:has(> #quick-hidden)"];
    for (const [, height] of await visitor.see(sizes, wide)) expect(height).toBeGreaterThanOrEqual(44);

    // Whoever uses the keyboard sees where they are.
    // The key may still be on its way when the engine says that it is pressed.
    await visitor.see(() => {
      window.tabbed = false;
      window.addEventListener("keyup", () => { window.tabbed = true; }, { once: true });
    });
    await visitor.engine.press("Tab");
    await visitor.sees("the key has arrived", true, () => window.tabbed);
    await visitor.see(() => document.querySelector("#quick-hidden").focus());
    await visitor.sees("the focus is seen", true, () => document.querySelector("#quick-hidden").matches(":focus-visible"));
    await check(visitor, theme, { "the focus": [["#quick-hidden", [10, 23]], "--brass"] });
  }
});
