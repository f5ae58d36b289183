//! Sentences that are built from the state and the log, in one place, so that they can be translated. Terms that
//! differ between games come from their rules.

mod hand;
mod line;
mod standing;
mod undo;

use rules::condition::Conditions;
use rules::house::House;
use rules::messages::words as msg;
use rules::phase::Phase;
use rules::plan::{Plan, PlanSpec};
use rules::sheet::Sheet;
use rules::speech::{list, number, packet, signed};
use rules::system::{Health, Look};
use rules::term::Term;
use rules::track::{Severity, Track};

pub use self::hand::{hand, plain_hand};
pub use self::line::{Bit, Told, Weight, dice, ends, heard, line, sentences, spoken, weight};
pub use self::standing::{is_decided, next_step, standing};
pub use self::undo::{deed, offered};

/// Returns the mark of a box in words, for screen readers.
#[must_use]
pub fn mark(mark: Option<Severity>) -> &'static str {
    mark.map_or(msg::EMPTY, Severity::word).get()
}

/// Returns a track in words, for screen readers: `2 lethal and 2 bashing of 8 boxes`.
#[must_use]
pub fn track(track: &Track) -> String {
    match track {
        Track::Points(points) => msg::of(&number(points.now()), &points.most()),
        track => track
            .boxes()
            .map_or_else(String::new, |boxes| match boxes.filled() {
                0 => msg::unhurt_boxes(&boxes.size()),
                _ => msg::of_boxes(&packet(&boxes.marks()), &boxes.size()),
            }),
    }
}

/// Returns the size of a new track: `8 boxes`, `40 points`.
#[must_use]
pub fn track_size(track: &Track) -> String {
    match track {
        Track::Points(points) => msg::points(&points.most()),
        track => {
            let size = track.boxes().map_or(0, |boxes| boxes.size());
            msg::boxes(&size)
        }
    }
}

