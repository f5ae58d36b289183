//! Tables with guests, for measurements.

use std::net::SocketAddr;

use tokio::task::JoinSet;

use crate::BoxError;
use crate::guest::Guest;

/// Number of guests by role, besides the storyteller.
pub(crate) type SeatCounts = [(&'static str, usize); 3];

/// Seats of a full table: forty with the storyteller.
pub(crate) const FULL: SeatCounts = [("co_storyteller", 3), ("player", 24), ("spectator", 12)];
/// Seats of a table of twenty, all of whom may send remarks.
pub(crate) const TWENTY: SeatCounts = [("co_storyteller", 3), ("player", 16), ("spectator", 0)];

/// A table with its guests, the storyteller first.
#[derive(Clone)]
pub(crate) struct Table {
    pub(crate) path: String,
    pub(crate) encounter: String,
    pub(crate) guests: Vec<Guest>,
}

impl Table {
    /// Creates an empty table in a rule system.
    pub(crate) async fn new(
        address: SocketAddr,
        system: &str,
        seats: SeatCounts,
    ) -> Result<Self, BoxError> {
        let mut storyteller = Guest::new(address);
        let form = format!("table=The+Wharf&name=Sam&system={system}");
        let path = storyteller.post("/tables", &form).await?.location;
        Self::add_guests(storyteller, path, seats).await
    }

    /// Creates a table from the demo, in the middle of a fight.
    pub(crate) async fn new_demo(
        address: SocketAddr,
        system: &str,
        seats: SeatCounts,
    ) -> Result<Self, BoxError> {
        let mut storyteller = Guest::new(address);
        let path = storyteller.get(&format!("/demo/{system}")).await?.location;
        Self::add_guests(storyteller, path, seats).await
    }

    /// Creates several tables from the demo, concurrently.
    pub(crate) async fn new_demos(
        address: SocketAddr,
        count: usize,
        seats: SeatCounts,
    ) -> Result<Vec<Self>, BoxError> {
        let mut making = JoinSet::new();
        for _ in 0..count {
            making.spawn(Self::new_demo(address, "chronicle", seats));
        }
        let mut tables = Vec::new();
        while let Some(table) = making.join_next().await {
            tables.push(table??);
        }
        Ok(tables)
    }

    /// Lets guests join a table by its invite links.
    async fn add_guests(
        mut storyteller: Guest,
        path: String,
        seats: SeatCounts,
    ) -> Result<Self, BoxError> {
        let address = storyteller.address();
        let encounter = storyteller.encounter_id(&path).await?;
        let links = storyteller.invite_links(&path).await?;
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

    /// Returns the upgrade requests for `count` sockets, distributed evenly over the seats.
    pub(crate) fn upgrade_requests(&self, count: usize) -> Vec<String> {
        let guests = self.guests.iter().cycle().take(count);
        guests
            .map(|guest| guest.upgrade_request(&self.encounter))
            .collect()
    }
}
