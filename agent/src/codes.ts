/** Everything that can go wrong between the gateway and a device (DESIGN 8). The Chinese texts live in the shared error table. */
export const codes = [
  'DRIVER_UNKNOWN',
  'DRIVER_HASH_MISMATCH',
  'DRIVER_MISSING_FILE',
  'DRIVER_BITS',
  'DRIVER_CRASHED',
  'DRIVER_TIMEOUT',
  'DRIVER_OPEN',
  'DRIVER_BUSY',
  'DRIVER_OVERRUN',
  'DRIVER_GARBLED',
  'DRIVER_EMPTY',
  'CARD_NONE',
  'CARD_MUTE',
  'CARD_REMOVED',
  'CARD_AUTH',
  'CARD_UNKNOWN_ERROR',
  'PIN_WRONG',
  'PIN_LOCKED',
  'PIN_TIMEOUT',
  'PIN_CANCELLED',
  'READER_ABSENT',
  'QR_EXPIRED',
  'ARGS_INVALID',
  'PRINTER_UNKNOWN',
  'PRINTER_OFFLINE',
  'PRINTER_PAPER',
  'PRINT_UNSURE',
  'JOB_UNKNOWN',
  'CANCELLED',
  'OUTCOME_UNKNOWN',
] as const

export type Code = (typeof codes)[number]

/** What a caller may read about a failure besides its code: never card data, PINs or paths of the client. */
export type Detail = Record<string, unknown>

const retryable = new Set<Code>([
  'DRIVER_CRASHED',
  'DRIVER_TIMEOUT',
  'DRIVER_OPEN',
  'DRIVER_BUSY',
  'CARD_NONE',
  'CARD_MUTE',
  'CARD_REMOVED',
  'READER_ABSENT',
  'PRINTER_OFFLINE',
  'PRINTER_PAPER',
])

/** A failure with a code of the table; `retryable` says that the same call may simply be made again. */
export class AgentError extends Error {
  readonly code: Code
  readonly detail: Detail | undefined
  readonly retryable: boolean

  constructor(code: Code, detail?: Detail) {
    super(code)
    this.name = 'AgentError'
    this.code = code
    this.detail = detail
    this.retryable = retryable.has(code)
  }
}

/** Whether a value read from a wire is a code of the table. */
export const isCode = (value: unknown): value is Code => codes.includes(value as Code)
