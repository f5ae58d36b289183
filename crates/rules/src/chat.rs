//! Parser of chat lines: commands known at every table, and those of the system.

pub mod dice_notation;
mod roll;

use self::roll::parse_roll;
use crate::messages::{Wording, core as msg};

use crate::base::text;
use crate::chat_command::{ChatCommand, ChatError};
use crate::ruleset::combatant_info::CombatantInfo;
use crate::ruleset::house_rules::HouseRules;
use crate::ruleset::{ClientRules, RuleSystem};

/// Whether a line is a command and not talk: it begins with a slash or one of the system's
/// prefixes.
#[must_use]
pub fn is_command(line: &str, rules: &dyn ClientRules) -> bool {
    let first = line.trim_start().chars().next();
    first.is_some_and(|first| {
        text::to_plain_char(first) == '/' || rules.facts().chat_prefixes.contains(&first)
    })
}

/// Parses a chat line for which [`is_command`] holds.
///
/// Every table knows `/init` and `/roll`; all other commands belong to the system. A roll is `/roll
/// part {(+|-) part} {word} [# purpose]`: a part is a number or a trait of the sender's active
/// character, a word sets a parameter: `specialty`, `difficulty 7`, `diff=7`, `9-again`, `hidden`.
///
/// # Errors
/// [`ChatError`] with what is wrong in the line; ambiguous input is refused.
pub fn parse_command(
    line: &str,
    rules: &dyn RuleSystem,
    sender: Option<&CombatantInfo<'_>>,
    house: &HouseRules,
) -> Result<ChatCommand, ChatError> {
    if let Some(answer) = rules.parse_chat(line, sender, house) {
        return answer;
    }
    let line = normalize_line(line.trim());
    let (word, rest) = line
        .split_once(char::is_whitespace)
        .map_or((&*line, ""), |(word, rest)| (word, rest.trim()));
    match word.to_ascii_lowercase().as_str() {
        "/init" if rest.is_empty() => match sender {
            Some(_) => Ok(ChatCommand::OwnInitiative),
            None => Err(ChatError::new("no_character", msg::PICK_A_CHARACTER_FIRST)),
        },
        "/init" => Err(ChatError::new(
            "argument_count",
            msg::INIT_STANDS_ALONE_IT_ROLLS,
        )),
        "/roll" | "/r" => parse_roll(rest, rules, sender),
        _ => {
            let known = rules.facts().chat_help.get();
            let text = Wording::verbatim(msg::unknown_command_try(&known));
            Err(ChatError::new("unknown_command", text))
        }
    }
}

/// Normalizes full-width signs and foreign digits to ASCII, up to the `#` before the purpose.
fn normalize_line(line: &str) -> String {
    let at = line.find(['#', '＃']).unwrap_or(line.len());
    let (said, what) = line.split_at_checked(at).unwrap_or((line, ""));
    let said: String = said.chars().map(text::to_plain_char).collect();
    said + &what.replacen('＃', "#", 1)
}
