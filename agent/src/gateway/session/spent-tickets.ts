import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { limits } from '@yibao/shared/agent/protocol.ts'
import { ticketSeconds } from '@yibao/shared/agent/ticket.ts'
import { atOnce } from '../../files/sqlite.ts'

/**
 * How much longer an id is kept than its ticket counts: between the clock furthest ahead by which a fresh ticket is taken
 * and the one furthest behind, for somebody may set the PC's from one to the other. ms.
 */
const clockMs = ticketSeconds * 1000 + 2 * limits.skewMs

/** Ids of used tickets, kept until no clock could make them acceptable any more; survives a restart. */
export class SpentTickets {
  readonly #database: DatabaseSync
  readonly #insert: StatementSync
  readonly #forget: StatementSync

  constructor(database: DatabaseSync) {
    this.#database = database
    this.#insert = database.prepare('insert into spent_ticket (jti, until) values (?, ?) on conflict do nothing')
    this.#forget = database.prepare('delete from spent_ticket where until <= ?')
  }

  /** True the first time, false ever after. Times in unix ms. A card that is read waits for the disk here, once. */
  spend(jti: string, untilMs: number, nowMs: number): boolean {
    return atOnce(this.#database, () => {
      this.#forget.run(nowMs - clockMs)
      return this.#insert.run(jti, untilMs).changes === 1
    })
  }
}
