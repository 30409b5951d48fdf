import type { InputOf } from '@yibao/shared/call.ts'
import { catalogueMenu } from '@yibao/shared/calls/catalogue-menu.ts'
import { ownItem } from '@yibao/shared/calls/own-item.ts'
import { ownItemRow } from '@yibao/shared/entities/own-item.ts'
import { id } from '@yibao/shared/field.ts'
import { callServer } from '../../../api/index.ts'
import { ui } from '../../../api/ui.ts'
import { EntrySelect } from '../../../catalogue/entry-select.tsx'
import type { Shape } from '../../../kit/fields.ts'
import { type Action, act, needOf, type RowOf } from '../../../kit/index.ts'
import { exportSheet } from '../../../kit/list/export/export-sheet.ts'
import { OpenStoreFilter } from '../../../organisation/store-filter.tsx'
import { hasStore } from '../../../state/me.ts'
import { importItems } from './import-items.ts'

export type OwnItem = RowOf<typeof ownItem.paged>
type Matched = InputOf<typeof catalogueMenu.matchItem>
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

const { nationalCode } = catalogueMenu.matchItem.input.shape

/** An administrator says of which store; an operator has but one. */
const ofStore = (): Shape => (hasStore() ? {} : { storeId: id('门店') })
const whose = () => (hasStore() ? '本店' : '所选门店')

/** 3301 and 3302 of an item that no difference is shown of: what was mapped to the wrong code looks right to a comparison. */
const mappingActions: Action<OwnItem>[] = [
  {
    key: 'matchItem',
    text: '对照',
    need: needOf(catalogueMenu.matchItem),
    shown: ({ nationalCode: code, stopped }) => !code && !stopped,
    run: async ({ ownCode, name, spec, producer }, { dialogs }) => {
      await dialogs.form({
        title: `给「${ownCode} ${name} ${spec}」选择国家码`,
        intro: `上报医保中心（3301）后，${whose()}按所选国家码结算这个商品。${producer && `商品的厂家：${producer}。`}`,
        shape: { nationalCode, ...ofStore() },
        inputs: { nationalCode: EntrySelect, storeId: OpenStoreFilter },
        okText: '上报对照',
        cancelText: '不上报',
        submit: async (values) => {
          await callServer(catalogueMenu.matchItem, { ownCode, ...values } as Matched)
          ui().success('对照已上报')
        },
      })
    },
  },
  {
    key: 'unmatchItem',
    text: '撤销对照',
    danger: true,
    need: needOf(catalogueMenu.unmatchItem),
    shown: ({ nationalCode: code }) => code !== '',
    run: async ({ ownCode, name, nationalCode: code }, { dialogs }) => {
      await dialogs.form({
        title: `撤销「${ownCode} ${name}」的对照`,
        intro: `向医保中心撤销${whose()}的国家码 ${code}（3302）。公司在本区划的门店都撤销后，这个商品全部自费，直到重新对照。`,
        shape: ofStore(),
        inputs: { storeId: OpenStoreFilter },
        okText: '撤销对照',
        cancelText: '不撤销',
        danger: true,
        submit: async (values) => {
          await callServer(catalogueMenu.unmatchItem, { ownCode, ...values })
          ui().success('对照已撤销')
        },
      })
    },
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
  ...mappingActions,
]
