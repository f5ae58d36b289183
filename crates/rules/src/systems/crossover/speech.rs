//! Words of Crossover for what all systems have.

use crate::character::vocabulary::Vocabulary;
use crate::messages::crossover as msg;

/// Vocabulary of the players of Crossover.
pub(super) const SPEECH: Vocabulary = Vocabulary {
    round: msg::TURN,
    health: msg::HEALTH,
    initiative: msg::INITIATIVE,
    declare: msg::DECLARATION,
    act: msg::MAIN_PHASE,
    extra: msg::EXTRA_PHASE,
    waits: msg::DELAYS,
    damage_hint: msg::AFTER_SOAK_EACH_LEVEL_THAT,
    add_example: "Nosferatu vampire dex 3 wits 2 stamina 3 brawl 3 fortitude 2 blood 12",
    own_example: "Ilse mage dex 3 wits 4 firearms 2 willpower 6",
    roll_example: "/roll dex + brawl difficulty 7 specialty",
};
