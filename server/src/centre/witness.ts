import { checkMessage } from './check.ts'
import type { Exchange } from './exchange.ts'
import { type Fault, faultText } from './fault.ts'
import { withoutFile } from './operations/file.ts'
import { type CentreOutcome, classify, unknownText } from './outcome.ts'
import { forceOf, mappedOutcome } from './plugin/play.ts'
import type { CentreProfile } from './profile.ts'

/** A message as it left. */
interface Sent {
  infno: string
  body: string | Buffer
}

/** Sees a message with its answer; answers what counts as the answer. */
export type Witness = (sent: Sent, answer: Exchange) => Exchange

/** An answer that is thrown away: the message has arrived, and the sender never hears of it. */
export const lostAnswer = (ms: number): Exchange => ({
  kind: 'unknown',
  reason: 'closed',
  detail: 'answer dropped',
  ms,
})

/** What is on record of one message and its answer. */
export interface Testimony {
  infno: string
  msgid: string
  /** Booked, refused, or nothing that can be read. */
  kind: CentreOutcome['kind']
  infcode: string
  /** The centre's words, or why there are none; '' of a booked one. */
  text: string
  ms: number
  /** Where a booked answer is not as the standard has it. */
  deviations: string[]
  request: string
  response: string
}

/** Characters kept of a message, whole or not at all: of a part nobody can tell what is a name in it. */
const most = 1_000_000

const msgidIn = /"msgid"\s*:\s*"([^"]{1,40})"/
const infcodeIn = /"infcode"\s*:\s*"?(-?\w{1,12})/

/** Which it is as 9102 has it: a day's rows may come unpacked. */
const isFile = (infno: string, answer: Exchange): boolean =>
  infno === '9102' &&
  answer.kind === 'answer' &&
  answer.status === 200 &&
  !/^\s*[{<]/.test(answer.body.subarray(0, 64).toString('latin1'))

const kept = (text: string): string => (text.length > most ? `（报文有 ${text.length} 字，没有保留）` : text)

const fileText = ({ length }: Buffer): string => `（文件，${length} 字节）`

const shown = (bytes: Buffer): string => (bytes.includes(0) ? fileText(bytes) : kept(bytes.toString('utf8')))

const outcomeOf = (infno: string, answer: Exchange): CentreOutcome => {
  if (answer.kind !== 'answer') return answer
  return isFile(infno, answer) ? { kind: 'booked', output: {}, refMsgid: '', ms: answer.ms } : classify(answer)
}

const wordsOf = (outcome: CentreOutcome): string => {
  if (outcome.kind === 'refused') return outcome.message
  if (outcome.kind === 'notSent') return outcome.reason
  return outcome.kind === 'unknown' ? unknownText(outcome) : ''
}

/** What a message and its answer were, in words and as they went over the line. */
export const testimonyOf = (profile: CentreProfile, { infno, body }: Sent, answer: Exchange): Testimony => {
  const { edition, localCodes } = profile
  // What a plugin puts right is no deviation; it is counted where the answer itself is read.
  const outcome = mappedOutcome(profile, infno, forceOf(profile, infno), outcomeOf(infno, answer), () => undefined)
  const file = isFile(infno, answer)
  const request = typeof body === 'string' ? kept(infno === '9101' ? withoutFile(body) : body) : shown(body)
  const response = answer.kind === 'answer' ? (file ? fileText : shown)(answer.body) : ''
  const faults: Fault[] =
    outcome.kind === 'booked' && !file ? checkMessage(edition, infno, 'out', outcome.output, { localCodes }) : []
  return {
    infno,
    msgid: msgidIn.exec(typeof body === 'string' ? body : body.toString('latin1'))?.[1] ?? '',
    kind: outcome.kind,
    infcode: infcodeIn.exec(response)?.[1] ?? '',
    text: wordsOf(outcome),
    ms: 'ms' in outcome ? outcome.ms : 0,
    deviations: faults.map((fault) => faultText([fault])),
    request,
    response,
  }
}
