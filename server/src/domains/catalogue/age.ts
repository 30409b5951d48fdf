/** A table of the catalogue that nobody has asked for since may lack what has come meanwhile. ms */
export const oldAfterMs = 7 * 24 * 3600_000
