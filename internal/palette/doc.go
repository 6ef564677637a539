// Package palette has the colours of everything that csmacd draws: figures, space-time
// diagrams and tables. It knows nothing of what is drawn in them.
//
// Two colours of one set differ in lightness as well as in hue, so that a grey copy keeps
// them apart. The page of csmacd lab has its own, for a screen that may be dark: web/src/palette.ts.
package palette
