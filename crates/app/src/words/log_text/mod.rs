//! Texts of log lines, for the eye and for screen readers.

use std::fmt;

use rules::encounter::FoeHealth;
use rules::encounter::log::{InitiativeSource, UnassignedReason};
use rules::encounter::log::{ItemChangeMessage, LogMessage};
use rules::encounter::proposal::ProposalStatus;
use rules::encounter::view::LogLineView;
use rules::house_rules::HouseRules;
use rules::messages::{Wording, words as msg};
use rules::parameters::Parameters;
use rules::phase::Phase;
use rules::roll::RollResult;
use rules::system::{ClientRules, HealthState};
use rules::term::{RuleId, Term};
use rules::track::Severity;
use rules::vocabulary::{format_number, format_signed, join_list};

use super::{capitalized, plan_words, pool_title, round_title};

/// A part of the details, with the ids of rules set apart.
#[derive(Clone, Debug, PartialEq)]
pub enum DetailPart {
    /// Plain text.
    Words(String),
    /// Id of the rule behind the preceding term.
    Rule(String),
}

/// Text of a log line, in parts for layout.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LogText {
    /// The event itself.
    pub head: String,
    /// Details, such as the terms of a roll.
    pub details: Option<String>,
    /// The details with rule ids; empty where no term has one.
    pub detail_parts: Vec<DetailPart>,
    /// The dice, if any.
    pub rolled: Option<RollResult>,
    /// Outcome of the dice.
    pub result: Option<String>,
    /// Effects of the event.
    pub effects: Vec<String>,
}

impl LogText {
    /// Creates a text with the event alone.
    fn new(head: impl Into<String>) -> Self {
        Self {
            head: head.into(),
            ..Self::default()
        }
    }

    /// Sets the details, unless they are empty.
    fn with_details(mut self, sub: impl Into<String>) -> Self {
        self.details = Some(sub.into()).filter(|sub: &String| !sub.is_empty());
        self
    }

    /// Adds the rule behind the event, which is shown and not read aloud.
    fn with_rule(mut self, rule: Option<impl fmt::Display>) -> Self {
        self.detail_parts
            .extend(rule.map(|rule| DetailPart::Rule(rule.to_string())));
        self
    }

    /// Sets the details to terms with their rule ids; adjacent terms of one rule share it.
    fn with_terms(mut self, terms: &[Term], rest: &str) -> Self {
        let mut bits = vec![];
        for (at, term) in terms.iter().enumerate() {
            let comma = if at == 0 { "" } else { ", " };
            let words = format!("{comma}{} {}", term.label, format_signed(term.value));
            bits.push(DetailPart::Words(words));
            let next = terms.get(at + 1).and_then(|next| next.rule.as_ref());
            let rule = term.rule.as_ref().filter(|rule| next != Some(rule));
            bits.extend(rule.map(|rule| DetailPart::Rule(rule.to_string())));
        }
        if bits.iter().any(|bit| matches!(bit, DetailPart::Rule(_))) {
            bits.extend((!rest.is_empty()).then(|| DetailPart::Words(rest.to_owned())));
            self.detail_parts = bits;
        }
        self
    }

    /// Sets the effects to the health states of a combatant.
    fn with_states(mut self, name: &str, states: &[HealthState]) -> Self {
        self.effects = states
            .iter()
            .map(|state| format!("{name}: {}", state.word))
            .collect();
        self
    }

    /// Sets the dice and their outcome.
    fn with_dice(
        mut self,
        rules: &dyn ClientRules,
        rolled: &RollResult,
        reading: &Parameters,
    ) -> Self {
        self.result = Some(rules.describe_outcome(rolled, reading));
        self.rolled = Some(rolled.clone());
        self
    }

    /// Returns the announcement of the line as it happens: for dice the outcome without the terms; for damage one
    /// sentence with the new state.
    #[must_use]
    pub fn into_announcement(mut self) -> String {
        if self.rolled.is_some() {
            self.details = None;
        }
        let state = |effect: &String| {
            let (name, state) = effect.split_once(": ")?;
            self.head.starts_with(name).then(|| state.to_owned())
        };
        let states: Option<Vec<String>> = self.effects.iter().map(state).collect();
        if let Some(states) = states.filter(|states| !states.is_empty()) {
            self.head = format!("{}: {}", self.head, states.join(", "));
            self.effects.clear();
        }
        self.to_spoken()
    }

