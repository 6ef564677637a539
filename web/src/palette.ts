// The colours of everything that is drawn: those of internal/palette, which a test compares, and the same hues for a
// dark page. In either the parts of a signal differ in lightness as well, so that a grey copy tells them apart.

// Signal holds the colours of a station's signals: pale for the preamble, stronger for the frame, strongest for jam.
export interface Signal { preamble: string; frame: string; jam: string }

export interface Theme {
  dark: boolean; ink: string; faint: string; line: string; paper: string; now: string;
  signals: Signal[];
  series: string[]; // of charts
  overlap: string; defer: string; gap: string; carrier: string; backoff: string; sent: string; collided: string;
}

const light: Theme = {
  dark: false, ink: "#1c1c1c", faint: "#5a636d", line: "#dcdcdc", paper: "#ffffff", now: "#a3007a",
  signals: [
    { preamble: "#e3eefb", frame: "#9cc3ee", jam: "#12408a" },
    { preamble: "#fbecd6", frame: "#f0b978", jam: "#8a4a08" },
    { preamble: "#dff3ee", frame: "#8fccb9", jam: "#0b5a4a" },
    { preamble: "#f4e8f7", frame: "#d3addf", jam: "#6a2b80" },
    { preamble: "#f5efd0", frame: "#d5c266", jam: "#665500" },
    { preamble: "#fbe6e9", frame: "#eeacb5", jam: "#8f1f38" },
  ],
  series: ["#122b6b", "#9d1f33", "#007d84", "#d26a1e", "#5da9d6", "#e0b42c"],
  overlap: "#c8102e", defer: "#b8b8b8", gap: "#333333", carrier: "#f0f0f0", backoff: "#c98a00", sent: "#9cc3ee", collided: "#c8102e",
};

const dark: Theme = {
  dark: true, ink: "#e8eaed", faint: "#9aa3ad", line: "#2e363f", paper: "#12161b", now: "#ff8ad8",
  signals: [
    { preamble: "#1d3450", frame: "#2f66a8", jam: "#9cc9ff" },
    { preamble: "#43300f", frame: "#97611a", jam: "#ffc983" },
    { preamble: "#173c34", frame: "#23806a", jam: "#8be6cd" },
    { preamble: "#3b2645", frame: "#7d4a92", jam: "#e7bdf5" },
    { preamble: "#3a3410", frame: "#7d6f1c", jam: "#ecdc7f" },
    { preamble: "#47222b", frame: "#9c4a5b", jam: "#ffbac6" },
  ],
  series: ["#8fb3ff", "#ff8f9f", "#4fd0d4", "#f0a060", "#9fd4f5", "#f3d36b"],
  overlap: "#ff5c6c", defer: "#6b7683", gap: "#c9d0d8", carrier: "#222930", backoff: "#e0a93a", sent: "#2f66a8", collided: "#ff5c6c",
};

export const theme = (isDark: boolean): Theme => isDark ? dark : light;

export const signalOf = (t: Theme, station: number): Signal => t.signals[station % t.signals.length];

// thin makes a colour more transparent.
export function thin(colour: string, alpha: number): string {
  return colour + Math.round(alpha * 255).toString(16).padStart(2, "0");
}
