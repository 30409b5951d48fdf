import type { Call } from '@yibao/shared/call.ts'
import { isDefinite } from './definite.ts'
import { CallError } from './error.ts'

export interface CallOptions {
  idempotencyKey?: string
  /** No toasts and boxes: the caller shows the outcome itself. */
  silent?: boolean
  businessRefId?: string
  refIds?: readonly string[]
  /** A scanned e-voucher code or a typed number, given instead of a read by the agent (DESIGN 6). */
  scanned?: { medium: string; code: string }
  signal?: AbortSignal
  /** Token of a session that is not this browser's: its renewal and its end concern nobody here. */
  as?: string
}

export interface Wire {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  params?: Record<string, unknown>
  data?: Record<string, unknown> | FormData
}

/** 32 hex digits. crypto.randomUUID does not exist on plain-http pages. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * How one dialog sends, each request under its key: the same values pressed again, after an answer that got lost, are the
 * same request, and what was booked by the first is not booked twice. Other values are another request, and so are the same
 * ones after a definite refusal: under its key the server would give that again and ask nobody.
 */
export const sendsOnce = (): (<T>(values: object, send: (idempotencyKey: string) => Promise<T>) => Promise<T>) => {
  const keys = new Map<string, string>()
  return async (values, send) => {
    const sent = JSON.stringify(values)
    const key = keys.get(sent) ?? newKey()
    keys.set(sent, key)
    try {
      return await send(key)
    } catch (fault) {
      // Of one that never left it is still open what became of the tries before it.
      if (fault instanceof CallError && isDefinite(fault) && !fault.unsent) keys.delete(sent)
      throw fault
    }
  }
}

const withoutEmpty = (input: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined && value !== null))

/**
 * A call as it travels: `:name` parts of the path are taken from the input, the rest is query (GET) or body (POST).
 * One ref id becomes the businessRefId header, several travel as refIds (SPEC 7).
 */
export const wireOf = (
  call: Pick<Call, 'method' | 'path' | 'idempotent'>,
  input: Record<string, unknown>,
  { idempotencyKey, businessRefId, refIds = [], as }: CallOptions = {},
): Wire => {
  const rest = withoutEmpty(input)
  const url = call.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = encodeURIComponent(String(rest[name] ?? ''))
    delete rest[name]
    return value
  })
  const headers: Record<string, string> = as ? { Authorization: `Bearer ${as}` } : {}
  const ref = businessRefId ?? (refIds.length === 1 ? refIds[0] : undefined)
  if (ref) headers.businessRefId = ref
  if (refIds.length > 1) rest.refIds = refIds
  if (idempotencyKey || call.idempotent) headers['Idempotency-Key'] = idempotencyKey ?? newKey()
  const { method } = call
  return method === 'GET' ? { method, url, headers, params: rest } : { method, url, headers, data: rest }
}
