//! House rules: every reading of the rules that another table may see differently.

use crate::character::track::Severity;
use crate::choices;
use crate::messages::chronicle as msg;
use crate::settings;

choices! {
    /// Winner of a contest in which both sides roll the same number of successes.
    pub enum Tie {
        /// Neither, so nothing happens.
        #[default]
        Nobody = "nobody", msg::NOBODY;
        /// The one who started it.
        Initiator = "initiator", msg::THE_ONE_WHO_STARTED_IT;
        /// The one who resists it.
        Resister = "resister", msg::THE_ONE_WHO_RESISTS;
    }
}

choices! {
    /// Consequence for a delayed action whose trigger never came.
    pub enum UnmetDelay {
        /// It is lost.
        #[default]
        Lost = "lost", msg::IT_IS_LOST;
        /// It may be taken after all others, before the turn ends.
        EndOfTurn = "end_of_turn", msg::IT_IS_TAKEN_AT_THE;
    }
}

choices! {
    /// Order in which the points of one attack are marked.
    pub enum MarkOrder {
        /// The most severe.
        #[default]
        WorstFirst = "worst_first", msg::THE_MOST_SEVERE;
        /// The mildest.
        MildestFirst = "mildest_first", msg::THE_MILDEST;
    }
}

choices! {
    /// Condition on which a called shot bypasses armor.
    pub enum Bypass {
        /// When the armor does not cover the place.
        #[default]
        ByLocation = "by_location", msg::WHEN_THE_ARMOR_DOES_NOT;
        /// Never: armor always counts.
        Never = "never", msg::NEVER;
        /// Always: no armor counts.
        Always = "always", msg::ALWAYS;
    }
}

choices! {
    /// Basis for the damage that an improvised weapon itself takes.
    pub enum SelfDamage {
        /// What the target was marked with.
        #[default]
        Inflicted = "inflicted", msg::WHAT_THE_TARGET_WAS_MARKED;
        /// The blow before cover and armor.
        Raw = "raw", msg::THE_BLOW_BEFORE_COVER_AND;
    }
}

