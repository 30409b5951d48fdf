import type { ResultOf } from '@yibao/shared/call.ts'
import { order } from '@yibao/shared/calls/order.ts'
import { reconciliation } from '@yibao/shared/calls/reconciliation.ts'
import { formatDay } from '@yibao/shared/time.ts'
import type { Till } from './till.ts'

// The two books side by side, and what the product's own reconciliation makes of them.

export interface Books {
  /** Amounts of settlements that only one book has; `late` ones and those the system lists as open left out. */
  onlyCentre: string[]
  onlyOurs: string[]
  /** Amounts under which the centre has more than one settlement that stands. */
  doubled: string[]
  /** Settlements whose money differs between the books though nothing says so. */
  differing: string[]
}

export interface Reconciled {
  /** Differences that the run stored, by class: those it repaired by itself, and those that remained. */
  repaired: Record<string, number>
  remaining: Record<string, number>
  /** Remaining ones whose order the abnormal page did not list before the run. */
  unlisted: string[]
}

const tally = (keys: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const key of keys) counts[key] = (counts[key] ?? 0) + 1
  return counts
}

export const ordersOf = (till: Till) => till.all((page) => till.client.send(order.paged, { page, pageSize: 500 }))

/** What stands at the centre: settlements neither undone nor reversed. */
const standing = async ({ centre, store }: Till) =>
  (await centre.book(store.fixmedinsCode, '')).filter(
    ({ undone, reversed, refd_setl_flag }) => !undone && !reversed && refd_setl_flag === '0',
  )

/** Compares the books directly, by setl_id and by the amount that marks each purchase. */
export const compareBooks = async (till: Till, late: ReadonlySet<string>): Promise<Books> => {
  const ours = await ordersOf(till)
  const listed = await till.listed()
  const excused = new Set([...late, ...listed.map(({ total }) => total)])
  const settled = new Map(ours.filter(({ status }) => status === '2').map((one) => [one.setlId, one]))
  const flagged = new Map(ours.filter(({ status }) => status === '6').map((one) => [one.setlId, one]))
  const book = await standing(till)
  const theirs = new Map(book.map((row) => [row.setl_id, row]))
  const amounts = tally(book.map(({ medfee_sumamt }) => medfee_sumamt))
  return {
    onlyCentre: book
      .filter(
        ({ setl_id, medfee_sumamt }) => !settled.has(setl_id) && !flagged.has(setl_id) && !excused.has(medfee_sumamt),
      )
      .map(({ medfee_sumamt }) => medfee_sumamt),
    onlyOurs: [...settled, ...flagged].filter(([setlId]) => !theirs.has(setlId ?? '')).map(([, { total }]) => total),
    doubled: Object.keys(amounts).filter((amount) => amounts[amount]! > 1),
    differing: [...settled.values()]
      .filter(({ setlId, total, fundTotal, account, cash }) => {
        const row = theirs.get(setlId ?? '')
        const money = [row?.medfee_sumamt, row?.fund_pay_sumamt, row?.acct_pay, row?.psn_cash_pay]
        return row && String([total, fundTotal, account, cash]) !== String(money)
      })
      .map(({ total }) => total),
  }
}

type Difference = ResultOf<typeof reconciliation.diffPaged>['items'][number]

/** 对总账, then 对明细 once for every clearing organisation and type that has an unequal group; answers the day's groups. */
const runDay = async (till: Till, day: string): Promise<string[]> => {
  const { groups } = await till.insist(() => till.client.send(reconciliation.total, { day, force: true }))
  const unfinished = groups.filter(({ state }) => !['2', '3', '4'].includes(state))
  if (unfinished.length) throw new Error(`not reconciled: ${JSON.stringify(unfinished)}`)
  const unequal = groups.filter(({ state }) => state === '3')
  const files = new Map(unequal.map(({ id, clrOptins, clrType }) => [`${clrOptins} ${clrType}`, id]))
  for (const groupId of files.values()) await till.insist(() => till.client.send(reconciliation.detail, { groupId }))
  return groups.map(({ id }) => id)
}

/** Runs the product's own reconciliation twice: what it repaired by itself the first time must be equal the second time. */
export const reconcile = async (till: Till, days: readonly string[]): Promise<Reconciled> => {
  const before = new Set((await till.listed()).map(({ id }) => id))
  const found: Difference[] = []
  for (const day of days) {
    await runDay(till, day)
    for (const groupId of await runDay(till, day))
      found.push(
        ...(await till.all((page) => till.client.send(reconciliation.diffPaged, { groupId, page, pageSize: 100 }))),
      )
  }
  const remaining = found.filter(({ handledBy }) => !handledBy)
  const words = (one: Difference) => `${one.class}: ${one.evidence.join('；')}`
  return {
    repaired: tally(found.flatMap((one) => (one.handledBy ? [one.class] : []))),
    remaining: tally(remaining.map((one) => one.class)),
    unlisted: remaining.filter(({ orderId }) => !before.has(orderId ?? '')).map(words),
  }
}

/** The business days the storm may have touched: two when it went on past midnight. */
export const daysSince = (begin: number): string[] => [...new Set([formatDay(new Date(begin)), formatDay(new Date())])]
