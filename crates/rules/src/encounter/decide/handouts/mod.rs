//! Commands about handouts: storytellers make and give them, players show them to others and add notes.

mod edit;
mod give;
mod screen;
