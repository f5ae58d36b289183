//! Wording of proposals, for storytellers and for the player who made them.

use crate::base::id::{CombatantId, SeatId};
use crate::base::sorted_map::Map;
use crate::character::track::Severity;
use crate::character::vocabulary;
use crate::encounter::authority::Permission;
use crate::encounter::combatant::Combatant;
use crate::encounter::command::{BoxShift, SceneDestination, TokenDestination};
use crate::encounter::state::State;
use crate::encounter::state::proposal::{ProposableAction, Proposal};
use crate::encounter::view::ProposalView;
use crate::encounter::viewer::Viewer;
use crate::exchange::RulingKind;
use crate::messages::encounter as msg;
use crate::space::Stance;

/// Returns changes of health boxes in words, as damage, that is, how many boxes become what.
fn marks_text(shifts: &[BoxShift]) -> String {
    let mut all: Map<Option<Severity>, u32> = Map::new();
    for shift in shifts {
        let count = all.get_or_insert_default(shift.to);
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
    pub fn proposals_of(&self, seat: SeatId) -> Vec<ProposalView> {
        let own = self.proposals.iter().filter(|it| it.by == seat);
        let own = own.map(|proposal| ProposalView {
            id: proposal.id,
            by: proposal.name.clone(),
            words: self.proposal_text(proposal, Viewer::PLAYERS),
        });
        own.collect()
    }

    /// Returns a proposal in words, with the affected combatant and the command. A combatant that
    /// the viewer does not see is named as if it were gone.
    pub(crate) fn proposal_text(&self, proposal: &Proposal, viewer: Viewer) -> String {
        let seen = |id: &CombatantId| viewer.sees_hidden() || self.is_visible(*id);
        let name = |id: CombatantId| {
            let who = self.combatants.get(&id).filter(|who| seen(&who.id));
            who.map_or_else(|| msg::GONE.into(), Combatant::full_name)
        };
        let word = |key: &str| {
            let mut specs = self.rules().facts().condition_specs.iter();
            let spec = specs.find(|spec| spec.key == key);
            spec.map_or(key, |spec| spec.word.get()).to_owned()
        };
        let signed = |by: i32| match by < 0 {
            true => format!("−{}", by.unsigned_abs()),
            false => format!("+{by}"),
        };
        // A stored proposal always holds a command that a player may propose.
        let Some(wish) = Permission::for_command(&proposal.command).proposable else {
            return name(proposal.whom);
        };
        let what = match wish {
            ProposableAction::Harm(_, packet) => self.rules().describe_damage(&packet),
            ProposableAction::Marks(_, shifts) => marks_text(shifts),
            ProposableAction::Points(_, by) => signed(by),
            ProposableAction::Pool(_, pool, by) => {
                let mut known = self.rules().lists().pool_titles.iter();
                let title = known.find(|(key, _)| *key == pool);
                format!(
                    "{} {}",
                    signed(by),
                    title.map_or(pool, |(_, title)| title.get())
                )
            }
            ProposableAction::Afflict(_, key) => word(key),
            ProposableAction::Lift(_, key) => msg::no_longer(&word(key)),
            ProposableAction::Move(_, to) => match to {
                TokenDestination::Bench => msg::OFF_THE_ORDER.into(),
                TokenDestination::BenchGroup => msg::OFF_THE_ORDER_WITH_ALL.into(),
                TokenDestination::Before(None) => msg::TO_THE_END_OF_THE.into(),
                TokenDestination::Before(Some(other)) => msg::before(&name(other)),
            },
            ProposableAction::Go(_, to) => self.destination_text(to, viewer, name),
            ProposableAction::Rule(_, RulingKind::Change { label, value, .. }) => {
                msg::counts_a_term_as(&&**label, &signed(*value))
            }
            ProposableAction::Rule(_, RulingKind::Strike { label, .. }) => {
                msg::leaves_a_term_out(&&**label)
            }
            ProposableAction::Rule(..) => return name(proposal.whom),
            ProposableAction::Act(_, asked) => {
                let deed = asked.intent.maneuver.replace('_', " ");
                let at: Vec<String> = asked.at.iter().map(|id| name(*id)).collect();
                match at.is_empty() {
                    true => msg::out_of_turn_2(&deed),
                    false => msg::at_out_of_turn(&deed, &vocabulary::join_list(&at)),
                }
            }
        };
        format!("{}: {what}", name(proposal.whom))
    }

    /// Returns a destination in the scene in words.
    fn destination_text(
        &self,
        to: SceneDestination,
        viewer: Viewer,
        name: impl Fn(CombatantId) -> String,
    ) -> String {
        match to {
            SceneDestination::Place(id) => {
                let location = self.plan.locations.get(&id);
                let location = location.filter(|_| self.knows_location(viewer, id));
                location.map_or_else(|| msg::GONE.into(), |location| msg::go_to(&location.name))
            }
            SceneDestination::UpTo(other, Stance::Beside) => msg::step_up_to(&name(other)),
            SceneDestination::UpTo(other, Stance::Behind) => msg::get_behind(&name(other)),
            SceneDestination::Aside => msg::STEP_ASIDE.into(),
            SceneDestination::Out => msg::LEAVE_THE_SCENE.into(),
        }
    }
}
