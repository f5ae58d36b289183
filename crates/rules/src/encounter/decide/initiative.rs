//! Rolling initiative, and where the dice put a token.

use super::Desk;
use crate::dice::Dice;
use crate::encounter::command::Whose;
use crate::encounter::event::{Event, Place};
use crate::encounter::order::slot;
use crate::encounter::refusal::Refusal;
use crate::encounter::state::Combatant;
use crate::id::CombatantId;
use crate::initiative::Initiative;

impl Desk<'_> {
    pub(super) fn roll_initiative(
        &self,
        whose: Whose,
        face: Option<u16>,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        let rollers = self.rollers(whose)?;
        if let Some(face) = face {
            let sides = self.state.rules().initiative_die();
            if rollers.len() != 1 || !(1..=sides).contains(&face) {
                return Err(Refusal::NoSuchFace { sides });
            }
        }
        let rules = self.state.rules();
        let mut newcomers: Vec<Initiative> = rollers
            .iter()
            .map(|roller| {
                let die = face.unwrap_or_else(|| dice.die(rules.initiative_die()));
                rules.initiative(&roller.sheet, &roller.track, die)
            })
            .collect();
        let settled_ids: Vec<CombatantId> = self
            .state
            .order
            .iter()
            .copied()
            .filter(|id| rollers.iter().all(|roller| roller.id != *id))
            .filter(|id| self.initiative_of(*id).is_some())
            .collect();
        let mut settled: Vec<Initiative> = settled_ids
            .iter()
            .filter_map(|id| self.initiative_of(*id))
            .collect();
        rules.settle_ties(&mut newcomers, &mut settled, dice);

        let mut events = Vec::new();
        for (id, initiative) in settled_ids.iter().zip(&settled) {
            let before = self.initiative_of(*id).map(|initiative| initiative.rank);
            if let Some(before) = before.filter(|before| *before != initiative.rank) {
                events.push(Event::Reranked {
                    id: *id,
                    before,
                    after: initiative.rank.clone(),
                });
            }
        }
        let typed = face.is_some();
        let mut order = self.state.order.clone();
        let mut bench = self.state.bench.clone();
        let mut scores: Vec<(CombatantId, Initiative)> =
            settled_ids.into_iter().zip(settled).collect();
        for (roller, initiative) in rollers.iter().zip(newcomers) {
            let from = place(&order, &bench, roller.id).ok_or(Refusal::NoSuchCombatant)?;
            order.retain(|id| *id != roller.id);
            bench.retain(|id| *id != roller.id);
            let at = slot(&order, &initiative, |id| {
                scores
                    .iter()
                    .find(|(other, _)| *other == id)
                    .map(|(_, score)| score.clone())
            });
            order.insert(at, roller.id);
            let to = Place::Order(u32::try_from(at).unwrap_or(u32::MAX));
            scores.push((roller.id, initiative.clone()));
            events.push(Event::InitiativeRolled {
                id: roller.id,
                before: roller.initiative.clone(),
                after: Some(initiative),
                typed,
            });
            if from != to {
                events.push(Event::Moved {
                    id: roller.id,
                    from,
                    to,
                    told: None,
                });
            }
        }
        Ok(events)
    }

    fn rollers(&self, whose: Whose) -> Result<Vec<&Combatant>, Refusal> {
        let ids = match whose {
            Whose::One(id) => {
                let combatant = self.find_own(id)?;
                if combatant.initiative.is_some() && !self.runs() {
                    return Err(Refusal::AlreadyRolled);
                }
                return Ok(vec![combatant]);
            }
            Whose::Storytellers => {
                self.run_only()?;
                self.state.storytellers_unrolled()
            }
            Whose::Mine => {
                self.may_play()?;
                self.person
                    .map(|(seat, _)| self.state.unrolled_of(seat))
                    .unwrap_or_default()
            }
        };
        if ids.is_empty() {
            return Err(Refusal::NobodyToRoll);
        }
        Ok(ids
            .iter()
            .filter_map(|id| self.state.combatants.get(id))
            .collect())
    }

    fn initiative_of(&self, id: CombatantId) -> Option<Initiative> {
        self.state.combatants.get(&id)?.initiative.clone()
    }
}

fn place(order: &[CombatantId], bench: &[CombatantId], id: CombatantId) -> Option<Place> {
    let at = |list: &[CombatantId]| {
        list.iter()
            .position(|other| *other == id)
            .and_then(|at| u32::try_from(at).ok())
    };
    at(order)
        .map(Place::Order)
        .or_else(|| at(bench).map(Place::Bench))
}
