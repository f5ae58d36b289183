//! What one class of viewers was told of an encounter, as a file of their own: made of that class's view
//! and of nothing else.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::encounter::view::Line;
use crate::encounter::{Class, Encounter, Record, View};

/// What the file says it is.
pub const TOLD: &str = "coterie-told-1";

/// What one class of viewers knows of an encounter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Told {
    /// What they see now, without the log.
    pub view: View,
    /// Every line of the log that they may read, the oldest first.
    pub log: Vec<Line>,
}

/// Follows the log of an encounter for one class of viewers.
#[derive(Clone, Debug)]
pub struct ToldCourse {
    class: Class,
    encounter: Encounter,
    lines: BTreeMap<u32, Line>,
}

impl ToldCourse {
    /// Of an encounter to which nothing has happened yet.
    #[must_use]
    pub const fn new(encounter: Encounter, class: Class) -> Self {
        Self {
            class,
            encounter,
            lines: BTreeMap::new(),
        }
    }

    /// Follows everything one command did. Records come in order, from the first one on.
    pub fn follow(&mut self, record: &Record) {
        self.encounter.apply(record);
        for line in View::lines(&self.encounter, self.class) {
            self.lines.insert(line.no, line);
        }
    }

    /// What they were told so far.
    #[must_use]
    pub fn told(self) -> Told {
        let mut view = View::picture(&self.encounter, self.class.into());
        view.log.clear();
        Told {
            view,
            log: self.lines.into_values().collect(),
        }
    }
}
