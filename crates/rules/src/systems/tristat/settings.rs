//! House rules: every reading of the rules that another table may see differently.

use crate::choices;
use crate::messages::tristat as msg;
use crate::settings;

choices! {
    /// Moment at which the count of defenses starts again.
    pub enum Recount {
        /// When a round starts, for all at once.
        #[default]
        Round = "round", msg::WHEN_THE_ROUND_STARTS;
        /// When the defender's own turn starts.
        OwnTurn = "own_turn", msg::WHEN_THE_DEFENDERS_OWN_TURN;
    }
}

choices! {
    /// Manner in which two multipliers on one damage combine.
    pub enum Stacking {
        /// ×2 with ×3 is ×6.
        #[default]
        Multiply = "multiply", msg::N2_WITH_3_IS_6;
        /// ×2 with ×3 is ×4: each adds what it has above one.
        Add = "add", msg::N2_WITH_3_IS_4;
        /// ×2 with ×3 is ×3.
        Greatest = "greatest", msg::N2_WITH_3_IS_3;
    }
}

choices! {
    /// Condition on which two squares lie on opposite sides of a third.
    pub enum Opposite {
        /// Left against right, above against below, corner against the far corner.
        #[default]
        Mirrored = "mirrored", msg::EXACTLY_OPPOSITE;
        /// Anywhere that makes the two look at each other past the third at a wide angle.
        Wide = "wide", msg::AT_A_WIDE_ANGLE;
    }
}

choices! {
    /// Place of a weapon that was struck from a hand.
    pub enum Landing {
        /// In the square of the one who held it.
        #[default]
        VictimSquare = "victim_square", msg::IN_THE_SQUARE_OF_THE;
        /// In the square of the one who struck it.
        AttackerSquare = "attacker_square", msg::IN_THE_SQUARE_OF_THE_ONE_WHO;
        /// Wherever the storyteller says.
        Storyteller = "storyteller", msg::WHERE_THE_STORYTELLER_SAYS;
    }
}

settings! {
    /// House rules of one table that plays Tri-Stat. What is left out of a file keeps its default.
    pub struct Settings {
        msg::ROLLS {
            defense_takes_ties: bool = false, msg::A_DEFENSE_ALSO_SUCCEEDS_ON | msg::THE_ATTACKER_HAS_THE_TIE, "TRI-ROLL-02";
            natural_12_fails: bool = false, msg::TWO_SIXES_FAIL_WHATEVER_THE, "TRI-ROLL-04";
            crit_denies_defense: bool = false, msg::NOBODY_CAN_DEFEND_AGAINST_A, "TRI-CRIT-01";
            snake_eyes_always_succeed: bool = true, msg::TWO_ONES_SUCCEED_ON_DEFENSES | msg::ONLY_ON_ATTACKS, "TRI-CRIT-04";
        }
        msg::TURNS_AND_DEFENSES {
            keep_order: bool = true, msg::AN_ACTION_OUT_OF_ITS | msg::EVERYBODY_ACTS_WHEN_THEY_LIKE, "TRI-ATK-03, TRI-TURN-01, TRI-STANCE-02";
            extra_attacks_defend: bool = true, msg::EXTRA_ATTACKS_BRING_AS_MANY | msg::ONLY_ATTACKS, "TRI-EXTRA-01";
            defenses_recount: Recount = Recount::Round, msg::WHEN_THE_COUNT_OF_DEFENSES, "TRI-DEF-04";
            dual_every_attack: bool = false, msg::BOTH_WEAPONS_MAY_STRIKE_WITH | msg::ONCE_IN_A_TURN, "TRI-DUAL-01";
            total_defense_wrestles: bool = false, msg::TOTAL_DEFENSE_LEAVES_ESCAPES_AND, "TRI-STANCE-02";
        }
        msg::DAMAGE {
            multipliers: Stacking = Stacking::Multiply, msg::WHAT_A_VITAL_HIT_THAT, "TRI-DMG-05";
            half_armor_rounds_up: bool = false, msg::HALF_OF_AN_ODD_ARMOR | msg::DOWN, "TRI-CHINK-02";
        }
        msg::POSITIONS {
            opposite: Opposite = Opposite::Mirrored, msg::WHEN_TWO_ATTACKERS_ARE_ON, "TRI-FLANK-01";
            flanking_adds_up: bool = false, msg::EVERY_PAIR_THAT_FLANKS_TAKES | msg::FLANKED_IS_FLANKED, "TRI-FLANK-02";
            prone_attack: i32 (-100..=100) = 0, msg::WHAT_LYING_DOWN_ADDS_TO, "TRI-PRONE-01";
            prone_defense: i32 (-100..=100) = 0, msg::WHAT_LYING_DOWN_ADDS_TO_DEFENSES, "TRI-PRONE-01";
        }
        msg::GRAPPLES {
            holding_hinders: bool = false, msg::THE_ONE_WHO_HOLDS_IS, "TRI-GRAP-02";
            mobility_adds: bool = false, msg::WHAT_NEEDS_MUCH_ROOM_TAKES | msg::INSTEAD_OF_THEM, "TRI-GRAP-03";
            mobility_hinders_escape: bool = false, msg::THE_HINDRANCE_FOR_WANT_OF, "TRI-ESC-01";
            escape_by_effective_body: bool = false, msg::ESCAPES_ARE_WRESTLED_WITH_EFFECTIVE | msg::WITH_THE_STAT_AS_IT, "TRI-ESC-01";
            strangling_ignores_armor: bool = false, msg::ARMOR_DOES_NOT_HELP_AGAINST, "TRI-CHOKE-02";
        }
        msg::THROWS_AND_DISARMING {
            shorter_throws: bool = true, msg::A_THROWER_MAY_CHOOSE_A, "TRI-THROW-04";
            critical_lengthens_throw: bool = false, msg::A_CRITICAL_MULTIPLIES_THE_SQUARES, "TRI-THROW-04";
            collision_damage: i32 (0..=1000) = 5, msg::HEALTH_LOST_FOR_EACH_SQUARE, "TRI-THROW-05";
            collision_cap: i32 (0..=1000) = 3, msg::THE_MOST_SQUARES_THAT_COUNT, "TRI-THROW-05";
            collision_multiplies: bool = false, msg::WHAT_MULTIPLIES_THE_THROWS_DAMAGE, "TRI-THROW-05";
            disarm_damages: bool = false, msg::A_DISARM_ALSO_DOES_ITS, "TRI-DISARM-01";
            disarmed_lands: Landing = Landing::VictimSquare, msg::WHERE_A_WEAPON_LIES_THAT, "TRI-DISARM-04";
        }
        msg::ENERGY {
            energy_per_roll: i32 (0..=100) = 1, msg::HOW_OFTEN_ENERGY_MAY_BE, "TRI-EN-01";
            focus_adds_level: bool = true, msg::FOCUS_RAISES_WHAT_ENERGY_BUYS | msg::BY_NOTHING, "TRI-EN-02";
        }
    }
}
