import { refuse } from '../../../base/refuse.ts'
import type { Deps } from '../../../call/context.ts'
import { centreDetails, type FigureRow, type Figures, figurePageRows } from '../../../centre/operations/figures.ts'
import { refuseOutcome } from '../../../centre/refuse-outcome.ts'
import { runAsSystem } from '../../attendance/ask.ts'
import type { AreaSettings } from '../../organisation/settings.ts'
import type { StoreRow } from '../../organisation/store.ts'
import { keyOf } from '../classify/classify.ts'
import type { GroupRow } from '../groups/groups.ts'
import { amountNames } from './apart.ts'
import { figureGroup } from './ask.ts'

/** Rows of a store-day beyond which something else is wrong. */
const most = 20_000

/**
 * 1321 page by page: what the centre lists of a group of a day. Undefined when a row came twice, for then a page moved
 * while the others were read. Refuses with the centre's words, or centre.down when a page did not come.
 */
export const pullRows = async (
  deps: Deps,
  { storeRow, settings }: { storeRow: StoreRow; settings: AreaSettings },
  group: GroupRow,
  told: (rows: number) => Promise<void>,
): Promise<FigureRow[] | undefined> => {
  const asked = figureGroup({ ...group, from: group.day, until: group.day }, settings)
  const rows = new Map<string, FigureRow>()
  for (let start = 1; start <= most; start += figurePageRows) {
    const answer = await runAsSystem(deps, storeRow, centreDetails, { ...asked, start }, { timeoutMs: 60_000 })
    if (answer.kind !== 'booked') return refuseOutcome(answer)
    for (const row of answer.value) {
      const key = keyOf(row.setlId, row.refunded)
      if (rows.has(key)) return undefined
      rows.set(key, row)
    }
    await told(rows.size)
    if (answer.value.length < figurePageRows) return [...rows.values()]
  }
  return refuse('recon.state', { text: '医保中心的明细超过 2 万行，没有读完，请联系医保中心' })
}

/**
 * Whether rows are all of what the centre's sums speak of: another number or amount means that its book moved between
 * the two answers. A reversal counts as one or takes one away, as the area has it.
 */
export const isWhole = (rows: readonly FigureRow[], { count, ...sums }: Figures): boolean => {
  const reversals = rows.filter(({ refunded }) => refunded).length
  const counted = count === rows.length || count === rows.length - 2 * reversals
  return counted && amountNames.every((name) => rows.reduce((sum, row) => sum + row[name], 0) === sums[name])
}
