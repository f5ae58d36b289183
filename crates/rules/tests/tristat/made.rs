//! Everything an exchange can be given, made from a handful of numbers and flags.

use rules::systems::tristat::Settings;
use rules::systems::tristat::attack::{Attack, Dual};
use rules::systems::tristat::damage::{Damage, WeakPoint};
use rules::systems::tristat::defense::Defense;
use rules::systems::tristat::disarm::{Distance, Grip};
use rules::systems::tristat::exchange::deed::Deed;
use rules::systems::tristat::grapple::Hold;
use rules::systems::tristat::settings::{Landing, Opposite, Recount, Stacking};
use rules::systems::tristat::technique::Reduce;
use rules::systems::tristat::throw::Throw;

/// The numbers and flags, taken front to back; 0 and false when they have run out.
pub(crate) struct Made<'a> {
    pub(crate) numbers: std::slice::Iter<'a, i32>,
    pub(crate) flags: std::slice::Iter<'a, bool>,
}

impl Made<'_> {
    pub(crate) fn n(&mut self) -> i32 {
        self.numbers.next().copied().unwrap_or(0)
    }

    pub(crate) fn f(&mut self) -> bool {
        self.flags.next().copied().unwrap_or(false)
    }

    pub(crate) fn hold(&mut self) -> Option<Hold> {
        let hold = Hold {
            extreme_mobility: self.f(),
            much_stronger: self.f(),
        };
        self.f().then_some(hold)
    }

    pub(crate) fn attack(&mut self) -> Attack {
        Attack {
            combat_value: self.n(),
            skill: self.n(),
            trick: if self.f() { self.n() } else { 0 },
            vital: self.f(),
            chink: self.f(),
            dual: match (self.f(), self.f()) {
                (false, _) => None,
                (true, false) => Some(Dual::Same),
                (true, true) => Some(Dual::Different),
            },
            drawing: self.f(),
            disarm: self.f().then_some(Distance::Close),
            throw: self.f(),
            total_attack: self.f(),
            total_defense: self.f() && self.f() && self.f(),
            grappled: self.hold(),
            holding: self.f(),
            prone: self.f(),
            shaken_weapon: self.f(),
            energy_bonus: self.n(),
            other: self.n(),
            reduce: Reduce {
                vital: self.n(),
                chink: self.n(),
                dual: self.n(),
                draw: self.n(),
                disarm: self.n(),
            },
            terms: Vec::new(),
        }
    }

    pub(crate) fn defense(&mut self) -> Option<Defense> {
        let defense = Defense {
            defense_value: self.n(),
            skill: self.n(),
            prior_defenses: if self.f() { self.n() } else { 1 },
            optimal: if self.f() { self.n() } else { 1 },
            trick: if self.f() { self.n() } else { 0 },
            flanked: self.f(),
            more_pairs: u32::from(self.f()),
            grappled: self.hold(),
            holding: self.f(),
            two_handed_hold: self.f(),
            total_defense: self.f(),
            total_attack: self.f() && self.f(),
            lost_escape: self.f() && self.f(),
            prone: self.f(),
            shaken_weapon: self.f(),
            energy_bonus: self.n(),
            other: self.n(),
            terms: Vec::new(),
        };
        self.f().then_some(defense)
    }

    pub(crate) fn damage(&mut self) -> Damage {
        Damage {
            base: self.n(),
            combat_value: self.n(),
            bonus: self.n(),
            armor: self.n(),
            chink: self.f().then_some(WeakPoint::Half),
        }
    }

    pub(crate) fn deed(&mut self, which: u8) -> Deed {
        let damage = self.damage();
        match which {
            0 => Deed::Blow {
                attack: self.attack(),
                damage,
            },
            1 => Deed::Grapple {
                attack: self.attack(),
            },
            2 => Deed::Disarm {
                from: if self.f() {
                    Distance::Close
                } else {
                    Distance::Ranged
                },
                grip: Grip {
                    body: self.n(),
                    modifier: self.n(),
                    denied: self.f(),
                    ..Grip::default()
                },
                attack: self.attack(),
                damage,
            },
            3 => Deed::Throw {
                throw: Throw {
                    bonus: self.n(),
                    armor: self.n(),
                    free_squares: self.f().then(|| self.n()),
                    collision_cap: self.f().then(|| self.n()),
                    wanted: self.f().then(|| self.n()),
                },
                attack: self.attack(),
            },
            _ => Deed::Strangle { damage },
        }
    }

    pub(crate) fn settings(&mut self) -> Settings {
        Settings {
            defense_takes_ties: self.f(),
            natural_12_fails: self.f(),
            crit_denies_defense: self.f(),
            snake_eyes_always_succeed: self.f(),
            extra_attacks_defend: self.f(),
            defenses_recount: if self.f() {
                Recount::OwnTurn
            } else {
                Recount::Round
            },
            multipliers: if self.f() {
                Stacking::Add
            } else {
                Stacking::Multiply
            },
            half_armor_rounds_up: self.f(),
            opposite: Opposite::Mirrored,
            flanking_adds_up: self.f(),
            holding_hinders: self.f(),
            mobility_adds: self.f(),
            mobility_hinders_escape: self.f(),
            escape_by_effective_body: self.f(),
            strangling_ignores_armor: self.f(),
            shorter_throws: self.f(),
            critical_lengthens_throw: self.f(),
            collision_damage: self.n(),
            collision_cap: self.n(),
            collision_multiplies: self.f(),
            prone_attack: self.n(),
            prone_defense: self.n(),
            disarm_damages: self.f(),
            disarmed_lands: Landing::VictimSquare,
            dual_every_attack: self.f(),
            total_defense_wrestles: self.f(),
            energy_per_roll: self.n(),
            focus_adds_level: self.f(),
        }
    }
}
