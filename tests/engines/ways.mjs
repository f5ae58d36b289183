// Ways to disturb a page. `does` runs in the page, as what else runs in a browser does: before its program wakes, or after.
// `rewrites` is what a network does to the page on its way, `withholds` what never comes. Most end in a table that is played
// on as ever; where the program or its picture is kept from the page, in a sentence of these words. `share` says when a way is
// tried with every test and not only when it is proved.

/** Replaces every text as a translator of a browser does. `once` or again and again. */
const translate = `(tag, depth, again) => {
  const translate = () => {
    const walk = document.createTreeWalker(document.querySelector("#app") ?? document, NodeFilter.SHOW_TEXT), texts = [];
    while (walk.nextNode()) texts.push(walk.currentNode);
    for (const text of texts) {
      if (!text.data.trim() || text.data.startsWith("«")) continue;
      let outer, inner;
      for (let n = 0; n < depth; n += 1) {
        const font = document.createElement(tag);
        inner?.append(font);
        inner = font;
        outer ??= font;
      }
      inner.textContent = "«" + text.data + "»";
      text.replaceWith(outer);
    }
  };
  translate();
  if (again) new MutationObserver(translate).observe(document, { childList: true, subtree: true, characterData: true });
}`;

const call = (does, ...words) => `() => (${does})(${words.map((word) => JSON.stringify(word)).join(", ")})`;

/** Puts numbers into links, as phones do. */
const dial = () => {
  const walk = document.createTreeWalker(document.querySelector("#app"), NodeFilter.SHOW_TEXT), texts = [];
  while (walk.nextNode()) texts.push(walk.currentNode);
  for (const text of texts) {
    const at = text.data.search(/\d/);
    if (at < 0) continue;
    const number = text.splitText(at);
    const link = document.createElement("a");
    link.href = "tel:1";
    number.replaceWith(link);
    link.append(number);
  }
};
const remove = (selector) => { for (const it of document.querySelectorAll(selector)) it.remove(); };
const insert = (selector, where, tag) => {
  for (const it of document.querySelectorAll(selector)) it[where](document.createElement(tag));
};
const wrap = (selector) => {
  for (const it of document.querySelectorAll(selector)) {
    const around = document.createElement("div");
    it.replaceWith(around);
    around.append(it);
  }
};
const clone = (selector) => { for (const it of document.querySelectorAll(selector)) it.replaceWith(it.cloneNode(true)); };
const uncomment = () => {
  const walk = document.createTreeWalker(document.querySelector("#app"), NodeFilter.SHOW_COMMENT), all = [];
  while (walk.nextNode()) all.push(walk.currentNode);
  for (const comment of all) comment.remove();
};
const cut = () => {
  const walk = document.createTreeWalker(document.querySelector("#app"), NodeFilter.SHOW_TEXT), texts = [];
  while (walk.nextNode()) texts.push(walk.currentNode);
  for (const text of texts) if (text.data.length > 2) text.splitText(1);
};
const mark = () => {
  const walk = document.createTreeWalker(document.querySelector("#app"), NodeFilter.SHOW_TEXT), texts = [];
  while (walk.nextNode()) texts.push(walk.currentNode);
  for (const text of texts) {
    if (text.data.length < 3) continue;
    const range = document.createRange();
    range.setStart(text, 0);
    range.setEnd(text, 2);
    range.surroundContents(document.createElement("mark"));
  }
};
const write = () => {
  const walk = document.createTreeWalker(document.querySelector("#app"), NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) if (walk.currentNode.data.trim()) walk.currentNode.data = `«${walk.currentNode.data}»`;
};
const paint = () => {
  document.documentElement.setAttribute("data-darkreader-mode", "dynamic");
  for (const it of document.querySelectorAll("#app *")) it.setAttribute("data-darkreader-inline-color", "");
  document.head.append(document.createElement("style"));
  document.body.append(document.createElement("div"));
};
const shadow = () => {
  for (const field of document.querySelectorAll("#app input")) {
    const tool = document.createElement("writing-tool");
    tool.attachShadow({ mode: "open" }).innerHTML = "<button>✓</button>";
    field.after(tool);
  }
};
const reparse = () => { document.body.innerHTML = document.body.innerHTML; };
const rebuild = () => document.body.replaceWith(document.body.cloneNode(true));
const empty = (selector) => { for (const it of document.querySelectorAll(selector)) it.innerHTML = ""; };
const reverse = () => { for (const row of [...document.querySelectorAll(".row")].reverse()) document.querySelector("#order").append(row); };
const insist = (selector) => {
  const remove = () => { for (const it of document.querySelectorAll(selector)) it.remove(); };
  remove();
  new MutationObserver(remove).observe(document, { childList: true, subtree: true });
};
const join = () => document.body.normalize();

