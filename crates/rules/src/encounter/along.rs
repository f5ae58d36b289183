//! From one encounter to the next: who comes along, how they are then, and what stays as it was
//! at the table.

use std::collections::{BTreeMap, BTreeSet};

use super::combatant::{Combatant, ThisRound};
use super::encounter::Encounter;
use super::event::Event;
use super::feature::{Brought, Opened};
use super::label::Label;
use super::limits::{MAX_HIDDEN, MAX_VISIBLE};
use super::place::Place;
use super::refusal::Refusal;
use super::table_settings::TableSettings;
use super::trial::Trial;
use crate::condition::{Conditions, Until};
use crate::house::House;
use crate::id::{CombatantId, SeatId};
use crate::messages::encounter as msg;
use crate::seat::{Actor, Seat};
use crate::sorted::Map;
use crate::text::{MAX_NAME, Name};
use crate::track::{Track, TrackError};

/// What rest makes of a combatant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rest {
    /// The wounds are healed, and what came of them is over.
    pub healed: bool,
    /// What was spent has come back.
    pub refilled: bool,
}

/// What an encounter takes over from the one before: who comes along, as they are when the scene
/// is over, who sits at the table, and what is played there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Company {
    from: Name,
    seats: BTreeMap<SeatId, Seat>,
    own_dice: BTreeSet<SeatId>,
    house: House,
    table: TableSettings,
    cast: Vec<Combatant>,
}

/// What the next encounter is called unless another title is given: as this one, with the next number.
///
/// A title that would be longer than [`MAX_NAME`] characters loses its last ones before the number.
#[must_use]
pub fn next_title(title: &str) -> String {
    let numbered = |number: u32| {
        let before = title.strip_suffix(&msg::numbered_title(&"", &number))?;
        (number > 1 && !before.is_empty()).then_some((before, number.checked_add(1)?))
    };
    let last = title.rsplit(|it: char| !it.is_ascii_digit()).next();
    let number = last.and_then(|it| it.parse().ok());
    let (before, number) = number.and_then(numbered).unwrap_or((title, 2));
    let most = MAX_NAME.saturating_sub(msg::numbered_title(&"", &number).chars().count());
    let before: String = before.chars().take(most).collect();
    msg::numbered_title(&before.trim_end(), &number)
}

impl Encounter {
    /// Those who go on into another encounter, each as wounded and spent as they are or rested.
    /// Nothing changes here.
    ///
    /// # Errors
    /// [`Refusal::NotAllowed`] to all but those who run the table, [`Refusal::NoSuchCombatant`],
    /// or why a sheet makes no track.
    pub fn company(&self, by: Actor, along: &[(CombatantId, Rest)]) -> Result<Company, Refusal> {
        if !self.can_run_table(by) {
            return Err(Refusal::NotAllowed);
        }
        let mut cast: Vec<Combatant> = Vec::new();
        for (id, rest) in along {
            let who = self.combatants.get(id).ok_or(Refusal::NoSuchCombatant)?;
            if cast.iter().all(|other| other.id != *id) {
                cast.push(self.after_the_scene(who, *rest)?);
            }
        }
        Ok(Company {
            from: self.title.clone(),
            seats: self.seats.clone(),
            own_dice: self.own_dice.clone(),
            house: self.house.clone(),
            table: self.table.clone(),
            cast,
        })
    }

    /// A combatant with whom the scene is over, and who has rested.
    fn after_the_scene(&self, who: &Combatant, rest: Rest) -> Result<Combatant, TrackError> {
        let mut after = who.clone();
        after.initiative = None;
        after.now = ThisRound::default();
        after.conditions = self.lasting(who);
        after.due.retain(|due| !due.lapses);
        if rest.healed {
            let (track, over) = self.healed(who)?;
            after.track = track;
            for key in over {
                after.conditions.remove(key);
            }
            // What is still due came of the wounds.
            after.due.clear();
        }
        if rest.refilled {
            after.spent = Map::new();
        }
        Ok(after)
    }

    /// The conditions of a combatant that outlast the scene.
    fn lasting(&self, who: &Combatant) -> Conditions {
        let mut conditions = who.conditions.clone();
        for key in self.over_with_scene(who) {
            conditions.remove(&key);
        }
        conditions
    }

