import { code, day, flag, group, note, optional, price, ratio, text } from '../field.ts'

/** Goods of the shop as its counter sells them. */
export const counterItem = group('药品', {
  ownCode: code('商品编码'),
  barCode: note('条码'),
  nationalCode: note('国家码'),
  name: text('名称'),
  spec: note('规格'),
  dosageForm: note('剂型'),
  producer: note('厂家'),
  unit: note('单位'),
  initials: note('拼音首字母'),
  price: price('单价'),
  itemClass: note('等级'),
  selfPayRatio: optional(ratio('自付比例')),
  priceCap: optional(price('限价')),
  prescription: flag('处方药'),
  mapped: flag('已对照'),
  /** It has a national code that this store has not told its centre (3301): all own pay until then. */
  unreported: optional(flag('本店未上报')),
  traceRequired: flag('需要追溯码'),
  /** The lot that this store sold last, as a suggestion. */
  lastLot: optional(
    group('上次批号', {
      lot: code('批号', { max: 30 }),
      madeOn: optional(day('生产日期')),
      expiresOn: optional(day('有效期至')),
    }),
  ),
})
