//! What goes wrong in a history, by chance: one thing after the other, and several at once.

use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::sleep;

use super::link::Mood;
use super::service::{NODES, Service};
use crate::crash::Chance;

/// One thing that goes wrong with a node, for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trouble {
    /// Killed without a word, and started again.
    Killed,
    /// Stopped in its tracks, and let go on.
    Paused,
    /// Told to end, and started again.
    Ended,
    /// Hears no news and gives none, and knows it.
    NoNews,
    /// Hears no news and gives none, and is not told so.
    SilentNews,
    /// Its database is far away.
    SlowDatabase,
    /// Its database does not answer.
    SilentDatabase,
    /// Its connections to the database are cut, and no new ones are made.
    NoDatabase,
}

/// How often which. What is worth most comes most.
const DRAWN: [Trouble; 12] = [
    Trouble::Killed,
    Trouble::Killed,
    Trouble::Killed,
    Trouble::Paused,
    Trouble::Paused,
    Trouble::Ended,
    Trouble::NoNews,
    Trouble::NoNews,
    Trouble::SilentNews,
    Trouble::SlowDatabase,
    Trouble::SilentDatabase,
    Trouble::NoDatabase,
];

/// What was tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tried {
    pub(crate) killed: u32,
    pub(crate) paused: u32,
    pub(crate) ended: u32,
    pub(crate) without_news: u32,
    pub(crate) database: u32,
}

impl Tried {
    fn count(&mut self, trouble: Trouble) {
        let counted = match trouble {
            Trouble::Killed => &mut self.killed,
            Trouble::Paused => &mut self.paused,
            Trouble::Ended => &mut self.ended,
            Trouble::NoNews | Trouble::SilentNews => &mut self.without_news,
            Trouble::SlowDatabase | Trouble::SilentDatabase | Trouble::NoDatabase => {
                &mut self.database
            }
        };
        *counted += 1;
    }

    pub(crate) fn add(&mut self, more: Self) {
        self.killed += more.killed;
        self.paused += more.paused;
        self.ended += more.ended;
        self.without_news += more.without_news;
        self.database += more.database;
    }
}

/// So many things go wrong, each a little after the one before. Afterwards all is well again.
pub(crate) async fn make(service: &Arc<Service>, chance: &mut Chance, many: u64) -> Tried {
    let (mut tried, mut going) = (Tried::default(), JoinSet::new());
    for _ in 0..many {
        sleep(Duration::from_millis(50 + chance.below(450))).await;
        let trouble = DRAWN[usize::try_from(chance.below(DRAWN.len() as u64)).expect("small")];
        let node = usize::try_from(chance.below(NODES as u64)).expect("small");
        let lasts = Duration::from_millis(100 + chance.below(1_200));
        tried.count(trouble);
        going.spawn(happens(Arc::clone(service), node, trouble, lasts));
    }
    going.join_all().await;
    for node in &service.nodes {
        node.database.is(Mood::Good);
        node.news.is(Mood::Good);
        assert!(node.address().is_some(), "it was started again");
    }
    tried
}

async fn happens(service: Arc<Service>, node: usize, trouble: Trouble, lasts: Duration) {
    let node = &service.nodes[node];
    let (line, mood) = match trouble {
        Trouble::Killed => return node.stay_away(true, lasts / 2).await,
        Trouble::Ended => return node.stay_away(false, lasts / 4).await,
        Trouble::Paused => return node.pause(lasts).await,
        Trouble::NoNews => (&node.news, Mood::Cut),
        Trouble::SilentNews => (&node.news, Mood::Hangs),
        Trouble::SlowDatabase => (&node.database, Mood::Slow(lasts / 40)),
        Trouble::SilentDatabase => (&node.database, Mood::Hangs),
        Trouble::NoDatabase => (&node.database, Mood::Cut),
    };
    line.is(mood);
    sleep(lasts).await;
    line.is(Mood::Good);
}
