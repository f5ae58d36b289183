//! Effects of an exchange that were just applied.

use crate::base::id::CombatantId;
use crate::character::track::DamagePacket;
use crate::encounter::event::Event;
use crate::exchange::{Effect, Party, Upshot};
use crate::ruleset::HealthState;

/// The result of an exchange and the effects of it that were just applied.
pub(in crate::encounter) struct LandedExchange<'a> {
    /// All effects of the exchange.
    pub(in crate::encounter) effects: &'a [Effect],
    /// Results per party that no damage tells of.
    pub(in crate::encounter) upshots: &'a [(Party, Upshot)],
    /// Changes of health tracks made now.
    pub(in crate::encounter) health_changes: &'a [HealthChange],
    /// Effects that just started or ended a hold.
    pub(in crate::encounter) hold_effects: &'a [&'a Effect],
}

/// Whether an event starts or ends a hold of one combatant on another.
pub(in crate::encounter) fn starts_or_ends_hold(event: &Event) -> bool {
    matches!(event, Event::Held(it) if it.before.is_none() != it.after.is_none())
}

/// A change of one combatant's health track.
pub(in crate::encounter) struct HealthChange {
    /// The combatant whose track changed.
    pub(super) id: CombatantId,
    /// Whether damage was healed, and not dealt.
    pub(super) heals: bool,
    /// The damage dealt or healed.
    pub(super) packet: DamagePacket,
    /// New states of health, such as "unconscious".
    pub(super) states: Vec<HealthState>,
}

impl HealthChange {
    /// Returns the track change that an event makes, if it makes one.
    pub(in crate::encounter) fn from_event(event: &Event) -> Option<Self> {
        match event {
            Event::Harmed(harmed) => Some(Self {
                id: harmed.id,
                heals: false,
                packet: harmed.packet,
                states: harmed.states.clone(),
            }),
            Event::Marked(marked) => Some(Self {
                id: marked.id,
                heals: true,
                packet: marked.after.healed_since(&marked.before),
                states: Vec::new(),
            }),
            _ => None,
        }
    }
}
