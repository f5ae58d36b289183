//! Single rules that neither a scene nor an exchange of the other files shows.

use rules::base::term;
use rules::character::condition::Condition;
use rules::character::due::{DueAction, DueMoment};
use rules::character::track::Track;
use rules::ruleset::house_rules::HouseRules;
use rules::ruleset::{ClientRules as _, HealthRules as _};
use rules::systems::chronicle::Chronicle;

use super::table::{Made, line, made, soldier, table, victim};

/// CHR-DICE-10: one attribute, then modifiers.
#[test]
fn rolls_with_one_attribute() {
    let house = HouseRules::default();
    let full = made(&[("stamina", 3), ("size", 4)]).marked(7, 0, 0);
    let due = Chronicle.due_items(&full.fighter(&house), DueMoment::TurnStart);
    let Some(DueAction::Roll { terms, .. }) = due.first().map(|due| &due.deed) else {
        panic!("nothing to roll in {due:?}");
    };
    assert_eq!(term::sum_terms(terms), 3, "without the wound penalty of −3");
}

/// CHR-DICE-11, CHR-INIT-05: the die is a number, and what is added is read once.
#[test]
fn the_initiative_die_is_a_number() {
    let house = HouseRules::default();
    let slow = made(&[("dexterity", 3), ("composure", 2), ("initiative", 1)]).carries("crowbar");
    let score = Chronicle.initiative_for_die(&slow.fighter(&house), 10);
    assert_eq!(
        (score.score, score.rank.as_slice()),
        (14, [14, 4, 3].as_slice())
    );
}

/// CHR-WND-06: awake again with the last box free.
#[test]
fn coming_to() {
    let house = HouseRules::default();
    let asleep = victim().marked(7, 0, 0).is("unconscious");
    let lapsed = |after: Track| Chronicle.lapsed_conditions(&asleep.fighter(&house), &after);
    assert!(lapsed(victim().marked(7, 0, 0).track).is_empty());
    assert_eq!(lapsed(victim().marked(6, 0, 0).track), ["unconscious"]);
}

/// CHR-HEAL-04, CHR-HEAL-05: clocks keep the rest, and stand still without care.
#[test]
fn healing_clocks() {
    use rules::character::downtime::StoryTime::Hours;
    let house = HouseRules::default();
    let mut body = victim().marked(0, 2, 0);
    let mut after = |hours, care| {
        let later = Chronicle.downtime_outcome(&body.fighter(&house), Hours(hours), care);
        let later = later.expect("boxes");
        body.track = later.track;
        for (key, condition) in later.conditions {
            match condition {
                Some(condition) => body.conditions.insert(key.to_owned(), condition),
                None => body.conditions.remove(key),
            };
        }
        let clock = body.conditions.get("healing_lethal");
        let picture = body.track.boxes().expect("boxes").picture();
        (picture, clock.map(|clock: &Condition| clock.amount))
    };
    assert_eq!(after(30, Some("medical")), ("X......".to_owned(), Some(6)));
    assert_eq!(after(100, None), ("X......".to_owned(), Some(6)));
    assert_eq!(after(18, Some("hospital")), (".......".to_owned(), None));
}

/// CHR-BLEED-02, CHR-BLEED-03, CHR-BLEED-04: twenty turns a tick, and nothing of dressed wounds.
#[test]
fn dressing_and_pace() {
    use rules::character::downtime::StoryTime::Turns;
    let house = HouseRules::default();
    let wounded = victim().marked(0, 5, 0);
    let after = |who: &Made, turns| {
        let later = Chronicle.downtime_outcome(&who.fighter(&house), Turns(turns), None);
        let later = later.expect("boxes");
        let clock = later.conditions.iter().find(|(key, _)| *key == "bleeding");
        let clock = clock.and_then(|(_, condition)| *condition);
        let picture = later.track.boxes().expect("boxes").picture();
        (picture, clock.map_or(0, |clock| clock.amount))
    };
    assert_eq!(after(&wounded, 19), ("XXXXX..".to_owned(), 19));
    assert_eq!(after(&wounded, 20), ("XXXXXX.".to_owned(), 0));
    assert_eq!(after(&wounded, 39), ("XXXXXX.".to_owned(), 19));
    assert_eq!(after(&wounded, 40), ("XXXXXXX".to_owned(), 0));
    let each_turn = after(&wounded, 43);
    assert_eq!(each_turn, ("***XXXX".to_owned(), 0), "a point each turn");
    assert_eq!(after(&wounded, 1_000_000), ("*******".to_owned(), 0));
    let dressed = wounded.clone().is("stabilized");
    assert_eq!(after(&dressed, 1_000), ("XXXXX..".to_owned(), 0));
}

/// CHR-GRAP-06, CHR-GRAP-15: the contest takes the action, breaking free gives it back.
#[test]
fn what_a_grapple_costs() {
    let wrestler = soldier().is("grappled").counted("grapple", 1);
    let free = soldier().counted("grapple", 1).counted("break_free", 1);
    let barred = |actor: Made| table("unarmed", actor, &[victim()]).barred();
    assert_eq!(barred(wrestler), "CHR-GRAP-15");
    assert_eq!(barred(free), "");
}

/// CHR-PIPE-01: every term is there, by name and rule, and they add up.
#[test]
fn the_pool_can_be_read_aloud() {
    let gun = soldier().carries("light_pistol").in_state("aiming", 2);
    let gun = gun.marked(5, 0, 0).number(1, "strength", 4);
    let numbers = [("short", 20), ("medium", 60), ("long", 90)];
    let mut gun = numbers
        .into_iter()
        .fold(gun, |gun, (key, yards)| gun.number(1, key, yards));
    let pistol = gun.gear.get_mut(&1).expect("a pistol");
    pistol.tags.insert("improvised".to_owned());
    let shot = table("shoot", gun, &[victim().is("prone")])
        .bystander(victim())
        .set("offhand", 1)
        .set("called", 1)
        .held(
            rules::exchange::Party::Actor,
            rules::exchange::Party::Target(0),
            "aim",
            2,
        )
        .between(0, "distance", 50)
        .between(0, "concealment", 2)
        .between(0, "firing_from", 3);
    let played = shot.out(&[], &[9]);
    let read: Vec<(String, i32)> = line(&played.ledger, "attack")
        .terms
        .iter()
        .map(|term| (term.rule.clone().expect("a rule").to_string(), term.value))
        .collect();
    let expected = [
        ("CHR-ATK-03", 3),
        ("CHR-ATK-03", 3),
        ("CHR-AIM-01", 2),
        ("CHR-RNG-01", -2),
        ("CHR-CONC-01", -2),
        ("CHR-CONC-05", -2),
        ("CHR-PRONE-01", -2),
        ("CHR-MIX-01", -2),
        ("CHR-CMP-03", -2),
        ("CHR-IMPR-02", -1),
        ("CHR-IMPR-06", -1),
        ("CHR-TGT-02", -2),
        ("CHR-WND-02", -1),
    ];
    let expected = expected.map(|(rule, value)| (rule.to_owned(), value));
    assert_eq!(read, expected);
}
