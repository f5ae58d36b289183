//! State of the roll panel: the roll under construction, and what the rules say about it.

use crate::reactive::memo;
use crate::roll::faces;
use crate::roll::parameter_controls::fit_parameters;
use crate::state::table_state::Model;
use crate::table::layout::Stage;
use crate::words;
use leptos::prelude::*;
use rules::base::id::CombatantId;
use rules::base::term::Term;
use rules::character::parameters::{ParameterSpec, Parameters};
use rules::encounter::command::{RollInput, TermInput};
use rules::encounter::view::CombatantRow;
use rules::messages::Text;
use rules::messages::screen as msg;
use rules::ruleset::RollPreview;
use rules::ruleset::combatant_info::CombatantInfo;

/// A named summand of a roll's pool, such as a trait or a modifier.
#[derive(Clone, Debug, PartialEq)]
pub struct SumPart {
    pub(crate) key: u32,
    pub(crate) label: String,
    pub(crate) value: i32,
}

/// Label of the first part of a sum, until a named part is added.
const FIRST: Text = msg::BASE;
/// Maximum of a part, and the negative of its minimum.
const MOST: i32 = 30;

/// State of the form where a roll is put together: roller, sum of dice, and parameters. Cheap to copy.
#[derive(Clone, Copy)]
pub struct Pool {
    model: Model,
    /// The combatant who rolls; `None` for the player.
    roller: Memo<Option<CombatantRow>>,
    /// The parts of the sum, first to last.
    pub(crate) parts: RwSignal<Vec<SumPart>>,
    next_key: StoredValue<u32>,
    /// The purpose of the roll, as typed.
    pub(crate) what: RwSignal<String>,
    /// The parameters as set by the player.
    pub(crate) turned: RwSignal<Parameters>,
    /// Whether the roll is hidden from players.
    pub(crate) hidden: RwSignal<bool>,
    /// Whether real dice are rolled.
    pub(crate) real: RwSignal<bool>,
    /// The faces of real dice as typed.
    pub(crate) faces: RwSignal<String>,
    /// The reason for which the roll cannot be sent, if any.
    pub(crate) trouble: RwSignal<Option<String>>,
    /// The parameters that this roll takes.
    pub(crate) dials: Memo<Vec<ParameterSpec>>,
    /// The parameters set by the player, as far as this roll takes them.
    asked: Memo<Parameters>,
    /// The parameters of the roll with the defaults of the roller.
    reading: Memo<Parameters>,
    /// The terms the rules add.
    pub(crate) given: Memo<Vec<Term>>,
    /// The reason for which the roller may not roll now, if any.
    pub(crate) forbidden: Memo<Option<String>>,
    /// The preview of the roll in words.
    pub(crate) offer: Memo<RollPreview>,
    /// The outcomes with their probabilities.
    pub(crate) odds: Memo<Vec<(Text, f64)>>,
}

impl Pool {
    /// Creates a roll whose sum has one part without a name.
    pub(crate) fn new(model: Model, stage: Stage) -> Self {
        let rules = model.rules();
        let parts = RwSignal::new(vec![SumPart {
            key: 0,
            label: FIRST.into(),
            value: 5,
        }]);
        let turned = RwSignal::new(Parameters::default());
        let roller = memo(move || {
            model.rows_changed.track();
            let row = stage.roller.get().and_then(|id| model.current_row(id));
            row.filter(|row| model.may_act_for(row))
        });
        let dials = memo(move || with_roller(model, roller, |who| rules.parameter_specs(who)));
        let asked =
            memo(move || turned.with(|turned| dials.with(|dials| fit_parameters(turned, dials))));
        let reading = memo(move || {
            with_roller(model, roller, |who| {
                asked.with(|asked| who.map(|who| rules.with_defaults(who, asked)))
            })
            .unwrap_or_else(|| asked.get())
        });
        let given = memo(move || {
            let terms = with_roller(model, roller, |who| {
                reading.with(|reading| who.map(|who| rules.roll_terms(who, reading)))
            });
            terms.unwrap_or_default()
        });
        let forbidden = memo(move || {
            let why = with_roller(model, roller, |who| {
                reading.with(|reading| who.and_then(|who| rules.forbids_roll(who, reading)))
            });
            why.map(|why| words::to_sentence(&why.text))
        });
        let sum = memo(move || {
            let own: i32 = parts.with(|parts| parts.iter().map(|part| part.value).sum());
            own + given.with(|given| rules::base::term::sum_terms(given))
        });
        let offer = memo(move || reading.with(|reading| rules.preview_roll(sum.get(), reading)));
        let odds = memo(move || {
            model
                .house
                .with(|house| reading.with(|reading| rules.outcome_odds(sum.get(), reading, house)))
        });
        Self {
            model,
            roller,
            parts,
            next_key: StoredValue::new(1),
            what: RwSignal::new(String::new()),
            turned,
            hidden: RwSignal::new(false),
            real: RwSignal::new(false),
            faces: RwSignal::new(String::new()),
            trouble: RwSignal::new(None),
            dials,
            asked,
            reading,
            given,
            forbidden,
            offer,
            odds,
        }
    }

    /// Whether this combatant is the roller.
    pub(crate) fn rolls_for(self, id: CombatantId) -> bool {
        self.roller
            .with(|row| row.as_ref().is_some_and(|row| row.id == id))
    }

    /// Returns the line of a saved roll, marked as hidden from players if this roll is.
    pub(crate) fn apply_hidden(self, line: String) -> String {
        match line.strip_prefix("/roll") {
            Some(rest) if self.hidden.get_untracked() => format!("/roll hidden{rest}"),
            _ => line,
        }
    }

