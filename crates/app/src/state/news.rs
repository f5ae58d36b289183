//! Announcements of what is new, to screen readers and as the card of the newest roll.

use leptos::prelude::*;
use rules::base::id::{CombatantId, ExchangeId};
use rules::encounter::log::LogMessage;
use rules::encounter::view::{ExchangeView, LogLineView};
use rules::exchange::{ExchangeStep, Party};
use rules::messages::screen as msg;

use crate::browser;
use crate::state::table_state::Model;
use crate::words::{self, Weight};

/// Whether a log line is important enough for an announcement, such as dice, damage or chat.
pub(crate) const fn is_notable(what: &LogMessage) -> bool {
    matches!(
        what,
        LogMessage::Rolled { .. }
            | LogMessage::Told { .. }
            | LogMessage::Outcome { .. }
            | LogMessage::Harmed { .. }
            | LogMessage::Marked { .. }
            | LogMessage::Aborted { .. }
            | LogMessage::Offered { .. }
            | LogMessage::Said { .. }
            | LogMessage::Whispered(_)
    )
}

/// Returns the combatant that has this part in an exchange; `None` for the storyteller.
pub(crate) fn party_member(view: &ExchangeView, party: Party) -> Option<CombatantId> {
    match party {
        Party::Actor => view.by,
        Party::Target(n) => view.at.get(usize::from(n)).copied(),
        Party::Bystander(n) => view.others.get(usize::from(n)).copied(),
        Party::Storyteller => None,
    }
}

impl Model {
    /// Has screen readers announce a text.
    pub fn say_aloud(&self, text: String) {
        self.aloud.set(text);
    }

    /// Announces the new log lines to screen readers, and shows the card of the newest roll or of the exchange that
    /// `ended`. Of several lines the outcomes are announced, and then the `moves` in the scene that change who is near
    /// the reader, and the question `asked` of the reader; readers of brief announcements hear only outcomes, questions,
    /// and that it is their turn.
    pub(super) fn announce_news(
        &self,
        ended: Option<ExchangeId>,
        asked: Option<String>,
        moves: &[String],
    ) {
        let news = self
            .inner
            .try_update_value(|inner| std::mem::take(&mut inner.news));
        let news = news.unwrap_or_default();
        if news.is_empty() && asked.is_none() && moves.is_empty() {
            return;
        }
        let (mut roll, mut came) = (None, self.came.get_untracked());
        let (mut said, mut tells) = (Vec::new(), false);
        let brief = browser::has_cookie("brief=on");
        for no in &news {
            let line = |line: &LogLineView| {
                let told = words::log_text(self.rules(), line, Some(self.you.get_untracked()));
                let hand = self
                    .seats
                    .with_untracked(|seats| words::attribution(seats, line));
                let weight = words::weight_of(&line.what);
                (told, hand, is_notable(&line.what), weight)
            };
            let Some((told, hand, spoke, weight)) = self.with_line(*no, line) else {
                continue;
            };
            tells |= spoke;
            if told.rolled.is_some() {
                roll = Some(*no);
                came.clear();
            } else if spoke {
                came.push(told.head.clone());
            }
            let ends = weight == Weight::Outcome;
            // Of the scene, only moves that change who is near the reader are announced.
            let moved =
                self.with_line(*no, |line| matches!(line.what, LogMessage::Scene(_))) == Some(true);
            if moved || brief && !ends && !self.is_turn_call(*no) {
                continue;
            }
            // Whose tap ended an exchange is not who did it.
            let hand = hand.filter(|_| ended.is_none()).unwrap_or_default();
            let words = [told.into_announcement(), hand];
            said.push((words::join_spoken(words.iter().map(String::as_str)), weight));
        }
        let heard = words::announcement(&said);
        let moves = moves.iter().filter(|_| !brief);
        let parts = std::iter::once(&heard).chain(moves).chain(&asked);
        let aloud = words::join_spoken(parts.map(String::as_str));
        if !aloud.is_empty() {
            self.aloud.set(aloud);
        }
        let ended = ended.filter(|_| tells);
        if ended.is_some() || roll.is_some() {
            self.ended.set(ended);
        }
        if let Some(no) = roll {
            self.roll.set(no);
        }
        self.came.set_if_changed(came);
    }

    /// Whether a line of the log reports that it is now the reader's turn.
    fn is_turn_call(&self, no: u32) -> bool {
        let acting = self.turn.get_untracked().acting;
        let row = acting.and_then(|id| self.current_row(id));
        let is_turn = |line: &LogLineView| matches!(line.what, LogMessage::Turn { .. });
        let theirs = row.is_some_and(|row| match row.owner {
            Some(owner) => owner == self.you.get_untracked(),
            None => self.can_run_table(),
        });
        theirs && self.with_line(no, is_turn) == Some(true)
    }

    /// Describes a new question to the player's own combatant, with its time limit; `None` if the exchange asked it
    /// already.
    pub(super) fn new_question(&self, now: &ExchangeView) -> Option<String> {
        let (you, runs) = (self.you.get_untracked(), self.can_run_table());
        let steps = |it: &ExchangeView| {
            it.next
                .as_ref()
                .map_or(Vec::new(), |it| it.questions().to_vec())
        };
        let before = self
            .exchanges
            .with_untracked(|all| all.get(&now.id).map_or(Vec::new(), steps));
        let before: Vec<_> = before
            .iter()
            .filter_map(ExchangeStep::slot_and_party)
            .collect();
        steps(now).iter().filter(|_| !runs).find_map(|step| {
            let (asked, title) = (step.slot_and_party()?, step.title()?);
            let row = self.current_row(party_member(now, asked.1)?)?;
            let anew = row.owner == Some(you) && !before.contains(&asked);
            let wait = now.waits.get(asked.0);
            let left = wait.and_then(|wait| {
                let left = msg::seconds_left(&browser::seconds_until(wait.until?));
                Some(format!(". {left}{}", msg::then(&wait.then)))
            });
            anew.then(|| format!("{}: {title}{}", row.full_name(), left.unwrap_or_default()))
        })
    }

    /// Whether the exchange is over in its new state `now`, and was not before.
    pub(super) fn ends_with(&self, now: &ExchangeView) -> bool {
        let over = |it: &ExchangeView| it.next.is_none() && !it.outcome.is_empty();
        over(now)
            && self
                .exchanges
                .with_untracked(|all| !all.get(&now.id).is_some_and(over))
    }
}
