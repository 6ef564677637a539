// Package draw draws a window of a scene as a space-time diagram: the cable goes across, time goes
// down, and each transmission is a band that travels both ways from its station. Beside each station
// stands what it does: deference, the parts of the gap, backoff. The diagram is a picture (SVG, PNG,
// PDF, on a page of package figure) or text for a terminal. Colours in a picture also differ in tone
// and pattern.
//
// Package scene computes what happens, and draw only places it on the page. Figures with axes of
// numbers are in package plot.
package draw
