/** How a device of a counter stands, by its state. */
export const deviceTones = {
  ready: 'good',
  away: 'warn',
  paper: 'warn',
  faulty: 'harm',
  missing: 'warn',
  unknown: 'off',
} as const
