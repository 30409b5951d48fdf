import type { Fault } from './fault.ts'
import { contradicts, isObject, type Json, parseExact, unwrapText } from './json.ts'

interface Heard {
  /** Of a transaction that books money: the answer as it came. Personal; it is kept sealed and written nowhere else. */
  raw?: string
}

/** The centre said success (infcode 0). Numbers inside `output` are their exact source texts. */
export interface Booked extends Heard {
  kind: 'booked'
  output: Json
  refMsgid: string
  warn?: string
  ms: number
}
/** The centre, or its gateway before it, said no: definite, nothing was booked by this message. */
export interface Refused extends Heard {
  kind: 'refused'
  message: string
  ms: number
  /** It did not take the sender's sign-in and looked at nothing else: a person's, or the system's own. */
  signInLost?: 'person' | 'system'
  /** The gateway's, to the sender's clock, account or signature: the centre never saw the message. */
  byGateway?: true
}

/** A no to the sender and not to the message: it was not looked at, and may be sent again once that is put right. */
export const notLookedAt = ({ signInLost, byGateway }: Refused): boolean =>
  signInLost !== undefined || byGateway !== undefined

/** The centre speaks of itself: whatever it did not find meanwhile says nothing. */
const ofItself =
  /超时|繁忙|维护|暂停|停机|升级|日终|稍后|重试|不可用|网络|连接|数据库|数据源|系统(错误|出错|故障|忙)|exception|time ?out|ORA-|SQL/i
/** It speaks of how it was asked, or of who asks, unless it says what it did not find. */
const ofQuestion = /权限|授权|参数|不能为空|格式|传入|异常/
const notFound =
  /(未查询到|查询不到|未查到|查不到|查无|未找到|找不到|没有)[^，。；,;]{0,12}(结算|就诊|数据|记录)|(结算|就诊|数据|记录)[^，。；,;]{0,12}(不存在|未查询到|未查到|查无|未找到|找不到)/

/** Whether a no says something of the settlement it was asked for: only then is it evidence that the centre has none. */
export const deniesSettlement = (refused: Refused): boolean =>
  !notLookedAt(refused) &&
  !ofItself.test(refused.message) &&
  (notFound.test(refused.message) || !ofQuestion.test(refused.message))

/** Nothing of the request left this machine. `faults` when our own check held it back. */
export interface NotSent {
  kind: 'notSent'
  reason: string
  faults?: Fault[]
  /** Code of the plugin that could not be applied to it. */
  plugin?: string
  raw?: undefined
}
/** It left, or may have left, and no readable answer came. `detail` is technical and holds no content. */
export interface Unknown extends Heard {
  kind: 'unknown'
  reason: 'timeout' | 'closed' | 'http' | 'unreadable'
  detail: string
  ms: number
}
const unknownTexts: Record<Unknown['reason'], string> = {
  timeout: '医保中心没有在等待时间内答复',
  closed: '与医保中心的连接中断，没有收到答复',
  http: '医保中心的网关没有正常答复',
  unreadable: '医保中心的答复无法读取',
}

/** Why a message's fate is unknown, for people; in brackets what whoever looks after the line needs. */
export const unknownText = ({ reason, detail }: Pick<Unknown, 'reason' | 'detail'>): string =>
  reason === 'timeout' ? unknownTexts.timeout : `${unknownTexts[reason]}（${detail}）`

export type CentreOutcome = Booked | Refused | NotSent | Unknown

/** A complete HTTP answer, as far as it matters here. */
export interface HttpAnswer {
  status: number
  contentType: string
  body: Buffer
  ms: number
}

/** What says yes and no is neither: of two codes a parser would take the second. */
const tree = (body: Buffer): Json | undefined => {
  try {
    const text = body.toString('utf8').replace(/^\uFEFF/, '')
    const answer = parseExact(text)
    const envelope = typeof answer === 'string' ? answer : text
    return contradicts(envelope, 'infcode') ? undefined : unwrapText(answer)
  } catch {
    return undefined
  }
}

const text = (value: Json | undefined) => (typeof value === 'string' ? value.trim() : '')

// 401: headers, account, signature or time stamp (CSB); 400001: clock skew or signature (x-tif). Both come from the
// gateway before it forwards (domain.md 1.4). Other numbers are not documented and so prove nothing.
const gatewayRefusals = new Set(['401', '400001'])

/** Reads an HTTP answer to a JSON transaction. Anything not clearly a yes or a no is unknown (domain.md 1.3). */
export const classify = ({ status, contentType, body, ms }: HttpAnswer): CentreOutcome => {
  const answer = tree(body)
  const detail = `HTTP ${status} ${contentType} ${body.length} bytes`
  const envelope = isObject(answer) ? answer : {}
  if (!('infcode' in envelope) && gatewayRefusals.has(text(envelope.code)))
    return {
      kind: 'refused',
      message: text(envelope.message) || text(envelope.msg) || '医保网关未说明原因',
      ms,
      byGateway: true,
    }
  if (status !== 200) return { kind: 'unknown', reason: 'http', detail, ms }
  const infcode = text(envelope.infcode)
  if (infcode === '-1') return { kind: 'refused', message: text(envelope.err_msg) || '医保中心未说明原因', ms }
  const output = unwrapText(envelope.output)
  const broken = typeof output === 'string' && output.trim() !== ''
  if (infcode !== '0' || broken) return { kind: 'unknown', reason: 'unreadable', detail: `${detail} infcode`, ms }
  const warn = text(envelope.warn_msg) || text(envelope.warn_info)
  return {
    kind: 'booked',
    output: output ?? {},
    refMsgid: text(envelope.inf_refmsgid),
    ...(warn === '' ? {} : { warn }),
    ms,
  }
}
