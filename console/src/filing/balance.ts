import type { ResultOf } from '@yibao/shared/call.ts'
import type { card } from '@yibao/shared/calls/card.ts'
import { formatAmount } from '@yibao/shared/money.ts'

type Disease = ResultOf<typeof card.disease>[number]

export const diseaseKinds: Readonly<Record<Disease['kind'], string>> = {
  chronic: '慢特病',
  twoDiseases: '门诊两病',
  special: '特药',
}

/** What is known of a disease's limit, of what funds paid this year and of what is left; nothing of what nobody knows. */
export const balanceWords = ({ limit, used, left }: Pick<Disease, 'limit' | 'used' | 'left'>): string[] =>
  [
    ['限额', limit],
    ['本年已用', used],
    ['剩余', left],
  ].flatMap(([title, amount]) => (amount === undefined ? [] : [`${title} ${formatAmount(amount)}`]))
