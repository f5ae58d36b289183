//! Asked rolls in the state: what each reader learns of them, and which are kept.

use std::collections::BTreeSet;

use super::state::State;
use crate::base::dice::Dice;
use crate::base::id::{AskId, CombatantId, SeatId};
use crate::encounter::ask::{AskAnswer, AskEnd, AskSight, AskTelling, AskedRoll};
use crate::encounter::combatant::Combatant;
use crate::encounter::limits::MAX_ENDED_ASKS;
use crate::encounter::viewer::Viewer;
use crate::messages::Wording;
use crate::trait_pool::pool_title;

impl State {
    /// Returns how much a viewer reads of an asked roll, as the one place that decides it.
    ///
    /// A class reads what is told to all of it; a seat reads of its own combatants' secret rolls, too.
    pub(crate) fn ask_sight(&self, ask: &AskedRoll, viewer: Viewer) -> AskSight {
        if viewer.sees_hidden() {
            return AskSight::All;
        }
        let seen = |id: &CombatantId| self.is_visible(*id) && !ask.is_aside(*id);
        if self.unseen || !ask.answers.keys().any(seen) {
            return AskSight::Nothing;
        }
        match (ask.telling, ask.end) {
            (AskTelling::Open, _) | (_, Some(AskEnd::Shown)) => AskSight::Dice,
            (AskTelling::PassFail, _) => AskSight::Outcome,
            (AskTelling::Secret { .. }, _) => {
                let asked = |seat| ask.answers.keys().any(|id| self.plays(seat, *id));
                match viewer.seat.is_some_and(asked) {
                    true => AskSight::Made,
                    false => AskSight::Nothing,
                }
            }
        }
    }

    /// Whether there is a secret asked roll, which only the seats of the asked combatants read of
    /// and not all players.
    pub(crate) fn has_secret_asks(&self) -> bool {
        let secret = |telling| matches!(telling, AskTelling::Secret { .. });
        self.asks.iter().any(|ask| secret(ask.telling))
    }

    /// Whether a seat plays a combatant that it sees.
    pub(crate) fn plays(&self, seat: SeatId, id: CombatantId) -> bool {
        let who = self.combatants.get(&id);
        who.is_some_and(|who| who.owner == Some(seat) && !who.hidden)
    }

    /// Whether a seat plays a combatant who still has to make an asked roll; only then may the seat
    /// say that it has the card open.
    #[must_use]
    pub fn is_asked(&self, seat: SeatId, id: AskId) -> bool {
        let ask = self.ask(id).filter(|ask| ask.end.is_none());
        ask.is_some_and(|ask| {
            let mut missing = ask.missing().filter(|who| !ask.is_aside(*who));
            missing.any(|who| self.plays(seat, who))
        })
    }

    /// Returns the asked roll with an id, if it is still kept.
    pub(crate) fn ask(&self, id: AskId) -> Option<&AskedRoll> {
        let mut asks = self.asks.iter().map(|ask| &**ask);
        asks.find(|ask| ask.id == id)
    }

    /// Returns the answer of a combatant to an asked roll, for changes.
    pub(crate) fn ask_answer_mut(&mut self, id: AskId, who: CombatantId) -> Option<&mut AskAnswer> {
        let mut asks = self.asks.iter_mut();
        asks.find(|ask| ask.id == id)?.answers.get_mut(&who)
    }

    /// Lets the time run that players have to answer the rolls that were just asked for.
    pub(crate) fn start_ask_deadlines(&mut self, at: u64) {
        for ask in &mut self.asks {
            if let (Some(seconds), None) = (ask.seconds, ask.until) {
                ask.until = Some(at.saturating_add(u64::from(seconds) * 1_000));
            }
        }
    }

    /// Puts an asked roll in place of the one with its id, or behind all others; `None` removes it.
    pub(crate) fn set_ask(&mut self, id: AskId, ask: Option<AskedRoll>) {
        let at = self.asks.iter().position(|ask| ask.id == id);
        match (at, ask) {
            (Some(at), Some(ask)) => self.asks[at] = ask.into(),
            (Some(at), None) => drop(self.asks.remove(at)),
            (None, Some(ask)) => self.asks.push(ask.into()),
            (None, None) => {}
        }
    }

    /// Whether players as a class read of an asked roll.
    fn is_ask_public(&self, ask: &AskedRoll) -> bool {
        self.ask_sight(ask, Viewer::PLAYERS) > AskSight::Nothing
    }

    /// Returns the newest asked rolls of a kind that are over.
    fn newest_ended_asks(
        &self,
        is_meant: impl Fn(&AskedRoll) -> bool,
    ) -> impl Iterator<Item = AskId> {
        let newest = self.asks.iter().rev();
        let meant = newest.filter(move |ask| ask.end.is_some() && is_meant(ask));
        meant.take(MAX_ENDED_ASKS).map(|ask| ask.id)
    }

    /// Returns the ended asked rolls that the storytellers or the players as a class are still
    /// shown, the newest of those that players know of and the newest of the others.
    pub(crate) fn recent_asks_of_class(&self) -> BTreeSet<AskId> {
        let public = self.newest_ended_asks(|ask| self.is_ask_public(ask));
        let others = self.newest_ended_asks(|ask| !self.is_ask_public(ask));
        public.chain(others).collect()
    }

    /// Returns the ended asked rolls of a combatant that are not public and that whoever plays it
    /// is still shown. Each combatant's are counted apart, so that what one is asked pushes nothing
    /// out of what another reads.
    pub(crate) fn recent_asks_of(&self, who: CombatantId) -> impl Iterator<Item = AskId> {
        self.newest_ended_asks(move |ask| {
            ask.answers.contains_key(&who) && !self.is_ask_public(ask)
        })
    }

    /// Removes the asked rolls that are over and that nobody is shown any more.
    pub(crate) fn forget_old_asks(&mut self) {
        let ended = self.asks.iter().filter(|ask| ask.end.is_some());
        if ended.clone().count() <= MAX_ENDED_ASKS {
            return;
        }
        let asked = ended.flat_map(|ask| ask.answers.keys().copied());
        let asked: BTreeSet<CombatantId> = asked.collect();
        let mut shown = self.recent_asks_of_class();
        shown.extend(asked.into_iter().flat_map(|who| self.recent_asks_of(who)));
        self.asks
            .retain(|ask| ask.end.is_none() || shown.contains(&ask.id));
    }

    /// Returns the pool of an asked roll in words: "Wits + Alertness".
    pub(crate) fn ask_title(&self, ask: &AskedRoll) -> Wording {
        pool_title(&ask.pool, self.rules())
    }

    /// Returns an id that no asked roll has.
    pub(crate) fn fresh_ask_id(&self, dice: &mut dyn Dice) -> AskId {
        let mut id = AskId::draw(dice);
        while self.ask(id).is_some() {
            id = id.next();
        }
        id
    }

    /// Returns the names of the combatants who are asked and whom a viewer sees.
    pub(crate) fn ask_names(&self, ask: &AskedRoll, viewer: Viewer) -> Vec<String> {
        let all = ask.answers.keys().filter(|id| !ask.is_aside(**id));
        let known = all.filter_map(|id| self.known_combatant(viewer, *id));
        known.map(Combatant::full_name).collect()
    }
}
