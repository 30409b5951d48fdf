import type { InputOf } from '@yibao/shared/call.ts'
import { menuDiff } from '@yibao/shared/calls/menu-diff.ts'
import { act, defineList, type Matching, type RowOf } from '../../kit/index.ts'
import { allStores } from '../../organisation/all-stores.ts'
import { CompanySelect } from '../../organisation/company-select.tsx'
import { StoreFilter } from '../../organisation/store-filter.tsx'
import { go } from '../../state/go.ts'

type Row = RowOf<typeof menuDiff.statistics>
const storeOf = ({ storeId }: Row) => ({ storeId })
const openOf = ({ unmapped, mappable, invalid }: Row) => unmapped + mappable + invalid
const isBehind = (row: Row) => row.at !== undefined && openOf(row) > 0

const reminding = (whom: string) => ({
  title: `提醒 ${whom}处理目录差异`,
  tips: '给每家有待对照商品的门店的操作员发一条消息。同一天每家只发一条，新的提醒代替以前的。',
  okText: '发送提醒',
  cancelText: '不发送',
})
const remindAll = act({
  ...{ key: 'remindAll', text: '提醒', call: menuDiff.remindAll, progress: '提醒门店' },
  input: ({ input }: Matching) => {
    const { keyword, storeId, before, companyId } = input as InputOf<typeof menuDiff.statistics>
    return { keyword, storeId, before, companyId }
  },
  confirm: ({ total = 0 }: Matching) => reminding(`符合条件的 ${total} 家门店中有待对照商品的，`),
})

/** 目录差异统计: how well every store's items are mapped (domain.md 8.5). */
export default defineList({
  tableId: 'menu-diff-statistics',
  call: menuDiff.statistics,
  exportAs: 'menuDiff.statistics',
  rowKey: 'storeId',
  empty: '没有符合条件的门店',
  filters: [
    'keyword',
    { key: 'storeId', input: StoreFilter },
    'before',
    { key: 'companyId', more: true, input: CompanySelect },
  ],
  columns: [
    { key: 'storeName', width: 130, sort: true },
    { key: 'items', width: 90, sort: true },
    { key: 'mapped', width: 85, sort: true },
    { key: 'rate', width: 62 },
    { key: 'unmapped', width: 85, sort: true },
    { key: 'mappable', width: 102, sort: true },
    { key: 'invalid', width: 88, sort: true },
    { key: 'differing', width: 124, sort: true },
    { key: 'overCap', width: 88, sort: true },
    { key: 'at', width: 100, sort: true },
    { key: 'rxUnmarked', width: 100, sort: true, hidden: true },
    { key: 'areaCode', width: 80, hidden: true },
    { key: 'companyName', width: 150, hidden: true },
  ],
  onOpen: ({ storeId }) => go(`/menu-manager/menu-diff?${new URLSearchParams({ 'f.storeId': storeId })}`),
  actions: [
    act({
      key: 'recompute',
      text: '全部重新比对',
      primary: true,
      call: menuDiff.recompute,
      confirm: async () => {
        const { where = '', elsewhere = '' } = (await allStores()) ?? {}
        const tips = `把${where}每家门店的商品与已下载的目录重新比对。${elsewhere}可以随时关闭，比对在后台继续。`
        return { title: '重新比对全部门店', tips, okText: '开始比对' }
      },
      progress: '比对目录',
    }),
  ],
  batch: [
    act({
      key: 'remindMarked',
      text: '提醒',
      call: menuDiff.remindAll,
      disabled: (rows: readonly Row[]) => (rows.some(isBehind) ? undefined : '选中的门店没有待对照的商品'),
      input: (rows: readonly Row[]) => ({ storeIds: rows.filter(isBehind).map(({ storeId }) => storeId) }),
      confirm: (rows: readonly Row[]) => reminding(`${rows.filter(isBehind).length} 家门店`),
      progress: '提醒门店',
      runAll: remindAll.run,
    }),
  ],
  rowActions: [
    act({
      key: 'recomputeOne',
      text: '比对',
      call: menuDiff.recompute,
      input: storeOf,
      progress: '比对目录',
    }),
    act({
      key: 'remind',
      text: '提醒',
      call: menuDiff.remind,
      input: storeOf,
      disabled: ({ at }: Row) => (at ? undefined : '还没有比对过'),
      confirm: (row: Row) => ({
        title: `提醒「${row.storeName}」处理目录差异`,
        tips: `给门店的操作员发一条消息：${openOf(row)} 种商品需要对照。同一天只发一条，新的提醒代替以前的。`,
        okText: '发送提醒',
        cancelText: '不发送',
      }),
      done: '提醒已发送',
    }),
  ],
})
