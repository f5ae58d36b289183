//! Handouts change hands: given by storytellers, shown by players, taken back.

use crate::base::dice::Dice;
use crate::base::id::{CombatantId, HandoutId, SeatId};
use crate::base::sorted_map::Set;
use crate::base::text::{Name, clean_line};
use crate::encounter::decide::Decision;
use crate::encounter::event::Event;
use crate::encounter::feature::HandoutChanged;
use crate::encounter::refusal::Refusal;
use crate::encounter::state::State;
use crate::handout::{
    CardNote, GivenAs, Handout, HandoutKind, Holding, MAX_CARD_NOTE, MAX_CARD_NOTES,
};

impl Decision<'_> {
    /// Gives a handout to combatants who do not have it yet.
    pub(super) fn give_handout(
        &self,
        id: HandoutId,
        to: &Set<CombatantId>,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        for who in to.iter() {
            self.find_known_combatant(*who)?;
        }
        self.hand_over(id, to, false, dice)
    }

    /// Hands a handout over to combatants who do not have it yet; `quiet` if nobody else is told of it.
    pub(in crate::encounter::decide) fn hand_over(
        &self,
        id: HandoutId,
        to: &Set<CombatantId>,
        quiet: bool,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        let before = self.find_handout(id)?;
        let mut after = before.clone();
        let given = match to.len() {
            1 => GivenAs::Alone,
            _ if self.state.are_all_player_characters(to) => GivenAs::Everybody,
            _ => GivenAs::Some,
        };
        for who in to.iter() {
            self.add_holding(&mut after, *who, given);
        }
        let after = self.draw_addresses(Some(before), after, dice);
        let mut events = self.change_handout(id, Some(after))?;
        if let [Event::HandoutChanged(changed)] = &mut events[..] {
            (changed.quiet, changed.handed) = (quiet, to.clone());
        }
        Ok(events)
    }

    /// Makes a combatant hold a handout, given as `given` says, unless the combatant does already.
    fn add_holding(&self, handout: &mut Handout, who: CombatantId, given: GivenAs) {
        if !handout.holders.contains_key(&who) {
            let nth = self.state.handouts.next_position(who);
            handout.holders.insert(
                who,
                Holding {
                    nth,
                    given,
                    shown_by: None,
                    address: None,
                },
            );
        }
    }

    /// Takes a handout back from combatants, from one after the other, so that none is told of the others.
    pub(super) fn recall_handout(
        &self,
        id: HandoutId,
        from: &Set<CombatantId>,
        quiet: bool,
    ) -> Result<Vec<Event>, Refusal> {
        let mut now = self.find_handout(id)?.clone();
        let mut events = Vec::new();
        for who in from {
            let before = now.clone();
            if now.holders.remove(who).is_some() {
                events.push(Event::HandoutChanged(HandoutChanged {
                    id,
                    before: Some(Box::new(before)),
                    after: Some(Box::new(now.clone())),
                    quiet,
                    handed: Set::new(),
                }));
            }
        }
        match events.is_empty() {
            true => Err(Refusal::NothingToDo),
            false => Ok(events),
        }
    }

    /// Shows a handout to other characters, as a reader who may. A character who has it already is shown it, too, however
    /// often, so that the sender does not learn who has it.
    pub(in crate::encounter::decide) fn show_handout(
        &self,
        id: HandoutId,
        to: &Set<CombatantId>,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        let (seat, name, before) = self.find_read_handout(id)?;
        if !before.may_show {
            return Err(Refusal::NotAllowed);
        }
        let mut after = before.clone();
        for who in to.iter() {
            let shown = self.find_known_combatant(*who)?;
            if shown.owner.is_none_or(|owner| owner == seat) {
                return Err(Refusal::OutOfBounds);
            }
            self.add_holding(&mut after, *who, GivenAs::Shown);
            if let Some(holding) = after.holders.get_mut(who) {
                holding.shown_by = Some(name.clone());
            }
        }
        if to.is_empty() {
            return Err(Refusal::NothingToDo);
        }
        let after = self.draw_addresses(Some(before), after, dice);
        Ok(vec![Event::HandoutChanged(HandoutChanged {
            id,
            before: Some(Box::new(before.clone())),
            after: Some(Box::new(after)),
            quiet: false,
            handed: to.clone(),
        })])
    }

    /// Adds a note to the card of a person or place, as a reader of it.
    pub(in crate::encounter::decide) fn note_handout(
        &self,
        id: HandoutId,
        words: &str,
    ) -> Result<Vec<Event>, Refusal> {
        let (_, name, before) = self.find_read_handout(id)?;
        if before.kind != HandoutKind::Name {
            return Err(Refusal::OutOfBounds);
        }
        if before.notes.len() >= MAX_CARD_NOTES {
            return Err(Refusal::CardFull);
        }
        let words = clean_line(words, MAX_CARD_NOTE)?;
        let by = name.to_string();
        let mut after = before.clone();
        after.notes.push(CardNote { by, words });
        self.change_handout(id, Some(after))
    }

    /// Finds a handout that the sender reads, with the sender's seat and name.
    fn find_read_handout(&self, id: HandoutId) -> Result<(SeatId, &Name, &Handout), Refusal> {
        let (seat, person) = self.person.ok_or(Refusal::NoSuchHandout)?;
        let found = self.state.handout_of_reader(seat, id);
        Ok((seat, &person.name, found.ok_or(Refusal::NoSuchHandout)?))
    }
}

impl State {
    /// Whether every visible combatant that has an owner is among these.
    fn are_all_player_characters(&self, ids: &Set<CombatantId>) -> bool {
        let mut all = self.combatants.values();
        all.all(|who| who.hidden || who.owner.is_none() || ids.contains(&who.id))
    }
}
