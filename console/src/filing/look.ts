import type { Tone } from '../kit/index.ts'

/** Tones of the states a filing has with the centre. */
export const filingTones = {
  draft: 'warn',
  uploaded: 'good',
  refused: 'harm',
  unknown: 'harm',
  repealed: 'off',
} as const satisfies Record<string, Tone>

/** When a filing ends, in words, where it is soon or past; '' otherwise. */
export const dueText = (endsIn: number | undefined): string => {
  if (endsIn === undefined) return ''
  if (endsIn < 0) return '已过期'
  return endsIn === 0 ? '今天到期' : `${endsIn} 天后到期`
}