    /// Returns the line as one text to be read aloud.
    #[must_use]
    pub fn to_spoken(&self) -> String {
        let parts = [
            Some(&self.head),
            self.details.as_ref(),
            self.result.as_ref(),
        ];
        let parts: Vec<&str> = parts
            .into_iter()
            .flatten()
            .chain(&self.effects)
            .map(String::as_str)
            .collect();
        join_spoken(parts)
    }
}

/// Joins parts to be read aloud: a part in lower case after a comma, any other as a sentence.
pub fn join_spoken<'a>(parts: impl IntoIterator<Item = &'a str>) -> String {
    let mut said = String::new();
    for part in parts.into_iter().filter(|part| !part.is_empty()) {
        let goes_on = part.starts_with(char::is_lowercase);
        said = match said.as_str() {
            "" => part.to_owned(),
            before if before.ends_with(['.', '!', '?', '…']) => {
                format!("{before} {}", capitalized(part))
            }
            before if goes_on => format!("{before}, {part}"),
            before => format!("{before}. {part}"),
        };
    }
    said
}

/// Joins sentences; the last one has no period, as lines of the log do.
#[must_use]
pub fn join_sentences(words: &[Wording]) -> String {
    let words: Vec<&str> = words.iter().map(|words| &**words).collect();
    words.join(". ")
}

/// Importance of a line among those that arrive at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weight {
    /// A line that is announced only when no other line came with it or after it.
    Passing,
    /// The start of a turn or of an action.
    Step,
    /// The outcome of an action.
    Outcome,
}

/// Returns the importance of a line.
#[must_use]
pub const fn weight_of(what: &LogMessage) -> Weight {
    match what {
        LogMessage::Turn { .. } | LogMessage::Declared { .. } => Weight::Step,
        _ if is_outcome(what) => Weight::Outcome,
        _ => Weight::Passing,
    }
}

/// Returns the announcement for lines that arrived at once: the most important of them, or the newest if all are
/// passing.
#[must_use]
pub fn announcement(lines: &[(String, Weight)]) -> String {
    let most = lines.iter().map(|(_, weight)| *weight).max();
    match (most, lines.last()) {
        (Some(Weight::Passing), Some((newest, _))) => newest.clone(),
        (most, _) => {
            let heaviest = lines.iter().filter(|(_, weight)| Some(*weight) == most);
            join_spoken(heaviest.map(|(said, _)| said.as_str()))
        }
    }
}

/// Whether a line reports an outcome.
#[must_use]
pub const fn is_outcome(what: &LogMessage) -> bool {
    matches!(what, LogMessage::Outcome { .. } | LogMessage::Harmed { .. })
}

/// Returns the dice of a log line, if any.
#[must_use]
pub const fn dice_of(what: &LogMessage) -> Option<&RollResult> {
    match what {
        LogMessage::Rolled { rolled, .. } => Some(rolled),
        LogMessage::Aborted { rolled, .. } => rolled.as_ref(),
        _ => None,
    }
}

