import type { Call } from '@yibao/shared/call.ts'
import { type Envelope, messageOf } from '@yibao/shared/envelope.ts'
import type { ErrorText } from '@yibao/shared/errors/error-text.ts'
import { errors } from '@yibao/shared/errors.ts'
import { validIdCard } from '@yibao/shared/id-card.ts'
import { and, eq, getTableColumns } from 'drizzle-orm'
import { newId } from '../base/ids.ts'
import { withoutNumbers } from '../base/mask.ts'
import type { Database } from '../database/open.ts'
import { builtOnce, slot } from '../database/slots.ts'
import { type Deps, type FileAnswer, isFile, type StreamAnswer } from './context.ts'
import type { Slot } from './idempotency.ts'
import type { Noted } from './noted.ts'
import type { SessionUser } from './session-user.ts'
import { idempotency, operationLog } from './tables.ts'

export interface Operation {
  call: Call
  name: string
  user: SessionUser | undefined
  input: Record<string, unknown>
  /** What the handler added: on what and where, before and after. */
  noted: Noted
  answer: Envelope | FileAnswer | StreamAnswer
  ms: number
  ip: string
  requestId: string
  /** User-agent of the request. */
  client: string
}

/** An outcome under its idempotency key: the same key and body get the same answer again. */
export interface Kept {
  slot: Slot
  answer: Envelope
}

const keeping = (db: Database) => {
  const { userId, call, key, answer } = idempotency
  const same = and(
    eq(userId, slot(userId, 'keptUser')),
    eq(call, slot(call, 'keptCall')),
    eq(key, slot(key, 'keptKey')),
  )
  return db
    .update(idempotency)
    .set({ answer: slot(answer, 'keptAnswer') })
    .where(same)
}

const columns = Object.entries(getTableColumns(operationLog))

const keepOnly = builtOnce((db) => keeping(db).prepare('idempotency_keep'))
const log = builtOnce((db, key) => {
  const slots = Object.fromEntries(columns.map(([name, column]) => [name, slot(column, name)]))
  const row = slots as unknown as typeof operationLog.$inferInsert
  if (key === 'log') return db.insert(operationLog).values(row).prepare('operation_log')
  const kept = db.$with('kept').as(keeping(db).returning({ key: idempotency.key }))
  return db.with(kept).insert(operationLog).values(row).prepare('operation_log_kept')
})

const secret = /pass|pwd|secret|token|certno|cardno|idcard|credential|verifycode/i

/** What a field named like a secret holds, as a log has it: a flag or a count of that name (passwordDays) is none. */
const hidden = (value: unknown) =>
  value && typeof value !== 'boolean' && typeof value !== 'number' ? '[已隐藏]' : value

/** An e-voucher, standing alone: what a scanner put where a pack's or a bill's number belongs. */
const voucher = /(?<![\dA-Za-z])\d{28,30}(?![\dA-Za-z])/g
const mobile = /(?<!\d)1[3-9]\d{9}(?!\d)/g

/** An identity number that stands alone: the last character tells it from an order's or a settlement's. */
const alone = (words: string): string =>
  words.replace(/(?<![\dA-Za-z])\d{17}[\dXx](?![\dA-Za-z])/g, (no) =>
    /x$/i.test(no) || validIdCard(no) ? '[号码]' : no,
  )

const born = /^\d{6}(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[\dX]$/

/** The same with other digits before or behind it, as in a member's or a bill's number: the day of birth tells it as well. */
const within = (words: string): string => {
  let said = ''
  for (let at = 0; at < words.length; ) {
    const no = words.slice(at, at + 18).toUpperCase()
    const his = born.test(no) && validIdCard(no)
    said += his ? '[号码]' : words[at]
    at += his ? 18 : 1
  }
  return said
}

/** Words that people typed: any number that is long enough to hold a person's. */
const strict = (words: string): string => words.replace(/\d{17,}[\dXx]/g, '[号码]').replace(mobile, '[号码]')
const ofPacks = (words: string): string => alone(words).replace(voucher, '[号码]').replace(mobile, '[号码]')
const ofBills = (words: string): string => within(ofPacks(words))
const ofThings = (words: string): string => within(alone(words)).replace(mobile, '[号码]')

/**
 * Fields that number a thing, by what else may stand in them: a line that hides them says nothing of what was done. Numbers of
 * payments and settlements are as long as an e-voucher's.
 */
const hiderOf = (field: string): typeof strict => {
  if (/^traceCodes?$/.test(field)) return ofPacks
  if (field === 'erpBill') return ofBills
  return /^(?:ids?|orderId|orderNo|setlId|mdtrtId|batchNo|payNo|refundNo)$/.test(field) ? ofThings : strict
}

const without = (value: unknown, hide: typeof strict): unknown => {
  if (typeof value === 'string') return hide(value)
  if (Array.isArray(value)) return value.map((one) => without(one, hide))
  if (!value || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, secret.test(key) ? hidden(one) : without(one, hiderOf(key))]),
  )
}

