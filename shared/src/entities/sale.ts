import {
  choice,
  code,
  day,
  flag,
  group,
  id,
  integer,
  list,
  money,
  note,
  optional,
  price,
  quantity,
  text,
  time,
} from '../field.ts'
import { orderStatus } from './settlement.ts'

/** How one sold piece stands with the centre. `unknown`: the answer was lost, the next step makes it definite first. */
export const saleState = choice('上传状态', {
  waiting: '待上传',
  uploaded: '已上传',
  refused: '被拒',
  unknown: '结果未知',
  deleted: '已删除',
  needless: '不用上传',
})

/**
 * What of a row the program does by itself no more: it lacks something, or stayed unknown after every attempt (person), or
 * it was written while its store did not tell by itself, and nobody has to tell it (hand).
 */
export const saleNeeds = choice('待办', { person: '等人处理', hand: '不自动上传' })

/** Whether nothing of a piece is at the centre, or on its way there: it can still be completed. */
export const isUnsent = ({ state }: { state: string }): boolean => ['waiting', 'refused', 'deleted'].includes(state)

/** 3505 or 3506. */
export const saleKind = choice('类型', { sale: '销售', return: '退货' })

/** Where a pack comes from: demanded by 3505 of every sale, printed on the pack. */
export const batchFields = {
  lot: code('批号', { max: 30 }),
  madeOn: day('生产日期'),
  expiresOn: optional(day('有效期至')),
}

/** What one 3505 or 3506 tells of: a line of an order, or one pack of it where packs have codes. */
export const saleRow = group('销售明细', {
  ...{ id: id('编号'), orderId: id('订单编号'), orderNo: code('订单号') },
  ...{ storeId: id('门店编号'), storeName: text('门店') },
  no: integer('序号'),
  kind: saleKind,
  ...{ ownCode: code('商品编码'), nationalCode: note('国家码'), name: text('名称') },
  ...{ spec: note('规格'), producer: note('厂家') },
  ...{ lot: note('批号'), madeOn: optional(day('生产日期')), expiresOn: optional(day('有效期至')) },
  ...{ unit: note('单位'), quantity: quantity('数量'), price: price('单价'), amount: money('金额') },
  traceCode: note('追溯码'),
  state: saleState,
  needs: optional(saleNeeds),
  /** What the centre answered, or what is missing before it can be told. */
  message: note('说明'),
  /** The key under which the centre holds it (fixmedins_bchno). */
  batchNo: code('上传流水号'),
  soldAt: time('销售时间'),
  uploadedAt: optional(time('上传时间')),
  operatorName: note('操作员'),
})

/** A line of an order with all its packs, as it is completed. */
const saleLine = group('销售明细行', {
  no: integer('序号'),
  ...{ ownCode: code('商品编码'), name: text('名称'), spec: note('规格') },
  ...{ quantity: quantity('数量'), unit: note('单位') },
  /** How many codes it takes: one for each pack, a broken one included. */
  packs: integer('包装数'),
  ...{ lot: note('批号'), madeOn: optional(day('生产日期')), expiresOn: optional(day('有效期至')) },
  traceCodes: list(code('追溯码')),
  /** Nothing of it is at the centre, so that it can be completed. */
  open: flag('可补录'),
})

/** The lines of one order with what the centre was told of each. */
export const saleDetail = group('订单销售明细', {
  ...{ orderId: id('订单编号'), orderNo: code('订单号'), storeName: text('门店'), status: orderStatus },
  lines: list(saleLine),
  rows: list(saleRow),
})