/// Returns the text of a log line, in the terms of these rules.
#[must_use]
pub fn log_text(rules: &dyn ClientRules, house: &HouseRules, line: &LogLineView) -> LogText {
    match &line.what {
        LogMessage::Joined { .. }
        | LogMessage::Left { .. }
        | LogMessage::Muted { .. }
        | LogMessage::Proposed { .. }
        | LogMessage::Titled { .. }
        | LogMessage::Added { .. }
        | LogMessage::Brought { .. }
        | LogMessage::Removed { .. }
        | LogMessage::Renamed { .. }
        | LogMessage::Revealed { .. }
        | LogMessage::Hidden { .. }
        | LogMessage::Grouped { .. }
        | LogMessage::Pictured { .. }
        | LogMessage::Assigned { .. }
        | LogMessage::Noted { .. } => roster_text(&line.what),
        LogMessage::Initiative { .. } | LogMessage::Offered { .. } => {
            initiative_text(rules, &line.what)
        }
        LogMessage::Planned { .. }
        | LogMessage::Aborted { .. }
        | LogMessage::Waits { .. }
        | LogMessage::CutsIn { .. }
        | LogMessage::WaitedTooLong { .. } => plan_text(rules, house, &line.what),
        LogMessage::Spent { .. } | LogMessage::Conditioned { .. } => {
            resource_text(rules, &line.what)
        }
        LogMessage::Gear { .. } => gear_text(&line.what),
        LogMessage::TraitSet { .. }
        | LogMessage::KindSet { .. }
        | LogMessage::SheetWritten { .. } => sheet_text(rules, &line.what),
        LogMessage::Situated { from, to, words } => {
            LogText::new(msg::and(&from, &to)).with_details(words.clone())
        }
        LogMessage::Held {
            by,
            on,
            word,
            amount: Some(amount),
        } => LogText::new(format!("{by} {word} {on}")).with_details(match amount {
            0 => String::new(),
            amount => format_number(*amount),
        }),
        LogMessage::Held { by, on, word, .. } => LogText::new(msg::no_longer(&by, &word, &on)),
        LogMessage::TimePassed { words } => LogText::new(words.clone()),
        LogMessage::SceneEnded => LogText::new(msg::THE_SCENE_IS_OVER.get().to_owned()),
        LogMessage::CameDue { name, words, rule } => {
            LogText::new(format!("{name}: {words}")).with_rule(Some(rule))
        }
        LogMessage::Waived { name, words } => {
            LogText::new(format!("{name}: {words}")).with_details(msg::LET_PASS.get().to_owned())
        }
        LogMessage::Declared { .. }
        | LogMessage::Chose { .. }
        | LogMessage::Ruled { .. }
        | LogMessage::TakenBack { .. }
        | LogMessage::Withdrawn { .. }
        | LogMessage::Outcome { .. }
        | LogMessage::Told { .. } => exchange_text(&line.what),
        LogMessage::Said { text } => match &line.by {
            Some(by) => LogText::new(format!("{by}: {text}")),
            None => LogText::new(text.clone()),
        },
        LogMessage::HouseRule {
            key, words, rule, ..
        }
        | LogMessage::Set {
            key, words, rule, ..
        } => setting_text(key, words, rule.as_ref()),
        LogMessage::Moved { name, bench: true } => LogText::new(msg::leaves_the_order(&name)),
        LogMessage::Moved { name, bench: false } => LogText::new(msg::moves_in_the_order(&name)),
        LogMessage::Sorted => LogText::new(msg::THE_ORDER_IS_AS_ROLLED.get()),
        LogMessage::Turn { .. } => turn_text(rules, &line.what),
        LogMessage::Harmed { .. } | LogMessage::Marked { .. } => damage_text(rules, &line.what),
        LogMessage::Rolled { .. } => roll_text(rules, line),
        LogMessage::FoeHealth {
            shown: FoeHealth::Shown,
        } => LogText::new(msg::PLAYERS_SEE_FOES_HEALTH.get()),
        LogMessage::FoeHealth {
            shown: FoeHealth::Concealed,
        } => LogText::new(msg::PLAYERS_NO_LONGER_SEE_FOES.get()),
    }
}

/// Returns the text of a line about who comes and goes, and names.
fn roster_text(what: &LogMessage) -> LogText {
    match what {
        LogMessage::Joined { name, role } => LogText::new(msg::sits_down_as(&name, &role.title())),
        LogMessage::Muted { name, muted: true } => LogText::new(msg::is_muted(&name)),
        LogMessage::Muted { name, muted: false } => LogText::new(msg::may_play_again(&name)),
        LogMessage::Proposed { name, words, fate } => LogText::new(match fate {
            ProposalStatus::Made => msg::proposes(&name, &words),
            ProposalStatus::Accepted => msg::proposed_by(&name),
            ProposalStatus::Declined => msg::not_done_as_proposed(&name, &words),
            ProposalStatus::Gone => msg::no_longer_proposed_by(&name, &words),
        }),
        LogMessage::Left { name } => LogText::new(msg::leaves_the_table(&name)),
        LogMessage::Titled { title } => LogText::new(msg::the_scene_is_now(&title)),
        LogMessage::Added { names } => {
            LogText::new(msg::on_the_bench(plural_count(names), &join_list(names)))
        }
        LogMessage::Brought { names, from } => {
            LogText::new(msg::along(plural_count(names), &join_list(names)))
                .with_details(msg::from(&from))
        }
        LogMessage::Removed { name } => LogText::new(msg::is_gone(&name)),
        LogMessage::Renamed { before, after } => LogText::new(msg::is_now(&before, &after)),
        LogMessage::Revealed { name } => LogText::new(msg::appears(&name)),
        LogMessage::Hidden { name } => LogText::new(msg::is_hidden_from_players(&name)),
        LogMessage::Pictured { name, there: true } => LogText::new(msg::has_a_new_portrait(&name)),
        LogMessage::Pictured { name, there: false } => LogText::new(msg::has_no_portrait(&name)),
        LogMessage::Grouped {
            names,
            as_one: false,
        } if names.len() == 1 => LogText::new(msg::acts_alone(&join_list(names))),
        LogMessage::Grouped { names, as_one } => LogText::new(match as_one {
            true => msg::act_as_one(&join_list(names)),
            false => msg::act_on_their_own(&join_list(names)),
        }),
        LogMessage::Assigned { name, to: Some(to) } => LogText::new(msg::plays(&to, &name)),
        LogMessage::Assigned { name, to: None } => LogText::new(msg::is_the_storytellers(&name)),
        LogMessage::Noted {
            name,
            text: Some(text),
        } => LogText::new(format!("{name}: {text}")),
        LogMessage::Noted { name, text: None } => LogText::new(msg::no_condition_any_more(&name)),
        _ => LogText::default(),
    }
}

