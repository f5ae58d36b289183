//! Commands about who is in the encounter: adds, removes, renames, hides and reveals combatants.

use super::Decision;
use crate::base::dice::Dice;
use crate::base::id::{CombatantId, SeatId};
use crate::base::text::Name;
use crate::encounter::aggregate::dry_run::DryRun;
use crate::encounter::class::PerClass;
use crate::encounter::combatant::label::Label;
use crate::encounter::combatant::place::{ListPosition, TokenPlace};
use crate::encounter::combatant::relations::Relations;
use crate::encounter::combatant::{Combatant, NewCombatant, Side};
use crate::encounter::event::Event;
use crate::encounter::feature::{Added, Removed, Renamed, Veiled};
use crate::encounter::limits::{MAX_HIDDEN, MAX_PER_PLAYER, MAX_PLAYER_COMBATANTS, MAX_VISIBLE};
use crate::encounter::quick_add::{self, CombatantDraft};
use crate::encounter::refusal::Refusal;

impl Decision<'_> {
    /// Adds the combatants of a quick-add text line by line, hidden from players if `hidden`, those
    /// of a line as one group if `as_one`. Each line takes those of the lines before into account.
    pub(super) fn add_combatants(
        &self,
        text: &str,
        side: Option<Side>,
        (hidden, as_one): (bool, bool),
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        let mut trial = DryRun::new(self.state);
        for draft in quick_add::read_all(text, self.state.rules())? {
            let decision = self.with_state(trial.encounter());
            let more = decision.add_draft(draft, side, (hidden, as_one), dice)?;
            trial.extend(more);
        }
        Ok(trial.into_events())
    }

    /// Adds the combatants of one parsed quick-add line, hidden from players if `hidden`, as one
    /// group if `as_one`.
    fn add_draft(
        &self,
        draft: CombatantDraft,
        side: Option<Side>,
        (hidden, as_one): (bool, bool),
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        let rules = self.state.rules();
        let hidden = hidden || draft.hidden;
        let (side, owner) = match self.person {
            Some((seat, person)) if !person.role.can_run_table() => {
                if hidden {
                    return Err(Refusal::NotAllowed);
                }
                (Side::Character, Some(seat))
            }
            _ => (draft.side.or(side).unwrap_or_default(), None),
        };
        self.check_capacity(draft.count, hidden, owner)?;
        let track = rules.unmarked_track(&draft.sheet)?;
        let gear = self.find_gear(&draft.gear)?;
        let first = self.first_label(&draft.name, hidden, draft.count);
        let bench = &self.state.bench;
        let end = self.state.position_at(bench, bench.len());
        let ids = self.fresh_ids(draft.count, dice);
        let group = (as_one && draft.count > 1).then(|| self.fresh_group_id(dice));
        let newcomer = NewCombatant {
            name: draft.name,
            side,
            owner,
            hidden,
            lurks: draft.reveals_on_action,
            sheet: draft.sheet,
            track,
            gear,
            group,
        };
        let events = ids.into_iter().zip(0..).map(|(id, nth)| {
            let label = match first {
                Label::Plain | Label::Unseen => first,
                Label::Letter(n) => Label::Letter(n + nth),
                Label::Roman(n) => Label::Roman(n + nth),
            };
            Event::Added(Added {
                combatant: Box::new(newcomer.clone().into_combatant(id, label)),
                place: TokenPlace::Bench(ListPosition {
                    at: end.at.saturating_add(nth),
                    seen: end.seen.saturating_add(if hidden { 0 } else { nth }),
                }),
                ties: Relations::default(),
            })
        });
        Ok(events.collect())
    }

    /// Draws ids that were never given before. The dice pick where the search for each begins, so that nobody can tell
    /// from an id which others are taken, or choose a command that would reveal it.
    fn fresh_ids(&self, count: u32, dice: &mut dyn Dice) -> Vec<CombatantId> {
        let mut fresh = Vec::new();
        for _ in 0..count {
            let mut id = CombatantId::draw(dice);
            while self.state.ids.contains(&id) || fresh.contains(&id) {
                id = id.next();
            }
            fresh.push(id);
        }
        fresh
    }

    /// Refuses new combatants beyond the limits of an encounter. Visible, hidden and own combatants are limited
    /// apart: a refusal must not tell a player how many they cannot see.
    fn check_capacity(
        &self,
        count: u32,
        hidden: bool,
        owner: Option<SeatId>,
    ) -> Result<(), Refusal> {
        let coming = usize::try_from(count).unwrap_or(usize::MAX);
        let there = |wanted: &dyn Fn(&Combatant) -> bool| {
            self.state
                .combatants
                .values()
                .filter(|combatant| wanted(combatant))
                .count()
        };
        let most = if hidden { MAX_HIDDEN } else { MAX_VISIBLE };
        if there(&|combatant| combatant.hidden == hidden).saturating_add(coming) > most {
            return Err(Refusal::Full);
        }
        if owner.is_some() {
            let own = there(&|combatant| combatant.owner == owner && !combatant.hidden);
            let all = there(&|combatant| combatant.owner.is_some() && !combatant.hidden);
            if own.saturating_add(coming) > MAX_PER_PLAYER
                || all.saturating_add(coming) > MAX_PLAYER_COMBATANTS
            {
                return Err(Refusal::Full);
            }
        }
        Ok(())
    }

    /// Picks the first label for `count` newcomers of this name. Letters depend only on what players have seen so far.
    fn first_label(&self, name: &Name, hidden: bool, count: u32) -> Label {
        let used = |series: &std::collections::BTreeMap<String, u32>| {
            series.get(&name.to_folded()).copied().unwrap_or(0)
        };
        if hidden {
            let namesakes = self
                .state
                .combatants
                .values()
                .any(|other| other.name.to_folded() == name.to_folded());
            let used = used(&self.state.labels.romans);
            if used == 0 && count == 1 && !namesakes {
                Label::Unseen
            } else {
                Label::Roman(used + 1)
            }
        } else {
            let used = used(&self.state.labels.letters);
            if used == 0 && count == 1 {
                Label::Plain
            } else {
                Label::Letter(used + 1)
            }
        }
    }

    /// Removes a combatant, with the open exchanges and the turn that depend on it.
    pub(super) fn remove_combatant(&self, id: CombatantId) -> Result<Vec<Event>, Refusal> {
        let combatant = self.find_own_combatant(id)?;
        let place = self.state.token_place(id).ok_or(Refusal::NoSuchCombatant)?;
        let removed = Event::Removed(Removed {
            combatant: Box::new(combatant.clone()),
            place,
            ties: self.state.ties.of_combatant(id),
        });
        let mut events = self.withdraw_exchanges_of(id);
        events.extend(self.leave_order(id, self.state.turns_after_removal(id), removed));
        Ok(events)
    }

    /// Renames a combatant by hand. A name that differs by more than letter case gets a new label.
    pub(super) fn rename_combatant(
        &self,
        id: CombatantId,
        name: &str,
    ) -> Result<Vec<Event>, Refusal> {
        let combatant = self.find_own_combatant(id)?;
        let name = Name::new(name)?;
        if name.to_folded() == combatant.name.to_folded() {
            if name == combatant.name {
                return Err(Refusal::NothingToDo);
            }
            let after = (name, combatant.label);
            return Ok(vec![Event::Renamed(Renamed {
                id,
                before: name_and_label(combatant),
                after,
            })]);
        }
        let label = self.first_label(&name, combatant.hidden, 1);
        Ok(vec![Event::Renamed(Renamed {
            id,
            before: name_and_label(combatant),
            after: (name, label),
        })])
    }

    /// Hides a combatant from players or reveals it.
    pub(super) fn set_hidden(&self, id: CombatantId, hidden: bool) -> Result<Vec<Event>, Refusal> {
        let combatant = self.find_known_combatant(id)?;
        if combatant.hidden == hidden {
            return Err(Refusal::NothingToDo);
        }
        self.check_capacity(1, hidden, None)?;
        let before = combatant.label;
        // A label that players never saw is replaced; one they have seen stays.
        let after = match before {
            Label::Roman(_) | Label::Unseen if !hidden => {
                self.first_label(&combatant.name, false, 1)
            }
            label => label,
        };
        // To players, a combatant who is hidden in their turn is gone, and the next one acts.
        let known = self.state.turn.players;
        let known_after = if hidden {
            match known.acting == Some(id) {
                true => self
                    .state
                    .turns_after_removal(id)
                    .map(|turns| turns.players),
                false => None,
            }
        } else {
            (self.state.turn.all.acting == Some(id)).then_some(self.state.turn.all)
        };
        let mut events = vec![Event::Veiled(Veiled {
            id,
            hidden,
            before,
            after,
            turn: known_after.map(|after| (known, after)),
        })];
        if let Some(known) = known_after.filter(|_| hidden) {
            let turn = self.state.turn.all;
            events.extend(self.refresh_combatants(
                PerClass {
                    all: turn,
                    players: known,
                },
                Some(id),
                None,
            ));
        }
        Ok(events)
    }
}

/// Returns the name and label of a combatant.
fn name_and_label(combatant: &Combatant) -> (Name, Label) {
    (combatant.name.clone(), combatant.label)
}
