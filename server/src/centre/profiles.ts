import { accountOf, type CentreProfile, type Edition, type Gateway } from './profile.ts'
import { columnsOf } from './standard.ts'

type Row = Omit<CentreProfile, 'baseUrl'>

const callService = '/fsi/api/rsfComIfsService/callService'

// Only "the original …" counts: 人员信息不存在 on a 2601 says nothing about the settlement.
const notFoundPatterns = [
  /原(交易|报文|发送方报文|结算)[^，。；,;]{0,12}(不存在|未找到|查无)/,
  /(未找到|未查到|查无|找不到|没有)[^，。；,;]{0,6}原(交易|报文|结算)/,
]
const noPersonPatterns = [
  /(未查询到|未查到|未找到|查无|没有|不存在)[^，。；,;]{0,14}(参保信息|参保人|此人)/,
  /参保信息不存在/,
]
const staleCodePatterns = [
  /(二维码|医保码|电子凭证|QrCode)[^，。；,;]{0,12}(失效|过期|超时|已(经)?(被)?使用|无效|不正确|不存在)/,
]
const alreadyReversedPatterns = [
  /已(经)?(被)?(撤销|退费|冲正)/,
  /(不能|不可|不允许|请勿|无需)(再次|重复)(撤销|退费|冲正)/,
]
// The batch number or the record that it names: 机构不存在 or 签到信息不存在 on a 3507 says nothing about either. What tells
// of a failure of the centre's own says nothing at all, whatever it did not find meanwhile.
const ownFailure =
  '权限|授权|参数|不能为空|格式|传入|上送|填写|异常|超时|繁忙|维护|稍后|重试|服务|接口|网络|连接|数据库|数据源|表(或视图)?不存在|系统(错误|出错|故障|忙)|[Ee]xception|[Tt]ime ?out|ORA-|SQL|null'
const record =
  '(批次流水号|进销存|(商品|盘存|库存变更|采购|销售|退货)(信息|记录|数据)|上传记录|(要|需|待|可|能)(被)?删除的?(信息|记录|数据|明细))'
const heldNot = (text: string): RegExp => new RegExp(`^(?![^]*(${ownFailure}))[^]*${text}`)
const notHeldPatterns = [
  heldNot(`${record}[^，。；,;]{0,60}(不存在|未找到|未查询到|未查到|查询不到|查不到|查无|未上传|已(经)?(被)?删除)`),
  heldNot(`(未找到|未查询到|未查到|查询不到|查不到|查无|找不到|没有|不存在)[^，。；,;]{0,12}${record}`),
]
// A code that is refused for being sold names itself; what lacks one names its line.
const codeSoldPatterns = [/追溯码[^。；;]{0,80}(已(经)?(被)?(销售|售出|结算|使用|出库|上传)|重复)/]
const codeMissingPatterns = [
  /追溯码[^。；;]{0,40}(不能为空|未(上传|采集|填写|扫)|缺|不足|数量[^，。；,;]{0,12}不(一致|符))/,
  /(缺|未)[^，。；,;]{0,10}追溯码/,
]

const ofEdition = (edition: Edition) => ({
  edition,
  paths: { call: callService, upload: callService, download: callService },
  recerSysCode: 'FSI',
  infver: 'V1.0',
  stmtRslt: edition,
  resultColumns: columnsOf(edition, '3202', 'result file').map(({ name }) => name),
  fundIncludesAcct: false,
  mulaidInAcct: true,
  notFoundPatterns,
  noPersonPatterns,
  staleCodePatterns,
  alreadyReversedPatterns,
  notHeldPatterns,
  traceInSettle: false,
  codeSoldPatterns,
  codeMissingPatterns,
  localCodes: {},
})

const jiangxi = {
  ...ofEdition('JX'),
  identityInSettle: 'outOfArea',
  uploadMode: 'multipart',
  catalogueFileCode: 'version',
  repeatMsgid: false,
  claims: '3203',
  // Jiangxi's edition has no chapter about it: an area that has it is told apart below, or in its 医保配置.
  circulation: 'none',
  // Jiangxi's own, and of those that speak its edition whoever has been said to have it.
  twoDiseases: 'none',
  clearing: 'none',
  figures: 'none',
  usualClrWay: '01',
} as const

