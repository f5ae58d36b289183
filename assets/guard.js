// Watches a page that is awake for what others do to it: translators, blockers, tools that draw on pages. The program holds
// on to the elements and texts it drew. Where some of them are taken away, the page is drawn anew before it changes again, so
// that nothing is written where nobody sees it. Additions and attributes do no harm.

/** Milliseconds between two drawings … */
const APART = 300;
/** … and where neither the person nor the server did anything since: twice as long each time, up to a minute. */
const QUIET = 5_000, LONGEST = 60_000;
/** Drawings a minute for the sake of what was taken away alone. Then there is a sentence. */
const MOST = 5;

export function watch(page) {
  const { typed } = page;
  const theirs = new WeakSet();
  let disturbed = false, busy = false, last = 0, told = false, tries = [];
  let timer, due = Infinity, seen = page.program.seen(), acted = false, quiet = 0;

  const isTheirs = (node) => {
    for (let it = node; it; it = it.parentNode) if (theirs.has(it)) return true;
    return false;
  };
  const app = document.getElementById("app");
  const observer = new MutationObserver(judge);
  observer.observe(document.documentElement, { childList: true, characterData: true, subtree: true });

  function judge(records) {
    let gone = false;
    for (const { target, type, addedNodes, removedNodes } of records) {
      const inside = app.contains(target) && !isTheirs(target);
      if (type === "characterData") disturbed ||= inside;
      for (const node of removedNodes) {
        if (theirs.has(node) || !(inside || node.contains(app))) continue;
        disturbed = true;
        gone ||= node.nodeType === Node.ELEMENT_NODE;
      }
      for (const node of addedNodes) if (inside && !node.contains(app)) theirs.add(node);
    }
    if (gone) insist();
  }

  // Everything the program changes it changes in a microtask of its own; what else is changed others change.
  const queue = window.queueMicrotask.bind(window);
  window.queueMicrotask = (run) =>
    queue(() => {
      try {
        judge(observer.takeRecords());
        if (disturbed) soon();
      } finally {
        run();
        observer.takeRecords();
      }
    });

  // Nothing is taken from under a finger, or out of a word that is being put together.
  const hand = { pointerdown: true, pointerup: false, pointercancel: false, compositionstart: true, compositionend: false };
  for (const kind in hand) addEventListener(kind, () => (busy = hand[kind]), true);
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => (acted = true), true);
  for (const kind of ["input", "change"]) addEventListener(kind, (event) => page.note(event.target), true);

  /** The program is about to write: at once where there is news, later where it only answers itself. */
  function soon() {
    const news = acted || page.program.seen() !== seen;
    if (news) quiet = 0;
    else quiet += due === Infinity ? 1 : 0;
    const at = last + (news ? APART : Math.min(QUIET * 2 ** (quiet - 1), LONGEST));
    if (at > Date.now() || !draw()) later(at);
  }

  function later(at) {
    if (at >= due) return;
    due = at;
    clearTimeout(timer);
    timer = setTimeout(() => {
      due = Infinity;
      if (disturbed && !draw()) later(Date.now() + APART);
    }, at - Date.now());
  }

  /** Elements are gone, and what cannot be seen cannot be pressed. */
  function insist() {
    const now = Date.now();
    tries = tries.filter((at) => now - at < 60_000);
    if (tries.length < MOST) {
      tries.push(now);
      later(now + APART);
    } else if (!told) {
      told = true;
      page.halt("Something in this browser keeps changing this page, so parts of it may be missing.", true);
    }
  }

  function draw() {
    if (busy || app.inert) return false;
    last = Date.now();
    seen = page.program.seen();
    disturbed = acted = false;
    // A copy of the table is none.
    const copies = [...document.querySelectorAll("#app")].filter((it) => it !== app);
    for (const copy of copies) app.isConnected ? copy.remove() : copy.replaceWith(app);
    if (!app.isConnected) document.body.prepend(app);
    again();
    observer.takeRecords();
    app.dataset.drawn = Number(app.dataset.drawn ?? 0) + 1;
    if (app.dataset.drawn === "1") page.tell("drawn");
    return true;
  }

  /** Draws the page, and leaves it as it was to the person: what is typed, open, in focus, in sight. */
  function again() {
    for (const field of typed.keys()) field.isConnected ? page.note(field) : typed.delete(field);
    const kept = [...typed.values()];
    const { activeElement: focus, scrollingElement } = document;
    const find = app.contains(focus) ? page.place(focus) : () => null;
    const caret = [focus?.selectionStart, focus?.selectionEnd];
    const every = [...app.querySelectorAll("*")];
    const scrolled = every.filter((it) => it.scrollTop || it.scrollLeft).map((it) => [page.place(it), it.scrollTop, it.scrollLeft]);
    const open = every.filter((it) => it.open).map((it) => [page.place(it), it.matches(":modal")]);
    const top = scrollingElement.scrollTop;
    page.program.redraw();
    for (const [found, modal] of open) {
      const it = found();
      if (!it || it.open) continue;
      if (it.localName === "dialog") modal ? it.showModal() : it.show();
      else it.open = true;
    }
    page.putBack(kept.filter(({ find, value, checked }) => find()?.value !== value || find().checked !== checked), true);
    for (const [found, y, x] of scrolled) found()?.scrollTo({ top: y, left: x, behavior: "instant" });
    scrollingElement.scrollTo({ top, behavior: "instant" });
    const focused = find();
    focused?.focus({ preventScroll: true });
    if (focused && caret[0] != null) focused.setSelectionRange(...caret);
  }
}
