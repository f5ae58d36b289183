//! Changes of what a handout is: its text, its picture, what is covered of it.

use crate::base::dice::Dice;
use crate::base::id::{CombatantId, HandoutId, PictureAddress};
use crate::base::sorted_map::Set;
use crate::base::text::{Name, TextError, clean_line, clean_passage};
use crate::encounter::command::{
    CoveredPart, HandoutEdit, HandoutInput, HandoutPictureInput, PassageInput,
};
use crate::encounter::decide::Decision;
use crate::encounter::event::Event;
use crate::encounter::feature::HandoutChanged;
use crate::encounter::refusal::Refusal;
use crate::encounter::state::State;
use crate::handout::{
    CoveredArea, Handout, HandoutKind, HandoutPicture, MAX_AREAS, MAX_HANDOUT_TEXT, MAX_HANDOUTS,
    MAX_NAME_CARDS, MAX_PASSAGES, MAX_PICTURE_WORDS, MAX_SHELF_TEXT, Passage,
};

impl Decision<'_> {
    /// Makes, changes, gives, uncovers, takes back or removes a handout, as the edit says.
    pub(in crate::encounter::decide) fn edit_handouts(
        &self,
        edit: &HandoutEdit,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        match edit {
            HandoutEdit::Put { id, to } => self.put_handout(*id, to, dice),
            HandoutEdit::Remove { id } => {
                self.find_handout(*id)?;
                self.change_handout(*id, None)
            }
            HandoutEdit::Give { id, to } => self.give_handout(*id, to, dice),
            HandoutEdit::Recall { id, from, quiet } => self.recall_handout(*id, from, *quiet),
            HandoutEdit::Uncover { id, part, only } => self.uncover(*id, part, only, dice),
            HandoutEdit::Screen { id, on } => self.put_on_screen(*id, *on, dice),
        }
    }

    /// Finds a handout, for storytellers.
    pub(in crate::encounter::decide) fn find_handout(
        &self,
        id: HandoutId,
    ) -> Result<&Handout, Refusal> {
        let found = self.state.handouts.get(id);
        found.ok_or(Refusal::NoSuchHandout)
    }

    /// Builds the event that sets or removes a handout.
    pub(super) fn change_handout(
        &self,
        id: HandoutId,
        after: Option<Handout>,
    ) -> Result<Vec<Event>, Refusal> {
        let before = self.state.handouts.get(id);
        if before == after.as_ref() {
            return Err(Refusal::NothingToDo);
        }
        Ok(vec![Event::HandoutChanged(HandoutChanged {
            id,
            before: before.cloned().map(Box::new),
            after: after.map(Box::new),
            quiet: false,
            handed: Set::new(),
        })])
    }

    /// Makes a handout, or changes one.
    fn put_handout(
        &self,
        id: Option<HandoutId>,
        to: &HandoutInput,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        let before = id.map(|id| self.find_handout(id)).transpose()?;
        let text = read_passages(&to.text, before)?;
        let needs_text = matches!(to.kind, HandoutKind::Letter | HandoutKind::Note);
        if needs_text && text.iter().all(|passage| passage.words.trim().is_empty()) {
            return Err(Refusal::Text(TextError::Empty));
        }
        let picture = to.picture.as_ref();
        let picture = picture.map(|picture| self.read_picture(picture, before, dice));
        let picture = picture.transpose()?;
        if to.kind == HandoutKind::Picture && picture.is_none() {
            return Err(Refusal::NoPicture);
        }
        let after = Handout {
            kind: to.kind,
            name: Name::new(&to.name)?,
            text,
            picture,
            may_show: to.may_show,
            announced: to.announced,
            notes: before.map_or_else(Vec::new, |before| before.notes.clone()),
            holders: before.map_or_else(Default::default, |before| before.holders.clone()),
            on_screen: before.and_then(|before| before.on_screen.clone()),
        };
        self.check_room(id, &after)?;
        let after = self.draw_addresses(before, after, dice);
        let id = id.unwrap_or_else(|| self.state.fresh_handout_id(dice));
        self.change_handout(id, Some(after))
    }

    /// Checks that the shelf (all handouts of the encounter) has room for a handout, which may
    /// replace the one with the id `id`.
    fn check_room(&self, id: Option<HandoutId>, after: &Handout) -> Result<(), Refusal> {
        let others = self.state.handouts.iter();
        let others = || others.clone().filter(|(other, _)| Some(*other) != id);
        let cards = others().filter(|(_, other)| other.kind == HandoutKind::Name);
        let text: usize = others().map(|(_, other)| other.text_size()).sum();
        let too_many = others().count() >= MAX_HANDOUTS
            || after.kind == HandoutKind::Name && cards.count() >= MAX_NAME_CARDS
            || text.saturating_add(after.text_size()) > MAX_SHELF_TEXT;
        match too_many {
            true => Err(Refusal::ShelfFull),
            false => Ok(()),
        }
    }

    /// Checks a picture as sent. Areas that were covered before stay uncovered for whom they were.
    fn read_picture(
        &self,
        to: &HandoutPictureInput,
        before: Option<&Handout>,
        dice: &mut dyn Dice,
    ) -> Result<HandoutPicture, Refusal> {
        let words = clean_line(&to.words, MAX_PICTURE_WORDS);
        let words = words.map_err(|error| match error {
            TextError::Empty => Refusal::NoPictureWords,
            other => Refusal::Text(other),
        })?;
        if to.covered.len() > MAX_AREAS || !to.covered.iter().all(|area| area.is_valid()) {
            return Err(Refusal::OutOfBounds);
        }
        let before = before.and_then(|before| before.picture.as_ref());
        let before = before.filter(|before| before.id == to.id);
        let open_to = |area| {
            let mut covers = before.into_iter().flat_map(|before| &before.covers);
            let cover = covers.find(|cover| cover.area == area);
            cover.map_or_else(Set::new, |cover| cover.open_to.clone())
        };
        let mut areas = to.covered.clone();
        areas.sort_unstable();
        areas.dedup();
        let covers = areas.into_iter().map(|area| CoveredArea {
            area,
            open_to: open_to(area),
        });
        Ok(HandoutPicture {
            id: to.id,
            words,
            covers: covers.collect(),
            address: match before {
                Some(before) => before.address,
                None => self.state.fresh_address(dice),
            },
        })
    }

    /// Uncovers a part of a handout, for everyone or for some.
    fn uncover(
        &self,
        id: HandoutId,
        part: &CoveredPart,
        only: &Set<CombatantId>,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        let before = self.find_handout(id)?;
        let mut after = before.clone();
        for who in only.iter() {
            self.find_known_combatant(*who)?;
        }
        let mut found = false;
        match part {
            CoveredPart::Words(words) => {
                let passages = after.text.iter_mut();
                for passage in passages.filter(|it| it.covered && it.words == *words) {
                    found = true;
                    match only.is_empty() {
                        true => (passage.covered, passage.open_to) = (false, Set::new()),
                        false => passage.open_to.extend(only.iter().copied()),
                    }
                }
            }
            CoveredPart::Area(area) => {
                let covers = after.picture.as_mut().map(|picture| &mut picture.covers);
                let covers = covers.ok_or(Refusal::NothingToDo)?;
                for cover in covers.iter_mut().filter(|cover| cover.area == *area) {
                    found = true;
                    cover.open_to.extend(only.iter().copied());
                }
                if only.is_empty() {
                    covers.retain(|cover| cover.area != *area);
                }
            }
        }
        if !found {
            return Err(Refusal::NothingToDo);
        }
        let after = self.draw_addresses(Some(before), after, dice);
        self.change_handout(id, Some(after))
    }

    /// Draws new picture addresses, under which browsers load a handout's picture, for those who do
    /// not see the same picture as before.
    pub(super) fn draw_addresses(
        &self,
        before: Option<&Handout>,
        mut after: Handout,
        dice: &mut dyn Dice,
    ) -> Handout {
        let picture = after.picture.as_ref();
        let seen = |handout: &Handout, who| {
            let picture = handout.picture.as_ref()?;
            Some((picture.id, picture.covered_for(who)))
        };
        let mut drawn: Vec<(CombatantId, Option<PictureAddress>)> = Vec::new();
        for (who, holding) in after.holders.iter() {
            let then = before.filter(|before| before.holders.contains_key(who));
            let same = then.is_some_and(|then| seen(then, *who) == seen(&after, *who));
            if !same || holding.address.is_some() != picture.is_some() {
                let address = picture.map(|_| self.state.fresh_address(dice));
                drawn.push((*who, address));
            }
        }
        for (who, address) in drawn {
            if let Some(holding) = after.holders.get_mut(&who) {
                holding.address = address;
            }
        }
        self.draw_screen_address(before, &mut after, dice);
        after
    }
}

