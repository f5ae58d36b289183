### The line that adds combatants.

levels = , levels { $levels }
with = {" "}with{" "}
begin-with-a-name-such = start with a name, such as “3x ghoul dex 3 size 5”
that-line-is-longer-than = that line is longer than { $most_line } characters
one-line-makes-1-to = one line can make 1 to { $most_per_line }
is-not-a-trait-or = There is no trait or item “{ $word }” in these rules
is-not-a-trait-or-an-item = There is no trait or item “{ $word }” in these rules. Did you mean { $meant }?
needs-a-whole-number-after = { $title } needs a whole number after it
goes-from-to = { $title } goes from { $min } to { $max }
is-there-twice = { $title } is there twice
how-many-they-are-is = the number of them is there twice
that-is-too-much-at = that’s too much at once: the most is { $most_per_line } combatants and { $most_block } characters
line = line { $line }: { $error }
