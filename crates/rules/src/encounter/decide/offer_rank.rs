//! Ranking of the maneuvers offered to a combatant.

use crate::encounter::question::OfferedManeuver;
use crate::exchange::Targets;

/// An offered maneuver with the facts that rank it among the others.
#[derive(Clone, Debug)]
pub(super) struct RankedOffer {
    /// The offered maneuver.
    pub(super) offered: OfferedManeuver,
    /// Number of item kinds that suit the maneuver better than the best item in hand; `None` if nothing in hand
    /// suits it.
    pub(super) in_hand: Option<usize>,
    /// Whether it was the combatant's last maneuver.
    pub(super) last: bool,
}

/// Sorts the maneuvers offered to a combatant, the likeliest first. They rank possible before
/// barred, with a target before without, with an item in hand, the combatant's last maneuver, and
/// what the item in hand is made for. Equal offers keep the order of the rules.
#[must_use]
pub(super) fn rank_offers(mut offers: Vec<RankedOffer>) -> Vec<OfferedManeuver> {
    offers.sort_by_key(|it| {
        (
            it.offered.barred.is_some(),
            it.offered.targets == Targets::None,
            it.in_hand.is_none(),
            !it.last,
            it.in_hand,
        )
    });
    offers.into_iter().map(|it| it.offered).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::term::RuleId;
    use crate::messages::Wording;

    fn offer(key: &str) -> RankedOffer {
        RankedOffer {
            offered: OfferedManeuver {
                key: key.to_owned(),
                title: key.to_owned(),
                rule: RuleId::new("CHR-ATK-01"),
                targets: Targets::One,
                items: Vec::new(),
                dials: Vec::new(),
                barred: None,
                drawn: Vec::new(),
            },
            in_hand: None,
            last: false,
        }
    }

    fn with(key: &str, in_hand: usize) -> RankedOffer {
        RankedOffer {
            in_hand: Some(in_hand),
            ..offer(key)
        }
    }

    fn last(ranked: RankedOffer) -> RankedOffer {
        RankedOffer {
            last: true,
            ..ranked
        }
    }

    fn barred(mut ranked: RankedOffer) -> RankedOffer {
        let why = Wording::verbatim("Stunned");
        ranked.offered.barred = Some((why, RuleId::new("CHR-COND-03")));
        ranked
    }

    fn alone(mut ranked: RankedOffer) -> RankedOffer {
        ranked.offered.targets = Targets::None;
        ranked
    }

    fn keys(offers: Vec<RankedOffer>) -> Vec<String> {
        rank_offers(offers).into_iter().map(|it| it.key).collect()
    }

    #[test]
    fn what_cannot_be_done_comes_last() {
        let all = vec![
            last(barred(with("shoot", 0))),
            alone(offer("dodge")),
            offer("unarmed"),
        ];
        assert_eq!(keys(all), ["unarmed", "dodge", "shoot"]);
    }

    #[test]
    fn what_is_in_hand_comes_before_what_was_done_last() {
        let all = vec![last(offer("unarmed")), with("melee", 2), with("shoot", 0)];
        assert_eq!(keys(all), ["shoot", "melee", "unarmed"]);
        let all = vec![offer("unarmed"), with("shoot", 0), last(with("melee", 2))];
        assert_eq!(keys(all), ["melee", "shoot", "unarmed"]);
    }

    #[test]
    fn with_bare_hands_what_was_done_last_comes_first() {
        let all = vec![offer("strike"), last(offer("kick")), alone(with("drop", 0))];
        assert_eq!(keys(all), ["kick", "strike", "drop"]);
    }

    #[test]
    fn offers_that_are_alike_stay_in_the_order_of_the_rules() {
        let all = vec![offer("strike"), offer("kick"), offer("tackle")];
        assert_eq!(keys(all), ["strike", "kick", "tackle"]);
    }
}
