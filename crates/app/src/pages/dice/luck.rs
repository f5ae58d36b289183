//! How the dice of each roller have fallen: what they love to look at.

use leptos::prelude::*;
use rules::fair::Sight;
use rules::fair::check::DiceLog;
use rules::fair::luck::{Luck, luck};

/// Dice with more sides are not drawn face by face.
const DRAWN: u16 = 20;
/// A streak that comes in this share of evenings is nothing to tell.
const COMMON: f64 = 0.9;
/// How high the highest bar is, and how wide each, in the units of the drawing.
const HIGH: u32 = 40;
const WIDE: u32 = 10;

/// The section; nothing where too few dice fell.
pub(super) fn section(log: &DiceLog) -> Option<AnyView> {
    let all = luck(log);
    if all.is_empty() {
        return None;
    }
    let section = view! {
        <section aria-labelledby="luck">
            <h2 id="luck">"How they fell"</h2>
            <p class="faint">
                "Dice of a kind from ten on. The chances are those of honest dice, exactly."
            </p>
            <ul class="dice-list">{all.iter().map(kind).collect_view()}</ul>
        </section>
    };
    Some(section.into_any())
}

fn kind(luck: &Luck) -> AnyView {
    let by = match (luck.sight, &luck.by) {
        (Sight::Hidden, _) => "Hidden dice",
        (Sight::Open, Some(by)) => by,
        (Sight::Open, None) => "The program",
    };
    let (dice, sides) = (luck.dice(), luck.sides);
    let (rather, chance) = match luck.so_high <= luck.so_low {
        true => ("high or higher", luck.so_high),
        false => ("low or lower", luck.so_low),
    };
    let average = format!(
        "On average {:.2}, and {:.1} is expected. Honest dice come out so {rather} in {}.",
        luck.average(),
        luck.expected(),
        share(chance)
    );
    let streak = luck.streak;
    let streak = (streak.long >= 2 && streak.likely < COMMON).then(|| {
        let words = format!(
            "The longest streak: {} times {} in a row. Honest dice show one face so often in a row in {}.",
            streak.long,
            streak.face,
            share(streak.likely)
        );
        view! { <p>{words}</p> }
    });
    view! {
        <li class="luck">
            <h3>{format!("{by} · {dice} d{sides}")}</h3>
            {(sides <= DRAWN).then(|| bars(luck))}
            <p>{average}</p>
            {streak}
        </li>
    }
    .into_any()
}

/// A bar for each face, and a line where all of them would be alike.
fn bars(luck: &Luck) -> AnyView {
    let most = luck.faces.iter().copied().max().unwrap_or(1).max(1);
    let wide = u32::from(luck.sides).saturating_mul(WIDE);
    let told: Vec<String> = (1..)
        .zip(&luck.faces)
        .map(|(face, count): (u32, _)| format!("{face}: {count}"))
        .collect();
    let faces = (0_u32..).zip(&luck.faces).map(|(face, count)| {
        let left = face.saturating_mul(WIDE);
        let high = f64::from(*count) / f64::from(most) * f64::from(HIGH);
        let top = f64::from(HIGH) - high;
        view! {
            <rect
                x=left.saturating_add(1).to_string()
                y=format!("{top:.2}")
                width=WIDE.saturating_sub(2).to_string()
                height=format!("{high:.2}")
            ></rect>
            <text x=left.saturating_add(WIDE.div_euclid(2)).to_string() y="48">
                {face.saturating_add(1).to_string()}
            </text>
        }
    });
    let even = f64::from(luck.dice()) / f64::from(luck.sides.max(1)) / f64::from(most);
    let even = f64::from(HIGH) * (1.0 - even);
    view! {
        <svg
            class="faces"
            role="img"
            aria-label=format!("How often each face fell. {}", told.join(", "))
            viewBox=format!("0 0 {wide} 50")
        >
            {faces.collect_view()}
            <path class="even" d=format!("M0 {even:.2} H{wide}")></path>
        </svg>
    }
    .into_any()
}

/// A chance as it is said.
fn share(chance: f64) -> String {
    let percent = chance * 100.0;
    if percent >= 10.0 {
        format!("{percent:.0} of 100 evenings")
    } else if percent >= 1.0 {
        format!("{percent:.1} of 100 evenings")
    } else if chance >= 1e-6 {
        format!("1 of {:.0} evenings", 1.0 / chance)
    } else {
        "less than 1 of a million evenings".to_owned()
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
            (0.0, "less than 1 of a million evenings"),
        ] {
            assert_eq!(share(chance), said);
        }
    }
}
