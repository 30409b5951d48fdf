import { code, flag, group, note, optional, price, text } from '../field.ts'

/** What a company sells in an area, as its own books have it. */
export const ownItemForm = {
  ownCode: code('商品编码', { max: 30 }),
  name: text('商品名称', { max: 100 }),
  /** Per unit of sale, up to 6 decimals. */
  price: price('零售价'),
  barCode: optional(code('条形码', { max: 30 })),
  spec: optional(note('规格', { max: 60 })),
  dosageForm: optional(note('剂型', { max: 60 })),
  unit: optional(note('单位', { max: 20 })),
  producer: optional(note('生产企业', { max: 60 })),
  prescription: optional(flag('处方药')),
  stopped: optional(flag('停售')),
}

/** Columns of the sheet that brings items in; a national code waits to be told to the centre (3301). */
export const ownItemSheet = {
  ...ownItemForm,
  nationalCode: optional(code('国家码', { max: 30 })),
  companyId: optional(code('公司编号', { max: 40 })),
}

/** An item in the list of what is sold. */
export const ownItemRow = group('商品', {
  companyId: code('公司编号'),
  ownCode: ownItemForm.ownCode,
  name: ownItemForm.name,
  price: ownItemForm.price,
  barCode: note('条形码'),
  spec: note('规格'),
  dosageForm: note('剂型'),
  unit: note('单位'),
  producer: note('生产企业'),
  prescription: flag('处方药'),
  stopped: flag('停售'),
  nationalCode: note('国家码'),
})
