//! Group rolls: combatants who act as one roll initiative once and share the score.

use super::Decision;
use super::group::TokenLists;
use crate::base::id::CombatantId;
use crate::character::initiative::Initiative;
use crate::encounter::combatant::Combatant;
use crate::encounter::event::Event;
use crate::encounter::feature::InitiativeRolled;
use crate::encounter::log::InitiativeSource;
use crate::encounter::viewer::Viewer;

/// A combatant, and the leader who rolls for them.
pub(super) type Follower = (CombatantId, CombatantId);

/// A combatant and their initiative.
pub(super) type Score = (CombatantId, Initiative);

impl Decision<'_> {
    /// Splits rollers into leaders, who roll, and followers, who share a leader's score, so that
    /// each group rolls once. A hidden combatant never rolls for visible ones.
    pub(super) fn split_by_group<'c>(
        &self,
        rollers: &[&'c Combatant],
    ) -> (Vec<&'c Combatant>, Vec<Follower>) {
        let mut leaders: Vec<&Combatant> = Vec::new();
        let mut followers: Vec<Follower> = Vec::new();
        let (shown, hidden): (Vec<&Combatant>, Vec<&Combatant>) =
            rollers.iter().copied().partition(|roller| !roller.hidden);
        for roller in shown.into_iter().chain(hidden) {
            if followers.iter().any(|(id, _)| *id == roller.id) {
                continue;
            }
            let rolled = roller
                .hidden
                .then(|| self.rolled_visible_member(roller))
                .flatten();
            let with = self.members_moving_with(roller).into_iter();
            let with = with.filter(|id| *id != roller.id);
            match rolled {
                Some(seen) => followers.push((roller.id, seen)),
                None => {
                    followers.extend(with.map(|id| (id, roller.id)));
                    leaders.push(roller);
                }
            }
        }
        (leaders, followers)
    }

    /// Returns a visible member of a hidden combatant's group who has rolled initiative, if there
    /// is one.
    fn rolled_visible_member(&self, who: &Combatant) -> Option<CombatantId> {
        let group = self
            .state
            .group_members(who, Viewer::STORYTELLER)
            .into_iter();
        let mut seen = group.filter(|id| self.state.is_visible(*id));
        seen.find(|id| self.initiative_of(*id).is_some())
    }

    /// Whether the score of a combatant is the one that counts for their group.
    pub(super) fn is_group_speaker(&self, id: CombatantId) -> bool {
        let Some(who) = self.state.combatants.get(&id) else {
            return false;
        };
        let mut group = self.state.group_members(who, Viewer::STORYTELLER);
        group.retain(|id| self.initiative_of(*id).is_some());
        let seen = group.iter().find(|id| self.state.is_visible(**id));
        seen.or(group.first()).is_none_or(|first| *first == id)
    }

    /// Gives the other members of each group the score, or the score after a roll-off, of the member who rolled.
    pub(super) fn share_scores(
        &self,
        scores: &mut Vec<Score>,
        rollers: &[&Combatant],
        followers: &[Follower],
    ) {
        let mut shared = Vec::new();
        for (id, initiative) in scores.iter() {
            let Some(who) = self.state.combatants.get(id) else {
                continue;
            };
            let rolls = rollers.iter().any(|roller| roller.id == *id);
            let mut with = self.state.group_members(who, Viewer::STORYTELLER);
            with.retain(|other| {
                let led = followers.iter().find(|(follower, _)| follower == other);
                let level = || self.initiative_of(*other) == self.initiative_of(*id);
                match led {
                    Some((_, leader)) => leader == id,
                    None => !rolls && other != id && level(),
                }
            });
            shared.extend(with.into_iter().map(|other| (other, initiative.clone())));
        }
        for (id, initiative) in shared {
            if scores.iter().all(|(there, _)| *there != id) {
                scores.push((id, initiative));
            }
        }
    }

    /// Gives the score of a group to members who roll only after the rest of it has.
    pub(super) fn catch_up_scores(
        &self,
        rollers: &[&Combatant],
        followers: &[Follower],
        lists: &mut TokenLists,
    ) -> Vec<Event> {
        let mut events = Vec::new();
        for (id, leader) in followers {
            if rollers.iter().any(|roller| roller.id == *leader) {
                continue;
            }
            let before = self.initiative_of(*id);
            let after = self.initiative_of(*leader);
            if before != after {
                events.push(Event::InitiativeRolled(InitiativeRolled {
                    id: *id,
                    before,
                    after,
                    typed: false,
                    source: InitiativeSource::Sheet,
                }));
                events.extend(self.put_behind(*leader, &[*id], lists));
            }
        }
        events
    }
}
