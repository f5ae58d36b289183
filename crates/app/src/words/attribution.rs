//! Attribution of log lines: who did it, where that is not obvious.

use rules::base::seat::Role;
use rules::encounter::log::LogMessage;
use rules::encounter::view::{LogLineView, SeatView};
use rules::messages::words as msg;

/// Returns the words for who did what a line of the log reports, such as `by Mara, storyteller`. `None` where it is
/// obvious: players act for their own combatants, the storyteller for the rest. A chat message under a person's own
/// name is marked if they run the table: names may look alike.
#[must_use]
pub fn attribution(seats: &[SeatView], line: &LogLineView) -> Option<String> {
    let by = line.by.as_ref()?;
    let seat = seats.iter().find(|seat| Some(seat.id) == line.seat);
    let role = seat.map(|seat| seat.role);
    let runs = role
        .filter(|role| role.can_run_table())
        .map(|role| role.title().get());
    match line.what {
        LogMessage::Said { .. }
        | LogMessage::Whispered(_)
        | LogMessage::Rolled { name: None, .. } => runs.map(str::to_owned),
        LogMessage::Joined { .. }
        | LogMessage::Left { .. }
        | LogMessage::Muted { .. }
        | LogMessage::Proposed { .. }
        | LogMessage::Turn { .. }
        | LogMessage::WaitedTooLong { .. } => None,
        _ if line.other || role == Some(Role::CoStoryteller) => Some(match runs {
            Some(runs) => msg::by(&by, &runs),
            None => msg::by_2(&by),
        }),
        _ => None,
    }
}

/// Returns the name of who changed something by hand, where [`attribution`] says nothing; shown
/// beside the time.
#[must_use]
pub fn short_attribution<'a>(seats: &[SeatView], line: &'a LogLineView) -> Option<&'a str> {
    let by_hand = matches!(
        line.what,
        LogMessage::Marked { .. }
            | LogMessage::Harmed { .. }
            | LogMessage::Noted { .. }
            | LogMessage::Moved { .. }
            | LogMessage::Sorted
            | LogMessage::Spent { .. }
            | LogMessage::Removed { .. }
            | LogMessage::Renamed { .. }
            | LogMessage::Titled { .. }
            | LogMessage::HouseRule { .. }
            | LogMessage::Set { .. }
    );
    let by = line.by.as_deref().filter(|_| by_hand)?;
    attribution(seats, line).is_none().then_some(by)
}

#[cfg(test)]
mod tests {
    use rules::base::id::SeatId;

    use super::*;

    fn said(seat: u32, other: bool, what: LogMessage) -> [Option<String>; 2] {
        let people = [
            (1, "Mara", Role::Storyteller),
            (2, "Ana", Role::Player),
            (3, "Cleo", Role::CoStoryteller),
            (4, "Mara", Role::Player),
        ];
        let seats = people.map(|(id, name, role)| SeatView {
            own_dice: false,
            muted: false,
            id: SeatId(id),
            name: name.into(),
            role,
        });
        let by = seats.iter().find(|view| view.id == SeatId(seat));
        let line = LogLineView {
            no: 1,
            at: 0,
            by: by.map(|by| by.name.clone()),
            seat: Some(SeatId(seat)),
            other,
            what,
            hidden: false,
            undone: None,
        };
        let plain = short_attribution(&seats, &line).map(str::to_owned);
        [attribution(&seats, &line), plain]
    }

    #[test]
    fn a_hand_is_named_where_it_is_not_plain() {
        let marked = || LogMessage::Marked {
            name: "Weston".into(),
            change: [1, 0, 0],
            points: 0,
            states: vec![],
        };
        let loud = |seat, other| said(seat, other, marked())[0].clone().unwrap_or_default();
        let plain = |seat, other| said(seat, other, marked())[1].clone().unwrap_or_default();
        assert_eq!((loud(2, false), plain(2, false)), ("".into(), "Ana".into()));
        assert_eq!(
            (loud(1, false), plain(1, false)),
            ("".into(), "Mara".into())
        );
        assert_eq!(
            (loud(1, true), plain(1, true)),
            ("by Mara, storyteller".into(), "".into())
        );
        assert_eq!(
            (loud(2, true), plain(2, true)),
            ("by Ana".into(), "".into())
        );
        assert_eq!(loud(3, false), "by Cleo, co-storyteller");
    }

    #[test]
    fn of_two_who_are_called_alike_one_runs_the_table() {
        let talk = || LogMessage::Said {
            text: "The lamp goes out.".into(),
        };
        assert_eq!(said(1, false, talk()), [Some("storyteller".into()), None]);
        assert_eq!(said(4, false, talk()), [None, None]);
    }
}
