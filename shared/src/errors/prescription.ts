import type { ErrorText } from '../errors.ts'

/** Refusals about prescriptions, their pharmacists, and what may be settled on one (domain.md 7, ux T16). */
export const prescriptionErrors = {
  'basket.rx': { status: 409, error: '{name} 是处方药，没有关联处方', tips: '按 F6 选择处方，或移出该药' },
  'rx.review': {
    status: 409,
    error: '本地区的处方须经药师审核，不能按手工填写的处方结算',
    tips: '按 F6 选择审核通过的处方，或录入后请药师审核',
  },
  'rx.unusable': {
    status: 409,
    error: '处方 {number} 是「{state}」，不能结算',
    tips: '按 F6 换一张处方，或移出处方药',
  },
  'rx.expired': { status: 409, error: '处方 {number} 已于 {day} 过期，不能结算', tips: '请顾客重新开方，或移出处方药' },
  'rx.used': {
    status: 409,
    error: '处方 {number} 已用于另一笔结算',
    tips: '一张处方只能结算一次；那一笔撤销后可以再用',
  },
  'rx.person': { status: 409, error: '处方 {number} 不是这位参保人的', tips: '请核对凭证，或按 F6 换一张处方' },
  'rx.outside': {
    status: 409,
    error: '第 {n} 行 {name} 不在处方 {number} 内',
    tips: '移出该药：先结算处方内的药品，处方外的另结一笔',
  },
  'rx.quantity': {
    status: 409,
    error: '第 {n} 行 {name} 超过处方可售数量 {limit}',
    tips: '请改数量，超出部分须另开处方',
  },
  'rx.state': { status: 409, error: '处方是「{state}」，不能{action}', tips: '请刷新后再看' },
  'rx.number': {
    status: 409,
    error: '{hospital} 的处方 {number} 已经录入',
    tips: '请在处方管理中查找这张处方，不要重复录入',
  },
  'rx.lines': { status: 400, error: '处方上还没有药品', tips: '请至少录入一种药品' },
  'rx.days': { status: 400, error: '有效期早于开方日期', tips: '请核对日期' },
  'rx.future': { status: 400, error: '开方日期还没有到', tips: '请核对日期' },
  'rx.patient': { status: 400, error: '没有填写姓名', tips: '请读卡，或填写处方上的姓名' },
  'rx.image': { status: 400, error: '照片不能使用：{text}', tips: '请用 JPG、PNG 或 WebP 格式，重新拍照或扫描' },
  'rx.noImage': { status: 404, error: '这张处方没有照片', tips: '可在处方管理中上传' },
  'rx.changed': { status: 409, error: '处方在查看后有了修改，没有审核', tips: '请重新查看处方后再审核' },
  'rx.taken': { status: 409, error: '{name} 正在审核这张处方', tips: '请等待审核结果，或请 {name} 放回' },
  'rx.pharmacist': {
    status: 403,
    error: '「{name}」不是本店在用的药师，不能审核处方',
    tips: '请管理员在「医保医师药师」给药师填写登录账号，并核对有效期',
  },
  'rx.own': { status: 403, error: '录入处方的人不能审核这张处方', tips: '请另一位药师审核' },
  'rx.same': { status: 403, error: '初审和复核不能是同一位药师', tips: '请另一位药师复核' },
  'rx.opinion': { status: 400, error: '审核不通过须写明原因', tips: '操作员会把原因告诉顾客' },
  'rx.held': { status: 409, error: '处方正用于结算或已结算，不能撤销', tips: '请先撤销结算' },
  'doctor.account': {
    status: 404,
    error: '没有能在本店工作的账号「{userName}」',
    tips: '请在用户管理中核对账号和数据角色',
  },
  'doctor.accountTaken': {
    status: 409,
    error: '账号「{userName}」已是本店药师「{name}」的',
    tips: '每位药师用自己的账号',
  },
  'doctor.accountSelf': { status: 403, error: '不能把自己的账号填给药师', tips: '请另一位管理员填写' },
  'doctor.accountAdmin': { status: 403, error: '只有管理员可以填写药师的登录账号', tips: '请联系管理员' },
} satisfies Record<string, ErrorText>
