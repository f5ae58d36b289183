//! Chooses the functions and data that a page does not need for hydration, so that they can be loaded later.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::references::{References, Symbol};

/// Name fragments of the functions at which the program is split: they, and everything that is reachable only through
/// them, are loaded later. Hydration takes over the server's page, makes it interactive and opens the connection; none
/// of that may depend on them.
///
/// A function that is listed here and needed for hydration all the same is fetched synchronously, which blocks the
/// page; a test of the first load finds such functions. If the connection fails at that moment, the page has to be
/// reloaded.
const SPLIT_POINTS: &[&str] = &[
    // Rendering of what the server did not render, and rebuilding.
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
    // Letters that English words do not begin with.
    "base4text23capitalize_beyond_ascii",
    // What opens on request.
    "app9combatant5sheet22__component_sheet_body",
    "app8exchange4card20__component_exchange28_$u7b$$u7b$closure",
    "app8exchange4card14ended_exchange",
    "app8exchange5draft5Draft4open",
    "exchange..draft..Draft$GT$10ask_offers",
    "app8exchange9proposals13proposal_slip",
    "app8exchange13draft_options15parameter_input",
    "app8exchange9maneuvers13maneuver_card28_$u7b$$u7b$closure",
    "app8exchange9maneuvers15maneuver_button",
    "app8exchange9maneuvers16barred_maneuvers",
    "app8exchange9maneuvers15other_maneuvers",
    "app8exchange10draft_card22__component_draft_card28_$u7b$$u7b$closure$u7d$$u7d$28_$u7b$$u7b$closure",
    "app8exchange5draft5Draft13toggle_target",
    "app8exchange10candidates16possible_targets",
    "app8exchange7targets13target_button28_$u7b$$u7b$closure",
    "app5order5group22__component_group_head28_$u7b$$u7b$closure",
    "app8exchange10draft_card17draw_draft_ribbon",
    "app5scene6dialog12scene_dialog",
    "app3ask5stage9draw_asks",
    "app3ask5stage12has_question",
    "app3ask7reading12take_reading",
    "app5words8log_text3ask8ask_text",
    "app5scene4list9draw_list",
    "app5scene6ribbon11draw_ribbon",
    "app5scene5board10scene_body",
    "app5scene5spots11name_places",
    "app6clocks11clock_panel",
    "app6clocks13pinned_clocks",
    "log_text6clocks10clock_text",
    "log_text6clocks11safety_text",
    "log_text6clocks14clock_in_short",
    "app6safety9show_call",
    "app6safety11safety_card",
    // What few tables have.
    "5rules4base4late",
    "view5scene10diff_moves",
    "view5scene11apply_moves",
    "app5state10prediction12predict_move",
    "app5state10prediction17predict_card_move",
    "app5words12nearby_moves14describe_moves",
    "app5words8log_text5scene10scene_text",
    "app5words8log_text5scene14moves_in_short",
    "app5table6header9menu_body",
    "app5table4keys12palette_body",
    "app5table4keys9keys_body",
    "app5scene5state10SceneState5board",
    "log_text7handout12handout_text",
    "app8handouts5known10draw_known",
    "app8handouts5shelf13handout_shelf",
    "app5scene5board8no_scene",
    "11set_handout",
    // Pointer and keyboard input.
    "app5order8dragging10handle_key",
    "app5order8dragging12pointer_move",
    "app5order5spots10spot_under",
    "app5order8dragging11start_press",
    "app5table4keys8Shortcut3run",
    "app7browser5focus10walk_focus",
    "app5order8dragging10drop_token",
    "app5order8dragging10move_token",
    "app5order5spots10spot_words",
    "app5order8dragging15scroll_at_edges",
    "app6health4hand4Hand",
    "app5table6layout5Stage8open_tab",
    "app4roll4pool4Pool3add",
    "tachys4html5event9on_target",
    "rules9encounter9quick_add11read_drafts",
    "QuickAddError$u20$as$u20$core..fmt..Display",
    "app8exchange5draft5Draft11fit_targets",
    // Whispers, and what one seat is told alone.
    "log_text7whisper12whisper_text",
    "app3log7whisper16listener_options",
    "app3log7whisper12readers_note",
    "app3log7whisper12line_command",
    "app3log10chat_input9send_line",
    "app3log10chat_input8say_help",
    "Model$GT$13apply_private",
    "Model$GT$17add_private_lines",
    "Model$GT$12private_line",
    // Commands and their answers, and what arrives over the connection.
    "Model$GT$7refresh",
    "Model$GT$4send",
    "Model$GT$6submit",
    "Model$GT$11take_answer",
    "Model$GT$13apply_changes",
    "Model$GT$12replace_view",
    "Model$GT$16set_waiting_line",
    "app10connection5inbox10on_refusal",
    "app10connection5inbox4hold",
    "app10connection9lifecycle11end_session",
    "app10connection9lifecycle13keep_and_send",
    "app10connection9lifecycle5probe",
    "ser..Serialize$u20$for$u20$rules..encounter..command",
    "serde_core2de13VariantAccess15newtype_variant",
    "rules..exchange..play..ExchangeStep$u20$as$u20$core",
    "CombatantRow$u20$as$u20$core..cmp..PartialEq",
    "Refusal$u20$as$u20$core..fmt..Display",
    // Terms of an initiative roll, and the preview of a wound.
    "$GT$18initiative_for_die",
    "$GT$12apply_damage",
    // Of an exchange under way, and of what was stored while the connection was lost.
    "rules..exchange..play..ExchangeStep$GT$11deserialize",
    "app10connection13offline_queue15restore_entries",
];

