//! Rolls of the dice page, the last one first.

use leptos::prelude::*;
use rules::dice_proof::DiceVisibility;
use rules::dice_proof::check::{RollLog, epoch_words};
use rules::messages::pages as msg;

use super::{Dice, check_mark};

/// Most rolls on the page, the newest ones; the downloaded list has all.
const MAX_SHOWN: usize = 200;

impl Dice<'_> {
    /// Renders the newest rolls, and their total number.
    pub(super) fn rolls(&self) -> AnyView {
        let words = match self.log.unproved {
            0 => None,
            1 => Some(msg::ONE_ROLL_THAT_THE_LOG.get().to_owned()),
            more => Some(msg::rolls_that_the_log_tells(&more)),
        };
        let unproved = words.map(|words| {
            let words = msg::real_dice_whose_faces_were(&words);
            view! { <p class="note">{words}</p> }
        });
        let rolls = match self.log.rolls.is_empty() {
            true => {
                view! { <p class="empty">{msg::NOTHING_HAS_BEEN_ROLLED_YET.get()}</p> }.into_any()
            }
            false => self.newest(),
        };
        view! {
            <section aria-labelledby="rolls">
                <h2 id="rolls">{msg::ROLLS.get()}</h2>
                {unproved}
                {rolls}
            </section>
        }
        .into_any()
    }

    /// Renders the list of the newest rolls.
    fn newest(&self) -> AnyView {
        let all = self.log.rolls.len();
        let more = (all > MAX_SHOWN).then(|| {
            let words = msg::the_newest_of_the_last(&MAX_SHOWN, &all);
            view! { <p class="faint">{words}</p> }
        });
        let numbered: Vec<(usize, &RollLog)> = (1..).zip(&self.log.rolls).collect();
        let newest = numbered.into_iter().rev().take(MAX_SHOWN);
        let newest = newest.map(|(no, roll)| self.roll(no, roll));
        view! { {more} <ol class="dice-list" reversed>{newest.collect_view()}</ol> }.into_any()
    }

    /// Renders one roll in the list of the dice page, with the data that proves it.
    fn roll(&self, no: usize, roll: &RollLog) -> AnyView {
        let throw = &roll.throw;
        let by = roll.by.as_deref().unwrap_or(msg::THE_PROGRAM.get());
        let told = match roll.told.is_empty() {
            true if throw.what.is_empty() => msg::DICE.get().to_owned(),
            true => throw.what.to_string(),
            false => roll.told.join("; "),
        };
        let faces = throw.dice.iter().map(|(sides, face)| {
            view! { <span><small>{format!("d{sides}")}</small>{format!(" {face}")}</span> " " }
        });
        let nonce = match throw.nonce_by_server {
            true => msg::NONCE_MADE_BY_THE_SERVER.get(),
            false => msg::NONCE.get(),
        };
        let counter = throw.counter;
        let summary = msg::number_in(&by, &counter, &epoch_words(throw.sight), &throw.epoch);
        let seal = (throw.sight == DiceVisibility::Hidden && self.may_act).then(|| {
            view! {
                <form method="post">
                    <button class="quiet" name="seal" value=counter.to_string()>
                        {msg::LET_PLAYERS_KNOW_OF_IT.get()}
                    </button>
                </form>
            }
        });
        view! {
            <li value=no.to_string() data-check=format!("roll {no}")>
                <h3>{told}</h3>
                <p class="dice-faces">{faces.collect_view()}</p>
                <details>
                    <summary>{summary}</summary>
                    <dl>
                        <div><dt>{msg::ROLLER.get()}</dt><dd><code>{throw.roller.to_string()}</code></dd></div>
                        <div><dt>{nonce}</dt><dd><code>{throw.nonce.to_string()}</code></dd></div>
                    </dl>
                </details>
                {seal}
                {check_mark()}
            </li>
        }
        .into_any()
    }
}
