import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import { reconciliation } from '@yibao/shared/calls/books.ts'
import { callServer, sentenceOf } from '../api/index.ts'
import { ui } from '../api/ui.ts'
import { detailText, type Group } from './day-result.ts'

/** No verdict yet, or none that came to an end. */
const isUnasked = ({ state }: Group): boolean => state === '0' || state === '5'
const isUndetailed = ({ state, detailed }: Group): boolean => state === '3' && !detailed
/** What is left to ask the centre about a group. */
export const isToCompare = (row: Group): boolean => isUnasked(row) || isUndetailed(row)

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
export const compareGroups = async (rows: readonly Group[], ask: Ask) => {
  const found = { equal: 0, unequal: 0, differences: 0, automatic: 0, trouble: '' }
  const unequal = rows.filter(isUndetailed)
  const attempt = async (what: Group, work: () => Promise<void>) => {
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
    })
  found.unequal = unique(unequal, ({ id }) => id).length
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

/** 对账 of the marked groups, and what came of it. */
export const compareMarked = async (rows: readonly Group[]): Promise<void> => {
  const { equal, unequal, differences, automatic, trouble } = await compareGroups(rows, {
    total: (input) => callServer(reconciliation.total, input, quiet),
    detail: (input) => callServer(reconciliation.detail, input, quiet),
  })
  const text = `${equal} 组平，${unequal} 组不平${unequal ? `：${detailText(differences, automatic)}` : ''}`
  if (trouble) ui().error(`${text}。没有对完：${trouble}`)
  else ui().success(text)
}
