import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import { reconciliation } from '@yibao/shared/calls/reconciliation.ts'
import { callServer, sentenceOf } from '../api/index.ts'
import { ui } from '../api/ui.ts'
import { detailText, type Group } from './day-result.ts'

/** What has to be known of a group to compare it. */
type Compared = Pick<Group, 'id' | 'day' | 'storeId' | 'storeName' | 'clrOptins' | 'clrType' | 'state' | 'detailed'>

/** No verdict yet, or none that came to an end. */
const isUnasked = ({ state }: Compared): boolean => state === '0' || state === '5'
const isUndetailed = ({ state, detailed }: Compared): boolean => state === '3' && !detailed
/** What is left to ask the centre about a group. */
export const isToCompare = (row: Compared): boolean => isUnasked(row) || isUndetailed(row)

interface Ask {
  total: (input: InputOf<typeof reconciliation.total>) => Promise<ResultOf<typeof reconciliation.total>>
  detail: (input: InputOf<typeof reconciliation.detail>) => Promise<ResultOf<typeof reconciliation.detail>>
}

const unique = <T>(rows: readonly T[], keyOf: (row: T) => string): T[] => [
  ...new Map(rows.map((row) => [keyOf(row), row])).values(),
]

/**
 * Asks the centre about some groups, one question after the other: the totals of each store's day once (3201), then the
 * rows of what is unequal, once for the groups that one file answers (3202). What one question meets keeps no other back.
 */
export const compareGroups = async (rows: readonly Compared[], ask: Ask) => {
  const found = { equal: 0, unequal: 0, differences: 0, automatic: 0, trouble: '' }
  const unequal = rows.filter(isUndetailed)
  const attempt = async (what: Compared, work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      found.trouble ||= `${what.day} ${what.storeName}：${sentenceOf(error)}`
    }
  }
  for (const one of unique(rows.filter(isUnasked), ({ day, storeId }) => `${day} ${storeId}`))
    await attempt(one, async () => {
      const { groups, equal } = await ask.total({ day: one.day, storeId: one.storeId })
      found.equal += equal
      unequal.push(...groups.filter(isUndetailed))
      // Its rows are known already, and nobody asks for them again.
      for (const one of groups.filter(({ state, detailed }) => state === '3' && detailed)) {
        found.unequal += 1
        found.differences += one.differences
      }
    })
  found.unequal += unique(unequal, ({ id }) => id).length
  for (const one of unique(unequal, ({ day, storeId, clrOptins, clrType }) =>
    [day, storeId, clrOptins, clrType].join(' '),
  ))
    await attempt(one, async () => {
      const { differences, automatic } = await ask.detail({ groupId: one.id })
      found.differences += differences
      found.automatic += automatic
    })
  return found
}

const quiet = { silent: true } as const

const compare = async (rows: readonly Compared[]): Promise<void> => {
  const { equal, unequal, differences, automatic, trouble } = await compareGroups(rows, {
    total: (input) => callServer(reconciliation.total, input, quiet),
    detail: (input) => callServer(reconciliation.detail, input, quiet),
  })
  const text = `${equal} 组平，${unequal} 组不平${unequal ? `：${detailText(differences, automatic)}` : ''}`
  if (trouble) ui().error(`${text}。没有对完：${trouble}`)
  else ui().success(text)
}

/** 对账 of the marked groups, and what came of it. */
export const compareMarked = (rows: readonly Group[]): Promise<void> => compare(rows)

/** 对账 of stores' days whose groups are not known here: what is equal already is not asked about again. */
export const compareDays = (days: readonly Pick<Group, 'day' | 'storeId' | 'storeName'>[]): Promise<void> =>
  compare(days.map((one) => ({ ...one, id: '', clrOptins: '', clrType: '', state: '0' })))
