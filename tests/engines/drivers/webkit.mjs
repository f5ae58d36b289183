// WebKit over plain WebDriver, in the small browser its packages bring, on a screen nobody sees.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";

const KEYS = { Enter: "\uE007", Tab: "\uE004", Escape: "\uE00C" };

/** Notes from now on what goes wrong on a page: WebDriver has no word for it. */
function overhear() {
  if (window.trouble) return;
  window.trouble = [];
  const note = (words) => window.trouble.push(String(words));
  window.addEventListener("error", (event) => note(event.message));
  window.addEventListener("unhandledrejection", (event) => note(event.reason));
  const { error } = console;
  console.error = (...words) => {
    note(words.join(" "));
    error.apply(console, words);
  };
}

export async function webkit(programs, size) {
  const children = [];
  const end = () => children.forEach((child) => child.kill());
  try {
    const display = await screen(programs.xvfb, size, children);
    const call = await steward(programs.driver, display, children);
    // It knows the browser that its packages bring.
    const { sessionId } = await call("POST", "/session", { capabilities: {} });
    const engine = hand((method, path, body) => call(method, `/session/${sessionId}${path}`, body), end);
    await engine.fit(size);
    return engine;
  } catch (error) {
    end();
    throw error;
  }
}

/** A screen of its own, at whatever number is free. */
async function screen(program, { width, height }, children) {
  const room = `${width + 200}x${height + 200}x24`;
  const child = spawn(program, ["-displayfd", "3", "-screen", "0", room, "-nolisten", "tcp"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  children.push(child);
  const [number] = await Promise.race([once(child.stdio[3], "data"), ended(child, program)]);
  return `:${String(number).trim()}`;
}

/** Starts the program that drives the browser; answers with the way to talk to it. */
async function steward(program, display, children) {
  const port = await freePort();
  const child = spawn(program, [`--port=${port}`], {
    stdio: "ignore",
    env: {
      ...process.env,
      DISPLAY: display,
      GDK_BACKEND: "x11",
      LIBGL_ALWAYS_SOFTWARE: "1",
      // Its sandbox does not work for root, who runs tests in containers.
      ...(process.getuid() === 0 ? { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1" } : {}),
    },
  });
  children.push(child);
  const call = async (method, path, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const { value } = await answer.json();
    if (value?.error) throw new Error(`${path}: ${value.error}: ${value.message}`);
    return value;
  };
  await Promise.race([answers(call), ended(child, program)]);
  return call;
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

/** Waits until it answers: it says nothing when it does. */
async function answers(call) {
  for (;;) {
    try {
      return await call("GET", "/status");
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** Fails when a program ends before it did its work. */
function ended(child, program) {
  const failure = new Promise((_, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`${program} ended with ${code}`)));
  });
  // Later it may end as it likes.
  failure.catch(() => {});
  return failure;
}

/** What tests do with the browser. */
function hand(call, end) {
  const evaluate = (run, ...words) =>
    call("POST", "/execute/sync", { script: `(${overhear})(); return (${run}).apply(null, arguments)`, args: words });
  const act = (source) => call("POST", "/actions", { actions: [source] });
  const mouse = (...actions) => act({ type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions });
  const press = (value) => [
    { type: "keyDown", value },
    { type: "keyUp", value },
  ];
  const keys = (...values) => act({ type: "key", id: "keyboard", actions: values.flatMap(press) });
  // What a page has noted is taken over before the next one comes.
  const noted = [];
  const note = async () => void noted.push(...(await evaluate(() => window.trouble.splice(0))));
  const go = async (path, body) => {
    await note();
    await call("POST", path, body);
    await evaluate(() => null);
  };
  return {
    trouble: async () => {
      await note();
      return noted.splice(0);
    },
    open: (url) => go("/url", { url }),
    reload: () => go("/refresh", {}),
    evaluate,
    move: (x, y) => mouse({ type: "pointerMove", x: Math.round(x), y: Math.round(y), duration: 0 }),
    down: () => mouse({ type: "pointerDown", button: 0 }),
    up: () => mouse({ type: "pointerUp", button: 0 }),
    type: (text) => keys(...text),
    press: (key) => keys(KEYS[key] ?? key),
    screenshot: async () => Buffer.from(await call("GET", "/screenshot"), "base64"),
    /** Makes the page as large as asked for; the window has edges of its own. */
    fit: async (size) => {
      await call("POST", "/window/rect", size);
      const [width, height] = await evaluate(() => [window.innerWidth, window.innerHeight]);
      await call("POST", "/window/rect", { width: 2 * size.width - width, height: 2 * size.height - height });
    },
    close: () => call("DELETE", "").finally(end),
  };
}
