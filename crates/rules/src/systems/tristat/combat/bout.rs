//! An exchange while it is played: the table as it is now, and what was used up on the way.

use std::collections::BTreeMap;

use super::gear::Arm;
use crate::base::term::RuleId;
use crate::character::condition::{Condition, Until};
use crate::character::gear::{Carried, Item, ItemId};
use crate::character::track::{DamagePacket, Track};
use crate::exchange::{Effect, Party, Play, Scene, Stop};
use crate::messages::{Wording, tristat as msg};
use crate::ruleset::combatant_info::CombatantInfo;
use crate::systems::tristat::health;
use crate::systems::tristat::hold::{self, Hold};
use crate::systems::tristat::roll_request::{self as requests, Barred, GRAPPLED, HOLD, Use};
use crate::systems::tristat::settings::Settings;

/// The first target.
pub(super) const TARGET: Party = Party::Target(0);

/// Attack of Tri-Stat that hit, with its margin under the target and its critical multiplier.
#[derive(Clone, Copy)]
pub(super) struct Hit {
    /// By how much the roll stayed under its target.
    pub(super) margin: i32,
    /// The multiplier of a critical (TRI-CRIT-02).
    pub(super) critical: Option<i32>,
}

/// Exchange of Tri-Stat while it is played, with all that its steps share.
pub(super) struct Bout<'a, 'p, 'q: 'a> {
    /// The table as the next question reads it.
    pub(super) scene: Scene<'a>,
    pub(super) settings: Settings,
    pub(super) play: &'p mut Play<'q>,
    /// Number of defenses of each target in this exchange.
    pub(super) defended: BTreeMap<u8, i32>,
    /// Why each party that went down in this exchange no longer defends.
    pub(super) downed: BTreeMap<Party, Barred>,
    /// Energy spent in this exchange.
    pub(super) paid: BTreeMap<Party, i32>,
}

impl<'a, 'p, 'q> Bout<'a, 'p, 'q> {
    /// Begins to play an exchange of Tri-Stat under the house rules of the scene.
    pub(super) fn new(scene: &Scene<'_>, play: &'p mut Play<'q>) -> Self {
        Self {
            settings: Settings::of(scene.house),
            scene: play.scene(),
            play,
            defended: BTreeMap::new(),
            downed: BTreeMap::new(),
            paid: BTreeMap::new(),
        }
    }

    /// Reads the table again, once a question was answered.
    pub(super) fn reread(&mut self) {
        self.scene = self.play.scene();
    }

    /// Returns the combatant of a party, or a refusal if the party is not there.
    pub(super) fn party(&self, party: Party) -> Result<&'a CombatantInfo<'a>, Stop> {
        let missing = || Stop::refused("no_target", msg::SOMEBODY_HAS_TO_BE_CHOSEN);
        self.scene.find_party(party).ok_or_else(missing)
    }

    /// Returns the item of the intent, with its id.
    pub(super) fn item(&self) -> Option<(ItemId, &'a Item)> {
        self.scene.intent.item.zip(self.scene.item())
    }

    /// Returns the hold that hampers a party, or `None`; `extreme_mobility` is set for an action
    /// that needs much room (TRI-GRAP-03, TRI-GRAP-04).
    pub(super) fn hold_on(&self, party: Party, extreme_mobility: bool) -> Option<Hold> {
        let who = self.scene.find_party(party)?;
        let marked = who.conditions.get(GRAPPLED);
        let holds = self.scene.holds.iter();
        let holders = holds.filter(|hold| hold.on == party && hold.key == HOLD);
        let mut grips = holders
            .map(|hold| self.outmatches(party, hold.by))
            .peekable();
        if marked.is_none() && grips.peek().is_none() {
            return None;
        }
        Some(Hold {
            extreme_mobility,
            // Any grip that is not outmatched hinders in full.
            much_stronger: marked.is_none_or(|marked| marked.amount > 0) && grips.all(|much| much),
        })
    }

    /// Whether one party is much stronger than another who holds them (TRI-GRAP-04).
    pub(super) fn outmatches(&self, held: Party, holder: Party) -> bool {
        let sheet = |party| Some(self.scene.find_party(party)?.sheet);
        let both = sheet(held).zip(sheet(holder));
        both.is_some_and(|(held, holder)| hold::is_much_stronger(held, holder))
    }

    /// Whether a party of the exchange holds any other in a grapple (TRI-GRAP-02).
    pub(super) fn is_holding(&self, party: Party) -> bool {
        let mut holds = self.scene.holds.iter();
        holds.any(|hold| hold.by == party && hold.key == HOLD)
    }

    /// Counts an attack of the round as used (TRI-ATK-03).
    pub(super) fn use_attack(&mut self, on: Use) {
        let Some(who) = self.scene.actor else { return };
        for key in requests::attack_counts(who, on) {
            self.count(Party::Actor, key);
        }
    }

    /// Adds an effect that counts a use of this key for the party, as with attacks in a round.
    pub(super) fn count(&mut self, who: Party, key: &'static str) {
        self.play.add_effect(Effect::Count {
            who,
            key: key.into(),
        });
    }

    /// Adds an effect that tells something about the party, by this rule.
    pub(super) fn tell(&mut self, who: Party, words: impl Into<Wording>, rule: &'static str) {
        self.play.add_effect(Effect::Tell {
            who,
            words: words.into(),
            rule: RuleId::new(rule),
        });
    }

    /// Adds an effect by which the party gains a condition, until the given moment.
    pub(super) fn gain(&mut self, who: Party, key: &'static str, amount: i32, until: Until) {
        self.play.add_effect(Effect::Gain {
            who,
            key: key.into(),
            condition: Condition { amount, until },
        });
    }

    /// Adds the effect that a stowed weapon is drawn with the attack that is made with it
    /// (TRI-DRAW-01).
    pub(super) fn draw(&mut self, item: Option<(ItemId, &Item)>) {
        if let Some((id, item)) = item
            && Arm(Some(item)).is_drawn()
        {
            self.play.add_effect(Effect::Carry {
                who: Party::Actor,
                item: id,
                to: Carried::Held,
            });
        }
    }

    /// Adds the effect that a party loses points of Health (TRI-DMG-03, TRI-THROW-05).
    pub(super) fn lose(&mut self, to: Party, points: i32) {
        let points = u16::try_from(points.max(0)).unwrap_or(u16::MAX);
        let harmed = self.scene.find_party(to).and_then(|who| {
            let left = health::lose_points(*who.track.points()?, points.into());
            let track = &Track::Points(left);
            requests::down_bar(&CombatantInfo { track, ..*who })
        });
        if let Some(bar) = harmed {
            self.downed.insert(to, bar);
        }
        self.play.add_effect(Effect::Harm {
            to,
            packet: DamagePacket::of_points(points),
        });
    }
}
