/** What a server that was asked to start again ends with (EX_TEMPFAIL): its supervisor starts it, whatever it does else. */
export const restartCode = 75

/**
 * What a start ends with that only a person can mend (EX_CONFIG): its supervisor is told not to try again (OPERATIONS), for
 * each try of a migration that fails holds up the other nodes.
 */
export const personCode = 78
