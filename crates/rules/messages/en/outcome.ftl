### What came of an exchange: one sentence for each whom it concerns.

it = It

misses = { $by } misses { $name }
it-misses = It misses { $name }
dodges = { $name } dodges it
dodges-with = { $name } dodges it, { $own } to { $theirs }
blocks = { $name } blocks it
blocks-with = { $name } blocks it, { $own } to { $theirs }
parries = { $name } parries it
parries-with = { $name } parries it, { $own } to { $theirs }
keeps-hold = { $name } keeps hold of it
fends-off = { $name } fights it off
fends-off-with = { $name } fights it off, { $own } to { $theirs }

hits = { $by } hits { $name }
hits-using = { $by } hits { $name } with { $item }
hits-by = { $what }, { $own } to { $theirs }
no-harm = { $what }: no harm
not-through-armor = { $what }, but not through { $armor }: no harm
the-armor = the armor
hits-the-cover = { $by } hits the cover, not { $name }: no harm
does-not-get-through = { $by } can’t get through to { $name }: no harm
comes-to-no-harm = { $name } comes to no harm
soaks-it-all = { $name } soaks it all: no harm

damage-of-a-kind = { $points } { $kind }
takes = { $name } takes { $damage }
takes-and-is = { $name } takes { $damage }: { $states }
loses = { $name } loses { $points } { $health }
loses-and-is = { $name } loses { $points } { $health }: { $states }
heals = { $name } heals { $damage }
two-states = { $first }, { $second }

wins = { $by } gets the better of { $name }, { $own } to { $theirs }
loses-the-contest = { $name } holds out against { $by }, { $own } to { $theirs }
gets-free-with = { $by } gets free of { $name }, { $own } to { $theirs }
ties-with = { $by } { $word } { $name }, { $own } to { $theirs }
ties = { $by } { $word } { $name }
gets-free = { $by } gets free of { $name }
lets-go = { $by } lets go of { $name }

disarms = disarms
the-item = the { $item }
draws = { $name } draws { $item }
puts-on = { $name } puts on { $item }
puts-away = { $name } puts { $item } away
drops = { $name } drops { $item }
said-of = { $name }: { $words }
nothing-more-comes-of-it = Nothing comes of it
