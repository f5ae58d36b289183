//! What people ask before they roll: whether it hits, and how hard.

use leptos::prelude::*;
use rules::encounter::question::Chances;
use rules::encounter::{Question, Reply};
use rules::messages::screen as msg;

use super::name_of;
use crate::table::line;
use crate::table::live::live;
use crate::table::model::{Connection, Model};

/// Asks the table, and keeps the answer.
pub(super) fn ask(question: Question, into: RwSignal<Option<Chances>>) {
    line::ask(question, move |reply| {
        let chances = match reply {
            Reply::Odds(chances) => Some(chances),
            _ => None,
        };
        // The question may be gone from the page by now.
        _ = into.try_set(chances);
    });
}

/// The chances of a question, in words.
pub(super) fn chances(model: Model, question: Question) -> AnyView {
    let known = RwSignal::new(None::<Chances>);
    // Asked once the line is there, and again when it is there again.
    Effect::new(move |_| {
        if model.connection.get() == Connection::Live {
            ask(question.clone(), known);
        }
    });
    shown(model, known)
}

/// Chances in words, as they come.
pub(super) fn shown(model: Model, known: RwSignal<Option<Chances>>) -> AnyView {
    let words = move || {
        known.with(|known| {
            // Of foes only the dice may be known.
            let known = known.as_ref().filter(|known| !known.parties.is_empty())?;
            let about = if known.exact { "" } else { msg::ABOUT.get() };
            let hurt = known.parties.iter().filter(|(_, hurt)| hurt.chance > 0.0);
            let only = hurt.clone().count() == 1;
            let told = hurt.map(|(id, hurt)| {
                let name = match only {
                    true => String::new(),
                    false => format!("{}: ", name_of(model, Some(*id))),
                };
                let (chance, damage) = (percent(hurt.chance), tenths(hurt.damage));
                let down = match percent(hurt.down) {
                    0 => String::new(),
                    down => msg::percent_to_be_taken_down(&down),
                };
                msg::percent_to_be_hurt_on(&name, &about, &chance, &damage, &down)
            });
            let mut told: Vec<String> = told.collect();
            if told.is_empty() {
                told.push(msg::HURTS_NO_ONE.get().to_owned());
            }
            for (id, hurt) in known.parties.iter().filter(|(_, hurt)| hurt.botch > 0.0) {
                let (name, botch) = (name_of(model, Some(*id)), percent(hurt.botch));
                told.push(msg::fails_badly_in_percent(&name, &about, &botch));
            }
            Some(told.join(" · "))
        })
    };
    view! { <span class="chance">{live(words)}</span> }.into_any()
}

/// The chances in as few words as a card has room for: `72 % · 1.7 damage · down 1 %`.
pub(super) fn short(model: Model, known: &Chances) -> String {
    let about = if known.exact { "" } else { msg::ABOUT.get() };
    let hurt = known.parties.iter().filter(|(_, hurt)| hurt.chance > 0.0);
    let only = hurt.clone().count() == 1;
    let told = hurt.map(|(id, hurt)| {
        let name = match only {
            true => String::new(),
            false => format!("{} ", name_of(model, Some(*id))),
        };
        let down = match percent(hurt.down) {
            0 => String::new(),
            down => msg::down_percent(&down),
        };
        msg::hits_percent(
            &name,
            &about,
            &percent(hurt.chance),
            &tenths(hurt.damage),
            &down,
        )
    });
    let told: Vec<String> = told.collect();
    told.join("; ")
}

/// A share in whole percent; what is possible is not 0.
fn percent(share: f64) -> u32 {
    ((share * 100.0).round() as u32).clamp(u32::from(share > 0.0), 100)
}

/// A number with one digit after its point. What prints fractions would be linked for this alone.
fn tenths(value: f64) -> String {
    let tenths = (value * 10.0).round() as u32;
    format!("{}.{}", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::{percent, tenths};

    #[test]
    fn chances_are_told_in_whole_percent_and_tenths() {
        assert_eq!(
            (percent(0.0), percent(0.001), percent(0.625), percent(1.0)),
            (0, 1, 63, 100)
        );
        assert_eq!(
            (tenths(0.0), tenths(1.84), tenths(12.0)),
            ("0.0".into(), "1.8".into(), "12.0".into())
        );
    }
}
