// How much is tried: a share in `cargo xtask test`, all of it in a proof that says so.

/** Whether every look is judged: `cargo xtask prove looks`, and where pictures are wanted. */
export const ALL_LOOKS = process.env.LOOKS === "all" || Boolean(process.env.COTERIE_PICTURES);

/** Themes of a browser: no more than the first where nothing but colors differs. */
export const SCHEMES = ALL_LOOKS ? ["dark", "light"] : ["dark"];

/** Every one of these, or of a share the first of them and the last. */
export const ends = (all) => (ALL_LOOKS ? all : [all[0], all[all.length - 1]]);

/** One of these by a name, the same each time; names spread over all of them. */
export const oneOf = (all, name) => all[[...name].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)) % 1009, 7) % all.length];

/** The worked examples that a share leaves out: `cargo xtask prove examples` plays them. */
export const LEFT_OUT = process.env.EXAMPLES === "all" ? undefined : /examples-(?!.*@share)/;
