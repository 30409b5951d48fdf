/** States of a script by colour. */
export const tones = {
  pending: 'action',
  running: 'action',
  done: 'good',
  failed: 'harm',
  marked: 'off',
  undone: 'warn',
} as const
