import type { Tone } from '../../../kit/index.ts'

export const stateTones: Record<string, Tone> = {
  serving: 'good',
  draining: 'warn',
  drained: 'off',
  restarting: 'warn',
  lost: 'harm',
  ended: 'off',
}
