import { type AnyColumn, eq, type SQL, sql } from 'drizzle-orm'
import { refuse } from '../base/refuse.ts'
import type { AskedFilters } from '../database/filters.ts'
import type { Database } from '../database/open.ts'
import type { CacheUse } from '../process/cache.ts'
import type { Config } from '../process/config.ts'
import type { Services } from '../process/services.ts'
import type { Asking } from './asking.ts'
import { Noted } from './noted.ts'
import type { SessionUser } from './session-user.ts'

/** What lives as long as the process; tests replace single parts. */
export interface Deps {
  config: Config
  db: Database
  /** For reads over many stores (reads.ts). */
  reads: Database
  /** The only clock: tests move it. */
  clock: () => Date
  /** ms by which they have; 0 in life. */
  moved: () => number
  services: Services
}

/** What a data role lets this request see; every scoped call must use it (DESIGN 5). */
export class Scope {
  readonly #stores: 'all' | string[]
  readonly #noted: Noted
  #used = false

  constructor(stores: 'all' | string[], noted = new Noted()) {
    this.#stores = stores
    this.#noted = noted
  }

  /** Whether anything asked it: a scoped call that answers without having asked is a fault (answer.ts). */
  get used(): boolean {
    return this.#used
  }

  /** The handler narrows by what the scope is made of: the operator's own store, or the person's data roles. */
  take(): 'all' | string[] {
    this.#used = true
    return this.#stores
  }

  /** SQL condition that a row's store column is inside the scope; of a store that is asked for, which `check` may refuse, that it is this one. */
  where(column: AnyColumn, storeId?: string): SQL {
    if (storeId) return eq(column, this.check(storeId))
    this.#used = true
    return this.#within(column, this.#kind === 'one' ? this.#stores[0] : sql.param(this.#stores))
  }

  /** The same condition for a kept statement: always one, whatever else is asked. */
  asked(column: AnyColumn): AskedFilters {
    this.#used = true
    const values = { scope: this.#kind === 'one' ? this.#stores[0] : this.#stores }
    return { shape: `scope=${this.#kind}`, values, where: () => this.#within(column, sql.placeholder('scope')) }
  }

  get #kind(): 'all' | 'none' | 'one' | 'many' {
    if (this.#stores === 'all') return 'all'
    return this.#stores.length > 1 ? 'many' : this.#stores.length ? 'one' : 'none'
  }

  #within(column: AnyColumn, stores: unknown): SQL {
    const kind = this.#kind
    if (kind === 'all') return sql`true`
    if (kind === 'none') return sql`false`
    // One parameter however many stores there are: the statement stays the same and its plan is kept.
    return kind === 'many' ? sql`${column} = any(${stores})` : eq(column, stores)
  }

  /** Whether a row of this store is inside the scope. */
  has(storeId: string): boolean {
    this.#used = true
    return this.#stores === 'all' || this.#stores.includes(storeId)
  }

  /** Refuses a store outside the scope. One inside it is what the call acts at (`Context.on`). */
  check(storeId: string): string {
    if (!this.has(storeId)) refuse('scope.denied')
    this.#noted.stores.add(storeId)
    return storeId
  }
}

interface ContextParts {
  deps: Deps
  user: SessionUser | undefined
  requestId: string
  ip: string
  idempotencyKey: string | undefined
  asking: Asking
  /** The session's token. */
  token?: string
  /** One request header by its lower-case name. */
  header?: (name: string) => string | undefined
  /** The body as it came, before validation: what an agent signed. */
  body?: unknown
  /** Takes what `keep` and `on` add to the operation log. */
  noted?: Noted
  /** The file of an upload call. */
  file?: UploadedFile
  caches?: CacheUse
  /** Writes what the handler will answer under the idempotency key, inside a transaction of its own work. */
  keepIn?: KeepIn | undefined
}

type KeepIn = (tx: Database, result: unknown) => Promise<void>

/** What came with a call of the flag `upload`. */
export interface UploadedFile {
  name: string
  bytes: Uint8Array
}

/** One request as a handler sees it. Handlers know neither fastify nor HTTP. */
export class Context {
  readonly deps: Deps
  readonly db: Database
  readonly services: Services
  readonly now: Date
  readonly requestId: string
  readonly ip: string
  readonly idempotencyKey: string | undefined
  /** Asks the counter's hardware or the person (DESIGN 6). */
  readonly asking: Asking
  readonly scope: Scope
  readonly user: SessionUser | undefined
  readonly token: string
  readonly header: (name: string) => string | undefined
  readonly body: unknown
  readonly #noted: Noted
  /** What an upload call brought, if anything; handlers take `file`. */
  readonly upload: UploadedFile | undefined
  /** What this call asks of the caches: handed to each of them, counted by domains/service-hit. */
  readonly caches: CacheUse
  readonly #keepIn: KeepIn | undefined
  committed = false

