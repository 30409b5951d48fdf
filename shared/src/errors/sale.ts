import type { ErrorText } from './error-text.ts'

/** Refusals about sold packs: what a settlement needs of them, and what is told in 销售明细 (errors.ts). */
export const saleErrors = {
  'trace.required': {
    status: 409,
    error: '{name} 还缺 {n} 个追溯码，本地区要求扫码后才能结算',
    tips: '请扫描药盒上的追溯码，再按 F8',
  },
  'trace.over': {
    status: 409,
    error: '{name} 的追溯码比数量多 {n} 个，没有卖出的那盒不能上报',
    tips: '请在该药品行移除退回那盒的追溯码，再按 F8',
  },
  'trace.sold': {
    status: 422,
    error: '{name} 的追溯码 …{code} 在医保中心已有销售记录，不能再次结算',
    tips: '请换一盒，移除这个追溯码后扫新的；这一盒若是顾客退回的，先撤销原来那笔结算',
  },
  'trace.replaced': {
    status: 422,
    error: '{name} 的追溯码 …{code} 还在原结算中，医保中心不能先试算',
    tips: '请先整单撤销原结算，再扫保留的药品重新结算',
  },
  'trace.missing': {
    status: 422,
    error: '{name} 缺少追溯码，医保中心要求每盒一个：应有 {packs} 个，已扫 {count} 个',
    tips: '请扫描药盒上的追溯码，再按 F8',
  },
  'sale.busy': { status: 409, error: '这条明细正在上传', tips: '请稍候再试' },
  'sale.state': { status: 409, error: '明细是「{state}」，不能{action}', tips: '请刷新后查看上传状态' },
  'sale.held': {
    status: 409,
    error: '第 {no} 行已上传到医保中心，不能修改',
    tips: '请先「删除中心记录」，改好后重新上传',
  },
  'sale.count': {
    status: 400,
    error: '「{name}」需要 {packs} 个追溯码，现有 {count} 个',
    tips: '每个药盒扫一个，不能多也不能少',
  },
  'sale.twice': { status: 400, error: '追溯码 …{code} 扫了两次', tips: '每个药盒的追溯码只能用一次' },
  'sale.sold': {
    status: 409,
    error: '追溯码 …{code} 已在{where}{how}',
    tips: '请核对药盒；那一单扫错的，先在那一单改正',
  },
  'sale.dates': { status: 400, error: '批号信息有误：{text}', tips: '请按药盒上印的填写' },
  'sale.product': { status: 409, error: '选中的明细不是同一种商品', tips: '请按商品分别填写批号' },
  'sale.none': { status: 409, error: '没有可以上传的明细', tips: '待上传、被拒、结果未知和已删除的明细可以上传' },
  'sale.many': { status: 409, error: '符合条件的明细超过 {limit} 条，没有上传', tips: '请缩小时间范围后重试' },
  'sale.flying': {
    status: 409,
    error: '上一次发出的报文可能还在路上，现在不能处理',
    tips: '请等 {minutes} 分钟后再试；系统到时也会自动核实',
  },
  'sale.stillAsked': {
    status: 409,
    error: '系统还在向医保中心核实这一条，或已有结果',
    tips: '请刷新后查看；一直核实不了，列表会写明等人处理',
  },
  'sale.returned': { status: 409, error: '这条销售的退货在医保中心，不能先删除销售', tips: '请先删除退货的中心记录' },
  'sale.unknown': {
    status: 504,
    error: '没有收到医保中心的答复，不知道是否已{action}',
    tips: '系统会先核实再处理，请勿重复操作',
  },
} as const satisfies Record<string, ErrorText>
