import type { menuDiff as calls } from '@yibao/shared/calls/menu-diff.ts'
import { formatDay } from '@yibao/shared/time.ts'
import type { Handlers } from '../../../call/mount.ts'
import { refuse } from '../../../call/refuse.ts'
import { areaOf } from '../../auth/area-of.ts'
import { announce } from '../../message/announce.ts'
import { handleDiffs } from './handle.ts'
import { recompute } from './recompute.ts'
import { diffRows, sumRows } from './rows.ts'

/** 目录差异 and its statistics (domain.md 8.5). */
export const menuDiffHandlers: Handlers<typeof calls> = {
  paged: (filters, c) => diffRows.page(c, filters),
  handle: handleDiffs,
  recompute: async ({ storeId }, c) => ({ progressId: await recompute(c, storeId) }),
  statistics: async (filters, c) => {
    if (filters.medicalAreaCode) await areaOf(c, filters.medicalAreaCode)
    return sumRows.page(c, filters)
  },
  remind: async ({ storeId }, c) => {
    c.scope.check(storeId)
    const [row] = (await sumRows.page(c, { storeId })).items
    if (!row) return refuse('not.found', { what: '这家门店' })
    const { storeName, unmapped, mappable, invalid, differing, overCap, rxUnmarked } = row
    c.keep({ target: storeName })
    await announce(c.deps, {
      // Once a day, however often the button is pressed.
      key: `menu-diff:${storeId}:${formatDay(c.now)}`,
      title: `请处理目录差异：${unmapped + mappable + invalid} 种商品需要对照`,
      content: `未对照 ${unmapped}，新增可对照 ${mappable}，对照失效 ${invalid}，名称或规格不符 ${differing}，价格超限 ${overCap}，处方药未标 ${rxUnmarked}。没有对照的商品结算时全部自费，请在目录差异中处理。`,
      type: 'dictionary',
      level: 'warning',
      stores: [storeId],
    })
    return null
  },
}
