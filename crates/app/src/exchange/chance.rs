//! The odds of a roll before it is made: the chance to hit, and the expected damage.

use leptos::prelude::*;
use rules::base::id::CombatantId;
use rules::encounter::question::ExchangeOdds;
use rules::encounter::{Question, Reply};
use rules::messages::screen as msg;

use crate::connection::questions;
use crate::exchange::open_questions::name_of;
use crate::health::expected_damage::ExpectedDamage;
use crate::reactive::derive;
use crate::state::table_state::{Connection, Model};

/// Asks the server for odds and stores the answer in `into`.
pub(crate) fn ask_odds(question: Question, into: RwSignal<Option<ExchangeOdds>>) {
    questions::ask(question, move |reply| {
        let chances = match reply {
            Reply::Odds(chances) => Some(chances),
            _ => None,
        };
        // The question may be gone from the page by now.
        _ = into.try_set(chances);
    });
}

/// The odds of a question; `None` until they are known.
pub(crate) type OddsSignal = RwSignal<Option<ExchangeOdds>>;

/// Asks for the odds of a question and returns them as a signal.
pub(crate) fn ask_chances(model: Model, question: Question) -> OddsSignal {
    let known = RwSignal::new(None::<ExchangeOdds>);
    // OpenQuestion once the line is there, and again when it is there again.
    Effect::new(move |_| {
        if model.connection.get() == Connection::Live {
            ask_odds(question.clone(), known);
        }
    });
    known
}

/// Shows the average damage of the worst answer to a question on the health boxes of `who`, as odds
/// in `answers`.
pub(crate) fn expect_damage(who: CombatantId, answers: Vec<OddsSignal>) {
    let price = expect_context::<ExpectedDamage>();
    Effect::new(move |_| {
        let costs = answers.iter().filter_map(|known| {
            known.with(|known| Some(known.as_ref()?.parties.get(&who)?.damage))
        });
        let worst = costs.fold(0.0, f64::max).round() as u16;
        price.set(who, worst);
    });
    on_cleanup(move || price.set(who, 0));
}

/// Renders the odds of an action in words, once they are known.
pub(crate) fn chances_line(model: Model, known: OddsSignal) -> AnyView {
    let words = move || {
        known.with(|known| {
            // Of foes only the dice may be known.
            let known = known.as_ref().filter(|known| !known.parties.is_empty())?;
            let told = expected_harm(model, known).into_iter().map(|it| {
                let chance = match it.down {
                    None => msg::chance_to_hurt(&it.chance, &it.damage),
                    Some(down) => msg::chance_to_hurt_and_down(&it.chance, &it.damage, &down),
                };
                match it.name {
                    Some(name) => msg::chance_of_whom(&name, &chance),
                    None => chance,
                }
            });
            let mut told: Vec<String> = told.collect();
            if told.is_empty() {
                told.push(msg::HURTS_NO_ONE.get().to_owned());
            }
            for (id, hurt) in known.parties.iter().filter(|(_, hurt)| hurt.botch > 0.0) {
                let (name, botch) = (name_of(model, Some(*id)), percent(hurt.botch));
                told.push(msg::chance_to_botch(&name, &in_percent(known, botch)));
            }
            Some(told.join(" · "))
        })
    };
    view! { <span class="chance">{derive(words)}</span> }.into_any()
}

/// Describes the odds of an action as briefly as a card needs, such as `72% to hurt · 1.7 damage ·
/// 1% down`.
pub(crate) fn short_chances(model: Model, known: &ExchangeOdds) -> String {
    let told = expected_harm(model, known).into_iter().map(|it| {
        let chance = match it.down {
            None => msg::hurts_short(&it.chance, &it.damage),
            Some(down) => msg::hurts_and_downs_short(&it.chance, &it.damage, &down),
        };
        match it.name {
            Some(name) => msg::of_whom_short(&name, &chance),
            None => chance,
        }
    });
    told.collect::<Vec<_>>().join("; ")
}

/// A combatant that an exchange may harm, with formatted odds.
struct ExpectedHarm {
    /// Name of the combatant who may be harmed; `None` if there is only one.
    name: Option<String>,
    /// The chance of any damage, in percent.
    chance: String,
    /// The average damage.
    damage: String,
    /// The chance to be taken out of the fight, in percent; `None` where there is none.
    down: Option<String>,
}

/// Returns the combatants that an exchange may harm, with their odds.
fn expected_harm(model: Model, known: &ExchangeOdds) -> Vec<ExpectedHarm> {
    let hurt = known.parties.iter().filter(|(_, hurt)| hurt.chance > 0.0);
    let only = hurt.clone().count() == 1;
    let harmed = hurt.map(|(id, hurt)| ExpectedHarm {
        name: (!only).then(|| name_of(model, Some(*id))),
        chance: in_percent(known, percent(hurt.chance)),
        damage: tenths(hurt.damage),
        down: (hurt.down > 0.0).then(|| in_percent(known, percent(hurt.down))),
    });
    harmed.collect()
}

/// Formats a chance as percent, with `~` if the odds were sampled.
fn in_percent(known: &ExchangeOdds, percent: u32) -> String {
    match known.exact {
        true => msg::percent(&percent),
        false => msg::about_percent(&percent),
    }
}

/// Rounds a share (0 to 1) to whole percent; a possible outcome is at least 1.
fn percent(share: f64) -> u32 {
    ((share * 100.0).round() as u32).clamp(u32::from(share > 0.0), 100)
}

/// Formats a number with one decimal digit. The formatting of fractions in the standard library would make the program
/// larger.
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
