//! Derived values of the sheet, initiative, and pools.

use leptos::prelude::*;
use rules::base::term::Term;
use rules::character::vocabulary::{format_number, format_signed};
use rules::encounter::view::DerivedValue;
use rules::messages::pages as msg;

use super::{FormResult, Sheet, part, with_rule_links};

impl Sheet<'_> {
    /// Renders the values that the rules compute from the sheet, each with its terms.
    pub(super) fn values(&self) -> Option<AnyView> {
        let initiative = self.row.initiative.as_ref();
        let rolls = self.can_run_table || (self.can_edit && self.row.score.is_none());
        if self.row.shown.is_empty() && initiative.is_none() && !rolls {
            return None;
        }
        let values = self.row.shown.iter().map(|shown| {
            let DerivedValue { title, terms } = shown;
            self.value(title, &format_number(shown.value()), terms)
        });
        let rolled = initiative.map(|initiative| {
            let die = Term::from_typed(msg::DIE, initiative.die.into());
            let terms: Vec<Term> = std::iter::once(die)
                .chain(initiative.terms.iter().cloned())
                .collect();
            self.value(
                msg::INITIATIVE_ROLLED.get(),
                &format_number(initiative.score),
                &terms,
            )
        });
        let adjusts = initiative.is_some() && self.can_edit;
        let refused = matches!(&self.form_result, FormResult::Refused { part, .. } if *part == part::INITIATIVE);
        let inside = view! {
            <dl class="paper-values">{values.collect_view()} {rolled}</dl>
            {(rolls || adjusts).then(|| view! {
                <details open=refused>
                    <summary>{msg::INITIATIVE_BY_HAND.get()}</summary>
                    {rolls.then(|| self.real_die_form())}
                    {adjusts.then(|| self.adjust_form())}
                </details>
            })}
        };
        Some(self.part(part::INITIATIVE, msg::IN_THE_FIGHT.get(), inside))
    }

    /// Renders a computed value of the sheet with the terms it is the sum of.
    fn value(&self, title: &str, value: &str, terms: &[Term]) -> AnyView {
        let parts = terms.iter().map(|term| {
            let rule = term.rule.as_ref().map(|rule| format!(" {rule}"));
            let rule = rule.unwrap_or_default();
            format!("{} {}{rule}", term.label, format_signed(term.value))
        });
        let parts = parts.collect::<Vec<_>>().join(", ");
        view! {
            <div>
                <dt>{title.to_owned()}</dt>
                <dd>
                    <strong>{value.to_owned()}</strong>
                    <span>{with_rule_links(self.view.system, &parts)}</span>
                </dd>
            </div>
        }
        .into_any()
    }

    /// Renders the form for an initiative die that was rolled on the real table, which replaces the
    /// previous roll.
    fn real_die_form(&self) -> AnyView {
        let face = self.field_value(part::INITIATIVE, "real", "face", "");
        let most = self.rules().facts().die_sides.to_string();
        let fields = view! {
            <label for="face">{msg::A_REAL_DIE_FOR_INITIATIVE.get()}</label>
            <div class="inline">
                <input
                    id="face"
                    class="short"
                    type="number"
                    inputmode="numeric"
                    name="face"
                    min="1"
                    max=most
                    required
                    autocomplete="off"
                    value=face
                />
                <button class="quiet">{msg::TAKE_IT.get()}</button>
            </div>
        };
        self.form(part::INITIATIVE, "real", fields)
    }

    /// Renders the form that adds a number to a combatant's initiative, filled with what the rules
    /// propose.
    fn adjust_form(&self) -> AnyView {
        let fighter = self.view.fighter_of(self.row);
        let proposed = fighter.map(|who| self.rules().suggested_initiative_terms(&who));
        let proposed = proposed.unwrap_or_default();
        let by = match rules::base::term::sum_terms(&proposed) {
            0 => String::new(),
            sum => sum.to_string(),
        };
        let by = self.field_value(part::INITIATIVE, "adjust", "by", &by);
        let proposed = (!proposed.is_empty()).then(|| {
            let parts = proposed.iter().map(|term| {
                let rule = term.rule.as_ref().map(|rule| format!(" ({rule})"));
                let rule = rule.unwrap_or_default();
                format!("{} {}{rule}", term.label, format_signed(term.value))
            });
            let parts = parts.collect::<Vec<_>>().join(", ");
            view! { <p class="faint">{with_rule_links(self.view.system, &msg::proposed(&parts))}</p> }
        });
        let fields = view! {
            <label for="by">{msg::ADD_TO_THE_INITIATIVE.get()}</label>
            <div class="inline">
                <input
                    id="by"
                    class="short"
                    type="text"
                    name="by"
                    autocomplete="off"
                    placeholder="−1"
                    value=by
                />
                <button class="quiet">{msg::ADJUST.get()}</button>
            </div>
            {proposed}
        };
        self.form(part::INITIATIVE, "adjust", fields)
    }

    /// Renders the pools of points of a combatant, such as willpower, with the points left.
    pub(super) fn pools(&self) -> Option<AnyView> {
        let sheet = self.row.sheet.as_ref()?;
        let specs = self.rules().pool_specs(sheet);
        if specs.is_empty() {
            return None;
        }
        let pools = specs.into_iter().map(|pool| {
            let left = self.row.pools.get(pool.key).copied().unwrap_or(0);
            let (key, title, most) = (pool.key, pool.title, pool.most);
            let button = |words: String, sign: &'static str, by: i32, off: bool| {
                view! {
                    <button
                        class="quiet icon"
                        name="spend"
                        value=format!("{key} {by}")
                        aria-label=words
                        disabled=off
                    >
                        {sign}
                    </button>
                }
            };
            let buttons = self.can_edit.then(|| {
                view! {
                    <span class="pair">
                        {button(msg::spend_one(&title), "−", -1, left <= 0)}
                        {button(msg::regain_one(&title), "+", 1, left >= most)}
                    </span>
                }
            });
            view! {
                <li>
                    <span>
                        {format!("{title} ")}
                        <strong>{format_number(left)}</strong>
                        {msg::of_4(&format_number(most))}
                    </span>
                    {buttons}
                </li>
            }
        });
        let pools = view! { <ul class="paper-pools">{pools.collect_view()}</ul> };
        let inside = match self.can_edit {
            true => self.form(part::POOLS, "spend", pools),
            false => view! { <div>{pools}</div> }.into_any(),
        };
        Some(self.part(part::POOLS, msg::TO_SPEND.get(), inside))
    }
}
