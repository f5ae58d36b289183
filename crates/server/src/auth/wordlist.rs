//! Words of short codes: plain things, easy to say and to spell.

/// Words of the codes, one for each value of a byte.
#[rustfmt::skip]
pub(crate) const WORDS: [&str; 256] = [
    "acorn", "amber", "anchor", "apple", "apron", "arrow", "attic", "autumn", "badge", "baker",
    "bamboo", "basil", "basket", "beacon", "beard", "bell", "bench", "berry", "birch", "blanket",
    "bloom", "boat", "bonnet", "book", "boot", "bottle", "brass", "bread", "breeze", "brick",
    "bridge", "broom", "brush", "bucket", "button", "cabin", "cactus", "camel", "candle", "canoe",
    "canvas", "carpet", "castle", "cedar", "cellar", "chalk", "cheese", "cherry", "chest",
    "chimney", "cider", "circle", "clay", "cliff", "clock", "cloud", "clover", "coal", "cobble",
    "comet", "copper", "coral", "corner", "cotton", "cradle", "crane", "cricket", "crown",
    "crystal", "cup", "curtain", "dagger", "daisy", "desert", "diamond", "dolphin", "donkey",
    "door", "dragon", "drum", "eagle", "ember", "engine", "falcon", "feather", "fence", "fern",
    "ferry", "fiddle", "field", "finger", "flag", "flame", "flask", "flute", "forest", "fossil",
    "fox", "frost", "garden", "garlic", "gate", "ginger", "giraffe", "glass", "globe", "glove",
    "goat", "goose", "granite", "grape", "gravel", "grove", "guitar", "hammer", "hamster",
    "harbor", "harp", "hawk", "hazel", "hedge", "helmet", "hermit", "heron", "hill", "honey",
    "horn", "horse", "hotel", "iron", "island", "ivory", "jacket", "jar", "jewel", "jungle",
    "kettle", "kite", "kitten", "knot", "ladder", "lagoon", "lake", "lantern", "lark", "leaf",
    "lemon", "lily", "linen", "lizard", "lobster", "locket", "lotus", "magnet", "mango", "maple",
    "marble", "market", "meadow", "melon", "mill", "mirror", "mist", "mitten", "moon", "moss",
    "muffin", "mustard", "napkin", "needle", "nest", "nettle", "night", "nutmeg", "oak", "oasis",
    "ocean", "olive", "onion", "orange", "orchard", "otter", "oven", "owl", "oyster", "paddle",
    "palace", "panther", "paper", "parrot", "peach", "pearl", "pebble", "pencil", "penguin",
    "pepper", "piano", "pigeon", "pillow", "pilot", "pine", "planet", "plum", "pocket", "pond",
    "poppy", "potato", "pumpkin", "puppet", "quarry", "quartz", "quill", "rabbit", "radish",
    "raft", "rain", "raven", "ribbon", "river", "robin", "rocket", "rooster", "rope", "rose",
    "saddle", "saffron", "sail", "salmon", "sand", "scarf", "shell", "shovel", "silver",
    "sparrow", "spider", "spoon", "squash", "stone", "storm", "summer", "thimble", "tiger",
    "timber", "tower", "trumpet", "turtle", "velvet", "violin", "wagon", "walnut", "whistle",
    "willow", "window", "wolf", "yarn", "zebra",
];
