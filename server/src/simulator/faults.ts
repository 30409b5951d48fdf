import type { Values } from './message/check.ts'
import { find } from './message/check.ts'
import { textOf } from './message/value.ts'

/** Faults that wait for a matching message (domain 10). */
export const messageFaults = [
  'delay',
  'dropBeforeBooking',
  'dropAfterBooking',
  'bookAfterNotFound',
  'refuse',
  'http500',
  'wrongContentType',
  'outputAsString',
  'numbersAsStrings',
  'malformed',
  'amountDrift',
  'exit',
] as const

/** The name of a fault that waits for a message. */
export type FaultName = (typeof messageFaults)[number]

/** A fault with the messages it is for; an empty condition fits all. `times` left, 0 = until it is deleted. */
export interface Rule {
  id: number
  fault: FaultName
  infno: string
  fixmedins_code: string
  psn_no: string
  times: number
  ms: number
  text: string
  fen: number
  field: string
  when: 'before' | 'after'
  where: 'answer' | 'book'
}

/** The faults in force. */
export interface Faults {
  add: (rule: Omit<Rule, 'id'>) => Rule
  list: () => Rule[]
  clear: () => void
  /** Aborted when those who are kept waiting are answered: by `clear`, or by `answerNow`. */
  waiting: () => AbortSignal
  answerNow: () => void
  /** The rules that fit a message, each used once by this. */
  take: (envelope: Values) => Rule[]
  /** A held 2102: kept until a 2601 asks for it. */
  hold: (msgid: string, book: () => void) => void
  /** Takes a held booking out. */
  release: (msgid: string) => (() => void) | undefined
}

/** The refusal text of a real centre at its worst. */
export const javaText =
  '{"code":500,"type":"error","message":"cn.hsaf.common.exception.BusinessException: 结算失败, 待遇计算服务调用异常: ' +
  'java.util.concurrent.ExecutionException: com.alibaba.dubbo.rpc.RpcException: Failed to invoke the method calcTreatment in the ' +
  'service cn.hsa.ims.trt.TrtCalcService. Tried 3 times of the providers [10.0.0.1:20880] at ' +
  'cn.hsa.fsi.service.impl.RsfComIfsServiceImpl.callService(RsfComIfsServiceImpl.java:317)"}'

/** An empty set of faults. */
export const makeFaults = (): Faults => {
  let rules: Rule[] = []
  let last = 0
  const held = new Map<string, () => void>()
  let waiting = new AbortController()
  const answerNow = () => {
    waiting.abort()
    waiting = new AbortController()
  }
  const fits = (rule: Rule, envelope: Values): boolean =>
    (!rule.infno || rule.infno === textOf(envelope.infno)) &&
    (!rule.fixmedins_code || rule.fixmedins_code === textOf(envelope.fixmedins_code)) &&
    (!rule.psn_no || rule.psn_no === find((envelope.input ?? {}) as Values, 'psn_no'))
  return {
    add: (rule) => {
      last += 1
      const added = { ...rule, id: last }
      rules.push(added)
      return added
    },
    list: () => rules,
    clear: () => {
      rules = []
      held.clear()
      answerNow()
    },
    waiting: () => waiting.signal,
    answerNow,
    take: (envelope) => {
      const taken = rules.filter((rule) => fits(rule, envelope))
      for (const rule of taken) if (rule.times > 0) rule.times = rule.times === 1 ? -1 : rule.times - 1
      rules = rules.filter((rule) => rule.times >= 0)
      return taken
    },
    hold: (msgid, book) => void held.set(msgid, book),
    release: (msgid) => {
      const book = held.get(msgid)
      held.delete(msgid)
      return book
    },
  }
}
