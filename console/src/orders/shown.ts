import type { InputOf } from '@yibao/shared/call.ts'
import type { settlement } from '@yibao/shared/calls/settlement.ts'

type Cancel = InputOf<typeof settlement.cancel>

/** What the person shows before a reversal where the area reads it again: '' = what he paid by, 'none' = he has none with him. */
export type Shown = '' | 'none' | NonNullable<Cancel['medium']>

/** Without any a reversal is only to be asked for: somebody elsewhere approves of it, knowing why. */
export const showable = (approvable: boolean): { value: Shown; label: string }[] => [
  { value: '', label: '结算时用的卡' },
  { value: 'idCard', label: '身份证' },
  { value: 'socialCard', label: '社保卡' },
  { value: 'eVoucher', label: '医保电子凭证' },
  ...(approvable ? [{ value: 'none' as const, label: '都没有，提交审批' }] : []),
]

/** Characters of the reason why nothing can be shown: fewer say nothing. */
const fewest = 4

/** What a reversal is asked with; undefined as long as it is not said why nothing is shown. */
export const shownInput = (shown: Shown, why: string): Pick<Cancel, 'medium' | 'withoutCard'> | undefined => {
  if (shown !== 'none') return shown ? { medium: shown } : {}
  return why.trim().length < fewest ? undefined : { withoutCard: why.trim() }
}
