### Clocks and extended actions: the line that makes one.

the-line-is-too-long = that’s longer than { $most } characters
a-line-begins-with-a-name = start with a name, such as “Alarm 8, on failed Stealth”
how-many-segments = say how many segments, such as “Alarm 8”
a-clock-has-segments = a clock has { $min } to { $max } segments
it-needs-successes = it needs 1 to { $most } successes
it-takes-rolls = it takes 1 to { $most } rolls
does-not-say-what-fills = “{ $words }” doesn’t say what fills it. Use on failed Stealth, on Stealth, each turn, each round, each scene, by hand, hidden, pinned or untold
is-no-trait = “{ $word }” isn’t a trait of these rules, nor on any sheet here
is-nothing-a-roll-reads = “{ $words }” isn’t understood. Use 10 successes, 5 turns, a difficulty, hidden, pinned or untold
