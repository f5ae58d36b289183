//! The newest roll, or the question that is out: a roll stays for at least six seconds.

use leptos::prelude::*;
use rules::encounter::View;
use rules::encounter::log::LogMessage;
use rules::encounter::view::LogLineView;
use rules::messages::table_screen as msg;

use super::question::{Question, draw_question, open_question};
use super::showing::follow;
use crate::browser;
use crate::log::entries::die_faces;
use crate::reactive::{derive, redraw};
use crate::state::news::is_notable;
use crate::state::table_state::Model;
use crate::words::{self, LogText};

/// Time for which a roll stays, in milliseconds.
const STAYS_MS: f64 = 6_000.0;
/// Most effects below a roll.
const EFFECTS: usize = 2;

/// What the card shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shows {
    /// The roll of this line of the log; 0 for none.
    Roll(u32),
    /// The question that is out.
    Question,
}

/// Card of the table screen with the newest roll, and the time for which it shows that. Cheap to
/// copy.
#[derive(Clone, Copy)]
pub(super) struct NewestCard {
    shows: RwSignal<Shows>,
    asked: Memo<Option<Question>>,
}

/// The roll that the card is showing, and since when.
#[derive(Clone, Copy, Debug)]
struct RollTurn {
    /// The number of its line; 0 for none.
    roll: u32,
    /// The time at which it was put there, in milliseconds since 1970.
    since: f64,
}

impl RollTurn {
    /// Returns what the card shows at the time `now`, and after how many milliseconds to look
    /// again. A roll that came while another had its time is next, and a question waits until the
    /// roll had its own.
    fn go_on(&mut self, now: f64, newest: u32, is_asked: bool) -> (Shows, Option<f64>) {
        let stays = (STAYS_MS - (now - self.since)).max(0.0);
        if newest < self.roll {
            // Taken back: what was there before has had its time.
            *self = Self {
                roll: newest,
                since: 0.0,
            };
        } else if newest > self.roll && stays <= 0.0 {
            *self = Self {
                roll: newest,
                since: now,
            };
            return (Shows::Roll(newest), is_asked.then_some(STAYS_MS));
        } else if newest > self.roll || is_asked && stays > 0.0 {
            return (Shows::Roll(self.roll), Some(stays));
        }
        match is_asked {
            true => (Shows::Question, None),
            false => (Shows::Roll(self.roll), None),
        }
    }
}

/// Returns the number of the line with the newest roll; 0 without one.
fn newest_roll(view: &View) -> u32 {
    let mut lines = view.log.iter().rev().filter(|line| line.undone.is_none());
    let found = lines.find(|line| words::dice_of(&line.what).is_some());
    found.map_or(0, |line| line.no)
}

impl NewestCard {
    /// Creates the card, which follows rolls and questions from now on.
    pub(super) fn watch(model: Model) -> Self {
        let asked = follow(model, open_question);
        let newest = follow(model, newest_roll);
        let first = newest.get_untracked();
        let shows = RwSignal::new(Shows::Roll(first));
        // A roll that fell before the page was opened has had its time.
        let shown = StoredValue::new(RollTurn {
            roll: first,
            since: 0.0,
        });
        let tick = RwSignal::new(0_u32);
        Effect::new(move |_| {
            tick.track();
            let (newest, is_asked) = (newest.get(), asked.with(Option::is_some));
            let now = browser::now();
            let next = shown.try_update_value(|shown| shown.go_on(now, newest, is_asked));
            let Some((next, wait)) = next else { return };
            if shows.get_untracked() != next {
                shows.set(next);
            }
            if let Some(wait) = wait {
                // A few seconds fit in 32 bits.
                browser::run_later(wait as u32 + 20, move || {
                    _ = tick.try_update(|tick| *tick = tick.wrapping_add(1));
                });
            }
        });
        Self { shows, asked }
    }
}

