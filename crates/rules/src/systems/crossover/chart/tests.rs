//! The charts that come along can be read, and odd ones are refused.

use super::*;

/// XOV-EQP-01 to XOV-EQP-04, XOV-POL-04, XOV-POL-05: the charts hold what they should.
#[test]
fn the_charts_that_come_along() {
    let weapons = weapons(WEAPONS).expect("weapons");
    let find = |name: &str| {
        weapons
            .iter()
            .find(|one| one.name == name)
            .expect("a weapon")
    };
    assert_eq!((weapons.len(), find("Axe").damage), (17, 3));
    let rifle = find("Assault rifle");
    let numbers = (rifle.damage, rifle.range, rifle.rate, rifle.clip);
    assert_eq!(numbers, (7, 150, 3, 42));
    let armor = armor(ARMOR).expect("armor");
    let rows: Vec<_> = armor
        .iter()
        .map(|one| (one.rating, one.difficulty))
        .collect();
    assert_eq!(rows, [(1, 0), (2, 1), (3, 1), (4, 2), (5, 3)]);
    let tactics = tactics(TACTICS).expect("tactics");
    let savage = tactics
        .iter()
        .find(|one| one.name == "Savage")
        .expect("a tactic");
    assert!(savage.possible(3) && !savage.possible(2));
    let rise = (savage.rise_difficulty(3), savage.rise_difficulty(9));
    assert_eq!(rise, (Some(7), Some(10)));
}

#[test]
fn odd_charts_are_refused() {
    assert!(weapons("{").is_err());
    let gun = r#"[{"name":"Gun","damage":4,"type":"lethal","class":"pistol","length":"short","hands":1}]"#;
    assert!(weapons(gun).is_err(), "no range");
}
