// What colour things have on the screen, and what colour the style sheet means.

/** The colours at some places of a screenshot, read by the engine that took it. */
async function read(png, places) {
  const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: picture.width, height: picture.height });
  const context = canvas.getContext("2d");
  context.drawImage(picture, 0, 0);
  const scale = picture.width / window.innerWidth;
  return places.map(([x, y]) => [...context.getImageData(Math.floor(x * scale), Math.floor(y * scale), 1, 1).data.slice(0, 3)]);
}

/** Where an element stands, and which places on it are asked for: `[x, y]` from its edges, from behind when negative. */
function lie(selector, from) {
  const element = document.querySelector(selector);
  element.scrollIntoView({ block: "nearest" });
  const box = element.getBoundingClientRect();
  const place = (at, start, size) => start + (at < 0 || Object.is(at, -0) ? size + at : at);
  return from.map(([x, y]) => [place(x, box.x, box.width), place(y, box.y, box.height)]);
}

/** What a colour of the style sheet is here. */
function mean(name) {
  const probe = document.createElement("i");
  probe.style.backgroundColor = `var(${name})`;
  document.body.append(probe);
  const colour = getComputedStyle(probe).backgroundColor;
  probe.remove();
  return colour.match(/[\d.]+/g).slice(0, 3).map(Number);
}

/** The colours of `{what: [selector, [x, y]]}` as they are on the screen now. */
export async function colours(visitor, wanted) {
  const entries = Object.entries(wanted);
  const places = [];
  for (const [, [selector, at]] of entries) places.push(...(await visitor.see(lie, selector, [at])));
  const png = (await visitor.engine.screenshot()).toString("base64");
  const found = await visitor.see(read, png, places);
  return Object.fromEntries(entries.map(([what], n) => [what, found[n]]));
}

/** The colours of `{what: name}` as the style sheet means them here. */
export async function meant(visitor, wanted) {
  const found = {};
  for (const [what, name] of Object.entries(wanted)) found[what] = await visitor.see(mean, name);
  return found;
}

/** Whether two colours are one to the eye: engines round, each its own way. */
export function alike(one, other) {
  return one.every((part, n) => Math.abs(part - other[n]) <= 2);
}
