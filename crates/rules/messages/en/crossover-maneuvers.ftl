### The attacks of Crossover, by the keys of its chart.

strike = Strike
weapon-strike = Weapon strike
kick = Kick
bite = Bite
claw = Claw
clinch = Clinch
hold = Hold
disarm-armed = Disarm with a weapon
disarm-unarmed = Disarm with bare hands
jab-pistol = Jab with a pistol
sweep-leg = Sweep with a leg
sweep-arm = Sweep with an arm
sweep-weapon = Sweep with a weapon
tackle = Tackle
shoot = Shoot
throw = Throw
bow = Shoot a bow
crossbow = Shoot a crossbow
auto-fire = Automatic fire
strafe = Strafing
burst = Three-round burst
