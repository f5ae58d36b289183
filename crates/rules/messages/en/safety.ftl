### The safety card, lines and veils.

safety = Safety card
open-safety = Safety card
stop-leave-this-out = Stop, leave this out
slow-down = Slow down
all-good-go-on = All good, go on
someone-at-the-table-asks = Someone at the table asks for this. Nobody has to say why.
understood = Understood
nobody-is-told-who = Everybody sees it in a few seconds. Nobody is told who pressed it.
it-rests-for-all = The card rests for a moment, for everyone.
it-cannot-hide-who = With fewer than three players here, the card can’t hide who pressed it.
lines-and-veils = Lines and veils
what-this-game-leaves-out = What this game leaves out, and what happens only out of sight. Nobody sees who added it.
line = never
veil = out of sight
leave-out = Leave out…
only-out-of-sight = only out of sight
add-without-a-name = Add
it-comes-in-a-moment = It will be on the list in a few seconds, without your name.
take-off = Take “{ $words }” off the list
