//! Laws that hold for every number: nothing vanishes, nothing goes below zero, nothing panics.

use proptest::prelude::*;
use rules::base::dice::{Dice, DiceScript};
use rules::base::term;
use rules::character::parameters::Parameters;
use rules::character::track::{Boxes, DamagePacket, Track};
use rules::exchange::{Effect, FirstOpen, Party};
use rules::ruleset::house_rules::HouseRules;
use rules::ruleset::{ClientRules as _, DiceRules as _, RollRules as _, RoundRules as _};
use rules::systems::chronicle::Chronicle;

use super::table::{Made, Table, item, made, table, victim};

fn packet(bashing: u16, lethal: u16, aggravated: u16) -> DamagePacket {
    DamagePacket {
        bashing,
        lethal,
        aggravated,
        points: 0,
    }
}

fn a_row() -> impl Strategy<Value = Boxes> {
    (1..=20_u16, 0..=20_u16, 0..=20_u16, 0..=20_u16).prop_map(|(size, b, l, a)| {
        let a = a.min(size);
        let l = l.min(size - a);
        let b = b.min(size - a - l);
        Boxes::new(size, packet(b, l, a)).expect("clamped")
    })
}

fn a_packet() -> impl Strategy<Value = DamagePacket> {
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
    fn roll_die(&mut self, sides: u16) -> u16 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        u16::try_from(self.0 >> 16).unwrap_or(0) % sides.max(1) + 1
    }
}

/// A row after a packet, and what was too much for it.
fn marked(track: Boxes, hit: DamagePacket) -> (Boxes, u16) {
    let house = HouseRules::default();
    let mut who = victim();
    who.track = Track::Boxes(track);
    let harmed = Chronicle
        .apply_damage(&who.fighter(&house), hit)
        .expect("boxes");
    (*harmed.after.boxes().expect("boxes"), harmed.excess)
}

/// The wound penalty of a row.
fn penalty(track: Boxes, who: &Made) -> i32 {
    let (track, house) = (Track::Boxes(track), HouseRules::default());
    let health = Chronicle.health_state(&who.sheet, &track, &who.conditions, &house);
    health.penalty
}

/// Anybody with these traits.
fn anybody(of: &mut impl FnMut() -> i32) -> Made {
    let keys = [
        "strength",
        "dexterity",
        "stamina",
        "wits",
        "composure",
        "brawl",
        "weaponry",
        "firearms",
        "athletics",
        "stealth",
        "size",
        "speed",
        "willpower",
    ];
    let mut who = made(&[]);
    for key in keys {
        who = who.with(key, of());
    }
    who
}

const MANEUVERS: [&str; 12] = [
    "unarmed",
    "melee",
    "shoot",
    "throw",
    "charge",
    "burst",
    "covering_fire",
    "grapple",
    "wrestle",
    "disarm",
    "touch",
    "contest",
];

