// The engines there are, and how to start one. `cargo xtask test` finds or fetches them and
// says in the environment where they are; one that is not there is skipped, and says so.
//
// `launch(programs, size)` answers with the same few verbs in each, all of them promises:
//
//   open(url), reload()           a page, and the same again
//   evaluate(run, ...words)       runs a function in the page and brings back what it answers
//   move(x, y), down(), up()      the mouse
//   type(text), press(key)        the keyboard
//   screenshot()                  the page as PNG
//   trouble()                     the errors the page spoke of since it was asked last
//   close()                       the end
import { chromium, firefox } from "./drivers/puppeteer.mjs";
import { webkit } from "./drivers/webkit.mjs";

const named = (name) => process.env[name] || undefined;

/** All of a set of programs, or nothing. */
const all = (programs) => (Object.values(programs).every(Boolean) ? programs : undefined);

const ENGINES = [
  { name: "Chromium", launch: chromium, programs: named("COTERIE_CHROMIUM") },
  { name: "Firefox", launch: firefox, programs: named("COTERIE_FIREFOX") },
  {
    name: "WebKit",
    launch: webkit,
    programs: all({ driver: named("COTERIE_WEBKIT_DRIVER"), xvfb: named("COTERIE_XVFB") }),
  },
];

export { ENGINES };