const hunan = {
  ...ofEdition('HN'),
  urlStyle: 'plain',
  contentType: 'application/json',
  identityInSettle: 'always',
  uploadMode: 'base64',
  catalogueFileCode: 'plc',
  // Neither edition says what a repeated msgid gets: where a centre has not said so itself, the same bytes could book twice.
  repeatMsgid: false,
  claims: '3692',
  circulation: '7202',
  twoDiseases: '2691',
  clearing: 'none',
  figures: 'none',
  usualClrWay: '1',
  // Hunan's 5204 demands setl_id, so the way 5201 → 5204 → 5203 is closed there.
  lookup: false,
} as const

/** Whether a clr_way is what an edition calls 按项目: of an order whose way was not kept (`usualClrWay`). */
export const isUsualClrWay = (way: string): boolean => [jiangxi, hunan].some(({ usualClrWay }) => usualClrWay === way)

/** DESIGN 4. Account names and secrets are those of the demo gateway; an installation passes its own. */
const rows: readonly Row[] = [
  {
    ...jiangxi,
    area: '320500',
    urlStyle: 'plain',
    contentType: 'text/plain',
    gateway: { kind: 'TIF', paasid: 'P320500', secret: 'demo-secret-320500' },
    lookup: true,
    circulation: '7202',
    twoDiseases: '2595',
    clearing: 'paid',
    figures: '1320',
  },
  {
    ...jiangxi,
    area: '320100',
    urlStyle: 'infno',
    contentType: 'application/json',
    gateway: { kind: 'TIF', paasid: 'P320100', secret: 'demo-secret-320100' },
    lookup: false,
    twoDiseases: '2595',
    clearing: 'fund',
    figures: '1320',
  },
  {
    ...hunan,
    area: '430100',
    // The simulator of it answers them with the first answer (DESIGN 4); whose account is another one has another centre.
    repeatMsgid: true,
    gateway: { kind: 'CSB', accessKey: 'AK430100', secretKey: 'demo-secret-430100', apiVersion: '1.0.0' },
  },
]

/** How a gateway of a kind is spoken with before anybody has entered its account. */
export const emptyGateway = (kind: Gateway['kind']): Gateway => {
  if (kind === 'TIF') return { kind, paasid: '', secret: '' }
  return kind === 'CSB' ? { kind, accessKey: '', secretKey: '', apiVersion: '1.0.0' } : { kind }
}

/**
 * An area without a row: Hunan's parts speak Hunan's edition, every other one the edition that stands nearest to the
 * national standard. What its centre does otherwise, and the account, are its 医保配置.
 */
const unlisted = (area: string): Row =>
  area.startsWith('43')
    ? { ...hunan, area, gateway: emptyGateway('CSB') }
    : {
        ...jiangxi,
        area,
        urlStyle: 'plain',
        contentType: 'application/json',
        gateway: emptyGateway('TIF'),
        lookup: true,
        // Elsewhere it is 2562, 2563 and 5364, whose fields neither edition has (domain.md 2.7).
        ...(area.startsWith('36') && { twoDiseases: '2595' as const }),
      }

/** What an installation sets over the table: gateway accounts, addresses, local codes. */
export type ProfileOverrides = Partial<Omit<CentreProfile, 'area' | 'edition' | 'gateway'>> & { gateway?: Gateway }

/** An area that stands in the table, else what its city's row says of a district, else its province's edition. */
const rowOf = (area: string): Row => {
  const own = rows.find((row) => row.area === area)
  if (own) return own
  const city = rows.find((row) => row.area === `${area.slice(0, 4)}00`)
  // It speaks like its city, of where its own stores are, and by an account that somebody has to enter.
  return city ? { ...city, area, gateway: emptyGateway(city.gateway.kind) } : unlisted(area)
}

const isOf = (gateway: Gateway, demo: Gateway | undefined) => {
  const [one, other] = [accountOf(gateway), demo && accountOf(demo)]
  return one.account === other?.account && one.secret === other.secret
}

/**
 * The profile of an area; a district speaks like its city. `baseUrl` = scheme, host and port of the centre. That a repeated
 * msgid is safe is known of the simulator alone, by its account: of another centre an installation says it, or nobody does,
 * for there the same bytes may be booked twice.
 */
export const profileOf = (area: string, baseUrl: string, overrides: ProfileOverrides = {}): CentreProfile => {
  const row = rowOf(area)
  const profile = { ...row, baseUrl, ...overrides }
  const simulated = isOf(profile.gateway, rows.find((one) => one.area === area)?.gateway)
  return { ...profile, repeatMsgid: overrides.repeatMsgid ?? (row.repeatMsgid && simulated) }
}
