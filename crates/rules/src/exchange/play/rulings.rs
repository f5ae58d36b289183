//! Rulings of the storyteller as a play applies them: to sums, to rolls and to damage.

use super::Play;
use crate::base::roll::RollResult;
use crate::base::term::{self, Term};
use crate::character::track::DamagePacket;
use crate::exchange::ruling::{Ruling, RulingKind};
use crate::exchange::scene::Scene;
use crate::exchange::slot::{Party, Slot};

impl Play<'_> {
    /// Marks the terms of a sum that follow from the scene, and applies the storyteller's rulings.
    pub(super) fn apply_rulings(
        scene: &Scene<'_>,
        rulings: &[Ruling],
        slot: &Slot,
        mut terms: Vec<Term>,
    ) -> Vec<Term> {
        scene.mark_terms(&mut terms);
        for ruling in rulings {
            match &ruling.what {
                RulingKind::Add {
                    slot: at,
                    label,
                    value,
                } if at == slot => terms.push(Term::from_typed(label, *value)),
                RulingKind::Strike { slot: at, label } if at == slot => {
                    terms.retain(|term| term.label != label.as_str());
                }
                RulingKind::Change {
                    slot: at,
                    label,
                    value,
                } if at == slot => {
                    for term in terms.iter_mut().filter(|term| term.label == label.as_str()) {
                        term.value = *value;
                        (term.rule, term.from_scene) = (None, false);
                    }
                }
                _ => {}
            }
        }
        terms
    }

    /// Returns the result that the storyteller ruled for a roll.
    pub(super) fn ruled_roll(&self, slot: &Slot) -> Option<RollResult> {
        self.rulings
            .iter()
            .rev()
            .find_map(|ruling| match &ruling.what {
                RulingKind::Roll {
                    slot: at,
                    successes,
                    grade,
                    margin,
                } if at == slot => Some(RollResult {
                    chance: false,
                    faces: Vec::new(),
                    successes: *successes,
                    grade: *grade,
                    margin: *margin,
                    plain: None,
                }),
                _ => None,
            })
    }

    /// Returns the sum of terms after the storyteller's rulings, before it is asked for or noted under the slot; used
    /// to compute the terms that raise it to a minimum.
    #[must_use]
    pub fn ruled_sum(&self, slot: &Slot, terms: &[Term]) -> i32 {
        let times = self.times.get(slot).copied().unwrap_or(0);
        let slot = slot.nth_occurrence(times.saturating_add(1));
        term::sum_terms(&Self::apply_rulings(
            &self.scene(),
            self.rulings,
            &slot,
            terms.to_vec(),
        ))
    }

    /// Returns the damage that the storyteller ruled for a party, for rules that depend on it, such as a knockout or a
    /// called shot. `None` if the rules decide.
    #[must_use]
    pub fn ruled_damage(&self, to: Party) -> Option<DamagePacket> {
        self.rulings
            .iter()
            .rev()
            .find_map(|ruling| match ruling.what {
                RulingKind::Damage { to: whom, packet } if whom == to => Some(packet),
                _ => None,
            })
    }
}
