//! Recipes for commands about dice and words.

use super::*;

pub(super) fn of_dice(
    kind: CommandKind,
    ground: &Ground<'_>,
    chance: &mut Chance,
) -> (Actor, Command) {
    let id = ground.any(chance);
    let by = ground.hand(id, chance);
    let rules = ground.all.system.rules();
    match kind {
        CommandKind::Roll => {
            let mut ask = recipe::roll(&mut reader(chance), &ground.all, Some(id));
            ask.faces = None;
            ask.terms
                .iter_mut()
                .for_each(|term| term.value = term.value.clamp(0, 6));
            let by = if ask.hidden || ask.bare { ST } else { by };
            (by, Command::Roll(Box::new(ask)))
        }
        CommandKind::EndEpoch => (ST, Command::EndEpoch),
        CommandKind::SealRoll => {
            let roll = ground.table.hidden_rolls().last().copied();
            let roll = roll.unwrap_or(1);
            (ST, Command::SealRoll { roll })
        }
        CommandKind::OpenRoll => {
            let seal = ground.table.sealed_roll_count();
            (ST, Command::OpenRoll { seal })
        }
        CommandKind::Say => {
            // A second roll of one who has rolled stays in the log, to be given to another.
            let rolled = ground.one(chance, |row| row.score.is_some());
            let (id, by) = match chance.below(3) {
                0 => (rolled, ST),
                _ => (id, by),
            };
            let lines = [
                "The lamp goes out.",
                "/init",
                "/init",
                "/init",
                "/roll 3",
                "/roll 2 # what",
                "+combat/init",
                "+combat/init Nobody=7",
                "!inits 3 2",
                rules.facts().vocabulary.roll_example,
            ];
            let line = chance.one_of(&lines).to_owned();
            let who = Some(id);
            (by, Command::Say { line, who })
        }
        CommandKind::Whisper => {
            let seats = [SeatId(1), SeatId(2), SeatId(3)];
            let to = (0..=chance.below(2)).map(|_| chance.one_of(&seats));
            let to = to.collect();
            let words = "You know that hand.".to_owned();
            (
                chance.one_of(&[ST, ANA, BEN]),
                Command::Whisper { to, words },
            )
        }
        kind => not_here(kind),
    }
}
