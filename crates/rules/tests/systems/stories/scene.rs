//! What all at the table know while a story is told.

use std::collections::BTreeMap;

use rules::base::id::CombatantId;
use rules::base::term::Term;
use rules::character::parameters::Parameters;
use rules::character::phase::Phase;
use rules::character::plan::Plan;
use rules::character::track::{DamagePacket, Track};
use rules::encounter::feature::RollRecord;
use rules::encounter::view::CombatantRow;
use rules::encounter::{Turn, View};
use rules::ruleset::RuleSystem;
use rules::systems::d10::levels::Wounds;

/// Whom something must be marked on, and what.
pub(crate) type Due = Option<(String, DamagePacket)>;

/// What a roll has to be.
pub(crate) struct Verdict {
    /// The terms a person types, in order; those the table adds by itself are not among them.
    pub(crate) terms: Vec<(String, i32)>,
    /// The sum, those the table adds included.
    pub(crate) pool: i32,
    /// Where the dials stand; a dial that is not set stands at its default.
    pub(crate) dials: Parameters,
    /// Whether it is an action, which waits for one's own step.
    pub(crate) action: bool,
    /// What has to be marked now.
    pub(crate) due: Due,
}

/// Knows the rules of one system.
pub(crate) trait Referee {
    /// What this roll has to be, and what comes of it.
    fn roll(&mut self, scene: &Scene, who: Person<'_>, roll: &RollRecord) -> Verdict;

    /// Whether a roll may change what was to be marked.
    fn answers(&self, _what: &str) -> bool {
        false
    }

    /// Whether such a note may stand there.
    fn note(&mut self, scene: &Scene, who: Person<'_>, note: &str) -> bool;

    /// Whether these points of a pool pay for something.
    fn spends(&mut self, scene: &Scene, who: Person<'_>, pool: &str, points: i32) -> bool;

    /// Fails where a plan is more than a combatant may do.
    fn plan(&mut self, scene: &Scene, who: Person<'_>, plan: &Plan);

    /// One step is over and another begins.
    fn step(&mut self, scene: &Scene, before: Turn, after: Turn);
}

/// One combatant, with the numbers of the sheet.
#[derive(Clone, Copy)]
pub(crate) struct Person<'a> {
    rules: &'static dyn RuleSystem,
    pub(crate) row: &'a CombatantRow,
}

impl Person<'_> {
    pub(crate) fn name(&self) -> String {
        self.row.full_name()
    }

    /// A trait of the sheet, as its system reads it.
    #[track_caller]
    pub(crate) fn get(&self, key: &str) -> i32 {
        let spec = self
            .rules
            .facts()
            .trait_specs
            .iter()
            .find(|spec| spec.key == key);
        let spec = spec.unwrap_or_else(|| panic!("{key} is no trait"));
        self.row.sheet.as_ref().expect("a sheet").get(spec)
    }

    /// The words for a trait.
    pub(crate) fn title(&self, key: &str) -> &'static str {
        let mut traits = self.rules.facts().trait_specs.iter();
        traits
            .find(|spec| spec.key == key)
            .expect("a trait")
            .title
            .get()
    }

    pub(crate) fn kind(&self) -> &str {
        let kind = self
            .row
            .sheet
            .as_ref()
            .and_then(|sheet| sheet.kind.as_deref());
        kind.unwrap_or("mortal")
    }

    pub(crate) fn note(&self) -> &str {
        self.row.note.as_deref().unwrap_or_default()
    }

    /// How hurt a combatant with named levels is.
    pub(crate) fn wounds(&self) -> Wounds {
        match self.row.track {
            Some(Track::Levels(levels)) => {
                Wounds::from_filled(levels.penalties(), levels.boxes().filled_count())
            }
            _ => Wounds::NONE,
        }
    }

    pub(crate) fn plan(&self) -> Plan {
        self.row.plan.clone().unwrap_or_default()
    }
}

/// The story up to now.
pub(crate) struct Scene {
    /// What the storyteller sees.
    pub(crate) view: View,
    /// What has to be marked next.
    pub(crate) due: Due,
    /// How many actions a combatant has rolled in this round.
    actions: BTreeMap<String, i32>,
    /// What was added to an initiative in this round.
    pub(crate) adjusted: BTreeMap<String, i32>,
}

impl Scene {
    pub(crate) fn new(view: View) -> Self {
        Self {
            view,
            due: None,
            actions: BTreeMap::new(),
            adjusted: BTreeMap::new(),
        }
    }

    pub(crate) fn now(&mut self, view: View) {
        self.view = view;
    }

    pub(crate) fn of(&self, id: CombatantId) -> Person<'_> {
        Person {
            rules: self.view.system.rules(),
            row: &self.view.rows[&id],
        }
    }

    #[track_caller]
    pub(crate) fn named(&self, name: &str) -> Person<'_> {
        let mut rows = self.view.rows.values();
        let row = rows.find(|row| row.full_name() == name);
        self.of(row.unwrap_or_else(|| panic!("there is no {name}")).id)
    }

    pub(crate) fn acting(&self) -> Option<String> {
        self.view.turn.acting.map(|id| self.of(id).name())
    }

    /// How many actions a combatant has rolled in this round.
    pub(crate) fn actions(&self, who: &str) -> i32 {
        self.actions.get(who).copied().unwrap_or(0)
    }

    pub(crate) fn acted(&mut self, who: &str) {
        *self.actions.entry(who.to_owned()).or_default() += 1;
    }

    #[track_caller]
    pub(crate) fn nothing_due(&self, before: &str) {
        assert_eq!(self.due, None, "not marked before {before}");
    }

    pub(crate) fn step(&mut self, before: Turn, after: Turn) {
        if after.round != before.round {
            self.actions.clear();
            self.adjusted.clear();
        }
    }

    /// What wounds take off initiative is added by hand, before the first declares.
    pub(crate) fn wounds_are_in(&self, before: Turn) {
        if before.phase != Phase::Initiative {
            return;
        }
        for id in &self.view.order {
            let who = self.of(*id);
            let lost = who.wounds().penalty.unwrap_or(0);
            let added = self.adjusted.get(&who.name()).copied().unwrap_or(0);
            assert_eq!(added, lost, "the wounds of {}", who.name());
        }
    }
}

/// The terms that a person types: not wounds, other actions and the like, which the table adds.
pub(crate) fn typed(terms: &[Term], by_itself: &[&str]) -> Vec<(String, i32)> {
    let typed = terms
        .iter()
        .filter(|term| !by_itself.contains(&&*term.label));
    typed
        .map(|term| (term.label.to_string(), term.value))
        .collect()
}

/// Adds up.
pub(crate) fn sum(terms: &[Term]) -> i32 {
    rules::base::term::sum_terms(terms)
}
