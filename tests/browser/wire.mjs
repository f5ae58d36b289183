// A wire between browsers and the server that can go bad: real bytes on real sockets. Pages
// always pass; what happens to websockets is said by the test.
import { connect, createServer } from "node:net";

export class Wire {
  static async to(server) {
    const wire = new Wire();
    wire.server = server;
    wire.sockets = new Set();
    /** What becomes of new websockets: `open`, `held` (nobody answers), `refused`. */
    wire.mode = "open";
    /** Milliseconds that what the server says takes longer. */
    wire.delay = 0;
    /** How many websockets were tried. */
    wire.tried = 0;
    wire.listener = createServer((browser) => wire.#join(browser));
    await new Promise((resolve) => wire.listener.listen(0, "127.0.0.1", resolve));
    wire.url = `http://127.0.0.1:${wire.listener.address().port}/`;
    return wire;
  }

  #join(browser) {
    browser.on("error", () => {});
    browser.once("data", (first) => {
      const socket = /^GET \/ws\//.test(first.toString("latin1"));
      if (socket) {
        this.tried += 1;
        this.sockets.add(browser);
        browser.once("close", () => this.sockets.delete(browser));
        if (this.mode === "held") return;
        if (this.mode === "refused") return browser.destroy();
      }
      const { hostname, port } = new URL(this.server.url);
      const server = connect({ host: hostname, port: Number(port) });
      server.on("error", () => browser.destroy());
      server.write(first);
      browser.pipe(server);
      server.on("data", (data) => setTimeout(() => browser.mute || browser.write(data), this.delay));
      server.on("close", () => browser.mute || browser.destroy());
      browser.on("close", () => server.destroy());
    });
  }

  /** What the server says on the websockets there are reaches nobody any more. */
  mute() {
    for (const socket of this.sockets) socket.mute = true;
  }

  /** Cuts the websockets there are. */
  cut() {
    for (const socket of this.sockets) socket.destroy();
  }

  async close() {
    this.listener.close();
    this.cut();
  }
}
