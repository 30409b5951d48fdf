import * as z from 'zod/mini'
import { mostDays } from '../herbs.ts'
import { realDay } from '../time.ts'
import { packsOf, traceCodeForm } from '../trace-code.ts'
import { shortText } from './wire-fields.ts'

// Messages between the ERP and the console (a native ERP by HTTP, a framed one by window.sendFrameMessage).

/** As long as an order may carry it; it comes back letter by letter, so it may not end in what nobody sees. */
export const billNo = shortText(60).check(z.regex(/^\S(.*\S)?$/, '开头和结尾不能有空格'))
const decimal = (places: number) =>
  z.string().check(z.regex(new RegExp(`^-?\\d{1,12}(\\.\\d{1,${places}})?$`), `须为最多 ${places} 位小数的数字`))
/** What a bill counts by: goods that come back are the reversal of their bill, never a line below zero. */
const unsigned = (places: number) =>
  z
    .string()
    .check(
      z.regex(new RegExp(`^\\d{1,10}(\\.\\d{1,${places}})?$`), `须为最多 10 位整数、${places} 位小数的数字，不能为负`),
    )
const positive = (places: number) =>
  unsigned(places).check(z.refine((value) => Number(value) !== 0, { error: '须大于 0' }))
/** Of a register, as the server takes it: what came with a space could be shown and never sold. */
const plain = (max: number) => shortText(max).check(z.regex(/^\S+$/, '不能包含空格'))
const traceCode = z.string().check(z.regex(traceCodeForm, '追溯码须为 20 位数字'))
const day = z
  .string()
  .check(z.regex(/^\d{4}-\d{2}-\d{2}$/, '须为年-月-日'))
  .check(z.refine(realDay, { error: '没有这一天' }))

/** How a drug is to be taken, in words (2101's sin_dos_dscr, used_frqu_dscr, medc_way_dscr), and for how many days. */
const dosage = z.strictObject({
  dose: z.optional(shortText(200)),
  frequency: z.optional(shortText(200)),
  way: z.optional(shortText(200)),
  days: z.optional(z.int().check(z.minimum(1), z.maximum(mostDays))),
})

/** Fits the 64 kB of a frame with everything else. */
const mostCodes = 500

/** A line of a bill. quantity up to 4, price up to 6, amount 2 decimals, all strings. */
const billLine = z
  .strictObject({
    ownCode: plain(60),
    nationalCode: z.optional(shortText(64)),
    name: shortText(200),
    spec: z.optional(z.string().check(z.maxLength(200))),
    quantity: positive(4),
    price: unsigned(6),
    amount: unsigned(2),
    /** Of the packs, as the centre wants to know of every sale (3505); packs of another lot are another line. */
    lot: z.optional(plain(30)),
    madeOn: z.optional(day),
    expiresOn: z.optional(day),
    /** Of the packs that were scanned at the till; the counter's clerk scans what is missing. */
    traceCodes: z.optional(z.array(traceCode).check(z.maxLength(mostCodes))),
    dosage: z.optional(dosage),
  })
  .check(
    z.refine(({ quantity, traceCodes }) => !traceCodes?.length || traceCodes.length <= packsOf(quantity), {
      path: ['traceCodes'],
      error: '追溯码多于数量，一盒只有一个',
    }),
  )

/** The first code that stands in a bill twice, with its place. */
const twiceIn = (lines: readonly { traceCodes?: string[] | undefined }[]): (string | number)[] | undefined => {
  const seen = new Set<string>()
  for (const [i, { traceCodes = [] }] of lines.entries())
    for (const [j, code] of traceCodes.entries()) {
      if (seen.has(code)) return ['lines', i, 'traceCodes', j]
      seen.add(code)
    }
  return undefined
}

