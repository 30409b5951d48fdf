import type { QueriedSettlement } from '../../../centre/operations/settlement-query.ts'

type Settled = Pick<QueriedSettlement, 'setlId' | 'setlTime' | 'total'>

interface Event extends Settled {
  /** It takes something back; undefined: it may be that, or a settlement that is flagged itself. */
  refund: boolean | undefined
  row: QueriedSettlement | undefined
}

/** A refund may be told of the second of its settlement, and stands behind it; one with positive amounts is later. */
const inTime = (a: Event, b: Event) =>
  a.setlTime.localeCompare(b.setlTime) ||
  Number(b.refund === undefined) - Number(a.refund === undefined) ||
  (a.refund ? 1 : -1)

/**
 * Of what a visit holds, the row that takes a settlement of it back: flagged, later, and of the opposite total; where the
 * area lists a refund with positive amounts, of the same one. Only that row surely bears refd_setl_flag 1 (domain.md 3.4);
 * what 5203 says of the settlement itself is stated nowhere. Each refund is of what stood before it, of one that is flagged
 * itself first. 'unclear': more stood then than were taken back, and nothing says which.
 */
export const takenBackAmong = (
  settled: Settled,
  visit: readonly (QueriedSettlement | undefined)[],
): QueriedSettlement | 'unclear' | undefined => {
  const others = visit.filter((one): one is QueriedSettlement => !!one && one.setlId !== settled.setlId)
  const alike = others.filter(({ total }) => Math.abs(total) === settled.total)
  const signed = alike.some(({ refunded, total }) => refunded && total < 0)
  const ours: Event = { ...settled, refund: false, row: undefined }
  const events = alike.map((row): Event => {
    const refund = row.refunded ? (signed ? row.total < 0 : undefined) : false
    return { ...row, refund, row }
  })
  let flagged = 0
  let standing: Event[] = []
  let taken: QueriedSettlement[] = []
  for (const one of [...events, ours].sort(inTime)) {
    const { refund, row } = one
    const isFirst = refund === undefined && !standing.length && !flagged
    if (row?.refunded && (refund === false || isFirst)) flagged += 1
    else if (refund === false) standing.push(one)
    else if (flagged) flagged -= 1
    else if (row && standing.length) {
      taken.push(row)
      if (taken.length < standing.length) continue
      const place = standing.indexOf(ours)
      if (place >= 0) return taken[place]
      standing = []
      taken = []
    }
  }
  return taken.some(({ setlTime }) => setlTime >= settled.setlTime) ? 'unclear' : undefined
}

/** The same where it is clear. */
export const reversalAmong = (
  settled: Settled,
  visit: readonly (QueriedSettlement | undefined)[],
): QueriedSettlement | undefined => {
  const found = takenBackAmong(settled, visit)
  return found === 'unclear' ? undefined : found
}
