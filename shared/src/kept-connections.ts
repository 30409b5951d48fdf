// Who keeps an unused connection longer must be the one that is asked: the other way round a request sent at the moment
// of closing fails although nothing is wrong.

/** ms for which the server keeps a connection that nobody uses, longer than balancers and agents do. */
export const serverKeeps = 75_000

/** ms for which an agent keeps one to the server. */
export const agentKeeps = 15_000

/**
 * ms for which a connection to an insurance centre is kept: less than the 5 s of the hastiest of the usual servers. A line
 * that a firewall on the way has forgotten looks as if it stood, and a clerk's query would wait in it until its time is up.
 */
export const centreKeeps = 4_000

/**
 * ms for which one address of a name is tried before the next (Node gives each 250): a line over radio takes longer to
 * stand, and given up address by address it never would.
 */
export const addressMs = 2_500
