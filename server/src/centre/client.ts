import * as http from 'node:http'
import * as https from 'node:https'
import { addressMs, centreKeeps } from '@yibao/shared/kept-connections.ts'
import { checkEnvelope, checkMessage } from './check.ts'
import { type CentreCall, envelopeOf, isOutOfArea } from './envelope.ts'
import { type Exchange, exchange } from './exchange.ts'
import { type Fault, faultText } from './fault.ts'
import type { Json } from './json.ts'
import type { Header, Operation } from './operation.ts'
import { type Booked, type CentreOutcome, classify, type NotSent, type Refused, type Unknown } from './outcome.ts'
import { forceOf, mappedInput, mappedOutcome, type PluginHeard } from './plugin/play.ts'
import { routed } from './plugin/routed.ts'
import { routedTimeout } from './plugin/waits.ts'
import { accountOf, type CentreProfile } from './profile.ts'
import { readOne } from './reader.ts'
import { gatewayHeaders } from './signature.ts'
import type { Witness } from './witness.ts'

export type { CentreCall } from './envelope.ts'
export type { Fault } from './fault.ts'
export type { Header, Operation, Sender } from './operation.ts'
export type { Booked, CentreOutcome, NotSent, Refused, Unknown } from './outcome.ts'
export type { CentreProfile } from './profile.ts'

/** A checked message: `body` is byte for byte (as UTF-8) what `send` sends. */
export interface Message {
  kind: 'message'
  infno: string
  msgid: string
  body: string
}
/** A booked answer read into its type, with what deviates from the standard in it. */
interface Read<Result> extends Omit<Booked, 'output'> {
  value: Result
  answerFaults: Fault[]
}
export type Answer<Result> = Read<Result> | Refused | NotSent | Unknown

export interface Waiting {
  timeoutMs: number
  signal?: AbortSignal
}
export interface ClientOptions {
  /** Until a connection stands, ms. Default 10 000. */
  connectMs?: number
  /** How long a connection that nobody uses is kept, ms. */
  keepMs?: number
  /** Greatest answer, bytes. Default 64 MiB. */
  maxBytes?: number
  /** The clock of gateway time stamps. */
  now?: () => Date
  /** Told how each call ended. */
  heard?: (infno: string, outcome: CentreOutcome, fixmedinsCode?: string) => void
  /** Sees each message with its answer; what it gives back is what counts as the answer. */
  witness?: Witness
  /** Told each call that a plugin had a part in. */
  plugged?: PluginHeard
  /** Told a sign-in number that the centre no longer takes, before the answer is given on; answers whose it was. */
  signInLost?: (signNo: string) => Promise<'person' | 'system'>
}

// Texts differ by area; the field is named or the sign-in is.
const aboutSignIn = /签到|sign_no/
// The envelope's own field: what it is called in the editions and by centres.
const aboutItsNumber = /sign_no|签到(流水|编)号/

// A kept connection may have been closed by the other side already; a booking sent into it would come back unknown
// for nothing. What a person waits for and must not be sent twice therefore pays for a connection of its own; what a job
// tells one after the other (3505 ...) does not.
const ownConnection = new Set([
  ...['2102', '2103', '2601', '3203', '3203A', '3204', '3204A', '3691', '3692', '3261', '3262', '7203', '7204'],
  ...['2201', '2202', '2203', '2204', '2205', '2207', '2208', '3401', '3402', '3403'],
  ...['2503', '2504', '2505', '2506', '2591', '2594', '2595', '2596', '2691', '2692'],
])

/** Transactions that book money, and say in medins_setl_id under which message. */
const bookings = new Set(['2102', '2103', '2207', '2208'])

/**
 * An answer that names another message of this institution was given to that one: nobody knows what became of ours. Only
 * what has the form of our own numbers is looked at, for an area may fill medins_setl_id otherwise.
 */
const ownOutcome = (outcome: CentreOutcome, body: string, infno: string): CentreOutcome => {
  if (outcome.kind !== 'booked' || !bookings.has(infno)) return outcome
  const told = readOne(outcome.output, 'setlinfo')?.text('medins_setl_id') ?? ''
  const msgid = String(JSON.parse(body).msgid)
  const another = told !== msgid && told.length === msgid.length && told.slice(0, 12) === msgid.slice(0, 12)
  return another
    ? { kind: 'unknown', reason: 'unreadable', detail: `${infno} answers another message`, ms: outcome.ms }
    : outcome
}

