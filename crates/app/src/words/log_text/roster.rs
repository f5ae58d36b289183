//! Texts of log lines about who comes and goes, and about names.

use rules::character::vocabulary::join_list;
use rules::encounter::log::LogMessage;
use rules::encounter::state::proposal::ProposalStatus;
use rules::messages::words as msg;

use super::text::LogText;

/// Returns the text of a log line about combatants and people that come, go or are renamed.
pub(super) fn roster_text(what: &LogMessage) -> LogText {
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
