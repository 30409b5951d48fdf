/** Session 0 is Windows' own: only an administrator starts anything there. */
export const services = 0
