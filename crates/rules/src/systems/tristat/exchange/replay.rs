//! Plays an exchange from its beginning, as far as the answers go.

use super::super::attack::Attack;
use super::super::critical;
use super::super::damage;
use super::super::defense::{Defense, Forbidden};
use super::super::disarm::{Distance, Grip, Kept};
use super::super::overrides::{Rulings, Side};
use super::super::roll::{self, Check, Pair};
use super::super::settings::Settings;
use super::cursor::{ATTACK, Cursor, DEFENSE, GRIP, Rolls, Stop, refuse};
use super::deed::Deed;
use super::done::{Critical, Done, Effect};
use super::{Ask, Exchange, For, Party, Refusal};
use crate::term::{self, RuleId, Term};

impl Exchange {
    pub(super) fn replay(&self, settings: &Settings) -> Result<Done, Stop> {
        self.deed.check().map_err(refuse)?;
        if let Some(defense) = &self.defense {
            defense.check().map_err(refuse)?;
        }
        let mut cursor = Cursor {
            answers: self.answers.iter(),
        };
        let mut done = Done::default();
        let attack = self.deed.attack();
        self.strike(attack.as_ref(), &mut done, &mut cursor, settings)?;
        if done.hit {
            self.meet(attack.as_ref(), &mut done, &mut cursor, settings)?;
        }
        if done.goes_through() {
            self.land(attack.as_ref(), &mut done, &mut cursor, settings)?;
        }
        if matches!(self.deed, Deed::Throw { .. }) {
            // Hit, missed or defended: a throw lets go.
            done.effects.push(Effect::GrappleEnds);
        }
        if cursor.answers.next().is_some() {
            return Err(refuse(Refusal::Unasked));
        }
        Ok(done)
    }

    /// A check of two dice, with the storyteller's words on its terms and its result.
    fn check(
        &self,
        rolls: &Rolls,
        terms: Vec<Term>,
        cursor: &mut Cursor<'_>,
        settings: &Settings,
    ) -> Result<Check, Stop> {
        let ask = Ask {
            by: rolls.by,
            purpose: rolls.purpose,
            dice: 2,
            target: Some(term::sum(&terms)),
            takes_ties: rolls.reads.takes_ties(settings),
            terms: terms.clone(),
        };
        let pair = Pair::try_from(cursor.faces(ask)?).map_err(|_| refuse(Refusal::Unasked))?;
        let mut check = roll::read(rolls.reads, terms, pair, settings);
        if let Some(success) = self.rulings.success(rolls.side) {
            check.success = success;
        }
        Ok(check)
    }

    /// The attack roll and the critical die. Strangling hits without either (TRI-CHOKE-01).
    fn strike(
        &self,
        attack: Option<&Attack>,
        done: &mut Done,
        cursor: &mut Cursor<'_>,
        settings: &Settings,
    ) -> Result<(), Stop> {
        let Some(attack) = attack else {
            done.hit = true;
            return Ok(());
        };
        let terms = attack.target_terms(settings);
        let terms = self.rulings.terms(Side::Attack, terms);
        let check = self.check(&ATTACK, terms, cursor, settings)?;
        done.hit = check.success;
        if check.success && check.is_snake_eyes() {
            let ask = Ask {
                by: Party::Attacker,
                purpose: For::Critical,
                dice: 1,
                target: None,
                terms: Vec::new(),
                takes_ties: false,
            };
            let face = cursor.faces(ask)?.first().copied().unwrap_or(1);
            done.critical = Some(Critical {
                face,
                multiplier: critical::multiplier(face, self.critical_energy),
            });
        }
        done.attack = Some(check);
        Ok(())
    }

