//! Summary of a combatant's round on its row: its plan, delay, and remaining actions.

use leptos::prelude::*;
use rules::base::id::CombatantId;
use rules::character::phase::Phase;
use rules::encounter::Timing;
use rules::encounter::view::CombatantRow;
use rules::messages::screen as msg;

use crate::reactive::derive;
use crate::state::table_state::Model;
use crate::words;

/// Summary below a combatant's name of the actions it declared this turn, such as "2 actions:
/// shoots, then dodges" or "declared, sealed".
#[component]
pub fn PlanSummary(
    /// The combatant that is shown.
    id: CombatantId,
    /// The row of that combatant.
    row: Memo<CombatantRow>,
    /// Whether the plan stands somewhere near.
    #[prop(optional, into)]
    plan_is_near: Signal<bool>,
) -> impl IntoView {
    let model = expect_context::<Model>();
    let plan = move || {
        if plan_is_near.get() {
            return None;
        }
        row.with(|row| {
            let said = row.plan.as_ref();
            let said = said.map(|plan| words::plan_words(model.rules(), plan));
            match (said, row.sealed) {
                (Some(said), true) => Some(msg::sealed(&said)),
                (None, true) => Some(msg::DECLARED_SEALED.get().to_owned()),
                (said, false) => said,
            }
        })
    };
    let waits = move || {
        row.with(|row| match &row.timing {
            Timing::Waiting(Some(until)) => Some(format!(
                "{}: {until}",
                model.rules().facts().vocabulary.waits
            )),
            Timing::Waiting(None) => Some(model.rules().facts().vocabulary.waits.into()),
            Timing::InPlace | Timing::CutIn => None,
        })
    };
    let rest = move || {
        let left = steps_left(model, id, row);
        let phase = words::phase_title(model.rules(), Phase::Extra);
        match left {
            0 => None,
            times => Some(msg::more_actions_in(
                i64::try_from(times).unwrap_or(i64::MAX),
                &phase,
            )),
        }
    };
    // The first of those who act at the same moment says so for all of them.
    let beside = move || {
        let group = model.together.with(|groups| {
            let mut groups = groups.iter();
            groups.find(|group| group.first() == Some(&id)).cloned()
        })?;
        match group.as_slice() {
            [_, other] => {
                let other = model.current_row(*other)?.full_name();
                Some(msg::at_the_same_moment_as(&other))
            }
            group => Some(msg::at_the_same_moment_as_the_next(&(group.len() - 1))),
        }
    };
    let said = move || {
        let parts = [beside(), waits(), plan(), rest()];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        (!parts.is_empty()).then(|| parts.join(" · "))
    };
    view! { <p class="plan-words">{derive(said)}</p> }
}

/// Returns the number of turns a combatant still has in the phase for remaining actions.
fn steps_left(model: Model, id: CombatantId, row: Memo<CombatantRow>) -> usize {
    let rules = model.rules();
    let turn = model.turn.get();
    let steps = row.with(|row| {
        model.with_combatant_info(row, |who| {
            rules.phase_steps(Phase::Extra, std::slice::from_ref(who))
        })
    });
    let steps = steps.unwrap_or_default();
    let played = model
        .house
        .with(|house| rules.round_phases(house).contains(&Phase::Extra));
    if !played {
        return 0;
    }
    if turn.phase != Phase::Extra {
        return steps.len();
    }
    // Of those who are neither acting nor sure to come, nothing is said.
    let now = turn.acting == Some(id);
    let later = steps.iter().filter(|step| step.pass > turn.pass);
    if now { later.count() } else { 0 }
}
