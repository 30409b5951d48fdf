/** Tone of a reconciliation state (reconState), wherever one is listed. */
export const tones = { 0: 'off', 1: 'action', 2: 'good', 3: 'harm', 4: 'good', 5: 'warn' } as const