/// Returns the number of names, to choose a plural by.
fn plural_count(names: &[String]) -> i64 {
    i64::try_from(names.len()).unwrap_or(i64::MAX)
}

/// Returns the text of a line about pools and conditions.
fn resource_text(rules: &dyn ClientRules, what: &LogMessage) -> LogText {
    match what {
        LogMessage::Spent {
            name,
            pool,
            by,
            left,
        } => {
            let (count, title) = (by.unsigned_abs(), pool_title(rules, pool));
            let told = LogText::new(match *by < 0 {
                true => msg::spends(&name, &count, &title),
                false => msg::regains(&name, &count, &title),
            });
            told.with_details(msg::left(&format_number(*left)))
        }
        LogMessage::Conditioned {
            name,
            key,
            condition,
        } => {
            let mut specs = rules.condition_specs().iter();
            let spec = specs.find(|spec| spec.key == key);
            let word = spec.map_or(key.as_str(), |spec| spec.word.get());
            let told = LogText::new(match condition {
                Some(_) => msg::is(&name, &word),
                None => msg::is_no_more(&name, &word),
            });
            told.with_rule(spec.map(|spec| spec.rule))
        }
        _ => LogText::default(),
    }
}

/// Returns the text of a line about damage and marks.
fn damage_text(rules: &dyn ClientRules, what: &LogMessage) -> LogText {
    match what {
        LogMessage::Harmed {
            name,
            packet,
            excess,
            states,
        } => {
            let told = LogText::new(format!("{name} {}", rules.describe_damage(packet)));
            let told = match excess {
                0 => told,
                excess => told.with_details(msg::more_than_the_track_can(&excess)),
            };
            told.with_states(name, states)
        }
        LogMessage::Marked {
            name,
            change,
            points,
            states,
        } => {
            let change = match points {
                0 => mark_changes(*change),
                points => format!("{} {}", format_signed(*points), rules.vocabulary().health),
            };
            LogText::new(name.clone())
                .with_details(change)
                .with_states(name, states)
        }
        _ => LogText::default(),
    }
}

/// Returns the text of a line about an item.
fn gear_text(what: &LogMessage) -> LogText {
    let LogMessage::Gear { name, item, told } = what else {
        return LogText::default();
    };
    let told = match told {
        ItemChangeMessage::Given => return LogText::new(msg::is_theirs_now(&name, &item)),
        ItemChangeMessage::Taken => return LogText::new(msg::is_theirs_no_more(&name, &item)),
        ItemChangeMessage::Carried(carried) => carried.label().into(),
        ItemChangeMessage::Number { title, now } => match now {
            Some(now) => msg::number_of_an_item(&title, &format_number(*now)),
            None => msg::no_any_more(&title),
        },
    };
    LogText::new(msg::item_of(&name, &item)).with_details(told)
}

/// Returns the text of a line about a change of the sheet.
fn sheet_text(rules: &dyn ClientRules, what: &LogMessage) -> LogText {
    match what {
        LogMessage::TraitSet {
            name,
            key,
            value,
            states,
        } => {
            let spec = rules.trait_specs().iter().find(|spec| spec.key == key);
            let title = spec.map_or(key.as_str(), |spec| spec.title.get());
            let told = LogText::new(match value {
                Some(value) => msg::trait_on_the_sheet(&name, &title, &format_number(*value)),
                None => msg::trait_off_the_sheet(&name, &title),
            });
            told.with_states(name, states)
        }
        LogMessage::KindSet { name, kind, states } => {
            let mut kinds = rules.creature_kinds().iter();
            let spec = match kind {
                Some(key) => kinds.find(|kind| kind.key == key),
                None => kinds.next(),
            };
            let title = spec.map_or("", |spec| spec.title.get());
            LogText::new(msg::on_the_sheet(&name, &title)).with_states(name, states)
        }
        LogMessage::SheetWritten {
            name,
            words,
            states,
        } => LogText::new(msg::on_the_sheet(&name, &words)).with_states(name, states),
        _ => LogText::default(),
    }
}

