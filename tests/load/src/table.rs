//! Tables with people at them.

use std::net::SocketAddr;

use tokio::task::JoinSet;

use crate::Trouble;
use crate::guest::Guest;

/// How many sit at a table besides the storyteller, by the link they come by.
pub(crate) type Seats = [(&'static str, usize); 3];

/// As many as may: with the storyteller forty.
pub(crate) const FULL: Seats = [("co_storyteller", 3), ("player", 24), ("spectator", 12)];
/// Twenty who may all say something.
pub(crate) const TWENTY: Seats = [("co_storyteller", 3), ("player", 16), ("spectator", 0)];

/// A table, and those who sit at it: the storyteller first.
#[derive(Clone)]
pub(crate) struct Table {
    pub(crate) path: String,
    pub(crate) encounter: String,
    pub(crate) guests: Vec<Guest>,
}

impl Table {
    /// A new one, empty, on these rules.
    pub(crate) async fn new(
        address: SocketAddr,
        system: &str,
        seats: Seats,
    ) -> Result<Self, Trouble> {
        let mut storyteller = Guest::new(address);
        let form = format!("table=The+Wharf&name=Sam&system={system}");
        let path = storyteller.post("/tables", &form).await?.location;
        Self::seated(storyteller, path, seats).await
    }

    /// One in the middle of a fight.
    pub(crate) async fn demo(
        address: SocketAddr,
        system: &str,
        seats: Seats,
    ) -> Result<Self, Trouble> {
        let mut storyteller = Guest::new(address);
        let path = storyteller.get(&format!("/demo/{system}")).await?.location;
        Self::seated(storyteller, path, seats).await
    }

    /// Several such at once.
    pub(crate) async fn demos(
        address: SocketAddr,
        count: usize,
        seats: Seats,
    ) -> Result<Vec<Self>, Trouble> {
        let mut making = JoinSet::new();
        for _ in 0..count {
            making.spawn(Self::demo(address, "chronicle", seats));
        }
        let mut tables = Vec::new();
        while let Some(table) = making.join_next().await {
            tables.push(table??);
        }
        Ok(tables)
    }

    async fn seated(mut storyteller: Guest, path: String, seats: Seats) -> Result<Self, Trouble> {
        let address = storyteller.address();
        let encounter = storyteller.encounter(&path).await?;
        let links = storyteller.links(&path).await?;
        let mut guests = vec![storyteller];
        for (role, count) in seats {
            let link = links[role].as_str().ok_or("no link")?;
            for number in 0..count {
                let mut guest = Guest::new(address);
                guest.post(link, &format!("name={role}+{number}")).await?;
                guests.push(guest);
            }
        }
        Ok(Self {
            path,
            encounter,
            guests,
        })
    }

    /// What so many sockets ask for, as evenly of all seats as can be.
    pub(crate) fn requests(&self, count: usize) -> Vec<String> {
        let guests = self.guests.iter().cycle().take(count);
        guests.map(|guest| guest.upgrade(&self.encounter)).collect()
    }
}
