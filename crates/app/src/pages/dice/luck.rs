//! Statistics of each roller's dice.

use leptos::prelude::*;
use rules::dice_proof::DiceVisibility;
use rules::dice_proof::check::DiceLog;
use rules::dice_proof::luck::{Luck, compute_luck};
use rules::messages::pages as msg;

/// Most sides of dice whose faces are drawn as bars.
const MAX_DRAWN_SIDES: u16 = 20;
/// Probability from which a streak is too common to mention.
const COMMON_STREAK: f64 = 0.9;
/// Height of the highest bar, in units of the drawing.
const BAR_HEIGHT: u32 = 40;
/// Width of each bar, in the same units.
const BAR_WIDTH: u32 = 10;

/// Renders the section with the statistics of the dice; `None` where too few were rolled.
pub(super) fn section(log: &DiceLog) -> Option<AnyView> {
    let all = compute_luck(log);
    if all.is_empty() {
        return None;
    }
    let section = view! {
        <section aria-labelledby="luck">
            <h2 id="luck">{msg::HOW_THEY_FELL.get()}</h2>
            <p class="faint">
                {msg::DICE_OF_A_KIND_FROM.get()}
            </p>
            <ul class="dice-list">{all.iter().map(luck_entry).collect_view()}</ul>
        </section>
    };
    Some(section.into_any())
}

/// Renders the statistics of one roller's dice of a kind.
fn luck_entry(luck: &Luck) -> AnyView {
    let by = match (luck.sight, &luck.by) {
        (DiceVisibility::Hidden, _) => msg::HIDDEN_DICE.get(),
        (DiceVisibility::Open, Some(by)) => by,
        (DiceVisibility::Open, None) => msg::THE_PROGRAM.get(),
    };
    let (dice, sides) = (luck.dice_count(), luck.sides);
    let (rather, chance) = match luck.probability_at_least <= luck.probability_at_most {
        true => (msg::HIGH_OR_HIGHER.get(), luck.probability_at_least),
        false => (msg::LOW_OR_LOWER.get(), luck.probability_at_most),
    };
    let average = msg::on_average_and_is_expected(
        &format_args!("{:.2}", luck.mean()),
        &format_args!("{:.1}", luck.expected_mean()),
        &rather,
        &chance_words(chance),
    );
    let streak = luck.streak;
    let streak = (streak.length >= 2 && streak.probability < COMMON_STREAK).then(|| {
        let words = msg::the_longest_streak_times_in(
            &streak.length,
            &streak.face,
            &chance_words(streak.probability),
        );
        view! { <p>{words}</p> }
    });
    view! {
        <li class="luck">
            <h3>{msg::d(&by, &dice, &sides)}</h3>
            {(sides <= MAX_DRAWN_SIDES).then(|| draw_face_bars(luck))}
            <p>{average}</p>
            {streak}
        </li>
    }
    .into_any()
}

/// Renders a bar for each face of a die, and a line at the expected height.
fn draw_face_bars(luck: &Luck) -> AnyView {
    let most = luck.faces.iter().copied().max().unwrap_or(1).max(1);
    let wide = u32::from(luck.sides).saturating_mul(BAR_WIDTH);
    let told: Vec<String> = (1..)
        .zip(&luck.faces)
        .map(|(face, count): (u32, _)| format!("{face}: {count}"))
        .collect();
    let faces = (0_u32..).zip(&luck.faces).map(|(face, count)| {
        let left = face.saturating_mul(BAR_WIDTH);
        let high = f64::from(*count) / f64::from(most) * f64::from(BAR_HEIGHT);
        let top = f64::from(BAR_HEIGHT) - high;
        view! {
            <rect
                x=left.saturating_add(1).to_string()
                y=format!("{top:.2}")
                width=BAR_WIDTH.saturating_sub(2).to_string()
                height=format!("{high:.2}")
            ></rect>
            <text x=left.saturating_add(BAR_WIDTH.div_euclid(2)).to_string() y="48">
                {face.saturating_add(1).to_string()}
            </text>
        }
    });
    let even = f64::from(luck.dice_count()) / f64::from(luck.sides.max(1)) / f64::from(most);
    let even = f64::from(BAR_HEIGHT) * (1.0 - even);
    view! {
        <svg
            class="faces"
            role="img"
            aria-label=msg::how_often_each_face_fell(&told.join(", "))
            viewBox=format!("0 0 {wide} 50")
        >
            {faces.collect_view()}
            <path class="even" d=format!("M0 {even:.2} H{wide}")></path>
        </svg>
    }
    .into_any()
}

/// Returns a probability from 0 to 1 in words, for the statistics of the dice page.
fn chance_words(chance: f64) -> String {
    let percent = chance * 100.0;
    if percent >= 10.0 {
        msg::of_100_evenings(&format_args!("{:.0}", percent))
    } else if percent >= 1.0 {
        msg::of_100_evenings(&format_args!("{:.1}", percent))
    } else if chance >= 1e-6 {
        msg::n1_of_evenings(&format_args!("{:.0}", 1.0 / chance))
    } else {
        msg::LESS_THAN_1_OF_A.get().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_said_in_evenings() {
        for (chance, said) in [
            (1.0, "100 of 100 evenings"),
            (0.314, "31 of 100 evenings"),
            (0.0123, "1.2 of 100 evenings"),
            (0.002, "1 of 500 evenings"),
            (0.0, "fewer than 1 of a million evenings"),
        ] {
            assert_eq!(chance_words(chance), said);
        }
    }
}
