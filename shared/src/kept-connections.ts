// Who keeps an unused connection longer must be the one that is asked: the other way round a request sent at the moment
// of closing fails although nothing is wrong.

/** ms for which the server keeps a connection that nobody uses, longer than balancers and agents do. */
export const serverKeeps = 75_000

/** ms for which an agent keeps one to the server. */
export const agentKeeps = 15_000
