//! Traits by group, each in a line: its name, which adds it to a roll, its dots, its number.

use leptos::prelude::*;
use rules::base::term::{self, Term};
use rules::character::sheet::{Sheet as Numbers, TraitGroup, TraitSpec};
use rules::character::vocabulary::format_number;
use rules::messages::Text;
use rules::messages::pages as msg;

use super::{CUSTOM, PART, PRINTED, Sheet, TRAIT, hidden_field, part};

/// Fewest dots of a trait, where it can have so many, and most.
const DOTS: (i32, i32) = (5, 10);
/// Number of trait groups, from the first, that are open even if the sheet has nothing in them.
const OPEN_GROUPS: usize = 2;

/// A line of the traits on a combatant's sheet, with title, field name and present value.
struct TraitLine<'a> {
    title: &'a str,
    /// Name of the field, which also names the trait in a roll.
    field: String,
    /// Present value.
    now: i32,
    /// Whether the sheet sets it; otherwise it is the default.
    is_written: bool,
    least: i32,
    most: i32,
    /// Number of dots to draw, where the value is counted in dots.
    dots: Option<i32>,
    /// Amount the trait adds to a roll, where it can be rolled.
    adds: Option<i32>,
}

impl Sheet<'_> {
    /// Renders all traits, group by group.
    pub(super) fn traits(&self) -> Option<AnyView> {
        let sheet = self.row.sheet.as_ref()?;
        let groups = self.rules().lists().trait_groups.iter().enumerate();
        let groups = groups.filter_map(|(nth, group)| self.group(group, nth, sheet));
        let all = view! { <div class="paper-groups">{groups.collect_view()} {self.custom_traits(sheet)}</div> };
        let inside = match self.can_edit {
            false => all.into_any(),
            true => {
                // Enter in a field presses the first button of its form.
                let fields = view! {
                    <button class="unseen" tabindex="-1" aria-hidden="true">{msg::SAVE.get()}</button>
                    <p class="faint">{msg::TAP_A_NAME_TO_ROLL_IT.get()}</p>
                    {all}
                    <button class="brass paper-save">{msg::SAVE_THE_TRAITS.get()}</button>
                };
                view! {
                    <form
                        method="post"
                        action=format!("{}#{}", self.path(), part::TRAITS)
                        data-saved=msg::SAVED.get()
                        data-away=msg::NOT_SAVED_YET.get()
                    >
                        {hidden_field("do", "traits")}
                        {fields}
                    </form>
                }
                .into_any()
            }
        };
        Some(self.part(part::TRAITS, msg::TRAITS.get(), inside))
    }

    /// Finds the specification of a trait.
    fn trait_spec(&self, key: &str) -> Option<&'static TraitSpec> {
        let mut specs = self.rules().facts().trait_specs.iter();
        specs.find(|spec| spec.key == key)
    }

    /// Renders a group of traits with its heading, folded if the sheet sets none of them. Readers who may not change
    /// the sheet see the first group and the traits that are set.
    fn group(&self, group: &'static TraitGroup, nth: usize, sheet: &Numbers) -> Option<AnyView> {
        let specs = group.keys.iter().filter_map(|key| self.trait_spec(key));
        let shown =
            |spec: &&TraitSpec| self.can_edit || nth == 0 || sheet.traits.contains_key(spec.key);
        let lines: Vec<TraitLine<'_>> = specs
            .filter(shown)
            .map(|spec| self.line(spec, sheet))
            .collect();
        if lines.is_empty() {
            return None;
        }
        let is_open = nth < OPEN_GROUPS || lines.iter().any(|line| line.is_written);
        let lines = self.lines(lines);
        Some(match is_open {
            true => view! { <div class="paper-group"><h3>{group.title.get()}</h3> {lines}</div> }
                .into_any(),
            false => view! {
                <details class="paper-group">
                    <summary><h3>{group.title.get()}</h3></summary>
                    {lines}
                </details>
            }
            .into_any(),
        })
    }

    /// Builds the line of one trait on the sheet.
    fn line(&self, spec: &'static TraitSpec, sheet: &Numbers) -> TraitLine<'static> {
        let rules = self.rules();
        let now = sheet.get(spec);
        let dotted = rules.counts_dice() && spec.is_dotted();
        TraitLine {
            title: spec.title.get(),
            field: format!("{TRAIT}{}", spec.key),
            now,
            is_written: sheet.traits.contains_key(spec.key),
            least: spec.min,
            most: spec.max,
            dots: dotted
                .then(|| now.clamp(DOTS.0.min(spec.max), DOTS.1))
                .filter(|dots| now <= *dots),
            adds: (!rules.facts().unrolled_traits.contains(&spec.key))
                .then(|| self.roll_amount(spec.title, now)),
        }
    }

    /// Returns the amount a trait adds to a roll, including terms that the rules add because of it.
    fn roll_amount(&self, title: Text, now: i32) -> i32 {
        let asked = [Term::from_typed(title, now)];
        let who = self.view.fighter_of(self.row);
        let more = who.map(|who| self.rules().implied_terms(&who, &asked));
        now.saturating_add(term::sum_terms(&more.unwrap_or_default()))
    }

    /// Renders lines of traits, to be edited or read.
    fn lines(&self, lines: Vec<TraitLine<'_>>) -> AnyView {
        let lines = lines.into_iter();
        match self.can_edit {
            true => lines
                .map(|line| self.editable_line(line))
                .collect_view()
                .into_any(),
            false => {
                let lines = lines.map(read_only_line).collect_view();
                view! { <dl class="paper-traits">{lines}</dl> }.into_any()
            }
        }
    }

    /// Renders a trait with its number field, which the dots beside it set, too.
    fn editable_line(&self, line: TraitLine<'_>) -> AnyView {
        let TraitLine {
            title,
            field,
            now,
            is_written,
            least,
            most,
            dots,
            adds,
        } = line;
        let typed = self.field_value(part::TRAITS, "traits", &field, &now.to_string());
        let name = match adds {
            None => view! { <span class="trait-name">{title.to_owned()}</span> }.into_any(),
            Some(adds) => {
                let key = field.strip_prefix(TRAIT).unwrap_or(&field).to_owned();
                view! {
                    <label class="trait-name">
                        <input type="checkbox" form=part::DICE name=PART value=key data-adds=adds.to_string() />
                        <span>{title.to_owned()}</span>
                        <span class="unseen">{msg::INTO_THE_ROLL.get()}</span>
                    </label>
                }
                .into_any()
            }
        };
        view! {
            <div class="trait" data-written=is_written.to_string()>
                {name}
                {dots.map(|dots| draw_dots(dots, now))}
                <span class="trait-number">
                    <input
                        type="number"
                        inputmode="numeric"
                        name=field.clone()
                        min=least.to_string()
                        max=most.to_string()
                        value=typed
                        autocomplete="off"
                        aria-label=title.to_owned()
                    />
                </span>
                {hidden_field(&format!("{PRINTED}{field}"), now)}
            </div>
        }
        .into_any()
    }

    /// Renders the sheet's own traits, which no rule knows.
    fn custom_traits(&self, sheet: &Numbers) -> Option<AnyView> {
        if sheet.custom.is_empty() && !self.can_edit {
            return None;
        }
        let most = rules::encounter::limits::MAX_CUSTOM_VALUE;
        let least = most.saturating_neg();
        let counts = self.rules().counts_dice();
        let lines = sheet.custom.iter().map(|(name, now)| TraitLine {
            title: name,
            field: format!("{CUSTOM}{name}"),
            now: *now,
            is_written: true,
            least,
            most,
            dots: (counts && (0..=DOTS.1).contains(now)).then(|| DOTS.0.max(*now)),
            adds: Some(*now),
        });
        let lines = self.lines(lines.collect());
        let another = self.can_edit.then(|| self.new_trait_fields(least, most));
        Some(
            view! {
                <div class="paper-group">
                    <h3>{msg::OF_ITS_OWN.get()}</h3>
                    {lines}
                    {another}
                </div>
            }
            .into_any(),
        )
    }

    /// Renders the fields to add another trait.
    fn new_trait_fields(&self, least: i32, most: i32) -> AnyView {
        let typed = |field: &str| self.field_value(part::TRAITS, "traits", field, "");
        view! {
            <div class="paper-new">
                <label>
                    {msg::ANOTHER_TRAIT.get()}
                    <input
                        type="text"
                        name="new"
                        maxlength="60"
                        autocomplete="off"
                        placeholder=msg::OCCULT.get()
                        value=typed("new")
                    />
                </label>
                <label>
                    {msg::VALUE.get()}
                    <input
                        type="number"
                        inputmode="numeric"
                        name="new.value"
                        min=least.to_string()
                        max=most.to_string()
                        placeholder="1"
                        value=typed("new.value")
                    />
                </label>
                <button class="quiet">{msg::ADD.get()}</button>
            </div>
            <p class="faint">{msg::A_TRAIT_WITHOUT_A_VALUE.get()}</p>
        }
        .into_any()
    }
}

/// Renders the value of a trait as a row of dots. They are for eyes and fingers: the number beside them says the same.
fn draw_dots(dots: i32, now: i32) -> AnyView {
    let dots = (1..=dots).map(|dot| view! { <i data-lit=(dot <= now).to_string()></i> });
    view! { <span class="dots" aria-hidden="true">{dots.collect_view()}</span> }.into_any()
}

/// Renders the line of a trait that cannot be edited here.
fn read_only_line(line: TraitLine<'_>) -> AnyView {
    view! {
        <div class="trait" data-written=line.is_written.to_string()>
            <dt class="trait-name">{line.title.to_owned()}</dt>
            <dd>{line.dots.map(|dots| draw_dots(dots, line.now))} <b>{format_number(line.now)}</b></dd>
        </div>
    }
    .into_any()
}
