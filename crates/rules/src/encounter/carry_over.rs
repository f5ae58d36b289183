//! Carry-over to the next encounter: the combatants who come along, in what state, and the settings of the
//! table.

use std::collections::{BTreeMap, BTreeSet};

use super::aggregate::dry_run::DryRun;
use super::aggregate::encounter::Encounter;
use super::combatant::label::Label;
use super::combatant::place::TokenPlace;
use super::combatant::{Combatant, RoundState};
use super::event::Event;
use super::feature::{Brought, Opened};
use super::limits::{MAX_HIDDEN, MAX_VISIBLE};
use super::refusal::Refusal;
use super::safety::Safety;
use super::table_settings::TableSettings;
use crate::base::id::{ClockId, CombatantId, SeatId};
use crate::base::seat::{Actor, Seat};
use crate::base::sorted_map::Map;
use crate::base::text::{MAX_NAME, Name};
use crate::character::condition::{Conditions, Until};
use crate::character::track::{Track, TrackError};
use crate::clock::{Clock, MAX_CLOCKS};
use crate::handout::HandoutShelf;
use crate::messages::encounter as msg;
use crate::ruleset::house_rules::HouseRules;
use crate::space::FloorPlan;

/// Recovery of a combatant between two encounters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Recovery {
    /// Whether wounds are healed, together with their consequences.
    pub healed: bool,
    /// Whether pools are refilled.
    pub refilled: bool,
}

/// Data carried over to the next encounter, which are the chosen combatants as they are after the
/// scene, the seats, and the settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CarryOver {
    /// The title of the encounter they come from.
    from: Name,
    /// The seats at the table.
    seats: BTreeMap<SeatId, Seat>,
    /// Seats that roll real dice.
    own_dice: BTreeSet<SeatId>,
    /// The house rules.
    house: HouseRules,
    /// The settings of the table.
    table: TableSettings,
    /// The combatants that come along.
    cast: Vec<Combatant>,
    /// The places that come along, and whether they are in use.
    places: Option<Box<(FloorPlan, bool)>>,
    /// The clocks that come along.
    clocks: BTreeMap<ClockId, Clock>,
    /// What the table said for its safety.
    safety: Safety,
    /// The handouts that come along.
    handouts: HandoutShelf,
}

impl CarryOver {
    /// Adds the handouts of the encounter `of` to what is carried over. Those who have them and
    /// come along keep them.
    #[must_use]
    pub fn with_handouts(mut self, of: &Encounter) -> Self {
        self.handouts = of.handouts.clone();
        self
    }

    /// Adds the places of the scene of the encounter `of`, and where each combatant is, to what is
    /// carried over. A next encounter that has places of its own keeps them.
    #[must_use]
    pub fn with_places(mut self, of: &Encounter) -> Self {
        if !of.plan.is_empty() {
            self.places = Some(Box::new((of.plan.clone(), of.plan_in_use)));
            for who in &mut self.cast {
                who.location = of.combatant(who.id).and_then(|who| who.location);
            }
        }
        self
    }
}

