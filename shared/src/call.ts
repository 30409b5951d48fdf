import * as z from 'zod/mini'
import { choice, code, integer, optional, type Schema } from './field.ts'

/** Closed list of button codes (DESIGN 5). */
export type ButtonCode =
  | 'query'
  | 'add'
  | 'edit'
  | 'remove'
  | 'enable'
  | 'stop'
  | 'download'
  | 'upload'
  | 'export'
  | 'import'
  | 'print'
  | 'settle'
  | 'reverse'
  | 'handle'
  | 'approve'
  | 'assign'
  | 'push'
  | 'test'

type Shape = Record<string, Schema>
type ObjectSchema = Schema & { shape: Shape }

/**
 * What the page search finds in a list call (SPEC 2), and how a hit is shown on the list's page. Everything that a hit
 * shows or hands on is a field of its row: what was typed may be a person's number and goes nowhere else.
 */
export interface RecordSearch {
  /** What its records are called, above the hits. */
  noun: string
  /** Name of the menu row whose page lists them; who may not open it is not asked for. */
  page: string
  /** Input that takes the words. */
  by: string
  /** Characters below which nothing is asked: 2 unless said; a number that is compared whole needs more. */
  atLeast?: number
  /** Inputs sent beside the words, and filters of the page as well. */
  always?: Record<string, string>
  /** Field that names a hit. */
  title: string
  /** Fields that tell it from others of its name. */
  about: readonly string[]
  /** Field known to the page as its row's key: its detail opens. */
  key?: string
  /** Filters of the page that leave the hit alone, by the field whose value they take. */
  filters?: Record<string, string>
  /** Fields that make the key of its node in the tree beside the list. */
  node?: readonly string[]
}

/** One call, defined once: the route, the client, OpenAPI, permissions and tests are all read from it (DESIGN 5). */
export interface Call<I extends ObjectSchema = ObjectSchema, R extends Schema = Schema> {
  method: 'GET' | 'POST'
  /** As SPEC 7 spells it, with fastify's `:param` for a path part. */
  path: string
  title: string
  input: I
  result: R
  /** Answered without a session. */
  public?: true
  /** A guest session of /forwarding may call it too. */
  guest?: true
  /** Answered even to a session that must change its password first. */
  beforeChange?: true
  /** A POST that only reads, because its input is too long for an address. */
  reads?: true
  /** Answered to who views as somebody else although it is no read: it changes that session and nothing beside it. */
  viewing?: true
  /** Who may: without a menu every logged-in user. Several menus: any of them. */
  menu?: string | readonly string[]
  button?: ButtonCode
  /** Which data role narrows it: the handler gets a Scope and must use it. */
  scope?: 'store' | 'area'
  /**
   * Recorded in the operation log, with these input fields. On what it acted says whoever finds it (`c.on`); `target` names the
   * fields that say it where nothing is found: a day, a month, the name of what is to be.
   */
  audit?: { action: string; record?: string[]; target?: string[] }
  /**
   * Needs an Idempotency-Key: the same key and body give the same answer. `optional`: a console of the version before, which
   * is open until somebody loads it anew, sends none.
   */
  idempotent?: true | 'optional'
  /** Answers a progressId. */
  progress?: true
  /** Answers bytes of this type instead of an envelope. */
  file?: string
  /** Comes as multipart/form-data: one file, and the input's fields as its other parts. */
  upload?: true
  /** Its records are found by the page search; several where one page shows them in several views. */
  search?: RecordSearch | readonly RecordSearch[]
}

export type InputOf<C> = C extends { input: infer I extends Schema } ? z.infer<I> : never
export type ResultOf<C> = C extends { result: infer R extends Schema } ? z.infer<R> : never

interface CallOptions<I extends Shape, R extends Schema>
  extends Partial<Omit<Call, 'input' | 'result' | 'method' | 'path' | 'audit'>> {
  title: string
  input?: I
  result?: R
  audit?: { action: string; record?: (keyof I & string)[]; target?: (keyof I & string)[] }
}

const nothing = z.null()

const make =
  (method: 'GET' | 'POST') =>
  <I extends Shape = Record<never, never>, R extends Schema = typeof nothing>(
    path: string,
    { input, result, ...rest }: CallOptions<I, R>,
  ): Call<z.ZodMiniObject<I>, R> => ({
    ...rest,
    method,
    path,
    input: z.object(input ?? ({} as I)),
    result: result ?? (nothing as unknown as R),
  })

export const get = make('GET')
export const post = make('POST')

/**
 * Whether a call reads and leaves nothing behind, by what it declares: what is recorded, counted by a key, begins work or
 * carries bytes is more than a look, and a POST is a read only where it says so.
 */
export const isRead = (call: Omit<Call, 'input' | 'result'>): boolean =>
  (call.method === 'GET' || call.reads === true) &&
  !call.audit &&
  !call.idempotent &&
  !call.progress &&
  !call.file &&
  !call.upload

/** By which column rows are put in order. */
export const sorting = {
  sortField: optional(code('排序字段', { max: 40 })),
  sortOrder: optional(choice('排序方向', { ascend: '升序', descend: '降序' })),
}

/** Paging inputs every list call takes: page from 1, pageSize 10 unless said otherwise (SPEC 9), sorting by a column. */
export const paging = {
  page: optional(integer('页码', { min: 1, max: 100_000 })),
  pageSize: optional(integer('每页条数', { min: 1, max: 500 })),
  ...sorting,
}

/** Result of a list call; a bounded count shows as 10,000+. */
export const pageOf = <S extends Schema>(row: S) =>
  z.object({ items: z.array(row), total: z.int(), totalIsBound: z.boolean() })