/// Returns the text of a line about initiative.
fn initiative_text(rules: &dyn ClientRules, what: &LogMessage) -> LogText {
    match what {
        LogMessage::Initiative {
            name,
            die,
            score,
            typed,
            terms,
            source,
        } => {
            let known = die.map(|die| (die, terms.as_slice()));
            let told = LogText::new(rules.describe_initiative(name, *score, known));
            let how = match (source, typed) {
                (InitiativeSource::Sheet, false) => "",
                (InitiativeSource::Sheet, true) => msg::A_REAL_DIE.get(),
                (InitiativeSource::Typed, _) => msg::FROM_TYPED_NUMBERS_NOT_FROM.get(),
                (InitiativeSource::Adjusted, _) => msg::CHANGED_BY_HAND.get(),
                (InitiativeSource::Given, _) => msg::GIVEN_FROM_THE_LOG.get(),
            };
            let rest = if how.is_empty() {
                String::new()
            } else {
                format!(" · {how}")
            };
            told.with_details(how).with_terms(terms, &rest)
        }
        LogMessage::Offered {
            name,
            initiative,
            why,
        } => {
            let known = Some((initiative.die, initiative.terms.as_slice()));
            let told = LogText::new(rules.describe_initiative(name, initiative.score, known));
            told.with_details(match why {
                UnassignedReason::Second => msg::a_second_roll_this_the(&rules.vocabulary().round),
                UnassignedReason::Nobody => msg::NOBODY_HERE_HAS_IT_YET.get().to_owned(),
            })
        }
        _ => LogText::default(),
    }
}

/// Returns the text of a line about a changed house rule; the line has its words.
fn setting_text(key: &str, words: &str, rule: Option<&RuleId>) -> LogText {
    let told = match words {
        "" => LogText::new(msg::house_rule(&key)),
        words => LogText::new(words),
    };
    told.with_details(rule.map_or_else(String::new, ToString::to_string))
}

/// Returns the text of a line about plans, aborts and delays.
fn plan_text(rules: &dyn ClientRules, house: &HouseRules, what: &LogMessage) -> LogText {
    match what {
        LogMessage::Planned {
            name,
            plan: Some(said),
            sealed,
            out_of_turn,
        } => {
            let said = plan_words(rules, house, said);
            LogText::new(format!("{name}: {said}")).with_details(match (sealed, out_of_turn) {
                (true, _) => msg::SEALED.get().to_owned(),
                (false, Some(rule)) => msg::out_of_turn(&rule),
                (false, None) => String::new(),
            })
        }
        LogMessage::Planned {
            name,
            plan: None,
            sealed: true,
            ..
        } => LogText::new(msg::has_declared(&name))
            .with_details(msg::SEALED_UNTIL_EVERYBODY_HAS.get()),
        LogMessage::Planned { name, .. } => LogText::new(msg::takes_back_what_was_declared(&name)),
        LogMessage::Aborted {
            name,
            changed,
            rolled,
        } => {
            let told = LogText::new(match changed {
                true => msg::gives_up_an_action_for(&name),
                false => msg::tries_to_defend_instead_and(&name),
            });
            match rolled {
                Some(rolled) => told.with_dice(rules, rolled, &Parameters::default()),
                None => told,
            }
        }
        LogMessage::Waits { name, until } => {
            let told = LogText::new(format!("{name} {}", rules.vocabulary().waits));
            told.with_details(until.clone().unwrap_or_default())
        }
        LogMessage::CutsIn { name } => LogText::new(msg::has_waited_and_acts_now(&name)),
        LogMessage::WaitedTooLong { name } => LogText::new(msg::waited_too_long(&name)),
        _ => LogText::default(),
    }
}

