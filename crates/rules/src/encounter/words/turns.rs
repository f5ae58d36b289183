//! Initiative, what combatants mean to do, and whose turn it is.

use super::seen;
use crate::encounter::combatant::{Combatant, Side, ThisRound, Timing, Turn};
use crate::encounter::event::{Event, Place};
use crate::encounter::log::{Source, What};
use crate::encounter::log_line::LogLine;
use crate::encounter::state::State;
use crate::encounter::viewer::Viewer;
use crate::initiative::Initiative;
use crate::term::RuleId;

impl State {
    pub(super) fn round_wording(&self, event: &Event) -> Option<LogLine> {
        match event {
            Event::InitiativeRolled {
                id,
                after,
                typed,
                source,
                ..
            } => {
                let combatant = self.combatant(*id)?;
                let with = self.group_of(combatant, Viewer::following(combatant)).len();
                let name = match with {
                    0 => combatant.full_name(),
                    all => format!("{} ×{all}", combatant.name),
                };
                let what = rolled(combatant, name, after.as_ref()?, (*typed, *source));
                Some(LogLine::new(seen(combatant), what))
            }
            Event::InitiativeOffered {
                name,
                public,
                initiative,
                why,
            } => {
                let what = What::Offered {
                    name: name.clone(),
                    initiative: initiative.clone(),
                    why: *why,
                };
                Some(LogLine::new(*public, what))
            }
            Event::Moved { id, to, told, .. } => {
                let what = What::Moved {
                    name: self.combatant(*id)?.full_name(),
                    bench: matches!(to, Place::Bench(_)),
                };
                told.map(|public| LogLine::new(public, what))
            }
            Event::Sorted { told, .. } => Some(LogLine::new(*told, What::Sorted)),
            Event::Refreshed { id, before, .. } => {
                let combatant = self.combatant(*id)?;
                let name = combatant.full_name();
                let waited = before.1.timing.is_waiting();
                waited.then(|| LogLine::new(seen(combatant), What::WaitedTooLong { name }))
            }
            Event::Intended {
                id,
                before,
                after,
                sealed,
                out_of_turn,
            } => {
                let combatant = self.combatant(*id)?;
                let told = (*sealed, out_of_turn.as_ref());
                let what = self.intended(combatant, (before, after), told)?;
                Some(LogLine::new(seen(combatant), what))
            }
            Event::Aborted { id, changed, roll } => {
                let combatant = self.combatant(*id)?;
                let what = What::Aborted {
                    name: combatant.full_name(),
                    changed: *changed,
                    rolled: roll.clone(),
                };
                Some(LogLine::new(seen(combatant), what))
            }
            _ => None,
        }
    }

    /// What a combatant means to do now that they did not before.
    fn intended(
        &self,
        who: &Combatant,
        (before, after): (&ThisRound, &ThisRound),
        (sealed, out_of_turn): (Option<bool>, Option<&RuleId>),
    ) -> Option<What> {
        let name = who.full_name();
        if before.timing != after.timing {
            return match &after.timing {
                Timing::InPlace => None,
                Timing::CutIn => Some(What::CutsIn { name }),
                Timing::Waiting(until) => Some(What::Waits {
                    name,
                    until: until.as_ref().map(ToString::to_string),
                }),
            };
        }
        (before.plan != after.plan).then(|| {
            let sealed = sealed.unwrap_or_else(|| after.plan.is_some() && self.is_sealed(who));
            What::Planned {
                name,
                plan: after.plan.clone().filter(|_| !sealed),
                sealed,
                out_of_turn: out_of_turn.filter(|_| !sealed).cloned(),
            }
        })
    }

    /// Whom players see act at the same moment as a combatant; of those who are `up`, or of all.
    fn beside(&self, acting: &Combatant, up: bool) -> Vec<String> {
        let here = |id| !up || id == acting.id || self.is_up(id);
        let groups = self.together(|id| self.is_seen(id) && here(id));
        let group = groups.into_iter().find(|group| group.contains(&acting.id));
        let others = group.unwrap_or_default().into_iter();
        others
            .filter(|id| *id != acting.id)
            .filter_map(|id| self.combatants.get(&id))
            // Those who act as one act one after the other.
            .filter(|other| !Self::act_as_one(acting, other))
            .map(Combatant::full_name)
            .collect()
    }

    /// What the log says of a turn: to all, or to those who run the table alone.
    pub(in crate::encounter) fn turn_wording(
        &self,
        (before, after): (Turn, Turn),
        (back, up): (Option<bool>, bool),
        cuts_in: bool,
        public: bool,
    ) -> What {
        let acting = after.acting.and_then(|id| self.combatants.get(&id));
        let with = acting.map_or_else(Vec::new, |acting| self.beside(acting, up));
        let passed = match back == Some(false) && !cuts_in {
            true => self.passed_over(before, after, public),
            false => Vec::new(),
        };
        let passed = passed.iter().filter_map(|id| self.combatants.get(id));
        let back = !cuts_in && back.unwrap_or_else(|| self.was_earlier(&after, &before));
        What::Turn {
            round: after.round,
            phase: after.phase,
            name: acting.map(Combatant::full_name),
            with,
            passed: passed.map(Combatant::full_name).collect(),
            back,
        }
    }

    /// Whether one turn came before another in the order as the first releases counted it, whose
    /// records do not say whether a turn was a step back: declaring goes up, acting goes down,
    /// those who wait have no step and those who are out have one.
    fn was_earlier(&self, this: &Turn, that: &Turn) -> bool {
        let place = |turn: &Turn| (turn.round, turn.phase, turn.pass);
        let round = self.round_as_first_counted();
        let steps = || round.place(*this).zip(round.place(*that));
        place(this) < place(that)
            || (place(this) == place(that) && steps().is_some_and(|(this, that)| this < that))
    }
}

/// A foe's die and score together would tell its traits. Numbers typed into the log are
/// there for all to read.
fn rolled(
    combatant: &Combatant,
    name: String,
    now: &Initiative,
    (typed, source): (bool, Source),
) -> What {
    let open = combatant.side == Side::Character || source == Source::Typed;
    What::Initiative {
        name,
        die: open.then_some(now.die),
        score: now.score,
        typed,
        terms: match open {
            true => now.terms.clone(),
            false => Vec::new(),
        },
        source,
    }
}