/// Returns the default title of the next encounter: this title with the next number.
///
/// A title that would be longer than [`MAX_NAME`] characters is cut before the number.
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
    /// Collects the combatants who go on into another encounter, each as wounded and spent as they are or
    /// recovered. Changes nothing here.
    ///
    /// # Errors
    /// [`Refusal::NotAllowed`] for anybody but storytellers, [`Refusal::NoSuchCombatant`], or the reason why a
    /// sheet makes no health track.
    pub fn prepare_carry_over(
        &self,
        by: Actor,
        along: &[(CombatantId, Recovery)],
    ) -> Result<CarryOver, Refusal> {
        if !self.can_run_table(by) {
            return Err(Refusal::NotAllowed);
        }
        let mut cast: Vec<Combatant> = Vec::new();
        for (id, rest) in along {
            let who = self.combatants.get(id).ok_or(Refusal::NoSuchCombatant)?;
            if cast.iter().all(|other| other.id != *id) {
                cast.push(self.combatant_after_scene(who, *rest)?);
            }
        }
        Ok(CarryOver {
            from: self.title.clone(),
            seats: self.seats.clone(),
            own_dice: self.own_dice.clone(),
            house: self.house.clone(),
            table: self.table.clone(),
            cast,
            places: None,
            clocks: self.clocks_after_scene(),
            safety: self.safety.clone(),
            handouts: HandoutShelf::default(),
        })
    }

    /// Returns a combatant as they are after the scene and their recovery.
    fn combatant_after_scene(
        &self,
        who: &Combatant,
        rest: Recovery,
    ) -> Result<Combatant, TrackError> {
        let mut after = who.clone();
        after.initiative = None;
        after.now = RoundState::default();
        after.location = None;
        after.conditions = self.lasting_conditions(who);
        after.due.retain(|due| !due.lapses);
        if rest.healed {
            let (track, over) = self.healed_track(who)?;
            after.track = track;
            for key in over {
                after.conditions.remove(key);
            }
            // The remaining dues are consequences of the wounds.
            after.due.clear();
        }
        if rest.refilled {
            after.spent = Map::new();
        }
        Ok(after)
    }

    /// Returns the conditions of a combatant that outlast the scene.
    fn lasting_conditions(&self, who: &Combatant) -> Conditions {
        let mut conditions = who.conditions.clone();
        for key in self.conditions_ending_with_scene(who) {
            conditions.remove(&key);
        }
        conditions
    }

    /// Returns the keys of a combatant's conditions that end with the scene.
    pub(super) fn conditions_ending_with_scene(&self, who: &Combatant) -> Vec<String> {
        let over = self.rules().lists().conditions_ending_with_scene;
        let conditions = who.conditions.iter();
        let ends = conditions.filter(|(key, condition)| {
            let lasts = matches!(condition.until, Until::Lifted | Until::Healed { .. });
            !lasts || over.contains(&key.as_str())
        });
        ends.map(|(key, _)| key.clone()).collect()
    }

    /// Returns a combatant's track with all wounds healed, and the keys of the conditions that end with them.
    pub(super) fn healed_track(
        &self,
        who: &Combatant,
    ) -> Result<(Track, BTreeSet<&'static str>), TrackError> {
        let rules = self.rules();
        let track = rules.unmarked_track(&who.sheet)?;
        let pools = who.remaining_pools(rules);
        let lapsed =
            rules.lapsed_conditions(&who.fighter(&pools, &who.conditions, &self.house), &track);
        let over = lapsed
            .into_iter()
            .chain(rules.wound_conditions().iter().copied());
        let over = over.filter(|key| who.conditions.contains_key(*key));
        Ok((track, over.collect()))
    }

    /// Returns the events by which a carry-over arrives in this encounter, which begins with it or was prepared
    /// before. `unseen` tells whether players are not to know of the encounter yet.
    ///
    /// # Errors
    /// [`Refusal::Full`] when there is no room for so many combatants.
    pub fn arrival_events(&self, company: &CarryOver, unseen: bool) -> Result<Vec<Event>, Refusal> {
        let mut trial = DryRun::new(self);
        trial.push(Event::Opened(Opened {
            seats: company.seats.clone(),
            own_dice: company.own_dice.clone(),
            house: company.house.clone(),
            table: company.table.clone(),
            unseen,
            places: company.places.clone().filter(|_| self.plan.is_empty()),
            clocks: self.arriving_clocks(&company.clocks),
            safety: company.safety.clone(),
            handouts: company.handouts.clone(),
        }));
        // Labels and places depend on the combatants placed before.
        for who in &company.cast {
            let here = trial.encounter();
            let event = Event::Brought(Brought {
                combatant: Box::new(here.place_newcomer(who, &company.cast)),
                place: TokenPlace::Bench(here.position_at(&here.bench, here.bench.len())),
                from: company.from.clone(),
            });
            trial.push(event);
        }
        let here = trial.encounter();
        let count = |hidden| {
            let all = here.combatants.values();
            all.filter(|who| who.hidden == hidden).count()
        };
        match count(false) > MAX_VISIBLE || count(true) > MAX_HIDDEN {
            true => Err(Refusal::Full),
            false => Ok(trial.into_events()),
        }
    }

    /// Returns the clocks as they are after the scene, without the exchanges that filled them.
    fn clocks_after_scene(&self) -> BTreeMap<ClockId, Clock> {
        let clocks = self.clocks.iter().map(|(id, clock)| {
            let by_exchanges = Vec::new();
            let clock = clock.clone();
            (
                *id,
                Clock {
                    by_exchanges,
                    ..clock
                },
            )
        });
        clocks.collect()
    }

    /// Returns the clocks of a carry-over that are not here yet, behind those that are.
    fn arriving_clocks(&self, coming: &BTreeMap<ClockId, Clock>) -> BTreeMap<ClockId, Clock> {
        let last = self.clocks.values().map(|clock| clock.rank).max();
        let from = last.map_or(0, |last| last.saturating_add(1));
        let new = coming
            .iter()
            .filter(|(id, _)| !self.clocks.contains_key(*id));
        let new = new.map(|(id, clock)| {
            let rank = clock.rank.saturating_add(from);
            let clock = clock.clone();
            (*id, Clock { rank, ..clock })
        });
        new.take(MAX_CLOCKS.saturating_sub(self.clocks.len()))
            .collect()
    }

    /// Returns a combatant with the label, visibility and place that they have on joining this
    /// encounter together with `company`. A combatant that was brought before keeps visibility,
    /// label and initiative from here. A newcomer gets another label if a namesake has theirs: a
    /// visible one only because of visible namesakes, a hidden one also because of those still to
    /// come.
    fn place_newcomer(&self, who: &Combatant, company: &[Combatant]) -> Combatant {
        let mut who = who.clone();
        who.location = who
            .location
            .filter(|id| self.plan.locations.contains_key(id));
        if let Some(there) = self.combatants.get(&who.id) {
            who.hidden = there.hidden;
            who.label = there.label;
            who.initiative.clone_from(&there.initiative);
            who.now.clone_from(&there.now);
            who.location = there.location;
            return who;
        }
        // A hidden newcomer was never seen here, whatever its label elsewhere: letters belong to
        // combatants that players see.
        if who.hidden && matches!(who.label, Label::Plain | Label::Letter(_)) {
            who.label = Label::Unseen;
        }
        let is_namesake = |other: &&Combatant| {
            other.name.to_folded() == who.name.to_folded() && (who.hidden || !other.hidden)
        };
        let is_new = |other: &&Combatant| !self.combatants.contains_key(&other.id);
        let seen = |other: &&Combatant| other.id != who.id && !other.hidden;
        let coming = company
            .iter()
            .filter(|other| who.hidden && seen(other) && is_new(other));
        let mut namesakes = self.combatants.values().chain(coming).filter(is_namesake);
        if namesakes.any(|other| other.label.display_text() == who.label.display_text()) {
            let series = match who.hidden {
                true => &self.labels.romans,
                false => &self.labels.letters,
            };
            let used = series.get(&who.name.to_folded()).copied().unwrap_or(0);
            let next = used.max(who.label.ordinal()).saturating_add(1);
            who.label = match who.hidden {
                true => Label::Roman(next),
                false => Label::Letter(next),
            };
        }
        who
    }
}
