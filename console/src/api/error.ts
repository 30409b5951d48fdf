interface Details {
  /** messageCode of the answer (106001, 302002, …), an agent's code, or network, timeout, cancelled, a status. */
  code?: string
  tips?: string
  statusCode?: number
  fields?: Record<string, string>
  extend?: Record<string, unknown> | null
  unsent?: boolean
  cut?: boolean
}

/** How every call fails: what happened (`message`), what to do (`tips`) and what a page may decide by (`code`, `fields`). */
export class CallError extends Error {
  readonly code: string
  readonly tips: string
  readonly statusCode: number
  readonly fields: Record<string, string> | undefined
  readonly extend: Record<string, unknown> | null
  /** It is proven that nothing of the call left for the server; false where it only may not have. */
  readonly unsent: boolean
  /** The server was not reached, or its answer did not come: what it says of the call nobody knows. */
  readonly cut: boolean
  /** The server asked for a device, which could not: the call itself has done nothing yet. */
  atDevice = false

  constructor(
    message: string,
    { code = '', tips = '', statusCode = 0, fields, extend = null, unsent = false, cut = false }: Details = {},
  ) {
    super(message)
    this.name = 'CallError'
    this.code = code
    this.tips = tips
    this.statusCode = statusCode
    this.fields = fields
    this.extend = extend
    this.unsent = unsent
    this.cut = cut
  }
}

/** The sentence for a person: what happened, then what to do. */
export const sentenceOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const tips = error instanceof CallError ? error.tips : ''
  return tips && tips !== error.message ? `${error.message}。${tips}` : error.message
}
