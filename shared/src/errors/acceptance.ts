import type { ErrorText } from './error-text.ts'

/** Refusals of the acceptance (errors.ts). */
export const acceptanceErrors = {
  'acceptance.running': { status: 409, error: '本店正在验收', tips: '请等待结束，或在「自动接口验收」停止后再开始' },
  'acceptance.wrong': { status: 409, error: '{text}' },
} as const satisfies Record<string, ErrorText>
