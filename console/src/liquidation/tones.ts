/** Tone of an application's state (liquidationState), wherever one is listed. */
export const tones = {
  0: 'warn',
  1: 'action',
  2: 'off',
  3: 'action',
  4: 'good',
  5: 'harm',
  6: 'good',
  7: 'harm',
  8: 'harm',
} as const

/** Of how it stands to our books and to the centre. */
export const bookTones = { same: 'good', edited: 'warn', centre: 'harm', moved: 'harm' } as const
