//! Parameters of a d10 roll, and their translation to dice and odds.

use crate::base::dice::Dice;
use crate::base::roll::{MAX_DICE, RollResult};
use crate::character::parameters::{ParameterSpec, Parameters};
use crate::exchange::Outcomes;
use crate::messages::Text;
use crate::messages::d10 as msg;
use crate::systems::d10::dice::{
    self, CountingRules, DEFAULT_DIFFICULTY, DiceConventions, MAX_REQUESTED_DIFFICULTY,
    MIN_DIFFICULTY, Pool,
};
use crate::systems::d10::distribution;
use crate::systems::d10::input::InvalidInput;
use crate::systems::d10::roll_request::D10RollRequest;

/// Key of the roll's purpose: a [`RollPurpose`].
pub const KIND: &str = "kind";
/// Key of the difficulty: the face to reach.
pub const DIFFICULTY_KEY: &str = "difficulty";
/// Key of the flag that a specialty applies.
pub const SPECIALTY: &str = "specialty";
/// Key of the flag that a Willpower point is paid.
pub const WILLPOWER: &str = "willpower";

/// Keys of the parameters that whoever is asked for a roll may add.
pub const ROLLER_OPTIONS: [&str; 2] = [SPECIALTY, WILLPOWER];
/// Key of the number of the declared action, from 1; 0 is an action granted by a power.
pub const ACTION: &str = "action";
/// Keys for further groups of dice within one roll: number of dice and their difficulty. All other
/// dice are rolled against [`DIFFICULTY_KEY`].
pub const GROUPS: [(&str, &str); 2] = [
    ("second_dice", "second_difficulty"),
    ("third_dice", "third_difficulty"),
];

/// Purpose of a roll in the d10 systems: an action, a reflex, damage or soak. Only actions suffer wound penalties and
/// are counted; damage and soak rolls have no botch, specialty or Willpower.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RollPurpose {
    /// Roll for an action.
    Action,
    /// Reflexive roll, or a roll on Willpower.
    Reflex,
    /// Damage roll of at least one die.
    Damage,
    /// Roll to soak damage.
    Soak,
}

impl RollPurpose {
    /// All purposes, each with its parameter value and label.
    const ALL: [(i32, Text, Self); 4] = [
        (0, msg::ACTION, Self::Action),
        (1, msg::REFLEX_OR_WILLPOWER, Self::Reflex),
        (2, msg::DAMAGE_2, Self::Damage),
        (3, msg::SOAK_2, Self::Soak),
    ];

    /// Reads the purpose from the parameters of a roll.
    #[must_use]
    pub fn from_parameters(reading: &Parameters) -> Self {
        let kind = reading.get_or(KIND, 0);
        let known = Self::ALL.iter().find(|(value, ..)| *value == kind);
        known.map_or(Self::Action, |(_, _, purpose)| *purpose)
    }

    /// Returns the parameter value of the purpose.
    #[must_use]
    pub fn code(self) -> i32 {
        let known = Self::ALL.iter().find(|(.., purpose)| *purpose == self);
        known.map_or(0, |(number, ..)| *number)
    }

    /// Whether the purpose is damage or soak.
    #[must_use]
    pub const fn is_harm(self) -> bool {
        matches!(self, Self::Damage | Self::Soak)
    }

    /// Returns the label in log lines; `None` for an action.
    pub(super) const fn label(self) -> Option<&'static str> {
        match self {
            Self::Action => None,
            Self::Reflex => Some("reflex"),
            Self::Damage => Some("damage"),
            Self::Soak => Some("soak"),
        }
    }
}

/// Number of declared actions, and the one that comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeclaredActions {
    /// Number of actions that were declared.
    pub declared: i32,
    /// Whether powers grant further actions.
    pub extra: bool,
    /// Number of the next action.
    pub next: i32,
}

