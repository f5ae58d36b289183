//! Changes of clocks by storytellers.

use crate::base::dice::Dice;
use crate::base::id::ClockId;
use crate::base::text::Name;
use crate::clock::{
    Clock, ExtendedAction, FillTrigger, FullOutcome, Helper, MAX_CLOCKS, MAX_HELPERS, MAX_PINNED,
    MAX_ROLLS, MAX_SUCCESSES, SEGMENTS, parse_clock, parse_pool,
};
use crate::encounter::command::{ActionInput, ClockEdit, ClockInput};
use crate::encounter::decide::Decision;
use crate::encounter::event::Event;
use crate::encounter::feature::ClockChanged;
use crate::encounter::log::ClockCause;
use crate::encounter::refusal::Refusal;
use crate::encounter::state::State;

impl Decision<'_> {
    /// Changes the clocks of the encounter.
    pub(in crate::encounter::decide) fn edit_clocks(
        &self,
        edit: &ClockEdit,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        let (id, after) = match edit {
            ClockEdit::Make { line } => return self.make_clock(line, dice),
            ClockEdit::Fill { id, by } => return self.fill_by_hand((*id, *by), dice),
            ClockEdit::Change { id, to } => (*id, Some(self.changed_clock(*id, to)?)),
            ClockEdit::Hide { id, hidden } => {
                let mut clock = self.find_clock(*id)?.clone();
                clock.hidden = *hidden;
                clock.pinned &= self.has_free_pin(*id, *hidden);
                (*id, Some(clock))
            }
            ClockEdit::Pin { id, pinned } => {
                let mut clock = self.find_clock(*id)?.clone();
                clock.pinned = *pinned;
                if *pinned && !self.has_free_pin(*id, clock.hidden) {
                    return Err(Refusal::TooManyPinned);
                }
                (*id, Some(clock))
            }
            ClockEdit::Join { id, helper, joins } => {
                (*id, Some(self.joined_clock(*id, *helper, *joins)?))
            }
            ClockEdit::Settle { id } => {
                let clock = self.find_clock(*id)?.clone();
                (*id, Some(Clock { due: None, ..clock }))
            }
            ClockEdit::Remove { id } => {
                self.find_clock(*id)?;
                (*id, None)
            }
        };
        let event = self.state.clock_event(id, after, None, 0);
        Ok(vec![event.ok_or(Refusal::NothingToDo)?])
    }

    /// Finds a clock that the sender knows of.
    pub(in crate::encounter::decide) fn find_clock(&self, id: ClockId) -> Result<&Clock, Refusal> {
        let clock = self.state.clocks.get(&id);
        clock
            .filter(|clock| self.can_run_table() || !clock.hidden)
            .ok_or(Refusal::NoSuchClock)
    }

    /// Makes a clock (segments that fill) from a typed line.
    fn make_clock(&self, line: &str, dice: &mut dyn Dice) -> Result<Vec<Event>, Refusal> {
        let mut clock = parse_clock(line, self.state.rules(), &self.state.custom_traits())?;
        // Hidden clocks take no room from those that players see, or a full list would tell of them.
        let alike = self.state.clocks.values();
        let alike = alike.filter(|other| other.hidden == clock.hidden);
        if alike.count() >= MAX_CLOCKS {
            return Err(Refusal::Full);
        }
        let mut id = ClockId::draw(dice);
        while self.state.clocks.contains_key(&id) {
            id = id.next();
        }
        if clock.pinned && !self.has_free_pin(id, clock.hidden) {
            return Err(Refusal::TooManyPinned);
        }
        let last = self.state.clocks.values().map(|clock| clock.rank).max();
        clock.rank = last.map_or(0, |last| last.saturating_add(1));
        let event = self.state.clock_event(id, Some(clock), None, 0);
        Ok(event.into_iter().collect())
    }

    /// Whether the limit of pinned clocks leaves room for this one, among hidden clocks if it is
    /// `hidden`, else among the visible ones.
    fn has_free_pin(&self, id: ClockId, hidden: bool) -> bool {
        let others = self.state.clocks.iter();
        let pinned =
            others.filter(|(other, clock)| **other != id && clock.pinned && clock.hidden == hidden);
        pinned.count() < MAX_PINNED
    }

    /// Fills segments of a clock by hand, or empties them.
    fn fill_by_hand(
        &self,
        (id, by): (ClockId, i16),
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        let mut clock = self.find_clock(id)?.clone();
        if by.unsigned_abs() > MAX_SUCCESSES {
            return Err(Refusal::OutOfBounds);
        }
        let over = clock.fill(by.into());
        let events = self.filled_events(id, clock, (None, over), dice);
        match events.is_empty() {
            true => Err(Refusal::NothingToDo),
            false => Ok(events),
        }
    }

    /// Returns a clock with the values that its form was filled in with.
    fn changed_clock(&self, id: ClockId, to: &ClockInput) -> Result<Clock, Refusal> {
        let before = self.find_clock(id)?;
        let words = |text: &str| -> Result<Option<Name>, Refusal> {
            match text.trim() {
                "" => Ok(None),
                text => Ok(Some(Name::new(text)?)),
            }
        };
        if let Some((who, key)) = &to.condition {
            self.find_known_combatant(*who)?;
            let mut known = self.state.rules().facts().condition_specs.iter();
            if !known.any(|spec| spec.key == key) {
                return Err(Refusal::NoSuchCondition);
            }
        }
        if let Some((place, _)) = to.darkens
            && !self.state.plan.locations.contains_key(&place)
        {
            return Err(Refusal::NoSuchPlace);
        }
        if let Some((handout, who)) = to.handout {
            self.find_handout(handout)?;
            who.map(|who| self.find_known_combatant(who)).transpose()?;
        }
        let action = to.action.as_ref();
        let action = action.map(|action| self.changed_action(before.action.as_deref(), action));
        let action = action.transpose()?;
        let fits = match &action {
            Some(_) => (1..=MAX_SUCCESSES).contains(&to.size),
            None => SEGMENTS.contains(&to.size),
        };
        if !fits {
            return Err(Refusal::OutOfBounds);
        }
        let trigger = match &to.fills {
            FillTrigger::Roll(_) | FillTrigger::Each(_) if action.is_some() => FillTrigger::Hand,
            fills => fills.clone(),
        };
        Ok(Clock {
            name: Name::new(&to.name)?,
            size: to.size,
            filled: before.filled.min(to.size),
            tone: to.tone,
            fills: trigger,
            untold: to.untold,
            when_full: FullOutcome {
                words: words(&to.words)?,
                secret: words(&to.secret)?,
                condition: to.condition.clone(),
                darkens: to.darkens,
                slip: words(&to.slip)?,
                handout: to.handout,
            },
            action: action.map(Box::new),
            ..before.clone()
        })
    }

    /// Returns an extended action with the values that its form was filled in with. A botch no
    /// longer counts.
    fn changed_action(
        &self,
        before: Option<&ExtendedAction>,
        to: &ActionInput,
    ) -> Result<ExtendedAction, Refusal> {
        let rules = self.state.rules();
        if !to.reading.are_valid_for(&rules.parameter_specs(None)) {
            return Err(Refusal::OtherSystem);
        }
        if to
            .rolls
            .is_some_and(|rolls| !(1..=MAX_ROLLS).contains(&rolls))
        {
            return Err(Refusal::OutOfBounds);
        }
        Ok(ExtendedAction {
            pool: parse_pool(&to.pool, rules, &self.state.custom_traits())?,
            reading: to.reading.clone(),
            rolls: to.rolls,
            failed: false,
            ..before.cloned().unwrap_or_default()
        })
    }

    /// Returns the clock of an extended action with a helper added (`joins`) or removed. Where one
    /// leads, the others help.
    pub(super) fn joined_clock(
        &self,
        id: ClockId,
        helper: Helper,
        joins: bool,
    ) -> Result<Clock, Refusal> {
        let mut clock = self.find_clock(id)?.clone();
        self.find_known_combatant(helper.who)?;
        let action = clock.action.as_mut().ok_or(Refusal::NoSuchClock)?;
        action.helpers.retain(|other| other.who != helper.who);
        if joins {
            if action.helpers.len() >= MAX_HELPERS {
                return Err(Refusal::Full);
            }
            match helper.leads {
                true => {
                    for other in &mut action.helpers {
                        other.leads = false;
                    }
                    action.helpers.insert(0, helper);
                }
                false => action.helpers.push(helper),
            }
        }
        Ok(clock)
    }
}

impl State {
    /// Builds the event that sets or removes a clock, filled by `cause` with `over` segments too
    /// many; `None` if the clock stays the same.
    pub(super) fn clock_event(
        &self,
        id: ClockId,
        after: Option<Clock>,
        cause: Option<ClockCause>,
        over: u16,
    ) -> Option<Event> {
        let before = self.clocks.get(&id).cloned();
        (before != after).then(|| {
            Event::ClockChanged(ClockChanged {
                id,
                before: before.map(Box::new),
                after: after.map(Box::new),
                cause,
                over,
            })
        })
    }
}
