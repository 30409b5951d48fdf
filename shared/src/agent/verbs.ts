import * as z from 'zod/mini'
import { paperNames } from './documents.ts'
import {
  agentState,
  batchInfo,
  cardInfo,
  driverInfo,
  hello,
  jobInfo,
  maskedCard,
  pinInfo,
  printerInfo,
  sessionAnswer,
} from './entities.ts'
import { billNo, erpDraft, erpFrame, erpResult } from './erp.ts'
import { printerSettings } from './printing.ts'
import { limits } from './protocol.ts'
import { receipt } from './receipt.ts'
import { reprintReasons } from './reprint.ts'
import { type VerbRow, verb } from './verb-row.ts'

export type { Guard, VerbRow, Who } from './verb-row.ts'

// One table of what the agent can do. HTTP routes and socket requests, guards, permissions, proofs and tickets all
// follow from a row; neither transport knows a verb by name.

const nobody = [] as const
const staff = ['operator'] as const
const anyone = ['operator', 'setup'] as const
const erp = ['operator', 'erp'] as const

const none = z.strictObject({})
const empty = z.object({})
const id = z.string().check(z.regex(/^[A-Za-z0-9][\w.-]{0,63}$/))
const printer = z.string().check(z.maxLength(255))
/** From a query it is text, from a socket a number. */
const count = z.pipe(
  z.union([z.int(), z.string().check(z.regex(/^\d{1,15}$/))]),
  z.transform((value) => Number(value)),
)
/** true, as a query writes it or a socket sends it. */
const yes = z.pipe(
  z.union([z.literal(true), z.literal('true')]),
  z.transform(() => true as const),
)
const paper = z.optional(z.enum(paperNames))
/** A PIN typed on the keyboard; absent = the reader's own pad asks for it. */
const pin = z.optional(z.string().check(z.regex(/^\d{4,12}$/)))
const medium = z.enum(['socialCard', 'idCard', 'eVoucher', 'socialECard'])
/** A card verb's arguments; further plain values (iType, businessType) are the driver's own. */
const card = <const S extends z.core.$ZodLooseShape>(shape: S) =>
  z.catchall(z.object({ driver: z.optional(id), ...shape }), z.union([z.string().check(z.maxLength(200)), z.number()]))
/** No PIN here: without login nobody may use up the tries of a card. */
const testRead = z.strictObject({ driver: z.optional(id), medium })
const sessionArgs = z.union([
  z.strictObject({ ticket: z.string().check(z.maxLength(limits.ticket)) }),
  z.strictObject({ setupCode: z.string().check(z.regex(/^\d{6}$/)) }),
])
const enrolArgs = z.strictObject({ code: z.string().check(z.minLength(1), z.maxLength(64)) })
const dllArgs = z.strictObject({ driver: id, function: id, args: z.record(z.string(), z.unknown()) })
const jobFields = {
  printer: z.optional(printer),
  documentType: z.optional(id),
  copies: z.optional(count),
  paper,
  /** jobs that belong together: asked for, and taken back, as one */
  batch: z.optional(id),
  /** the document that this one prints again; then with the reason */
  reprintOf: z.optional(id),
  reason: z.optional(z.enum(Object.keys(reprintReasons) as (keyof typeof reprintReasons)[])),
}
const submitArgs = z.strictObject(jobFields)
const receiptArgs = z.strictObject({ ...jobFields, receipt })
/** The test page of a printer, or of what a document type is set to. */
const testArgs = z.strictObject({
  printer: z.optional(printer),
  documentType: z.optional(id),
  paper,
  mode: z.optional(z.enum(['page', 'receipt'])),
})
const ready = z.object({ ready: z.boolean() })
const job = z.strictObject({ id })
const http = { httpOnly: true } as const
const page = { httpOnly: true, page: true } as const
const probe = z.looseObject({ version: z.string() })
const risky = { proof: true } as const
const ticketed = { proof: true, actionTicket: 'always' } as const

