import { refuse } from '../../../base/refuse.ts'
import type { Found, Written } from './kind.ts'
import { textOf } from './kind.ts'

/** Refuses an insurance that the person does not have. */
export const checkInsurance = ({ form, personal }: Pick<Written, 'form' | 'personal'>): void => {
  if (!personal.insurances.some(({ insutype }) => insutype === form.insutype))
    refuse('filing.insurance', {}, { fields: { insutype: '参保人没有这个险种' } })
}

/** Where the person is insured, by the filing's insurance where it names one. */
export const insuredAreaOf = ({ one, personal, shop }: Found): string => {
  const { insurances } = personal
  const named = insurances.find(({ insutype }) => insutype === textOf(one.form, 'insutype')) ?? insurances[0]
  return named?.insuredArea ?? shop.areaCode
}
