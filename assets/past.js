// The replay follows the finger: the bar, the buttons and the lists of turns fetch the page of a step and put its
// parts into this one. What is played now comes by itself. Without this script all of it works by links and forms.

/** The hours are the reader's own. */
function hours(root) {
  for (const time of root.querySelectorAll("time[data-at]")) {
    const at = new Date(Number(time.dataset.at));
    const today = at.toDateString() === new Date().toDateString();
    const hour = { hour: "2-digit", minute: "2-digit" };
    time.textContent = at.toLocaleString([], today ? hour : { ...hour, day: "numeric", month: "short" });
    time.dateTime = at.toISOString();
  }
}

/** Begins a page. Its place knows its address, is told of another one, and goes to what is no step of it. */
export function begin(root, place) {
  const page = root.querySelector(".past");
  const bar = page?.querySelector("[data-bar]");
  const range = bar?.querySelector("input[type=range]");

  /** The address of a step; of the newest one without a number. */
  function address(at) {
    const to = new URL(place.at());
    at === null ? to.searchParams.delete("at") : to.searchParams.set("at", at);
    return to;
  }

  const status = document.createElement("p");

  /** Puts what is new on the page of a step in the place of what is old. */
  function take(next, at) {
    const [from, to] = [next.querySelector("[data-step]"), page.querySelector("[data-step]")];
    const bars = next.querySelector("[data-bar] input[type=range]");
    if (!from || !to || !bars) return false;
    const open = [...to.querySelectorAll("details")].map((it) => it.open);
    to.replaceWith(from);
    [...from.querySelectorAll("details")].forEach((it, no) => (it.open = open[no] ?? false));
    for (const name of ["min", "max", "aria-valuetext"]) range.setAttribute(name, bars.getAttribute(name));
    if (wanted === undefined) range.value = bars.value;
    bar.querySelector("[data-number]").textContent = bars.value;
    bar.querySelector("[data-last]").textContent = bars.max;
    for (const way of page.querySelectorAll("[data-go]")) {
      const now = next.querySelector(`[data-go="${way.dataset.go}"]`);
      const href = now?.getAttribute("href");
      href ? way.setAttribute("href", href) : way.removeAttribute("href");
      href ? way.removeAttribute("aria-disabled") : way.setAttribute("aria-disabled", "true");
    }
    for (const list of next.querySelectorAll("[data-jump] select")) {
      const here = page.querySelector(`[data-jump] #${list.id}`);
      if (here && here.length !== list.length) here.innerHTML = list.innerHTML;
    }
    hours(from);
    choose(Number(bars.value));
    place.moved(address(at === null ? null : bars.value));
    status.textContent = from.querySelector("[data-said]")?.textContent ?? "";
    return true;
  }

  /** Each list stands at the last of its places that was reached. */
  function choose(step) {
    for (const list of page.querySelectorAll("[data-jump] select")) {
      const reached = [...list.options].filter((option) => Number(option.value) <= step);
      list.selectedIndex = reached.length - 1;
    }
  }

  // One page at a time is asked for; of those that are wanted meanwhile only the last.
  let wanted, busy = false;
  async function go(at) {
    wanted = at;
    if (busy) return;
    busy = true;
    while (wanted !== undefined) {
      const to = wanted;
      wanted = undefined;
      try {
        const answer = await fetch(address(to), { headers: { accept: "text/html" } });
        if (answer.status === 429) await new Promise((done) => setTimeout(done, 500));
        else if (!answer.ok) place.go(address(to));
        else if (!take(new DOMParser().parseFromString(await answer.text(), "text/html"), to)) place.go(address(to));
        if (answer.status === 429) wanted ??= to;
      } catch {
        status.textContent = "Can’t reach the server. Try again in a moment.";
        await new Promise((done) => setTimeout(done, 1000));
      }
    }
    busy = false;
  }

  const isNewest = () => page.querySelector("[data-step]")?.dataset.newest === "true";

  /** What is played now comes by the table's own socket; only that something came is heard. */
  function listen(path, wait = 500) {
    const socket = new WebSocket(new URL(path, location.href.replace(/^http/, "ws")));
    let soon;
    socket.onopen = () => socket.send('{"hello":{"protocol":3}}');
    socket.onmessage = ({ data }) => {
      if (!page.isConnected) return socket.close();
      if (!String(data).startsWith('{"d"')) return;
      wait = 500;
      clearTimeout(soon);
      soon = setTimeout(() => go(isNewest() ? null : range.value), 150);
    };
    socket.onclose = ({ code }) => {
      // The seat is gone, or the table is at another encounter: what is here can still be read.
      if (!page.isConnected || [4001, 4003, 4005, 4006].includes(code)) return;
      setTimeout(() => listen(path, Math.min(wait * 2, 30000)), wait);
    };
  }

  if (page) hours(page);
  if (range) {
    page.dataset.running = "true";
    status.className = "unseen";
    status.setAttribute("role", "status");
    page.append(status);
    choose(Number(range.value));
    range.addEventListener("input", () => {
      bar.querySelector("[data-number]").textContent = range.value;
      go(range.value === range.max ? null : range.value);
    });
    page.addEventListener("click", (event) => {
      const way = event.target.closest("[data-go]");
      if (!way || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      const href = way.getAttribute("href");
      if (href) go(way.dataset.go === "newest" ? null : new URL(href, place.at()).searchParams.get("at"));
    });
    page.addEventListener("change", (event) => {
      if (event.target.closest("[data-jump]")) go(event.target.value);
    });
    for (const form of page.querySelectorAll("[data-jump], [data-bar]")) {
      form.addEventListener("submit", (event) => event.preventDefault());
    }
    if (page.dataset.live) listen(page.dataset.live);
  }
}

// Where the page is the document; what a table has in its drawer it begins itself.
begin(document, {
  at: () => location.href,
  moved: (to) => history.replaceState(null, "", to),
  go: (to) => location.assign(to),
});
