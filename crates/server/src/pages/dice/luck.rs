//! How the dice of each roller have fallen, as HTML: what they love to look at.

use std::fmt::Write as _;

use rules::fair::Sight;
use rules::fair::check::DiceLog;
use rules::fair::luck::{Luck, luck};

use super::deed::plain;

/// Dice with more sides are not drawn face by face.
const DRAWN: u16 = 20;
/// A streak that comes in this share of evenings is nothing to tell.
const COMMON: f64 = 0.9;
/// How high the highest bar is, and how wide each, in the units of the drawing.
const HIGH: u32 = 40;
const WIDE: u32 = 10;

/// The section; nothing where too few dice fell.
pub(super) fn section(log: &DiceLog, body: &mut String) {
    let all = luck(log);
    if all.is_empty() {
        return;
    }
    body.push_str(
        "<section aria-labelledby=\"luck\"><h2 id=\"luck\">How they fell</h2>\
         <p class=\"faint\">Dice of a kind from ten on. The chances are those of honest dice, exactly.</p>\
         <ul class=\"dice-list\">",
    );
    for one in &all {
        kind(one, body);
    }
    body.push_str("</ul></section>");
}

fn kind(luck: &Luck, body: &mut String) {
    let by = match (luck.sight, &luck.by) {
        (Sight::Hidden, _) => "Hidden dice",
        (Sight::Open, Some(by)) => by,
        (Sight::Open, None) => "The program",
    };
    let (dice, sides) = (luck.dice(), luck.sides);
    let _ = write!(
        body,
        "<li class=\"luck\"><h3>{} · {dice} d{sides}</h3>",
        plain(by)
    );
    if sides <= DRAWN {
        bars(luck, body);
    }
    let (rather, chance) = match luck.so_high <= luck.so_low {
        true => ("high or higher", luck.so_high),
        false => ("low or lower", luck.so_low),
    };
    let _ = write!(
        body,
        "<p>On average {:.2}, and {:.1} is expected. Honest dice come out so {rather} in {}.</p>",
        luck.average(),
        luck.expected(),
        share(chance)
    );
    let streak = luck.streak;
    if streak.long >= 2 && streak.likely < COMMON {
        let _ = write!(
            body,
            "<p>The longest streak: {} times {} in a row. Honest dice show one face so often in a row in {}.</p>",
            streak.long,
            streak.face,
            share(streak.likely)
        );
    }
    body.push_str("</li>");
}

/// A bar for each face, and a line where all of them would be alike.
fn bars(luck: &Luck, body: &mut String) {
    let most = luck.faces.iter().copied().max().unwrap_or(1).max(1);
    let wide = u32::from(luck.sides).saturating_mul(WIDE);
    let told: Vec<String> = (1..)
        .zip(&luck.faces)
        .map(|(face, count): (u32, _)| format!("{face}: {count}"))
        .collect();
    let _ = write!(
        body,
        "<svg class=\"faces\" role=\"img\" aria-label=\"How often each face fell. {}\" \
         viewBox=\"0 0 {wide} 50\">",
        told.join(", ")
    );
    for (face, count) in (0_u32..).zip(&luck.faces) {
        let left = face.saturating_mul(WIDE);
        let high = f64::from(*count) / f64::from(most) * f64::from(HIGH);
        let top = f64::from(HIGH) - high;
        let _ = write!(
            body,
            "<rect x=\"{}\" y=\"{top:.2}\" width=\"{}\" height=\"{high:.2}\"/>\
             <text x=\"{}\" y=\"48\">{}</text>",
            left.saturating_add(1),
            WIDE.saturating_sub(2),
            left.saturating_add(WIDE.div_euclid(2)),
            face.saturating_add(1),
        );
    }
    let even = f64::from(luck.dice()) / f64::from(luck.sides.max(1)) / f64::from(most);
    let even = f64::from(HIGH) * (1.0 - even);
    let _ = write!(
        body,
        "<path class=\"even\" d=\"M0 {even:.2} H{wide}\"/></svg>"
    );
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
