### The description of a scene as places, and the scenes one can start from.

line-of-the-scene = line { $line }: { $why }
the-description-is-too-long = that’s longer than { $most } characters
a-scene-has-at-most = a scene has at most { $most } places
a-line-begins-with-a-place = start with a place, such as “Gallery: height 5, railing”
there-is-no-mark = “{ $word }” isn’t a mark. Use dark, fog, crowd, crates or other cover, height, drop, water, tight, hidden, locked or a note
there-is-no-such-way = “{ $word }” can’t be between two places. Use stairs, a ladder, a door, a window, a drop, a wall, one way or hidden
number-goes-from-to = that number goes from { $min } to { $max }
a-note-is-in-quotes = put the words in quotation marks, such as: note "It smells of gas"
a-way-leads-to-another-place = a way leads to another place
bar = Bar
bar-lines = Taproom: crowd 20, tables; Bar counter: bar; Gallery: height 4, railing; Back room: dim, tight; Back alley: dark; Street; Taproom 4 Bar counter; Taproom 8 Gallery by stairs; Bar counter 6 Back room by a door; Back room 6 Back alley by a door; Taproom 10 Street by a door
warehouse = Warehouse
warehouse-lines = Loading dock: crates; Warehouse floor: dim, crates; Catwalk: height 6, railing; Office: furniture; Yard: containers; Yard 12 Loading dock; Loading dock 10 Warehouse floor; Warehouse floor 8 Catwalk by a ladder; Catwalk 6 Office by a door; Warehouse floor 16 Office by a door
street = Street
street-lines = Street: crowd 10, cars; Sidewalk: doorway; Alley: dark, tight; Rooftop: height 8, wall; Shop: counter; Street 6 Sidewalk; Sidewalk 4 Shop by a door; Sidewalk 8 Alley; Alley 10 Rooftop by a ladder
church = Church
church-lines = Porch: pillars; Nave: pews; Altar: altar; Gallery: height 6, railing; Crypt: black, tombs, tight; Graveyard: dark, tombs; Porch 6 Nave by a door; Nave 14 Altar; Nave 8 Gallery by stairs; Altar 10 Crypt by stairs and a door; Porch 8 Graveyard
subway = Subway
subway-lines = Platform: crowd 30, pillars; Train: tight, crowd 20; Tracks: drop 2; Tunnel: black, tight; Concourse: crowd 10; Service room: dim, machines; Platform 2 Train by an open door; Platform 4 Tracks by a drop; Tracks 20 Tunnel; Platform 16 Concourse by stairs; Platform 10 Service room by a locked door
big-house = Big house
big-house-lines = Hall: pillars; Salon: furniture; Kitchen: tables, tight; Upstairs: height 4, railing; Bedroom: dim; Garden: dark, hedge; Cellar: black, barrels; Hall 6 Salon by an open door; Hall 8 Kitchen by a door; Hall 8 Upstairs by stairs; Upstairs 6 Bedroom by a door; Kitchen 8 Cellar by stairs and a door; Salon 6 Garden by a window; Hall 10 Garden by a door
