import { counterChords } from '../counter-chords.ts'
import {
  choice,
  code,
  data,
  dict,
  flag,
  group,
  id,
  integer,
  list,
  note,
  optional,
  password,
  pattern,
  text,
  time,
  webAddress,
} from '../field.ts'

/** Slots of the counter's money panel that an area may do without (ux 2.2 R5). */
const slot = choice('金额', {
  poolFund: '统筹基金',
  otherFund: '其他基金',
  medicalAid: '医疗救助',
  account: '个人账户',
  familyAccount: '其中共济',
})

const functionKeys = {
  ...({ F2: 'F2', F3: 'F3', F4: 'F4', F6: 'F6', F7: 'F7' } as const),
  ...({ F8: 'F8', F9: 'F9', F10: 'F10', F12: 'F12' } as const),
}

/** Keys an action of the counter may have: no chord for money (ux 9.4), and none of the browser's (F5, F11) or of the help (F1). */
const counterKey = (action: string) => choice(`${action}按键`, functionKeys)

/** Those of an action that books nothing: where an ERP keeps the F keys for itself, Alt and its letter (ux 5) too. */
const keyOrChord = <O extends keyof typeof counterChords>(action: string, option: O) => {
  const chord = counterChords[option]
  const own = { [chord]: chord } as unknown as Record<(typeof counterChords)[O], string>
  return choice(`${action}按键`, { ...functionKeys, ...own })
}

/** A path of the centre's own host: nothing that leads elsewhere, and no query. */
const centrePath = (title: string) =>
  pattern(
    title,
    'code',
    /^(?!.*\/\.{1,2}(\/|$))(\/[\w.~-]{1,60}){1,12}$/,
    `${title}以 / 开头，只含字母、数字和 _ . ~ - /，不带参数`,
  )

/** An IPv4 address, or nothing. */
const ipv4 = /^$|^((25[0-5]|2[0-4]\d|1?\d?\d)(\.(?!$)|$)){4}$/

/** How one area's centre is reached and speaks. */
const centreOptions = {
  centreUrl: webAddress('医保中心地址'),
  gatewayKind: choice('网关', { TIF: 'x-tif 网关', CSB: 'CSB 网关', NONE: '没有网关签名' }),
  gatewayAccount: code('网关账号', { max: 60 }),
  gatewaySecret: password('网关密钥'),
  gatewayApiName: code('网关服务名', { max: 60 }),
  gatewayApiVersion: code('网关服务版本', { max: 20 }),
  recerSysCode: code('接收方系统代码', { max: 10 }),
  infver: code('接口版本号', { max: 6 }),
  callPath: centrePath('请求路径'),
  uploadPath: centrePath('文件上传路径'),
  downloadPath: centrePath('文件下载路径'),
  urlStyle: choice('请求地址', { plain: '各交易同一地址', infno: '地址末尾带交易编号' }),
  contentType: choice('报文类型', {
    'application/json': 'JSON（application/json）',
    'text/plain': '文本（text/plain）',
  }),
  identityInSettle: choice('结算报文带身份信息', { outOfArea: '异地参保人', always: '所有参保人' }),
  traceInSettle: flag('结算报文带追溯码'),
  uploadMode: choice('文件上传', {
    multipart: '文件方式',
    base64: 'Base64 文本',
    bytes: '字节数组（0 到 255）',
    signedBytes: '字节数组（-128 到 127）',
  }),
  catalogueFileCode: choice('目录文件的机构编号', { version: '目录版本号', plc: 'plc' }),
  claims: choice('清算申请交易', {
    3203: '3203 申请、3204 撤销、3205 查询',
    '3203A': '3203A 申请、3204A 撤销、3205 查询',
    3692: '3692 申请、3691 撤销、3693 查询（金额由中心汇总）',
  }),
  circulation: choice('电子处方流转', { none: '没有开通', 7202: '7202 查询、7203 下载、7204 审核、7206 取药' }),
  twoDiseases: choice('门诊两病备案', {
    none: '不经接口办理',
    2691: '2691 申请、2692 撤销、2693 列表、2694 查询',
    2595: '2595 登记、2596 撤销、5395 查询',
  }),
  clearing: choice('异地清分', { none: '不清分', fund: '清分基金支付', paid: '清分基金支付与个人账户' }),
  figures: choice('中心返回对账金额', { none: '不返回', 1320: '1320 总额、1321 明细' }),
  lookup: flag('结果未知时可查询结算'),
  repeatMsgid: flag('结果未知时可重发原报文'),
  fundIncludesAcct: flag('基金合计包含个人账户'),
  mulaidInAcct: flag('个人账户包含共济'),
}