/** What the customer buys. total is the ERP's own sum; the console compares it with its own (M22). */
const billBody = z
  .strictObject({
    lines: z.array(billLine).check(z.minLength(1), z.maxLength(300)),
    total: unsigned(2),
    operator: shortText(64),
    /** Of its 中药饮片: 1 复方 or 2 单方, and how many doses; without it the counter's clerk says it. */
    herbs: z.optional(
      z.strictObject({ use: z.enum(['1', '2']), doses: z.optional(z.int().check(z.minimum(1), z.maximum(999))) }),
    ),
  })
  .check((body) => {
    const path = twiceIn(body.value.lines)
    if (path) body.issues.push({ code: 'custom', input: body.value, path, message: '同一个追溯码在销售单中出现了两次' })
  })

/** What became of the bill. Amounts with two decimals. */
const resultBody = z.strictObject({
  state: z.enum(['settled', 'reversed', 'voided', 'unknown']),
  orderId: z.optional(shortText(64)),
  setlId: z.optional(shortText(64)),
  total: z.optional(decimal(2)),
  fund: z.optional(decimal(2)),
  account: z.optional(decimal(2)),
  cash: z.optional(decimal(2)),
})

/** The disease picked for a chronic purchase. */
const diseaseBody = z.strictObject({ diseaseCode: shortText(64), diseaseName: shortText(200) })

/** The other side has read the frame with this id. */
const ackBody = z.strictObject({ id: shortText(64) })

const frame = <const T extends string, B extends z.core.$ZodType>(type: T, body: B) =>
  z.strictObject({
    id: shortText(64),
    type: z.literal(type),
    billNo,
    revision: z.int().check(z.minimum(0)),
    body,
  })

/** What became of a bill, as its sender writes it. */
export const resultFrame = frame('result', resultBody)

/** A frame as its sender writes it; the agent adds `seq`. */
export const erpDraft = z.discriminatedUnion('type', [
  frame('bill', billBody),
  frame('billChanged', billBody),
  resultFrame,
  frame('disease', diseaseBody),
  frame('ack', ackBody),
])
export type ErpDraft = z.infer<typeof erpDraft>
export type ErpFrame = ErpDraft & { seq: number }
export type ErpResult = Extract<ErpFrame, { type: 'result' }>

/** A frame as it is delivered: counts up by one agent-wide, so a poll continues with the last seq it saw. */
export const erpFrame = z.intersection(erpDraft, z.object({ seq: z.int() }))

type Told = z.infer<typeof resultBody>['state']

/** What may follow and come again for one order: each telling has an id of its own. */
const passing = (told: Told) => told === 'unknown' || told === 'voided'

/** What a result says of its order; amounts with two decimals. */
interface ResultOrder {
  id: string
  erpBill?: string | undefined
  setlId?: string | undefined
  total: string
  fundTotal: string
  account: string
  cash: string
  /** How often what the bill came to has become something else. */
  erpTurn?: number | undefined
}

/**
 * The result frame of an order's bill (DESIGN 8), `at` in unix ms. Whoever tells it, console or agent, writes the same
 * frame: it reaches the ERP once. A later revision is told anew, for the same id with another content would be refused; so is
 * what an order came to once more, settled again or reversed again.
 */
export const resultOf = (order: ResultOrder, state: Told, revision: number, at: number) => ({
  id: `${order.id}-${state}-${passing(state) ? at : revision}${order.erpTurn ? `-${order.erpTurn}` : ''}`,
  type: 'result' as const,
  billNo: order.erpBill ?? '',
  revision,
  body: {
    state,
    orderId: order.id,
    ...(order.setlId ? { setlId: order.setlId } : {}),
    total: order.total,
    fund: order.fundTotal,
    account: order.account,
    cash: order.cash,
  },
})

/** The result of a bill, as it answers the bill's second sending. */
export const erpResult = z.intersection(resultFrame, z.object({ seq: z.int() }))

/** Which side may send which type. */
export const erpSender = {
  bill: ['erp'],
  billChanged: ['erp'],
  result: ['console'],
  disease: ['console'],
  ack: ['erp', 'console'],
} as const satisfies Record<ErpDraft['type'], readonly ('erp' | 'console')[]>
