//! Cover commands: storytellers add, change and remove covers, and put combatants behind them.

use super::Decision;
use super::pairs::parameter_words;
use crate::base::dice::Dice;
use crate::base::id::{CombatantId, CoverId};
use crate::base::text::Name;
use crate::character::parameters::Parameters;
use crate::encounter::aggregate::dry_run::DryRun;
use crate::encounter::event::Event;
use crate::encounter::feature::Covered;
use crate::encounter::limits::MAX_COVERS;
use crate::encounter::refusal::Refusal;
use crate::encounter::state::State;
use crate::encounter::state::cover::{BEHIND_KEY, Cover};
use crate::messages::{Wording, encounter as msg};

/// The viewpoint and the combatant seen from it.
type Pair = (CombatantId, CombatantId);

impl Decision<'_> {
    /// Adds or changes a cover, and optionally puts the second of a pair behind it.
    pub(super) fn set_cover(
        &self,
        cover: Option<CoverId>,
        (name, numbers): (&str, &Parameters),
        between: Option<Pair>,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        let combat = self.state.system.combat();
        let spec = combat.cover_spec().ok_or(Refusal::NoSuchDial)?;
        let mut dials = combat.situation_parameters();
        dials.retain(|dial| spec.keys.contains(&dial.key));
        if !numbers.are_valid_for(&dials) {
            return Err(Refusal::OutOfBounds);
        }
        let id = match cover {
            Some(id) if self.state.cover(id).is_none() => return Err(Refusal::NoSuchCover),
            Some(id) => id,
            None if self.state.covers.len() >= MAX_COVERS => return Err(Refusal::Full),
            None => self.state.fresh_cover_id(dice),
        };
        let after = Cover {
            name: Name::new(name)?,
            numbers: numbers.clone(),
        };
        let mut trial = DryRun::new(self.state);
        trial.extend(self.state.cover_event(id, Some(after)));
        if let Some(pair) = between {
            match self
                .with_state(trial.encounter())
                .stand_behind(pair, Some(id))
            {
                Err(Refusal::NothingToDo) => {}
                stands => trial.extend(stands?),
            }
        }
        match trial.is_empty() {
            true => Err(Refusal::NothingToDo),
            false => Ok(trial.into_events()),
        }
    }

    /// Removes a cover, and takes all who stand behind it out of it.
    pub(super) fn remove_cover(&self, id: CoverId) -> Result<Vec<Event>, Refusal> {
        let gone = self
            .state
            .cover_event(id, None)
            .ok_or(Refusal::NoSuchCover)?;
        let pairs = self.state.pairs_behind_cover(id).into_iter();
        let stands = pairs.filter_map(|pair| self.state.situation_event(pair, BEHIND_KEY, None));
        Ok(std::iter::once(gone).chain(stands).collect())
    }

    /// Puts the second of a pair behind a cover, as seen from the first, or behind none.
    pub(super) fn stand_behind(
        &self,
        pair: Pair,
        cover: Option<CoverId>,
    ) -> Result<Vec<Event>, Refusal> {
        if self.state.system.combat().cover_spec().is_none() {
            return Err(Refusal::NoSuchDial);
        }
        if let Some(id) = cover {
            let known = self.can_run_table() || self.state.is_cover_known(id);
            let cover = self.state.cover(id).filter(|_| known);
            cover.ok_or(Refusal::NoSuchCover)?;
        }
        let event = self
            .state
            .situation_event(pair, BEHIND_KEY, cover.map(CoverId::to_parameter));
        Ok(vec![event.ok_or(Refusal::NothingToDo)?])
    }

    /// Changes a number of the cover between a pair; `None` if there is no cover between the two,
    /// or the key is a parameter of the pair and not of the cover.
    pub(super) fn set_cover_number(
        &self,
        (from, to): Pair,
        (key, after): (&str, Option<i32>),
    ) -> Option<Result<Vec<Event>, Refusal>> {
        let spec = self.state.system.combat().cover_spec()?;
        let (id, cover) = self.state.cover_between(from, to)?;
        if !spec.keys.contains(&key) {
            return None;
        }
        let mut cover = cover.clone();
        match after {
            Some(value) => cover.numbers.set(key, value),
            None => cover.numbers.unset(key),
        }
        Some(self.require_storyteller().and_then(|()| {
            let event = self.state.cover_event(id, Some(cover));
            Ok(vec![event.ok_or(Refusal::NothingToDo)?])
        }))
    }
}

impl State {
    /// Builds the event that sets or removes a cover; `None` if it stays the same.
    fn cover_event(&self, cover: CoverId, after: Option<Cover>) -> Option<Event> {
        let before = self.cover(cover).cloned();
        (before != after).then(|| {
            Event::Covered(Covered {
                cover,
                before: before.map(Box::new),
                after: after.map(Box::new),
            })
        })
    }

    /// Returns the words for standing behind the cover whose id is the parameter value `dial`.
    pub(super) fn behind_cover_words(&self, dial: i32) -> Wording {
        let cover = CoverId::from_parameter(dial).and_then(|id| self.cover(id));
        let words = cover.and_then(|cover| self.cover_words(None, Some(cover)));
        msg::wordings::behind(words.unwrap_or_default())
    }

    /// Draws an id that no cover has.
    fn fresh_cover_id(&self, dice: &mut dyn Dice) -> CoverId {
        let mut id = CoverId::draw(dice);
        while self.cover(id).is_some() {
            id = id.next();
        }
        id
    }

    /// Returns the log text of a changed cover, with its name and its numbers; `None` if there is
    /// no cover before or after. An example is "Oak door. Durability of the cover: 1".
    pub(in crate::encounter) fn cover_words(
        &self,
        before: Option<&Cover>,
        after: Option<&Cover>,
    ) -> Option<Wording> {
        let Some(now) = after else {
            return Some(msg::wordings::covers_no_more(&before?.name));
        };
        let combat = self.system.combat();
        if combat
            .cover_spec()
            .is_some_and(|spec| spec.is_gone(&now.numbers))
        {
            return Some(msg::wordings::nothing_is_left_that_covers(&now.name));
        }
        let dials = combat.situation_parameters();
        let numbers = now.numbers.iter().filter_map(|(key, value)| {
            let dial = dials.iter().find(|dial| dial.key == key)?;
            Some(parameter_words(dial, Some(value)))
        });
        Some(numbers.fold(Wording::from(&now.name), |said, next| {
            msg::wordings::cover_and_number(said, next)
        }))
    }
}
