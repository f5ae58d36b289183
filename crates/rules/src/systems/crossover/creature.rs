//! Creatures: kinds, breeds, forms (XOV-POL-02, XOV-SOAK-02 to 06).

/// Kind of creature in Crossover, such as a vampire or werewolf.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Kind {
    /// Undead.
    Vampire,
    /// A living servant of vampires.
    Ghoul,
    /// A shape-changer.
    Werewolf,
    /// Awakened.
    Mage,
    /// Without flesh.
    Wraith,
    /// Back in a dead body.
    Risen,
    /// Nothing but human.
    #[default]
    Mortal,
    /// Anything else, which is treated like a mortal.
    Other,
}

/// Breed of a werewolf in Crossover, by birth from humans, wolves or werewolves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Breed {
    /// Of humans.
    #[default]
    Homid,
    /// Of two werewolves.
    Metis,
    /// Of wolves.
    Lupus,
}

/// Form in which a werewolf is now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Form {
    /// Human.
    #[default]
    Homid,
    /// Near-human.
    Glabro,
    /// War form.
    Crinos,
    /// Near-wolf.
    Hispo,
    /// Wolf.
    Lupus,
}

/// Whether a form is the natural human or wolf body of a werewolf of this breed: a homid in Homid,
/// a lupus in Lupus. A metis never has one.
pub(super) const fn is_natural(breed: Breed, form: Form) -> bool {
    matches!(
        (breed, form),
        (Breed::Homid, Form::Homid) | (Breed::Lupus, Form::Lupus)
    )
}
