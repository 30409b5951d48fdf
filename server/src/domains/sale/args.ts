import { scaled } from '@yibao/shared/money.ts'
import { formatDay } from '@yibao/shared/time.ts'
import type { Deps } from '../../call/context.ts'
import type { ReturnedPiece, SoldPiece } from '../../centre/operations/stock.ts'
import { knownIdentity } from '../card/identity.ts'
import { isBroken } from '../order/broken.ts'
import type { OrderRow } from '../order/view.ts'
import { pharmacistOf } from './pharmacist.ts'
import { batchNoOf } from './pieces.ts'
import type { Piece } from './tables.ts'

/** What is missing of the pack before it can be told (3505 and 3506 demand it). */
export const missingOf = ({ lot, madeOn }: Pick<Piece, 'lot' | 'madeOn'>): string[] => [
  ...(lot ? [] : ['批号']),
  ...(madeOn ? [] : ['生产日期']),
]

const common = (deps: Pick<Deps, 'services'>, one: Piece, row: OrderRow) => ({
  ...{ batchNo: one.batchNo, nationalCode: one.nationalCode, ownCode: one.ownCode, name: one.name },
  ...{ lot: one.lot, madeOn: one.madeOn, expiresOn: one.expiresOn, prescription: one.prescription },
  ...{ broken: isBroken(one.quantity), price: scaled(one.price, 6), quantity: scaled(one.quantity, 4) },
  ...{ at: one.soldAt, operator: one.operatorName, setlId: one.setlId },
  // Settled again, the order may be of another person by now; behind a lost data key nobody knows whose it was.
  psnNo: row.setlId === one.setlId ? knownIdentity(deps.services.vault, row.identity)?.psnNo : undefined,
})

/** Where its person is insured, for the header; absent where the message names nobody. */
export const insuredAreaOf = (deps: Pick<Deps, 'services'>, one: Piece, row: OrderRow): string | undefined =>
  row.setlId === one.setlId ? knownIdentity(deps.services.vault, row.identity)?.insuredArea : undefined

/**
 * What 3505 is told; what is missing of it instead. prsc_dr_name is demanded of every sale: without a prescription the
 * pharmacist who answers for the sale stands there.
 */
export const soldArgs = async (deps: Deps, one: Piece, row: OrderRow): Promise<SoldPiece | { missing: string[] }> => {
  const { basket } = row
  const { pharmacistId, pharmacistCode, pharmacistName } = basket
  const pharmacist = await pharmacistOf(deps, {
    ...{ storeId: one.storeId, day: formatDay(one.soldAt) },
    ...{ pharmacistId, pharmacistCode, pharmacistName },
  })
  const lacks = missingOf(one)
  if ('lacks' in pharmacist) return { missing: [...lacks, pharmacist.lacks] }
  if (lacks.length) return { missing: lacks }
  // Everything of a downloaded prescription was settled on it (2102's rx_circ_flag).
  const prescription = one.prescription || basket.circulated ? basket.prescription : undefined
  return {
    ...common(deps, one, row),
    ...{ visitNo: row.orderNo, receiptNo: (row.erpBill ?? row.orderNo).slice(0, 40), elsewhere: row.outFlag !== '0' },
    ...{ prescriptionNo: prescription?.number ?? '', outsidePrescription: prescription !== undefined },
    ...{ doctor: prescription?.doctor || pharmacist.name, pharmacist, traceCode: one.traceCode },
  }
}

/** What 3506 is told of a piece whose sale was told; it names that sale. */
export const returnedArgs = (deps: Deps, one: Piece, row: OrderRow): ReturnedPiece => ({
  ...common(deps, one, row),
  soldAs: batchNoOf({ ...one, kind: 'sale' }),
})