impl State {
    /// Draws an id that no handout has.
    fn fresh_handout_id(&self, dice: &mut dyn Dice) -> HandoutId {
        let mut id = HandoutId::draw(dice);
        while self.handouts.get(id).is_some() {
            id = id.next();
        }
        id
    }

    /// Draws an address that no picture of a handout has.
    pub(super) fn fresh_address(&self, dice: &mut dyn Dice) -> PictureAddress {
        let mut address = PictureAddress::draw(dice);
        while self.has_picture_address(address) {
            address = address.next();
        }
        address
    }

    /// Whether a picture of some handout has this address.
    fn has_picture_address(&self, address: PictureAddress) -> bool {
        self.handouts.iter().any(|(_, handout)| {
            let mut held = handout.holders.values();
            let picture = handout.picture.as_ref();
            let shown = handout.on_screen.as_ref();
            picture.is_some_and(|picture| picture.address == address)
                || shown.is_some_and(|shown| shown.address == Some(address))
                || held.any(|holding| holding.address == Some(address))
        })
    }
}

/// Checks the typed text of a handout and returns its passages. Passages that were covered before
/// stay uncovered for whom they were.
fn read_passages(text: &[PassageInput], before: Option<&Handout>) -> Result<Vec<Passage>, Refusal> {
    if text.len() > MAX_PASSAGES {
        return Err(Refusal::Text(TextError::TooLong));
    }
    let mut left = MAX_HANDOUT_TEXT;
    let mut passages: Vec<Passage> = Vec::new();
    for input in text {
        let words = clean_passage(&input.words, left)?;
        left = left.saturating_sub(words.chars().count());
        if words.is_empty() {
            continue;
        }
        let same = |passage: &&Passage| passage.covered && passage.words == words;
        let then = before.and_then(|before| before.text.iter().find(same));
        let then = then.filter(|_| input.covered);
        passages.push(Passage {
            open_to: then.map_or_else(Set::new, |then| then.open_to.clone()),
            covered: input.covered,
            words,
        });
    }
    Ok(passages)
}
