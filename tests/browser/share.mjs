// How much is tried: a share in `cargo xtask test`, all of it in a proof that says so.
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** Whether every look is judged: `cargo xtask prove looks`, and where pictures are wanted. */
export const ALL_LOOKS = process.env.LOOKS === "all" || Boolean(process.env.COTERIE_PICTURES);

/** The folder of the repository. */
const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const RESULTS = join(ROOT, "tests/browser/results/pictures");
/** `COTERIE_PICTURES`, such as docs/pictures, is where those go that are kept; without it they are results like all others. */
const KEPT = process.env.COTERIE_PICTURES ? resolve(ROOT, process.env.COTERIE_PICTURES) : RESULTS;

/** Where the picture of that name goes: to those that are kept if the README shows it. */
export function picturePath(name) {
  const shown = readFileSync(join(ROOT, "README.md"), "utf8").includes(`docs/pictures/${name}`);
  return join(shown ? KEPT : RESULTS, name);
}
/** Where pictures of the front page go, which are part of the program. */
export const FRONT_PICTURES = process.env.COTERIE_PICTURES ? join(ROOT, "assets/front") : RESULTS;
/** The file with the version of the program that the kept ones show. */
export const PICTURES_VERSION = join(KEPT, "version.txt");

/** Themes of a browser: no more than the first where nothing but colors differs. */
export const SCHEMES = ALL_LOOKS ? ["dark", "light"] : ["dark"];

/** Every one of these, or of a share the first of them and the last. */
export const ends = (all) => (ALL_LOOKS ? all : [all[0], all[all.length - 1]]);

/** One of these by a name, the same each time; names spread over all of them. */
export const oneOf = (all, name) => all[[...name].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)) % 1009, 7) % all.length];

/** The worked examples that a share leaves out: `cargo xtask prove examples` plays them. */
export const LEFT_OUT = process.env.EXAMPLES === "all" ? undefined : /examples-(?!.*@share)/;
