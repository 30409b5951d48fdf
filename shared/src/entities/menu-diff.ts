import { choice, code, flag, group, id, integer, list, note, optional, price, ratio, text, time } from '../field.ts'

export const diffType = choice('差异类型', {
  unmapped: '未对照',
  mappable: '新增可对照',
  invalid: '对照失效',
  differs: '名称规格不符',
  overCap: '价格超限',
  rxUnmarked: '处方药未标',
})

/** An entry of the catalogue that an item could be mapped to. */
export const candidate = group('建议', {
  code: code('国家码'),
  name: note('名称'),
  spec: note('规格'),
  producer: note('生产企业'),
  similarity: integer('相似度（%）', { max: 100 }),
})

/** A store's item beside the national catalogue (domain.md 8.5). */
export const diffRow = group('目录差异', {
  id: id('编号'),
  storeId: id('门店编号'),
  storeName: text('门店'),
  type: diffType,
  ownCode: code('商品编码'),
  ownName: text('商品名称'),
  ownSpec: note('商品规格'),
  ownProducer: note('商品厂家'),
  ownPrice: price('零售价'),
  /** What it is mapped to, or what is suggested. */
  code: note('国家码'),
  name: note('目录名称'),
  spec: note('目录规格'),
  producer: note('目录厂家'),
  cap: optional(price('限价')),
  similarity: optional(integer('相似度（%）')),
  candidates: list(candidate, '建议'),
  note: note('说明'),
  foundAt: time('发现时间'),
  state: choice('处理', { open: '待处理', ignored: '已忽略' }),
  handledBy: note('处理人'),
  mapped: flag('已对照'),
  /** 采纳建议 takes it: it is a prescription drug, or what is suggested is alike enough. */
  acceptable: flag('可采纳'),
})

/** A store's sums of its last comparison. */
export const diffSums = group('目录差异统计', {
  storeId: id('门店编号'),
  storeName: text('门店'),
  areaCode: note('区划'),
  companyName: note('公司'),
  items: integer('在售商品'),
  mapped: integer('已对照'),
  /** Mapped of the items on sale. */
  rate: optional(ratio('对照率')),
  unmapped: integer('未对照'),
  mappable: integer('新增可对照'),
  invalid: integer('对照失效'),
  differing: integer('名称规格不符'),
  overCap: integer('价格超限'),
  rxUnmarked: integer('处方药未标'),
  at: optional(time('最后比对')),
})
