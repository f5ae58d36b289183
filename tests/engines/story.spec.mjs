// The main job, once in each engine: join, add, drag, mark, roll, reload.
import { expect, inEach } from "./table.mjs";
import { Witness } from "./witness.mjs";

const order = () => [...document.querySelectorAll(".row .name")].map((name) => name.textContent);
const bench = () => [...document.querySelectorAll(".bench-token .token-name")].map((name) => name.textContent);
const marks = (name) => {
  const row = [...document.querySelectorAll(".row")].find((row) => row.querySelector(".name").textContent === name);
  return [...row.querySelectorAll(".box")].map((box) => box.dataset.mark || "-").join("");
};
const rolled = (what) => {
  const entry = [...document.querySelectorAll(".entry")].find((entry) => entry.textContent.includes(what));
  return entry && [...entry.querySelectorAll(".face")].map((face) => parseInt(face.textContent, 10));
};

inEach("join, add, drag by mouse, mark, roll, reload", async ({ server, visitor }) => {
  const witness = await Witness.at(server, "The Wharf");
  const { co_storyteller } = await witness.invitation();

  await visitor.engine.open(new URL(co_storyteller, server.url).href);
  await visitor.fill("input[name=name]", "Anna");
  await visitor.engine.press("Enter");
  await visitor.live();

  for (const line of ["Ilse dex 4 comp 3 stam 3", "Weston dex 2 comp 2 stam 2"]) {
    await visitor.fill("#quick-add", line);
    await visitor.engine.press("Enter");
    await visitor.sees("the field is empty again", "", () => document.querySelector("#quick-add").value);
  }
  await visitor.sees("the bench", ["Ilse", "Weston"], bench);

  await visitor.drag([".bench-token", "IIlse"], [".order-head, #order, .order"]);
  await visitor.sees("the order", ["Ilse"], order);
  await visitor.drag([".bench-token", "WWeston"], [".row"], { dy: -12 });
  await visitor.sees("the order", ["Weston", "Ilse"], order);

  await visitor.click(".row .box");
  await visitor.sees("Weston's boxes", "b------", marks, "Weston");

  await visitor.fill("#roll-what", "Across the quay");
  await visitor.click("#roll");
  let faces;
  const fallen = async () => (faces = await visitor.see(rolled, "Across the quay"))?.length;
  await expect.poll(fallen, { message: "the roll is in the log" }).toBeGreaterThan(0);

  // The server holds what the screen shows …
  const view = await witness.view();
  expect(view.order.map((id) => view.rows[id].name)).toEqual(["Weston", "Ilse"]);
  expect(view.rows[view.order[0]].track.boxes).toEqual([7, 1, 0, 0]);
  const entry = view.log.find(({ what }) => what.rolled?.what === "Across the quay");
  expect(entry.by).toBe("Anna");
  expect(entry.what.rolled.rolled.faces.map(([face]) => face)).toEqual(faces);

  // … and shows it again.
  await visitor.engine.reload();
  await visitor.live();
  expect(await visitor.see(order)).toEqual(["Weston", "Ilse"]);
  expect(await visitor.see(marks, "Weston")).toBe("b------");
  expect(await visitor.see(rolled, "Across the quay")).toEqual(faces);
});

inEach("what goes wrong on a page is heard", async ({ server, visitor }) => {
  await visitor.engine.open(new URL("/demo", server.url).href);
  await visitor.live();
  await visitor.see(() => {
    console.error("on purpose");
    setTimeout(() => {
      throw new Error("thrown on purpose");
    });
  });
  const heard = [];
  const listen = async () => heard.push(...(await visitor.engine.trouble())) && heard.join("; ");
  await expect.poll(listen).toMatch(/on purpose.*thrown on purpose/);
});
