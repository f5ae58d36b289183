//! The open questions of all exchanges, and whether the reader answers them.

use rules::base::id::{CombatantId, ExchangeId};
use rules::base::seat::Role;
use rules::encounter::view::{CombatantRow, WaitView};
use rules::exchange::{ChoiceOption, ExchangeStep};
use rules::messages::screen as msg;

use crate::state::news::party_member;
use crate::state::table_state::Model;

/// A step of an open exchange that waits for an answer, such as a defense or a soak roll.
#[derive(Clone, Debug, PartialEq)]
pub struct OpenQuestion {
    /// The id of the exchange.
    pub exchange: ExchangeId,
    /// The step that asks.
    pub step: ExchangeStep,
    /// The combatant who answers; `None` is the storyteller.
    pub who: Option<CombatantId>,
    /// Whether the reader is the one to answer it.
    pub mine: bool,
    /// Whether the reader may answer it, also in place of another player.
    pub may: bool,
    /// The time limit of the answer, if there is one.
    pub wait: Option<WaitView>,
}

/// Returns the open questions of all exchanges, the oldest exchange first.
pub fn open_questions(model: Model) -> Vec<OpenQuestion> {
    model.rows_changed.track();
    let (runs, role) = (model.can_run_table(), model.role());
    let you = model.you.get();
    model.exchanges.with(|exchanges| {
        let mut all = Vec::new();
        for view in exchanges.values() {
            for step in view.next.as_ref().map_or(&[][..], ExchangeStep::questions) {
                let Some((slot, by)) = step.slot_and_party() else {
                    continue;
                };
                let who = party_member(view, by);
                let owner = who.and_then(|id| model.current_row(id)?.owner);
                let wait = view.waits.get(slot).cloned();
                let up = wait.as_ref().is_some_and(|wait| wait.until.is_none());
                let mine = match owner {
                    Some(owner) => owner == you && role != Role::Spectator || up && runs,
                    None => runs,
                };
                all.push(OpenQuestion {
                    exchange: view.id,
                    step: step.clone(),
                    who,
                    mine,
                    may: mine || runs,
                    wait,
                });
            }
        }
        all
    })
}

/// Returns the name of a combatant as the reader knows it; without one, the words for the storyteller.
pub(crate) fn name_of(model: Model, id: Option<CombatantId>) -> String {
    let row = id.and_then(|id| model.current_row(id));
    row.map_or_else(
        || msg::THE_STORYTELLER.get().to_owned(),
        |row| CombatantRow::full_name(&row),
    )
}

/// Returns the index of the option to suggest among those that can be chosen, the first that rolls
/// dice or else the first.
pub(crate) fn likely_option(open: &[&ChoiceOption]) -> usize {
    let rolled = open.iter().position(|option| option.sum.is_some());
    rolled.unwrap_or(0)
}

/// Describes the dice that an option of a question would roll; `None` if it rolls none.
pub(crate) fn option_dice(model: Model, option: &ChoiceOption) -> Option<String> {
    let plain = rules::character::parameters::Parameters::default();
    let sum = option.sum?;
    Some(model.rules().preview_roll(sum, &plain).sum)
}

/// Describes the suggested answer to a question with its dice, such as "Dodge: 6 dice". `None` for
/// questions for a number, or while the reader rolls real dice.
pub(crate) fn likely_answer(model: Model, asked: &OpenQuestion) -> Option<String> {
    match &asked.step {
        ExchangeStep::Choose { options, .. } => {
            let open = options.iter().filter(|option| option.barred.is_none());
            let open: Vec<&ChoiceOption> = open.collect();
            let option = *open.get(likely_option(&open))?;
            let title = option.title.to_string();
            Some(match option_dice(model, option) {
                Some(dice) => format!("{title}: {dice}"),
                None => title,
            })
        }
        ExchangeStep::Roll { check, .. } if !rolls_own_dice(model) => Some(
            model
                .rules()
                .preview_roll(check.sum(), &check.reading)
                .button,
        ),
        ExchangeStep::Roll { .. } | ExchangeStep::Number { .. } | ExchangeStep::Several(_) => None,
    }
}

/// Whether the reader rolls real dice on the table and types their faces.
pub(crate) fn rolls_own_dice(model: Model) -> bool {
    let you = model.you.get_untracked();
    model
        .seats
        .with(|seats| seats.iter().any(|seat| seat.id == you && seat.own_dice))
}
