// The drawer beside a table: pages of the server, which come as parts (`?part`) and are put in as they are printed. Their
// links and forms stay in the drawer. It has a tree of its own, so that ids and styles of a page never meet the table's,
// and lies outside of what the program draws.

const make = (kind, says, ...children) => {
  const made = document.createElement(kind);
  for (const name in says) made.setAttribute(name, says[name]);
  made.append(...children);
  return made;
};
const tab = make("a", { class: "quiet button small", target: "_blank" }, "Open in its own tab");
const shut = make("button", { type: "button", class: "quiet icon", autofocus: "", "aria-label": "Close" }, "×");
const holder = make("div", { id: "beside-page", class: "drawer-page", translate: "yes" });
const head = make("div", { class: "drawer-head" }, tab, shut);
const dialog = make("dialog", { id: "beside", class: "drawer", "aria-label": "Beside the table" }, head, holder);
const root = holder.attachShadow({ mode: "open" });
const loaded = (sheet) => new Promise((done) => (sheet.onload = sheet.onerror = done));
const style = document.querySelector("link[rel=stylesheet]").cloneNode();
const styled = loaded(style);
root.append(style);
document.body.append(dialog);
// Of a page that was open before the table was loaded again nothing is left.
if (history.state?.beside) history.replaceState(null, "");

/** From this width on, the table can be used while the drawer is open. */
const wide = matchMedia("(min-width: 44rem)");
/** The table's own pages, and the guides; what has a dot in its name is a file. */
const ours = new RegExp(`^(${location.pathname.match(/^\/t\/[^/]+/)?.[0]}/|/rules(/|$))[^.]*$`);

/** The page that is open, and its address. */
let page, here;
/** How many pages lie behind each other, the last one being shown, and how far each was read. */
let depth = 0;
const read = [];
/** Of several that are asked for, only the last is shown. */
let asked = 0;

/** Opens what a link of the table leads to. */
export function open(link) {
  // The menu has done what it was opened for.
  link.closest?.("#menu")?.close();
  const over = !wide.matches || Boolean(link.closest?.("dialog[open]"));
  // A dialog that is over the table has the drawer over it.
  if (over && dialog.open && !dialog.matches(":modal")) dialog.close();
  show(over);
  here = undefined;
  go(new URL(link.href, location.href));
}

function show(over) {
  if (!dialog.open) over ? dialog.showModal() : dialog.show();
}

/**
 * Goes to a page: by a link, which Back takes back; by a form, whose answer takes the place of its page and keeps what was
 * typed and not sent; or back, without anything to remember.
 */
async function go(to, by = "link", request = {}, unsent = []) {
  if (by === "link") read[depth] = holder.scrollTop;
  const bare = (url) => url.href.split("#")[0];
  const stays = here && bare(here) === bare(to);
  const mine = (asked += 1);
  if (by !== "form") tab.href = to.href;
  let next = page, focus;
  if (!stays || by === "form") {
    holder.setAttribute("aria-busy", "true");
    try {
      const part = new URL(to);
      part.search += `${part.search ? "&" : "?"}part`;
      const answer = await fetch(part, { headers: { accept: "text/html" }, ...request });
      const text = await answer.text();
      if (mine !== asked) return;
      const led = new URL(answer.url);
      led.search = led.search.replace(/[?&]part$/, "");
      led.hash = to.hash;
      to = led;
      next = new DOMParser().parseFromString(text, "text/html").querySelector("body > .beside");
    } catch {
      if (mine === asked) complain("Can’t reach the server. Try again in a moment.");
      return;
    }
    if (!next) return complain("This doesn’t open beside the table. Open it in its own tab.");
    const sheets = prepare(next, to);
    await Promise.all([styled, ...sheets.map(dress)]);
    if (mine !== asked) return;
    undress(sheets);
    focus = place(root.activeElement);
    carryOver(unsent, next);
    settle(next);
  }
  const same = here && here.pathname === to.pathname;
  tab.href = to.href;
  here = to;
  if (by === "link") history.pushState({ beside: to.href, depth: (depth += 1) }, "");
  else if (by === "form") history.replaceState({ beside: to.href, depth }, "");
  stand(by, same, focus);
}

/** Makes a page one of the drawer, and answers with the sheets that it needs. */
function prepare(next, to) {
  document.documentElement.dataset.theme = next.dataset.theme;
  delete next.dataset.theme;
  for (const link of next.querySelectorAll("a[href]")) link.href = new URL(link.getAttribute("href"), to).href;
  for (const form of next.querySelectorAll("form")) form.setAttribute("action", new URL(form.getAttribute("action") ?? "", to).href);
  const sheets = [...next.querySelectorAll("link[rel=stylesheet]")];
  for (const sheet of sheets) sheet.remove();
  return sheets;
}

/** The sheets of pages, by their addresses, and when each is there. */
const sheets = new Map();

/** Waits for a sheet, which stands beside the pages, so that those that need the same one find it there. */
function dress({ href }) {
  if (!sheets.has(href)) {
    const sheet = make("link", { rel: "stylesheet", href });
    const there = loaded(sheet).then(({ type }) => {
      // A sheet that failed to load is requested again with the next page.
      if (type === "error") sheets.delete(href), sheet.remove();
    });
    sheets.set(href, { sheet, there });
    root.append(sheet);
  }
  return sheets.get(href).there;
}

/** Takes away the sheets that a page does not need. */
function undress(needed) {
  const hrefs = new Set(needed.map(({ href }) => href));
  for (const [href, { sheet }] of sheets) {
    if (hrefs.has(href)) continue;
    sheet.remove();
    sheets.delete(href);
  }
}

