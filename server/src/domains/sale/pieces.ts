import { lineAmount, scaled, trimZeros, unscaled } from '@yibao/shared/money.ts'
import type { OrderRow } from '../order/view.ts'
import type { Piece, salePiece } from './tables.ts'

type NewPiece = typeof salePiece.$inferInsert

const one = 10_000n

/** Codes of one line that become pieces of their own. */
const mostCodes = 500

const plain = (quantity: bigint): string => trimZeros(unscaled(quantity, 4))

/**
 * The pieces of a line: one for each pack with a code, and one for all that have none. drug_trac_codg of 3505 holds 30
 * characters, which is one code. `quantity` up to 4 decimals; the parts as people write them. What is no whole pack is of
 * one of the `opened`, else of the pack that was scanned last.
 */
export const partsOf = (
  quantity: string,
  codes: readonly string[],
  opened: ReadonlySet<string> = new Set(),
): Pick<Piece, 'quantity' | 'traceCode'>[] => {
  let left = scaled(quantity, 4)
  const parts: Pick<Piece, 'quantity' | 'traceCode'>[] = []
  const all = codes.slice(0, mostCodes)
  const rest = all.filter((code) => opened.has(code))
  for (const traceCode of new Set([...all.filter((code) => !opened.has(code)), ...rest])) {
    if (left <= 0n) break
    const taken = left < one ? left : one
    parts.push({ quantity: plain(taken), traceCode })
    left -= taken
  }
  if (left > 0n) parts.push({ quantity: plain(left), traceCode: '' })
  return parts
}

const mark = { sale: 'S', return: 'R' } as const

/**
 * fixmedins_bchno, 29 of its 30 characters: order number, line, piece, which time the order was sold, sale or return. It
 * says what it is of to whoever reads the centre's list, and is never given to anything else.
 */
export const batchNoOf = ({
  orderNo,
  no,
  part,
  round,
  kind,
}: Pick<Piece, 'orderNo' | 'no' | 'part' | 'round' | 'kind'>) =>
  `${orderNo.slice(-20)}${String(no).padStart(3, '0')}${String(part).padStart(4, '0')}${(round % 36).toString(36)}${mark[kind]}`

/** Its id sorts after its order's others as people read them from the newest on: by line, piece, and sale before return. */
const idOf = ({
  orderId,
  no,
  part,
  round,
  kind,
}: Pick<Piece, 'orderId' | 'no' | 'part' | 'round' | 'kind'>): string => {
  const back = (n: number) => String(999 - n).padStart(3, '0')
  return `${orderId.replaceAll('-', '').slice(-32)}${back(no)}${back(part)}${(round % 36).toString(36)}${mark[kind]}`
}

type Line = Pick<
  Piece,
  | 'orderId'
  | 'orderNo'
  | 'storeId'
  | 'areaCode'
  | 'round'
  | 'no'
  | 'ownCode'
  | 'nationalCode'
  | 'name'
  | 'spec'
  | 'producer'
  | 'unit'
  | 'price'
  | 'prescription'
  | 'lot'
  | 'madeOn'
  | 'expiresOn'
  | 'setlId'
  | 'soldAt'
  | 'operatorName'
>

/** What is told of a line: nothing of one that has no quantity. */
export const piecesOfLine = (
  line: Line,
  quantity: string,
  { codes, opened }: { codes: readonly string[]; opened: ReadonlySet<string> },
  at: Date,
): NewPiece[] =>
  partsOf(quantity, codes, opened).map((piece, index) => {
    const key = { ...line, kind: 'sale' as const, part: index + 1 }
    const amount = lineAmount(line.price, piece.quantity)
    return { ...key, ...piece, amount, id: idOf(key), batchNo: batchNoOf(key), nextAt: at }
  })

/** Everything that a settled order sold, for its n-th round. `opened`: codes of which a part was sold before. */
export const piecesOfOrder = (
  row: OrderRow,
  round: number,
  at: Date,
  opened: ReadonlySet<string> = new Set(),
): NewPiece[] => {
  const seen = new Set<string>()
  return row.lines.flatMap((line) => {
    // Lines of before may have none. A code that stands in two lines is one pack.
    const codes = (line.traceCodes ?? []).filter((code) => !seen.has(code))
    for (const code of codes) seen.add(code)
    return piecesOfLine(
      {
        ...{ orderId: row.id, orderNo: row.orderNo, storeId: row.storeId, areaCode: row.areaCode, round },
        ...{ no: line.no, ownCode: line.ownCode, name: line.name, spec: line.spec, producer: line.producer },
        // As the settlement named it: an item without a mapping went there under the shop's own code (sale.ts).
        ...{ nationalCode: line.nationalCode || line.ownCode, unit: line.unit, price: line.price },
        ...{ prescription: line.prescription, lot: line.lot ?? '', madeOn: line.madeOn ?? '' },
        ...{ expiresOn: line.expiresOn ?? '', setlId: row.setlId ?? '', soldAt: row.settledAt ?? at },
        operatorName: row.operatorName,
      },
      line.quantity,
      { codes, opened },
      // Due by when it was sold, not by when that was written: whether its store told by itself then is known by it (past.ts).
      row.settledAt ?? at,
    )
  })
}

/** A piece sold once more by the settlement it was sold by before: the same pack, whatever the order was settled with. */
export const againOf = (sold: NewPiece, round: number, at: Date): NewPiece => {
  const key = { ...sold, round }
  return {
    ...key,
    ...{ id: idOf(key), batchNo: batchNoOf(key), state: 'waiting', nextAt: at },
    ...{ pending: '', message: '', sentAt: null, uploadedAt: null, attempts: 0, claimedUntil: null },
  }
}

/** When and by whom goods were taken back. */
interface Back {
  soldAt: Date
  operatorName: string
}

/** The return of a sold piece. */
export const returnOf = (sold: NewPiece, back: Back, state: 'waiting' | 'needless'): NewPiece => {
  const key = { ...sold, kind: 'return' as const }
  return {
    ...key,
    ...{ id: idOf(key), batchNo: batchNoOf(key), ...back, state, nextAt: state === 'waiting' ? back.soldAt : null },
    ...{ pending: '', message: '', sentAt: null, uploadedAt: null, attempts: 0, claimedUntil: null },
  }
}
