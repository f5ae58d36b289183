//! The open questions of the exchanges under way, and whether they are for the reader.

use rules::encounter::view::{CombatantRow, WaitView};
use rules::exchange::{ChoiceOption, ExchangeStep};
use rules::id::{CombatantId, ExchangeId};
use rules::messages::screen as msg;
use rules::seat::Role;

use crate::state::news::party_member;
use crate::state::table_state::Model;

/// An open question of an exchange.
#[derive(Clone, Debug, PartialEq)]
pub struct OpenQuestion {
    /// The id of the exchange.
    pub exchange: ExchangeId,
    /// The step that asks.
    pub step: ExchangeStep,
    /// The combatant who answers; `None` is the storyteller.
    pub who: Option<CombatantId>,
    /// Whether it is the reader's to answer.
    pub mine: bool,
    /// Whether the reader may answer it, also in another's place.
    pub may: bool,
    /// How long it waits, if not for ever.
    pub wait: Option<WaitView>,
}

/// Every question of every exchange, the oldest exchange first.
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

/// The name of a combatant as the reader knows it.
pub(crate) fn name_of(model: Model, id: Option<CombatantId>) -> String {
    let row = id.and_then(|id| model.current_row(id));
    row.map_or_else(
        || msg::THE_STORYTELLER.get().to_owned(),
        |row| CombatantRow::full_name(&row),
    )
}

/// Index of the option to suggest among those that can be chosen: the first that rolls dice, or else the first.
pub(crate) fn likely_option(open: &[&ChoiceOption]) -> usize {
    let rolled = open.iter().position(|option| option.sum.is_some());
    rolled.unwrap_or(0)
}

/// The dice of an option, in words.
pub(crate) fn option_dice(model: Model, option: &ChoiceOption) -> Option<String> {
    let plain = rules::parameters::Parameters::default();
    let sum = option.sum?;
    Some(model.rules().preview_roll(sum, &plain).sum)
}

/// The likely answer to what is asked, with its dice, in a few words: "Dodge: 6 dice". `None` where it is a number, or
/// the reader says what real dice show.
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

/// Whether the reader rolls real dice.
pub(crate) fn rolls_own_dice(model: Model) -> bool {
    let you = model.you.get_untracked();
    model
        .seats
        .with(|seats| seats.iter().any(|seat| seat.id == you && seat.own_dice))
}