/** Shows a page in the place of the last one, and begins what it has of its own. */
function settle(next) {
  quiet();
  page?.remove();
  page = next;
  root.append(page);
  for (const { href } of page.querySelectorAll("link[rel=modulepreload]")) {
    import(href).then(({ begin }) => begin(next, { at: () => here, moved, go }), console.warn);
  }
}

/** What a page's own script does to its address. */
function moved(to) {
  here = to;
  tab.href = to.href;
  history.replaceState({ beside: to.href, depth }, "");
}

/** Where the reader stands on a page that has just come: at what a link names, or where they were. */
function stand(by, same, focus) {
  for (const it of page.querySelectorAll("[data-target]")) it.removeAttribute("data-target");
  const named = here.hash ? root.getElementById(decodeURIComponent(here.hash.slice(1))) : null;
  if (named) named.setAttribute("data-target", "");
  page.tabIndex = -1;
  if (focus) ((by === "form" && focus(page)) || page).focus({ preventScroll: true });
  if (by === "back") holder.scrollTop = read[depth] ?? 0;
  else if (by === "form" && same) (page.querySelector("[role=alert]") ?? named)?.scrollIntoView({ block: "nearest" });
  else if (named) named.scrollIntoView();
  else holder.scrollTop = 0;
}

/** Finds an element again on the page that comes after its own. */
function place(element) {
  if (!element) return undefined;
  const name = (it) => [it.id, it.name, it.className, it.getAttribute("aria-label"), it.getAttribute("aria-labelledby")].join();
  const alike = (within) => [...within.querySelectorAll(element.localName)].filter((it) => name(it) === name(element));
  const at = alike(page).indexOf(element);
  return (next) => alike(next)[at];
}

const isTicked = ({ type }) => type === "checkbox" || type === "radio";
const valueOf = (field) => (isTicked(field) ? field.checked : field.value);

/** The value a field had when its page was printed. */
function printedValue(field) {
  if (isTicked(field)) return field.defaultChecked;
  if (field.localName !== "select") return field.defaultValue;
  return ([...field.options].find((it) => it.defaultSelected) ?? field.options[0])?.value;
}

const fieldsOf = (within) => [...within.querySelectorAll("input:not([type=hidden], [type=file]), textarea, select")];

/** What tells a field from those of other forms and rows: all that its form says of itself but earlier values. */
function identify(field) {
  const form = field.form;
  const fixed = [...(form?.querySelectorAll("input[type=hidden]") ?? [])].filter(({ name }) => !name.startsWith("was"));
  const says = fixed.map(({ name, value }) => `${name}=${value}`);
  return [form?.action, ...says, field.localName, field.type, field.name, isTicked(field) ? field.value : ""].join("\n");
}

/** The fields of the page with the values that need no keeping: what a form sends now, and what was printed of all others. */
function knownValues(sent) {
  return fieldsOf(page).map((field) => [field, field.form === sent ? valueOf(field) : printedValue(field)]);
}

/** Puts what was typed and not sent into the same fields of the page that comes, unless it could not be sent as it is. */
function carryOver(known, next) {
  const typed = known.filter(([field, value]) => valueOf(field) !== value && field.validity.valid);
  for (const [field] of typed) {
    const [same, ...others] = fieldsOf(next).filter((it) => identify(it) === identify(field));
    // Where a field occurs twice, it is unclear which of them is meant.
    if (!same || others.length) continue;
    isTicked(field) ? (same.checked = field.checked) : (same.value = field.value);
  }
}

/** Says why a page does not come; what is there stays. */
function complain(words) {
  quiet();
  root.prepend(make("p", { class: "trouble drawer-trouble", role: "alert" }, words));
  holder.scrollTop = 0;
}

function quiet() {
  holder.removeAttribute("aria-busy");
  root.querySelector(".drawer-trouble")?.remove();
}

// Held keys and other buttons are the browser's: a tab, a window. So is what has a target of its own.
root.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  if (!link || event.defaultPrevented || link.target || link.hasAttribute("download")) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  const to = new URL(link.getAttribute("href"), here);
  // The table stays where it is, whatever a page leads to.
  if (to.origin !== location.origin || !ours.test(to.pathname)) return (link.target = "_blank");
  event.preventDefault();
  go(to);
});

let sends = false;
root.addEventListener("submit", async (event) => {
  if (event.defaultPrevented) return;
  event.preventDefault();
  if (sends) return;
  const { target: form, submitter } = event;
  const says = (name) => submitter?.getAttribute(`form${name}`) ?? form.getAttribute(name) ?? "";
  const to = new URL(says("action"), here);
  const data = new FormData(form, submitter);
  const fields = new URLSearchParams([...data].map(([name, value]) => [name, value.name ?? value]));
  if (says("method").toLowerCase() !== "post") {
    to.search = fields;
    return go(to);
  }
  sends = true;
  const body = says("enctype") === "multipart/form-data" ? data : fields;
  await go(to, "form", { method: "POST", body }, knownValues(form)).finally(() => (sends = false));
});

shut.addEventListener("click", () => dialog.close());
dialog.addEventListener("keydown", (event) => {
  if (event.key === "Escape") dialog.close();
  // No key in here is meant for the table.
  event.stopPropagation();
});
dialog.addEventListener("close", () => {
  if (dialog.open) return;
  asked += 1;
  page?.remove();
  const back = depth;
  [page, here, depth] = [undefined, undefined, 0];
  // Back leads from the table to where it led before.
  if (history.state?.beside) history.go(-back);
});
addEventListener("popstate", ({ state }) => {
  if (!state?.beside) {
    depth = 0;
    return dialog.close();
  }
  read[depth] = holder.scrollTop;
  depth = state.depth;
  show(!wide.matches);
  go(new URL(state.beside), "back");
});
