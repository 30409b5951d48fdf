import { CODE_BUSY } from '@yibao/shared/errors/wire.ts'

interface Refused {
  code?: string | undefined
  /** Of the envelope; 0 when no answer came. */
  statusCode: number
  extend?: Record<string, unknown> | null | undefined
  unsent?: boolean | undefined
  atDevice?: boolean | undefined
}

const undecided = new Set<unknown>([CODE_BUSY, 'idempotency.busy', 'order.busy', 'centre.unknown'])

// A status alone, without an envelope, comes from a proxy: it may have passed the request on. 401 and 404 never do.
const byProxy = (code: string) => /^\d{3}$/.test(code) && code !== '401' && code !== '404'

const unread = new Set<unknown>(['device.failed', 'card.other', 'card.numberless', 'card.only'])

/** The card that is shown before anything leaves was not read, or is another one's: the same may be confirmed once more. */
export const cardUnread = ({ code, extend, atDevice }: Refused): boolean =>
  atDevice || unread.has(code) || unread.has(extend?.key)

/** The server did not reach the centre: of what was asked for nothing left it. Without this word it may have. */
export const centreUnreached = ({ extend }: Pick<Refused, 'extend'>): boolean => extend?.notSent === true

/**
 * Only a refusal by rule (4xx in an envelope), or the proof that nothing was sent, here or by the server, or only a device
 * was asked for, says for certain that no money moved; all else may have been booked.
 */
export const isDefinite = (refused: Refused): boolean => {
  const { code = '', statusCode, extend, unsent, atDevice } = refused
  if (unsent || atDevice || centreUnreached(refused)) return true
  const byRule = statusCode >= 400 && statusCode < 500 && !byProxy(code)
  return byRule && !undecided.has(code) && !undecided.has(extend?.key)
}
