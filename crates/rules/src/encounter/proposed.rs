//! Wording of proposals, for storytellers and for the player who made them.

use crate::encounter::authority::Row;
use crate::encounter::combatant::Combatant;
use crate::encounter::command::{Destination, Shift};
use crate::encounter::proposal::{Proposal, Wish};
use crate::encounter::state::State;
use crate::encounter::view::ProposalView;
use crate::encounter::viewer::Viewer;
use crate::id::{CombatantId, SeatId};
use crate::messages::encounter as msg;
use crate::sorted::Map;
use crate::speech;
use crate::track::Severity;

/// Returns box changes in words, as damage: how many boxes become what.
fn marked(shifts: &[Shift]) -> String {
    let mut all: Map<Option<Severity>, u32> = Map::new();
    for shift in shifts {
        let count = all.or_default(shift.to);
        *count = count.saturating_add(shift.count.into());
    }
    let words = all.iter().map(|(to, count)| match to {
        Some(severity) => format!("{count} {}", severity.word()),
        None => msg::healed(&count),
    });
    words.collect::<Vec<_>>().join(", ")
}

impl State {
    /// Returns a seat's unsettled proposals, in words for that seat.
    #[must_use]
    pub fn proposed_by(&self, seat: SeatId) -> Vec<ProposalView> {
        let own = self.proposals.iter().filter(|it| it.by == seat);
        let own = own.map(|proposal| ProposalView {
            id: proposal.id,
            by: proposal.name.clone(),
            words: self.proposed(proposal, Viewer::TABLE),
        });
        own.collect()
    }

    /// Returns a proposal in words: the affected combatant and the command. A combatant that the viewer does
    /// not see is named as if it were gone.
    pub(crate) fn proposed(&self, proposal: &Proposal, viewer: Viewer) -> String {
        let seen = |id: &CombatantId| viewer.sees_hidden() || self.is_seen(*id);
        let name = |id: CombatantId| {
            let who = self.combatants.get(&id).filter(|who| seen(&who.id));
            who.map_or_else(|| msg::GONE.into(), Combatant::full_name)
        };
        let word = |key: &str| {
            let mut specs = self.rules().conditions().iter();
            let spec = specs.find(|spec| spec.key == key);
            spec.map_or(key, |spec| spec.word.get()).to_owned()
        };
        let signed = |by: i32| match by < 0 {
            true => format!("−{}", by.unsigned_abs()),
            false => format!("+{by}"),
        };
        // A stored proposal always holds a command that a player may propose.
        let Some(wish) = Row::for_command(&proposal.command).wish else {
            return name(proposal.whom);
        };
        let what = match wish {
            Wish::Harm(_, packet) => self.rules().tell_damage(&packet),
            Wish::Marks(_, shifts) => marked(shifts),
            Wish::Points(_, by) => signed(by),
            Wish::Pool(_, pool, by) => {
                let mut known = self.rules().pool_words().iter();
                let title = known.find(|(key, _)| *key == pool);
                format!(
                    "{} {}",
                    signed(by),
                    title.map_or(pool, |(_, title)| title.get())
                )
            }
            Wish::Afflict(_, key) => word(key),
            Wish::Lift(_, key) => msg::no_longer(&word(key)),
            Wish::Move(_, to) => match to {
                Destination::Bench => msg::OFF_THE_ORDER.into(),
                Destination::BenchGroup => msg::OFF_THE_ORDER_WITH_ALL.into(),
                Destination::Before(None) => msg::TO_THE_END_OF_THE.into(),
                Destination::Before(Some(other)) => msg::before(&name(other)),
            },
            Wish::Act(_, asked) => {
                let deed = asked.intent.maneuver.replace('_', " ");
                let at: Vec<String> = asked.at.iter().map(|id| name(*id)).collect();
                match at.is_empty() {
                    true => msg::out_of_turn_2(&deed),
                    false => msg::at_out_of_turn(&deed, &speech::list(&at)),
                }
            }
        };
        format!("{}: {what}", name(proposal.whom))
    }
}
