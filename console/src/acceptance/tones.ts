import type { Tone } from '../kit/index.ts'

export const runTones: Record<string, Tone> = {
  running: 'action',
  passed: 'good',
  failed: 'harm',
  stopped: 'off',
  broken: 'harm',
}

export const stepTones: Record<string, Tone> = { passed: 'good', failed: 'harm', unknown: 'warn', skipped: 'off' }