/// Functions and data that are loaded later.
#[derive(Debug)]
pub(crate) struct DeferredModule {
    functions: HashMap<usize, &'static str>,
    /// Address ranges of the data.
    pub(crate) data: Vec<Range<usize>>,
}

/// Suffix of the names of functions of the rest that the first part calls.
pub(crate) const ENTRY_MARK: &str = " (rest begins)";
/// Suffix of the names of all other functions of the rest.
pub(crate) const DEFERRED_MARK: &str = " (rest)";

impl DeferredModule {
    /// Determines what is loaded later. `name` returns the name of a function, or `None` for an empty one.
    pub(crate) fn find<'a>(
        references: &References,
        name: impl Fn(usize) -> Option<&'a str>,
    ) -> Self {
        let begins = |number| {
            name(number).is_some_and(|name| SPLIT_POINTS.iter().any(|part| name.contains(part)))
        };
        let stops = |number| begins(number) || name(number).is_none();
        let reached = references.reachable(stops);
        let functions = references.functions().filter_map(|number| {
            let there = reached.contains(&Symbol::Function(number));
            name(number)?;
            match (there, begins(number)) {
                (true, true) => Some((number, ENTRY_MARK)),
                (true, false) => None,
                (false, _) => Some((number, DEFERRED_MARK)),
            }
        });
        Self {
            functions: functions.collect(),
            data: find_unreferenced_data(references, &reached),
        }
    }

    /// Returns the functions of the rest, each with the suffix for its name.
    pub(crate) fn marked_functions(&self) -> impl Iterator<Item = (usize, &'static str)> {
        self.functions.iter().map(|(number, mark)| (*number, *mark))
    }
}

/// Returns the address ranges to which the first part does not refer. Ranges of symbols may overlap.
fn find_unreferenced_data(references: &References, reached: &HashSet<Symbol>) -> Vec<Range<usize>> {
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
            // Find the next range that the first part needs.
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
    use Symbol::{Data, Function};

    const LATER: &str = SPLIT_POINTS[0];

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
            // A reference from data, by address.
            (Data(0), Function(4)),
            (Function(0), Data(1)),
            (Function(0), Function(5)),
            (Function(5), Function(6)),
        ];
        let references = References::for_test(names.len(), &named, &[100..110, 110..120]);
        let rest = DeferredModule::find(&references, |number| {
            names.get(number).copied().filter(|name| *name != "empty")
        });
        let mut marks: Vec<_> = rest.marked_functions().collect();
        marks.sort_unstable();
        assert_eq!(
            marks,
            [(2, ENTRY_MARK), (3, DEFERRED_MARK), (6, DEFERRED_MARK)]
        );
        assert_eq!(rest.data, vec![100..110]);
    }

    #[test]
    fn bytes_that_the_first_part_names_stay_with_it() {
        // The second range lies within the first, and the third overlaps it. The first part needs the middle of the
        // fourth.
        let data = [100..120, 105..108, 118..130, 200..260, 220..230];
        let needed = [(Function(0), Data(1)), (Function(0), Data(4))];
        let references = References::for_test(1, &needed, &data);
        let rest = DeferredModule::find(&references, |_| Some("wake"));
        assert_eq!(rest.data, vec![100..105, 108..130, 200..220, 230..260]);
    }
}
