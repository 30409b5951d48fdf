import { fromDialect, inDialect } from './dialect.ts'
import { checkInput, refuseField, type Values } from './message/check.ts'
import { checkInsuplc, checkSender, checkSign, type Sender } from './message/envelope.ts'
import { shape } from './message/shape.ts'
import { titleOf } from './message/standard.ts'
import { profileOf } from './profile.ts'
import { Refusal, refuse } from './refusal.ts'
import type { Store } from './store/open.ts'
import { type Clock, compact } from './time.ts'
import { type Call, FileOutcome } from './transactions/call.ts'
import { handlers } from './transactions/handlers.ts'

/** What the centre answers: a message, or a file. */
export type Answer = { message: Values } | { bytes: Buffer; filename: string }

/** The centre behind the gateway. */
export interface Centre {
  /** Plays one message sent by an account of an area. Never throws. */
  play: (envelope: Values, area: string) => Answer
  /** An answer with infcode -1. */
  refusal: (area: string, text: string, since?: number) => Answer
}

// Money messages are told apart by the book itself, and a 2601 is repeated on purpose.
const REPEATABLE = ['2102', '2103', '2207', '2208', '2601']
const REMEMBERED = 20_000

/** Makes a centre over a store and a clock; `catalogueRows` is the size of its national catalogue. */
export const makeCentre = (store: Store, clock: Clock, catalogueRows: number): Centre => {
  const seen = new Set<string>()
  let serial = 0

  const answer = (area: string, since: number, rest: { infcode: number; err_msg: string; output: unknown }): Answer => {
    serial = (serial + 1) % 10_000_000_000
    const received = compact(since)
    const { infcode, err_msg, output } = rest
    return {
      message: {
        infcode: profileOf(area)?.numbersAsStrings ? String(infcode) : infcode,
        inf_refmsgid: area + received.slice(0, 14) + String(serial).padStart(10, '0'),
        refmsg_time: received,
        respond_time: compact(clock()),
        err_msg,
        output,
      },
    }
  }
  const refusal: Centre['refusal'] = (area, text, since = clock()) =>
    answer(area, since, { infcode: -1, err_msg: text, output: {} })

  const checkMsgid = ({ msgid }: Sender): void => {
    if (seen.has(msgid)) refuseField({ title: '发送方报文ID', name: 'msgid' }, '重复')
  }
  const remember = ({ infno, msgid }: Sender): void => {
    if (REPEATABLE.includes(infno)) return
    seen.add(msgid)
    if (seen.size > REMEMBERED) seen.delete(seen.values().next().value!)
  }

  const run = (envelope: Values, area: string, now: number): Answer => {
    const sender = checkSender(envelope, area)
    const handler = handlers[sender.infno] ?? refuse(`交易 ${sender.infno} ${titleOf(sender.infno)} 本中心未开通`)
    checkMsgid(sender)
    checkSign(store, envelope, sender)
    const input = fromDialect(store, area, sender.infno, envelope.input as Values)
    checkInput(sender.infno, input, sender.profile)
    checkInsuplc(envelope)
    const call: Call = { ...sender, envelope, input, store, catalogueRows, now }
    const outcome = handler(call)
    remember(sender)
    if (outcome instanceof FileOutcome) return outcome
    const output = shape(sender.infno, outcome, sender.profile)
    return answer(area, now, { infcode: 0, err_msg: '', output: inDialect(store, area, sender.infno, output) })
  }

  return {
    refusal,
    play: (envelope, area) => {
      const now = clock()
      try {
        return run(envelope, area, now)
      } catch (error) {
        if (error instanceof Refusal) return refusal(area, error.message, now)
        console.error('医保中心模拟器内部错误', error)
        return refusal(area, '医保中心系统异常', now)
      }
    },
  }
}