/// Returns the message for a reader who taps on boxes of another player's combatant.
#[must_use]
pub fn not_yours(name: &str, owner: Option<&str>) -> String {
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
pub fn conditions(rules: &dyn Look, conditions: &Conditions) -> Vec<String> {
    let known = rules.conditions().iter();
    let known = known.filter_map(|spec| Some((spec, conditions.get(spec.key)?)));
    let words = known.map(|(spec, condition)| match condition.amount {
        amount if amount == 0 || spec.most == 0 => spec.word.into(),
        amount => format!("{} {}", spec.word, number(amount)),
    });
    words.collect()
}

/// Returns a row of the order in words, for screen readers: `Ghoul A, 14, prone, −1. 3 lethal and 2 bashing of 7
/// boxes`.
#[must_use]
pub fn row(rules: &dyn Look, row: &rules::encounter::view::Row) -> String {
    let mut said = vec![row.full_name()];
    said.extend(row.score.map(number));
    said.extend(row.note.clone());
    said.extend(health(&row.health));
    said.extend(conditions(rules, &row.conditions));
    said.extend((row.health.penalty != 0).then(|| number(row.health.penalty)));
    let said = said.join(", ");
    match &row.track {
        Some(filled) => format!("{said}. {}", track(filled)),
        None => said,
    }
}

/// Returns a declared plan in words: `2 actions: shoots, then dodges · action 2 is a defense`.
#[must_use]
pub fn plan(rules: &dyn Look, house: &House, plan: &Plan) -> String {
    let spec = rules.plan(house);
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
        parts.push(defenses(plan));
    }
    if let Some(spec) = spec.filter(|_| !plan.kinds.is_empty()) {
        parts.push(kinds(&spec, plan));
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

/// Returns which actions of a plan are defenses.
fn defenses(plan: &Plan) -> String {
    if plan.open_actions() == 0 {
        return if plan.actions == 1 {
            msg::A_DEFENSE.get().to_owned()
        } else {
            msg::ALL_DEFENSES.get().to_owned()
        };
    }
    let numbers: Vec<String> = plan.defenses.iter().map(ToString::to_string).collect();
    match numbers.as_slice() {
        [one] => msg::action_is_a_defense(&one),
        many => msg::actions_are_defenses(&list(many)),
    }
}

/// Returns the kinds of a plan's actions, as far as they were declared: `1 Melee, 2 dodge`.
fn kinds(spec: &PlanSpec, plan: &Plan) -> String {
    let there = || spec.defenses.iter().chain(spec.pools);
    let said = |(number, key): (&u8, &String)| {
        let kind = there().find(|kind| kind.key == key);
        let title = kind.map_or(key.as_str(), |kind| kind.title.get());
        format!("{number} {title}")
    };
    let said: Vec<String> = plan.kinds.iter().map(said).collect();
    said.join(", ")
}

/// Returns terms on one line: `Dexterity +3, Hurt −1`.
#[must_use]
pub fn terms(terms: &[Term]) -> String {
    let parts: Vec<String> = terms
        .iter()
        .map(|term| format!("{} {}", term.label, signed(term.value)))
        .collect();
    parts.join(", ")
}

/// Returns the name of a phase.
#[must_use]
pub fn phase(rules: &dyn Look, phase: Phase) -> &'static str {
    let speech = rules.speech();
    match phase {
        Phase::Initiative => speech.initiative.get(),
        Phase::Declare => speech.declare.get(),
        Phase::Act => speech.act.get(),
        Phase::Extra => speech.extra.get(),
    }
}

/// Returns the title of the pool with this key.
#[must_use]
pub fn pool_title(rules: &dyn Look, key: &str) -> String {
    let pools = rules.pools(&Sheet::default()).into_iter();
    let mut pools = pools.filter(|spec| spec.key == key).map(|spec| spec.title);
    let mut traits = rules.traits().iter().filter(|spec| spec.key == key);
    let title = pools
        .next()
        .or_else(|| traits.next().map(|spec| spec.title));
    title.map_or_else(|| raised(key), String::from)
}

/// Returns the title of a round: `turn 3`, `round 3`.
#[must_use]
pub fn round(rules: &dyn Look, number: u32) -> String {
    format!("{} {number}", rules.speech().round)
}

/// Returns the text with its first letter in upper case.
#[must_use]
pub fn raised(words: &str) -> String {
    let mut chars = words.chars();
    let first: String = chars
        .next()
        .map(|first| first.to_uppercase().collect())
        .unwrap_or_default();
    first + chars.as_str()
}

/// Returns the text as a sentence, with an initial capital and a final stop.
#[must_use]
pub fn sentence(words: &str) -> String {
    let ended = words.ends_with(['.', '!', '?', '…']);
    format!("{}{}", raised(words), if ended { "" } else { "." })
}

/// Returns the letters in a token: a label if there is one, else initials.
#[must_use]
pub fn token(name: &str, label: Option<&str>) -> String {
    if let Some(label) = label {
        return label.to_owned();
    }
    name.split_whitespace()
        .filter_map(|word| word.chars().find(|c| c.is_alphanumeric()))
        .take(2)
        .flat_map(char::to_uppercase)
        .collect()
}

#[cfg(test)]
mod tests {
    use rules::system::SystemId;
    use rules::text::Name;
    use rules::track::{Boxes, Packet, Points};

    use super::*;

    #[test]
    fn tokens_are_labels_or_initials() {
        assert_eq!(token("Ilse Varga", None), "IV");
        assert_eq!(token("Ghoul", Some("A")), "A");
        assert_eq!(token("Dr. Amadi", None), "DA");
        assert_eq!(token("“Red” O’Neill the Third", None), "RO");
    }

    #[test]
    fn damage_reads_aloud() {
        assert_eq!(line::marks([-1, 2, 0]), "+2 lethal, −1 bashing");
        assert_eq!(line::marks([0, 0, 0]), "as before");
        let damage = Packet {
            lethal: 2,
            bashing: 1,
            ..Packet::default()
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
        assert_eq!(sentence("it’s that way already"), "It’s that way already.");
        assert_eq!(
            sentence("Pick a character first."),
            "Pick a character first."
        );
    }

    #[test]
    fn a_plan_says_what_it_holds_and_no_more() {
        let rules = SystemId::Chronicle.look();
        let house = House::default();
        let said = |plan: &Plan| super::plan(rules, &house, plan);
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
        let mages = super::plan(SystemId::Ascension.look(), &house, &two);
        assert!(
            mages.starts_with("2 actions · all defenses · 2 dodge"),
            "{mages}"
        );
    }
}