/// Renders the card with the newest roll and its consequences, or with the open question.
pub(super) fn draw_card(model: Model, card: NewestCard) -> AnyView {
    let shown = follow(model, move |view| match card.shows.get() {
        Shows::Question => None,
        Shows::Roll(no) => roll_of(view, no),
    });
    let body = move || match (card.shows.get(), card.asked.get()) {
        (Shows::Question, Some(asked)) => draw_question(&asked),
        (Shows::Question, None) => ().into_any(),
        (Shows::Roll(_), _) => match shown.get() {
            Some(roll) => draw_roll(roll),
            None => view! { <p class="tv-none">{msg::NO_ROLL_YET.get()}</p> }.into_any(),
        },
    };
    let kind = move || match card.shows.get() {
        Shows::Question => "question",
        Shows::Roll(0) => "none",
        Shows::Roll(_) => "roll",
    };
    view! {
        <section class="tv-newest" data-shows=derive(kind)>
            <h2 class="unseen">{msg::NEWEST_ROLL.get()}</h2>
            {redraw(body)}
        </section>
    }
    .into_any()
}

/// Returns the text of a log line with a roll, and of its consequences.
fn roll_of(view: &View, no: u32) -> Option<LogText> {
    let at = view.log.binary_search_by_key(&no, |line| line.no).ok()?;
    let (line, later) = view.log.get(at..)?.split_first()?;
    let rules = view.system.client_rules();
    let mut text = words::log_text(rules, line, None);
    let is_effect = |line: &&LogLineView| {
        let talk = matches!(
            line.what,
            LogMessage::Said { .. } | LogMessage::Whispered(_) | LogMessage::Offered { .. }
        );
        is_notable(&line.what) && !talk && line.undone.is_none()
    };
    let later = later
        .iter()
        .take_while(|line| words::dice_of(&line.what).is_none());
    let effects = later.filter(is_effect).take(EFFECTS);
    text.effects = effects
        .map(|line| words::log_text(rules, line, None).head)
        .collect();
    Some(text)
}

/// Renders the text and dice of a roll on the table screen.
fn draw_roll(text: LogText) -> AnyView {
    let count = text.rolled.as_ref().map_or(0, |rolled| rolled.faces.len());
    let many = match count {
        0..=8 => "few",
        9..=20 => "some",
        _ => "many",
    };
    view! {
        <p class="tv-roll-head">{text.head}</p>
        <div class="tv-dice" data-many=many>{text.rolled.map(die_faces)}</div>
        <p class="tv-result">
            <strong>{text.result}</strong>
        </p>
        {(!text.effects.is_empty()).then(|| view! { <p class="tv-effect">{text.effects.join(" · ")}</p> })}
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_roll_stays_six_seconds_before_anything_else_comes() {
        let mut shown = RollTurn {
            roll: 3,
            since: 0.0,
        };
        // An old roll gives way at once, to a question and to a roll.
        assert_eq!(shown.go_on(10_000.0, 3, true), (Shows::Question, None));
        assert_eq!(
            shown.go_on(11_000.0, 4, true),
            (Shows::Roll(4), Some(6_000.0))
        );
        // The next roll and the question wait for the rest of its time.
        assert_eq!(
            shown.go_on(12_000.0, 4, true),
            (Shows::Roll(4), Some(5_000.0))
        );
        assert_eq!(
            shown.go_on(14_000.0, 5, false),
            (Shows::Roll(4), Some(3_000.0))
        );
        assert_eq!(shown.go_on(17_000.0, 6, false), (Shows::Roll(6), None));
        // Without anything else, it stays.
        assert_eq!(shown.go_on(99_000.0, 6, false), (Shows::Roll(6), None));
    }

    #[test]
    fn a_roll_that_is_taken_back_goes_at_once() {
        let mut shown = RollTurn {
            roll: 7,
            since: 20_000.0,
        };
        assert_eq!(shown.go_on(21_000.0, 4, false), (Shows::Roll(4), None));
        assert_eq!(shown.go_on(21_000.0, 4, true), (Shows::Question, None));
    }
}
