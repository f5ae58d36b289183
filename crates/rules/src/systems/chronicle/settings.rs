//! House rules: every reading of the rules that another table may see differently.

use crate::track::Severity;
use crate::{choices, settings};

choices! {
    /// Who has won when both sides of a contest roll the same number of successes.
    pub enum Tie {
        /// Neither, so nothing happens.
        #[default]
        Nobody = "nobody", "nobody";
        /// The one who started it.
        Initiator = "initiator", "the one who started it";
        /// The one who resists it.
        Resister = "resister", "the one who resists";
    }
}

choices! {
    /// What becomes of a delayed action whose trigger never came.
    pub enum UnmetDelay {
        /// It is lost.
        #[default]
        Lost = "lost", "it is lost";
        /// It may be taken after all others, before the turn ends.
        EndOfTurn = "end_of_turn", "it is taken at the end of the turn";
    }
}

choices! {
    /// Which points of one attack are marked first.
    pub enum MarkOrder {
        /// The most severe.
        #[default]
        WorstFirst = "worst_first", "the most severe";
        /// The mildest.
        MildestFirst = "mildest_first", "the mildest";
    }
}

choices! {
    /// When a called shot goes past armor.
    pub enum Bypass {
        /// When the armor does not cover the place.
        #[default]
        ByLocation = "by_location", "when the armor does not cover the place";
        /// Never: armor always counts.
        Never = "never", "never";
        /// Always: no armor counts.
        Always = "always", "always";
    }
}

choices! {
    /// What an improvised weapon's own damage is counted from.
    pub enum SelfDamage {
        /// What the target was marked with.
        #[default]
        Inflicted = "inflicted", "what the target was marked with";
        /// The blow before cover and armor.
        Raw = "raw", "the blow before cover and armor";
    }
}

