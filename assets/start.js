// Starts the browser part: it wakes the page the server printed.
import * as program from "./coterie.js";

// What is pressed before the program can answer it waits: the last press, where there are several. Links need no program.
let pressed;
const hold = {
  click(event) {
    const target = event.target.closest?.("button, label, input[type=checkbox], a[href]");
    if (target && !target.matches("a")) {
      event.preventDefault();
      event.stopPropagation();
      pressed = () => target.click();
    }
  },
  submit(event) {
    event.preventDefault();
    event.stopPropagation();
    pressed = () => event.target.requestSubmit();
  },
  pointerdown: (event) => event.stopPropagation(),
  keydown: (event) => event.stopPropagation(),
};
for (const kind in hold) addEventListener(kind, hold[kind], true);

// A field of several rows, so that a paste keeps its lines, is sent by Enter like any other; with Shift a line begins.
let shift = false;
addEventListener("keydown", (event) => (shift = event.shiftKey), true);
addEventListener("beforeinput", (event) => {
  const isEnter = event.inputType === "insertLineBreak" || event.inputType === "insertParagraph";
  if (!isEnter || shift || event.target.dataset?.enter !== "sends") return;
  event.preventDefault();
  event.target.form.requestSubmit();
}, true);

await program.default({ module_or_path: new URL("./coterie_bg.wasm", import.meta.url) });
// Of a release the program comes in two parts. What the first does not know is printed seldom, and then it waits for both.
const app = document.getElementById("app");
if (app.dataset.wakes === "whole") await rest();
program.hydrate();
await rest();
app.dataset.program = "whole";

for (const kind in hold) removeEventListener(kind, hold[kind], true);
pressed?.();

async function rest() {
  for (let seconds = 1; ; seconds = Math.min(seconds * 2, 30)) {
    try {
      return await program.rest?.();
    } catch {
      await new Promise((again) => setTimeout(again, seconds * 1000));
    }
  }
}