/// Returns the text of a line about an exchange, except for its dice.
fn exchange_text(what: &LogMessage) -> LogText {
    let whose = |name: &Option<String>, rest: &str| match name {
        Some(name) => format!("{name}: {rest}"),
        None => capitalized(rest),
    };
    match what {
        LogMessage::Declared { name, at, what } => {
            let told = LogText::new(whose(name, what));
            told.with_details(match at.is_empty() {
                true => String::new(),
                false => msg::against(&join_list(at)),
            })
        }
        LogMessage::Chose { name, what, chose } => {
            LogText::new(whose(name, chose)).with_details(what.clone())
        }
        LogMessage::Ruled {
            what,
            name,
            words,
            why,
        } => {
            let told = LogText::new(msg::ruling_on(&what, &whose(name, words)));
            told.with_details(why.clone().unwrap_or_default())
        }
        LogMessage::TakenBack { what } => LogText::new(msg::one_step_back(&what)),
        LogMessage::Withdrawn { name, what } => {
            LogText::new(whose(name, what)).with_details(msg::GIVEN_UP.get())
        }
        LogMessage::Outcome { words, .. } => LogText::new(join_sentences(words)),
        LogMessage::Told { name, words, rule } => {
            LogText::new(whose(name, words)).with_rule(Some(rule))
        }
        _ => LogText::default(),
    }
}

/// Returns the text of a line about the start of a turn.
fn turn_text(rules: &dyn ClientRules, what: &LogMessage) -> LogText {
    let LogMessage::Turn {
        round: number,
        phase,
        name,
        with,
        passed,
        back,
    } = what
    else {
        return LogText::default();
    };
    if *number == 0 {
        return LogText::new(msg::BEFORE_THE_FIGHT.get());
    }
    let round = round_title(rules, *number);
    let passed = match passed.as_slice() {
        [] => None,
        [one] => Some(msg::is_out_and_passed_over(&one)),
        more => Some(msg::are_out_and_passed_over(&join_list(more))),
    };
    let Some(name) = name else {
        let told = LogText::new(match phase {
            Phase::Initiative => msg::roll_initiative(&capitalized(&round)),
            _ => capitalized(&round),
        });
        return told.with_details(passed.unwrap_or_default());
    };
    let does = match phase {
        Phase::Initiative => msg::rolls(&name),
        Phase::Declare => msg::declares(&name),
        Phase::Act => msg::acts(&name),
        Phase::Extra => msg::takes_the_rest_2(&name),
    };
    let does = match with.as_slice() {
        [] => does,
        others => msg::together_with(&does, &join_list(others)),
    };
    let when = match back {
        true => msg::back_to(&round),
        false => round,
    };
    LogText::new(does).with_details(match passed {
        Some(passed) => format!("{when} · {passed}"),
        None => when,
    })
}

/// Returns the text of a line about a roll.
fn roll_text(rules: &dyn ClientRules, line: &LogLineView) -> LogText {
    let LogMessage::Rolled {
        name,
        what,
        terms,
        pool,
        reading,
        rolled,
        typed,
    } = &line.what
    else {
        return LogText::default();
    };
    let who = name.clone().or_else(|| line.by.clone()).unwrap_or_default();
    // Ordinary dice have no parameters.
    let read = match rolled.plain {
        Some(_) => String::new(),
        None => rules.describe_parameters(reading),
    };
    let how = [
        read.as_str(),
        if *typed { msg::REAL_DICE.get() } else { "" },
    ];
    let how = how.into_iter().filter(|words| !words.is_empty());
    // Without terms, which some readers may not know, no sum is shown.
    let sum = (!terms.is_empty()).then(|| format!(" = {}", format_number(*pool)));
    let rest: Vec<String> = sum.into_iter().chain(how.map(str::to_owned)).collect();
    let rest = rest.join(" · ");
    LogText::new(format!("{who}: {what}"))
        .with_details(format!("{}{rest}", super::term_words(terms)))
        .with_terms(terms, &rest)
        .with_dice(rules, rolled, reading)
}

/// Returns the changes of marks that were made by hand: `+1 lethal, −1 bashing`.
#[must_use]
pub(super) fn mark_changes(change: [i32; 3]) -> String {
    let words = [Severity::Bashing, Severity::Lethal, Severity::Aggravated];
    let parts: Vec<String> = words
        .into_iter()
        .zip(change)
        .rev()
        .filter(|(_, change)| *change != 0)
        .map(|(severity, change)| format!("{} {}", format_signed(change), severity.word()))
        .collect();
    if parts.is_empty() {
        msg::AS_BEFORE.get().to_owned()
    } else {
        parts.join(", ")
    }
}
