// Why the server refuses the line for its events: the one refusal that no patience of the page's cures.

const ended = { sessionEnded: true } as const

/** What a handshake without a session is refused with. */
export const lineEnded = (): Error => Object.assign(new Error('登录已过期，请重新登录'), { data: ended })

/** Whether a refusal says that the session has ended, and not that the server cannot tell just now. */
export const isLineEnd = (refusal: unknown): boolean =>
  (refusal as { data?: Partial<typeof ended> } | null | undefined)?.data?.sessionEnded === true
