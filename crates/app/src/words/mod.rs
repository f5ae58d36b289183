//! Sentences that are built from the state and the log, in one place, so that they can be translated. Terms that
//! differ between games come from their rules.

mod attribution;
mod fight_status;
mod log_text;
mod nearby_moves;
pub mod scene;
mod undo;

use crate::browser;
use rules::base::term::Term;
use rules::base::text::capitalize;
use rules::character::condition::Conditions;
use rules::character::phase::Phase;
use rules::character::plan::{Plan, PlanSpec};
use rules::character::sheet::Sheet;
use rules::character::track::{Severity, Track};
use rules::character::vocabulary::{describe_packet, format_number, format_signed, join_list};
use rules::messages::words as msg;
use rules::ruleset::{ClientRules, Health};

pub use self::attribution::{attribution, short_attribution};
pub use self::fight_status::{fight_status, is_decided, next_step_label};
pub(crate) use self::log_text::botch_word;
pub use self::log_text::{
    DetailPart, LogText, Weight, announcement, dice_of, is_outcome, join_sentences, join_spoken,
    log_text, weight_of, whisper_announcement,
};
pub use self::nearby_moves::nearby_moves;
pub use self::undo::{undo_label, undo_offer_label};

/// Returns the damage mark of a health box in words, for screen readers.
#[must_use]
pub fn mark_word(mark: Option<Severity>) -> &'static str {
    mark.map_or(msg::EMPTY, Severity::word).get()
}

/// Returns a health track in words for screen readers, such as `2 lethal and 2 bashing of 8 boxes`.
#[must_use]
pub fn track(track: &Track) -> String {
    match track {
        Track::Points(points) => msg::of(&format_number(points.left()), &points.maximum()),
        track => track
            .boxes()
            .map_or_else(String::new, |boxes| match boxes.filled_count() {
                0 => msg::unhurt_boxes(&boxes.size()),
                _ => msg::of_boxes(&describe_packet(&boxes.marks()), &boxes.size()),
            }),
    }
}

/// Returns the size of a new health track in words, such as `8 boxes` or `40 points`.
#[must_use]
pub fn track_size(track: &Track) -> String {
    match track {
        Track::Points(points) => msg::points(&points.maximum()),
        track => {
            let size = track.boxes().map_or(0, |boxes| boxes.size());
            msg::boxes(&size)
        }
    }
}

/// Returns the message for a reader who taps on health boxes of another player's combatant.
#[must_use]
pub fn not_yours_message(name: &str, owner: Option<&str>) -> String {
    match owner {
        Some(owner) => msg::marked_by_their_owner(&owner, &name),
        None => msg::marked_by_the_storyteller(&name),
    }
}

/// Returns the health states of a combatant, in a word each.
#[must_use]
pub fn health(health: &Health) -> Vec<String> {
    health
        .states
        .iter()
        .map(|state| state.word.to_string())
        .collect()
}

/// Returns the conditions of a combatant, in a word each.
#[must_use]
pub fn conditions(rules: &dyn ClientRules, conditions: &Conditions) -> Vec<String> {
    let known = rules.facts().condition_specs.iter();
    let known = known.filter_map(|spec| Some((spec, conditions.get(spec.key)?)));
    let words = known.map(|(spec, condition)| match condition.amount {
        amount if amount == 0 || spec.most == 0 => spec.word.into(),
        amount => format!("{} {}", spec.word, format_number(amount)),
    });
    words.collect()
}

/// Returns a row of the order in words for screen readers, with the combatant's place in the scene,
/// such as `Ghoul A, 14, Gallery, prone, −1. 3 lethal and 2 bashing of 7 boxes`.
#[must_use]
pub fn row_words(
    rules: &dyn ClientRules,
    row: &rules::encounter::view::CombatantRow,
    place: Option<String>,
) -> String {
    let mut said = vec![row.full_name()];
    said.extend(row.score.map(format_number));
    said.extend(place);
    said.extend(row.note.clone());
    said.extend(health(&row.health));
    said.extend(conditions(rules, &row.conditions));
    said.extend((row.health.penalty != 0).then(|| format_number(row.health.penalty)));
    let said = said.join(", ");
    match &row.track {
        Some(filled) => format!("{said}. {}", track(filled)),
        None => said,
    }
}

