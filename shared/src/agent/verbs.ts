import * as z from 'zod/mini'
import { cardInfo, driverInfo, hello, jobInfo, maskedCard, pinInfo, printerInfo, sessionAnswer } from './entities.ts'
import { erpDraft, erpFrame } from './erp.ts'
import { limits } from './protocol.ts'

// One table of what the agent can do. HTTP routes and socket requests, guards, permissions, proofs and tickets all
// follow from a row; neither transport knows a verb by name.

/** open: anybody on this machine · ticket: exact origin · api: origin, client header and bearer · app: the served console. */
export type Guard = 'open' | 'ticket' | 'api' | 'app'
export type Who = 'operator' | 'setup' | 'erp'

export interface VerbRow {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  guard: Guard
  /** kinds of session that may call it; empty where no session exists yet */
  who: readonly Who[]
  args: z.ZodMiniType
  result: z.ZodMiniType
  /** the browser signs each request (the risky ones) */
  proof?: true
  /** needs an action ticket: always, or unless the driver declares the function as harmless (class read) */
  actionTicket?: 'always' | 'unlessRead'
  /** bytes of a PDF as HTTP body, hence not on the socket */
  body?: 'pdf'
  /** not a request on the socket */
  httpOnly?: true
  /** a page of the agent itself: a browser may navigate to it */
  page?: true
  /** HTTP body.args become this member beside the path's parameters */
  nest?: string
}

const id = z.string().check(z.regex(/^[A-Za-z0-9][\w.-]{0,63}$/))
const none = z.strictObject({})
const staff = ['operator'] as const
const anyone = ['operator', 'setup'] as const
const erp = ['operator', 'erp'] as const
const count = z.pipe(
  z.union([z.int(), z.string().check(z.regex(/^\d{1,15}$/))]),
  z.transform((value) => Number(value)),
)
const paper = z.enum(['default', 'a4', 'a5', 'roll58', 'roll80', 'continuous241'])
/** A PIN typed on the keyboard; absent = the reader's own pad asks for it. */
const pin = z.optional(z.string().check(z.regex(/^\d{4,12}$/)))
const medium = z.enum(['socialCard', 'idCard', 'eVoucher', 'socialECard'])
/** A card verb's arguments; further plain values (iType, businessType) are the driver's own. */
const card = <const S extends z.core.$ZodLooseShape>(shape: S) =>
  z.catchall(z.object(shape), z.union([z.string().check(z.maxLength(200)), z.number()]))
const reader = { driver: z.optional(id) }
const document = { copies: z.optional(count), paper: z.optional(paper) }

const table = <const T extends Record<string, VerbRow>>(rows: T) => rows

