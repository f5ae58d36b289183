//! The strip above the tabs on a phone. For players it shows their combatant with its health and next action; for
//! storytellers undo, the next action, and the next step.

use leptos::prelude::*;
use rules::base::id::CombatantId;
use rules::base::seat::Role;
use rules::character::vocabulary::format_number;
use rules::encounter::Command;
use rules::encounter::command::InitiativeTarget;
use rules::encounter::view::CombatantRow;
use rules::messages::screen as msg;

use crate::combatant::due;
use crate::combatant::short_name::short_name;
use crate::exchange::answering::SUGGESTED_ANSWER_ID;
use crate::exchange::next_action::NextAction;
use crate::health::boxes::Boxes;
use crate::health::points::Points;
use crate::reactive::{derive, memo, on_click, redraw};
use crate::state::table_state::Model;
use crate::table::layout::{Stage, Tab};
use crate::table::undo_buttons;
use crate::{browser, words};

impl NextAction {
    /// Returns the label of the main button for this next action.
    fn words(&self, model: Model) -> String {
        match self {
            Self::Roll(InitiativeTarget::Mine, _) => msg::ROLL_INITIATIVE.get().to_owned(),
            Self::Roll(_, foes) => msg::roll_for_foes(i64::try_from(*foes).unwrap_or(i64::MAX)),
            Self::Declare(false) => msg::DECLARE_2.get().to_owned(),
            Self::Declare(true) => msg::DONE_DECLARING.get().to_owned(),
            Self::Attack(_) => msg::ATTACK_2.get().to_owned(),
            Self::Wait(whom) => msg::waits_for(whom),
            Self::Due(_, due) => due::button_words(model, due),
            Self::End => msg::END_THE_FIGHT.get().to_owned(),
            Self::Answer(words) => words.clone(),
            Self::GoOn => match model.can_run_table() {
                true => next_words(model),
                false => msg::END_MY_TURN.get().to_owned(),
            },
        }
    }

    /// Carries out the reader's next action when the main button is clicked.
    fn act(self, model: Model, stage: Stage) {
        match self {
            Self::Roll(whose, _) => model.send(Command::RollInitiative { whose, face: None }),
            Self::Declare(false) => {
                stage.open_tab(model, Tab::Me);
                browser::focus_later("plan-words".to_owned());
            }
            Self::Attack(id) => stage.draft.open(model, id, None),
            Self::Due(id, due) => {
                let due = due.key;
                model.send(Command::Accept {
                    id,
                    due,
                    faces: None,
                });
            }
            Self::End => model.send(Command::EndScene),
            Self::Declare(true) | Self::GoOn => model.next_step(),
            // The same press as on the answer itself, with all that is set there.
            Self::Answer(_) => browser::press_button(SUGGESTED_ANSWER_ID),
            Self::Wait(_) => {}
        }
    }
}

/// Returns the label of the button for the next step, with the name of the next combatant if only
/// its turn begins.
fn next_words(model: Model) -> String {
    let (turn, next) = (model.turn.get(), model.next.get());
    let same = next.filter(|next| turn.round > 0 && next.phase == turn.phase);
    match same.and_then(|next| model.current_row(next.acting?)) {
        Some(row) => msg::next_named(&row.full_name()),
        None => words::next_step_label(
            model.rules().facts().vocabulary.round.get(),
            turn,
            next,
            model.can_run_table(),
        ),
    }
}

/// Shows the button that carries out the reader's next action.
#[component]
fn NextButton() -> impl IntoView {
    let model = expect_context::<Model>();
    let stage = expect_context::<Stage>();
    let deed = stage.deed;
    let waits = move || deed.with(|deed| matches!(deed, Some(NextAction::Wait(_))));
    view! {
        <div class="next-action" hidden=derive(move || deed.with(Option::is_none))>
            <button
                type="button"
                class="brass"
                disabled=derive(waits)
                on:click=on_click(move |_| {
                    if let Some(deed) = deed.get_untracked() {
                        deed.act(model, stage);
                    }
                })
            >
                {short_name(move || deed.get().map_or_else(String::new, |deed| deed.words(model)))}
            </button>
        </div>
    }
}

/// Shows the strip of main buttons above the tabs, for the storyteller or a player.
#[component]
pub fn Strip() -> impl IntoView {
    let model = expect_context::<Model>();
    match (model.can_run_table(), model.role()) {
        (true, _) => view! { <StorytellersBar /> }.into_any(),
        (false, Role::Player) => view! { <OwnStrip /> }.into_any(),
        (false, _) => ().into_any(),
    }
}