/** The copies of a slip, in the order in which they are printed (ux 6). */
export const slipCopy = choice('联次', { insured: '参保人联', store: '药店联', centre: '医保联' })

/** What every area starts from and may decide differently. */
const commonOptions = {
  inFlightMax: integer('报文在途上限（分钟）', { min: 1, max: 120 }),
  cntMode: choice('退费计数方式', { NET: '抵减原笔数', GROSS: '单独计一笔' }),
  refundInTotals: flag('总额对账包含已退费'),
  figureTolerance: integer('对账容差（分）', { min: 0, max: 10_000 }),
  medicalTypes: list(dict('医疗类别', 'med_type'), '可用医疗类别', { max: 30 }),
  defaultMedicalType: dict('默认医疗类别', 'med_type'),
  chronicMedicalTypes: list(dict('医疗类别', 'med_type'), '需要选择病种的类别', { max: 30 }),
  typedIdCard: flag('允许手工输入证件号'),
  traceCodeRequired: flag('必须录入追溯码'),
  expiredForbidden: flag('禁止结算过期药品'),
  rereadBeforeSettle: flag('结算前再次读卡'),
  rereadBeforeReversal: flag('撤销前再次读卡'),
  rxReviewRequired: flag('处方须经药师审核'),
  rxSecondReview: flag('处方须第二名药师复核'),
  authorizeReversal: flag('撤销需要授权'),
  authorizeUndo: flag('冲正需要授权'),
  approvalHours: integer('审批有效时间（小时）', { min: 1, max: 720 }),
  reverseLiquidated: flag('允许撤销已申请清算的结算'),
  claimByInsurance: flag('清算申请按险种分开'),
  claimAccount: flag('基金申报包含个人账户'),
  unknownAdvice: text('结果未知时对顾客的说明', { max: 120 }),
  hiddenFunds: list(slot, '刷卡页不显示的金额', { max: 5 }),
  noReader: flag('本店不用读卡'),
  counterSound: flag('刷卡页提示音'),
  keyRead: keyOrChord('读卡', 'keyRead'),
  keyDisease: keyOrChord('病种', 'keyDisease'),
  keyPark: keyOrChord('挂单', 'keyPark'),
  keyPrescription: keyOrChord('处方', 'keyPrescription'),
  keyPresettle: counterKey('预结算'),
  keySettle: counterKey('结算'),
  keyPrint: keyOrChord('打印', 'keyPrint'),
  lockMinutes: integer('无操作自动锁屏（分钟）', { max: 120 }),
  watermark: flag('页面水印'),
  saleUpload: flag('自动上传销售明细'),
  saleUploadDelay: integer('结算后多久上传（分钟）', { max: 1440 }),
  auditAppealDays: integer('审核申诉期限（天）', { min: 1, max: 90 }),
  slipLayout: choice('结算单版式', { 58: '58 毫米热敏', 80: '80 毫米热敏', A5: 'A5', 241: '241 毫米连续纸', A4: 'A4' }),
  slipCopies: list(slipCopy, '结算单联次', { max: 3 }),
  slipNote: note('结算单底部说明', { max: 60 }),
  maskSlipName: flag('结算单隐去姓名'),
  agentChannel: choice('本机助手升级通道', { stable: '正式', grey: '灰度' }),
}

