import type { DatabaseSync, StatementSync } from 'node:sqlite'

/** Ids of used tickets, kept until they could no longer be accepted; survives a restart. */
export class SpentTickets {
  readonly #insert: StatementSync
  readonly #forget: StatementSync

  constructor(database: DatabaseSync) {
    this.#insert = database.prepare('insert into spent_ticket (jti, until) values (?, ?) on conflict do nothing')
    this.#forget = database.prepare('delete from spent_ticket where until <= ?')
  }

  /** True the first time, false ever after. Times in unix ms. */
  spend(jti: string, untilMs: number, nowMs: number) {
    this.#forget.run(nowMs)
    return this.#insert.run(jti, untilMs).changes === 1
  }
}
