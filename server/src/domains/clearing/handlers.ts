import type { clearScore as calls } from '@yibao/shared/calls/clear-score.ts'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import type { Handlers } from '../../call/mount.ts'
import { besideText } from '../auth/other-areas.ts'
import { storesOf } from '../reconciliation/month/run.ts'
import { isOver } from '../reconciliation/month/total.ts'
import { eachStore } from '../system/each-store.ts'
import { compareMonth } from './compare.ts'
import { confirm, refuseRows } from './confirm.ts'
import { extractStore } from './extract.ts'
import { clearingOf, findMonth, requireState, withMonth } from './month.ts'
import { monthsPage, pagedRows, shownMonth } from './months.ts'
import { resolve } from './resolve.ts'
import { rollback } from './rollback.ts'

interface Asked {
  month: string
  storeId?: string
}

/** The stores asked for, or all in reach whose area clears at all. */
const clearedStores = async (c: Context, { month, storeId }: Asked) => {
  const stores = await storesOf(c, month, storeId === undefined ? undefined : [storeId])
  const cleared = stores.filter(({ areaCode }) => c.services.centre.of(areaCode).profile.clearing !== 'none')
  return cleared.length ? cleared : refuse('clearing.none')
}

const extract = async (asked: Asked, c: Context) => {
  if (!isOver(asked.month, c.now)) return refuse('clearing.early')
  const stores = await clearedStores(c, asked)
  const done = (n: number) => `${n} 家门店已提取`
  return eachStore(
    c,
    stores,
    { name: '提取清分明细', of: asked.month, done, beside: await besideText(c, asked.storeId) },
    (shop, step) => extractStore(c, shop, asked.month, step),
  )
}

const compare = async (asked: Asked, c: Context) => {
  const stores = await clearedStores(c, asked)
  const done = (n: number) => `${n} 家门店已比对`
  return eachStore(
    c,
    stores,
    { name: '比对清分明细', of: asked.month, done, beside: await besideText(c, asked.storeId) },
    async (shop) => {
      clearingOf(c, shop)
      const known = await findMonth(c, shop, asked.month)
      if (!known) return { ok: true, text: '还没有提取' }
      await withMonth(c, known.id, async (one) => {
        requireState({ one, shop }, ['0', '2', '3', '4', '5', '6'], '比对', '请先按「提取明细」提取完')
        await compareMonth(c, shop, one, one.state === '6' ? { state: '6' } : {})
      })
      const { equal, differs, centreOnly, oursOnly } = await shownMonth(c, known.id)
      return { ok: true, text: `一致 ${equal}，不一致 ${differs}，仅中心 ${centreOnly}，仅本地 ${oursOnly}` }
    },
  )
}

export const clearScoreHandlers: Handlers<typeof calls> = {
  paged: (f, c) => pagedRows(c, f),
  months: (f, c) => monthsPage(c, f),
  extract,
  compare,
  confirm: (input, c) => confirm(c, input),
  refuse: (input, c) => refuseRows(c, input),
  resolve: async ({ id }, c) => {
    await resolve(c, id)
    return shownMonth(c, id)
  },
  rollback: async (input, c) => {
    await rollback(c, input)
    return shownMonth(c, input.id)
  },
}
