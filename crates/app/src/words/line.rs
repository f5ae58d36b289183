//! Texts of log lines, for the eye and for screen readers.

use std::fmt;

use rules::dial::Reading;
use rules::encounter::FoeHealth;
use rules::encounter::log::{ItemTold, What};
use rules::encounter::log::{Source, Spare};
use rules::encounter::proposal::Fate;
use rules::encounter::view::Line;
use rules::house::House;
use rules::messages::{Wording, words as msg};
use rules::phase::Phase;
use rules::roll::Rolled;
use rules::speech::{list, number, signed};
use rules::system::{HealthState, Look};
use rules::term::{RuleId, Term};
use rules::track::Severity;

use super::{plan, pool_title, raised, round};

/// A part of the details, with the ids of rules set apart.
#[derive(Clone, Debug, PartialEq)]
pub enum Bit {
    /// Plain text.
    Words(String),
    /// Id of the rule behind the preceding term.
    Rule(String),
}

/// Text of a log line, in parts for layout.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Told {
    /// The event itself.
    pub head: String,
    /// Details, such as the terms of a roll.
    pub sub: Option<String>,
    /// The details with rule ids; empty where no term has one.
    pub bits: Vec<Bit>,
    /// The dice, if any.
    pub rolled: Option<Rolled>,
    /// Outcome of the dice.
    pub result: Option<String>,
    /// Effects of the event.
    pub effects: Vec<String>,
}

impl Told {
    /// Creates a text with the event alone.
    fn head(head: impl Into<String>) -> Self {
        Self {
            head: head.into(),
            ..Self::default()
        }
    }

    /// Sets the details, unless they are empty.
    fn sub(mut self, sub: impl Into<String>) -> Self {
        self.sub = Some(sub.into()).filter(|sub: &String| !sub.is_empty());
        self
    }

    /// Adds the rule behind the event, which is shown and not read aloud.
    fn rule(mut self, rule: Option<impl fmt::Display>) -> Self {
        self.bits
            .extend(rule.map(|rule| Bit::Rule(rule.to_string())));
        self
    }

    /// Sets the details to terms with their rule ids; adjacent terms of one rule share it.
    fn terms(mut self, terms: &[Term], rest: &str) -> Self {
        let mut bits = vec![];
        for (at, term) in terms.iter().enumerate() {
            let comma = if at == 0 { "" } else { ", " };
            let words = format!("{comma}{} {}", term.label, signed(term.value));
            bits.push(Bit::Words(words));
            let next = terms.get(at + 1).and_then(|next| next.rule.as_ref());
            let rule = term.rule.as_ref().filter(|rule| next != Some(rule));
            bits.extend(rule.map(|rule| Bit::Rule(rule.to_string())));
        }
        if bits.iter().any(|bit| matches!(bit, Bit::Rule(_))) {
            bits.extend((!rest.is_empty()).then(|| Bit::Words(rest.to_owned())));
            self.bits = bits;
        }
        self
    }

    /// Sets the effects to the health states of a combatant.
    fn states(mut self, name: &str, states: &[HealthState]) -> Self {
        self.effects = states
            .iter()
            .map(|state| format!("{name}: {}", state.word))
            .collect();
        self
    }

    /// Sets the dice and their outcome.
    fn dice(mut self, rules: &dyn Look, rolled: &Rolled, reading: &Reading) -> Self {
        self.result = Some(rules.tell_outcome(rolled, reading));
        self.rolled = Some(rolled.clone());
        self
    }

