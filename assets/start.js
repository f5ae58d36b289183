// Starts the browser part: it wakes the page the server printed, or draws it anew where it is not what was printed any more.
let program, app;
// The acting row comes into sight before a finger is there, and not once the program is awake.
const acting = document.querySelector(".row[data-acting=true]");
if (acting) {
  // Where a page that is loaded again stood before does not count then.
  history.scrollRestoration = "manual";
  acting.scrollIntoView({ block: "nearest" });
}
/** What stands in the fields in which somebody typed. */
const typed = new Map();
const note = (field) => typed.set(field, { find: place(field), value: field.value, checked: field.checked });
for (const field of document.querySelectorAll("input, textarea, select")) {
  const is = field.type === "checkbox" ? "checked" : "value";
  const was = field.type === "checkbox" ? field.defaultChecked : field.defaultValue;
  if (was !== undefined && field[is] !== was) note(field);
}

// What is pressed before the program can answer it waits: the last press, and every form that was sent. Links need no
// program, and neither do fields: what is typed stands there, and the program hears of it once it is awake.
const held = new Map();
const stop = (event) => event.stopPropagation();
const hold = {
  click(event) {
    const target = event.target.closest?.("button");
    // Enter in a field presses the button that sends its form.
    if (target) wait(event, target.type === "submit" ? target.form : 0, target, (button) => button.click());
  },
  submit: (event) => wait(event, event.target, event.target, (form) => form.requestSubmit()),
  input(event) {
    note(event.target);
    stop(event);
  },
  change: (event) => hold.input(event),
  pointerdown: stop,
  keydown: stop,
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

try {
  await wake();
} catch (error) {
  halt("This table couldn’t start here: this browser or the network is blocking or changing its program.");
  tell("asleep");
  throw error;
}
document.getElementById("halt")?.remove();
// Pages beside the table open in a drawer, which comes with the first of them; where it does not come, in a tab.
const beside = (link) => import("./drawer.js").then((drawer) => drawer.open(link), () => window.open(link.href, "beside"));
addEventListener("click", (event) => {
  const link = event.target.closest?.("a[target=beside]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  beside(link);
});
if (app.dataset.beside) beside({ href: app.dataset.beside });
if (!navigator.cookieEnabled) {
  halt("This browser blocks cookies, and Coterie keeps your seat in one. Allow cookies for this site.", true);
}
// A program that stopped in the middle of something does nothing more.
const hear = (error) => {
  if (app.inert || !(error instanceof WebAssembly.RuntimeError || /coterie(_bg|_rest)?\./.test(error?.stack))) return;
  app.inert = true;
  app.firstElementChild?.setAttribute("data-live", "false");
  halt("This page stopped. Everything you did before that is saved.");
  tell("stopped");
};
addEventListener("error", (event) => hear(event.error));
addEventListener("unhandledrejection", (event) => hear(event.reason));

await rest();
app.dataset.program = "whole";
program.complete();
for (const kind in hold) removeEventListener(kind, hold[kind], true);
putBack([...typed.values()], true);
for (const press of held.values()) press();
(await import("./guard.js")).watch({ program, typed, note, place, putBack, halt, tell });
(await import("./awake.js")).watch();
(await import("./keep.js")).watch();

/** Takes over what is printed. What is not as it was printed, or does not wake, is drawn anew from its picture. */
async function wake() {
  const load = () => program.default({ module_or_path: new URL("./coterie_bg.wasm", import.meta.url) });
  program = await import("./coterie.js");
  await load();
  // Of a release the program comes in two parts. What the first does not know is printed seldom, and then it waits for both.
  if (!isPrinted() || app.dataset.wakes === "whole") await rest();
  if (isPrinted()) {
    try {
      return awake(program.wake(true), "printed");
    } catch (error) {
      console.warn(error);
      // Another one: what stopped once is of no use any more.
      program = await import("./coterie.js?anew");
      await load();
      await rest();
    }
  }
  if (!app) {
    app = Object.assign(document.createElement("div"), { id: "app" });
    document.body.prepend(app);
  }
  app.replaceChildren();
  awake(program.wake(false), "drawn");
  tell("drawn");
}

function awake(is, how) {
  if (!is) throw new Error("The page came without its picture.");
  putBack([...typed.values()], false);
  app.dataset.woken = how;
}

/** Whether the page is what the server printed: its elements, texts and comments add up. */
function isPrinted() {
  app = document.getElementById("app");
  let sum = 0;
  const add = (text) => {
    for (let at = 0; at < text.length; at += 1) sum = (Math.imul(sum, 31) + text.charCodeAt(at)) | 0;
  };
  const look = (node) => {
    for (const child of node.childNodes) {
      add(child.localName ? `<${child.localName}` : (child.nodeType === 8 ? "!" : '"') + child.data);
      look(child);
      add("\0");
    }
  };
  if (app) look(app);
  return app?.dataset.print === `${sum}`;
}

function wait(event, key, target, act) {
  event.preventDefault();
  stop(event);
  const find = place(target);
  held.delete(key);
  held.set(key, () => {
    const found = find();
    if (found) act(found);
  });
}

/** Finds an element again, or the one that was drawn in its place. */
function place(element) {
  const name = (it) => [it.id, it.className, it.name, it.getAttribute("aria-label")].join();
  const wanted = name(element);
  const all = () => [...document.querySelectorAll(element.localName)].filter((it) => name(it) === wanted);
  const at = all().indexOf(element);
  return () => (element.isConnected ? element : all()[at]);
}

/** Puts back what was typed, and tells the program where it is to hear of it. */
function putBack(kept, tells) {
  typed.clear();
  for (const { find, value, checked } of kept) {
    const field = find();
    if (!field) continue;
    if (field.type !== "file" && field.value !== value) field.value = value;
    field.checked = checked;
    note(field);
    for (const kind of tells ? ["input", "change"] : []) field.dispatchEvent(new Event(kind, { bubbles: true }));
  }
}

/** Says over the page what is wrong with it; or above it, where it goes on. */
function halt(words, above) {
  document.getElementById("halt")?.remove();
  const make = (kind, set, ...children) => {
    const made = Object.assign(document.createElement(kind), set);
    made.append(...children);
    return made;
  };
  const again = make("a", { className: "button", href: "" }, "Reload");
  const said = make("div", { id: "halt", className: above ? "above" : "over", role: "alert", translate: true }, make("p", {}, words), again);
  (document.body ?? document.documentElement)[above ? "prepend" : "append"](said);
}

/** Tells the host how often that happens: a word, and nothing of the page. */
function tell(what) {
  navigator.sendBeacon?.(`/pages/${what}`);
}

async function rest() {
  for (let seconds = 1; ; seconds = Math.min(seconds * 2, 30)) {
    try {
      return await program.rest?.();
    } catch {
      await new Promise((again) => setTimeout(again, seconds * 1000));
    }
  }
}
