//! Landing of those who are thrown: the thrower chooses a place of the scene, and they are moved there.

use super::effect::{Effect, Shift};
use super::play::{ChoiceOption, Play, Stop};
use super::slot::{Party, Slot};
use crate::base::term::RuleId;
use crate::messages::{Wording, core as msg};
use crate::space::{Drop, Exit, Passage, Separation};

impl Play<'_> {
    /// Asks the thrower where the one who flies at most this far lands, if there are ways out of the place; `None` is in
    /// the same place.
    ///
    /// # Errors
    /// [`Stop`] when an answer is needed first.
    pub fn ask_landing<'s>(
        &mut self,
        between: &'s Separation,
        by: Party,
        reach: i32,
        rule: &'static str,
    ) -> Result<Option<&'s Exit>, Stop> {
        let is_near = |exit: &&Exit| exit.distance.is_none_or(|far| i32::from(far) <= reach);
        let exits: Vec<&Exit> = between.exits.iter().filter(is_near).collect();
        if exits.is_empty() {
            return Ok(None);
        }
        // A choice has the name of its place for a key.
        let here = between.there.iter();
        let here = here.map(|name| (name, msg::wordings::in_the_same_place(name)));
        let ways = exits.iter().map(|exit| (&exit.name, choice_title(exit)));
        let options = here.chain(ways);
        let options = options.map(|(name, title)| ChoiceOption::new(name.to_string(), title));
        let (slot, title) = (Slot::new("landing"), msg::WHERE_DO_THEY_LAND);
        let chose = self.ask_choice(slot, by, title, rule, options.collect())?;
        Ok(exits.into_iter().find(|exit| exit.name.as_str() == chose))
    }

    /// Moves one who was thrown to the place that was chosen, or away from everyone at arm's length. What a fall or
    /// water does is the storyteller's to say, by this rule; `words` are a distance in words.
    pub fn add_landing(
        &mut self,
        on: Party,
        exit: Option<&Exit>,
        words: impl Fn(u32) -> Wording,
        rule: &'static str,
    ) {
        let to = exit.map_or(Shift::Aside, |exit| Shift::Into(exit.to));
        self.add_effect(Effect::Shift { who: on, to });
        let told = match exit.map(|exit| (exit.drop, exit.passage)) {
            Some((Some(Drop::Water), _)) => msg::LANDS_IN_THE_WATER.into(),
            Some((Some(Drop::Fall(deep)), _)) => {
                msg::wordings::falls_that_far(words(u32::from(deep)))
            }
            Some((None, Passage::Drop)) => msg::FALLS.into(),
            Some((None, _)) | None => return,
        };
        self.add_effect(Effect::Tell {
            who: on,
            words: told,
            rule: RuleId::new(rule),
        });
    }
}

/// Returns the title of the option to land through this way out.
fn choice_title(exit: &Exit) -> Wording {
    match exit.passage {
        Passage::Window => msg::wordings::out_of_a_window(&exit.name),
        Passage::Drop => msg::wordings::over_the_edge(&exit.name),
        Passage::Ground | Passage::Stairs | Passage::Ladder => {
            msg::wordings::into_a_place(&exit.name)
        }
    }
}
