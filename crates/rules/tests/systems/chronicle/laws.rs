//! Laws that hold for every number: nothing vanishes, nothing goes below zero, nothing panics.

use proptest::prelude::*;
use rules::dice::{Dice, Script};
use rules::messages::Wording;
use rules::systems::chronicle as chr;
use rules::systems::chronicle::attack::{
    Attack, AttackKind, Attacker, Harm, Options, Target, Weapon,
};
use rules::systems::chronicle::defense::{self, Stance};
use rules::systems::chronicle::pool::{self, Again, Ask};
use rules::systems::chronicle::settings::Settings;
use rules::systems::chronicle::wounds::{self, Kind};
use rules::systems::chronicle::{damage, initiative};
use rules::term::{self, Term};
use rules::track::{Boxes, MAX_BOXES, Packet};

use super::packet;

/// What one application of Defense takes from the attacker's pool, all parts together.
fn defense_of(stance: &Stance, settings: &Settings) -> i32 {
    let raised = [Term::typed(Wording::verbatim("Bonus"), stance.bonus)];
    term::sum(&defense::parts(
        stance,
        (rules::messages::chronicle::DEFENSE, "CHR-DEF-01"),
        &raised,
        settings,
    ))
}

fn a_row() -> impl Strategy<Value = Boxes> {
    (1..=20_u16, 0..=20_u16, 0..=20_u16, 0..=20_u16).prop_map(|(size, b, l, a)| {
        let a = a.min(size);
        let l = l.min(size - a);
        let b = b.min(size - a - l);
        Boxes::new(size, packet(b, l, a)).expect("clamped")
    })
}

fn a_packet() -> impl Strategy<Value = Packet> {
    (0..=12_u16, 0..=12_u16, 0..=12_u16).prop_map(|(b, l, a)| packet(b, l, a))
}

/// Any number, the extremes often.
fn any_number() -> impl Strategy<Value = i32> {
    prop_oneof![
        4 => -5..=25_i32,
        1 => any::<i32>(),
        1 => prop::sample::select(vec![i32::MIN, i32::MIN + 1, -1, 0, i32::MAX - 1, i32::MAX]),
    ]
}

/// How bad a row is: each box weighs as much as the points it took to fill it.
fn weight(boxes: &Boxes) -> u32 {
    let marks = boxes.marks();
    u32::from(marks.bashing) + 2 * u32::from(marks.lethal) + 3 * u32::from(marks.aggravated)
}

/// Faces that depend on nothing but how many were thrown.
struct Wheel(u32);

impl Dice for Wheel {
    fn die(&mut self, sides: u16) -> u16 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        u16::try_from(self.0 >> 16).unwrap_or(0) % sides.max(1) + 1
    }
}

fn a_kind() -> impl Strategy<Value = AttackKind> {
    prop::sample::select(vec![
        AttackKind::Unarmed,
        AttackKind::Melee,
        AttackKind::Firearm,
        AttackKind::Thrown,
    ])
}

fn an_attack() -> impl Strategy<Value = Attack> {
    let numbers = prop::collection::vec(any_number(), 24);
    let flags = prop::collection::vec(any::<bool>(), 12);
    (a_kind(), numbers, flags, prop::option::of(a_row())).prop_map(
        |(kind, numbers, flags, track)| {
            let mut numbers = numbers.into_iter();
            let mut n = || numbers.next().unwrap_or(0);
            let mut flags = flags.into_iter();
            let mut f = || flags.next().unwrap_or(false);
            Attack {
                kind,
                attacker: Attacker {
                    strength: n(),
                    dexterity: n(),
                    brawl: n(),
                    weaponry: n(),
                    firearms: n(),
                    athletics: n(),
                    wound_penalty: n(),
                    vampire: f(),
                    prone: f(),
                    ambidextrous: f(),
                    blind_and_deaf: false,
                },
                weapon: f().then(|| Weapon {
                    modifier: n(),
                    size: n(),
                    category: Some(Harm::Slashing),
                    str_req: n(),
                    wooden_stake: f(),
                    ..Weapon::default()
                }),
                distance: Some(n()),
                options: Options {
                    pulled: n(),
                    aim: n(),
                    persons: n(),
                    avoid: n(),
                    avoid_grappled: n(),
                    st_modifier: n(),
                    ..Options::default()
                },
                target: Target {
                    dexterity: n(),
                    wits: n(),
                    stamina: n(),
                    defense_applied: n(),
                    prone: f(),
                    dodge: f(),
                    dormant: f(),
                    vampire: f(),
                    track,
                    ..Target::default()
                },
                cover: f().then(|| chr::cover::Cover {
                    durability: n(),
                    structure: n(),
                    see_through: f(),
                }),
                shield: None,
            }
        },
    )
}

