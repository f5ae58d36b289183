//! Questions to the rules about the draft of an action, and the effects of their answers.

use leptos::prelude::*;
use rules::base::id::CombatantId;
use rules::base::sorted_map::Map;
use rules::encounter::command::Declaration;
use rules::encounter::question::{NOTICED_KEY, OfferedManeuver};
use rules::encounter::{Question, Reply};
use rules::exchange::{Intent, Targets as Takes};

use crate::browser;
use crate::connection::questions;
use crate::exchange::chance;
use crate::exchange::draft::{CARDS, Draft};
use crate::state::table_state::Model;

/// Time in milliseconds after which a question that came too fast is asked again.
const RETRY_MS: u32 = 400;

impl Draft {
    /// Returns the question to the rules about the maneuvers a drafted action can use; `None` while none is drafted.
    fn offers_question(&self) -> Option<Question> {
        let by = self.by.get_untracked()?;
        Some(Question::Offers {
            by,
            at: self.at.get_untracked(),
            others: self.others.get_untracked(),
            without: self.without.get_untracked(),
            intent: self.maneuver.get_untracked().map(|key| self.intent(key)),
        })
    }

    /// Returns the drafted action as the rules take it, with the maneuver of this key.
    pub(super) fn intent(&self, key: String) -> Intent {
        let mut intent = Intent::of(key);
        intent.item = self.item.get();
        intent.set = self.set.get();
        intent.set.unset(NOTICED_KEY);
        intent
    }

    /// Asks the rules for the maneuvers of the draft; `keep` keeps the chosen maneuver even if it is barred.
    pub(super) fn ask_offers(&self, model: Model, keep: bool) {
        let (draft, asked) = (*self, untrack(|| self.offers_question()));
        let Some(question) = asked.clone() else {
            return;
        };
        questions::ask(question, move |reply| {
            if untrack(|| draft.offers_question()) != asked {
                return;
            }
            match reply {
                Reply::Offers {
                    maneuvers,
                    situation,
                    space,
                } => {
                    draft.space.set(space);
                    if draft.situation.with_untracked(|old| *old != situation) {
                        draft.situation.set(situation);
                    }
                    draft.take_offers(maneuvers, keep);
                }
                Reply::Refused(why) => model.notify(crate::words::to_sentence(&why.to_string())),
                // OpenQuestion again a moment later, or nothing could be chosen.
                Reply::TooFast => {
                    browser::run_later(RETRY_MS, move || draft.ask_offers(model, keep))
                }
                _ => {}
            }
        });
    }

    /// Stores the maneuvers that the rules offer, the likeliest first. Those on the screen keep their place, even if
    /// they are barred now, because a finger may be on its way there.
    fn take_offers(&self, maneuvers: Vec<OfferedManeuver>, keep: bool) {
        let open = maneuvers.iter().filter(|it| it.barred.is_none());
        let open: Vec<String> = open.map(|it| it.key.clone()).collect();
        self.offered.set(maneuvers);
        let chosen = self.maneuver.get_untracked();
        match open.first() {
            _ if chosen.is_some_and(|key| keep || open.contains(&key)) => self.fit_targets(),
            Some(key) => self.choose_maneuver(key),
            None => self.maneuver.set(None),
        }
        let shown = self.shown.get_untracked();
        let new = open.into_iter().filter(|key| !shown.contains(key));
        self.shown.update(|shown| shown.extend(new));
        self.ask_card_odds();
    }

    /// Asks for the odds of the maneuvers that are shown as cards.
    fn ask_card_odds(&self) {
        self.compared.set(Map::new());
        let Some(by) = self.by.get_untracked() else {
            return;
        };
        let at = self.at.get_untracked();
        let cards = self
            .shown
            .with_untracked(|keys| keys.iter().take(CARDS).cloned().collect::<Vec<_>>());
        for offered in cards.iter().filter_map(|key| untrack(|| self.offer(key))) {
            let at = match offered.targets {
                Takes::None => Vec::new(),
                Takes::One => at.iter().take(1).copied().collect(),
                Takes::UpTo(_) => at.clone(),
            };
            if offered.barred.is_some() || !offered.targets.accepts(at.len()) {
                continue;
            }
            let mut intent = Intent::of(offered.key.clone());
            intent.item = offered.items.first().copied();
            let asked = Declaration {
                at,
                ..Declaration::without_target(by, intent)
            };
            let compared = self.compared;
            questions::ask(Question::Odds(Box::new(asked)), move |reply| {
                if let Reply::Odds(chances) = reply {
                    _ = compared.try_update(|all| all.insert(offered.key, chances));
                }
            });
        }
    }

    /// Asks for the odds of the draft.
    pub(super) fn ask_odds(&self) {
        self.chances.set(None);
        if let Some(declaration) = untrack(|| self.declaration(false)) {
            chance::ask_odds(Question::Odds(Box::new(declaration)), self.chances);
        }
    }

    /// Asks the server whether the acting combatant has any action left.
    pub(crate) fn check_spent(&self, by: CombatantId) {
        let spent = self.spent;
        let draft = *self;
        questions::ask(Question::Spent { by }, move |reply| match reply {
            Reply::Spent(nothing) => _ = spent.try_set(nothing.then_some(by)),
            Reply::TooFast => browser::run_later(RETRY_MS, move || draft.check_spent(by)),
            _ => {}
        });
    }
}
