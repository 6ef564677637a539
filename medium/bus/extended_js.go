package bus

// The program of the page is as small as it can be: it does not run networks of hundreds of stations.
const extended = false