    /// Adds a named part to the sum of the pool.
    pub(crate) fn add(self, label: &str, value: i32) {
        let key = self.next_key.try_update_value(|key| {
            *key += 1;
            *key
        });
        let part = SumPart {
            key: key.unwrap_or_default(),
            label: label.to_owned(),
            value,
        };
        self.parts.update(|parts| {
            // The nameless first part makes room for the first one with a name.
            if let [only] = parts.as_slice()
                && only.label == FIRST
                && !label.is_empty()
            {
                parts.clear();
            }
            parts.push(part);
        });
    }

    /// Changes a part of the pool's sum by its key, within bounds.
    pub(crate) fn change(self, key: u32, change: &dyn Fn(&mut SumPart)) {
        self.parts.update(|parts| {
            if let Some(part) = parts.iter_mut().find(|part| part.key == key) {
                change(part);
                part.value = part.value.clamp(-MOST, MOST);
            }
        });
    }

    /// Removes a part from the pool's sum by its key.
    pub(crate) fn remove(self, key: u32) {
        self.parts
            .update(|parts| parts.retain(|part| part.key != key));
    }

    /// Returns the current value of a part of the pool's sum.
    pub(crate) fn value(self, key: u32) -> i32 {
        self.parts.with(|parts| {
            let part = parts.iter().find(|part| part.key == key);
            part.map_or(0, |part| part.value)
        })
    }

    /// Returns a part of the pool's sum with its current value.
    pub(crate) fn part(self, key: u32) -> Option<SumPart> {
        let with = |parts: &Vec<SumPart>| parts.iter().find(|part| part.key == key).cloned();
        self.parts.with_untracked(with)
    }

    /// Returns the traits and derived values that the roller can add, with their values.
    pub(crate) fn traits(self) -> Vec<(String, i32)> {
        let rules = self.model.rules();
        with_roller(self.model, self.roller, |who| {
            let derived = rules.derived_value_words().iter();
            let derived = derived.filter_map(|word| rules.derived_value(word, who));
            let unrolled = rules.facts().unrolled_traits;
            let rolled = rules.facts().trait_specs.iter();
            let rolled = rolled.filter(|spec| !unrolled.contains(&spec.key));
            let written = rolled.filter_map(|spec| Some((spec.title, who?.sheet.get(spec))));
            let known = derived.chain(written).filter(|(_, value)| *value > 0);
            let known = known.map(|(title, value)| (String::from(title), value));
            let own = who.into_iter().flat_map(|who| who.sheet.custom.iter());
            let own = own.map(|(name, value)| (name.clone(), *value));
            known.chain(own).collect()
        })
    }

    /// Describes what the roll costs its roller, such as a point of willpower; `None` if nothing.
    pub(crate) fn cost(self) -> Option<String> {
        let rules = self.model.rules();
        let (pool, points) = self.reading.with(|reading| rules.roll_cost(reading))?;
        let has_roller = self.roller.with(Option::is_some);
        has_roller.then(|| msg::costs(&points, &words::pool_title(rules, pool)))
    }

    /// Builds the roll that is to be sent to the server, from the state of the form. While something is missing, shows
    /// what and returns `None`. Typed faces are used once.
    pub(crate) fn roll_request(self) -> Option<RollInput> {
        let faces = match self.real.get_untracked() {
            true => match self.read_faces() {
                Ok(faces) => Some(faces),
                Err(why) => {
                    self.trouble.set(Some(why));
                    return None;
                }
            },
            false => None,
        };
        let parts = self.parts.get_untracked();
        if parts.iter().any(|part| part.label.trim().is_empty()) {
            self.trouble
                .set(Some(msg::EVERY_PART_NEEDS_A_NAME.get().to_owned()));
            return None;
        }
        self.trouble.set(None);
        self.faces.set(String::new());
        let labels: Vec<&str> = parts.iter().map(|part| part.label.as_str()).collect();
        let what = match self.what.get_untracked().trim() {
            "" => labels.join(" + "),
            words => words.to_owned(),
        };
        let term = |part: &SumPart| TermInput {
            label: part.label.clone(),
            value: part.value,
        };
        Some(RollInput {
            id: self.roller.get_untracked().map(|row| row.id),
            what: shorten_to_name(&what),
            terms: parts.iter().map(term).collect(),
            reading: self.asked.get_untracked(),
            hidden: self.hidden.get_untracked(),
            bare: false,
            faces,
        })
    }

    /// Parses the faces of real dice, or describes what is wrong with them.
    fn read_faces(self) -> Result<Vec<u16>, String> {
        let sides = self.model.rules().facts().die_sides;
        faces::read_faces(&self.faces.get_untracked(), sides).ok_or_else(|| {
            let example = faces::example_faces(sides);
            msg::type_the_faces_as_numbers(&sides, &example)
        })
    }
}

/// Asks the rules about the combatant that rolls, if this browser knows enough of it; else about an
/// anonymous one.
fn with_roller<T>(
    model: Model,
    roller: Memo<Option<CombatantRow>>,
    ask: impl Fn(Option<&CombatantInfo<'_>>) -> T,
) -> T {
    let known = roller.with(|row| {
        let row = row.as_ref()?;
        model.with_combatant_info(row, |who| ask(Some(who)))
    });
    known.unwrap_or_else(|| ask(None))
}

/// Shortens a text to the maximum length of a name.
fn shorten_to_name(words: &str) -> String {
    words.chars().take(rules::base::text::MAX_NAME).collect()
}