    /// Returns the announcement of the line as it happens: for dice the outcome without the terms; for damage one
    /// sentence with the new state.
    #[must_use]
    pub fn said(mut self) -> String {
        if self.rolled.is_some() {
            self.sub = None;
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
        self.aloud()
    }

    /// Returns the line as one text to be read aloud.
    #[must_use]
    pub fn aloud(&self) -> String {
        let parts = [Some(&self.head), self.sub.as_ref(), self.result.as_ref()];
        let parts: Vec<&str> = parts
            .into_iter()
            .flatten()
            .chain(&self.effects)
            .map(String::as_str)
            .collect();
        spoken(parts)
    }
}

/// Joins parts to be read aloud: a part in lower case after a comma, any other as a sentence.
pub fn spoken<'a>(parts: impl IntoIterator<Item = &'a str>) -> String {
    let mut said = String::new();
    for part in parts.into_iter().filter(|part| !part.is_empty()) {
        let goes_on = part.starts_with(char::is_lowercase);
        said = match said.as_str() {
            "" => part.to_owned(),
            before if before.ends_with(['.', '!', '?', '…']) => {
                format!("{before} {}", raised(part))
            }
            before if goes_on => format!("{before}, {part}"),
            before => format!("{before}. {part}"),
        };
    }
    said
}

