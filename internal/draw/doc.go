// Package draw draws a window of a scene as a space-time diagram: place on the cable
// across, time down, each transmission a band that travels both ways from its station;
// what each station does beside it: deference, the parts of the gap, backoff. As a
// picture (SVG, PNG, PDF, on a page of package figure), and as text for a
// terminal. What a picture tells apart by colour it tells apart by tone and pattern, too.
//
// It works nothing out: package scene knows what happened, and draw where it goes on paper.
// Figures over axes of numbers are package plot's.
package draw
