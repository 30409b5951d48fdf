/** A moment (unix ms) as a person at the counter reads it: 10-12 08:30, in China. */
export const clockTime = (ms: number): string =>
  new Date(ms + 8 * 3600_000).toISOString().slice(5, 16).replace('T', ' ')