/// Returns a declared plan of actions in words, such as `2 actions: shoots, then dodges · action 2 is a defense`.
#[must_use]
pub fn plan_words(rules: &dyn ClientRules, plan: &Plan) -> String {
    let spec = rules.facts().plan_spec;
    let mut parts = Vec::new();
    let count = (plan.actions > 1).then(|| msg::actions(&plan.actions));
    match (count, &plan.words) {
        (Some(count), Some(words)) => parts.push(format!("{count}: {words}")),
        (Some(count), None) => parts.push(count),
        (None, Some(words)) => parts.push(words.to_string()),
        (None, None) => {}
    }
    if let Some(key) = &plan.stance {
        let stances = spec.map_or(&[][..], |spec| spec.stances);
        let stance = stances.iter().find(|stance| stance.key == key);
        parts.push(stance.map_or_else(|| key.clone(), |stance| stance.title.into()));
    }
    if !plan.defenses.is_empty() {
        parts.push(defense_words(plan));
    }
    if let Some(spec) = spec.filter(|_| !plan.kinds.is_empty()) {
        parts.push(kind_words(&spec, plan));
    }
    if plan.extra > 0 {
        let title = spec
            .and_then(|spec| spec.extra)
            .map_or(msg::EXTRA_ACTIONS.get(), |extra| extra.title.get());
        parts.push(format!("{title} {}", plan.extra));
    }
    if plan.willpower > 0 {
        parts.push(msg::willpower(&plan.willpower));
    }
    if parts.is_empty() {
        parts.push(msg::ONE_ACTION.get().to_owned());
    }
    parts.join(" · ")
}

/// Returns the words for which actions of a plan are defenses.
fn defense_words(plan: &Plan) -> String {
    if plan.open_action_count() == 0 {
        return if plan.actions == 1 {
            msg::A_DEFENSE.get().to_owned()
        } else {
            msg::ALL_DEFENSES.get().to_owned()
        };
    }
    let numbers: Vec<String> = plan.defenses.iter().map(ToString::to_string).collect();
    match numbers.as_slice() {
        [one] => msg::action_is_a_defense(&one),
        many => msg::actions_are_defenses(&join_list(many)),
    }
}

/// Returns the kinds of a plan's actions, as far as they were declared, such as `1 Melee, 2 dodge`.
fn kind_words(spec: &PlanSpec, plan: &Plan) -> String {
    let there = || spec.defenses.iter().chain(spec.pools);
    let said = |(number, key): (&u8, &String)| {
        let kind = there().find(|kind| kind.key == key);
        let title = kind.map_or(key.as_str(), |kind| kind.title.get());
        format!("{number} {title}")
    };
    let said: Vec<String> = plan.kinds.iter().map(said).collect();
    said.join(", ")
}

/// Returns the terms of a sum on one line, such as `Dexterity +3, Hurt −1`.
#[must_use]
pub fn term_words(terms: &[Term]) -> String {
    let parts: Vec<String> = terms
        .iter()
        .map(|term| format!("{} {}", term.label, format_signed(term.value)))
        .collect();
    parts.join(", ")
}

/// Returns the name of a phase.
#[must_use]
pub fn phase_title(rules: &dyn ClientRules, phase: Phase) -> &'static str {
    let speech = &rules.facts().vocabulary;
    match phase {
        Phase::Initiative => speech.initiative.get(),
        Phase::Declare => speech.declare.get(),
        Phase::Act => speech.act.get(),
        Phase::Extra => speech.extra.get(),
    }
}

