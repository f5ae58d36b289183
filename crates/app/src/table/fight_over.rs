//! The card after a fight, with links to the recap and to the next scene.

use leptos::prelude::*;
use rules::encounter::View;
use rules::encounter::log::LogMessage;
use rules::messages::{Text, screen as msg};

use crate::reactive::show_when;
use crate::state::table_state::Model;
use crate::table::rule_link::link_beside;

/// Whether the fight is over, and no other has begun since.
pub(crate) fn is_over(view: &View) -> bool {
    let mut told = view.log.iter().rev().filter(|line| line.undone.is_none());
    // Where nobody's turn is, is told behind it.
    let newest = told.find(|line| match line.what {
        LogMessage::Turn { round, .. } => round > 0,
        ref what => matches!(what, LogMessage::SceneEnded),
    });
    view.turn.round == 0 && newest.is_some_and(|line| matches!(line.what, LogMessage::SceneEnded))
}

/// The card over the initiative order once the fight is over.
#[component]
pub fn FightOver() -> impl IntoView {
    let model = expect_context::<Model>();
    let over = model.select(is_over);
    show_when(
        move || over.get(),
        move || {
            let to = |page: &str, words: Text| {
                link_beside(
                    "button quiet",
                    model.page_path(page),
                    words.get(),
                    msg::beside_the_table(&words),
                )
            };
            let told = to("recap", msg::WHAT_HAPPENED);
            let onward = model.can_run_table().then(|| to("cast", msg::NEXT_SCENE));
            view! {
                <section class="card over" aria-labelledby="over-title">
                    <h2 id="over-title">{msg::THE_FIGHT_IS_OVER.get()}</h2>
                    <div class="actions">{told} {onward}</div>
                </section>
            }
        },
    )
}
