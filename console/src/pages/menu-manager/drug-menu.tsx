import { catalogueMenu as calls } from '@yibao/shared/calls/catalogue.ts'
import { EntrySelect } from '../../catalogue/entry-select.tsx'
import { versionsAction, watched } from '../../catalogue/versions.tsx'
import { act, defineList, type RowOf } from '../../kit/index.ts'
import { StoreFilter } from '../../organisation/store-filter.tsx'
import { EntryDetail } from './drug-menu/detail.tsx'

type Row = RowOf<typeof calls.getItemDirectoryByPage>
const local = ({ source }: Row) => source === 'local'
const editable = ['name', 'brand', 'dosageForm', 'spec', 'unit', 'producer', 'aprvno', 'limitText'] as const

/** 药品目录: the centre's drugs, services and materials with caps, shares and mapped items (domain.md 8.5). */
export default defineList({
  tableId: 'drug-menu',
  call: calls.getItemDirectoryByPage,
  exportAs: 'catalogue.getItemDirectoryByPage',
  empty: '没有符合条件的目录。还没有下载过请按「下载更新」，否则放宽条件',
  filters: [
    { key: 'keyword', placeholder: '名称、首字母或国家码' },
    'kind',
    'mapping',
    'validity',
    { key: 'level', more: true },
    { key: 'listType', more: true },
    { key: 'producer', more: true },
    { key: 'aprvno', more: true },
    { key: 'limited', more: true },
    { key: 'negotiated', more: true },
    { key: 'source', more: true },
    { key: 'version', more: true },
  ],
  columns: [
    { key: 'code', width: 215, sort: true },
    { key: 'name', width: 170, sort: true },
    { key: 'pack', width: 120 },
    { key: 'producer', width: 170, sort: true },
    { key: 'level', width: 60 },
    { key: 'selfPayRatio', width: 75 },
    { key: 'priceCap', width: 80 },
    { key: 'mapped', width: 140 },
    { key: 'valid', width: 75, tones: { true: 'good', false: 'harm' } },
    { key: 'kind', width: 110, hidden: true },
    { key: 'listType', width: 100, hidden: true },
    { key: 'brand', width: 120, hidden: true },
    { key: 'dosageForm', width: 90, hidden: true },
    { key: 'spec', width: 110, hidden: true },
    { key: 'unit', width: 60, hidden: true },
    { key: 'aprvno', width: 140, hidden: true },
    { key: 'limited', width: 80, hidden: true },
    { key: 'limitText', width: 180, hidden: true },
    { key: 'negotiated', width: 70, hidden: true },
    { key: 'otc', width: 110, hidden: true },
    { key: 'beginDay', width: 105, hidden: true },
    { key: 'endDay', width: 105, hidden: true },
    { key: 'version', width: 150, hidden: true, sort: true },
    { key: 'source', width: 70, hidden: true, tones: { local: 'action' } },
  ],
  detail: ({ row, onClose }) => <EntryDetail input={{ id: row.id }} onClose={onClose} />,
  actions: [
    act({
      key: 'download',
      text: '下载更新',
      primary: true,
      call: calls.downloadCatalogue,
      confirm: () => ({
        title: '下载目录更新',
        tips: '从医保中心下载各类目录自本地版本以来的新增和变化（1301-1306、1312-1319）。本地新增的行保留。可以随时关闭，下载在后台继续。',
        okText: '开始下载',
      }),
      after: watched('下载目录'),
    }),
    act({
      key: 'downloadBySize',
      text: '分批下载',
      call: calls.downloadCatalogueBySize,
      form: {
        fields: ['kind', 'size'],
        initial: () => ({ kind: '1301', size: 50_000 }),
        intro: '先下载这么多行；再次下载从断点继续。网络慢或目录很大时使用。',
        okText: '开始下载',
        cancelText: '不下载',
      },
      after: watched('分批下载'),
    }),
    act({
      key: 'downloadEcRx',
      text: '下载处方目录',
      call: calls.downloadEcRxCatalogueBySize,
      form: { fields: ['size'], initial: () => ({ size: 50_000 }), okText: '开始下载', cancelText: '不下载' },
      after: watched('下载电子处方目录'),
    }),
    versionsAction(calls.getMaxVersionInfo),
    act({
      key: 'add',
      text: '新增本地目录',
      call: calls.addCatalogue,
      form: {
        fields: ['kind', 'code', ...editable],
        intro: '中心还没有下发的目录可以先在本地补上；中心下发同一编码后以中心为准。',
      },
      done: '本地目录已新增',
    }),
  ],
  rowActions: [
    act({
      key: 'match',
      text: '对照',
      call: calls.matchItem,
      shown: ({ valid }: Row) => valid,
      input: ({ code }: Row) => ({ nationalCode: code }),
      form: {
        title: ({ code, name }: Row) => `把商品对照到「${code} ${name}」`,
        fields: ['ownCode', 'storeId'],
        inputs: { storeId: StoreFilter, nationalCode: EntrySelect },
        intro: '上报医保中心（3301）后，这个商品按此国家码结算。',
        okText: '上报对照',
        cancelText: '不上报',
      },
      done: '对照已上报',
    }),
    act({
      key: 'cap',
      text: '查中心限价',
      call: calls.medicalInsuranceCatalogFixedPriceInfoQuery,
      input: ({ code }: Row) => ({ code }),
      done: '限价已按中心最新数据更新',
    }),
    act({
      key: 'share',
      text: '查中心自付比例',
      call: calls.medicalInsuranceCatalogOwnExpenseRatioInfoQuery,
      input: ({ code }: Row) => ({ code }),
      done: '自付比例已按中心最新数据更新',
    }),
    act({
      key: 'edit',
      text: '编辑',
      call: calls.updateCatalogue,
      shown: local,
      input: ({ id }: Row) => ({ id }),
      form: { title: ({ name }: Row) => `编辑「${name}」`, fields: editable, initial: (row: Row) => ({ ...row }) },
      done: '本地目录已修改',
    }),
    act({
      key: 'remove',
      text: '删除',
      danger: true,
      call: calls.delCatalogue,
      shown: local,
      input: ({ id }: Row) => ({ id }),
      confirm: ({ name }: Row) => ({ title: `删除「${name}」`, tips: '本地新增的目录删除后不能恢复。' }),
      done: '本地目录已删除',
    }),
  ],
})
