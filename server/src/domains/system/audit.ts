import type { Call } from '@yibao/shared/call.ts'
import { type Envelope, messageOf } from '@yibao/shared/envelope.ts'
import { type Deps, FileAnswer, type SessionUser } from '../../context.ts'
import { newId } from '../../ids.ts'
import { operationLog } from './tables.ts'

export interface Operation {
  call: Call
  name: string
  user: SessionUser | undefined
  input: Record<string, unknown>
  answer: Envelope | FileAnswer
  ms: number
  ip: string
  requestId: string
}

/** Writes the operation log line of an audited call: only the input fields that the contract names. */
export const recordOperation = async ({ db, clock }: Deps, operation: Operation): Promise<void> => {
  const { call, name, user, input, answer, ms, ip, requestId } = operation
  const at = clock()
  const file = answer instanceof FileAnswer
  const fields = call.audit?.record ?? []
  await db.insert(operationLog).values({
    id: newId(at),
    at,
    userId: user?.userId,
    userName: user?.userName ?? String(input.userName ?? ''),
    storeId: user?.storeId,
    areaCode: user?.areaCode,
    call: name,
    action: call.audit?.action ?? call.title,
    record: Object.fromEntries(fields.map((field) => [field, input[field] ?? null])),
    ok: file || answer.success,
    message: file || answer.success ? '' : messageOf(answer),
    ms,
    ip,
    requestId,
  })
}
