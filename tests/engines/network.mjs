// A network between a browser and the server: it is slow with what it is told to be slow with, and rewrites pages as some
// networks do. Websockets pass.
import { createServer, request } from "node:http";
import { connect } from "node:net";

/** Where the script lies that stands for what else runs in this browser. */
const FOREIGN = "/foreign.js";

export class Network {
  /** In front of a server. */
  static async before(server) {
    const network = new Network();
    network.there = new URL(server.url);
    network.calm();
    network.lines = new Set();
    const door = createServer((asked, answer) => void network.pass(asked, answer));
    door.on("connection", (line) => {
      network.lines.add(line);
      line.on("close", () => network.lines.delete(line));
      line.on("error", () => {});
    });
    door.on("upgrade", (asked, line, head) => network.upgrade(asked, line, head));
    await new Promise((resolve) => door.listen(0, "127.0.0.1", resolve));
    network.door = door;
    network.url = `http://127.0.0.1:${door.address().port}`;
    return network;
  }

  /** Leaves everything as it is. */
  calm() {
    this.slow = {};
    this.blocked = undefined;
    this.rewrite = undefined;
    this.foreign = undefined;
    this.cookies = true;
    this.open?.();
  }

  /** Holds the program back until it is let go. */
  hold() {
    this.held = new Promise((resolve) => (this.open = resolve));
  }

  async pass(asked, answer) {
    const { pathname: path, search } = new URL(asked.url, this.url);
    if (path === FOREIGN) {
      answer.writeHead(200, { "content-type": "text/javascript" }).end(`(${this.foreign})();`);
      return;
    }
    if (path.endsWith("_bg.wasm")) await this.held;
    // The worker of an earlier page would answer with what it keeps, and nothing would be withheld.
    if (path === "/worker.js" || this.blocked?.test(path)) {
      answer.destroy();
      return;
    }
    const headers = { ...asked.headers };
    delete headers["accept-encoding"];
    delete headers["if-none-match"];
    delete headers["if-modified-since"];
    if (!this.cookies) delete headers.cookie;
    const onward = request({ host: this.there.hostname, port: this.there.port, path: asked.url, method: asked.method, headers });
    onward.on("error", () => answer.destroy());
    asked.pipe(onward);
    onward.on("response", async (found) => {
      const given = { ...found.headers };
      if (!this.cookies) delete given["set-cookie"];
      const isPage = (given["content-type"] ?? "").startsWith("text/html") && search !== "?plain";
      if (!isPage || !(this.rewrite || this.foreign)) {
        answer.writeHead(found.statusCode, given);
        found.pipe(answer);
        return;
      }
      const pieces = [];
      for await (const piece of found) pieces.push(piece);
      let page = Buffer.concat(pieces).toString();
      if (this.foreign) page = page.replace("</head>", `<script src="${FOREIGN}"></script></head>`);
      if (this.rewrite) page = this.rewrite(page);
      delete given["content-length"];
      delete given["transfer-encoding"];
      answer.writeHead(found.statusCode, given).end(page);
    });
  }

  upgrade(asked, line, head) {
    const onward = connect(this.there.port, this.there.hostname, () => {
      const lines = [`${asked.method} ${asked.url} HTTP/1.1`];
      for (let at = 0; at < asked.rawHeaders.length; at += 2) lines.push(`${asked.rawHeaders[at]}: ${asked.rawHeaders[at + 1]}`);
      onward.write(`${lines.join("\r\n")}\r\n\r\n`);
      onward.write(head);
      onward.pipe(line).pipe(onward);
    });
    for (const [one, other] of [[onward, line], [line, onward]]) {
      one.on("error", () => other.destroy());
      one.on("close", () => other.destroy());
    }
  }

  async stop() {
    for (const line of this.lines) line.destroy();
    await new Promise((resolve) => this.door.close(resolve));
  }
}
