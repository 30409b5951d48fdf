import { createHash } from 'node:crypto'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { type Clearing, clearingPageRows, clearingRows } from '../../centre/operations/clearing.ts'
import { refuseOutcome } from '../../centre/refuse-outcome.ts'
import type { StoreRow } from '../organisation/store.ts'
import { type Month, run } from './month.ts'
import { eachOnce, keyOf } from './same-row.ts'

/** Where a reading of the list stands: the next row, and what was read in the page before it. */
export type Place = Pick<Month, 'nextRow' | 'pageRow' | 'pageMark'>

/** Where every reading begins. */
export const atFirst: Place = { nextRow: 1, pageRow: 0, pageMark: '' }

/** How often a list is begun anew that moves while it is read. */
export const beginnings = 3

/** A page of the list: its rows, where the next one begins, and whether it is the last one. */
interface Page {
  rows: Clearing[]
  next: Place
  over: boolean
}

/** One page of 3260 from a row on; refuses without an answer. */
const askPage = async (c: Context, shop: StoreRow, month: string, start: number): Promise<Clearing[]> => {
  const answer = await run(c, shop, clearingRows, { month, start })
  return answer.kind === 'booked' ? answer.value : refuseOutcome(answer)
}

const markOf = (page: readonly Clearing[]): string =>
  createHash('sha256').update(page.map(keyOf).sort().join('\n\n')).digest('hex')

/**
 * The page at a place; undefined when the list has moved since the one before was read. That one is asked for once more
 * behind it: as it was, nothing has come over the edge between the two, and a row that both bear is two.
 */
export const pageAt = async (c: Context, shop: StoreRow, month: string, place: Place): Promise<Page | undefined> => {
  const page = await askPage(c, shop, month, place.nextRow)
  const { nextRow, pageRow, pageMark } = place
  if (nextRow > 1 && markOf(await askPage(c, shop, month, pageRow)) !== pageMark) return undefined
  const next = { nextRow: nextRow + page.length, pageRow: nextRow, pageMark: markOf(page) }
  return { rows: eachOnce(page), next, over: page.length < clearingPageRows }
}

/** Everything that the centre lists of a month now; refuses of a list that does not come to rest. `before` each page. */
export const wholeList = async (
  c: Context,
  shop: StoreRow,
  month: string,
  before: () => Promise<void>,
): Promise<Clearing[]> => {
  for (let n = 1; n <= beginnings; n++) {
    const rows: Clearing[] = []
    for (let place = atFirst; ; ) {
      await before()
      const page = await pageAt(c, shop, month, place)
      if (!page) break
      rows.push(...page.rows)
      if (page.over) return rows
      place = page.next
    }
  }
  return refuse('clearing.moving')
}
