// Package palette holds the colours of everything that csmacd draws: figures, space-time
// diagrams and tables.
//
// Two colours of one set differ in lightness as well as in hue, so that a grey copy keeps
// them apart. The page of csmacd lab has its own, for a screen that may be dark: web/src/palette.ts.
package palette
