import type { Tone } from '../kit/index.ts'

/** Tones of 清分, wherever it is shown. */
export const resultTones = { equal: 'good', differs: 'harm', centreOnly: 'warn', oursOnly: 'warn' } as const
export const answerTones = { open: 'warn', confirmed: 'good', refused: 'off', unknown: 'harm', none: 'off' } as const
export const stateTones: Record<string, Tone> = {
  ...{ 0: 'off', 1: 'warn', 2: 'action', 3: 'action', 4: 'good', 5: 'harm', 6: 'harm' },
}
