//! The middle of the screen: the acting combatant, the exchanges under way, and what is asked of the reader.
//!
//! What can be done, what a roll is made of and what is asked next all come from the rules, as data; nothing here knows
//! a rule system. On a phone this part lies over whatever tab is open while something is asked.

use leptos::prelude::*;
use rules::id::CombatantId;
use rules::messages::screen as msg;

use crate::browser;
use crate::exchange::acting::{Acting, LastExchange};
use crate::exchange::card::Exchange;
use crate::exchange::draft_card::DraftCard;
use crate::exchange::holds::hold_list;
use crate::exchange::next_action::own_acting_combatant;
use crate::exchange::proposals::proposal_list;
use crate::reactive::{Key, derive, keyed_list, memo};
use crate::state::table_state::{Connection, Model};
use crate::table::layout::Stage;

/// The fight: what is being declared, every exchange, and whose turn it is.
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
    let over = move || own() || draft.is_open() || proposed();
    // What was pressed is gone with its question: the focus goes on to the next one.
    Effect::new(move |before: Option<bool>| {
        let now = over();
        asked.track();
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
    // The reader is called where they are: by the title of the page, and by a buzz in the pocket.
    let called =
        memo(move || own() || own_acting_combatant(model).is_some_and(|id| is_own(model, id)));
    Effect::new(move |before: Option<bool>| {
        let now = called.get();
        browser::call_reader(now, &model.title.get(), before == Some(false));
        now
    });
    // A declaration that is refused is not lost.
    Effect::new(move |_| {
        if let Some(answer) = model.answer.get() {
            draft.take_answer(&answer);
        }
    });
    // What is next is an action as long as one is left.
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
    view! {
        <section
            class="fight"
            aria-label=msg::THE_FIGHT.get()
            data-over=derive(move || over().to_string())
            hidden=derive(move || {
                let empty = ids.with(Vec::is_empty) && held.with(Vec::is_empty);
                let stage = model.turn.with(|turn| turn.acting.is_some()) || model.ended.get().is_some();
                empty && !proposed() && !draft.is_open() && !stage
            })
        >
            {proposal_list(model, proposals_now)}
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

/// Whether a combatant is the reader's own.
fn is_own(model: Model, id: CombatantId) -> bool {
    let row = model.current_row(id);
    row.is_some_and(|row| row.owner == Some(model.you.get_untracked()))
}