settings! {
    /// The house rules of one table. What is left out of a file keeps its default.
    pub struct Settings {
        "Dice and contests" {
            chance_ten_again: bool = false, "A ten on a chance die is thrown once more. Off: it is one success and no more", "CHR-DICE-04";
            unskilled_physical: i32 (-500..=0) = -1, "What a physical roll loses when its skill is 0", "CHR-DICE-07, CHR-GRAP-17";
            automatic_hit_beats_chance: bool = false, "A helpless target is hit without a roll even where a chance die is forced", "CHR-DICE-06, CHR-DEF-09";
            contest_tie: Tie = Tie::Nobody, "Who wins an even contest", "CHR-DICE-08, CHR-GRAP-16, CHR-DISARM-02, CHR-CMP-07";
        }
        "Initiative" {
            keep_order: bool = true, "An action out of its turn is refused; the storyteller may do it anyway. Off: everybody acts when they like", "CHR-INIT-02";
            initiative_roll_offs: bool = true, "Those still tied in initiative roll their modifiers against each other. Off: they act at the same moment", "CHR-INIT-03";
            unmet_delay: UnmetDelay = UnmetDelay::Lost, "What becomes of a delayed action whose trigger never came", "CHR-INIT-04";
        }
        "Defense" {
            close_range_yards: i32 (0..=1000) = 2, "How many yards count as close", "CHR-CQB-01, CHR-DEF-03, CHR-PRONE-03";
            withheld_attacks_wear: bool = false, "Attacks met without Defense wear it down too. Off: only applying it does", "CHR-DEF-05, CHR-DEF-06";
            dodge_doubles_bonuses: bool = false, "Dodging doubles bonuses as well as the trait itself", "CHR-DEF-08, CHR-DODGE-01";
            killing_blow_adds_weapon: bool = false, "A killing blow adds the weapon's modifier. Off: it is the bare pool", "CHR-DEF-09";
            defense_in_contests: bool = false, "Defense is also taken from the initiator's pool in grapples and disarming", "CHR-DEF-10";
            early_dodge: bool = true, "Dodge may be declared before one's own place in the order", "CHR-DODGE-03";
            late_dodge_keeps_wear: bool = true, "A dodge declared late starts with the wear of this turn. Off: it starts fresh", "CHR-DODGE-03";
            prone_attacker_bonus: bool = false, "A prone attacker also gets the bonus against the prone", "CHR-PRONE-02";
        }
        "Damage and wounds" {
            milder_damage_overflows: bool = true, "On a full row, damage milder than everything marked still makes one box worse. Off: it changes nothing", "CHR-DMG-05";
            mark_order: MarkOrder = MarkOrder::WorstFirst, "Which points of one attack are marked first", "CHR-DMG-06";
            wounds_add_up: bool = false, "The penalties of the last three boxes add up, to −6. Off: only the worst counts", "CHR-WND-01";
            bleed_interval_turns: u32 (1..=1000000) = 20, "Turns between two points of slow bleeding", "CHR-BLEED-02";
            aggravated_bleeds: bool = true, "Aggravated boxes count toward bleeding like lethal ones", "CHR-BLEED-01";
            supernaturals_bleed: bool = false, "Other living creatures bleed like mortals", "CHR-BLEED-05";
            heal_in_parallel: bool = true, "The three kinds of damage heal side by side. Off: the milder kind heals off first", "CHR-HEAL-04";
            knockout_takes_wounds: bool = true, "The roll against being knocked out takes the wound penalty", "CHR-CMP-09";
        }
        "Vampires" {
            blunt_on_vampires: Severity = Severity::Bashing, "What blunt weapons do to vampires", "CHR-VMP-03";
            headshot_on_vampires: Severity = Severity::Lethal, "What a bullet to the head or eye does to a vampire", "CHR-VMP-07";
            vampire_helmets: bool = false, "A ballistic rating helps a vampire against a called shot to the head or eye", "CHR-VMP-06";
            stake_holds_from: u16 (0..=60) = 5, "Lethal points a stake must inflict to hold a vampire", "CHR-VMP-08";
            stake_lethal_from: u16 (0..=60) = 3, "Points a stake in the heart must inflict to be lethal to a vampire", "CHR-VMP-09";
            stake_needs_exceptional: bool = true, "Staking asks for an exceptional success on the roll. Off: any success", "CHR-VMP-08";
            knockout_on_vampires: bool = false, "Vampires can be knocked out", "CHR-VMP-14, CHR-CMP-09";
            stun_on_vampires: bool = true, "Stunning weapons work on vampires", "CHR-VMP-14, CHR-CMP-08";
        }
        "Armor and cover" {
            called_shots_bypass: Bypass = Bypass::ByLocation, "When a called shot goes past armor", "CHR-ARM-06, CHR-TGT-08";
            mundane_armor_stacks: bool = false, "Ratings of several mundane suits on one place add up. Off: the better one counts", "CHR-ARM-05";
            stopped_shots_hurt_cover: bool = true, "Cover that stops a shot is damaged by it", "CHR-COV-02";
            see_through_softens: bool = false, "Half Durability also decides whether see-through cover can be pierced", "CHR-COV-04";
            thresholds_before_armor: bool = false, "Called shots are judged by the damage before cover and armor", "CHR-TGT-09";
        }
        "Guns" {
            bystander_yards: i32 (0..=1000) = 1, "How near to a target one must be to be drawn into a burst, in yards", "CHR-AUTO-08, CHR-AUTO-09";
            bystanders_fill_bursts: bool = true, "Bystanders count toward a medium burst's limit of three", "CHR-AUTO-09";
            covering_fire_bonus: i32 (-1000..=1000) = 0, "Dice added to the roll for covering fire", "CHR-CFIRE-02";
        }
        "Grapples" {
            grapple_weapon_damage: Severity = Severity::Lethal, "What the Damage move does with a weapon under control", "CHR-GRAP-08";
            rope_hinders: bool = true, "A rope's bonus is also taken from the other side's pool", "CHR-GRAP-03";
            helpers_make_exceptional: bool = true, "Helpers' successes count toward an exceptional success", "CHR-GRAP-17";
            helpers_lower_damage: bool = true, "Helpers of the losing side lower the winner's Damage", "CHR-GRAP-18";
            throw_needs_more_than_size: bool = true, "A throw takes more Strength than the target's Size. Off: as much is enough", "CHR-GRAP-14";
        }
        "Disarming, pulled blows and improvised weapons" {
            disarm_must_win: bool = true, "Five successes take the weapon only if they also win. Off: five drop it even in a lost contest", "CHR-DISARM-03";
            disarm_backlash: Severity = Severity::Lethal, "What a botched disarm does to the attacker", "CHR-DISARM-04";
            pulled_cap_after_armor: bool = false, "A pulled blow's limit holds for what gets through armor. Off: for the blow itself", "CHR-PULL-04";
            improvised_penalty_with_profile: bool = true, "An improvised weapon loses a die even if it is as good as one from the chart", "CHR-IMPR-02";
            improvised_self_damage: SelfDamage = SelfDamage::Inflicted, "What an improvised weapon's own damage is counted from", "CHR-IMPR-04";
        }
    }
}
