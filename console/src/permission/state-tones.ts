/** Tones of a role's or user's state. */
export const stateTones = { enabled: 'good', stopped: 'off' } as const
