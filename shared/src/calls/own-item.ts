import { get, pageOf, paging, post } from '../call.ts'
import { ownItemForm, ownItemRow } from '../entities/own-item.ts'
import { choice, code, note, optional } from '../field.ts'

const menu = 'MenuDiff'
const area = { medicalAreaCode: optional(code('区划', { max: 6 })) }

/** `companyId` where the asker has stores of several companies in the area. */
const input = { ...ownItemForm, ...area, companyId: optional(code('公司编号', { max: 40 })) }

/** What a company sells in an area: the items beside which the catalogue is held (/menu-manager/menu-diff). */
export const ownItem = {
  paged: get('/api/OwnItem/Paged', {
    title: '商品',
    menu: [menu, 'DrugMenu'],
    scope: 'store',
    input: {
      ...paging,
      ...area,
      keyword: optional(note('名称/首字母/编码/条形码', { max: 60 })),
      mapping: optional(choice('对照', { mapped: '已对照', unmapped: '未对照' })),
      state: optional(choice('状态', { onSale: '在售', stopped: '停售' })),
    },
    result: pageOf(ownItemRow),
  }),
  /** Refuses a code that the company has in the area. */
  add: post('/api/OwnItem/Add', {
    title: '新增商品',
    menu,
    button: 'add',
    scope: 'store',
    audit: { action: '新增商品', record: ['ownCode', 'name', 'price', 'prescription', 'medicalAreaCode'] },
    input,
    result: ownItemRow,
  }),
  /** What is there under the code: every field as it is given, empty ones emptied. */
  save: post('/api/OwnItem/Save', {
    title: '保存商品',
    menu,
    button: 'add',
    scope: 'store',
    audit: { action: '保存商品', record: ['ownCode', 'name', 'price', 'prescription', 'stopped', 'medicalAreaCode'] },
    input,
    result: ownItemRow,
  }),
}