export const verbs = table({
  hello: { method: 'GET', path: '/v1/hello', guard: 'open', who: [], args: none, result: hello },
  health: {
    method: 'GET',
    path: '/health',
    guard: 'open',
    who: [],
    args: none,
    result: z.object({ ready: z.boolean() }),
    httpOnly: true,
  },
  'page.status': {
    method: 'GET',
    path: '/',
    guard: 'open',
    who: [],
    args: none,
    result: z.string(),
    page: true,
    httpOnly: true,
  },
  'page.setup': {
    method: 'GET',
    path: '/v1/setup',
    guard: 'open',
    who: [],
    args: none,
    result: z.string(),
    page: true,
    httpOnly: true,
  },

  'session.open': {
    method: 'POST',
    path: '/v1/session',
    guard: 'ticket',
    who: [],
    proof: true,
    httpOnly: true,
    args: z.union([
      z.strictObject({ ticket: z.string().check(z.maxLength(limits.ticket)) }),
      z.strictObject({ setupCode: z.string().check(z.regex(/^\d{6}$/)) }),
    ]),
    result: sessionAnswer,
  },
  'session.wsTicket': {
    method: 'POST',
    path: '/v1/session/ws-ticket',
    guard: 'api',
    who: anyone,
    args: none,
    result: z.object({ wsTicket: z.string() }),
    httpOnly: true,
  },
  'session.close': {
    method: 'DELETE',
    path: '/v1/session',
    guard: 'api',
    who: anyone,
    args: none,
    result: z.object({}),
    httpOnly: true,
  },

  'driver.list': {
    method: 'GET',
    path: '/v1/drivers',
    guard: 'api',
    who: anyone,
    args: none,
    result: z.array(driverInfo),
  },
  'driver.repair': {
    method: 'POST',
    path: '/v1/drivers/:driver/repair',
    guard: 'api',
    who: anyone,
    proof: true,
    args: z.strictObject({ driver: id }),
    result: driverInfo,
  },
  'dll.call': {
    method: 'POST',
    path: '/v1/dll/:driver/:function',
    guard: 'api',
    who: staff,
    proof: true,
    actionTicket: 'unlessRead',
    nest: 'args',
    args: z.strictObject({ driver: id, function: id, args: z.record(z.string(), z.unknown()) }),
    result: z.unknown(),
  },

  'card.read': {
    method: 'POST',
    path: '/v1/card/read',
    guard: 'api',
    who: staff,
    proof: true,
    actionTicket: 'always',
    args: card({ ...reader, medium, pin }),
    result: cardInfo,
  },
  'card.test': {
    method: 'POST',
    path: '/v1/card/test',
    guard: 'api',
    who: anyone,
    args: card({ ...reader, medium }),
    result: maskedCard,
  },
  'card.pin.verify': {
    method: 'POST',
    path: '/v1/card/pin/verify',
    guard: 'api',
    who: staff,
    proof: true,
    actionTicket: 'always',
    args: card({ ...reader, pin }),
    result: pinInfo,
  },
  'card.pin.change': {
    method: 'POST',
    path: '/v1/card/pin/change',
    guard: 'api',
    who: staff,
    proof: true,
    actionTicket: 'always',
    args: card({ ...reader, pin, newPin: pin }),
    result: pinInfo,
  },

  'printer.list': {
    method: 'GET',
    path: '/v1/printers',
    guard: 'api',
    who: anyone,
    args: none,
    result: z.array(printerInfo),
  },
  'print.submit': {
    method: 'POST',
    path: '/v1/print/jobs',
    guard: 'api',
    who: staff,
    body: 'pdf',
    httpOnly: true,
    args: z.strictObject({
      ...document,
      printer: z.optional(z.string().check(z.maxLength(255))),
      documentType: z.optional(id),
    }),
    result: jobInfo,
  },
  'print.test': {
    method: 'POST',
    path: '/v1/print/test',
    guard: 'api',
    who: anyone,
    args: z.strictObject({ printer: z.string().check(z.maxLength(255)), paper: z.optional(paper) }),
    result: jobInfo,
  },
  'print.list': {
    method: 'GET',
    path: '/v1/print/jobs',
    guard: 'api',
    who: staff,
    args: none,
    result: z.array(jobInfo),
  },
  'print.get': {
    method: 'GET',
    path: '/v1/print/jobs/:id',
    guard: 'api',
    who: anyone,
    args: z.strictObject({ id }),
    result: jobInfo,
  },
  'print.resolve': {
    method: 'POST',
    path: '/v1/print/jobs/:id/resolve',
    guard: 'api',
    who: staff,
    args: z.strictObject({ id, printed: z.boolean() }),
    result: jobInfo,
  },
  'print.retry': {
    method: 'POST',
    path: '/v1/print/jobs/:id/retry',
    guard: 'api',
    who: staff,
    args: z.strictObject({ id }),
    result: jobInfo,
  },
  'print.cancel': {
    method: 'DELETE',
    path: '/v1/print/jobs/:id',
    guard: 'api',
    who: staff,
    args: z.strictObject({ id }),
    result: jobInfo,
  },

  'erp.send': {
    method: 'POST',
    path: '/v1/erp/frames',
    guard: 'api',
    who: erp,
    args: erpDraft,
    result: z.object({ seq: z.int() }),
  },
  'erp.list': {
    method: 'GET',
    path: '/v1/erp/frames',
    guard: 'api',
    who: erp,
    args: z.strictObject({ since: z.optional(count) }),
    result: z.object({ frames: z.array(erpFrame), seq: z.int() }),
  },
})

export type Verb = keyof typeof verbs
/** Arguments of a verb as a handler receives them. */
export type VerbArgs<V extends Verb> = z.output<(typeof verbs)[V]['args']>
/** What a handler answers. */
export type VerbResult<V extends Verb> = z.output<(typeof verbs)[V]['result']>

export const isVerb = (name: string): name is Verb => Object.hasOwn(verbs, name)
/** The row with every optional flag readable. */
export const verbRow = (verb: Verb): VerbRow => verbs[verb]

/** Verbs that the server may ask for by confimResultInfo.action (DESIGN 6). */
export const cloudActions = [
  'card.read',
  'card.pin.verify',
  'card.pin.change',
  'dll.call',
] as const satisfies readonly Verb[]