/// Returns the title of the pool with this key.
#[must_use]
pub fn pool_title(rules: &dyn ClientRules, key: &str) -> String {
    let pools = rules.pool_specs(&Sheet::default()).into_iter();
    let mut pools = pools.filter(|spec| spec.key == key).map(|spec| spec.title);
    let mut traits = rules
        .facts()
        .trait_specs
        .iter()
        .filter(|spec| spec.key == key);
    let title = pools
        .next()
        .or_else(|| traits.next().map(|spec| spec.title));
    title.map_or_else(|| capitalize(key), String::from)
}

/// Returns the title of a combat round by its number, such as `turn 3` or `round 3`.
#[must_use]
pub fn round_title(rules: &dyn ClientRules, number: u32) -> String {
    format!("{} {number}", rules.facts().vocabulary.round)
}

/// Returns the text as a sentence, with an initial capital and a final stop.
#[must_use]
pub fn to_sentence(words: &str) -> String {
    let ended = words.ends_with(['.', '!', '?', '…']);
    format!("{}{}", capitalize(words), if ended { "" } else { "." })
}

/// Returns the letters in a combatant's token, which are its label if there is one, else its initials.
#[must_use]
pub fn token_letters(name: &str, label: Option<&str>) -> String {
    if let Some(label) = label {
        return label.to_owned();
    }
    name.split_whitespace()
        .filter_map(|word| word.chars().find(|c| c.is_alphanumeric()))
        .take(2)
        .map(browser::to_uppercase)
        .collect()
}

#[cfg(test)]
mod tests {
    use rules::base::text::Name;
    use rules::character::track::{Boxes, DamagePacket, Points};
    use rules::ruleset::SystemId;

    use super::*;

    #[test]
    fn tokens_are_labels_or_initials() {
        assert_eq!(token_letters("Ilse Varga", None), "IV");
        assert_eq!(token_letters("Ghoul", Some("A")), "A");
        assert_eq!(token_letters("Dr. Amadi", None), "DA");
        assert_eq!(token_letters("“Red” O’Neill the Third", None), "RO");
    }

    #[test]
    fn damage_reads_aloud() {
        assert_eq!(log_text::mark_changes([-1, 2, 0]), "+2 lethal, −1 bashing");
        assert_eq!(log_text::mark_changes([0, 0, 0]), "as before");
        let damage = DamagePacket {
            lethal: 2,
            bashing: 1,
            ..DamagePacket::default()
        };
        let boxes = Boxes::new(8, damage).expect("boxes");
        assert_eq!(
            track(&Track::Boxes(boxes)),
            "2 lethal and 1 bashing of 8 boxes"
        );
        let points = Points::new(-3, 40).expect("points");
        assert_eq!(track(&Track::Points(points)), "−3 of 40");
    }

    #[test]
    fn sentences_end_once() {
        assert_eq!(
            to_sentence("it’s that way already"),
            "It’s that way already."
        );
        assert_eq!(
            to_sentence("Pick a character first."),
            "Pick a character first."
        );
    }

    #[test]
    fn a_plan_says_what_it_holds_and_no_more() {
        let rules = SystemId::Chronicle.client_rules();
        let said = |plan: &Plan| super::plan_words(rules, plan);
        assert_eq!(said(&Plan::default()), "one action");
        let words = Name::new("shoots, then dodges").expect("a name");
        let mut two = Plan {
            words: Some(words),
            actions: 2,
            defenses: [2].into(),
            ..Plan::default()
        };
        assert_eq!(
            said(&two),
            "2 actions: shoots, then dodges · action 2 is a defense"
        );
        two.defenses.insert(1);
        two.words = None;
        two.extra = 1;
        assert_eq!(said(&two), "2 actions · all defenses · extra actions 1");
        two.kinds.insert(2, "dodge".to_owned());
        let mages = super::plan_words(SystemId::Ascension.client_rules(), &two);
        assert!(
            mages.starts_with("2 actions · all defenses · 2 dodge"),
            "{mages}"
        );
    }
}
