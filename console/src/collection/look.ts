import type { ResultOf } from '@yibao/shared/call.ts'
import type { otherPay } from '@yibao/shared/calls/other-pay.ts'
import type { Tone } from '../kit/index.ts'

export type Collected = ResultOf<typeof otherPay.get>
export type Payment = Collected['payments'][number]

/** How far the money of an order is: harm where a customer has to get something back. */
export const stateTones: Record<string, Tone> = {
  none: 'off',
  due: 'action',
  part: 'warn',
  full: 'good',
  over: 'warn',
  back: 'harm',
  backPart: 'warn',
  backFull: 'off',
}

/** Of what went back it is known that it came: the server takes such a payment off no more. */
export const removable = ({ refunds }: Payment): boolean => refunds.every(({ removed }) => removed)

/** Something of it can still go back. */
export const refundable = ({ refundable: left, source }: Payment): boolean => source !== 'centre' && left !== '0.00'
