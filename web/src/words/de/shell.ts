import type { shell as english } from "../en/shell";

export const shell: typeof english = {
  "shell.modes": "Was die Seite zeigt",
  "shell.lessons": "Lektionen",
  "shell.labs": "Übungen",
  "shell.free": "Freies Spiel",
  "shell.chooseLesson": "Lektion wählen",
  "shell.chooseLab": "Übung wählen",
  "shell.chooseScenario": "Szenario wählen",
  "shell.shared": "ein geteiltes Szenario",
  "shell.keys": "Tasten",
  "shell.keysTitle": "Tasten (?)",
  "shell.light": "Hell",
  "shell.dark": "Dunkel",
  "shell.settings": "Einstellungen",
  "shell.projector": "Für Beamer",
  "shell.language": "Sprache",
  "shell.more": "Mehr",
  "shell.starting": "Die Maschine startet …",
  "shell.failed": "Die Maschine startet nicht: {why}",
  "shell.damaged": "Der Link ist beschädigt. Statt seiner ist ein anderes Szenario offen.",
};
