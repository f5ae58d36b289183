//! Rulings of the storyteller as a play applies them: to sums, to rolls and to damage.

use super::Play;
use crate::exchange::ruling::{Ruled, Ruling};
use crate::exchange::slot::{Party, Slot};
use crate::roll::Rolled;
use crate::term::{self, Term};
use crate::track::Packet;

impl Play<'_> {
    /// Applies the storyteller's rulings to the terms of a sum.
    pub(super) fn ruled(rulings: &[Ruling], slot: &Slot, mut terms: Vec<Term>) -> Vec<Term> {
        for ruling in rulings {
            match &ruling.what {
                Ruled::Add {
                    slot: at,
                    label,
                    value,
                } if at == slot => terms.push(Term::typed(label, *value)),
                Ruled::Strike { slot: at, label } if at == slot => {
                    terms.retain(|term| term.label != label.as_str());
                }
                Ruled::Change {
                    slot: at,
                    label,
                    value,
                } if at == slot => {
                    for term in terms.iter_mut().filter(|term| term.label == label.as_str()) {
                        term.value = *value;
                        term.rule = None;
                    }
                }
                _ => {}
            }
        }
        terms
    }

    /// Returns the result that the storyteller ruled for a roll.
    pub(super) fn forced(&self, slot: &Slot) -> Option<Rolled> {
        self.rulings
            .iter()
            .rev()
            .find_map(|ruling| match &ruling.what {
                Ruled::Roll {
                    slot: at,
                    successes,
                    grade,
                    margin,
                } if at == slot => Some(Rolled {
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
        let slot = slot.again(times.saturating_add(1));
        term::sum(&Self::ruled(self.rulings, &slot, terms.to_vec()))
    }

    /// Returns the damage that the storyteller ruled for a party, for rules that depend on it, such as a knockout or a
    /// called shot. `None` if the rules decide.
    #[must_use]
    pub fn ruled_damage(&self, to: Party) -> Option<Packet> {
        self.rulings
            .iter()
            .rev()
            .find_map(|ruling| match ruling.what {
                Ruled::Damage { to: whom, packet } if whom == to => Some(packet),
                _ => None,
            })
    }
}
