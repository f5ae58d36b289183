//! Recipes for commands that take back and bring back.

use super::*;

pub(super) fn of_past(
    kind: CommandKind,
    ground: &Ground<'_>,
    chance: &mut Chance,
) -> (Actor, Command) {
    let redo = matches!(kind, CommandKind::Redo | CommandKind::RedoLine);
    let (by, line) = ground.offered(redo, chance);
    let by = chance.one_of(&[by, by, ST]);
    match kind {
        CommandKind::Undo => (by, Command::Undo),
        CommandKind::UndoLine => (by, Command::UndoLine { line }),
        CommandKind::Redo => (by, Command::Redo),
        CommandKind::RedoLine => (by, Command::RedoLine { line }),
        kind => not_here(kind),
    }
}
