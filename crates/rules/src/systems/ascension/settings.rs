//! House rules: every reading of the rules that another table may see differently.

use serde::{Deserialize, Serialize};

/// How graver marks get onto a row that holds lighter ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Recording {
    /// Every point fills a box; lighter marks move down.
    #[default]
    Cumulative,
    /// A point makes a lighter mark graver where there is one.
    Upgrade,
}

/// The cinematic option: humans soak lethal damage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Cinematic {
    /// Whether the table plays it, for everybody it fits (ASC-CINE-03).
    pub enabled: bool,
    /// The least Stamina it takes (ASC-CINE-02).
    pub min_stamina: i32,
}

/// The house rules of one table. What is left out of a file keeps its default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Yards that a square of the map stands for.
    pub yards_per_square: i32,
    /// Ones cancel successes of damage and soak rolls too (ASC-DICE-04, ASC-SOAK-06).
    pub ones_cancel_harm: bool,
    /// Initiative is rolled anew each turn (ASC-INIT-02).
    pub reroll_each_turn: bool,
    /// Everybody declares first, lowest initiative first (ASC-DECL-01).
    pub declare_low_to_high: bool,
    /// Giving up a declared action for a defence takes Willpower (ASC-DEF-03).
    pub abort_cost: bool,
    /// Difficulty of dodging a blow (ASC-DODGE-02).
    pub dodge_blow: i32,
    /// Difficulty of dodging a gun nearby (ASC-DODGE-02).
    pub dodge_gun_close: i32,
    /// Difficulty of dodging a gun at two yards or less (ASC-DODGE-02).
    pub dodge_gun_point_blank: i32,
    /// Difficulty of dodging anything else (ASC-DODGE-02).
    pub dodge_other: i32,
    /// What tight room adds to it (ASC-DODGE-04).
    pub tight_room: i32,
    /// Difficulty of stopping a fist or foot (ASC-BLOCK-02).
    pub stop_fist: i32,
    /// Difficulty of stopping a weapon (ASC-BLOCK-02).
    pub stop_weapon: i32,
    /// Difficulty of stopping something heavy (ASC-BLOCK-02).
    pub stop_heavy: i32,
    /// Difficulty of stopping what flies, for martial artists (ASC-BLOCK-04).
    pub stop_missile: i32,
    /// Do stops missiles as Martial Arts does (ASC-BLOCK-04).
    pub do_stops_missiles: bool,
    /// Bare skin may be held against a blade, and stops nothing (ASC-BLOCK-07).
    pub futile_blocks: bool,
    /// Parries of lethal and aggravated blows are limited as blocks are (ASC-PARRY-01).
    pub parry_limited: bool,
    /// Difficulty of countermagick (ASC-CM-01).
    pub countermagick: i32,
    /// The excess of a parry goes to the rebound's successes. Off: to its damage (ASC-REB-03).
    pub excess_to_attack: bool,
    /// A desperate defence loses one die more each time. Off: one, whatever came before (ASC-DESP-02).
    pub desperate_grows: bool,
    /// Wounds lower Arete as well.
    pub wounds_lower_arete: bool,
    /// Ward dice help against every type. Off: against aggravated damage (ASC-SOAK-04).
    pub ward_helps_always: bool,
    /// Difficulty of soaking lethal damage with Stamina (ASC-CINE-01).
    pub cinematic_difficulty: i32,
    /// The cinematic option (ASC-CINE-01).
    pub cinematic_damage: Cinematic,
    /// How marks get onto a row (ASC-REC-02, ASC-REC-03).
    pub damage_recording: Recording,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            yards_per_square: 1,
            ones_cancel_harm: true,
            reroll_each_turn: false,
            declare_low_to_high: false,
            abort_cost: true,
            dodge_blow: 5,
            dodge_gun_close: 9,
            dodge_gun_point_blank: 10,
            dodge_other: 6,
            tight_room: 2,
            stop_fist: 6,
            stop_weapon: 7,
            stop_heavy: 8,
            stop_missile: 8,
            do_stops_missiles: false,
            futile_blocks: false,
            parry_limited: false,
            countermagick: 8,
            excess_to_attack: true,
            desperate_grows: true,
            wounds_lower_arete: true,
            ward_helps_always: true,
            cinematic_difficulty: 8,
            cinematic_damage: Cinematic::default(),
            damage_recording: Recording::Cumulative,
        }
    }
}
