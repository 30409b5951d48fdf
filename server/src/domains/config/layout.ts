import type { areaOptions, fileOptions, systemOptions } from '@yibao/shared/entities/config.ts'
import { keyOptions } from '../organisation/counter-keys.ts'

/** Where an option can be set; what is set lower down is stronger. */
export type Level = 'system' | 'area' | 'store'

type AreaOption = keyof typeof areaOptions
export type OptionKey = AreaOption | keyof typeof systemOptions | keyof typeof fileOptions

interface OptionRow {
  key: OptionKey
  help: string
  levels: readonly Level[]
}

interface GroupRow {
  key: string
  title: string
  note: string
  options: readonly OptionRow[]
}

const everywhere = ['system', 'area', 'store'] as const
const systemAndArea = ['system', 'area'] as const
const areaAndStore = ['area', 'store'] as const
const area = ['area'] as const

const row =
  (levels: readonly Level[]) =>
  (key: OptionKey, help = ''): OptionRow => ({ key, help, levels })
const byArea = row(area)
const common = row(systemAndArea)
const byStore = row(everywhere)
const ofStore = row(areaAndStore)
const platform = row(['system'])

/** Every option that something reads, by group (domain.md 8.2): an option without a reader has no place here. */
export const groups: readonly GroupRow[] = [
  {
    key: 'centre',
    title: '中心连接',
    note: '保存后本区划的下一次中心调用即使用新的连接。',
    options: [
      byArea('centreUrl', '由医保中心提供，改后先测试连接'),
      byArea('gatewayKind', '换网关后须重新填写账号和密钥'),
      byArea('gatewayAccount', '网关分配的账号：x-tif-paasid 或 _api_access_key'),
      byArea('gatewaySecret', '只写入、不显示；留空表示不修改'),
      byArea('gatewayApiName', 'CSB 的 _api_name 是固定名称时填写；不填时是交易编号'),
      byArea('gatewayApiVersion', 'CSB 的 _api_version'),
      byArea('centreCa', '中心用自己的证书颁发机构时上传；只信任它颁发的证书'),
      byArea('recerSysCode', '报文头 recer_sys_code'),
      byArea('infver', '报文头 infver'),
      byArea('callPath', '中心地址之后的路径，按中心的接入说明'),
      byArea('uploadPath', '9101 的路径；不填时同请求路径'),
      byArea('downloadPath', '9102 的路径；不填时同请求路径'),
      byArea('urlStyle', '按中心的接入说明'),
      byArea('contentType', '按中心的接入说明'),
      ofStore('signMac', '中心只准登记过的电脑签到时填写登记的地址；留空时用收银电脑自己的，由本机助手上报'),
      ofStore('signIp', '同上；留空时用收银电脑自己的'),
      byArea('identityInSettle', '2101、2102 的证件、姓名和人员类别'),
      byArea(
        'traceInSettle',
        '2101、2102 的 drugtracinfo；门诊流程（2204）不带。中心要求时开启，并开启「必须录入追溯码」',
      ),
      byArea('uploadMode', '9101 上传对账文件'),
      byArea('catalogueFileCode', '9102 下载目录文件'),
    ],
  },
  {
    key: 'check',
    title: '核实与对账',
    note: '决定结果未知的结算如何核实，以及总额怎样计算。',
    options: [
      byArea('lookup', '中心支持 5201、5204、5203 查询时开启'),
      byArea('repeatMsgid', '中心对重复的报文编号答复首次结果时开启'),
      common('inFlightMax', '超过后原报文不会再到达，可以冲正'),
      common('cntMode', '3201 的笔数'),
      common('refundInTotals', '3201 的金额'),
      byArea('figures', '江苏：中心返回自己的总额和明细，用于「江苏日对账」'),
      common('figureTolerance', '江苏日对账：每项金额的差额不超过它时算平'),
      byArea(
        'fundIncludesAcct',
        '中心的 fund_pay_sumamt 含个人账户时开启；本系统的基金合计都不含，更改时已有的账一并换算，请在打烊后更改',
      ),
      byArea(
        'mulaidInAcct',
        '中心的 acct_pay 不含 acct_mulaid_pay 时关闭；本系统的个人账户都含，更改时同样换算，请在打烊后更改',
      ),
    ],
  },
  {
    key: 'claim',
    title: '清算',
    note: '保存后生成的清算申请按新的办法；已生成的不变。',
    options: [
      byArea('claims', '由医保中心规定'),
      byArea('clearing', '按月确认异地参保人的结算（3260、3261、3262）'),
      common('claimByInsurance', '关闭时一份申请包含各险种'),
      common('claimAccount', '个人账户的钱也经清算拨付时开启'),
      common('reverseLiquidated', '关闭时已申请的结算须先撤销清算申请'),
    ],
  },
  {
    key: 'settle',
    title: '结算',
    note: '刷卡页能做什么、哪些操作需要第二个人。',
    options: [
      common('medicalTypes', '按选择的先后显示'),
      common('defaultMedicalType'),
      common('chronicMedicalTypes'),
      byArea(
        'outpatientMedicalTypes',
        '中心要求药店先挂号时选择：2201 挂号、2204 上传明细、2207 结算；未选的类别按 2102 结算',
      ),
      byArea('outpatientDiagnosisCode', '走门诊流程、处方没有诊断编码时上报的诊断，如 Z76.000'),
      byArea('outpatientDiagnosisName', '与编码一起填写，如 领取处方药'),
      byStore('typedIdCard'),
      common('traceCodeRequired'),
      common('expiredForbidden', '按刷卡页或 ERP 填写的有效期；关闭时只提示'),
      common('rereadBeforeSettle', '防止结算前换卡'),
      common(
        'rereadBeforeReversal',
        '用社保卡、身份证结算的，须本人的卡在场才能撤销；卡不在的可换身份证或医保电子凭证，都没有的写明原因提交审批；提交审批的在提交时读卡',
      ),
      byArea('circulation', '中心开通处方流转时选择；刷卡页按 F6 可查询和下载电子处方'),
      byArea('twoDiseases', '中心开通居民高血压、糖尿病备案时选择；刷卡页和病种选择同时查询两病'),
      common('rxReviewRequired', '开启后刷卡页不能再按手工填写的处方结算'),
      common('rxSecondReview', '两名药师都通过后才能结算'),
      common('authorizeReversal'),
      common('authorizeUndo'),
      common('approvalHours', '授权人不在店时提交的审批，过时没有人处理就结束，不执行'),
      byStore(
        'saleUpload',
        '3505、3506 和进销存 3501–3504；关闭后仍可在「销售明细」「目录差异」手工上传；再开启时从那时起自动上传，之前没有上传的不自动上传',
      ),
      byStore('saleUploadDelay', '留出补录和撤销的时间'),
      byStore('unknownAdvice', '结算没有答复时显示给操作员'),
    ],
  },
  {
    key: 'audit',
    title: '医保审核',
    note: '审核规则在「审核规则」维护。',
    options: [common('auditAppealDays', '从结算当天算起')],
  },
  {
    key: 'counter',
    title: '刷卡页',
    note: 'ERP 占用了按键时在这里换；两个操作不能用同一个键。',
    options: [
      byStore('hiddenFunds', '本地没有的基金可以不显示'),
      byStore('noReader', '只用扫码枪扫电子凭证的门店打开：没有读卡器时指示灯显示「未使用」，不再提醒'),
      byStore('counterSound'),
      ...keyOptions.map((key) => byStore(key)),
      byArea('scanPatterns', '本地的码与通用规则不同时填写，每行一条，排在通用规则之前，如 电子凭证 ^[A-Z]\\d{27}$'),
    ],
  },
  {
    key: 'print',
    title: '打印',
    note: '下一张结算单起生效；已打印的不变。',
    options: [
      byStore('slipLayout'),
      byArea('areaText', '留空时使用区划名称'),
      byStore('slipCopies', '选中的每联各印一份，印上联名；都不选时只印一份，不印联名'),
      byStore('slipNote', '不超过 60 个字'),
      byStore('maskSlipName', '张三 印成 张*'),
    ],
  },
  {
    key: 'agent',
    title: '本机助手',
    note: '下一次心跳起生效。',
    options: [byStore('agentChannel', '灰度门店只收到灰度通道的版本，不再收到正式版本；试用结束请改回正式')],
  },
  {
    key: 'screen',
    title: '锁屏与水印',
    note: '页面下次打开或刷新后生效。',
    options: [
      byStore('lockMinutes', '键盘、鼠标、触屏都没有操作时锁屏，用登录密码解锁；0 表示不自动锁屏'),
      common('watermark', '页面上浅色显示姓名、账号末几位、门店或区划和时间；不打印'),
    ],
  },
  {
    key: 'login',
    title: '登录与密码',
    note: '',
    options: [platform('passwordDays', '超过后登录时须修改密码；0 表示不限')],
  },
  {
    key: 'kept',
    title: '数据保留',
    note: '结算、对账和申报的记录一直保留。',
    options: [
      platform('logDays', '更早的日志每小时清理；至少半年'),
      platform('unsettledDays', '预结算后没有结算的（挂单 24 小时作废）；到期后不再保留参保人的证件和卡号'),
    ],
  },
]

/** The options a level may set. */
export const optionsAt = (level: Level): OptionRow[] =>
  groups.flatMap(({ options }) => options.filter(({ levels }) => levels.includes(level)))

/** The options that a level's own settings say something about, in the form's order. */
export const ownKeys = (level: Level, settings: Record<string, unknown>): OptionKey[] =>
  optionsAt(level).flatMap(({ key }) => (settings[key] === undefined ? [] : [key]))

/** The groups of a level, as PullYBConfigOptionsUI answers them. */
export const layoutOf = (level: Level) => ({
  groups: groups
    .map(({ key, title, note, options }) => ({
      key,
      title,
      note,
      options: options
        .filter(({ levels }) => levels.includes(level))
        .map(({ key: name, help }) => ({ key: name, help })),
    }))
    .filter(({ options }) => options.length > 0),
})