/** The shop in whose name a message speaks: its envelope stands before its input, and no value holds a bare quote. */
const senderOf = (body: string): string | undefined => /"fixmedins_code":"([^"]+)"/.exec(body)?.[1]

/**
 * Whether a refusal ends the sign-in under which it was asked. 9001 makes a number and has none to lose. What circulates
 * (71xx, 72xx) is answered by a platform behind the centre that knows sign-ins of its own (药师未签到): only one that names
 * the envelope's number speaks of ours, and none does that a plugin has answered at another address.
 */
const endsSignIn = (infno: string, message: string, elsewhere: boolean): boolean => {
  if (infno === '9001') return false
  return /^7[12]\d\d/.test(infno) ? !elsewhere && aboutItsNumber.test(message) : aboutSignIn.test(message)
}

const withoutAccount = '本区划还没有填写医保网关的账号和密钥，没有发出，请管理员在「医保配置」填写'

/** Speaks with one area's centre. Never repeats a request: what to do after an unknown outcome is the caller's. */
export class CentreClient {
  readonly profile: CentreProfile
  readonly #agent: http.Agent | https.Agent
  readonly #options: Required<ClientOptions>

  constructor(profile: CentreProfile, options: ClientOptions = {}) {
    this.profile = profile
    this.#options = {
      connectMs: 10_000,
      keepMs: centreKeeps,
      maxBytes: 64 * 2 ** 20,
      now: () => new Date(),
      heard: () => undefined,
      signInLost: () => Promise.resolve('person'),
      witness: (_, answer) => answer,
      plugged: () => undefined,
      ...options,
    }
    const { keepMs: timeout } = this.#options
    const kept = { keepAlive: true, maxFreeSockets: 8, timeout, autoSelectFamilyAttemptTimeout: addressMs }
    this.#agent = profile.baseUrl.startsWith('https:')
      ? new https.Agent({ ...kept, ca: profile.ca })
      : new http.Agent(kept)
  }

  /** The exact bytes of a call, or why it must not be sent. Nothing leaves here. */
  buildMessage(call: CentreCall): Message | NotSent {
    const { edition, localCodes, gateway, traceInSettle } = this.profile
    const { account, secret } = accountOf(gateway)
    if (gateway.kind !== 'NONE' && !(account && secret)) return { kind: 'notSent', reason: withoutAccount }
    const force = forceOf(this.profile, call.infno)
    const envelope = envelopeOf(this.profile, call, force?.route?.route.infver)
    const options = traceInSettle ? ['traceInSettle'] : []
    const context = { outOfArea: isOutOfArea(this.profile, call.sender), localCodes, options }
    const body = JSON.stringify(envelope)
    const input = JSON.parse(body).input as Json
    const faults = [...checkEnvelope(edition, envelope), ...checkMessage(edition, call.infno, 'in', input, context)]
    if (faults.length > 0)
      return { kind: 'notSent', reason: `报文不符合接口规范，没有发出：${faultText(faults)}`, faults }
    const message = { kind: 'message', infno: call.infno, msgid: call.msgid, body } as const
    if (!force?.in) return message
    const mapped = mappedInput(this.profile, call.infno, force, input, this.#options.plugged)
    return 'kind' in mapped ? mapped : { ...message, body: JSON.stringify({ ...envelope, input: mapped.input }) }
  }

  /** buildMessage for a typed operation: what settlement commits before anything leaves. */
  prepare<Args>(operation: Operation<Args, unknown>, args: Args, header: Header): Message | NotSent {
    const { profile } = this
    const context = { profile, sender: header.sender, outOfArea: isOutOfArea(profile, header.sender) }
    return this.buildMessage({ ...header, infno: operation.infno, input: operation.input(args, context) })
  }

  /** Sends these bytes once and waits for the answer. A number of a sign-in that it does not take is told on. */
  async send(body: string, infno: string, waiting: Waiting): Promise<CentreOutcome> {
    const { paths, contentType } = this.profile
    const force = forceOf(this.profile, infno)
    const ask = () => this.exchange(paths.call, infno, body, `${contentType}; charset=utf-8`, waiting)
    const answer = await routed(force?.route?.route, infno, ask)
    const heard = answer.kind === 'answer' ? classify(answer) : answer
    const read = ownOutcome(mappedOutcome(this.profile, infno, force, heard, this.#options.plugged), body, infno)
    const keeps = bookings.has(infno) && answer.kind === 'answer' && read.kind !== 'notSent'
    const outcome = keeps ? { ...read, raw: answer.body.toString('utf8') } : read
    this.#options.heard(infno, outcome, senderOf(body))
    return this.toldOn(outcome, infno, body)
  }

  /** What a message came to; where it is the sign-in of this body that the centre does not take, that is told on first. */
  async toldOn(outcome: CentreOutcome, infno: string, body: string): Promise<CentreOutcome> {
    const elsewhere = forceOf(this.profile, infno)?.route?.route.path !== undefined
    if (outcome.kind !== 'refused' || !endsSignIn(infno, outcome.message, elsewhere)) return outcome
    return { ...outcome, signInLost: await this.#options.signInLost(String(JSON.parse(body).sign_no)) }
  }

  /** Reads an outcome as this operation's result. Booked without its keys is unknown: it stands, but nobody knows what. */
  readAnswer<Result>(operation: Operation<never, Result>, outcome: CentreOutcome): Answer<Result> {
    if (outcome.kind !== 'booked') return outcome
    const { output, ...rest } = outcome
    const value = operation.read(output, this.profile)
    if (value === undefined)
      return {
        kind: 'unknown',
        reason: 'unreadable',
        detail: `${operation.infno} infcode 0 without keys`,
        ms: rest.ms,
        raw: rest.raw,
      }
    const { edition, localCodes } = this.profile
    return {
      ...rest,
      value,
      // Worked out when somebody looks: a booked answer stands whatever deviates in it.
      get answerFaults() {
        return checkMessage(edition, operation.infno, 'out', output, { localCodes })
      },
    }
  }

  /** buildMessage and send. */
  async call(call: CentreCall, waiting: Waiting): Promise<CentreOutcome> {
    const built = this.buildMessage(call)
    return built.kind === 'message' ? this.send(built.body, call.infno, waiting) : built
  }

  /** prepare, send and readAnswer: for everything that needs no intent. */
  async run<Args, Result>(
    operation: Operation<Args, Result>,
    args: Args,
    header: Header,
    waiting: Waiting,
  ): Promise<Answer<Result>> {
    const built = this.prepare(operation, args, header)
    if (built.kind === 'notSent') return built
    return this.readAnswer(operation, await this.send(built.body, operation.infno, waiting))
  }

  /** The path at the centre's address that a message of this transaction goes to by now, or that which a plugin says. */
  pathOf(infno: string, path: string = this.profile.paths.call): string {
    const routed = forceOf(this.profile, infno)?.route?.route.path
    return (routed ?? path) + (this.profile.urlStyle === 'infno' ? `/${infno}` : '')
  }

  /** One POST to a path of this centre with its gateway's headers; the raw answer. Used by `send` and the file calls. */
  async exchange(
    path: string,
    infno: string,
    body: string | Buffer,
    contentType: string,
    waiting: Waiting,
  ): Promise<Exchange> {
    const { baseUrl, gateway, ca } = this.profile
    const { connectMs, maxBytes, now, witness } = this.#options
    const route = forceOf(this.profile, infno)?.route?.route
    const timeoutMs = routedTimeout(infno, route?.timeoutMs)
    const answer = await exchange({
      url: baseUrl.replace(/\/$/, '') + this.pathOf(infno, path),
      headers: { 'Content-Type': contentType, ...gatewayHeaders(gateway, infno, now()) },
      body,
      ca,
      connectMs,
      maxBytes,
      ...waiting,
      ...(timeoutMs && { timeoutMs }),
      ...(ownConnection.has(infno) ? {} : { agent: this.#agent }),
    })
    return witness({ infno, body }, answer)
  }

  /** Closes what waits; a call under way ends as it would have, and its connection with it. */
  retire(): void {
    this.#agent.maxFreeSockets = 0
    for (const sockets of Object.values(this.#agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy()
  }

  /** Closes kept connections. */
  close(): void {
    this.#agent.destroy()
  }
}
