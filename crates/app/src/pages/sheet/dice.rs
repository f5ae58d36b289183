//! Roll of several traits together: a tap on each name, and one button.

use leptos::prelude::*;
use rules::base::term;
use rules::base::text::capitalize;
use rules::character::parameters::{ParameterRange, Parameters};
use rules::messages::pages as msg;

use super::{FormResult, PARAMETER, Sheet, hidden_field, part};

/// Sums for which the page has the button's text in advance.
const SUMS: std::ops::RangeInclusive<i32> = -10..=50;

impl Sheet<'_> {
    /// Renders the dice form at the foot of the sheet, with the traits to roll, the parameters, and
    /// the last result.
    pub(super) fn dice(&self) -> Option<AnyView> {
        if !self.can_edit {
            return None;
        }
        let rules = self.rules();
        let who = self.view.fighter_of(self.row)?;
        let reading = rules.with_defaults(&who, &Parameters::default());
        let given = term::sum_terms(&rules.roll_terms(&who, &reading));
        let offers = SUMS.map(|sum| rules.preview_roll(sum, &reading).button);
        let offers = offers.collect::<Vec<_>>().join("\n");
        let dials = rules
            .parameter_specs(Some(&who))
            .into_iter()
            .filter_map(|dial| {
                let ParameterRange::Number(least, most) = dial.range else {
                    return None;
                };
                let now = reading.get_or(dial.key, dial.default).to_string();
                let field = format!("{PARAMETER}{}", dial.key);
                Some(self.number_field(&capitalize(dial.title.get()), &field, (least, most), &now))
            });
        let most = rules::encounter::limits::MAX_TERM;
        let modifier = self.number_field(
            msg::MODIFIER.get(),
            "modifier",
            (most.saturating_neg(), most),
            "0",
        );
        let refused =
            matches!(&self.form_result, FormResult::Refused { part, .. } if *part == part::DICE);
        let trouble = refused.then(|| self.result_of(part::DICE));
        Some(
            view! {
                <form
                    class="paper-dice"
                    id=part::DICE
                    method="post"
                    action=format!("{}#{}", self.path(), part::DICE)
                    data-given=given.to_string()
                    data-least=SUMS.start().to_string()
                    data-offers=offers
                >
                    {hidden_field("do", "pool")}
                    <div class="dice-came">{trouble} {self.roll_result(part::DICE)}</div>
                    <p class="dice-parts" aria-live="polite">{msg::TAP_A_NAME_TO_ROLL_IT.get()}</p>
                    <div class="dice-set">
                        {dials.collect_view()}
                        {modifier}
                        <button class="brass">{msg::ROLL.get()}</button>
                    </div>
                </form>
            }
            .into_any(),
        )
    }

    /// Renders a number field of the roll.
    fn number_field(
        &self,
        title: &str,
        field: &str,
        (least, most): (i32, i32),
        now: &str,
    ) -> AnyView {
        let typed = self.field_value(part::DICE, "pool", field, now);
        view! {
            <label>
                {title.to_owned()}
                <input
                    type="number"
                    inputmode="numeric"
                    name=field.to_owned()
                    min=least.to_string()
                    max=most.to_string()
                    value=typed
                    autocomplete="off"
                />
            </label>
        }
        .into_any()
    }
}
