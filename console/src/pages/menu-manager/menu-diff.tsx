import { catalogueMenu } from '@yibao/shared/calls/catalogue.ts'
import { menuDiff } from '@yibao/shared/calls/menu-diff.ts'
import { callServer } from '../../api/index.ts'
import { ui } from '../../api/ui.ts'
import { EntrySelect } from '../../catalogue/entry-select.tsx'
import { diffTones, handled } from '../../catalogue/handled.ts'
import { watched } from '../../catalogue/versions.tsx'
import { act, defineList, type RowOf } from '../../kit/index.ts'
import { StoreFilter } from '../../organisation/store-filter.tsx'
import { DiffDetail } from './menu-diff/detail.tsx'

type Row = RowOf<typeof menuDiff.paged>
const open = ({ state }: Row) => state === 'open'
const seeks = ({ type }: Row) => type === 'unmapped' || type === 'mappable' || type === 'invalid'
const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id)

/** 目录差异: a store's items beside the national catalogue (domain.md 8.5; routeKeys 6 and 7). */
export default defineList({
  tableId: 'menu-diff',
  call: menuDiff.paged,
  exportAs: 'menuDiff.paged',
  empty: '没有差异。还没有比对过请按「重新比对」，否则放宽条件',
  initial: () => ({ state: 'open' as const }),
  filters: [
    'keyword',
    'type',
    'state',
    { key: 'listType', more: true },
    { key: 'storeId', more: true, input: StoreFilter },
  ],
  columns: [
    { key: 'ownCode', width: 90, sort: true },
    { key: 'ownName', width: 150 },
    { key: 'ownSpec', width: 120 },
    { key: 'type', width: 130, sort: true, tones: diffTones },
    { key: 'code', width: 205 },
    { key: 'name', width: 150 },
    { key: 'spec', width: 120 },
    { key: 'similarity', width: 70, sort: true },
    { key: 'ownPrice', width: 90, hidden: true },
    { key: 'cap', width: 80, hidden: true },
    { key: 'ownProducer', width: 150, hidden: true },
    { key: 'producer', width: 150, hidden: true },
    { key: 'note', width: 220, hidden: true },
    { key: 'storeName', width: 150, hidden: true, sort: true },
    { key: 'foundAt', width: 110, hidden: true, sort: true },
    { key: 'state', width: 80, hidden: true },
    { key: 'handledBy', width: 90, hidden: true },
  ],
  detail: DiffDetail,
  actions: [
    act({
      key: 'recompute',
      text: '重新比对',
      primary: true,
      call: menuDiff.recompute,
      confirm: () => ({
        title: '重新比对目录',
        tips: '把商品与已下载的目录重新比对。已忽略而没有变化的差异保持忽略。',
        okText: '开始比对',
      }),
      after: watched('比对目录'),
    }),
    {
      key: 'import',
      text: '导入对照',
      need: [{ menuCode: 'MenuDiff', buttonCode: 'import' }],
      run: async (_, { dialogs, refetch }) => {
        if (!(await dialogs.upload({ importType: 'itemMapping', title: '导入商品对照' }))) return
        const { progressId } = await callServer(catalogueMenu.importMatches, {})
        await dialogs.progress({ title: '上报导入的对照', progressId })
        refetch()
      },
    },
    act({
      key: 'send',
      text: '上报未完成的对照',
      call: catalogueMenu.importMatches,
      after: watched('上报导入的对照'),
    }),
  ],
  batch: [
    act({
      key: 'acceptAll',
      text: '采纳建议',
      call: menuDiff.handle,
      input: (rows: readonly Row[]) => ({ ids: idsOf(rows), action: 'accept' as const }),
      confirm: (rows: readonly Row[]) => ({
        title: `采纳 ${rows.length} 行的建议`,
        tips: '每行按相似度最高的国家码上报医保中心（3301）。请先核对规格和厂家。',
      }),
      after: handled,
    }),
    act({
      key: 'ignoreAll',
      text: '忽略',
      call: menuDiff.handle,
      input: (rows: readonly Row[]) => ({ ids: idsOf(rows), action: 'ignore' as const }),
      after: () => ui().success('已忽略'),
    }),
  ],
  rowActions: [
    act({
      key: 'choose',
      text: '对照',
      call: menuDiff.handle,
      shown: (row: Row) => open(row) && seeks(row),
      input: ({ id }: Row) => ({ ids: [id], action: 'accept' as const }),
      form: {
        title: ({ ownName, ownSpec }: Row) => `给「${ownName} ${ownSpec}」选择国家码`,
        fields: ['nationalCode'],
        initial: ({ candidates }: Row) => ({ nationalCode: candidates[0]?.code }),
        inputs: { nationalCode: EntrySelect },
        intro: '上报医保中心（3301）后，这个商品按所选国家码结算。',
        okText: '上报对照',
        cancelText: '不上报',
      },
      after: handled,
    }),
    act({
      key: 'ignore',
      text: '忽略',
      call: menuDiff.handle,
      shown: open,
      input: ({ id }: Row) => ({ ids: [id], action: 'ignore' as const }),
      done: '已忽略',
    }),
    act({
      key: 'restore',
      text: '恢复',
      call: menuDiff.handle,
      shown: (row: Row) => !open(row),
      input: ({ id }: Row) => ({ ids: [id], action: 'restore' as const }),
      done: '已恢复为待处理',
    }),
    act({
      key: 'unmap',
      text: '撤销对照',
      danger: true,
      call: menuDiff.handle,
      shown: ({ mapped }: Row) => mapped,
      input: ({ id }: Row) => ({ ids: [id], action: 'unmap' as const }),
      confirm: ({ ownName, code }: Row) => ({
        title: `撤销「${ownName}」的对照`,
        tips: `向医保中心撤销国家码 ${code}（3302）。撤销后这个商品全部自费，直到重新对照。`,
      }),
      after: handled,
    }),
  ],
})
