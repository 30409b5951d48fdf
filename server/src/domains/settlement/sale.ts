import { scaled, unscaled } from '@yibao/shared/money.ts'
import { otherFundsOf } from '../../centre/operations/money.ts'
import type { Settlement } from '../../centre/operations/settlement.ts'
import type { Sale } from '../../centre/operations/settlement-input.ts'
import type { Identity } from '../card/types.ts'
import { itemClassOf } from '../catalogue/item-class.ts'
import type { order } from '../order/tables.ts'
import type { Line, StoredSplit } from '../order/types.ts'
import { takenOf } from './herbs.ts'

type OrderRow = typeof order.$inferSelect

/** The message arguments of 2101 and 2102 for an order, or of its visit's 2201 to 2207. `at` = begntime. */
export const saleOf = (
  row: Pick<OrderRow, 'lines' | 'basket' | 'total' | 'insutype' | 'medicalType'>,
  identity: Identity,
  at: Date,
): Sale => {
  const { basket } = row
  const onRx = ({ prescription }: Line) =>
    basket.prescription !== undefined && (prescription || basket.circulated === true)
  const doctor = basket.pharmacistCode ? { code: basket.pharmacistCode, name: basket.pharmacistName ?? '' } : undefined
  return {
    psnNo: identity.psnNo,
    credential: { type: identity.credentialType, no: identity.credentialNo, cardSerial: identity.cardSn },
    identity: {
      certificateType: identity.certificateType,
      certificateNo: identity.certificateNo,
      personType: identity.personType,
      name: identity.name,
    },
    at,
    total: row.total,
    insurance: row.insutype ?? '',
    medicalType: row.medicalType,
    useAccount: basket.accountUsed,
    disease: basket.diseaseCode ? { code: basket.diseaseCode, name: basket.diseaseName ?? '' } : undefined,
    lines: row.lines.map((line) => ({
      sn: String(line.no),
      // An unmapped item goes out under the shop's own code and is paid in full by the person (M18).
      nationalCode: line.nationalCode || line.ownCode,
      itemCode: line.ownCode,
      quantity: scaled(line.quantity, 4),
      price: scaled(line.price, 6),
      amount: line.amount,
      outsidePrescription: onRx(line),
      // On a line without the flag rxno would mean a prescription of the shop's own (domain.md 2.5).
      prescriptionNo: onRx(line) ? basket.prescription?.number : undefined,
      doctor,
      ...takenOf(line, basket.herbs),
      // Lines of before may have none.
      traceCodes: line.traceCodes ?? [],
    })),
  }
}

/** A centre's settlement as our slots, in fen. */
export const splitOf = (s: Settlement): StoredSplit => ({
  total: s.total,
  fullySelfPaid: s.fullySelfPaid,
  overLimit: s.overLimit,
  firstSelfPay: s.firstSelfPay,
  inScope: s.inScope,
  deductible: s.deductible,
  poolFund: s.pool,
  poolRatio: (s.poolRatio / 10_000).toFixed(4),
  civilServant: s.civilServant,
  enterprise: s.enterprise,
  seriousIllness: s.seriousIllness,
  largeAmount: s.largeAmount,
  medicalAid: s.medicalAid,
  otherFund: otherFundsOf(s),
  fundTotal: s.fundTotal,
  personPart: s.personPart,
  ...(s.hospitalPart !== undefined && { hospitalPart: s.hospitalPart }),
  account: s.account,
  familyAccount: s.familyAccount,
  cash: s.cash,
  balance: s.balance,
  ...(s.funds.length > 0 && { funds: s.funds }),
})

/**
 * A split as it will leave the account: a centre's 2101 may tell the balance before it (I7), which is then what 1101 told.
 * Who pays from it would hear of money that he has not got any more. `before`: that balance, in fen.
 */
export const leftOf = (split: StoredSplit, before: number | undefined): StoredSplit => {
  const own = split.account - split.familyAccount
  return own > 0 && split.balance === before ? { ...split, balance: before - own } : split
}

/** The lines with what the centre made of each. */
export const splitLines = (lines: readonly Line[], s: Settlement): Line[] => {
  const bySn = new Map(s.lines.map((line) => [line.sn, line]))
  return lines.map((line) => {
    const cut = bySn.get(String(line.no))
    if (!cut) return line
    return {
      ...line,
      itemClass: itemClassOf(cut.itemClass),
      feeClass: cut.feeClass,
      selfPayRatio: (cut.selfPayRatio / 10_000).toFixed(4),
      inScope: cut.inScope,
      priceLimit: cut.priceLimit ? unscaled(cut.priceLimit, 6) : undefined,
    }
  })
}
