//! What stands above the tabs of a phone, whatever tab is open: of a player their own combatant with its boxes and the
//! one thing to do next; of those who run the table undo, that thing, and the next step.

use leptos::prelude::*;
use rules::encounter::Command;
use rules::encounter::command::Whose;
use rules::encounter::view::Row;
use rules::id::CombatantId;
use rules::messages::screen as msg;
use rules::seat::Role;
use rules::speech::number;

use crate::combatant::due;
use crate::combatant::short_name::cut;
use crate::exchange::next_action::Deed;
use crate::exchange::question::FIRST;
use crate::health::boxes::Boxes;
use crate::health::points::Points;
use crate::reactive::{clicked, drawn, live, memo};
use crate::state::table_state::Model;
use crate::table::layout::{Stage, Tab};
use crate::table::undo_buttons;
use crate::{browser, words};

impl Deed {
    /// What its button says.
    fn words(&self, model: Model) -> String {
        match self {
            Self::Roll(Whose::Mine, _) => msg::ROLL_INITIATIVE.get().to_owned(),
            Self::Roll(_, foes) => msg::roll_for_foes(i64::try_from(*foes).unwrap_or(i64::MAX)),
            Self::Declare(false) => msg::DECLARE_2.get().to_owned(),
            Self::Declare(true) => msg::DONE_DECLARING.get().to_owned(),
            Self::Attack(_) => msg::ATTACK_2.get().to_owned(),
            Self::Wait(whom) => msg::waits_for(whom),
            Self::Due(_, due) => due::button(model, due),
            Self::End => msg::END_THE_FIGHT.get().to_owned(),
            Self::Answer(words) => words.clone(),
            Self::GoOn => match model.runs() {
                true => next_words(model),
                false => msg::END_MY_TURN.get().to_owned(),
            },
        }
    }

    fn act(self, model: Model, stage: Stage) {
        match self {
            Self::Roll(whose, _) => model.give(Command::RollInitiative { whose, face: None }),
            Self::Declare(false) => {
                stage.open(model, Tab::Me);
                browser::focus_later("plan-words".to_owned());
            }
            Self::Attack(id) => stage.draft.open(model, id, None),
            Self::Due(id, due) => {
                let due = due.key;
                model.give(Command::Accept {
                    id,
                    due,
                    faces: None,
                });
            }
            Self::End => model.give(Command::EndScene),
            Self::Declare(true) | Self::GoOn => model.go_on(),
            // The same press as on the answer itself, with all that is set there.
            Self::Answer(_) => browser::press(FIRST),
            Self::Wait(_) => {}
        }
    }
}

/// What the button says that goes on, with the name of whoever comes next where that is all it brings.
fn next_words(model: Model) -> String {
    let (turn, next) = (model.turn.get(), model.next.get());
    let same = next.filter(|next| turn.round > 0 && next.phase == turn.phase);
    match same.and_then(|next| model.row_now(next.acting?)) {
        Some(row) => msg::next_named(&row.full_name()),
        None => words::next_step(model.rules().speech().round.get(), turn, next, model.runs()),
    }
}

/// The button of what is next.
#[component]
fn Next() -> impl IntoView {
    let model = expect_context::<Model>();
    let stage = expect_context::<Stage>();
    let deed = stage.deed;
    let waits = move || deed.with(|deed| matches!(deed, Some(Deed::Wait(_))));
    view! {
        <div class="next-action" hidden=live(move || deed.with(Option::is_none))>
            <button
                type="button"
                class="brass"
                disabled=live(waits)
                on:click=clicked(move |_| {
                    if let Some(deed) = deed.get_untracked() {
                        deed.act(model, stage);
                    }
                })
            >
                {cut(move || deed.get().map_or_else(String::new, |deed| deed.words(model)))}
            </button>
        </div>
    }
}

/// The strip above the tabs.
#[component]
pub fn Strip() -> impl IntoView {
    let model = expect_context::<Model>();
    match (model.runs(), model.role()) {
        (true, _) => view! { <StorytellersBar /> }.into_any(),
        (false, Role::Player) => view! { <Own /> }.into_any(),
        (false, _) => ().into_any(),
    }
}

