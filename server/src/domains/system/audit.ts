import type { Call } from '@yibao/shared/call.ts'
import { type Envelope, messageOf } from '@yibao/shared/envelope.ts'
import type { ErrorText } from '@yibao/shared/errors/error-text.ts'
import { errors } from '@yibao/shared/errors.ts'
import { and, eq, getTableColumns } from 'drizzle-orm'
import { type Deps, type FileAnswer, isFile, type StreamAnswer } from '../../call/context.ts'
import type { SessionUser } from '../../call/session-user.ts'
import type { Database } from '../../database/open.ts'
import { builtOnce, slot } from '../../database/slots.ts'
import { newId } from '../../ids.ts'
import { withoutNumbers } from '../../mask.ts'
import type { Slot } from './idempotency.ts'
import { idempotency, operationLog } from './tables.ts'

export interface Operation {
  call: Call
  name: string
  user: SessionUser | undefined
  input: Record<string, unknown>
  /** What the handler added: before and after. */
  noted: Record<string, unknown>
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

/** A value without what must never be in a log: fields named like secrets, and long numbers of persons. */
export const masked = <T>(value: T): T => {
  if (typeof value === 'string') return value.replace(/\d{17}[\dXx]|(?<!\d)1[3-9]\d{9}(?!\d)/g, '[号码]') as T
  if (Array.isArray(value)) return value.map(masked) as T
  if (!value || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, secret.test(key) ? hidden(one) : masked(one)]),
  ) as T
}

/** What a call was done to, in words: as its handler says, or the name it noted. */
const targetOf = ({ target, name, userName }: Record<string, unknown>): string =>
  [...String(target ?? name ?? userName ?? '')].slice(0, 200).join('')

/** Whose line it is; found by either name. */
const byWhom = ({ userName, viewedBy }: SessionUser): string =>
  viewedBy ? `由 ${viewedBy.userName} 以 ${userName} 身份查看` : userName

const quotes = new Set(
  Object.entries<ErrorText>(errors).flatMap(([key, text]): unknown[] => (text.quotes ? [key] : [])),
)

/** What a refused call was told. A centre's own words are kept without the numbers that they quote. */
const saidOf = (answer: Envelope): string => {
  const text = messageOf(answer)
  return quotes.has(answer.resultExtendInfo?.key) ? withoutNumbers(text) : masked(text)
}

/** The line of an audited call: only the input fields that the contract names. */
export const lineOf = ({ call, name, user, input, noted, answer, ms, ip, requestId, client }: Operation, at: Date) => {
  const ok = isFile(answer) || answer.success
  const { target: _, ...rest } = noted
  const fields = call.audit?.record ?? []
  return {
    id: newId(at),
    at,
    // Whoever views as somebody else is the one who did it.
    userId: user?.viewedBy?.userId ?? user?.userId ?? null,
    userName: user ? byWhom(user) : String(input.userName ?? ''),
    storeId: user?.storeId ?? null,
    areaCode: user?.areaCode ?? null,
    call: name,
    action: call.audit?.action ?? call.title,
    target: targetOf(noted),
    record: masked({ ...Object.fromEntries(fields.map((field) => [field, input[field] ?? null])), ...rest }),
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
