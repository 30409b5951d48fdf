import { herbsOf, herbsUnsaid } from './herbs.ts'
import type { BasketInput, ParkInput } from './model.ts'
import type { Counter } from './state.ts'

/**
 * A frozen account is not asked to pay where the funds still do: always, or of an ordinary purchase on a prescription
 * (domain.md 3.2). Where there is nothing left but the account the centre says why it cannot be used (M13).
 */
export const accountFrozen = ({ benefits, prescription }: Pick<Counter, 'benefits' | 'prescription'>): boolean =>
  benefits?.accountUsable === false && (benefits.enjoyed || (benefits.fundsOpen === true && prescription !== undefined))

/** The basket as Park takes it. */
export const parkInput = (state: Counter): ParkInput => ({
  orderId: state.orderId,
  readId: state.person?.readId,
  insutype: state.insutype,
  medicalType: state.medicalType,
  diseaseCode: state.disease?.code || undefined,
  diseaseName: state.disease?.name,
  accountUsed: !state.accountUsed || accountFrozen(state) ? false : undefined,
  prescription: state.prescription,
  // Taken back, a word is one on all that came with it: one on some is none on the basket.
  herbs: herbsUnsaid(state) ? undefined : herbsOf(state),
  erpBill: state.erp?.billNo,
  erpTotal: state.erp?.total,
  erpRevision: state.erp?.revision,
  replaces: state.part?.old.orderId,
  lines: state.lines.map(({ item, quantity, price, amount, traceCodes, batch, dosage }) => ({
    ownCode: item.ownCode,
    quantity,
    price,
    amount,
    traceCodes,
    dosage,
    ...batch,
  })),
})

/** The basket as PreSettle takes it; somebody has been read (whyNotPresettle). */
export const basketInput = (state: Counter): BasketInput => ({
  ...parkInput(state),
  readId: state.person?.readId ?? '',
  insutype: state.insutype ?? '',
})
