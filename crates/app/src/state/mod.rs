//! What a table's page knows: the view that the server confirmed, what it will look like with what is on its way, and the
//! signals that the components watch. The verbs here are the only ones that write them.

pub mod prediction;
pub mod table_state;
