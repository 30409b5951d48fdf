import type { ErrorText } from './error-text.ts'

/** Refusals of slips (errors.ts). */
export const slipErrors = {
  'slip.state': { status: 409, error: '订单还没有结算，不能打印结算单', tips: '结算后再打印' },
} as const satisfies Record<string, ErrorText>