/// Joins sentences; the last one has no period, as lines of the log do.
#[must_use]
pub fn sentences(words: &[Wording]) -> String {
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
pub const fn weight(what: &What) -> Weight {
    match what {
        What::Turn { .. } | What::Declared { .. } => Weight::Step,
        _ if ends(what) => Weight::Outcome,
        _ => Weight::Passing,
    }
}

/// Returns the announcement for lines that arrived at once: the most important of them, or the newest if all are
/// passing.
#[must_use]
pub fn heard(lines: &[(String, Weight)]) -> String {
    let most = lines.iter().map(|(_, weight)| *weight).max();
    match (most, lines.last()) {
        (Some(Weight::Passing), Some((newest, _))) => newest.clone(),
        (most, _) => {
            let heaviest = lines.iter().filter(|(_, weight)| Some(*weight) == most);
            spoken(heaviest.map(|(said, _)| said.as_str()))
        }
    }
}

/// Whether a line reports an outcome.
#[must_use]
pub const fn ends(what: &What) -> bool {
    matches!(what, What::Outcome { .. } | What::Harmed { .. })
}

/// Returns the dice of a log line, if any.
#[must_use]
pub const fn dice(what: &What) -> Option<&Rolled> {
    match what {
        What::Rolled { rolled, .. } => Some(rolled),
        What::Aborted { rolled, .. } => rolled.as_ref(),
        _ => None,
    }
}

/// Returns the text of a log line, in the terms of these rules.
#[must_use]
pub fn line(rules: &dyn Look, house: &House, line: &Line) -> Told {
    match &line.what {
        What::Joined { .. }
        | What::Left { .. }
        | What::Muted { .. }
        | What::Proposed { .. }
        | What::Titled { .. }
        | What::Added { .. }
        | What::Brought { .. }
        | What::Removed { .. }
        | What::Renamed { .. }
        | What::Revealed { .. }
        | What::Hidden { .. }
        | What::Grouped { .. }
        | What::Pictured { .. }
        | What::Assigned { .. }
        | What::Noted { .. } => who_is_here(&line.what),
        What::Initiative { .. } | What::Offered { .. } => initiative(rules, &line.what),
        What::Planned { .. }
        | What::Aborted { .. }
        | What::Waits { .. }
        | What::CutsIn { .. }
        | What::WaitedTooLong { .. } => intent(rules, house, &line.what),
        What::Spent { .. } | What::Conditioned { .. } => worn(rules, &line.what),
        What::Gear { .. } => gear(&line.what),
        What::TraitSet { .. } | What::KindSet { .. } | What::SheetWritten { .. } => {
            sheet(rules, &line.what)
        }
        What::Situated { from, to, words } => Told::head(msg::and(&from, &to)).sub(words.clone()),
        What::Held {
            by,
            on,
            word,
            amount: Some(amount),
        } => Told::head(format!("{by} {word} {on}")).sub(match amount {
            0 => String::new(),
            amount => number(*amount),
        }),
        What::Held { by, on, word, .. } => Told::head(msg::no_longer(&by, &word, &on)),
        What::TimePassed { words } => Told::head(words.clone()),
        What::SceneEnded => Told::head(msg::THE_SCENE_IS_OVER.get().to_owned()),
        What::CameDue { name, words, rule } => {
            Told::head(format!("{name}: {words}")).rule(Some(rule))
        }
        What::Waived { name, words } => {
            Told::head(format!("{name}: {words}")).sub(msg::LET_PASS.get().to_owned())
        }
        What::Declared { .. }
        | What::Chose { .. }
        | What::Ruled { .. }
        | What::TakenBack { .. }
        | What::Withdrawn { .. }
        | What::Outcome { .. }
        | What::Told { .. } => exchange(&line.what),
        What::Said { text } => match &line.by {
            Some(by) => Told::head(format!("{by}: {text}")),
            None => Told::head(text.clone()),
        },
        What::HouseRule {
            key, words, rule, ..
        }
        | What::Set {
            key, words, rule, ..
        } => setting(key, words, rule.as_ref()),
        What::Moved { name, bench: true } => Told::head(msg::leaves_the_order(&name)),
        What::Moved { name, bench: false } => Told::head(msg::moves_in_the_order(&name)),
        What::Sorted => Told::head(msg::THE_ORDER_IS_AS_ROLLED.get()),
        What::Turn { .. } => turn(rules, &line.what),
        What::Harmed { .. } | What::Marked { .. } => health(rules, &line.what),
        What::Rolled { .. } => rolled(rules, line),
        What::FoeHealth {
            shown: FoeHealth::Shown,
        } => Told::head(msg::PLAYERS_SEE_FOES_HEALTH.get()),
        What::FoeHealth {
            shown: FoeHealth::Concealed,
        } => Told::head(msg::PLAYERS_NO_LONGER_SEE_FOES.get()),
    }
}

/// Returns the text of a line about who comes and goes, and names.
fn who_is_here(what: &What) -> Told {
    match what {
        What::Joined { name, role } => Told::head(msg::sits_down_as(&name, &role.title())),
        What::Muted { name, muted: true } => Told::head(msg::is_muted(&name)),
        What::Muted { name, muted: false } => Told::head(msg::may_play_again(&name)),
        What::Proposed { name, words, fate } => Told::head(match fate {
            Fate::Made => msg::proposes(&name, &words),
            Fate::Accepted => msg::proposed_by(&name),
            Fate::Declined => msg::not_done_as_proposed(&name, &words),
            Fate::Gone => msg::no_longer_proposed_by(&name, &words),
        }),
        What::Left { name } => Told::head(msg::leaves_the_table(&name)),
        What::Titled { title } => Told::head(msg::the_scene_is_now(&title)),
        What::Added { names } => Told::head(msg::on_the_bench(count(names), &list(names))),
        What::Brought { names, from } => {
            Told::head(msg::along(count(names), &list(names))).sub(msg::from(&from))
        }
        What::Removed { name } => Told::head(msg::is_gone(&name)),
        What::Renamed { before, after } => Told::head(msg::is_now(&before, &after)),
        What::Revealed { name } => Told::head(msg::appears(&name)),
        What::Hidden { name } => Told::head(msg::is_hidden_from_players(&name)),
        What::Pictured { name, there: true } => Told::head(msg::has_a_new_portrait(&name)),
        What::Pictured { name, there: false } => Told::head(msg::has_no_portrait(&name)),
        What::Grouped {
            names,
            as_one: false,
        } if names.len() == 1 => Told::head(msg::acts_alone(&list(names))),
        What::Grouped { names, as_one } => Told::head(match as_one {
            true => msg::act_as_one(&list(names)),
            false => msg::act_on_their_own(&list(names)),
        }),
        What::Assigned { name, to: Some(to) } => Told::head(msg::plays(&to, &name)),
        What::Assigned { name, to: None } => Told::head(msg::is_the_storytellers(&name)),
        What::Noted {
            name,
            text: Some(text),
        } => Told::head(format!("{name}: {text}")),
        What::Noted { name, text: None } => Told::head(msg::no_condition_any_more(&name)),
        _ => Told::default(),
    }
}

/// Returns the number of names, to choose a plural by.
fn count(names: &[String]) -> i64 {
    i64::try_from(names.len()).unwrap_or(i64::MAX)
}

/// Returns the text of a line about pools and conditions.
fn worn(rules: &dyn Look, what: &What) -> Told {
    match what {
        What::Spent {
            name,
            pool,
            by,
            left,
        } => {
            let (count, title) = (by.unsigned_abs(), pool_title(rules, pool));
            let told = Told::head(match *by < 0 {
                true => msg::spends(&name, &count, &title),
                false => msg::regains(&name, &count, &title),
            });
            told.sub(msg::left(&number(*left)))
        }
        What::Conditioned {
            name,
            key,
            condition,
        } => {
            let mut specs = rules.conditions().iter();
            let spec = specs.find(|spec| spec.key == key);
            let word = spec.map_or(key.as_str(), |spec| spec.word.get());
            let told = Told::head(match condition {
                Some(_) => msg::is(&name, &word),
                None => msg::is_no_more(&name, &word),
            });
            told.rule(spec.map(|spec| spec.rule))
        }
        _ => Told::default(),
    }
}

/// Returns the text of a line about damage and marks.
fn health(rules: &dyn Look, what: &What) -> Told {
    match what {
        What::Harmed {
            name,
            packet,
            excess,
            states,
        } => {
            let told = Told::head(format!("{name} {}", rules.tell_damage(packet)));
            let told = match excess {
                0 => told,
                excess => told.sub(msg::more_than_the_track_can(&excess)),
            };
            told.states(name, states)
        }
        What::Marked {
            name,
            change,
            points,
            states,
        } => {
            let change = match points {
                0 => marks(*change),
                points => format!("{} {}", signed(*points), rules.speech().health),
            };
            Told::head(name.clone()).sub(change).states(name, states)
        }
        _ => Told::default(),
    }
}

/// Returns the text of a line about an item.
fn gear(what: &What) -> Told {
    let What::Gear { name, item, told } = what else {
        return Told::default();
    };
    let told = match told {
        ItemTold::Given => return Told::head(msg::is_theirs_now(&name, &item)),
        ItemTold::Taken => return Told::head(msg::is_theirs_no_more(&name, &item)),
        ItemTold::Carried(carried) => carried.word().into(),
        ItemTold::Number { title, now } => match now {
            Some(now) => msg::number_of_an_item(&title, &number(*now)),
            None => msg::no_any_more(&title),
        },
    };
    Told::head(msg::item_of(&name, &item)).sub(told)
}

/// Returns the text of a line about a change of the sheet.
fn sheet(rules: &dyn Look, what: &What) -> Told {
    match what {
        What::TraitSet {
            name,
            key,
            value,
            states,
        } => {
            let spec = rules.traits().iter().find(|spec| spec.key == key);
            let title = spec.map_or(key.as_str(), |spec| spec.title.get());
            let told = Told::head(match value {
                Some(value) => msg::trait_on_the_sheet(&name, &title, &number(*value)),
                None => msg::trait_off_the_sheet(&name, &title),
            });
            told.states(name, states)
        }
        What::KindSet { name, kind, states } => {
            let mut kinds = rules.kinds().iter();
            let spec = match kind {
                Some(key) => kinds.find(|kind| kind.key == key),
                None => kinds.next(),
            };
            let title = spec.map_or("", |spec| spec.title.get());
            Told::head(msg::on_the_sheet(&name, &title)).states(name, states)
        }
        What::SheetWritten {
            name,
            words,
            states,
        } => Told::head(msg::on_the_sheet(&name, &words)).states(name, states),
        _ => Told::default(),
    }
}

/// Returns the text of a line about initiative.
fn initiative(rules: &dyn Look, what: &What) -> Told {
    match what {
        What::Initiative {
            name,
            die,
            score,
            typed,
            terms,
            source,
        } => {
            let known = die.map(|die| (die, terms.as_slice()));
            let told = Told::head(rules.tell_initiative(name, *score, known));
            let how = match (source, typed) {
                (Source::Sheet, false) => "",
                (Source::Sheet, true) => msg::A_REAL_DIE.get(),
                (Source::Typed, _) => msg::FROM_TYPED_NUMBERS_NOT_FROM.get(),
                (Source::Adjusted, _) => msg::CHANGED_BY_HAND.get(),
                (Source::Given, _) => msg::GIVEN_FROM_THE_LOG.get(),
            };
            let rest = if how.is_empty() {
                String::new()
            } else {
                format!(" · {how}")
            };
            told.sub(how).terms(terms, &rest)
        }
        What::Offered {
            name,
            initiative,
            why,
        } => {
            let known = Some((initiative.die, initiative.terms.as_slice()));
            let told = Told::head(rules.tell_initiative(name, initiative.score, known));
            told.sub(match why {
                Spare::Second => msg::a_second_roll_this_the(&rules.speech().round),
                Spare::Nobody => msg::NOBODY_HERE_HAS_IT_YET.get().to_owned(),
            })
        }
        _ => Told::default(),
    }
}

/// Returns the text of a line about a changed house rule; the line has its words.
fn setting(key: &str, words: &str, rule: Option<&RuleId>) -> Told {
    let told = match words {
        "" => Told::head(msg::house_rule(&key)),
        words => Told::head(words),
    };
    told.sub(rule.map_or_else(String::new, ToString::to_string))
}

/// Returns the text of a line about plans, aborts and delays.
fn intent(rules: &dyn Look, house: &House, what: &What) -> Told {
    match what {
        What::Planned {
            name,
            plan: Some(said),
            sealed,
            out_of_turn,
        } => {
            let said = plan(rules, house, said);
            Told::head(format!("{name}: {said}")).sub(match (sealed, out_of_turn) {
                (true, _) => msg::SEALED.get().to_owned(),
                (false, Some(rule)) => msg::out_of_turn(&rule),
                (false, None) => String::new(),
            })
        }
        What::Planned {
            name,
            plan: None,
            sealed: true,
            ..
        } => Told::head(msg::has_declared(&name)).sub(msg::SEALED_UNTIL_EVERYBODY_HAS.get()),
        What::Planned { name, .. } => Told::head(msg::takes_back_what_was_declared(&name)),
        What::Aborted {
            name,
            changed,
            rolled,
        } => {
            let told = Told::head(match changed {
                true => msg::gives_up_an_action_for(&name),
                false => msg::tries_to_defend_instead_and(&name),
            });
            match rolled {
                Some(rolled) => told.dice(rules, rolled, &Reading::default()),
                None => told,
            }
        }
        What::Waits { name, until } => {
            let told = Told::head(format!("{name} {}", rules.speech().waits));
            told.sub(until.clone().unwrap_or_default())
        }
        What::CutsIn { name } => Told::head(msg::has_waited_and_acts_now(&name)),
        What::WaitedTooLong { name } => Told::head(msg::waited_too_long(&name)),
        _ => Told::default(),
    }
}

/// Returns the text of a line about an exchange, except for its dice.
fn exchange(what: &What) -> Told {
    let whose = |name: &Option<String>, rest: &str| match name {
        Some(name) => format!("{name}: {rest}"),
        None => raised(rest),
    };
    match what {
        What::Declared { name, at, what } => {
            let told = Told::head(whose(name, what));
            told.sub(match at.is_empty() {
                true => String::new(),
                false => msg::against(&list(at)),
            })
        }
        What::Chose { name, what, chose } => Told::head(whose(name, chose)).sub(what.clone()),
        What::Ruled {
            what,
            name,
            words,
            why,
        } => {
            let told = Told::head(msg::ruling_on(&what, &whose(name, words)));
            told.sub(why.clone().unwrap_or_default())
        }
        What::TakenBack { what } => Told::head(msg::one_step_back(&what)),
        What::Withdrawn { name, what } => Told::head(whose(name, what)).sub(msg::GIVEN_UP.get()),
        What::Outcome { words, .. } => Told::head(sentences(words)),
        What::Told { name, words, rule } => Told::head(whose(name, words)).rule(Some(rule)),
        _ => Told::default(),
    }
}

/// Returns the text of a line about the start of a turn.
fn turn(rules: &dyn Look, what: &What) -> Told {
    let What::Turn {
        round: number,
        phase,
        name,
        with,
        passed,
        back,
    } = what
    else {
        return Told::default();
    };
    if *number == 0 {
        return Told::head(msg::BEFORE_THE_FIGHT.get());
    }
    let round = round(rules, *number);
    let passed = match passed.as_slice() {
        [] => None,
        [one] => Some(msg::is_out_and_passed_over(&one)),
        more => Some(msg::are_out_and_passed_over(&list(more))),
    };
    let Some(name) = name else {
        let told = Told::head(match phase {
            Phase::Initiative => msg::roll_initiative(&raised(&round)),
            _ => raised(&round),
        });
        return told.sub(passed.unwrap_or_default());
    };
    let does = match phase {
        Phase::Initiative => msg::rolls(&name),
        Phase::Declare => msg::declares(&name),
        Phase::Act => msg::acts(&name),
        Phase::Extra => msg::takes_the_rest_2(&name),
    };
    let does = match with.as_slice() {
        [] => does,
        others => msg::together_with(&does, &list(others)),
    };
    let when = match back {
        true => msg::back_to(&round),
        false => round,
    };
    Told::head(does).sub(match passed {
        Some(passed) => format!("{when} · {passed}"),
        None => when,
    })
}

/// Returns the text of a line about a roll.
fn rolled(rules: &dyn Look, line: &Line) -> Told {
    let What::Rolled {
        name,
        what,
        terms,
        pool,
        reading,
        rolled,
        typed,
    } = &line.what
    else {
        return Told::default();
    };
    let who = name.clone().or_else(|| line.by.clone()).unwrap_or_default();
    // Ordinary dice have no parameters.
    let read = match rolled.plain {
        Some(_) => String::new(),
        None => rules.tell_reading(reading),
    };
    let how = [
        read.as_str(),
        if *typed { msg::REAL_DICE.get() } else { "" },
    ];
    let how = how.into_iter().filter(|words| !words.is_empty());
    // Without terms, which some readers may not know, no sum is shown.
    let sum = (!terms.is_empty()).then(|| format!(" = {}", number(*pool)));
    let rest: Vec<String> = sum.into_iter().chain(how.map(str::to_owned)).collect();
    let rest = rest.join(" · ");
    Told::head(format!("{who}: {what}"))
        .sub(format!("{}{rest}", super::terms(terms)))
        .terms(terms, &rest)
        .dice(rules, rolled, reading)
}

/// Returns the changes of marks that were made by hand: `+1 lethal, −1 bashing`.
#[must_use]
pub(super) fn marks(change: [i32; 3]) -> String {
    let words = [Severity::Bashing, Severity::Lethal, Severity::Aggravated];
    let parts: Vec<String> = words
        .into_iter()
        .zip(change)
        .rev()
        .filter(|(_, change)| *change != 0)
        .map(|(severity, change)| format!("{} {}", signed(change), severity.word()))
        .collect();
    if parts.is_empty() {
        msg::AS_BEFORE.get().to_owned()
    } else {
        parts.join(", ")
    }
}