export const verbs = {
  hello: verb('GET /v1/hello', 'open', nobody, none, hello),
  health: verb('GET /health', 'open', nobody, none, ready, http),
  'page.status': verb('GET /', 'open', nobody, none, z.string(), page),
  'page.setup': verb('GET /v1/setup', 'open', nobody, none, z.string(), page),

  metrics: verb('GET /metrics', 'admin', nobody, none, z.string(), { ...http, text: true }),
  /** How the gateway stands, for the updater that has just started it. */
  'admin.probe': verb('POST /v1/admin/probe', 'admin', nobody, none, probe, http),

  'session.open': verb('POST /v1/session', 'ticket', nobody, sessionArgs, sessionAnswer, { ...http, ...risky }),
  'session.wsTicket': verb('POST /v1/session/ws-ticket', 'api', anyone, none, z.object({ wsTicket: z.string() }), http),
  'session.close': verb('DELETE /v1/session', 'api', anyone, none, empty, http),

  'agent.state': verb('GET /v1/agent', 'api', anyone, none, agentState),
  /** Binds the agent by the server's one-time code, which alone says for which stores. */
  'agent.enrol': verb('POST /v1/agent/enrol', 'api', anyone, enrolArgs, agentState, risky),

  'driver.list': verb('GET /v1/drivers', 'api', anyone, none, z.array(driverInfo)),
  'driver.repair': verb(
    'POST /v1/drivers/:driver/repair',
    'api',
    anyone,
    z.strictObject({ driver: id }),
    driverInfo,
    risky,
  ),
  'dll.call': verb('POST /v1/dll/:driver/:function', 'api', staff, dllArgs, z.unknown(), {
    proof: true,
    actionTicket: 'unlessRead',
    nest: 'args',
  }),

  'card.read': verb('POST /v1/card/read', 'api', staff, card({ medium, pin }), cardInfo, ticketed),
  'card.test': verb('POST /v1/card/test', 'api', anyone, testRead, maskedCard),
  'card.pin.verify': verb('POST /v1/card/pin/verify', 'api', staff, card({ pin }), pinInfo, ticketed),
  'card.pin.change': verb('POST /v1/card/pin/change', 'api', staff, card({ pin, newPin: pin }), pinInfo, ticketed),

  'printer.list': verb('GET /v1/printers', 'api', anyone, none, z.array(printerInfo)),
  'printer.settings': verb('GET /v1/printers/settings', 'api', anyone, none, printerSettings),
  'printer.configure': verb('POST /v1/printers/settings', 'api', anyone, printerSettings, printerSettings, risky),
  'print.submit': verb('POST /v1/print/jobs', 'api', staff, submitArgs, jobInfo, { ...http, body: 'pdf' }),
  /** A receipt printer's job: what it says, not the printer's codes. */
  'print.receipt': verb('POST /v1/print/receipts', 'api', staff, receiptArgs, jobInfo, http),
  'print.test': verb('POST /v1/print/test', 'api', anyone, testArgs, jobInfo),
  'print.list': verb('GET /v1/print/jobs', 'api', staff, none, z.array(jobInfo)),
  'print.batch': verb('GET /v1/print/batches/:id', 'api', staff, job, batchInfo),
  /** Takes back what of a batch is not printed yet. */
  'print.batch.cancel': verb('DELETE /v1/print/batches/:id', 'api', staff, job, batchInfo),
  'print.get': verb('GET /v1/print/jobs/:id', 'api', anyone, job, jobInfo),
  'print.resolve': verb(
    'POST /v1/print/jobs/:id/resolve',
    'api',
    staff,
    z.strictObject({ id, printed: z.boolean() }),
    jobInfo,
  ),
  'print.retry': verb('POST /v1/print/jobs/:id/retry', 'api', staff, job, jobInfo),
  'print.cancel': verb('DELETE /v1/print/jobs/:id', 'api', staff, job, jobInfo),

  'erp.send': verb(
    'POST /v1/erp/frames',
    'api',
    erp,
    erpDraft,
    z.object({ seq: z.int(), result: z.optional(erpResult), acked: z.optional(z.literal(true)) }),
  ),
  'erp.list': verb(
    'GET /v1/erp/frames',
    'api',
    erp,
    z.strictObject({ since: z.optional(count), billNo: z.optional(billNo), pending: z.optional(yes) }),
    z.object({ frames: z.array(erpFrame), seq: z.int() }),
  ),
}

export type Verb = keyof typeof verbs
/** Arguments of a verb as a handler receives them. */
export type VerbArgs<V extends Verb> = z.output<(typeof verbs)[V]['args']>
/** What a handler answers. */
export type VerbResult<V extends Verb> = z.output<(typeof verbs)[V]['result']>

/** Whether the agent knows the verb; names of the prototype are none. */
export const isVerb = (name: string): name is Verb => Object.hasOwn(verbs, name)
/** The row with every optional flag readable. */
export const verbRow = (name: Verb): VerbRow => verbs[name]
