// The scene of a table in the tests: described by one text, and who is where in it.
import { randomBytes } from "node:crypto";

/** Gives commands over a socket of the page's own, one after the other; the answers to them. */
export async function give(person, commands) {
  const ids = commands.map(() => randomBytes(16).toString("hex"));
  return await person.page.evaluate(
    async ({ commands, ids }) => {
      const { encounter } = JSON.parse(document.querySelector("#opening").textContent);
      const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/ws/${encounter}`);
      await new Promise((resolve) => socket.addEventListener("open", resolve));
      const answers = new Map();
      let answered = () => {};
      socket.addEventListener("message", ({ data }) => {
        const said = JSON.parse(data);
        if (said.ok) answers.set(said.ok, true);
        if (said.no) answers.set(said.no[0], said.no[1]);
        // What cannot be read is answered without its id.
        if (said.unreadable) ids.forEach((id) => answers.has(id) || answers.set(id, said));
        answered();
      });
      socket.send(JSON.stringify({ hello: { protocol: 3 } }));
      for (const [nth, command] of commands.entries()) {
        do {
          answers.delete(ids[nth]);
          socket.send(JSON.stringify({ do: { id: ids[nth], command } }));
          while (!answers.has(ids[nth])) await new Promise((resolve) => (answered = resolve));
          if (answers.get(ids[nth]) === "too_fast") await new Promise((resolve) => setTimeout(resolve, 500));
        } while (answers.get(ids[nth]) === "too_fast");
      }
      socket.close();
      return ids.map((id) => answers.get(id));
    },
    { commands, ids },
  );
}

/** The whole view of this person, as the server sends it. */
export async function view(person) {
  return await person.page.evaluate(async () => {
    const { encounter } = JSON.parse(document.querySelector("#opening").textContent);
    const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/ws/${encounter}`);
    await new Promise((resolve) => socket.addEventListener("open", resolve));
    const heard = new Promise((resolve) => {
      socket.addEventListener("message", ({ data }) => {
        const said = JSON.parse(data);
        if (said.snapshot) resolve(said.snapshot.view);
      });
    });
    socket.send(JSON.stringify({ hello: { protocol: 3 } }));
    const view = await heard;
    socket.close();
    return view;
  });
}

/** Describes the scene, takes it into use, and puts everybody where they are: `{ place: [name, …] }`. */
export async function setScene(storyteller, lines, who = {}) {
  const described = await give(storyteller, [{ edit_scene: { describe: { lines } } }, { edit_scene: { use: { on: true } } }]);
  if (described[0] !== true) throw new Error(JSON.stringify(described));
  await place(storyteller, who);
}

/** Puts people into places, wherever they were. */
export async function place(storyteller, who) {
  const { scene, rows } = await view(storyteller);
  const places = Object.entries(scene.plan.locations);
  const all = Object.values(rows);
  const named = (row) => (row.label ? `${row.name} ${row.label}` : row.name);
  const commands = Object.entries(who).map(([place, names]) => {
    const [id] = places.find(([, location]) => location.name === place);
    const ids = names.map((name) => all.find((row) => named(row) === name).id);
    return { go: { ids, to: { place: Number(id) }, anyway: true } };
  });
  const answers = await give(storyteller, commands);
  const refused = answers.find((answer) => answer !== true && JSON.stringify(answer) !== '{"refused":"nothing_to_do"}');
  if (refused) throw new Error(JSON.stringify(answers));
}
