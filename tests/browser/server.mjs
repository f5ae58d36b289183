// The real program on a data directory of its own.
import { spawn } from "node:child_process";
import { appendFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

export class Server {
  /** With dice whose faces a test may say, or with those every table has; `binary` is another program than the one under test. */
  static async start(scripted = true, env = {}, binary = process.env.COTERIE_BIN) {
    const server = new Server();
    server.binary = binary;
    server.scripted = scripted;
    server.env = env;
    server.data = await mkdtemp(join(tmpdir(), "coterie-"));
    server.faces = `${server.data}.dice`;
    server.listen = "127.0.0.1:0";
    await server.up();
    return server;
  }

  /** Starts the program and waits until it says where it is. */
  async up() {
    if (!this.binary) throw new Error("COTERIE_BIN names no program: run `cargo xtask test browser`");
    // A program that starts reads its dice from the beginning.
    await writeFile(this.faces, "");
    this.process = spawn(this.binary, ["--listen", this.listen, "--data", this.data], {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...(this.scripted ? { COTERIE_DICE: this.faces } : {}), ...this.env },
    });
    // What it writes for its host.
    this.said = "";
    this.process.stderr.on("data", (data) => (this.said += data));
    const lines = createInterface({ input: this.process.stdout });
    this.url = await new Promise((resolve, reject) => {
      lines.on("line", (line) => {
        const found = line.match(/https?:\/\/\S+/);
        if (found) resolve(found[0]);
      });
      this.process.once("exit", (code) => reject(new Error(`the program ended (${code}): ${this.said}`)));
    });
    // It comes back to the same door.
    this.listen = new URL(this.url).host;
  }

  /** The faces that fall next, whoever throws; after the last of them dice are dice again. */
  async dice(faces) {
    await appendFile(this.faces, `${faces.join(" ")}\n`);
  }

  /** Ends it without a word, as a power cut would. */
  async kill() {
    const gone = new Promise((resolve) => this.process.once("exit", resolve));
    this.process.kill("SIGKILL");
    await gone;
  }

  async stop() {
    if (this.process.exitCode === null && this.process.signalCode === null) await this.kill();
    await rm(this.data, { recursive: true, force: true });
    await rm(this.faces, { force: true });
  }
}
