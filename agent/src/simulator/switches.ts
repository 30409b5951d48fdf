import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { AgentError } from '../agent-error.ts'
import { persons } from './persons.ts'

const first = persons[0]!

/** What DATA_DIR/simulator.json may say; a call may say the same for itself. Anything absent is the good case. */
const switchesSchema = z.strictObject({
  reader: z._default(z.enum(['ready', 'absent']), 'ready'),
  /** Card number of the inserted social card, or 'none'. */
  socialCard: z._default(z.string(), first.cardNo),
  /** Number of the identity card on the reader, or 'none'. */
  idCard: z._default(z.string(), first.certNo),
  /** Identity number behind the scanned e-voucher, 'none' or 'expired'. */
  eVoucher: z._default(z.string(), first.certNo),
  card: z._default(z.enum(['good', 'mute', 'removed', 'auth', 'noPsam']), 'good'),
  fault: z._default(z.enum(['none', 'slow', 'hang', 'crash', 'garbled', 'empty']), 'none'),
  /** Simulators the fault strikes. */
  faultIn: z._default(z.array(z.string()), ['socialCard', 'idCard', 'eVoucher', 'settlement']),
  slowMs: z._default(z.number(), 2000),
  /** What the participant does at the PIN pad. */
  pin: z._default(
    z.strictObject({
      pad: z._default(z.enum(['answers', 'timeout', 'cancelled']), 'answers'),
      entered: z._default(z.string(), '123456'),
      /** The new PIN when it is changed. */
      next: z._default(z.string(), '123456'),
    }),
    { pad: 'answers', entered: '123456', next: '123456' },
  ),
  /** jam: the page got stuck and nobody knows how much of it is readable. */
  printer: z._default(z.enum(['ready', 'paper', 'cover', 'offline', 'paused', 'jam', 'slow']), 'ready'),
  /** Width in mm of the roll in the printer, for receipts in ESC/POS. */
  roll: z._default(z.literal([58, 80]), 80),
})
export type Switches = z.infer<typeof switchesSchema>

const fromFile = (path: string): object => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {})

/** The switches in force now: the file, and over it what the call itself asks for. Throws ARGS_INVALID on unknown ones. */
export const readSwitches = (dataDir: string, perCall?: unknown): Switches => {
  const own = typeof perCall === 'object' && perCall !== null ? perCall : {}
  const parsed = switchesSchema.safeParse({ ...fromFile(join(dataDir, 'simulator.json')), ...own })
  if (!parsed.success) throw new AgentError('ARGS_INVALID', { switch: parsed.error.issues[0]?.path.join('.') })
  return parsed.data
}
