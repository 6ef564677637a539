// What ends a run, by its form in the engine's sources. These sentences reach the page without their parts: whole in words/said.ts
// finds the form that fits, and the values in it. A test compares the list with the sources.
export const ends: Record<string, string> = {
  "station %q at %v: %w": "Station „{1}“, {2}: {3}",
  "domain %q: %w": "Kollisionsdomäne „{1}“: {2}",
  "%v at %v: station %q: %w": "{1} bei {2}: Station „{3}“: {4}",
  "%s at %v: station %q: %w": "{1} bei {2}: Station „{3}“: {4}",
  "add at %v: station %q: %w": "add bei {1}: Station „{2}“: {3}",
  "%v at %v: there is no station %q": "{1} bei {2}: Eine Station „{3}“ gibt es nicht",
  "the address %v is that of %s": "Die Adresse {1} gehört schon {2}",
  "the address %v is that of station %d": "Die Adresse {1} gehört schon der Station {2}",
  "stations %q and %q have the same address, %v": "Die Stationen „{1}“ und „{2}“ haben dieselbe Adresse, {3}",
  "stations %q and %q have the same address, %v: it follows from the number of the second": "Die Stationen „{1}“ und „{2}“ haben dieselbe Adresse, {3}: Sie folgt aus der Nummer der zweiten",
  "its traffic makes frames without end at one instant: more than %d": "Ihr Verkehr erzeugt in einem Augenblick endlos Rahmen: mehr als {1}",
  "its traffic makes a frame of %d octets: this line takes %d to %d": "Ihr Verkehr erzeugt einen Rahmen von {1} {1|Oktett|Oktetten}: Auf dieser Leitung sind {2} bis {3} möglich",
  "the scripted draws have run out": "Die vorgegebenen Ziehungen sind aufgebraucht",
  "a scripted draw is out of range": "Eine vorgegebene Ziehung ist nicht möglich",
  "%w: draw %d was asked for and %d are given": "{1}: Ziehung {2} war nötig, und {3} {3|ist|sind} vorgegeben",
  "%w: draw %d is %v slots; after collision %d of a frame it must be %d to %d": "{1}: Ziehung {2} ist {3} Slots; nach der {4}. Kollision eines Rahmens muss sie {5} bis {6} sein",
  "%s: clients retry endlessly at one instant: their backoff, or a time of the medium, must not be 0": "{1}: Clients versuchen es in einem Augenblick endlos wieder: Ihr Backoff, oder eine Zeit des Mediums, darf nicht 0 sein",
  "a draw is not a number": "Eine Ziehung ist keine Zahl",
};
