package lab

// Judge is an answer's verdict, where what is right is known.
var Judge = (*Question).judge
