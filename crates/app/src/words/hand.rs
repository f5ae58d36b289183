//! Whose hand it was: said where it is not plain anyway.

use rules::encounter::log::What;
use rules::encounter::view::{Line, SeatView};
use rules::seat::Role;

/// Who did what a line tells, in quiet words: `by Mara, storyteller`. `None` where everybody
/// knows: whoever plays a combatant acts for it, the storyteller for those nobody plays. What
/// somebody said under their own name says whether they run the table: names may look alike.
#[must_use]
pub fn hand(seats: &[SeatView], line: &Line) -> Option<String> {
    let by = line.by.as_ref()?;
    let seat = seats.iter().find(|seat| Some(seat.id) == line.seat);
    let role = seat.map(|seat| seat.role);
    let runs = role.filter(|role| role.runs_the_table()).map(Role::word);
    match line.what {
        What::Said { .. } | What::Rolled { name: None, .. } => runs.map(str::to_owned),
        What::Joined { .. }
        | What::Left { .. }
        | What::Turn { .. }
        | What::WaitedTooLong { .. } => None,
        _ if line.other || role == Some(Role::CoStoryteller) => Some(match runs {
            Some(runs) => format!("by {by}, {runs}"),
            None => format!("by {by}"),
        }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use rules::id::SeatId;

    use super::*;

    fn said(seat: u32, other: bool, what: What) -> Option<String> {
        let people = [
            (1, "Mara", Role::Storyteller),
            (2, "Ana", Role::Player),
            (3, "Cleo", Role::CoStoryteller),
            (4, "Mara", Role::Player),
        ];
        let seats = people.map(|(id, name, role)| SeatView {
            id: SeatId(id),
            name: name.into(),
            role,
        });
        let by = seats.iter().find(|view| view.id == SeatId(seat));
        let line = Line {
            no: 1,
            at: 0,
            by: by.map(|by| by.name.clone()),
            seat: Some(SeatId(seat)),
            other,
            what,
            hidden: false,
            undone: None,
        };
        hand(&seats, &line)
    }

    #[test]
    fn a_hand_is_named_where_it_is_not_plain() {
        let marked = || What::Marked {
            name: "Weston".into(),
            change: [1, 0, 0],
            points: 0,
            states: vec![],
        };
        let check = |seat, other, expected: Option<&str>| {
            assert_eq!(said(seat, other, marked()).as_deref(), expected);
        };
        check(2, false, None);
        check(1, false, None);
        check(1, true, Some("by Mara, storyteller"));
        check(2, true, Some("by Ana"));
        check(3, false, Some("by Cleo, co-storyteller"));
    }

    #[test]
    fn of_two_who_are_called_alike_one_runs_the_table() {
        let talk = || What::Said {
            text: "The lamp goes out.".into(),
        };
        assert_eq!(said(1, false, talk()).as_deref(), Some("storyteller"));
        assert_eq!(said(4, false, talk()), None);
    }
}