/// Any maneuver between any two, with any numbers, also such as no table takes.
fn an_exchange() -> impl Strategy<Value = Table> {
    let numbers = prop_oneof![
        3 => prop::collection::vec(0..=12_i32, 64),
        1 => prop::collection::vec(any_number(), 64),
    ];
    let flags = prop::collection::vec(any::<bool>(), 12);
    let row = prop::option::of(a_row());
    (0..MANEUVERS.len(), numbers, flags, row).prop_map(|(maneuver, numbers, flags, row)| {
        let mut numbers = numbers.into_iter();
        let mut n = || numbers.next().unwrap_or(2);
        let mut flags = flags.into_iter();
        let mut f = || flags.next().unwrap_or(false);
        let (mut actor, mut target) = (anybody(&mut n), anybody(&mut n));
        if f() {
            target = target.vampire();
        }
        for condition in ["prone", "dodging", "immobilised", "grappled", "stunned"] {
            if f() {
                target = target.in_state(condition, n());
            }
        }
        if let Some(row) = row {
            target.track = Track::Boxes(row);
        }
        let maneuver = MANEUVERS[maneuver];
        let kind = match maneuver {
            "shoot" | "burst" | "covering_fire" => "gun",
            "throw" => "thrown",
            "unarmed" => "brawl",
            _ => "melee",
        };
        let tags: &[&str] = if f() {
            &["slashing", "automatic"]
        } else {
            &["stake", "piercing"]
        };
        let keys = ["damage", "size", "strength"];
        let numbers = keys.map(|key| (key, n()));
        actor = actor.has(item(kind, &numbers, tags));
        target = target.has(item(
            "armor",
            &[("ballistic", n()), ("general", n())],
            &["all"],
        ));
        let mut exchange = table(maneuver, actor, &[target]);
        exchange.bystanders = vec![anybody(&mut n)];
        for key in [
            "called",
            "pulled",
            "offhand",
            "all_out",
            "burst",
            "trait",
            "their_trait",
        ] {
            exchange = exchange.set(key, n());
        }
        for key in [
            "concealment",
            "cover_durability",
            "cover_structure",
            "firing_from",
        ] {
            exchange = exchange.between(0, key, n());
        }
        exchange.between(0, "distance", n())
    })
}