/// Shows the storyteller's strip with the buttons for undo, the next action, and the next step.
#[component]
fn StorytellersBar() -> impl IntoView {
    let model = expect_context::<Model>();
    let stage = expect_context::<Stage>();
    let deed = stage.deed;
    let quiet = move || deed.with(Option::is_none);
    // Going on is the button itself then.
    let beside = move || deed.with(|deed| !matches!(deed, Some(NextAction::GoOn) | None));
    view! {
        <section class="strip strip-bar" aria-label=msg::WHAT_IS_NEXT.get() hidden=derive(quiet)>
            <undo_buttons::UndoShort />
            <NextButton />
            <button
                type="button"
                class="quiet strip-next"
                hidden=derive(move || !beside())
                disabled=derive(move || model.order.with(Vec::is_empty))
                on:click=on_click(move |_| model.next_step())
            >
                {short_name(move || next_words(model))}
            </button>
        </section>
    }
}

/// Returns the reader's own combatants, the most relevant one first.
fn sort_own_combatants(
    model: Model,
    stage: Stage,
    chosen: Option<CombatantId>,
) -> Vec<CombatantId> {
    model.rows_changed.track();
    let you = model.you.get();
    let turn = model.turn.get();
    let asked = stage
        .asked
        .with(|asked| asked.iter().find(|one| one.mine).and_then(|one| one.who));
    let mut own = model.with_view(|view| {
        let rows = view.rows.values().filter(|row| row.owner == Some(you));
        rows.map(|row| row.id).collect::<Vec<_>>()
    });
    own.sort_by_key(|id| {
        (
            asked != Some(*id),
            turn.acting != Some(*id),
            chosen != Some(*id),
        )
    });
    own
}

/// The strip of main buttons of a player, with their own combatant.
#[component]
fn OwnStrip() -> impl IntoView {
    let model = expect_context::<Model>();
    let stage = expect_context::<Stage>();
    let chosen = RwSignal::new(None);
    let deed = stage.deed;
    let own = memo(move || sort_own_combatants(model, stage, chosen.get()));
    let id = memo(move || own.with(|own| own.first().copied()));
    // Whoever could still act may end their turn all the same.
    let could_act = move || deed.with(|deed| matches!(deed, Some(NextAction::Attack(_))));
    // A question or an action over it needs the room.
    let over = move || {
        let asked = stage.asked.with(|asked| asked.iter().any(|one| one.mine));
        asked || stage.draft.is_open() || stage.rolls.get()
    };
    view! {
        <section
            class="strip"
            aria-label=msg::YOU_2.get()
            hidden=derive(move || id.get().is_none())
            data-over=derive(move || over().to_string())
            data-several=derive(move || own.with(|own| own.len() > 1).to_string())
        >
            {redraw(move || {
                let id = id.get()?;
                let row = model.row(id)?;
                let row = memo(move || row.get());
                let token = move || row.with(|row| words::token_letters(&row.name, row.label.as_deref()));
                Some(view! {
                    <div class="strip-head">
                        <button
                            type="button"
                            class="token"
                            data-side="character"
                            aria-label=derive(move || row.with(|row| msg::damage_notes_and_more(&row.full_name())))
                            on:click=on_click(move |_| match own.with_untracked(|own| own.last().copied()) {
                                Some(other) if other != id => chosen.set(Some(other)),
                                _ => stage.sheet.set(Some(id)),
                            })
                        >
                            <span aria-hidden="true">{derive(token)}</span>
                        </button>
                        <div class="grow">
                            <p class="strip-name">{short_name(move || row.with(CombatantRow::full_name))}</p>
                            <p class="strip-line">{derive(move || row.with(|row| summary_line(model, stage, row)))}</p>
                        </div>
                        <NextButton />
                        <button
                            type="button"
                            class="quiet icon strip-next"
                            aria-label=msg::END_MY_TURN.get()
                            title=msg::END_MY_TURN.get()
                            hidden=derive(move || !could_act())
                            on:click=on_click(move |_| model.next_step())
                        >
                            "›"
                        </button>
                    </div>
                    <div class="strip-health" data-id=id.to_string()>
                        <Boxes id row />
                        <Points id row />
                    </div>
                })
            })}
        </section>
    }
}

/// Describes the state of a combatant in one line.
fn summary_line(model: Model, stage: Stage, row: &CombatantRow) -> String {
    if stage.price.points_for(row.id) > 0 {
        return msg::IN_RED_WHAT_A_HIT.get().to_owned();
    }
    let turn = model.turn.get();
    let mut said = Vec::new();
    if turn.acting == Some(row.id) {
        said.push(msg::IT_IS_YOUR_TURN.get().to_owned());
        said.extend(stage.scene.left.get());
    } else if model
        .next
        .get()
        .is_some_and(|next| next.acting == Some(row.id))
    {
        said.push(msg::YOU_ARE_NEXT_2.get().to_owned());
    }
    said.extend(words::health(&row.health));
    said.extend(words::conditions(model.rules(), &row.conditions));
    if row.health.penalty != 0 {
        said.push(msg::on_rolls(&format_number(row.health.penalty)));
    }
    said.join(" · ")
}
