//! The rolls, the last one first.

use leptos::prelude::*;
use rules::fair::Sight;
use rules::fair::check::{RollLog, epoch_words};

use super::{Dice, mark};

/// Rolls on the page, the newest ones; the list as a file has all.
const ROLLS: usize = 200;

impl Dice<'_> {
    /// All that the page has, and how many there are.
    pub(super) fn rolls(&self) -> AnyView {
        let words = match self.log.unproved {
            0 => None,
            1 => Some("One roll that the log tells of has no proof".to_owned()),
            more => Some(format!("{more} rolls that the log tells of have no proof")),
        };
        let unproved = words.map(|words| {
            let words = format!(
                "{words}: real dice whose faces were typed, or dice that fell before the server was bound."
            );
            view! { <p class="note">{words}</p> }
        });
        let rolls = match self.log.rolls.is_empty() {
            true => view! { <p class="empty">"Nothing has been rolled yet."</p> }.into_any(),
            false => self.newest(),
        };
        view! {
            <section aria-labelledby="rolls">
                <h2 id="rolls">"Rolls"</h2>
                {unproved}
                {rolls}
            </section>
        }
        .into_any()
    }

    fn newest(&self) -> AnyView {
        let all = self.log.rolls.len();
        let more = (all > ROLLS).then(|| {
            let words = format!(
                "The newest {ROLLS} of {all}, the last one first. All are checked, and all are in the list."
            );
            view! { <p class="faint">{words}</p> }
        });
        let numbered: Vec<(usize, &RollLog)> = (1..).zip(&self.log.rolls).collect();
        let newest = numbered.into_iter().rev().take(ROLLS);
        let newest = newest.map(|(no, roll)| self.roll(no, roll));
        view! { {more} <ol class="dice-list" reversed>{newest.collect_view()}</ol> }.into_any()
    }

    fn roll(&self, no: usize, roll: &RollLog) -> AnyView {
        let throw = &roll.throw;
        let by = roll.by.as_deref().unwrap_or("The program");
        let told = match roll.told.is_empty() {
            true if throw.what.is_empty() => "Dice".to_owned(),
            true => throw.what.to_string(),
            false => roll.told.join("; "),
        };
        let faces = throw.dice.iter().map(|(sides, face)| {
            view! { <span><small>{format!("d{sides}")}</small>{format!(" {face}")}</span> " " }
        });
        let nonce = match throw.nonce_by_server {
            true => "Nonce, made by the server",
            false => "Nonce",
        };
        let counter = throw.counter;
        let summary = format!(
            "{by} · number {counter} in {} {}",
            epoch_words(throw.sight),
            throw.epoch
        );
        let seal = (throw.sight == Sight::Hidden && self.may_act).then(|| {
            view! {
                <form method="post">
                    <button class="quiet" name="seal" value=counter.to_string()>
                        "Let players know of it, sealed"
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
                        <div><dt>"Roller"</dt><dd><code>{throw.roller.to_string()}</code></dd></div>
                        <div><dt>{nonce}</dt><dd><code>{throw.nonce.to_string()}</code></dd></div>
                    </dl>
                </details>
                {seal}
                {mark()}
            </li>
        }
        .into_any()
    }
}