/** What is done to a page before and after it wakes alike. */
const BOTH = [
  { name: "a translator puts every text into <font>", share: ["before", "after"], does: call(translate, "font", 1, false) },
  { name: "a translator puts every text into two <font>", does: call(translate, "font", 2, false) },
  { name: "a translator goes on with whatever is new", does: call(translate, "font", 2, true) },
  { name: "a translator writes into the texts that are there", does: write },
  { name: "the icon of a password manager beside the talk field", share: ["before"], does: call(insert, "#say-line", "after", "div") },
  { name: "icons before and behind every field", does: call(insert, "#app input", "before", "span") },
  { name: "a tool draws into the page", does: call(insert, "#app", "prepend", "div") },
  { name: "a tool draws into every element", does: call(insert, "#app section, #app li, #app p", "prepend", "i") },
  { name: "a writing tool with shadows of its own at every field", does: shadow },
  { name: "a phone links every number", share: ["before"], does: dial },
  { name: "a dictionary marks the beginning of each word", does: mark },
  { name: "texts are cut in two", does: cut },
  { name: "texts are joined", does: join },
  { name: "comments are taken out", does: uncomment },
  { name: "a blocker removes one line", share: ["before"], does: call(remove, "#quick-add-said") },
  { name: "a blocker removes the log", does: call(remove, ".column-log") },
  { name: "a blocker removes what has buttons at the top", does: call(remove, ".top-actions") },
  { name: "a blocker removes the table", does: call(remove, ".table") },
  { name: "a blocker removes everything", share: ["after"], does: call(remove, "#app") },
  { name: "a blocker empties the order", does: call(empty, "#order") },
  { name: "a blocker insists", does: call(insist, "#quick-add-said") },
  { name: "a tool puts a frame around each row", does: call(wrap, ".row") },
  { name: "a tool puts a frame around the table", does: call(wrap, ".table") },
  { name: "a tool replaces buttons by copies", share: ["after"], does: call(clone, "#app button") },
  { name: "a tool sorts the rows its own way", does: reverse },
  { name: "a tool paints the page dark", does: paint },
  { name: "a tool writes the whole page anew", does: reparse },
  { name: "a tool puts a copy in the place of the page", does: rebuild },
];

/** What may come between the server and the browser. */
const NETWORK = [
  { name: "a network strips comments", rewrites: (page) => page.replace(/<!(?!DOCTYPE)[^>]*>/gi, "") },
  { name: "a network collapses spaces", rewrites: (page) => page.replace(/>\s+</g, "><").replace(/ {1,}/g, " ") },
  {
    name: "a network makes pages small",
    rewrites: (page) => page.replace(/<!(?!DOCTYPE)[^>]*>/gi, "").replace(/<\/(li|p)>/g, "").replace(/="([\w-]+)"/g, "=$1"),
  },
  { name: "a network puts a banner over the page", rewrites: (page) => page.replace(/<body[^>]*>/, "$&<div>Free Wi-Fi</div>") },
  { name: "a network puts a banner into the table", rewrites: (page) => page.replace("<main", "<div>Free Wi-Fi</div><main") },
  { name: "a network links words", rewrites: (page) => page.replaceAll(">Bench<", '><a href="#">Bench</a><') },
  { name: "a network spells letters as numbers", rewrites: (page) => page.replace(/[^\0-\x7f](?=[^<>]*<)/gu, (it) => `&#${it.codePointAt(0)};`) },
];

/** Where the sum agrees and the program stops all the same: what is missing is not missed before. */
const UNMISSED = () => {
  document.querySelector("#quick-add-said").remove();
  let sum = 0;
  const add = (text) => { for (const unit of text.split("")) sum = (Math.imul(sum, 31) + unit.charCodeAt(0)) | 0; };
  const look = (node) => {
    for (const child of node.childNodes) {
      add(child.localName ? `<${child.localName}` : (child.nodeType === 8 ? "!" : '"') + child.data);
      look(child);
      add("\0");
    }
  };
  const app = document.querySelector("#app");
  look(app);
  app.dataset.print = sum;
};

/** What ends in a sentence. */
const NONE = [
  { name: "the program is withheld", share: ["before"], withholds: /_bg\.wasm$/, says: /couldn’t start here/ },
  { name: "the script of the program is withheld", withholds: /coterie\.js$/, says: /couldn’t start here/ },
  { name: "every script is withheld", withholds: /\/pkg\//, says: /has not started yet/ },
  { name: "scripts are stripped", rewrites: (page) => page.replace(/<script.*?<\/script>/gs, ""), says: /has not started yet/ },
  { name: "the browser knows no programs", early: true, does: () => delete window.WebAssembly, says: /couldn’t start here/ },
  { name: "the picture is taken out", does: call(remove, "#opening"), says: /couldn’t start here/ },
  { name: "the picture is cut short", does: () => { document.querySelector("#opening").textContent = '{"table":'; }, says: /couldn’t start here/ },
];

/** What the program does not survive once it is awake. */
const LATER = [
  {
    name: "a tool breaks how elements are copied", share: ["after"],
    does: () => { Node.prototype.cloneNode = () => { throw new Error("not here"); }; },
    says: /This page stopped/,
  },
];

const when = (when, ways) => ways.map((way) => ({ ...way, when, ends: way.says ? "sentence" : "table" }));

export const WAYS = [
  ...when("before", BOTH),
  ...when("before", NETWORK),
  ...when("before", [{ name: "the program stops while it wakes", share: ["before"], does: UNMISSED }]),
  ...when("before", NONE),
  ...when("after", BOTH),
  ...when("after", LATER),
];
