import { department } from '@yibao/shared/calls/staff.ts'
import { act, defineList, hiddenColumns, type RowOf } from '../../kit/index.ts'
import { ofAllStores } from '../../organisation/all-stores.ts'
import { OpenStoreFilter, StoreFilter } from '../../organisation/store-filter.tsx'

type Row = RowOf<typeof department.paged>
const states = {
  draft: 'warn',
  changed: 'warn',
  uploaded: 'good',
  refused: 'harm',
  unknown: 'harm',
  withdrawn: 'off',
} as const
const about = ['name', 'category', 'head', 'phone', 'intro', 'establishedOn', 'beginDay', 'endDay'] as const
const counts = ['pharmacists', 'doctors', 'nurses', 'technicians', 'beds', 'insuredBeds'] as const
const fields = [...about, ...counts, 'services', 'memo'] as const
const toSend = ({ state }: Row) => state !== 'uploaded'
const inputs = { storeId: OpenStoreFilter }
const ofRow = ({ id }: Row) => ({ id })

/** 科室: the stores' departments beside what their centres hold of them (3401-3403, 5101; domain.md 8.4). */
export default defineList({
  tableId: 'department',
  call: department.paged,
  empty: '还没有科室。按「从中心取」取得，或按「新增科室」添加',
  filters: ['keyword', 'category', 'state', { key: 'storeId', input: StoreFilter }],
  columns: [
    { key: 'code', width: 100, sort: true },
    { key: 'name', width: 130, sort: true },
    { key: 'category', width: 110 },
    { key: 'head', width: 90 },
    { key: 'storeName', width: 150, sort: true },
    { key: 'pharmacists', width: 80 },
    { key: 'state', width: 125, sort: true, tones: states },
    { key: 'uploadedAt', width: 115, sort: true },
    ...hiddenColumns({ phone: 130, doctors: 80, nurses: 80, technicians: 80, beds: 80, insuredBeds: 80, message: 220 }),
    ...hiddenColumns({ beginDay: 105, endDay: 105, establishedOn: 105, intro: 200, services: 200, memo: 160 }),
    { key: 'changedAt', width: 115, hidden: true, sort: true },
  ],
  actions: [
    act({
      key: 'add',
      text: '新增科室',
      primary: true,
      call: department.add,
      form: {
        wide: true,
        fields: ['code', ...fields, 'storeId'],
        initial: () => ({ doctors: 0, nurses: 0, technicians: 0, beds: 0, insuredBeds: 0 }),
        intro: '先保存在本地，核对后按「上报」送到医保中心。',
        inputs,
      },
      done: '科室已新增，请上报',
    }),
    act({
      key: 'uploadAll',
      text: '全部上报',
      call: department.uploadAll,
      form: {
        title: '上报科室',
        fields: ['storeId'],
        intro: ofAllStores('把还没有上报或改过的科室逐个送到医保中心（3401、3402）。'),
        inputs,
        okText: '开始上报',
        cancelText: '不上报',
      },
      progress: '上报科室',
    }),
    act({
      key: 'sync',
      text: '从中心取',
      call: department.sync,
      form: {
        title: '从中心取科室',
        fields: ['storeId'],
        intro: ofAllStores('向医保中心查询登记的科室（5101），加入列表并标出中心已没有的；本地改过还没有上报的保留。'),
        inputs,
        okText: '开始取',
        cancelText: '不取',
      },
      progress: '从中心取科室',
    }),
  ],
  rowActions: [
    act({
      key: 'upload',
      text: '上报',
      call: department.upload,
      shown: toSend,
      input: ofRow,
      done: '科室已上报',
    }),
    act({
      key: 'edit',
      text: '编辑',
      call: department.update,
      input: ofRow,
      form: {
        wide: true,
        title: ({ name, message }: Row) => `编辑「${name}」${message && `：${message}`}`,
        fields,
        initial: (row: Row) => ({ ...row }),
      },
      done: '科室已修改，请上报',
    }),
    act({
      key: 'revoke',
      text: '撤销',
      danger: true,
      call: department.revoke,
      input: ({ id, known }: Row) => ({ id, known }),
      confirm: ({ name, state, known }: Row) => ({
        title: `撤销「${name}」`,
        okText: '撤销科室',
        tips:
          state === 'unknown'
            ? '上一次的结果未知：先向医保中心查询，中心有则撤销，没有则从本地删除，不能恢复。'
            : known
              ? '向医保中心撤销（3403）。以后要用须重新上报。'
              : '中心没有这个科室，只从本地删除，不能恢复。',
      }),
      done: '科室已撤销',
    }),
  ],
})