    /// The keys of the conditions of a combatant that end with the scene.
    pub(super) fn over_with_scene(&self, who: &Combatant) -> Vec<String> {
        let over = self.rules().over_with_scene();
        let conditions = who.conditions.iter();
        let ends = conditions.filter(|(key, condition)| {
            let lasts = matches!(condition.until, Until::Lifted | Until::Healed { .. });
            !lasts || over.contains(&key.as_str())
        });
        ends.map(|(key, _)| key.clone()).collect()
    }

    /// The track of a combatant whose wounds are healed, and the keys of the conditions that are
    /// over with them.
    pub(super) fn healed(
        &self,
        who: &Combatant,
    ) -> Result<(Track, BTreeSet<&'static str>), TrackError> {
        let rules = self.rules();
        let track = rules.track(&who.sheet)?;
        let pools = who.pools(rules);
        let lapsed = rules.lapsed(&who.fighter(&pools, &who.conditions, &self.house), &track);
        let over = lapsed.into_iter().chain(rules.of_wounds().iter().copied());
        let over = over.filter(|key| who.conditions.contains_key(*key));
        Ok((track, over.collect()))
    }

    /// What happens when those who come along arrive here: first of all in an encounter that
    /// begins with them, or later in one that was prepared. `unseen` is that the table is not to
    /// know of this encounter yet.
    ///
    /// # Errors
    /// [`Refusal::Full`] when there is no room for so many.
    pub fn arrival(&self, company: &Company, unseen: bool) -> Result<Vec<Event>, Refusal> {
        let mut trial = Trial::on(self);
        trial.push(Event::Opened(Opened {
            seats: company.seats.clone(),
            own_dice: company.own_dice.clone(),
            house: company.house.clone(),
            table: company.table.clone(),
            unseen,
        }));
        // Labels and places follow from those who came before.
        for who in &company.cast {
            let here = trial.now();
            let event = Event::Brought(Brought {
                combatant: Box::new(here.placed(who, &company.cast)),
                place: Place::Bench(here.spot(&here.bench, here.bench.len())),
                from: company.from.clone(),
            });
            trial.push(event);
        }
        let here = trial.now();
        let count = |hidden| {
            let all = here.combatants.values();
            all.filter(|who| who.hidden == hidden).count()
        };
        match count(false) > MAX_VISIBLE || count(true) > MAX_HIDDEN {
            true => Err(Refusal::Full),
            false => Ok(trial.into_events()),
        }
    }

    /// A combatant as they stand here. One who was brought before stays hidden or seen, and keeps
    /// label and initiative; a newcomer whose label a namesake has here gets another. One whom players
    /// see gives way to nobody whom they do not see; a hidden one also to those who come behind them.
    fn placed(&self, who: &Combatant, company: &[Combatant]) -> Combatant {
        let mut who = who.clone();
        if let Some(there) = self.combatants.get(&who.id) {
            who.hidden = there.hidden;
            who.label = there.label;
            who.initiative.clone_from(&there.initiative);
            who.now.clone_from(&there.now);
            return who;
        }
        // Who comes in hidden was never seen here, whatever they were called elsewhere: the letters are
        // of those whom players see.
        if who.hidden && matches!(who.label, Label::Plain | Label::Letter(_)) {
            who.label = Label::Unseen;
        }
        let is_namesake = |other: &&Combatant| {
            other.name.folded() == who.name.folded() && (who.hidden || !other.hidden)
        };
        let is_new = |other: &&Combatant| !self.combatants.contains_key(&other.id);
        let seen = |other: &&Combatant| other.id != who.id && !other.hidden;
        let coming = company
            .iter()
            .filter(|other| who.hidden && seen(other) && is_new(other));
        let mut namesakes = self.combatants.values().chain(coming).filter(is_namesake);
        if namesakes.any(|other| other.label.print() == who.label.print()) {
            let series = match who.hidden {
                true => &self.labels.romans,
                false => &self.labels.letters,
            };
            let used = series.get(&who.name.folded()).copied().unwrap_or(0);
            let next = used.max(who.label.ordinal()).saturating_add(1);
            who.label = match who.hidden {
                true => Label::Roman(next),
                false => Label::Letter(next),
            };
        }
        who
    }
}