proptest! {
    /// CHR-DMG-03, CHR-DMG-05, CHR-DMG-07: a point makes the row worse or is counted as excess.
    #[test]
    fn damage_is_conserved(track in a_row(), hit in a_packet()) {
        let marked = damage::mark_by(track, hit, &Settings::default());
        prop_assert_eq!(marked.after.size(), track.size());
        prop_assert!(weight(&marked.after) >= weight(&track));
        let grown = marked.after.filled() - track.filled();
        prop_assert_eq!(grown, hit.total().min(track.empty()));
        if marked.excess > 0 {
            prop_assert_eq!(marked.after.marks().aggravated, track.size());
        } else if !hit.is_empty() {
            prop_assert!(weight(&marked.after) - weight(&track) >= u32::from(hit.total()));
        }
        // CHR-DMG-02: worst left.
        let picture = marked.after.picture();
        let mut sorted: Vec<char> = picture.chars().collect();
        sorted.sort_by_key(|glyph| "*X/.".find(*glyph));
        prop_assert_eq!(picture, String::from_iter(sorted));
    }

    /// CHR-DMG-06: the order of points inside one packet is not the caller's to choose.
    #[test]
    fn one_packet_is_marked_like_its_points_worst_first(track in a_row(), hit in a_packet()) {
        let mut one_by_one = track;
        for severity in rules::track::Severity::WORST_FIRST {
            for _ in 0..hit.get(severity) {
                one_by_one = damage::mark_by(one_by_one, Packet::of(severity, 1), &Settings::default()).after;
            }
        }
        prop_assert_eq!(damage::mark_by(track, hit, &Settings::default()).after, one_by_one);
    }

    /// CHR-WND-01: from 0 to −3, and never better for more marks.
    #[test]
    fn wound_penalties_are_bounded(track in a_row(), hit in a_packet()) {
        let before = wounds::penalty(&track, Kind::Mortal);
        let after = wounds::penalty(&damage::mark_by(track, hit, &Settings::default()).after, Kind::Mortal);
        prop_assert!((-3..=0).contains(&before) && after <= before);
        prop_assert_eq!(wounds::penalty(&track, Kind::Vampire), 0);
    }

    /// CHR-DEF-08: Defense is never negative, and never more after being worn.
    #[test]
    fn defense_is_never_negative(
        trait_value in any_number(),
        bonus in any_number(),
        applied in any_number(),
        dodging in any::<bool>(),
        halved in any::<bool>(),
    ) {
        let stance = Stance { trait_value, halved, dodging, bonus, applied };
        let by = Settings::default();
        let value = defense_of(&stance, &by);
        prop_assert!(value >= 0);
        let worn = Stance { applied: applied.saturating_add(1), ..stance };
        prop_assert!(defense_of(&worn, &by) <= value);
    }

    /// CHR-DICE-06: a pool is its terms, summed; dice are clamped once.
    #[test]
    fn pools_are_clamped_once(attack in an_attack()) {
        let by = Settings::default();
        if let Ok(pool) = chr::attack::pool::attack_pool(&attack, &by) {
            prop_assert_eq!(pool.pool, term::sum(&pool.terms));
            prop_assert!(pool.dice_count >= 0);
            let labels: Vec<_> = pool.terms.iter().filter(|term| term.rule.is_none()).collect();
            prop_assert!(labels.is_empty(), "every term names its rule");
        }
    }

    /// CHR-PIPE-03, CHR-DMG-08: the ledger adds up to what is inflicted, for any attack.
    #[test]
    fn ledgers_add_up(attack in an_attack(), seed in any::<u32>()) {
        let by = Settings::default();
        let possible = chr::attack::pool::attack_pool(&attack, &by);
        if possible.is_ok_and(|sum| pool::check(sum.pool).is_ok()) {
            let (_, outcome) = super::thrown(&attack, &by, &mut Wheel(seed));
            let inflicted = i32::from(outcome.inflicted.total());
            if outcome.raw < i32::from(u16::MAX) && attack.weapon_modifier() >= 0 {
                prop_assert_eq!(term::sum(&outcome.ledger), inflicted);
            }
            prop_assert!(outcome.raw >= 0);
            prop_assert!(inflicted <= outcome.raw);
            if outcome.successes == 0 && outcome.verdict != chr::attack::outcome::Verdict::AutoDamage {
                prop_assert_eq!(inflicted, 0);
            }
        }
    }

    /// CHR-INIT-02, CHR-INIT-03: the order is total, and settling twice changes nothing.
    #[test]
    fn the_order_is_stable(
        members in prop::collection::vec((1..=10_u16, 0..=4_i32, 0..=4_i32), 0..12),
        seed in any::<u32>(),
    ) {
        let mut list: Vec<_> = members
            .into_iter()
            .map(|(die, dexterity, composure)| initiative::score(die, dexterity, composure, &[]))
            .collect();
        initiative::settle_newcomers(&mut list, &[true; 12], &mut Wheel(seed));
        for (index, one) in list.iter().enumerate() {
            for other in list.iter().skip(index + 1) {
                prop_assert!(one.is_before(other) != other.is_before(one));
            }
        }
        let settled = list.clone();
        initiative::settle_newcomers(&mut list, &[true; 12], &mut Script::default());
        prop_assert_eq!(list, settled);
    }

    /// CHR-DICE-02: the chances of a pool are chances, and better with more dice.
    #[test]
    fn odds_are_odds(pool in -3..=60_i32, rote in any::<bool>(), kind in 0..4_usize) {
        let again = [Again::Ten, Again::Nine, Again::Eight, Again::Never]
            .get(kind)
            .copied()
            .unwrap_or_default();
        let ask = Ask { pool, again, rote, chance: false };
        let odds = chr::chances::odds_by(&ask, &Settings::default());
        prop_assert!((0.0..=1.0).contains(&odds.success));
        prop_assert!(odds.exceptional <= odds.success + 1e-12);
        let more = chr::chances::odds_by(&Ask { pool: pool + 1, ..ask }, &Settings::default());
        prop_assert!(more.success + 1e-12 >= odds.success);
    }

    /// No pool throws more dice than there are, or fewer than it has.
    #[test]
    fn rolls_are_bounded(pool in any_number(), rote in any::<bool>(), seed in any::<u32>()) {
        let ask = Ask { pool, rote, again: Again::Eight, chance: false };
        let rolled = pool::roll(&ask, &mut Wheel(seed));
        prop_assert!(rolled.faces.len() <= rules::roll::MAX_DICE);
        let least = usize::try_from(pool.max(1)).unwrap_or(1).min(rules::roll::MAX_DICE);
        prop_assert!(rolled.faces.len() >= least);
    }

    /// Extremes are answered, not panicked at.
    #[test]
    fn extremes_are_answered(numbers in prop::collection::vec(any_number(), 8), track in a_row()) {
        let by = Settings::default();
        let mut numbers = numbers.into_iter();
        let mut n = || numbers.next().unwrap_or(i32::MIN);
        let (a, b, c, d, e, f) = (n(), n(), n(), n(), n(), n());
        let points = chr::input::points(a);
        let _ = chr::aim::bonus(a);
        let _ = chr::burst::crowd(a);
        let _ = chr::close_quarters::gun_bonus(a);
        let _ = chr::cover::through(a, b, &chr::cover::Cover { durability: c, structure: d, see_through: true }, &by);
        let _ = chr::melee_fire::penalties(a, b);
        let _ = chr::melee_fire::suggested_damage(a);
        let _ = chr::pulled::capped(a, b);
        let _ = chr::pulled::is_possible(a, b, c);
        let _ = chr::attack::outcome::raw(a.unsigned_abs(), b);
        let _ = chr::range::Ranges::new(a, b, c).map(|ranges| chr::range::reach(ranges, d));
        let _ = chr::thrown::ranges(&chr::thrown::Throw { strength: a, dexterity: b, athletics: c, size: d, aerodynamic: true });
        let _ = chr::vampire::staked_nights(a, b.unsigned_abs(), track, &by);
        let _ = chr::knockout::stuns(points, b, true, false, &by);
        let _ = chr::improvised::worth(&chr::improvised::Improvised { durability: a, size: b, structure: c, inflicted: d, raw: e }, &by);
        let _ = chr::grapple::turn::blow(a.unsigned_abs(), b.unsigned_abs(), true, c, &by);
        let _ = wounds::status_by(&track, Kind::Mortal, a, false, &by);
        let _ = chr::bleed::Wounded { track, kind: Kind::Mortal, size: a, stabilized: false, turns: c.unsigned_abs() }
            .after(b.unsigned_abs().into(), &by);
        let _ = chr::heal::pass(track, chr::heal::Clocks { bashing: u32::MAX, lethal: a.unsigned_abs(), aggravated: 3 }, b.unsigned_abs(), chr::heal::Care::Hospital, &by);
        let _ = chr::condition::speed(a, &chr::condition::Burden::default());
        let _ = chr::turn::Budget { speed: a, walked_after: c, ..chr::turn::Budget::default() }.fits(&chr::turn::Step::Move(b));
        let _ = chr::prone::against_shots(a, &by);
        let _ = defense::base(a, b);
        let _ = chr::called_shot::effect(chr::called_shot::Location::Leg, points, b, false, chr::called_shot::LegChoice::KnockedDown);
        let _ = initiative::score(u16::MAX, a, b, &[rules::term::Term::typed(Wording::verbatim("odd"), c)]);
        let grappler = chr::grapple::Grappler { strength: a, dexterity: b, brawl: c, athletics: d, size: e, bonus: f, wound_penalty: a, vampire: false, defense: b };
        let _ = chr::grapple::turn::terms(&grappler, &grappler, &by);
        let _ = chr::grapple::start::terms(&grappler, &grappler, &by);
        let _ = chr::grapple::helper_terms(&grappler, &by);
        let hand = chr::disarm::Hand { strength: a, dexterity: b, brawl: c, athletics: d, wound_penalty: e, vampire: false, defense: f };
        let _ = chr::disarm::terms(&chr::disarm::Disarm { attacker: hand, defender: hand, lower_attribute: true }, &by);
        let gunner = Attacker { dexterity: a, firearms: b, wound_penalty: c, ..Attacker::default() };
        let _ = chr::covering_fire::terms(&gunner, &by);
        prop_assert!(track.size() <= MAX_BOXES);
    }
}
