//! House rules: every reading of the rules that another table may see differently.

use crate::{choices, settings};

choices! {
    /// When the count of defenses starts again.
    pub enum Recount {
        /// When a round starts, for all at once.
        #[default]
        Round = "round", "when the round starts";
        /// When the defender's own turn starts.
        OwnTurn = "own_turn", "when the defender's own turn starts";
    }
}

choices! {
    /// What two multipliers on one damage come to.
    pub enum Stacking {
        /// ×2 with ×3 is ×6.
        #[default]
        Multiply = "multiply", "×2 with ×3 is ×6";
        /// ×2 with ×3 is ×4: each adds what it has above one.
        Add = "add", "×2 with ×3 is ×4";
        /// ×2 with ×3 is ×3.
        Greatest = "greatest", "×2 with ×3 is ×3";
    }
}

choices! {
    /// When two squares lie on opposite sides of a third.
    pub enum Opposite {
        /// Left against right, above against below, corner against the far corner.
        #[default]
        Mirrored = "mirrored", "exactly opposite";
        /// Anywhere that makes the two look at each other past the third at a wide angle.
        Wide = "wide", "at a wide angle";
    }
}

choices! {
    /// Where a weapon lies that was struck from a hand.
    pub enum Landing {
        /// In the square of the one who held it.
        #[default]
        VictimSquare = "victim_square", "in the square of the one who held it";
        /// In the square of the one who struck it.
        AttackerSquare = "attacker_square", "in the square of the one who struck it";
        /// Wherever the storyteller says.
        Storyteller = "storyteller", "where the storyteller says";
    }
}

settings! {
    /// The house rules of one table. What is left out of a file keeps its default.
    pub struct Settings {
        "Rolls" {
            defense_takes_ties: bool = false, "A defense also succeeds on exactly its target. Off: the attacker has the tie", "TRI-ROLL-02";
            natural_12_fails: bool = false, "Two sixes fail whatever the target", "TRI-ROLL-04";
            crit_denies_defense: bool = false, "Nobody can defend against a critical", "TRI-CRIT-01";
            snake_eyes_always_succeed: bool = true, "Two ones succeed on defenses and Stat checks too. Off: only on attacks", "TRI-CRIT-04";
        }
        "Turns and defenses" {
            keep_order: bool = true, "An action out of its turn is refused; the storyteller may do it anyway. Off: everybody acts when they like", "TRI-ATK-03, TRI-TURN-01, TRI-STANCE-02";
            extra_attacks_defend: bool = true, "Extra Attacks bring as many free defenses. Off: only attacks", "TRI-EXTRA-01";
            defenses_recount: Recount = Recount::Round, "When the count of defenses starts again", "TRI-DEF-04";
            dual_every_attack: bool = false, "Both weapons may strike with every attack. Off: once in a turn", "TRI-DUAL-01";
            total_defense_wrestles: bool = false, "Total defense leaves escapes and strangling, which roll no attack", "TRI-STANCE-02";
        }
        "Damage" {
            multipliers: Stacking = Stacking::Multiply, "What a vital hit that is also a critical multiplies by", "TRI-DMG-05";
            half_armor_rounds_up: bool = false, "Half of an odd armor is rounded up. Off: down", "TRI-CHINK-02";
        }
        "Positions" {
            opposite: Opposite = Opposite::Mirrored, "When two attackers are on opposite sides", "TRI-FLANK-01";
            flanking_adds_up: bool = false, "Every pair that flanks takes a point. Off: flanked is flanked", "TRI-FLANK-02";
            prone_attack: i32 (-100..=100) = 0, "What lying down adds to attacks", "TRI-PRONE-01";
            prone_defense: i32 (-100..=100) = 0, "What lying down adds to defenses", "TRI-PRONE-01";
        }
        "Grapples" {
            holding_hinders: bool = false, "The one who holds is hindered like the one who is held", "TRI-GRAP-02";
            mobility_adds: bool = false, "What needs much room takes 4 on top of the 2. Off: instead of them", "TRI-GRAP-03";
            mobility_hinders_escape: bool = false, "The hindrance for want of room counts in escapes as well", "TRI-ESC-01";
            escape_by_effective_body: bool = false, "Escapes are wrestled with effective Body. Off: with the Stat as it is", "TRI-ESC-01";
            strangling_ignores_armor: bool = false, "Armor does not help against strangling", "TRI-CHOKE-02";
        }
        "Throws and disarming" {
            shorter_throws: bool = true, "A thrower may choose a shorter flight", "TRI-THROW-04";
            critical_lengthens_throw: bool = false, "A critical multiplies the squares of a flight too", "TRI-THROW-04";
            collision_damage: i32 (0..=1000) = 5, "Health lost for each square of a flight that cannot be flown", "TRI-THROW-05";
            collision_cap: i32 (0..=1000) = 3, "The most squares that count for a collision", "TRI-THROW-05";
            collision_multiplies: bool = false, "What multiplies the throw's damage multiplies the collision", "TRI-THROW-05";
            disarm_damages: bool = false, "A disarm also does its weapon's damage", "TRI-DISARM-01";
            disarmed_lands: Landing = Landing::VictimSquare, "Where a weapon lies that was struck from a hand", "TRI-DISARM-04";
        }
        "Energy" {
            energy_per_roll: i32 (0..=100) = 1, "How often Energy may be spent on one roll", "TRI-EN-01";
            focus_adds_level: bool = true, "Focus raises what Energy buys by its level. Off: by nothing", "TRI-EN-02";
        }
    }
}
