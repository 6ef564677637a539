package bus

const large = false