    /// The defense, if there is one (TRI-DEF-01). A trick shot is as hard to defend against
    /// as it was to make (TRI-TRICK-02).
    fn meet(
        &self,
        attack: Option<&Attack>,
        done: &mut Done,
        cursor: &mut Cursor<'_>,
        settings: &Settings,
    ) -> Result<(), Stop> {
        let Some(declared) = &self.defense else {
            return Ok(());
        };
        let denied = done.critical.is_some() && settings.crit_denies_defense;
        let critical = denied.then_some(Forbidden::Critical);
        done.forbidden = declared.forbidden().or(critical);
        if done.forbidden.is_some() {
            return Ok(());
        }
        let defense = Defense {
            trick: attack.map_or(declared.trick, |attack| attack.trick),
            ..declared.clone()
        };
        let terms = defense.target_terms(settings);
        let terms = self.rulings.terms(Side::Defense, terms);
        if !cursor.defends(&terms)? {
            return Ok(());
        }
        let check = self.check(&DEFENSE, terms, cursor, settings)?;
        done.defended = check.success;
        done.defense = Some(check);
        done.effects.push(Effect::CountDefense);
        Ok(())
    }

    /// What happens when it goes through.
    fn land(
        &self,
        attack: Option<&Attack>,
        done: &mut Done,
        cursor: &mut Cursor<'_>,
        settings: &Settings,
    ) -> Result<(), Stop> {
        let vital = attack.is_some_and(|attack| attack.vital);
        let aimed = attack.is_some_and(|attack| attack.chink);
        let critical = done.critical.map(|critical| critical.multiplier);
        let multiplier = damage::multiplier(vital, critical, settings);
        done.hurt = self
            .deed
            .damage(settings)
            .map(|damage| damage.deal(aimed, multiplier, settings));
        let (rule, mut collision) = match &self.deed {
            Deed::Throw { .. } => ("TRI-THROW-04", 0),
            Deed::Strangle { .. } => ("TRI-CHOKE-02", 0),
            _ => ("TRI-DMG-03", 0),
        };
        match &self.deed {
            Deed::Blow { .. } | Deed::Strangle { .. } => {}
            Deed::Grapple { .. } => done.effects.push(Effect::Grappled),
            Deed::Disarm { from, grip, .. } => self.disarm(*from, grip, done, cursor, settings)?,
            Deed::Throw { throw, .. } => {
                let margin = done.attack.as_ref().map_or(0, |attack| attack.margin);
                let flight = throw.flight(margin, multiplier, settings);
                collision = flight.collision;
                done.flight = Some(flight);
                done.effects.push(Effect::Prone);
                if flight.travelled > 0 {
                    let squares = flight.travelled;
                    done.effects.push(Effect::Moved { squares });
                }
            }
        }
        let loss = done.loss();
        done.effects.extend(losses(
            &self.rulings,
            [(loss, rule), (collision, "TRI-THROW-05")],
        ));
        Ok(())
    }

    /// Whether the weapon stays (TRI-DISARM-04 to 06).
    fn disarm(
        &self,
        from: Distance,
        grip: &Grip,
        done: &mut Done,
        cursor: &mut Cursor<'_>,
        settings: &Settings,
    ) -> Result<(), Stop> {
        if from == Distance::Close && !grip.denied {
            let terms = self.rulings.terms(Side::Grip, grip.target_terms());
            done.grip = Some(self.check(&GRIP, terms, cursor, settings)?);
        }
        let kept = Kept::after(done.grip.as_ref().is_some_and(|check| check.success));
        done.kept = Some(kept);
        done.effects.push(if kept.kept {
            Effect::WeaponShaken
        } else {
            Effect::WeaponGone {
                probably_damaged: from == Distance::Ranged,
                lands: settings.disarmed_lands,
            }
        });
        Ok(())
    }
}

/// The losses of Health, each by its rule; one of the storyteller's instead of all.
fn losses(rulings: &Rulings, parts: [(i32, &'static str); 2]) -> Vec<Effect> {
    if let Some(points) = rulings.loss() {
        return vec![Effect::LoseHealth { points, rule: None }];
    }
    let parts = parts.into_iter().filter(|(points, _)| *points > 0);
    parts
        .map(|(points, rule)| Effect::LoseHealth {
            points,
            rule: Some(RuleId::new(rule)),
        })
        .collect()
}
