import type { InputOf } from '@yibao/shared/call.ts'
import { ownItem } from '@yibao/shared/calls/own-item.ts'
import { ownItemRow } from '@yibao/shared/entities/own-item.ts'
import { type Action, act, type RowOf } from '../../../kit/index.ts'
import { exportSheet } from '../../../kit/list/export-sheet.ts'
import { importItems } from './import-items.ts'

export type OwnItem = RowOf<typeof ownItem.paged>
export type Question = InputOf<typeof ownItem.paged>

const fields = [
  'name',
  'price',
  'barCode',
  'spec',
  'dosageForm',
  'unit',
  'producer',
  'prescription',
  'stopped',
] as const

/** Above the list of items. */
export const itemActions: Action<Question>[] = [
  act({
    key: 'addItem',
    text: '新增商品',
    primary: true,
    call: ownItem.add,
    form: {
      fields: ['ownCode', ...fields, 'companyId'],
      wide: true,
      intro: '当前账号管理多家公司的门店时，须填写公司编号。',
    },
    done: '商品已新增',
  }),
  importItems,
  {
    key: 'exportItems',
    text: '导出商品',
    need: { menuCode: 'MenuDiff', buttonCode: 'export' },
    run: (input, { dialogs }) =>
      exportSheet({ call: 'ownItem.paged', input, columns: Object.keys(ownItemRow.shape), title: '商品' }, dialogs),
  },
]

/** On an item. */
export const itemRowActions: Action<OwnItem>[] = [
  act({
    key: 'editItem',
    text: '修改',
    call: ownItem.save,
    input: ({ companyId, ownCode }: OwnItem) => ({ companyId, ownCode }),
    form: {
      title: ({ ownCode, name }) => `修改商品「${ownCode} ${name}」`,
      intro: '对本公司在这个区划的全部门店生效，已结算的订单不变。',
      fields,
      initial: (row) => row,
      wide: true,
    },
    done: '商品已保存',
  }),
]