  constructor({ deps, user, requestId, ip, idempotencyKey, asking, ...parts }: ContextParts) {
    const { token, header, body, noted, file, caches, keepIn } = parts
    this.deps = deps
    this.db = deps.db
    this.services = deps.services
    this.now = deps.clock()
    this.user = user
    this.requestId = requestId
    this.ip = ip
    this.idempotencyKey = idempotencyKey
    this.asking = asking
    this.token = token ?? ''
    this.header = header ?? (() => undefined)
    this.body = body
    this.#noted = noted ?? new Noted()
    this.upload = file
    this.caches = caches ?? { asked: 0, found: 0 }
    this.#keepIn = keepIn
    this.scope = new Scope(user?.stores ?? [], this.#noted)
  }

  /** The session's user; only a public call can be without one. */
  get me(): SessionUser {
    return this.user ?? refuse('session.missing')
  }

  /** The operator's store; refuses an administrator who has none. */
  get storeId(): string {
    this.scope.take()
    return this.me.storeId ?? refuse('store.missing')
  }

  /** The file of an upload call; refuses a request that brought none. */
  get file(): UploadedFile {
    return this.upload ?? refuse('upload.missing')
  }

  /** Adds to the operation log line of this call: `before`, `after` and what else explains it, never a secret. */
  keep(values: Record<string, unknown>): void {
    Object.assign(this.#noted.values, values)
  }

  /** Gives the caller's browser another token of its session, with the answer: the one it came with is over. */
  renew(token: string): void {
    this.#noted.token = token
  }

  /**
   * Says what this call acts on, for its line of the operation log: as somebody would look for it (an order's number, a
   * role's name), never a number of a person or a card. With the store that it belongs to. Whoever finds the row says so, so
   * that a refusal has it too; several are all named. '': what it acts on is told elsewhere (`audit.target` of the contract).
   */
  on(what: string, ...stores: (string | null | undefined)[]): void {
    const { on, stores: at } = this.#noted
    if (what) on.add(what)
    for (const id of stores) if (id) at.add(id)
  }

  /**
   * The same asker once more, for one piece of a work of many: a time of its own, and no idempotency key that two of them
   * would share. What it says for the operation log joins this call's line.
   */
  again(): Context {
    const { deps, user, requestId, ip, asking, token, header, body, caches } = this
    const noted = this.#noted
    return new Context({
      deps,
      user,
      requestId,
      ip,
      idempotencyKey: undefined,
      asking,
      token,
      header,
      body,
      caches,
      noted,
    })
  }

  /** Says which area this call is about: its line of the operation log stands there. */
  at(area: string): void {
    this.#noted.area = area
  }

  /** The operator's store, or nothing: an administrator has none. */
  get ownStoreId(): string | undefined {
    this.scope.take()
    return this.me.storeId
  }

  /**
   * Writes what the handler will answer under its idempotency key with what it does, in one transaction: the same key then
   * finds it, though the process died before it could say so. For what changes nothing outside our own database.
   */
  async keepAnswer<T>(tx: Database, result: T): Promise<T> {
    await this.#keepIn?.(tx, result)
    return result
  }

  /** From here on the outcome is kept under the idempotency key, refusals included. */
  commit(): void {
    this.committed = true
  }
}

/** Bytes instead of an envelope. */
export class FileAnswer {
  readonly bytes: Uint8Array
  readonly filename: string

  constructor(bytes: Uint8Array, filename: string) {
    this.bytes = bytes
    this.filename = filename
  }
}

/** Bytes that leave while they are made. A fault breaks the connection off, so that no half file looks whole. */
export class StreamAnswer {
  readonly stream: AsyncIterable<Uint8Array>
  readonly filename: string

  constructor(stream: AsyncIterable<Uint8Array>, filename: string) {
    this.stream = stream
    this.filename = filename
  }
}

/** Either kind of answer that is no envelope. */
export const isFile = (answer: unknown): answer is FileAnswer | StreamAnswer =>
  answer instanceof FileAnswer || answer instanceof StreamAnswer
