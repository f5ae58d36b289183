//! Clocks as one viewer sees them.

use serde::{Deserialize, Serialize};

use crate::base::id::{ClockId, CombatantId};
use crate::base::late::Late;
use crate::character::parameters::Parameters;
use crate::clock::{
    Clock, ClockDue, Contribution, ExtendedAction, FillTrigger, Forecast, FullOutcome, MAX_ROLLS,
    Tone, count_progress, forecast,
};
use crate::encounter::aggregate::encounter::Encounter;
use crate::encounter::state::State;
use crate::encounter::viewer::Viewer;

/// Clock as a viewer knows it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ClockView {
    /// The id of the clock.
    pub id: ClockId,
    /// The name.
    pub name: String,
    /// Number of segments, or of successes needed.
    pub size: u16,
    /// Number of filled segments.
    pub filled: u16,
    /// Number of segments that were too many when it filled.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub over: u16,
    /// What it means to the players.
    pub tone: Tone,
    /// Whether players do not know of it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
    /// Whether it is pinned to the foot of the scene.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pinned: bool,
    /// What fills it; `None` if the viewer is not told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fills: Option<FillTrigger>,
    /// Whether players are not told what fills it; only storytellers know.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub untold: bool,
    /// What happens when it is full, for storytellers; players read the words for all once it is.
    #[serde(default, skip_serializing_if = "is_plain")]
    pub when_full: FullOutcome,
    /// Reason why it waits for a storyteller to see to it; only storytellers know.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub due: Option<ClockDue>,
    /// The extended action that fills it, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<ActionView>,
}

/// Whether a number of segments is zero, in which case serialization leaves it out.
const fn is_zero(over: &u16) -> bool {
    *over == 0
}

/// Whether nothing happens when a clock is full, in which case serialization leaves it out.
fn is_plain(outcome: &FullOutcome) -> bool {
    *outcome == FullOutcome::default()
}

/// Extended action as a viewer knows it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ActionView {
    /// The traits and numbers that are added up.
    pub pool: String,
    /// The parameters of each roll.
    #[serde(default, skip_serializing_if = "Parameters::is_plain")]
    pub reading: Parameters,
    /// Most rolls of each character; `None` is any number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rolls: Option<u8>,
    /// The characters who take part, as far as the viewer knows them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub helpers: Vec<HelperView>,
    /// The rolls so far, the oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub made: Vec<Contribution>,
    /// Whether a botch has ended it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub failed: bool,
    /// When it will probably be done, if the viewer knows all who take part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forecast: Option<Forecast>,
}

/// A character who takes part in an extended action, as a viewer knows them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct HelperView {
    /// The combatant.
    pub who: CombatantId,
    /// Whether the combatant leads.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub leads: bool,
    /// The sum of the pool as it stands, if the viewer knows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pool: Option<i32>,
    /// Whether a roll is left for the combatant now.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub can_roll: bool,
}

/// Builds the clocks that a viewer knows of, in their order; `None` without any.
pub(super) fn build_clock_views(
    encounter: &Encounter,
    viewer: Viewer,
) -> Option<Late<Vec<ClockView>>> {
    if encounter.clocks.is_empty() {
        return None;
    }
    let mut all: Vec<(u32, ClockView)> = encounter
        .clocks
        .iter()
        .filter_map(|(id, clock)| {
            let view = encounter.build_clock_view(*id, clock, viewer)?;
            Some((clock.rank, view))
        })
        .collect();
    all.sort_by_key(|(rank, _)| *rank);
    let all: Vec<ClockView> = all.into_iter().map(|(_, view)| view).collect();
    (!all.is_empty()).then(|| Late::new(all))
}

impl State {
    /// Builds a clock as a viewer knows it; `None` if they do not know of it.
    pub(in crate::encounter) fn build_clock_view(
        &self,
        id: ClockId,
        clock: &Clock,
        viewer: Viewer,
    ) -> Option<ClockView> {
        let all = viewer.sees_hidden();
        if clock.hidden && !all {
            return None;
        }
        let when_full = match all {
            true => clock.when_full.clone(),
            false => FullOutcome {
                words: clock.when_full.words.clone().filter(|_| clock.is_full()),
                ..FullOutcome::default()
            },
        };
        let action = clock.action.as_deref();
        Some(ClockView {
            id,
            name: clock.name.to_string(),
            size: clock.size,
            filled: clock.filled,
            over: clock.over,
            tone: clock.tone,
            hidden: clock.hidden,
            pinned: clock.pinned,
            fills: (all || !clock.untold).then(|| clock.fills.clone()),
            untold: clock.untold && all,
            when_full,
            due: clock.due.filter(|_| all),
            action: action.map(|action| self.build_action_view(clock, action, viewer)),
        })
    }

    /// Builds an extended action as a viewer knows it.
    fn build_action_view(
        &self,
        clock: &Clock,
        action: &ExtendedAction,
        viewer: Viewer,
    ) -> ActionView {
        let all = viewer.sees_hidden();
        let known = |id: CombatantId| self.known_combatant(viewer, id);
        let helpers = action.helpers.iter().filter_map(|helper| {
            let who = known(helper.who)?;
            let open = all || self.sheet_is_public(who);
            let round = self.turn_for_combatant(who).round;
            Some(HelperView {
                who: helper.who,
                leads: helper.leads,
                pool: self.action_pool(who, action).filter(|_| open),
                can_roll: !clock.is_full() && action.has_roll_left(helper.who, round),
            })
        });
        let helpers: Vec<HelperView> = helpers.collect();
        let all_known = helpers.iter().all(|helper| helper.pool.is_some());
        let made = action.made.iter().map(|made| Contribution {
            who: made.who.filter(|id| known(*id).is_some()),
            ..*made
        });
        ActionView {
            pool: action.pool.clone(),
            reading: action.reading.clone(),
            rolls: action.rolls,
            forecast: all_known
                .then(|| self.forecast_action(clock, action, &helpers))
                .flatten(),
            helpers,
            made: made.collect(),
            failed: action.failed,
        }
    }

    /// Computes when an extended action will probably be done, from the odds of the rules.
    fn forecast_action(
        &self,
        clock: &Clock,
        action: &ExtendedAction,
        helpers: &[HelperView],
    ) -> Option<Forecast> {
        if clock.is_full() || action.failed {
            return None;
        }
        let last = action.rolls.unwrap_or(MAX_ROLLS);
        let rollers = helpers.iter().filter_map(|helper| {
            let ways =
                self.system
                    .combat()
                    .distribution(helper.pool?, &action.reading, &self.house);
            let mut chances = vec![0.0; 2];
            for (rolled, chance) in &ways {
                let at = usize::from(count_progress(rolled));
                if chances.len() <= at {
                    chances.resize(at.saturating_add(1), 0.0);
                }
                if let Some(sum) = chances.get_mut(at) {
                    *sum += chance;
                }
            }
            let next = action.rolls_of(helper.who).saturating_add(1);
            Some((chances, (next..=last).collect()))
        });
        let rollers: Vec<_> = rollers.collect();
        let from = rollers
            .iter()
            .filter_map(|(_, turns): &(Vec<f64>, Vec<u8>)| turns.first());
        let from = from.min().copied()?;
        forecast(
            clock.size.saturating_sub(clock.filled),
            &rollers,
            (from, last),
        )
    }
}
