import { organ } from '@yibao/shared/calls/organ.ts'
import { act, defineTree, hiddenColumns, moreFilters } from '../../kit/index.ts'
import { nodesOf, organOfKey } from '../../permission/user-tree.ts'
import { organFields, organInputs, rowActions } from './data/row-actions.tsx'

const stateTones = { open: 'good', closed: 'off' } as const

/** 门店数据: the stores of the chains, beside company, area and store (domain.md 8.3; routeKey 3). */
export default defineTree({
  title: '公司与门店',
  call: organ.getStoreTree,
  nodes: ({ nodes }) => nodesOf(nodes),
  empty: '还没有门店',
  list: {
    tableId: 'store-data',
    call: organ.pullOrgans,
    exportAs: 'organ.pullOrgans',
    empty: '没有符合条件的门店。按「新增门店」添加，或放宽条件',
    fixed: organOfKey,
    filters: ['keyword', 'state', ...moreFilters('online', 'signedIn', 'contract')],
    columns: [
      { key: 'name', width: 150, sort: true },
      { key: 'erpStoreNo', width: 95 },
      { key: 'fixmedinsCode', width: 120, sort: true },
      { key: 'areaName', width: 75 },
      { key: 'online', width: 95, tones: { true: 'good', false: 'harm' } },
      { key: 'signedIn', width: 80, tones: { true: 'good', false: 'warn' } },
      { key: 'users', width: 65 },
      { key: 'state', width: 80, tones: stateTones },
      ...hiddenColumns({ companyName: 150, fixmedinsName: 180, address: 200, contact: 90, phone: 130 }),
      ...hiddenColumns({ hospLevel: 90, uscc: 170, contractFrom: 105, clients: 80 }),
      { key: 'contractTo', width: 105, hidden: true, sort: true },
    ],
    actions: [
      act({
        key: 'add',
        text: '新增门店',
        primary: true,
        call: organ.createOrgan,
        form: {
          wide: true,
          fields: organFields,
          initial: (_, { node }) => organOfKey(node),
          intro: '机构编码是医保中心给的 12 位编码；有过医保订单后不能再改。',
          inputs: organInputs,
        },
        done: '门店已新增',
      }),
      {
        key: 'import',
        text: '导入',
        need: { menuCode: 'StoreData', buttonCode: 'import' },
        run: async (_, tools) => (await import('./data/import-stores.ts')).importStores(tools),
      },
    ],
    rowActions,
    actionsWidth: 125,
  },
})
