import { catalogueMenu as calls } from '@yibao/shared/calls/catalogue-menu.ts'
import { importMatches } from '../../catalogue/import-matches.ts'
import { OwnItemSelect } from '../../catalogue/own-item-select.tsx'
import { versionsAction } from '../../catalogue/versions.tsx'
import { act, defineList, hiddenColumns, moreFilters, type RowOf } from '../../kit/index.ts'
import { OpenStoreFilter } from '../../organisation/store-filter.tsx'
import { EntryDetail } from './drug-menu/detail.tsx'
import { downloads } from './drug-menu/downloads.ts'

type Row = RowOf<typeof calls.getItemDirectoryByPage>
const local = ({ source }: Row) => source === 'local'
const editable = ['name', 'brand', 'dosageForm', 'spec', 'unit', 'producer', 'aprvno', 'limitText'] as const
type Query = (typeof calls)[`medicalInsuranceCatalog${'FixedPrice' | 'OwnExpenseRatio'}InfoQuery`]
const ask = (key: string, text: string, call: Query, done: string) =>
  act({ key, text, call, input: ({ code }: Row) => ({ code }), done })

/** 药品目录: the centre's drugs, services and materials with caps, shares and mapped items (domain.md 8.5). */
export default defineList({
  tableId: 'drug-menu',
  call: calls.getItemDirectoryByPage,
  exportAs: 'catalogue.getItemDirectoryByPage',
  empty: '没有符合条件的目录。还没有下载过请按「下载更新」，否则放宽条件',
  initial: () => ({ kind: '1301' as const }),
  filters: [
    { key: 'keyword', title: '查找', placeholder: '名称/拼音/编码' },
    'kind',
    'mapping',
    'validity',
    ...moreFilters('level', 'listType', 'producer', 'aprvno', 'limited', 'negotiated', 'source', 'version'),
  ],
  columns: [
    { key: 'code', width: 201, sort: true },
    { key: 'name', width: 142, sort: true },
    { key: 'pack', width: 104 },
    { key: 'producer', width: 132, sort: true },
    { key: 'level', width: 60 },
    { key: 'selfPayRatio', width: 75 },
    { key: 'priceCap', width: 75 },
    { key: 'mapped', width: 110 },
    { key: 'valid', width: 75, tones: { true: 'good', false: 'harm' } },
    ...hiddenColumns({ kind: 110, listType: 100, brand: 120, dosageForm: 90, spec: 110, unit: 60, aprvno: 140 }),
    ...hiddenColumns({ limited: 80, limitText: 180, negotiated: 70, otc: 110, beginDay: 105, endDay: 105 }),
    { key: 'version', width: 150, hidden: true, sort: true },
    { key: 'source', width: 70, hidden: true, tones: { local: 'action' } },
  ],
  detail: ({ row, onClose }) => <EntryDetail input={{ id: row.id }} onClose={onClose} />,
  actions: [
    ...downloads,
    importMatches('DrugMenu'),
    versionsAction(calls.getMaxVersionInfo),
    act({
      key: 'add',
      text: '新增本地目录',
      call: calls.addCatalogue,
      form: {
        wide: true,
        fields: ['kind', 'code', ...editable],
        intro: '中心还没有下发的目录可以先在本地补上；中心下发同一编码后以中心为准。',
      },
      done: '本地目录已新增',
    }),
  ],
  actionsWidth: 115,
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
        inputs: { ownCode: OwnItemSelect, storeId: OpenStoreFilter },
        intro: '上报医保中心（3301）后，这个商品按此国家码结算。',
        okText: '上报对照',
        cancelText: '不上报',
      },
      done: '对照已上报',
    }),
    act({
      key: 'unmatch',
      text: '撤销对照',
      danger: true,
      call: calls.unmatchItem,
      shown: ({ mapped }: Row) => mapped !== '',
      input: ({ code }: Row) => ({ nationalCode: code }),
      form: {
        title: ({ code, name }: Row) => `撤销到「${code} ${name}」的对照`,
        fields: ['ownCode', 'storeId'],
        // Each of them is named by its code first.
        initial: ({ mapped }: Row) => (mapped.includes('、') ? {} : { ownCode: mapped.split(' ')[0] }),
        inputs: { ownCode: OwnItemSelect, storeId: OpenStoreFilter },
        intro: ({ mapped }: Row) =>
          `已对照：${mapped}。向医保中心撤销一家门店的对照（3302）；公司在本区划的门店都撤销后，这个商品全部自费，直到重新对照。`,
        okText: '撤销对照',
        cancelText: '不撤销',
      },
      done: '对照已撤销',
    }),
    ask('cap', '查中心限价', calls.medicalInsuranceCatalogFixedPriceInfoQuery, '限价已按中心最新数据更新'),
    ask(
      'share',
      '查中心自付比例',
      calls.medicalInsuranceCatalogOwnExpenseRatioInfoQuery,
      '自付比例已按中心最新数据更新',
    ),
    act({
      key: 'edit',
      text: '编辑',
      call: calls.updateCatalogue,
      shown: local,
      input: ({ id }: Row) => ({ id }),
      form: {
        wide: true,
        title: ({ name }: Row) => `编辑「${name}」`,
        fields: editable,
        initial: (row: Row) => ({ ...row }),
      },
      done: '本地目录已修改',
    }),
    act({
      key: 'remove',
      text: '删除',
      danger: true,
      call: calls.delCatalogue,
      shown: local,
      disabled: ({ mapped }: Row) => (mapped ? `${mapped} 对照到它，请先撤销对照` : undefined),
      input: ({ id }: Row) => ({ id }),
      confirm: ({ name }: Row) => ({ title: `删除「${name}」`, tips: '本地新增的目录删除后不能恢复。' }),
      done: '本地目录已删除',
    }),
  ],
})
