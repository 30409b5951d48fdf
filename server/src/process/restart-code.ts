/** What a server that was asked to start again ends with (EX_TEMPFAIL): its supervisor starts it, whatever it does else. */
export const restartCode = 75