settings! {
    /// House rules of one table that plays Chronicle. What is left out of a file keeps its default.
    pub struct Settings {
        msg::DICE_AND_CONTESTS {
            chance_ten_again: bool = false, msg::A_TEN_ON_A_CHANCE | msg::IT_IS_ONE_SUCCESS_AND, "CHR-DICE-04";
            unskilled_physical: i32 (-500..=0) = -1, msg::WHAT_A_PHYSICAL_ROLL_LOSES, "CHR-DICE-07, CHR-GRAP-17";
            automatic_hit_beats_chance: bool = false, msg::A_HELPLESS_TARGET_IS_HIT, "CHR-DICE-06, CHR-DEF-09";
            contest_tie: Tie = Tie::Nobody, msg::WHO_WINS_AN_EVEN_CONTEST, "CHR-DICE-08, CHR-GRAP-16, CHR-DISARM-02, CHR-CMP-07";
        }
        msg::INITIATIVE {
            keep_order: bool = true, msg::AN_ACTION_OUT_OF_ITS | msg::EVERYBODY_ACTS_WHEN_THEY_LIKE, "CHR-INIT-02";
            initiative_roll_offs: bool = true, msg::THOSE_STILL_TIED_IN_INITIATIVE | msg::THEY_ACT_AT_THE_SAME, "CHR-INIT-03";
            unmet_delay: UnmetDelay = UnmetDelay::Lost, msg::WHAT_BECOMES_OF_A_DELAYED, "CHR-INIT-04";
        }
        msg::DEFENSE {
            close_range_yards: i32 (0..=1000) = 2, msg::HOW_MANY_YARDS_COUNT_AS, "CHR-CQB-01, CHR-DEF-03, CHR-PRONE-03";
            withheld_attacks_wear: bool = false, msg::ATTACKS_MET_WITHOUT_DEFENSE_WEAR | msg::ONLY_APPLYING_IT_DOES, "CHR-DEF-05, CHR-DEF-06";
            dodge_doubles_bonuses: bool = false, msg::DODGING_DOUBLES_BONUSES_AS_WELL, "CHR-DEF-08, CHR-DODGE-01";
            killing_blow_adds_weapon: bool = false, msg::A_KILLING_BLOW_ADDS_THE | msg::IT_IS_THE_BARE_POOL, "CHR-DEF-09";
            defense_in_contests: bool = false, msg::DEFENSE_IS_ALSO_TAKEN_FROM, "CHR-DEF-10";
            early_dodge: bool = true, msg::DODGE_MAY_BE_DECLARED_BEFORE, "CHR-DODGE-03";
            late_dodge_keeps_wear: bool = true, msg::A_DODGE_DECLARED_LATE_STARTS | msg::IT_STARTS_FRESH, "CHR-DODGE-03";
            prone_attacker_bonus: bool = false, msg::A_PRONE_ATTACKER_ALSO_GETS, "CHR-PRONE-02";
        }
        msg::DAMAGE_AND_WOUNDS {
            milder_damage_overflows: bool = true, msg::ON_A_FULL_ROW_DAMAGE | msg::IT_CHANGES_NOTHING, "CHR-DMG-05";
            mark_order: MarkOrder = MarkOrder::WorstFirst, msg::WHICH_POINTS_OF_ONE_ATTACK, "CHR-DMG-06";
            wounds_add_up: bool = false, msg::THE_PENALTIES_OF_THE_LAST | msg::ONLY_THE_WORST_COUNTS, "CHR-WND-01";
            bleed_interval_turns: u32 (1..=1000000) = 20, msg::TURNS_BETWEEN_TWO_POINTS_OF, "CHR-BLEED-02";
            aggravated_bleeds: bool = true, msg::AGGRAVATED_BOXES_COUNT_TOWARD_BLEEDING, "CHR-BLEED-01";
            supernaturals_bleed: bool = false, msg::OTHER_LIVING_CREATURES_BLEED_LIKE, "CHR-BLEED-05";
            heal_in_parallel: bool = true, msg::THE_THREE_KINDS_OF_DAMAGE | msg::THE_MILDER_KIND_HEALS_OFF, "CHR-HEAL-04";
            knockout_takes_wounds: bool = true, msg::THE_ROLL_AGAINST_BEING_KNOCKED, "CHR-CMP-09";
        }
        msg::VAMPIRES {
            blunt_on_vampires: Severity = Severity::Bashing, msg::WHAT_BLUNT_WEAPONS_DO_TO, "CHR-VMP-03";
            headshot_on_vampires: Severity = Severity::Lethal, msg::WHAT_A_BULLET_TO_THE, "CHR-VMP-07";
            vampire_helmets: bool = false, msg::A_BALLISTIC_RATING_HELPS_A, "CHR-VMP-06";
            stake_holds_from: u16 (0..=60) = 5, msg::LETHAL_POINTS_A_STAKE_MUST, "CHR-VMP-08";
            stake_lethal_from: u16 (0..=60) = 3, msg::POINTS_A_STAKE_IN_THE, "CHR-VMP-09";
            stake_needs_exceptional: bool = true, msg::STAKING_ASKS_FOR_AN_EXCEPTIONAL | msg::ANY_SUCCESS, "CHR-VMP-08";
            knockout_on_vampires: bool = false, msg::VAMPIRES_CAN_BE_KNOCKED_OUT, "CHR-VMP-14, CHR-CMP-09";
            stun_on_vampires: bool = true, msg::STUNNING_WEAPONS_WORK_ON_VAMPIRES, "CHR-VMP-14, CHR-CMP-08";
        }
        msg::ARMOR_AND_COVER {
            called_shots_bypass: Bypass = Bypass::ByLocation, msg::WHEN_A_CALLED_SHOT_GOES, "CHR-ARM-06, CHR-TGT-08";
            mundane_armor_stacks: bool = false, msg::RATINGS_OF_SEVERAL_MUNDANE_SUITS | msg::THE_BETTER_ONE_COUNTS, "CHR-ARM-05";
            stopped_shots_hurt_cover: bool = true, msg::COVER_THAT_STOPS_A_SHOT, "CHR-COV-02";
            see_through_softens: bool = false, msg::HALF_DURABILITY_ALSO_DECIDES_WHETHER, "CHR-COV-04";
            thresholds_before_armor: bool = false, msg::CALLED_SHOTS_ARE_JUDGED_BY, "CHR-TGT-09";
        }
        msg::GUNS {
            bystander_yards: i32 (0..=1000) = 1, msg::HOW_NEAR_TO_A_TARGET, "CHR-AUTO-08, CHR-AUTO-09";
            bystanders_fill_bursts: bool = true, msg::BYSTANDERS_COUNT_TOWARD_A_MEDIUM, "CHR-AUTO-09";
            covering_fire_bonus: i32 (-1000..=1000) = 0, msg::DICE_ADDED_TO_THE_ROLL, "CHR-CFIRE-02";
        }
        msg::GRAPPLES {
            grapple_weapon_damage: Severity = Severity::Lethal, msg::WHAT_THE_DAMAGE_MOVE_DOES, "CHR-GRAP-08";
            rope_hinders: bool = true, msg::A_ROPES_BONUS_IS_ALSO, "CHR-GRAP-03";
            helpers_make_exceptional: bool = true, msg::HELPERS_SUCCESSES_COUNT_TOWARD_AN, "CHR-GRAP-17";
            helpers_lower_damage: bool = true, msg::HELPERS_OF_THE_LOSING_SIDE, "CHR-GRAP-18";
            throw_needs_more_than_size: bool = true, msg::A_THROW_TAKES_MORE_STRENGTH | msg::AS_MUCH_IS_ENOUGH, "CHR-GRAP-14";
        }
        msg::DISARMING_PULLED_BLOWS_AND_IMPROVISED {
            disarm_must_win: bool = true, msg::FIVE_SUCCESSES_TAKE_THE_WEAPON | msg::FIVE_DROP_IT_EVEN_IN, "CHR-DISARM-03";
            disarm_backlash: Severity = Severity::Lethal, msg::WHAT_A_BOTCHED_DISARM_DOES, "CHR-DISARM-04";
            pulled_cap_after_armor: bool = false, msg::A_PULLED_BLOWS_LIMIT_HOLDS | msg::FOR_THE_BLOW_ITSELF, "CHR-PULL-04";
            improvised_penalty_with_profile: bool = true, msg::AN_IMPROVISED_WEAPON_LOSES_A, "CHR-IMPR-02";
            improvised_self_damage: SelfDamage = SelfDamage::Inflicted, msg::WHAT_AN_IMPROVISED_WEAPONS_OWN, "CHR-IMPR-04";
        }
    }
}