/**
 * Every option of an area or store (domain.md 8.2 医保配置): what each is called, what it may hold. Who may set it at
 * which level, and what holds without it, is the server's (PullYBConfigOptionsUI).
 */
export const areaOptions = {
  ...centreOptions,
  ...commonOptions,
  outpatientMedicalTypes: list(dict('医疗类别', 'med_type'), '走门诊流程的类别', { max: 30 }),
  outpatientDiagnosisCode: note('默认诊断编码', { max: 20 }),
  outpatientDiagnosisName: note('默认诊断名称', { max: 100 }),
  scanPatterns: note('扫码规则', { max: 2500 }),
  areaText: note('结算单标题中的地区', { max: 20 }),
  signMac: pattern(
    '签到 MAC 地址',
    'text',
    /^$|^[\dA-Fa-f]{2}([-:])[\dA-Fa-f]{2}(\1[\dA-Fa-f]{2}){4}$/,
    '签到 MAC 地址应为 6 组两位的十六进制数，如 00-15-5D-01-02-03',
  ),
  signIp: pattern('签到 IP', 'text', ipv4, '签到 IP 应为 IPv4 地址，如 192.168.1.7'),
}

/** Options of the whole platform (domain.md 8.2 系统参数): what every area starts from, and what no area decides. */
export const systemOptions = {
  passwordDays: integer('密码有效天数', { max: 3650 }),
  // Half a year is what the Cybersecurity Law asks for (article 21).
  logDays: integer('操作日志保留天数', { min: 180, max: 36_500 }),
  unsettledDays: integer('未结算的购药单自动作废（天）', { min: 1, max: 365 }),
  ...commonOptions,
}

/** Options that are a file: brought and taken away by calls of their own, never by a save. */
export const fileOptions = {
  centreCa: group('中心根证书', {
    id: id('编号'),
    name: text('文件名'),
    subject: note('颁发给'),
    validTo: time('有效期至'),
  }),
}

const optionSource = choice('来源', { default: '默认', system: '平台', area: '区划', store: '门店' })

/** One option at one place. */
const option = group('配置项', {
  key: code('项目'),
  /** What holds here; never that of a secret. */
  value: optional(data('值')),
  source: optionSource,
  /** What would hold without the place's own value, and where it comes from. */
  inherited: optional(data('上级的值')),
  inheritedFrom: optionSource,
  /** A secret is only told to be there. */
  filled: optional(flag('已填写')),
})

/** All options of a place, with the revision a save must name. */
export const configState = group('配置', {
  place: text('位置'),
  revision: integer('版本'),
  updatedBy: note('修改人'),
  updatedAt: optional(time('修改时间')),
  editable: flag('可修改'),
  options: list(option),
})

/** How a place's options are laid out. */
export const configLayout = group('布局', {
  groups: list(
    group('分组', {
      key: code('分组'),
      title: text('名称'),
      note: note('说明'),
      options: list(group('配置项', { key: code('项目'), help: note('说明') })),
    }),
  ),
})

/** One change of the history: who, when, what from and to. */
export const configChange = group('修改', {
  id: id('编号'),
  at: time('时间'),
  userName: note('修改人'),
  changes: list(group('项目', { key: code('项目'), from: optional(data('修改前')), to: optional(data('修改后')) })),
})

/** Whether what a place needs to reach its centre is there. */
const configStanding = choice('状态', { complete: '完整', missing: '缺配置', closed: '门店已停用' })

/** A place that has options, as the list of all of them shows it: never a value, so never a secret. */
export const configRow = group('配置位置', {
  /** The store's id, or the area's code. */
  id: id('编号'),
  areaCode: code('区划编码'),
  areaName: text('区划'),
  /** Absent where the row is the area itself. */
  storeId: optional(id('门店编号')),
  storeName: note('门店'),
  fixmedinsCode: note('机构编码'),
  companyName: note('公司'),
  own: integer('本级设置'),
  ownTitles: note('设置的项目'),
  updatedBy: note('修改人'),
  updatedAt: optional(time('最后修改')),
  state: configStanding,
  missing: note('缺少的配置'),
})