/// Lists the parameters of a roll; `difficulty` replaces the label of the difficulty where
/// something is added to it.
#[must_use]
pub fn parameter_specs(
    difficulty: Option<Text>,
    several: Option<DeclaredActions>,
) -> Vec<ParameterSpec> {
    let kinds = RollPurpose::ALL.map(|(value, title, _)| (value, title));
    let title = difficulty.unwrap_or(msg::DIFFICULTY_3);
    let range = (MIN_DIFFICULTY, MAX_REQUESTED_DIFFICULTY);
    let mut dials = vec![
        ParameterSpec::number(DIFFICULTY_KEY, title, range, DEFAULT_DIFFICULTY),
        ParameterSpec::choice(KIND, msg::WHAT_FOR, &kinds),
        ParameterSpec::flag(SPECIALTY, msg::SPECIALTY),
        ParameterSpec::flag(WILLPOWER, msg::WILLPOWER_FOR_A_SUCCESS),
    ];
    if let Some(several) = several {
        let (least, title) = match several.extra {
            true => (0, msg::WHICH_ACTION_0_A_POWERS),
            false => (1, msg::WHICH_ACTION),
        };
        let range = (least, several.declared);
        dials.push(ParameterSpec::number(ACTION, title, range, several.next));
    }
    dials
}

/// Lists the parameters of a second group of dice, for systems with such rolls.
#[must_use]
pub fn second_group_specs() -> [ParameterSpec; 2] {
    let [(dice, difficulty), _] = GROUPS;
    let most = i32::try_from(MAX_DICE).unwrap_or(i32::MAX);
    let range = (MIN_DIFFICULTY, MAX_REQUESTED_DIFFICULTY);
    [
        ParameterSpec::number(dice, msg::OF_THEM_DICE_WITH_ANOTHER, (0, most), 0),
        ParameterSpec::number(difficulty, msg::THAT_DIFFICULTY, range, DEFAULT_DIFFICULTY),
    ]
}

/// Short chat words, each with the parameter it sets and its value.
const WORDS: [(&str, &str, i32); 6] = [
    ("spec", SPECIALTY, 1),
    ("wp", WILLPOWER, 1),
    ("reflex", KIND, 1),
    ("damage", KIND, 2),
    ("dmg", KIND, 2),
    ("soak", KIND, 3),
];

/// Translates a short chat word to a parameter: `spec`, `wp`, `reflex`, `damage`, `soak`, or the
/// difficulty as `vs7`, `diff7`, `d7` or `@7`.
#[must_use]
pub fn parameter_from_word(word: &str) -> Option<(&'static str, i32)> {
    if let Some((_, key, value)) = WORDS.iter().find(|(known, ..)| *known == word) {
        return Some((key, *value));
    }
    let short = ["vs", "diff", "d", "@"];
    let face = short.iter().find_map(|short| word.strip_prefix(short))?;
    if !face.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let face = face.parse().ok()?;
    let range = MIN_DIFFICULTY..=MAX_REQUESTED_DIFFICULTY;
    range.contains(&face).then_some((DIFFICULTY_KEY, face))
}

/// Builds the roll request for a sum and its parameters.
#[must_use]
pub fn roll_request(sum: i32, reading: &Parameters) -> D10RollRequest {
    let purpose = RollPurpose::from_parameters(reading);
    let harm = purpose.is_harm();
    D10RollRequest {
        pool: match purpose {
            RollPurpose::Damage => sum.max(1),
            RollPurpose::Action | RollPurpose::Reflex | RollPurpose::Soak => sum,
        },
        difficulty: reading.get_or(DIFFICULTY_KEY, DEFAULT_DIFFICULTY),
        specialty: reading.is_on(SPECIALTY) && !harm,
        willpower: reading.is_on(WILLPOWER) && !harm,
        botchable: !harm,
    }
}

/// Splits a sum into groups of dice by its parameters, default group first; the groups add up to
/// the sum.
#[must_use]
pub fn dice_groups(sum: i32, reading: &Parameters) -> Vec<Pool> {
    let ask = roll_request(sum, reading);
    let mut ordinary = ask.pool;
    let mut others = Vec::new();
    for (dice, difficulty) in GROUPS {
        let asked = reading.get_or(dice, 0).min(ordinary);
        if asked > 0 {
            ordinary -= asked;
            others.push(Pool::against(
                asked,
                reading.get_or(difficulty, DEFAULT_DIFFICULTY),
            ));
        }
    }
    let ordinary = Pool::against(ordinary, ask.difficulty);
    std::iter::once(ordinary).chain(others).collect()
}

/// Returns the parameters with the difficulties of these groups written into them.
#[must_use]
pub fn with_groups(mut reading: Parameters, groups: &[Pool]) -> Parameters {
    if let Some(first) = groups
        .first()
        .filter(|first| first.difficulty != DEFAULT_DIFFICULTY)
    {
        reading.set(DIFFICULTY_KEY, first.difficulty);
    }
    for ((dice, difficulty), group) in GROUPS.iter().zip(groups.iter().skip(1)) {
        reading.set(dice, group.pool);
        reading.set(difficulty, group.difficulty);
    }
    reading
}