/// Undo, what is next, and the next step.
#[component]
fn StorytellersBar() -> impl IntoView {
    let model = expect_context::<Model>();
    let stage = expect_context::<Stage>();
    let deed = stage.deed;
    let quiet = move || deed.with(Option::is_none);
    // Going on is the button itself then.
    let beside = move || deed.with(|deed| !matches!(deed, Some(Deed::GoOn) | None));
    view! {
        <section class="strip strip-bar" aria-label=msg::WHAT_IS_NEXT.get() hidden=live(quiet)>
            <undo_buttons::Short />
            <Next />
            <button
                type="button"
                class="quiet strip-next"
                hidden=live(move || !beside())
                disabled=live(move || model.order.with(Vec::is_empty))
                on:click=clicked(move |_| model.go_on())
            >
                {cut(move || next_words(model))}
            </button>
        </section>
    }
}

/// The reader's own combatants, the one whom it concerns first.
fn own(model: Model, stage: Stage, chosen: Option<CombatantId>) -> Vec<CombatantId> {
    model.rows_changed.track();
    let you = model.you.get();
    let turn = model.turn.get();
    let asked = stage
        .asked
        .with(|asked| asked.iter().find(|one| one.mine).and_then(|one| one.who));
    let mut own = model.look(|view| {
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

/// A player's own combatant.
#[component]
fn Own() -> impl IntoView {
    let model = expect_context::<Model>();
    let stage = expect_context::<Stage>();
    let chosen = RwSignal::new(None);
    let deed = stage.deed;
    let own = memo(move || own(model, stage, chosen.get()));
    let id = memo(move || own.with(|own| own.first().copied()));
    // Whoever could still act may end their turn all the same.
    let could_act = move || deed.with(|deed| matches!(deed, Some(Deed::Attack(_))));
    // A question or an action over it needs the room.
    let over = move || {
        let asked = stage.asked.with(|asked| asked.iter().any(|one| one.mine));
        asked || stage.draft.is_open()
    };
    view! {
        <section
            class="strip"
            aria-label=msg::YOU_2.get()
            hidden=live(move || id.get().is_none())
            data-over=live(move || over().to_string())
            data-several=live(move || own.with(|own| own.len() > 1).to_string())
        >
            {drawn(move || {
                let id = id.get()?;
                let row = model.row(id)?;
                let row = memo(move || row.get());
                let token = move || row.with(|row| words::token(&row.name, row.label.as_deref()));
                Some(view! {
                    <div class="strip-head">
                        <button
                            type="button"
                            class="token"
                            data-side="character"
                            aria-label=live(move || row.with(|row| msg::damage_notes_and_more(&row.full_name())))
                            on:click=clicked(move |_| match own.with_untracked(|own| own.last().copied()) {
                                Some(other) if other != id => chosen.set(Some(other)),
                                _ => stage.sheet.set(Some(id)),
                            })
                        >
                            <span aria-hidden="true">{live(token)}</span>
                        </button>
                        <div class="grow">
                            <p class="strip-name">{cut(move || row.with(Row::full_name))}</p>
                            <p class="strip-line">{live(move || row.with(|row| line(model, stage, row)))}</p>
                        </div>
                        <Next />
                        <button
                            type="button"
                            class="quiet icon strip-next"
                            aria-label=msg::END_MY_TURN.get()
                            title=msg::END_MY_TURN.get()
                            hidden=live(move || !could_act())
                            on:click=clicked(move |_| model.go_on())
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

/// How somebody is, in one line.
fn line(model: Model, stage: Stage, row: &Row) -> String {
    if stage.price.of(row.id) > 0 {
        return msg::IN_RED_WHAT_A_HIT.get().to_owned();
    }
    let turn = model.turn.get();
    let mut said = Vec::new();
    if turn.acting == Some(row.id) {
        said.push(msg::IT_IS_YOUR_TURN.get().to_owned());
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
        said.push(msg::on_rolls(&number(row.health.penalty)));
    }
    said.join(" · ")
}
