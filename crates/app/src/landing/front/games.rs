//! The rule systems as five cards, told by the words that their players use.

use leptos::prelude::*;
use rules::messages::front as msg;
use rules::ruleset::SystemId;

use crate::page::DemoOffer;

/// Renders a card for each rule system, with its terms as links into the guide, and a demo fight to
/// try.
pub(super) fn games(demos: DemoOffer) -> AnyView {
    let one = |system: &SystemId| {
        let title = system.client_rules().facts().title.get();
        let words = system.rules().lists().known_words.iter().map(|known| {
            let entry = format!("/rules/{}#{}", system.key(), known.rule);
            view! { <li><a href=entry>{known.word.get()}</a></li> }
        });
        let trial = (demos == DemoOffer::Offered).then(|| {
            let label = msg::try_this_fight_of(&title);
            view! {
                <form method="post" action=format!("/demo/{}", system.key())>
                    <button type="submit" class="try-this" aria-label=label>{msg::TRY_THIS_FIGHT.get()}</button>
                </form>
            }
        });
        view! {
            <li class="game card">
                <h3>{title}</h3>
                <ul class="game-words">{words.collect_view()}</ul>
                <p>{system.rules().lists().counts.get()}</p>
                {trial}
            </li>
        }
    };
    view! {
        <section class="games-part" id="games" aria-labelledby="games-title">
            <h2 id="games-title">{msg::IF_YOU_KNOW_THESE_WORDS.get()}</h2>
            <p class="games-lead">{msg::FIVE_SETS_OF_RULES_EACH.get()}</p>
            <ul class="games">{SystemId::ALL.iter().map(one).collect_view()}</ul>
        </section>
    }
    .into_any()
}

/// Renders the cards of all rule systems as buttons of a form, each of which makes the table.
pub(super) fn game_buttons() -> AnyView {
    let one = |system: &SystemId| {
        let words = system.rules().lists().known_words.iter();
        let words: Vec<&str> = words.map(|known| known.word.get()).collect();
        view! {
            <button type="submit" class="game card" name="system" value=system.key()>
                <span class="game-title">{system.client_rules().facts().title.get()}</span>
                <span class="game-said">{words.join(", ")}</span>
                <span class="game-counts">{system.rules().lists().counts.get()}</span>
            </button>
        }
    };
    view! { <div class="games">{SystemId::ALL.iter().map(one).collect_view()}</div> }.into_any()
}
