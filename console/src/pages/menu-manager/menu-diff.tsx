import { catalogueMenu } from '@yibao/shared/calls/catalogue-menu.ts'
import { menuDiff } from '@yibao/shared/calls/menu-diff.ts'
import { diffTones } from '../../catalogue/handled.ts'
import { importMatches } from '../../catalogue/import-matches.ts'
import { act, defineList, hiddenColumns, late } from '../../kit/index.ts'
import { ofAllStores } from '../../organisation/all-stores.ts'
import { OpenStoreFilter, StoreFilter } from '../../organisation/store-filter.tsx'
import { batchActions, rowActions } from './menu-diff/actions.tsx'
import { DiffDetail } from './menu-diff/detail.tsx'
import { importItems } from './menu-diff/import-items.ts'
import { AskedStock, openStock } from './menu-diff/open-stock.tsx'

const OwnItems = late(async () => ({ default: (await import('./menu-diff/own-items.tsx')).OwnItems }))

/** 目录差异: a store's items beside the national catalogue (domain.md 8.5; routeKeys 6 and 7). */
export default defineList({
  tableId: 'menu-diff',
  call: menuDiff.paged,
  exportAs: 'menuDiff.paged',
  empty: '没有差异。还没有商品请先在「商品」中导入，还没有比对过请按「重新比对」，否则放宽条件',
  initial: () => ({ state: 'open' as const }),
  filters: [
    'keyword',
    'type',
    'state',
    { key: 'listType', more: true },
    { key: 'storeId', more: true, input: StoreFilter },
  ],
  columns: [
    { key: 'storeName', width: 122, sort: true },
    { key: 'ownCode', width: 80, sort: true },
    { key: 'ownName', width: 108 },
    { key: 'ownSpec', width: 90 },
    { key: 'type', width: 125, sort: true, tones: diffTones },
    { key: 'code', width: 195 },
    { key: 'name', width: 105 },
    { key: 'spec', width: 90 },
    { key: 'similarity', width: 90, hidden: true, sort: true },
    ...hiddenColumns({ ownPrice: 90, cap: 80, ownProducer: 150, producer: 150, note: 220 }),
    { key: 'foundAt', width: 110, hidden: true, sort: true },
    ...hiddenColumns({ state: 80, handledBy: 90 }),
  ],
  header: AskedStock,
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
      progress: '比对目录',
    }),
    {
      key: 'items',
      text: '商品',
      run: (_, { dialogs }) => dialogs.open<void>((done) => <OwnItems dialogs={dialogs} onClose={() => done()} />),
    },
    {
      key: 'stock',
      text: '进销存',
      run: (_, { dialogs }) => openStock(dialogs),
    },
    importItems,
    importMatches('MenuDiff'),
    act({
      key: 'send',
      text: '上报未完成的对照',
      call: catalogueMenu.importMatches,
      input: () => ({ refused: true }),
      confirm: () => ({
        title: '上报未完成的对照',
        tips: '上报导入后还没有上报的对照，并再次上报医保中心拒绝过的。商品已对照别的国家码的，不再上报。',
        okText: '上报',
      }),
      progress: '上报导入的对照',
    }),
    act({
      key: 'resend',
      text: '重新上报全部对照',
      call: catalogueMenu.resendMatches,
      form: {
        fields: ['storeId'],
        inputs: { storeId: OpenStoreFilter },
        intro: ofAllStores(
          '把门店全部已对照的商品重新上报医保中心（3301），已上报过的也再报一次，用于中心换了地址或新开的门店。',
        ),
        okText: '重新上报',
      },
      progress: '重新上报全部对照',
    }),
  ],
  batch: batchActions,
  rowActions,
  actionsWidth: 135,
})