/** A value without what must never be in a log: fields named like secrets, and long numbers of persons. */
export const masked = <T>(value: T): T => without(value, strict) as T

/**
 * What a call was done to, in words: as its handler says, or by the fields that its contract names (`audit.target`); '' where
 * neither says anything. Never a person's number, 200 characters at most.
 */
export const targetOf = ({ call, input, noted: { on } }: Pick<Operation, 'call' | 'input' | 'noted'>): string => {
  const fields = (call.audit?.target ?? []).map((field) => [input[field] ?? []].flat().join('、'))
  const words = on.size ? [...on].join('、') : fields.filter(Boolean).join(' ')
  return [...within(alone(words))].slice(0, 200).join('')
}

/** Where a call acted: at the actor's store, else at the one store it was done to; all others that it was done to beside. */
const placesOf = ({ user, noted }: Pick<Operation, 'user' | 'noted'>) => {
  const at = [...noted.stores]
  const storeId = user?.storeId ?? (at.length === 1 ? at[0]! : null)
  const others = at.filter((id) => id !== storeId)
  return { storeId, stores: others.length ? others : null }
}

/** Whose line it is; found by either name. */
const byWhom = ({ userName, viewedBy }: SessionUser): string =>
  viewedBy ? `由 ${viewedBy.userName} 以 ${userName} 身份查看` : userName

const keysWith = (flag: 'quotes' | 'unlogged'): Set<unknown> =>
  new Set(Object.entries<ErrorText>(errors).flatMap(([key, text]) => (text[flag] ? [key] : [])))

const quotes = keysWith('quotes')
const unlogged = keysWith('unlogged')

/** Whether an answer leaves a line: no question does, and no refusal of one too many. */
export const leavesLine = (answer: Operation['answer']): boolean =>
  isFile(answer) || (!answer.confimResultInfo && !unlogged.has(answer.resultExtendInfo?.key))

/** What a refused call was told. A centre's own words are kept without the numbers that they quote. */
const saidOf = (answer: Envelope): string => {
  const text = messageOf(answer)
  return quotes.has(answer.resultExtendInfo?.key) ? withoutNumbers(text) : masked(text)
}

/** The line of an audited call: only the input fields that the contract names. */
export const lineOf = (operation: Operation, at: Date) => {
  const { call, name, user, input, noted, answer, ms, ip, requestId, client } = operation
  const ok = isFile(answer) || answer.success
  const fields = call.audit?.record ?? []
  return {
    id: newId(at),
    at,
    // Whoever views as somebody else is the one who did it.
    userId: user?.viewedBy?.userId ?? user?.userId ?? null,
    userName: user ? byWhom(user) : String(input.userName ?? ''),
    ...placesOf(operation),
    // Where it was done, which need not be where somebody works.
    areaCode: noted.area ?? user?.areaCode ?? null,
    call: name,
    action: call.audit?.action ?? call.title,
    target: targetOf(operation),
    record: masked({ ...Object.fromEntries(fields.map((field) => [field, input[field] ?? null])), ...noted.values }),
    ok,
    message: ok ? '' : saidOf(answer as Envelope),
    ms,
    ip,
    client: client.slice(0, 200),
    requestId,
  }
}

/** Writes what a call leaves behind when it ends: its outcome under the key, its line of the log, or both in one statement. */
export const recordEnd = async (
  { db, clock }: Deps,
  { kept, operation }: { kept?: Kept; operation?: Operation },
): Promise<void> => {
  const line = operation && lineOf(operation, clock())
  const outcome = kept && {
    keptUser: kept.slot.userId,
    keptCall: kept.slot.call,
    keptKey: kept.slot.key,
    keptAnswer: kept.answer,
  }
  if (line) await log(db, outcome ? 'both' : 'log').execute({ ...line, ...outcome })
  else if (outcome) await keepOnly(db, '').execute(outcome)
}
