//! Rows of `docs/performance.md`: what is measured, and the target of each figure. The load and `cargo xtask bench`
//! share this list, so every figure has a row.

use std::fmt::{self, Display, Formatter};

use Target::{Anything, AtLeast, AtMost, Exactly};

/// Target of a figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Target {
    /// Lower bound of the figure.
    AtLeast(f64),
    /// Upper bound of the figure.
    AtMost(f64),
    /// Required value, up to rounding.
    Exactly(f64),
    /// No target: the figure is only recorded.
    Anything,
}

/// A row of the page: one figure.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    /// Id by which a figure names its row.
    pub(crate) id: &'static str,
    /// Name of the measurement that produces the figure.
    pub(crate) bench: &'static str,
    /// Description of the figure for people.
    pub(crate) description: &'static str,
    /// Unit of the figure.
    pub(crate) unit: &'static str,
    /// Target of the figure.
    pub(crate) target: Target,
}

/// Creates a row of the page.
const fn row(
    bench: &'static str,
    id: &'static str,
    says: &'static str,
    unit: &'static str,
    wanted: Target,
) -> Row {
    Row {
        id,
        bench,
        description: says,
        unit,
        target: wanted,
    }
}

/// All rows, in the order of the page.
pub(crate) const ROWS: [Row; 56] = [
    row(
        "fanout",
        "fanout-batched",
        "changes to 500 sockets, each on disk first; beside a node server that writes what waits at once",
        "times",
        AtLeast(1.0),
    ),
    row(
        "fanout",
        "fanout-plain",
        "the same, beside a plain node loop with `ws`",
        "times",
        AtLeast(6.0),
    ),
    row(
        "fanout",
        "fanout-raw",
        "the same, beside raw TCP with the same frames batched alike",
        "times",
        AtLeast(0.8),
    ),
    row(
        "private",
        "fanout-private",
        "changes to 8 seats of whom some are told things in private between them; beside the same without",
        "times",
        AtLeast(0.9),
    ),
    row(
        "paced",
        "paced-8",
        "a change every 30 ms until 8 sockets have it, the median; over the node loop and a sync",
        "ms",
        AtMost(0.3),
    ),
    row(
        "paced",
        "paced-50",
        "the same with 50 sockets",
        "ms",
        AtMost(0.3),
    ),
    row(
        "paced",
        "paced-500",
        "the same with 500 sockets",
        "ms",
        AtMost(0.3),
    ),
    row(
        "idle",
        "idle-held",
        "idle sockets held at once",
        "sockets",
        AtLeast(10_000.0),
    ),
    row(
        "idle",
        "idle-crowded",
        "memory of each of these, in rooms of nearly 1,000, after a whole picture",
        "KiB",
        AtMost(4.0),
    ),
    row(
        "idle",
        "idle-pictured",
        "memory of an idle socket in a room of 40, after a whole picture",
        "KiB",
        AtMost(4.0),
    ),
    row(
        "idle",
        "idle-resumed",
        "the same of one that came back and had missed nothing",
        "KiB",
        AtMost(4.0),
    ),
    row(
        "idle",
        "idle-room",
        "memory of a room that is awake, in the middle of a fight, with one socket",
        "KiB",
        Anything,
    ),
    row(
        "acks",
        "acks-many",
        "acknowledgements of 200 clients with a sync of 4 ms; beside one client",
        "times",
        AtLeast(50.0),
    ),
    row(
        "acks",
        "acks-syncs-200",
        "syncs for 1,000 of them",
        "syncs",
        AtMost(25.0),
    ),
    row(
        "acks",
        "acks-syncs-20",
        "the same with 20 clients, where 50 is one sync for all of them each time",
        "syncs",
        Anything,
    ),
    row(
        "acks",
        "acks-lone",
        "syncs for a lone command",
        "syncs",
        Exactly(1.0),
    ),
    row(
        "lone",
        "lone-time",
        "a lone command until it is acknowledged, the median; over a sync",
        "ms",
        Anything,
    ),
    row(
        "clicks",
        "click-chronicle",
        "a health click to each viewer, chronicle",
        "bytes",
        AtMost(120.0),
    ),
    row(
        "clicks",
        "click-crossover",
        "the same, crossover",
        "bytes",
        AtMost(120.0),
    ),
    row(
        "clicks",
        "click-masquerade",
        "the same, masquerade",
        "bytes",
        AtMost(120.0),
    ),
    row(
        "clicks",
        "click-ascension",
        "the same, ascension",
        "bytes",
        AtMost(120.0),
    ),
    row(
        "clicks",
        "click-tristat",
        "the same, tristat",
        "bytes",
        AtMost(120.0),
    ),
    row(
        "load",
        "first-load",
        "a first load from this server until the page is alive, packed with brotli, without fonts and the page",
        "kB",
        AtMost(310.0),
    ),
    row(
        "load",
        "first-rest",
        "the rest of the program, which comes once the page is alive",
        "kB",
        Anything,
    ),
    row(
        "cold",
        "cold",
        "a cold phone until its page is alive, at 1.6 Mbit/s and a quarter of this processor; beside what its bytes take on that line",
        "times",
        AtMost(1.3),
    ),
    row(
        "before",
        "before-alive",
        "a cold phone until its page is alive, at 1.6 Mbit/s, 150 ms and a quarter of this processor; beside the program of 62595957",
        "times",
        AtMost(1.1),
    ),
    row(
        "before",
        "before-bytes",
        "what it loads of program, script and style until then; beside the same",
        "times",
        AtMost(1.15),
    ),
    row(
        "taps",
        "taps",
        "boxes on three screens after the last tap of an exchange; beside a click on a box",
        "times",
        AtMost(2.0),
    ),
    row(
        "phone",
        "phone",
        "an evening on a weak phone (four times slowed, 20 combatants, 200 changes) from a tap and, beside it, from a message until it is drawn; p95 of the slower in tenths of a second",
        "times",
        AtMost(1.0),
    ),
    row(
        "stalled",
        "stalled-memory",
        "memory of a socket that stops reading under load, at most",
        "KiB",
        AtMost(256.0),
    ),
    row(
        "stalled",
        "stalled-closed",
        "from the last byte it took until it is closed",
        "s",
        AtMost(10.0),
    ),
    row(
        "stalled",
        "stalled-others",
        "a change until the others have it, the median, with it; beside without it",
        "times",
        AtMost(1.2),
    ),
    row(
        "reconnect",
        "reconnect",
        "2,000 clients back after `kill -9`; beside a node server that keeps nothing",
        "times",
        AtMost(2.0),
    ),
    row(
        "crowd",
        "crowd-guest",
        "a guest comes in while one address holds thousands of connections",
        "s",
        AtMost(2.0),
    ),
    row(
        "crowd",
        "crowd-memory",
        "memory of a hundred that ask and never read",
        "MiB",
        AtMost(64.0),
    ),
    row(
        "crowd",
        "crowd-cut",
        "until they are cut off",
        "s",
        AtMost(20.0),
    ),
    row(
        "costs",
        "delivery",
        "instructions for a delivery, at 500 sockets",
        "instructions",
        AtMost(3_000.0),
    ),
    row(
        "costs",
        "command-1",
        "instructions for a command with 1 combatant and one socket",
        "thousand",
        AtMost(100.0),
    ),
    row(
        "costs",
        "command-10",
        "the same with 10 combatants",
        "thousand",
        AtMost(100.0),
    ),
    row(
        "costs",
        "command-50",
        "the same with 50 combatants",
        "thousand",
        AtMost(100.0),
    ),
    row(
        "costs",
        "command-100",
        "the same with 100 combatants",
        "thousand",
        AtMost(100.0),
    ),
    row(
        "waking",
        "waking-picture",
        "a room of 100,000 records wakes from its snapshot",
        "ms",
        AtMost(150.0),
    ),
    row(
        "waking",
        "waking-replay",
        "the same from its whole log",
        "ms",
        AtMost(150.0),
    ),
    row(
        "waking",
        "waking-picture-memory",
        "most memory while it wakes from its snapshot; over a room of 1,000 records",
        "MiB",
        AtMost(8.0),
    ),
    row(
        "waking",
        "waking-replay-memory",
        "most memory while it wakes from its whole log; over a room of 1,000 records",
        "MiB",
        AtMost(8.0),
    ),
    row(
        "rules",
        "rules-step",
        "a step of an exchange, the slowest system",
        "µs",
        AtMost(20.0),
    ),
    row(
        "rules",
        "rules-answer",
        "its last answer, decided and applied, the slowest system",
        "µs",
        AtMost(20.0),
    ),
    row(
        "rules",
        "rules-odds",
        "its odds, every way it can go, the slowest system",
        "ms",
        AtMost(20.0),
    ),
    row(
        "rules",
        "rules-dice",
        "the odds of 30 dice",
        "ms",
        AtMost(20.0),
    ),
    row(
        "writers",
        "writers-lost",
        "lost of 1,000 changes that two writers make to one combatant",
        "changes",
        Exactly(0.0),
    ),
    row(
        "nodes",
        "nodes-one",
        "acknowledged commands of 96 tables at one node, with Postgres and NATS",
        "times",
        Anything,
    ),
    row(
        "nodes",
        "nodes-two",
        "the same at two nodes; beside one",
        "times",
        Anything,
    ),
    row(
        "nodes",
        "nodes-three",
        "the same at three",
        "times",
        Anything,
    ),
    row(
        "nodes",
        "nodes-seen",
        "an event is told at another node after it was acknowledged; beside a request of NATS, 99 of 100 each",
        "times",
        AtMost(2.0),
    ),
    row(
        "soak",
        "soak-memory",
        "memory at the end of the load; beside that after a third of it",
        "times",
        AtMost(1.05),
    ),
    row(
        "soak",
        "soak-time",
        "the median time of a change in the last third; beside that in the first",
        "times",
        AtMost(1.2),
    ),
];

impl Target {
    /// Whether a figure meets the target; `None` if there is no target.
    pub(crate) fn is_met_by(self, figure: f64) -> Option<bool> {
        match self {
            AtLeast(least) => Some(figure >= least),
            AtMost(most) => Some(figure <= most),
            Exactly(wanted) => Some((figure - wanted).abs() < 0.005),
            Anything => None,
        }
    }
}

impl Display for Target {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        match self {
            AtLeast(least) => write!(out, "≥ {least}"),
            AtMost(most) => write!(out, "≤ {most}"),
            Exactly(wanted) => write!(out, "{wanted}"),
            Anything => Ok(()),
        }
    }
}

/// Returns the row of an id.
pub(crate) fn find_row(id: &str) -> Option<&'static Row> {
    ROWS.iter().find(|row| row.id == id)
}
