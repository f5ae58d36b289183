//! What of the program a page does not need to wake, so that it can come a moment later.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::references::{References, Thing};

/// Parts of the names of functions at which the rest begins: they, and everything that is reached through them alone. A page
/// that wakes takes over what the server printed, shows it alive and opens its line; all this comes later.
///
/// What is named here and needed to wake a page all the same is fetched at that moment, while the page stands still; a
/// test of the first load finds it. Only where the line breaks at that very moment, the page has to be loaded again.
const BEGINS: [&str; 63] = [
    // Drawing what was not printed, and drawing anew.
    "3app4draw",
    "IntoAny$GT$8into_any5build",
    "IntoAny$GT$8into_any7rebuild",
    "IntoAnyAttribute$GT$13into_any_attr5build",
    "IntoAnyAttribute$GT$13into_any_attr7rebuild",
    "IntoAnyAttribute$GT$13into_any_attr5clone",
    "IntoAnyAttribute$GT$13into_any_attr4keys",
    "tachys..view..Render$GT$7rebuild",
    "Render$u20$for$u20$alloc..vec..Vec$LT$T$GT$$GT$7rebuild",
    "any_view18insert_before_this",
    "any_view9mount_any",
    "any_view11unmount_any",
    // What opens when it is asked for.
    "app9combatant5sheet22__component_sheet_body",
    "app8exchange4card20__component_exchange28_$u7b$$u7b$closure",
    "app8exchange4card14ended_exchange",
    "app8exchange5draft5Draft4open",
    "exchange..draft..Draft$GT$10ask_offers",
    "app8exchange13draft_options16maneuver_options",
    "app8exchange9proposals13proposal_slip",
    "app8exchange13draft_options10dial_input",
    "app8exchange9maneuvers13maneuver_card28_$u7b$$u7b$closure",
    "app8exchange9maneuvers9more_ways",
    "app8exchange10draft_card22__component_draft_card28_$u7b$$u7b$closure$u7d$$u7d$28_$u7b$$u7b$closure",
    "app8exchange5draft5Draft13toggle_target",
    "app8exchange10candidates16possible_targets",
    "app8exchange7targets13target_button28_$u7b$$u7b$closure",
    "app5order5group22__component_group_head28_$u7b$$u7b$closure",
    // What a hand does.
    "app5order8dragging10handle_key",
    "app5order8dragging12pointer_move",
    "app5order5spots10spot_under",
    "app5order8dragging11start_press",
    "app5table4keys8Shortcut3run",
    "app7browser5focus10walk_focus",
    "app5order8dragging10drop_token",
    "app5order8dragging13announce_spot",
    "app5order8dragging10move_token",
    "app5order5spots10spot_words",
    "app5order8dragging15scroll_at_edges",
    "app6health4hand4Hand",
    "app5table6layout5Stage8open_tab",
    "app4roll4pool4Pool3add",
    "tachys4html5event9on_target",
    "rules9encounter9quick_add11read_drafts",
    "quick_add..LineError$u20$as$u20$core..fmt..Display",
    "app8exchange5draft5Draft11fit_targets",
    // What becomes of a command, and what comes over the line.
    "Model$GT$7refresh",
    "Model$GT$4send",
    "Model$GT$6submit",
    "Model$GT$11take_answer",
    "Model$GT$13apply_changes",
    "Model$GT$12replace_view",
    "Model$GT$16set_waiting_line",
    "app10connection5inbox10on_refusal",
    "app10connection9lifecycle11end_session",
    "app10connection9lifecycle13keep_and_send",
    "app10connection9lifecycle5probe",
    "ser..Serialize$u20$for$u20$rules..encounter..command",
    "serde_core2de13VariantAccess15newtype_variant",
    "rules..exchange..play..Step$u20$as$u20$core",
    "Row$u20$as$u20$core..cmp..PartialEq",
    "Refusal$u20$as$u20$core..fmt..Display",
    // What a throw for initiative is made of, and what a wound would do.
    "Look$GT$10initiative",
    "Look$GT$4harm",
];

