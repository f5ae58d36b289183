//! An exchange while it is played: who takes part, what they are hindered by, what they have
//! used up in it.

use crate::messages::{Wording, tristat as msg};
use std::collections::BTreeMap;

use super::bars;
use super::gear::{self, Arm};
use super::list;
use crate::exchange::{Choice, Effect, Guard, Party, Play, Scene, Slot, Stop, Upshot};
use crate::fighter::Fighter;
use crate::gear::{Carried, Item, ItemId};
use crate::roll::{Grade, Rolled};
use crate::system::Look;
use crate::systems::tristat::asked::{self, Asked, Bar, HOLD, PRONE, Use};
use crate::systems::tristat::attack::{Attack, Dual};
use crate::systems::tristat::damage::{self, Damage, Hurt};
use crate::systems::tristat::disarm::Distance;
use crate::systems::tristat::roll::Purpose;
use crate::systems::tristat::settings::Settings;
use crate::systems::tristat::stance::Stance;
use crate::systems::tristat::{Tristat, critical, grapple, house, sheet};
use crate::term::Term;
use crate::track::Packet;

/// An exchange while it is played.
pub(super) struct Bout<'a, 'p, 'q: 'a> {
    /// The table as the next question reads it.
    pub(super) scene: Scene<'a>,
    pub(super) settings: Settings,
    pub(super) play: &'p mut Play<'q>,
    /// Defenses of each target in this exchange.
    pub(super) defended: BTreeMap<u8, i32>,
    /// What keeps those from defending who went down in this exchange.
    pub(super) downed: BTreeMap<Party, Bar>,
    /// Energy spent in this exchange.
    pub(super) paid: BTreeMap<Party, i32>,
}

/// What an attack is, beside what was set about it.
#[derive(Clone, Copy, Default)]
pub(super) struct Shape {
    pub(super) dual: Option<Dual>,
    pub(super) disarm: Option<Distance>,
    pub(super) throw: bool,
    pub(super) chink: bool,
}

/// An attack that hit.
#[derive(Clone, Copy)]
pub(super) struct Hit {
    /// By how much the roll stayed under its target.
    pub(super) margin: i32,
    /// What a critical multiplies by.
    pub(super) critical: Option<i32>,
}