proptest! {
    /// CHR-DMG-03, CHR-DMG-05, CHR-DMG-07: a point makes the row worse or is counted as excess.
    #[test]
    fn damage_is_conserved(track in a_row(), hit in a_packet()) {
        let (after, excess) = marked(track, hit);
        prop_assert_eq!(after.size(), track.size());
        prop_assert!(weight(&after) >= weight(&track));
        let grown = after.filled_count() - track.filled_count();
        prop_assert_eq!(grown, hit.total().min(track.empty_count()));
        if excess > 0 {
            prop_assert_eq!(after.marks().aggravated, track.size());
        } else if !hit.is_empty() {
            prop_assert!(weight(&after) - weight(&track) >= u32::from(hit.total()));
        }
        // CHR-DMG-02: worst left.
        let picture = after.picture();
        let mut sorted: Vec<char> = picture.chars().collect();
        sorted.sort_by_key(|glyph| "*X/.".find(*glyph));
        prop_assert_eq!(picture, String::from_iter(sorted));
    }

    /// CHR-DMG-06: the order of points inside one packet is not the caller's to choose.
    #[test]
    fn one_packet_is_marked_like_its_points_worst_first(track in a_row(), hit in a_packet()) {
        let mut one_by_one = track;
        for severity in rules::character::track::Severity::WORST_FIRST {
            for _ in 0..hit.get(severity) {
                one_by_one = marked(one_by_one, DamagePacket::of_severity(severity, 1)).0;
            }
        }
        prop_assert_eq!(marked(track, hit).0, one_by_one);
    }

    /// CHR-WND-01: from 0 to −3, and never better for more marks.
    #[test]
    fn wound_penalties_are_bounded(track in a_row(), hit in a_packet()) {
        let before = penalty(track, &victim());
        let after = penalty(marked(track, hit).0, &victim());
        prop_assert!((-3..=0).contains(&before) && after <= before);
        prop_assert_eq!(penalty(track, &victim().vampire()), 0);
    }

    /// CHR-DEF-08: Defense is never negative, and never more after being worn.
    #[test]
    fn defense_is_never_negative(
        dexterity in any_number(),
        wits in any_number(),
        applied in any::<u16>(),
        dodging in any::<bool>(),
        stunned in any::<bool>(),
    ) {
        let value = |applied: u16| {
            let mut who = made(&[("dexterity", dexterity), ("wits", wits)]).counted("defense", applied);
            for (is, key) in [(dodging, "dodging"), (stunned, "stunned")] {
                if is {
                    who = who.is(key);
                }
            }
            let house = HouseRules::default();
            let shown = rules::exchange::CombatRules::derived_values(&Chronicle, &who.fighter(&house));
            let (_, parts) = shown.into_iter().next().expect("Defense");
            term::sum_terms(&parts)
        };
        prop_assert!(value(applied) >= 0);
        prop_assert!(value(applied.saturating_add(1)) <= value(applied));
    }

    /// CHR-PIPE-01, CHR-PIPE-03, CHR-DMG-08: any exchange is answered, every term of it names its rule, and
    /// what the damage adds up to is what is inflicted.
    #[test]
    fn ledgers_add_up(exchange in an_exchange(), seed in any::<u32>()) {
        if let Ok(played) = exchange.play(&FirstOpen, &mut Wheel(seed)) {
            let mut terms = played.ledger.iter().flat_map(|line| &line.terms);
            prop_assert!(terms.all(|term| term.rule.is_some()));
            let hit = |effect: &&Effect| matches!(effect, Effect::Harm { to: Party::Target(0), .. });
            let damage = played.ledger.iter().find(|line| line.slot.as_str() == "damage" && line.by == Party::Target(0));
            if let (Some(damage), Some(Effect::Harm { packet, .. })) = (damage, played.effects.iter().find(hit))
                && damage.terms.iter().all(|term| term.value.unsigned_abs() < 10_000)
                && exchange.intent.maneuver != "wrestle"
                && exchange.intent.maneuver != "grapple"
            {
                prop_assert_eq!(term::sum_terms(&damage.terms).max(0), i32::from(packet.total()));
            }
        }
    }

    /// CHR-INIT-02, CHR-INIT-03: the order is total, and settling twice changes nothing.
    #[test]
    fn the_order_is_stable(
        members in prop::collection::vec((1..=10_u16, 0..=4_i32, 0..=4_i32), 0..12),
        seed in any::<u32>(),
    ) {
        let house = HouseRules::default();
        let mut list: Vec<_> = members
            .into_iter()
            .map(|(die, dexterity, composure)| {
                let who = made(&[("dexterity", dexterity), ("composure", composure)]);
                Chronicle.initiative_for_die(&who.fighter(&house), die)
            })
            .collect();
        Chronicle.break_ties(&mut list, &[true; 12], &house, &mut Wheel(seed));
        for (index, one) in list.iter().enumerate() {
            for other in list.iter().skip(index + 1) {
                prop_assert!(one.is_before(other) != other.is_before(one));
            }
        }
        let settled = list.clone();
        Chronicle.break_ties(&mut list, &[true; 12], &house, &mut DiceScript::default());
        prop_assert_eq!(list, settled);
    }

    /// CHR-DICE-02: the chances of a pool are chances, and better with more dice.
    #[test]
    fn odds_are_odds(pool in -3..=60_i32, rote in 0..=1_i32, again in prop::sample::select(vec![10, 9, 8, 0])) {
        let reading = Parameters::default().with("again", again).with("rote", rote);
        let house = HouseRules::default();
        let odds = |pool| -> [f64; 2] {
            let odds = Chronicle.outcome_odds(pool, &reading, &house);
            [odds[0].1, odds[1].1]
        };
        let [success, exceptional] = odds(pool);
        prop_assert!((0.0..=1.0).contains(&success));
        prop_assert!(exceptional <= success + 1e-12);
        prop_assert!(odds(pool + 1)[0] + 1e-12 >= success);
    }

    /// No pool throws more dice than there are, or fewer than it has.
    #[test]
    fn rolls_are_bounded(pool in any_number(), rote in 0..=1_i32, seed in any::<u32>()) {
        let reading = Parameters::default().with("again", 8).with("rote", rote);
        let rolled = Chronicle.roll_dice(pool, &reading, &HouseRules::default(), &mut Wheel(seed));
        let rolled = rolled.expect("a roll");
        prop_assert!(rolled.faces.len() <= rules::base::roll::MAX_DICE);
        let least = usize::try_from(pool.max(1)).unwrap_or(1).min(rules::base::roll::MAX_DICE);
        prop_assert!(rolled.faces.len() >= least);
    }
}
