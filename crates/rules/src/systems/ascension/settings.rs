//! House rules: every reading of the rules that another table may see differently.

use crate::{choices, settings};

choices! {
    /// How graver marks get onto a row that holds lighter ones.
    pub enum Recording {
        /// Every point fills a box; lighter marks move down.
        #[default]
        Cumulative = "cumulative", "every point fills a box";
        /// A point makes a lighter mark graver where there is one.
        Upgrade = "upgrade", "a point makes a lighter mark graver where there is one";
    }
}

settings! {
    /// The house rules of one table. What is left out of a file keeps its default.
    pub struct Settings {
        "The table" {
            yards_per_square: i32 (1..=1000) = 1, "Yards that a square of the map stands for", "";
        }
        "Dice" {
            ones_cancel_harm: bool = true, "Ones cancel successes of damage and soak rolls too", "ASC-DICE-04, ASC-SOAK-06";
            wounds_lower_arete: bool = true, "Wounds lower Arete as well", "";
        }
        "Initiative and turns" {
            keep_order: bool = true, "An action out of its turn is refused; the storyteller may do it anyway. Off: everybody acts when they like", "ASC-INIT-03, ASC-TURN-01, ASC-DECL-01, ASC-INIT-02";
            reroll_each_turn: bool = false, "Initiative is rolled anew each turn", "ASC-INIT-02";
            declare_low_to_high: bool = false, "Everybody declares before anybody acts, lowest initiative first", "ASC-DECL-01";
            sealed: bool = false, "Declarations stay sealed until everybody has declared", "ASC-DECL-01";
            abort_cost: bool = true, "Giving up a declared action for a defense takes Willpower. Off: it costs nothing", "ASC-DEF-03";
        }
        "Defenses" {
            dodge_blow: i32 (2..=10) = 5, "Difficulty of dodging a blow", "ASC-DODGE-02";
            dodge_gun_close: i32 (2..=10) = 9, "Difficulty of dodging a gun nearby", "ASC-DODGE-02";
            dodge_gun_point_blank: i32 (2..=10) = 10, "Difficulty of dodging a gun at two yards or less", "ASC-DODGE-02";
            dodge_other: i32 (2..=10) = 6, "Difficulty of dodging anything else", "ASC-DODGE-02";
            tight_room: i32 (0..=10) = 2, "What tight room adds to the difficulty of dodging", "ASC-DODGE-04";
            stop_fist: i32 (2..=10) = 6, "Difficulty of blocking a fist or foot", "ASC-BLOCK-02";
            stop_weapon: i32 (2..=10) = 7, "Difficulty of blocking a weapon", "ASC-BLOCK-02";
            stop_heavy: i32 (2..=10) = 8, "Difficulty of blocking something heavy", "ASC-BLOCK-02";
            stop_missile: i32 (2..=10) = 8, "Difficulty of blocking what flies, for martial artists", "ASC-BLOCK-04";
            do_stops_missiles: bool = false, "Do blocks missiles as Martial Arts does", "ASC-BLOCK-04";
            futile_blocks: bool = false, "Bare skin may be held against a blade, and stops nothing", "ASC-BLOCK-07";
            parry_limited: bool = false, "Parries of lethal and aggravated blows are limited as blocks are", "ASC-PARRY-01";
            desperate_grows: bool = true, "A desperate defense loses one die more each time. Off: one, whatever came before", "ASC-DESP-02";
        }
        "Magick" {
            countermagick: i32 (2..=10) = 8, "Difficulty of countermagick", "ASC-CM-01";
            excess_to_attack: bool = true, "The excess of a parry goes to the rebound's successes. Off: to its damage", "ASC-REB-03";
        }
        "Soak and health" {
            ward_helps_always: bool = true, "Ward dice help against every type of damage. Off: only against aggravated damage", "ASC-SOAK-04";
            cinematic_damage: bool = false, "The cinematic option: humans soak lethal damage with Stamina", "ASC-CINE-01, ASC-CINE-03";
            cinematic_min_stamina: i32 (0..=30) = 0, "The least Stamina that the cinematic option takes", "ASC-CINE-02";
            cinematic_difficulty: i32 (2..=10) = 8, "Difficulty of soaking lethal damage with Stamina", "ASC-CINE-01";
            damage_recording: Recording = Recording::Cumulative, "How marks get onto the row", "ASC-REC-03, ASC-REC-02";
        }
    }
}
