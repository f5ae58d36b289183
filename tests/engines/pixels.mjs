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

/**
 * Where places on elements lie, `[selector, [x, y]]` each, from an element's edges, from behind when negative.
 * The first is brought into sight; those that are not in sight with it are `null`.
 */
function lie(wanted) {
  // A box is painted from the whole pixel nearest to its edge, wherever it was scrolled.
  const place = (at, start, end) => Math.round(at < 0 || Object.is(at, -0) ? end : start) + at;
  document.querySelector(wanted[0][0]).scrollIntoView({ block: "nearest", behavior: "instant" });
  return wanted.map(([selector, from], n) => {
    const element = document.querySelector(selector);
    const box = element.getBoundingClientRect();
    const [x, y] = [place(from[0], box.left, box.right), place(from[1], box.top, box.bottom)];
    const middle = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return n === 0 || (middle && element.contains(middle)) ? [x, y] : null;
  });
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

/** The colours of `{what: [selector, [x, y]]}` as they are on the screen now: a picture for each scroll it takes. */
export async function colours(visitor, wanted) {
  const found = {};
  for (let left = Object.entries(wanted); left.length > 0; left = left.filter(([what]) => !(what in found))) {
    const places = await visitor.see(lie, left.map(([, place]) => place));
    const png = (await visitor.engine.screenshot()).toString("base64");
    const seen = left.map(([what], n) => [what, places[n]]).filter(([, place]) => place);
    const colours = await visitor.see(read, png, seen.map(([, place]) => place));
    seen.forEach(([what], n) => { found[what] = colours[n]; });
  }
  return found;
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
