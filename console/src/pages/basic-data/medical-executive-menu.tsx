import { insPractitioner } from '@yibao/shared/calls/staff.ts'
import { act, defineList, hiddenColumns, moreFilters } from '../../kit/index.ts'
import { ofAllStores } from '../../organisation/all-stores.ts'
import { OpenStoreFilter, StoreFilter } from '../../organisation/store-filter.tsx'
import { localPerson } from './medical-executive-menu/local-person.tsx'

const inputs = { storeId: OpenStoreFilter }

/** 医执人员目录: who the centres have registered at the stores (5102, domain.md 8.4). */
export default defineList({
  tableId: 'medical-executive-menu',
  call: insPractitioner.paged,
  exportAs: 'insPractitioner.paged',
  empty: '还没有医执人员。按「从中心同步」取得',
  filters: [
    'keyword',
    'category',
    { key: 'storeId', input: StoreFilter },
    ...moreFilters('certTail', 'insured', 'listed'),
  ],
  columns: [
    { key: 'code', width: 145, sort: true },
    { key: 'name', width: 100, sort: true },
    { key: 'category', width: 80, sort: true },
    { key: 'certNo', width: 145 },
    { key: 'from', width: 105, text: ({ from }) => from.slice(0, 10) || '--' },
    { key: 'storeName', width: 142, sort: true },
    { key: 'doctorName', width: 100 },
    { key: 'listed', width: 85, tones: { true: 'good', false: 'harm' } },
    { key: 'insured', width: 85, hidden: true, tones: { true: 'good' } },
    { key: 'until', width: 105, hidden: true, text: ({ until }) => until.slice(0, 10) || '--' },
    ...hiddenColumns({ practiceNo: 140, certificateNo: 140, ownNo: 100, changeReason: 160 }),
    { key: 'syncedAt', width: 120, hidden: true, sort: true },
  ],
  actions: [
    act({
      key: 'sync',
      text: '从中心同步',
      primary: true,
      call: insPractitioner.syncMedicalStaffs,
      form: {
        title: '从中心同步医执人员',
        fields: ['storeId'],
        intro: ofAllStores(
          '逐店查询中心登记的医师、护士、药师和医技人员（5102）。中心已不再列出的人员保留并标记为不在册。',
        ),
        inputs,
        okText: '开始同步',
        cancelText: '不同步',
      },
      progress: '同步医执人员',
    }),
    act({
      key: 'ask',
      text: '查一个人',
      call: insPractitioner.insPractitionerQueryByName,
      form: {
        fields: ['category', 'name', 'code', 'storeId'],
        initial: () => ({ category: '3' }),
        intro: '现在向医保中心查询，姓名和国家编码至少填一项。查到的人员加入列表。',
        inputs,
        okText: '查询',
        cancelText: '不查询',
      },
      after: (found, _, { dialogs }) =>
        dialogs.confirm({
          title: found.length ? `中心登记了 ${found.length} 人` : '中心没有登记这个人',
          tips: found.map(({ name, code }) => `${name} ${code}`).join('、') || '请核对姓名和编码，或请本人到中心登记。',
          okText: '知道了',
        }),
    }),
  ],
  rowActions: localPerson,
})
