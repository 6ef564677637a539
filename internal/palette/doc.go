// Package palette holds the colours of everything that csmacd draws: figures, space-time
// diagrams and tables.
//
// Two colours of one set differ in lightness as well as in hue, so that a grey copy keeps
// them apart. The page of csmacd lab has the same ones, in web/src/palette.ts, and others of the
// same hues for a screen that is dark.
package palette
