//! States of a page that only a connection brings about, for printed samples.

use rules::base::id::CombatantId;

use super::table_state::{Connection, Model};

impl Model {
    /// Puts the page of a sample table into the state of a running program with this connection and
    /// these pending rows.
    pub fn simulate(&self, connection: Connection, pending: Vec<CombatantId>) {
        self.wake();
        self.complete();
        self.pending.set(pending.len());
        self.pending_rows.set(pending);
        self.connection.set(connection);
    }
}
