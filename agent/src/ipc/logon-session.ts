/** Session 0 is Windows' own: only an administrator starts anything there. */
export const services = 0

/** Of a program that has ended and left its connection to another one: nobody can say whose that is. */
export const ended = -1