/// Returns the counting rules of a roll under a system's conventions.
#[must_use]
pub fn counting_rules(reading: &Parameters, conventions: DiceConventions) -> CountingRules {
    roll_request(1, reading).counting_rules(conventions)
}

/// Throws the dice for a sum and its parameters; `None` for less than one die, with none thrown.
///
/// # Errors
/// [`InvalidInput::TooManyDice`] for more dice than one roll may throw.
pub fn roll_dice(
    sum: i32,
    reading: &Parameters,
    conventions: DiceConventions,
    dice: &mut dyn Dice,
) -> Result<Option<RollResult>, InvalidInput> {
    let ask = roll_request(sum, reading);
    if ask.pool < 1 {
        return Ok(None);
    }
    ask.to_pool().check_size()?;
    let rolled = dice::roll_groups(
        &dice_groups(sum, reading),
        &ask.counting_rules(conventions),
        dice,
    );
    Ok(Some(rolled))
}

/// Computes the probability of every outcome of a roll with this sum and these parameters.
#[must_use]
pub fn distribution(sum: i32, reading: &Parameters, conventions: DiceConventions) -> Outcomes {
    distribution::distribution(
        &dice_groups(sum, reading),
        &counting_rules(reading, conventions),
    )
}

/// Returns the price of a roll with these parameters, `None` if it costs nothing: the key of a pool
/// and a number of points.
#[must_use]
pub fn roll_cost(reading: &Parameters) -> Option<(&'static str, u16)> {
    roll_request(1, reading).willpower.then_some((WILLPOWER, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_words_set_dials() {
        for text in ["vs7", "diff7", "d7", "@7"] {
            assert_eq!(
                parameter_from_word(text),
                Some((DIFFICULTY_KEY, 7)),
                "{text}"
            );
        }
        for text in [
            "vs1",
            "d21",
            "vs",
            "d",
            "@",
            "diff-7",
            "d９",
            "d99999999999",
            "dex",
        ] {
            assert_eq!(parameter_from_word(text), None, "{text}");
        }
    }

    #[test]
    fn a_roll_may_have_dice_of_several_difficulties() {
        let parts = [
            Pool::against(4, 8),
            Pool::at_default_difficulty(2),
            Pool::against(1, 7),
        ];
        let reading = with_groups(Parameters::default().with(KIND, 3), &parts);
        assert_eq!(dice_groups(7, &reading), parts);
        // Manual adjustments change the first group, then the groups after it.
        assert_eq!(
            dice_groups(9, &reading),
            [
                Pool::against(6, 8),
                Pool::at_default_difficulty(2),
                Pool::against(1, 7)
            ]
        );
        assert_eq!(
            dice_groups(2, &reading),
            [Pool::against(0, 8), Pool::at_default_difficulty(2)]
        );
        assert_eq!(dice_groups(-3, &reading), [Pool::against(-3, 8)]);
        let by = DiceConventions {
            specialty: dice::TensRule::Again,
            extra_ones_cancel: false,
            ones_cancel_harm: true,
        };
        let mut script = crate::base::dice::DiceScript::new([8, 7, 2, 3, 6, 5, 1]);
        let rolled = roll_dice(7, &reading, by, &mut script).expect("few dice");
        assert_eq!(rolled.map(|rolled| rolled.successes), Some(1));
        assert_eq!((script.missing_faces(), script.remaining_faces()), (0, 0));
    }

    #[test]
    fn harm_knows_no_specialty_no_willpower_and_no_botch() {
        let all = Parameters::default().with(SPECIALTY, 1).with(WILLPOWER, 1);
        assert!(
            roll_request(3, &all).specialty
                && roll_request(3, &all).willpower
                && roll_request(3, &all).botchable
        );
        assert_eq!(roll_cost(&all), Some((WILLPOWER, 1)));
        for kind in [2, 3] {
            let harm = all.clone().with(KIND, kind);
            let ask = roll_request(0, &harm);
            assert!(!ask.specialty && !ask.willpower && !ask.botchable);
            assert_eq!((ask.pool, roll_cost(&harm)), (i32::from(kind == 2), None));
        }
    }
}
