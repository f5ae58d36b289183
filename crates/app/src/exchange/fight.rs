//! The middle of the screen: the acting combatant, the open exchanges, and the questions to the reader.
//!
//! Actions, the terms of rolls and the next question all come from the rules, as data; nothing here knows a rule
//! system. On a phone this part covers the open tab while there is a question.

use leptos::prelude::*;
use rules::base::id::{CombatantId, ExchangeId};
use rules::messages::screen as msg;

use crate::ask::stage::{draw_asks, has_asks};
use crate::browser;
use crate::exchange::acting::{Acting, LastExchange};
use crate::exchange::card::Exchange;
use crate::exchange::draft::Draft;
use crate::exchange::draft_card::DraftCard;
use crate::exchange::holds::hold_list;
use crate::exchange::next_action::own_acting_combatant;
use crate::exchange::proposals::proposal_list;
use crate::reactive::{Key, derive, keyed_list, memo, redraw};
use crate::state::table_state::{Connection, Model};
use crate::table::layout::Stage;

/// Shows the fight in progress, with the draft of an action, the open exchanges, and whose turn it is.
#[component]
pub fn Fight() -> impl IntoView {
    let model = expect_context::<Model>();
    let stage = expect_context::<Stage>();
    let (asked, draft) = (stage.asked, stage.draft);
    let ids = memo(move || {
        model.exchanges.with(|all| {
            let open = all.values().filter(|it| it.next.is_some());
            open.map(|it| it.id).collect::<Vec<_>>()
        })
    });
    let own = move || asked.with(|asked| asked.iter().any(|one| one.mine));
    let proposals_now = model.select(|view| view.proposals.clone());
    let held = model.select(|view| view.holds.clone());
    let proposed = move || !proposals_now.with(Vec::is_empty);
    let there = memo(move || has_asks(model));
    let asks = move || there.get() || stage.asking.get();
    let rolls = stage.rolls;
    let over = move || own() || draft.is_open() || proposed() || rolls.get();
    keep_focus(stage, over);
    call_reader(model, move || own() || rolls.get());
    follow_draft(model, draft, ids);
    view! {
        <section
            class="fight"
            aria-label=msg::THE_FIGHT.get()
            data-over=derive(move || over().to_string())
            hidden=derive(move || {
                let empty = ids.with(Vec::is_empty) && held.with(Vec::is_empty);
                let stage = model.turn.with(|turn| turn.acting.is_some()) || model.ended.get().is_some();
                empty && !proposed() && !draft.is_open() && !stage && !asks()
            })
        >
            {proposal_list(model, proposals_now)}
            {redraw(move || asks().then(|| draw_asks(model, stage)))}
            <DraftCard draft />
            {keyed_list(
                move || ids.with(|ids| ids.iter().copied().map(Key::Exchange).collect()),
                |key| match key {
                    Key::Exchange(id) => Some(view! { <Exchange id /> }),
                    _ => None,
                },
            )}
            <Acting />
            <LastExchange open=ids />
            {move || hold_list(model, held.get())}
        </section>
    }
}

/// Moves the focus to the next question when the element that had it disappears with its question.
fn keep_focus(stage: Stage, needs_reader: impl Fn() -> bool + Send + Sync + 'static) {
    Effect::new(move |before: Option<bool>| {
        let now = needs_reader();
        stage.asked.track();
        if before.is_some() {
            browser::focus_if_lost(match now {
                true => &[
                    "#fight-first",
                    ".draft .targets [tabindex='0']",
                    ".draft [tabindex='0']",
                ],
                false if before == Some(true) => &["#attack", ".next-action button", "#next"],
                false => &[],
            });
        }
        now
    });
}

/// Calls the reader when a question or turn of theirs comes up, by the page's title and by
/// vibration.
fn call_reader(model: Model, has_question: impl Fn() -> bool + Send + Sync + 'static) {
    let called = memo(move || {
        has_question() || own_acting_combatant(model).is_some_and(|id| is_own(model, id))
    });
    Effect::new(move |before: Option<bool>| {
        let now = called.get();
        browser::call_reader(now, &model.title.get(), before == Some(false));
        now
    });
}

/// Keeps the draft in step with the table. Takes answers to its declaration, and checks whether the
/// acting combatant has spent its actions.
fn follow_draft(model: Model, draft: Draft, ids: Memo<Vec<ExchangeId>>) {
    // The draft of a refused declaration opens again.
    Effect::new(move |_| {
        if let Some(answer) = model.answer.get() {
            draft.take_answer(&answer);
        }
    });
    // Whether the combatant whose turn it is has an action left decides about the next step.
    let acts = memo(move || own_acting_combatant(model));
    Effect::new(move |_| {
        model.turn.track();
        let idle = ids.with(Vec::is_empty) && model.connection.get() == Connection::Live;
        let Some(id) = acts.get() else {
            return draft.spent.set(None);
        };
        if let Some(row) = model.row(id) {
            row.track();
        }
        if idle {
            draft.check_spent(id);
        }
    });
}

/// Whether a combatant is the reader's own.
fn is_own(model: Model, id: CombatantId) -> bool {
    let row = model.current_row(id);
    row.is_some_and(|row| row.owner == Some(model.you.get_untracked()))
}
