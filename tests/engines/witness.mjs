// The server's own word about a table, without any browser.
export class Witness {
  /** Makes a table and sits at it as its storyteller. */
  static async at(server, scene) {
    const witness = new Witness();
    witness.origin = new URL(server.url).origin;
    const form = new URLSearchParams({ table: scene, name: "Mara" });
    const answer = await witness.ask("/tables", { method: "POST", body: form });
    witness.cookie = answer.headers.getSetCookie()[0].split(";")[0];
    witness.table = answer.headers.get("location");
    return witness;
  }

  ask(path, options = {}) {
    const headers = { origin: this.origin, ...(this.cookie ? { cookie: this.cookie } : {}) };
    return fetch(new URL(path, this.origin), { redirect: "manual", headers, ...options });
  }

  async invitation() {
    return await (await this.ask(`${this.table}/invite`, { method: "POST" })).json();
  }

  /** What the storyteller sees. */
  async view() {
    const page = await (await this.ask(this.table)).text();
    return JSON.parse(page.match(/<script type="application\/json" id="opening">(.*?)<\/script>/s)[1]).view;
  }
}
