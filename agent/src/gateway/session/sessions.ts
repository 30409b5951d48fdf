import { limits } from '@yibao/shared/agent/protocol.ts'
import type { Who } from '@yibao/shared/agent/verbs.ts'
import { secret, sha256hex, sha256url } from '../../hash.ts'

/** Someone the agent talks to. `id` is public (logs, holder of a device), never the token. */
export interface Session {
  id: string
  kind: Who
  /** exact origin of the page; '' for the native ERP */
  origin: string
  /** thumbprint of the browser's key; '' for the native ERP */
  jkt: string
  /** user id and store of the operator, '' otherwise */
  sub: string
  org: string
  /** base64url sha256 of the access token, what a proof's `ath` must be */
  tokenHash: string
  /** unix ms */
  expires: number
}

export type NewSession = Pick<Session, 'kind' | 'origin' | 'jkt' | 'sub' | 'org'>

/** The native ERP: known by its own token, never by a session. */
export const erpSession: Session = {
  id: 'erp',
  kind: 'erp',
  origin: '',
  jkt: '',
  sub: '',
  org: '',
  tokenHash: '',
  expires: Number.POSITIVE_INFINITY,
}

/** Sessions and socket tickets, in memory only and by hash: a restart or a memory dump hands out nothing usable for long. */
export class Sessions {
  #byToken = new Map<string, Session>()
  #wsTickets = new Map<string, { session: Session; expires: number }>()
  #ended: ((session: Session) => void)[] = []
  readonly #clock: () => number

  constructor(clock: () => number) {
    this.#clock = clock
  }

  /** The plain access token is answered once and kept nowhere. */
  open(who: NewSession) {
    this.#sweep()
    const accessToken = secret(32)
    const tokenHash = sha256url(accessToken)
    const expires = this.#clock() + limits.sessionSeconds * 1000
    const session: Session = { ...who, id: secret(9), tokenHash, expires }
    this.#byToken.set(tokenHash, session)
    return { session, accessToken, wsTicket: this.wsTicket(session) }
  }

  /** By hash, so that looking up tells nothing about the token by its time. */
  find(accessToken: string) {
    const session = this.#byToken.get(sha256url(accessToken))
    return session && session.expires > this.#clock() ? session : undefined
  }

  isLive(session: Session) {
    return this.#byToken.get(session.tokenHash) === session && session.expires > this.#clock()
  }

  /** 16 bytes, 30 s, single use. */
  wsTicket(session: Session) {
    const ticket = secret(16)
    this.#wsTickets.set(sha256hex(ticket), { session, expires: this.#clock() + limits.wsTicketMs })
    return ticket
  }

  /** The session behind a socket ticket of this origin; the ticket is gone afterwards, whatever the answer. */
  takeWsTicket(ticket: string, origin: string) {
    const key = sha256hex(ticket)
    const found = this.#wsTickets.get(key)
    this.#wsTickets.delete(key)
    if (!found || found.expires <= this.#clock() || found.session.origin !== origin) return undefined
    return this.isLive(found.session) ? found.session : undefined
  }

  close(session: Session) {
    if (this.#byToken.delete(session.tokenHash)) for (const listener of this.#ended) listener(session)
  }

  /** New policy: everybody proves himself again, but for those it cannot change. */
  closeAll(keep: (session: Session) => boolean = () => false) {
    for (const session of [...this.#byToken.values()]) if (!keep(session)) this.close(session)
  }

  onEnd(listener: (session: Session) => void) {
    this.#ended.push(listener)
  }

  #sweep() {
    const now = this.#clock()
    for (const session of [...this.#byToken.values()]) if (session.expires <= now) this.close(session)
    for (const [key, { expires }] of this.#wsTickets) if (expires <= now) this.#wsTickets.delete(key)
  }
}
