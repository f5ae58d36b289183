//! The part that each combatant plays in the open exchanges.

use rules::base::id::CombatantId;

use crate::state::table_state::Model;

/// Part of a combatant in the open exchanges, actor or target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The combatant acts.
    Acts,
    /// The combatant is a target.
    Target,
}

impl Part {
    /// Returns the word for the combatant's part in an exchange that the style sheet selects by.
    pub(crate) const fn key(self) -> &'static str {
        match self {
            Self::Acts => "acts",
            Self::Target => "target",
        }
    }
}

/// The part of each combatant in the open exchanges.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parts(Vec<(CombatantId, Part)>);

impl Parts {
    /// Collects the part of each combatant in all open exchanges.
    #[must_use]
    pub fn of_all(model: Model) -> Self {
        model.exchanges.with(|all| {
            let open = all.values().filter(|it| it.next.is_some());
            let parts = open.flat_map(|it| {
                let at = it.at.iter().filter(|id| Some(**id) != it.by);
                let at = at.map(|id| (*id, Part::Target));
                at.chain(it.by.map(|by| (by, Part::Acts)))
            });
            Self(parts.collect())
        })
    }

    /// Returns the part of a combatant; target if it both acts and is a target, `None` if neither.
    #[must_use]
    pub fn of(&self, id: CombatantId) -> Option<Part> {
        let mut parts = self.0.iter().filter(|(who, _)| *who == id);
        let first = parts.next()?.1;
        let target = first == Part::Target || parts.any(|(_, part)| *part == Part::Target);
        Some(if target { Part::Target } else { first })
    }
}
