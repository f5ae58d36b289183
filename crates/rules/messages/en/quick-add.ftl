### The line that adds combatants.

levels = , levels { $levels }
with = {" "}with{" "}
begin-with-a-name-such = begin with a name, such as “3x ghoul dex 3 size 5”
that-line-is-longer-than = that line is longer than { $most_line } characters
one-line-makes-1-to = one line makes 1 to { $most_per_line }
is-not-a-trait-or = This system has no trait or item “{ $word }”
is-not-a-trait-or-an-item = This system has no trait or item “{ $word }”. Did you mean { $meant }?
needs-a-whole-number-after = { $title } needs a whole number after it
goes-from-to = { $title } goes from { $min } to { $max }
is-there-twice = { $title } is there twice
how-many-they-are-is = how many they are is there twice
that-is-too-much-at = that is too much at once: { $most_per_line } combatants and { $most_block } characters are the most
line = line { $line }: { $error }