impl<'a, 'p, 'q> Bout<'a, 'p, 'q> {
    pub(super) fn new(scene: &Scene<'_>, play: &'p mut Play<'q>) -> Self {
        Self {
            settings: house::settings(scene.house),
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

    /// A party that has to be there.
    pub(super) fn party(&self, party: Party) -> Result<&'a Fighter<'a>, Stop> {
        let missing = || Stop::refused("no_target", msg::SOMEBODY_HAS_TO_BE_CHOSEN);
        self.scene.party(party).ok_or_else(missing)
    }

    /// The hold a party is in, as far as something goes that needs so much room (TRI-GRAP-03,
    /// TRI-GRAP-04).
    pub(super) fn hold_on(&self, party: Party, room: bool) -> Option<grapple::Hold> {
        let who = self.scene.party(party)?;
        let marked = who.conditions.get(asked::GRAPPLED);
        let holds = self.scene.holds.iter();
        let holders = holds.filter(|hold| hold.on == party && hold.key == HOLD);
        let mut grips = holders
            .map(|hold| self.outmatches(party, hold.by))
            .peekable();
        if marked.is_none() && grips.peek().is_none() {
            return None;
        }
        Some(grapple::Hold {
            extreme_mobility: room,
            // Any grip that is not outmatched hinders in full.
            much_stronger: marked.is_none_or(|marked| marked.amount > 0) && grips.all(|much| much),
        })
    }

    /// The hold of one party on another, as far as getting out of that one goes (TRI-ESC-01).
    pub(super) fn hold_by(&self, by: Party, on: Party, room: bool) -> Option<grapple::Hold> {
        match self.scene.held(by, on, HOLD) {
            Some(_) => Some(grapple::Hold {
                extreme_mobility: room,
                much_stronger: self.outmatches(on, by),
            }),
            None => self.hold_on(on, room),
        }
    }

    /// Whether one party is much stronger than another who holds them (TRI-GRAP-04).
    fn outmatches(&self, held: Party, holder: Party) -> bool {
        let strength = |party| Some(sheet::strength(self.scene.party(party)?.sheet));
        strength(held)
            .zip(strength(holder))
            .is_some_and(|(held, holder)| grapple::much_stronger(held, holder))
    }

    /// Whether a party holds another (TRI-GRAP-02).
    pub(super) fn is_holding(&self, party: Party) -> bool {
        let mut holds = self.scene.holds.iter();
        holds.any(|hold| hold.by == party && hold.key == HOLD)
    }

    /// Whether something needs much room: as it was set, else as the weapon does (TRI-GRAP-03).
    pub(super) fn room(set: i32, arm: Arm<'_>) -> bool {
        match set {
            1 => true,
            2 => false,
            _ => arm.is_roomy(),
        }
    }

    /// Counts the attack of the round that this uses (TRI-ATK-03).
    pub(super) fn use_attack(&mut self, on: Use) {
        let Some(who) = self.scene.actor else { return };
        let asked = Asked {
            purpose: Purpose::Attack,
            energy: false,
            second: on == Use::Second,
        };
        for key in asked::counts(who, asked) {
            self.count(Party::Actor, key);
        }
    }

    pub(super) fn count(&mut self, who: Party, key: &'static str) {
        self.play.effect(Effect::Count {
            who,
            key: key.into(),
        });
    }

    pub(super) fn tell(&mut self, who: Party, words: impl Into<Wording>, rule: &'static str) {
        self.play.effect(Effect::Tell {
            who,
            words: words.into(),
            rule: crate::term::RuleId::new(rule),
        });
    }

    /// Draws a weapon with the attack that is made with it (TRI-DRAW-01).
    pub(super) fn draw(&mut self, item: Option<(ItemId, &Item)>) {
        if let Some((id, item)) = item
            && Arm(Some(item)).is_drawn()
        {
            self.play.effect(Effect::Carry {
                who: Party::Actor,
                item: id,
                to: Carried::Held,
            });
        }
    }

    /// The item of the intent, with its id.
    pub(super) fn item(&self) -> Option<(ItemId, &'a Item)> {
        self.scene.intent.item.zip(self.scene.item())
    }

    /// The attack of the actor with this weapon (TRI-ATK-01).
    pub(super) fn attack_with(&self, arm: Arm<'_>, shape: Shape) -> Result<Attack, Stop> {
        let who = self.party(Party::Actor)?;
        let set = |key| self.scene.set(key, 0);
        let chosen = list::SKILLS
            .iter()
            .find(|(key, _)| *key == set(list::SKILL));
        let skill = chosen.map_or_else(|| arm.skill(), |(_, skill)| skill);
        let room = Self::room(set(list::ROOM), arm);
        let is = |key| who.conditions.contains_key(key);
        let stance = asked::stance(who);
        let attack = Attack {
            combat_value: sheet::derived(who.sheet).combat_value,
            skill: sheet::skill(who.sheet, skill),
            trick: set(list::TRICK),
            vital: set(list::VITAL) == 1,
            chink: shape.chink,
            dual: shape.dual,
            drawing: arm.is_drawn(),
            disarm: shape.disarm,
            throw: shape.throw,
            total_attack: stance == Some(Stance::TotalAttack),
            total_defense: stance == Some(Stance::TotalDefense),
            grappled: self.hold_on(Party::Actor, room),
            holding: self.is_holding(Party::Actor),
            prone: is(PRONE),
            shaken_weapon: arm.is_shaken(who),
            reduce: sheet::techniques(who.sheet, arm.style()),
            ..Attack::default()
        };
        let code = |why: &crate::systems::tristat::attack::NoAttack| why.code();
        match attack.check() {
            Ok(()) => Ok(attack),
            Err(why) => Err(Stop::refused(
                code(&why).unwrap_or("nonsense"),
                Wording::verbatim(msg::it_cannot_be(&why)),
            )),
        }
    }

    /// Rolls an attack; `None` when it misses (TRI-ATK-02, TRI-CRIT-01, TRI-CRIT-02).
    pub(super) fn strike(
        &mut self,
        n: u8,
        title: Wording,
        attack: &Attack,
    ) -> Result<Option<Hit>, Stop> {
        let settings = self.settings.clone();
        let terms = |energy_bonus| {
            let paid = Attack {
                energy_bonus,
                ..attack.clone()
            };
            paid.target_terms(&settings)
        };
        let slot = Slot::of("attack").at(n);
        let (rolled, more) = self.roll(slot, Party::Actor, title, Purpose::Attack, &terms)?;
        if rolled.successes == 0 {
            self.play.upshot(Party::Target(n), Upshot::Missed);
        }
        Ok((rolled.successes > 0).then(|| Hit {
            margin: rolled.margin.unwrap_or(0),
            critical: times(&rolled, more),
        }))
    }

    /// Whether a chink is aimed at. Where the armor has none and the storyteller let the attack
    /// come, they say whether it is aimed all the same; the armor counts in full (TRI-CHINK-02).
    pub(super) fn aims_at_chink(&mut self, n: u8) -> Result<bool, Stop> {
        if self.scene.set(list::CHINK, 0) != 1 {
            return Ok(false);
        }
        let target = self.party(Party::Target(n))?;
        if gear::worn(target).chink.is_some() {
            return Ok(true);
        }
        let options = vec![
            Choice::new("plain", msg::THERE_IS_NOTHING_TO_AIM),
            Choice::new("aim", msg::LET_IT_PASS_HARDER_AND),
        ];
        let slot = Slot::of("chink").at(n);
        let title = msg::THE_ARMOR_HAS_NO_WEAK;
        let by = Party::Storyteller;
        let key = self.play.choose(slot, by, title, "TRI-CHINK-02", options)?;
        self.reread();
        Ok(key == "aim")
    }

    /// The damage of the actor against a target's armor (TRI-DMG-01, TRI-DMG-02).
    pub(super) fn damage(&self, n: u8, base: i32) -> Result<Damage, Stop> {
        let by = self.party(Party::Actor)?.sheet;
        let target = self.party(Party::Target(n))?;
        let worn = gear::worn(target);
        let own = sheet::armor(target.sheet);
        let whole = worn.chink.is_none();
        let damage = Damage {
            base,
            combat_value: sheet::derived(by).combat_value,
            bonus: sheet::damage_bonus(by),
            armor: if whole {
                worn.armor.saturating_add(own)
            } else {
                worn.armor
            },
            hide: if whole {
                0
            } else {
                worn.rest.saturating_add(own)
            },
            chink: worn.chink,
        };
        let nonsense = |why| Stop::refused("nonsense", Wording::verbatim(msg::it_cannot_be(&why)));
        damage.check().map_err(nonsense)?;
        Ok(damage)
    }

    /// Deals a damage, and says what it was multiplied by (TRI-DMG-01 to 05, TRI-CRIT-03).
    pub(super) fn deal(
        &mut self,
        n: u8,
        damage: &Damage,
        (aimed, vital, critical): (bool, bool, Option<i32>),
        rule: &'static str,
    ) -> i32 {
        let target = Party::Target(n);
        let slot = |purpose| Slot::of(purpose).at(n);
        let terms = damage.terms();
        let raw = self
            .play
            .note(slot("damage"), Party::Actor, msg::DAMAGE, terms);
        let terms = damage.armor_terms(aimed, &self.settings);
        let met = self.play.note(slot("armor"), target, msg::ARMOR, terms);
        let times = damage::multiplier(vital, critical, &self.settings);
        let why = match (vital, critical) {
            (false, None) => None,
            (true, None) => Some((msg::VITAL_TARGET, "TRI-DMG-04")),
            (false, Some(_)) => Some((msg::CRITICAL, "TRI-CRIT-02")),
            (true, Some(_)) => Some((msg::VITAL_TARGET_AND_CRITICAL, "TRI-DMG-05")),
        };
        let times = why.map_or(times, |(label, rule)| {
            let terms = vec![Term::of_rule(label, times, rule)];
            let by = Party::Actor;
            self.play
                .note(slot("multiplier"), by, msg::MULTIPLIED_BY, terms)
        });
        let hurt = Hurt::of(raw, met, times);
        let words = match hurt.multiplier {
            1 => msg::AFTER_ARMOR.into(),
            times => msg::wordings::after_armor_2(hurt.after_armor, times),
        };
        let terms = vec![Term::of_rule(words, hurt.loss, rule)];
        let loss = self
            .play
            .note(slot("loss"), target, msg::HEALTH_LOST, terms);
        if loss < 1 && met > 0 {
            let guard = self.scene.party(target).map(gear::guard);
            let guard = guard.unwrap_or(Guard::Armor(None));
            self.play.upshot(target, Upshot::Kept(guard));
        }
        self.lose(target, loss);
        times
    }

    /// Health is lost (TRI-DMG-03, TRI-THROW-05).
    pub(super) fn lose(&mut self, to: Party, points: i32) {
        let points = u16::try_from(points.max(0)).unwrap_or(u16::MAX);
        let packet = Packet::plain(points);
        let harmed = self.scene.party(to).and_then(|who| {
            let track = &Tristat.harm(who, packet)?.after;
            bars::down(&Fighter { track, ..*who })
        });
        if let Some(bar) = harmed {
            self.downed.insert(to, bar);
        }
        self.play.effect(Effect::Harm { to, packet });
    }
}

/// What a critical multiplies by; `None` when it is none (TRI-CRIT-02, TRI-EN-01).
fn times(rolled: &Rolled, energy: i32) -> Option<i32> {
    let third = rolled.faces.get(2).map_or(1, |die| die.0);
    let is_critical = rolled.grade == Grade::Exceptional;
    is_critical.then(|| critical::multiplier(third, energy))
}