/// Functions and data of the rest.
#[derive(Debug)]
pub(crate) struct Rest {
    functions: HashMap<usize, &'static str>,
    /// Where in memory its data lie.
    pub(crate) data: Vec<Range<usize>>,
}

/// At the end of the names of functions of the rest that the first part knows of.
pub(crate) const DOOR: &str = " (rest begins)";
/// At the end of the names of all others.
pub(crate) const REST: &str = " (rest)";

impl Rest {
    /// What belongs to it; `name` tells the name of a function, and nothing of one that is empty.
    pub(crate) fn of<'a>(references: &References, name: impl Fn(usize) -> Option<&'a str>) -> Self {
        let begins =
            |number| name(number).is_some_and(|name| BEGINS.iter().any(|part| name.contains(part)));
        let stops = |number| begins(number) || name(number).is_none();
        let reached = references.reached(stops);
        let functions = references.functions().filter_map(|number| {
            let there = reached.contains(&Thing::Function(number));
            name(number)?;
            match (there, begins(number)) {
                (true, true) => Some((number, DOOR)),
                (true, false) => None,
                (false, _) => Some((number, REST)),
            }
        });
        Self {
            functions: functions.collect(),
            data: data(references, &reached),
        }
    }

    /// Its functions, each with what is to stand at the end of its name.
    pub(crate) fn marks(&self) -> impl Iterator<Item = (usize, &'static str)> {
        self.functions.iter().map(|(number, mark)| (*number, *mark))
    }
}

/// Where data lie that nothing of the first part names. Pieces may share bytes.
fn data(references: &References, reached: &HashSet<Thing>) -> Vec<Range<usize>> {
    let (mut needed, mut others) = (Vec::new(), Vec::new());
    for (thing, range) in references.data() {
        match reached.contains(&thing) {
            true => needed.push(range),
            false => others.push(range),
        }
    }
    needed.sort_by_key(|range| range.start);
    others.sort_by_key(|range| range.start);
    let mut free: Vec<Range<usize>> = Vec::new();
    let mut from = 0;
    for other in others {
        from = from.max(other.start);
        while from < other.end {
            // The next byte that the first part needs, and where that need ends.
            let next = needed
                .iter()
                .find(|range| range.end > from && range.start < other.end);
            let until = next.map_or(other.end, |next| next.start.max(from));
            if until > from {
                match free.last_mut() {
                    Some(last) if last.end == from => last.end = until,
                    _ => free.push(from..until),
                }
            }
            from = next.map_or(other.end, |next| next.end);
        }
    }
    free
}

#[cfg(test)]
mod tests {
    use super::*;
    use Thing::{Data, Function};

    const LATER: &str = BEGINS[0];

    #[test]
    fn what_is_reached_through_a_beginning_alone_is_of_the_rest() {
        let names = [
            "wake",
            "draws",
            LATER,
            "only later",
            "both",
            "empty",
            "only of what is empty",
        ];
        let named = [
            (Function(0), Function(1)),
            (Function(1), Function(4)),
            (Function(1), Function(2)),
            (Function(2), Function(3)),
            (Function(2), Data(0)),
            // By its address in data.
            (Data(0), Function(4)),
            (Function(0), Data(1)),
            (Function(0), Function(5)),
            (Function(5), Function(6)),
        ];
        let references = References::made(names.len(), &named, &[100..110, 110..120]);
        let rest = Rest::of(&references, |number| {
            names.get(number).copied().filter(|name| *name != "empty")
        });
        let mut marks: Vec<_> = rest.marks().collect();
        marks.sort_unstable();
        assert_eq!(marks, [(2, DOOR), (3, REST), (6, REST)]);
        assert_eq!(rest.data, vec![100..110]);
    }

    #[test]
    fn bytes_that_the_first_part_names_stay_with_it() {
        // The second lies within the first, the third begins in it; of the fourth the first part needs the middle.
        let data = [100..120, 105..108, 118..130, 200..260, 220..230];
        let needed = [(Function(0), Data(1)), (Function(0), Data(4))];
        let references = References::made(1, &needed, &data);
        let rest = Rest::of(&references, |_| Some("wake"));
        assert_eq!(rest.data, vec![100..105, 108..130, 200..220, 230..260]);
    }
}
